//! Everything that pages, editors and imports ask of the engine, as JSON in and JSON out: version 1 of
//! `docs/call.md`.
//!
//! Each operation has a file with its request, its answer and how the one leads to the other. This file has what all
//! of them share: the envelope, its errors and its bounds.

mod answer_findings;
mod army;
mod book;
mod call_schema;
mod check;
mod compare;
mod context;
mod edit;
mod edited;
mod edits_in_requests;
mod error;
mod explain;
mod fix_clear_mistakes;
mod games;
mod library_json;
mod offers;
mod read_request;
mod render;
mod request_json;
mod rooms;
mod shared_types;
mod start;
mod stats_in_answers;
mod suggest;
mod summary;
mod trial_results;
mod try_edits;

use std::panic::{AssertUnwindSafe, catch_unwind};

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::terminal_text::escape_json;
use crate::rules::library::Library;
use crate::wording::suggestion_or;
use crate::yaml::nearest_name;

use context::{Context, OpenedList};
use error::{CallError, ErrorCode};
use read_request::{FromJson, request_words, wrong_type};
use request_json::{Json, Pointer, parse_request};

pub(crate) use call_schema::schema;
pub use library_json::read_library;

/// The largest request, answer and library, in bytes.
pub(crate) const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The version of the contract.
const VERSION: u64 = 1;

/// Answers a request.
///
/// The same library and request give the same answer, whatever was asked before. Every request has an answer: one that
/// cannot be answered gets an error.
///
/// # Examples
///
/// ```
/// let library = muster::Library::default();
/// let answer = muster::call(&library, r#"{"op": "gams"}"#);
/// assert!(answer.starts_with(r#"{"version":1,"op":null,"error":{"code":"unknown-op""#));
/// ```
pub fn call(library: &Library, request: &str) -> String {
    let answered = catch_unwind(AssertUnwindSafe(|| answer_request(library, request)));
    let text = answered.unwrap_or_else(|_| {
        let message = "the engine has a fault and could not answer; please report the request";
        error_text(None, &CallError::new(ErrorCode::Internal, message))
    });
    // Names come as they are written, so that what would reorder or hide a text is escaped
    let text = escape_json(&text).into_owned();
    if text.len() <= MAX_BYTES {
        return text;
    }
    let message = format!("the answer has {} bytes, the limit is {MAX_BYTES}", text.len());
    error_text(None, &CallError::new(ErrorCode::TooLarge, message))
}

/// Answers a request of bytes, as [`call`] does. If they are not UTF-8, the answer is an error.
pub fn call_bytes(library: &Library, request: &[u8]) -> String {
    match std::str::from_utf8(request) {
        Ok(request) => call(library, request),
        Err(error) => {
            let message = format!("byte {} of the request is not UTF-8", error.valid_up_to());
            error_text(None, &CallError::bad_request(&Pointer::Root, message))
        }
    }
}

/// The answer to a request, before it is put into its envelope.
struct Answered<'c> {
    /// The answer as JSON.
    ok: String,
    /// The list that the request is about, or the changed one after an edit.
    list: Option<OpenedList<'c>>,
}

impl<'c> Answered<'c> {
    /// An answer to a request that is not about one list.
    fn new(answer: &impl Serialize) -> Result<Self, CallError> {
        let ok = serde_json::to_string(answer);
        let ok = ok.map_err(|error| CallError::new(ErrorCode::Internal, error.to_string()))?;
        Ok(Self { ok, list: None })
    }

    /// Says which list the answer is about, of which more may be asked in the same call.
    fn about(mut self, list: OpenedList<'c>) -> Self {
        self.list = Some(list);
        self
    }
}

/// Defines the operations: each with its word, and the module with its `Request`, its `Answer` and its `answer`.
/// Those that come later have no module.
macro_rules! operations {
    ({ $($name:ident $word:literal $module:ident;)* } later { $($later:ident $later_word:literal;)* }) => {
        /// An operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Operation { $($name,)* $($later,)* }

        impl Operation {
            /// The words of all operations.
            const WORDS: &[(&str, Self)] = &[$(($word, Self::$name),)* $(($later_word, Self::$later),)*];

            /// Answers a request, of which the keys of the envelope have been read.
            fn answer<'c>(self, context: &'c Context<'_>, request: Json) -> Result<Answered<'c>, CallError> {
                match self {
                    $(Self::$name => $module::answer(context, FromJson::from_json(request, &Pointer::Root)?),)*
                    $(Self::$later => {
                        let message = concat!("this build cannot answer \"", $later_word, "\" yet");
                        Err(CallError::not_available(message).at("/op"))
                    })*
                }
            }
        }

        /// Returns the operations that can be answered, each with the schemas of its request and its answer.
        fn operation_schemas(
            requests: &mut schemars::SchemaGenerator,
            answers: &mut schemars::SchemaGenerator,
        ) -> Vec<(&'static str, schemars::Schema, schemars::Schema)> {
            vec![$((
                $word,
                $module::Request::json_schema(requests),
                <$module::Answer as JsonSchema>::json_schema(answers),
            ),)*]
        }
    };
}

