//! Whether a selector matches all, some or none of the units that a list could have of one type.

use crate::army::body::{Origin, origin_if_untaken, parts_of};
use crate::finding::Severity;
use crate::format::date::Year;
use crate::rules::Rules;
use crate::rules::ids::{ContingentId, KindId, OptionId, RoleId, TagId};
use crate::rules::option::Kind;
use crate::rules::selector::{Selector, Subject, Test};
use crate::rules::when::Dates;

/// Which units of one type something holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sure {
    /// It holds for all of them.
    Yes,
    /// It holds for none of them.
    No,
    /// It may hold for some and not for others.
    Maybe,
}

/// The options that units of one type can have.
#[derive(Clone, Debug)]
pub struct Reach<'r> {
    rules: &'r Rules,
    id: KindId,
    /// Options that every unit of the type has.
    pub always: Vec<OptionId>,
    /// Options that a unit of the type may have, including those that it always has.
    pub possible: Vec<OptionId>,
}

/// Returns `true` if these dates cause no error in a year. An unknown year (`None`) causes none.
pub fn in_time(dates: &[Dates], year: Option<Year>) -> bool {
    let wrong = |d: &Dates| {
        let error = d.severity.is_none_or(|s| s == Severity::Error);
        error && d.when.is_none() && year.is_some_and(|y| !d.hold(y))
    };
    !dates.iter().any(wrong)
}

impl<'r> Reach<'r> {
    /// Works out the options that a type's units can have in a year, or in any year if it is `None`.
    pub fn new(rules: &'r Rules, id: KindId, year: Option<Year>) -> Self {
        let offers = &rules.kind_of(id).offers;
        let replaced = |o: OptionId| offers.all.iter().any(|other| other.replaces == Some(o));
        let always = offers
            .all
            .iter()
            .filter(|o| origin_if_untaken(offers, o) == Some(Origin::Included) && !replaced(o.option));
        let dated =
            |o: OptionId, own: &[Dates]| in_time(own, year) && in_time(&rules.option_of(o).dates, year);
        let offered = offers
            .all
            .iter()
            .filter(|o| origin_if_untaken(offers, o).is_some() || dated(o.option, &o.dates))
            .map(|o| o.option);
        let unlisted = rules.unlisted.is_some_and(|s| s < Severity::Error);
        let unlisted = (0..rules.options.len()).map(OptionId).filter(|o| unlisted && dated(*o, &[]));
        let with_parts = |mut options: Vec<OptionId>| {
            options.extend(parts_of(rules, options.clone()).into_iter().map(|(part, _)| part));
            options.sort_unstable();
            options.dedup();
            options
        };
        let always = with_parts(always.map(|o| o.option).collect());
        let possible = with_parts(offered.chain(unlisted).collect());
        Self { rules, id, always, possible }
    }

    /// Returns each option that a unit may have, every way the unit can come to have it, and whether it
    /// always does.
    pub(super) fn options(&self) -> impl Iterator<Item = (OptionId, Vec<Origin>, bool)> {
        let offers = &self.kind().offers;
        self.possible.iter().map(move |option| {
            let untaken = offers.of(*option).and_then(|offer| origin_if_untaken(offers, offer));
            let standard = (self.rules.standard == Some(*option)).then_some(Origin::Standard);
            let short = |whole: &&OptionId| self.rules.option_of(**whole).stands_for.contains(option);
            let parts = self.possible.iter().filter(short).map(|whole| Origin::PartOf(*whole));
            let origins = std::iter::once(Origin::Chosen).chain(untaken).chain(standard).chain(parts);
            (*option, origins.collect(), self.always.contains(option))
        })
    }

    fn kind(&self) -> &'r Kind {
        self.rules.kind_of(self.id)
    }

    /// Returns which units of this type a selector matches.
    pub fn finds(&self, selector: &Selector) -> Sure {
        if self.kind().passed_over && selector.passes_over(Some(self.id)) {
            return Sure::No;
        }
        self.test(&selector.test)
    }

    fn test(&self, test: &Test) -> Sure {
        let sure = |yes: bool| if yes { Sure::Yes } else { Sure::No };
        match test {
            Test::Always => Sure::Yes,
            Test::Kind(kinds) => sure(kinds.binary_search(&self.id).is_ok()),
            Test::Tag(tags) => any(tags.iter().map(|t| self.tag(*t))),
            Test::Option(options) => any(options.iter().map(|o| self.option(*o))),
            Test::Role(roles) => any(roles.iter().map(|r| self.role(*r))),
            Test::Contingent(all) => sure(all.contains(&self.contingent())),
            Test::All(tests) => not(any(tests.iter().map(|t| not(self.test(t))))),
            Test::Any(tests) => any(tests.iter().map(|t| self.test(t))),
            Test::Not(test) => not(self.test(test)),
        }
    }

    fn contingent(&self) -> ContingentId {
        self.kind().entry_of.unwrap_or(ContingentId::OWN)
    }

    fn option(&self, option: OptionId) -> Sure {
        if self.always.contains(&option) {
            Sure::Yes
        } else if self.possible.contains(&option) {
            Sure::Maybe
        } else {
            Sure::No
        }
    }

    fn role(&self, role: RoleId) -> Sure {
        if self.kind().roles.contains(&role) { Sure::Maybe } else { Sure::No }
    }

    fn tag(&self, tag: TagId) -> Sure {
        let given = |o: &OptionId| self.rules.option_of(*o).gives.contains(&tag);
        if self.always.iter().any(given) {
            return Sure::Yes;
        }
        let own = self.kind().tags.contains(&tag);
        let lost = self.possible.iter().any(|o| self.rules.option_of(*o).takes.contains(&tag));
        match (own, lost, self.possible.iter().any(given)) {
            (true, false, _) => Sure::Yes,
            (false, _, false) => Sure::No,
            _ => Sure::Maybe,
        }
    }
}

fn any(all: impl Iterator<Item = Sure>) -> Sure {
    let mut found = Sure::No;
    for one in all {
        match one {
            Sure::Yes => return Sure::Yes,
            Sure::Maybe => found = Sure::Maybe,
            Sure::No => {}
        }
    }
    found
}

fn not(sure: Sure) -> Sure {
    match sure {
        Sure::Yes => Sure::No,
        Sure::No => Sure::Yes,
        Sure::Maybe => Sure::Maybe,
    }
}

/// A character without a body, for selectors to test.
#[derive(Clone, Copy, Debug)]
pub struct Person {
    /// The entry of the character. `None` if it is not an entry of the book.
    pub kind: Option<KindId>,
    /// The role that the character holds.
    pub role: RoleId,
}

impl Subject for Person {
    fn kind(&self) -> Option<KindId> {
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

    fn passed_over(&self) -> bool {
        false
    }
}
