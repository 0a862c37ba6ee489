//! A unified diff of a text and what changes made of it.

use std::fmt::Write as _;

use crate::text_edits::layout::next_line;
use crate::text_edits::{TextChange, apply_changes};

/// Returns a unified diff without context lines, of a text and sorted changes of it. Empty if no line changes.
pub fn line_diff(path: &str, text: &str, changes: &[TextChange]) -> String {
    let mut made = String::new();
    let (mut at, mut line, mut new_line) = (0, 0, 0);
    for Hunk { start, end, changes } in hunks(text, changes) {
        let here =
            |change: &TextChange| TextChange::new(change.start - start, change.end - start, &*change.text);
        let changes: Vec<TextChange> = changes.iter().map(here).collect();
        let Some(after) = apply_changes(&text[start..end], &changes) else { continue };
        let (old, new) = (lines_of(&text[start..end]), lines_of(&after));
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let rest = old.len().min(new.len()) - same;
        let ends = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new);
        let ends = ends.count();
        let unchanged = lines_of(&text[at..start]).len();
        (line, new_line) = (line + unchanged, new_line + unchanged);
        let (goes, comes) = (&old[same..old.len() - ends], &new[same..new.len() - ends]);
        if !goes.is_empty() || !comes.is_empty() {
            if made.is_empty() {
                let _ = write!(made, "--- {path}\n+++ {path}\n");
            }
            let (old_range, new_range) = (line_range(line + same, goes), line_range(new_line + same, comes));
            let _ = writeln!(made, "@@ -{old_range} +{new_range} @@");
            for (sign, lines) in [('-', goes), ('+', comes)] {
                lines.iter().for_each(|line| {
                    let _ = writeln!(made, "{sign}{}", line.trim_end_matches('\n'));
                });
            }
        }
        (at, line, new_line) = (end, line + old.len(), new_line + new.len());
    }
    made
}

/// Returns the range of lines of a hunk, as unified diffs write it. `before` is the number of lines before it.
fn line_range(before: usize, lines: &[&str]) -> String {
    // A hunk without lines is named by the line before it
    format!("{},{}", if lines.is_empty() { before } else { before + 1 }, lines.len())
}

fn lines_of(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Whole lines of a text that are changed, and the changes in them.
struct Hunk<'c> {
    start: usize,
    end: usize,
    changes: &'c [TextChange],
}

/// Puts together the changes of the same and of neighbouring lines.
fn hunks<'c>(text: &str, changes: &'c [TextChange]) -> Vec<Hunk<'c>> {
    let mut hunks: Vec<Hunk<'c>> = Vec::new();
    let mut first = 0;
    for (n, change) in changes.iter().enumerate() {
        let start = text[..change.start].rfind('\n').map_or(0, |n| n + 1);
        let begins_line = |at: usize| at == 0 || text[..at].ends_with('\n');
        let ends_line =
            if change.text.is_empty() { begins_line(change.start) } else { change.text.ends_with('\n') };
        let end = if ends_line && begins_line(change.end) { change.end } else { next_line(text, change.end) };
        match hunks.last_mut() {
            Some(last) if start <= last.end => {
                last.end = last.end.max(end);
                last.changes = &changes[first..=n];
            }
            _ => {
                first = n;
                hunks.push(Hunk { start, end, changes: &changes[n..=n] });
            }
        }
    }
    hunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_left_out_and_added_lines_are_told_by_their_numbers() {
        let all = [TextChange::new(2, 3, "B"), TextChange::remove(6, 8)];
        assert_eq!(
            line_diff("x", "a\nb\nc\nd\n", &all),
            "--- x\n+++ x\n@@ -2,1 +2,1 @@\n-b\n+B\n@@ -4,1 +3,0 @@\n-d\n"
        );
        let added = "--- x\n+++ x\n@@ -1,0 +2,1 @@\n+n\n";
        assert_eq!(line_diff("x", "a\nb\n", &[TextChange::insert(2, "n\n")]), added);
        assert_eq!(line_diff("x", "a\nb\n", &[TextChange::insert(1, "\nn")]), added);
        assert_eq!(line_diff("x", "a\n", &[]), "");
        assert_eq!(line_diff("x", "a\n", &[TextChange::new(0, 1, "a")]), "");
    }

    #[test]
    fn changes_of_one_line_and_of_neighbours_are_one_hunk() {
        let text = "a b\nc\nd\ne";
        let all = [TextChange::new(0, 1, "A"), TextChange::new(2, 3, "B"), TextChange::new(4, 5, "C")];
        assert_eq!(line_diff("x", text, &all), "--- x\n+++ x\n@@ -1,2 +1,2 @@\n-a b\n-c\n+A B\n+C\n");
        let last = [TextChange::new(8, 9, "E\nF")];
        assert_eq!(line_diff("x", text, &last), "--- x\n+++ x\n@@ -4,1 +4,2 @@\n-e\n+E\n+F\n");
        assert_eq!(
            line_diff("x", "\u{feff}a\nb", &[TextChange::new(5, 6, "B")]),
            "--- x\n+++ x\n@@ -2,1 +2,1 @@\n-b\n+B\n"
        );
        // Without the break between them, two lines are one
        let joined = [TextChange::remove(3, 4)];
        assert_eq!(line_diff("x", text, &joined), "--- x\n+++ x\n@@ -1,2 +1,1 @@\n-a b\n-c\n+a bc\n");
    }
}
