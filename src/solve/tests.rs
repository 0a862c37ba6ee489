//! What the solver takes for granted of units and conditions is what the army says: on random rows of every ruleset
//! and book that ships, and of some that the tests have.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use crate::army::applicable_costs::role_price;
use crate::army::bodies_and_options::Body;
use crate::army::evaluate_conditions::{ConditionOutcome, OpenQuestion, condition_holds};
use crate::army::limit_measurement::measure_limit;
use crate::army::regions::Region;
use crate::army::{Army, resolve_army};
use crate::check::check_army;
use crate::finding::{FileId, Severity};
use crate::format::list::List;
use crate::format::read_exact_numbers::Number;
use crate::read::read_text;
use crate::rules::Rules;
use crate::rules::compiled_conditions::{Condition, Dates};
use crate::rules::compiled_costs::Cost;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, ModeId, OptionId, TagId, UnitKindId};
use crate::rules::library::{Library, RulesLookup as Ready};

use super::scenario::{ConditionContext, Scenario};
use super::unit_cost_range::{CostPerSize, CostRange, Payers, body_cost_range, cost_range};
use crate::army::selector_coverage_of_unit_types::{Coverage, OptionReach, PossibleOption};

/// Numbers that look like chance and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, range: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % range.max(1)
    }

    fn between(&mut self, least: u32, most: u32) -> u32 {
        least + u32::try_from(self.below((most - least + 1) as usize)).unwrap()
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.below(all.len())).copied()
    }
}

/// Every ruleset that ships and some of the tests, alone and with each of its books.
fn all_rules() -> Vec<(String, Arc<Rules>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let library = Library::new(vec![root.join("rulesets"), root.join("example-game/rulesets")]);
    let mut all = Vec::new();
    for ruleset in library.list_rulesets() {
        let books = library.books_of_ruleset(&ruleset.id);
        for book in std::iter::once(None).chain(books.iter().map(|b| Some(b.id.as_str()))) {
            let Ready::Ready(rules) = library.rules_for(&ruleset.id, book) else { panic!("{}", ruleset.id) };
            all.push((format!("{} {}", ruleset.id, book.unwrap_or("alone")), rules));
        }
    }
    all
}

fn option(rules: &Rules, id: UnitKindId, option: OptionId, size: u32, dice: &mut Dice) -> String {
    let (rule, kind) = (rules.option(option), rules.kind(id));
    let detail = if let Some(places) = &rule.mark_places {
        let stats =
            places.among.iter().filter(|s| kind.stats[s.0].number().is_some()).take(places.marks as usize);
        format!("[{}]", stats.map(|s| rules.stats[s.0].id.as_str()).collect::<Vec<_>>().join(", "))
    } else if rule.naming.is_some() && kind.offers.offer_for(option).is_none_or(|o| o.names.is_empty()) {
        let tag = rule.naming.as_ref().is_some_and(|n| !n.allows_unit_types && n.allows_tags);
        if tag { rules.tags[0].clone() } else { rules.kinds[0].id.clone() }
    } else if rule.partial && dice.below(2) == 0 {
        dice.between(1, size.max(1)).to_string()
    } else {
        return rule.id.clone();
    };
    format!("{}: {detail}", rule.id)
}

