//! Files of rules as they are found, and what is known of those that another one extends.

use std::sync::Arc;

use crate::finding::{Code, FileId, Finding, SourceFile, Span, SubjectKind};

/// A file of rules that has not been parsed yet.
#[derive(Clone, Debug)]
pub struct RulesFile {
    /// The text, under the name that users know the file by.
    pub source: Arc<SourceFile>,
    /// Where the file was found, for verdicts: `built in`, or a path.
    pub found_in: String,
    /// The reason why the file could not be read. `None` if it was read.
    pub read_error: Option<String>,
}

impl RulesFile {
    /// Creates a file from its path and text.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self::of_source(SourceFile::new(path.into(), text))
    }

    /// Creates a file that was found at the path of its text.
    pub fn of_source(source: Arc<SourceFile>) -> Self {
        Self { found_in: source.path.clone(), source, read_error: None }
    }

    /// Returns a finding if the file could not be read.
    pub(super) fn unreadable_finding(&self, file: FileId) -> Option<Finding> {
        let message = format!("cannot read {}: {}", self.found_in, self.read_error.as_ref()?);
        let finding = Finding::new(Code::UnreadableFile, Span::new(file, 0, 0), message);
        Some(finding.with_subject(SubjectKind::File, &self.found_in))
    }
}

/// A ruleset or book that another one extends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaseFile {
    /// The id.
    pub id: String,
    /// The printed name. Empty if the file has none.
    pub name: String,
    /// The version. Empty if the file has none.
    pub version: String,
    /// Where it was found: `built in`, or a path.
    pub found_in: String,
}
