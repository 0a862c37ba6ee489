//! Whether a selector matches all, some or none of the units that a list could have of one type.

use crate::army::bodies_and_options::{OptionOrigin, default_origin};
use crate::army::resolve_bodies::implied_options;
use crate::finding::Severity;
use crate::format::years::Year;
use crate::rules::compiled_conditions::Dates;
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

/// The options that units of one type can have.
#[derive(Clone, Debug)]
pub struct OptionReach<'r> {
    rules: &'r Rules,
    id: UnitKindId,
    /// Options that every unit of the type has.
    pub always_present: Vec<OptionId>,
    /// Options that a unit of the type may have, including those that it always has.
    pub possible: Vec<OptionId>,
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
        let replaced = |o: OptionId| offers.all.iter().any(|other| other.replaces == Some(o));
        let always = offers
            .all
            .iter()
            .filter(|o| default_origin(offers, o) == Some(OptionOrigin::Included) && !replaced(o.option));
        let dated =
            |o: OptionId, own: &[Dates]| dates_allow(own, year) && dates_allow(&rules.option(o).dates, year);
        let offered = offers
            .all
            .iter()
            .filter(|o| default_origin(offers, o).is_some() || dated(o.option, &o.dates))
            .map(|o| o.option);
        let unlisted = rules.unlisted_option_severity.is_some_and(|s| s < Severity::Error);
        let unlisted = (0..rules.options.len()).map(OptionId).filter(|o| unlisted && dated(*o, &[]));
        let with_parts = |mut options: Vec<OptionId>| {
            options.extend(implied_options(rules, options.clone()).into_iter().map(|(part, _)| part));
            options.sort_unstable();
            options.dedup();
            options
        };
        let always = with_parts(always.map(|o| o.option).collect());
        let possible = with_parts(offered.chain(unlisted).collect());
        Self { rules, id, always_present: always, possible }
    }

    /// Returns each option that a unit may have, every way the unit can come to have it, and whether it
    /// always does.
    pub fn options(&self) -> impl Iterator<Item = (OptionId, Vec<OptionOrigin>, bool)> {
        let offers = &self.kind().offers;
        self.possible.iter().map(move |option| {
            let untaken = offers.offer_for(*option).and_then(|offer| default_origin(offers, offer));
            let standard = (self.rules.standard == Some(*option)).then_some(OptionOrigin::Standard);
            let short = |whole: &&OptionId| self.rules.option(**whole).stands_for.contains(option);
            let parts = self.possible.iter().filter(short).map(|whole| OptionOrigin::ImpliedBy(*whole));
            let origins = std::iter::once(OptionOrigin::Chosen).chain(untaken).chain(standard).chain(parts);
            (*option, origins.collect(), self.always_present.contains(option))
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
    /// The role that the character holds.
    pub role: RoleId,
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
        self.role == role
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