/// A random row of a kind, legal or not, in a list of its own.
fn list(rules: &Rules, scene: &Scenario, id: UnitKindId, dice: &mut Dice) -> String {
    let kind = rules.kind(id);
    let mut row = vec![format!("unit: {}", kind.id)];
    let mut size = kind.size.only_size().unwrap_or(1);
    if kind.size.only_size().is_none() {
        size = match kind.cost.as_ref().and_then(Cost::prices_by_size) {
            Some(prices) => prices[dice.below(prices.len())].0,
            None => dice.between(kind.size.min, kind.size.max.unwrap_or(u32::MAX).min(kind.size.min + 20)),
        };
        row.push(format!("size: {size}"));
    }
    let offered: Vec<OptionId> = kind.offers.all.iter().map(|o| o.option).collect();
    let mut options: Vec<OptionId> = Vec::new();
    for _ in 0..dice.below(4) {
        // Now and then one that is not offered
        let any = OptionId(dice.below(rules.options.len()));
        let any = Some(any).filter(|any| any.0 < rules.options.len());
        options.extend(dice.pick(&offered).filter(|_| dice.below(8) > 0).or(any));
    }
    for group in kind.offers.groups.iter().filter(|g| g.is_required && g.default.is_none()) {
        if !options.iter().any(|o| group.options.contains(o)) {
            options.extend(dice.pick(&group.options));
        }
    }
    options.sort_unstable();
    options.dedup();
    let options: Vec<String> = options.into_iter().map(|o| option(rules, id, o, size, dice)).collect();
    row.push(format!("options: [{}]", options.join(", ")));
    let values = rules.values.iter().filter(|v| v.is_required && v.selector.matches(kind));
    let values: Vec<String> =
        values.map(|v| format!("{}: {}", v.id, v.min.or(v.max).unwrap_or(Number::ONE))).collect();
    if !values.is_empty() {
        row.push(format!("values: {{{}}}", values.join(", ")));
    }
    let parts = kind.parts.iter().filter(|p| p.count_per_model.is_none());
    let parts: Vec<String> = parts
        .map(|p| format!("{}: {}", p.id, dice.between(p.min.max(1), p.max.unwrap_or(p.min + 6).max(1))))
        .collect();
    if !parts.is_empty() {
        row.push(format!("parts: {{{}}}", parts.join(", ")));
    }
    if let Some(role) = dice.pick(&kind.roles) {
        row.push(format!("role: {}", rules.roles[role.0].id));
    }
    let bare = kind.size.only_size().is_some() && parts.is_empty();
    let key = if kind.roles.is_empty() || !bare { "units" } else { "characters" };
    let mut text =
        format!("army: Trial\nruleset: {}\npoints: 3000\n{key}: [{{{}}}]\n", rules.id, row.join(", "));
    let mut say = |key: &str, value: &str| writeln!(text, "{key}: {value}").unwrap();
    if let Some(book) = &rules.contingents[0].book {
        say("book", &book.id);
    }
    if let Some(mode) = scene.mode {
        say("mode", &rules.modes[mode.0].id);
    }
    if let Some(date) = scene.date {
        say("date", &date.to_string());
    }
    let answers: Vec<String> = scene.answers.iter().map(|(c, a)| format!("{c}: {a}")).collect();
    say("choose", &format!("{{{}}}", answers.join(", ")));
    text
}

/// Whether a cost is within a range, and whether the range leaves it no choice.
fn within(range: &CostRange, size: u32, cost: Number) -> (bool, bool) {
    let of = |rate: CostPerSize| {
        rate.per_unit.checked_add(rate.per_model.checked_mul(i64::from(size).into()).unwrap()).unwrap()
    };
    let least = of(range.least);
    let more = range.max_extra.map(of);
    let most_holds = more.is_none_or(|more| cost <= least.checked_add(more).unwrap());
    (cost >= least && most_holds, more == Some(Number::ZERO))
}

/// The range of what is known to be there, each option as it came.
fn of_body(rules: &Rules, own: &Body<'_>, scene: &Scenario) -> Option<CostRange> {
    let taken = own.taken.iter().map(|t| PossibleOption {
        option: t.option,
        within: t.within.clone(),
        origins: vec![t.origin],
        is_always_there: true,
        times: t.times..=t.times,
    });
    let payers = Payers { scene, reach: None };
    let mut range = body_cost_range(rules, own.kind?, None, payers, taken)?;
    for price in own.roles.iter().filter_map(|role| role_price(rules, *role)) {
        range.add(&price, payers, false)?;
    }
    Some(range)
}

