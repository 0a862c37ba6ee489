//! Finds the findings that only one of two lists has.

use std::collections::BTreeMap;

use super::changes::ChangedFinding;
use crate::check::report::ListReport;
use crate::finding::{Code, FactKind, Finding, Severity, Subject};
use crate::format::read_exact_numbers::Number;
use crate::output::line_positions::FileLinesCache;

/// What two findings have in common if they are the same finding, whatever their lines and words.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FindingKey<'f> {
    severity: Severity,
    code: Code,
    rule: Option<&'f str>,
    subject: Option<&'f Subject>,
    /// The facts, each as its amount, or as its text if it has none.
    facts: Vec<(FactKind, Result<Number, &'f str>)>,
    /// The message of a finding that nothing else tells from others.
    message: Option<&'f str>,
}

impl<'f> FindingKey<'f> {
    fn of(finding: &'f Finding) -> Self {
        let (subject, facts) = (finding.subject.as_deref(), &finding.facts);
        let is_bare = subject.is_none() && facts.is_empty();
        Self {
            severity: finding.severity,
            code: finding.code,
            rule: finding.rule_path.as_deref(),
            subject,
            facts: facts.iter().map(|f| (f.is, f.value.ok_or(f.what.as_str()))).collect(),
            message: is_bare.then_some(finding.message.as_str()),
        }
    }
}

/// Returns the findings that `list` has and the other list does not.
pub(super) fn missing_findings(list: &ListReport, other: &ListReport) -> Vec<ChangedFinding> {
    let mut others: BTreeMap<FindingKey<'_>, Vec<&str>> = BTreeMap::new();
    for finding in &other.findings {
        others.entry(FindingKey::of(finding)).or_default().push(&finding.message);
    }
    let mut missing: Vec<&Finding> = list.findings.iter().collect();
    // Match findings with the same words first: if a limit is broken in one more command, the words tell which
    missing.retain(|finding| {
        let Some(messages) = others.get_mut(&FindingKey::of(finding)) else { return true };
        let same = messages.iter().position(|message| *message == finding.message);
        same.map(|at| messages.swap_remove(at)).is_none()
    });
    missing.retain(|finding| others.get_mut(&FindingKey::of(finding)).and_then(Vec::pop).is_none());
    let mut places = FileLinesCache::new(&list.sources);
    let mut changed = Vec::new();
    for finding in missing {
        let location = finding.primary_label().and_then(|label| {
            let (file, start, _) = places.label_range(label)?;
            Some((file.path().to_owned(), start.line, start.column))
        });
        changed.push(ChangedFinding { finding: finding.clone(), location });
    }
    changed
}
