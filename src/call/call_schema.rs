//! The JSON Schema of requests and answers, made from the types that read and write them.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::error::CallError;
use super::{Also, Operation, VERSION, operation_schemas};
use crate::adjust_json_schemas::{remove_null, title_definitions};

/// Returns the schema of all requests and answers.
///
/// Its definitions have `Request` and `Answer`, and for each operation a name such as `check.request` and
/// `check.answer`.
pub(crate) fn schema() -> Value {
    let mut requests = SchemaSettings::draft07().into_generator();
    let mut answers = SchemaSettings::draft07().for_serialize().into_generator();
    let also = Also::json_schema(&mut requests).to_value();
    let error = CallError::json_schema(&mut answers).to_value();
    let mut definitions = Map::new();
    let (mut request_refs, mut answer_refs) = (Vec::new(), Vec::new());
    for (word, mut request, answer) in operation_schemas(&mut requests, &mut answers) {
        add_envelope(request.ensure_object(), word, &also);
        let answer = answer_of(word, &answer.to_value());
        for (kind, schema, refs) in
            [("request", request.to_value(), &mut request_refs), ("answer", answer, &mut answer_refs)]
        {
            let name = format!("{word}.{kind}");
            refs.push(json!({"$ref": format!("#/definitions/{name}")}));
            definitions.insert(name, schema);
        }
    }
    answer_refs.push(json!({"$ref": "#/definitions/error"}));
    let words: Vec<&str> = Operation::WORDS.iter().map(|(word, _)| *word).collect();
    definitions.insert(
        "error".to_owned(),
        json!({
            "description": "The answer to a request that cannot be answered",
            "type": "object",
            "properties": {
                "version": {"const": VERSION},
                "op": {"enum": words.iter().map(|word| json!(word)).chain([Value::Null]).collect::<Vec<_>>()},
                "error": error,
            },
            "required": ["version", "op", "error"],
            "additionalProperties": false,
        }),
    );
    definitions.insert("Request".to_owned(), json!({"anyOf": request_refs}));
    definitions.insert("Answer".to_owned(), json!({"anyOf": answer_refs}));
    let mut parts = taken_definitions(&mut requests);
    // A key of a request may be left out, but it is not null
    let requests =
        definitions.iter_mut().filter(|(name, _)| name.ends_with(".request")).map(|(_, schema)| schema);
    parts.values_mut().chain(requests).for_each(forbid_null);
    definitions.extend(parts);
    definitions.extend(taken_definitions(&mut answers));
    let mut schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Muster call",
        "description": "Requests and answers of `muster::call`, version 1: docs/call.md",
        "definitions": definitions,
        "anyOf": [{"$ref": "#/definitions/Request"}, {"$ref": "#/definitions/Answer"}],
    });
    title_definitions(&mut schema);
    schema
}

/// Adds the keys of the envelope to the schema of a request.
fn add_envelope(request: &mut Map<String, Value>, word: &str, also: &Value) {
    let keys = json!({
        "version": {"const": VERSION},
        "op": {"const": word},
        "also": {"type": "array", "items": also, "uniqueItems": true},
    });
    request.insert("type".to_owned(), json!("object"));
    if let (Value::Object(own), Value::Object(keys)) =
        (request.entry("properties").or_insert_with(|| json!({})), keys)
    {
        own.extend(keys);
    }
    if let Value::Array(required) = request.entry("required").or_insert_with(|| json!([])) {
        required.insert(0, json!("op"));
    }
    request.insert("additionalProperties".to_owned(), json!(false));
}

/// Returns the schema of an answer, in its envelope.
fn answer_of(word: &str, answer: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {
            "version": {"const": VERSION},
            "op": {"const": word},
            "ok": answer,
            "also": {
                "type": "object",
                "properties": {
                    "check": {"$ref": "#/definitions/check.answer/properties/ok"},
                    "army": {"$ref": "#/definitions/army.answer/properties/ok"},
                    "rooms": {"$ref": "#/definitions/rooms.answer/properties/ok"},
                },
                "additionalProperties": false,
            },
        },
        "required": ["version", "op", "ok"],
        "additionalProperties": false,
    })
}

fn taken_definitions(generator: &mut SchemaGenerator) -> Map<String, Value> {
    generator.take_definitions(true)
}

/// Removes `null` from a schema and everything in it.
fn forbid_null(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(forbid_null),
        Value::Object(object) => {
            remove_null(object);
            object.values_mut().for_each(forbid_null);
        }
        _ => {}
    }
}
