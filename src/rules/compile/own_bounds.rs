//! Compiles bounds that are written on what they count: unit types, options, offers and roles.

use crate::finding::{Severity, Span, SubjectKind};
use crate::format::limit::RegionKind;
use crate::format::options::OfferTerms;
use crate::format::ruleset::Ruleset;
use crate::rules::compiled_conditions::{Condition, Dates};
use crate::rules::compiled_limits::{Bounds, Limit};
use crate::rules::compiled_measures::Measure;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::{ContingentId, OptionId, RoleId, UnitKindId};
use crate::wording::{Criterion, Head, SelectorCondition, SelectorText};

use super::Compiler;
use super::amounts::written_bounds;
use super::contingents::ContingentSource;

/// What bounds are written on.
pub(super) struct BoundsOwner {
    pub(super) rule_path: String,
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) dates: Vec<Dates>,
    /// The contingent whose units are counted. `None` for the whole army.
    pub(super) contingent: Option<ContingentId>,
}

/// An offer with bounds, which are compiled after everything that they may name.
pub(super) struct BoundedOffer {
    pub(super) rule_path: String,
    /// The rule path of the unit type or entry that makes the offer, or that of `every-unit`.
    pub(super) offered_by: String,
    pub(super) option: OptionId,
    pub(super) span: Span,
    pub(super) dates: Vec<Dates>,
    /// The contingent whose entry makes the offer. `None` for a unit type.
    pub(super) contingent: Option<ContingentId>,
    pub(super) terms: OfferTerms,
}

impl BoundedOffer {
    /// Returns `true` if the terms of an offer have bounds.
    pub(super) fn has_bounds(terms: &OfferTerms) -> bool {
        written_bounds!(terms).has_own() || !terms.either.is_empty()
    }
}

impl Compiler {
    /// Creates the limit of bounds that are written on what they count.
    pub(super) fn own_limit(
        &mut self,
        owner: BoundsOwner,
        measure: Measure,
        description: Option<SelectorText>,
        bounds: Vec<Bounds>,
    ) -> Limit {
        Limit {
            id: self.next_limit_id(),
            rule_path: owner.rule_path,
            title: owner.name,
            measure,
            description,
            region: RegionKind::Army,
            command_kind: None,
            by_entry: false,
            of_one_option: None,
            joined_once: false,
            contingent: owner.contingent,
            bounds,
            formula: None,
            when: Condition::default(),
            severity: Severity::Error,
            says: None,
            span: owner.span,
            entry: None,
            is_own: true,
            dates: owner.dates,
        }
    }

    /// Adds the limits of unit types, roles and options of the ruleset.
    pub(super) fn add_own_limits_of_ruleset(&mut self, ruleset: &Ruleset) {
        for (id, unit) in &ruleset.units {
            let Some(kind) = self.rules.find_unit_type(id) else { continue };
            self.set_subject(SubjectKind::UnitType, &id.value);
            let measure = Measure::Count(kinds_selector(self.kinds_of_type(kind)));
            let bounds = self.compile_bounds(&written_bounds!(unit), &measure);
            if bounds.is_empty() {
                continue;
            }
            let rule = &self.rules.kinds[kind.0];
            let (rule_path, name) = (rule.rule_path.clone(), rule.name.clone());
            let description = Some(SelectorText::named(&name));
            let owner = BoundsOwner { rule_path, name, span: id.span, dates: Vec::new(), contingent: None };
            let made = self.own_limit(owner, measure, description, bounds);
            self.rules.limits.push(Limit { entry: Some(kind), ..made });
        }
        for (at, (id, role)) in ruleset.roles.iter().enumerate() {
            self.set_subject(SubjectKind::Role, &id.value);
            let test = SelectorTest::Role(vec![RoleId(at)]);
            let selector = Selector { test, matches_characters: true, ..Selector::default() };
            let measure = Measure::Count(selector.skipping_uncounted());
            let bounds = self.compile_bounds(&written_bounds!(role), &measure);
            if bounds.is_empty() {
                continue;
            }
            let rule = &self.rules.roles[at];
            let (rule_path, name) = (rule.rule_path.clone(), rule.name.clone());
            let with_role = SelectorCondition::Has(Criterion::Role, vec![id.value.clone()]);
            let description =
                SelectorText { head: Head::Characters, conditions: vec![with_role], except: None };
            let owner = BoundsOwner { rule_path, name, span: id.span, dates: Vec::new(), contingent: None };
            let made = self.own_limit(owner, measure, Some(description), bounds);
            self.rules.limits.push(made);
        }
        self.subject = None;
    }

