//! Edits in requests and answers.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde_json::{Map, Value};

use super::error::{CallError, ErrorCode};
use super::read_request::{FromJson, wrong_type};
use super::request_json::{Json, Pointer};
use crate::build::edits::{ListEdit, Refusal};
use crate::wording::suggestion_or;
use crate::yaml::nearest_name;

/// The most edits in a request, those of all tries together.
const MAX_EDITS: usize = 10_000;

/// An edit of a request.
#[derive(Clone, Debug)]
pub(crate) struct EditIn(pub(crate) ListEdit);

impl JsonSchema for EditIn {
    fn inline_schema() -> bool {
        ListEdit::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Edit".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ListEdit::json_schema(generator)
    }
}

/// The keys of a kind of edit, and whether they must be there.
type Keys = Vec<(String, bool)>;

/// The keys of each kind of edit, as its schema has them, and whether they must be there.
static KINDS: LazyLock<Vec<(String, Keys)>> = LazyLock::new(|| {
    let schema = schemars::schema_for!(ListEdit).to_value();
    let kinds = schema["oneOf"].as_array().cloned().unwrap_or_default();
    let kind = |kind: &Value| {
        let word = kind["properties"]["do"]["const"].as_str()?.to_owned();
        let needed = kind["required"].as_array().cloned().unwrap_or_default();
        let keys = kind["properties"].as_object()?.keys();
        Some((word, keys.map(|key| (key.clone(), needed.iter().any(|n| n == key))).collect()))
    };
    kinds.iter().filter_map(kind).collect()
});

impl FromJson for EditIn {
    const EXPECTED: &'static str = "an edit";

    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError> {
        let Json::Object(entries) = &json else { return Err(wrong_type(json.kind(), Self::EXPECTED, at)) };
        let word = match entries.iter().find(|(key, _)| key == "do") {
            Some((_, Json::Text(word))) => word,
            Some((_, other)) => return Err(wrong_type(other.kind(), "a word", &Pointer::Key(at, "do"))),
            None => return Err(CallError::bad_request(&Pointer::Key(at, "do"), "the key \"do\" is missing")),
        };
        let Some((_, keys)) = KINDS.iter().find(|(kind, _)| kind == word) else {
            let words: Vec<&str> = KINDS.iter().map(|(word, _)| word.as_str()).collect();
            let help = suggestion_or(nearest_name(word, words.iter().copied()), &words, "edit");
            let message = format!("there is no edit {word:?}");
            return Err(CallError::bad_request(&Pointer::Key(at, "do"), message).with_help(help));
        };
        if let Some((key, _)) = entries.iter().find(|(key, _)| !keys.iter().any(|(known, _)| known == key)) {
            let error = CallError::bad_request(&Pointer::Key(at, key), format!("unknown key {key:?}"));
            let near = nearest_name(key, keys.iter().map(|(known, _)| known.as_str()));
            return Err(match near {
                Some(near) => error.with_help(format!("did you mean \"{near}\"?")),
                None => error,
            });
        }
        // A key whose value may be null may be left out
        if let Some((key, _)) =
            keys.iter().find(|(key, needed)| *needed && !entries.iter().any(|(known, _)| known == key))
        {
            return Err(CallError::bad_request(
                &Pointer::Key(at, key),
                format!("the key \"{key}\" is missing"),
            ));
        }
        // The one key whose value does not fit is the one without which the rest fits
        serde_json::from_value(to_value(&json)).map(Self).map_err(|error| {
            let wrong = entries.iter().find(|(key, value)| key != "do" && !fits(word, key, value));
            let at = wrong.map_or_else(|| at.text(), |(key, _)| Pointer::Key(at, key).text());
            let error = CallError::new(ErrorCode::BadRequest, format!("this edit cannot be read: {error}"));
            at.map_or(error.clone(), |at| error.at(at))
        })
    }
}

/// Returns `true` if a value may stand under a key of an edit, by the types in its schema.
fn fits(word: &str, key: &str, value: &Json) -> bool {
    let schema = schemars::schema_for!(ListEdit).to_value();
    let kinds = schema["oneOf"].as_array().cloned().unwrap_or_default();
    let kind = kinds.iter().find(|kind| kind["properties"]["do"]["const"] == word);
    let Some(types) = kind.map(|kind| &kind["properties"][key]["type"]) else { return true };
    let types: Vec<&str> = match types {
        Value::String(one) => vec![one],
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        _ => return true,
    };
    let is = |of: &str| match (of, value) {
        ("integer", Json::Number(n)) => n.as_u64().is_some_and(|n| u32::try_from(n).is_ok()),
        ("null", Json::Null)
        | ("string", Json::Text(_))
        | ("boolean", Json::Bool(_))
        | ("number", Json::Number(_))
        | ("array", Json::List(_))
        | ("object", Json::Object(_)) => true,
        _ => false,
    };
    types.into_iter().any(is)
}

/// Returns a value of a request as a value that a list may be given.
fn to_value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(n) => Value::Number(n.clone()),
        Json::Text(text) => Value::String(text.clone()),
        Json::List(items) => Value::Array(items.iter().map(to_value).collect()),
        Json::Object(entries) => Value::Object(
            entries.iter().map(|(key, value)| (key.clone(), to_value(value))).collect::<Map<_, _>>(),
        ),
    }
}

/// Refuses more edits than a request may have.
pub(crate) fn check_number_of_edits(edits: usize, at: &str) -> Result<(), CallError> {
    if edits <= MAX_EDITS {
        return Ok(());
    }
    let message = format!("there are {edits} edits, the limit is {MAX_EDITS}");
    Err(CallError::new(ErrorCode::TooLarge, message).at(at))
}

/// Returns the edits alone.
pub(crate) fn list_edits(edits: &[EditIn]) -> Vec<ListEdit> {
    edits.iter().map(|edit| edit.0.clone()).collect()
}

/// Returns edits as an answer has them.
pub(crate) fn edits_json(edits: &[ListEdit]) -> Vec<Value> {
    edits.iter().filter_map(|edit| serde_json::to_value(edit).ok()).collect()
}

impl CallError {
    /// Says why an edit of a batch is refused. `at` is the place of the batch in the request.
    pub(crate) fn refused(refusal: &Refusal, list: &super::context::OpenedList<'_>, at: &str) -> Self {
        let key = refusal.key.map_or_else(String::new, |key| format!("/{key}"));
        let error =
            Self::new(ErrorCode::Refused, refusal.message.clone()).at(format!("{at}/{}{key}", refusal.edit));
        let error = Self { reason: Some(refusal.reason.as_str()), help: refusal.help.clone(), ..error };
        // Later edits are made on a text that nobody has seen
        let place = refusal.span.filter(|_| refusal.edit == 0).and_then(|span| list.span(span));
        Self { place: place.map(Box::new), ..error }
    }
}
