//! Prints a comparison as JSON, version 1. Keys may be added, but no key changes its meaning.
//!
//! - `same` is true if nothing differs; `same_army` and `same_rules` if the digests are equal.
//! - `before` and `after` have `path`, `army`, `verdict`, `points` and `digest`, as in the JSON of `check`.
//! - `facts` has what differs in the army as a whole and in its rules. A fact has `what`, `before` and
//!   `after`, of which one is null if the fact was added or removed.
//! - `commands` has the commands in which something differs, each with `change` (`added`, `removed` or
//!   `changed`), its `facts` and its `units`. A unit that has moved names its old command under `from`.
//! - `findings` has the findings that are `new` and those that are `gone`.
//!
//! Unknown points are null. A number that is not a finite decimal is a string.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::changes::{ChangeKind, ChangedFinding, CommandChange, Comparison, FactChange, RowChange};
use super::snapshot::{CommandSnapshot, RowSnapshot};
use crate::check::report::ListReport;
use crate::format::read_exact_numbers::Number;
use crate::output::json::exact_number;
use crate::output::terminal_text::escape_json;

/// Prints a comparison as one JSON object, followed by a line break.
pub fn print_json(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let document = DiffDocument {
        version: 1,
        same: comparison.is_empty(),
        same_army: comparison.is_same_army(),
        same_rules: comparison.is_same_rules,
        before: diff_side(&comparison.before),
        after: diff_side(&comparison.after),
        facts: comparison.facts.iter().map(diff_fact).collect(),
        commands: comparison.groups.iter().map(diff_command).collect(),
        findings: DiffFindings {
            new: comparison.new.iter().map(diff_finding).collect(),
            gone: comparison.gone.iter().map(diff_finding).collect(),
        },
    };
    let json = serde_json::to_string_pretty(&document)?;
    writeln!(out, "{}", escape_json(&json))
}

#[derive(Serialize)]
struct DiffDocument<'a> {
    version: u8,
    same: bool,
    same_army: bool,
    same_rules: bool,
    before: DiffSide<'a>,
    after: DiffSide<'a>,
    facts: Vec<DiffFact<'a>>,
    commands: Vec<DiffCommand<'a>>,
    findings: DiffFindings<'a>,
}

#[derive(Serialize)]
struct DiffSide<'a> {
    path: &'a str,
    army: Option<&'a str>,
    verdict: &'static str,
    points: Option<Box<RawValue>>,
    digest: Option<DiffDigest<'a>>,
}

#[derive(Serialize)]
struct DiffDigest<'a> {
    army: &'a str,
    rules: &'a str,
}

#[derive(Serialize)]
struct DiffFact<'a> {
    change: &'static str,
    what: &'a str,
    before: Option<&'a str>,
    after: Option<&'a str>,
}

#[derive(Serialize)]
struct DiffCommand<'a> {
    change: &'static str,
    name: Option<&'a str>,
    reserves: bool,
    points: DiffPoints,
    facts: Vec<DiffFact<'a>>,
    units: Vec<DiffUnit<'a>>,
}

#[derive(Serialize)]
struct DiffPoints {
    before: Option<Box<RawValue>>,
    after: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct DiffUnit<'a> {
    change: &'static str,
    name: &'a str,
    unit: &'a str,
    character: bool,
    count: u64,
    from: Option<&'a str>,
    points: DiffPoints,
    facts: Vec<DiffFact<'a>>,
}

#[derive(Serialize)]
struct DiffFindings<'a> {
    new: Vec<DiffFinding<'a>>,
    gone: Vec<DiffFinding<'a>>,
}

#[derive(Serialize)]
struct DiffFinding<'a> {
    code: &'static str,
    severity: &'static str,
    rule: Option<&'a str>,
    message: &'a str,
    path: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
}

fn diff_side(list: &ListReport) -> DiffSide<'_> {
    DiffSide {
        path: &list.path,
        army: list.army.as_deref(),
        verdict: list.verdict.as_str(),
        points: list.points.as_ref().filter(|p| p.complete).map(|p| exact_number(p.total)),
        digest: list.digest.as_ref().map(|d| DiffDigest { army: &d.army, rules: &d.rules }),
    }
}

fn diff_fact(change: &FactChange) -> DiffFact<'_> {
    DiffFact {
        change: change.kind().as_str(),
        what: &change.what,
        before: change.before.as_deref(),
        after: change.after.as_deref(),
    }
}

fn diff_points(before: Option<Number>, after: Option<Number>) -> DiffPoints {
    DiffPoints { before: before.map(exact_number), after: after.map(exact_number) }
}

fn diff_command(group: &CommandChange) -> DiffCommand<'_> {
    let shown = group.after.as_ref().or(group.before.as_ref());
    let change = match (&group.before, &group.after) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        _ => ChangeKind::Changed,
    };
    DiffCommand {
        change: change.as_str(),
        name: shown.and_then(|g| g.name.as_deref()),
        reserves: shown.is_some_and(|g| g.is_reserves),
        points: diff_points(
            group.before.as_ref().and_then(CommandSnapshot::cost),
            group.after.as_ref().and_then(CommandSnapshot::cost),
        ),
        facts: group.changes.iter().map(diff_fact).collect(),
        units: group.rows.iter().filter_map(diff_unit).collect(),
    }
}

fn diff_unit(row: &RowChange) -> Option<DiffUnit<'_>> {
    let shown = row.after.as_ref().or(row.before.as_ref())?;
    Some(DiffUnit {
        change: row.kind().as_str(),
        name: &shown.name,
        unit: &shown.kind,
        character: shown.character,
        count: shown.count,
        from: row.moved_from.as_deref(),
        points: diff_points(
            row.before.as_ref().and_then(RowSnapshot::cost),
            row.after.as_ref().and_then(RowSnapshot::cost),
        ),
        facts: row.changes.iter().map(diff_fact).collect(),
    })
}

fn diff_finding(seen: &ChangedFinding) -> DiffFinding<'_> {
    let ChangedFinding { finding, location: place } = seen;
    DiffFinding {
        code: finding.code.as_str(),
        severity: finding.severity.as_str(),
        rule: finding.rule_path.as_deref(),
        message: &finding.message,
        path: place.as_ref().map(|(path, _, _)| path.as_str()),
        line: place.as_ref().map(|(_, line, _)| *line),
        column: place.as_ref().map(|(_, _, column)| *column),
    }
}
