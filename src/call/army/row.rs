//! The rows of an army.

use std::collections::HashMap;

use indexmap::{IndexMap, IndexSet};
use schemars::JsonSchema;
use serde::Serialize;

use super::row_of_holder;
use crate::army::bodies_and_options::{Body, OptionOrigin};
use crate::army::cost_lines::CostLine;
use crate::army::{Army, Character, RoleHolder, Unit, UnitLink, UnitOrigin};
use crate::build::rows::{self, RowKind};
use crate::call::context::OpenedList;
use crate::call::shared_types::{CommandId, Num, RowId, Span};
use crate::call::stats_in_answers::{StatAnswer, stats_of};
use crate::exact_number::Number;
use crate::rules::Rules;
use crate::text_edits::has_anchor_or_alias;

/// What the author wrote once.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Row")]
pub(super) struct RowAnswer {
    row: RowId,
    is: RowIs,
    /// Null for the reserves.
    command: Option<CommandId>,
    path: String,
    span: Option<Span>,
    /// Whether edits can change it.
    editable: bool,
    why_not: Option<String>,
    /// The id that the written word means. Null if it is unknown, or there is none.
    unit: Option<String>,
    /// The word as written.
    written: Option<String>,
    name: String,
    /// Whether the list gives the name.
    named: bool,
    /// What it is, for people.
    what: String,
    count: u64,
    size: Option<u32>,
    role: Option<String>,
    /// The row that it joins.
    joins: Option<RowId>,
    joined_by: Vec<RowId>,
    notes: Option<String>,
    options: Vec<Taken>,
    parts: Vec<Part>,
    values: IndexMap<String, Num>,
    /// The cost of one. Null if it is not known, or they differ.
    each: Option<Num>,
    /// The cost of all. Null if it is not known.
    cost: Option<Num>,
    lines: Vec<Line>,
    /// The units, those that are alike as one.
    units: Vec<Group>,
}

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RowIs {
    Unit,
    Character,
    Commander,
    Reserve,
}

/// An option that a body has.
#[derive(Serialize, JsonSchema)]
pub(super) struct Taken {
    option: String,
    name: String,
    /// Whether it is there without being written.
    always: bool,
    /// The stats that its marks are on.
    places: Vec<String>,
    names: Vec<String>,
    /// How many models have it. Null if all do.
    some: Option<u32>,
    /// How many times the body, or each of these models, has it.
    times: u32,
    /// The options that it is inside, the outermost first.
    within: Vec<String>,
    because: Option<String>,
    span: Option<Span>,
}

/// A body inside a unit.
#[expect(clippy::struct_field_names, reason = "the keys of the contract")]
#[derive(Serialize, JsonSchema)]
struct Part {
    part: String,
    name: String,
    size: u32,
    options: Vec<Taken>,
}

/// A line of the ledger.
#[derive(Clone, Serialize, JsonSchema)]
pub(super) struct Line {
    what: String,
    /// Null if it is not known.
    each: Option<Num>,
    times: Num,
    sum: Option<Num>,
    /// The rule that states the price.
    rule: String,
    /// How often a charge is paid, and why. Left out if this is no charge for what the army has.
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<String>,
}

/// Units of a row that are alike.
#[derive(Serialize, JsonSchema)]
struct Group {
    count: u32,
    each: Option<Num>,
    /// The characters who are with each of them.
    characters: Vec<RowId>,
    stats: Vec<StatAnswer>,
}

/// Returns all rows, in the order of the text.
pub(super) fn rows_of(list: &OpenedList<'_>, army: &Army<'_>) -> Vec<RowAnswer> {
    let mut made: HashMap<crate::Span, MadeOfRow<'_>> = HashMap::new();
    for (at, unit) in army.units.iter().enumerate() {
        made.entry(unit.written.span()).or_default().units.push(unit);
        if let Some(other) = unit.attached_to.as_ref().and_then(|link| link.unit) {
            made.entry(army.units[other].written.span()).or_default().attached.push(at);
        }
    }
    for character in &army.characters {
        made.entry(character.written.span).or_default().character = Some(character);
    }
    let empty = MadeOfRow::default();
    list.rows
        .rows
        .iter()
        .map(|row| {
            let made = made.get(&row.span).unwrap_or(&empty);
            let mut answer = basic_row(list, row);
            match (made.units.as_slice(), made.character) {
                ([first, ..], _) => fill_in_units(&mut answer, list, army, made, first),
                ([], Some(character)) => fill_in_character(&mut answer, list, army, character),
                ([], None) => {
                    answer.editable = false;
                    answer.why_not = Some("this row could not be read".to_owned());
                }
            }
            answer
        })
        .collect()
}

