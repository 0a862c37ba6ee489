//! Reports selectors that can match nothing in the formulas of costs and stats. Such a formula sees only the
//! unit itself, so a selector for other units would silently match none.

use crate::finding::{Code, Finding, SubjectKind};
use crate::format::costs::{Cost as WrittenCost, CostItem, LineCost};
use crate::format::formula::{ClauseAst, Formula, FormulaId, SelectorAst};
use crate::format::options as f;
use crate::format::ruleset::{PartRule, Ruleset};
use crate::format::stat_value::NewStatValue;
use crate::read::{Located, Map};
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{OptionId, RoleId, TagId, UnitKindId};

use super::contingents::ContingentSource;
use super::{Compiler, formulas, span_within};

/// What a formula is evaluated for: a unit of a type or entry, or a character without a body (`None`).
type EvaluatedFor = Option<UnitKindId>;

/// The formulas of one rule, a description of their owner, and what they are evaluated for.
struct OwnedFormulas<'f> {
    formulas: Vec<&'f Located<Formula>>,
    /// Whether they are costs, and not changes of stats.
    are_costs: bool,
    owner: String,
    evaluated_for: Vec<EvaluatedFor>,
}

impl Compiler {
    /// Reports formulas of costs and stats that look for anything but the unit itself.
    pub(super) fn report_unmatched_selectors(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        let mut all: Vec<OwnedFormulas<'_>> = Vec::new();
        for (at, (id, unit)) in ruleset.units.iter().enumerate() {
            let by = self.kinds_based_on(UnitKindId(at));
            all.extend(unit.cost.as_ref().map(|cost| cost_formulas(cost, id, &by)));
            collect_offer_costs(&unit.options, &by, &mut all);
            self.collect_part_costs(UnitKindId(at), &unit.parts, &mut all);
        }
        let entries = armies.iter().flat_map(|army| &army.entries);
        for (at, (id, entry)) in entries.enumerate() {
            let kind = UnitKindId(ruleset.units.len() + at);
            let own = [Some(kind).filter(|kind| self.rules.kinds[kind.0].unit_type.is_some())];
            all.extend(entry.cost.as_ref().map(|cost| cost_formulas(cost, id, &own)));
            collect_offer_costs(entry.options.as_deref().unwrap_or_default(), &own, &mut all);
            self.collect_part_costs(kind, &entry.parts, &mut all);
        }
        if let Some(every) = &ruleset.every_unit {
            collect_offer_costs(&every.options, &self.kinds_with_bodies(|_| true), &mut all);
        }
        // A role's price and what it adds go by the unit that its holder joins, which may be any
        let anyone = self.kinds_with_bodies(|_| true);
        for (id, role) in &ruleset.roles {
            all.extend(role.cost.as_ref().map(|cost| cost_formulas(cost, id, &anyone)));
            all.push(change_formulas(role.add.values(), id, anyone.clone()));
        }
        let books = armies.iter().filter_map(|army| army.book.as_ref());
        let options = ruleset.options.iter().chain(books.clone().flat_map(|book| &book.options));
        for (at, (id, option)) in options.enumerate() {
            let by = self.kinds_that_may_have(OptionId(at));
            all.extend(option.cost.as_ref().map(|cost| option_cost_formulas(cost, id, &by)));
            collect_offer_costs(&option.options, &by, &mut all);
            let forms = option.forms.values().map(|form| (&form.set, &form.add));
            for (set, add) in std::iter::once((&option.set, &option.add)).chain(forms) {
                all.push(change_formulas(set_formulas(set), id, by.clone()));
                all.push(change_formulas(add.values(), id, by.clone()));
            }
        }
        let effects = ruleset.effects.iter().chain(books.flat_map(|book| &book.effects));
        for (at, (id, effect)) in effects.enumerate() {
            let of = &self.rules.effects[at].selector;
            let by = self.kinds_with_bodies(|kind| self.may_pass(Some(kind), &of.test, true));
            all.push(change_formulas(set_formulas(&effect.set), id, by.clone()));
            all.push(change_formulas(effect.add.values(), id, by));
        }
        // If no unit has the rule, what its formulas look for does not matter
        all.iter().filter(|seen| !seen.evaluated_for.is_empty()).for_each(|seen| self.check_formulas(seen));
    }

