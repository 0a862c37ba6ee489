//! Compares `muster suggest` with a brute-force search over all lists within reach of small changes.
//!
//! The rulesets are invented, and the test has their rules in code of its own.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use muster::apply_changes;
use muster::check::check_files::CheckOptions;
use muster::check::report::{ListReport, Verdict};
use muster::checked_list::check_list;
use muster::format::read_exact_numbers::Number;
use muster::rules::library::Library;
use muster::suggest::{SuggestOptions, Suggestions, suggest_changes};
use proptest::prelude::*;

use crate::suggest::answers::TOY;
use crate::suggest::support::Folder;

/// A row: the index of the unit, how many, and the options as bits.
type Row = (usize, u32, u8);

/// An invented game, with its rules as code of the test.
struct Game {
    text: &'static str,
    /// How many of the smallest price unit make a point.
    point: u32,
    /// Each unit's id, its price, and the options that it may take.
    units: &'static [(&'static str, u32, u8)],
    options: &'static [(&'static str, u32)],
    /// The limits, as a test on rows.
    keeps: fn(&[Row]) -> bool,
}

fn count(rows: &[Row], of: impl Fn(&Row) -> bool) -> u32 {
    rows.iter().filter(|row| of(row)).map(|row| row.1).sum()
}

/// A game with shares and a maximum for some units, and prices in half points.
const HALVES: Game = Game {
    text: TOY,
    point: 2,
    units: &[("spears", 40, 0b11), ("bows", 34, 0b01), ("horse", 62, 0)],
    options: &[("shield", 6), ("drill", 11)],
    keeps: |rows| {
        let horse = count(rows, |r| r.0 == 2);
        horse <= count(rows, |r| r.0 != 2) / 2 && count(rows, |r| r.0 == 1) <= 3
    },
};

