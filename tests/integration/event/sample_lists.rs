//! Sixty lists for an open day, the same ones each time: every shipped army in many forms, twenty of them
//! faulty, each in its own way.

use serde_yaml::Value;

use crate::common::file;
use crate::common::with;

/// The lists that the project ships.
pub(crate) const ARMIES: [&str; 14] = [
    "fra/starter",
    "fra/trebia-carthage",
    "fra/trebia-rome",
    "fra/zama-carthage",
    "fra/zama-rome",
    "quick/cannae-rome",
    "quick/zama-carthage",
    "quick/zama-rome",
    "six-mm/trebia-carthage",
    "six-mm/trebia-rome",
    "six-mm/zama-numidia",
    "wab/carthage-1000",
    "wab/metaurus-carthage",
    "wab/metaurus-rome",
];

/// An event that admits every game and book, and requires a player's name.
pub(crate) const OPEN_DAY: &str = "event: open-day\nname: Open Day\nrequire: [player]\npoints: {max: 2000}\n";

/// A pseudorandom generator with the same numbers each time (Knuth's MMIX generator).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.roll(at + 1));
        }
    }
}

pub(crate) fn army(name: &str) -> String {
    file(&format!("lists/{name}.yaml"))
}

/// Writes the same army differently: keys and units in another order, identical units in rows of their own.
pub(crate) fn reformed(list: &mut Value, dice: &mut Dice) {
    let text = serde_yaml::to_string(list).unwrap();
    let pointing = ["with: ", "standard: ", "attached-to: "];
    let named = text.lines().filter_map(|line| {
        let line = line.trim_start_matches([' ', '-']);
        pointing.iter().find_map(|key| line.strip_prefix(key)).map(str::to_owned)
    });
    reform(list, &named.collect::<Vec<_>>(), dice);
}

/// `named` are names that something refers to; a second row of such a name would be an error.
fn reform(list: &mut Value, named: &[String], dice: &mut Dice) {
    match list {
        Value::Mapping(map) => {
            let mut items: Vec<(Value, Value)> = std::mem::take(map).into_iter().collect();
            dice.shuffle(&mut items);
            for (key, mut value) in items {
                if key == "units"
                    && let Value::Sequence(rows) = &mut value
                {
                    apart(rows, named, dice);
                    dice.shuffle(rows);
                }
                if key == "commands" || key == "characters" {
                    value.as_sequence_mut().into_iter().for_each(|rows| dice.shuffle(rows));
                }
                reform(&mut value, named, dice);
                map.insert(key, value);
            }
        }
        Value::Sequence(items) => items.iter_mut().for_each(|item| reform(item, named, dice)),
        _ => {}
    }
}

/// Writes some of a row's identical units as a row of their own.
fn apart(rows: &mut Vec<Value>, named: &[String], dice: &mut Dice) {
    for at in 0..rows.len() {
        let count = rows[at].get("count").and_then(Value::as_u64).unwrap_or(1);
        let free = rows[at]["name"].as_str().is_none_or(|name| !named.iter().any(|n| n == name));
        if count > 1 && free && dice.roll(2) == 0 {
            let mut one = rows[at].clone();
            one.as_mapping_mut().unwrap().remove("count");
            rows[at]["count"] = Value::from(count - 1);
            rows.push(one);
        }
    }
}

/// A list as handed in: its file name, its text, and what is wrong with it.
pub(crate) struct HandedIn {
    pub(crate) file: String,
    pub(crate) text: Vec<u8>,
    /// The code of the first finding and a part of its message. `None` for a list without errors.
    pub(crate) fault: Option<(&'static str, &'static str)>,
}