    /// Collects the costs of the bodies inside a unit.
    fn collect_part_costs<'f>(
        &self,
        unit: UnitKindId,
        parts: &'f Map<PartRule>,
        all: &mut Vec<OwnedFormulas<'f>>,
    ) {
        for (word, part) in parts {
            let made = self.rules.kinds[unit.0].parts.iter().find(|made| made.id == word.value);
            if let (Some(cost), Some(made)) = (&part.cost, made) {
                all.push(cost_formulas(cost, word, &[Some(made.kind)]));
            }
        }
    }

    fn check_formulas(&mut self, seen: &OwnedFormulas<'_>) {
        for formula in &seen.formulas {
            for ast in formulas::formula_selectors(&formula.value) {
                let Some(selector) = self.rules.formula_selector(&ast) else { continue };
                if self.may_match(seen, selector) {
                    continue;
                }
                let Some(range) = word_range(&ast) else { continue };
                let word = text_in_range(&formula.text, &range);
                let message = format!(
                    "\"{word}\" matches nothing: this is computed for {} alone, without the rest of the army",
                    seen.owner
                );
                let finding =
                    Finding::new(Code::BadFormula, span_within(formula.span, &formula.text, &range), message)
                        .with_subject(SubjectKind::Word, word);
                self.report(finding.with_help(if seen.are_costs {
                    "write a charge, such as {count: {tag: horse}, cost: 5, paid-by: {unit: spears}}, or test the unit \
                     itself, with is(tag) or has(option)"
                } else {
                    "test the unit itself, with is(tag) or has(option)"
                }));
            }
        }
    }

    fn may_match(&self, seen: &OwnedFormulas<'_>, selector: &Selector) -> bool {
        seen.evaluated_for.iter().any(|whom| self.may_pass(*whom, &selector.test, true))
    }

    /// Returns `true` if a test may give the wanted result for a unit of this kind, or for a character
    /// without one.
    fn may_pass(&self, kind: EvaluatedFor, test: &SelectorTest, wanted: bool) -> bool {
        match test {
            SelectorTest::Always => wanted,
            SelectorTest::Kind(kinds) => kind.is_some_and(|kind| kinds.contains(&kind)) == wanted,
            SelectorTest::Tag(tags) => !wanted || tags.iter().any(|tag| self.may_have_tag(kind, *tag)),
            SelectorTest::Role(roles) => !wanted || roles.iter().any(|role| self.may_hold_role(kind, *role)),
            // Books may offer options that the ruleset does not
            SelectorTest::Option(_) => !wanted || kind.is_some(),
            SelectorTest::Contingent(_) | SelectorTest::CommandKind(_) => true,
            SelectorTest::All(tests) if wanted => tests.iter().all(|test| self.may_pass(kind, test, true)),
            SelectorTest::All(tests) => tests.iter().any(|test| self.may_pass(kind, test, false)),
            SelectorTest::Any(tests) if wanted => tests.iter().any(|test| self.may_pass(kind, test, true)),
            SelectorTest::Any(tests) => tests.iter().all(|test| self.may_pass(kind, test, false)),
            SelectorTest::Not(test) => self.may_pass(kind, test, !wanted),
        }
    }

    /// Returns `true` if a unit of this kind may have the tag.
    ///
    /// A tag that no unit type has and no option gives is assumed to come from the entries of books.
    fn may_have_tag(&self, kind: EvaluatedFor, tag: TagId) -> bool {
        let Some(kind) = kind else { return false };
        let rules = &self.rules;
        let own = rules.kinds[kind.0].tags.contains(&tag);
        let given = rules.options.iter().any(|option| option.gives_tags.contains(&tag))
            || rules.effects.iter().any(|effect| effect.gives_tags.contains(&tag));
        own || given || !rules.kinds.iter().any(|k| k.entry_of.is_none() && k.tags.contains(&tag))
    }

    /// Returns `true` if a unit of this kind may hold the role.
    ///
    /// A role that no unit type may hold is assumed to be for characters without a body, or for the entries
    /// of books.
    fn may_hold_role(&self, kind: EvaluatedFor, role: RoleId) -> bool {
        let Some(kind) = kind else { return false };
        let kinds = &self.rules.kinds;
        kinds[kind.0].roles.contains(&role)
            || !kinds.iter().any(|k| k.entry_of.is_none() && k.roles.contains(&role))
    }

    /// Returns a unit type and the entries that are based on it.
    fn kinds_based_on(&self, unit: UnitKindId) -> Vec<EvaluatedFor> {
        self.kinds_with_bodies(|kind| self.rules.kinds[kind.0].unit_type == Some(unit))
    }

    /// Returns the unit types and entries that are units and pass the test `asked`.
    fn kinds_with_bodies(&self, asked: impl Fn(UnitKindId) -> bool) -> Vec<EvaluatedFor> {
        let all = self.rules.kinds.iter().filter(|kind| kind.unit_type.is_some());
        all.map(|kind| kind.kind_id).filter(|kind| asked(*kind)).map(Some).collect()
    }

    /// Returns the units that may have an option: those that are offered it, or all if it can come in another
    /// way.
    fn kinds_that_may_have(&self, option: OptionId) -> Vec<EvaluatedFor> {
        let rules = &self.rules;
        let offered = self.kinds_with_bodies(|kind| rules.kinds[kind.0].offers.offers_anywhere(option));
        let short_for = rules.options.iter().any(|o| o.stands_for.contains(&option));
        let anyone = rules.unlisted_option_severity.is_some_and(|s| s < crate::finding::Severity::Error)
            || rules.standard == Some(option)
            || short_for;
        if offered.is_empty() || anyone { self.kinds_with_bodies(|_| true) } else { offered }
    }
}

