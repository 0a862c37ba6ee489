//! A body of troops, either the unit itself or a part inside it, with its options, stats and cost.

use std::collections::HashSet;

use crate::finding::Span;
use crate::format::list::{ListedOption, OptionDetail};
use crate::format::read_exact_numbers::Number;
use crate::format::shared_types::OneOrMore;
use crate::read::Located;
use crate::rules::Rules;
use crate::rules::compiled_options::{MostTimes, OptionOffer, OptionOffers, OptionPath, OptionRule};
use crate::rules::compiled_purchases::Buyer;
use crate::rules::compiled_selectors::Selectable;
use crate::rules::compiled_stat_values::StatValue;
use crate::rules::id_types::{
    CommandKindId, ContingentId, EffectId, OptionId, RoleId, StatId, TagId, UnitKindId,
};

use super::cost_lines::{CostLine, PricedItem, known_total, total_cost};

/// The largest number of options for which every pair is compared. Beyond it a hash set is faster.
const MAX_PAIRWISE: usize = 16;

/// A body of troops.
#[derive(Debug)]
pub struct Body<'a> {
    /// The unit type or entry. `None` if the list's word for it is unknown.
    pub kind: Option<UnitKindId>,
    /// Who buys the options, if this is no body of troops but what the army or a command buys. `None` for troops.
    pub buyer: Option<Buyer>,
    /// The contingent that it belongs to.
    pub contingent: ContingentId,
    /// The kind of the command that it is written in directly.
    pub command_kind: Option<CommandKindId>,
    /// The number of models, elements or bases. 0 if the unit type has no size.
    pub size: u32,
    /// The options that the body has.
    pub taken: Vec<TakenOption<'a>>,
    /// Options in the list that the rules do not have.
    pub unknown_options: Vec<&'a Located<String>>,
    /// Its tags, after its options and effects have added and removed some.
    pub tags: Vec<TagId>,
    /// The effects that apply to it.
    pub effects: Vec<EffectId>,
    /// Effects of which the list does not say enough to tell whether they apply to it.
    pub undecided_effects: Vec<EffectId>,
    /// The roles that the body holds.
    pub roles: Vec<RoleId>,
    /// The values that the list gives for it, by name.
    pub values: Vec<(&'a str, Number)>,
    /// Its stats before options and characters.
    pub base_stats: Vec<StatValue>,
    /// Its stats, after options and characters.
    pub stats: Vec<StatValue>,
    /// Its cost, line by line.
    pub cost_lines: Vec<CostLine<'a>>,
    /// Whether limits and numbers leave it out unless they name it.
    pub uncounted: bool,
}

/// How an option came to a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionOrigin {
    /// The unit always has the option.
    Included,
    /// The option is the default of its group, and the list takes no other of the group.
    Default,
    /// The list takes the option.
    Chosen,
    /// Implied by another option that the unit has.
    ImpliedBy(OptionId),
    /// The key `standard` of the list or a command names the unit.
    Standard,
}

/// An option that a body has.
#[derive(Clone, Debug)]
pub struct TakenOption<'a> {
    /// The id of the option.
    pub option: OptionId,
    /// How the body came to have it.
    pub origin: OptionOrigin,
    /// The stats that its marks are placed on.
    pub places: Vec<StatId>,
    /// The names given with it, such as a character or a place.
    pub names: Vec<String>,
    /// The number of models that take it. `None` if all do.
    pub models: Option<u32>,
    /// How many times the body, or each of these models, has it.
    pub times: u32,
    /// The options that it is inside, the outermost first. Empty for an option of the body itself.
    pub within: OptionPath,
    /// Whether the list writes it inside the option that it is inside.
    pub is_nested: bool,
    /// The reason that the list gives for it.
    pub because: Option<&'a Located<String>>,
    /// The details that the list gives, as written.
    pub detail: Option<&'a OptionDetail>,
    /// Its name in the list. If the list does not take it, the unit that has it.
    pub span: Span,
}

