//! Reads structs: from a map whose keys are their fields (`record!`).

use std::borrow::Cow;

use schemars::Schema;
use serde_json::Value;

use super::node_faults::location_suffix;
use super::{FromNode, ReadNode, Reader};
use crate::finding::{Code, Finding, SubjectKind};
use crate::yaml::{Node, NodeContent, missing_space_help};

/// How many unknown keys of a map are examined for a misspelt required key, since a hostile map may have
/// millions.
const MOST_COMPARED: usize = 64;

/// A map that a struct is read from. Its unknown keys have been reported.
pub struct Record<'t> {
    node: ReadNode<'t>,
    entries: &'t [(Node<'t>, Node<'t>)],
    known: &'static [&'static str],
    expected: Cow<'static, str>,
}

impl Reader {
    /// Returns the map that a struct is read from, and reports its unknown keys.
    ///
    /// Returns `None`, having reported it, if the node is not a map.
    pub fn record<'t, T: FromNode>(
        &mut self,
        node: ReadNode<'t>,
        known: &'static [&'static str],
    ) -> Option<Record<'t>> {
        let entries = match &node.node.content {
            NodeContent::Map(entries) => entries,
            NodeContent::Scalar { text, .. } => {
                return self
                    .report_wrong_type_with_help::<T>(node, missing_space_help(text, known))
                    .and(None);
            }
            NodeContent::Seq(_) => return self.report_wrong_type::<T>(node).and(None),
        };
        for (key, value) in entries {
            let name = key.as_str().unwrap_or_default();
            if !known.contains(&name) && self.key_text(ReadNode::key(key), name).is_some() {
                self.report_unknown_key(node, key, value, known);
            }
        }
        Some(Record { node, entries, known, expected: T::expected() })
    }
}

impl Record<'_> {
    /// Reads the value of a key. A faulty or missing value is reported and replaced by a placeholder.
    pub fn take<T: FromNode>(&self, key: &'static str, reader: &mut Reader) -> T {
        match self.entries.iter().find(|(name, _)| name.as_str() == Some(key)) {
            Some((name, value)) => T::from_node(ReadNode::value(name, value), reader)
                .or_else(T::absent)
                .unwrap_or_else(|| T::placeholder(self.node.placeholder_span())),
            None => T::absent().unwrap_or_else(|| {
                self.report_missing(key, reader);
                T::placeholder(self.node.placeholder_span())
            }),
        }
    }

    /// Reports a missing required key, unless an unknown key may be the same one misspelt, or it may be in a
    /// part of the file that could not be read.
    fn report_missing(&self, key: &'static str, reader: &mut Reader) {
        // An unknown key may be the missing one misspelt, unless it is near another known key
        let may_be = |name: &str, value: &Node<'_>| match self.node.intended_key(name, self.known) {
            Some(near) => near == key,
            None => value.as_str().is_some_and(|text| !text.is_empty()) && self.expected != "a map",
        };
        let unknown = self.entries.iter().filter_map(|(name, value)| Some((name.as_str()?, value)));
        let mut unknown = unknown.filter(|(name, _)| !self.known.contains(name)).take(MOST_COMPARED);
        if reader.tree_is_partial || unknown.any(|(name, value)| may_be(name, value)) {
            return;
        }
        let message = format!("missing key `{key}`{}", location_suffix(self.node.role));
        // In an overlaid tree, some keys are in another file
        let file = self.node.node.span.file;
        let here = self.entries.iter().map(|(name, _)| name.span).filter(|span| span.file == file);
        let first = here.min_by_key(|span| span.start);
        let help = match self.expected.as_ref() {
            "a map" => format!("write `{key}: …`"),
            expected => format!("write `{key}: …`; expected here: {expected}"),
        };
        let span = first.unwrap_or(self.node.node.span);
        reader.faults.add(
            Finding::new(Code::MissingKey, span, message).with_subject(SubjectKind::Key, key).with_help(help),
        );
    }
}

/// Replaces underscores by hyphens at compile time: `attached_to` becomes `attached-to`.
pub const fn kebab_case<const N: usize>(name: &str) -> [u8; N] {
    let (mut out, mut at) = ([0; N], 0);
    while at < N {
        let byte = name.as_bytes()[at];
        out[at] = if byte == b'_' { b'-' } else { byte };
        at += 1;
    }
    out
}

/// The key of a field: its name with hyphens, or the key that is given for it.
macro_rules! key {
    ($field:ident) => {{
        const BYTES: &[u8] = &$crate::read::kebab_case::<{ stringify!($field).len() }>(stringify!($field));
        const KEY: &str = match std::str::from_utf8(BYTES) {
            Ok(key) => key,
            Err(_) => "",
        };
        KEY
    }};
    ($field:ident $key:literal) => {
        $key
    };
}

/// Implements [`FromNode`] for a struct: `record! { Part, "a part, such as {size: 4}": size, options }`.
///
/// The keys are the names of the fields, with hyphens; `place as "where"` gives a field another key. A key
/// may be left out if the type of its field can be absent: an option, a list, a map or a truth value. With
/// `#[schemars(transform = Self::schema_as_read)]` on the struct, its schema has the same keys, so that
/// editors and reader cannot disagree.
macro_rules! record {
    ($name:ident: $($rest:tt)*) => { $crate::read::record! { $name, "a map": $($rest)* } };
    ($name:ident, $expected:literal: $($field:ident $(as $key:literal)?),* $(,)?) => {
        impl $crate::read::FromNode for $name {
            const ACCEPTS: $crate::read::Accepts = $crate::read::Accepts::COLLECTION;

            fn expected() -> std::borrow::Cow<'static, str> {
                $expected.into()
            }

            fn from_node(node: $crate::read::ReadNode<'_>, reader: &mut $crate::read::Reader) -> Option<Self> {
                let keys = reader.record::<Self>(node, const { &[$($crate::read::key!($field $($key)?)),*] })?;
                Some(Self { $($field: keys.take($crate::read::key!($field $($key)?), reader)),* })
            }

            fn placeholder(at: $crate::finding::Span) -> Self {
                Self { $($field: $crate::read::FromNode::placeholder(at)),* }
            }
        }

        impl $name {
            #[allow(dead_code, reason = "for the schema, which types in tests do not have")]
            pub(crate) fn schema_as_read(schema: &mut schemars::Schema) {
                let keys = [$((
                    stringify!($field),
                    $crate::read::key!($field $($key)?),
                    $crate::read::is_required(|all: &Self| &all.$field),
                )),*];
                $crate::read::schema_as_read(schema, &keys);
            }
        }
    };
}

pub(crate) use {key, record};

/// Returns `true` if the key of a field is required.
pub fn is_required<S, T: FromNode>(_: fn(&S) -> &T) -> bool {
    T::absent().is_none()
}

/// Adapts the schema of a struct to how the struct is read: keys as they are written, only the required ones
/// required, and no others allowed.
///
/// Each of `keys` is a field's name, its key, and whether the key is required.
pub fn schema_as_read(schema: &mut Schema, keys: &[(&str, &str, bool)]) {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let key_of = |name: String| match keys.iter().find(|(field, ..)| *field == name) {
            Some((_, key, _)) => (*key).to_owned(),
            None => name,
        };
        *properties = std::mem::take(properties).into_iter().map(|(name, of)| (key_of(name), of)).collect();
    }
    schema.remove("required");
    let required: Vec<&str> =
        keys.iter().filter(|(.., required)| *required).map(|(_, key, _)| *key).collect();
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
}
