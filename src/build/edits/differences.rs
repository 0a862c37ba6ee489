//! The differences that a series of changes makes between two texts.

use crate::text_edits::TextChange;

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

/// The pieces of a text that are not yet dealt with.
struct OldPieces {
    left: std::vec::IntoIter<Piece>,
    /// The rest of a piece that was cut.
    next: Option<Piece>,
    /// The byte of the text at which they begin.
    at: usize,
}

impl OldPieces {
    /// Takes the pieces before a byte of the text, of which the last may be cut.
    fn take_until(&mut self, end: usize) -> Vec<Piece> {
        let mut taken = Vec::new();
        while self.at < end {
            let Some(piece) = self.next.take().or_else(|| self.left.next()) else { break };
            let room = end - self.at;
            if piece.len() <= room {
                self.at += piece.len();
                taken.push(piece);
            } else {
                let (before, after) = piece.split(room);
                self.at = end;
                taken.push(before);
                self.next = Some(after);
            }
        }
        taken
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
        let mut old = OldPieces { left: std::mem::take(&mut self.pieces).into_iter(), next: None, at: 0 };
        for change in changes {
            self.pieces.extend(old.take_until(change.start));
            if !change.text.is_empty() {
                self.pieces.push(Piece::New(change.text.clone()));
            }
            old.take_until(change.end);
        }
        self.pieces.extend(old.take_until(usize::MAX));
    }

    /// Returns the changes from the old text to the new one, and those that lead back, each sorted.
    pub(super) fn changes_and_undo(&self, old: &str) -> (Vec<TextChange>, Vec<TextChange>) {
        let (mut changes, mut undo) = (Vec::new(), Vec::new());
        let (mut old_at, mut new_at, mut words) = (0, 0, String::new());
        let mut close = |from: usize, to: usize, new_at: usize, words: &mut String| {
            if from < to || !words.is_empty() {
                let words = std::mem::take(words);
                // What was put back as it stood is no difference
                let same = same_words_at_start(&old[from..to], &words);
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

/// Returns how many bytes two texts have in common at their start, up to the start of a word that differs.
fn same_words_at_start(old: &str, new: &str) -> usize {
    let mut same: usize =
        old.chars().zip(new.chars()).take_while(|(old, new)| old == new).map(|(c, _)| c.len_utf8()).sum();
    let is_in_word = |text: &str, at: usize| {
        let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
        is_letter(text[..at].chars().next_back()) && is_letter(text[at..].chars().next())
    };
    while is_in_word(old, same) || is_in_word(new, same) {
        same -= old[..same].chars().next_back().map_or(1, char::len_utf8);
    }
    same
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_edits::apply_changes;

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
}