impl TakenOption<'_> {
    /// Returns `true` if a line of a cost is paid for this option.
    pub fn is_paid_by(&self, line: &CostLine<'_>) -> bool {
        line.paid_for == PricedItem::Option(self.option) && line.within == self.within
    }

    /// Creates an option without details.
    pub fn without_details(option: OptionId, origin: OptionOrigin, span: Span) -> Self {
        Self {
            option,
            origin,
            places: Vec::new(),
            names: Vec::new(),
            models: None,
            times: 1,
            within: OptionPath::new(),
            is_nested: false,
            because: None,
            detail: None,
            span,
        }
    }

    /// Returns its place among options: the options that it is inside, then itself.
    pub fn path(&self) -> OptionPath {
        self.within.iter().copied().chain([self.option]).collect()
    }
}

impl<'a> Body<'a> {
    /// Returns its cost, in points. `None` if a line of the cost is unknown.
    pub fn cost(&self) -> Option<Number> {
        total_cost(&self.cost_lines)
    }

    /// Returns the known part of its cost, in points.
    pub fn known_cost(&self) -> Number {
        known_total(&self.cost_lines)
    }

    /// Returns `true` if the body has the option.
    pub fn has(&self, option: OptionId) -> bool {
        self.taken.iter().any(|t| t.option == option)
    }

    /// Returns `true` if the list takes one option twice, which leaves open what details count.
    pub fn takes_twice(&self) -> bool {
        let chosen = self.taken.iter().filter(|t| t.origin == OptionOrigin::Chosen);
        let chosen = || chosen.clone().map(|t| (t.option, t.within.as_slice()));
        if self.taken.len() <= MAX_PAIRWISE {
            return chosen().enumerate().any(|(at, option)| chosen().take(at).any(|other| other == option));
        }
        let mut seen = HashSet::new();
        chosen().any(|option| !seen.insert(option))
    }

