//! Parses text into a tree of nodes with byte positions, and explains mistakes of syntax. The only module
//! that names a YAML crate.
//!
//! [`parse_yaml()`] does not stop at the first fault: it returns everything that is wrong as findings, and a
//! tree of [`Node`]s with as much as could be read.

mod around;
mod build;
mod decode;
mod error;
mod faults;
mod flow;
mod indent;
mod keys;
mod known;
mod merge;
mod nearest;
mod node;
mod numerals;
mod odd;
mod parse;
mod slips;
mod syntax;
#[cfg(test)]
pub(crate) mod tests;
mod words;

pub use decode::decode;
pub use error::Refusal;
pub(crate) use faults::Faults as FaultList;
pub use known::LIST_KEYS;
pub(crate) use known::{
    are_of_lists as are_keys_of_lists, glued as split_at_colon, home as place_of_key, takes as key_takes,
};
pub use merge::merge;
pub use nearest::{alike, bare, clear, nearest};
pub use node::{Kind, Node, Style};
pub(crate) use numerals::{
    Meant, meant as intended_number, whole_help as whole_number_help, whole_meant as intended_whole_number,
    without_nought,
};
pub(crate) use odd::{check_typography, refuse_blank as odd_space_error, refuse_sign as odd_character_error};
pub use odd::{odd_blank, with_blanks};
pub use parse::{Parsed, early, parse};
pub(crate) use words::{
    as_list as as_list_help, found as describe_node, glued as missing_space_help, intended_bool, is_number,
    known_keys, short, written,
};
