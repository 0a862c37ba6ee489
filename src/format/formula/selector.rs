//! Selectors inside formulas, such as `{tag: [elephant, crew]}`: their tree.

use std::ops::Range;

/// A parsed selector. All clauses must hold; without clauses it matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectorAst {
    /// The clauses, all of which must hold.
    pub clauses: Vec<ClauseAst>,
}

/// One key of a selector with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseAst {
    /// `tag: x` or `tag: [x, y]`: any of the words.
    Words {
        /// What the words are ids of.
        key: SelectorKey,
        /// The words, at least one.
        words: Vec<FormulaId>,
    },
    /// `any: [{…}, {…}]`, with at least one selector.
    Any(Vec<SelectorAst>),
    /// `all: [{…}, {…}]`, with at least one selector.
    All(Vec<SelectorAst>),
    /// `not: {…}`.
    Not(Box<SelectorAst>),
}

/// A key of a selector that takes ids. Each variant names the kind of id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SelectorKey {
    /// A unit type.
    Unit,
    /// A tag.
    Tag,
    /// An option.
    Option,
    /// A role.
    Role,
    /// An entry of a book.
    Entry,
    /// A book.
    Book,
    /// An ally of a book.
    Ally,
    /// A kind of command.
    Command,
}

impl SelectorKey {
    /// All keys, in the order of the documentation.
    pub const ALL: [Self; 8] =
        [Self::Unit, Self::Tag, Self::Option, Self::Role, Self::Entry, Self::Book, Self::Ally, Self::Command];

    /// Returns the key as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Tag => "tag",
            Self::Option => "option",
            Self::Role => "role",
            Self::Entry => "entry",
            Self::Book => "book",
            Self::Ally => "ally",
            Self::Command => "command",
        }
    }
}

/// An id in a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaId {
    /// The id.
    pub text: String,
    /// Its bytes in the formula's text.
    pub range: Range<usize>,
}

impl SelectorAst {
    /// Returns every id in the selector with its key, from left to right, also those inside `any`, `all` and
    /// `not`.
    pub fn ids(&self) -> Vec<(SelectorKey, &FormulaId)> {
        let mut found = Vec::new();
        self.collect_ids(&mut found);
        found
    }

    fn collect_ids<'a>(&'a self, found: &mut Vec<(SelectorKey, &'a FormulaId)>) {
        for clause in &self.clauses {
            match clause {
                ClauseAst::Words { key, words } => found.extend(words.iter().map(|word| (*key, word))),
                ClauseAst::Any(inner) | ClauseAst::All(inner) => {
                    for selector in inner {
                        selector.collect_ids(found);
                    }
                }
                ClauseAst::Not(inner) => inner.collect_ids(found),
            }
        }
    }
}
