//! What a type must say of itself to be read, and the node that it is read from.

use std::borrow::Cow;

use super::{NodeKind, Reader};
use crate::finding::Span;
use crate::yaml::Node;

/// A type that is read from a node of a tree.
pub trait FromNode: Sized {
    /// What kinds of node it is read from, for the help where nothing or something else is written.
    const ACCEPTS: Accepts;

    /// What is expected, as messages name it: "text", "a whole number", "a unit, such as {unit: SP}".
    fn expected() -> Cow<'static, str>;

    /// Reads a value. `None` if the node is faulty, which has then been reported.
    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self>;

    /// Something empty in place of a missing or faulty value that was reported. `at` is the empty place it claims.
    fn placeholder(at: Span) -> Self;

    /// The value of a key that is left out. `None` if the key is required.
    fn absent() -> Option<Self> {
        None
    }
}

/// The kinds of node that a type is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepts {
    /// A single value.
    pub scalar: bool,
    /// A list or a map that may be empty.
    pub collection: bool,
}

impl Accepts {
    /// Only a single value.
    pub const SCALAR: Self = Self { scalar: true, collection: false };
    /// Only a list or a map.
    pub const COLLECTION: Self = Self { scalar: false, collection: true };
}

/// A node that is being read, and what it is to the node around it.
#[derive(Clone, Copy)]
pub struct ReadNode<'t> {
    pub(super) node: &'t Node<'t>,
    pub(super) role: NodeRole<'t>,
}

/// What a node is to the node around it.
#[derive(Clone, Copy)]
pub enum NodeRole<'t> {
    /// The whole file.
    Root,
    /// The key of a map, which is text whatever it looks like.
    Key,
    /// The value of this key.
    Value(&'t Node<'t>),
    /// An item of the list at this key. `None` if the list has no key.
    Item(Option<&'t Node<'t>>),
}

impl<'t> ReadNode<'t> {
    /// The root of a tree.
    pub fn root(node: &'t Node<'t>) -> Self {
        Self { node, role: NodeRole::Root }
    }

    /// A key of a map.
    pub(super) fn key(node: &'t Node<'t>) -> Self {
        Self { node, role: NodeRole::Key }
    }

    /// The value of a key of a map.
    pub(super) fn value(key: &'t Node<'t>, node: &'t Node<'t>) -> Self {
        Self { node, role: NodeRole::Value(key) }
    }

    /// An item of this list.
    pub(super) fn item(self, node: &'t Node<'t>) -> Self {
        let key = match self.role {
            NodeRole::Value(key) => Some(key),
            NodeRole::Item(key) => key,
            NodeRole::Root | NodeRole::Key => None,
        };
        Self { node, role: NodeRole::Item(key) }
    }

    /// Returns `true` if the node is of this kind.
    pub fn is_kind(self, kind: NodeKind) -> bool {
        kind.is_kind_of(self.node)
    }

    /// Returns `true` if nothing is written here; a key is always something.
    pub(super) fn is_null(self) -> bool {
        !matches!(self.role, NodeRole::Key) && self.node.is_null()
    }

    /// Returns `true` if the key has nothing after it, not even a word for nothing.
    pub(super) fn is_left_empty(self) -> bool {
        self.is_null() && self.node.as_str() == Some("")
    }

    /// The words to label: those of the node, or of its key if the node is empty.
    pub(super) fn span(self) -> Span {
        match self.role {
            NodeRole::Value(key) if self.node.span.start == self.node.span.end => key.span,
            _ => self.node.span,
        }
    }

    /// The empty place at which placeholders for parts of this node stand.
    pub(super) fn start(self) -> Span {
        let Span { file, start, .. } = self.node.span;
        Span { file, start, end: start }
    }
}
