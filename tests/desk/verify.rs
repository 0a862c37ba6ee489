//! `muster verify`: digests as they are printed, and sheets that carry their list.

use muster::compare::carried;

use crate::common::{Folder, Ran, file};
use crate::support::with;

const TREBIA: &str = "lists/fra/trebia-carthage.yaml";

struct Desk {
    folder: Folder,
    army: String,
    rules: String,
}

/// A folder with a list, and the digests that `check` gives for it.
fn desk() -> Desk {
    let folder = Folder::new();
    folder.write("list.yaml", &file(TREBIA));
    let (army, rules) = digests(&folder, &["list.yaml"]);
    Desk { folder, army, rules }
}

fn digests(folder: &Folder, arguments: &[&str]) -> (String, String) {
    let checked = folder.muster(&[&["check", "--format", "json"], arguments].concat()).json();
    let digest = |which: &str| checked["lists"][0]["digest"][which].as_str().unwrap().to_owned();
    (digest("army"), digest("rules"))
}

impl Desk {
    fn verify(&self, against: &str) -> Ran {
        self.folder.muster(&["verify", "list.yaml", against])
    }

    fn sheet(&self, list: &str, army: &str, rules: &str) -> String {
        let element = carried::element(list, army, rules);
        let html = format!("<!DOCTYPE html>\n<html><body><h1>An army</h1>{element}</body></html>\n");
        self.folder.write("sheet.html", &html);
        html
    }
}

/// Another digest that begins otherwise.
fn other(digest: &str) -> String {
    let first = if digest.starts_with('0') { "1" } else { "0" };
    format!("{first}{}", &digest[1..])
}

#[test]
fn eight_digits_are_enough_and_seven_are_not() {
    let desk = desk();
    let (army, rules) = (&desk.army, &desk.rules);
    for (against, words) in [
        (army[..8].to_owned(), "same: list.yaml is this army; "),
        (army[..8].to_uppercase(), "same: list.yaml is this army; "),
        (army.clone(), "same: list.yaml is this army; "),
        (rules[..12].to_owned(), "same: list.yaml is judged by these rules; "),
        (format!("{}-{}", &army[..8], &rules[..8]), "same: list.yaml is this army under these rules\n"),
    ] {
        let ran = desk.verify(&against);
        assert_eq!(ran.status, Some(0), "{against}: {ran:?}");
        assert!(ran.out.starts_with(words), "{against}: {}", ran.out);
        // Whoever verifies sees at once whether it may be played
        assert!(ran.out.contains(", legal (fra 1.0.0, carthage-italy 1.0.0)\n"), "{}", ran.out);
    }
    for (against, words) in [
        (other(army), "different: "),
        (format!("{}-{}", &other(army)[..8], &rules[..8]), "different army: "),
        (format!("{}-{}", &army[..8], &other(rules)[..8]), "different rules: "),
        (format!("{}-{}", &other(army)[..8], &other(rules)[..8]), "different: "),
    ] {
        let ran = desk.verify(&against);
        assert_eq!(ran.status, Some(1), "{against}: {ran:?}");
        assert!(ran.out.starts_with(words), "{against}: {}", ran.out);
    }
    for against in [
        &army[..7],
        "nothing",
        "-",
        "abcdefgh",
        &format!("{army}0"),
        &format!("{}-{}", &army[..8], &rules[..4]),
    ] {
        let ran = desk.verify(against);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{against}: {ran:?}");
        assert!(ran.trouble.contains("neither a file nor a digest"), "{}", ran.trouble);
    }
}

