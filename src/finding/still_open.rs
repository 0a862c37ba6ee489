//! Limits that still have room where another is broken.

use crate::exact_number::Number;

/// What is still open where a limit is broken. A check knows nothing of it: whoever shows findings asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StillOpen {
    /// The limits that have room, those about the most similar troops first. At most three.
    pub limits: Vec<OpenLimit>,
    /// The number of further ones.
    pub further: usize,
    /// Whether more of them is what the broken limit lacks. Otherwise they may be taken in place of what is too many.
    pub is_for_it: bool,
}

/// A limit that has room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLimit {
    /// The path of the rule, such as `carthage-italy/entries/gauls`.
    pub rule_path: String,
    /// What is counted, as a player would say it: `Gallic foot`.
    pub label: String,
    /// What it is counted in: `units`, `models`, `points`.
    pub of: String,
    /// How much more may be taken.
    pub more: Number,
    /// How much there is.
    pub now: Number,
    /// How much is allowed.
    pub most: Number,
}
