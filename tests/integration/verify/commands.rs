//! `muster verify`: printed digests, and sheets with an embedded list.

use muster::compare::embedded_list;

use crate::common::with;
use crate::common::{Folder, Ran, file};

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
        let element = embedded_list::embed_list(list, army, rules);
        let html = format!("<!DOCTYPE html>\n<html><body><h1>An army</h1>{element}</body></html>\n");
        self.folder.write("sheet.html", &html);
        html
    }
}

/// Returns a digest that differs in its first character.
fn other(digest: &str) -> String {
    let first = if digest.starts_with('0') { "1" } else { "0" };
    format!("{first}{}", &digest[1..])
}

/// Returns a digest without hyphens, in small letters, with letters that are easily mistaken for others.
fn copied_badly(digest: &str) -> String {
    digest.replace('-', "").to_lowercase().replace('0', "o").replace('1', "l")
}

#[test]
fn a_digest_is_recognised_however_it_is_printed_or_copied() {
    let desk = desk();
    let (army, rules) = (&desk.army, &desk.rules);
    assert_eq!((army.len(), rules.len()), (24, 14), "{army} {rules}");
    let this_army = "same: list.yaml is this army; the digest does not cover the rules\n";
    let these_rules = "same: list.yaml uses these rules; the digest does not cover the army\n";
    let both = "same: list.yaml is this army under these rules\n";
    for (against, words) in [
        (army.clone(), this_army),
        (copied_badly(army), this_army),
        (army.replace('-', " "), this_army),
        (format!("digest {army}"), this_army),
        (rules.clone(), these_rules),
        (copied_badly(rules), these_rules),
        (format!("{army} {rules}"), both),
        (format!("{army}-{rules}"), both),
        (format!("{army}\n{rules}\n"), both),
        (copied_badly(&format!("{army}{rules}")), both),
    ] {
        let ran = desk.verify(&against);
        assert_eq!(ran.status, Some(0), "{against}: {ran:?}");
        assert!(ran.out.starts_with(words), "{against}: {}", ran.out);
        // The output also says whether the list is legal
        let judged = format!("list.yaml: {army} {rules}, legal (fra 2.0.0, carthage-italy 1.1.0)\n");
        assert!(ran.out.ends_with(&judged), "{}", ran.out);
    }
    // A shell splits a digest with spaces into several arguments
    let words: Vec<String> =
        format!("{army} {rules}").replace('-', " ").split(' ').map(str::to_owned).collect();
    let mut arguments = vec!["verify", "list.yaml"];
    arguments.extend(words.iter().map(String::as_str));
    let ran = desk.folder.muster(&arguments);
    assert!(ran.status == Some(0) && ran.out.starts_with(both), "{ran:?}");
    for (against, words) in [
        (other(army), "different: list.yaml is another army\n"),
        (other(rules), "different: list.yaml uses other rules\n"),
        (
            format!("{} {rules}", other(army)),
            "different army: list.yaml is another army, under these rules\n",
        ),
        (format!("{army} {}", other(rules)), "different rules: list.yaml is this army, under other rules\n"),
        (
            format!("{} {}", other(army), other(rules)),
            "different: list.yaml is another army, under other rules\n",
        ),
    ] {
        let ran = desk.verify(&against);
        assert_eq!(ran.status, Some(1), "{against}: {ran:?}");
        assert!(ran.out.starts_with(words), "{against}: {}", ran.out);
    }
}

#[test]
fn a_text_that_is_not_a_digest_is_refused_with_the_reason() {
    let desk = desk();
    let army = &desk.army;
    let lengths = "a digest has 20 characters for the army, 12 for the rules, 32 for both";
    for (against, words) in [
        (
            army[1..].to_owned(),
            format!("is not a file, and as a digest it has 19 characters, not counting hyphens; {lengths}"),
        ),
        (format!("{army}0"), format!("has 21 characters, not counting hyphens; {lengths}")),
        ("-".to_owned(), format!("has 0 characters, not counting hyphens; {lengths}")),
        (army.replacen('-', "+", 1), "has \"+\"; a digest has only the digits 0 to 9 and".to_owned()),
        (
            "nothing.html".to_owned(),
            "\"nothing.html\" is not a file, and as a digest it has \".\"".to_owned(),
        ),
        ("9e10d81e".to_owned(), "is a digest of the former kind, with 8 hexadecimal digits".to_owned()),
        ("9e10d81e-f89400a9".to_owned(), "of the former kind, with 16 hexadecimal digits".to_owned()),
        ("9e10d81e f89400a9".to_owned(), "can be found in seconds".to_owned()),
        ("0a".repeat(32), "of the former kind, with 64 hexadecimal digits".to_owned()),
    ] {
        let ran = desk.verify(&against);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{against}: {ran:?}");
        assert!(ran.trouble.contains(&words), "{against}: {}", ran.trouble);
    }
}

