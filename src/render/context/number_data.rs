//! The ruleset's numbers as sheets print them, with their boxes and small tables.

use serde::Serialize;

use crate::army::evaluate_ruleset_numbers::{
    NumberResult, evaluate_in_region, number_of_part, number_of_region, number_of_unit,
};
use crate::army::regions::Region;
use crate::army::{Army, bodies_and_options::Body};
use crate::format::formula::{Evaluation, EvaluationError, Formula, FormulaValue};
use crate::format::read_exact_numbers::Number as ExactNumber;
use crate::output::terminal_text::sanitize;
use crate::rules::compiled_numbers::NumberRule;
use crate::rules::id_types::NumberId;

use super::printed_rule_text::rule_text;
use super::{DocumentInput, JsonNumber};

/// A number that the ruleset computes.
#[derive(Clone, Debug, Serialize)]
pub struct NumberData {
    /// The id.
    pub id: String,
    /// The rule path, by which readings and sources know it.
    #[serde(skip)]
    pub rule_path: String,
    /// The name.
    pub name: String,
    /// The signs of the readings that the number rests on. Empty if there are none.
    pub sign: String,
    /// The value. `None` if there is no value, or the number is a small table.
    pub value: Option<JsonNumber>,
    /// The value as printed.
    pub shown: String,
    /// Whether something that the number counts is unknown.
    pub incomplete: bool,
    /// The boxes to cross off, in order. Empty if there are none.
    pub boxes: Vec<BoxData>,
    /// How many boxes stand together.
    pub group: i64,
    /// The rank among the key figures, 1 to 4. `None` if it is none of them.
    pub key: Option<u8>,
    /// The label for narrow places; else the name.
    pub short: String,
    /// Whether a roster has a column of it.
    pub column: bool,
    /// Where it is printed besides: `track`, `front` or `back`. `None` for nowhere else.
    pub at: Option<&'static str>,
    /// The cells of a small table. Empty if the number is not a table.
    pub each: Vec<TableCellData>,
    /// The name of the key that the small table runs over, as printed.
    pub each_of: Option<String>,
    /// The small table with equal neighbours joined.
    pub ranges: Vec<RangeData>,
    /// The small table in one line: `S3 5+, S4 6+, S5–10 none`. Empty if the number is not a table.
    pub each_shown: String,
}

/// A box to cross off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxData {
    /// The number of boxes left once this one is crossed off.
    pub left: i64,
    /// The word printed at the box, if any.
    pub mark: Option<String>,
    /// Whether the box leaves the table with others, so that it is never crossed off.
    pub gone: bool,
}

/// Neighbouring cells of a small table with the same value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RangeData {
    /// The first key.
    pub from: JsonNumber,
    /// The last key.
    pub to: JsonNumber,
    /// The keys as printed: `3`, or `6–10`.
    pub at_shown: String,
    /// The value as printed.
    pub shown: String,
}

/// One cell of a small table.
#[derive(Clone, Debug, Serialize)]
pub struct TableCellData {
    /// The key.
    pub at: JsonNumber,
    /// The key as printed: `beast 1`, `S3`.
    pub at_shown: String,
    /// The value.
    pub value: Option<JsonNumber>,
    /// The value as printed.
    pub shown: String,
    /// The boxes to cross off.
    pub boxes: Vec<BoxData>,
}

/// If a number has more boxes than this, only the number is printed.
const MAX_BOXES: i64 = 120;

/// Returns the numbers of the army or of a command.
pub(super) fn region_numbers(input: DocumentInput<'_>, place: Region) -> Vec<NumberData> {
    collect_numbers(input, |id| number_of_region(input.army, id, place), place)
}

/// Returns the numbers that the ruleset works out for a unit, as sheets print them.
pub(super) fn unit_numbers(input: DocumentInput<'_>, unit: usize) -> Vec<NumberData> {
    collect_numbers(input, |id| number_of_unit(input.army, id, unit), Region::Unit(unit))
}

/// Returns the numbers of a body inside a unit.
pub(super) fn part_numbers<'a>(input: DocumentInput<'a>, unit: usize, part: &Body<'a>) -> Vec<NumberData> {
    collect_numbers(input, |id| number_of_part(input.army, id, unit, part), Region::Unit(unit))
}

