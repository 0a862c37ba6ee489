//! Compiled selectors: tests that match units and characters.

use super::ids::{ContingentId, KindId, OptionId, RoleId, TagId};
use super::option::Kind;

/// Something that a selector can be tested on: a unit, a body inside one, or a character.
pub trait Subject {
    /// Returns the unit type or entry. `None` for a character without either.
    fn kind(&self) -> Option<KindId>;
    /// Returns `true` if it has the tag.
    fn has_tag(&self, tag: TagId) -> bool;
    /// Returns `true` if it has the option: included, chosen or by default.
    fn has_option(&self, option: OptionId) -> bool;
    /// Returns `true` if it holds the role.
    fn has_role(&self, role: RoleId) -> bool;
    /// Returns the contingent that it belongs to.
    fn contingent(&self) -> ContingentId;
    /// Returns `true` for a character without a body.
    fn is_character(&self) -> bool;
    /// Returns `true` if limits and numbers leave it out unless they name it.
    fn passed_over(&self) -> bool;
}

/// A test on units and characters, compiled from a file or a formula.
#[derive(Clone, Debug)]
pub struct Selector {
    /// The test itself.
    pub test: Test,
    /// Whether the selector matches characters, which it does if it asks for a role.
    pub characters: bool,
    /// Whether the selector names an ally, so that a book's limit looks at the whole army.
    pub names_ally: bool,
    /// The unit types and entries named in the selector, which it matches even if they are uncounted.
    pub named: Vec<KindId>,
    /// Whether the selector leaves out uncounted units, as those of limits and numbers do.
    pub counted_only: bool,
}

/// A single test, or a combination of tests.
#[derive(Clone, Debug)]
pub enum Test {
    /// Always true.
    Always,
    /// Is of one of these unit types or entries, which are sorted.
    Kind(Vec<KindId>),
    /// Has one of these tags.
    Tag(Vec<TagId>),
    /// Has one of these options.
    Option(Vec<OptionId>),
    /// Holds one of these roles.
    Role(Vec<RoleId>),
    /// Belongs to one of these contingents.
    Contingent(Vec<ContingentId>),
    /// All of these are true.
    All(Vec<Test>),
    /// At least one of these is true.
    Any(Vec<Test>),
    /// The inner test is false.
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
    /// Returns `true` if the selector matches `subject`.
    pub fn finds(&self, subject: &dyn Subject) -> bool {
        let passes_over = subject.passed_over() && self.passes_over(subject.kind());
        !passes_over && self.describes(subject)
    }

    /// Returns `true` if the selector matches `subject`, even if that is uncounted.
    ///
    /// A unit's own formulas see the unit in this way.
    pub fn describes(&self, subject: &dyn Subject) -> bool {
        (self.characters || !subject.is_character()) && self.test.holds(subject)
    }

    /// Returns `true` if the selector leaves out uncounted units of this kind.
    pub fn passes_over(&self, kind: Option<KindId>) -> bool {
        self.counted_only && !kind.is_some_and(|kind| self.named.contains(&kind))
    }

    /// Makes the selector leave out uncounted units, for limits and numbers.
    #[must_use]
    pub fn counted_only(self) -> Self {
        Self { counted_only: true, ..self }
    }
}

impl Selector {
    /// Returns `true` if the selector matches a unit type or entry before a list adds any options.
    pub fn finds_kind(&self, kind: &Kind) -> bool {
        self.finds(&Bare(kind))
    }

    /// Returns `true` if `what` is true of one of the single tests in the selector.
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

    /// Returns `true` if the selector tests for options.
    pub fn asks_for_options(&self) -> bool {
        self.asks(&|test| matches!(test, Test::Option(_)))
    }
}

/// A unit type or entry before a list adds any options.
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
