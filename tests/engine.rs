//! The engine under invented rules: prices, options, parts, values, books, choices, allies, drafts and overlays.
//! Every expected number is worked out by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;

use common::{Folder, built_in, checked, file, lines, n, ruled, rules, stat, unit, with_army};
use muster::army::measure::Where;
use muster::army::number::{of_place, of_unit};
use muster::check::report::Verdict;
use muster::format::number::Number;
use muster::rules::library::{Answer, Library};

const WAR: &str = "\
ruleset: war
name: War
version: 1.0.0
commands: {led-by: [chief, captain]}
size: {of: models, min: 1}
stats:
  melee: {name: Melee}
  armour: {name: Armour, default: 0}
  move: {name: Move}
  missile: {name: Missile}
options:
  spear: {name: Spear, cost: 2, per: model}
  pike: {name: Pike, cost: 3, per: model}
  sword: {name: Sword, cost: 0}
  axe: {name: Axe, cost: 1, per: model, some: true}
  bow: {name: Bow, cost: 1, per: model, set: {missile: 2}}
  sling: {name: Sling, cost: 1/2, per: model, some: true}
  shield: {name: Shield, cost: 1/3, per: model, add: {armour: 1}}
  drill: {name: Drill, cost: 10}
  horse: {name: Horse, cost: 3, per: model, gives-tags: [mounted], takes-tags: [walking], set: {move: 8}}
  slow: {name: Slow, cost: -5, set: {move: 3}}
  steady: {name: Steady, cost: 0, set: {move: 5}}
  light: {name: Light, cost: 0, add: {move: 1}}
  blind: {name: Blind, cost: 0, set: {missile: none}}
  fierce: {name: Fierce, cost: 0, set: {armour: melee}}
  musician: {name: Musician, cost: 4}
  drummer: {name: Drummer, cost: 5}
  band: {name: Band, stands-for: [musician, drummer]}
  full-command: {name: Full command, cost: 7, stands-for: [musician, drummer]}
  fear: {name: Fear, cost: 0, excludes: {option: drill}}
  guard: {name: Guard, cost: 0, needs: {option: shield}}
every-unit: {options: [drill?], except: {unit: camp}}
effects:
  mounted: {where: {tag: mounted}, add: {armour: 2}}
units:
  men:
    code: M
    name: Men
    aka: [troops]
    tags: [foot, walking]
    cost: 2
    per: model
    size: {of: models, min: 5, max: 30}
    stats: {melee: 3, move: 4}
    options:
      - sword
      - bow?
      - sling?
      - shield?
      - horse?
      - slow?
      - steady?
      - light?
      - blind?
      - fierce?
      - musician?
      - band?
      - full-command?
      - fear?
      - guard?
  guards:
    name: Guards
    tags: [foot]
    cost: 40
    size: 10
    stats: {melee: 5, move: 4}
    options:
      - spear
      - bow?: 3
      - shield?: {cost: 7, per: unit}
      - pike?: {cost: 2, per: model, replaces: spear}
  levy:
    name: Levy
    tags: [foot, levy]
    cost: \"size * 2 + if(has(bow), 10, 0)\"
    size: {of: models, min: 1}
    options:
      - one-of:
          - sword
          - spear?
          - axe?
      - at-most-one-of:
          - bow?
          - sling?
  drafted:
    name: Drafted
    tags: [foot]
    cost: 5
    options:
      - one-of:
          - spear?
          - pike?
  engines: {name: Engines, cost: {for-size: {1: 150, 2: 290}}, size: {min: 1, max: 3}}
  elephants:
    name: Elephants
    tags: [beast]
    cost: 100
    per: model
    size: {min: 1, max: 3}
    parts:
      crew: {unit: driver, each: 3, cost: 4}
      archers: {unit: bowmen, max: 4}
  driver: {name: Driver, tags: [foot], cost: 9, per: model}
  bowmen: {name: Bowmen, tags: [foot], cost: 3, per: model, options: [bow?]}
  unpriced: {name: Unpriced}
  hero: {name: Hero, cost: 50, roles: [captain], tags: [person], size: 1, options: [shield?]}
  camp: {name: Camp, cost: 0, counted: false, size: none}
roles:
  chief: {name: Chief, cost: 25, add: {melee: 2}}
  captain: {name: Captain, cost: 0, add: {melee: 1}, excludes: [chief]}
values:
  front: {name: Frontage, for: unit, default: 6, min: 2, max: 20, of: {tag: foot}}
  third: 1/3
limits:
  one-chief: {count: {role: chief}, max: 1}
  no-drivers: {count: {unit: driver}, max: 0, says: drivers ride}
