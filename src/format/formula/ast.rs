//! The tree of a parsed formula. Every node knows its bytes in the formula's text.

use std::ops::Range;

use crate::format::read_exact_numbers::Number;

use super::selector::{FormulaId, SelectorAst, SelectorKey};

/// A formula or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The kind of expression, with its parts.
    pub kind: ExprKind,
    /// Its bytes in the formula's text.
    pub range: Range<usize>,
}

/// A kind of expression. Brackets have no node of their own, and ranges do not include them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `12`, `0.5`, `86%`.
    Number(Number),
    /// `none`.
    Nothing,
    /// The name of a stat, a value or a number.
    Name(String),
    /// `-x`.
    Negative(Box<Expr>),
    /// `a + b - c` or `a * b / c`, evaluated from left to right. The two kinds of operator are never in one
    /// chain.
    Chain {
        /// The leftmost term.
        first: Box<Expr>,
        /// The operators and terms after it, in order; never empty.
        rest: Vec<Step>,
    },
    /// `a < b`.
    Compare {
        /// The left side.
        left: Box<Expr>,
        /// The operator.
        how: CompareOperator,
        /// The right side.
        right: Box<Expr>,
    },
    /// `a and b and c`, with two or more operands.
    And(Vec<Expr>),
    /// `a or b or c`, with two or more operands.
    Or(Vec<Expr>),
    /// `not a`.
    Not(Box<Expr>),
    /// `if(condition, a, b)`.
    If {
        /// The condition.
        condition: Box<Expr>,
        /// The value if the condition is true.
        then: Box<Expr>,
        /// The value if the condition is false.
        otherwise: Box<Expr>,
    },
    /// `min(a, b)`, with two or more arguments.
    Min(Vec<Expr>),
    /// `max(a, b)`, with two or more arguments.
    Max(Vec<Expr>),
    /// `floor(a)`, `ceil(a)`, `round(a)`.
    Round {
        /// How it is rounded.
        how: Rounding,
        /// The number to round.
        of: Box<Expr>,
    },
    /// `or-else(a, b)`: `b` if `a` is absent.
    OrElse(Box<Expr>, Box<Expr>),
    /// `has(option)`.
    Has(FormulaId),
    /// `taken(option)`: the number of models that take an option.
    Taken(FormulaId),
    /// `is(tag)`.
    Is(FormulaId),
    /// `count({selector})`.
    Count(SelectorAst),
    /// `sum({selector}, formula)`.
    Sum {
        /// The units to add up.
        over: SelectorAst,
        /// The value of each.
        of: Box<Expr>,
    },
    /// `highest({selector}, formula)`.
    Highest {
        /// The units to compare.
        over: SelectorAst,
        /// The value of each.
        of: Box<Expr>,
    },
    /// `lowest({selector}, formula)`.
    Lowest {
        /// The units to compare.
        over: SelectorAst,
        /// The value of each.
        of: Box<Expr>,
    },
    /// `cell(table, row, column)`.
    Cell {
        /// The table's id.
        table: FormulaId,
        /// The number in the first cell of the row.
        row: Box<Expr>,
        /// The column, counted from 1.
        column: Box<Expr>,
    },
}

/// One operator of a chain with the term to its right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The operator before the term: `+`, `-`, `*` or `/`.
    pub operator: Operator,
    /// Its bytes in the formula's text.
    pub range: Range<usize>,
    /// The term.
    pub term: Expr,
}

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOperator {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// A way to round to a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Down, also below 0.
    Floor,
    /// Up, also below 0.
    Ceil,
    /// To the nearest, halves away from 0.
    Nearest,
}

/// A use of a name in a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameUse<'a> {
    /// The name.
    pub name: &'a str,
    /// Its bytes in the formula's text.
    pub range: Range<usize>,
    /// The selector of the `sum`, `highest` or `lowest` around it, whose matches have the name. `None` if it
    /// is a name of the formula's own subject.
    pub of: Option<&'a SelectorAst>,
}

/// The kind of thing that an id in `has`, `taken`, `is`, `cell` or a selector names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormulaIdKind {
    /// A table.
    Table,
    /// What this key of a selector takes. The id in `has` and `taken` is of an option, that in `is` a tag.
    Key(SelectorKey),
}

impl Expr {
    /// Calls `visit` for this expression and every one in it, from left to right, with the selector of the
    /// innermost `sum`, `highest` or `lowest` around it.
    fn walk<'a>(
        &'a self,
        of: Option<&'a SelectorAst>,
        visit: &mut dyn FnMut(&'a Expr, Option<&'a SelectorAst>),
    ) {
        visit(self, of);
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Nothing
            | ExprKind::Name(_)
            | ExprKind::Has(_)
            | ExprKind::Taken(_)
            | ExprKind::Is(_)
            | ExprKind::Count(_) => {}
            ExprKind::Negative(a) | ExprKind::Not(a) | ExprKind::Round { of: a, .. } => a.walk(of, visit),
            ExprKind::Chain { first, rest } => {
                first.walk(of, visit);
                for step in rest {
                    step.term.walk(of, visit);
                }
            }
            ExprKind::And(all) | ExprKind::Or(all) | ExprKind::Min(all) | ExprKind::Max(all) => {
                for a in all {
                    a.walk(of, visit);
                }
            }
            ExprKind::If { condition, then, otherwise } => {
                for a in [condition, then, otherwise] {
                    a.walk(of, visit);
                }
            }
            ExprKind::Compare { left: a, right: b, .. }
            | ExprKind::OrElse(a, b)
            | ExprKind::Cell { row: a, column: b, .. } => {
                a.walk(of, visit);
                b.walk(of, visit);
            }
            ExprKind::Sum { over, of: each }
            | ExprKind::Highest { over, of: each }
            | ExprKind::Lowest { over, of: each } => {
                each.walk(Some(over), visit);
            }
        }
    }

    /// Returns the selectors of every `count`, `sum`, `highest` and `lowest` in the expression, from left to right.
    pub fn counted_selectors(&self) -> Vec<&SelectorAst> {
        let mut all = Vec::new();
        self.walk(None, &mut |expr, _| {
            if let ExprKind::Count(over)
            | ExprKind::Sum { over, .. }
            | ExprKind::Highest { over, .. }
            | ExprKind::Lowest { over, .. } = &expr.kind
            {
                all.push(over);
            }
        });
        all
    }

    /// Returns the names that the expression uses, from left to right.
    pub fn names(&self) -> Vec<NameUse<'_>> {
        let mut names = Vec::new();
        self.walk(None, &mut |expr, of| {
            if let ExprKind::Name(name) = &expr.kind {
                names.push(NameUse { name, range: expr.range.clone(), of });
            }
        });
        names
    }

    /// Returns the ids that the expression uses other than names, from left to right.
    pub(super) fn ids(&self) -> Vec<(FormulaIdKind, &FormulaId)> {
        let mut words = Vec::new();
        self.walk(None, &mut |expr, _| match &expr.kind {
            ExprKind::Has(word) | ExprKind::Taken(word) => {
                words.push((FormulaIdKind::Key(SelectorKey::Option), word));
            }
            ExprKind::Is(word) => words.push((FormulaIdKind::Key(SelectorKey::Tag), word)),
            ExprKind::Cell { table, .. } => words.push((FormulaIdKind::Table, table)),
            ExprKind::Count(over)
            | ExprKind::Sum { over, .. }
            | ExprKind::Highest { over, .. }
            | ExprKind::Lowest { over, .. } => {
                words.extend(over.ids().into_iter().map(|(key, word)| (FormulaIdKind::Key(key), word)));
            }
            _ => {}
        });
        words
    }
}
