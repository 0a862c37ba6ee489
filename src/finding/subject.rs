//! What a finding is about.

/// The one thing that a finding is about, under the name that the list or the ruleset gives it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// The kind of thing.
    pub kind: SubjectKind,
    /// The name, as written or printed. A rule has its whole path.
    pub name: String,
}

impl Subject {
    /// Creates a subject of this kind and name.
    pub fn new(kind: SubjectKind, name: impl Into<String>) -> Self {
        Self { kind, name: name.into() }
    }
}

/// The kinds of things that a finding can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SubjectKind {
    /// A file, by its path.
    File,
    /// A key of a file.
    Key,
    /// A word that is the value of a key.
    Word,
    /// A ruleset, by its id.
    Ruleset,
    /// A book, by its id.
    Book,
    /// An event, by its name.
    Event,
    /// A mode of the game, by its id.
    Mode,
    /// A choice of the army or of a unit, by its id.
    Choice,
    /// A list, by the name of its army.
    Army,
    /// A command, by its name or its number.
    Command,
    /// A kind of command, by its id.
    CommandKind,
    /// An ally, by its word in the army's book.
    Ally,
    /// A row of units, a character or the baggage, by its printed name.
    Unit,
    /// A unit type or an entry of a book, which a list writes after `unit:`.
    UnitType,
    /// An option.
    Option,
    /// A role.
    Role,
    /// A rule of a ruleset, a book or an event, by its path: `fra/limits/one-general`.
    Rule,
}

impl SubjectKind {
    /// Returns the word that JSON has for the kind.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Key => "key",
            Self::Word => "word",
            Self::Ruleset => "ruleset",
            Self::Book => "book",
            Self::Event => "event",
            Self::Mode => "mode",
            Self::Choice => "choice",
            Self::Army => "army",
            Self::Command => "command",
            Self::CommandKind => "command-kind",
            Self::Ally => "ally",
            Self::Unit => "unit",
            Self::UnitType => "unit-type",
            Self::Option => "option",
            Self::Role => "role",
            Self::Rule => "rule",
        }
    }
}
