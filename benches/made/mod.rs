//! An FR!Ancients army of any length, always the same for the same length.

use std::fmt::Write as _;

/// A row as players write it: the unit, its name, how many, its options.
const ROWS: &[(&str, &str, u32, &str)] = &[
    ("HW", "Hastati", 2, "[throwing-weapon, roman-battle-drill]"),
    ("hand-weapons", "Principes", 1, "[throwing-weapon, roman-battle-drill, {elite: [melee, rally]}]"),
    ("SP", "Triarii", 1, "[roman-battle-drill, veteran: melee]"),
    ("SK", "Velites", 3, "[javelin-and-shield]"),
    ("SK", "Cretan archers", 1, "[bow]"),
    ("warband", "Gaesati", 1, "[impetuous, unsteady: elephants]"),
    ("LC", "Numidians", 2, "[javelin, exceptional-horsemen]"),
    ("HC", "Equites", 1, "[]"),
    ("EL", "Elephants", 1, "[elephant-escorts]"),
    ("spears", "Libyan spearmen", 1, "[heavy-armour, {elite: {places: [melee, rally]}}]"),
];

/// The text of a list with so many rows of units, in up to three commands; it breaks no rule.
#[allow(dead_code, reason = "each benchmark takes what it needs")]
pub(crate) fn list(rows: usize) -> String {
    army(rows, 0)
}

/// The same, beginning with another row: no two of these are the same army.
pub(crate) fn army(rows: usize, start: usize) -> String {
    let points = rows * 150;
    let mut text = format!(
        "# yaml-language-server: $schema=../../schemas/list.schema.json\n\
         army: The long march {start}\nruleset: fra\nmode: points\npoints: {points}\ndate: 202 BC\ncommands:\n"
    );
    // Writing to a text cannot fail
    let leaders = ["general", "sub-general", "sub-general"];
    let leaders = &leaders[..leaders.len().min(rows)];
    for (command, role) in leaders.iter().enumerate() {
        let own = command * rows / leaders.len()..(command + 1) * rows / leaders.len();
        let first = own.start;
        let name = ROWS[(first + start) % ROWS.len()].1;
        let _ = writeln!(
            text,
            "  - name: Command {command}\n    baggage: true\n    \
             commander: {{role: {role}, name: Leader {command}, with: {name} {first}}}\n    units:"
        );
        for row in own {
            one(&mut text, row, first, start);
        }
    }
    text
}

fn one(text: &mut String, row: usize, first: usize, start: usize) {
    let (unit, name, count, options) = ROWS[(row + start) % ROWS.len()];
    let _ = write!(text, "      - {{unit: {unit}, name: {name} {row}");
    if count > 1 {
        let _ = write!(text, ", count: {count}");
    }
    if options != "[]" {
        let _ = write!(text, ", options: {options}");
    }
    if name == "Cretan archers" && row > first {
        let _ = write!(text, ", attached-to: Velites {}", row - 1);
    }
    let _ = writeln!(text, "}}{}", if row.is_multiple_of(7) { "      # as the sources have it" } else { "" });
}
