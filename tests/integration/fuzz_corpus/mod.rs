//! Small inputs that fuzzing found worth keeping, checked as by the fuzz targets in `fuzz/`: nothing panics,
//! spans are inside their files, what is printed is clean. `bash fuzz/run.sh` searches for more.

mod formula;
mod list;
mod reader;
mod ruleset;
mod sheet;

fn each(file: &str, least: usize, look: impl Fn(&str)) {
    let text = std::fs::read_to_string(format!("tests/data/fuzz-corpus/{file}.json")).unwrap();
    let cases: Vec<String> = serde_json::from_str(&text).unwrap();
    assert!(cases.len() >= least, "{} cases of {file}", cases.len());
    for case in &cases {
        look(case);
    }
}

#[test]
fn the_reader() {
    each("reader", 100, |case| reader::look(case.as_bytes()));
}

#[test]
fn formulas() {
    each("formula", 100, formula::look);
}

#[test]
fn lists() {
    each("list", 100, |case| list::look(case.as_bytes()));
}

#[test]
fn rulesets() {
    each("ruleset", 10, ruleset::look);
}

#[test]
fn sheets() {
    each("sheet", 10, sheet::look);
}
