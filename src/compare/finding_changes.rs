//! Finds the findings that only one of two lists has.

use std::collections::HashMap;

use super::changes::ChangedFinding;
use crate::check::report::ListReport;
use crate::finding::{Finding, Severity};
use crate::output::line_positions::FileLinesCache;

/// Returns what two findings have in common if they are the same finding, whatever their lines.
fn finding_key(finding: &Finding) -> (Severity, &'static str, Option<&str>, &str) {
    (finding.severity, finding.code.as_str(), finding.rule_path.as_deref(), &finding.message)
}

/// Returns the findings that `list` has and the other list does not.
pub(super) fn missing_findings(list: &ListReport, other: &ListReport) -> Vec<ChangedFinding> {
    let mut others: HashMap<_, usize> = HashMap::new();
    other.findings.iter().for_each(|f| *others.entry(finding_key(f)).or_default() += 1);
    let mut places = FileLinesCache::new(&list.sources);
    let mut missing = Vec::new();
    for finding in &list.findings {
        if let Some(left) = others.get_mut(&finding_key(finding)).filter(|left| **left > 0) {
            *left -= 1;
            continue;
        }
        let place = finding.primary_label().and_then(|label| {
            let (file, start, _) = places.label_range(label)?;
            Some((file.path().to_owned(), start.line, start.column))
        });
        missing.push(ChangedFinding { finding: finding.clone(), location: place });
    }
    missing
}
