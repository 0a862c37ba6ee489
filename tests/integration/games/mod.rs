//! The three games besides FR!Ancients: their numbers compared with the rules documents, one row for each
//! case, and public rosters and faulty lists.
//!
//! Expected values are copied from the documents or worked out by hand, never taken from the program's
//! output.

mod books_without_points;
mod example_lists;
mod faulty_lists;
mod fra;
mod limits_of_books;
mod oracles;
mod other_peoples_games;
mod quick;
mod sheets;
mod six_mm;
mod wab;
mod without_points;

use std::path::PathBuf;
use std::sync::LazyLock;

use muster::army::evaluate_ruleset_numbers::{
    NumberResult, number_of_part, number_of_region, number_of_unit,
};
use muster::army::regions::Region;
use muster::army::{Army, resolve_army};
use muster::check::check_files::{self, CheckOptions};
use muster::check::report::ListReport;
use muster::finding::Severity;
use muster::format::formula::{Evaluation, FormulaValue};
use muster::format::read_exact_numbers::Number;
use muster::rules::Rules;
use muster::rules::library::{Library, RulesLookup};

/// Returns the project's rulesets, with the books of the oracles and of these tests.
fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        Library::new(["rulesets", "tests/data/oracles", "tests/data/games"].map(PathBuf::from).to_vec())
    });
    &LIBRARY
}

/// Resolves a list and passes the army to a closure.
fn army<T>(text: &str, look: impl FnOnce(&Army<'_>) -> T) -> T {
    army_in(library(), text, look)
}

fn army_in<T>(library: &Library, text: &str, look: impl FnOnce(&Army<'_>) -> T) -> T {
    let opened = check_files::open_list(library, "list.yaml", text.as_bytes().to_vec());
    let reported: Vec<&str> = opened.findings.iter().map(|f| f.message.as_str()).collect();
    assert!(reported.is_empty(), "{reported:?} in\n{text}");
    let rules = opened.rules.unwrap_or_else(|| panic!("no rules: {:?}", library.findings()));
    look(&resolve_army(opened.list.as_ref().unwrap(), &rules, false, false))
}

/// Checks a list.
fn report(text: &str) -> ListReport {
    muster::checked_list::check_list(
        library(),
        "list.yaml",
        text.as_bytes().to_vec(),
        &CheckOptions::default(),
    )
}

/// Asserts that a list is legal: it has no errors, though it may have warnings.
fn legal(text: &str) {
    let errors: Vec<String> = report(text)
        .findings
        .iter()
        .filter(|f| f.severity == Severity::Error)
        .map(|f| f.message.clone())
        .collect();
    assert!(errors.is_empty(), "{errors:?} in\n{text}");
}

/// Returns the rules of a game without a book.
fn rules(id: &str) -> std::sync::Arc<Rules> {
    match library().rules_for(id, None) {
        RulesLookup::Ready(rules) => rules,
        other => panic!("{id}: {other:?}"),
    }
}

/// Formats a number of the first unit of that name; `none` if it has no such number.
fn unit(army: &Army<'_>, name: &str, number: &str) -> String {
    let at = place(army, name);
    let id = army.rules.find_number(number).unwrap_or_else(|| panic!("no number {number}"));
    number_text(number_of_unit(army, id, at).map(Result::unwrap))
}

/// Formats a number of a body inside a unit.
fn part(army: &Army<'_>, name: &str, part: &str, number: &str) -> String {
    let at = place(army, name);
    let body = &army.units[at].parts.iter().find(|(word, _)| *word == part).unwrap().1;
    let id = army.rules.find_number(number).unwrap();
    number_text(number_of_part(army, id, at, body).map(Result::unwrap))
}

/// Formats a number of the army.
fn total(army: &Army<'_>, number: &str) -> String {
    let id = army.rules.find_number(number).unwrap_or_else(|| panic!("no number {number}"));
    number_text(number_of_region(army, id, Region::Army).map(Result::unwrap))
}

/// Formats a stat of a unit, after everything that changes it.
fn stat(army: &Army<'_>, name: &str, stat: &str) -> String {
    let id = army.rules.find_stat(stat).unwrap_or_else(|| panic!("no stat {stat}"));
    army.units[place(army, name)].body.stats[id.0].number().map_or_else(|| "-".to_owned(), |n| n.to_string())
}

fn place(army: &Army<'_>, name: &str) -> usize {
    army.units.iter().position(|u| u.name == name).unwrap_or_else(|| panic!("no unit {name}"))
}

fn number_text(shown: Option<NumberResult>) -> String {
    match shown {
        None => "none".to_owned(),
        Some(NumberResult::One(outcome)) => outcome_text(&outcome),
        Some(NumberResult::Each(all)) => {
            all.iter().map(|(_, o)| outcome_text(o)).collect::<Vec<_>>().join(" ")
        }
    }
}

fn outcome_text(outcome: &Evaluation) -> String {
    let more = if outcome.incomplete { " incomplete" } else { "" };
    match outcome.value {
        FormulaValue::Number(n) => format!("{n}{more}"),
        FormulaValue::Absent => format!("-{more}"),
        FormulaValue::Truth(truth) => format!("{truth}{more}"),
    }
}

/// Returns what a unit costs with its parts.
fn cost(army: &Army<'_>, name: &str) -> Option<Number> {
    army.units[place(army, name)].cost()
}

/// Asserts that no case is wrong, and prints all that are.
fn assert_none_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
