//! The table of codes: severity, scope, page family and origin of each.

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing. The list stays legal.
    Note,
    /// The list stays legal, but its player should look again.
    Warning,
    /// The list is not legal.
    Error,
}

impl Severity {
    /// Returns the word that is printed for the severity.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// How far one must look to fix what a finding reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// One row of the list: nothing elsewhere in the army causes it or can fix it.
    Row,
    /// One command: its commander, its ally, what it holds.
    Command,
    /// The army as a whole.
    Army,
    /// The file: how it is written, or which rules it names; also a ruleset, book, event or template.
    File,
}

impl Scope {
    /// Returns the word that JSON has for the scope.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Command => "command",
            Self::Army => "army",
            Self::File => "file",
        }
    }
}

/// What a code is about, as the heads on the page of all checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// What files must look like.
    Reading,
    /// Words that should name something.
    Names,
    /// What a row may be.
    Units,
    /// What a unit may have.
    Options,
    /// When and for whom something is there.
    Availability,
    /// Costs and totals.
    Points,
    /// How many, how much, and other rules of the game.
    Limits,
    /// Commanders, roles and allies.
    Commands,
    /// What an organiser asks for.
    Events,
    /// Rulesets, books and templates.
    Rulesets,
}

impl Family {
    /// Returns the heading of the family.
    pub fn title(self) -> &'static str {
        match self {
            Self::Reading => "Reading files",
            Self::Names => "Names",
            Self::Units => "Units",
            Self::Options => "Options",
            Self::Availability => "Availability",
            Self::Points => "Points",
            Self::Limits => "Limits",
            Self::Commands => "Commands",
            Self::Events => "Events",
            Self::Rulesets => "Rulesets and sheets",
        }
    }
}

/// The part of a file that a finding leaves unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadContent {
    /// The value at the place of the finding.
    Value,
    /// A key with its value: it is not known which one was meant.
    UnknownKey,
    /// The value of a key that is given a second time.
    RepeatedKey,
}

/// How the findings of a code come about, which decides what may be concluded from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The text cannot be read as it stands, so that everything else may change with it.
    Syntax,
    /// A key is given twice, so that it is not known which value was meant.
    RepeatedKey,
    /// A key is not known here, so that its value means nothing.
    UnknownKey,
    /// A key is missing. What is there was read.
    MissingKey,
    /// A value is not what its key takes.
    Value,
    /// A rule is broken, or a word means nothing, at the place of the finding.
    Rule,
    /// The army has too much or too little of something, wherever that is shown.
    Amount,
    /// Something is missing that a rule needs, so that it was not checked.
    Unchecked,
    /// It only follows from other findings, or from what is known to be incomplete.
    Consequence,
}

/// Calls a macro with the table of codes. Each line is a code: its name, the word for it, its usual severity and
/// scope, the family of its page, and how its findings come about.
macro_rules! with_codes {
    ($macro:ident) => {
        $macro! {
            YamlSyntax "yaml-syntax" Error File Reading Syntax;
            UnknownKey "unknown-key" Error File Reading UnknownKey;
            DuplicateKey "duplicate-key" Error File Reading RepeatedKey;
            MissingKey "missing-key" Error File Reading MissingKey;
            WrongType "wrong-type" Error File Reading Value;
            BadValue "bad-value" Error File Reading Value;
            BadFormula "bad-formula" Error File Reading Value;
            TooLarge "too-large" Error File Reading Value;
            NotUtf8 "not-utf8" Error File Reading Syntax;
            UnreadableFile "unreadable-file" Error File Reading Syntax;
            UnknownRuleset "unknown-ruleset" Error File Names Rule;
            UnknownBook "unknown-book" Error File Names Rule;
            UnknownUnit "unknown-unit" Error Row Names Rule;
            UnknownOption "unknown-option" Error Row Names Rule;
            UnknownRole "unknown-role" Error Row Names Rule;
            UnknownUnitName "unknown-unit-name" Error Army Names Rule;
            UnknownAlly "unknown-ally" Error Command Names Rule;
            UnknownKind "unknown-kind" Error Command Names Rule;
            UnknownTarget "unknown-target" Error Row Names Rule;
            DuplicateName "duplicate-name" Error Army Names Rule;
            UnitSize "unit-size" Error Row Units Rule;
            OptionRepeated "option-repeated" Error Row Options Rule;
            OptionIncluded "option-included" Note Row Options Rule;
            OptionUnavailable "option-unavailable" Error Row Options Rule;
            OptionNeeds "option-needs" Error Row Options Rule;
            OptionConflict "option-conflict" Error Row Options Rule;
            OptionIncomplete "option-incomplete" Error Row Options Rule;
            Marks "marks" Error Row Options Rule;
            ChoiceMissing "choice-missing" Error Army Options Rule;
            Settled "settled" Note Row Availability Rule;
            EntryUnavailable "entry-unavailable" Error Row Availability Rule;
            Anachronism "anachronism" Error Row Availability Rule;
            DateNeeded "date-needed" Warning Army Availability Unchecked;
            Attachment "attachment" Error Army Units Rule;
            OverPoints "over-points" Error Army Points Amount;
            PointsUnknown "points-unknown" Warning Row Points Consequence;
            PointsNeeded "points-needed" Warning Army Points Unchecked;
            DeclaredTotal "declared-total" Warning Army Points Consequence;
            TooMany "too-many" Error Army Limits Amount;
            TooFew "too-few" Error Army Limits Amount;
            NotAMultiple "not-a-multiple" Error Army Limits Amount;
            DoesNotHold "does-not-hold" Error Army Limits Amount;
            NotChecked "not-checked" Warning Army Limits Unchecked;
            Commander "commander" Error Command Commands Amount;
            RoleConflict "role-conflict" Error Row Commands Rule;
            Ally "ally" Error Command Commands Rule;
            NotAdmitted "not-admitted" Error Army Events Rule;
            EntryMissing "entry-missing" Error Army Events Rule;
            HandedInTwice "handed-in-twice" Warning File Events Rule;
            PlayerTwice "player-twice" Warning File Events Rule;
            NeverMatches "never-matches" Warning File Rulesets Rule;
            Impossible "impossible" Error File Rulesets Rule;
            MissingText "missing-text" Warning File Rulesets Rule;
            Template "template" Error File Rulesets Rule;
            NoLetter "no-letter" Warning File Rulesets Rule;
        }
    };
}

