//! Finds the differences between two army snapshots.

use std::collections::{HashMap, HashSet};

use super::pairs::{self, Place};
use super::picture::{Group, Picture, Row};
use super::rows::{differing, inside};
use crate::check::report::ListReport;
use crate::finding::{Finding, Severity};
use crate::format::number::Number;
use crate::output::places::Places;

/// A fact that was added, removed or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The name of the fact, such as `date`.
    pub what: String,
    /// The old value. `None` if the fact was added.
    pub before: Option<String>,
    /// The new value. `None` if the fact was removed.
    pub after: Option<String>,
}

/// Whether something was added, removed or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Only in the second army.
    Added,
    /// Only in the first army.
    Removed,
    /// In both armies, but different.
    Changed,
}

impl Sign {
    fn of<T>(before: Option<&T>, after: Option<&T>) -> Self {
        match (before, after) {
            (None, _) => Self::Added,
            (_, None) => Self::Removed,
            _ => Self::Changed,
        }
    }

    /// Returns the character printed in front of the change.
    pub fn letter(self) -> char {
        match self {
            Self::Added => '+',
            Self::Removed => '-',
            Self::Changed => '~',
        }
    }

    /// Returns the word used in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }
}

impl Change {
    /// Returns whether the fact was added, removed or changed.
    pub fn sign(&self) -> Sign {
        Sign::of(self.before.as_ref(), self.after.as_ref())
    }
}

/// A unit or character that was added, removed or changed.
#[derive(Clone, Debug)]
pub struct RowChange {
    /// The row in the first army. `None` if it was added.
    pub before: Option<Row>,
    /// The row in the second army. `None` if it was removed.
    pub after: Option<Row>,
    /// The command that the row was in before. `None` if it has not moved.
    pub moved_from: Option<String>,
    /// The facts that differ.
    pub changes: Vec<Change>,
}

impl RowChange {
    /// Returns whether the row was added, removed or changed.
    pub fn sign(&self) -> Sign {
        Sign::of(self.before.as_ref(), self.after.as_ref())
    }
}

/// A command, or the reserves, in which something differs.
#[derive(Clone, Debug)]
pub struct GroupChange {
    /// The command in the first army. `None` if it was added.
    pub before: Option<Group>,
    /// The command in the second army. `None` if it was removed.
    pub after: Option<Group>,
    /// The facts of the command that differ.
    pub changes: Vec<Change>,
    /// The units and characters that differ.
    pub rows: Vec<RowChange>,
}

/// A finding that only one of the lists has.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The finding itself.
    pub finding: Finding,
    /// Path, line and column of the finding; the numbers count from 1.
    pub place: Option<(String, usize, usize)>,
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
    pub facts: Vec<Change>,
    /// The commands in which something differs.
    pub groups: Vec<GroupChange>,
    /// Findings that only the second list has.
    pub new: Vec<Seen>,
    /// Findings that only the first list has.
    pub gone: Vec<Seen>,
}

