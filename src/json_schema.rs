//! Generates the JSON Schemas (draft-07) of Muster's files from the types that read them.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::adjust_json_schemas::{remove_null, title_definitions};
use crate::call;
use crate::format::{book::Book, event::Event, list::List, ruleset::Ruleset};

/// A kind of file, or of calls, with a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum SchemaKind {
    /// One player's army
    List,
    /// What one historical army may field
    Book,
    /// One game
    Ruleset,
    /// An organiser's extra terms
    Event,
    /// The requests and answers of a call
    Call,
}

impl SchemaKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::List, Self::Book, Self::Ruleset, Self::Event, Self::Call];

    /// The kinds of files that people write.
    pub const FILES: [Self; 4] = [Self::List, Self::Book, Self::Ruleset, Self::Event];

    /// Returns the name of the schema file, as the first line of a list refers to it.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::List => "list.schema.json",
            Self::Book => "book.schema.json",
            Self::Ruleset => "ruleset.schema.json",
            Self::Event => "event.schema.json",
            Self::Call => "call.schema.json",
        }
    }

    /// Returns the schema as formatted JSON, ending in a line break.
    pub fn text(self) -> String {
        let mut schema = match self {
            Self::List => schema_of::<List>(),
            Self::Book => schema_of::<Book>(),
            Self::Ruleset => schema_of::<Ruleset>(),
            Self::Event => schema_of::<Event>(),
            Self::Call => call::schema(),
        };
        match self {
            Self::Ruleset => require_keys_unless_extending(&mut schema, &["ruleset"]),
            Self::Book => require_keys_unless_extending(&mut schema, &["book", "ruleset", "name", "version"]),
            Self::List | Self::Event | Self::Call => {}
        }
        // The value holds only strings, numbers, lists and objects, so it cannot fail to print
        serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
    }
}

/// Returns the schema of `T`, adapted to how Muster reads files.
fn schema_of<T: JsonSchema>() -> Value {
    let mut schema = SchemaSettings::draft07().into_generator().into_root_schema_for::<T>().to_value();
    adapt_to_reader(&mut schema);
    title_definitions(&mut schema);
    schema
}

/// Adapts a generated schema to how Muster reads files and how editors show schemas.
///
/// An optional key may be missing but not null, a text may be written as a number, and a description is a
/// single paragraph.
fn adapt_to_reader(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(adapt_to_reader),
        Value::Object(object) => {
            remove_null(object);
            let free = !["const", "enum", "pattern", "maxLength"].iter().any(|key| object.contains_key(*key));
            if free && object.get("type") == Some(&json!("string")) {
                object.insert("type".to_owned(), json!(["string", "number"]));
            }
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            object.values_mut().for_each(adapt_to_reader);
        }
        _ => {}
    }
}

/// Requires keys only in files without `extends`, except for those that each file has itself. A file that extends
/// another gets missing keys from that one.
fn require_keys_unless_extending(schema: &mut Value, own: &[&str]) {
    let mut merged = BTreeSet::new();
    let needed = RequiredKeys { root: schema, definitions: &mut merged, open_definitions: Vec::new() }
        .required_below(schema);
    for name in merged {
        if let Some(Value::Object(definition)) = schema.pointer_mut(&format!("/definitions/{name}")) {
            definition.remove("required");
        }
    }
    if let (Some(object), Some(needed)) = (schema.as_object_mut(), needed) {
        object.insert("required".to_owned(), json!(own));
        object.insert("if".to_owned(), json!({"not": {"required": ["extends"]}}));
        object.insert("then".to_owned(), needed);
    }
}

/// Collects the required keys of a schema and of the maps inside it.
///
/// Lists are not followed: `extends` merges maps key by key but replaces lists as a whole, so items of a list
/// keep their required keys.
struct RequiredKeys<'a> {
    root: &'a Value,
    /// Names of the definitions with required keys.
    definitions: &'a mut BTreeSet<String>,
    /// Names of the definitions being followed. A definition may contain itself, so these are not entered
    /// again.
    open_definitions: Vec<String>,
}

impl RequiredKeys<'_> {
    /// Returns a schema of the required keys at and below `at`. `None` if nothing is required there.
    fn required_below(&mut self, at: &Value) -> Option<Value> {
        let mut required_keys = Map::new();
        if let Some(name) =
            at.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/definitions/"))
        {
            let definition = self.root.pointer(&format!("/definitions/{name}"))?;
            if self.open_definitions.iter().any(|outer| outer == name) {
                return None;
            }
            self.open_definitions.push(name.to_owned());
            let inner = self.required_below(definition);
            self.open_definitions.pop();
            if inner.is_some() {
                self.definitions.insert(name.to_owned());
            }
            return inner;
        }
        if let Some(required) = at.get("required") {
            required_keys.insert("required".to_owned(), required.clone());
        }
        if let Some(Value::Object(properties)) = at.get("properties") {
            let inner =
                properties.iter().filter_map(|(key, value)| Some((key.clone(), self.required_below(value)?)));
            let inner: Map<String, Value> = inner.collect();
            if !inner.is_empty() {
                required_keys.insert("properties".to_owned(), inner.into());
            }
        }
        if let Some(inner) = at.get("additionalProperties").and_then(|more| self.required_below(more)) {
            required_keys.insert("additionalProperties".to_owned(), inner);
        }
        for part in ["allOf", "anyOf"].iter().filter_map(|key| at.get(*key)?.as_array()).flatten() {
            if let Some(Value::Object(inner)) = self.required_below(part) {
                required_keys.extend(inner);
            }
        }
        (!required_keys.is_empty()).then(|| required_keys.into())
    }
}
