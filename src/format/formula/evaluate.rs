//! Evaluates formulas for a unit, a command or an army.

use crate::format::read_exact_numbers::Number;

use super::Formula;
use super::ast::{CompareOperator, Expr, ExprKind, Operator, Rounding};
use super::scope_and_values::{Evaluation, EvaluationError, FormulaValue, Scope, ValueKind};
use super::selector::SelectorAst;

/// Evaluates a formula over a scope.
pub fn evaluate(formula: &Formula, scope: &dyn Scope) -> Result<Evaluation, EvaluationError> {
    Evaluator { text: &formula.text }.evaluate_expr(&formula.expr, scope)
}

/// A value of a known kind (`None` if it is absent), and whether it is incomplete.
type TypedValue<T> = Result<(Option<T>, bool), EvaluationError>;

pub(super) struct Evaluator<'f> {
    pub(super) text: &'f str,
}

impl Evaluator<'_> {
    /// Evaluates an expression of either kind.
    pub(super) fn evaluate_expr(
        &self,
        expr: &Expr,
        scope: &dyn Scope,
    ) -> Result<Evaluation, EvaluationError> {
        Ok(match &expr.kind {
            ExprKind::Number(number) => (*number).into(),
            ExprKind::Nothing => FormulaValue::Absent.into(),
            ExprKind::Name(name) => scope.value_of_name(name)?,
            ExprKind::Negative(of) => {
                number_outcome(self.map_number(of, scope, |n| Number::ZERO.checked_sub(n))?)
            }
            ExprKind::Chain { first, rest } => {
                let (mut total, mut incomplete) = self.number_of(first, scope)?;
                for step in rest {
                    let (term, partly) = self.number_of(&step.term, scope)?;
                    incomplete |= partly;
                    total = match (total, term) {
                        (Some(a), Some(b)) => apply_operator(a, step.operator, b)?,
                        _ => None,
                    };
                }
                number_outcome((total, incomplete))
            }
            ExprKind::Compare { left, how, right } => self.evaluate_comparison(left, *how, right, scope)?,
            ExprKind::And(all) => truth_outcome(self.evaluate_joined(all, false, scope)?),
            ExprKind::Or(all) => truth_outcome(self.evaluate_joined(all, true, scope)?),
            ExprKind::Not(of) => {
                let (value, incomplete) = self.truth_of(of, scope)?;
                truth_outcome((value.map(|held| !held), incomplete))
            }
            ExprKind::If { condition, then, otherwise } => {
                let (held, incomplete) = self.truth_of(condition, scope)?;
                let mut outcome = match held {
                    Some(true) => self.evaluate_expr(then, scope)?,
                    Some(false) => self.evaluate_expr(otherwise, scope)?,
                    None => FormulaValue::Absent.into(),
                };
                outcome.incomplete |= incomplete;
                outcome
            }
            ExprKind::Min(all) => number_outcome(self.best_of(all, Number::min, scope)?),
            ExprKind::Max(all) => number_outcome(self.best_of(all, Number::max, scope)?),
            ExprKind::Round { how, of } => {
                let round = match how {
                    Rounding::Floor => Number::floor,
                    Rounding::Ceil => Number::ceil,
                    Rounding::Nearest => Number::round,
                };
                number_outcome(self.map_number(of, scope, |n| Some(round(n)))?)
            }
            ExprKind::OrElse(value, otherwise) => {
                let outcome = self.evaluate_expr(value, scope)?;
                if outcome.value == FormulaValue::Absent {
                    self.evaluate_expr(otherwise, scope)?
                } else {
                    outcome
                }
            }
            ExprKind::Has(option) => FormulaValue::Truth(scope.has_option(&option.text)).into(),
            ExprKind::Taken(option) => scope.models_with_option(&option.text).into(),
            ExprKind::Is(tag) => FormulaValue::Truth(scope.has_tag(&tag.text)).into(),
            ExprKind::Count(over) => scope.count_matches(over)?.into(),
            ExprKind::Sum { over, of } => {
                let (mut total, mut incomplete) = (Number::ZERO, false);
                scope.for_each_match(over, &mut |inner, alike| {
                    let (value, partly) = self.number_of(of, inner)?;
                    incomplete |= partly || value.is_none();
                    if let Some(value) = value {
                        let all = apply_operator(value, Operator::Times, alike)?.unwrap_or_default();
                        total = apply_operator(total, Operator::Plus, all)?.unwrap_or_default();
                    }
                    Ok(())
                })?;
                number_outcome((Some(total), incomplete))
            }
            ExprKind::Highest { over, of } => self.best_match(over, of, Number::max, scope)?,
            ExprKind::Lowest { over, of } => self.best_match(over, of, Number::min, scope)?,
            ExprKind::Cell { table, row, column } => {
                let (row, partly) = self.number_of(row, scope)?;
                let (column, partly_too) = self.number_of(column, scope)?;
                let value = match (row, column) {
                    (Some(row), Some(column)) => scope.table_cell(
                        &table.text,
                        &FormulaValue::Number(row),
                        &FormulaValue::Number(column),
                    )?,
                    _ => FormulaValue::Absent,
                };
                Evaluation { value, incomplete: partly || partly_too }
            }
        })
    }

    /// Evaluates the highest or lowest that a match of a selector has. Absent if none has a value.
    fn best_match(
        &self,
        over: &SelectorAst,
        of: &Expr,
        best: fn(Number, Number) -> Number,
        scope: &dyn Scope,
    ) -> Result<Evaluation, EvaluationError> {
        let (mut found, mut incomplete) = (None::<Number>, false);
        scope.for_each_match(over, &mut |inner, _| {
            let (value, partly) = self.number_of(of, inner)?;
            incomplete |= partly || value.is_none();
            found = match (found, value) {
                (Some(found), Some(value)) => Some(best(found, value)),
                (found, value) => found.or(value),
            };
            Ok(())
        })?;
        Ok(number_outcome((found, incomplete)))
    }

    /// Evaluates an expression that must be a number.
    fn number_of(&self, expr: &Expr, scope: &dyn Scope) -> TypedValue<Number> {
        let Evaluation { value, incomplete } = self.evaluate_expr(expr, scope)?;
        match value {
            FormulaValue::Number(number) => Ok((Some(check_rounding_room(number)?), incomplete)),
            FormulaValue::Absent => Ok((None, incomplete)),
            FormulaValue::Truth(_) => Err(self.wrong_kind(expr, ValueKind::Truth, ValueKind::Number)),
        }
    }

    /// Evaluates an expression that must be a truth value.
    fn truth_of(&self, expr: &Expr, scope: &dyn Scope) -> TypedValue<bool> {
        let Evaluation { value, incomplete } = self.evaluate_expr(expr, scope)?;
        match value {
            FormulaValue::Truth(truth) => Ok((Some(truth), incomplete)),
            FormulaValue::Absent => Ok((None, incomplete)),
            FormulaValue::Number(_) => Err(self.wrong_kind(expr, ValueKind::Number, ValueKind::Truth)),
        }
    }

    /// Returns the error for an expression of the wrong kind.
    fn wrong_kind(&self, expr: &Expr, found: ValueKind, needed: ValueKind) -> EvaluationError {
        let words = self.text.get(expr.range.clone()).unwrap_or_default().to_owned();
        EvaluationError::WrongKind { text: words, found, needed }
    }

    /// Applies a function to one number.
    fn map_number(
        &self,
        of: &Expr,
        scope: &dyn Scope,
        does: impl Fn(Number) -> Option<Number>,
    ) -> TypedValue<Number> {
        let (value, incomplete) = self.number_of(of, scope)?;
        let value = value.map(|n| does(n).ok_or(EvaluationError::Overflow)).transpose()?;
        Ok((value, incomplete))
    }

    /// Returns the best number of several, as `better` chooses of two. `None` if one is absent.
    fn best_of(
        &self,
        all: &[Expr],
        better: fn(Number, Number) -> Number,
        scope: &dyn Scope,
    ) -> TypedValue<Number> {
        let (mut best, mut incomplete, mut absent) = (None::<Number>, false, false);
        for expr in all {
            let (value, partly) = self.number_of(expr, scope)?;
            incomplete |= partly;
            match (best, value) {
                (_, None) => absent = true,
                (None, Some(value)) => best = Some(value),
                (Some(so_far), Some(value)) => best = Some(better(so_far, value)),
            }
        }
        Ok((best.filter(|_| !absent), incomplete))
    }

    /// Evaluates an `and` or `or`: the first value equal to `decides` ends it. If there is none, an absent
    /// value makes the result absent.
    fn evaluate_joined(&self, all: &[Expr], decides: bool, scope: &dyn Scope) -> TypedValue<bool> {
        let (mut incomplete, mut absent) = (false, false);
        for expr in all {
            let (value, partly) = self.truth_of(expr, scope)?;
            if value == Some(decides) {
                return Ok((value, partly));
            }
            incomplete |= partly;
            absent |= value.is_none();
        }
        Ok(((!absent).then_some(!decides), incomplete))
    }

    /// Evaluates a comparison.
    fn evaluate_comparison(
        &self,
        left: &Expr,
        how: CompareOperator,
        right: &Expr,
        scope: &dyn Scope,
    ) -> Result<Evaluation, EvaluationError> {
        use CompareOperator::{AtLeast, AtMost, Equal, Less, More, Unequal};
        let (a, b) = (self.evaluate_expr(left, scope)?, self.evaluate_expr(right, scope)?);
        let incomplete = a.incomplete || b.incomplete;
        let equality = matches!(how, Equal | Unequal);
        let result = match (a.value, b.value) {
            (FormulaValue::Truth(a), FormulaValue::Truth(b)) if equality => Some((a == b) == (how == Equal)),
            (FormulaValue::Truth(_), FormulaValue::Number(_)) if equality => {
                return Err(self.wrong_kind(right, ValueKind::Number, ValueKind::Truth));
            }
            (FormulaValue::Truth(_), FormulaValue::Absent)
            | (FormulaValue::Absent, FormulaValue::Truth(_))
                if equality =>
            {
                None
            }
            (FormulaValue::Truth(_), _) => {
                return Err(self.wrong_kind(left, ValueKind::Truth, ValueKind::Number));
            }
            (_, FormulaValue::Truth(_)) => {
                return Err(self.wrong_kind(right, ValueKind::Truth, ValueKind::Number));
            }
            (FormulaValue::Absent, _) | (_, FormulaValue::Absent) => None,
            (FormulaValue::Number(a), FormulaValue::Number(b)) => Some(match how {
                Equal => a == b,
                Unequal => a != b,
                Less => a < b,
                AtMost => a <= b,
                More => a > b,
                AtLeast => a >= b,
            }),
        };
        Ok(truth_outcome((result, incomplete)))
    }
}

