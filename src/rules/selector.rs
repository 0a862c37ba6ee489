//! Selectors ready for use: which units or characters a rule is about.

use super::ids::{ContingentId, KindId, OptionId, RoleId, TagId};
use super::option::Kind;

/// What a selector looks at: a unit, a body inside one, or a character.
pub trait Subject {
    /// Its unit type or entry.
    fn kind(&self) -> Option<KindId>;
    /// Whether it has the tag.
    fn has_tag(&self, tag: TagId) -> bool;
    /// Whether it has the option, included, chosen or by default.
    fn has_option(&self, option: OptionId) -> bool;
    /// Whether it holds the role.
    fn has_role(&self, role: RoleId) -> bool;
    /// The contingent that it belongs to.
    fn contingent(&self) -> ContingentId;
    /// Whether it is a character without a body of its own.
    fn is_character(&self) -> bool;
    /// Whether limits and numbers pass over it unless they name it.
    fn passed_over(&self) -> bool;
}

/// A selector ready for use.
#[derive(Clone, Debug)]
pub struct Selector {
    /// The test itself.
    pub test: Test,
    /// Whether it finds characters: it asks for a role.
    pub characters: bool,
    /// Whether it names an ally, so that a book's limit sees the whole army.
    pub names_ally: bool,
    /// The kinds that it names, which it finds though they are passed over.
    pub named: Vec<KindId>,
    /// Whether it is a limit's or a number's, which passes over units that are not counted.
    pub counted_only: bool,
}

/// One test, or several joined.
#[derive(Clone, Debug)]
pub enum Test {
    /// Holds always.
    Always,
    /// Of one of these kinds.
    Kind(Vec<KindId>),
    /// Has one of these tags.
    Tag(Vec<TagId>),
    /// Has one of these options.
    Option(Vec<OptionId>),
    /// Holds one of these roles.
    Role(Vec<RoleId>),
    /// Belongs to one of these contingents.
    Contingent(Vec<ContingentId>),
    /// All hold.
    All(Vec<Test>),
    /// One holds.
    Any(Vec<Test>),
    /// It does not hold.
    Not(Box<Test>),
}

impl Default for Selector {
    fn default() -> Self {
        Self {
            test: Test::Always,
            characters: false,
            names_ally: false,
            named: Vec::new(),
            counted_only: false,
        }
    }
}

impl Selector {
    /// Whether it finds this.
    pub fn finds(&self, subject: &dyn Subject) -> bool {
        let passes_over = subject.passed_over() && self.passes_over(subject.kind());
        !passes_over && self.describes(subject)
    }

    /// Whether this is as it asks, counted or not: what a unit's own formulas see of the unit.
    pub fn describes(&self, subject: &dyn Subject) -> bool {
        (self.characters || !subject.is_character()) && self.test.holds(subject)
    }

    /// Whether it passes over units of a kind that is not counted.
    pub fn passes_over(&self, kind: Option<KindId>) -> bool {
        self.counted_only && !kind.is_some_and(|kind| self.named.contains(&kind))
    }

    /// The same for a limit or a number.
    #[must_use]
    pub fn counted_only(self) -> Self {
        Self { counted_only: true, ..self }
    }
}

impl Selector {
    /// Whether it finds a kind as such, before a list adds anything.
    pub fn finds_kind(&self, kind: &Kind) -> bool {
        self.finds(&Bare(kind))
    }

    /// Whether one of the tests that it is made of is of some kind.
    pub fn asks(&self, what: &dyn Fn(&Test) -> bool) -> bool {
        fn any(test: &Test, what: &dyn Fn(&Test) -> bool) -> bool {
            match test {
                Test::All(all) | Test::Any(all) => all.iter().any(|test| any(test, what)),
                Test::Not(inner) => any(inner, what),
                test => what(test),
            }
        }
        any(&self.test, what)
    }

    /// Whether it asks for options.
    pub fn asks_for_options(&self) -> bool {
        self.asks(&|test| matches!(test, Test::Option(_)))
    }
}

/// A kind before a list adds anything.
struct Bare<'a>(&'a Kind);

impl Subject for Bare<'_> {
    fn kind(&self) -> Option<KindId> {
        Some(self.0.own)
    }

    fn has_tag(&self, tag: TagId) -> bool {
        self.0.tags.contains(&tag)
    }

    fn has_option(&self, option: OptionId) -> bool {
        self.0.offers.of(option).is_some_and(|o| o.included)
    }

    fn has_role(&self, _: RoleId) -> bool {
        false
    }

    fn contingent(&self) -> ContingentId {
        self.0.entry_of.unwrap_or(ContingentId::OWN)
    }

    fn is_character(&self) -> bool {
        false
    }

    fn passed_over(&self) -> bool {
        false
    }
}

impl Test {
    fn holds(&self, subject: &dyn Subject) -> bool {
        match self {
            Self::Always => true,
            Self::Kind(kinds) => subject.kind().is_some_and(|kind| kinds.binary_search(&kind).is_ok()),
            Self::Tag(tags) => tags.iter().any(|t| subject.has_tag(*t)),
            Self::Option(options) => options.iter().any(|o| subject.has_option(*o)),
            Self::Role(roles) => roles.iter().any(|r| subject.has_role(*r)),
            Self::Contingent(all) => all.contains(&subject.contingent()),
            Self::All(tests) => tests.iter().all(|t| t.holds(subject)),
            Self::Any(tests) => tests.iter().any(|t| t.holds(subject)),
            Self::Not(test) => !test.holds(subject),
        }
    }
}
