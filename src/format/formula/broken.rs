//! Why a formula that should hold does not: each comparison that failed, with what its sides come to.

use super::Formula;
use super::ast::{Comparison, Expr, ExprKind};
use super::evaluate::Evaluator;
use super::scope::{Scope, Trouble, Value};

/// A part of a formula because of which it does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken<'f> {
    /// As it stands in the formula: `count({tag: foot}) >= 2`.
    pub text: &'f str,
    /// Whether it holds and must not, since it stands under a `not`.
    pub negated: bool,
    /// The two sides of a comparison; nothing for a single word such as `has(shield)`.
    pub sides: Option<Sides<'f>>,
    /// The part itself.
    pub expr: &'f Expr,
}

/// The two sides of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides<'f> {
    /// The left side as it stands.
    pub left: &'f str,
    /// What it comes to.
    pub left_value: Value,
    /// What is wanted of it, as `at least`.
    pub wanted: &'static str,
    /// The right side as it stands.
    pub right: &'f str,
    /// What it comes to.
    pub right_value: Value,
}

/// The parts because of which a formula is false: of an `and` those that fail, of an `or` all, of an `if` those of the
/// branch that counts. Empty for a formula that holds.
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
    /// Adds what makes a part come out otherwise than wanted; nothing where it does not.
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

/// What a comparison asks of its left side, or with `wanted` false what its opposite does.
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
