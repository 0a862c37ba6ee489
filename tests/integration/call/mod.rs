//! `muster::call`: the examples of `docs/call.md`, its schema, libraries in memory, and requests that nobody meant.

mod command_line;
mod examples;
mod hostile_requests;
mod in_memory;
mod operations;
mod schema;

use std::sync::LazyLock;

use muster::{Library, call};
use serde_json::{Value as Json, json};

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

/// The list of the examples.
static TREBIA: LazyLock<String> =
    LazyLock::new(|| std::fs::read_to_string("lists/fra/trebia-carthage.yaml").unwrap());

/// Answers a request, and checks the answer against the schema.
fn answer(request: &Json) -> Json {
    answer_from(&LIBRARY, &request.to_string())
}

fn answer_from(library: &Library, request: &str) -> Json {
    let text = call(library, request);
    let answer = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    schema::assert_valid("Answer", &answer);
    answer
}

/// Returns the content of an answer that is not an error.
fn ok(request: &Json) -> Json {
    let answer = answer(request);
    assert!(answer.get("error").is_none(), "{request}: {}", answer["error"]);
    answer["ok"].clone()
}

/// Returns the code and the place of an error.
fn error_of(request: &Json) -> (String, Json) {
    let answer = answer(request);
    (
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned(),
        answer["error"]["at"].clone(),
    )
}

fn list(text: &str) -> Json {
    json!({"text": text})
}
