//! Whether a selector matches all, some or none of the units that a list could have of one type.

use std::ops::RangeInclusive;

use crate::army::bodies_and_options::{OptionOrigin, default_origin, most_times_within};
use crate::finding::Severity;
use crate::format::years::Year;
use crate::rules::compiled_conditions::Dates;
use crate::rules::compiled_options::OptionPath;
use crate::rules::compiled_selectors::{Selectable, Selector, SelectorTest};
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::{ContingentId, OptionId, RoleId, TagId, UnitKindId};
use crate::rules::{Effect, Rules};

/// Which units of one type something holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// It holds for all of them.
    Always,
    /// It holds for none of them.
    Never,
    /// It may hold for some and not for others.
    Sometimes,
}

/// A place at which a unit may have an option.
#[derive(Clone, Debug)]
struct OptionPlace {
    option: OptionId,
    /// The options that it is inside.
    within: OptionPath,
    /// Whether every unit of the type has it there.
    is_always_there: bool,
}

/// An option that a unit may have, within others or by itself.
#[derive(Clone, Debug)]
pub struct PossibleOption {
    /// The option.
    pub option: OptionId,
    /// The options that it is inside, the outermost first.
    pub within: OptionPath,
    /// The ways to come to have it.
    pub origins: Vec<OptionOrigin>,
    /// Whether every unit has it there.
    pub is_always_there: bool,
    /// How many times a unit that has it may have it.
    pub times: RangeInclusive<u32>,
}

/// The options that units of one type can have.
#[derive(Clone, Debug)]
pub struct OptionReach<'r> {
    rules: &'r Rules,
    id: UnitKindId,
    /// Options that every unit of the type has.
    pub always_present: Vec<OptionId>,
    /// Options that a unit of the type may have, including those that it always has.
    pub possible: Vec<OptionId>,
    places: Vec<OptionPlace>,
}

/// Returns `true` if these dates cause no error in a year. An unknown year (`None`) causes none.
pub fn dates_allow(dates: &[Dates], year: Option<Year>) -> bool {
    let wrong = |d: &Dates| {
        let error = d.severity.is_none_or(|s| s == Severity::Error);
        error && d.when.is_none() && year.is_some_and(|y| !d.contains(y))
    };
    !dates.iter().any(wrong)
}