fn collect_numbers(
    input: DocumentInput<'_>,
    of: impl Fn(NumberId) -> Option<Result<NumberResult, EvaluationError>>,
    place: Region,
) -> Vec<NumberData> {
    let army = input.army;
    let to_data = |id: NumberId| {
        let rule = &army.rules.numbers[id.0];
        let sign = input.texts.readings.signs_of([rule.rule_path.as_str()]);
        let mut data = NumberData { sign, ..number_data(army, rule, of(id)?, place)? };
        if let Some(written) = input.texts.number_rule(&rule.rule_path) {
            data.key = written.key.as_ref().map(|key| key.value.0);
            data.column = written.column;
            data.at = written.at.as_ref().map(|at| at.value.as_str());
            if let Some(short) = &written.short {
                data.short = rule_text(&short.value.0);
            }
        }
        Some(data)
    };
    let printed = (0..army.rules.numbers.len()).filter(|at| !army.rules.numbers[*at].is_hidden);
    printed.map(NumberId).filter_map(to_data).collect()
}

/// Returns a number as printed. `None` if it has no value and the ruleset gives no text for that.
fn number_data(
    army: &Army<'_>,
    rule: &NumberRule,
    shown: Result<NumberResult, EvaluationError>,
    place: Region,
) -> Option<NumberData> {
    let mut data = NumberData {
        id: rule.id.clone(),
        rule_path: rule.rule_path.clone(),
        name: rule_text(&rule.name),
        sign: String::new(),
        value: None,
        shown: String::new(),
        incomplete: false,
        boxes: Vec::new(),
        group: box_group(army, rule, place),
        key: None,
        short: rule_text(&rule.name),
        column: false,
        at: None,
        each: Vec::new(),
        ranges: Vec::new(),
        each_of: None,
        each_shown: String::new(),
    };
    match shown {
        // The findings say why the number cannot be computed
        Err(_) => "not known".clone_into(&mut data.shown),
        Ok(NumberResult::One(outcome)) => {
            (data.value, data.shown) = value_and_text(rule, &outcome);
            data.incomplete = outcome.incomplete;
            if data.shown.is_empty() {
                return None;
            }
            if outcome.incomplete && data.value.is_some() {
                data.shown.push_str(" or more");
            }
            data.boxes = track_boxes(army, rule, data.value, place);
        }
        Ok(NumberResult::Each(all)) => {
            for (at, outcome) in all {
                let (value, mut shown) = value_and_text(rule, &outcome);
                if shown.is_empty() {
                    "–".clone_into(&mut shown);
                }
                data.incomplete |= outcome.incomplete;
                let boxes = track_boxes(army, rule, value, place);
                data.each.push(TableCellData {
                    at: JsonNumber(at),
                    at_shown: String::new(),
                    value,
                    shown,
                    boxes,
                });
            }
            if data.each.iter().all(|e| e.value.is_none()) {
                return None;
            }
            let name = rule.table_variable.as_ref().map_or("", |(name, _)| name.as_str());
            data.each_of =
                rule.table_variable.as_ref().map(|_| sanitize(&name.replace('-', " ")).into_owned());
            let word = key_prefix(name, " ");
            data.each.iter_mut().for_each(|e| e.at_shown = format!("{word}{}", number_text(e.at.0)));
            data.each_shown = table_in_one_line(&data.each, name);
            data.ranges = joined_ranges(&data.each);
        }
    }
    Some(data)
}

/// Returns the text before the keys of a small table whose variable has this name: `beast` and a space, or `S`.
fn key_prefix(name: &str, space: &str) -> String {
    let word = name.rsplit('-').next().unwrap_or("");
    // A word of at most two letters is an abbreviation, such as WS
    if word.len() <= 2 { word.to_uppercase() } else { format!("{}{space}", sanitize(word)) }
}

/// Returns a small table as one line. Successive keys with the same value are joined.
fn table_in_one_line(table: &[TableCellData], name: &str) -> String {
    let word = key_prefix(name, "\u{a0}");
    let mut all: Vec<(&TableCellData, &TableCellData)> = Vec::new();
    for each in table {
        match all.last_mut().filter(|(first, _)| first.shown == each.shown) {
            Some((_, last)) => *last = each,
            None => all.push((each, each)),
        }
    }
    let place = |(first, last): &(&TableCellData, &TableCellData)| {
        let to = if first.at == last.at { String::new() } else { format!("–{}", number_text(last.at.0)) };
        let shown = if first.value.is_some() { &first.shown } else { "none" };
        format!("{word}{}{to}\u{a0}{shown}", number_text(first.at.0))
    };
    all.iter().map(place).collect::<Vec<_>>().join(", ")
}

