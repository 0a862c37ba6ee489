//! Line starts and positions in files, computed once for each file, since a report needs many positions in
//! few files.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::finding::{FileId, Label, Position, SourceFile, SourceFiles, Span};

/// A file and the bytes at which its lines start.
#[derive(Debug)]
pub(crate) struct FileLines {
    source: Arc<SourceFile>,
    line_starts: Vec<usize>,
    /// The number of characters before each block of bytes, so that a column far into a line is as cheap as
    /// others.
    characters_before_blocks: Vec<usize>,
}

/// The number of bytes in a block.
const BLOCK_BYTES: usize = 1024;

impl FileLines {
    pub(crate) fn new(source: Arc<SourceFile>) -> Self {
        let breaks = source.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        let mut counted = 0;
        let bytes = source.text.as_bytes();
        let mut before = Vec::with_capacity(bytes.len() / BLOCK_BYTES + 1);
        for start in (0..=bytes.len()).step_by(BLOCK_BYTES) {
            before.push(counted);
            counted += count_characters(bytes, start, (start + BLOCK_BYTES).min(bytes.len()));
        }
        Self { source, line_starts: starts, characters_before_blocks: before }
    }

    /// Returns the path as given, which may be unsafe to print.
    pub(crate) fn path(&self) -> &str {
        &self.source.path
    }

    /// Returns the whole text.
    pub(super) fn text(&self) -> &str {
        &self.source.text
    }

    /// Returns the number of lines, including an empty one after the last line break.
    #[cfg(feature = "cli")]
    pub(super) fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// Returns the line number of a byte, from 1.
    pub(super) fn line_of(&self, byte: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= byte).max(1)
    }

    /// Returns the start and end of a line's text, without the byte order mark and the line break.
    #[cfg(feature = "cli")]
    pub(super) fn line_range(&self, number: usize) -> (usize, usize) {
        let text = self.text();
        let start = self.line_starts.get(number.saturating_sub(1)).copied().unwrap_or(text.len());
        let end = self.line_starts.get(number).map_or(text.len(), |next| next - 1);
        let end = if text[start..end].ends_with('\r') { end - 1 } else { end };
        let start = if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { start };
        (start, end.max(start))
    }

    /// Returns the nearest byte at or before this one that starts a character.
    pub(super) fn char_floor(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text().len());
        while !self.text().is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }

    /// Returns the line and column of a byte, as the source itself reports them.
    pub(super) fn position(&self, byte: usize) -> Position {
        let byte = self.char_floor(byte);
        let line = self.line_of(byte);
        let column = self.characters_before(byte) - self.characters_before(self.line_starts[line - 1]) + 1;
        Position { line, column }
    }

    /// Returns the positions of the start and end of a span.
    pub(crate) fn range(&self, span: Span) -> (Position, Position) {
        (self.position(span.start as usize), self.position(span.end.max(span.start) as usize))
    }

    /// Returns the number of characters before a byte.
    fn characters_before(&self, byte: usize) -> usize {
        let block = byte / BLOCK_BYTES;
        self.characters_before_blocks[block]
            + count_characters(self.text().as_bytes(), block * BLOCK_BYTES, byte)
    }

    /// Returns `true` if the file is on disk, not built in or read from standard input.
    pub(super) fn is_on_disk(&self) -> bool {
        is_on_disk(self.path())
    }
}

/// Counts the characters that start between two bytes of a text, except byte order marks.
fn count_characters(text: &[u8], from: usize, to: usize) -> usize {
    let begins = |at: &usize| text[*at] & 0xC0 != 0x80 && !text[*at..].starts_with("\u{feff}".as_bytes());
    (from..to).filter(begins).count()
}

/// Returns `true` if a path names a file on disk, not a built-in file or standard input.
pub(super) fn is_on_disk(path: &str) -> bool {
    !(path.starts_with("built in: ") || path == "-" || path.is_empty())
}

/// The files of one set of sources, with their lines computed when they are first needed.
pub(crate) struct FileLinesCache<'a> {
    sources: &'a SourceFiles,
    files: HashMap<FileId, Option<Rc<FileLines>>>,
}

impl<'a> FileLinesCache<'a> {
    pub(crate) fn new(sources: &'a SourceFiles) -> Self {
        Self { sources, files: HashMap::new() }
    }

    /// Returns the file with this id. `None` if the sources do not have it.
    pub(crate) fn file(&mut self, id: FileId) -> Option<Rc<FileLines>> {
        let sources = self.sources;
        self.files.entry(id).or_insert_with(|| sources.get(id).map(|s| Rc::new(FileLines::new(s)))).clone()
    }

    /// Returns the file of a label, and the positions of the label's start and end. `None` if the file is
    /// unknown.
    pub(crate) fn label_range(&mut self, label: &Label) -> Option<(Rc<FileLines>, Position, Position)> {
        let file = self.file(label.span.file)?;
        let (start, end) = file.range(label.span);
        Some((file, start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_agree_with_those_of_the_source() {
        for text in ["", "a", "\u{feff}a: b\r\nc: ü\n\n", "one\ntwo", "\n", "\u{feff}"] {
            let source = SourceFile::new("x", text);
            let file = FileLines::new(Arc::clone(&source));
            for byte in 0..text.len() + 3 {
                let expected = source.position(u32::try_from(byte).unwrap());
                assert_eq!(file.position(byte), expected, "{text:?} at {byte}");
            }
        }
    }

    #[test]
    fn a_place_far_out_in_a_line_is_counted_in_characters() {
        // 3 bytes each, so that none of the blocks begins where a character does for long
        let text = format!("x\n{}\u{feff}{}", "漢".repeat(1_000), "é".repeat(1_000));
        let source = SourceFile::new("x", text.as_str());
        let file = FileLines::new(Arc::clone(&source));
        assert_eq!(file.position(2 + 3_000), Position { line: 2, column: 1_001 });
        assert_eq!(file.position(text.len()), Position { line: 2, column: 2_001 });
        for byte in (0..text.len() + 2).step_by(7) {
            assert_eq!(file.position(byte), source.position(u32::try_from(byte).unwrap()), "{byte}");
        }
    }

    #[test]
    fn a_line_has_neither_its_break_nor_the_mark() {
        let file = FileLines::new(SourceFile::new("x", "\u{feff}one\r\ntwo\n"));
        let words = |n| {
            let (start, end) = file.line_range(n);
            &file.text()[start..end]
        };
        assert_eq!((file.line_count(), words(1), words(2), words(3), words(9)), (3, "one", "two", "", ""));
    }

    #[test]
    fn streams_and_built_in_files_are_on_no_disk() {
        assert!(is_on_disk("lists/x.yaml"));
        for path in ["-", "", "built in: rulesets/fra/ruleset.yaml"] {
            assert!(!is_on_disk(path), "{path}");
        }
    }
}
