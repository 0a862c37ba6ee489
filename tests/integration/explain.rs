//! `muster explain` explains every rule path that is printed anywhere, with its text and its source.

use std::collections::BTreeSet;

use muster::army::resolve_army;
use muster::check::check_files::open_list;
use muster::rules::Rules;
use muster::rules::library::{Library, RulesLookup};
use muster::rules::rule_lookup::RuleFinder;

use crate::common::{Folder, built_in, file, muster, root, yaml_files};

/// Returns every rule path that findings, ledgers and sheets may print for these rules.
fn names(rules: &Rules) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for kind in &rules.kinds {
        all.insert(kind.rule_path.clone());
        all.extend(kind.offers.all.iter().map(|o| o.rule_path.clone()));
        all.extend(kind.parts.iter().map(|p| p.rule_path.clone()));
    }
    all.extend(rules.options.iter().map(|o| o.rule_path.clone()));
    all.extend(rules.roles.iter().map(|r| r.rule_path.clone()));
    all.extend(rules.effects.iter().map(|e| e.rule_path.clone()));
    all.extend(rules.attach.iter().map(|a| a.rule_path.clone()));
    all.extend(rules.limits.iter().map(|l| l.rule_path.clone()));
    all.extend(rules.charges.iter().map(|c| c.rule_path.clone()));
    all.extend(rules.numbers.iter().map(|n| n.rule_path.clone()));
    let own = |section: &str, id: &str| format!("{}/{section}/{id}", rules.id);
    all.extend(rules.modes.iter().map(|m| own("modes", &m.id)));
    all.extend(rules.stats.iter().map(|s| own("stats", &s.id)));
    all.extend(rules.values.iter().map(|v| own("values", &v.id)));
    all.extend(rules.tables.iter().map(|t| own("tables", &t.id)));
    if rules.optional_cost.is_some() {
        all.insert(format!("{}/optional-cost", rules.id));
    }
    let owner = rules.contingents[0].book.as_ref().map_or("", |b| &b.id);
    for contingent in &rules.contingents {
        let book = contingent.book.as_ref().map_or("", |b| &b.id);
        all.extend(contingent.choices.iter().map(|c| format!("{book}/choices/{}", c.id)));
        all.extend(contingent.ally.iter().map(|word| format!("{owner}/allies/{word}")));
    }
    all
}

/// Returns the rule paths that cannot be explained, or have no text or source.
fn unexplained(places: &RuleFinder<'_>, names: &BTreeSet<String>) -> Vec<String> {
    let mut bad = Vec::new();
    for name in names {
        let found = places.find_rules(name);
        let named = found
            .iter()
            .any(|f| f.rule_path == *name || f.rule_path.ends_with(name.split_once('/').unwrap().1));
        let has_text = found.iter().all(|f| !f.lines().concat().is_empty() && !f.sources.is_empty());
        if found.is_empty() || !named || !has_text {
            bad.push(format!("{name}: {:?}", found.first().map(|f| (&f.rule_path, f.lines(), &f.sources))));
        }
    }
    bad
}

#[test]
fn every_twelfth_rule_path_is_explained() {
    let library = built_in();
    let some = rule_paths_of_all_files(&library).into_iter().step_by(12).collect();
    assert_explained(&RuleFinder::new(&library, None), &some);
}

#[test]
#[ignore = "takes half a minute"]
fn every_rule_path_of_every_ruleset_and_book_is_explained() {
    let library = built_in();
    assert_explained(&RuleFinder::new(&library, None), &rule_paths_of_all_files(&library));
}

fn assert_explained(places: &RuleFinder<'_>, paths: &BTreeSet<String>) {
    let bad = unexplained(places, paths);
    assert!(bad.is_empty(), "{} of {} paths:\n{}", bad.len(), paths.len(), bad.join("\n"));
}

