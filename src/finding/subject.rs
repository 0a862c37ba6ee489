//! What a finding is about.

/// The one thing that a finding is about, by the word that the user or the ruleset has for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// What kind of thing.
    pub kind: SubjectKind,
    /// Its name: as it is written, printed or, for a rule, in full.
    pub name: String,
}

impl Subject {
    /// A subject of a kind by its name.
    pub fn new(kind: SubjectKind, name: impl Into<String>) -> Self {
        Self { kind, name: name.into() }
    }
}

/// What kind of thing a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SubjectKind {
    /// A file, by its path.
    File,
    /// A key of a file.
    Key,
    /// A word that a key takes as its value.
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
    /// An ally, by the word that calls it.
    Ally,
    /// A row of units, a character or the baggage, by its printed name.
    Unit,
    /// What a list writes after `unit:`, a unit type or an entry of a book.
    UnitType,
    /// An option.
    Option,
    /// A role.
    Role,
    /// A rule of a ruleset, a book or an event, by its name in full: `fra/limits/one-general`.
    Rule,
}

impl SubjectKind {
    /// The word for it in JSON.
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
            Self::Ally => "ally",
            Self::Unit => "unit",
            Self::UnitType => "unit-type",
            Self::Option => "option",
            Self::Role => "role",
            Self::Rule => "rule",
        }
    }
}