fn value_and_text(rule: &NumberRule, outcome: &Evaluation) -> (Option<JsonNumber>, String) {
    match outcome.value {
        FormulaValue::Number(n) => {
            let shown =
                rule.show.as_ref().map_or_else(|| number_text(n), |s| s.replace("{}", &number_text(n)));
            (Some(JsonNumber(n)), rule_text(&shown))
        }
        FormulaValue::Truth(yes) => (None, if yes { "yes" } else { "no" }.to_owned()),
        FormulaValue::Absent => (None, rule.otherwise.as_ref().map_or_else(String::new, |o| rule_text(o))),
    }
}

/// Formats a number for readers: `6 1/3` for 19/3.
pub(super) fn number_text(n: ExactNumber) -> String {
    if let Some(decimal) = n.to_decimal_text() {
        return decimal.replace('-', "−");
    }
    let whole = n.floor();
    match n.checked_sub(whole) {
        Some(rest) if whole > ExactNumber::ZERO => format!("{whole} {rest}"),
        _ => n.to_string().replace('-', "−"),
    }
}

/// The number of boxes that stand together if the ruleset does not say.
const USUAL_GROUP: i64 = 5;

/// Returns how many boxes stand together.
fn box_group(army: &Army<'_>, rule: &NumberRule, place: Region) -> i64 {
    let group = rule.box_group.as_ref().and_then(|group| whole_number(army, rule, group, place));
    group.filter(|group| *group > 0).unwrap_or(USUAL_GROUP)
}

/// Returns what a formula comes to, rounded down. `None` if it has no value.
fn whole_number(army: &Army<'_>, rule: &NumberRule, formula: &Formula, place: Region) -> Option<i64> {
    match evaluate_in_region(army, formula, place, rule.contingent) {
        Ok(Evaluation { value: FormulaValue::Number(number), .. }) => number.floor().to_integer(),
        _ => None,
    }
}

/// Returns the cells of a small table, with equal neighbours joined.
fn joined_ranges(table: &[TableCellData]) -> Vec<RangeData> {
    let mut ranges: Vec<RangeData> = Vec::new();
    for cell in table {
        match ranges.last_mut().filter(|range| range.shown == cell.shown) {
            Some(range) => range.to = cell.at,
            None => ranges.push(RangeData {
                from: cell.at,
                to: cell.at,
                at_shown: String::new(),
                shown: cell.shown.clone(),
            }),
        }
    }
    for range in &mut ranges {
        let to =
            if range.from == range.to { String::new() } else { format!("–{}", number_text(range.to.0)) };
        range.at_shown = format!("{}{to}", number_text(range.from.0));
    }
    ranges
}

fn track_boxes(army: &Army<'_>, rule: &NumberRule, value: Option<JsonNumber>, place: Region) -> Vec<BoxData> {
    let (Some(marks), Some(n)) = (&rule.boxes, value.and_then(|v| v.0.to_integer())) else {
        return Vec::new();
    };
    if !(1..=MAX_BOXES).contains(&n) {
        return Vec::new();
    }
    let marks: Vec<(i64, &str)> = marks
        .iter()
        .filter_map(|(left, word)| Some((whole_number(army, rule, left, place)?, word.as_str())))
        .collect();
    let gone_at = rule.boxes_gone_at.as_ref().and_then(|left| whole_number(army, rule, left, place));
    (1..=n)
        .map(|crossed| {
            let left = n - crossed;
            let mark = marks.iter().find(|(at, _)| *at == left);
            let gone = gone_at.is_some_and(|gone_at| left < gone_at);
            BoxData { left, mark: mark.map(|(_, word)| sanitize(word).into_owned()), gone }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_in_one_line_joins_equal_neighbours() {
        let each = |at: i64, value: Option<i64>| TableCellData {
            at: JsonNumber(at.into()),
            at_shown: String::new(),
            value: value.map(|n| JsonNumber(n.into())),
            shown: value.map_or_else(|| "–".to_owned(), |n| format!("{n}+")),
            boxes: Vec::new(),
        };
        let table = [each(3, Some(5)), each(4, Some(6)), each(5, None), each(6, None)];
        assert_eq!(table_in_one_line(&table, "enemy-s"), "S3\u{a0}5+, S4\u{a0}6+, S5–6\u{a0}none");
        assert!(table_in_one_line(&table, "beast").starts_with("beast\u{a0}3\u{a0}5+, "));
    }
}