impl<'r> OptionReach<'r> {
    /// Works out the options that a type's units can have in a year, or in any year if it is `None`.
    pub fn new(rules: &'r Rules, id: UnitKindId, year: Option<Year>) -> Self {
        let offers = &rules.kind(id).offers;
        let dated =
            |o: OptionId, own: &[Dates]| dates_allow(own, year) && dates_allow(&rules.option(o).dates, year);
        let mut reach =
            Self { rules, id, always_present: Vec::new(), possible: Vec::new(), places: Vec::new() };
        for (within, level) in offers.levels() {
            // An option stands before those inside it
            let outer = within.split_last().map(|(outer, around)| reach.find_place(*outer, around));
            let always = match outer {
                None => true,
                Some(Some(outer)) => outer.is_always_there,
                Some(None) => continue,
            };
            let replaced = |o: OptionId| level.all.iter().any(|other| other.replaces == Some(o));
            let offered = level.all.iter().filter_map(|offer| {
                let origin = default_origin(level, offer);
                let is_always_there =
                    always && origin == Some(OptionOrigin::Included) && !replaced(offer.option);
                let is_possible = origin.is_some() || dated(offer.option, &offer.dates);
                is_possible.then_some((offer.option, is_always_there))
            });
            let offered: Vec<(OptionId, bool)> = offered.collect();
            for (option, is_always_there) in offered {
                reach.add_place(option, within, is_always_there);
            }
        }
        let unlisted = rules.unlisted_option_severity.is_some_and(|s| s < Severity::Error);
        for option in (0..rules.options.len()).map(OptionId).filter(|o| unlisted && dated(*o, &[])) {
            reach.add_place(option, &[], false);
        }
        reach.add_implied_places();
        let ids = |places: &mut dyn Iterator<Item = &OptionPlace>| {
            let mut ids: Vec<OptionId> = places.map(|place| place.option).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        reach.always_present = ids(&mut reach.places.iter().filter(|place| place.is_always_there));
        reach.possible = ids(&mut reach.places.iter());
        reach
    }

    fn find_place(&self, option: OptionId, within: &[OptionId]) -> Option<&OptionPlace> {
        self.places.iter().find(|place| place.option == option && place.within == within)
    }

    fn add_place(&mut self, option: OptionId, within: &[OptionId], is_always_there: bool) {
        if let Some(known) =
            self.places.iter_mut().find(|place| place.option == option && place.within == within)
        {
            known.is_always_there |= is_always_there;
            return;
        }
        self.places.push(OptionPlace { option, within: within.to_vec(), is_always_there });
    }

    /// Adds the options that others include, each inside the same options as the one that includes it.
    fn add_implied_places(&mut self) {
        let mut at = 0;
        while at < self.places.len() {
            let OptionPlace { option, within, is_always_there } = self.places[at].clone();
            for part in &self.rules.option(option).stands_for {
                // A part within another option is left out where the unit has it elsewhere
                let is_always_there = is_always_there && within.is_empty();
                let known = self.find_place(*part, &within).map(|place| place.is_always_there);
                self.add_place(*part, &within, is_always_there);
                // What a known part implies must be looked at again once that is always there
                if known == Some(false) && is_always_there {
                    at = 0;
                }
            }
            at += 1;
        }
    }

    /// Returns every place at which a unit may have an option, with every way the unit can come to have it there.
    pub fn options(&self) -> impl Iterator<Item = PossibleOption> {
        let offers = &self.kind().offers;
        self.places.iter().map(move |place| {
            let level = offers.offers_within(&place.within);
            let offer = level.and_then(|level| level.offer_for(place.option));
            let untaken = level.zip(offer).and_then(|(level, offer)| default_origin(level, offer));
            let is_standard = place.within.is_empty() && self.rules.standard == Some(place.option);
            let standard = is_standard.then_some(OptionOrigin::Standard);
            let implies = |other: &&OptionPlace| {
                other.within == place.within
                    && self.rules.option(other.option).stands_for.contains(&place.option)
            };
            let parts = self.places.iter().filter(implies).map(|whole| OptionOrigin::ImpliedBy(whole.option));
            let origins = std::iter::once(OptionOrigin::Chosen).chain(untaken).chain(standard).chain(parts);
            PossibleOption {
                option: place.option,
                within: place.within.clone(),
                origins: origins.collect(),
                is_always_there: place.is_always_there,
                times: 1..=most_times_within(self.rules, offers, place.option, &place.within).number,
            }
        })
    }

    fn kind(&self) -> &'r UnitKind {
        self.rules.kind(self.id)
    }

    /// Returns which units of this type a selector matches.
    pub fn coverage(&self, selector: &Selector) -> Coverage {
        if self.kind().uncounted && selector.skips_kind(Some(self.id)) {
            return Coverage::Never;
        }
        self.coverage_of_test(&selector.test)
    }

    fn coverage_of_test(&self, test: &SelectorTest) -> Coverage {
        let sure = |yes: bool| if yes { Coverage::Always } else { Coverage::Never };
        match test {
            SelectorTest::Always => Coverage::Always,
            SelectorTest::Kind(kinds) => sure(kinds.binary_search(&self.id).is_ok()),
            SelectorTest::Tag(tags) => any_of(tags.iter().map(|t| self.tag_coverage(*t))),
            SelectorTest::Option(options) => any_of(options.iter().map(|o| self.option_coverage(*o))),
            SelectorTest::Role(roles) => any_of(roles.iter().map(|r| self.role_coverage(*r))),
            SelectorTest::Contingent(all) => sure(all.contains(&self.contingent())),
            // Any unit may be in any kind of command
            SelectorTest::CommandKind(kinds) if kinds.is_empty() => Coverage::Never,
            SelectorTest::CommandKind(_) => Coverage::Sometimes,
            SelectorTest::All(tests) => {
                negate(any_of(tests.iter().map(|t| negate(self.coverage_of_test(t)))))
            }
            SelectorTest::Any(tests) => any_of(tests.iter().map(|t| self.coverage_of_test(t))),
            SelectorTest::Not(test) => negate(self.coverage_of_test(test)),
        }
    }

