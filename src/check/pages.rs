//! The page of each code, as `muster explain` prints it.

use crate::finding::Code;

macro_rules! pages {
    ($($code:ident $file:literal,)*) => {
        /// The page of a code, in Markdown.
        pub fn page(code: Code) -> &'static str {
            match code { $(Code::$code => include_str!(concat!("pages/", $file, ".md")),)* }
        }
    };
}

pages! {
    YamlSyntax "yaml-syntax",
    UnknownKey "unknown-key",
    DuplicateKey "duplicate-key",
    MissingKey "missing-key",
    WrongType "wrong-type",
    BadValue "bad-value",
    BadFormula "bad-formula",
    TooLarge "too-large",
    NotUtf8 "not-utf8",
    UnreadableFile "unreadable-file",
    UnknownRuleset "unknown-ruleset",
    UnknownBook "unknown-book",
    UnknownUnit "unknown-unit",
    UnknownOption "unknown-option",
    UnknownRole "unknown-role",
    UnknownUnitName "unknown-unit-name",
    UnknownAlly "unknown-ally",
    UnknownTarget "unknown-target",
    DuplicateName "duplicate-name",
    UnitSize "unit-size",
    OptionRepeated "option-repeated",
    OptionIncluded "option-included",
    OptionUnavailable "option-unavailable",
    OptionNeeds "option-needs",
    OptionConflict "option-conflict",
    OptionIncomplete "option-incomplete",
    Marks "marks",
    ChoiceMissing "choice-missing",
    Settled "settled",
    EntryUnavailable "entry-unavailable",
    Anachronism "anachronism",
    DateNeeded "date-needed",
    Attachment "attachment",
    OverPoints "over-points",
    PointsUnknown "points-unknown",
    PointsNeeded "points-needed",
    DeclaredTotal "declared-total",
    TooMany "too-many",
    TooFew "too-few",
    NotAMultiple "not-a-multiple",
    DoesNotHold "does-not-hold",
    NotChecked "not-checked",
    Commander "commander",
    RoleConflict "role-conflict",
    Ally "ally",
    NotAdmitted "not-admitted",
    EntryMissing "entry-missing",
    HandedInTwice "handed-in-twice",
    PlayerTwice "player-twice",
    NeverMatches "never-matches",
    Impossible "impossible",
    MissingText "missing-text",
    Template "template",
    NoLetter "no-letter",
}

/// The first line of a page under its heads, which says what the code reports; nothing without one.
pub fn summary(page: &str) -> Option<&str> {
    page.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))
}
