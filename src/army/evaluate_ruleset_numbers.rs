//! Evaluates the ruleset's numbers for a unit, a part, a command or the army.

use std::cell::RefCell;

use crate::format::computed_numbers::NumberSubject;
use crate::format::formula::{
    Evaluation, EvaluationError, Expr, FailedPart, Formula, FormulaValue, evaluate, find_failed_parts,
};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_numbers::{MAX_DEPTH, MAX_STEPS, NumberMethod, NumberRule, ScoreLine};
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::{ContingentId, NumberId};

use super::evaluate_conditions;
use super::formula_scope::{ArmyScope, FormulaSubject};
use super::limit_measurement::Region;
use super::{Army, bodies_and_options::Body};

/// The numbers being evaluated, each needed by the one before it, and how many have been evaluated so far.
///
/// They end evaluation of numbers that depend on themselves, and of those that would take too long.
#[derive(Debug, Default)]
pub(super) struct NumbersInProgress {
    ids: Vec<NumberId>,
    steps: usize,
}

impl NumbersInProgress {
    fn enter(&mut self, rule: &NumberRule, id: NumberId, units: usize) -> Result<(), EvaluationError> {
        if self.ids.contains(&id) {
            return Err(EvaluationError::Circular(rule.id.clone()));
        }
        self.steps += 1;
        if self.ids.len() >= MAX_DEPTH || self.steps > MAX_STEPS + 100 * units {
            return Err(EvaluationError::TooManyNumbers(rule.id.clone()));
        }
        self.ids.push(id);
        Ok(())
    }
}

/// The result of evaluating a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberResult {
    /// One value.
    One(Evaluation),
    /// A small table: each value of the table's variable, with the result for it.
    Each(Vec<(Number, Evaluation)>),
}

/// Evaluates a number of the army or of one of its commands. `None` if the number does not apply there.
pub fn number_of_region(
    army: &Army<'_>,
    id: NumberId,
    place: Region,
) -> Option<Result<NumberResult, EvaluationError>> {
    let subject =
        if matches!(place, Region::Command(_)) { NumberSubject::Command } else { NumberSubject::Army };
    evaluate_for_subject(army, id, FormulaSubject::Region(place), subject)
}

/// Evaluates a number of a unit. `None` if the number does not apply to it.
pub fn number_of_unit(
    army: &Army<'_>,
    id: NumberId,
    unit: usize,
) -> Option<Result<NumberResult, EvaluationError>> {
    evaluate_for_subject(army, id, FormulaSubject::Unit(unit), NumberSubject::Unit)
}

/// Evaluates a number of a body inside a unit. `None` if the number does not apply to it.
pub fn number_of_part<'a>(
    army: &Army<'a>,
    id: NumberId,
    unit: usize,
    part: &Body<'a>,
) -> Option<Result<NumberResult, EvaluationError>> {
    evaluate_for_subject(army, id, FormulaSubject::Body(unit, part, true), NumberSubject::Part)
}

fn evaluate_for_subject<'a>(
    army: &Army<'a>,
    id: NumberId,
    at: FormulaSubject<'_, 'a>,
    subject: NumberSubject,
) -> Option<Result<NumberResult, EvaluationError>> {
    let rule = &army.rules.numbers[id.0];
    if !rule.is_for(subject)
        || evaluate_conditions::condition_holds(army, &rule.when, Region::Army, None) == Some(false)
    {
        return None;
    }
    let open = RefCell::new(NumbersInProgress::default());
    let view =
        |each| ArmyScope { army, subject: at, table_variable: each, contingent: None, in_progress: &open };
    if let (Some(of), Some(body)) = (&rule.selector, view(None).body())
        && !of.matches(body)
    {
        return None;
    }
    Some(match &rule.table_variable {
        None => evaluate_number(&view(None), id).map(NumberResult::One),
        Some((name, all)) => {
            let each = all.iter().map(|n| Ok((*n, evaluate_number(&view(Some((name.as_str(), *n))), id)?)));
            each.collect::<Result<_, _>>().map(NumberResult::Each)
        }
    })
}

/// Evaluates a limit's formula in a region of the army.
pub fn evaluate_in_region(
    army: &Army<'_>,
    formula: &Formula,
    place: Region,
    sees: Option<ContingentId>,
) -> Result<Evaluation, EvaluationError> {
    let open = RefCell::new(NumbersInProgress::default());
    evaluate(formula, &scope_of_region(army, place, sees, &open))
}

/// Returns what a limit's formula can see in a region of the army.
fn scope_of_region<'s, 'a>(
    army: &'s Army<'a>,
    place: Region,
    sees: Option<ContingentId>,
    open: &'s RefCell<NumbersInProgress>,
) -> ArmyScope<'s, 'a> {
    let at = match place {
        Region::Unit(unit) => FormulaSubject::Unit(unit),
        place => FormulaSubject::Region(place),
    };
    ArmyScope { army, subject: at, table_variable: None, contingent: sees, in_progress: open }
}

/// Returns the parts of a limit's formula that are false in a region of the army, as the reasons why all of
/// it is.
pub fn false_parts<'f>(
    army: &Army<'_>,
    formula: &'f Formula,
    place: Region,
    sees: Option<ContingentId>,
) -> Result<Vec<FailedPart<'f>>, EvaluationError> {
    let open = RefCell::new(NumbersInProgress::default());
    find_failed_parts(formula, &scope_of_region(army, place, sees, &open))
}

