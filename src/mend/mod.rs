//! Mends: the edits that findings carry, made ready for a text, applied to it and proven by a second check.

mod diff;
mod ready;

use std::collections::BTreeMap;

use crate::check::report::{ListReport, Verdict};
use crate::check::run::{Options, check};
use crate::finding::{Code, Edit, Finding, Severity};
use crate::rules::library::Library;

pub use diff::diff;
pub(crate) use ready::{has_anchor, item, line_indent, ready, word_as};

/// How often a text is mended at most: a word may be known only after another.
const ROUNDS: usize = 12;

/// A text with edits done. Those that overlap one before them, or lie outside the text, are left out.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|e| (e.span.start, e.span.end));
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    for edit in sorted {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let Some(before) = text.get(at..start) else { continue };
        if text.get(start..end).is_none() {
            continue;
        }
        made.push_str(before);
        made.push_str(&edit.text);
        at = end;
    }
    made.push_str(text.get(at..).unwrap_or_default());
    made
}

/// What became of a text.
#[derive(Clone, Debug)]
pub struct Mended {
    /// The text, mended.
    pub text: String,
    /// What was mended, as it was found.
    pub done: Vec<Finding>,
    /// The check of the mended text.
    pub report: ListReport,
}

/// Mends everything in a list that can be meant in one way only. A mend that leaves its finding standing, or at whose
/// words there is then another error, is not done; what a mended word lets the rules see besides was there before.
pub fn mend(library: &Library, path: &str, text: &str) -> Mended {
    let judge = |text: &str| check(library, path, text.as_bytes().to_vec(), &Options::default());
    let mut made = Mended { text: text.to_owned(), done: Vec::new(), report: judge(text) };
    let mut refused: Vec<(Code, String)> = Vec::new();
    for _ in 0..ROUNDS {
        let open: Vec<Finding> = made
            .report
            .findings
            .iter()
            .filter(|f| f.has_mend() && !refused.contains(&(f.code, f.message.clone())))
            .cloned()
            .collect();
        if open.is_empty() {
            break;
        }
        let tried = |findings: &[Finding]| {
            let edits: Vec<Edit> = findings.iter().flat_map(|f| f.mends.iter().cloned()).collect();
            let text = apply(&made.text, &edits);
            let report = judge(&text);
            holds(&made.report, &report, findings, &places(&edits)).then_some((text, report))
        };
        let all = tried(&open).map(|all| (all, open.clone()));
        let found = all.or_else(|| {
            open.iter().find_map(|one| {
                let found = tried(std::slice::from_ref(one)).map(|found| (found, vec![one.clone()]));
                if found.is_none() {
                    refused.push((one.code, one.message.clone()));
                }
                found
            })
        });
        let Some(((text, report), done)) = found else { break };
        (made.text, made.report) = (text, report);
        made.done.extend(done);
    }
    made
}

/// Whether mends did what they should: these findings are fewer, and no error is new.
fn holds(before: &ListReport, after: &ListReport, mended: &[Finding], places: &[(i64, i64)]) -> bool {
    if after.verdict == Verdict::Unreadable {
        return false;
    }
    let count = |report: &ListReport| {
        let mut count: BTreeMap<(Code, String), usize> = BTreeMap::new();
        report.findings.iter().for_each(|f| *count.entry((f.code, f.message.clone())).or_default() += 1);
        count
    };
    let (had, has) = (count(before), count(after));
    let of = |all: &BTreeMap<(Code, String), usize>, f: &Finding| {
        all.get(&(f.code, f.message.clone())).copied().unwrap_or(0)
    };
    let gone = mended.iter().all(|f| {
        let times = mended.iter().filter(|o| o.code == f.code && o.message == f.message).count();
        of(&has, f) + times <= of(&had, f)
    });
    let new = |f: &&Finding| f.severity == Severity::Error && of(&has, f) > of(&had, f);
    let elsewhere = |f: &Finding| {
        let Some(span) = f.primary().map(|l| l.span) else { return true };
        let (start, end) = (i64::from(span.start), i64::from(span.end));
        places.iter().all(|(from, to)| end <= *from || *to <= start)
    };
    gone && after.findings.iter().filter(new).all(|f| match f.code {
        Code::YamlSyntax | Code::DuplicateKey => false,
        code => elsewhere(f) || of_the_whole(code),
    })
}

/// Where the words of edits stand in the text that they make.
fn places(edits: &[Edit]) -> Vec<(i64, i64)> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|e| (e.span.start, e.span.end));
    let mut moved = 0;
    let of = |edit: &&Edit| {
        let (start, end) = (i64::from(edit.span.start), i64::from(edit.span.end));
        let length = i64::try_from(edit.text.len()).unwrap_or(i64::MAX);
        let at = start + moved;
        moved += length - (end - start);
        (at, at + length)
    };
    sorted.iter().map(of).collect()
}

/// Errors that are matters of the whole army, at whatever words they are shown.
fn of_the_whole(code: Code) -> bool {
    matches!(
        code,
        Code::OverPoints
            | Code::TooMany
            | Code::TooFew
            | Code::NotAMultiple
            | Code::DoesNotHold
            | Code::Commander
    )
}