numbers:
  ranks: {for: unit, name: Ranks, of: {tag: foot}, is: ceil(size / front)}
  half: {for: army, name: Half, is: \"count({tag: foot}) / 2\"}
  thirds: {for: army, name: Thirds, is: \"count({tag: foot}) * third\"}
  heads: {for: army, name: Heads, is: \"sum({tag: foot}, size)\"}
  strong: {for: army, name: Strong, is: \"sum({}, melee)\"}
";

fn war() -> (Folder, Library) {
    rules("war", WAR, &[])
}

fn army(rows: &[&str]) -> String {
    let rows = rows.join("\n  - ");
    format!("army: Trial\nruleset: war\npoints: 2000\nunits:\n  - {rows}\n")
}

#[test]
fn prices() {
    let (_folder, library) = war();
    #[rustfmt::skip]
    let cases = [
        ("{unit: M, size: 10}", "20"),
        ("{unit: troops, size: 5}", "10"),
        // By the model, by the unit, in halves and thirds
        ("{unit: M, size: 10, options: [bow]}", "30"),
        ("{unit: M, size: 5, options: [sling]}", "12.5"),
        ("{unit: M, size: 10, options: [sling: 3]}", "21.5"),
        ("{unit: M, size: 10, options: [{sling: {some: 3}}]}", "21.5"),
        ("{unit: M, size: 10, options: [shield]}", "70/3"),
        ("{unit: M, size: 7, options: [shield, sling]}", "119/6"), // 14 + 7/3 + 7/2
        ("{unit: M, size: 10, options: [drill]}", "30"),
        ("{unit: M, size: 10, options: [slow]}", "15"),
        // What is always there is in the cost
        ("{unit: guards}", "40"),
        // An offer's own cost keeps what the option's is for, or says otherwise
        ("{unit: guards, options: [bow]}", "70"),
        ("{unit: guards, options: [shield]}", "47"),
        ("{unit: guards, options: [pike]}", "60"),
        // A formula; 4 slings at 1/2
        ("{unit: levy, size: 6}", "12"),
        ("{unit: levy, size: 6, options: [bow]}", "28"), // 12 + 10 + 6
        ("{unit: levy, size: 6, options: [sling: 4]}", "14"),
        ("{unit: levy, size: 6, options: [spear]}", "24"),
        ("{unit: levy, size: 6, options: [axe: 2]}", "14"),
        // By size
        ("{unit: engines, size: 1}", "150"),
        ("{unit: engines, size: 2}", "290"),
        // Words that stand for several: their sum, or the whole's own cost
        ("{unit: M, size: 10, options: [band]}", "29"),
        ("{unit: M, size: 10, options: [full-command]}", "27"),
        ("{unit: M, size: 10, options: [musician]}", "24"),
        // Elephants with three drivers each at 4, and archers at 3 with bows at 1
        ("{unit: elephants, size: 1}", "112"),
        ("{unit: elephants, size: 2}", "224"),
        ("{unit: elephants, size: 2, parts: {archers: 2}}", "230"),
        ("{unit: elephants, size: 2, parts: {archers: {size: 4, options: [bow]}}}", "240"),
    ];
    for (row, cost) in cases {
        let found = with_army(&library, &army(&[row]), |army| army.units[0].cost());
        assert_eq!(found, Some(n(cost)), "{row}");
    }
}

#[test]
fn thirds_add_up_to_whole_points() {
    let (_folder, library) = war();
    // 3 x (20 + 10/3) = 70, and a half
    let text = army(&[
        "{unit: M, size: 10, count: 3, options: [shield]}",
        "{unit: M, name: Slingers, size: 5, options: [sling]}",
    ]);
    let report = checked(&library, &(text.clone() + "declares: {points: 82.5}\n"));
    assert!(report.findings.is_empty(), "{:#?}", lines(&report));
    assert_eq!(report.points.unwrap().total, n("165/2"));
    let report = checked(&library, &text.replace("2000", "82"));
    assert_eq!(report.verdict, Verdict::Illegal);
    assert!(report.findings[0].message.contains("82.5"), "{:#?}", lines(&report));
    assert!(checked(&library, &text.replace("2000", "82.5")).findings.is_empty());
    let report = checked(&library, &(text + "declares: {points: 82}\n"));
    assert_eq!(ruled(&report), ["warning declared-total -"]);
}

#[test]
fn characters_and_their_roles_are_paid() {
    let (_folder, library) = war();
    let text = army(&["{unit: M, name: Men, size: 10}"]);
    let chief = "characters: [{role: chief, name: A, with: Men}]\n";
    with_army(&library, &(text.clone() + chief), |army| {
        assert_eq!(army.spent, n("45"));
        assert_eq!(stat(army, "Men", "melee"), Some(n("5")));
    });
    // A hero is bought like a unit, and what his role adds goes to those whom he joins
    let hero = "characters: [{unit: hero, name: H, with: Men, options: [shield]}]\n";
    with_army(&library, &(text.clone() + hero), |army| {
        assert_eq!(army.spent, n("211/3")); // 20 + 50 + 1/3
        assert_eq!(stat(army, "Men", "melee"), Some(n("4")));
    });
    let both = "characters: [{role: chief, name: A, with: Men}, {role: captain, name: A, with: Men}]\n";
    assert_eq!(ruled(&checked(&library, &(text + both))), ["error role-conflict war/roles/captain"]);
}

#[test]
fn figures_are_set_first_and_then_added_to() {
    let (_folder, library) = war();
    let figures = |options: &str| {
        let text = army(&[&format!("{{unit: M, name: X, size: 10, options: [{options}]}}")]);
        with_army(&library, &text, |army| {
            ["melee", "armour", "move", "missile"]
                .map(|id| stat(army, "X", id).map_or("-".to_owned(), |n| n.to_string()))
                .join(" ")
        })
    };
    assert_eq!(figures(""), "3 0 4 -");
    assert_eq!(figures("light"), "3 0 5 -");
    assert_eq!(figures("light, slow"), "3 0 4 -");
    assert_eq!(figures("slow, light"), "3 0 4 -");
    assert_eq!(figures("shield"), "3 1 4 -");
    assert_eq!(figures("bow"), "3 0 4 2");
    assert_eq!(figures("blind"), "3 0 4 -");
    // Armour becomes what melee is, and the shield comes on top
    assert_eq!(figures("shield, fierce"), "3 4 4 -");
    // On horseback an effect adds 2 for the tag that the horse gives
    assert_eq!(figures("horse"), "3 2 8 -");
    assert_eq!(figures("horse, light, shield"), "3 3 9 -");
    let clash = checked(&library, &army(&["{unit: M, size: 10, options: [slow, steady]}"]));
    assert_eq!(ruled(&clash), ["error option-conflict -"], "{:#?}", lines(&clash));
    assert!(
        clash.findings[0].message.contains("\"slow\"") && clash.findings[0].message.contains("\"steady\"")
    );
}

#[test]
fn options_that_are_there_by_default_replaced_or_part_of_another() {
    let (_folder, library) = war();
    let has = |row: &str, options: &[&str]| -> Vec<bool> {
        with_army(&library, &army(&[row]), |army| {
            let id = |word: &&str| army.rules.option(army.units[0].body.contingent, word).unwrap();
            options.iter().map(|word| army.units[0].body.has(id(word))).collect()
        })
    };
    let weapons = ["spear", "pike"];
    assert_eq!(has("{unit: guards}", &weapons), [true, false]);
    assert_eq!(has("{unit: guards, options: [pike]}", &weapons), [false, true]);
    let weapons = ["sword", "spear", "axe"];
    assert_eq!(has("{unit: levy, size: 6}", &weapons), [true, false, false]);
    assert_eq!(has("{unit: levy, size: 6, options: [spear]}", &weapons), [false, true, false]);
    // Two of six have axes, four keep the sword; six have axes, none does
    assert_eq!(has("{unit: levy, size: 6, options: [axe: 2]}", &weapons), [true, false, true]);
    assert_eq!(has("{unit: levy, size: 6, options: [axe: 6]}", &weapons), [false, false, true]);
    let band = ["band", "musician", "drummer"];
    assert_eq!(has("{unit: M, size: 10, options: [band]}", &band), [true, true, true]);
    assert_eq!(has("{unit: M, size: 10, options: [musician]}", &band), [false, true, false]);
}

#[test]
fn faults_of_units() {
    let (_folder, library) = war();
    #[rustfmt::skip]
    let cases: &[(&str, &[&str])] = &[
        ("{unit: M, size: 5}", &[]),
        ("{unit: M, size: 30}", &[]),
        ("{unit: M, size: 4}", &["error unit-size war/units/men"]),
        ("{unit: M, size: 31}", &["error unit-size war/units/men"]),
        ("{unit: M}", &["error unit-size -"]),
        ("{unit: guards, size: 9}", &["error unit-size war/units/guards"]),
        ("{unit: engines, size: 3}", &["error unit-size war/units/engines"]),
        ("{unit: M, size: 10, options: [pike]}", &["error option-unavailable war/units/men"]),
        // Where the rules do not let history override them, a reason settles nothing
        ("{unit: M, size: 10, options: [{pike: {because: of old}}]}", &["error option-unavailable war/units/men"]),
        ("{unit: M, size: 10, options: [sword]}", &["note option-included -"]),
        ("{unit: M, size: 10, options: [bow, bow]}", &["error option-repeated -"]),
        ("{unit: M, size: 10, options: [fear, drill]}", &["error option-conflict war/options/fear"]),
        ("{unit: M, size: 10, options: [guard]}", &["error option-needs war/options/guard"]),
        ("{unit: M, size: 10, options: [guard, shield]}", &[]),
        ("{unit: levy, size: 6, options: [bow, sling]}", &["error option-conflict war/units/levy"]),
        ("{unit: levy, size: 6, options: [spear, axe]}", &["error option-conflict war/units/levy"]),
        ("{unit: drafted, size: 1}", &["error choice-missing war/units/drafted"]),
        ("{unit: drafted, size: 1, options: [pike]}", &[]),
        ("{unit: elephants, size: 1, parts: {archers: 5}}", &["error unit-size war/units/elephants"]),
        ("{unit: elephants, size: 1, parts: {riders: 1}}", &["error unknown-unit -"]),
        ("{unit: driver, size: 1}", &["error too-many war/limits/no-drivers"]),
        ("{unit: unpriced, size: 1}", &["warning points-unknown war/units/unpriced"]),
        ("{unit: M, size: 10, values: {front: 1}}", &["error bad-value -"]),
        ("{unit: M, size: 10, values: {front: 21}}", &["error bad-value -"]),
        ("{unit: M, size: 10, values: {depth: 3}}", &["error bad-value -"]),
        ("{unit: engines, size: 1, values: {front: 3}}", &["error bad-value -"]),
        ("{unit: M, size: 10, count: 0}", &["error unit-size -"]),
    ];
    for (row, wanted) in cases {
        let report = checked(&library, &army(&[row]));
        assert_eq!(ruled(&report), *wanted, "{row}: {:#?}", lines(&report));
    }
}

#[test]
fn an_unknown_cost_leaves_the_total_open() {
    let (_folder, library) = war();
    let report = checked(&library, &army(&["{unit: unpriced, size: 1}", "{unit: M, size: 10}"]));
    let points = report.points.unwrap();
    assert_eq!((points.total, points.complete), (n("20"), false));
    assert_eq!(report.verdict, Verdict::Legal);
}

#[test]
fn values_and_numbers() {
    let (_folder, library) = war();
    let ranks = |row: &str| {
        with_army(&library, &army(&[row]), |army| {
            let id = army.rules.number("ranks").unwrap();
            of_unit(army, id, 0).map(|shown| shown.unwrap().number().unwrap())
        })
    };
    // Ten in ranks of 6, 4, 5 and 20
    assert_eq!(ranks("{unit: M, size: 10}"), Some(n("2")));
    assert_eq!(ranks("{unit: M, size: 10, values: {front: 4}}"), Some(n("3")));
    assert_eq!(ranks("{unit: M, size: 10, values: {front: 5}}"), Some(n("2")));
    assert_eq!(ranks("{unit: M, size: 10, values: {front: 20}}"), Some(n("1")));
    assert_eq!(ranks("{unit: engines, size: 1}"), None);
    let text = army(&[
        "{unit: M, size: 10, count: 2}",
        "{unit: guards}",
        "{unit: elephants, size: 2, parts: {archers: 4}}",
        "{unit: camp}",
    ]);
    with_army(&library, &text, |army| {
        let number = |id: &str| of_place(army, army.rules.number(id).unwrap(), Where::Army).unwrap().unwrap();
        // Three units are foot; the drivers and archers are bodies in units of beasts
        assert_eq!(number("half").number(), Some(n("3/2")));
        assert_eq!(number("thirds").number(), Some(n("1")));
        // 2 x 10 men, 10 guards, and 6 drivers with 4 archers inside the elephants
        assert_eq!(number("heads").number(), Some(n("40")));
    });
}

#[test]
fn a_sum_counts_bodies_inside_units_and_a_count_does_not() {
    for (limit, wanted) in [
        // 6 drivers at 4 and 4 archers at 3 with bows are 40 points of foot
        ("{sum: points, of: {tag: foot}, max: 40}", false),
        ("{sum: points, of: {tag: foot}, max: 39}", true),
        ("{sum: size, of: {tag: foot}, max: 10}", false),
        ("{sum: size, of: {tag: foot}, max: 9}", true),
        ("{count: {tag: foot}, max: 0}", false),
    ] {
        let text = WAR.replace("limits:\n", &format!("limits:\n  trial: {limit}\n"));
        let (_folder, library) = rules("war", &text, &[]);
        let rows = army(&["{unit: elephants, size: 2, parts: {archers: {size: 4, options: [bow]}}}"]);
        assert_eq!(!checked(&library, &rows).findings.is_empty(), wanted, "{limit}");
    }
}

const BOOK: &str = "\
book: north
ruleset: war
name: The North
version: 1.0.0
dates: {from: 300 BC, to: AD 20}
choices:
  reform:
    name: The reform
    one-of:
      old: {name: Old ways, dates: {to: 100 BC}}
      new: {name: New ways, dates: {from: 100 BC}}
options:
  tattoos: {name: Tattoos, cost: 2}
effects:
  cold: {where: {tag: hardy}, add: {armour: 1}}
entries:
  clansmen:
    unit: men
    name: Clansmen
    tags: [hardy]
    stats: {melee: 4}
    min: 1
    options:
      - shield
      - tattoos?
      - bow?
  veterans:
    unit: men
    name: Veterans
    cost: 6
    per: model
    size: {min: 5, max: 10}
    options:
      - shield
      - bow?
  raiders: {unit: men, name: Raiders, dates: {from: 218 BC, to: 216 BC}, max: 2}
  late: {unit: men, name: Late, dates: {after: 200 BC, before: 190 BC}}
  turn: {unit: men, name: Turn, dates: {from: 1 BC, to: AD 1}}
  sworn: {unit: men, name: Sworn, dates: {to: 250 BC}, min: 1}
  twins: {unit: men, name: Twins, either: [{exactly: 0}, {min: 2, max: 3}]}
  paired: {unit: men, name: Paired, multiple-of: 2}
  ancients: {unit: men, name: Ancients, when: {choice: {reform: old}}}
  moderns: {unit: men, name: Moderns, when: {choice: {reform: new}}}
  guards: {unit: guards}
  king: {name: The King, roles: [chief], max: 1, cost: 15}
limits:
  few-guards: {sum: points, of: {unit: guards}, max: {share: 1/2, of: points, round: none}}
drop: [limits/no-drivers]
";

fn north(date: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("  - {row}\n")).collect::<Vec<_>>().concat();
    let date = if date.is_empty() { String::new() } else { format!("date: {date}\n") };
    format!(
        "army: Trial\nruleset: war\nbook: north\npoints: 2000\n{date}units:\n  - {{unit: clansmen, size: 10}}\n{rows}"
    )
}

#[test]
fn entries_have_their_years() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    #[rustfmt::skip]
    let cases = [
        // From and to hold their years
        ("raiders", "219 BC", false), ("raiders", "218 BC", true), ("raiders", "217 BC", true),
        ("raiders", "216 BC", true), ("raiders", "215 BC", false),
        // After and before do not
        ("late", "200 BC", false), ("late", "199 BC", true), ("late", "191 BC", true), ("late", "190 BC", false),
        // There is no year 0
        ("turn", "2 BC", false), ("turn", "1 BC", true), ("turn", "AD 1", true), ("turn", "1 CE", true),
        ("turn", "AD 2", false),
    ];
    for (entry, date, open) in cases {
        let row = format!("{{unit: {entry}, size: 10}}");
        let report = checked(&library, &north(date, &[&row]));
        let wanted = if open { vec![] } else { vec![format!("error anachronism north/entries/{entry}")] };
        assert_eq!(ruled(&report), wanted, "{entry} {date}: {:#?}", lines(&report));
    }
    // The book's own years
    for (date, wanted) in [("301 BC", 1), ("300 BC", 0), ("AD 20", 0), ("AD 21", 1)] {
        let report = checked(&library, &north(date, &["{unit: sworn, size: 10}"]));
        let book = report.findings.iter().filter(|f| f.message.contains("The North")).count();
        assert_eq!(book, wanted, "{date}: {:#?}", lines(&report));
    }
}

#[test]
fn an_entry_s_minimum_holds_only_within_its_years() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    for (date, wanted) in [("251 BC", true), ("250 BC", true), ("249 BC", false), ("AD 1", false)] {
        let report = checked(&library, &north(date, &[]));
        let wanted = if wanted { vec!["error too-few north/entries/sworn"] } else { vec![] };
        assert_eq!(ruled(&report), wanted, "{date}");
    }
    // One without years is always asked for
    let without = north("150 BC", &["{unit: guards}"]).replace("  - {unit: clansmen, size: 10}\n", "");
    assert_eq!(ruled(&checked(&library, &without)), ["error too-few north/entries/clansmen"]);
}

#[test]
fn how_many_of_an_entry() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let cases: &[(&str, u32, &[&str])] = &[
        ("raiders", 2, &[]),
        ("raiders", 3, &["error too-many north/entries/raiders"]),
        ("twins", 1, &["error does-not-hold north/entries/twins"]),
        ("twins", 2, &[]),
        ("twins", 3, &[]),
        ("twins", 4, &["error does-not-hold north/entries/twins"]),
        ("paired", 1, &["error not-a-multiple north/entries/paired"]),
        ("paired", 2, &[]),
        ("paired", 3, &["error not-a-multiple north/entries/paired"]),
    ];
    for (entry, count, wanted) in cases {
        let row = format!("{{unit: {entry}, size: 5, count: {count}}}");
        let report = checked(&library, &north("217 BC", &[&row]));
        assert_eq!(ruled(&report), *wanted, "{entry} {count}: {:#?}", lines(&report));
    }
}