/// Returns the selectors that a part of a formula counts or adds up, including those in the formulas of the
/// numbers it refers to.
pub fn counted_selectors<'r>(rules: &'r Rules, part: &'r Expr) -> Vec<&'r Selector> {
    let mut selectors = Vec::new();
    let (mut parts, mut seen) = (vec![part], Vec::new());
    while let Some(part) = parts.pop() {
        selectors.extend(part.counted_selectors().into_iter().filter_map(|ast| rules.formula_selector(ast)));
        for id in part.names().into_iter().filter_map(|used| rules.find_number(used.name)) {
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            match &rules.numbers[id.0].method {
                NumberMethod::Formula(formula) => parts.push(&formula.expr),
                NumberMethod::Score(lines) => {
                    selectors.extend(lines.iter().filter_map(|line| line.selector.as_ref()));
                    parts.extend(lines.iter().map(|line| &line.amount.expr));
                }
            }
        }
    }
    selectors
}

/// Evaluates a number of one body, for a limit on the sum of that number.
pub fn number_of_body<'a>(
    army: &Army<'a>,
    id: NumberId,
    unit: usize,
    body: &Body<'a>,
    part: bool,
) -> Result<Evaluation, EvaluationError> {
    let open = RefCell::new(NumbersInProgress::default());
    evaluate_number(
        &ArmyScope {
            army,
            subject: FormulaSubject::Body(unit, body, part),
            table_variable: None,
            contingent: None,
            in_progress: &open,
        },
        id,
    )
}

/// Evaluates a number that a formula refers to.
///
/// In a unit's formula, an army number has the army's value. In a part's formula, a unit number is 0, since
/// the unit has counted it already.
pub(super) fn evaluate_number(view: &ArmyScope<'_, '_>, id: NumberId) -> Result<Evaluation, EvaluationError> {
    let army = view.army;
    let rule = &army.rules.numbers[id.0];
    view.in_progress.borrow_mut().enter(rule, id, army.units.len())?;
    let outcome = evaluate_in_scope(view, rule);
    view.in_progress.borrow_mut().ids.pop();
    outcome
}

fn evaluate_in_scope(view: &ArmyScope<'_, '_>, rule: &NumberRule) -> Result<Evaluation, EvaluationError> {
    let army = view.army;
    let at = match view.subject {
        FormulaSubject::Body(unit, _, false) | FormulaSubject::Unit(unit)
            if rule.is_for(NumberSubject::Unit) =>
        {
            FormulaSubject::Unit(unit)
        }
        FormulaSubject::Body(unit, body, true) if rule.is_for(NumberSubject::Part) => {
            FormulaSubject::Body(unit, body, true)
        }
        FormulaSubject::Body(_, _, true) if rule.is_for(NumberSubject::Unit) => {
            return Ok(Number::ZERO.into());
        }
        FormulaSubject::Region(Region::Command(command)) if rule.is_for(NumberSubject::Command) => {
            FormulaSubject::Region(Region::Command(command))
        }
        _ if rule.is_for(NumberSubject::Army) => FormulaSubject::Region(Region::Army),
        _ => return Ok(FormulaValue::Absent.into()),
    };
    let inner = ArmyScope {
        army,
        subject: at,
        table_variable: view.table_variable,
        contingent: view.contingent,
        in_progress: view.in_progress,
    };
    if let (Some(of), Some(body)) = (&rule.selector, inner.body())
        && !of.matches(body)
    {
        return Ok(FormulaValue::Absent.into());
    }
    evaluate_method(rule, &inner)
}

fn evaluate_method(rule: &NumberRule, view: &ArmyScope<'_, '_>) -> Result<Evaluation, EvaluationError> {
    let lines = match &rule.method {
        NumberMethod::Formula(formula) => return evaluate(formula, view),
        NumberMethod::Score(lines) => lines,
    };
    let army = view.army;
    let place = match view.subject {
        FormulaSubject::Unit(unit) => return score_unit(army, lines, unit, view),
        FormulaSubject::Body(unit, ..) => Region::Unit(unit),
        FormulaSubject::Region(place) => place,
    };
    let (mut total, mut incomplete) = (Number::ZERO, false);
    for unit in place.units(army) {
        let outcome = score_unit(army, lines, unit, view)?;
        incomplete |= outcome.incomplete;
        if let FormulaValue::Number(n) = outcome.value {
            let all =
                n.checked_mul(i64::from(army.units[unit].count).into()).ok_or(EvaluationError::Overflow)?;
            total = total.checked_add(all).ok_or(EvaluationError::Overflow)?;
        }
    }
    Ok(Evaluation { value: FormulaValue::Number(total), incomplete })
}

/// Evaluates the score of one unit, using the first line that matches it.
fn score_unit(
    army: &Army<'_>,
    lines: &[ScoreLine],
    unit: usize,
    view: &ArmyScope<'_, '_>,
) -> Result<Evaluation, EvaluationError> {
    let body = &army.units[unit].body;
    // A line without a selector matches all remaining units, but not those that rules leave out unless named
    let found =
        lines.iter().find(|line| line.selector.as_ref().map_or(!body.uncounted, |of| of.matches(body)));
    let Some(line) = found else { return Ok(Number::ZERO.into()) };
    let inner = ArmyScope {
        army,
        subject: FormulaSubject::Unit(unit),
        table_variable: None,
        contingent: view.contingent,
        in_progress: view.in_progress,
    };
    evaluate(&line.amount, &inner)
}

impl NumberResult {
    /// Returns the value, if the result is a single number.
    pub fn single_number(&self) -> Option<Number> {
        match self {
            Self::One(Evaluation { value: FormulaValue::Number(n), .. }) => Some(*n),
            _ => None,
        }
    }
}