#[test]
fn a_folder_is_searched_for_the_list_of_a_digest() {
    let desk = desk();
    let folder = &desk.folder;
    folder.write("in/rome.yaml", &file("lists/fra/trebia-rome.yaml"));
    folder.write("in/deep/cato.yaml", &file(TREBIA));
    folder.write("in/broken.yaml", "army: A\nruleset: fra\nunitz: []\n");
    folder.write("in/day.yaml", &file("lists/events/trebia-day.yaml"));
    let ask = |digest: &str| folder.muster(&["verify", "in", digest]);
    let (army, rules) = (&desk.army, &desk.rules);
    let line = format!("in/deep/cato.yaml: {army} {rules}, legal (fra 2.0.0, carthage-italy 1.1.0)\n");
    let without = "note: 1 list without a digest; `muster check` shows why\n";
    let ran = ask(&format!("{army} {rules}"));
    let same = "same: in/deep/cato.yaml is this army under these rules\n";
    assert_eq!((ran.status, ran.out), (Some(0), format!("{same}{line}{without}")));
    let ran = ask(&copied_badly(army));
    assert_eq!(ran.status, Some(0));
    assert!(ran.out.starts_with("same: in/deep/cato.yaml is this army; "), "{}", ran.out);
    // The same army under other rules is not what was checked, and the report says so
    let ran = ask(&format!("{army} {}", other(rules)));
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.out.starts_with("different rules: in/deep/cato.yaml is this army, under other"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("help: if the list was checked for an event, give the same --event here\n"));
    let ran = ask(&format!("{} {rules}", other(army)));
    assert_eq!(
        (ran.status, ran.out),
        (Some(1), format!("different: none of 3 lists in in is this army\n{without}"))
    );
    folder.write("sheet.html", "<p>a sheet</p>");
    let ran = ask("sheet.html");
    assert_eq!(ran.status, Some(2));
    assert!(
        ran.trouble.contains("in is a folder, which can only be searched for a digest"),
        "{}",
        ran.trouble
    );
    folder.write("empty/picture.jpg", "");
    let ran = folder.muster(&["verify", "empty", army]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.trouble.contains("there is no list in empty"), "{}", ran.trouble);
}

#[test]
fn a_list_with_unreadable_parts_has_no_digest_anywhere() {
    let desk = desk();
    let folder = &desk.folder;
    let lost = with(&file(TREBIA), "name: Gallic horse}", "name: Gallic horse, optons: [javelin]}");
    folder.write("lost.yaml", &lost);
    let words = "no digest, since the list has errors of reading";
    let checked = folder.muster(&["check", "--format", "json", "lost.yaml"]).json();
    let list = &checked["lists"][0];
    assert!(list["digest"].is_null(), "{list}");
    assert_eq!(list["no_digest"], words);
    assert!(checked["lists"][0]["points"].is_object());
    let ran = folder.muster(&["verify", "lost.yaml", &desk.army]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    assert!(ran.trouble.contains(&format!("lost.yaml: {words}")), "{}", ran.trouble);
    for sheet in ["roster", "cards", "reference", "packing"] {
        for format in ["text", "markdown", "html"] {
            let summary: &[&str] = if sheet == "cards" { &["--summary"] } else { &[] };
            let arguments = [&["render", sheet, "lost.yaml", "--format", format], summary].concat();
            let printed = folder.muster(&arguments).out;
            // Cards break lines
            let printed = printed.replace("</div></div></div>", "\n").replace(['\n', '\\'], " ");
            let text: String = printed.split('<').map(|t| t.split_once('>').map_or(t, |(_, t)| t)).collect();
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(words), "{sheet} {format}: {text}");
            assert!(!printed.contains("muster-list"), "{sheet} {format}");
        }
    }
    // Two such lists cannot be compared
    let ran = folder.muster(&["diff", "lost.yaml", "lost.yaml", "--format", "json"]).json();
    assert_eq!((&ran["same_army"], &ran["same_rules"]), (&false.into(), &true.into()));
    assert!(ran["before"]["digest"].is_null());
    let ran = folder.muster(&["diff", "lost.yaml", "list.yaml"]);
    assert!(ran.out.contains(&format!("carthage-italy 1.1.0, {words})")), "{}", ran.out);
    let csv = folder.muster(&["check", "--csv", "lost.yaml"]).out;
    assert!(csv.trim_end().ends_with(','), "{csv}");
}

