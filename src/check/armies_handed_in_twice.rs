//! Reports armies that are handed in more than once: the same list, the same army under other names, nearly
//! the same army, or two armies of one player.

use std::collections::HashMap;

use crate::army::copy_detection_hashes::FieldedHashes;
use crate::finding::{Code, Finding, Severity, SubjectKind};
use crate::format::event::CopySeverities;
use crate::format::shared_types::RuleSeverity;

use super::report::{ListReport, Verdict};

/// The fewest different units and characters for which two equal armies are not a coincidence.
const MIN_DISTINCT: usize = 4;
/// How many of its units and characters may differ in an army that is nearly the same: one in four, two at
/// most.
const MAX_DIFFERENT: usize = 2;
/// If an army has more different units and characters than this, only one may differ: the pairs to leave out
/// would be too many to try.
const MAX_FOR_PAIRS: usize = 64;

/// The lists checked so far, by the keys that identify their armies. The time and memory for a list do not
/// depend on the number of lists before it.
#[derive(Debug, Default)]
pub struct DuplicateArmies {
    weights: CopySeverities,
    lists: Vec<EarlierList>,
    /// The first list of each digest.
    by_digest: HashMap<String, usize>,
    /// The first list that fields exactly these troops.
    by_fielded: HashMap<u128, usize>,
    /// The first list of each army with one or two of its units left out, by the sum of the hashes of the
    /// others.
    by_most_fielded: HashMap<u64, usize>,
    by_player: HashMap<String, usize>,
}

/// What is kept of an earlier list, for messages.
#[derive(Debug)]
struct EarlierList {
    path: String,
    player: Option<String>,
}

impl DuplicateArmies {
    /// Creates an empty set of lists, with the severities that an event gives to copies.
    pub fn new(weights: CopySeverities) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Adds the next list, and reports in it an earlier list that is the same army or of the same player.
    pub fn report_duplicate(&mut self, list: &mut ReportedList<'_>) {
        let Some(digest) = &list.report.digest else { return };
        let at = self.lists.len();
        let player = list.report.player.clone();
        let same_player =
            player.as_deref().map(normalize_player).and_then(|p| self.by_player.get(&p)).copied();
        let twice = self.by_digest.get(&digest.army).copied();
        let digest = digest.army.clone();
        let fielded = list.fielded.filter(|f| f.rows.len() >= MIN_DISTINCT);
        let copied = fielded.and_then(|f| self.by_fielded.get(&f.whole)).copied();
        let near = fielded.and_then(|f| {
            let first = sums_with_some_left_out(&f.rows)
                .find_map(|(left, key)| Some((left, *self.by_most_fielded.get(&key)?)));
            first.map(|(left, other)| (left, f.rows.len(), other))
        });
        let weigh = |set: Option<RuleSeverity>, usual| set.map_or(usual, Severity::from);
        let CopySeverities { same, alike, player: of_player } = self.weights;
        if let Some(other) = twice {
            let message = format!("this is the same army as {}", self.lists[other].path);
            push_finding(list.report, Code::HandedInTwice, weigh(same, Severity::Warning), message);
        } else if let Some(other) = copied {
            let message =
                format!("this is the same army as {}, under other names", self.describe_list(other));
            push_finding(list.report, Code::HandedInTwice, weigh(same, Severity::Warning), message);
        } else if let Some(other) = same_player {
            let name = player.as_deref().unwrap_or_default();
            let message = format!("\"{name}\" has handed in another army, {}", self.lists[other].path);
            push_finding(list.report, Code::PlayerTwice, weigh(of_player, Severity::Warning), message);
        } else if let Some((left, rows, other)) = near {
            let what = match left {
                0 => format!("all {rows} different units and characters of this army are"),
                left => {
                    format!("all but {left} of the {rows} different units and characters of this army are")
                }
            };
            let message = format!("{what} those of {}", self.describe_list(other));
            push_finding(list.report, Code::HandedInTwice, weigh(alike, Severity::Note), message);
        }
        self.by_digest.entry(digest).or_insert(at);
        if let Some(fielded) = fielded {
            self.by_fielded.entry(fielded.whole).or_insert(at);
            for (_, key) in sums_with_some_left_out(&fielded.rows) {
                self.by_most_fielded.entry(key).or_insert(at);
            }
        }
        if let Some(player) = &player {
            self.by_player.entry(normalize_player(player)).or_insert(at);
        }
        self.lists.push(EarlierList { path: list.report.path.clone(), player });
    }

    /// Returns the path and the player of an earlier list.
    fn describe_list(&self, at: usize) -> String {
        let EarlierList { path, player } = &self.lists[at];
        player.as_ref().map_or_else(|| path.clone(), |player| format!("{path} of \"{player}\""))
    }
}

/// A list's report with the army that it fields.
#[derive(Debug)]
pub struct ReportedList<'r> {
    /// The report of the list.
    pub report: &'r mut ListReport,
    /// The army that it fields. `None` if that is not known.
    pub fielded: Option<&'r FieldedHashes>,
}

fn push_finding(report: &mut ListReport, code: Code, severity: Severity, message: String) {
    let span = report.army_span.unwrap_or_default();
    if severity == Severity::Error && report.verdict != Verdict::Unreadable {
        report.verdict = Verdict::Illegal;
    }
    let finding = Finding::new(code, span, message).with_severity(severity);
    report.findings.push(finding.with_subject(SubjectKind::File, report.path.clone()));
    crate::finding::sort_and_dedup(&mut report.findings);
}

/// Returns a player's name in a form that is equal for different spellings of it.
fn normalize_player(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns the sums of all hashes with as many left out as may differ: the number left out, fewest first, and
/// the sum.
fn sums_with_some_left_out(rows: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    let all = rows.iter().fold(0_u64, |sum, row| sum.wrapping_add(*row));
    let most = if rows.len() > MAX_FOR_PAIRS { 1 } else { MAX_DIFFERENT }.min(rows.len() / 4);
    let one = rows.iter().filter(move |_| most >= 1).map(move |row| (1, all.wrapping_sub(*row)));
    let pairs = rows.iter().enumerate().filter(move |_| most >= 2);
    let two = pairs.flat_map(move |(at, row)| {
        rows[at + 1..].iter().map(move |other| (2, all.wrapping_sub(*row).wrapping_sub(*other)))
    });
    std::iter::once((0, all)).chain(one).chain(two)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_four_or_two_of_eight_rows_may_differ() {
        let left = |rows: u64| -> Vec<usize> {
            let rows: Vec<u64> = (0..rows).map(|n| 1 << n).collect();
            sums_with_some_left_out(&rows).map(|(left, _)| left).collect()
        };
        assert_eq!(left(3), [0]);
        assert_eq!(left(4), [0, 1, 1, 1, 1]);
        // All, each of eight, each two of eight: 1 + 8 + 28
        assert_eq!(left(8).len(), 37);
        let large: Vec<u64> = (0..65).collect();
        assert_eq!(sums_with_some_left_out(&large).count(), 66);
        let three: Vec<u64> = sums_with_some_left_out(&[1, 2, 4, 8]).map(|(_, sum)| sum).collect();
        assert_eq!(three, [15, 14, 13, 11, 7]);
    }

    #[test]
    fn a_player_is_the_same_in_other_letters() {
        assert_eq!(normalize_player("  Marcus\u{a0}CATO "), normalize_player("marcus  Cato"));
        assert_ne!(normalize_player("Marcus Cato"), normalize_player("Marcus Catulus"));
    }
}