#[test]
fn only_entries_may_be_taken_with_their_own_options_figures_and_costs() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let faults = |row: &str| ruled(&checked(&library, &north("150 BC", &[row])));
    // The ruleset's own word is none of the book's
    assert_eq!(faults("{unit: men, size: 10}"), ["error unknown-unit -"]);
    // The book's options take the place of the type's, those for every unit stay
    assert_eq!(
        faults("{unit: clansmen, size: 10, options: [horse]}"),
        ["error option-unavailable north/entries/clansmen"]
    );
    assert!(faults("{unit: clansmen, size: 10, options: [tattoos, drill, bow]}").is_empty());
    assert_eq!(faults("{unit: clansmen, size: 10, options: [shield]}"), ["note option-included -"]);
    let cost =
        |row: &str| with_army(&library, &north("150 BC", &[row]), |army| army.units[1].cost().unwrap());
    // A shield that the entry always has and the type marks ? is paid: 20 + 10/3
    assert_eq!(cost("{unit: clansmen, size: 10}"), n("70/3"));
    assert_eq!(cost("{unit: clansmen, size: 10, options: [tattoos, bow]}"), n("106/3")); // and 2 + 10
    // Inside a cost of its own it is not: 6 x 10, a bow 10 more
    assert_eq!(cost("{unit: veterans, size: 10}"), n("60"));
    assert_eq!(cost("{unit: veterans, size: 10, options: [bow]}"), n("70"));
    with_army(&library, &north("150 BC", &[]), |army| {
        // 4 by the entry; the shield's 1 and the book's effect
        assert_eq!(stat(army, "Clansmen", "melee"), Some(n("4")));
        assert_eq!(stat(army, "Clansmen", "armour"), Some(n("2")));
        assert_eq!(stat(army, "Clansmen", "move"), Some(n("4")));
    });
    // A person costs what his entry and his role do: 70/3 + 15 + 25
    let king = north("150 BC", &[]) + "characters: [{unit: king, with: Clansmen}]\n";
    with_army(&library, &king, |army| {
        assert_eq!(army.spent, n("190/3"));
        assert_eq!(stat(army, "Clansmen", "melee"), Some(n("6")));
        assert_eq!(unit(army, "Clansmen").joined_by.len(), 1);
    });
    let role = king.replace("{unit: king,", "{unit: king, role: captain,");
    assert_eq!(ruled(&checked(&library, &role)), ["error role-conflict north/entries/king"]);
}

