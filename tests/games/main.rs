//! The three games beside FR!Ancients: their numbers against the rules documents, one row a case, and public
//! rosters and faulty lists.
//!
//! Expected values are copied from the documents or worked out by hand, never from the program's output.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

#[path = "../common/mod.rs"]
mod common;
mod faulty;
mod oracles;
mod pages;
mod pointless;
mod quick;
mod sheets;
mod six_mm;
mod wab;

use std::path::PathBuf;
use std::sync::LazyLock;

use muster::army::measure::Where;
use muster::army::number::{Shown, of_part, of_place, of_unit};
use muster::army::{Army, resolve};
use muster::check::report::ListReport;
use muster::check::run::{self, Options};
use muster::finding::Severity;
use muster::format::formula::{Outcome, Value};
use muster::format::number::Number;
use muster::rules::Rules;
use muster::rules::library::{Answer, Library};

/// The rulesets as they stand in the project, with the books of the oracles and of these tests.
fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        Library::new(["rulesets", "tests/oracles", "tests/games/rulesets"].map(PathBuf::from).to_vec())
    });
    &LIBRARY
}

/// Resolves a list and looks at the army.
fn army<T>(text: &str, look: impl FnOnce(&Army<'_>) -> T) -> T {
    army_in(library(), text, look)
}

fn army_in<T>(library: &Library, text: &str, look: impl FnOnce(&Army<'_>) -> T) -> T {
    let opened = run::open(library, "list.yaml", text.as_bytes().to_vec());
    let said: Vec<&str> = opened.findings.iter().map(|f| f.message.as_str()).collect();
    assert!(said.is_empty(), "{said:?} in\n{text}");
    let rules = opened.rules.unwrap_or_else(|| panic!("no rules: {:?}", library.findings()));
    look(&resolve(opened.list.as_ref().unwrap(), &rules, false, false))
}

/// The report on a list.
fn report(text: &str) -> ListReport {
    run::check(library(), "list.yaml", text.as_bytes().to_vec(), &Options::default())
}

/// A list is legal: it has no error, whatever it is warned of.
fn legal(text: &str) {
    let errors: Vec<String> = report(text)
        .findings
        .iter()
        .filter(|f| f.severity == Severity::Error)
        .map(|f| f.message.clone())
        .collect();
    assert!(errors.is_empty(), "{errors:?} in\n{text}");
}

/// The rules of a game without a book.
fn rules(id: &str) -> std::sync::Arc<Rules> {
    match library().rules(id, None) {
        Answer::Ready(rules) => rules,
        other => panic!("{id}: {other:?}"),
    }
}

/// A number of the first unit of that name; `none` where it has no such number.
fn unit(army: &Army<'_>, name: &str, number: &str) -> String {
    let at = place(army, name);
    let id = army.rules.number(number).unwrap_or_else(|| panic!("no number {number}"));
    said(of_unit(army, id, at).map(Result::unwrap))
}

/// A number of a body inside a unit.
fn part(army: &Army<'_>, name: &str, part: &str, number: &str) -> String {
    let at = place(army, name);
    let body = &army.units[at].parts.iter().find(|(word, _)| *word == part).unwrap().1;
    let id = army.rules.number(number).unwrap();
    said(of_part(army, id, at, body).map(Result::unwrap))
}

/// A number of the army.
fn total(army: &Army<'_>, number: &str) -> String {
    let id = army.rules.number(number).unwrap_or_else(|| panic!("no number {number}"));
    said(of_place(army, id, Where::Army).map(Result::unwrap))
}

/// A stat of a unit, with everything that changes it.
fn stat(army: &Army<'_>, name: &str, stat: &str) -> String {
    let id = army.rules.stat(stat).unwrap_or_else(|| panic!("no stat {stat}"));
    army.units[place(army, name)].body.stats[id.0].map_or_else(|| "-".to_owned(), |n| n.to_string())
}

fn place(army: &Army<'_>, name: &str) -> usize {
    army.units.iter().position(|u| u.name == name).unwrap_or_else(|| panic!("no unit {name}"))
}

fn said(shown: Option<Shown>) -> String {
    match shown {
        None => "none".to_owned(),
        Some(Shown::One(outcome)) => one(&outcome),
        Some(Shown::Each(all)) => all.iter().map(|(_, o)| one(o)).collect::<Vec<_>>().join(" "),
    }
}

fn one(outcome: &Outcome) -> String {
    let more = if outcome.incomplete { " incomplete" } else { "" };
    match outcome.value {
        Value::Number(n) => format!("{n}{more}"),
        Value::Absent => format!("-{more}"),
        Value::Truth(truth) => format!("{truth}{more}"),
    }
}

/// What a unit costs with what is inside it.
fn cost(army: &Army<'_>, name: &str) -> Option<Number> {
    army.units[place(army, name)].cost()
}

/// Every case that does not hold, together.
fn none_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
