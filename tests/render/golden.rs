//! Sheets of one list a game, read by people before they were kept. `MUSTER_BLESS=1` writes them anew.

use std::path::Path;

use libtest_mimic::Trial;

use crate::{printed, samples, trial};

const LISTS: [&str; 4] = ["fra/starter", "wab/carthage-1000", "six-mm/zama-numidia", "quick/cannae-rome"];

pub(crate) fn trials() -> Vec<Trial> {
    let mut all = Vec::new();
    for list in LISTS {
        for sheet in ["roster", "cards", "reference", "packing"] {
            for ending in ["txt", "md", "html"] {
                all.push(golden(list, sheet, ending, more(sheet, ending)));
            }
        }
    }
    all.push(trial("reference sheets of the sample armies take two pages at most", two_pages));
    all.push(trial("the style sheet is that of templates/, and nothing of it is left out", style));
    all.push(trial("rows of tables that nobody needs are left out", rows));
    all.push(trial("goldens hold no digest, wherever a line of it ends", digests));
    all
}

/// Cards in HTML are many; several alike share one there, so that all can be read.
fn more(sheet: &str, ending: &str) -> &'static [&'static str] {
    match (sheet, ending) {
        ("cards", "html") => &["--merge", "--summary"],
        ("packing", "html") => &["--mono", "--paper", "letter"],
        _ => &[],
    }
}

/// Goldens leave the style out; every line of it that takes no data is in every sheet as it is in the template.
fn style() {
    let template = std::fs::read_to_string("templates/print.css").unwrap();
    let fixed: Vec<&str> = template.lines().filter(|l| !l.contains("{{") && !l.contains("{%")).collect();
    assert!(fixed.len() > 35, "{}", fixed.len());
    for (sheet, paper, size) in [
        ("roster", "a4", "210mm 297mm"),
        ("cards", "letter", "215.9mm 279.4mm"),
        ("reference", "a4", "210mm 297mm"),
    ] {
        let html = printed(&["render", sheet, "lists/fra/starter.yaml", "--paper", paper]);
        let style = html.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
        for line in &fixed {
            assert!(style.lines().any(|l| l == *line), "{sheet}: {line}");
        }
        assert!(style.contains(&format!("@page {{ size: {size}; margin: 0 }}")), "{sheet}");
        assert_eq!(style.matches("@font-face").count(), 2);
        assert!(!style.contains("{{") && !style.contains("url(h"), "{sheet}");
    }
}

fn digests() {
    let line = "digest 0A1B-2C3D-4E5F-6G7H-8J9K</div><div class=\"line\">MNPQ-RSTV-WXYZ, `0000-1111-2222`, 1000-MORE";
    let masked = "digest ####-####-####-####-####</div><div class=\"line\">####-####-####, `####-####-####`, 1000-MORE";
    assert_eq!(without_digests(line), masked);
}

/// On A4, for one army and for two that met.
fn two_pages() {
    let pairs =
        [("fra/trebia", "wab/metaurus"), ("fra/zama", "quick/zama"), ("six-mm/trebia", "six-mm/trebia")];
    let met = pairs
        .iter()
        .flat_map(|(a, b)| [a, b])
        .map(|battle| vec![format!("lists/{battle}-carthage.yaml"), format!("lists/{battle}-rome.yaml")]);
    for lists in samples().into_iter().map(|l| vec![l]).chain(met) {
        let mut arguments = vec!["render", "reference", "--paper", "a4"];
        arguments.extend(lists.iter().map(String::as_str));
        let pages = printed(&arguments).matches("<section class=\"sheet\">").count();
        assert!(pages <= 2, "{pages} pages for {lists:?}");
    }
}

/// The starter has a general and a standard, and neither a sub-general, elephants nor pavises.
fn rows() {
    let used = ["General with the unit", "Standard with the unit", "Charging", "Target mounted"];
    let unused = ["Sub-general with the unit", "Elephant with escorts when charged", "Target behind pavises"];
    let sheet = |more: &[&str]| {
        let mut arguments = vec!["render", "reference", "lists/fra/starter.yaml", "--format", "text"];
        arguments.extend(more);
        let text = printed(&arguments);
        move |row: &str| text.lines().any(|line| line.starts_with(&format!("{row} ")))
    };
    let (own, whole) = (sheet(&[]), sheet(&["--all"]));
    for row in used {
        assert!(own(row) && whole(row), "{row}");
    }
    for row in unused {
        assert!(!own(row) && whole(row), "{row}");
    }
    // With the other army's elephants their modifiers come too
    let both = sheet(&["lists/fra/trebia-carthage.yaml"]);
    assert!(both("Elephant with escorts when charged") && !both("Target behind pavises"));
}

fn golden(
    list: &'static str,
    sheet: &'static str,
    ending: &'static str,
    more: &'static [&'static str],
) -> Trial {
    let name = format!("{}-{sheet}.{ending}", list.replace('/', "-"));
    trial(format!("golden {name}"), move || {
        let path = format!("lists/{list}.yaml");
        let format = if ending == "txt" { "text" } else { ending };
        let mut arguments = vec!["render", sheet, path.as_str(), "--format", format];
        arguments.extend(more);
        let text = steady(&printed(&arguments));
        let file = Path::new("tests/render/golden").join(&name);
        if std::env::var_os("MUSTER_BLESS").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
        let first = kept.lines().zip(text.lines()).find(|(a, b)| a != b);
        assert!(kept == text, "{name} is not as it was: {first:?}");
    })
}

/// A sheet without what changes with every version: digests and the list itself. In HTML also without style and font,
/// and with a line for each row, so that it can be read.
fn steady(text: &str) -> String {
    let mut lines = Vec::new();
    let mut style = false;
    for line in text.lines() {
        style |= line == "<style>";
        if !style && !line.starts_with("<template ") && !line.contains("generator") {
            let rows = line.replace("<div class=\"row", "\n<div class=\"row");
            let rows = ["boxes", "gap", "card", "bar", "plan"]
                .iter()
                .fold(rows, |r, c| r.replace(&format!("<div class=\"{c}"), &format!("\n<div class=\"{c}")));
            lines.extend(rows.split('\n').map(without_digests));
        }
        style &= line != "</style>";
    }
    lines.join("\n") + "\n"
}

/// The same line with signs for each digest, of five groups of four letters or of three, whatever stands around it.
fn without_digests(line: &str) -> String {
    let in_digest = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || c == '-';
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !in_digest(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let groups = word.split('-').count();
        let is_digest = (groups == 5 || groups == 3) && word.split('-').all(|group| group.len() == 4);
        text.push_str(&if is_digest { vec!["####"; groups].join("-") } else { word.to_owned() });
        let next = after.find(in_digest).unwrap_or(after.len());
        text.push_str(&after[..next]);
        rest = &after[next..];
    }
    text
}
