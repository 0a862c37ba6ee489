//! Every case in `tests/data/err` gives exactly the findings that its `.out` file lists, and every case in
//! `tests/data/ok` gives none. The `.out` files are written by hand and never regenerated: they state what
//! the design asks for, not what came out.
//!
//! An `.out` has a line for each finding, in the order of the spans: `LINE:COL-LINE:COL severity code
//! "message"`, with columns in characters from 1, the end excluded, line ends as `\n`. Further labels follow,
//! indented: first those in the same file, `also` with span and text, then those in other files, `also PATH
//! "text"`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use muster::check::check_files::{self, CheckOptions, FileKind};
use muster::check::pages_about_codes;
use muster::finding::{Code, FileId, Finding, Label, SourceFiles};
use muster::rules::library::Library;
use muster::rules::read_and_merge_rulesets::RulesFile;
use muster::yaml;

/// The folder of the cases' rulesets, used together with the built-in ones.
const RULESETS: &str = "tests/data/rulesets";
/// The code of files that cannot be read.
const WITHOUT_FILE: Code = Code::UnreadableFile;
/// Codes that no single file can show; each has a test of its own.
const WITHOUT_CASE: [Code; 8] = [
    WITHOUT_FILE,
    Code::HandedInTwice,
    Code::PlayerTwice,
    Code::NeverMatches,
    Code::Impossible,
    Code::MissingText,
    Code::Template,
    Code::NoLetter,
];

/// Returns the names of the files with an extension in the folder `err` or `ok`.
fn files(folder: &str, ending: &str) -> BTreeSet<String> {
    let all = fs::read_dir(Path::new("tests/data").join(folder)).unwrap();
    let names = all.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = names.filter(|name| !name.starts_with('.'));
    names.filter_map(|name| name.strip_suffix(ending).map(str::to_owned)).collect()
}

fn path(folder: &str, name: &str) -> String {
    format!("tests/data/{folder}/{name}.yaml")
}

/// Returns the findings on a list, or on a ruleset, book or event that is named as a file.
fn check(path: &str) -> (Vec<Finding>, SourceFiles) {
    let bytes = fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let parsed = yaml::parse_yaml(FileId::CHECKED, &text);
    let kind = parsed.root.as_ref().map_or(FileKind::List, check_files::file_kind);
    if kind == FileKind::List {
        let library = under_event(path, Library::new(vec![PathBuf::from(RULESETS)]));
        let report = muster::checked_list::check_list(&library, path, bytes, &CheckOptions::default());
        (report.findings, report.sources)
    } else {
        let report = check_files::check_rules_file(kind, Path::new(path), &text);
        (report.findings, report.sources)
    }
}

/// Returns the library under the event of the case's name, if there is one.
fn under_event(path: &str, library: Library) -> Library {
    let name = Path::new(path).file_name().unwrap();
    let event = Path::new("tests/data/events").join(name);
    let Ok(text) = fs::read_to_string(&event) else { return library };
    let from = event.to_str().unwrap().to_owned();
    let found = RulesFile::new(from, text);
    let event = library.load_event(&found).expect("an event without errors");
    library.with_event(event)
}

/// Formats the findings of a file as in an `.out`.
fn shown(path: &str) -> String {
    let (findings, sources) = check(path);
    let mut lines = String::new();
    for finding in &findings {
        let (first, more) = finding.labels.split_first().expect("a finding has a place");
        let first = place(&sources, first, path).1;
        let (at, words) = first.split_once(' ').expect("a place has words");
        writeln!(lines, "{at} {} {} {words}", finding.severity.as_str(), finding.code.as_str()).unwrap();
        let mut more: Vec<_> = more.iter().map(|label| place(&sources, label, path)).collect();
        more.sort();
        for (_, place) in more {
            writeln!(lines, "  also {place}").unwrap();
        }
    }
    lines
}

/// Formats a label, with a key to sort by: the file under check first, then by position.
fn place(sources: &SourceFiles, label: &Label, path: &str) -> ((bool, u32, String), String) {
    let source = sources.get(label.span.file).expect("a label is in a known file");
    let words = source.text_at(label.span).replace('\r', "").replace('\n', "\\n");
    if source.path != path {
        let other = format!("{} \"{words}\"", source.path);
        return ((true, 0, other.clone()), other);
    }
    let (start, end) = (source.position(label.span.start), source.position(label.span.end));
    let at = format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column);
    ((false, label.span.start, String::new()), format!("{at} \"{words}\""))
}

