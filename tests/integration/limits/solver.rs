//! The solver agrees with trying every list, for limits with every word that they can have.

use std::fmt::Write as _;
use std::time::Duration;

use muster::army::resolve_army;
use muster::check::check_army;
use muster::finding::{FileId, Severity};
use muster::format::list::List;
use muster::read::read_text;
use muster::rules::Rules;
use muster::rules::library::RulesLookup;
use muster::solve::{Feasibility, ListRequirements, find_legal_list};

use crate::common::Folder;

/// A small pseudorandom generator.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % sides
    }

    pub(crate) fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[usize::try_from(self.roll(i64::try_from(all.len()).unwrap())).unwrap()]
    }
}

pub(crate) const SELECTORS: [&str; 6] =
    ["{tag: foot}", "{tag: odd}", "{tag: shooter}", "{unit: a}", "{unit: c}", "{}"];

/// What shares and rates are taken of.
const BASES: [&str; 6] = [
    "{count: {tag: foot}}",
    "{count: {tag: odd}}",
    "{sum: size, of: {unit: c}}",
    "{options: [bow]}",
    "{sum: size}",
    "{options: flag, of: {tag: foot}}",
];

/// Returns a bound with random steps.
fn random_bound(dice: &mut Dice) -> String {
    let base = match dice.roll(4) {
        0 => "spent",
        1 => "points",
        _ => dice.pick(&BASES),
    };
    let of_points = matches!(base, "spent" | "points");
    let unit = if of_points { 30 } else { 1 };
    let mut bound = if dice.roll(3) == 0 {
        let (parts, of) = (1 + dice.roll(4), if of_points { 40 } else { 3 });
        let round = dice.pick(&["up", "down", "nearest", "none"]);
        format!("share: {parts}/{of}, round: {round}")
    } else {
        let per = unit * (1 + dice.roll(3));
        let steps = if dice.roll(3) == 0 {
            format!("enough: {}", 1 + dice.roll(per))
        } else {
            format!("round: {}", dice.pick(&["up", "down", "nearest", "none"]))
        };
        let (allow, then) = (1 + dice.roll(3), dice.pick(&["up", "down", "nearest"]));
        let allow =
            if dice.roll(3) == 0 { format!("{allow}/2, then-round: {then}") } else { format!("{allow}") };
        format!("allow: {allow}, per: {per}, {steps}")
    };
    write!(bound, ", of: {base}").unwrap();
    if dice.roll(2) == 0 {
        write!(bound, ", above: {}", unit * (1 + dice.roll(3))).unwrap();
    }
    if dice.roll(2) == 0 {
        write!(bound, ", plus: {}", dice.roll(4) - 2).unwrap();
    }
    let least = dice.roll(3);
    if dice.roll(2) == 0 {
        write!(bound, ", at-least: {least}").unwrap();
    }
    if dice.roll(2) == 0 {
        write!(bound, ", at-most: {}", least + dice.roll(3)).unwrap();
    }
    format!("{{{bound}}}")
}

/// Returns a random limit on how much there may be.
pub(crate) fn random_limit(dice: &mut Dice) -> String {
    let what = dice.pick(&SELECTORS);
    let measure = match dice.roll(5) {
        0 => format!("sum: size, of: {what}"),
        1 => "options: [bow, flag]".to_owned(),
        2 => format!("options: bow, of: {what}"),
        _ => format!("count: {what}"),
    };
    let ends = match dice.roll(4) {
        0 => format!("min: {}", random_bound(dice)),
        1 => format!("exactly: {}", random_bound(dice)),
        2 => format!("either: [{{exactly: {}}}, {{max: {}}}]", 3 + dice.roll(3), random_bound(dice)),
        _ => format!("max: {}", random_bound(dice)),
    };
    let present = dice.pick(&SELECTORS);
    let when = match dice.roll(10) {
        0 | 1 => format!(", when: {{present: {present}}}"),
        2 => ", when: {measured: {options: [bow, flag], min: 2}}".to_owned(),
        3 => format!(", when: {{not: {{measured: {{highest: size, of: {present}, min: 3}}}}}}"),
        _ => String::new(),
    };
    format!("{{{measure}, {ends}{when}}}")
}

