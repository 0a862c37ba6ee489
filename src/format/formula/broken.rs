//! Explains why a formula is false: each comparison that fails, with the values of its sides.

use super::Formula;
use super::ast::{Comparison, Expr, ExprKind};
use super::evaluate::Evaluator;
use super::scope::{Scope, Trouble, Value};

/// A part of a formula that makes it false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken<'f> {
    /// The text of the part, such as `count({tag: foot}) >= 2`.
    pub text: &'f str,
    /// Whether the part is true and must be false, since it is inside a `not`.
    pub negated: bool,
    /// The two sides of a comparison. `None` for a single condition such as `has(shield)`.
    pub sides: Option<Sides<'f>>,
    /// The tree of the part.
    pub expr: &'f Expr,
}

/// The two sides of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides<'f> {
    /// The text of the left side.
    pub left: &'f str,
    /// The value of the left side.
    pub left_value: Value,
    /// What the left side must be, such as `at least`.
    pub wanted: &'static str,
    /// The text of the right side.
    pub right: &'f str,
    /// The value of the right side.
    pub right_value: Value,
}

/// Returns the parts that make a formula false: of an `and` those that fail, of an `or` all, of an `if` those
/// of the branch that is taken. Empty if the formula is true.
pub fn broken<'f>(formula: &'f Formula, scope: &dyn Scope) -> Result<Vec<Broken<'f>>, Trouble> {
    let mut search = Search { formula, evaluator: Evaluator { text: &formula.text }, found: Vec::new() };
    search.look(&formula.expr, true, scope)?;
    Ok(search.found)
}

struct Search<'f> {
    formula: &'f Formula,
    evaluator: Evaluator<'f>,
    found: Vec<Broken<'f>>,
}

impl<'f> Search<'f> {
    /// Adds the parts of `expr` that make it differ from `wanted`. Adds none if it does not differ.
    fn look(&mut self, expr: &'f Expr, wanted: bool, scope: &dyn Scope) -> Result<(), Trouble> {
        if self.evaluator.any(expr, scope)?.value != Value::Truth(!wanted) {
            return Ok(());
        }
        match &expr.kind {
            ExprKind::And(all) | ExprKind::Or(all) => {
                for part in all {
                    self.look(part, wanted, scope)?;
                }
            }
            ExprKind::Not(of) => self.look(of, !wanted, scope)?,
            ExprKind::If { condition, then, otherwise } => {
                let held = self.evaluator.any(condition, scope)?.value == Value::Truth(true);
                self.look(if held { then } else { otherwise }, wanted, scope)?;
            }
            ExprKind::OrElse(first, otherwise) => {
                let absent = self.evaluator.any(first, scope)?.value == Value::Absent;
                self.look(if absent { otherwise } else { first }, wanted, scope)?;
            }
            ExprKind::Compare { left, how, right } => {
                let sides = Sides {
                    left: self.text(left),
                    left_value: self.evaluator.any(left, scope)?.value,
                    wanted: words(*how, wanted),
                    right: self.text(right),
                    right_value: self.evaluator.any(right, scope)?.value,
                };
                self.add(expr, wanted, Some(sides));
            }
            _ => self.add(expr, wanted, None),
        }
        Ok(())
    }

    fn add(&mut self, expr: &'f Expr, wanted: bool, sides: Option<Sides<'f>>) {
        let text = self.text(expr);
        self.found.push(Broken { text, negated: !wanted, sides, expr });
    }

    fn text(&self, expr: &Expr) -> &'f str {
        self.formula.text.get(expr.range.clone()).unwrap_or("").trim()
    }
}

/// Returns what a comparison requires of its left side or, if `wanted` is `false`, what the opposite
/// comparison does.
fn words(how: Comparison, wanted: bool) -> &'static str {
    match (how, wanted) {
        (Comparison::Equal, true) | (Comparison::Unequal, false) => "exactly",
        (Comparison::Unequal, true) | (Comparison::Equal, false) => "anything but",
        (Comparison::Less, true) | (Comparison::AtLeast, false) => "less than",
        (Comparison::AtMost, true) | (Comparison::More, false) => "at most",
        (Comparison::More, true) | (Comparison::AtMost, false) => "more than",
        (Comparison::AtLeast, true) | (Comparison::Less, false) => "at least",
    }
}
