//! Typed values from a tree of YAML.
//!
//! Every type that files may contain says by [`FromNode`] how it is read from a [`Node`]: structs by `record!`, enums
//! by `by_kind!` or `words!`, texts with a grammar of their own by `from_text!`. Each node is read once. A faulty
//! one is reported and left out, or replaced by a placeholder where the type cannot do without it, so that one run
//! reports everything that is wrong and the rest can still be checked.
//!
//! serde does not do this: its errors are made by functions that know neither the place nor the type that is read, and
//! the first one ends the reading.

mod enums;
mod fault;
mod from_node;
mod located;
mod map;
mod reader;
mod record;
#[cfg(test)]
mod tests;
mod text_value;
mod unknown_keys;
mod values;

use crate::finding::{self, FileId, Finding};
pub(crate) use crate::wording::any_of;
use crate::yaml::{Node, Parsed, parse};

pub use enums::NodeKind;
pub(crate) use enums::{accepted_kinds, by_kind, expected_kinds, words};
pub use from_node::{Accepts, FromNode, NodeRole, ReadNode};
pub use located::Located;
pub use map::Map;
pub use reader::Reader;
#[doc(hidden)]
pub use record::{is_required, kebab_case, schema_as_read};
pub(crate) use record::{key, record};
pub use text_value::ValueError;
pub(crate) use text_value::from_text;

/// A value read from a tree, as far as it could be, and all that was wrong.
#[derive(Clone, Debug)]
pub struct ReadResult<T> {
    /// The value. `None` if the tree as a whole is not what the type is read from.
    pub value: Option<T>,
    /// The faults, in the order of their places.
    pub findings: Vec<Finding>,
}

/// Reads a typed value from a tree.
///
/// Faulty parts are left out or, where the type cannot do without, replaced by something empty: see
/// [`Located::is_stand_in`].
pub fn read<T: FromNode>(node: &Node<'_>) -> ReadResult<T> {
    read_with(node, Reader::default())
}

/// Reads a typed value from a tree that is only a part of what was written ([`Parsed::broken`]): missing keys
/// are not reported, since they may be in the part that could not be read.
pub fn read_broken<T: FromNode>(node: &Node<'_>) -> ReadResult<T> {
    read_with(node, Reader::of_partial_tree())
}

fn read_with<T: FromNode>(node: &Node<'_>, mut reader: Reader) -> ReadResult<T> {
    let value = T::from_node(ReadNode::root(node), &mut reader);
    ReadResult { value, findings: reader.finish() }
}

/// Parses a text and reads a typed value from it.
pub fn read_text<T: FromNode>(file: FileId, text: &str) -> ReadResult<T> {
    let Parsed { root, mut findings, broken } = parse(file, text);
    let Some(root) = root else { return ReadResult { value: None, findings } };
    let read = if broken { read_broken(&root) } else { read(&root) };
    findings.extend(read.findings);
    finding::sort(&mut findings);
    ReadResult { value: read.value, findings }
}
