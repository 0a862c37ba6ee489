//! How structs are read: from a map whose keys are their fields.

use std::borrow::Cow;

use schemars::Schema;
use serde_json::Value;

use super::fault::location_suffix;
use super::{FromNode, ReadNode, Reader};
use crate::finding::{Code, Finding, SubjectKind};
use crate::yaml::{Kind, Node, missing_space_help};

/// How many keys of a map are looked at for misspelt ones.
const MOST_COMPARED: usize = 64;

/// A map with known keys, of which the unknown ones have been reported.
pub struct Record<'t> {
    node: ReadNode<'t>,
    entries: &'t [(Node<'t>, Node<'t>)],
    known: &'static [&'static str],
    expected: Cow<'static, str>,
}

impl Reader {
    /// The map that a struct is read from. `None` if the node is not a map, which has then been reported.
    pub fn record<'t, T: FromNode>(
        &mut self,
        node: ReadNode<'t>,
        known: &'static [&'static str],
    ) -> Option<Record<'t>> {
        let entries = match &node.node.kind {
            Kind::Map(entries) => entries,
            Kind::Scalar { text, .. } => {
                return self.wrong_type_with::<T>(node, missing_space_help(text, known)).and(None);
            }
            Kind::Seq(_) => return self.wrong_type::<T>(node).and(None),
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
    /// The value of a key. A faulty or missing one is reported and replaced by a placeholder.
    pub fn take<T: FromNode>(&self, key: &'static str, reader: &mut Reader) -> T {
        match self.entries.iter().find(|(name, _)| name.as_str() == Some(key)) {
            Some((name, value)) => T::from_node(ReadNode::value(name, value), reader)
                .or_else(T::absent)
                .unwrap_or_else(|| T::placeholder(self.node.start())),
            None => T::absent().unwrap_or_else(|| {
                self.report_missing(key, reader);
                T::placeholder(self.node.start())
            }),
        }
    }

    /// Reports that a required key is missing, unless a misspelt one stands for it or it may be in a part of the
    /// file that could not be read.
    fn report_missing(&self, key: &'static str, reader: &mut Reader) {
        // A key that is not known may be just this one, unless it is near another
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
        // Keys that an overlay took over are in another file
        let file = self.node.node.span.file;
        let first = self.entries.iter().map(|(name, _)| name.span).find(|span| span.file == file);
        let help = match self.expected.as_ref() {
            "a map" => format!("write `{key}: …`"),
            expected => format!("write `{key}: …`; what is wanted here is {expected}"),
        };
        let span = first.unwrap_or(self.node.node.span);
        reader
            .faults
            .add(Finding::new(Code::MissingKey, span, message).about(SubjectKind::Key, key).help(help));
    }
}

/// `attached_to` as `attached-to`, at compile time.
pub const fn kebab_case<const N: usize>(name: &str) -> [u8; N] {
    let (mut out, mut at) = ([0; N], 0);
    while at < N {
        let byte = name.as_bytes()[at];
        out[at] = if byte == b'_' { b'-' } else { byte };
        at += 1;
    }
    out
}

/// The key of a field: its name with hyphens, or the name that is given for it.
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

/// Makes a struct [`FromNode`]: `record! { Part, "a part, such as {size: 4}": size, options }`.
///
/// Its keys are its fields, with hyphens; `place as "where"` names another. A field whose type may be absent (an
/// option, a list, a map, a truth value) may be left out. With `#[schemars(transform = Self::schema_as_read)]` on the
/// struct, its schema says the same, so that editors and reader cannot disagree.
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

/// Whether a field's key must be given.
pub fn is_required<S, T: FromNode>(_: fn(&S) -> &T) -> bool {
    T::absent().is_none()
}

/// Makes a struct's schema say how it is read: the keys by their written names, the required ones, and no others.
/// Each of `keys` is a field's name, its key, and whether it is required.
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
