//! What differs between two pictures.

use std::collections::{HashMap, HashSet};

use super::pairs::{self, Place};
use super::picture::{Group, Picture, Row};
use super::rows::{differing, inside};
use crate::check::report::ListReport;
use crate::finding::{Finding, Severity};
use crate::format::number::Number;
use crate::output::places::Places;

/// Something that was there before, is there after, or both in another form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is: a word.
    pub what: String,
    /// What it was; nothing where it was not there.
    pub before: Option<String>,
    /// What it is now; nothing where it is gone.
    pub after: Option<String>,
}

/// Whether something came, went or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It was not there before.
    Added,
    /// It is gone.
    Removed,
    /// It is another now.
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

    /// The letter printed for it.
    pub fn letter(self) -> char {
        match self {
            Self::Added => '+',
            Self::Removed => '-',
            Self::Changed => '~',
        }
    }

    /// The word for it in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }
}

impl Change {
    /// Whether it came, went or changed.
    pub fn sign(&self) -> Sign {
        Sign::of(self.before.as_ref(), self.after.as_ref())
    }
}

/// A unit or character that differs.
#[derive(Clone, Debug)]
pub struct RowChange {
    /// As it was; nothing where it was not there.
    pub before: Option<Row>,
    /// As it is now; nothing where it is gone.
    pub after: Option<Row>,
    /// The command that it left for another.
    pub moved_from: Option<String>,
    /// What differs in it.
    pub changes: Vec<Change>,
}

impl RowChange {
    /// Whether it came, went or changed.
    pub fn sign(&self) -> Sign {
        Sign::of(self.before.as_ref(), self.after.as_ref())
    }
}

/// A command, or the reserves, where something differs.
#[derive(Clone, Debug)]
pub struct GroupChange {
    /// As it was; nothing where it was not there.
    pub before: Option<Group>,
    /// As it is now; nothing where it is gone.
    pub after: Option<Group>,
    /// What differs in what is said of it.
    pub changes: Vec<Change>,
    /// Its units and characters that differ.
    pub rows: Vec<RowChange>,
}

/// A finding that only one side has.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The finding.
    pub finding: Finding,
    /// Where: path, line and column, from 1.
    pub place: Option<(String, usize, usize)>,
}

/// Everything that differs.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// As it was.
    pub before: ListReport,
    /// As it is now.
    pub after: ListReport,
    /// Whether points are worth printing.
    pub has_points: bool,
    /// Whether both are judged by rules of the same content.
    pub is_same_rules: bool,
    /// What differs in what is said of the army and of the rules that judge it.
    pub facts: Vec<Change>,
    /// Commands where something differs.
    pub groups: Vec<GroupChange>,
    /// Findings that were not there before.
    pub new: Vec<Seen>,
    /// Findings that are gone.
    pub gone: Vec<Seen>,
}

impl Comparison {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
            && self.groups.is_empty()
            && self.new.is_empty()
            && self.gone.is_empty()
            && self.before.verdict == self.after.verdict
            && total(&self.before) == total(&self.after)
    }

    /// Whether the armies themselves are the same, whatever the rules make of them. Of one without a digest that
    /// cannot be told, and it is not.
    pub fn is_same_army(&self) -> bool {
        let digests = self.before.digest.as_ref().zip(self.after.digest.as_ref());
        digests.is_some_and(|(before, after)| before.army == after.army)
    }
}

fn total(list: &ListReport) -> Option<(Number, bool)> {
    list.points.as_ref().map(|p| (p.total, p.complete))
}

/// Compares two pictures.
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

/// What makes two findings the same one, wherever they stand.
fn key(finding: &Finding) -> (Severity, &'static str, Option<&str>, &str) {
    (finding.severity, finding.code.as_str(), finding.rule.as_deref(), &finding.message)
}

/// The findings of a list that the other has not.
fn only(list: &ListReport, other: &ListReport) -> Vec<Seen> {
    let mut others: HashMap<_, usize> = HashMap::new();
    other.findings.iter().for_each(|f| *others.entry(key(f)).or_default() += 1);
    let mut places = Places::new(&list.sources);
    let mut seen = Vec::new();
    for finding in &list.findings {
        if let Some(left) = others.get_mut(&key(finding)).filter(|left| **left > 0) {
            *left -= 1;
            continue;
        }
        let place = finding.primary().and_then(|label| {
            let (file, start, _) = places.of(label)?;
            Some((file.path().to_owned(), start.line, start.column))
        });
        seen.push(Seen { finding: finding.clone(), place });
    }
    seen
}

/// The versions of what judges, or their digests where the versions say the same.
fn judges(before: &Picture, after: &Picture) -> Vec<Change> {
    let said = |picture: &Picture| -> Vec<(&'static str, Option<String>)> {
        let list = &picture.report;
        let all = [("ruleset", &list.ruleset), ("book", &list.book), ("event", &list.event)];
        let version = |judge: &crate::check::report::Judge| judge.version.clone().unwrap_or_default();
        let mut said: Vec<(&'static str, Option<String>)> = all
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
        said.push(("books of allies", (!allies.is_empty()).then(|| allies.join(", "))));
        let from = list.judges().into_iter().map(|(_, judge)| judge.from.clone());
        said.push(("rules from", Some(from.collect::<Vec<_>>().join(", "))));
        said.push(("rules digest", Some(picture.rules_digest.clone())));
        said
    };
    let both = said(before).into_iter().zip(said(after));
    both.filter(|((_, a), (_, b))| a != b)
        .map(|((what, before), (_, after))| Change { what: what.to_owned(), before, after })
        .collect()
}

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
        let mut made = Vec::new();
        for row in 0..group.rows.len() {
            let from = sources.get(&(at, row)).copied();
            made.extend(changed(left, from, old, &group.rows[row], other_rules));
        }
        if let Some(old) = old {
            made.extend(gone(left, old, &kept));
        }
        if old.is_none() || !changes.is_empty() || !made.is_empty() {
            let before = old.map(|a| left[a].clone());
            all.push(GroupChange { before, after: Some(group.clone()), changes, rows: made });
        }
    }
    for old in (0..left.len()).filter(|a| !known.contains(a)) {
        let rows = gone(left, old, &kept);
        all.push(GroupChange { before: Some(left[old].clone()), after: None, changes: Vec::new(), rows });
    }
    all
}

/// The rows of a group that have no other.
fn gone(left: &[Group], group: usize, kept: &HashSet<Place>) -> Vec<RowChange> {
    let alone = |row: &usize| !kept.contains(&(group, *row));
    let gone = (0..left[group].rows.len()).filter(alone);
    gone.map(|row| RowChange {
        before: Some(left[group].rows[row].clone()),
        after: None,
        moved_from: None,
        changes: Vec::new(),
    })
    .collect()
}

/// A row of the second army beside what it was in the first, where that differs.
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
    let dearer = before.cost() != row.cost();
    (!changes.is_empty() || moved_from.is_some() || dearer).then(|| RowChange {
        before: Some(before.clone()),
        after: Some(row.clone()),
        moved_from,
        changes,
    })
}

/// What a group is called: its name, or its place among the others.
pub(super) fn title(group: &Group, at: usize) -> String {
    group.name.clone().unwrap_or_else(|| format!("command {}", at + 1))
}