operations! { {
    Check "check" check;
    Army "army" army;
    Rooms "rooms" rooms;
    Games "games" games;
    Book "book" book;
    Start "start" start;
    Summary "summary" summary;
    Compare "compare" compare;
    Render "render" render;
    Explain "explain" explain;
    Fix "fix" fix_clear_mistakes;
    Edit "edit" edit;
    Offers "offers" offers;
    Try "try" try_edits;
    Suggest "suggest" suggest;
} later {
    Complete "complete";
    Hover "hover";
} }

request_words! {
    /// What may be answered in the same call, for the same list.
    enum Also {
        Check "check",
        Army "army",
        Rooms "rooms",
    }
}

/// Answers a request with a whole answer, which may be an error.
fn answer_request(library: &Library, request: &str) -> String {
    let mut operation = None;
    let answer = read_envelope(request, &mut operation).and_then(|envelope| {
        let context = Context::new(library);
        let answered = envelope.operation.answer(&context, envelope.request)?;
        let also = answer_also(&envelope.also, answered.list.as_ref())?;
        Ok(format!("\"ok\":{}{also}", answered.ok))
    });
    match answer {
        Ok(rest) => format!("{{\"version\":{VERSION},\"op\":{},{rest}}}", op_json(operation)),
        Err(error) => error_text(operation, &error),
    }
}

/// A request whose envelope has been read.
struct Envelope {
    operation: Operation,
    also: Vec<Also>,
    /// The keys of the operation.
    request: Json,
}

/// Reads the envelope of a request. `operation` is set as soon as it is known, for the answer to an error.
fn read_envelope(request: &str, operation: &mut Option<&'static str>) -> Result<Envelope, CallError> {
    if request.len() > MAX_BYTES {
        let message = format!("the request has {} bytes, the limit is {MAX_BYTES}", request.len());
        return Err(CallError::too_large(&Pointer::Root, message));
    }
    let mut entries = match parse_request(request)? {
        Json::Object(entries) => entries,
        other => return Err(wrong_type(other.kind(), "an object", &Pointer::Root)),
    };
    let mut take = |key: &str| {
        let at = entries.iter().position(|(known, _)| known == key)?;
        Some(entries.remove(at).1)
    };
    let (version, op, also) = (take("version"), take("op"), take("also"));
    let at = |key| Pointer::Key(&Pointer::Root, key);
    if let Some(version) = version {
        let version = u64::from_json(version, &at("version"))?;
        if version != VERSION {
            let message = format!("there is no version {version} of these calls");
            let error = CallError::new(ErrorCode::UnsupportedVersion, message).at("/version");
            return Err(error.with_help(format!("this engine has version {VERSION}")));
        }
    }
    let op = match op {
        Some(Json::Text(op)) => op,
        Some(other) => return Err(wrong_type(other.kind(), "a word", &at("op"))),
        None => return Err(CallError::bad_request(&at("op"), "the key \"op\" is missing")),
    };
    let Some((word, found)) = Operation::WORDS.iter().find(|(word, _)| *word == op) else {
        let words: Vec<&str> = Operation::WORDS.iter().map(|(word, _)| *word).collect();
        let error = CallError::new(ErrorCode::UnknownOp, format!("there is no operation {op:?}")).at("/op");
        return Err(error.with_help(suggestion_or(
            nearest_name(&op, words.iter().copied()),
            &words,
            "operation",
        )));
    };
    *operation = Some(word);
    let also: Vec<Also> = also.map_or_else(|| Ok(Vec::new()), |also| Vec::from_json(also, &at("also")))?;
    if let Some(index) = (1..also.len()).find(|index| also[..*index].contains(&also[*index])) {
        let message = "the same answer is asked for twice";
        return Err(CallError::bad_request(&Pointer::Item(&at("also"), index), message));
    }
    Ok(Envelope { operation: *found, also, request: Json::Object(entries) })
}

/// Answers what else is asked about the list of a request, as the end of the envelope. What cannot be answered, since
/// no army can be made of the text, is left out.
fn answer_also(also: &[Also], list: Option<&OpenedList<'_>>) -> Result<String, CallError> {
    if also.is_empty() {
        return Ok(String::new());
    }
    let Some(list) = list else {
        let message = "this answer is not about one list, so nothing else can be said of it";
        return Err(CallError::new(ErrorCode::BadRequest, message).at("/also"));
    };
    let mut answers = Vec::new();
    for word in also {
        let (key, answer) = match word {
            Also::Check => ("check", Answered::new(&check::checked(list))),
            Also::Army => ("army", army::army(list).and_then(|army| Answered::new(&army))),
            Also::Rooms => ("rooms", rooms::rooms(list).and_then(|rooms| Answered::new(&rooms))),
        };
        match answer {
            Ok(answer) => answers.push(format!("\"{key}\":{}", answer.ok)),
            Err(error) if error.code == ErrorCode::Unreadable => {}
            Err(error) => return Err(error),
        }
    }
    Ok(format!(",\"also\":{{{}}}", answers.join(",")))
}

fn op_json(operation: Option<&str>) -> String {
    operation.map_or_else(|| "null".to_owned(), |word| format!("\"{word}\""))
}

/// Returns the answer to a request that cannot be answered.
fn error_text(operation: Option<&str>, error: &CallError) -> String {
    // An error has nothing that could not be written
    let json = serde_json::to_string(error).unwrap_or_default();
    format!("{{\"version\":{VERSION},\"op\":{},\"error\":{json}}}", op_json(operation))
}
