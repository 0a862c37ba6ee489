//! Evaluates the ruleset's numbers for a unit, a part, a command or the army.

use std::cell::RefCell;

use crate::format::formula::{Broken, Expr, Formula, Outcome, Trouble, Value, broken, evaluate};
use crate::format::number::Number;
use crate::format::sheet::Subject;
use crate::rules::Rules;
use crate::rules::ids::{ContingentId, NumberId};
use crate::rules::number::{DEEPEST, MOST_STEPS, NumberRule, ScoreLine, Work};
use crate::rules::selector::Selector;

use super::condition;
use super::measure::Where;
use super::scope::{At, View};
use super::{Army, body::Body};

/// The numbers being evaluated, each needed by the one before it, and how many have been evaluated so far.
///
/// They end evaluation of numbers that depend on themselves, and of those that would take too long.
#[derive(Debug, Default)]
pub(super) struct Open {
    ids: Vec<NumberId>,
    steps: usize,
}

impl Open {
    fn enter(&mut self, rule: &NumberRule, id: NumberId, units: usize) -> Result<(), Trouble> {
        if self.ids.contains(&id) {
            return Err(Trouble::Circular(rule.id.clone()));
        }
        self.steps += 1;
        if self.ids.len() >= DEEPEST || self.steps > MOST_STEPS + 100 * units {
            return Err(Trouble::TooLong(rule.id.clone()));
        }
        self.ids.push(id);
        Ok(())
    }
}

/// The result of evaluating a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// One value.
    One(Outcome),
    /// A small table: each value of the table's variable, with the result for it.
    Each(Vec<(Number, Outcome)>),
}

/// Evaluates a number of the army or of one of its commands. `None` if the number does not apply there.
pub fn of_place(army: &Army<'_>, id: NumberId, place: Where) -> Option<Result<Shown, Trouble>> {
    let subject = if matches!(place, Where::Command(_)) { Subject::Command } else { Subject::Army };
    shown(army, id, At::Place(place), subject)
}

/// Evaluates a number of a unit. `None` if the number does not apply to it.
pub fn of_unit(army: &Army<'_>, id: NumberId, unit: usize) -> Option<Result<Shown, Trouble>> {
    shown(army, id, At::Unit(unit), Subject::Unit)
}

/// Evaluates a number of a body inside a unit. `None` if the number does not apply to it.
pub fn of_part<'a>(
    army: &Army<'a>,
    id: NumberId,
    unit: usize,
    part: &Body<'a>,
) -> Option<Result<Shown, Trouble>> {
    shown(army, id, At::Body(unit, part, true), Subject::Part)
}

fn shown<'a>(
    army: &Army<'a>,
    id: NumberId,
    at: At<'_, 'a>,
    subject: Subject,
) -> Option<Result<Shown, Trouble>> {
    let rule = &army.rules.numbers[id.0];
    if !rule.is_for(subject) || condition::holds(army, &rule.when, Where::Army, None) == Some(false) {
        return None;
    }
    let open = RefCell::new(Open::default());
    let view = |each| View { army, at, each, sees: None, open: &open };
    if let (Some(of), Some(body)) = (&rule.of, view(None).body())
        && !of.finds(body)
    {
        return None;
    }
    Some(match &rule.each {
        None => value(&view(None), id).map(Shown::One),
        Some((name, all)) => {
            let each = all.iter().map(|n| Ok((*n, value(&view(Some((name.as_str(), *n))), id)?)));
            each.collect::<Result<_, _>>().map(Shown::Each)
        }
    })
}

/// Evaluates a limit's formula in a region of the army.
pub fn formula(
    army: &Army<'_>,
    formula: &Formula,
    place: Where,
    sees: Option<ContingentId>,
) -> Result<Outcome, Trouble> {
    let open = RefCell::new(Open::default());
    evaluate(formula, &view_of(army, place, sees, &open))
}

/// Returns what a limit's formula can see in a region of the army.
fn view_of<'s, 'a>(
    army: &'s Army<'a>,
    place: Where,
    sees: Option<ContingentId>,
    open: &'s RefCell<Open>,
) -> View<'s, 'a> {
    let at = match place {
        Where::Unit(unit) => At::Unit(unit),
        place => At::Place(place),
    };
    View { army, at, each: None, sees, open }
}

/// Returns the parts of a limit's formula that are false in a region of the army, as the reasons why all of
/// it is.
pub fn broken_parts<'f>(
    army: &Army<'_>,
    formula: &'f Formula,
    place: Where,
    sees: Option<ContingentId>,
) -> Result<Vec<Broken<'f>>, Trouble> {
    let open = RefCell::new(Open::default());
    broken(formula, &view_of(army, place, sees, &open))
}

