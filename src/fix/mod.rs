//! Applies the edits that findings carry to the text of a list, and checks the list again to prove that they
//! work.

mod line_diff;

use std::collections::BTreeMap;

use crate::check::check_files::CheckOptions;
use crate::check::report::{ListReport, Verdict};
use crate::checked_list::check_list;
use crate::finding::{Cause, Edit, FileId, Finding, Severity, Span};
use crate::rules::library::Library;
use crate::yaml::{self, Node, NodeContent};

pub use line_diff::line_diff;

/// The most rounds of fixes, since a word may be recognised only after another has been corrected.
const MAX_ROUNDS: usize = 12;

/// Returns a text with edits applied. Edits outside the text, and those that overlap an earlier one, are
/// skipped.
pub fn apply_edits(text: &str, edits: &[Edit]) -> String {
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

/// A list after `muster fix`.
#[derive(Clone, Debug)]
pub struct FixedList {
    /// The corrected text.
    pub text: String,
    /// The findings that were fixed.
    pub fixed: Vec<Finding>,
    /// The report on the corrected text.
    pub report: ListReport,
}

/// Fixes everything in a list that has only one possible correction.
///
/// A fix is kept only if its finding goes away and no new error appears at the edited text, nor one about the
/// value of a corrected key. Errors elsewhere do not count: the corrected word only uncovers them.
pub fn fix_list(library: &Library, path: &str, text: &str) -> FixedList {
    let judge = |text: &str| check_list(library, path, text.as_bytes().to_vec(), &CheckOptions::default());
    let mut made = FixedList { text: text.to_owned(), fixed: Vec::new(), report: judge(text) };
    let mut refused: Vec<(Cause, Vec<String>)> = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let open: Vec<Finding> = made
            .report
            .findings
            .iter()
            .filter(|f| f.has_edits() && !refused.contains(&attempt(f)))
            .cloned()
            .collect();
        if open.is_empty() {
            break;
        }
        let tried = |findings: &[Finding]| {
            let edits: Vec<Edit> = findings.iter().flat_map(|f| f.edits.iter().cloned()).collect();
            let text = apply_edits(&made.text, &edits);
            let report = judge(&text);
            fixes_worked(&made.report, &report, findings, &edited_texts(&edits, &text))
                .then_some((text, report))
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
        made.fixed.extend(done);
    }
    made
}

/// Returns `true` if fixes worked: these findings are gone, and the fixes caused no new error.
fn fixes_worked(before: &ListReport, after: &ListReport, mended: &[Finding], places: &[EditedText]) -> bool {
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
        let Some(span) = f.primary_label().map(|l| l.span) else { return true };
        places.iter().all(|place| !overlap(place.words, span) && place.allows_error(f, span))
    };
    gone && after
        .findings
        .iter()
        .filter(new)
        .all(|f| !f.code.is_of_syntax() && (unharmed(f) || f.code.is_of_amounts()))
}

/// A finding and what its edits write, by which it is known again in a text that has changed elsewhere.
fn attempt(finding: &Finding) -> (Cause, Vec<String>) {
    (finding.cause(), finding.edits.iter().map(|edit| edit.text.clone()).collect())
}

/// Where the new text of an edit is in the edited list.
struct EditedText {
    words: Span,
    /// The value, if the new text is a key.
    value: Option<KeyValue>,
}

struct KeyValue {
    span: Span,
    single: bool,
}

impl EditedText {
    /// Returns `true` if a new error there is acceptable.
    ///
    /// In the value of a corrected key, an error is acceptable if it can be fixed in turn, or if it comes
    /// from a check that could not see a value of several parts before.
    fn allows_error(&self, finding: &Finding, span: Span) -> bool {
        let Some(value) = self.value.as_ref().filter(|v| overlap(v.span, span)) else { return true };
        finding.has_edits() || !(value.single || finding.code.is_of_values())
    }
}

fn overlap(a: Span, b: Span) -> bool {
    a.file == b.file && a.start < b.end && b.start < a.end
}

/// Returns where the new text of each edit is in the edited list.
fn edited_texts(edits: &[Edit], text: &str) -> Vec<EditedText> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|e| (e.span.start, e.span.end));
    let root = yaml::parse_yaml(FileId::CHECKED, text).root;
    let (mut taken, mut given) = (0_usize, 0_usize);
    let of = |edit: &&Edit| {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let at = start + given - taken;
        taken += end - start;
        given += edit.text.len();
        let words = Span::new(FileId::CHECKED, at, at + edit.text.len());
        EditedText { words, value: root.as_ref().and_then(|root| value_of_key(root, words)) }
    };
    sorted.iter().map(of).collect()
}

/// Returns the value of the key at this span.
fn value_of_key(node: &Node<'_>, key: Span) -> Option<KeyValue> {
    let deeper = |node: &Node<'_>| (overlap(node.span, key)).then(|| value_of_key(node, key)).flatten();
    match &node.content {
        NodeContent::Scalar { .. } => None,
        NodeContent::Seq(items) => items.iter().find_map(deeper),
        NodeContent::Map(entries) => entries.iter().find_map(|(k, v)| {
            if k.span == key {
                return Some(KeyValue {
                    span: v.span,
                    single: matches!(v.content, NodeContent::Scalar { .. }),
                });
            }
            deeper(v)
        }),
    }
}
