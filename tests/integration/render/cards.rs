//! The content and order of cards, in every format.

use super::{fresh_folder, muster_stdout, run_muster, sample_lists};

const LIST: &str = "lists/fra/starter.yaml";

/// Returns the HTML of the fronts of cards.
fn card_fronts(arguments: &[&str]) -> Vec<String> {
    let html = muster_stdout(&[&["render", "cards"], arguments].concat());
    let cards = html.split("<div class=\"card").skip(1);
    cards.filter(|c| c.starts_with('"')).map(str::to_owned).collect()
}

/// Every card of a unit has what is needed to play, including a further card of the same unit.
#[test]
fn every_card_has_a_name_stats_and_points() {
    for list in sample_lists() {
        let points = list.contains("/fra/") || list.contains("/wab/");
        for card in card_fronts(&[&list]) {
            assert!(card.contains("left named"), "{card}");
            let person = card.contains("Adds to it:") || card.contains("card 2 of");
            // A camp has no stats, and neither has a general of six-mm
            let without = card.contains(">Camp<") || list.contains("/six-mm/") && !card.contains("Tac");
            assert!(person || without || card.contains("row figure"), "{list}: {card}");
            assert!(!points || card.contains(" pts"), "{list}: {card}");
        }
    }
}

/// Ten of the line, two triarii (one with the general), six skirmishers, four of horse, baggage, the general.
#[test]
fn identical_units_have_numbered_cards_or_merged_ones_with_a_count() {
    assert_eq!(card_fronts(&[LIST]).len(), 24);
    // Hastati, principes, two rows of triarii, velites, archers, equites, allies, baggage, the general
    assert_eq!(card_fronts(&[LIST, "--merge"]).len(), 10);
    for (format, first, merged) in [
        ("text", "Hastati, 2 of 5 ", "5 × Hastati "),
        ("markdown", "## Hastati, 2 of 5 (50 points)", "## 5 × Hastati (250 points)"),
    ] {
        let text =
            |more: &[&str]| muster_stdout(&[&["render", "cards", LIST, "--format", format], more].concat());
        assert!(text(&[]).contains(first) && !text(&[]).contains(merged), "{format}");
        assert!(text(&["--merge"]).contains(merged) && !text(&["--merge"]).contains(first), "{format}");
    }
}

#[test]
fn summary_adds_cards_for_the_army_and_its_commands() {
    let cards = card_fronts(&["lists/fra/trebia-carthage.yaml", "--summary"]);
    // The army, then its two commands with their tracks, before all other cards
    for (card, words) in cards.iter().zip([
        ["Hannibal at the Trebia", "985 of 1000 points", "Scouting points"],
        ["Foot and elephants", "635 pts", "Morale track"],
        ["Horse and ambush", "350 pts", "Morale track"],
        ["Hannibal Barca", "General", "Adds to it:"],
    ]) {
        for word in words {
            assert!(card.contains(word), "{word}: {card}");
        }
    }
    assert_eq!(cards.len(), card_fronts(&["lists/fra/trebia-carthage.yaml"]).len() + 3);
}

#[test]
fn compact_cards_take_fewer_sheets_and_lose_nothing() {
    let sheets = |more: &[&str]| {
        let html = muster_stdout(&[&["render", "cards", LIST], more].concat());
        let fronts = html.matches("class=\"card\"").count();
        (html.matches("<section class=\"sheet\">").count(), fronts)
    };
    // 24 cards at nine per sheet take three sheets with two sides; at half the height or less, at most two
    // sheets
    assert_eq!(sheets(&[]), (6, 24));
    let (pages, cards) = sheets(&["--compact"]);
    assert!(pages <= 4 && cards == 24, "{pages} {cards}");
}

#[test]
fn backs_move_by_an_offset_and_an_unreadable_one_is_refused() {
    let lefts = |more: &[&str]| -> Vec<i64> {
        let html = muster_stdout(&[&["render", "cards", LIST], more].concat());
        let backs = html.split("<div class=\"card back").skip(1);
        let left =
            |c: &str| c.split("left:").nth(1).unwrap().split("mm").next().unwrap().replace('.', "").parse();
        // All of these have three decimals
        backs.map(|c| left(c).unwrap()).collect()
    };
    let (as_is, moved) = (lefts(&[]), lefts(&["--back-offset", "1.5,-2"]));
    assert_eq!(as_is.len(), moved.len());
    assert!(as_is.iter().zip(&moved).all(|(a, b)| b - a == 1_500), "{as_is:?} {moved:?}");
    for bad in ["1", "1;2", "30,0", "a,b"] {
        let output = run_muster(&["render", "cards", LIST, "--back-offset", bad]);
        assert_eq!(output.status.code(), Some(2), "{bad}");
        assert!(
            String::from_utf8(output.stderr).unwrap().contains("right and down, such as 1.5,-2"),
            "{bad}"
        );
    }
}

#[test]
fn units_are_sorted_by_name_type_or_points_within_commands() {
    let file = fresh_folder("sorted").join("list.yaml");
    std::fs::write(
        &file,
        "army: A\nruleset: fra\nmode: points\npoints: 500\nbaggage: false\nunits:\n  - {unit: SK, name: zebra}\n  - {unit: HC, name: Beta}\n  - {unit: SK, name: alpha}\n  - {unit: HW, name: Gamma}\n",
    )
    .unwrap();
    let file = file.to_string_lossy().into_owned();
    for (order, wanted) in [
        ("list", ["zebra", "Beta", "alpha", "Gamma"]),
        ("name", ["alpha", "Beta", "Gamma", "zebra"]),
        ("type", ["zebra", "alpha", "Beta", "Gamma"]),
        // The costs are 55, 40, and twice 20, which keep the order of the list
        ("points", ["Beta", "Gamma", "zebra", "alpha"]),
    ] {
        for sheet in ["roster", "cards"] {
            let output = run_muster(&["render", sheet, &file, "--format", "text", "--sort", order]);
            let text = format!("\n{}", String::from_utf8(output.stdout).unwrap());
            let at = wanted
                .map(|name| text.find(&format!("\n{name} ")).unwrap_or_else(|| panic!("{name}: {text}")));
            assert!(at.is_sorted(), "{sheet} {order}: {text}");
        }
    }
}
