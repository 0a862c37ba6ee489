//! Compiled numbers, values and tables.

use crate::finding::Span;
use crate::format::number::Number;
use crate::format::sheet::Subjects;

use super::selector::Selector;
use super::when::When;
use crate::format::formula::Formula;

/// The largest number of steps in a chain of numbers that use each other.
pub const DEEPEST: usize = 64;
/// The largest number of evaluations for one number, not counting those for each unit.
pub const MOST_STEPS: usize = 100_000;

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
    pub asked: bool,
    /// Whether a list must state the value: it is asked for, has no default and is not optional.
    pub required: bool,
    /// The smallest allowed value.
    pub min: Option<Number>,
    /// The largest allowed value.
    pub max: Option<Number>,
    /// The units that have the value.
    pub of: Selector,
    /// The position of the value's id in its file.
    pub span: Span,
}

/// A number that is computed and printed.
#[derive(Clone, Debug)]
pub struct NumberRule {
    /// The number's id, by which formulas name it.
    pub id: String,
    /// The rule path, such as `fra/numbers/scouting`.
    pub rule: String,
    /// The printed name.
    pub name: String,
    /// What the number is computed for, such as each unit or the army.
    pub subjects: Subjects,
    /// The units that have the number. `None` for all.
    pub of: Option<Selector>,
    /// The text that is printed if the number is absent.
    pub otherwise: Option<String>,
    /// How the number is computed.
    pub work: Work,
    /// For a small table, the name of its variable and the variable's values.
    pub each: Option<(String, Vec<Number>)>,
    /// The condition under which the number exists.
    pub when: When,
    /// The pattern in which the number is printed, with `{}` for it.
    pub show: Option<String>,
    /// The words printed next to boxes to tick off. `None` if no boxes are printed.
    pub boxes: Option<Vec<(Formula, String)>>,
    /// The position of the number's id in its file.
    pub span: Span,
}

/// How a number is computed.
#[derive(Clone, Debug)]
pub enum Work {
    /// By a formula.
    Formula(Formula),
    /// As a sum to which each unit adds once, by the first line that matches it.
    Score(Vec<ScoreLine>),
}

/// One line of a score.
#[derive(Clone, Debug)]
pub struct ScoreLine {
    /// The units that the line matches. `None` for all that are left.
    pub of: Option<Selector>,
    /// The amount that each of these units adds.
    pub each: Formula,
}

/// A table whose cells formulas read.
#[derive(Clone, Debug)]
pub struct TableRule {
    /// The table's id.
    pub id: String,
    /// The rows of cells. A cell that is not a number is `None`.
    pub rows: Vec<Vec<Option<Number>>>,
    /// The first cell of each row, as written.
    pub heads: Vec<String>,
    /// The condition under which the table is printed.
    pub when: When,
    /// The conditions under which each row is printed.
    pub rows_when: Vec<When>,
}
