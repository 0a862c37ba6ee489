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

use schemars::JsonSchema;
use serde::Serialize;

use super::changes::{ChangeKind, ChangedFinding, CommandChange, Comparison, FactChange, RowChange};
use super::snapshot::{CommandSnapshot, RowSnapshot};
use crate::check::report::ListReport;
use crate::format::read_exact_numbers::Number;
use crate::output::json::Num;
use crate::output::terminal_text::escape_json;

/// Prints a comparison as one JSON object, followed by a line break.
pub fn print_json(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let json = serde_json::to_string_pretty(&DiffDocument::new(comparison, false))?;
    writeln!(out, "{}", escape_json(&json))
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffDocument<'a> {
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

#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffSide<'a> {
    path: &'a str,
    army: Option<&'a str>,
    verdict: &'static str,
    points: Option<Num>,
    digest: Option<DiffDigest<'a>>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffDigest<'a> {
    army: &'a str,
    rules: &'a str,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffFact<'a> {
    change: &'static str,
    what: &'a str,
    before: Option<&'a str>,
    after: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffCommand<'a> {
    change: &'static str,
    name: Option<&'a str>,
    reserves: bool,
    points: DiffPoints,
    facts: Vec<DiffFact<'a>>,
    units: Vec<DiffUnit<'a>>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffPoints {
    before: Option<Num>,
    after: Option<Num>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffUnit<'a> {
    change: &'static str,
    name: &'a str,
    unit: &'a str,
    character: bool,
    count: u64,
    from: Option<&'a str>,
    points: DiffPoints,
    facts: Vec<DiffFact<'a>>,
    #[serde(flatten)]
    rows: Option<DiffRows<'a>>,
}

/// The row of a unit in either list. Null if it is in none.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffRows<'a> {
    row_before: Option<&'a str>,
    row_after: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffFindings<'a> {
    new: Vec<DiffFinding<'a>>,
    gone: Vec<DiffFinding<'a>>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffFinding<'a> {
    code: &'static str,
    severity: &'static str,
    rule: Option<&'a str>,
    message: &'a str,
    path: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
}

impl<'a> DiffDocument<'a> {
    /// `with_rows` adds the ids of the rows to the units.
    pub(crate) fn new(comparison: &'a Comparison, with_rows: bool) -> Self {
        Self {
            version: 1,
            same: comparison.is_empty(),
            same_army: comparison.is_same_army(),
            same_rules: comparison.is_same_rules,
            before: diff_side(&comparison.before),
            after: diff_side(&comparison.after),
            facts: comparison.facts.iter().map(diff_fact).collect(),
            commands: comparison.groups.iter().map(|group| diff_command(group, with_rows)).collect(),
            findings: DiffFindings {
                new: comparison.new.iter().map(diff_finding).collect(),
                gone: comparison.gone.iter().map(diff_finding).collect(),
            },
        }
    }
}

fn diff_side(list: &ListReport) -> DiffSide<'_> {
    DiffSide {
        path: &list.path,
        army: list.army.as_deref(),
        verdict: list.verdict.as_str(),
        points: list.points.as_ref().filter(|p| p.complete).map(|p| p.total.into()),
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
    DiffPoints { before: before.map(Num::from), after: after.map(Num::from) }
}

fn diff_command(group: &CommandChange, with_rows: bool) -> DiffCommand<'_> {
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
        units: group.rows.iter().filter_map(|row| diff_unit(row, with_rows)).collect(),
    }
}

fn diff_unit(row: &RowChange, with_rows: bool) -> Option<DiffUnit<'_>> {
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
        rows: with_rows.then(|| DiffRows {
            row_before: row.before.as_ref().and_then(|row| row.row_id.as_deref()),
            row_after: row.after.as_ref().and_then(|row| row.row_id.as_deref()),
        }),
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