/// What an army has of a row.
#[derive(Default)]
struct MadeOfRow<'r> {
    units: Vec<&'r Unit<'r>>,
    /// The indexes of the units that are attached to these.
    attached: Vec<usize>,
    character: Option<&'r Character<'r>>,
}

/// Returns a row with what is known of it from its place alone.
fn basic_row(list: &OpenedList<'_>, row: &rows::Row) -> RowAnswer {
    let words = list.text.get(row.span.start as usize..row.span.end as usize).unwrap_or_default();
    let anchor = list.rows.is_repeated(row.span) || has_anchor_or_alias(words);
    RowAnswer {
        row: row.id.clone(),
        is: match row.kind {
            RowKind::Unit => RowIs::Unit,
            RowKind::Character => RowIs::Character,
            RowKind::Commander => RowIs::Commander,
            RowKind::Reserve => RowIs::Reserve,
        },
        command: row.command.and_then(|at| list.rows.commands.get(at)).map(|command| command.id.clone()),
        path: row.path.clone(),
        span: list.span(row.span),
        editable: !anchor,
        why_not: anchor.then(|| "an anchor (`&` or `*`) shares this row".to_owned()),
        unit: None,
        written: None,
        name: String::new(),
        named: false,
        what: String::new(),
        count: 1,
        size: None,
        role: None,
        joins: None,
        joined_by: Vec::new(),
        notes: None,
        options: Vec::new(),
        parts: Vec::new(),
        values: IndexMap::new(),
        each: None,
        cost: None,
        lines: Vec::new(),
        units: Vec::new(),
    }
}

fn fill_in_units(
    row: &mut RowAnswer,
    list: &OpenedList<'_>,
    army: &Army<'_>,
    made: &MadeOfRow<'_>,
    first: &Unit<'_>,
) {
    let units = made.units.as_slice();
    let rules = army.rules;
    let kind = first.body.kind.map(|kind| rules.kind(kind));
    let (word, name, notes) = match first.written {
        UnitOrigin::Unit(unit) => (Some(&unit.unit), unit.name.as_ref(), unit.notes.as_ref()),
        UnitOrigin::Character(one) => (one.unit.as_ref(), one.name.as_ref(), one.notes.as_ref()),
        UnitOrigin::Baggage(_) => (None, None, None),
    };
    let costs: Vec<Option<Number>> =
        units.iter().map(|unit| unit.cost().filter(|_| rules.has_points)).collect();
    let totals =
        units.iter().zip(&costs).map(|(unit, cost)| (*cost)?.checked_mul(i64::from(unit.count).into()));
    let link = |link: &Option<UnitLink<'_>>| {
        link.as_ref().and_then(|link| row_of_holder(list, army, RoleHolder::Unit(link.unit?)))
    };
    row.unit = kind.map(|kind| kind.id.clone());
    row.written = word.map(|word| word.value.clone());
    row.name.clone_from(&first.name);
    row.named = name.is_some();
    row.what = kind.map_or_else(|| first.name.clone(), |kind| kind.name.clone());
    row.count = units.iter().map(|unit| u64::from(unit.count)).sum();
    row.size = Some(first.body.size).filter(|size| *size > 0);
    row.role = first.body.roles.first().map(|role| rules.roles[role.0].id.clone());
    row.joins = link(&first.attached_to).or_else(|| link(&first.joins));
    row.joined_by = joined_by(list, army, made);
    row.notes = notes.map(|notes| notes.value.clone());
    row.options = taken_of(list, rules, &first.body);
    row.parts = (first.parts.iter())
        .map(|(word, body)| Part {
            part: (*word).to_owned(),
            name: body.kind.map_or_else(|| (*word).to_owned(), |kind| rules.kind(kind).name.clone()),
            size: body.size,
            options: taken_of(list, rules, body),
        })
        .collect();
    row.values = first.body.values.iter().map(|(key, n)| ((*key).to_owned(), (*n).into())).collect();
    row.each = costs[0].filter(|_| costs.iter().all(|cost| *cost == costs[0])).map(Num::from);
    row.cost = totals.into_iter().try_fold(Number::ZERO, |sum, cost| sum.checked_add(cost?)).map(Num::from);
    row.lines = lines_of(units);
    row.units = (units.iter().zip(&costs))
        .map(|(unit, cost)| Group {
            count: unit.count,
            each: cost.map(Num::from),
            characters: unit.joined_by.iter().filter_map(|who| row_of_holder(list, army, *who)).collect(),
            stats: stats_of(rules, &unit.body),
        })
        .collect();
}

