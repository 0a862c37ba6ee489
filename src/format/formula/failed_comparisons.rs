//! Explains why a formula is false: each comparison that fails, with the values of its sides.

use super::Formula;
use super::ast::{CompareOperator, Expr, ExprKind};
use super::evaluate::Evaluator;
use super::scope_and_values::{EvaluationError, FormulaValue, Scope};

/// A part of a formula that makes it false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedPart<'f> {
    /// The text of the part, such as `count({tag: foot}) >= 2`.
    pub text: &'f str,
    /// Whether the part is true and must be false, since it is inside a `not`.
    pub negated: bool,
    /// The two sides of a comparison. `None` for a single condition such as `has(shield)`.
    pub sides: Option<ComparedSides<'f>>,
    /// The tree of the part.
    pub expr: &'f Expr,
}

/// The two sides of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedSides<'f> {
    /// The text of the left side.
    pub left: &'f str,
    /// The value of the left side.
    pub left_value: FormulaValue,
    /// What the left side must be, such as `at least`.
    pub requirement: &'static str,
    /// The text of the right side.
    pub right: &'f str,
    /// The value of the right side.
    pub right_value: FormulaValue,
}

/// Returns the parts that make a formula false: of an `and` those that fail, of an `or` all, of an `if` those
/// of the branch that is taken. Empty if the formula is true.
pub fn find_failed_parts<'f>(
    formula: &'f Formula,
    scope: &dyn Scope,
) -> Result<Vec<FailedPart<'f>>, EvaluationError> {
    let mut search =
        FailureSearch { formula, evaluator: Evaluator { text: &formula.text }, found: Vec::new() };
    search.search_part(&formula.expr, true, scope)?;
    Ok(search.found)
}

struct FailureSearch<'f> {
    formula: &'f Formula,
    evaluator: Evaluator<'f>,
    found: Vec<FailedPart<'f>>,
}

impl<'f> FailureSearch<'f> {
    /// Adds the parts of `expr` that make it differ from `wanted`. Adds none if it does not differ.
    fn search_part(
        &mut self,
        expr: &'f Expr,
        wanted: bool,
        scope: &dyn Scope,
    ) -> Result<(), EvaluationError> {
        if self.evaluator.evaluate_expr(expr, scope)?.value != FormulaValue::Truth(!wanted) {
            return Ok(());
        }
        match &expr.kind {
            ExprKind::And(all) | ExprKind::Or(all) => {
                for part in all {
                    self.search_part(part, wanted, scope)?;
                }
            }
            ExprKind::Not(of) => self.search_part(of, !wanted, scope)?,
            ExprKind::If { condition, then, otherwise } => {
                let held = self.evaluator.evaluate_expr(condition, scope)?.value == FormulaValue::Truth(true);
                self.search_part(if held { then } else { otherwise }, wanted, scope)?;
            }
            ExprKind::OrElse(first, otherwise) => {
                let absent = self.evaluator.evaluate_expr(first, scope)?.value == FormulaValue::Absent;
                self.search_part(if absent { otherwise } else { first }, wanted, scope)?;
            }
            ExprKind::Compare { left, how, right } => {
                let sides = ComparedSides {
                    left: self.text(left),
                    left_value: self.evaluator.evaluate_expr(left, scope)?.value,
                    requirement: requirement_text(*how, wanted),
                    right: self.text(right),
                    right_value: self.evaluator.evaluate_expr(right, scope)?.value,
                };
                self.add(expr, wanted, Some(sides));
            }
            _ => self.add(expr, wanted, None),
        }
        Ok(())
    }

    fn add(&mut self, expr: &'f Expr, wanted: bool, sides: Option<ComparedSides<'f>>) {
        let text = self.text(expr);
        self.found.push(FailedPart { text, negated: !wanted, sides, expr });
    }

    fn text(&self, expr: &Expr) -> &'f str {
        self.formula.text.get(expr.range.clone()).unwrap_or("").trim()
    }
}

/// Returns what a comparison requires of its left side or, if `wanted` is `false`, what the opposite
/// comparison does.
fn requirement_text(how: CompareOperator, wanted: bool) -> &'static str {
    match (how, wanted) {
        (CompareOperator::Equal, true) | (CompareOperator::Unequal, false) => "exactly",
        (CompareOperator::Unequal, true) | (CompareOperator::Equal, false) => "anything but",
        (CompareOperator::Less, true) | (CompareOperator::AtLeast, false) => "less than",
        (CompareOperator::AtMost, true) | (CompareOperator::More, false) => "at most",
        (CompareOperator::More, true) | (CompareOperator::AtMost, false) => "more than",
        (CompareOperator::AtLeast, true) | (CompareOperator::Less, false) => "at least",
    }
}