    /// Adds the limits of the options of the ruleset and the books, then those of offers.
    pub(super) fn add_own_limits_of_options(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        let of_ruleset = ruleset.options.iter().map(|option| (None, option));
        let of_books = armies.iter().enumerate().flat_map(|(at, army)| {
            let options = army.book.iter().flat_map(|book| book.options.iter());
            options.map(move |option| (Some(ContingentId(at)), option))
        });
        let all: Vec<_> = of_ruleset.chain(of_books).collect();
        for (at, (contingent, (id, option))) in all.into_iter().enumerate() {
            self.contingent = contingent.unwrap_or(ContingentId::OWN);
            self.set_subject(SubjectKind::Option, &id.value);
            let measure = options_measure(OptionId(at), Selector::default());
            let bounds = self.compile_bounds(&written_bounds!(option), &measure);
            if bounds.is_empty() {
                continue;
            }
            let rule = &self.rules.options[at];
            let owner = BoundsOwner {
                rule_path: rule.rule_path.clone(),
                name: rule.name.clone(),
                span: id.span,
                dates: rule.dates.clone(),
                contingent,
            };
            let made = self.own_limit(owner, measure, None, bounds);
            self.rules.limits.push(made);
        }
        for offer in std::mem::take(&mut self.bounded_offers) {
            self.add_limit_of_offer(offer);
        }
        self.contingent = ContingentId::OWN;
        self.subject = None;
    }

    fn add_limit_of_offer(&mut self, offer: BoundedOffer) {
        self.contingent = offer.contingent.unwrap_or(ContingentId::OWN);
        self.set_subject(SubjectKind::Rule, &offer.rule_path);
        let (selector, description) = self.units_of_offer(&offer);
        let measure = options_measure(offer.option, selector);
        let bounds = self.compile_bounds(&written_bounds!(offer.terms), &measure);
        let owner = BoundsOwner {
            rule_path: offer.rule_path,
            name: self.rules.options[offer.option.0].name.clone(),
            span: offer.span,
            dates: offer.dates,
            contingent: offer.contingent,
        };
        let made = self.own_limit(owner, measure, description, bounds);
        self.rules.limits.push(made);
    }

    /// Returns a selector of the units that an offer is for, with its description: those of the unit type or entry, or
    /// with the option, that makes it. What every unit is offered is for all units, without a description.
    fn units_of_offer(&self, offer: &BoundedOffer) -> (Selector, Option<SelectorText>) {
        // The offers inside an offer have longer paths
        let makes_it = |rule_path: &str| {
            let rest = offer.offered_by.strip_prefix(rule_path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let by = |kind: &&UnitKind| makes_it(&kind.rule_path) && kind.entry_of == offer.contingent;
        if let Some(kind) = self.rules.kinds.iter().find(by) {
            let own = kind.kind_id;
            let kinds = if offer.contingent.is_some() { vec![own] } else { self.kinds_of_type(own) };
            return (kinds_selector(kinds), Some(SelectorText::named(&kind.name)));
        }
        let outer = (0..self.rules.options.len()).map(OptionId);
        if let Some(outer) = outer.into_iter().find(|id| makes_it(&self.rules.option(*id).rule_path)) {
            let test = SelectorTest::Option(vec![outer]);
            let with_outer =
                SelectorCondition::Has(Criterion::Option, vec![self.rules.option(outer).id.clone()]);
            let description = SelectorText { conditions: vec![with_outer], ..SelectorText::default() };
            return (Selector { test, ..Selector::default() }.skipping_uncounted(), Some(description));
        }
        (Selector::default().skipping_uncounted(), None)
    }

    /// Returns a unit type with all entries that are based on it.
    fn kinds_of_type(&self, unit_type: UnitKindId) -> Vec<UnitKindId> {
        let all = (0..self.rules.kinds.len()).map(UnitKindId);
        all.filter(|kind| self.rules.base_kind(*kind) == unit_type).collect()
    }
}

/// Creates a selector of units of these kinds, even if rules leave them out unless they name them.
fn kinds_selector(kinds: Vec<UnitKindId>) -> Selector {
    Selector { test: SelectorTest::Kind(kinds.clone()), named_kinds: kinds, ..Selector::default() }
        .skipping_uncounted()
}

/// Counts how often an option is taken by what a selector matches.
fn options_measure(option: OptionId, of: Selector) -> Measure {
    let own = SelectorTest::Option(vec![option]);
    let test = match &of.test {
        SelectorTest::Always => own,
        test => SelectorTest::All(vec![test.clone(), own]),
    };
    Measure::Options(vec![option], Selector { test, skips_uncounted: true, ..of })
}
