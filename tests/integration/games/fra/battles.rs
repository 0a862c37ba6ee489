//! The lists of battles are legal without a remark at the cost that a hand adds up, and the events admit them.

use crate::common::{built_in, checked, file, lines, muster, root, with_army, yaml_files};
use muster::army::Army;
use muster::check::report::Verdict;
use muster::format::read_exact_numbers::Number;

/// A battle, its two sides with their costs in the period game, and its size in points.
type Battle = (&'static str, [(&'static str, i64); 2], i64);

#[rustfmt::skip]
const BATTLES: &[Battle] = &[
    ("tunis", [("carthage", 990), ("rome", 990)], 1000),
    ("macar", [("carthage", 970), ("rebels", 935)], 1000),
    // 4 x 45 + 12 x 35 + 20 + 5 x 55 + 2 x 45, and 7 x 40 + 2 x 20 + 13 x 40 + 2 x 55
    ("telamon", [("gauls", 985), ("rome", 950)], 1000),
    ("hibera", [("carthage", 980), ("rome", 975)], 1000),
    ("beneventum", [("carthage", 915), ("rome", 950)], 1000),
    ("metaurus", [("carthage", 955), ("rome", 965)], 1000),
    ("celtiberia", [("carthage", 930), ("rome", 950)], 1000),
    ("ilipa", [("carthage", 980), ("rome", 980)], 1000),
    ("indibilis", [("iberia", 940), ("rome", 965)], 1000),
    ("great-plains", [("carthage", 975), ("rome", 950)], 1000),
    ("oroscopa", [("carthage", 955), ("numidia", 990)], 1000),
    ("nepheris", [("carthage", 950), ("rome", 950)], 1000),
    // 11 x 60 + 60 + 2 x 35 + 20 + 40 + 2 x 55 for Philip
    ("cynoscephalae", [("macedon", 960), ("rome", 965)], 1000),
    ("clastidium", [("gauls", 475), ("rome", 480)], 500),
    ("sardinia", [("carthage", 495), ("rome", 495)], 500),
];

/// Lists of one side alone.
const ONE_SIDE: &[(&str, i64)] = &[
    ("acrillae-syracuse", 425),
    // A veteran body costs 5 more
    ("aebura-celtiberia", 440),
    ("agrigentum-carthage", 480),
    ("pisae-ligurians", 455),
];

fn path(name: &str) -> String {
    format!("lists/fra/battles/{name}.yaml")
}

#[test]
fn each_list_of_a_battle_is_legal_without_a_remark_at_its_cost_by_hand() {
    let both =
        BATTLES.iter().flat_map(|(battle, sides, size)| sides.iter().map(move |s| (battle, s.0, s.1, *size)));
    let mut wanted: Vec<(String, i64, i64)> =
        both.map(|(battle, side, cost, size)| (format!("{battle}-{side}"), cost, size)).collect();
    wanted.extend(ONE_SIDE.iter().map(|(name, cost)| ((*name).to_owned(), *cost, 500)));
    assert_eq!(yaml_files("lists/fra/battles").len(), wanted.len(), "each list has a line in these tables");
    let library = built_in();
    for (name, cost, size) in wanted {
        let text = file(&path(&name));
        let report = checked(&library, &text);
        assert_eq!(report.verdict, Verdict::Legal, "{name}");
        assert!(report.findings.is_empty(), "{name}: {:#?}", lines(&report));
        let measured = |army: &Army<'_>| (army.spent, army.points);
        assert_eq!(
            with_army(&library, &text, measured),
            (Number::from(cost), Some(Number::from(size))),
            "{name}"
        );
    }
}

#[test]
fn the_event_of_a_battle_admits_its_two_lists_and_no_others() {
    let large = BATTLES.iter().filter(|(_, _, size)| *size == 1000);
    assert_eq!(large.clone().count(), 13);
    for (at, (battle, sides, _)) in large.enumerate() {
        let event = format!("lists/events/{battle}.yaml");
        let under_event = |lists: &[String]| {
            let mut arguments = vec!["check", "--deny", "warnings", "--event", &event];
            arguments.extend(lists.iter().map(String::as_str));
            muster(root(), &arguments)
        };
        let own: Vec<String> = sides.iter().map(|(side, _)| path(&format!("{battle}-{side}"))).collect();
        let ran = under_event(&own);
        assert_eq!((ran.status, ran.out.contains("2 lists, all legal")), (Some(0), true), "{ran:?}");
        // The next battle was in another year, or had other leaders
        let (next, sides, _) = BATTLES[(at + 1) % 13];
        let ran = under_event(&[path(&format!("{next}-{}", sides[0].0))]);
        assert_eq!(ran.status, Some(1), "{battle} admits {next}: {ran:?}");
    }
}

#[test]
fn the_battles_of_one_book_and_year_differ_by_their_leaders_and_limits() {
    // Scipio at Ilipa has Iberians, and under the event of Indibilis he may not
    let event = "lists/events/indibilis.yaml";
    let ran = muster(root(), &["check", "--event", event, &path("ilipa-rome"), "--format", "concise"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.out.contains("Scipio took his own men only"), "{ran:?}");
}