/// Returns a random ruleset: three unit types, at most two of each, one with an option and one in two sizes.
pub(crate) fn random_ruleset(id: &str, dice: &mut Dice) -> String {
    let mut text = format!("ruleset: {id}\nname: Random\nversion: 1.0.0\noptions:\n");
    let most = if dice.roll(3) == 0 { format!(", max: {}", random_bound(dice)) } else { String::new() };
    writeln!(text, "  bow: {{name: Bow, cost: {}, gives-tags: [shooter]{most}}}", 1 + dice.roll(9)).unwrap();
    writeln!(text, "  flag: {{name: Flag, some: true, cost: {}}}", dice.roll(3)).unwrap();
    text.push_str("units:\n");
    writeln!(text, "  a: {{name: A, tags: [foot], cost: {}, options: [bow?]}}", 20 + dice.roll(20)).unwrap();
    let most = if dice.roll(4) == 0 { ", min: 1" } else { "" };
    writeln!(text, "  b: {{name: B, tags: [foot, odd], cost: {}{most}}}", 15 + dice.roll(30)).unwrap();
    let each = 5 + dice.roll(10);
    writeln!(
        text,
        "  c: {{name: C, tags: [odd], cost: {each}, per: model, size: {{of: models, min: 2, max: 3}}, options: [flag?]}}"
    )
    .unwrap();
    text.push_str("limits:\n");
    for unit in ["a", "b", "c"] {
        writeln!(text, "  most-{unit}: {{count: {{unit: {unit}}}, max: 2}}").unwrap();
    }
    for at in 0..2 {
        writeln!(text, "  random-{at}: {}", random_limit(dice)).unwrap();
    }
    text
}

const ROWS: [&str; 6] = [
    "{unit: a",
    "{unit: a, options: [bow]",
    "{unit: b",
    "{unit: c, size: 2",
    "{unit: c, size: 3",
    "{unit: c, size: 2, options: [flag]",
];

/// What an army buys in a game that offers an ambush and a ditch.
const BOUGHT: [&str; 4] = ["", "options: [ambush]\n", "options: [ditch]\n", "options: [ambush, ditch]\n"];

/// Returns the first legal list under such a ruleset, of those with up to two of each row.
fn any_legal(id: &str, rules: &Rules, size: i64, at_least: i64) -> Option<String> {
    let bought = if rules.purchases.is_empty() { &BOUGHT[..1] } else { &BOUGHT };
    let all = bought.iter().flat_map(|bought| (1..3_usize.pow(6)).map(move |code| (bought, code)));
    all.into_iter().find_map(|(bought, code)| {
        let mut text = format!("army: X\nruleset: {id}\npoints: {size}\n{bought}units:\n");
        let mut rest = code;
        for row in ROWS {
            if rest % 3 > 0 {
                writeln!(text, "  - {row}, count: {}}}", rest % 3).unwrap();
            }
            rest /= 3;
        }
        is_legal(rules, &text, at_least).then_some(text)
    })
}

/// Returns `true` if a list is legal and costs at least so much.
fn is_legal(rules: &Rules, text: &str, at_least: i64) -> bool {
    let list = read_text::<List>(FileId::CHECKED, text).value.unwrap();
    let army = resolve_army(&list, rules, false, false);
    army.spent >= at_least && !check_army(&army).iter().any(|f| f.severity == Severity::Error)
}

/// What the solver found out about rulesets, as compared with trying every list.
#[derive(Debug, Default)]
pub(crate) struct Outcomes {
    /// How many rulesets allow a list that was found.
    pub(crate) legal: u32,
    /// How many are proven to allow none.
    pub(crate) forbidden: u32,
    /// How many allow none, which was not proven.
    pub(crate) open: u32,
    /// How many allow a list that was not found.
    pub(crate) missed: u32,
}