/// Returns the selectors that a part of a formula counts or adds up, including those in the formulas of the
/// numbers it refers to.
pub fn counted<'r>(rules: &'r Rules, part: &'r Expr) -> Vec<&'r Selector> {
    let mut selectors = Vec::new();
    let (mut parts, mut seen) = (vec![part], Vec::new());
    while let Some(part) = parts.pop() {
        selectors.extend(part.counted().into_iter().filter_map(|ast| rules.formula_selector(ast)));
        for id in part.names().into_iter().filter_map(|used| rules.number(used.name)) {
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            match &rules.numbers[id.0].work {
                Work::Formula(formula) => parts.push(&formula.expr),
                Work::Score(lines) => {
                    selectors.extend(lines.iter().filter_map(|line| line.of.as_ref()));
                    parts.extend(lines.iter().map(|line| &line.each.expr));
                }
            }
        }
    }
    selectors
}

/// Evaluates a number of one body, for a limit on the sum of that number.
pub fn of_body<'a>(
    army: &Army<'a>,
    id: NumberId,
    unit: usize,
    body: &Body<'a>,
    part: bool,
) -> Result<Outcome, Trouble> {
    let open = RefCell::new(Open::default());
    value(&View { army, at: At::Body(unit, body, part), each: None, sees: None, open: &open }, id)
}

/// Evaluates a number that a formula refers to.
///
/// In a unit's formula, an army number has the army's value. In a part's formula, a unit number is 0, since
/// the unit has counted it already.
pub(super) fn value(view: &View<'_, '_>, id: NumberId) -> Result<Outcome, Trouble> {
    let army = view.army;
    let rule = &army.rules.numbers[id.0];
    view.open.borrow_mut().enter(rule, id, army.units.len())?;
    let outcome = inside(view, rule);
    view.open.borrow_mut().ids.pop();
    outcome
}

fn inside(view: &View<'_, '_>, rule: &NumberRule) -> Result<Outcome, Trouble> {
    let army = view.army;
    let at = match view.at {
        At::Body(unit, _, false) | At::Unit(unit) if rule.is_for(Subject::Unit) => At::Unit(unit),
        At::Body(unit, body, true) if rule.is_for(Subject::Part) => At::Body(unit, body, true),
        At::Body(_, _, true) if rule.is_for(Subject::Unit) => return Ok(Number::ZERO.into()),
        At::Place(Where::Command(command)) if rule.is_for(Subject::Command) => {
            At::Place(Where::Command(command))
        }
        _ if rule.is_for(Subject::Army) => At::Place(Where::Army),
        _ => return Ok(Value::Absent.into()),
    };
    let inner = View { army, at, each: view.each, sees: view.sees, open: view.open };
    if let (Some(of), Some(body)) = (&rule.of, inner.body())
        && !of.finds(body)
    {
        return Ok(Value::Absent.into());
    }
    work(rule, &inner)
}

fn work(rule: &NumberRule, view: &View<'_, '_>) -> Result<Outcome, Trouble> {
    let lines = match &rule.work {
        Work::Formula(formula) => return evaluate(formula, view),
        Work::Score(lines) => lines,
    };
    let army = view.army;
    let place = match view.at {
        At::Unit(unit) => return score(army, lines, unit, view),
        At::Body(unit, ..) => Where::Unit(unit),
        At::Place(place) => place,
    };
    let (mut total, mut incomplete) = (Number::ZERO, false);
    for unit in place.units(army) {
        let outcome = score(army, lines, unit, view)?;
        incomplete |= outcome.incomplete;
        if let Value::Number(n) = outcome.value {
            let all = n.times(i64::from(army.units[unit].count).into()).ok_or(Trouble::Overflow)?;
            total = total.plus(all).ok_or(Trouble::Overflow)?;
        }
    }
    Ok(Outcome { value: Value::Number(total), incomplete })
}

/// Evaluates the score of one unit, using the first line that matches it.
fn score(army: &Army<'_>, lines: &[ScoreLine], unit: usize, view: &View<'_, '_>) -> Result<Outcome, Trouble> {
    let body = &army.units[unit].body;
    // A line without a selector matches all remaining units, but not those that rules leave out unless named
    let found = lines.iter().find(|line| line.of.as_ref().map_or(!body.passed_over, |of| of.finds(body)));
    let Some(line) = found else { return Ok(Number::ZERO.into()) };
    let inner = View { army, at: At::Unit(unit), each: None, sees: view.sees, open: view.open };
    evaluate(&line.each, &inner)
}

impl Shown {
    /// Returns the value, if the result is a single number.
    pub fn number(&self) -> Option<Number> {
        match self {
            Self::One(Outcome { value: Value::Number(n), .. }) => Some(*n),
            _ => None,
        }
    }
}
