//! Compiled numbers, values and tables.

use crate::finding::Span;
use crate::format::computed_numbers::Subjects;
use crate::format::read_exact_numbers::Number;

use super::compiled_conditions::Condition;
use super::compiled_selectors::Selector;
use super::id_types::ContingentId;
use crate::format::formula::Formula;

/// The largest number of steps in a chain of numbers that use each other.
pub const MAX_DEPTH: usize = 64;
/// The largest number of evaluations for one number, not counting those for each unit.
pub const MAX_STEPS: usize = 100_000;

/// A constant, or a value that a list is asked for.
#[derive(Clone, Debug)]
pub struct ValueRule {
    /// The value's id, by which formulas name it.
    pub id: String,
    /// The printed name; the id for a constant.
    pub name: String,
    /// The constant, or the value if a list states none.
    pub default: Option<Number>,
    /// Whether a list is asked for the value.
    pub is_asked: bool,
    /// Whether a list must state the value: it is asked for, has no default and is not optional.
    pub is_required: bool,
    /// The smallest allowed value.
    pub min: Option<Number>,
    /// The largest allowed value.
    pub max: Option<Number>,
    /// The units that have the value.
    pub selector: Selector,
    /// The position of the value's id in its file.
    pub span: Span,
}

/// A number that is computed and printed.
#[derive(Clone, Debug)]
pub struct NumberRule {
    /// The number's id, by which formulas name it.
    pub id: String,
    /// The rule path, such as `fra/numbers/scouting`.
    pub rule_path: String,
    /// The printed name.
    pub name: String,
    /// The contingent whose book has the number, and at whose troops alone it looks. `None` for a number of the
    /// ruleset.
    pub contingent: Option<ContingentId>,
    /// What the number is computed for, such as each unit or the army.
    pub subjects: Subjects,
    /// The units that have the number. `None` for all.
    pub selector: Option<Selector>,
    /// The text that is printed if the number is absent.
    pub otherwise: Option<String>,
    /// How the number is computed.
    pub method: NumberMethod,
    /// For a small table, the name of its variable and the variable's values.
    pub table_variable: Option<(String, Vec<Number>)>,
    /// The condition under which the number exists.
    pub when: Condition,
    /// The pattern in which the number is printed, with `{}` for it.
    pub show: Option<String>,
    /// The words printed next to boxes to tick off. `None` if no boxes are printed.
    pub boxes: Option<Vec<(Formula, String)>>,
    /// How many boxes stand together. `None` for the usual five.
    pub box_group: Option<Formula>,
    /// The number of boxes left at which the unit leaves the table. `None` if it stays to the last.
    pub boxes_gone_at: Option<Formula>,
    /// Whether the number is never printed.
    pub is_hidden: bool,
    /// Whether a limit, a condition or a formula names it.
    pub is_named: bool,
    /// The position of the number's id in its file.
    pub span: Span,
}

/// How a number is computed.
#[derive(Clone, Debug)]
pub enum NumberMethod {
    /// By a formula.
    Formula(Formula),
    /// As a sum to which each unit adds once, by the first line that matches it.
    Score(Vec<ScoreLine>),
}

impl NumberMethod {
    /// Returns the formulas of the number.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        let (formula, lines) = match self {
            Self::Formula(formula) => (Some(formula), &[][..]),
            Self::Score(lines) => (None, lines.as_slice()),
        };
        formula.into_iter().chain(lines.iter().map(|line| &line.amount))
    }
}

/// One line of a score.
#[derive(Clone, Debug)]
pub struct ScoreLine {
    /// The units that the line matches. `None` for all that are left.
    pub selector: Option<Selector>,
    /// The amount that each of these units adds.
    pub amount: Formula,
}

/// A table whose cells formulas read.
#[derive(Clone, Debug)]
pub struct TableRule {
    /// The table's id.
    pub id: String,
    /// The rows of cells. A cell that is not a number is `None`.
    pub rows: Vec<Vec<Option<Number>>>,
    /// The first cell of each row, as written.
    pub first_cells: Vec<String>,
    /// The condition under which the table is printed.
    pub when: Condition,
    /// The conditions under which each row is printed.
    pub rows_when: Vec<Condition>,
}
