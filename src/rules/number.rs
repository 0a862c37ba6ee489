//! Numbers, values and tables ready for use.

use crate::finding::Span;
use crate::format::number::Number;
use crate::format::sheet::Subjects;

use super::selector::Selector;
use super::when::When;
use crate::format::formula::Formula;

/// How deep numbers may need each other.
pub const DEEPEST: usize = 64;
/// How many numbers are worked out for one, besides some for each unit.
pub const MOST_STEPS: usize = 100_000;

/// A constant, or something that a list is asked for.
#[derive(Clone, Debug)]
pub struct ValueRule {
    /// Its word.
    pub id: String,
    /// Its name, as printed; its word for a constant.
    pub name: String,
    /// The constant, or what it is where a list says nothing.
    pub default: Option<Number>,
    /// Whether a list is asked for it.
    pub asked: bool,
    /// Whether a list must say it: it is asked for, has no default and is not optional.
    pub required: bool,
    /// The least it may be.
    pub min: Option<Number>,
    /// The most it may be.
    pub max: Option<Number>,
    /// The units that have it.
    pub of: Selector,
    /// Where it is written.
    pub span: Span,
}

/// A number that is worked out and printed.
#[derive(Clone, Debug)]
pub struct NumberRule {
    /// Its word.
    pub id: String,
    /// Its name in full, as `fra/numbers/scouting`.
    pub rule: String,
    /// Its name, as printed.
    pub name: String,
    /// What it is worked out for.
    pub subjects: Subjects,
    /// The units that have it.
    pub of: Option<Selector>,
    /// What is printed where it is absent.
    pub otherwise: Option<String>,
    /// How it is worked out.
    pub work: Work,
    /// The name that a small table runs over, and its values.
    pub each: Option<(String, Vec<Number>)>,
    /// When there is such a number.
    pub when: When,
    /// How it is printed.
    pub show: Option<String>,
    /// Words at boxes; nothing where there are no boxes.
    pub boxes: Option<Vec<(Formula, String)>>,
    /// Where it is written.
    pub span: Span,
}

/// How a number is worked out.
#[derive(Clone, Debug)]
pub enum Work {
    /// By a formula.
    Formula(Formula),
    /// As a sum in which each unit counts once, by the first line that finds it.
    Score(Vec<ScoreLine>),
}

/// A line of a score.
#[derive(Clone, Debug)]
pub struct ScoreLine {
    /// The units that it finds; the rest without this.
    pub of: Option<Selector>,
    /// What each of them counts.
    pub each: Formula,
}

/// A table whose cells formulas read.
#[derive(Clone, Debug)]
pub struct TableRule {
    /// Its word.
    pub id: String,
    /// Its rows of cells; a cell that is no number is absent.
    pub rows: Vec<Vec<Option<Number>>>,
    /// The first cell of each row, as written.
    pub heads: Vec<String>,
    /// When it is printed.
    pub when: When,
    /// When each of its rows is printed.
    pub rows_when: Vec<When>,
}
