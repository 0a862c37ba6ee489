//! Changes to a file that fix what a finding reports.

use super::Span;

/// A change to a file: the bytes at a place give way to a text, which is empty where they are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go; an empty range is a place between two.
    pub span: Span,
    /// What stands there instead.
    pub text: String,
}
