//! Mends: the edits that findings carry, made ready for a text, applied to it and proven by a second check.

mod diff;
mod ready;

use std::collections::BTreeMap;

use crate::check::report::{ListReport, Verdict};
use crate::check::run::{Options, check};
use crate::finding::{Cause, Edit, FileId, Finding, Severity, Span};
use crate::rules::library::Library;
use crate::yaml::{self, Kind, Node};

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
/// words there is then another error, is not done, nor is one that makes a key of a word whose value does not suit it;
/// what a mended word lets the rules see besides was there before.
pub fn mend(library: &Library, path: &str, text: &str) -> Mended {
    let judge = |text: &str| check(library, path, text.as_bytes().to_vec(), &Options::default());
    let mut made = Mended { text: text.to_owned(), done: Vec::new(), report: judge(text) };
    let mut refused: Vec<(Cause, Vec<String>)> = Vec::new();
    for _ in 0..ROUNDS {
        let open: Vec<Finding> = made
            .report
            .findings
            .iter()
            .filter(|f| f.has_mend() && !refused.contains(&attempt(f)))
            .cloned()
            .collect();
        if open.is_empty() {
            break;
        }
        let tried = |findings: &[Finding]| {
            let edits: Vec<Edit> = findings.iter().flat_map(|f| f.mends.iter().cloned()).collect();
            let text = apply(&made.text, &edits);
            let report = judge(&text);
            holds(&made.report, &report, findings, &places(&edits, &text)).then_some((text, report))
        };
        let all = tried(&open).map(|all| (all, open.clone()));
        let found = all.or_else(|| {
            open.iter().find_map(|one| {
                let found = tried(std::slice::from_ref(one)).map(|found| (found, vec![one.clone()]));
                if found.is_none() {
                    refused.push(attempt(one));
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
fn holds(before: &ListReport, after: &ListReport, mended: &[Finding], places: &[Place]) -> bool {
    if after.verdict == Verdict::Unreadable {
        return false;
    }
    let count = |report: &ListReport| {
        let mut count: BTreeMap<Cause, usize> = BTreeMap::new();
        report.findings.iter().for_each(|f| *count.entry(f.cause()).or_default() += 1);
        count
    };
    let (had, has) = (count(before), count(after));
    let of = |all: &BTreeMap<Cause, usize>, f: &Finding| all.get(&f.cause()).copied().unwrap_or(0);
    let gone = mended.iter().all(|f| {
        let times = mended.iter().filter(|o| o.cause() == f.cause()).count();
        of(&has, f) + times <= of(&had, f)
    });
    let new = |f: &&Finding| f.severity == Severity::Error && of(&has, f) > of(&had, f);
    let unharmed = |f: &Finding| {
        let Some(span) = f.primary().map(|l| l.span) else { return true };
        places.iter().all(|place| !touch(place.words, span) && place.allows(f, span))
    };
    gone && after
        .findings
        .iter()
        .filter(new)
        .all(|f| !f.code.is_of_syntax() && (unharmed(f) || f.code.is_of_amounts()))
}

/// A finding and what its edits write, by which it is known again in a text that has changed elsewhere.
fn attempt(finding: &Finding) -> (Cause, Vec<String>) {
    (finding.cause(), finding.mends.iter().map(|edit| edit.text.clone()).collect())
}

/// Where the words of an edit stand in the text that it makes.
struct Place {
    words: Span,
    /// The value, where the words are a key.
    value: Option<Value>,
}

struct Value {
    span: Span,
    single: bool,
}

impl Place {
    /// Whether an error that is new may be there in spite of the edit: inside the value of a mended key only what
    /// checks find there, which reading it let them see, or what can be mended in its turn.
    fn allows(&self, finding: &Finding, span: Span) -> bool {
        let Some(value) = self.value.as_ref().filter(|v| touch(v.span, span)) else { return true };
        finding.has_mend() || !(value.single || finding.code.is_of_values())
    }
}

fn touch(a: Span, b: Span) -> bool {
    a.file == b.file && a.start < b.end && b.start < a.end
}

/// Where the words of edits stand in the text that they make.
fn places(edits: &[Edit], text: &str) -> Vec<Place> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|e| (e.span.start, e.span.end));
    let root = yaml::parse(FileId::CHECKED, text).root;
    let (mut taken, mut given) = (0_usize, 0_usize);
    let of = |edit: &&Edit| {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let at = start + given - taken;
        taken += end - start;
        given += edit.text.len();
        let words = Span::new(FileId::CHECKED, at, at + edit.text.len());
        Place { words, value: root.as_ref().and_then(|root| value_of(root, words)) }
    };
    sorted.iter().map(of).collect()
}

/// The value of the key that stands at these words.
fn value_of(node: &Node<'_>, key: Span) -> Option<Value> {
    let deeper = |node: &Node<'_>| (touch(node.span, key)).then(|| value_of(node, key)).flatten();
    match &node.kind {
        Kind::Scalar { .. } => None,
        Kind::Seq(items) => items.iter().find_map(deeper),
        Kind::Map(entries) => entries.iter().find_map(|(k, v)| {
            if k.span == key {
                return Some(Value { span: v.span, single: matches!(v.kind, Kind::Scalar { .. }) });
            }
            deeper(v)
        }),
    }
}
