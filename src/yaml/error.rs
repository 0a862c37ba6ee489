//! What the text of a value is refused for, before its place is known.

use std::ops::Range;

use crate::finding::Code;

/// What a type with its own grammar of text (a date, a number, a formula) objects to. It becomes a finding at the
/// scalar, or at the part of it that `range` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code of the finding.
    pub code: Code,
    /// The faulty part, in bytes of the scalar's text.
    pub range: Option<Range<usize>>,
    /// The message of the finding.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Refusal {
    /// A refusal of the whole text.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, range: None, message: message.into(), help: None }
    }

    /// Names the faulty part, in bytes of the scalar's text.
    #[must_use]
    pub fn at(mut self, range: Range<usize>) -> Self {
        self.range = Some(range);
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
