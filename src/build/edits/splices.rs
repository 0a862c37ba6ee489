//! Replaced pieces of a text, and the differences that a series of them makes.

/// A piece of a text that is replaced.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextChange {
    /// The first byte that is replaced.
    pub start: usize,
    /// The byte after the last one that is replaced.
    pub end: usize,
    /// What stands there instead.
    pub text: String,
}

impl TextChange {
    pub(super) fn new(start: usize, end: usize, text: impl Into<String>) -> Self {
        Self { start, end, text: text.into() }
    }

    pub(super) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::new(at, at, text)
    }

    pub(super) fn remove(start: usize, end: usize) -> Self {
        Self::new(start, end, "")
    }
}

/// Returns a text with sorted changes made. `None` if they overlap, or are not between characters of the text.
pub fn apply_changes(text: &str, changes: &[TextChange]) -> Option<String> {
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    for change in changes {
        made.push_str(text.get(at..change.start)?);
        text.get(change.start..change.end)?;
        made.push_str(&change.text);
        at = change.end;
    }
    made.push_str(text.get(at..)?);
    Some(made)
}

/// A piece of a text that is made of another: bytes of the old one, or new words.
#[derive(Clone, Debug)]
enum Piece {
    Old(usize, usize),
    New(String),
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Self::Old(start, end) => end - start,
            Self::New(text) => text.len(),
        }
    }

    /// Splits a piece after some of its bytes.
    fn split(self, at: usize) -> (Self, Self) {
        match self {
            Self::Old(start, end) => (Self::Old(start, start + at), Self::Old(start + at, end)),
            Self::New(mut text) => {
                let rest = text.split_off(at);
                (Self::New(text), Self::New(rest))
            }
        }
    }
}

/// All differences between a text and what several rounds of changes made of it.
#[derive(Clone, Debug)]
pub(super) struct Differences {
    pieces: Vec<Piece>,
    old_len: usize,
}

impl Differences {
    /// Starts without differences, for a text of this length.
    pub(super) fn new(old_len: usize) -> Self {
        Self { pieces: vec![Piece::Old(0, old_len)], old_len }
    }

    /// Adds changes, sorted and in bytes of the text as it is by now.
    pub(super) fn add(&mut self, changes: &[TextChange]) {
        for change in changes.iter().rev() {
            let (mut before, mut after, mut at) = (Vec::new(), Vec::new(), 0);
            for piece in std::mem::take(&mut self.pieces) {
                let end = at + piece.len();
                if end <= change.start {
                    before.push(piece);
                } else if at >= change.end {
                    after.push(piece);
                } else {
                    let (left, rest) = piece.split(change.start.saturating_sub(at));
                    let cut = change.end.min(end) - change.start.max(at);
                    let (_, right) = rest.split(cut);
                    before.push(left);
                    after.push(right);
                }
                at = end;
            }
            before.push(Piece::New(change.text.clone()));
            before.extend(after);
            self.pieces = before.into_iter().filter(|piece| piece.len() > 0).collect();
        }
    }

    /// Returns the changes from the old text to the new one, and those that lead back, each sorted.
    pub(super) fn changes_and_undo(&self, old: &str) -> (Vec<TextChange>, Vec<TextChange>) {
        let (mut changes, mut undo) = (Vec::new(), Vec::new());
        let (mut old_at, mut new_at, mut words) = (0, 0, String::new());
        let mut close = |from: usize, to: usize, new_at: usize, words: &mut String| {
            if from < to || !words.is_empty() {
                let words = std::mem::take(words);
                // What was put back as it stood is no difference
                let same = old[from..to].bytes().zip(words.bytes()).take_while(|(a, b)| a == b).count();
                let same = (0..=same)
                    .rev()
                    .find(|n| old.is_char_boundary(from + n) && words.is_char_boundary(*n))
                    .unwrap_or(0);
                if same < words.len() || from + same < to {
                    let start = new_at - words.len();
                    undo.push(TextChange::new(start + same, new_at, &old[from + same..to]));
                    changes.push(TextChange::new(from + same, to, &words[same..]));
                }
            }
        };
        for piece in &self.pieces {
            match piece {
                Piece::Old(start, end) => {
                    close(old_at, *start, new_at, &mut words);
                    old_at = *end;
                    new_at += end - start;
                }
                Piece::New(text) => {
                    words.push_str(text);
                    new_at += text.len();
                }
            }
        }
        close(old_at, self.old_len, new_at, &mut words);
        (changes, undo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_rounds_are_one_list_of_changes() {
        let old = "one two three four";
        let mut differences = Differences::new(old.len());
        let mut text = old.to_owned();
        for round in [
            vec![TextChange::new(4, 7, "2"), TextChange::new(14, 18, "4")],
            vec![TextChange::new(0, 3, "1")],
            vec![TextChange::insert(1, ", then"), TextChange::remove(4, 10)],
            vec![TextChange::new(0, 7, "0")],
        ] {
            text = apply_changes(&text, &round).unwrap();
            differences.add(&round);
        }
        assert_eq!(text, "0 2 4");
        let (changes, undo) = differences.changes_and_undo(old);
        assert_eq!(apply_changes(old, &changes).as_deref(), Some("0 2 4"));
        assert_eq!(apply_changes(&text, &undo).as_deref(), Some(old));
    }

    #[test]
    fn what_was_put_back_is_no_change() {
        let mut differences = Differences::new(3);
        differences.add(&[TextChange::new(1, 2, "x")]);
        differences.add(&[TextChange::new(1, 2, "b")]);
        assert_eq!(differences.changes_and_undo("abc"), (vec![], vec![]));
    }

    #[test]
    fn overlapping_changes_are_refused() {
        assert_eq!(apply_changes("abcd", &[TextChange::remove(0, 2), TextChange::remove(1, 3)]), None);
        assert_eq!(apply_changes("é", &[TextChange::insert(1, "x")]), None);
    }
}