/// Returns all sixty lists, twenty of them faulty.
pub(crate) fn sixty() -> Vec<HandedIn> {
    let mut dice = Dice::new(218);
    let mut all = Vec::new();
    for at in 0..40 {
        let mut list: Value = serde_yaml::from_str(&army(ARMIES[at % ARMIES.len()])).unwrap();
        reformed(&mut list, &mut dice);
        list["player"] = Value::from(format!("player {at}"));
        // Whole numbers, lists and maps are written the same in JSON
        let (text, ending) = match at % 5 {
            4 => (serde_json::to_string_pretty(&list).unwrap(), "json"),
            3 => (format!("# handed in late\n\n{}", serde_yaml::to_string(&list).unwrap()), "yml"),
            _ => (serde_yaml::to_string(&list).unwrap(), "yaml"),
        };
        let table = ["", "table-1/", "table-2/late/"][at % 3];
        all.push(HandedIn { file: format!("{table}list-{at:02}.{ending}"), text: text.into(), fault: None });
    }
    for (at, (name, old, new, code, words)) in FAULTS.into_iter().enumerate() {
        let text = with(&army(name), old, new);
        let player = if code == "entry-missing" { String::new() } else { format!("player: breaker {at}\n") };
        let mut text = format!("{player}{text}").into_bytes();
        if code == "not-utf8" {
            let at = text.windows(3).position(|w| w == b"XXX").unwrap();
            text[at] = 0xff;
        }
        let file = format!("table-{}/wrong-{at:02}-{code}.yaml", 1 + at % 2);
        all.push(HandedIn { file, text, fault: Some((code, words)) });
    }
    all
}

/// A way to break a list: the army, a text in it, its replacement, the expected code, and a part of the
/// message.
type Way = (&'static str, &'static str, &'static str, &'static str, &'static str);

const FAULTS: [Way; 20] = [
    ("fra/trebia-carthage", "options: [impetuous]}", "options: [impetuous}", "yaml-syntax", ""),
    ("fra/trebia-rome", "notes: A base", "note: A base", "unknown-key", "\"note\""),
    ("fra/zama-carthage", "ruleset: fra\n", "", "missing-key", "`ruleset`"),
    ("fra/zama-rome", "date: 202 BC", "date: 0 BC", "bad-value", "0 BC"),
    ("quick/zama-rome", "name: Velites", "name: XXX", "not-utf8", "UTF-8"),
    ("quick/zama-carthage", "ruleset: quick", "ruleset: quik", "unknown-ruleset", "\"quik\""),
    ("wab/carthage-1000", "book: carthage", "book: cartage", "unknown-book", "\"cartage\""),
    ("quick/cannae-rome", "unit: LI", "unit: LX", "unknown-unit", "\"LX\""),
    (
        "quick/zama-carthage",
        "[barbarian, shield-wall]",
        "[barbarian, sheild-wall]",
        "unknown-option",
        "\"sheild-wall\"",
    ),
    ("six-mm/trebia-rome", "role: general", "role: genral", "unknown-role", "\"genral\""),
    (
        "six-mm/zama-numidia",
        "with: Masinissa's guard",
        "with: Massinissa's guard",
        "unknown-unit-name",
        "\"Massinissa's guard\"",
    ),
    ("fra/starter", "elite: [melee, rally]", "elite: melee", "option-incomplete", "places 1 mark"),
    ("six-mm/trebia-carthage", "size: 3, options: [average]", "size: 3", "choice-missing", "Elephants"),
    (
        "fra/trebia-carthage",
        "name: Gallic horse}",
        "name: Gallic horse, attached-to: Libyans}",
        "attachment",
        "Libyans",
    ),
    ("wab/metaurus-rome", "points: 2000", "points: 1982", "over-points", "1983"),
    (
        "fra/starter",
        "characters:\n",
        "characters:\n  - {role: general, name: Paullus, with: Equites}\n",
        "too-many",
        "2 ",
    ),
    ("fra/starter", "baggage: true ", "baggage: false ", "too-few", ""),
    (
        "fra/trebia-carthage",
        "    commander: {unit: mago, role: sub-general, with: Iberian horse}\n",
        "",
        "commander",
        "",
    ),
    ("fra/trebia-rome", "date: 218 BC", "date: 217 BC", "anachronism", "the years 218 BC"),
    ("wab/metaurus-carthage", "points: 2000", "points: 2000", "entry-missing", "`player`"),
];
