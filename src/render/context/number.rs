//! The ruleset's numbers as sheets print them, with their boxes and small tables.

use serde::Serialize;

use crate::army::measure::Where;
use crate::army::number::{Shown, formula, of_part, of_place, of_unit};
use crate::army::{Army, body::Body};
use crate::format::formula::{Outcome, Trouble, Value};
use crate::format::number::Number as ExactNumber;
use crate::output::text::clean;
use crate::rules::ids::NumberId;
use crate::rules::number::NumberRule;

use super::texts::printed;
use super::{Exact, Input};

/// A number that the ruleset computes.
#[derive(Clone, Debug, Serialize)]
pub struct Number {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The signs of the readings that the number rests on. Empty if there are none.
    pub sign: String,
    /// The value. `None` if there is no value, or the number is a small table.
    pub value: Option<Exact>,
    /// The value as printed.
    pub shown: String,
    /// Whether something that the number counts is unknown.
    pub incomplete: bool,
    /// The boxes to cross off, in order. Empty if there are none.
    pub boxes: Vec<BoxMark>,
    /// The cells of a small table. Empty if the number is not a table.
    pub each: Vec<Each>,
    /// The name of the key that the small table runs over, as printed.
    pub each_of: Option<String>,
    /// The small table in one line: `S3 5+, S4 6+, S5–10 none`. Empty if the number is not a table.
    pub each_shown: String,
}

/// A box to cross off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxMark {
    /// The number of boxes left once this one is crossed off.
    pub left: i64,
    /// The word printed at the box, if any.
    pub mark: Option<String>,
}

/// One cell of a small table.
#[derive(Clone, Debug, Serialize)]
pub struct Each {
    /// The key.
    pub at: Exact,
    /// The key as printed: `beast 1`, `S3`.
    pub at_shown: String,
    /// The value.
    pub value: Option<Exact>,
    /// The value as printed.
    pub shown: String,
    /// The boxes to cross off.
    pub boxes: Vec<BoxMark>,
}

/// If a number has more boxes than this, only the number is printed.
const MOST_BOXES: i64 = 120;

/// Returns the numbers of the army or of a command.
pub(super) fn of_places(input: Input<'_>, place: Where) -> Vec<Number> {
    all(input, |id| of_place(input.army, id, place), place)
}

/// Returns the numbers of a unit.
pub(super) fn of_units(input: Input<'_>, unit: usize) -> Vec<Number> {
    all(input, |id| of_unit(input.army, id, unit), Where::Unit(unit))
}

/// Returns the numbers of a body inside a unit.
pub(super) fn of_parts<'a>(input: Input<'a>, unit: usize, part: &Body<'a>) -> Vec<Number> {
    all(input, |id| of_part(input.army, id, unit, part), Where::Unit(unit))
}

fn all(
    input: Input<'_>,
    of: impl Fn(NumberId) -> Option<Result<Shown, Trouble>>,
    place: Where,
) -> Vec<Number> {
    let army = input.army;
    let to_data = |id: NumberId| {
        let rule = &army.rules.numbers[id.0];
        let sign = input.texts.readings.sign([rule.rule.as_str()]);
        Some(Number { sign, ..number(army, rule, of(id)?, place)? })
    };
    (0..army.rules.numbers.len()).map(NumberId).filter_map(to_data).collect()
}

/// Returns a number as printed. `None` if it has no value and the ruleset gives no text for that.
fn number(army: &Army<'_>, rule: &NumberRule, shown: Result<Shown, Trouble>, place: Where) -> Option<Number> {
    let mut data = Number {
        id: rule.id.clone(),
        name: printed(&rule.name),
        sign: String::new(),
        value: None,
        shown: String::new(),
        incomplete: false,
        boxes: Vec::new(),
        each: Vec::new(),
        each_of: None,
        each_shown: String::new(),
    };
    match shown {
        // The findings say why the number cannot be computed
        Err(_) => "not known".clone_into(&mut data.shown),
        Ok(Shown::One(outcome)) => {
            (data.value, data.shown) = one(rule, &outcome);
            data.incomplete = outcome.incomplete;
            if data.shown.is_empty() {
                return None;
            }
            if outcome.incomplete && data.value.is_some() {
                data.shown.push_str(" or more");
            }
            data.boxes = boxes(army, rule, data.value, place);
        }
        Ok(Shown::Each(all)) => {
            for (at, outcome) in all {
                let (value, mut shown) = one(rule, &outcome);
                if shown.is_empty() {
                    "–".clone_into(&mut shown);
                }
                data.incomplete |= outcome.incomplete;
                let boxes = boxes(army, rule, value, place);
                data.each.push(Each { at: Exact(at), at_shown: String::new(), value, shown, boxes });
            }
            if data.each.iter().all(|e| e.value.is_none()) {
                return None;
            }
            let name = rule.each.as_ref().map_or("", |(name, _)| name.as_str());
            data.each_of = rule.each.as_ref().map(|_| clean(&name.replace('-', " ")).into_owned());
            let word = word_of_places(name, " ");
            data.each.iter_mut().for_each(|e| e.at_shown = format!("{word}{}", text(e.at.0)));
            data.each_shown = in_a_line(&data.each, name);
        }
    }
    Some(data)
}

