//! One cause, one finding: a list without a fault is harmed in one place, and all that is said is about that place.
//!
//! Since the list was legal, the harm is the cause of everything that is found. What it made unreadable, unknown or
//! twice must give one finding, at its own words: nothing that only follows from it. With a second harm elsewhere
//! the first may take nothing of the second's findings with it when it is mended.
//!
//! A run takes a part of all harms by a seed; `cargo test --test causes -- --ignored` takes many more.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod cases;
#[path = "../common/mod.rs"]
mod common;
mod harm;
mod judge;
mod lists;
mod seed;

use harm::{Follows, Harm, harms};
use judge::{Said, said};
use lists::{List, lists};
use seed::Seed;

/// A harm of one of the lists.
fn each_harm() -> Vec<(&'static List, Harm)> {
    lists().iter().flat_map(|list| harms(&list.text).into_iter().map(move |harm| (list, harm))).collect()
}

/// Why the findings of a list with one harm are not what they should be; `None` where they are.
fn single(list: &List, harm: &Harm) -> Option<String> {
    let found = said(list, &[harm]);
    let elsewhere: Vec<&Said> = found.iter().filter(|one| !one.labels(harm)).collect();
    let why = match harm.follows {
        Follows::Nothing if !elsewhere.is_empty() => "something is said of other words",
        Follows::Nothing if found.len() > 1 => "one cause is said more than once",
        Follows::Names if found.len() > 1 => "one name is said to be missing more than once",
        Follows::Names
            if found.iter().any(|one| !["unknown-unit-name", "duplicate-name"].contains(&one.code)) =>
        {
            "a changed name matters only to those who use it"
        }
        _ => said_twice(&found)?,
    };
    Some(told(why, list, &[harm], &found))
}

/// Whether two findings say the same of the same words.
fn said_twice(found: &[Said]) -> Option<&'static str> {
    let same = |a: &Said, b: &Said| (a.code, a.at, &a.rule) == (b.code, b.at, &b.rule);
    let twice = found.iter().enumerate().any(|(at, one)| found[..at].iter().any(|other| same(one, other)));
    twice.then_some("the same is said twice of the same words")
}

/// Why mending the first of two harms takes a finding with it that is not about it; `None` where it does not.
fn pair(list: &List, first: &Harm, second: &Harm) -> Option<String> {
    let both = said(list, &[first, second]);
    let alone = said(list, &[second]);
    let same = |a: &Said, b: &Said| a.code == b.code && a.rule == b.rule && a.shares_words(b);
    let stays = |one: &&Said| one.labels(first) || alone.iter().any(|other| same(one, other));
    if both.iter().all(|one| stays(&one)) {
        return None;
    }
    let gone: Vec<&Said> = both.iter().filter(|one| !stays(one)).collect();
    Some(format!(
        "{}\n  gone with the first: {gone:#?}",
        told("mending one mends another", list, &[first, second], &both)
    ))
}

fn told(why: &str, list: &List, harms: &[&Harm], found: &[Said]) -> String {
    let harms: Vec<String> = harms.iter().map(|harm| harm.in_words(&list.text)).collect();
    let found: Vec<String> = found.iter().map(|one| format!("  {one}")).collect();
    format!("{why}: {} with {}\n{}", list.path, harms.join(" and "), found.join("\n"))
}

fn none_of(wrong: &[String]) {
    let shown = std::env::var("SHOWN").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let first: Vec<&str> = wrong.iter().take(shown).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} are wrong, the first of them:\n{}", wrong.len(), first.join("\n\n"));
}

fn singles(seed: u64, most: usize) {
    let all = Seed::new(seed).some_of(each_harm(), most);
    none_of(&all.iter().filter_map(|(list, harm)| single(list, harm)).collect::<Vec<_>>());
}

fn pairs(seed: u64, most: usize) {
    let mut seed = Seed::new(seed);
    let mut wrong = Vec::new();
    let of_lists: Vec<(&List, Vec<Harm>)> = lists().iter().map(|list| (list, harms(&list.text))).collect();
    for _ in 0..most {
        let (list, all) = &of_lists[seed.below(of_lists.len())];
        let (first, second) = (&all[seed.below(all.len())], &all[seed.below(all.len())]);
        if first.follows == Follows::Nothing && first.is_apart_from(second) {
            wrong.extend(pair(list, first, second));
        }
    }
    none_of(&wrong);
}

#[test]
fn there_are_many_lists_and_harms_of_every_kind() {
    assert!(lists().len() >= 60, "{}", lists().len());
    let all = each_harm();
    for kind in harm::KINDS {
        let some = all.iter().filter(|(_, harm)| harm.kind == *kind).count();
        assert!(some >= 20, "{kind}: {some}");
    }
}

#[test]
fn one_cause_is_said_once_and_at_its_words() {
    singles(1, 3_000);
}

#[test]
fn mending_one_cause_leaves_what_is_said_of_another() {
    pairs(2, 3_000);
}

#[test]
#[ignore = "takes minutes"]
fn every_cause_is_said_once_and_at_its_words() {
    singles(3, usize::MAX);
}

#[test]
#[ignore = "takes minutes"]
fn mending_any_cause_leaves_what_is_said_of_another() {
    pairs(4, 30_000);
}
