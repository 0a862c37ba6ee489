//! Faulty lists of each game: every finding by its position, code and message, as the rules require.
//!
//! An `.out` has a line for each finding, in the order of the positions: `LINE:COL severity code "message"`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use muster::check::check_files::CheckOptions;

use crate::games::library;

fn names(game: &str, ending: &str) -> BTreeSet<String> {
    let all = fs::read_dir(format!("tests/data/faulty-games/{game}")).unwrap();
    let names = all.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(ending).map(str::to_owned)).collect()
}

fn shown(path: &str) -> String {
    let report =
        muster::checked_list::check_list(library(), path, fs::read(path).unwrap(), &CheckOptions::default());
    let mut lines = String::new();
    for finding in &report.findings {
        let label = finding.primary_label().unwrap();
        let source = report.sources.get(label.span.file).unwrap();
        let (at, words) = (source.position(label.span.start), source.text_at(label.span));
        let (line, column) = (at.line, at.column);
        let (severity, code) = (finding.severity.as_str(), finding.code.as_str());
        writeln!(lines, "{line}:{column} {severity} {code} \"{words}\"").unwrap();
    }
    lines
}

fn game(game: &str) {
    let all = names(game, ".yaml");
    assert_eq!(all, names(game, ".out"), "each list has its findings beside it");
    assert!(all.len() >= 10, "{game} has {} faulty lists", all.len());
    let mut wrong = String::new();
    for name in all {
        let path = format!("tests/data/faulty-games/{game}/{name}");
        let wanted = fs::read_to_string(format!("{path}.out")).unwrap();
        assert!(!wanted.is_empty(), "{path}");
        let got = shown(&format!("{path}.yaml"));
        if wanted != got {
            writeln!(wrong, "== {name}\n-- wanted\n{wanted}-- got\n{got}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn six_mm() {
    game("six-mm");
}

#[test]
fn quick() {
    game("quick");
}

#[test]
fn wab() {
    game("wab");
}
