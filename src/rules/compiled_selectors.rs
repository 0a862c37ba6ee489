//! Compiled selectors: tests that match units and characters.

use super::id_types::{CommandKindId, ContingentId, OptionId, RoleId, TagId, UnitKindId};

/// Something that a selector can be tested on: a unit, a body inside one, a character, or a unit type before
/// a list adds any options.
pub trait Selectable {
    /// Returns the unit type or entry. `None` for a character without either.
    fn kind(&self) -> Option<UnitKindId>;
    /// Returns `true` if it has the tag.
    fn has_tag(&self, tag: TagId) -> bool;
    /// Returns `true` if it has the option: included, chosen or by default.
    fn has_option(&self, option: OptionId) -> bool;
    /// Returns `true` if it holds the role.
    fn has_role(&self, role: RoleId) -> bool;
    /// Returns the contingent that it belongs to.
    fn contingent(&self) -> ContingentId;
    /// Returns the kind of the command that it is written in directly. `None` in the reserves, before a list is
    /// there, or in a game without kinds of command.
    fn command_kind(&self) -> Option<CommandKindId> {
        None
    }
    /// Returns `true` for a character without a body.
    fn is_character(&self) -> bool;
    /// Returns `true` if limits and numbers leave it out unless they name it.
    fn is_uncounted(&self) -> bool;
}

/// A test on units and characters, compiled from a file or a formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Selector {
    /// The test itself.
    pub test: SelectorTest,
    /// Whether the selector matches characters, which it does if it asks for a role.
    pub matches_characters: bool,
    /// Whether the selector names an ally, so that a book's limit looks at the whole army.
    pub names_ally: bool,
    /// The unit types and entries named in the selector, which it matches even if they are uncounted.
    pub named_kinds: Vec<UnitKindId>,
    /// Whether the selector leaves out uncounted units, as those of limits and numbers do.
    pub skips_uncounted: bool,
}

/// A single test, or a combination of tests.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SelectorTest {
    /// Always true.
    Always,
    /// Is of one of these unit types or entries, which are sorted.
    Kind(Vec<UnitKindId>),
    /// Has one of these tags.
    Tag(Vec<TagId>),
    /// Has one of these options.
    Option(Vec<OptionId>),
    /// Holds one of these roles.
    Role(Vec<RoleId>),
    /// Belongs to one of these contingents.
    Contingent(Vec<ContingentId>),
    /// Is written directly in a command of one of these kinds.
    CommandKind(Vec<CommandKindId>),
    /// All of these are true.
    All(Vec<SelectorTest>),
    /// At least one of these is true.
    Any(Vec<SelectorTest>),
    /// The inner test is false.
    Not(Box<SelectorTest>),
}

impl Default for Selector {
    fn default() -> Self {
        Self {
            test: SelectorTest::Always,
            matches_characters: false,
            names_ally: false,
            named_kinds: Vec::new(),
            skips_uncounted: false,
        }
    }
}

impl Selector {
    /// Returns `true` if the selector matches `subject`.
    pub fn matches(&self, subject: &dyn Selectable) -> bool {
        let passes_over = subject.is_uncounted() && self.skips_kind(subject.kind());
        !passes_over && self.matches_even_uncounted(subject)
    }

    /// Returns `true` if the selector matches `subject`, even if that is uncounted.
    ///
    /// A unit's own formulas see the unit in this way.
    pub fn matches_even_uncounted(&self, subject: &dyn Selectable) -> bool {
        (self.matches_characters || !subject.is_character()) && self.test.is_true_of(subject)
    }

    /// Returns `true` if the selector leaves out uncounted units of this kind.
    pub fn skips_kind(&self, kind: Option<UnitKindId>) -> bool {
        self.skips_uncounted && !kind.is_some_and(|kind| self.named_kinds.contains(&kind))
    }

    /// Makes the selector leave out uncounted units, for limits and numbers.
    #[must_use]
    pub fn skipping_uncounted(self) -> Self {
        Self { skips_uncounted: true, ..self }
    }

    /// Returns `true` if `what` is true of one of the single tests in the selector.
    pub fn has_test(&self, what: &dyn Fn(&SelectorTest) -> bool) -> bool {
        fn any(test: &SelectorTest, what: &dyn Fn(&SelectorTest) -> bool) -> bool {
            match test {
                SelectorTest::All(all) | SelectorTest::Any(all) => all.iter().any(|test| any(test, what)),
                SelectorTest::Not(inner) => any(inner, what),
                test => what(test),
            }
        }
        any(&self.test, what)
    }

