//! Reads any bytes as each kind of file: nothing panics, and every span is inside the text.

use muster::finding::{FileId, Finding};
use muster::format::book::Book;
use muster::format::event::Event;
use muster::format::list::List;
use muster::format::ruleset::Ruleset;
use muster::read::read_text;
use muster::yaml::decode_utf8;

fn places(text: &str, findings: &[Finding]) {
    for finding in findings {
        assert!(!finding.message.is_empty() && !finding.message.contains('\n'), "{finding:?}");
        for span in finding.labels.iter().map(|l| l.span).chain(finding.edits.iter().map(|m| m.span)) {
            let part = text.get(span.start as usize..span.end as usize);
            assert!(part.is_some(), "{finding:?} points outside the text or into a letter");
        }
    }
}

/// Checks one input.
pub(crate) fn look(bytes: &[u8]) {
    let Ok(text) = decode_utf8(FileId::CHECKED, bytes.to_vec()) else { return };
    places(&text, &read_text::<List>(FileId::CHECKED, &text).findings);
    places(&text, &read_text::<Ruleset>(FileId::CHECKED, &text).findings);
    places(&text, &read_text::<Book>(FileId::CHECKED, &text).findings);
    places(&text, &read_text::<Event>(FileId::CHECKED, &text).findings);
}