#[test]
fn choices_are_given_or_settled_by_the_date() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let faults = |date: &str, choose: &str, entry: &str| {
        let row = format!("{{unit: {entry}, size: 10}}");
        ruled(&checked(&library, &(north(date, &[&row]) + choose)))
    };
    let shut = |entry: &str| [format!("error entry-unavailable north/entries/{entry}")];
    assert!(faults("101 BC", "", "ancients").is_empty());
    assert_eq!(faults("101 BC", "", "moderns"), shut("moderns"));
    assert!(faults("99 BC", "", "moderns").is_empty());
    assert_eq!(faults("99 BC", "", "ancients"), shut("ancients"));
    // In 100 BC both are open, and the list says which
    assert_eq!(faults("100 BC", "", "guards").len(), 1);
    assert!(faults("100 BC", "", "guards")[0].starts_with("error choice-missing"));
    assert!(faults("100 BC", "choose: {reform: old}\n", "ancients").is_empty());
    assert_eq!(faults("100 BC", "choose: {reform: old}\n", "moderns"), shut("moderns"));
    assert!(faults("100 BC", "choose: {reform: new}\n", "moderns").is_empty());
    // An answer out of its time, one that is none, a question that nobody asks
    let late = faults("150 BC", "choose: {reform: new}\n", "guards");
    assert!(late.len() == 1 && late[0].starts_with("error anachronism"), "{late:?}");
    for choose in ["choose: {reform: newer}\n", "choose: {refrom: new}\n"] {
        let found = faults("99 BC", choose, "guards");
        assert!(found.len() == 1 && found[0].starts_with("error bad-value"), "{choose} {found:?}");
    }
}

