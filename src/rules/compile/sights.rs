//! Reports selectors that can match nothing in the formulas of costs and stats. Such a formula sees only the
//! unit itself, so a selector for other units would silently match none.

use crate::finding::{Code, Finding};
use crate::format::formula::{ClauseAst, Formula, SelectorAst, Word};
use crate::format::offer as f;
use crate::format::ruleset::{PartRule, Ruleset};
use crate::format::words::{Cost as WrittenCost, CostItem};
use crate::read::{Located, Map};
use crate::rules::ids::{KindId, OptionId, RoleId, TagId};
use crate::rules::selector::{Selector, Test};

use super::contingents::Army;
use super::{Compiler, formulas, inside};

/// What a formula is evaluated for: a unit of a type or entry, or a character without a body (`None`).
type Whom = Option<KindId>;

/// The formulas of one rule, a description of their owner, and what they are evaluated for.
struct Seen<'f> {
    formulas: Vec<&'f Located<Formula>>,
    of: String,
    by: Vec<Whom>,
}

impl Compiler {
    /// Reports formulas of costs and stats that look for anything but the unit itself.
    pub(super) fn sights(&mut self, ruleset: &Ruleset, armies: &[Army]) {
        let mut all: Vec<Seen<'_>> = Vec::new();
        for (at, (id, unit)) in ruleset.units.iter().enumerate() {
            let by = self.based_on(KindId(at));
            all.extend(unit.cost.as_ref().map(|cost| seen(cost, id, &by)));
            offered(&unit.options, &by, &mut all);
            self.of_parts(KindId(at), &unit.parts, &mut all);
        }
        let entries = armies.iter().flat_map(|army| &army.entries);
        for (at, (id, entry)) in entries.enumerate() {
            let kind = KindId(ruleset.units.len() + at);
            let own = [Some(kind).filter(|kind| self.rules.kinds[kind.0].unit.is_some())];
            all.extend(entry.cost.as_ref().map(|cost| seen(cost, id, &own)));
            offered(entry.options.as_deref().unwrap_or_default(), &own, &mut all);
            self.of_parts(kind, &entry.parts, &mut all);
        }
        if let Some(every) = &ruleset.every_unit {
            offered(&every.options, &self.bodies(|_| true), &mut all);
        }
        for (at, (id, role)) in ruleset.roles.iter().enumerate() {
            let mut holders = self.bodies(|kind| self.rules.kinds[kind.0].roles.contains(&RoleId(at)));
            if holders.is_empty() {
                holders.push(None);
            }
            all.extend(role.cost.as_ref().map(|cost| seen(cost, id, &holders)));
            all.push(changes(&role.add, id, self.bodies(|_| true)));
        }
        let books = armies.iter().filter_map(|army| army.book.as_ref());
        let options = ruleset.options.iter().chain(books.clone().flat_map(|book| &book.options));
        for (at, (id, option)) in options.enumerate() {
            let by = self.who_may_have(OptionId(at));
            all.extend(option.cost.as_ref().map(|cost| with(cost, id, &by)));
            let forms = option.forms.values().flat_map(|form| [&form.set, &form.add]);
            for changed in [&option.set, &option.add].into_iter().chain(forms) {
                all.push(changes(changed, id, by.clone()));
            }
        }
        let effects = ruleset.effects.iter().chain(books.flat_map(|book| &book.effects));
        for (at, (id, effect)) in effects.enumerate() {
            let of = &self.rules.effects[at].selector;
            let by = self.bodies(|kind| self.may_be(Some(kind), &of.test, true));
            all.push(changes(&effect.set, id, by.clone()));
            all.push(changes(&effect.add, id, by));
        }
        // If no unit has the rule, what its formulas look for does not matter
        all.iter().filter(|seen| !seen.by.is_empty()).for_each(|seen| self.sees_what_it_looks_for(seen));
    }

