//! The ruleset's numbers, worked out for a unit, a part, a command or the army.

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

/// The numbers that are being worked out, each for the one before it, and how many there have been.
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

/// What a number comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// One value.
    One(Outcome),
    /// A small table: each value of its name with what the number comes to.
    Each(Vec<(Number, Outcome)>),
}

/// A number of the army or of one of its commands; nothing where there is none there.
pub fn of_place(army: &Army<'_>, id: NumberId, place: Where) -> Option<Result<Shown, Trouble>> {
    let subject = if matches!(place, Where::Command(_)) { Subject::Command } else { Subject::Army };
    shown(army, id, At::Place(place), subject)
}

/// A number of a unit; nothing where it has none.
pub fn of_unit(army: &Army<'_>, id: NumberId, unit: usize) -> Option<Result<Shown, Trouble>> {
    shown(army, id, At::Unit(unit), Subject::Unit)
}

/// A number of a body inside a unit; nothing where it has none.
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

/// A formula of a limit, worked out in a place.
pub fn formula(
    army: &Army<'_>,
    formula: &Formula,
    place: Where,
    sees: Option<ContingentId>,
) -> Result<Outcome, Trouble> {
    let open = RefCell::new(Open::default());
    evaluate(formula, &view_of(army, place, sees, &open))
}

/// What a formula of a limit sees in a place.
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

/// Why a formula of a limit is false in a place.
pub fn broken_parts<'f>(
    army: &Army<'_>,
    formula: &'f Formula,
    place: Where,
    sees: Option<ContingentId>,
) -> Result<Vec<Broken<'f>>, Trouble> {
    let open = RefCell::new(Open::default());
    broken(formula, &view_of(army, place, sees, &open))
}

/// What a part of a formula counts or adds up, the formulas of the numbers that it names included.
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

/// A number of one body, for limits that add one up.
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

/// What a number comes to where a formula names it. One of the army that a unit names is the army's; one of
/// units that a body inside names is nought, since the unit counts it already.
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

/// What one unit counts: by the first line that finds it.
fn score(army: &Army<'_>, lines: &[ScoreLine], unit: usize, view: &View<'_, '_>) -> Result<Outcome, Trouble> {
    let body = &army.units[unit].body;
    // Even the last line, which finds the rest, passes over what is not counted
    let found = lines.iter().find(|line| line.of.as_ref().map_or(!body.passed_over, |of| of.finds(body)));
    let Some(line) = found else { return Ok(Number::ZERO.into()) };
    let inner = View { army, at: At::Unit(unit), each: None, sees: view.sees, open: view.open };
    evaluate(&line.each, &inner)
}

impl Shown {
    /// The one number, where it is one and complete or not.
    pub fn number(&self) -> Option<Number> {
        match self {
            Self::One(Outcome { value: Value::Number(n), .. }) => Some(*n),
            _ => None,
        }
    }
}
