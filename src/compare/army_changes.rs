//! Finds the differences between two army snapshots.

use std::collections::{HashMap, HashSet};

use super::changes::{CommandChange, Comparison, FactChange, RowChange};
use super::finding_changes::missing_findings;
use super::match_commands_and_rows::{self, RowPosition};
use super::row_changes::{fact_changes, row_changes};
use super::snapshot::{ArmySnapshot, CommandSnapshot, RowSnapshot};
use crate::check::report::RulesSource;

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

/// Compares the rules of two armies: versions, files and digest.
fn rules_changes(before: &ArmySnapshot, after: &ArmySnapshot) -> Vec<FactChange> {
    let facts_of = |picture: &ArmySnapshot| -> Vec<(&'static str, Option<String>)> {
        let list = &picture.report;
        let all = [("ruleset", &list.ruleset), ("book", &list.book), ("event", &list.event)];
        let version = |judge: &RulesSource| judge.version.clone().unwrap_or_default();
        let mut facts: Vec<(&'static str, Option<String>)> = all
            .iter()
            .map(|(what, judge)| {
                let text = |j: &RulesSource| format!("{} {}", j.id, version(j)).trim_end().to_owned();
                let with_bases = |j: &RulesSource| {
                    let texts: Vec<String> = std::iter::once(j).chain(&j.bases).map(text).collect();
                    texts.join(", extending ")
                };
                (*what, judge.as_ref().map(with_bases))
            })
            .collect();
        let is_own = |judge: &RulesSource| {
            let own = all.iter().filter_map(|(_, own)| own.as_ref());
            own.flat_map(|own| std::iter::once(own).chain(&own.bases)).any(|own| std::ptr::eq(own, judge))
        };
        let allies = list.rules_sources().into_iter().filter(|(_, judge)| !is_own(judge));
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
    let by_id = before.rows_keep_ids && after.rows_keep_ids;
    let same = match_commands_and_rows::match_commands(left, right);
    let rows = match_commands_and_rows::match_rows(left, right, &same, by_id);
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
