//! Values with the position that they were read from.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::{Accepts, FromNode, ReadNode, Reader};
use crate::finding::Span;

/// A value and the position where it is written.
///
/// It compares, sorts and hashes by the value alone. Use `Option<Located<T>>` for an optional value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The position of the value.
    pub span: Span,
}

impl<T> Located<T> {
    /// Creates a value at a position.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Returns `true` if nothing is written at the position: the value is a default, or a placeholder for a
    /// missing one.
    ///
    /// The missing value has been reported already, so such a value needs no further findings.
    pub fn is_placeholder(&self) -> bool {
        self.span.start == self.span.end
    }
}

impl<T> Deref for Located<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Located<T> {}

impl<T: PartialOrd> PartialOrd for Located<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Located<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Hash> Hash for Located<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl Borrow<str> for Located<String> {
    fn borrow(&self) -> &str {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Located<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: FromNode> FromNode for Located<T> {
    const ACCEPTS: Accepts = T::ACCEPTS;

    fn expected() -> Cow<'static, str> {
        T::expected()
    }

    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        Some(Self { value: T::from_node(node, reader)?, span: node.node.span })
    }

    fn placeholder(at: Span) -> Self {
        Self { value: T::placeholder(at), span: at }
    }
}

impl<T: JsonSchema> JsonSchema for Located<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_is_that_of_the_value() {
        let text = |schema: Schema| serde_json::to_string(&schema).unwrap();
        assert_eq!(text(schemars::schema_for!(Located<u8>)), text(schemars::schema_for!(u8)));
    }
}
