//! Golden sheets of one list per game, which people have read. `MUSTER_BLESS=1` writes them again.

use std::path::Path;

use super::{muster_stdout, sample_lists};

const LISTS: [&str; 4] = ["fra/starter", "wab/carthage-1000", "six-mm/zama-numidia", "quick/cannae-rome"];

#[test]
fn sheets_match_their_goldens() {
    let mut changed = Vec::new();
    for list in LISTS {
        for sheet in ["roster", "cards", "reference", "packing", "form"] {
            for ending in ["txt", "md", "html"] {
                changed.extend(golden_difference(list, sheet, ending, extra_arguments(sheet, ending)));
            }
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

/// Returns further arguments. HTML cards are many, so identical units share one there, which keeps the golden
/// readable.
fn extra_arguments(sheet: &str, ending: &str) -> &'static [&'static str] {
    match (sheet, ending) {
        ("cards", "html") => &["--merge", "--summary"],
        ("packing", "html") => &["--mono", "--paper", "letter"],
        _ => &[],
    }
}

/// Goldens leave out the style sheet, so this compares all its lines without data with the template.
#[test]
fn every_sheet_has_the_whole_style_sheet_of_the_template() {
    let template = std::fs::read_to_string("templates/print.css").unwrap();
    let fixed: Vec<&str> = template.lines().filter(|l| !l.contains("{{") && !l.contains("{%")).collect();
    assert!(fixed.len() > 35, "{}", fixed.len());
    for (sheet, paper, size) in [
        ("roster", "a4", "210mm 297mm"),
        ("cards", "letter", "215.9mm 279.4mm"),
        ("reference", "a4", "210mm 297mm"),
    ] {
        let html = muster_stdout(&["render", sheet, "lists/fra/starter.yaml", "--paper", paper]);
        let style = html.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
        for line in &fixed {
            assert!(style.lines().any(|l| l == *line), "{sheet}: {line}");
        }
        assert!(style.contains(&format!("@page {{ size: {size}; margin: 0 }}")), "{sheet}");
        assert_eq!(style.matches("@font-face").count(), 2);
        assert!(!style.contains("{{") && !style.contains("url(h"), "{sheet}");
    }
}

#[test]
fn goldens_have_no_digest_even_if_broken_over_lines() {
    let line = "digest 0A1B-2C3D-4E5F-6G7H-8J9K</div><div class=\"line\">MNPQ-RSTV-WXYZ, `0000-1111-2222`, 1000-MORE";
    let masked = "digest ####-####-####-####-####</div><div class=\"line\">####-####-####, `####-####-####`, 1000-MORE";
    assert_eq!(without_digests(line), masked);
}

/// On A4, for one army and for two opposing ones.
#[test]
fn reference_sheets_of_the_sample_armies_take_two_pages_at_most() {
    let pairs =
        [("fra/trebia", "wab/metaurus"), ("fra/zama", "quick/zama"), ("six-mm/trebia", "six-mm/trebia")];
    let met = pairs
        .iter()
        .flat_map(|(a, b)| [a, b])
        .map(|battle| vec![format!("lists/{battle}-carthage.yaml"), format!("lists/{battle}-rome.yaml")]);
    for lists in sample_lists().into_iter().map(|l| vec![l]).chain(met) {
        let mut arguments = vec!["render", "reference", "--paper", "a4"];
        arguments.extend(lists.iter().map(String::as_str));
        let pages = muster_stdout(&arguments).matches("<section class=\"sheet\">").count();
        assert!(pages <= 2, "{pages} pages for {lists:?}");
    }
}

/// The starter has a general and a standard, but no sub-general, elephants or pavises.
#[test]
fn table_rows_that_no_unit_needs_are_left_out() {
    let used = ["General with the unit", "Standard with the unit", "Charging", "Target mounted"];
    let unused = ["Sub-general with the unit", "Elephant with escorts when charged", "Target behind pavises"];
    let sheet = |more: &[&str]| {
        let mut arguments = vec!["render", "reference", "lists/fra/starter.yaml", "--format", "text"];
        arguments.extend(more);
        let text = muster_stdout(&arguments);
        move |row: &str| text.lines().any(|line| line.starts_with(&format!("{row} ")))
    };
    let (own, whole) = (sheet(&[]), sheet(&["--all"]));
    for row in used {
        assert!(own(row) && whole(row), "{row}");
    }
    for row in unused {
        assert!(!own(row) && whole(row), "{row}");
    }
    // The other army has elephants, so their modifiers are printed too
    let both = sheet(&["lists/fra/trebia-carthage.yaml"]);
    assert!(both("Elephant with escorts when charged") && !both("Target behind pavises"));
}

/// Returns the first line that differs from the golden. `None` if the sheet is the same.
fn golden_difference(list: &str, sheet: &str, ending: &str, more: &[&str]) -> Option<String> {
    let name = format!("{}-{sheet}.{ending}", list.replace('/', "-"));
    let path = format!("lists/{list}.yaml");
    let format = if ending == "txt" { "text" } else { ending };
    let mut arguments = vec!["render", sheet, path.as_str(), "--format", format];
    arguments.extend(more);
    let text = without_changing_parts(&muster_stdout(&arguments));
    let file = Path::new("tests/data/sheets").join(&name);
    if std::env::var_os("MUSTER_BLESS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    let first = kept.lines().zip(text.lines()).find(|(a, b)| a != b);
    (kept != text).then(|| format!("{name} is not as it was: {first:?}"))
}

/// Removes what changes with every version: digests and the embedded list. From HTML it also removes style
/// and font, and starts a line for each row, so that goldens can be read.
fn without_changing_parts(text: &str) -> String {
    let mut lines = Vec::new();
    let mut style = false;
    for line in text.lines() {
        style |= line == "<style>";
        if !style && !line.starts_with("<template ") && !line.contains("generator") {
            let rows = line.replace("<div class=\"row", "\n<div class=\"row").replace("<tr ", "\n<tr ");
            let rows = ["boxes", "gap", "card", "drawn", "tx", "small-table"]
                .iter()
                .fold(rows, |r, c| r.replace(&format!("<div class=\"{c}"), &format!("\n<div class=\"{c}")));
            lines.extend(rows.split('\n').map(without_digests));
        }
        style &= line != "</style>";
    }
    lines.join("\n") + "\n"
}

/// Replaces each digest in a line by `#`: five groups of four digits, or three groups.
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