#[test]
fn a_book_drops_a_limit_of_its_ruleset_and_adds_its_own() {
    let (_folder, library) = rules(
        "war",
        WAR,
        &[(
            "north",
            &BOOK.replace(
                "  guards: {unit: guards}\n",
                "  guards: {unit: guards}\n  driver: {unit: driver}\n",
            ),
        )],
    );
    let driver = north("150 BC", &["{unit: driver, size: 1}"]);
    assert!(checked(&library, &driver).findings.is_empty());
    // 25 guards are 1000 of 2000 points, half; 26 are not
    let guards = |count| checked(&library, &north("150 BC", &[&format!("{{unit: guards, count: {count}}}")]));
    assert!(guards(25).findings.is_empty());
    assert_eq!(ruled(&guards(26)), ["error too-many north/limits/few-guards"]);
}

const ALLIES: &str = "\
allies:
  south:
    book: south
    dates: {from: 200 BC, to: 150 BC}
    points: {min: 100, max: {share: 1/4, of: points, round: none}}
    roles: [captain]
    only: {spearmen: {max: 2}, lord: {}}
    limits:
      small: {sum: points, of: {tag: foot}, max: {share: 1/2, of: points, round: down}}
  east: {book: east}
";

const SOUTH: &str = "\
book: south
ruleset: war
name: The South
version: 1.0.0
entries:
  spearmen: {unit: guards, name: Spearmen}
  riders: {unit: men, name: Riders}
  lord: {name: The Lord, roles: [chief, captain]}
