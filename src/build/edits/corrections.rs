//! Corrections: the edits of findings, made and proved like all others, in rounds.

use std::sync::Arc;

use crate::finding::{Edit, FileId, Span};
use crate::text_edits::{TextChange, apply_changes, spans_of_new_words};
use crate::yaml::{Node, NodeContent, Parsed, parse_yaml};

use super::super::rows::ListRows;
use super::batch::{Batch, EditedList};
use super::list_path::Path;
use super::plain_tree::Plain;
use super::plan::{Expected, Planned};
use super::refusal::{Refusal, RefusalReason};

/// A list while the edits of findings are made in it.
#[derive(Clone)]
pub(crate) struct CorrectedList {
    batch: Batch,
    /// The text before the first correction.
    first_text: Arc<str>,
}

impl CorrectedList {
    /// Starts with a text and its rows, with their ids.
    pub(crate) fn new(text: &str, rows: &ListRows) -> Self {
        let parsed = Arc::new(parse_yaml(FileId::CHECKED, text).into_owned());
        Self { batch: Batch::new(text, parsed, rows, None), first_text: text.into() }
    }

    /// Returns the text as it is by now.
    pub(crate) fn text(&self) -> &str {
        &self.batch.list.text
    }

    /// Returns what the text was parsed into.
    pub(crate) fn parsed(&self) -> &Parsed<'static> {
        &self.batch.list.parsed
    }

    /// Replaces single characters by others that are as long and mean the same, such as line ends.
    ///
    /// # Errors
    ///
    /// The texts differ in more than that.
    pub(crate) fn replace_characters(&mut self, text: &str) -> Result<(), Refusal> {
        let changed = self.text().char_indices().zip(text.chars()).filter(|((_, old), new)| old != new);
        let changes: Vec<TextChange> =
            changed.map(|((at, old), new)| TextChange::new(at, at + old.len_utf8(), new)).collect();
        self.batch.list.change_text(&changes)
    }

    /// Makes the edits of findings: all of them, or none. Returns where their words are then.
    ///
    /// # Errors
    ///
    /// The edits overlap, or the text would not say what they should lead to.
    pub(crate) fn correct<'e>(
        &mut self,
        edits: impl IntoIterator<Item = &'e Edit>,
    ) -> Result<Vec<Span>, Refusal> {
        let mut changes: Vec<TextChange> = edits.into_iter().map(TextChange::from).collect();
        changes.sort_by_key(|change| (change.start, change.end));
        // Several findings may ask for the same
        changes.dedup();
        if changes.windows(2).any(|pair| pair[1].start < pair[0].end) {
            return Err(Refusal::new(RefusalReason::Overlap, "the corrections overlap"));
        }
        let parsed = Arc::clone(&self.batch.list.parsed);
        let unread = || Refusal::new(RefusalReason::Unread, "the list has a fault of its syntax");
        let root = parsed.root.as_ref().ok_or_else(unread)?;
        let plain = corrected(self.text(), root, &changes).ok_or(Refusal::layout(root.span))?;
        let words = spans_of_new_words(&changes);
        let expected = Expected::Value(Path::new(), plain);
        self.batch.list.make(root, Planned { changes, expected })?;
        self.touch(&words);
        Ok(words)
    }

    /// Notes that the rows and commands around these bytes were changed.
    fn touch(&mut self, words: &[Span]) {
        let rows = self.batch.rows();
        for word in words {
            let is_around = |span: Span| span.start <= word.start && word.end <= span.end;
            // Rows and commands are sorted, and the command that is not written is the last
            let row = rows.rows.partition_point(|row| row.span.start <= word.start);
            let command =
                rows.commands.partition_point(|c| c.span.is_some_and(|span| span.start <= word.start));
            let row = rows.rows[..row].last().filter(|row| is_around(row.span)).map(|row| &row.id);
            let command = rows.commands[..command].last().filter(|c| c.span.is_some_and(is_around));
            if let Some(id) = row.or(command.map(|command| &command.id)) {
                self.batch.touch(id);
            }
        }
    }

    /// Returns the corrected list. `step` says for people what was corrected.
    pub(crate) fn finish(mut self, step: String) -> EditedList {
        self.batch.steps = vec![step];
        let rows = self.batch.rows();
        self.batch.finish(&self.first_text, (*rows).clone())
    }
}

/// Returns what a value says once sorted changes of the text were made. `None` if that cannot be told.
///
/// A change replaces a word, or the brackets of a list or map, or removes an item with what separates it from others.
fn corrected(text: &str, node: &Node<'_>, changes: &[TextChange]) -> Option<Plain> {
    let changes = changes_of(changes, node.span);
    if changes.is_empty() {
        return Some(Plain::from_node(node));
    }
    let are_deeper = |parts: &[&Node<'_>]| {
        changes.iter().all(|change| {
            let before = parts.partition_point(|part| part.span.start as usize <= change.start);
            let is_within = parts[..before].last().is_some_and(|part| change.is_within(part.span));
            change.text.is_empty() || is_within
        })
    };
    match &node.content {
        NodeContent::Map(entries) => {
            let parts: Vec<&Node<'_>> = entries.iter().flat_map(|(key, value)| [key, value]).collect();
            if !are_deeper(&parts) {
                return reread(text, node.span, changes);
            }
            let entry = |(key, value): &(Node<'_>, Node<'_>)| match corrected(text, key, changes)? {
                Plain::Text(key) | Plain::Word(key) => Some((key, corrected(text, value, changes)?)),
                _ => None,
            };
            entries.iter().map(entry).collect::<Option<_>>().map(Plain::Map)
        }
        NodeContent::Seq(items) => {
            if !are_deeper(&items.iter().collect::<Vec<_>>()) {
                return reread(text, node.span, changes);
            }
            let stays = |item: &&Node<'_>| {
                !changes_of(changes, item.span).iter().any(|change| removes(change, item.span))
            };
            items
                .iter()
                .filter(stays)
                .map(|item| corrected(text, item, changes))
                .collect::<Option<_>>()
                .map(Plain::Seq)
        }
        NodeContent::Scalar { .. } => reread(text, node.span, changes),
    }
}

