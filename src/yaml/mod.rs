//! Parses text into a tree of nodes with byte positions, and explains mistakes of syntax. The only module
//! that names a YAML crate.
//!
//! [`parse_yaml()`] does not stop at the first fault: it returns everything that is wrong as findings, and a
//! tree of [`Node`]s with as much as could be read.

mod brackets;
mod decode;
mod fault_list;
mod indentation;
mod line_typos;
mod list_keys;
mod map_keys;
mod message_text;
mod nearest;
mod node;
mod number_spelling;
mod overlay;
mod parse;
mod syntax_errors;
#[cfg(test)]
pub(crate) mod tests;
mod text_position;
mod tree_builder;
mod typography;
mod value_error;

pub use decode::decode_utf8;
pub(crate) use fault_list::FaultList;
pub use list_keys::LIST_KEYS;
pub(crate) use list_keys::{are_keys_of_lists, key_takes, place_of_key, split_at_colon};
pub(crate) use message_text::{
    as_list_help, describe_node, intended_bool, is_number, list_known_keys, missing_space_help, node_as_text,
    shorten,
};
pub use nearest::{bare_name, is_same_name, nearest_name, unambiguous_name};
pub use node::{Node, NodeContent, TextStyle};
pub(crate) use number_spelling::{
    IntendedNumber, intended_number, intended_whole_number, whole_number_help, without_leading_zeros,
};
pub use overlay::overlay_tree;
pub use parse::{Parsed, parse_yaml, read_top_key};
pub(crate) use typography::{check_typography, odd_character_error, odd_space_error};
pub use typography::{find_odd_space, with_plain_spaces};
pub use value_error::ValueError;
