//! Tests of reading, with types made for them.

mod kinds;
mod recover;

use crate::yaml::tests::read;