/// Returns the text before the keys of a small table whose variable has this name: `beast` and a space, or `S`.
fn word_of_places(name: &str, space: &str) -> String {
    let word = name.rsplit('-').next().unwrap_or("");
    // A word of at most two letters is an abbreviation, such as WS
    if word.len() <= 2 { word.to_uppercase() } else { format!("{}{space}", clean(word)) }
}

/// Returns a small table as one line. Successive keys with the same value are joined.
fn in_a_line(table: &[Each], name: &str) -> String {
    let word = word_of_places(name, "\u{a0}");
    let mut all: Vec<(&Each, &Each)> = Vec::new();
    for each in table {
        match all.last_mut().filter(|(first, _)| first.shown == each.shown) {
            Some((_, last)) => *last = each,
            None => all.push((each, each)),
        }
    }
    let place = |(first, last): &(&Each, &Each)| {
        let to = if first.at == last.at { String::new() } else { format!("–{}", text(last.at.0)) };
        let shown = if first.value.is_some() { &first.shown } else { "none" };
        format!("{word}{}{to}\u{a0}{shown}", text(first.at.0))
    };
    all.iter().map(place).collect::<Vec<_>>().join(", ")
}

fn one(rule: &NumberRule, outcome: &Outcome) -> (Option<Exact>, String) {
    match outcome.value {
        Value::Number(n) => {
            let shown = rule.show.as_ref().map_or_else(|| text(n), |s| s.replace("{}", &text(n)));
            (Some(Exact(n)), printed(&shown))
        }
        Value::Truth(yes) => (None, if yes { "yes" } else { "no" }.to_owned()),
        Value::Absent => (None, rule.otherwise.as_ref().map_or_else(String::new, |o| printed(o))),
    }
}

/// Formats a number for readers: `6 1/3` for 19/3.
pub(super) fn text(n: ExactNumber) -> String {
    if let Some(decimal) = n.decimal() {
        return decimal.replace('-', "−");
    }
    let whole = n.floor();
    match n.minus(whole) {
        Some(rest) if whole > ExactNumber::ZERO => format!("{whole} {rest}"),
        _ => n.to_string().replace('-', "−"),
    }
}

fn boxes(army: &Army<'_>, rule: &NumberRule, value: Option<Exact>, place: Where) -> Vec<BoxMark> {
    let (Some(marks), Some(n)) = (&rule.boxes, value.and_then(|v| v.0.whole())) else { return Vec::new() };
    if !(1..=MOST_BOXES).contains(&n) {
        return Vec::new();
    }
    let marks: Vec<(i64, &str)> = marks
        .iter()
        .filter_map(|(left, word)| match formula(army, left, place, None) {
            Ok(Outcome { value: Value::Number(left), .. }) => Some((left.floor().whole()?, word.as_str())),
            _ => None,
        })
        .collect();
    (1..=n)
        .map(|crossed| {
            let left = n - crossed;
            let mark = marks.iter().find(|(at, _)| *at == left);
            BoxMark { left, mark: mark.map(|(_, word)| clean(word).into_owned()) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_in_a_line_takes_alike_places_together() {
        let each = |at: i64, value: Option<i64>| Each {
            at: Exact(at.into()),
            at_shown: String::new(),
            value: value.map(|n| Exact(n.into())),
            shown: value.map_or_else(|| "–".to_owned(), |n| format!("{n}+")),
            boxes: Vec::new(),
        };
        let table = [each(3, Some(5)), each(4, Some(6)), each(5, None), each(6, None)];
        assert_eq!(in_a_line(&table, "enemy-s"), "S3\u{a0}5+, S4\u{a0}6+, S5–6\u{a0}none");
        assert!(in_a_line(&table, "beast").starts_with("beast\u{a0}3\u{a0}5+, "));
    }
}