    fn contingent(&self) -> ContingentId {
        self.kind().entry_of.unwrap_or(ContingentId::OWN)
    }

    fn option_coverage(&self, option: OptionId) -> Coverage {
        if self.always_present.contains(&option) {
            Coverage::Always
        } else if self.possible.contains(&option) {
            Coverage::Sometimes
        } else {
            Coverage::Never
        }
    }

    fn role_coverage(&self, role: RoleId) -> Coverage {
        if self.kind().roles.contains(&role) { Coverage::Sometimes } else { Coverage::Never }
    }

    fn tag_coverage(&self, tag: TagId) -> Coverage {
        let given = |o: &OptionId| self.rules.option(*o).gives_tags.contains(&tag);
        let taken = |o: &OptionId| self.rules.option(*o).takes_tags.contains(&tag);
        let own = if self.kind().tags.contains(&tag) { Coverage::Always } else { Coverage::Never };
        let lost = self.possible.iter().any(taken);
        let before = match own {
            _ if self.always_present.iter().any(given) => Coverage::Always,
            Coverage::Always if !lost => Coverage::Always,
            Coverage::Never if !self.possible.iter().any(given) => Coverage::Never,
            _ => Coverage::Sometimes,
        };
        self.coverage_after_effects(tag, before)
    }

    /// Returns which units of this type have a tag after effects gave and took some.
    ///
    /// Effects see the tags before any of them, so what they select is only known roughly if it is a tag that
    /// effects change.
    fn coverage_after_effects(&self, tag: TagId, before: Coverage) -> Coverage {
        let may_apply = |effect: &&Effect| {
            // A body inside an ally's unit is of a unit type, which tells nothing about the ally
            let is_of_book = |own| self.kind().entry_of.is_none_or(|of| of == own);
            effect.contingent.is_none_or(is_of_book)
                && (effect.selector.tested_tags().iter().any(|tag| self.rules.is_changed_by_effects(*tag))
                    || self.coverage(&effect.selector) != Coverage::Never)
        };
        let effects = || self.rules.effects.iter().filter(|effect| effect.changes_tag(tag)).filter(may_apply);
        let given = effects().any(|effect| effect.gives_tags.contains(&tag));
        let lost = effects().any(|effect| effect.takes_tags.contains(&tag));
        match before {
            Coverage::Always if !lost => Coverage::Always,
            Coverage::Never if !given => Coverage::Never,
            _ => Coverage::Sometimes,
        }
    }
}

fn any_of(all: impl Iterator<Item = Coverage>) -> Coverage {
    let mut found = Coverage::Never;
    for one in all {
        match one {
            Coverage::Always => return Coverage::Always,
            Coverage::Sometimes => found = Coverage::Sometimes,
            Coverage::Never => {}
        }
    }
    found
}

fn negate(sure: Coverage) -> Coverage {
    match sure {
        Coverage::Always => Coverage::Never,
        Coverage::Never => Coverage::Always,
        Coverage::Sometimes => Coverage::Sometimes,
    }
}

/// A character without a body, for selectors to test.
#[derive(Clone, Copy, Debug)]
pub struct BodilessCharacter {
    /// The entry of the character. `None` if it is not an entry of the book.
    pub kind: Option<UnitKindId>,
    /// The role that the character holds. `None` if they hold none.
    pub role: Option<RoleId>,
}

impl Selectable for BodilessCharacter {
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
        ContingentId::OWN
    }

    fn is_character(&self) -> bool {
        true
    }

    fn is_uncounted(&self) -> bool {
        false
    }
}
