//! Evaluates formulas for a unit, a command or an army.

use crate::format::number::Number;

use super::Formula;
use super::ast::{Comparison, Expr, ExprKind, Operator, Rounding};
use super::scope::{Outcome, Scope, Trouble, Value, ValueKind};

/// Evaluates a formula over a scope.
pub fn evaluate(formula: &Formula, scope: &dyn Scope) -> Result<Outcome, Trouble> {
    Evaluator { text: &formula.text }.any(&formula.expr, scope)
}

/// A value of a known kind (`None` if it is absent), and whether it is incomplete.
type Known<T> = Result<(Option<T>, bool), Trouble>;

pub(super) struct Evaluator<'f> {
    pub(super) text: &'f str,
}

impl Evaluator<'_> {
    /// Evaluates an expression of either kind.
    pub(super) fn any(&self, expr: &Expr, scope: &dyn Scope) -> Result<Outcome, Trouble> {
        Ok(match &expr.kind {
            ExprKind::Number(number) => (*number).into(),
            ExprKind::Nothing => Value::Absent.into(),
            ExprKind::Name(name) => scope.name(name)?,
            ExprKind::Negative(of) => number(self.one(of, scope, |n| Number::ZERO.minus(n))?),
            ExprKind::Chain { first, rest } => {
                let (mut total, mut incomplete) = self.number(first, scope)?;
                for step in rest {
                    let (term, partly) = self.number(&step.term, scope)?;
                    incomplete |= partly;
                    total = match (total, term) {
                        (Some(a), Some(b)) => calculate(a, step.operator, b)?,
                        _ => None,
                    };
                }
                number((total, incomplete))
            }
            ExprKind::Compare { left, how, right } => self.compare(left, *how, right, scope)?,
            ExprKind::And(all) => truth(self.joined(all, false, scope)?),
            ExprKind::Or(all) => truth(self.joined(all, true, scope)?),
            ExprKind::Not(of) => {
                let (value, incomplete) = self.truth(of, scope)?;
                truth((value.map(|held| !held), incomplete))
            }
            ExprKind::If { condition, then, otherwise } => {
                let (held, incomplete) = self.truth(condition, scope)?;
                let mut outcome = match held {
                    Some(true) => self.any(then, scope)?,
                    Some(false) => self.any(otherwise, scope)?,
                    None => Value::Absent.into(),
                };
                outcome.incomplete |= incomplete;
                outcome
            }
            ExprKind::Min(all) => number(self.best(all, Number::min, scope)?),
            ExprKind::Max(all) => number(self.best(all, Number::max, scope)?),
            ExprKind::Round { how, of } => {
                let round = match how {
                    Rounding::Floor => Number::floor,
                    Rounding::Ceil => Number::ceil,
                    Rounding::Nearest => Number::round,
                };
                number(self.one(of, scope, |n| Some(round(n)))?)
            }
            ExprKind::OrElse(value, otherwise) => {
                let outcome = self.any(value, scope)?;
                if outcome.value == Value::Absent { self.any(otherwise, scope)? } else { outcome }
            }
            ExprKind::Has(option) => Value::Truth(scope.has(&option.text)).into(),
            ExprKind::Taken(option) => scope.taken(&option.text).into(),
            ExprKind::Is(tag) => Value::Truth(scope.is(&tag.text)).into(),
            ExprKind::Count(over) => scope.count(over)?.into(),
            ExprKind::Sum { over, of } => {
                let (mut total, mut incomplete) = (Number::ZERO, false);
                scope.each(over, &mut |inner, alike| {
                    let (value, partly) = self.number(of, inner)?;
                    incomplete |= partly || value.is_none();
                    if let Some(value) = value {
                        let all = calculate(value, Operator::Times, alike)?.unwrap_or_default();
                        total = calculate(total, Operator::Plus, all)?.unwrap_or_default();
                    }
                    Ok(())
                })?;
                number((Some(total), incomplete))
            }
            ExprKind::Highest { over, of } => {
                let (mut highest, mut incomplete) = (None::<Number>, false);
                scope.each(over, &mut |inner, _| {
                    let (value, partly) = self.number(of, inner)?;
                    incomplete |= partly || value.is_none();
                    // `None` sorts below every number
                    highest = highest.max(value);
                    Ok(())
                })?;
                number((highest, incomplete))
            }
            ExprKind::Cell { table, row, column } => {
                let (row, partly) = self.number(row, scope)?;
                let (column, partly_too) = self.number(column, scope)?;
                let value = match (row, column) {
                    (Some(row), Some(column)) => {
                        scope.cell(&table.text, &Value::Number(row), &Value::Number(column))?
                    }
                    _ => Value::Absent,
                };
                Outcome { value, incomplete: partly || partly_too }
            }
        })
    }

    /// Evaluates an expression that must be a number.
    fn number(&self, expr: &Expr, scope: &dyn Scope) -> Known<Number> {
        let Outcome { value, incomplete } = self.any(expr, scope)?;
        match value {
            Value::Number(number) => Ok((Some(held(number)?), incomplete)),
            Value::Absent => Ok((None, incomplete)),
            Value::Truth(_) => Err(self.wrong(expr, ValueKind::Truth, ValueKind::Number)),
        }
    }

    /// Evaluates an expression that must be a truth value.
    fn truth(&self, expr: &Expr, scope: &dyn Scope) -> Known<bool> {
        let Outcome { value, incomplete } = self.any(expr, scope)?;
        match value {
            Value::Truth(truth) => Ok((Some(truth), incomplete)),
            Value::Absent => Ok((None, incomplete)),
            Value::Number(_) => Err(self.wrong(expr, ValueKind::Number, ValueKind::Truth)),
        }
    }

    /// Returns the error for an expression of the wrong kind.
    fn wrong(&self, expr: &Expr, found: ValueKind, needed: ValueKind) -> Trouble {
        let words = self.text.get(expr.range.clone()).unwrap_or_default().to_owned();
        Trouble::WrongKind { words, found, needed }
    }

    /// Applies a function to one number.
    fn one(&self, of: &Expr, scope: &dyn Scope, does: impl Fn(Number) -> Option<Number>) -> Known<Number> {
        let (value, incomplete) = self.number(of, scope)?;
        let value = value.map(|n| does(n).ok_or(Trouble::Overflow)).transpose()?;
        Ok((value, incomplete))
    }

    /// Returns the best number of several, as `better` chooses of two. `None` if one is absent.
    fn best(&self, all: &[Expr], better: fn(Number, Number) -> Number, scope: &dyn Scope) -> Known<Number> {
        let (mut best, mut incomplete, mut absent) = (None::<Number>, false, false);
        for expr in all {
            let (value, partly) = self.number(expr, scope)?;
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
    fn joined(&self, all: &[Expr], decides: bool, scope: &dyn Scope) -> Known<bool> {
        let (mut incomplete, mut absent) = (false, false);
        for expr in all {
            let (value, partly) = self.truth(expr, scope)?;
            if value == Some(decides) {
                return Ok((value, partly));
            }
            incomplete |= partly;
            absent |= value.is_none();
        }
        Ok(((!absent).then_some(!decides), incomplete))
    }

    /// Evaluates a comparison.
    fn compare(
        &self,
        left: &Expr,
        how: Comparison,
        right: &Expr,
        scope: &dyn Scope,
    ) -> Result<Outcome, Trouble> {
        use Comparison::{AtLeast, AtMost, Equal, Less, More, Unequal};
        let (a, b) = (self.any(left, scope)?, self.any(right, scope)?);
        let incomplete = a.incomplete || b.incomplete;
        let equality = matches!(how, Equal | Unequal);
        let result = match (a.value, b.value) {
            (Value::Truth(a), Value::Truth(b)) if equality => Some((a == b) == (how == Equal)),
            (Value::Truth(_), Value::Number(_)) if equality => {
                return Err(self.wrong(right, ValueKind::Number, ValueKind::Truth));
            }
            (Value::Truth(_), Value::Absent) | (Value::Absent, Value::Truth(_)) if equality => None,
            (Value::Truth(_), _) => return Err(self.wrong(left, ValueKind::Truth, ValueKind::Number)),
            (_, Value::Truth(_)) => return Err(self.wrong(right, ValueKind::Truth, ValueKind::Number)),
            (Value::Absent, _) | (_, Value::Absent) => None,
            (Value::Number(a), Value::Number(b)) => Some(match how {
                Equal => a == b,
                Unequal => a != b,
                Less => a < b,
                AtMost => a <= b,
                More => a > b,
                AtLeast => a >= b,
            }),
        };
        Ok(truth((result, incomplete)))
    }
}

fn number((value, incomplete): (Option<Number>, bool)) -> Outcome {
    Outcome { value: value.map_or(Value::Absent, Value::Number), incomplete }
}

fn truth((value, incomplete): (Option<bool>, bool)) -> Outcome {
    Outcome { value: value.map_or(Value::Absent, Value::Truth), incomplete }
}

/// Applies an operator. `None` for a division by 0.
fn calculate(a: Number, operator: Operator, b: Number) -> Result<Option<Number>, Trouble> {
    let result = match operator {
        Operator::Plus => a.plus(b),
        Operator::Minus => a.minus(b),
        Operator::Times => a.times(b),
        Operator::Over if b == Number::ZERO => return Ok(None),
        Operator::Over => a.over(b),
    };
    held(result.ok_or(Trouble::Overflow)?).map(Some)
}

/// Returns the number unless adding or subtracting 1 would overflow, so that rounding it cannot overflow
/// either.
fn held(number: Number) -> Result<Number, Trouble> {
    let room = number.plus(Number::ONE).is_some() && number.minus(Number::ONE).is_some();
    if room { Ok(number) } else { Err(Trouble::Overflow) }
}