limits:
  riders-first: {count: {entry: riders}, min: 3}
  rich: {sum: points, of: {}, min: 40}
as-ally:
  drop: [limits/riders-first]
";

const EAST: &str = "\
book: east
ruleset: war
name: The East
version: 1.0.0
dates: {from: 180 BC, to: 170 BC}
entries:
  archers: {unit: men, name: Archers}
";

fn with_allies() -> (Folder, Library) {
    let book = BOOK.replace(
        "limits:\n",
        &format!(
            "{ALLIES}limits:\n  one-ally: {{sum: commands, of: {{ally: [south, east]}}, max: 1}}\n  own-foot: {{count: {{tag: foot}}, max: 3}}\n"
        ),
    );
    rules("war", WAR, &[("north", &book), ("south", SOUTH), ("east", EAST)])
}

/// An army of the North with an ally command.
fn allied(date: &str, ally: &str, head: &str, rows: &str) -> String {
    format!(
        "army: Trial\nruleset: war\nbook: north\npoints: 1000\ndate: {date}\ncommands:\n  - name: Own\n    commander: \
         {{unit: king, with: Clansmen}}\n    units:\n      - {{unit: clansmen, size: 10}}\n  - name: Others\n    \
         ally: {ally}\n    {head}\n    units: [{rows}]\n"
    )
}

#[test]
fn allies_have_their_years_points_roles_and_entries() {
    const LORD: &str = "commander: {unit: lord, role: captain}";
    const GUARDS: &str = "{unit: spearmen}";
    let (_folder, library) = with_allies();
    let south = |date: &str, points: &str, head: &str, rows: &str| {
        checked(&library, &allied(date, "south", &format!("{points}\n    {head}"), rows))
    };
    let ally = vec!["error ally north/allies/south".to_owned()];
    let cases = [
        ("200 BC", "points: 250", LORD, GUARDS, vec![]),
        ("150 BC", "points: 100", LORD, GUARDS, vec![]),
        // Years that the caller states
        ("201 BC", "points: 250", LORD, GUARDS, ally.clone()),
        ("149 BC", "points: 250", LORD, GUARDS, ally.clone()),
        // A quarter of 1000, and at least 100
        ("180 BC", "points: 251", LORD, GUARDS, ally.clone()),
        ("180 BC", "points: 99", LORD, GUARDS, ally.clone()),
        ("180 BC", "notes: none", LORD, GUARDS, ally.clone()),
        // The lord may be a chief at home, not here
        ("180 BC", "points: 250", "commander: {unit: lord, role: chief}", GUARDS, {
            vec!["error ally north/allies/south".to_owned(), "error too-many war/limits/one-chief".to_owned()]
        }),
        // Only some entries, and fewer of them; riders come no longer first, but stay at home
        ("180 BC", "points: 250", LORD, "{unit: riders, size: 5}", vec!["error unknown-unit -".to_owned()]),
        ("180 BC", "points: 250", LORD, "{unit: clansmen, size: 5}", vec!["error unknown-unit -".to_owned()]),
        (
            "180 BC",
            "points: 250",
            LORD,
            "{unit: spearmen, count: 3}",
            vec!["error too-many south/entries/spearmen".to_owned()],
        ),
        // The caller's limit on the ally: 80 points of foot, half of 159 is 79 rounded down
        ("180 BC", "points: 160", LORD, "{unit: spearmen, count: 2}", vec![]),
        (
            "180 BC",
            "points: 159",
            LORD,
            "{unit: spearmen, count: 2}",
            vec!["error too-many north/allies/south/limits/small".to_owned()],
        ),
        // The ally's book's own limit holds on, for the ally
        (
            "180 BC",
            "points: 250",
            LORD,
            "",
            vec!["error missing-key -".to_owned(), "error too-few south/limits/rich".to_owned()],
        ),
    ];
    for (date, points, head, rows, wanted) in cases {
        let report = south(date, points, head, rows);
        assert_eq!(ruled(&report), wanted, "{date} {points} {head} {rows}: {:#?}", lines(&report));
    }
}

#[test]
fn an_ally_s_years_are_its_book_s_where_none_are_stated() {
    let (_folder, library) = with_allies();
    for (date, open) in [("181 BC", false), ("180 BC", true), ("170 BC", true), ("169 BC", false)] {
        let head = "points: 100\n    commander: {role: captain, name: C}";
        let report = checked(&library, &allied(date, "east", head, "{unit: archers, size: 5}"));
        let wanted = if open { vec![] } else { vec!["error ally north/allies/east"] };
        assert_eq!(ruled(&report), wanted, "{date}: {:#?}", lines(&report));
    }
}