/// What a list settles is enough to know of a condition what the army says, but for what is present and spent.
fn compare_conditions(army: &Army<'_>, text: &str) {
    let rules = army.rules;
    let scene = Scenario::from_army(army);
    let limits = rules.limits.iter().map(|l| (&l.when, l.contingent, &l.rule_path));
    let kinds = rules.kinds.iter().map(|k| (&k.when, k.entry_of, &k.rule_path));
    for (when, sees, rule) in limits.chain(kinds) {
        let own = sees.is_none_or(|c| c == ContingentId::OWN);
        let ask = ConditionContext {
            commands: Some(army.commands.len()),
            size: army.points_of(sees),
            uses_own_answers: own,
        };
        let known = match scene.evaluate_condition(when, &ask) {
            ConditionOutcome::Holds => true,
            ConditionOutcome::Fails => false,
            ConditionOutcome::Open(Some(all)) => {
                let answer = |question: &OpenQuestion<'_>| match question {
                    OpenQuestion::Present(s) => Region::Army.has_match(army, s, sees),
                    OpenQuestion::Measured(m) => {
                        let there = measure_limit(army, &m.measure, Region::Army, sees, None, m.joined_once);
                        m.test.is_met_by(there.amount)
                    }
                };
                all.iter().all(|(question, yes)| answer(question) == *yes)
            }
            ConditionOutcome::Open(None) => continue,
        };
        let holds = condition_holds(army, when, Region::Army, sees);
        // What the check does not know because of a word that it cannot read, it may leave open
        if holds.is_some() || army.units.iter().all(|unit| !unit.is_unclear) {
            assert_eq!(holds, Some(known), "{rule}\n{text}");
        }
    }
}

#[test]
fn what_a_condition_hangs_on_is_told_where_all_of_it_must_hold() {
    let selector = |tag: usize| Selector { test: SelectorTest::Tag(vec![TagId(tag)]), ..Selector::default() };
    let there = |tag: usize| Condition { present: Some(selector(tag)), ..Condition::default() };
    let not = |when: Condition| Condition { not: Some(Box::new(when)), ..Condition::default() };
    let any = |any: Vec<Condition>| Condition { any, ..Condition::default() };
    let all = |all: Vec<Condition>| Condition { all, ..Condition::default() };
    let mode = |mode: usize| Condition { modes: Some(vec![ModeId(mode)]), ..Condition::default() };
    let spent = Condition {
        spent: Some(crate::rules::compiled_conditions::NumberTest::default()),
        ..Condition::default()
    };
    let scene = Scenario { mode: Some(ModeId(1)), ..Scenario::default() };
    let ask = ConditionContext { commands: None, size: None, uses_own_answers: true };
    let told = |when: Condition| match scene.evaluate_condition(&when, &ask) {
        ConditionOutcome::Holds => "holds".to_owned(),
        ConditionOutcome::Fails => "fails".to_owned(),
        ConditionOutcome::Open(None) => "open".to_owned(),
        ConditionOutcome::Open(Some(all)) => {
            let one = |(question, yes): &(OpenQuestion<'_>, bool)| match question {
                OpenQuestion::Present(selector) => format!("{:?} {yes}", selector.test),
                OpenQuestion::Measured(asked) => format!("{:?} {yes}", asked.test),
            };
            all.iter().map(one).collect::<Vec<_>>().join(", ")
        }
    };
    assert_eq!(told(Condition::default()), "holds");
    assert_eq!(told(all(vec![there(3), mode(0)])), "fails");
    assert_eq!(told(any(vec![there(3), mode(1)])), "holds");
    assert_eq!(told(any(vec![mode(0), not(mode(1))])), "fails");
    assert_eq!(
        told(all(vec![there(3), not(there(4)), mode(1)])),
        "Tag([TagId(3)]) true, Tag([TagId(4)]) false"
    );
    // One of several, one of which fails, is the other; of two any may be it
    assert_eq!(told(any(vec![mode(0), there(3)])), "Tag([TagId(3)]) true");
    assert_eq!(told(any(vec![there(3), there(4)])), "open");
    assert_eq!(told(not(all(vec![there(3), there(4)]))), "open");
    // What it costs is not settled
    assert_eq!(told(all(vec![there(3), spent])), "open");
}