/// Compares the solver with trying every list, under as many random rulesets. A list that is found must be legal, and
/// where none is proven to be legal none may be.
pub(crate) fn compare(rounds: u64, seed: u64, ruleset: &dyn Fn(&str, &mut Dice) -> String) -> Outcomes {
    let folder = Folder::new();
    let mut dice = Dice(seed);
    let mut outcomes = Outcomes::default();
    for round in 0..rounds {
        let id = format!("random-{round}");
        let text = ruleset(&id, &mut dice);
        folder.write(&format!("{id}/ruleset.yaml"), &text);
        let library = folder.library();
        let RulesLookup::Ready(rules) = library.rules_for(&id, None) else {
            panic!("{text}\n{:?}", library.findings())
        };
        let (size, at_least) = (60 + dice.roll(100), 40 + dice.roll(60));
        let any = any_legal(&id, &rules, size, at_least);
        let terms = ListRequirements {
            title: "a witness",
            size: Some(size.into()),
            date: None,
            min_cost: at_least.into(),
            answer: None,
            time_limit: Duration::from_secs(30),
        };
        match find_legal_list(&rules, &terms) {
            Feasibility::Found(found) => {
                assert!(is_legal(&rules, &found.text, at_least), "round {round}\n{text}\n{}", found.text);
                outcomes.legal += 1;
            }
            Feasibility::Forbidden(clash) => {
                assert!(any.is_none(), "round {round}, {at_least} of {size}\n{text}\n{clash:?}\n{any:?}");
                outcomes.forbidden += 1;
            }
            Feasibility::NoneFound if any.is_none() => outcomes.open += 1,
            Feasibility::NoneFound => outcomes.missed += 1,
        }
    }
    outcomes
}

#[test]
fn rates_with_ends_are_searched_and_proved() {
    let found = compare(80, 3, &random_ruleset);
    assert!(found.legal >= 15 && found.forbidden >= 10, "both happen: {found:?}");
    assert!(found.missed == 0 && found.open <= 8, "nearly all are settled: {found:?}");
}

/// Two types, of which the weak cost 10 and the strong 100, or the other way round: one of the two searches would meet
/// each limit by chance.
#[test]
fn the_search_keeps_limits_on_the_highest_and_lowest() {
    let found = |limit: &str, weak: u32, strong: u32| {
        let text = format!(
            "ruleset: ends\nname: Ends\nversion: 1.0.0\nstats: {{ld: {{name: Ld}}}}\nunits:\n  weak: {{name: Weak, cost: \
             {weak}, stats: {{ld: 5}}}}\n  strong: {{name: Strong, cost: {strong}, stats: {{ld: 9}}}}\nlimits:\n  ends: \
             {{{limit}}}\n"
        );
        let folder = Folder::new();
        folder.write("ends/ruleset.yaml", &text);
        let library = folder.library();
        let RulesLookup::Ready(rules) = library.rules_for("ends", None) else {
            panic!("{:?}", library.findings())
        };
        let terms = ListRequirements {
            title: "a list",
            size: Some(100_i64.into()),
            date: None,
            min_cost: 95_i64.into(),
            answer: None,
            time_limit: Duration::from_secs(20),
        };
        match find_legal_list(&rules, &terms) {
            Feasibility::Found(found) => (found.text.contains("weak"), found.text.contains("strong")),
            other => panic!("{limit}: {other:?}"),
        }
    };
    for (weak, strong) in [(10, 100), (100, 10)] {
        for (limit, wanted) in [
            ("highest: ld, max: 8", (true, false)),
            ("highest: ld, exactly: 5", (true, false)),
            ("lowest: ld, max: 5", (true, false)),
            ("highest: ld, min: 6", (false, true)),
            ("lowest: ld, min: 6", (false, true)),
            ("lowest: ld, exactly: 9", (false, true)),
            ("lowest: ld, of: {unit: strong}, max: 8", (true, false)),
            ("highest: ld, of: {unit: weak}, min: 6", (false, true)),
        ] {
            assert_eq!(found(limit, weak, strong), wanted, "{limit}, {weak} and {strong}");
        }
    }
}