#[test]
fn a_contingent_sees_itself_unless_its_limit_names_an_ally() {
    let (_folder, library) = with_allies();
    let head = "points: 200\n    commander: {role: captain, name: C}";
    // Four bodies of the ally's foot are none of the three that the North may have
    let four = allied("175 BC", "east", head, "{unit: archers, size: 5, count: 4}");
    assert!(checked(&library, &four).findings.is_empty(), "{:#?}", lines(&checked(&library, &four)));
    let own = four.replace("{unit: clansmen, size: 10}", "{unit: clansmen, size: 10, count: 4}");
    assert_eq!(ruled(&checked(&library, &own)), ["error too-many north/limits/own-foot"]);
    // The agreed size of the North is what the ally leaves: 800, of which 10 guards are half
    let guards = |count: u32| {
        let rows = format!("- {{unit: clansmen, size: 10}}\n      - {{unit: guards, count: {count}}}");
        checked(&library, &four.replace("- {unit: clansmen, size: 10}", &rows).replace("max: 3", "max: 99"))
    };
    let of_guards = |count| {
        let found = ruled(&guards(count));
        found.contains(&"error too-many north/limits/few-guards".to_owned())
    };
    assert_eq!([of_guards(10), of_guards(11)], [false, true]);
    // Two allied commands are two
    let two = four.clone()
        + "  - name: More\n    ally: south\n    points: 100\n    commander: {unit: lord, role: captain}\n    units: [{unit: spearmen}]\n";
    assert_eq!(ruled(&checked(&library, &two)), ["error too-many north/limits/one-ally"]);
    let unknown = four.replace("ally: east", "ally: esat");
    let found = checked(&library, &unknown);
    assert!(found.findings.iter().any(|f| f.code.as_str() == "unknown-ally"), "{:#?}", lines(&found));
    // More than its own points
    let over = four.replace("points: 200", "points: 100").replace("count: 4", "count: 11");
    assert_eq!(
        ruled(&checked(&library, &over)),
        ["error over-points -"],
        "{:#?}",
        lines(&checked(&library, &over))
    );
}

#[test]
fn an_ally_s_share_may_be_a_rate_and_is_rounded() {
    for (bound, allowed) in [
        ("{share: 1/3, of: points, round: down}", 333),
        ("{share: 1/3, of: points, round: up}", 334),
        ("350", 350),
        ("{allow: 100, per: 300, of: points, round: down}", 300),
        ("{allow: 100, per: 300, of: points, round: up}", 400),
    ] {
        let ally = format!("allies:\n  east: {{book: east, points: {{max: {bound}}}}}\nlimits:\n");
        let book = BOOK.replace("limits:\n", &ally);
        let (_folder, library) = rules("war", WAR, &[("north", &book), ("east", EAST)]);
        for (points, wanted) in [(allowed, vec![]), (allowed + 1, vec!["error ally north/allies/east"])] {
            let head = format!("points: {points}\n    commander: {{role: captain, name: C}}");
            let report = checked(&library, &allied("175 BC", "east", &head, "{unit: archers, size: 5}"));
            assert_eq!(ruled(&report), wanted, "{bound} {points}: {:#?}", lines(&report));
        }
    }
}

#[test]
fn a_draft_turns_what_is_not_reached_yet_into_notes() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let draft = |text: &str| checked(&library, &(text.to_owned() + "draft: true\n"));
    let bare = north("100 BC", &["{unit: twins, size: 5}", "{unit: paired, size: 4}"])
        .replace("  - {unit: clansmen, size: 10}\n", "");
    let report = draft(&bare);
    assert_eq!(report.verdict, Verdict::Draft, "{:#?}", lines(&report));
    let found: Vec<(&str, &str)> =
        report.findings.iter().map(|f| (f.severity.as_str(), f.code.as_str())).collect();
    assert_eq!(found.len(), 5, "{:#?}", lines(&report));
    for code in ["too-few", "choice-missing", "does-not-hold", "not-a-multiple", "unit-size"] {
        assert!(found.contains(&("note", code)), "{code}: {:#?}", lines(&report));
    }
    assert_eq!(checked(&library, &bare).verdict, Verdict::Illegal);
    // Too many stays too many, and makes a draft illegal
    let many = draft(&north("217 BC", &["{unit: raiders, size: 5, count: 3}"]));
    assert_eq!(many.verdict, Verdict::Illegal);
    assert_eq!(ruled(&many), ["error too-many north/entries/raiders"]);
    assert_eq!(draft(&north("217 BC", &[])).verdict, Verdict::Draft);
}

#[test]
fn a_missing_date_or_size_is_said_once_for_all_rules() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let rows = ["{unit: raiders, size: 5}", "{unit: late, size: 5}", "{unit: turn, size: 5}"];
    let text = north("", &rows) + "choose: {reform: old}\n";
    let report = checked(&library, &text);
    assert_eq!(ruled(&report), ["warning date-needed -"], "{:#?}", lines(&report));
    assert_eq!(report.verdict, Verdict::Legal);
    let help = report.findings[0].help.clone().unwrap();
    assert!(["Raiders", "Late", "Turn"].iter().all(|name| help.contains(name)), "{help}");
    let report = checked(&library, &text.replace("points: 2000\n", ""));
    assert_eq!(ruled(&report), ["warning date-needed -", "warning points-needed -"]);
    // Where nothing asks for a date none is asked for
    let (_other, plain) = war();
    assert!(checked(&plain, &army(&["{unit: M, size: 10}"])).findings.is_empty());
}

#[test]
fn a_limit_or_a_minimum_that_waits_for_the_date_asks_for_it() {
    let limit = "limits:\n  late: {count: {tag: foot}, max: 0, when: {date: {from: 200 BC}}}\n";
    let (_folder, library) = rules("war", &WAR.replace("limits:\n", limit), &[]);
    let text = army(&["{unit: M, size: 10}"]);
    let report = checked(&library, &text);
    assert_eq!(ruled(&report), ["warning date-needed -"], "{:#?}", lines(&report));
    assert!(checked(&library, &(text.clone() + "date: 201 BC\n")).findings.is_empty());
    assert_eq!(ruled(&checked(&library, &(text + "date: 200 BC\n"))), ["error too-many war/limits/late"]);
    let book = "book: north\nruleset: war\nname: N\nversion: 1\nentries:\n  clansmen: {unit: men}\n  \
                sworn: {unit: men, name: Sworn, dates: {to: 250 BC}, min: 1}\n";
    let (_folder, library) = rules("war", WAR, &[("north", book)]);
    let report = checked(&library, &north("", &[]));
    assert_eq!(ruled(&report), ["warning date-needed -"], "{:#?}", lines(&report));
}

