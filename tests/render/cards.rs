//! What cards say and how they are ordered, whatever they are printed in.

use libtest_mimic::Trial;

use crate::{folder, muster, printed, samples, trial};

const LIST: &str = "lists/fra/starter.yaml";

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("cards: each has a name, figures and points", whole),
        trial("cards: one a unit, numbered, or merged with a count", merged),
        trial("cards: the army and its commands have cards with a summary", summary),
        trial("cards: compact ones take fewer sheets and lose nothing", compact),
        trial("cards: backs move by an offset, and a faulty one is refused", offset),
        trial("order: units by name, type or points within their command", sorted),
    ]
}

/// The fronts of cards in HTML, each with its place.
fn fronts(arguments: &[&str]) -> Vec<String> {
    let html = printed(&[&["render", "cards"], arguments].concat());
    let cards = html.split("<div class=\"card").skip(1);
    cards.filter(|c| c.starts_with('"')).map(str::to_owned).collect()
}

/// Every unit's card, also the second one of a unit with more than one holds, has what a game is played by.
fn whole() {
    for list in samples() {
        let points = list.contains("/fra/") || list.contains("/wab/");
        for card in fronts(&[&list]) {
            assert!(card.contains("left named"), "{card}");
            let person = card.contains("Adds to it:") || card.contains("card 2 of");
            // A camp fights with no figures, and a general of six-mm stands with none
            let without = card.contains(">Camp<") || list.contains("/six-mm/") && !card.contains("Tac");
            assert!(person || without || card.contains("row figure"), "{list}: {card}");
            assert!(!points || card.contains(" pts"), "{list}: {card}");
        }
    }
}

/// Ten of the line, two triarii of which one has the general, six skirmishers, four of horse, baggage, the general.
fn merged() {
    assert_eq!(fronts(&[LIST]).len(), 24);
    // Hastati, principes, two rows of triarii, velites, archers, equites, allies, baggage, the general
    assert_eq!(fronts(&[LIST, "--merge"]).len(), 10);
    for (format, first, merged) in [
        ("text", "Hastati, 2 of 5 ", "5 × Hastati "),
        ("markdown", "## Hastati, 2 of 5 (50 points)", "## 5 × Hastati (250 points)"),
    ] {
        let text = |more: &[&str]| printed(&[&["render", "cards", LIST, "--format", format], more].concat());
        assert!(text(&[]).contains(first) && !text(&[]).contains(merged), "{format}");
        assert!(text(&["--merge"]).contains(merged) && !text(&["--merge"]).contains(first), "{format}");
    }
}

fn summary() {
    let cards = fronts(&["lists/fra/trebia-carthage.yaml", "--summary"]);
    // The army, then its two commands with their tracks, before everybody else
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
    assert_eq!(cards.len(), fronts(&["lists/fra/trebia-carthage.yaml"]).len() + 3);
}

fn compact() {
    let sheets = |more: &[&str]| {
        let html = printed(&[&["render", "cards", LIST], more].concat());
        let fronts = html.matches("class=\"card\"").count();
        (html.matches("<section class=\"sheet\">").count(), fronts)
    };
    // 24 cards, nine a sheet, are three sheets of two sides; at half the height or less, two at most
    assert_eq!(sheets(&[]), (6, 24));
    let (pages, cards) = sheets(&["--compact"]);
    assert!(pages <= 4 && cards == 24, "{pages} {cards}");
}

fn offset() {
    let lefts = |more: &[&str]| -> Vec<i64> {
        let html = printed(&[&["render", "cards", LIST], more].concat());
        let backs = html.split("<div class=\"card back").skip(1);
        let left =
            |c: &str| c.split("left:").nth(1).unwrap().split("mm").next().unwrap().replace('.', "").parse();
        // All of these have three places behind the point
        backs.map(|c| left(c).unwrap()).collect()
    };
    let (as_is, moved) = (lefts(&[]), lefts(&["--back-offset", "1.5,-2"]));
    assert_eq!(as_is.len(), moved.len());
    assert!(as_is.iter().zip(&moved).all(|(a, b)| b - a == 1_500), "{as_is:?} {moved:?}");
    for bad in ["1", "1;2", "30,0", "a,b"] {
        let output = muster(&["render", "cards", LIST, "--back-offset", bad]);
        assert_eq!(output.status.code(), Some(2), "{bad}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("right and down, as 1.5,-2"), "{bad}");
    }
}

fn sorted() {
    let file = folder("sorted").join("list.yaml");
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
        // 55, 40, and twice 20 as the list has them
        ("points", ["Beta", "Gamma", "zebra", "alpha"]),
    ] {
        for sheet in ["roster", "cards"] {
            let output = muster(&["render", sheet, &file, "--format", "text", "--sort", order]);
            let text = format!("\n{}", String::from_utf8(output.stdout).unwrap());
            let at = wanted
                .map(|name| text.find(&format!("\n{name} ")).unwrap_or_else(|| panic!("{name}: {text}")));
            assert!(at.is_sorted(), "{sheet} {order}: {text}");
        }
    }
}