/// A game with prices in thirds, a maximum for one unit, an option with a limit, a growing minimum,
/// alternatives, pairs, and a limit on the points of some units.
const THIRDS: Game = Game {
    text: "ruleset: toy
name: Toy
version: 1.0.0
size: 1
options:
  torch: {name: Torch, cost: 2/3}
  mail: {name: Mail, cost: 4.5}
units:
  guard: {name: Guard, tags: [elite], cost: 37/2, options: [\"mail?\"]}
  levy: {name: Levy, tags: [foot], cost: 10/3, options: [\"torch?\"]}
  sworn: {name: Sworn, tags: [foot], cost: 9, options: [\"torch?\", \"mail?\"]}
  chariot: {name: Chariot, tags: [wheels], cost: 14}
limits:
  one-guard: {count: {unit: guard}, max: 1}
  torches: {count: {option: torch}, max: 2}
  levy-first: {count: {unit: levy}, min: {share: 1/3, of: {}, round: up}}
  sworn: {count: {unit: sworn}, either: [{exactly: 0}, {min: 2, max: 4}]}
  pairs: {count: {unit: chariot}, multiple-of: 2, when: {present: {tag: elite}}}
  mail: {sum: points, of: {option: mail}, max: {share: 1/2, of: points}}
",
    point: 6,
    units: &[("guard", 111, 0b10), ("levy", 20, 0b01), ("sworn", 54, 0b11), ("chariot", 84, 0)],
    options: &[("torch", 4), ("mail", 27)],
    keeps: |rows| {
        let unit = |unit| count(rows, move |r| r.0 == unit);
        let all = count(rows, |_| true);
        unit(0) <= 1
            && count(rows, |r| r.2 & 1 != 0) <= 2
            && unit(1) >= all.div_ceil(3)
            && (unit(2) == 0 || (2..=4).contains(&unit(2)))
            && (unit(0) == 0 || unit(3).is_multiple_of(2))
    },
};

impl Game {
    fn library(&self) -> (Folder, Library) {
        let folder = Folder::new();
        folder.write("toy/ruleset.yaml", self.text);
        let library = Library::new(vec![folder.0.clone()]);
        (folder, library)
    }

    fn price(&self, row: &Row) -> u32 {
        let options = self.options.iter().enumerate().filter(|(at, _)| row.2 & (1 << at) != 0);
        row.1 * (self.units[row.0].1 + options.map(|(_, (_, price))| price).sum::<u32>())
    }

    /// Returns what the rows cost if they are a legal army of a size. `None` if they are not.
    fn legal(&self, size: u32, rows: &[Row]) -> Option<u32> {
        let sum = rows.iter().map(|row| self.price(row)).sum();
        // Only the second game has the limit on points
        let mail: u32 = rows.iter().filter(|row| row.2 & 2 != 0).map(|row| self.price(row)).sum();
        // Half of the size is rounded down to whole points, the default for shares
        let mail = self.point != 6 || mail <= size / 2 * self.point;
        (sum <= size * self.point && mail && (self.keeps)(rows)).then_some(sum)
    }

    fn written(&self, size: u32, rows: &[Row]) -> String {
        let mut text = format!("army: A   # mine\nruleset: toy\npoints: {size}\nunits:\n");
        for (at, (unit, count, options)) in rows.iter().enumerate() {
            let all = self.options.iter().enumerate().filter(|(at, _)| options & (1 << at) != 0);
            let words: Vec<&str> = all.map(|(_, (word, _))| *word).collect();
            let (unit, words) = (self.units[*unit].0, words.join(", "));
            let _ = writeln!(
                text,
                "  - {{unit: {unit}, name: Row {at}, count: {count}, options: [{words}]}}   # row {at}"
            );
        }
        text
    }

    /// Returns what a row may become, and with how many changes: up to two, as the page on building says.
    fn alternatives(&self, row: Row) -> Vec<(Option<Row>, u32)> {
        let mut all: BTreeMap<Option<Row>, u32> = BTreeMap::from([(Some(row), 0), (None, 1)]);
        let (unit, now, options) = row;
        for count in now.saturating_sub(5).max(1)..=now + 5 {
            for other in 0..1_u8 << self.options.len() {
                let changed = (options ^ other).count_ones() + u32::from(count != now);
                if other & !self.units[unit].2 == 0 && (1..=2).contains(&changed) {
                    all.insert(Some((unit, count, other)), changed);
                }
            }
        }
        all.into_iter().collect()
    }

    /// Returns the fewest changes for each cost of a legal list within reach. New rows are of up to five
    /// units.
    fn reached(&self, size: u32, rows: &[Row]) -> BTreeMap<u32, u32> {
        let mut sets: Vec<(Vec<Row>, u32)> = vec![(Vec::new(), 0)];
        for row in rows {
            let all = self.alternatives(*row);
            sets = sets
                .iter()
                .flat_map(|(set, changes)| {
                    all.iter()
                        .map(move |(row, more)| (set.iter().copied().chain(*row).collect(), changes + more))
                })
                .collect();
        }
        let mut found = BTreeMap::new();
        for (mut set, changes) in sets {
            self.further(size, &mut set, changes, 0, &mut found);
        }
        found
    }

    fn further(
        &self,
        size: u32,
        rows: &mut Vec<Row>,
        changes: u32,
        from: usize,
        found: &mut BTreeMap<u32, u32>,
    ) {
        if rows.iter().map(|row| self.price(row)).sum::<u32>() > size * self.point {
            return;
        }
        if let Some(cost) = self.legal(size, rows).filter(|_| !rows.is_empty()) {
            let fewest = found.entry(cost).or_insert(changes);
            *fewest = (*fewest).min(changes);
        }
        for at in from..5 * self.units.len() {
            rows.push((at / 5, u32::try_from(at % 5).unwrap() + 1, 0));
            self.further(size, rows, changes + 1, at, found);
            rows.pop();
        }
    }
}

fn check_text(library: &Library, text: &str) -> ListReport {
    check_list(library, "x.yaml", text.as_bytes().to_vec(), &CheckOptions::default())
}

/// Returns the suggestions; asserts that each is a legal list that costs what it says.
fn legal_suggestions(library: &Library, text: &str) -> Suggestions {
    let wish = SuggestOptions { time: Some(Duration::from_secs(120)), ..SuggestOptions::default() };
    let found = suggest_changes(library, "x.yaml", text, &wish).unwrap();
    for way in &found.suggestions {
        assert_eq!(apply_changes(text, &way.changes).unwrap(), way.text);
        let after = check_text(library, &way.text);
        assert_eq!(after.verdict, Verdict::Legal, "{:?}: {}", after.findings, way.text);
        assert_eq!(after.points.unwrap().total, way.total.unwrap(), "{}", way.text);
        assert!(way.text.starts_with("army: A   # mine\n"));
    }
    let mut texts: Vec<&str> = found.suggestions.iter().map(|way| way.text.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), found.suggestions.len(), "a way is shown twice");
    found
}

/// Asserts that the first suggestions are what brute force finds, and that what is called proven is true.
fn agrees(game: &Game, library: &Library, size: u32, rows: &[Row]) {
    let text = game.written(size, rows);
    let found = legal_suggestions(library, &text);
    let now = game.legal(size, rows);
    assert_eq!(found.was_illegal, now.is_none(), "{text}{:?}", found.before.findings);
    let reached = game.reached(size, rows);
    let best = match now {
        Some(now) => reached.iter().next_back().filter(|(cost, _)| **cost > now).map(|(c, n)| (Some(*c), *n)),
        None => reached.values().min().map(|fewest| (None, *fewest)),
    };
    let first = found.suggestions.first().map(|way| {
        let cost =
            way.total.unwrap().checked_mul(i64::from(game.point).into()).unwrap().to_integer().unwrap();
        (now.map(|_| u32::try_from(cost).unwrap()), u32::try_from(way.descriptions.len()).unwrap())
    });
    assert_eq!(first, best, "{text}{:?}\n{:?}", found.suggestions, found.proof);
    assert!(!found.proof.time_ran_out, "{text}");
    assert!(first.is_none() || found.proof.has_fewest_changes, "{text}{:?}", found.proof);
    assert!(!(found.proof.nothing_is_possible && best.is_some()), "{text}");
}

#[test]
fn spending_agrees_with_brute_force() {
    let (_folder, library) = HALVES.library();
    for (size, rows) in [
        (100, vec![(0, 2, 0), (2, 1, 0)]),
        (100, vec![(0, 4, 0)]),
        (150, vec![(0, 2, 1), (1, 2, 0), (2, 1, 0)]),
        (77, vec![(1, 3, 1)]),
        (140, vec![(0, 3, 2), (2, 1, 0), (1, 1, 1)]),
        (61, vec![(0, 3, 0)]),
        (63, vec![(0, 3, 0)]),
    ] {
        agrees(&HALVES, &library, size, &rows);
    }
}

#[test]
fn an_illegal_list_is_repaired_with_the_fewest_changes() {
    let (_folder, library) = HALVES.library();
    for (size, rows, fewest) in [
        // Over the size
        (100, vec![(0, 6, 0)], 1),
        // Two horse too many
        (200, vec![(0, 2, 0), (2, 3, 0)], 1),
        // Six bows too many, five horse too many: the bows' row and the horse's
        (150, vec![(0, 2, 0), (1, 9, 0), (2, 7, 0)], 2),
        // Two kinds of excess horse and bows that no single row can correct
        (120, vec![(0, 1, 0), (2, 7, 0), (2, 7, 0), (1, 4, 0), (1, 4, 0)], 4),
    ] {
        let text = HALVES.written(size, &rows);
        let found = legal_suggestions(&library, &text);
        assert_eq!(found.suggestions[0].descriptions.len(), fewest, "{:?}", found.suggestions);
        assert!(found.proof.has_fewest_changes);
        if rows.len() < 4 {
            agrees(&HALVES, &library, size, &rows);
        }
    }
}

proptest! {
    #![proptest_config(crate::common::cases(24))]

    #[test]
    fn any_two_rows_of_halves(size in 40_u32..140, rows in prop::collection::vec((0_usize..3, 1_u32..7, 0_u8..4), 1..3)) {
        let (_folder, library) = HALVES.library();
        let rows: Vec<Row> = rows.into_iter().map(|(u, n, o)| (u, n, o & HALVES.units[u].2)).collect();
        agrees(&HALVES, &library, size, &rows);
    }

    #[test]
    fn any_two_rows_of_thirds(size in 12_u32..60, rows in prop::collection::vec((0_usize..4, 1_u32..5, 0_u8..4), 1..3)) {
        let (_folder, library) = THIRDS.library();
        let rows: Vec<Row> = rows.into_iter().map(|(u, n, o)| (u, n, o & THIRDS.units[u].2)).collect();
        agrees(&THIRDS, &library, size, &rows);
    }
}

#[test]
fn half_of_an_odd_size_is_rounded_down() {
    let (_folder, library) = THIRDS.library();
    // Two sworn with torch and mail cost 85/3 points, and half of 57 is 28: on their own they are too many
    assert_eq!(THIRDS.legal(57, &[(2, 2, 3), (1, 1, 0)]), None);
    assert!(THIRDS.legal(58, &[(2, 2, 3), (1, 1, 0)]).is_some());
    agrees(&THIRDS, &library, 57, &[(0, 3, 2), (2, 2, 3)]);
}

#[test]
fn thirds_and_halves_are_exact() {
    let (_folder, library) = THIRDS.library();
    // Two levies are 20/3, a guard is 37/2
    let text = THIRDS.written(30, &[(0, 1, 0), (1, 2, 0)]);
    let found = legal_suggestions(&library, &text);
    let total = |n, d| Some(Number::fraction(n, d).unwrap());
    assert_eq!(found.before.points.as_ref().map(|p| p.total), total(151, 6));
    agrees(&THIRDS, &library, 30, &[(0, 1, 0), (1, 2, 0)]);
}