    /// Returns `true` if the number of models that take an option is unknown, or an option is taken twice.
    pub fn is_unclear(&self, rules: &Rules) -> bool {
        let no_number = |t: &TakenOption<'_>| {
            let rule = rules.option(t.option);
            rule.partial
                && t.models.is_none()
                && MatchedDetails::from_detail(t.detail, rule).models_text.is_some()
        };
        self.takes_twice() || self.taken.iter().any(|t| no_number(t) || self.is_misplaced(rules, t))
    }

    /// Returns the option that a line of its cost is paid for. `None` if the line is not for an option.
    pub fn taken_for(&self, line: &CostLine<'_>) -> Option<&TakenOption<'a>> {
        self.taken.iter().find(|taken| taken.is_paid_by(line))
    }

    /// Returns the line of its cost that is paid for an option. `None` if nothing is paid for it.
    pub fn cost_line_of(&self, taken: &TakenOption<'_>) -> Option<&CostLine<'a>> {
        self.cost_lines.iter().find(|line| taken.is_paid_by(line))
    }

    /// Returns what it is offered: the offers of its unit type or entry, or those to who buys. `None` if the unit type
    /// is unknown, or nothing is offered to who buys.
    pub fn offers<'r>(&self, rules: &'r Rules) -> Option<&'r OptionOffers> {
        match self.buyer {
            Some(buyer) => rules.find_purchases(self.contingent, buyer).map(|rule| &rule.offers),
            None => self.kind.map(|kind| &rules.kind(kind).offers),
        }
    }

    /// Returns the unit's own offer of an option, on the line of this unit type or entry.
    pub fn offer<'r>(&self, rules: &'r Rules, option: OptionId) -> Option<&'r OptionOffer> {
        self.offers(rules)?.offer_for(option)
    }

    /// Returns the offer of an option that the body has, where it has it.
    pub fn offer_of<'r>(&self, rules: &'r Rules, taken: &TakenOption<'_>) -> Option<&'r OptionOffer> {
        self.offers(rules)?.offer_at(taken.option, &taken.within)
    }

    /// Returns an option that the body has within others, or itself if there are none.
    pub fn find_taken(&self, option: OptionId, within: &[OptionId]) -> Option<&TakenOption<'a>> {
        self.taken.iter().find(|t| t.option == option && t.within == within)
    }

    /// Returns the options that the body has and of which one must be meant: those that offer an option which the list
    /// writes beside them. Empty unless there are several.
    pub fn rival_outer_options(&self, rules: &Rules, taken: &TakenOption<'_>) -> Vec<&TakenOption<'a>> {
        let Some(offers) = self.offers(rules) else { return Vec::new() };
        let is_placed = taken.origin != OptionOrigin::Chosen || !taken.within.is_empty();
        if offers.inside.is_empty() || is_placed || offers.offer_for(taken.option).is_some() {
            return Vec::new();
        }
        let outer = |path: &[OptionId]| {
            let (outer, around) = path.split_last()?;
            self.find_taken(*outer, around)
        };
        let all: Vec<&TakenOption<'a>> = offers.paths_to(taken.option).filter_map(outer).collect();
        if all.len() > 1 { all } else { Vec::new() }
    }

    /// Returns `true` if a list writes an option inside one that does not offer it, if several of the body's options
    /// offer it, or if another buys it: the army or a command and no unit, or a unit.
    pub fn is_misplaced(&self, rules: &Rules, taken: &TakenOption<'_>) -> bool {
        let is_written = taken.origin == OptionOrigin::Chosen && self.offers(rules).is_some();
        let is_unoffered = || !taken.within.is_empty() && self.offer_of(rules, taken).is_none();
        let is_of_another = || {
            let is_offered = self.offers(rules).is_some_and(|offers| offers.offers_anywhere(taken.option));
            !is_offered && (self.buyer.is_some() || rules.buyers_of(taken.option).next().is_some())
        };
        is_written
            && (is_unoffered()
                || !rules.purchases.is_empty() && is_of_another()
                || !self.rival_outer_options(rules, taken).is_empty())
    }

    /// Returns the number of models that have what these options are, or all if there are none.
    pub fn models_within(&self, rules: &Rules, within: &[OptionId]) -> u32 {
        let outer = within.split_last().and_then(|(outer, around)| self.find_taken(*outer, around));
        outer.map_or(self.size, |outer| self.models_of(rules, outer))
    }

    /// Returns the number of models that have an option that the body has.
    ///
    /// The default of a group is kept by the models that take no other option of the group.
    pub fn models_of(&self, rules: &Rules, taken: &TakenOption<'_>) -> u32 {
        if let Some(models) = taken.models {
            return models;
        }
        let all = self.models_within(rules, &taken.within);
        if taken.origin != OptionOrigin::Default {
            return all;
        }
        let group = |t: &TakenOption<'_>| self.offer_of(rules, t).and_then(|o| o.group);
        let own = group(taken);
        let others = self.taken.iter().filter(|t| {
            t.origin == OptionOrigin::Chosen && own.is_some() && t.within == taken.within && group(t) == own
        });
        others.fold(all, |left, t| left.saturating_sub(t.models.unwrap_or(all)))
    }

    /// Returns the number of models that have an option, wherever they have it.
    pub fn models_with(&self, rules: &Rules, option: OptionId) -> u32 {
        let mut all = self.taken.iter().filter(|t| t.option == option).map(|t| self.models_of(rules, t));
        let first = all.next().unwrap_or(0);
        // Within several options, it is not known whether the same models have it twice
        all.fold(first, |sum, models| sum.saturating_add(models).min(self.size.max(first)))
    }
}

impl Selectable for Body<'_> {
    fn kind(&self) -> Option<UnitKindId> {
        self.kind
    }

    fn has_tag(&self, tag: TagId) -> bool {
        self.tags.contains(&tag)
    }

    fn has_option(&self, option: OptionId) -> bool {
        self.has(option)
    }

    fn has_role(&self, role: RoleId) -> bool {
        self.roles.contains(&role)
    }

    fn contingent(&self) -> ContingentId {
        self.contingent
    }

    fn command_kind(&self) -> Option<CommandKindId> {
        self.command_kind
    }

    fn is_character(&self) -> bool {
        false
    }

    fn is_uncounted(&self) -> bool {
        self.uncounted
    }
}

