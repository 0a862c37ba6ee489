//! Makes the edits that findings carry, and checks the list again to prove that they work.

use std::collections::BTreeMap;

use crate::build::edits::{CorrectedList, EditedList};
use crate::build::open_rooms::report_with_open_rooms;
use crate::build::rows::ListRows;
use crate::check::check_files::CheckOptions;
use crate::check::report::{ListReport, Verdict};
use crate::checked_list::Checked;
use crate::finding::{Cause, Edit, FileId, Finding, Severity, SourceFile, Span};
use crate::rules::library::Library;
use crate::wording::count_noun;
use crate::yaml::{Node, NodeContent, Parsed};

/// The most rounds of fixes, since a word may be recognised only after another has been corrected.
const MAX_ROUNDS: usize = 12;

/// A list after `muster fix`.
#[derive(Clone, Debug)]
pub struct FixedList {
    /// The corrected list, with what was changed. Its step says what was done, such as "fix 2 misspelt words".
    pub edited: EditedList,
    /// The findings that were fixed.
    pub fixed: Vec<Finding>,
    /// The report on the corrected text.
    pub report: ListReport,
}

/// Fixes everything in a list that has only one possible correction.
///
/// A fix is kept only if the corrected text says what it should, its finding goes away, and no new error appears at the
/// edited text, nor one about the value of a corrected key. Errors elsewhere do not count: the corrected word only
/// uncovers them. Lines that end with a lone carriage return get a line feed in its place.
pub fn fix_list(library: &Library, path: &str, text: &str) -> FixedList {
    fix_rows(library, path, text, &ListRows::of_text(text))
}

/// Fixes a list like [`fix_list`]. `rows` are those of the text, with their ids.
pub fn fix_rows(library: &Library, path: &str, text: &str, rows: &ListRows) -> FixedList {
    let judge = |list: &CorrectedList| {
        let text = list.text().to_owned();
        Checked::read_parsed(library, path, text, list.parsed(), &CheckOptions::default())
    };
    let mut list = CorrectedList::new(text, rows);
    let mut fixed: Vec<Finding> = Vec::new();
    let source = SourceFile::new(path, text);
    if let Some(finding) = source.note_old_line_ends(FileId::CHECKED)
        && list.replace_characters(&source.text).is_ok()
    {
        fixed.push(finding);
    }
    let mut checked = judge(&list);
    let mut refused: Vec<(Cause, Vec<String>)> = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let open = checked.findings().iter().filter(|f| f.has_edits() && !refused.contains(&attempt(f)));
        let open = compatible_fixes(open);
        if open.is_empty() {
            break;
        }
        let try_fixes = |findings: &[Finding]| {
            let mut next = list.clone();
            let words = next.correct(findings.iter().flat_map(|f| &f.edits)).ok()?;
            let after = judge(&next);
            fixes_worked(checked.report(), after.report(), findings, &edited_texts(words, next.parsed()))
                .then_some((next, after))
        };
        let all = try_fixes(&open).map(|all| (all, open.clone()));
        let found = all.or_else(|| {
            open.iter().find_map(|one| {
                let found = try_fixes(std::slice::from_ref(one)).map(|found| (found, vec![one.clone()]));
                if found.is_none() {
                    refused.push(attempt(one));
                }
                found
            })
        });
        let Some(((next, after), done)) = found else { break };
        (list, checked) = (next, after);
        fixed.extend(done);
    }
    let edited = list.finish(describe_fixes(&fixed));
    FixedList { edited, fixed, report: report_with_open_rooms(checked) }
}

/// Returns those findings whose edits can be made together: none overlaps an edit of another finding, unless they are
/// the same.
fn compatible_fixes<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Finding> {
    let mut taken: BTreeMap<u32, &Edit> = BTreeMap::new();
    let mut kept = Vec::new();
    for finding in findings {
        let is_free = |edit: &&Edit| {
            let before = taken.range(..edit.span.end).next_back();
            before.is_none_or(|(_, other)| other.span.end <= edit.span.start || other == edit)
        };
        if finding.edits.iter().all(|edit| is_free(&edit)) {
            taken.extend(finding.edits.iter().map(|edit| (edit.span.start, edit)));
            kept.push(finding.clone());
        }
    }
    kept
}

/// Says for people what was fixed.
fn describe_fixes(fixed: &[Finding]) -> String {
    let are_of_words = || fixed.iter().all(|finding| finding.code.as_str().starts_with("unknown-"));
    match fixed.len() {
        0 => "nothing to fix".to_owned(),
        count if are_of_words() => format!("fix {}", count_noun(count, "misspelt word")),
        count => format!("fix {}", count_noun(count, "mistake")),
    }
}

/// Returns `true` if fixes worked: these findings are gone, and the fixes caused no new error.
fn fixes_worked(before: &ListReport, after: &ListReport, mended: &[Finding], places: &[EditedText]) -> bool {
    if after.verdict == Verdict::Unreadable {
        return false;
    }
    let count = |findings: &[Finding]| {
        let mut count: BTreeMap<Cause, usize> = BTreeMap::new();
        findings.iter().for_each(|f| *count.entry(f.cause()).or_default() += 1);
        count
    };
    let (had, has) = (count(&before.findings), count(&after.findings));
    let of = |all: &BTreeMap<Cause, usize>, f: &Finding| all.get(&f.cause()).copied().unwrap_or(0);
    let gone = count(mended).iter().all(|(cause, times)| {
        has.get(cause).copied().unwrap_or(0) + times <= had.get(cause).copied().unwrap_or(0)
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

/// Adds to the words of edits the values of those that are keys.
fn edited_texts(words: Vec<Span>, parsed: &Parsed<'_>) -> Vec<EditedText> {
    let value = |words: Span| parsed.root.as_ref().and_then(|root| value_of_key(root, words));
    words.into_iter().map(|words| EditedText { words, value: value(words) }).collect()
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
