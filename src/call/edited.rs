//! The answer to an operation that changes a list.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::context::OpenedList;
use super::shared_types::{CommandId, RowId};
use crate::build::edits::{EditedList, TextChange};

/// A changed list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Edited {
    pub(crate) text: String,
    pub(crate) ids: String,
    /// The name of the step in Undo.
    pub(crate) step: String,
    /// The rows that are new or changed.
    pub(crate) rows: Vec<RowId>,
    /// The commands that are new or changed.
    pub(crate) commands: Vec<CommandId>,
    /// The rows and commands that the labels of a batch stand for.
    pub(crate) labels: IndexMap<String, String>,
    /// What to replace in the old text, sorted and without overlap.
    pub(crate) changes: Vec<TextChange>,
    /// What to replace in the new text to get the old one.
    pub(crate) undo: Vec<TextChange>,
}

impl Edited {
    /// Says what a batch of edits made of a list.
    pub(crate) fn from_batch(done: &EditedList) -> Self {
        let is_row = |id: &&String| done.rows.rows.iter().any(|row| row.id == **id);
        let (rows, commands) = done.touched.iter().partition::<Vec<&String>, _>(is_row);
        let ids = |all: Vec<&String>| all.into_iter().cloned().collect();
        Self {
            text: done.text.clone(),
            ids: done.rows.ids_text(&done.text),
            step: done.step(),
            rows: ids(rows),
            commands: ids(commands),
            labels: done.labels.iter().cloned().collect(),
            changes: done.changes.clone(),
            undo: done.undo.clone(),
        }
    }

    /// Says how a list differs from the same list before.
    pub(crate) fn between(before: &OpenedList<'_>, after: &OpenedList<'_>, step: String) -> Self {
        let (changes, undo) = changes_between(&before.text, &after.text);
        let (mut rows, mut commands): (Vec<RowId>, Vec<CommandId>) = (Vec::new(), Vec::new());
        for change in &undo {
            let holds =
                |span: crate::Span| span.start as usize <= change.start && change.end <= span.end as usize;
            if let Some(row) = after.rows.rows.iter().find(|row| holds(row.span)) {
                rows.push(row.id.clone());
            } else if let Some(command) = after.rows.commands.iter().find(|c| c.span.is_some_and(holds)) {
                commands.push(command.id.clone());
            }
        }
        rows.dedup();
        commands.dedup();
        Self {
            text: after.text.clone(),
            ids: after.ids(),
            step,
            rows,
            commands,
            labels: IndexMap::new(),
            changes,
            undo,
        }
    }
}

/// Returns the changes that lead from one text to another, and those that lead back.
///
/// If both have as many lines, each line that differs is one change of whole words. Else everything from the first line
/// that differs to the last is one change.
fn changes_between(before: &str, after: &str) -> (Vec<TextChange>, Vec<TextChange>) {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let pairs: Vec<(String, String)> = if old.len() == new.len() {
        old.iter().zip(&new).map(|(old, new)| ((*old).to_owned(), (*new).to_owned())).collect()
    } else {
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let rest = old.len().min(new.len()) - same;
        let ends =
            old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
        let part = |lines: &[&str], from: usize, to: usize| lines[from..to].concat();
        vec![
            (part(&old, 0, same), part(&new, 0, same)),
            (part(&old, same, old.len() - ends), part(&new, same, new.len() - ends)),
            (part(&old, old.len() - ends, old.len()), part(&new, new.len() - ends, new.len())),
        ]
    };
    let (mut changes, mut undo) = (Vec::new(), Vec::new());
    let (mut old_at, mut new_at) = (0, 0);
    for (old, new) in pairs {
        if old != new {
            let (from, to_old, to_new) = differing_words(&old, &new);
            changes.push(TextChange {
                start: old_at + from,
                end: old_at + to_old,
                text: new[from..to_new].to_owned(),
            });
            undo.push(TextChange {
                start: new_at + from,
                end: new_at + to_new,
                text: old[from..to_old].to_owned(),
            });
        }
        old_at += old.len();
        new_at += new.len();
    }
    (changes, undo)
}

/// Returns where two texts begin to differ, and where in each they no longer do, at the bounds of words.
fn differing_words(old: &str, new: &str) -> (usize, usize, usize) {
    let in_word = |text: &str, at: usize| {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
        letter(text[..at].chars().next_back()) && letter(text[at..].chars().next())
    };
    let mut from: usize =
        old.chars().zip(new.chars()).take_while(|(old, new)| old == new).map(|(c, _)| c.len_utf8()).sum();
    while in_word(old, from) || in_word(new, from) {
        from -= old[..from].chars().next_back().map_or(1, char::len_utf8);
    }
    let rest = old.len().min(new.len()) - from;
    let mut same_end = 0;
    for (a, b) in old.chars().rev().zip(new.chars().rev()) {
        if a != b || same_end + a.len_utf8() > rest {
            break;
        }
        same_end += a.len_utf8();
    }
    while in_word(old, old.len() - same_end) || in_word(new, new.len() - same_end) {
        same_end -= old[old.len() - same_end..].chars().next().map_or(1, char::len_utf8);
    }
    (from, old.len() - same_end, new.len() - same_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(text: &str, changes: &[TextChange]) -> String {
        let mut made = text.to_owned();
        for change in changes.iter().rev() {
            made.replace_range(change.start..change.end, &change.text);
        }
        made
    }

    #[test]
    fn a_changed_word_is_replaced_as_a_whole() {
        let (changes, undo) = changes_between("a: 1\nunit: elephant, x\n", "a: 1\nunit: elephants, x\n");
        assert_eq!(changes, [TextChange { start: 11, end: 19, text: "elephants".to_owned() }]);
        assert_eq!(undo, [TextChange { start: 11, end: 20, text: "elephant".to_owned() }]);
    }

    #[test]
    fn changes_and_undo_lead_from_either_text_to_the_other() {
        for (before, after) in [
            ("", ""),
            ("", "a\n"),
            ("aa", "aaa"),
            ("aaa", "aa"),
            ("a b\nc d\n", "a x\nc y\n"),
            ("a\nb\nc\n", "a\nc\n"),
            ("a\nc\n", "a\nb\nc\n"),
            ("ä-ö ü\n", "ä-ü ü\n"),
            ("é\nx\n", "è\nx\ny\n"),
            ("x  y", "x y"),
        ] {
            let (changes, undo) = changes_between(before, after);
            assert_eq!(apply(before, &changes), after, "{before:?} to {after:?}");
            assert_eq!(apply(after, &undo), before, "{after:?} back to {before:?}");
        }
    }
}