impl Selectable for super::Character<'_> {
    fn kind(&self) -> Option<UnitKindId> {
        self.kind
    }

    fn has_tag(&self, _: TagId) -> bool {
        false
    }

    fn has_option(&self, _: OptionId) -> bool {
        false
    }

    fn has_role(&self, role: RoleId) -> bool {
        self.role == Some(role)
    }

    fn contingent(&self) -> ContingentId {
        self.contingent
    }

    fn command_kind(&self) -> Option<CommandKindId> {
        self.command_kind
    }

    fn is_character(&self) -> bool {
        true
    }

    fn is_uncounted(&self) -> bool {
        false
    }
}

/// Returns how a body has an offered option if its list takes no options. `None` if it does not have it then.
pub fn default_origin(offers: &OptionOffers, offer: &OptionOffer) -> Option<OptionOrigin> {
    match offer.group {
        Some(group) => (offers.groups[group].default == Some(offer.option)).then_some(OptionOrigin::Default),
        None => offer.is_included.then_some(OptionOrigin::Included),
    }
}

/// Returns how many times a body may have an option within others, or by itself if there are none.
///
/// What is always there is there once.
pub fn most_times_within(
    rules: &Rules,
    offers: &OptionOffers,
    option: OptionId,
    within: &[OptionId],
) -> MostTimes {
    let level = offers.offers_within(within);
    let offer = level.and_then(|level| level.offer_for(option));
    if level.zip(offer).is_some_and(|(level, offer)| default_origin(level, offer).is_some()) {
        return MostTimes::default();
    }
    offer.and_then(|offer| offer.most_times).unwrap_or(rules.option(option).most_times)
}

/// The details that a list gives with an option, matched to what the option needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatchedDetails<'a> {
    /// The stats to place its marks on.
    pub places: &'a [Located<String>],
    /// The names for the option.
    pub names: &'a [Located<String>],
    /// The number of models, in the short form `option: 4`.
    pub models_text: Option<&'a Located<String>>,
    /// The number of models, in the long form with a key for each detail.
    pub some_number: Option<u32>,
    /// How many times the option is had.
    pub times: Option<u32>,
    /// The options inside the option.
    pub inner_options: &'a [Located<ListedOption>],
    /// Words for which the option has no use.
    pub unexpected: &'a [Located<String>],
    /// The reason given for the option.
    pub because: Option<&'a Located<String>>,
}

impl<'a> MatchedDetails<'a> {
    /// Matches details to what the option needs. A single word or a list is used for the first of marks,
    /// names and models that the option needs.
    pub fn from_detail(detail: Option<&'a OptionDetail>, rule: &OptionRule) -> Self {
        let words = match detail {
            None => return Self::default(),
            Some(OptionDetail::Word(one)) => std::slice::from_ref(one),
            Some(OptionDetail::Words(words)) => words,
            Some(OptionDetail::More(terms)) => {
                return Self {
                    places: terms.places.as_ref().map_or(&[], OneOrMore::as_slice),
                    names: terms.names.as_ref().map_or(&[], OneOrMore::as_slice),
                    some_number: terms.some.as_ref().map(|n| n.value),
                    times: terms.times.as_ref().map(|n| n.value),
                    inner_options: &terms.options,
                    because: terms.because.as_ref(),
                    ..Self::default()
                };
            }
        };
        match (rule.mark_places.is_some(), rule.naming.is_some(), rule.partial, words) {
            (true, ..) => Self { places: words, ..Self::default() },
            (_, true, ..) => Self { names: words, ..Self::default() },
            (_, _, true, [one]) => Self { models_text: Some(one), ..Self::default() },
            _ => Self { unexpected: words, ..Self::default() },
        }
    }
}
