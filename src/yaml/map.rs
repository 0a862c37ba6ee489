//! A map whose keys are the writer's own.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

use super::Located;

/// A map with free keys, in the order of the file, each key with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map<T>(pub IndexMap<Located<String>, T>);

impl<T> Map<T> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&T> {
        self.0.get(key)
    }

    /// Keys and values in the order of the file.
    pub fn iter(&self) -> indexmap::map::Iter<'_, Located<String>, T> {
        self.0.iter()
    }

    /// The keys in the order of the file.
    pub fn keys(&self) -> indexmap::map::Keys<'_, Located<String>, T> {
        self.0.keys()
    }

    /// The values in the order of the file.
    pub fn values(&self) -> indexmap::map::Values<'_, Located<String>, T> {
        self.0.values()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
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

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Map<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

struct MapVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for MapVisitor<T> {
    type Value = Map<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Map<T>, A::Error> {
        let mut map = IndexMap::with_capacity(access.size_hint().unwrap_or_default());
        while let Some((key, value)) = access.next_entry()? {
            map.insert(key, value);
        }
        Ok(Map(map))
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
        format!("muster::yaml::Map<{}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": generator.subschema_for::<T>() })
    }
}
