//! Helpers for the tests of FR!Ancients.

use crate::common::with_army;
use muster::army::evaluate_ruleset_numbers::number_of_region;
use muster::army::regions::Region;
use muster::format::read_exact_numbers::Number;
use muster::rules::library::Library;

/// Returns a list of these rows in a mode.
pub(crate) fn list(mode: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("  - {row}\n")).collect();
    format!("army: Trial\nruleset: fra\nmode: {mode}\npoints: 1000\ndate: 216 BC\nunits:\n{rows}")
}

/// Returns a list of two commands, under a general and a sub-general.
pub(crate) const COMMANDS: &str = "\
army: Trial
ruleset: fra
points: 1000
date: 216 BC
commands:
  - name: Left
    commander: {role: general, name: A, with: One}
    baggage: true
    units:
      - {unit: HW, name: One}
      - {unit: SK, name: Screen, count: 2}
  - name: Right
    commander: {role: sub-general, name: B, with: Two}
    baggage: true
    units:
      - {unit: HW, name: Two, count: 3}
";

/// Returns an army of `commands` commands, the first under a general, with as many sub-generals over the
/// others. Without commands, all of them are characters.
pub(crate) fn led(points: i64, generals: usize, subs: usize, in_commands: bool) -> String {
    let roles = std::iter::repeat_n("general", generals).chain(std::iter::repeat_n("sub-general", subs));
    let mut text = format!("army: Trial\nruleset: fra\npoints: {points}\n");
    if in_commands {
        text += "commands:\n";
        for (at, role) in roles.enumerate() {
            text += &format!(
                "  - name: C{at}\n    commander: {{role: {role}, name: P{at}, with: U{at}}}\n    baggage: true\n    \
                 units: [{{unit: HW, name: U{at}}}]\n"
            );
        }
    } else {
        text += "baggage: true\nunits: [{unit: HW, name: U}]\ncharacters:\n";
        for (at, role) in roles.enumerate() {
            text += &format!("  - {{role: {role}, name: P{at}, with: U}}\n");
        }
    }
    text
}

pub(crate) fn army_number(library: &Library, text: &str, id: &str) -> Option<Number> {
    with_army(library, text, |army| {
        let id = army.rules.find_number(id).unwrap();
        number_of_region(army, id, Region::Army).map(|shown| shown.unwrap().single_number().unwrap())
    })
}