    /// Collects the costs of the bodies inside a unit.
    fn of_parts<'f>(&self, unit: KindId, parts: &'f Map<PartRule>, all: &mut Vec<Seen<'f>>) {
        for (word, part) in parts {
            let made = self.rules.kinds[unit.0].parts.iter().find(|made| made.id == word.value);
            if let (Some(cost), Some(made)) = (&part.cost, made) {
                all.push(seen(cost, word, &[Some(made.kind)]));
            }
        }
    }

    fn sees_what_it_looks_for(&mut self, seen: &Seen<'_>) {
        for formula in &seen.formulas {
            for ast in formulas::selectors(&formula.value) {
                let Some(selector) = self.rules.formula_selector(&ast) else { continue };
                if self.may_find(seen, selector) {
                    continue;
                }
                let Some(range) = words_of(&ast) else { continue };
                let message = format!(
                    "\"{}\" matches nothing: this is computed for {} alone, without the rest of the army",
                    text_of(&formula.text, &range),
                    seen.of
                );
                let finding =
                    Finding::new(Code::BadFormula, inside(formula.span, &formula.text, &range), message);
                self.say(finding.help("test the unit itself, with is(tag) or has(option)"));
            }
        }
    }

    fn may_find(&self, seen: &Seen<'_>, selector: &Selector) -> bool {
        seen.by.iter().any(|whom| self.may_be(*whom, &selector.test, true))
    }

    /// Returns `true` if a test may give the wanted result for a unit of this kind, or for a character
    /// without one.
    fn may_be(&self, kind: Whom, test: &Test, wanted: bool) -> bool {
        match test {
            Test::Always => wanted,
            Test::Kind(kinds) => kind.is_some_and(|kind| kinds.contains(&kind)) == wanted,
            Test::Tag(tags) => !wanted || tags.iter().any(|tag| self.may_have_tag(kind, *tag)),
            Test::Role(roles) => !wanted || roles.iter().any(|role| self.may_hold(kind, *role)),
            // Books may offer options that the ruleset does not
            Test::Option(_) => !wanted || kind.is_some(),
            Test::Contingent(_) => true,
            Test::All(tests) if wanted => tests.iter().all(|test| self.may_be(kind, test, true)),
            Test::All(tests) => tests.iter().any(|test| self.may_be(kind, test, false)),
            Test::Any(tests) if wanted => tests.iter().any(|test| self.may_be(kind, test, true)),
            Test::Any(tests) => tests.iter().all(|test| self.may_be(kind, test, false)),
            Test::Not(test) => self.may_be(kind, test, !wanted),
        }
    }

    /// Returns `true` if a unit of this kind may have the tag.
    ///
    /// A tag that no unit type has and no option gives is assumed to come from the entries of books.
    fn may_have_tag(&self, kind: Whom, tag: TagId) -> bool {
        let Some(kind) = kind else { return false };
        let rules = &self.rules;
        let own = rules.kinds[kind.0].tags.contains(&tag);
        let given = rules.options.iter().any(|option| option.gives.contains(&tag));
        own || given || !rules.kinds.iter().any(|k| k.entry_of.is_none() && k.tags.contains(&tag))
    }

    /// Returns `true` if a unit of this kind may hold the role.
    ///
    /// A role that no unit type may hold is assumed to be for characters without a body, or for the entries
    /// of books.
    fn may_hold(&self, kind: Whom, role: RoleId) -> bool {
        let Some(kind) = kind else { return false };
        let kinds = &self.rules.kinds;
        kinds[kind.0].roles.contains(&role)
            || !kinds.iter().any(|k| k.entry_of.is_none() && k.roles.contains(&role))
    }

    /// Returns a unit type and the entries that are based on it.
    fn based_on(&self, unit: KindId) -> Vec<Whom> {
        self.bodies(|kind| self.rules.kinds[kind.0].unit == Some(unit))
    }

    /// Returns the unit types and entries that are units and pass the test `asked`.
    fn bodies(&self, asked: impl Fn(KindId) -> bool) -> Vec<Whom> {
        let all = self.rules.kinds.iter().filter(|kind| kind.unit.is_some());
        all.map(|kind| kind.own).filter(|kind| asked(*kind)).map(Some).collect()
    }

    /// Returns the units that may have an option: those that are offered it, or all if it can come in another
    /// way.
    fn who_may_have(&self, option: OptionId) -> Vec<Whom> {
        let rules = &self.rules;
        let offered = self.bodies(|kind| rules.kinds[kind.0].offers.of(option).is_some());
        let short_for = rules.options.iter().any(|o| o.stands_for.contains(&option));
        let anyone = rules.unlisted.is_some_and(|s| s < crate::finding::Severity::Error)
            || rules.standard == Some(option)
            || short_for;
        if offered.is_empty() || anyone { self.bodies(|_| true) } else { offered }
    }
}

