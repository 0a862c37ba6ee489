//! Maps and lists that say something where they stand: an empty one is a slip.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};

use super::{Kind, Node};

/// The newtype name by which such a value asks to be looked at.
pub(super) const NAME: &str = "$filled";

/// What to do about an empty one.
pub(super) const HELP: &str = "leave it out, or write something in it";

/// What a node is that is empty though it has brackets.
pub(super) fn empty(node: &Node<'_>) -> Option<&'static str> {
    match &node.kind {
        Kind::Map(entries) if entries.is_empty() => Some("an empty map"),
        Kind::Seq(items) if items.is_empty() => Some("an empty list"),
        _ => None,
    }
}

/// Reads a value, and refuses an empty map or list: for `deserialize_with`.
pub fn filled<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_newtype_struct(NAME, Filled(PhantomData))
}

struct Filled<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Filled<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}
