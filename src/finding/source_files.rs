//! The files that findings point into: their ids, texts, spans and positions.

use std::sync::{Arc, RwLock};

use crate::lone_carriage_returns::{first_lone_return, with_line_feeds};

use super::{Code, Finding, Severity};

/// The file that a span is in.
///
/// [`FileId::CHECKED`] is the file being checked. Every other id is a ruleset, book or event in [`SourceFiles`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl FileId {
    /// The file being checked, usually a list.
    pub const CHECKED: Self = Self(0);
}

/// A range of bytes in one file, the end excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Creates the range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { file, start: small(start), end: small(end) }
    }
}

/// The text of a file, with the path that users know it by.
#[derive(Debug)]
pub struct SourceFile {
    /// The path as it was given, or `built in: rulesets/…`.
    pub path: String,
    /// The whole text. Empty if the file could not be read. Every line ends with a line feed, whatever it ended with
    /// in the file.
    pub text: Arc<str>,
    /// The first line end of the file that was a carriage return alone.
    lone_return: Option<usize>,
}

/// A position as people count it: lines and columns start at 1, and columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl SourceFile {
    /// Creates a file with this path and text.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> Arc<Self> {
        let text = text.into();
        let lone_return = first_lone_return(&text);
        let text = if lone_return.is_some() { with_line_feeds(&text).into() } else { text };
        Arc::new(Self { path: path.into(), text, lone_return })
    }

    /// Returns a note if lines of the file end with a lone carriage return. `file` is the id of this file.
    pub fn note_old_line_ends(&self, file: FileId) -> Option<Finding> {
        let at = self.lone_return?;
        let message = "lines end with a carriage return alone, as old Macs wrote them";
        let finding =
            Finding::new(Code::YamlSyntax, Span::new(file, at, at), message).with_severity(Severity::Note);
        Some(finding.with_help("save the file with the line ends of Unix (LF) or Windows (CR LF)"))
    }

    /// Returns the line and column of a byte.
    pub fn position(&self, byte: u32) -> Position {
        let mut byte = (byte as usize).min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &self.text[..byte];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        let shown = before[line_start..].chars().filter(|c| *c != '\u{feff}').count();
        Position { line, column: shown + 1 }
    }

    /// Returns the text of a span. Empty if the file has no such span.
    pub fn text_at(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

/// The texts that spans refer to: the file under check and the shared rulesets, books and events.
#[derive(Clone, Debug, Default)]
pub struct SourceFiles {
    checked: Option<Arc<SourceFile>>,
    shared: Arc<RwLock<Vec<Arc<SourceFile>>>>,
}

impl SourceFiles {
    /// Returns the same shared files, with this one as the file being checked.
    #[must_use]
    pub fn with_checked_file(&self, source: Arc<SourceFile>) -> Self {
        Self { checked: Some(source), shared: Arc::clone(&self.shared) }
    }

    /// Adds a shared file, unless the same is there already, and returns its id.
    pub fn add_shared(&self, source: Arc<SourceFile>) -> FileId {
        if let Some(known) = self.id_of(&source) {
            return known;
        }
        let mut shared = self.shared.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        shared.push(source);
        FileId(u32::try_from(shared.len()).unwrap_or(u32::MAX))
    }

    /// Returns the id of a shared file with the same path and text. `None` if there is none.
    fn id_of(&self, source: &SourceFile) -> Option<FileId> {
        let shared = self.shared.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let at = shared.iter().position(|s| s.path == source.path && s.text == source.text)?;
        Some(FileId(u32::try_from(at + 1).unwrap_or(u32::MAX)))
    }

    /// Returns the file with an id. `None` if there is none.
    pub fn get(&self, id: FileId) -> Option<Arc<SourceFile>> {
        let shared = self.shared.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        match id.0.checked_sub(1) {
            None => self.checked.clone(),
            Some(at) => shared.get(at as usize).cloned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let source = SourceFile::new("x", "a\nnäme: β\n");
        let at = u32::try_from(source.text.find('β').unwrap()).unwrap();
        assert_eq!(source.position(at), Position { line: 2, column: 7 });
    }
}
