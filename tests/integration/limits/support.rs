//! Helpers for the tests of limits.

use crate::common::{Folder, lines, rules};
use muster::check::report::{ListReport, Verdict};
use muster::finding::Severity;
use muster::rules::library::Library;

/// Checks a list for its limits only. Findings about an empty army or command are dropped, and the verdict is
/// adjusted.
pub(crate) fn checked(library: &Library, text: &str) -> ListReport {
    let mut report = crate::common::checked(library, text);
    report.findings.retain(|f| !f.message.ends_with("has no units"));
    if report.findings.iter().all(|f| f.severity < Severity::Error) && report.verdict == Verdict::Illegal {
        report.verdict = Verdict::Legal;
    }
    report
}

/// Returns rules with foot and horse of 1 point each, so that any total can be spent, and a limit.
pub(crate) fn with_limit(limit: &str) -> (Folder, Library) {
    let text = format!(
        "ruleset: toy
name: Toy
version: 1.0.0
commands: {{led-by: [leader]}}
stats: {{melee: {{name: Melee}}}}
size: {{of: models, min: 1}}
roles: {{leader: {{name: Leader, cost: 0}}}}
attach: {{beside: {{name: Beside, who: {{tag: horse}}, to: {{tag: horse}}}}}}
units:
  foot: {{name: Foot, tags: [foot], cost: 1}}
  horse: {{name: Horse, tags: [horse], cost: 1}}
  camels: {{name: Camels, tags: [horse], cost: 1}}
  carts: {{name: Carts, cost: 1, counted: false}}
limits:
  horse: {limit}
"
    );
    rules("toy", &text, &[])
}

/// Returns a list of a size with this many horse and foot.
pub(crate) fn army(points: i64, horse: i64, foot: i64) -> String {
    let row = |unit: &str, count: i64| match count {
        0 => String::new(),
        _ => format!("  - {{unit: {unit}, size: 1, count: {count}}}\n"),
    };
    let rows = row("horse", horse) + &row("foot", foot);
    let units = if rows.is_empty() { "units: []\n".to_owned() } else { format!("units:\n{rows}") };
    format!("army: Trial\nruleset: toy\npoints: {points}\n{units}")
}

/// Returns the only message of a report.
pub(crate) fn message(report: &ListReport) -> &str {
    assert_eq!(report.findings.len(), 1, "{:#?}", lines(report));
    &report.findings[0].message
}

/// Returns a list of two commands and reserves with this many horse, each in a row of its own.
pub(crate) fn commands(left: &[&str], right: &[&str], reserves: &[&str]) -> String {
    let rows = |rows: &[&str]| rows.join(", ");
    format!(
        "army: Trial\nruleset: toy\npoints: 1000\ncommands:\n  - name: Left\n    commander: {{role: leader, name: A}}\n    \
         units: [{}]\n  - name: Right\n    commander: {{role: leader, name: B}}\n    units: [{}]\nreserves: [{}]\n",
        rows(left),
        rows(right),
        rows(reserves)
    )
}
