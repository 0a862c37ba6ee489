//! Text to a tree with byte places, and the tree to typed values; the only place that names a YAML crate.

use std::ops::Range;

use crate::finding::Code;

/// What a type with a text grammar of its own (a date, a number, a formula) says of a text that it refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code of the finding.
    pub code: Code,
    /// The faulty bytes inside the text; the whole of it where not given.
    pub range: Option<Range<usize>>,
    /// What is wrong, for people.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}
