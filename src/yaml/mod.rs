//! Text to a tree with byte places, and the tree to typed values; the only place that names a YAML crate.
//!
//! Reading never stops at the first fault. [`parse()`] makes a tree of [`Node`]s, [`read`] makes a typed
//! value of it; both hand back everything that is wrong as [`Finding`]s and as much as could be read.

mod access;
mod around;
mod ask;
mod build;
mod by_kind;
mod context;
mod de;
mod decode;
mod error;
mod faults;
mod filled;
mod flow;
mod indent;
mod keys;
mod known;
mod located;
mod map;
mod merge;
mod nearest;
mod node;
mod numerals;
mod odd;
mod parse;
mod scalar;
mod slips;
mod stand_in;
mod syntax;
#[cfg(test)]
mod tests;
mod unknown;
mod variant;
mod words;

use serde::de::DeserializeOwned;

use crate::finding::{self, FileId, Finding};

pub use decode::decode;
pub use error::Refusal;
pub use filled::filled;
pub use known::LIST_KEYS;
pub use located::Located;
pub use map::Map;
pub use merge::merge;
pub use nearest::{alike, bare, clear, nearest};
pub use node::{Kind, Node, Style};
pub(crate) use numerals::NAME as NUMBER;
pub use odd::{odd_blank, with_blanks};
pub use parse::{Parsed, early, parse};

/// A value read from a tree, as far as it could be, and all that was wrong.
#[derive(Clone, Debug)]
pub struct Read<T> {
    /// The value; none where not even stand-ins for its faulty parts made one.
    pub value: Option<T>,
    /// The faults, in the order of their places.
    pub findings: Vec<Finding>,
}

/// Reads a typed value from a tree.
///
/// Faulty parts are left out or, where the type cannot do without, stood in for by something empty, so that
/// the rest can still be checked: see [`Located::is_stand_in`].
pub fn read<T: DeserializeOwned>(node: &Node<'_>) -> Read<T> {
    context::read(node, false)
}

/// Reads a typed value from a tree that is only a part of what was written ([`Parsed::broken`]): missing keys
/// are not reported, since they may stand in the part that could not be read.
pub fn read_broken<T: DeserializeOwned>(node: &Node<'_>) -> Read<T> {
    context::read(node, true)
}

/// Parses a text and reads a typed value from it.
pub fn read_text<T: DeserializeOwned>(file: FileId, text: &str) -> Read<T> {
    let Parsed { root, mut findings, broken } = parse(file, text);
    let Some(root) = root else { return Read { value: None, findings } };
    let read = context::read(&root, broken);
    findings.extend(read.findings);
    finding::sort(&mut findings);
    Read { value: read.value, findings }
}
