//! Evaluates the ruleset's numbers for a unit, a part, a command or the army.

use std::cell::RefCell;

use crate::format::computed_numbers::NumberSubject;
use crate::format::formula::{
    Evaluation, EvaluationError, Expr, FailedPart, Formula, FormulaValue, evaluate, find_failed_parts,
};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_numbers::NumberMethod;
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::{ContingentId, NumberId};

use super::Army;
use super::army_formula_scope::{ArmyScope, FormulaSubject, NumbersInProgress, evaluate_number};
use super::bodies_and_options::Body;
use super::evaluate_conditions::condition_holds;
use super::regions::Region;

/// The result of evaluating a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberResult {
    /// One value.
    One(Evaluation),
    /// A small table: each value of the table's variable, with the result for it.
    Each(Vec<(Number, Evaluation)>),
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
    if !rule.is_for(subject) || condition_holds(army, &rule.when, Region::Army, None) == Some(false) {
        return None;
    }
    let open = RefCell::new(NumbersInProgress::default());
    let contingent = rule.contingent;
    let view = |each| ArmyScope { army, subject: at, table_variable: each, contingent, in_progress: &open };
    let body = view(None).body();
    if contingent.is_some_and(|own| !is_of_contingent(army, own, at, body)) {
        return None;
    }
    if let (Some(of), Some(body)) = (&rule.selector, body)
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

/// Returns `true` if a number of this contingent's book is there for a subject: a body or a command of the contingent,
/// or the army if it has the contingent.
fn is_of_contingent(
    army: &Army<'_>,
    contingent: ContingentId,
    at: FormulaSubject<'_, '_>,
    body: Option<&Body<'_>>,
) -> bool {
    match (body, at) {
        (Some(body), _) => body.contingent == contingent,
        (None, FormulaSubject::Region(Region::Command(at))) => army.commands[at].contingent == contingent,
        (None, _) => army.has_called(contingent),
    }
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
/// numbers it refers to. The formula looks at the troops of `contingent`, or at all.
pub fn counted_selectors<'r>(
    rules: &'r Rules,
    contingent: Option<ContingentId>,
    part: &'r Expr,
) -> Vec<&'r Selector> {
    let mut selectors = Vec::new();
    let (mut parts, mut seen) = (vec![part], Vec::new());
    while let Some(part) = parts.pop() {
        selectors.extend(part.counted_selectors().into_iter().filter_map(|ast| rules.formula_selector(ast)));
        for id in part.names().into_iter().filter_map(|used| rules.find_number_in(contingent, used.name)) {
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