#[test]
fn rows_have_the_options_and_the_cost_that_proofs_count_on() {
    let (mut dice, mut all_bounded) = (Dice(11), 0);
    for (name, rules) in all_rules() {
        let rules = &*rules;
        let scenes = Scenario::list_scenarios(rules, Some(3000_i64.into()), None);
        let (mut legal, mut exact, mut bounded) = (0, 0, 0);
        for id in (0..rules.kinds.len()).map(UnitKindId).filter(|id| rules.kind(*id).unit_type.is_some()) {
            for _ in 0..24 {
                let mut scene = scenes[dice.below(scenes.len())].clone();
                let years = rules.contingents[0].book.as_ref().and_then(|b| b.dates.as_ref());
                scene.date = years.and_then(Dates::first_year).filter(|_| dice.below(2) == 0);
                if !scene.may_be_taken(rules, id) {
                    continue;
                }
                let text = list(rules, &scene, id, &mut dice);
                let read = read_text::<List>(FileId::CHECKED, &text);
                let Some(list) = read.value.filter(|_| read.findings.is_empty()) else { continue };
                let army = resolve_army(&list, rules, false, false);
                compare_conditions(&army, &text);
                let unit = &army.units[0];
                let row = unit.written.span();
                let wrong = check_army(&army).into_iter().any(|f| {
                    let inside =
                        |l: &crate::finding::Label| row.start <= l.span.start && l.span.end <= row.end;
                    f.severity == Severity::Error && f.primary_label().is_some_and(inside)
                });
                if wrong {
                    continue;
                }
                legal += 1;
                let reach = OptionReach::new(rules, id, scene.date);
                let mut sees: Vec<(&Body<'_>, OptionReach<'_>)> = vec![(&unit.body, reach)];
                sees.extend(
                    unit.parts.iter().map(|(_, p)| (p, OptionReach::new(rules, p.kind.unwrap(), scene.date))),
                );
                for (own, reach) in sees {
                    let there: Vec<OptionId> = own.taken.iter().map(|t| t.option).collect();
                    assert!(reach.always_present.iter().all(|o| there.contains(o)), "{name}\n{text}");
                    assert!(there.iter().all(|o| reach.possible.contains(o)), "{name}\n{text}");
                    for tag in (0..rules.tags.len()).map(TagId) {
                        let selector = Selector { test: SelectorTest::Tag(vec![tag]), ..Selector::default() };
                        let wrong = if selector.matches(own) { Coverage::Never } else { Coverage::Always };
                        assert_ne!(reach.coverage(&selector), wrong, "{name} {}\n{text}", rules.tags[tag.0]);
                    }
                }
                let Some(cost) = unit.cost().filter(|_| rules.has_points) else { continue };
                let reach = OptionReach::new(rules, id, scene.date);
                if let Some(range) = cost_range(rules, id, &scene, &reach) {
                    bounded += 1;
                    assert!(within(&range, unit.body.size, cost).0, "{name} {range:?} {cost}\n{text}");
                }
                if let Some(range) = of_body(rules, &unit.body, &scene) {
                    // What the body has does not tell which charges it pays
                    let prices = unit.body.cost_lines.iter().filter(|line| line.is_list_price());
                    let listed = prices
                        .fold(Number::ZERO, |sum, line| sum.checked_add(line.total().unwrap()).unwrap());
                    let (holds, no_choice) = within(&range, unit.body.size, listed);
                    assert!(holds, "{name} {range:?} {listed}\n{text}");
                    exact += usize::from(no_choice);
                }
            }
        }
        assert!(legal > 20, "{name}: {legal} legal rows");
        assert!(!rules.has_points || exact > 9, "{name}: {exact} of {legal}");
        all_bounded += bounded;
    }
    assert!(all_bounded > 2000, "{all_bounded}");
}