    /// Returns the tags that the selector tests for.
    pub fn tested_tags(&self) -> Vec<TagId> {
        fn collect(test: &SelectorTest, tags: &mut Vec<TagId>) {
            match test {
                SelectorTest::Tag(own) => tags.extend(own),
                SelectorTest::All(all) | SelectorTest::Any(all) => {
                    all.iter().for_each(|test| collect(test, tags));
                }
                SelectorTest::Not(inner) => collect(inner, tags),
                _ => {}
            }
        }
        let mut tags = Vec::new();
        collect(&self.test, &mut tags);
        tags
    }

    /// Returns `true` if the selector tests for kinds of command.
    pub fn tests_command_kinds(&self) -> bool {
        self.has_test(&|test| matches!(test, SelectorTest::CommandKind(_)))
    }

    /// Returns the selector as if every unit and character were in every kind of command that it tests for.
    #[must_use]
    pub fn in_any_command(&self) -> Self {
        fn without(test: &SelectorTest) -> SelectorTest {
            match test {
                SelectorTest::CommandKind(kinds) if !kinds.is_empty() => SelectorTest::Always,
                SelectorTest::All(all) => SelectorTest::All(all.iter().map(without).collect()),
                SelectorTest::Any(all) => SelectorTest::Any(all.iter().map(without).collect()),
                // What is not in one kind of command may be in another
                SelectorTest::Not(inner) if matches!(**inner, SelectorTest::CommandKind(_)) => {
                    SelectorTest::Always
                }
                SelectorTest::Not(inner) => SelectorTest::Not(Box::new(without(inner))),
                other => other.clone(),
            }
        }
        Self { test: without(&self.test), ..self.clone() }
    }

    /// Returns the selector for what is in a command of this kind, without tests for kinds of command.
    #[must_use]
    pub fn in_command_of_kind(&self, kind: Option<CommandKindId>) -> Self {
        fn settled(test: &SelectorTest, kind: Option<CommandKindId>) -> SelectorTest {
            let all = |tests: &[SelectorTest]| tests.iter().map(|test| settled(test, kind)).collect();
            match test {
                SelectorTest::CommandKind(kinds) if kind.is_some_and(|kind| kinds.contains(&kind)) => {
                    SelectorTest::Always
                }
                SelectorTest::CommandKind(_) => SelectorTest::Not(Box::new(SelectorTest::Always)),
                SelectorTest::All(tests) => SelectorTest::All(all(tests)),
                SelectorTest::Any(tests) => SelectorTest::Any(all(tests)),
                SelectorTest::Not(inner) => SelectorTest::Not(Box::new(settled(inner, kind))),
                other => other.clone(),
            }
        }
        Self { test: settled(&self.test, kind), ..self.clone() }
    }

    /// Returns `true` if the selector finds what the army or a command buys: it asks for an option, and otherwise at
    /// most for a contingent or a kind of command.
    pub fn finds_purchases(&self) -> bool {
        fn fits(test: &SelectorTest) -> bool {
            match test {
                SelectorTest::Always
                | SelectorTest::Option(_)
                | SelectorTest::Contingent(_)
                | SelectorTest::CommandKind(_) => true,
                SelectorTest::All(tests) | SelectorTest::Any(tests) => tests.iter().all(fits),
                SelectorTest::Kind(_)
                | SelectorTest::Tag(_)
                | SelectorTest::Role(_)
                | SelectorTest::Not(_) => false,
            }
        }
        self.tests_options() && fits(&self.test)
    }

    /// Returns `true` if the selector tests for options.
    pub fn tests_options(&self) -> bool {
        self.has_test(&|test| matches!(test, SelectorTest::Option(_)))
    }
}

impl SelectorTest {
    fn is_true_of(&self, subject: &dyn Selectable) -> bool {
        match self {
            Self::Always => true,
            Self::Kind(kinds) => subject.kind().is_some_and(|kind| kinds.binary_search(&kind).is_ok()),
            Self::Tag(tags) => tags.iter().any(|t| subject.has_tag(*t)),
            Self::Option(options) => options.iter().any(|o| subject.has_option(*o)),
            Self::Role(roles) => roles.iter().any(|r| subject.has_role(*r)),
            Self::Contingent(all) => all.contains(&subject.contingent()),
            Self::CommandKind(kinds) => subject.command_kind().is_some_and(|kind| kinds.contains(&kind)),
            Self::All(tests) => tests.iter().all(|t| t.is_true_of(subject)),
            Self::Any(tests) => tests.iter().any(|t| t.is_true_of(subject)),
            Self::Not(test) => !test.is_true_of(subject),
        }
    }
}
