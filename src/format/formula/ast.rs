//! What a formula is once it is read: a tree whose every node knows its bytes in the formula's text.

use std::ops::Range;

use crate::format::number::Number;

use super::selector::{Key, SelectorAst, Word};

/// A formula or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its bytes in the formula's text.
    pub range: Range<usize>,
}

/// What an expression is. What stands in brackets has no node of its own; its range leaves the brackets out.
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
    /// `a + b - c` or `a * b / c`, worked out from left to right. Both kinds of operator never mix in one.
    Chain {
        /// The leftmost term.
        first: Box<Expr>,
        /// What is done to it, in order; never empty.
        rest: Vec<Step>,
    },
    /// `a < b`.
    Compare {
        /// The left side.
        left: Box<Expr>,
        /// Which comparison.
        how: Comparison,
        /// The right side.
        right: Box<Expr>,
    },
    /// `a and b and c`: two or more.
    And(Vec<Expr>),
    /// `a or b or c`: two or more.
    Or(Vec<Expr>),
    /// `not a`.
    Not(Box<Expr>),
    /// `if(condition, a, b)`.
    If {
        /// What decides.
        condition: Box<Expr>,
        /// Where it holds.
        then: Box<Expr>,
        /// Where it does not.
        otherwise: Box<Expr>,
    },
    /// `min(a, b)`: two or more.
    Min(Vec<Expr>),
    /// `max(a, b)`: two or more.
    Max(Vec<Expr>),
    /// `floor(a)`, `ceil(a)`, `round(a)`.
    Round {
        /// Which way.
        how: Rounding,
        /// What is rounded.
        of: Box<Expr>,
    },
    /// `or-else(a, b)`: `b` where `a` is absent.
    OrElse(Box<Expr>, Box<Expr>),
    /// `has(option)`.
    Has(Word),
    /// `taken(option)`: how many models take it.
    Taken(Word),
    /// `is(tag)`.
    Is(Word),
    /// `count({selector})`.
    Count(SelectorAst),
    /// `sum({selector}, formula)`.
    Sum {
        /// Over what.
        over: SelectorAst,
        /// What each gives.
        of: Box<Expr>,
    },
    /// `highest({selector}, formula)`.
    Highest {
        /// Among what.
        over: SelectorAst,
        /// What each gives.
        of: Box<Expr>,
    },
    /// `cell(table, row, column)`.
    Cell {
        /// The table's id.
        table: Word,
        /// What the row begins with.
        row: Box<Expr>,
        /// Which column, from 1.
        column: Box<Expr>,
    },
}

/// One operator of a chain with the term to its right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The operator.
    pub operator: Operator,
    /// Its byte.
    pub range: Range<usize>,
    /// The term.
    pub term: Expr,
}

/// An operator between numbers.
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

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
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

/// Which way to the next whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Down, also below 0.
    Floor,
    /// Up, also below 0.
    Ceil,
    /// To the nearest, halves away from 0.
    Nearest,
}

/// A name that a formula uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedName<'a> {
    /// The name.
    pub name: &'a str,
    /// Its bytes in the formula's text.
    pub range: Range<usize>,
    /// Whose name it is: what this selector of a `sum` or `highest` finds; the formula's own subject without one.
    pub of: Option<&'a SelectorAst>,
}

/// What kind of thing a word in `has`, `taken`, `is`, `cell` or a selector is the id of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordKind {
    /// A table.
    Table,
    /// What this key of a selector takes; `has` and `taken` are about options, `is` about tags.
    Key(Key),
}

impl Expr {
    /// Calls `visit` for this and everything in it, from left to right, with the selector of the nearest
    /// `sum` or `highest` around.
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
            ExprKind::Sum { over, of: each } | ExprKind::Highest { over, of: each } => {
                each.walk(Some(over), visit);
            }
        }
    }

    /// The selectors of every `count`, `sum` and `highest` in it, from left to right.
    pub fn counted(&self) -> Vec<&SelectorAst> {
        let mut all = Vec::new();
        self.walk(None, &mut |expr, _| {
            if let ExprKind::Count(over) | ExprKind::Sum { over, .. } | ExprKind::Highest { over, .. } =
                &expr.kind
            {
                all.push(over);
            }
        });
        all
    }

    /// The names used, from left to right.
    pub fn names(&self) -> Vec<UsedName<'_>> {
        let mut names = Vec::new();
        self.walk(None, &mut |expr, of| {
            if let ExprKind::Name(name) = &expr.kind {
                names.push(UsedName { name, range: expr.range.clone(), of });
            }
        });
        names
    }

    /// The ids used otherwise than as names, from left to right.
    pub(super) fn words(&self) -> Vec<(WordKind, &Word)> {
        let mut words = Vec::new();
        self.walk(None, &mut |expr, _| match &expr.kind {
            ExprKind::Has(word) | ExprKind::Taken(word) => words.push((WordKind::Key(Key::Option), word)),
            ExprKind::Is(word) => words.push((WordKind::Key(Key::Tag), word)),
            ExprKind::Cell { table, .. } => words.push((WordKind::Table, table)),
            ExprKind::Count(over) | ExprKind::Sum { over, .. } | ExprKind::Highest { over, .. } => {
                words.extend(over.words().into_iter().map(|(key, word)| (WordKind::Key(key), word)));
            }
            _ => {}
        });
        words
    }
}
