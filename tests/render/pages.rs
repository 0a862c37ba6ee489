//! How a sheet fills its pages, and what is kept together.

use libtest_mimic::Trial;

use crate::{folder, printed, trial};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("pages: a few lines over make no page of their own", closer),
        trial("pages: readings on a new page have their heading", headed),
        trial("pages: feet give way by whole parts", feet),
        trial("pages: a card that only its back needs has something on its front", fronts),
        trial("pages: text keeps away from the line on cards that go on", continued),
        trial("pages: the feet of cards name no version, whichever the game", card_feet),
    ]
}

fn pages(arguments: &[&str]) -> Vec<String> {
    let html = printed(&[&["render"], arguments].concat());
    html.split("<section class=\"sheet\">").skip(1).map(str::to_owned).collect()
}

/// Three readings, or the sources alone, were the whole last page.
fn closer() {
    let reference = "lists/wab/metaurus-carthage.yaml";
    for (arguments, wanted) in [
        (vec!["roster", "lists/six-mm/trebia-rome.yaml"], 1),
        (vec!["reference", "lists/quick/zama-carthage.yaml"], 1),
        (vec!["reference", "lists/wab/metaurus-rome.yaml", reference, "--paper", "letter"], 2),
    ] {
        assert_eq!(pages(&arguments).len(), wanted, "{arguments:?}");
    }
    // Letters are as large as ever: 7 pt are 2.469 mm
    let html = printed(&["render", "roster", "lists/six-mm/trebia-rome.yaml"]);
    assert!(html.contains(".small { font-size: 2.5mm;") && html.contains(".text { font-size: 2.7mm;"));
}

fn headed() {
    let pages = pages(&["roster", "lists/six-mm/trebia-rome.yaml", "--paper", "letter"]);
    assert_eq!(pages.len(), 2);
    let second = pages[1].split("<div class=\"line\">").nth(1).unwrap();
    assert!(second.starts_with("<b>Readings of the rules"), "{second}");
}

fn foot(page: &str) -> &str {
    page.split("<div class=\"foot\"><span>").nth(1).unwrap().split("</span>").next().unwrap()
}

fn feet() {
    for sheet in ["roster", "packing"] {
        for paper in ["a4", "letter"] {
            for page in pages(&[sheet, "lists/wab/metaurus-rome.yaml", "--paper", paper]) {
                let foot = foot(&page);
                assert!(foot.starts_with("The consuls on"), "{foot}");
                assert!(foot.contains(" · 1983 of 2000 points · "), "{foot}");
                let digest = foot.rsplit(" · legal · ").next().unwrap();
                assert_eq!((digest.len(), digest.contains('…')), (39, false), "{foot}");
            }
        }
    }
}

fn sides(html: &str) -> Vec<&str> {
    let cards = html.split("<div class=\"card").skip(1).filter(|c| !c.contains("blank\" style"));
    cards.filter(|c| c.contains("<div class=\"inside\">")).collect()
}

fn fronts() {
    let long = "Kriegselefantentreiberschaftsverbandsoberkommandonn";
    let text = std::fs::read_to_string("lists/wab/metaurus-carthage.yaml").unwrap();
    let path = folder("long-word").join("long.yaml");
    std::fs::write(&path, text.replace("name: Elephants,", &format!("name: {long},"))).unwrap();
    let html = printed(&["render", "cards", &path.to_string_lossy()]);
    let second: Vec<&str> = sides(&html).into_iter().filter(|c| c.contains("card 2 of 2")).collect();
    assert!(second.len() >= 2);
    for side in second.iter().filter(|side| !side.starts_with(" back")) {
        assert!(side.matches("<div class=\"line\">").count() > 1, "{side}");
    }
}

fn continued() {
    let html = printed(&["render", "cards", "lists/fra/trebia-carthage.yaml", "--card", "44x63", "--merge"]);
    let again: Vec<&str> =
        sides(&html).into_iter().filter(|c| c.contains("card 2 of") && !c.starts_with(" back")).collect();
    assert!(!again.is_empty());
    for side in again {
        let after = side.split("<div class=\"gap rule\"").nth(1).unwrap().split_once("</div>").unwrap().1;
        assert!(after.starts_with("<div class=\"gap \""), "{after}");
    }
}

fn card_feet() {
    for list in ["fra/starter", "wab/carthage-1000", "six-mm/zama-numidia", "quick/cannae-rome"] {
        for card in ["poker", "a7", "100x140"] {
            let html = printed(&["render", "cards", &format!("lists/{list}.yaml"), "--card", card]);
            assert!(sides(&html).iter().all(|c| !foot(c).contains("data ")), "{list} {card}");
        }
    }
}
