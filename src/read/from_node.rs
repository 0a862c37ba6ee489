//! The trait of types that can be read, and the node that they are read from.

use std::borrow::Cow;

use super::{NodeKind, Reader};
use crate::finding::Span;
use crate::yaml::Node;

/// A type that can be read from a node of a tree.
pub trait FromNode: Sized {
    /// The kinds of node that the type is read from, for the help if another kind or nothing is written.
    const ACCEPTS: Accepts;

    /// Returns what is expected, as a noun phrase for messages: "text", "a whole number", "a unit, such as
    /// {unit: SP}".
    fn expected() -> Cow<'static, str>;

    /// Reads a value. Returns `None`, having reported the fault, if the node is faulty.
    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self>;

    /// Returns an empty value in place of a missing or faulty one that has been reported. `at` is its
    /// position, a span of no width.
    fn placeholder(at: Span) -> Self;

    /// Returns the value of a key that is left out. `None` if the key is required.
    fn absent() -> Option<Self> {
        None
    }
}

/// The kinds of node that a type is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepts {
    /// A single value.
    pub scalar: bool,
    /// A list or a map, either of which may be empty.
    pub collection: bool,
}

impl Accepts {
    /// Only a single value.
    pub const SCALAR: Self = Self { scalar: true, collection: false };
    /// Only a list or a map.
    pub const COLLECTION: Self = Self { scalar: false, collection: true };
}

/// A node that is being read, and its role in the node around it.
#[derive(Clone, Copy)]
pub struct ReadNode<'t> {
    pub(super) node: &'t Node<'t>,
    pub(super) role: NodeRole<'t>,
}

/// The role of a node in the node around it.
#[derive(Clone, Copy)]
pub enum NodeRole<'t> {
    /// The whole file.
    Root,
    /// A key of a map. It is text, even if it looks like a number.
    Key,
    /// The value of this key.
    Value(&'t Node<'t>),
    /// An item of the list at this key. `None` if the list has no key.
    Item(Option<&'t Node<'t>>),
}

impl<'t> ReadNode<'t> {
    /// Wraps the root of a tree.
    pub fn root(node: &'t Node<'t>) -> Self {
        Self { node, role: NodeRole::Root }
    }

    /// Wraps a key of a map.
    pub(super) fn key(node: &'t Node<'t>) -> Self {
        Self { node, role: NodeRole::Key }
    }

    /// Wraps the value of a key of a map.
    pub(super) fn value(key: &'t Node<'t>, node: &'t Node<'t>) -> Self {
        Self { node, role: NodeRole::Value(key) }
    }

    /// Wraps an item of this list.
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

    /// Returns `true` if the node is a map that has one of these keys.
    pub fn has_any_key(self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.node.get(key).is_some())
    }

    /// Returns `true` if the node is empty, `~` or `null`. A key never is.
    pub(super) fn is_null(self) -> bool {
        !matches!(self.role, NodeRole::Key) && self.node.is_null()
    }

    /// Returns `true` if the key has nothing after it, not even `~` or `null`.
    pub(super) fn is_left_empty(self) -> bool {
        self.is_null() && self.node.as_str() == Some("")
    }

    /// Returns the text to label in a finding: the node, or its key if the node is empty.
    pub(super) fn label_span(self) -> Span {
        match self.role {
            NodeRole::Value(key) if self.node.span.start == self.node.span.end => key.span,
            _ => self.node.span,
        }
    }

    /// Returns the position of placeholders for parts of this node: a span of no width at its start.
    pub(super) fn placeholder_span(self) -> Span {
        let Span { file, start, .. } = self.node.span;
        Span { file, start, end: start }
    }
}