impl Comparison {
    /// Returns `true` if nothing differs.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
            && self.groups.is_empty()
            && self.new.is_empty()
            && self.gone.is_empty()
            && self.before.verdict == self.after.verdict
            && total(&self.before) == total(&self.after)
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
fn total(list: &ListReport) -> Option<(Number, bool)> {
    list.points.as_ref().map(|p| (p.total, p.complete))
}

/// Compares two army snapshots.
pub fn compare(before: &Picture, after: &Picture) -> Comparison {
    let other_rules = before.rules_digest != after.rules_digest;
    let mut facts = differing(&before.facts, &after.facts);
    if other_rules {
        facts.extend(judges(before, after));
    }
    Comparison {
        facts,
        groups: groups(before, after, other_rules),
        new: only(&after.report, &before.report),
        gone: only(&before.report, &after.report),
        has_points: before.has_points || after.has_points,
        is_same_rules: !other_rules,
        before: before.report.clone(),
        after: after.report.clone(),
    }
}

/// Returns what two findings have in common if they are the same finding, whatever their lines.
fn key(finding: &Finding) -> (Severity, &'static str, Option<&str>, &str) {
    (finding.severity, finding.code.as_str(), finding.rule.as_deref(), &finding.message)
}

/// Returns the findings that `list` has and the other list does not.
fn only(list: &ListReport, other: &ListReport) -> Vec<Seen> {
    let mut others: HashMap<_, usize> = HashMap::new();
    other.findings.iter().for_each(|f| *others.entry(key(f)).or_default() += 1);
    let mut places = Places::new(&list.sources);
    let mut missing = Vec::new();
    for finding in &list.findings {
        if let Some(left) = others.get_mut(&key(finding)).filter(|left| **left > 0) {
            *left -= 1;
            continue;
        }
        let place = finding.primary().and_then(|label| {
            let (file, start, _) = places.of(label)?;
            Some((file.path().to_owned(), start.line, start.column))
        });
        missing.push(Seen { finding: finding.clone(), place });
    }
    missing
}

/// Compares the rules of two armies: versions, files and digest.
fn judges(before: &Picture, after: &Picture) -> Vec<Change> {
    let facts_of = |picture: &Picture| -> Vec<(&'static str, Option<String>)> {
        let list = &picture.report;
        let all = [("ruleset", &list.ruleset), ("book", &list.book), ("event", &list.event)];
        let version = |judge: &crate::check::report::Judge| judge.version.clone().unwrap_or_default();
        let mut facts: Vec<(&'static str, Option<String>)> = all
            .iter()
            .map(|(what, judge)| {
                (*what, judge.as_ref().map(|j| format!("{} {}", j.id, version(j)).trim_end().to_owned()))
            })
            .collect();
        let allies = list
            .judges()
            .into_iter()
            .filter(|(_, judge)| all.iter().all(|(_, own)| own.as_ref() != Some(judge)));
        let allies: Vec<String> = allies.map(|(name, _)| name).collect();
        facts.push(("books of allies", (!allies.is_empty()).then(|| allies.join(", "))));
        let from = list.judges().into_iter().map(|(_, judge)| judge.from.clone());
        facts.push(("rules from", Some(from.collect::<Vec<_>>().join(", "))));
        facts.push(("rules digest", Some(picture.rules_digest.clone())));
        facts
    };
    let both = facts_of(before).into_iter().zip(facts_of(after));
    both.filter(|((_, a), (_, b))| a != b)
        .map(|((what, before), (_, after))| Change { what: what.to_owned(), before, after })
        .collect()
}

/// Compares the commands of two armies.
fn groups(before: &Picture, after: &Picture, other_rules: bool) -> Vec<GroupChange> {
    let (left, right) = (&before.groups, &after.groups);
    let same = pairs::groups(left, right);
    let rows = pairs::rows(left, right, &same);
    let kept: HashSet<Place> = rows.iter().map(|(a, _)| *a).collect();
    let sources: HashMap<Place, Place> = rows.into_iter().map(|(a, b)| (b, a)).collect();
    let partners: HashMap<usize, usize> = same.iter().map(|(a, b)| (*b, *a)).collect();
    let known: HashSet<usize> = same.iter().map(|(a, _)| *a).collect();
    let mut all: Vec<GroupChange> = Vec::new();
    for (at, group) in right.iter().enumerate() {
        let old = partners.get(&at).copied();
        let mut changes = Vec::new();
        if let Some(old) = old.map(|a| &left[a]) {
            if old.name != group.name {
                changes.push(Change {
                    what: "name".to_owned(),
                    before: old.name.clone(),
                    after: group.name.clone(),
                });
            }
            changes.extend(differing(&old.facts, &group.facts));
        }
        let mut row_changes = Vec::new();
        for row in 0..group.rows.len() {
            let from = sources.get(&(at, row)).copied();
            row_changes.extend(changed(left, from, old, &group.rows[row], other_rules));
        }
        if let Some(old) = old {
            row_changes.extend(gone(left, old, &kept));
        }
        if old.is_none() || !changes.is_empty() || !row_changes.is_empty() {
            let before = old.map(|a| left[a].clone());
            all.push(GroupChange { before, after: Some(group.clone()), changes, rows: row_changes });
        }
    }
    for old in (0..left.len()).filter(|a| !known.contains(a)) {
        let rows = gone(left, old, &kept);
        all.push(GroupChange { before: Some(left[old].clone()), after: None, changes: Vec::new(), rows });
    }
    all
}

/// Returns the rows of a command that have no match in the second army, as removed.
fn gone(left: &[Group], group: usize, kept: &HashSet<Place>) -> Vec<RowChange> {
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
fn changed(
    left: &[Group],
    from: Option<Place>,
    old: Option<usize>,
    row: &Row,
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
    let moved_from = (old != Some(group)).then(|| title(&left[group], group));
    let changes = inside(before, row, other_rules);
    let cost_differs = before.cost() != row.cost();
    (!changes.is_empty() || moved_from.is_some() || cost_differs).then(|| RowChange {
        before: Some(before.clone()),
        after: Some(row.clone()),
        moved_from,
        changes,
    })
}

/// Returns the name of a command, or its number if it has no name.
pub(super) fn title(group: &Group, at: usize) -> String {
    group.name.clone().unwrap_or_else(|| format!("command {}", at + 1))
}
