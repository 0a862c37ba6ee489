//! Tests of reading, with types made for them.

mod enums;
mod recover;

use crate::yaml::tests::read;