/// Collects the formulas of a cost.
fn seen<'f>(cost: &'f WrittenCost, of: &str, by: &[Whom]) -> Seen<'f> {
    let formulas = match cost {
        WrittenCost::Same(formula) => vec![formula],
        WrittenCost::By(items) => {
            let formula = |item: &'f CostItem| match item {
                CostItem::Mode(formula) => Some(formula),
                CostItem::Sizes(_) => None,
            };
            items.values().filter_map(formula).collect()
        }
    };
    Seen { formulas, of: format!("\"{of}\""), by: by.to_vec() }
}

/// Collects the formulas of an option's cost.
fn with<'f>(cost: &'f WrittenCost, option: &str, by: &[Whom]) -> Seen<'f> {
    Seen { of: bearer(option), ..seen(cost, option, by) }
}

/// Describes a unit that has an option, an effect or a role.
fn bearer(word: &str) -> String {
    format!("a unit with \"{}\"", word.trim_end_matches('?'))
}

/// Collects the formulas of stat changes.
fn changes<'f>(changes: &'f Map<Located<Formula>>, of: &str, by: Vec<Whom>) -> Seen<'f> {
    Seen { formulas: changes.values().collect(), of: bearer(of), by }
}

/// Collects the costs of offers, including those in groups.
fn offered<'f>(offers: &'f [Located<f::Offer>], by: &[Whom], all: &mut Vec<Seen<'f>>) {
    for offer in offers {
        let f::Offer::More(map) = &offer.value else { continue };
        for (word, detail) in map {
            match detail {
                f::OfferDetail::Cost(cost) => {
                    all.push(Seen { formulas: vec![cost], of: bearer(word), by: by.to_vec() });
                }
                f::OfferDetail::More(terms) => {
                    all.extend(terms.cost.as_ref().map(|cost| with(cost, word, by)));
                }
                f::OfferDetail::Group(members) => offered(members, by, all),
            }
        }
    }
}

/// Returns the range from the first word of a selector to its last. `None` for a selector without words,
/// which matches everything.
fn words_of(ast: &SelectorAst) -> Option<std::ops::Range<usize>> {
    fn gather<'a>(ast: &'a SelectorAst, words: &mut Vec<&'a Word>) {
        for clause in &ast.clauses {
            match clause {
                ClauseAst::Words { words: own, .. } => words.extend(own),
                ClauseAst::Any(all) | ClauseAst::All(all) => all.iter().for_each(|ast| gather(ast, words)),
                ClauseAst::Not(inner) => gather(inner, words),
            }
        }
    }
    let mut words = Vec::new();
    gather(ast, &mut words);
    let start = words.iter().map(|word| word.range.start).min()?;
    Some(start..words.iter().map(|word| word.range.end).max()?)
}

fn text_of<'t>(text: &'t str, range: &std::ops::Range<usize>) -> &'t str {
    text.get(range.clone()).unwrap_or(text)
}
