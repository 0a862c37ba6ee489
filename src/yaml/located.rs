//! A value with the place it was read from.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

use crate::finding::{FileId, Span};

/// The newtype name by which [`Located`] asks for a place. Deserializers that do not know it see a plain
/// newtype, and the place is empty.
pub(super) const NAME: &str = "$located";

/// A value and where it is written. Compares, sorts and hashes by the value alone. For an optional one take
/// `Option<Located<T>>`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Located<T> {
    /// A value at a place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Whether nothing is written at the place: the value is a default, or stands in for a missing one that
    /// was already reported. Such a value is not worth further findings.
    pub fn is_stand_in(&self) -> bool {
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

/// A span as one number, the form in which it passes through serde.
pub(super) fn pack(span: Span) -> u128 {
    u128::from(span.file.0) << 64 | u128::from(span.start) << 32 | u128::from(span.end)
}

fn unpack(packed: u128) -> Span {
    let part = |shift: u32| u32::try_from(packed >> shift & 0xFFFF_FFFF).unwrap_or_default();
    Span { file: FileId(part(64)), start: part(32), end: part(0) }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Located<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(NAME, LocatedVisitor(PhantomData))
    }
}

struct LocatedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for LocatedVisitor<T> {
    type Value = Located<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Located<T>, D::Error> {
        T::deserialize(deserializer).map(|value| Located { value, span: Span::default() })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Located<T>, A::Error> {
        let none = || A::Error::custom("a place and a value are wanted");
        let span = unpack(seq.next_element_seed(PhantomData)?.ok_or_else(none)?);
        let value = seq.next_element_seed(PhantomData)?.ok_or_else(none)?;
        Ok(Located { value, span })
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
    fn a_span_survives_packing() {
        let span = Span { file: FileId(u32::MAX), start: 7, end: u32::MAX - 1 };
        assert_eq!(unpack(pack(span)), span);
    }

    #[test]
    fn other_deserializers_see_the_value() {
        let read: Located<String> = serde_json::from_str("\"x\"").unwrap();
        assert_eq!(read.value, "x");
        assert!(read.is_stand_in());
    }

    #[test]
    fn the_schema_is_that_of_the_value() {
        let of = |s: Schema| serde_json::to_string(&s).unwrap();
        assert_eq!(of(schemars::schema_for!(Located<u8>)), of(schemars::schema_for!(u8)));
    }
}
