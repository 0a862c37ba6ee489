//! Why a call cannot be answered.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::answer_findings::{AnswerFinding, answer_findings};
use super::request_json::Pointer;
use super::shared_types::{Span, span_in};
use crate::finding::{Finding, SourceFiles};

/// Defines the codes of errors, each with its word.
macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $name:ident $word:literal)*) => {
        /// The kind of an error. The words never change, but others may be added.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
        #[allow(dead_code, reason = "the schema has also those that come with later operations")]
        pub(crate) enum ErrorCode { $($(#[doc = $doc])+ #[serde(rename = $word)] $name,)* }

        impl ErrorCode {
            /// Returns the word for the code.
            #[cfg(test)]
            pub(crate) fn as_str(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }
        }
    };
}

error_codes! {
    /// Not JSON; an unknown, missing or repeated key; a value of the wrong type or out of range.
    BadRequest "bad-request"
    /// There is no such operation.
    UnknownOp "unknown-op"
    /// This engine does not speak that version of the contract.
    UnsupportedVersion "unsupported-version"
    /// This build does not have it, or it comes later.
    NotAvailable "not-available"
    /// There is no game of that name.
    UnknownGame "unknown-game"
    /// There is no book of that name.
    UnknownBook "unknown-book"
    /// Neither a rule nor a code has that name.
    UnknownWord "unknown-word"
    /// The library has no file of that path.
    UnknownFile "unknown-file"
    /// No army can be made of the text.
    Unreadable "unreadable"
    /// The ids belong to another text.
    Stale "stale"
    /// An edit cannot be made; the text is unchanged.
    Refused "refused"
    /// Beyond a bound of the contract.
    TooLarge "too-large"
    /// A fault of the engine.
    Internal "internal"
}

/// Why a call cannot be answered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CallError {
    pub(crate) code: ErrorCode,
    /// One sentence for people.
    pub(crate) message: String,
    /// One thing to do about it.
    pub(crate) help: Option<String>,
    /// Where in the request, as a JSON Pointer (RFC 6901).
    pub(crate) at: Option<String>,
    /// Where in the list, the event or the rules.
    pub(crate) place: Option<Box<Span>>,
    /// Why an edit is refused.
    pub(crate) reason: Option<&'static str>,
    /// What is wrong with the text, if it cannot be read.
    #[schemars(with = "Vec<AnswerFinding>")]
    pub(crate) findings: Box<[Box<RawValue>]>,
}

impl CallError {
    /// Creates an error about the request as a whole.
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message, help: None, at: None, place: None, reason: None, findings: Box::default() }
    }

    /// The request is not what it must be at a key.
    pub(crate) fn bad_request(at: &Pointer<'_>, message: impl Into<String>) -> Self {
        Self { at: at.text(), ..Self::new(ErrorCode::BadRequest, message) }
    }

    /// The request is beyond a bound at a key.
    pub(crate) fn too_large(at: &Pointer<'_>, message: impl Into<String>) -> Self {
        Self { at: at.text(), ..Self::new(ErrorCode::TooLarge, message) }
    }

    /// This build does not have it, or it comes later.
    pub(crate) fn not_available(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::NotAvailable, message)
    }

    /// Says where in the request the fault is, as a JSON Pointer.
    #[must_use]
    pub(crate) fn at(mut self, at: impl Into<String>) -> Self {
        self.at = Some(at.into());
        self
    }

    /// Adds findings that say what is wrong. The first says where.
    #[must_use]
    pub(crate) fn with_findings(mut self, findings: &[Finding], sources: &SourceFiles) -> Self {
        let first = findings.first().and_then(Finding::primary_label);
        self.place = first.and_then(|label| span_in(sources, label.span)).map(Box::new);
        let json = answer_findings(findings, sources, None);
        self.findings = json.iter().filter_map(|finding| to_raw_value(finding).ok()).collect();
        self
    }

    /// Says one thing to do about it.
    #[must_use]
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
