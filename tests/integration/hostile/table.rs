//! The table in `docs/robustness.md` lists exactly the tests of this module.

use std::collections::BTreeSet;
use std::fs;

/// Returns the tests named in the last column of the table.
fn rows() -> Vec<String> {
    let page = fs::read_to_string("docs/robustness.md").unwrap();
    let (_, table) = page.split_once("## What was tried").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| input"));
    rows.map(|row| row.trim_end_matches(" |").rsplit("| ").next().unwrap().trim_matches('`').to_owned())
        .collect()
}

/// Returns all tests of this module except those of the table.
fn tests() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for path in fs::read_dir("tests/integration/hostile").unwrap().map(|entry| entry.unwrap().path()) {
        let file = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if file == "table" || file == "mod" {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for after in text.split("#[test]\n").skip(1) {
            // Some are run only if asked to
            let name = after.lines().find_map(|line| line.strip_prefix("fn ")).unwrap();
            all.insert(format!("{file}::{}", name.split('(').next().unwrap()));
        }
    }
    all
}

#[test]
fn each_row_has_a_test_and_each_test_a_row() {
    let rows = rows();
    let named: BTreeSet<String> = rows.iter().cloned().collect();
    assert_eq!(rows.len(), named.len(), "each row has a test of its own");
    assert!(rows.len() > 20);
    assert_eq!(named, tests());
}
