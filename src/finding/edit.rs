//! Changes to a file that fix what a finding reports.

use super::Span;

/// A change to a file: the bytes of a span are replaced by a text. An empty text removes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace. An empty span is a position between two bytes.
    pub span: Span,
    /// The text to write there.
    pub text: String,
}