pub(crate) use with_codes;

macro_rules! codes {
    ($($variant:ident $id:literal $severity:ident $scope:ident $family:ident $origin:ident;)*) => {
        /// What kind of fault a finding is. The word is the same in output, pages, tests and SARIF.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = concat!("`", $id, "`")] $variant,)* }

        impl Code {
            /// All codes, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the code as users see it, such as `unknown-unit`.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// Returns the usual severity, which rulesets may change.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// Returns the usual scope.
            pub fn scope(self) -> Scope {
                match self { $(Self::$variant => Scope::$scope,)* }
            }

            /// Returns the family of the code's page.
            pub fn family(self) -> Family {
                match self { $(Self::$variant => Family::$family,)* }
            }

            fn origin(self) -> Origin {
                match self { $(Self::$variant => Origin::$origin,)* }
            }
        }
    };
}

with_codes! { codes }

impl Code {
    /// Returns `true` if the text cannot be parsed, so that no other finding in it is certain.
    pub fn is_of_syntax(self) -> bool {
        matches!(self.origin(), Origin::Syntax | Origin::RepeatedKey)
    }

    /// Returns `true` if a map does not have the keys and values that its kind takes.
    pub fn is_of_values(self) -> bool {
        matches!(self.origin(), Origin::UnknownKey | Origin::MissingKey | Origin::Value)
    }

    /// Returns what a fault of reading leaves unread. `None` if everything at its place was read.
    pub fn unread_content(self) -> Option<UnreadContent> {
        match self.origin() {
            Origin::Syntax | Origin::Value => Some(UnreadContent::Value),
            Origin::UnknownKey => Some(UnreadContent::UnknownKey),
            Origin::RepeatedKey => Some(UnreadContent::RepeatedKey),
            Origin::MissingKey | Origin::Rule | Origin::Amount | Origin::Unchecked | Origin::Consequence => {
                None
            }
        }
    }

    /// Returns `true` if the army has too much or too little of something, wherever that is reported.
    pub fn is_of_amounts(self) -> bool {
        self.origin() == Origin::Amount
    }

    /// Returns `true` if a rule was not checked because something that it needs is missing.
    pub fn is_of_unchecked_rules(self) -> bool {
        self.origin() == Origin::Unchecked
    }

    /// Returns `true` if the finding only follows from others, or from a part known to be incomplete.
    pub fn is_consequence(self) -> bool {
        self.origin() == Origin::Consequence
    }

    /// Returns the word in what a reader may paste from the beginning of a finding, such as `error[unknown-unit]:`.
    pub fn strip_brackets(text: &str) -> &str {
        let severities = ["error[", "warning[", "note["];
        let text = severities.iter().find_map(|severity| text.strip_prefix(severity)).unwrap_or(text);
        text.trim_end_matches([']', ':'])
    }

    /// Returns the code with this word. `None` if there is none.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|c| c.as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_parse_back() {
        for code in Code::ALL {
            assert_eq!(Code::parse(code.as_str()), Some(*code));
        }
    }

    #[test]
    fn only_faults_of_reading_leave_something_unread_and_a_missing_key_does_not() {
        for code in Code::ALL {
            let leaves_unread = code.family() == Family::Reading && *code != Code::MissingKey;
            assert_eq!(code.unread_content().is_some(), leaves_unread, "{}", code.as_str());
        }
    }
}
