//! What the formulas of limits and numbers see: a unit, a command or the army. Formulas name numbers, which are
//! formulas again, so numbers are evaluated here.

use std::cell::RefCell;

use crate::format::computed_numbers::NumberSubject;
use crate::format::formula::{Evaluation, EvaluationError, FormulaValue, Scope, SelectorAst, evaluate};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_numbers::{MAX_DEPTH, MAX_STEPS, NumberMethod, NumberRule, ScoreLine};
use crate::rules::compiled_selectors::Selectable as _;
use crate::rules::id_types::{ContingentId, NumberId};

use super::Army;
use super::bodies_and_options::Body;
use super::body_formula_scope::{
    has_option, models_with_option, number_of, number_or_absent, stat_or_value, table_cell,
};
use super::regions::Region;

/// What a formula is evaluated for.
#[derive(Clone, Copy, Debug)]
pub(super) enum FormulaSubject<'s, 'a> {
    /// A unit with its parts.
    Unit(usize),
    /// One body: the index of its unit, the body, and whether it is a part inside the unit.
    Body(usize, &'s Body<'a>, bool),
    /// A command or the whole army.
    Region(Region),
}

/// A unit, a body, a command or the army, as a formula sees it.
pub(super) struct ArmyScope<'s, 'a> {
    pub(super) army: &'s Army<'a>,
    pub(super) subject: FormulaSubject<'s, 'a>,
    /// The variable of a small table, with its value.
    pub(super) table_variable: Option<(&'s str, Number)>,
    /// The contingent whose troops are looked at, `None` for all.
    pub(super) contingent: Option<ContingentId>,
    /// The numbers being evaluated, to find those that depend on themselves.
    pub(super) in_progress: &'s RefCell<NumbersInProgress>,
}

impl<'s, 'a> ArmyScope<'s, 'a> {
    pub(super) fn body(&self) -> Option<&'s Body<'a>> {
        match self.subject {
            FormulaSubject::Unit(unit) => Some(&self.army.units[unit].body),
            FormulaSubject::Body(_, body, _) => Some(body),
            FormulaSubject::Region(_) => None,
        }
    }

    fn region(&self) -> Region {
        match self.subject {
            FormulaSubject::Unit(unit) | FormulaSubject::Body(unit, _, _) => Region::Unit(unit),
            FormulaSubject::Region(place) => place,
        }
    }

    /// Returns `true` if the troops of a contingent are looked at.
    fn looks_at(&self, contingent: ContingentId) -> bool {
        self.contingent.is_none_or(|own| own == contingent)
    }

    fn with_subject(&self, at: FormulaSubject<'s, 'a>) -> Self {
        ArmyScope {
            army: self.army,
            subject: at,
            table_variable: None,
            contingent: self.contingent,
            in_progress: self.in_progress,
        }
    }
}

impl Scope for ArmyScope<'_, '_> {
    fn value_of_name(&self, name: &str) -> Result<Evaluation, EvaluationError> {
        if let Some((each, value)) = self.table_variable
            && each == name
        {
            return Ok(value.into());
        }
        let body = self.body();
        match name {
            "size" => return Ok(body.map_or(FormulaValue::Absent.into(), |b| number_of(b.size))),
            "points" => return Ok(number_or_absent(self.army.points_of(self.contingent))),
            "spent" => return Ok(spent(self.army)),
            "count" => {
                let count = match self.subject {
                    FormulaSubject::Unit(unit) | FormulaSubject::Body(unit, ..) => {
                        i64::from(self.army.units[unit].count)
                    }
                    FormulaSubject::Region(place) => {
                        let units = place.units(self.army).map(|at| &self.army.units[at]);
                        let own = units.filter(|unit| self.looks_at(unit.body.contingent));
                        own.map(|unit| i64::from(unit.count)).sum()
                    }
                };
                return Ok(Number::from(count).into());
            }
            "cost" => {
                return Ok(number_or_absent(match self.subject {
                    FormulaSubject::Unit(unit) => self.army.units[unit].cost(),
                    FormulaSubject::Body(_, body, _) => body.cost(),
                    FormulaSubject::Region(_) => None,
                }));
            }
            _ => {}
        }
        let rules = self.army.rules;
        if let Some(body) = body
            && let Some(outcome) = stat_or_value(rules, body, &body.stats, name)
        {
            return Ok(outcome);
        }
        if let Some(id) = rules.find_number_in(self.contingent, name) {
            return evaluate_number(self, id);
        }
        match rules.values.iter().find(|v| v.id == name) {
            Some(value) if !value.is_asked => Ok(number_or_absent(value.default)),
            Some(_) => Ok(FormulaValue::Absent.into()),
            None if rules.find_stat(name).is_some() => Ok(FormulaValue::Absent.into()),
            None => Err(EvaluationError::UnknownName(name.to_owned())),
        }
    }

    fn has_option(&self, option: &str) -> bool {
        self.body().is_some_and(|body| has_option(self.army.rules, body, option))
    }

    fn models_with_option(&self, option: &str) -> Number {
        self.body().map_or(Number::ZERO, |body| models_with_option(self.army.rules, body, option))
    }

    fn has_tag(&self, tag: &str) -> bool {
        let tag = self.army.rules.find_tag(tag);
        self.body().is_some_and(|body| tag.is_some_and(|t| body.has_tag(t)))
    }

    fn count_matches(&self, selector: &SelectorAst) -> Result<Number, EvaluationError> {
        let Some(selector) = self.army.rules.formula_selector(selector) else { return Ok(Number::ZERO) };
        Ok(self.region().count_matches(self.army, selector, self.contingent))
    }

    fn for_each_match<'v>(
        &'v self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), EvaluationError>,
    ) -> Result<(), EvaluationError> {
        let Some(selector) = self.army.rules.formula_selector(selector) else { return Ok(()) };
        let place = self.region();
        let alone = matches!(place, Region::Unit(_));
        for unit in place.units(self.army) {
            let row = &self.army.units[unit];
            let alike = if alone { Number::ONE } else { i64::from(row.count).into() };
            for (at, body) in row.bodies().enumerate() {
                if self.looks_at(body.contingent) && selector.matches(body) {
                    visit(&self.with_subject(FormulaSubject::Body(unit, body, at > 0)), alike)?;
                }
            }
        }
        Ok(())
    }

    fn table_cell(
        &self,
        table: &str,
        row: &FormulaValue,
        column: &FormulaValue,
    ) -> Result<FormulaValue, EvaluationError> {
        table_cell(self.army.rules, table, row, column)
    }
}

/// Returns the army's cost, marked as incomplete if some cost is unknown.
fn spent(army: &Army<'_>) -> Evaluation {
    Evaluation { value: FormulaValue::Number(army.spent), incomplete: !army.cost_is_known }
}

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
        contingent: rule.contingent.or(view.contingent),
        in_progress: view.in_progress,
    };
    if let Some(body) = inner.body() {
        let is_own = rule.contingent.is_none_or(|own| own == body.contingent);
        if !is_own || rule.selector.as_ref().is_some_and(|of| !of.matches(body)) {
            return Ok(FormulaValue::Absent.into());
        }
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
    for unit in place.units(army).filter(|unit| view.looks_at(army.units[*unit].body.contingent)) {
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