/// Collects the formulas of a cost.
fn cost_formulas<'f>(cost: &'f WrittenCost, of: &str, by: &[EvaluatedFor]) -> OwnedFormulas<'f> {
    let of_items = |items: &'f Map<CostItem>| -> Vec<&'f Located<Formula>> {
        let formula = |item: &'f CostItem| match item {
            CostItem::Mode(formula) => Some(formula),
            CostItem::Sizes(_) => None,
        };
        items.values().filter_map(formula).collect()
    };
    let of_line = |cost: &'f LineCost| match cost {
        LineCost::Same(formula) => vec![formula],
        LineCost::By(items) => of_items(items),
    };
    let formulas = match cost {
        WrittenCost::Same(formula) => vec![formula],
        WrittenCost::By(items) => of_items(items),
        WrittenCost::Lines(lines) => {
            lines.iter().flat_map(|line| line.each.iter().chain(&line.otherwise)).flat_map(of_line).collect()
        }
    };
    OwnedFormulas { formulas, are_costs: true, owner: format!("\"{of}\""), evaluated_for: by.to_vec() }
}

/// Collects the formulas of an option's cost.
fn option_cost_formulas<'f>(cost: &'f WrittenCost, option: &str, by: &[EvaluatedFor]) -> OwnedFormulas<'f> {
    OwnedFormulas { owner: bearer_text(option), ..cost_formulas(cost, option, by) }
}

/// Describes a unit that has an option, an effect or a role.
fn bearer_text(word: &str) -> String {
    format!("a unit with \"{}\"", word.trim_end_matches('?'))
}

/// Collects the formulas of stat changes.
fn change_formulas<'f>(
    formulas: impl Iterator<Item = &'f Located<Formula>>,
    of: &str,
    by: Vec<EvaluatedFor>,
) -> OwnedFormulas<'f> {
    OwnedFormulas {
        formulas: formulas.collect(),
        are_costs: false,
        owner: bearer_text(of),
        evaluated_for: by,
    }
}

/// Returns the formulas among the values that stats are set to.
fn set_formulas(set: &Map<NewStatValue>) -> impl Iterator<Item = &Located<Formula>> {
    set.values().filter_map(|value| match value {
        NewStatValue::Formula(formula) => Some(formula),
        NewStatValue::Words(_) => None,
    })
}

/// Collects the costs of offers, including those in groups.
fn collect_offer_costs<'f>(
    offers: &'f [Located<f::OptionOffer>],
    by: &[EvaluatedFor],
    all: &mut Vec<OwnedFormulas<'f>>,
) {
    for offer in offers {
        let f::OptionOffer::More(map) = &offer.value else { continue };
        for (word, detail) in map {
            match detail {
                f::OfferDetail::Cost(cost) => {
                    all.push(OwnedFormulas {
                        formulas: vec![cost],
                        are_costs: true,
                        owner: bearer_text(word),
                        evaluated_for: by.to_vec(),
                    });
                }
                f::OfferDetail::More(terms) => {
                    all.extend(terms.cost.as_ref().map(|cost| option_cost_formulas(cost, word, by)));
                    collect_offer_costs(&terms.options, by, all);
                }
                f::OfferDetail::Group(members) => collect_offer_costs(members, by, all),
            }
        }
    }
}

/// Returns the range from the first word of a selector to its last. `None` for a selector without words,
/// which matches everything.
fn word_range(ast: &SelectorAst) -> Option<std::ops::Range<usize>> {
    fn collect_words<'a>(ast: &'a SelectorAst, words: &mut Vec<&'a FormulaId>) {
        for clause in &ast.clauses {
            match clause {
                ClauseAst::Words { words: own, .. } => words.extend(own),
                ClauseAst::Any(all) | ClauseAst::All(all) => {
                    all.iter().for_each(|ast| collect_words(ast, words));
                }
                ClauseAst::Not(inner) => collect_words(inner, words),
            }
        }
    }
    let mut words = Vec::new();
    collect_words(ast, &mut words);
    let start = words.iter().map(|word| word.range.start).min()?;
    Some(start..words.iter().map(|word| word.range.end).max()?)
}

fn text_in_range<'t>(text: &'t str, range: &std::ops::Range<usize>) -> &'t str {
    text.get(range.clone()).unwrap_or(text)
}