/// Returns every rule path that findings, ledgers and sheets may print for the built-in rules.
fn rule_paths_of_all_files(library: &Library) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for ruleset in library.list_rulesets() {
        let books = library.books_of_ruleset(&ruleset.id);
        for book in std::iter::once(None).chain(books.iter().map(|b| Some(b.id.as_str()))) {
            let RulesLookup::Ready(rules) = library.rules_for(&ruleset.id, book) else {
                panic!("{ruleset:?} {book:?}")
            };
            all.extend(names(&rules));
        }
        for key in
            ["optional-cost", "unlisted-option", "every-unit", "size", "commands", "standard", "baggage"]
        {
            let there = file(&format!("rulesets/{}/ruleset.yaml", ruleset.id)).contains(&format!("\n{key}:"));
            all.extend(there.then(|| format!("{}/{key}", ruleset.id)));
        }
    }
    assert!(all.len() > 500, "{}", all.len());
    all
}

#[test]
fn every_rule_path_in_the_ledgers_and_findings_of_the_lists_is_explained() {
    let library = built_in();
    let places = RuleFinder::new(&library, None);
    let mut all = BTreeSet::new();
    for path in yaml_files("lists").into_iter().filter(|p| !p.contains("/events/")) {
        let opened = open_list(&library, &path, file(&path).into_bytes());
        let (Some(list), Some(rules)) = (&opened.list, &opened.rules) else { panic!("{path}") };
        let army = resolve_army(list, rules, false, false);
        let lines = army.units.iter().flat_map(|u| u.bodies().flat_map(|b| &b.cost_lines));
        let lines = lines.chain(army.characters.iter().flat_map(|c| &c.cost_lines));
        all.extend(lines.map(|l| l.rule_path.to_string()));
        // Includes all errors, and the warnings and notes of drafts
        all.extend(muster::check::check_army(&army).into_iter().filter_map(|f| f.rule_path));
    }
    assert!(all.len() > 40, "{}", all.len());
    let bad = unexplained(&places, &all);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn a_price_is_explained_where_it_is_stated_with_its_source() {
    let folder = Folder::new();
    folder.write(
        "toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nsources: {rules: The rules, house: Our own}\n\
         source: {optional-cost: house, stats: \"rules: p. 2\"}\noptional-cost: 7\nstats: {m: {name: Melee}}\n\
         options: {mail: {name: Mail, cost: 4, source: rules}, plume: {name: Plume, source: rules}}\n\
         units:\n  men:\n    name: Men\n    cost: 10\n    stats: {m: 1}\n    options:\n      - one-of:\n          \
         - mail?: 6\n          - plume?\n    source: {cost: rules, options: house}\n",
    );
    let explain = |name: &str| folder.muster(&["--rulesets", ".", "explain", name]).out;
    let offer = explain("toy/units/men/options/mail");
    let (head, lines) = offer.split_once("\n\n").unwrap();
    // Mail itself costs 4; this offer is at 6, and the unit type states the source of its offers
    assert_eq!(head, "toy/units/men/options/mail\n  Mail, as it is offered to Men\n  source: Our own");
    assert!(lines.contains("mail?: 6") && lines.contains("line 16"), "{lines}");
    let head = |name: &str| explain(name).split("\n\n").next().unwrap().to_owned();
    assert_eq!(
        head("toy/optional-cost"),
        "toy/optional-cost\n  the cost of an option that states none\n  source: Our own"
    );
    assert_eq!(head("toy/stats/m"), "toy/stats/m\n  Melee\n  source: The rules, p. 2");
}

#[test]
fn a_rule_of_an_event_is_explained_with_the_event() {
    let folder = Folder::new();
    folder.write(
        "cup.yaml",
        "event: cup\nname: Cup\nlimits:\n  few: {count: {tag: mounted}, max: 2, says: two mounted units}\n",
    );
    let ran = folder.muster(&["explain", "cup/limits/few", "--event", "cup.yaml"]);
    assert!(ran.status == Some(0) && ran.out.starts_with("cup/limits/few\n  two mounted units\n"), "{ran:?}");
    let without = muster(root(), &["explain", "cup/limits/few"]);
    assert_eq!(without.status, Some(2), "{without:?}");
}
