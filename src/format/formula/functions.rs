//! The functions of the formula language, with their names.

/// A function of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    If,
    Min,
    Max,
    Floor,
    Ceil,
    Round,
    OrElse,
    Has,
    Taken,
    Is,
    Count,
    Sum,
    Highest,
    Lowest,
    Cell,
}

/// Every function, with its name and an example of its use.
const FUNCTIONS: [(Function, &str, &str); 15] = [
    (Function::If, "if", "if(condition, a, b)"),
    (Function::Min, "min", "min(a, b)"),
    (Function::Max, "max", "max(a, b)"),
    (Function::Floor, "floor", "floor(a)"),
    (Function::Ceil, "ceil", "ceil(a)"),
    (Function::Round, "round", "round(a)"),
    (Function::OrElse, "or-else", "or-else(a, b)"),
    (Function::Has, "has", "has(option)"),
    (Function::Taken, "taken", "taken(option)"),
    (Function::Is, "is", "is(tag)"),
    (Function::Count, "count", "count({tag: foot})"),
    (Function::Sum, "sum", "sum({tag: foot}, a)"),
    (Function::Highest, "highest", "highest({tag: foot}, a)"),
    (Function::Lowest, "lowest", "lowest({tag: foot}, a)"),
    (Function::Cell, "cell", "cell(table, row, column)"),
];

impl Function {
    /// Returns the function of this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        FUNCTIONS.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }

    /// Returns the names of all functions.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        FUNCTIONS.iter().map(|entry| entry.1)
    }

    /// Returns an example of how the function is written.
    pub(super) fn usage(self) -> &'static str {
        FUNCTIONS.iter().find(|entry| entry.0 == self).map_or("", |entry| entry.2)
    }

    /// Returns the name of the function.
    pub(super) fn name(self) -> &'static str {
        FUNCTIONS.iter().find(|entry| entry.0 == self).map_or("", |entry| entry.1)
    }

    /// Returns `true` if the function takes more than one argument.
    pub(super) fn needs_comma(self) -> bool {
        self.usage().contains(',')
    }
}