#[test]
fn a_minimum_of_an_entry_waits_for_the_answer_that_opens_it() {
    let book = BOOK.replace("when: {choice: {reform: new}}", "when: {choice: {reform: new}}, min: 1");
    let (_folder, library) = rules("war", WAR, &[("north", &book)]);
    let faults = |choose: &str| ruled(&checked(&library, &(north("100 BC", &[]) + choose)));
    let open = faults("");
    assert!(open.len() == 1 && open[0].starts_with("error choice-missing"), "{open:?}");
    assert_eq!(faults("choose: {reform: new}\n"), ["error too-few north/entries/moderns"]);
    assert!(faults("choose: {reform: old}\n").is_empty());
}

const CLUB: &str = "\
ruleset: club
extends: war
name: Club war
version: 0.1.0
sources: {club: the club's sheet}
units:
  men: {cost: 3, stats: {melee: 4}}
  boats: {name: Boats, cost: 60}
options:
  shield: {cost: 1}
drop: [limits/one-chief, units/engines]
";

#[test]
fn an_overlay_changes_adds_and_drops() {
    let folder = Folder::new();
    folder.write("war/ruleset.yaml", WAR);
    folder.write("war/books/north.yaml", BOOK);
    folder.write("club/ruleset.yaml", CLUB);
    let library = folder.library();
    let club = |rows: &[&str]| army(rows).replace("ruleset: war", "ruleset: club");
    let report = checked(
        &library,
        &club(&["{unit: M, name: X, size: 10, options: [shield]}", "{unit: boats, size: 1}"]),
    );
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    let judge = report.ruleset.unwrap();
    assert_eq!((judge.id.as_str(), judge.version.as_deref()), ("club", Some("0.1.0")));
    // 30 + 10 and 60; the move and the rest of the men are as they were
    assert_eq!(report.points.unwrap().total, n("100"));
    with_army(&library, &club(&["{unit: M, name: X, size: 10}"]), |army| {
        assert_eq!([stat(army, "X", "melee"), stat(army, "X", "move")], [Some(n("4")), Some(n("4"))]);
    });
    let engines = checked(&library, &club(&["{unit: engines, size: 1}"]));
    assert!(ruled(&engines).contains(&"error unknown-unit -".to_owned()), "{:#?}", lines(&engines));
    let chiefs = "characters: [{role: chief, name: A}, {role: chief, name: B}]\n";
    let men = ["{unit: M, size: 10}"];
    assert!(checked(&library, &(club(&men) + chiefs)).findings.is_empty());
    assert_eq!(ruled(&checked(&library, &(army(&men) + chiefs))), ["error too-many war/limits/one-chief"]);
    // The ruleset below is as it was
    assert_eq!(checked(&library, &army(&men)).points.unwrap().total, n("20"));
    // Its books serve the club too, at the club's prices: 10 x 3 + 10
    let own = north("150 BC", &[]).replace("ruleset: war", "ruleset: club");
    let report = checked(&library, &own);
    assert!(report.findings.is_empty(), "{:#?}", lines(&report));
    assert_eq!(report.points.unwrap().total, n("40"));
}

#[test]
fn a_player_s_chart_takes_the_place_of_the_house_chart() {
    let folder = Folder::new();
    folder.write(
        "our-fra/ruleset.yaml",
        "ruleset: our-fra\nextends: fra\nname: Our chart\nversion: 1.0.0\nsources: {ours: our table}\nunits:\n  \
         spears: {cost: 44}\n  light-infantry: {cost: 30, stats: {melee: 3}}\n",
    );
    let library = folder.library();
    let text = file("lists/fra/trebia-carthage.yaml");
    let report = checked(&library, &text.replace("ruleset: fra", "ruleset: our-fra"));
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    // 985, 5 Libyans 4 dearer, 4 Gauls 5 cheaper
    assert_eq!(report.points.unwrap().total, Number::from(985 + 20 - 20_i64));
    let veterans = text
        .replace("ruleset: fra", "ruleset: our-fra")
        .replace("count: 4, options: [impetuous]", "options: [impetuous]");
    with_army(&library, &veterans, |army| {
        assert_eq!(stat(army, "Cisalpine Gauls", "melee"), Some(n("3")));
        assert_eq!(stat(army, "Cisalpine Gauls", "move"), Some(n("5")));
    });
    assert_eq!(checked(&built_in(), &text).points.unwrap().total, n("985"));
}

#[test]
fn faults_of_overlays_and_books_are_found_and_judge_nobody() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\ndrop: [limits/one-cheif]\n",
            "bad-value",
        ),
        ("club/ruleset.yaml", "ruleset: club\nextends: wra\nname: C\nversion: 1\n", "unknown-ruleset"),
        ("club/ruleset.yaml", "ruleset: club\nextends: club\nname: C\nversion: 1\n", "bad-value"),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nunits: {men: {cots: 1}}\n",
            "unknown-key",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nunits: {men: {options: [bwo?]}}\n",
            "unknown-option",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nlimits: {x: {count: {tag: foto}, max: 1}}\n",
            "-",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nlimits: {x: {count: {unit: mne}, max: 1}}\n",
            "unknown-unit",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nlimits: {x: {max: 1}}\n",
            "missing-key",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nnumbers: {x: {for: army, name: X, is: melle + 1}}\n",
            "bad-formula",
        ),
    ];
    for (path, text, code) in cases {
        let folder = Folder::new();
        folder.write("war/ruleset.yaml", WAR);
        folder.write(path, text);
        let library = folder.library();
        let answer = library.rules("club", None);
        let codes: Vec<&str> = library.findings().iter().map(|f| f.code.as_str()).collect();
        if *code == "-" {
            // A tag that nothing has is no error of reading; it never matches
            assert!(matches!(answer, Answer::Ready(_)), "{text}: {codes:?}");
        } else {
            assert!(!matches!(answer, Answer::Ready(_)), "{text}");
            assert!(codes.contains(code), "{text}: {codes:?}");
        }
    }
}
