//! Parses text into a tree of nodes with byte positions, and explains mistakes of syntax. The only module
//! that names a YAML crate.
//!
//! [`parse_yaml()`] does not stop at the first fault: it returns everything that is wrong as findings, and a
//! tree of [`Node`]s with as much as could be read.

mod bracket_mistakes;
mod decode_bytes;
mod error_without_position;
mod explain_wrong_indentation;
mod finding_collector;
mod keys_of_army_lists;
mod line_typos;
mod node;
mod node_phrases;
mod overlay_trees;
mod report_repeated_and_expand_merge_keys;
mod run_yaml_parser;
mod similar_names;
mod surrounding_words_and_lines;
mod syntax_errors;
#[cfg(test)]
pub(crate) mod tests;
mod tree_builder;
mod unusual_numbers;
mod word_processor_characters;
mod write_scalar;

pub use decode_bytes::decode_utf8;
pub use error_without_position::ValueError;
pub(crate) use finding_collector::FaultList;
pub use keys_of_army_lists::LIST_KEYS;
pub(crate) use keys_of_army_lists::{are_keys_of_lists, key_takes, place_of_key, split_at_colon};
pub use node::{Node, NodeContent, TextStyle};
pub(crate) use node_phrases::{
    as_list_help, describe_node, intended_bool, is_number, list_known_keys, missing_space_help, node_as_text,
    shorten,
};
pub use overlay_trees::overlay_tree;
pub use run_yaml_parser::{Parsed, parse_yaml, read_top_key};
pub use similar_names::{bare_name, is_same_but_for_case_and_spaces, nearest_name, unambiguous_name};
pub(crate) use unusual_numbers::{
    IntendedNumber, intended_number, intended_whole_number, whole_number_help, without_leading_zeros,
};
pub(crate) use word_processor_characters::{check_typography, odd_character_error, odd_space_error};
pub use word_processor_characters::{find_odd_space, without_odd_spaces};
pub use write_scalar::write_scalar;