fn fill_in_character(row: &mut RowAnswer, list: &OpenedList<'_>, army: &Army<'_>, character: &Character<'_>) {
    let (rules, written) = (army.rules, &character.written.value);
    let role = character.role.map(|role| &rules.roles[role.0]);
    let kind = character.kind.map(|kind| rules.kind(kind));
    let joined = character.joins.as_ref().and_then(|link| link.unit);
    let cost = character.cost().filter(|_| rules.has_points);
    row.unit = kind.map(|kind| kind.id.clone());
    row.written = written.unit.as_ref().map(|word| word.value.clone());
    row.name.clone_from(&character.name);
    row.named = written.name.is_some();
    row.what = (kind.map(|kind| &kind.name))
        .or(role.map(|role| &role.name))
        .map_or_else(|| "Character".to_owned(), Clone::clone);
    row.role = role.map(|role| role.id.clone());
    row.joins = joined.and_then(|unit| row_of_holder(list, army, RoleHolder::Unit(unit)));
    row.notes = written.notes.as_ref().map(|notes| notes.value.clone());
    row.each = cost.map(Num::from);
    row.cost = cost.map(Num::from);
    row.lines = character.cost_lines.iter().map(|line| line_of(line, Number::ONE)).collect();
}

/// Returns the rows of all that join the units of a row: characters, and units that are attached.
fn joined_by(list: &OpenedList<'_>, army: &Army<'_>, made: &MadeOfRow<'_>) -> Vec<RowId> {
    let holders = made.units.iter().flat_map(|unit| unit.joined_by.iter().copied());
    let attached = made.attached.iter().copied().map(RoleHolder::Unit);
    let rows = holders.chain(attached).filter_map(|holder| row_of_holder(list, army, holder));
    // Several units of one row may join
    rows.collect::<IndexSet<_>>().into_iter().collect()
}

/// Returns the options that a body has.
pub(super) fn taken_of(list: &OpenedList<'_>, rules: &Rules, body: &Body<'_>) -> Vec<Taken> {
    let taken = body.taken.iter().map(|taken| {
        let rule = rules.option(taken.option);
        let is_written = matches!(taken.origin, OptionOrigin::Chosen | OptionOrigin::Standard);
        Taken {
            option: rule.id.clone(),
            name: rule.name.clone(),
            always: !is_written,
            places: taken.places.iter().map(|stat| rules.stats[stat.0].id.clone()).collect(),
            names: taken.names.clone(),
            some: taken.models,
            times: taken.times,
            within: taken.within.iter().map(|outer| rules.option(*outer).id.clone()).collect(),
            because: taken.because.map(|because| because.value.clone()),
            span: list.span(taken.span).filter(|_| is_written),
        }
    });
    taken.collect()
}

/// What the lines of a ledger share that are added up: the name, the cost of one, the rule and how a charge was
/// worked out.
type LineKey<'k> = (&'k str, Option<Number>, &'k str, Option<&'k str>);

/// Returns the ledger of units of one row, with equal lines added up.
pub(super) fn lines_of(units: &[&Unit<'_>]) -> Vec<Line> {
    let mut sums: IndexMap<LineKey<'_>, Number> = IndexMap::new();
    for unit in units {
        for line in unit.bodies().flat_map(|body| &body.cost_lines) {
            let times = line.times.checked_mul(i64::from(unit.count).into()).unwrap_or(line.times);
            let key = (line.name, line.cost_of_one.ok(), &*line.rule_path, line.explanation.as_deref());
            let sum = sums.entry(key).or_default();
            *sum = sum.checked_add(times).unwrap_or(*sum);
        }
    }
    let line = |((what, each, rule, how), times): (LineKey<'_>, Number)| Line {
        what: what.to_owned(),
        each: each.map(Num::from),
        times: times.into(),
        sum: each.and_then(|each| each.checked_mul(times)).map(Num::from),
        rule: rule.to_owned(),
        how: how.map(str::to_owned),
    };
    sums.into_iter().map(line).collect()
}

pub(super) fn line_of(line: &CostLine<'_>, count: Number) -> Line {
    let times = line.times.checked_mul(count).unwrap_or(line.times);
    Line {
        what: line.name.to_owned(),
        each: line.cost_of_one.ok().map(Num::from),
        times: times.into(),
        sum: line.total().map(Num::from),
        rule: line.rule_path.to_string(),
        how: line.explanation.clone(),
    }
}
