//! How sheets fill their pages, and what is kept together.

use super::{fresh_folder, muster_stdout};

fn html_pages(arguments: &[&str]) -> Vec<String> {
    let html = muster_stdout(&[&["render"], arguments].concat());
    html.split("<section class=\"sheet\">").skip(1).map(str::to_owned).collect()
}

/// Without closer lines, three readings or the sources would be alone on the last page.
#[test]
fn a_few_lines_too_many_do_not_make_a_page() {
    let reference = "lists/wab/metaurus-carthage.yaml";
    for (arguments, wanted) in [
        (vec!["roster", "lists/six-mm/trebia-rome.yaml"], 1),
        (vec!["reference", "lists/quick/zama-carthage.yaml"], 1),
        (vec!["reference", "lists/wab/metaurus-rome.yaml", reference, "--paper", "letter"], 2),
    ] {
        assert_eq!(html_pages(&arguments).len(), wanted, "{arguments:?}");
    }
    // Font sizes do not change: 7 pt are 2.469 mm
    let html = muster_stdout(&["render", "roster", "lists/six-mm/trebia-rome.yaml"]);
    assert!(html.contains(".small { font-size: 2.5mm;") && html.contains(".text { font-size: 2.7mm;"));
}

#[test]
fn readings_on_a_new_page_have_their_heading() {
    let pages = html_pages(&["roster", "lists/fra/trebia-carthage.yaml", "--paper", "a4"]);
    assert_eq!(pages.len(), 2);
    let second = pages[1].split("<div class=\"line\">").nth(1).unwrap();
    assert!(second.starts_with("<b>Readings of the rules"), "{second}");
}

fn footer_text(page: &str) -> &str {
    page.split("<div class=\"foot\"><span>").nth(1).unwrap().split("</span>").next().unwrap()
}

#[test]
fn footers_leave_out_whole_parts() {
    for sheet in ["roster", "packing"] {
        for paper in ["a4", "letter"] {
            for page in html_pages(&[sheet, "lists/wab/metaurus-rome.yaml", "--paper", paper]) {
                let foot = footer_text(&page);
                assert!(foot.starts_with("The consuls on"), "{foot}");
                assert!(foot.contains(" · 1983 of 2000 points · "), "{foot}");
                let digest = foot.rsplit(" · legal · ").next().unwrap();
                assert_eq!((digest.len(), digest.contains('…')), (39, false), "{foot}");
            }
        }
    }
}

fn card_sides(html: &str) -> Vec<&str> {
    let cards = html.split("<div class=\"card").skip(1).filter(|c| !c.contains("blank\" style"));
    cards.filter(|c| c.contains("<div class=\"inside\">")).collect()
}

#[test]
fn continuation_cards_of_a_back_have_content_on_their_front() {
    let long = "Kriegselefantentreiberschaftsverbandsoberkommandonn";
    let text = std::fs::read_to_string("lists/wab/metaurus-carthage.yaml").unwrap();
    let path = fresh_folder("long-word").join("long.yaml");
    std::fs::write(&path, text.replace("name: Elephants,", &format!("name: {long},"))).unwrap();
    let html = muster_stdout(&["render", "cards", &path.to_string_lossy()]);
    let second: Vec<&str> = card_sides(&html).into_iter().filter(|c| c.contains("card 2 of 2")).collect();
    assert!(second.len() >= 2);
    for side in second.iter().filter(|side| !side.starts_with(" back")) {
        assert!(side.matches("<div class=\"line\">").count() > 1, "{side}");
    }
}

#[test]
fn continuation_cards_have_space_below_the_line() {
    let html =
        muster_stdout(&["render", "cards", "lists/fra/trebia-carthage.yaml", "--card", "44x63", "--merge"]);
    let again: Vec<&str> = card_sides(&html)
        .into_iter()
        .filter(|c| c.contains("card 2 of") && !c.starts_with(" back"))
        .collect();
    assert!(!again.is_empty());
    for side in again {
        let after = side.split("<div class=\"gap rule\"").nth(1).unwrap().split_once("</div>").unwrap().1;
        assert!(after.starts_with("<div class=\"gap \""), "{after}");
    }
}

#[test]
fn card_footers_have_no_version() {
    for list in ["fra/starter", "wab/carthage-1000", "six-mm/zama-numidia", "quick/cannae-rome"] {
        for card in ["poker", "a7", "100x140"] {
            let html = muster_stdout(&["render", "cards", &format!("lists/{list}.yaml"), "--card", card]);
            assert!(card_sides(&html).iter().all(|c| !footer_text(c).contains("data ")), "{list} {card}");
        }
    }
}