/// Returns those of sorted changes that change any of these bytes.
fn changes_of(changes: &[TextChange], span: Span) -> &[TextChange] {
    let from = changes.partition_point(|change| change.end <= span.start as usize);
    let to = changes.partition_point(|change| change.start < span.end as usize);
    &changes[from..to.max(from)]
}

/// Returns `true` if a change takes out these bytes.
fn removes(change: &TextChange, span: Span) -> bool {
    change.text.is_empty() && change.start <= span.start as usize && span.end as usize <= change.end
}

/// Reads a value alone, with changes made of its bytes.
fn reread(text: &str, span: Span, changes: &[TextChange]) -> Option<Plain> {
    let (from, to) = (span.start as usize, span.end as usize);
    let inside = |change: &TextChange| {
        let moved =
            TextChange::new(change.start.checked_sub(from)?, change.end.checked_sub(from)?, &*change.text);
        change.is_within(span).then_some(moved)
    };
    let changes: Vec<TextChange> = changes.iter().map(inside).collect::<Option<_>>()?;
    let words = apply_changes(text.get(from..to)?, &changes)?;
    let parsed = parse_yaml(FileId::CHECKED, &words);
    parsed.root.filter(|_| !parsed.is_partial).map(|node| Plain::from_node(&node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Edit;

    const TEXT: &str = "\
army: A   # mine
unts:
- {unit: spers, name: Sp, options: [a, a, {b: c}]}
- unit: slingers
  options:
  - a   # why
  - a   # again
";

    /// Returns a list, and an edit that writes something in place of the last of these words.
    fn list() -> (CorrectedList, impl Fn(&str, &str) -> Edit) {
        let edit = |word: &str, text: &str| {
            let at = TEXT.rfind(word).unwrap();
            let span = Span::new(FileId::CHECKED, at, at + word.len());
            Edit { span, text: text.to_owned() }
        };
        (CorrectedList::new(TEXT, &ListRows::of_text(TEXT)), edit)
    }

    #[test]
    fn rounds_of_corrections_are_one_list_of_changes() {
        let (mut list, edit) = list();
        let words = list.correct(&[edit("unts", "units"), edit("spers", "spears")]).unwrap();
        let written = |span: Span| &list.text()[span.start as usize..span.end as usize];
        assert_eq!(words.iter().map(|span| written(*span)).collect::<Vec<_>>(), ["units", "spears"]);
        // Two bytes further on, as two words are longer
        let second = Edit { span: Span::new(FileId::CHECKED, 62, 65), text: String::new() };
        assert_eq!(&list.text()[62..65], ", a");
        list.correct(&[second]).unwrap();
        let edited = list.finish("fix 3 mistakes".to_owned());
        let fixed = TEXT.replace("unts", "units").replace("spers", "spears").replace("[a, a,", "[a,");
        assert_eq!(edited.text, fixed);
        assert_eq!(edited.step(), "fix 3 mistakes");
        let changes =
            [TextChange::new(17, 21, "units"), TextChange::new(32, 37, "spears"), TextChange::remove(60, 63)];
        assert_eq!(edited.changes, changes);
        assert_eq!(apply_changes(&edited.text, &edited.undo).as_deref(), Some(TEXT));
        // The rows are found once their key is right
        assert_eq!(edited.touched, ["r1"]);
    }

    #[test]
    fn items_and_brackets_are_corrected() {
        let (mut list, edit) = list();
        // A comment is no part of a value
        list.correct(&[edit("a   # again", "a")]).unwrap_err();
        list.correct(&[edit("- a   # again", ""), edit("{b: c}", "b: [c]")]).unwrap();
        assert!(
            list.text()
                .ends_with("options: [a, a, b: [c]]}\n- unit: slingers\n  options:\n  - a   # why\n  \n")
        );
    }

    #[test]
    fn a_correction_that_says_more_than_it_should_is_refused() {
        let (mut list, edit) = list();
        for (word, text, reason) in [
            ("spers", "spears, size: 8", RefusalReason::Layout),
            ("spers", "spears}", RefusalReason::Layout),
            ("slingers", "a: b", RefusalReason::Layout),
            ("unts:\n", "", RefusalReason::Layout),
        ] {
            let refusal = list.correct(&[edit(word, text)]).unwrap_err();
            assert_eq!((refusal.reason, list.text()), (reason, TEXT), "{word} {text}");
        }
        let overlap = list.correct(&[edit("spers", "spears"), edit("unit: spers", "unit: x")]).unwrap_err();
        assert_eq!(overlap.reason, RefusalReason::Overlap);
        // Two findings may ask for the same
        list.correct(&[edit("spers", "spears"), edit("spers", "spears")]).unwrap();
    }
}
