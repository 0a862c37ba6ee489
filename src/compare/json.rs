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

use super::changes::{Change, Comparison, GroupChange, RowChange, Seen, Sign};
use super::picture::{Group, Row};
use crate::check::report::ListReport;
use crate::format::number::Number;
use crate::output::json::exact;
use crate::output::text::escape_json;

/// Prints a comparison as one JSON object, followed by a line break.
pub fn write(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let document = Document {
        version: 1,
        same: comparison.is_empty(),
        same_army: comparison.is_same_army(),
        same_rules: comparison.is_same_rules,
        before: side(&comparison.before),
        after: side(&comparison.after),
        facts: comparison.facts.iter().map(fact).collect(),
        commands: comparison.groups.iter().map(command).collect(),
        findings: Findings {
            new: comparison.new.iter().map(seen).collect(),
            gone: comparison.gone.iter().map(seen).collect(),
        },
    };
    let json = serde_json::to_string_pretty(&document)?;
    writeln!(out, "{}", escape_json(&json))
}

#[derive(Serialize)]
struct Document<'a> {
    version: u8,
    same: bool,
    same_army: bool,
    same_rules: bool,
    before: Side<'a>,
    after: Side<'a>,
    facts: Vec<Fact<'a>>,
    commands: Vec<Command<'a>>,
    findings: Findings<'a>,
}

#[derive(Serialize)]
struct Side<'a> {
    path: &'a str,
    army: Option<&'a str>,
    verdict: &'static str,
    points: Option<Box<RawValue>>,
    digest: Option<Digest<'a>>,
}

#[derive(Serialize)]
struct Digest<'a> {
    army: &'a str,
    rules: &'a str,
}

#[derive(Serialize)]
struct Fact<'a> {
    change: &'static str,
    what: &'a str,
    before: Option<&'a str>,
    after: Option<&'a str>,
}

#[derive(Serialize)]
struct Command<'a> {
    change: &'static str,
    name: Option<&'a str>,
    reserves: bool,
    points: Points,
    facts: Vec<Fact<'a>>,
    units: Vec<JsonRow<'a>>,
}

#[derive(Serialize)]
struct Points {
    before: Option<Box<RawValue>>,
    after: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct JsonRow<'a> {
    change: &'static str,
    name: &'a str,
    unit: &'a str,
    character: bool,
    count: u64,
    from: Option<&'a str>,
    points: Points,
    facts: Vec<Fact<'a>>,
}

#[derive(Serialize)]
struct Findings<'a> {
    new: Vec<JsonFinding<'a>>,
    gone: Vec<JsonFinding<'a>>,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    code: &'static str,
    severity: &'static str,
    rule: Option<&'a str>,
    message: &'a str,
    path: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
}

fn side(list: &ListReport) -> Side<'_> {
    Side {
        path: &list.path,
        army: list.army.as_deref(),
        verdict: list.verdict.as_str(),
        points: list.points.as_ref().filter(|p| p.complete).map(|p| exact(p.total)),
        digest: list.digest.as_ref().map(|d| Digest { army: &d.army, rules: &d.rules }),
    }
}

fn fact(change: &Change) -> Fact<'_> {
    Fact {
        change: change.sign().word(),
        what: &change.what,
        before: change.before.as_deref(),
        after: change.after.as_deref(),
    }
}

fn points(before: Option<Number>, after: Option<Number>) -> Points {
    Points { before: before.map(exact), after: after.map(exact) }
}

fn command(group: &GroupChange) -> Command<'_> {
    let shown = group.after.as_ref().or(group.before.as_ref());
    let change = match (&group.before, &group.after) {
        (None, _) => Sign::Added,
        (_, None) => Sign::Removed,
        _ => Sign::Changed,
    };
    Command {
        change: change.word(),
        name: shown.and_then(|g| g.name.as_deref()),
        reserves: shown.is_some_and(|g| g.reserves),
        points: points(
            group.before.as_ref().and_then(Group::cost),
            group.after.as_ref().and_then(Group::cost),
        ),
        facts: group.changes.iter().map(fact).collect(),
        units: group.rows.iter().filter_map(unit).collect(),
    }
}

fn unit(row: &RowChange) -> Option<JsonRow<'_>> {
    let shown = row.after.as_ref().or(row.before.as_ref())?;
    Some(JsonRow {
        change: row.sign().word(),
        name: &shown.name,
        unit: &shown.kind,
        character: shown.character,
        count: shown.count,
        from: row.moved_from.as_deref(),
        points: points(row.before.as_ref().and_then(Row::cost), row.after.as_ref().and_then(Row::cost)),
        facts: row.changes.iter().map(fact).collect(),
    })
}

fn seen(seen: &Seen) -> JsonFinding<'_> {
    let Seen { finding, place } = seen;
    JsonFinding {
        code: finding.code.as_str(),
        severity: finding.severity.as_str(),
        rule: finding.rule.as_deref(),
        message: &finding.message,
        path: place.as_ref().map(|(path, _, _)| path.as_str()),
        line: place.as_ref().map(|(_, line, _)| *line),
        column: place.as_ref().map(|(_, _, column)| *column),
    }
}
