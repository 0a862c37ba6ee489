//! The schema of requests and answers, judged by another's validator.

use std::cell::RefCell;

use boon::{Compiler, SchemaIndex, Schemas};
use muster::SchemaKind;
use serde_json::{Value as Json, json};

use super::error_of;

const URL: &str = "http://muster.test/call.schema.json";

thread_local! {
    static COMPILED: RefCell<(Schemas, Compiler)> = RefCell::new({
        let mut compiler = Compiler::new();
        compiler.add_resource(URL, serde_json::from_str(&SchemaKind::Call.text()).unwrap()).unwrap();
        (Schemas::new(), compiler)
    });
}

/// Returns what the validator says against a value. `None` if it is valid.
pub(super) fn complaint(definition: &str, value: &Json) -> Option<String> {
    COMPILED.with_borrow_mut(|(schemas, compiler)| {
        let place = format!("{URL}#/definitions/{definition}");
        let index: SchemaIndex = compiler.compile(&place, schemas).unwrap();
        schemas.validate(value, index).err().map(|error| format!("{error:#}"))
    })
}

pub(super) fn assert_valid(definition: &str, value: &Json) {
    // Only the schema of the operation says what is wrong with its answer
    let op = value.get("op").and_then(Json::as_str).filter(|_| value.get("ok").is_some());
    let definition = op.map_or_else(|| definition.to_owned(), |op| format!("{op}.answer"));
    let complaint = complaint(&definition, value);
    assert_eq!(complaint, None, "{definition}: {value}");
}

#[test]
fn the_schema_refuses_what_the_engine_refuses() {
    let list = json!({"text": ""});
    for (request, at) in [
        (json!({"op": "check"}), "/list"),
        (json!({"op": "check", "list": list, "lits": 1}), "/lits"),
        (json!({"op": "check", "list": {"text": 5}}), "/list/text"),
        (json!({"op": "check", "list": {"text": "", "draft": null}}), "/list/draft"),
        (json!({"op": "check", "list": {"text": "", "path": null}}), "/list/path"),
        (json!({"op": "check", "list": list, "also": ["checks"]}), "/also/0"),
        (json!({"op": "check", "list": list, "also": ["army", "army"]}), "/also/1"),
        (json!({"op": "games", "game": "fra"}), "/game"),
        (json!({"op": "start", "game": "fra", "points": true}), "/points"),
        (json!({"op": "start", "game": "fra", "seed": -1}), "/seed"),
        (json!({"op": "render", "lists": [list], "sheet": "rooster"}), "/sheet"),
        (json!({"op": "summary", "lists": [list, 1]}), "/lists/1"),
    ] {
        assert_eq!(error_of(&request), ("bad-request".to_owned(), json!(at)), "{request}");
        assert!(complaint("Request", &request).is_some(), "{request}");
    }
}
