//! Reads typed values from a tree of YAML nodes.
//!
//! Every type that files may contain implements [`FromNode`], which reads it from a [`Node`]: structs by
//! `record!`, enums by `by_kind!` or `words!`, types that are parsed from text by `from_text!`. Each node is
//! read once. A faulty node is reported and left out, or replaced by a placeholder if its type requires a
//! value, so that one run reports everything that is wrong and the rest can still be checked.
//!
//! serde cannot do this: its errors are created by functions that know neither the position nor the type
//! being read, and the first error ends the reading.

mod from_node;
mod map_with_free_keys;
mod node_faults;
mod read_enums;
mod read_plain_values;
mod read_structs;
mod read_text_values;
mod reader;
#[cfg(test)]
mod tests;
mod unknown_keys;
mod value_with_position;

use crate::finding::{self, FileId, Finding};
pub(crate) use crate::wording::any_of;
use crate::yaml::{Node, Parsed, parse_yaml};

pub use from_node::{Accepts, FromNode, NodeRole, ReadNode};
pub use map_with_free_keys::Map;
pub use read_enums::NodeKind;
pub(crate) use read_enums::{accepted_kinds, by_kind, expected_kinds, words};
#[doc(hidden)]
pub use read_structs::{is_required, kebab_case, schema_as_read};
pub(crate) use read_structs::{key, record};
pub use read_text_values::ValueError;
pub(crate) use read_text_values::from_text;
pub use reader::Reader;
pub use value_with_position::Located;

/// A value read from a tree, as far as it could be read, and its faults.
#[derive(Clone, Debug)]
pub struct ReadResult<T> {
    /// The value. `None` if the root of the tree is not of the kind that the type is read from.
    pub value: Option<T>,
    /// The faults, in the order of their positions.
    pub findings: Vec<Finding>,
}

/// Reads a typed value from a tree.
///
/// Faulty parts are left out or, if the type requires a value, replaced by a placeholder: see
/// [`Located::is_placeholder`].
pub fn read_value<T: FromNode>(node: &Node<'_>) -> ReadResult<T> {
    read_with_reader(node, Reader::default())
}

/// Reads a typed value from a tree that lacks a part of its file ([`Parsed::is_partial`]).
///
/// Missing keys are not reported, since they may be in the part that could not be parsed.
pub fn read_partial<T: FromNode>(node: &Node<'_>) -> ReadResult<T> {
    read_with_reader(node, Reader::of_partial_tree())
}

fn read_with_reader<T: FromNode>(node: &Node<'_>, mut reader: Reader) -> ReadResult<T> {
    let value = T::from_node(ReadNode::root(node), &mut reader);
    ReadResult { value, findings: reader.finish() }
}

/// Parses a text and reads a typed value from it.
pub fn read_text<T: FromNode>(file: FileId, text: &str) -> ReadResult<T> {
    let Parsed { root, mut findings, is_partial: broken } = parse_yaml(file, text);
    let Some(root) = root else { return ReadResult { value: None, findings } };
    let read = if broken { read_partial(&root) } else { read_value(&root) };
    findings.extend(read.findings);
    finding::sort_and_dedup(&mut findings);
    ReadResult { value: read.value, findings }
}