#[test]
fn an_events_digest_needs_the_event() {
    let desk = desk();
    desk.folder.write("day.yaml", &file("lists/events/trebia-day.yaml"));
    let (army, rules) = digests(&desk.folder, &["--event", "day.yaml", "list.yaml"]);
    assert_eq!(army, desk.army);
    assert_ne!(rules, desk.rules);
    let both = format!("{}-{}", &army[..8], &rules[..8]);
    let ran = desk.verify(&both);
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.out.contains("help: what was checked for an event needs the same --event here"),
        "{}",
        ran.out
    );
    let ran = desk.folder.muster(&["verify", "list.yaml", &both, "--event", "day.yaml"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
}

#[test]
fn a_sheet_of_the_same_army_is_known_whatever_its_layout() {
    let desk = desk();
    let moved = with(&file(TREBIA), "points: 1000\ndate: 218 BC ", "date: 218 BC\npoints:   1000 ");
    desk.sheet(&moved, &desk.army, &desk.rules);
    let ran = desk.verify("sheet.html");
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(
        ran.out.starts_with("same: sheet.html was made of the army in list.yaml under these rules\n"),
        "{}",
        ran.out
    );
}

#[test]
fn a_sheet_of_another_army_says_what_differs() {
    let desk = desk();
    let fewer = with(&file(TREBIA), "name: Libyans, count: 4", "name: Libyans, count: 3");
    desk.folder.write("fewer.yaml", &fewer);
    let (army, rules) = digests(&desk.folder, &["fewer.yaml"]);
    assert_eq!(rules, desk.rules);
    desk.sheet(&fewer, &army, &rules);
    let ran = desk.verify("sheet.html");
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.out.starts_with("different army: "), "{}", ran.out);
    // A body of Libyans is 40 points
    let row = ran.out.lines().find(|l| l.starts_with("  ~ Libyans")).unwrap();
    assert!(row.ends_with("120    160     +40"), "{row}");
    assert!(ran.out.contains("      ~ count: 3 -> 4\n"), "{}", ran.out);
}

#[test]
fn a_sheet_made_under_other_rules_or_changed_by_hand_is_not_the_same() {
    let desk = desk();
    let list = file(TREBIA);
    desk.sheet(&list, &desk.army, &other(&desk.rules));
    let ran = desk.verify("sheet.html");
    assert_eq!(ran.status, Some(1));
    assert!(ran.out.starts_with("different rules: "), "{}", ran.out);
    // The digests of the list that was checked, on a sheet that carries more elephants
    let more = with(&list, "name: Elephants, options", "name: Elephants, count: 2, options");
    desk.sheet(&more, &desk.army, &desk.rules);
    let ran = desk.verify("sheet.html");
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.out.starts_with("changed: the list in sheet.html is not the one whose digest it states\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("      ~ count: 2 -> 1\n"), "{}", ran.out);
}

#[test]
fn of_several_lists_in_a_sheet_the_right_one_is_taken() {
    let desk = desk();
    let rome = file("lists/fra/trebia-rome.yaml");
    desk.folder.write("rome.yaml", &rome);
    let (army, rules) = digests(&desk.folder, &["rome.yaml"]);
    let html =
        carried::element(&rome, &army, &rules) + &carried::element(&file(TREBIA), &desk.army, &desk.rules);
    desk.folder.write("sheet.html", &html);
    assert_eq!(desk.verify("sheet.html").status, Some(0));
    let ran = desk.folder.muster(&["verify", "rome.yaml", "sheet.html"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
}

#[test]
fn a_sheet_without_a_list_is_said_to_have_none() {
    let desk = desk();
    for (html, words) in [
        ("<p>no sheet of ours &lt;template id=\"muster-list\"&gt;</p>", "carries no list"),
        ("<!-- <template id=\"muster-list\" data-version=\"1\">eA==</template> -->", "carries no list"),
        ("<template id=\"muster-list\" data-version=\"2\">eA==</template>", "carried in version \"2\""),
        ("<template id=\"muster-list\" data-version=\"1\">eA==</template>", "has lost its digests"),
    ] {
        desk.folder.write("sheet.html", html);
        let ran = desk.verify("sheet.html");
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.trouble.contains(words), "{}", ran.trouble);
    }
    let damaged = desk.sheet(&file(TREBIA), &desk.army, &desk.rules);
    let damaged = damaged.replace("</template>", "*</template>");
    desk.folder.write("sheet.html", &damaged);
    assert!(desk.verify("sheet.html").trouble.contains("is damaged"));
}
