//! Finds the differences between two army snapshots.

use std::collections::{HashMap, HashSet};

use super::match_commands_and_rows::{self, RowPosition};
use super::row_changes::{fact_changes, row_changes};
use super::snapshot::{ArmySnapshot, CommandSnapshot, RowSnapshot};
use crate::check::report::ListReport;
use crate::finding::{Finding, Severity};
use crate::format::read_exact_numbers::Number;
use crate::output::line_positions::FileLinesCache;

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

/// Compares two army snapshots.
pub fn compare_snapshots(before: &ArmySnapshot, after: &ArmySnapshot) -> Comparison {
    let other_rules = before.rules_digest != after.rules_digest;
    let mut facts = fact_changes(&before.facts, &after.facts);
    if other_rules {
        facts.extend(rules_changes(before, after));
    }
    Comparison {
        facts,
        groups: command_changes(before, after, other_rules),
        new: missing_findings(&after.report, &before.report),
        gone: missing_findings(&before.report, &after.report),
        has_points: before.has_points || after.has_points,
        is_same_rules: !other_rules,
        before: before.report.clone(),
        after: after.report.clone(),
    }
}

/// Returns what two findings have in common if they are the same finding, whatever their lines.
fn finding_key(finding: &Finding) -> (Severity, &'static str, Option<&str>, &str) {
    (finding.severity, finding.code.as_str(), finding.rule_path.as_deref(), &finding.message)
}

/// Returns the findings that `list` has and the other list does not.
fn missing_findings(list: &ListReport, other: &ListReport) -> Vec<ChangedFinding> {
    let mut others: HashMap<_, usize> = HashMap::new();
    other.findings.iter().for_each(|f| *others.entry(finding_key(f)).or_default() += 1);
    let mut places = FileLinesCache::new(&list.sources);
    let mut missing = Vec::new();
    for finding in &list.findings {
        if let Some(left) = others.get_mut(&finding_key(finding)).filter(|left| **left > 0) {
            *left -= 1;
            continue;
        }
        let place = finding.primary_label().and_then(|label| {
            let (file, start, _) = places.label_range(label)?;
            Some((file.path().to_owned(), start.line, start.column))
        });
        missing.push(ChangedFinding { finding: finding.clone(), location: place });
    }
    missing
}

/// Compares the rules of two armies: versions, files and digest.
fn rules_changes(before: &ArmySnapshot, after: &ArmySnapshot) -> Vec<FactChange> {
    let facts_of = |picture: &ArmySnapshot| -> Vec<(&'static str, Option<String>)> {
        let list = &picture.report;
        let all = [("ruleset", &list.ruleset), ("book", &list.book), ("event", &list.event)];
        let version = |judge: &crate::check::report::RulesSource| judge.version.clone().unwrap_or_default();
        let mut facts: Vec<(&'static str, Option<String>)> = all
            .iter()
            .map(|(what, judge)| {
                (*what, judge.as_ref().map(|j| format!("{} {}", j.id, version(j)).trim_end().to_owned()))
            })
            .collect();
        let allies = list
            .rules_sources()
            .into_iter()
            .filter(|(_, judge)| all.iter().all(|(_, own)| own.as_ref() != Some(judge)));
        let allies: Vec<String> = allies.map(|(name, _)| name).collect();
        facts.push(("books of allies", (!allies.is_empty()).then(|| allies.join(", "))));
        let from = list.rules_sources().into_iter().map(|(_, judge)| judge.found_in.clone());
        facts.push(("rules from", Some(from.collect::<Vec<_>>().join(", "))));
        facts.push(("rules digest", Some(picture.rules_digest.clone())));
        facts
    };
    let both = facts_of(before).into_iter().zip(facts_of(after));
    both.filter(|((_, a), (_, b))| a != b)
        .map(|((what, before), (_, after))| FactChange { what: what.to_owned(), before, after })
        .collect()
}

/// Compares the commands of two armies.
fn command_changes(before: &ArmySnapshot, after: &ArmySnapshot, other_rules: bool) -> Vec<CommandChange> {
    let (left, right) = (&before.groups, &after.groups);
    let same = match_commands_and_rows::match_commands(left, right);
    let rows = match_commands_and_rows::match_rows(left, right, &same);
    let kept: HashSet<RowPosition> = rows.iter().map(|(a, _)| *a).collect();
    let sources: HashMap<RowPosition, RowPosition> = rows.into_iter().map(|(a, b)| (b, a)).collect();
    let partners: HashMap<usize, usize> = same.iter().map(|(a, b)| (*b, *a)).collect();
    let known: HashSet<usize> = same.iter().map(|(a, _)| *a).collect();
    let mut all: Vec<CommandChange> = Vec::new();
    for (at, group) in right.iter().enumerate() {
        let old = partners.get(&at).copied();
        let mut changes = Vec::new();
        if let Some(old) = old.map(|a| &left[a]) {
            if old.name != group.name {
                changes.push(FactChange {
                    what: "name".to_owned(),
                    before: old.name.clone(),
                    after: group.name.clone(),
                });
            }
            changes.extend(fact_changes(&old.facts, &group.facts));
        }
        let mut row_changes = Vec::new();
        for row in 0..group.rows.len() {
            let from = sources.get(&(at, row)).copied();
            row_changes.extend(row_change(left, from, old, &group.rows[row], other_rules));
        }
        if let Some(old) = old {
            row_changes.extend(removed_rows(left, old, &kept));
        }
        if old.is_none() || !changes.is_empty() || !row_changes.is_empty() {
            let before = old.map(|a| left[a].clone());
            all.push(CommandChange { before, after: Some(group.clone()), changes, rows: row_changes });
        }
    }
    for old in (0..left.len()).filter(|a| !known.contains(a)) {
        let rows = removed_rows(left, old, &kept);
        all.push(CommandChange { before: Some(left[old].clone()), after: None, changes: Vec::new(), rows });
    }
    all
}

/// Returns the rows of a command that have no match in the second army, as removed.
fn removed_rows(left: &[CommandSnapshot], group: usize, kept: &HashSet<RowPosition>) -> Vec<RowChange> {
    let unmatched = |row: &usize| !kept.contains(&(group, *row));
    let gone = (0..left[group].rows.len()).filter(unmatched);
    gone.map(|row| RowChange {
        before: Some(left[group].rows[row].clone()),
        after: None,
        moved_from: None,
        changes: Vec::new(),
    })
    .collect()
}

/// Compares a row of the second army with its match in the first. `None` if nothing differs.
fn row_change(
    left: &[CommandSnapshot],
    from: Option<RowPosition>,
    old: Option<usize>,
    row: &RowSnapshot,
    other_rules: bool,
) -> Option<RowChange> {
    let Some((group, place)) = from else {
        return Some(RowChange {
            before: None,
            after: Some(row.clone()),
            moved_from: None,
            changes: Vec::new(),
        });
    };
    let before = &left[group].rows[place];
    let moved_from = (old != Some(group)).then(|| command_title(&left[group], group));
    let changes = row_changes(before, row, other_rules);
    let cost_differs = before.cost() != row.cost();
    (!changes.is_empty() || moved_from.is_some() || cost_differs).then(|| RowChange {
        before: Some(before.clone()),
        after: Some(row.clone()),
        moved_from,
        changes,
    })
}

/// Returns the name of a command, or its number if it has no name.
pub(super) fn command_title(group: &CommandSnapshot, at: usize) -> String {
    group.name.clone().unwrap_or_else(|| format!("command {}", at + 1))
}
