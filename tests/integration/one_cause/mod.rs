//! One cause gives one finding: a mistake is put into a correct list, and all findings must be about that
//! place.
//!
//! Since the list was correct, the mistake is the cause of every finding. Whatever it makes unreadable,
//! unknown or duplicate must give one finding, at its own text, and no findings that merely follow from it.
//! If there is also a second mistake elsewhere, fixing the first must not remove any findings about the
//! second.
//!
//! A run tries a random part of all mistakes, chosen by a seed. Many more are tried by
//! `cargo test -- --ignored one_cause`.

mod correct_lists;
mod findings;
mod mistakes;
mod random;
mod single_cases;

use correct_lists::{List, lists};
use findings::{ReportedFinding, check_list_with};
use mistakes::{Consequences, Mistake, mistakes};
use random::Random;

/// Returns every mistake in every list.
fn each_mistake() -> Vec<(&'static List, Mistake)> {
    lists()
        .iter()
        .flat_map(|list| mistakes(&list.text).into_iter().map(move |mistake| (list, mistake)))
        .collect()
}

/// Returns what is wrong with the findings on a list with one mistake. `None` if they are right.
fn check_single(list: &List, mistake: &Mistake) -> Option<String> {
    let found = check_list_with(list, &[mistake]);
    let elsewhere: Vec<&ReportedFinding> = found.iter().filter(|one| !one.labels(mistake)).collect();
    let why = match mistake.follows {
        Consequences::Nothing if !elsewhere.is_empty() => "a finding is about other text",
        Consequences::Nothing if found.len() > 1 => "one cause is reported more than once",
        Consequences::Names if found.len() > 1 => "one name is reported as missing more than once",
        Consequences::Names
            if found.iter().any(|one| !["unknown-unit-name", "duplicate-name"].contains(&one.code)) =>
        {
            "a changed name matters only to those who use it"
        }
        _ => duplicate_finding(&found)?,
    };
    Some(failure_text(why, list, &[mistake], &found))
}

/// Returns a complaint if two findings report the same about the same text.
fn duplicate_finding(found: &[ReportedFinding]) -> Option<&'static str> {
    let same = |a: &ReportedFinding, b: &ReportedFinding| (a.code, a.at, &a.rule) == (b.code, b.at, &b.rule);
    let twice = found.iter().enumerate().any(|(at, one)| found[..at].iter().any(|other| same(one, other)));
    twice.then_some("the same is reported twice about the same text")
}

/// Returns what is wrong if fixing the first of two mistakes removes a finding that is not about it. `None`
/// if it does not.
fn check_pair(list: &List, first: &Mistake, second: &Mistake) -> Option<String> {
    let both = check_list_with(list, &[first, second]);
    let alone = check_list_with(list, &[second]);
    let same =
        |a: &ReportedFinding, b: &ReportedFinding| a.code == b.code && a.rule == b.rule && a.shares_text(b);
    let stays = |one: &&ReportedFinding| one.labels(first) || alone.iter().any(|other| same(one, other));
    if both.iter().all(|one| stays(&one)) {
        return None;
    }
    let gone: Vec<&ReportedFinding> = both.iter().filter(|one| !stays(one)).collect();
    Some(format!(
        "{}\n  gone with the first: {gone:#?}",
        failure_text("fixing one fixes another", list, &[first, second], &both)
    ))
}

fn failure_text(why: &str, list: &List, mistakes: &[&Mistake], found: &[ReportedFinding]) -> String {
    let mistakes: Vec<String> = mistakes.iter().map(|mistake| mistake.describe(&list.text)).collect();
    let found: Vec<String> = found.iter().map(|one| format!("  {one}")).collect();
    format!("{why}: {} with {}\n{}", list.path, mistakes.join(" and "), found.join("\n"))
}

fn assert_none(wrong: &[String]) {
    let shown = std::env::var("SHOWN").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let first: Vec<&str> = wrong.iter().take(shown).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} are wrong, the first of them:\n{}", wrong.len(), first.join("\n\n"));
}

fn check_singles(seed: u64, most: usize) {
    let all = Random::new(seed).some_of(each_mistake(), most);
    assert_none(&all.iter().filter_map(|(list, mistake)| check_single(list, mistake)).collect::<Vec<_>>());
}

fn check_pairs(seed: u64, most: usize) {
    let mut seed = Random::new(seed);
    let mut wrong = Vec::new();
    let of_lists: Vec<(&List, Vec<Mistake>)> =
        lists().iter().map(|list| (list, mistakes(&list.text))).collect();
    for _ in 0..most {
        let (list, all) = &of_lists[seed.below(of_lists.len())];
        let (first, second) = (&all[seed.below(all.len())], &all[seed.below(all.len())]);
        if first.follows == Consequences::Nothing && first.is_apart_from(second) {
            wrong.extend(check_pair(list, first, second));
        }
    }
    assert_none(&wrong);
}

#[test]
fn there_are_many_lists_and_mistakes_of_every_kind() {
    assert!(lists().len() >= 60, "{}", lists().len());
    let all = each_mistake();
    for kind in mistakes::KINDS {
        let some = all.iter().filter(|(_, mistake)| mistake.kind == *kind).count();
        assert!(some >= 20, "{kind}: {some}");
    }
}

#[test]
fn one_cause_gives_one_finding_at_its_text() {
    check_singles(1, 3_000);
}

#[test]
fn fixing_one_cause_keeps_the_findings_about_another() {
    check_pairs(2, 3_000);
}

#[test]
#[ignore = "takes minutes"]
fn every_cause_gives_one_finding_at_its_text() {
    check_singles(3, usize::MAX);
}

#[test]
#[ignore = "takes minutes"]
fn fixing_any_cause_keeps_the_findings_about_another() {
    check_pairs(4, 30_000);
}
