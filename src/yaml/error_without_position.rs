//! Errors of values that are parsed from text, before their position in the file is known.

use std::ops::Range;

use crate::finding::Code;

/// An error of a type that is parsed from text, such as a date, a number or a formula. It becomes a finding
/// at the scalar, or at the part of it that `range` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    /// The code of the finding.
    pub code: Code,
    /// The faulty part, in bytes of the scalar's text. `None` for all of it.
    pub range: Option<Range<usize>>,
    /// The message of the finding.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl ValueError {
    /// Creates an error about the whole text.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, range: None, message: message.into(), help: None }
    }

    /// Sets the faulty part, in bytes of the scalar's text.
    #[must_use]
    pub fn with_range(mut self, range: Range<usize>) -> Self {
        self.range = Some(range);
        self
    }

    /// Sets what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