fn number_outcome((value, incomplete): (Option<Number>, bool)) -> Evaluation {
    Evaluation { value: value.map_or(FormulaValue::Absent, FormulaValue::Number), incomplete }
}

fn truth_outcome((value, incomplete): (Option<bool>, bool)) -> Evaluation {
    Evaluation { value: value.map_or(FormulaValue::Absent, FormulaValue::Truth), incomplete }
}

/// Applies an operator. `None` for a division by 0.
fn apply_operator(a: Number, operator: Operator, b: Number) -> Result<Option<Number>, EvaluationError> {
    let result = match operator {
        Operator::Plus => a.checked_add(b),
        Operator::Minus => a.checked_sub(b),
        Operator::Times => a.checked_mul(b),
        Operator::Over if b == Number::ZERO => return Ok(None),
        Operator::Over => a.checked_div(b),
    };
    check_rounding_room(result.ok_or(EvaluationError::Overflow)?).map(Some)
}

/// Returns the number unless adding or subtracting 1 would overflow, so that rounding it cannot overflow
/// either.
fn check_rounding_room(number: Number) -> Result<Number, EvaluationError> {
    let room = number.checked_add(Number::ONE).is_some() && number.checked_sub(Number::ONE).is_some();
    if room { Ok(number) } else { Err(EvaluationError::Overflow) }
}
