//! Maps whose keys the writer of the file chooses.

use std::borrow::Cow;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{Accepts, FromNode, Located, ReadNode, Reader};
use crate::finding::Span;
use crate::yaml::NodeContent;

/// A map with free keys, in the order of the file, each key with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map<T>(pub IndexMap<Located<String>, T>);

impl<T> Map<T> {
    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&T> {
        self.0.get(key)
    }

    /// Returns the keys and values, in the order of the file.
    pub fn iter(&self) -> indexmap::map::Iter<'_, Located<String>, T> {
        self.0.iter()
    }

    /// Returns the keys, in the order of the file.
    pub fn keys(&self) -> indexmap::map::Keys<'_, Located<String>, T> {
        self.0.keys()
    }

    /// Returns the values, in the order of the file.
    pub fn values(&self) -> indexmap::map::Values<'_, Located<String>, T> {
        self.0.values()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for Map<T> {
    fn default() -> Self {
        Self(IndexMap::new())
    }
}

impl<'a, T> IntoIterator for &'a Map<T> {
    type Item = (&'a Located<String>, &'a T);
    type IntoIter = indexmap::map::Iter<'a, Located<String>, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T: FromNode> FromNode for Map<T> {
    const ACCEPTS: Accepts = Accepts::COLLECTION;

    fn expected() -> Cow<'static, str> {
        "a map".into()
    }

    /// Reads a map without its faulty entries.
    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        let entries = match &node.node.content {
            NodeContent::Map(entries) => entries.as_slice(),
            _ if node.is_left_empty() => &[],
            _ if node.is_null() => return reader.report_null(node),
            _ => return reader.report_wrong_type(node),
        };
        let mut map = IndexMap::with_capacity(entries.len());
        for (key, value) in entries {
            let Some(name) = Located::<String>::from_node(ReadNode::key(key), reader) else { continue };
            if let Some(value) = T::from_node(ReadNode::value(key, value), reader) {
                map.insert(name, value);
            }
        }
        Some(Self(map))
    }

    fn placeholder(_: Span) -> Self {
        Self::default()
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

impl<T: JsonSchema> JsonSchema for Map<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Map_of_{}", T::schema_name()).into()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("muster::read::Map<{}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": generator.subschema_for::<T>() })
    }
}
