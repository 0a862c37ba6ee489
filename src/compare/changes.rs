//! The differences between two armies.

use super::snapshot::{CommandSnapshot, RowSnapshot};
use crate::check::report::ListReport;
use crate::finding::Finding;
use crate::format::read_exact_numbers::Number;

/// A fact that was added, removed or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactChange {
    /// The name of the fact, such as `date`.
    pub what: String,
    /// The old value. `None` if the fact was added.
    pub before: Option<String>,
    /// The new value. `None` if the fact was removed.
    pub after: Option<String>,
}

/// Whether something was added, removed or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// Only in the second army.
    Added,
    /// Only in the first army.
    Removed,
    /// In both armies, but different.
    Changed,
}

impl ChangeKind {
    fn from_sides<T>(before: Option<&T>, after: Option<&T>) -> Self {
        match (before, after) {
            (None, _) => Self::Added,
            (_, None) => Self::Removed,
            _ => Self::Changed,
        }
    }

    /// Returns the character printed in front of the change.
    pub fn symbol(self) -> char {
        match self {
            Self::Added => '+',
            Self::Removed => '-',
            Self::Changed => '~',
        }
    }

    /// Returns the word used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }
}

impl FactChange {
    /// Returns whether the fact was added, removed or changed.
    pub fn kind(&self) -> ChangeKind {
        ChangeKind::from_sides(self.before.as_ref(), self.after.as_ref())
    }
}

/// A unit or character that was added, removed or changed.
#[derive(Clone, Debug)]
pub struct RowChange {
    /// The row in the first army. `None` if it was added.
    pub before: Option<RowSnapshot>,
    /// The row in the second army. `None` if it was removed.
    pub after: Option<RowSnapshot>,
    /// The command that the row was in before. `None` if it has not moved.
    pub moved_from: Option<String>,
    /// The facts that differ.
    pub changes: Vec<FactChange>,
}

impl RowChange {
    /// Returns whether the row was added, removed or changed.
    pub fn kind(&self) -> ChangeKind {
        ChangeKind::from_sides(self.before.as_ref(), self.after.as_ref())
    }
}

/// A command, or the reserves, in which something differs.
#[derive(Clone, Debug)]
pub struct CommandChange {
    /// The command in the first army. `None` if it was added.
    pub before: Option<CommandSnapshot>,
    /// The command in the second army. `None` if it was removed.
    pub after: Option<CommandSnapshot>,
    /// The facts of the command that differ.
    pub changes: Vec<FactChange>,
    /// The units and characters that differ.
    pub rows: Vec<RowChange>,
}

/// A finding that only one of the lists has.
#[derive(Clone, Debug)]
pub struct ChangedFinding {
    /// The finding itself.
    pub finding: Finding,
    /// Path, line and column of the finding; the numbers count from 1.
    pub location: Option<(String, usize, usize)>,
}

/// All differences between two armies.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The report on the first list.
    pub before: ListReport,
    /// The report on the second list.
    pub after: ListReport,
    /// Whether at least one of the games has points.
    pub has_points: bool,
    /// Whether the rules of both lists have the same digest.
    pub is_same_rules: bool,
    /// The facts of the army as a whole, and of its rules, that differ.
    pub facts: Vec<FactChange>,
    /// The commands in which something differs.
    pub groups: Vec<CommandChange>,
    /// Findings that only the second list has.
    pub new: Vec<ChangedFinding>,
    /// Findings that only the first list has.
    pub gone: Vec<ChangedFinding>,
}

impl Comparison {
    /// Returns `true` if nothing differs.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
            && self.groups.is_empty()
            && self.new.is_empty()
            && self.gone.is_empty()
            && self.before.verdict == self.after.verdict
            && total_points(&self.before) == total_points(&self.after)
    }

    /// Returns `true` if the armies have the same digest, whatever their rules.
    ///
    /// `false` if an army has no digest, since the armies cannot be compared then.
    pub fn is_same_army(&self) -> bool {
        let digests = self.before.digest.as_ref().zip(self.after.digest.as_ref());
        digests.is_some_and(|(before, after)| before.army == after.army)
    }
}

/// Returns the total in points, and whether it is complete.
fn total_points(list: &ListReport) -> Option<(Number, bool)> {
    list.points.as_ref().map(|p| (p.total, p.complete))
}
