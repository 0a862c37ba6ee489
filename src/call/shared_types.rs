//! Types that several operations have in common.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::error::CallError;
use super::read_request::{FromJson, request_object, wrong_type};
use super::request_json::{Json, Pointer};
use crate::exact_number::Number;
use crate::finding::SourceFiles;
use crate::output::json::JsonSpan;
use crate::output::line_positions::FileLinesCache;

pub(crate) use crate::output::json::{JsonSpan as Span, Num};

/// The size, in points, that an army has if nobody says otherwise.
pub(crate) const USUAL_SIZE: i64 = 1_000;

/// What lists have for a path if none is given.
const DEFAULT_LIST_PATH: &str = "list.yaml";

request_object! {
    /// A list, with the whole of its text.
    pub(crate) struct ListIn {
        /// The text.
        text: String,
        /// The name of the list in labels.
        path: Option<String>,
        /// The ids that an answer returned with this very text.
        ids: Option<String>,
        /// The text before, in place of `ids`, after typing: rows that can be recognised keep theirs.
        was: Option<TextBefore>,
        /// Whether the list is judged as a draft, as `muster check --draft` does.
        #[schemars(default)]
        draft: bool,
    }
}

impl ListIn {
    /// Returns the name of the list in labels.
    pub(crate) fn path(&self) -> &str {
        self.path.as_deref().unwrap_or(DEFAULT_LIST_PATH)
    }
}

request_object! {
    /// A text as it was, with its ids.
    pub(crate) struct TextBefore {
        text: String,
        ids: String,
    }
}

request_object! {
    /// A file: its text, or the library's file of that path.
    pub(crate) struct FileIn {
        path: String,
        text: Option<String>,
    }
}

/// Answers to the questions of a book, by the id of the question.
pub(crate) type Answers = IndexMap<String, String>;

/// An exact number of a request: a number, or a text such as "4/3".
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumIn(pub(crate) Number);

impl FromJson for NumIn {
    const EXPECTED: &'static str = "a number";

    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError> {
        match (json.as_exact_number(), &json) {
            (Some(number), _) => Ok(Self(number)),
            (None, Json::Number(_)) => Err(wrong_type("too large or too fine a number", Self::EXPECTED, at)),
            (None, other) => Err(wrong_type(other.kind(), Self::EXPECTED, at)),
        }
    }
}

impl JsonSchema for NumIn {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Num::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Num::json_schema(generator)
    }
}

/// The verdict on a list.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verdict {
    Legal,
    Illegal,
    Draft,
    Unreadable,
}

impl From<crate::Verdict> for Verdict {
    fn from(verdict: crate::Verdict) -> Self {
        match verdict {
            crate::Verdict::Legal => Self::Legal,
            crate::Verdict::Illegal => Self::Illegal,
            crate::Verdict::Draft => Self::Draft,
            crate::Verdict::Unreadable => Self::Unreadable,
        }
    }
}

/// The id of a row, such as `r3`.
pub(crate) type RowId = String;

/// The id of a command, such as `c1`.
pub(crate) type CommandId = String;

/// A step that can be taken, and what it leads to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Offered {
    /// The step in words.
    pub(crate) step: String,
    /// The edits, to be made as one batch.
    pub(crate) edits: Vec<serde_json::Value>,
    pub(crate) total: Option<Num>,
    /// How far the army then exceeds its size.
    pub(crate) over: Num,
    pub(crate) verdict: Verdict,
}

/// Returns a place in one of the files with its lines and columns. `None` if the file is unknown.
pub(crate) fn span_in(sources: &SourceFiles, span: crate::Span) -> Option<Span> {
    JsonSpan::new(span, &mut FileLinesCache::new(sources))
}
