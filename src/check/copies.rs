//! Reports armies that are handed in more than once: the same list, the same army under other names, nearly
//! the same army, or two armies of one player.

use std::collections::HashMap;

use crate::army::fielded::Fielded;
use crate::finding::{Code, Finding, Severity, SubjectKind};
use crate::format::event::CopyWeights;
use crate::format::words::Weight;

use super::report::{ListReport, Verdict};

/// The fewest different units and characters for which two equal armies are not a coincidence.
const FEWEST: usize = 4;
/// How many of its units and characters may differ in an army that is nearly the same: one in four, two at
/// most.
const MOST_OTHERS: usize = 2;
/// If an army has more different units and characters than this, only one may differ: the pairs to leave out
/// would be too many to try.
const LARGE: usize = 64;

/// The lists checked so far, by the keys that identify their armies. The time and memory for a list do not
/// depend on the number of lists before it.
#[derive(Debug, Default)]
pub struct Copies {
    weights: CopyWeights,
    lists: Vec<Known>,
    /// The first list of each digest.
    by_digest: HashMap<String, usize>,
    /// The first list that fields exactly these troops.
    by_whole: HashMap<u128, usize>,
    /// The first list of each army with one or two of its units left out, by the sum of the hashes of the
    /// others.
    by_most: HashMap<u64, usize>,
    by_player: HashMap<String, usize>,
}

/// What is kept of an earlier list, for messages.
#[derive(Debug)]
struct Known {
    path: String,
    player: Option<String>,
}

impl Copies {
    /// Creates an empty set of lists, with the severities that an event gives to copies.
    pub fn new(weights: CopyWeights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Adds the next list, and reports in it an earlier list that is the same army or of the same player.
    pub fn look(&mut self, list: &mut ReportedList<'_>) {
        let Some(digest) = &list.report.digest else { return };
        let at = self.lists.len();
        let player = list.report.player.clone();
        let same_player = player.as_deref().map(spelled).and_then(|p| self.by_player.get(&p)).copied();
        let twice = self.by_digest.get(&digest.army).copied();
        let digest = digest.army.clone();
        let fielded = list.fielded.filter(|f| f.rows.len() >= FEWEST);
        let copied = fielded.and_then(|f| self.by_whole.get(&f.whole)).copied();
        let near = fielded.and_then(|f| {
            let first =
                ways_to_leave_out(&f.rows).find_map(|(left, key)| Some((left, *self.by_most.get(&key)?)));
            first.map(|(left, other)| (left, f.rows.len(), other))
        });
        let weigh = |set: Option<Weight>, usual| set.map_or(usual, Severity::from);
        let CopyWeights { same, alike, player: of_player } = self.weights;
        if let Some(other) = twice {
            let message = format!("this is the same army as {}", self.lists[other].path);
            say(list.report, Code::HandedInTwice, weigh(same, Severity::Warning), message);
        } else if let Some(other) = copied {
            let message = format!("this is the same army as {}, under other names", self.named(other));
            say(list.report, Code::HandedInTwice, weigh(same, Severity::Warning), message);
        } else if let Some(other) = same_player {
            let name = player.as_deref().unwrap_or_default();
            let message = format!("\"{name}\" has handed in another army, {}", self.lists[other].path);
            say(list.report, Code::PlayerTwice, weigh(of_player, Severity::Warning), message);
        } else if let Some((left, rows, other)) = near {
            let what = match left {
                0 => format!("all {rows} different units and characters of this army are"),
                left => {
                    format!("all but {left} of the {rows} different units and characters of this army are")
                }
            };
            let message = format!("{what} those of {}", self.named(other));
            say(list.report, Code::HandedInTwice, weigh(alike, Severity::Note), message);
        }
        self.by_digest.entry(digest).or_insert(at);
        if let Some(fielded) = fielded {
            self.by_whole.entry(fielded.whole).or_insert(at);
            for (_, key) in ways_to_leave_out(&fielded.rows) {
                self.by_most.entry(key).or_insert(at);
            }
        }
        if let Some(player) = &player {
            self.by_player.entry(spelled(player)).or_insert(at);
        }
        self.lists.push(Known { path: list.report.path.clone(), player });
    }

    /// Returns the path and the player of an earlier list.
    fn named(&self, at: usize) -> String {
        let Known { path, player } = &self.lists[at];
        player.as_ref().map_or_else(|| path.clone(), |player| format!("{path} of \"{player}\""))
    }
}

/// A list's report with the army that it fields.
#[derive(Debug)]
pub struct ReportedList<'r> {
    /// The report of the list.
    pub report: &'r mut ListReport,
    /// The army that it fields. `None` if that is not known.
    pub fielded: Option<&'r Fielded>,
}

fn say(report: &mut ListReport, code: Code, severity: Severity, message: String) {
    let span = report.army_span.unwrap_or_default();
    if severity == Severity::Error && report.verdict != Verdict::Unreadable {
        report.verdict = Verdict::Illegal;
    }
    let finding = Finding::new(code, span, message).severity(severity);
    report.findings.push(finding.about(SubjectKind::File, report.path.clone()));
    crate::finding::sort(&mut report.findings);
}

/// Returns a player's name in a form that is equal for different spellings of it.
fn spelled(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns the sums of all hashes with as many left out as may differ: the number left out, fewest first, and
/// the sum.
fn ways_to_leave_out(rows: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    let all = rows.iter().fold(0_u64, |sum, row| sum.wrapping_add(*row));
    let most = if rows.len() > LARGE { 1 } else { MOST_OTHERS }.min(rows.len() / 4);
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
    fn of_four_one_may_be_another_and_of_eight_two() {
        let left = |rows: u64| -> Vec<usize> {
            let rows: Vec<u64> = (0..rows).map(|n| 1 << n).collect();
            ways_to_leave_out(&rows).map(|(left, _)| left).collect()
        };
        assert_eq!(left(3), [0]);
        assert_eq!(left(4), [0, 1, 1, 1, 1]);
        // All, each of eight, each two of eight: 1 + 8 + 28
        assert_eq!(left(8).len(), 37);
        let large: Vec<u64> = (0..65).collect();
        assert_eq!(ways_to_leave_out(&large).count(), 66);
        let three: Vec<u64> = ways_to_leave_out(&[1, 2, 4, 8]).map(|(_, sum)| sum).collect();
        assert_eq!(three, [15, 14, 13, 11, 7]);
    }

    #[test]
    fn a_player_is_the_same_in_other_letters() {
        assert_eq!(spelled("  Marcus\u{a0}CATO "), spelled("marcus  Cato"));
        assert_ne!(spelled("Marcus Cato"), spelled("Marcus Catulus"));
    }
}
