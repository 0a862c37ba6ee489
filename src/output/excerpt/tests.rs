use crate::finding::{FileId, SourceFile, Span};

use super::*;

fn excerpt(text: &str, spans: &[(usize, usize)], width: usize) -> Excerpt {
    let labels: Vec<_> = spans
        .iter()
        .map(|(start, end)| Label {
            span: Span::new(FileId::CHECKED, *start, *end),
            text: String::new(),
            is_in_message: false,
        })
        .collect();
    Excerpt::new(&FileLines::new(SourceFile::new("x", text)), &labels.iter().collect::<Vec<_>>(), width, "…")
}

fn numbers(excerpt: &Excerpt) -> Vec<usize> {
    excerpt.lines.iter().map(|row| row.number).collect()
}

fn words(excerpt: &Excerpt, mark: usize) -> &str {
    &excerpt.text[excerpt.marks[mark].start..excerpt.marks[mark].end]
}

#[test]
fn one_line_before_and_after_is_shown() {
    let found = excerpt("a\nb\nc\nd\ne\nf\ng\n", &[(4, 5), (12, 13)], 80);
    assert_eq!(numbers(&found), [2, 3, 4, 6, 7]);
    assert_eq!((found.text.as_str(), words(&found, 0), words(&found, 1)), ("b\nc\nd\nf\ng\n", "c", "g"));
}

#[test]
fn marks_byte_order_marks_and_carriage_returns_move_nothing() {
    let text = "\u{feff}army: x\r\nunits: y\r\n";
    let at = text.rfind('y').unwrap();
    let found = excerpt(text, &[(at, at + 1), (0, 7)], 80);
    assert_eq!((found.text.as_str(), words(&found, 0)), ("army: x\nunits: y\n", "y"));
    assert_eq!((words(&found, 1), found.marks[0].column, found.marks[1].column), ("army", 8, 1));
}

#[test]
fn places_outside_the_text_are_brought_within_it() {
    for text in ["", "a", "a\n", "ü", "\u{feff}", "\r\n", "a\n\n"] {
        for (start, end) in [(0, 0), (0, 9), (9, 9), (9, 2), (1, 1), (1, 2), (2, 3)] {
            let found = excerpt(text, &[(start, end)], 80);
            let mark = &found.marks[0];
            assert!(mark.start <= mark.end && mark.end <= found.text.len(), "{text:?} {start}..{end}");
            assert!(found.text.is_char_boundary(mark.start) && found.text.is_char_boundary(mark.end));
            assert!(found.text.ends_with('\n'), "{text:?}");
        }
    }
}

#[test]
fn a_long_line_is_cut_around_the_word() {
    let text = format!("{}phalnax{}", "a".repeat(100), "b".repeat(100));
    let found = excerpt(&text, &[(100, 107)], 40);
    assert_eq!(found.text, format!("…{}phalnax{}…\n", "a".repeat(10), "b".repeat(21)));
    assert_eq!((words(&found, 0), found.marks[0].column), ("phalnax", 101));

    let early = excerpt(&text, &[(3, 5)], 40);
    assert_eq!((early.text, early.marks[0].start), (format!("{}…\n", "a".repeat(39)), 3));
}

#[test]
fn a_word_cut_off_is_pointed_at_where_the_cut_is() {
    let text = format!("x{}y", "-".repeat(100));
    let found = excerpt(&text, &[(0, 1), (101, 102)], 20);
    assert_eq!(found.text, format!("x{}…\n", "-".repeat(18)));
    assert_eq!((words(&found, 0), found.marks[1].start, words(&found, 1)), ("x", 19, ""));
}

#[test]
fn long_files_long_places_and_many_places_are_cut() {
    let text = "line\n".repeat(1_000);
    let found = excerpt(&text, &[(0, text.len())], 80);
    assert_eq!((numbers(&found), words(&found, 0)), (vec![1, 2], "line"));
    let many: Vec<_> = (0..1_000).map(|n| (n * 5, n * 5 + 4)).collect();
    let found = excerpt(&text, &many, 80);
    assert_eq!((found.marks.len(), found.unmarked_count, found.lines.len()), (8, 992, 9));
}

#[test]
fn a_place_said_twice_is_marked_once_with_both_texts() {
    let label = |text: &str| Label {
        span: Span::new(FileId::CHECKED, 0, 1),
        text: text.to_owned(),
        is_in_message: false,
    };
    let labels = [label("one"), label("two"), label("")];
    let file = FileLines::new(SourceFile::new("x", "a"));
    let found = Excerpt::new(&file, &labels.iter().collect::<Vec<_>>(), 80, "…");
    assert_eq!((found.marks.len(), found.marks[0].text.as_str()), (1, "one; two"));
}

#[test]
fn control_characters_are_shown_as_symbols() {
    let text = "name: a\u{1b}[31mb\u{202e}c";
    let at = text.find('c').unwrap();
    let found = excerpt(text, &[(at, at + 1)], 80);
    assert_eq!((found.text.as_str(), words(&found, 0)), ("name: a?[31mb\u{fffd}c\n", "c"));
}