#[test]
fn an_events_digest_needs_the_event() {
    let desk = desk();
    desk.folder.write("day.yaml", &file("lists/events/trebia-day.yaml"));
    let (army, rules) = digests(&desk.folder, &["--event", "day.yaml", "list.yaml"]);
    assert_eq!(army, desk.army);
    assert_ne!(rules, desk.rules);
    let both = format!("{army} {rules}");
    let ran = desk.verify(&both);
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.out.contains("help: if the list was checked for an event, give the same --event here"),
        "{}",
        ran.out
    );
    let ran = desk.folder.muster(&["verify", "list.yaml", &both, "--event", "day.yaml"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
}

#[test]
fn a_sheet_of_the_same_army_is_recognised_whatever_its_layout() {
    let desk = desk();
    let moved = with(&file(TREBIA), "points: 1000\ndate: 218 BC ", "date: 218 BC\npoints:   1000 ");
    desk.sheet(&moved, &desk.army, &desk.rules);
    let ran = desk.verify("sheet.html");
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(
        ran.out.starts_with("same: sheet.html was made from the army in list.yaml under these rules\n"),
        "{}",
        ran.out
    );
}

#[test]
fn a_sheet_of_another_army_shows_what_differs() {
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
    // A sheet with the digests of the checked list, but with more elephants
    let more = with(&list, "name: Elephants, options", "name: Elephants, count: 2, options");
    desk.sheet(&more, &desk.army, &desk.rules);
    let ran = desk.verify("sheet.html");
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.out.starts_with("changed: the list in sheet.html does not match the digest stated there\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("      ~ count: 2 -> 1\n"), "{}", ran.out);
}

/// Returns the name and digest of a list as in the note about several lists.
fn named(list: &str, digest: &str) -> String {
    let army = list.lines().find_map(|line| line.strip_prefix("army: ")).unwrap();
    format!("\"{army}\" ({digest})")
}

#[test]
fn of_several_lists_in_a_sheet_the_right_one_is_compared() {
    let desk = desk();
    let rome = file("lists/fra/trebia-rome.yaml");
    desk.folder.write("rome.yaml", &rome);
    let (army, rules) = digests(&desk.folder, &["rome.yaml"]);
    let html = embedded_list::embed_list(&rome, &army, &rules)
        + &embedded_list::embed_list(&file(TREBIA), &desk.army, &desk.rules);
    desk.folder.write("sheet.html", &html);
    // The armies' names as in their files
    let (hannibal, longus) = (named(&file(TREBIA), &desk.army), named(&rome, &army));
    let expected = |compared: &str| {
        format!(
            "note: sheet.html has 2 embedded lists: {longus} and {hannibal}; comparing with {compared}\n\
             help: only a reference sheet for two armies has two embedded lists; rosters and cards have one\n\
             same: sheet.html was made from the army in "
        )
    };
    let ran = desk.verify("sheet.html");
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.out.starts_with(&expected(&hannibal)), "{ran:?}");
    let ran = desk.folder.muster(&["verify", "rome.yaml", "sheet.html"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.out.starts_with(&expected(&longus)), "{ran:?}");
    // A fourth list is only counted, and a damaged one counts as well
    let damaged = html.replacen("data-army", "data-other", 1);
    desk.folder.write("sheet.html", &(damaged + &html));
    let ran = desk.verify("sheet.html");
    assert!(
        ran.out.starts_with(&format!(
            "note: sheet.html has 4 embedded lists: one that cannot be read, {hannibal}, {longus} and 1 more; \
             comparing with {hannibal}\n"
        )),
        "{ran:?}"
    );
    // One list is no matter
    desk.sheet(&file(TREBIA), &desk.army, &desk.rules);
    assert!(!desk.verify("sheet.html").out.contains("embedded"));
}

#[test]
fn a_sheet_without_a_list_is_reported() {
    let desk = desk();
    for (html, words) in [
        ("<p>no sheet of ours &lt;template id=\"muster-list\"&gt;</p>", "has no embedded list"),
        ("<!-- <template id=\"muster-list\" data-version=\"2\">eA==</template> -->", "has no embedded list"),
        (
            "<template id=\"muster-list\" data-version=\"3\">eA==</template>",
            "has version \"3\", only version 2 is known",
        ),
        ("<template id=\"muster-list\" data-version=\"1\">eA==</template>", "digests of an older version"),
        ("<template id=\"muster-list\" data-version=\"2\">eA==</template>", "has no valid digests"),
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