#[test]
fn faulty_cases_give_exactly_the_expected_findings() {
    let mut wrong = String::new();
    for name in files("err", ".yaml") {
        let wanted = fs::read_to_string(format!("tests/data/err/{name}.out")).unwrap_or_default();
        let got = shown(&path("err", &name));
        if wanted != got {
            writeln!(wrong, "== {name}\n-- wanted\n{wanted}-- got\n{got}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn right_cases_give_no_findings() {
    let mut wrong = String::new();
    for name in files("ok", ".yaml") {
        let (findings, _) = check(&path("ok", &name));
        for finding in findings {
            writeln!(wrong, "{name}: {} {}", finding.code.as_str(), finding.message).unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A file that cannot be read cannot be among the cases, so this runs the program on a path that does not
/// exist.
#[test]
fn a_file_that_cannot_be_read_is_reported() {
    let missing = "tests/data/err/no-such-list.yaml";
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(["check", "--format", "json", missing, "tests/data/ok/too-many.yaml"])
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&program.stdout).unwrap();
    let lists = report["lists"].as_array().unwrap();
    let verdict = |path: &str| lists.iter().find(|l| l["path"] == path).map(|l| &l["verdict"]);
    assert_eq!(verdict(missing).unwrap(), "unreadable");
    assert_eq!(verdict("tests/data/ok/too-many.yaml").unwrap(), "legal");
    let list = lists.iter().find(|l| l["path"] == missing).unwrap();
    assert_eq!(list["findings"].as_array().unwrap().len(), 1);
    assert_eq!(list["findings"][0]["code"], WITHOUT_FILE.as_str());
    assert_eq!(list["findings"][0]["severity"], "error");
    assert_eq!(program.status.code(), Some(1));
}

#[test]
fn every_code_has_its_page_and_its_cases() {
    let (err, ok) = (files("err", ".yaml"), files("ok", ".yaml"));
    for code in Code::ALL {
        let id = code.as_str();
        let page = fs::read_to_string(format!("src/check/pages/{id}.md")).unwrap();
        assert_eq!(pages_about_codes::page(*code), page);
        if WITHOUT_CASE.contains(code) {
            continue;
        }
        assert!(err.contains(id), "tests/data/err/{id}.yaml is missing");
        assert!(ok.contains(id), "tests/data/ok/{id}.yaml is missing");
        // A code's own case shows only this code
        let out = fs::read_to_string(format!("tests/data/err/{id}.out")).unwrap();
        let codes: BTreeSet<&str> =
            out.lines().filter(|l| !l.starts_with(' ')).filter_map(|l| l.split(' ').nth(2)).collect();
        assert_eq!(codes, BTreeSet::from([id]), "tests/data/err/{id}.out");
    }
}

#[test]
fn every_file_belongs_to_a_case() {
    let (err, out, ok) = (files("err", ".yaml"), files("err", ".out"), files("ok", ".yaml"));
    assert_eq!(err, out, "each wrong file has its findings beside it, and the other way round");
    let alone: Vec<_> = ok.difference(&err).collect();
    assert!(alone.is_empty(), "{alone:?} in tests/data/ok mend nothing in tests/data/err");
    assert_eq!(files("err", "").len(), err.len() + out.len(), "nothing else is in tests/data/err");
    assert_eq!(files("ok", "").len(), ok.len(), "nothing else is in tests/data/ok");
    let pages: BTreeSet<String> = fs::read_dir("src/check/pages")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let wanted: BTreeSet<String> = Code::ALL.iter().map(|code| format!("{}.md", code.as_str())).collect();
    assert_eq!(pages, wanted);
}

#[test]
fn pages_have_the_same_structure() {
    for code in Code::ALL {
        let (id, page) = (code.as_str(), pages_about_codes::page(*code));
        let headings: Vec<&str> = page.lines().filter(|l| l.starts_with('#')).collect();
        let title = format!("# {id}");
        assert_eq!(headings, [title.as_str(), "## What it reports", "## Example", "## What to do"], "{id}");
        assert!((15..=36).contains(&page.lines().count()), "{id} has {} lines", page.lines().count());
        let first = pages_about_codes::page_summary(pages_about_codes::page(*code)).unwrap_or("");
        assert!(
            first.ends_with('.') && !first.contains(". "),
            "{id}: the first line is one sentence: {first}"
        );
    }
}

/// Checks that the examples of a page are taken from its cases, which proves them right.
#[test]
fn examples_on_pages_are_taken_from_the_cases() {
    for code in Code::ALL.iter().filter(|code| !WITHOUT_CASE.contains(code)) {
        let (id, page) = (code.as_str(), pages_about_codes::page(*code));
        let mut blocks = page.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        for folder in ["err", "ok"] {
            let case = String::from_utf8_lossy(&fs::read(path(folder, id)).unwrap()).replace('\u{fffd}', "?");
            let block = blocks.next().unwrap_or_else(|| panic!("{id} has two examples"));
            let mut commented = false;
            for line in block.lines() {
                let (line, comment) = line.split_once("      # ").unwrap_or((line, ""));
                commented |= !comment.is_empty();
                assert!(case.lines().any(|l| l.trim() == line.trim()), "{id}: {folder} has no line {line:?}");
            }
            assert_eq!(commented, folder == "err", "{id}: what is wrong is marked by a comment");
            let parsed = yaml::parse_yaml(FileId::CHECKED, block);
            assert!(folder == "err" || parsed.findings.is_empty(), "{id}: {:?}", parsed.findings);
        }
        assert!(blocks.next().is_none(), "{id} has two examples");
    }
}
