//! The rules of reading, on types made for the purpose.

mod kinds;
mod recover;

use crate::yaml::tests::read;
