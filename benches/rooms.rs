//! How long the rooms of an army with a book take, beside the check alone. Compare within one run: `cargo bench --bench
//! rooms`.

use std::fmt::Write as _;
use std::sync::Arc;

use divan::{Bencher, black_box};
use muster::army::resolve_army;
use muster::build::rooms::rooms;
use muster::finding::FileId;
use muster::format::list::List;
use muster::read::read_text;
use muster::rules::Rules;
use muster::rules::library::{Library, RulesLookup};

const ROWS: [usize; 3] = [30, 300, 3_000];

/// What the rows are, in turn.
const UNITS: [&str; 6] = [
    "{unit: libyan-spearmen, count: 4}",
    "{unit: iberian-scutarii, count: 3, options: [veteran: melee]}",
    "{unit: gauls, count: 4, options: [impetuous]}",
    "{unit: balearic-slingers}",
    "{unit: numidian-cavalry, count: 3}",
    "{unit: elephants, options: [elephant-escorts]}",
];

fn main() {
    divan::main();
}

/// A list of this many rows in two commands, and its rules.
fn army_of(rows: usize) -> Option<(List, Arc<Rules>)> {
    let mut text = "army: Made\nruleset: fra\nbook: carthage-italy\nmode: points\npoints: 1000\ndate: 218 BC\ncommands:\n"
        .to_owned();
    for (name, person) in [("Left", "hannibal, role: general"), ("Right", "mago, role: sub-general")] {
        write!(text, "  - name: {name}\n    commander: {{unit: {person}}}\n    baggage: true\n    units:\n")
            .ok()?;
        for at in 0..rows / 2 {
            writeln!(text, "      - {}", UNITS[at % UNITS.len()]).ok()?;
        }
    }
    match Library::default().rules_for("fra", Some("carthage-italy")) {
        RulesLookup::Ready(rules) => Some((read_text::<List>(FileId::CHECKED, &text).value?, rules)),
        _ => None,
    }
}

/// Every check of the army.
#[divan::bench(args = ROWS)]
fn a_checking(bencher: Bencher<'_, '_>, rows: usize) {
    let Some((list, rules)) = army_of(rows) else { return };
    let army = resolve_army(&list, &rules, false, false);
    bencher.bench_local(|| muster::check::check_army(black_box(&army)).len());
}

/// The rooms of all limits.
#[divan::bench(args = ROWS)]
fn b_rooms(bencher: Bencher<'_, '_>, rows: usize) {
    let Some((list, rules)) = army_of(rows) else { return };
    let army = resolve_army(&list, &rules, false, false);
    bencher.bench_local(|| rooms(black_box(&army)).rooms.len());
}
