//! What a check reports: a [`Finding`] with its places, free of any output format.

use std::sync::{Arc, RwLock};

use crate::format::number::Number;
use crate::line_ends::{first_lone_return, with_line_feeds};

/// Which file a place is in. [`FileId::CHECKED`] is the file under check; every other id is a ruleset,
/// book or event, held in the [`Sources`] that were shared when the check began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl FileId {
    /// The file under check, as a rule a list.
    pub const CHECKED: Self = Self(0);
}

/// A range of bytes in one file, the end excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { file, start: small(start), end: small(end) }
    }
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the list is legal.
    Note,
    /// Legal, but look again.
    Warning,
    /// Not legal.
    Error,
}

impl Severity {
    /// The word printed for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A place and what is to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be said of it, lower case, no full stop; may be empty.
    pub text: String,
}

/// A number or a text that a finding rests on, for programs; what people are told is in the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub is: FactKind,
    /// Of what, or the formula's own text: `points of units tagged "foot"`.
    pub what: String,
    /// How much; nothing where it is no number.
    pub value: Option<Number>,
}

/// What a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// How much there is of what was measured.
    Found,
    /// The least that is wanted.
    AtLeast,
    /// The most that is allowed.
    AtMost,
    /// What is wanted, neither more nor less.
    Exactly,
    /// What the amount must be a multiple of.
    MultipleOf,
    /// What a share or a rate is taken of.
    Base,
    /// The formula that does not hold.
    Formula,
    /// A comparison that decides it, as it stands in the formula.
    Comparison,
    /// The left side of the comparison before.
    Left,
    /// The right side of the comparison before.
    Right,
    /// Why the rule applies.
    Condition,
}

impl FactKind {
    /// The word for it in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::AtLeast => "at-least",
            Self::AtMost => "at-most",
            Self::Exactly => "exactly",
            Self::MultipleOf => "multiple-of",
            Self::Base => "base",
            Self::Formula => "formula",
            Self::Comparison => "comparison",
            Self::Left => "left",
            Self::Right => "right",
            Self::Condition => "condition",
        }
    }
}

/// A change to a file: the bytes at a place give way to a text, which is empty where they are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go; an empty range is a place between two.
    pub span: Span,
    /// What stands there instead.
    pub text: String,
}

macro_rules! codes {
    ($($variant:ident $id:literal $severity:ident;)*) => {
        /// What kind of fault a finding is. The word is the same in output, pages, tests and SARIF.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = concat!("`", $id, "`")] $variant,)* }

        impl Code {
            /// Every code there is, in the order of their families.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The word for it, as users see it.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// The severity where no ruleset says otherwise.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    YamlSyntax "yaml-syntax" Error;
    UnknownKey "unknown-key" Error;
    DuplicateKey "duplicate-key" Error;
    MissingKey "missing-key" Error;
    WrongType "wrong-type" Error;
    BadValue "bad-value" Error;
    BadFormula "bad-formula" Error;
    TooLarge "too-large" Error;
    NotUtf8 "not-utf8" Error;
    UnreadableFile "unreadable-file" Error;
    UnknownRuleset "unknown-ruleset" Error;
    UnknownBook "unknown-book" Error;
    UnknownUnit "unknown-unit" Error;
    UnknownOption "unknown-option" Error;
    UnknownRole "unknown-role" Error;
    UnknownUnitName "unknown-unit-name" Error;
    UnknownAlly "unknown-ally" Error;
    UnknownTarget "unknown-target" Error;
    DuplicateName "duplicate-name" Error;
    UnitSize "unit-size" Error;
    OptionRepeated "option-repeated" Error;
    OptionIncluded "option-included" Note;
    OptionUnavailable "option-unavailable" Error;
    OptionNeeds "option-needs" Error;
    OptionConflict "option-conflict" Error;
    OptionIncomplete "option-incomplete" Error;
    Marks "marks" Error;
    ChoiceMissing "choice-missing" Error;
    Settled "settled" Note;
    EntryUnavailable "entry-unavailable" Error;
    Anachronism "anachronism" Error;
    DateNeeded "date-needed" Warning;
    Attachment "attachment" Error;
    OverPoints "over-points" Error;
    PointsUnknown "points-unknown" Warning;
    PointsNeeded "points-needed" Warning;
    DeclaredTotal "declared-total" Warning;
    TooMany "too-many" Error;
    TooFew "too-few" Error;
    NotAMultiple "not-a-multiple" Error;
    DoesNotHold "does-not-hold" Error;
    NotChecked "not-checked" Warning;
    Commander "commander" Error;
    RoleConflict "role-conflict" Error;
    Ally "ally" Error;
    NotAdmitted "not-admitted" Error;
    EntryMissing "entry-missing" Error;
    HandedInTwice "handed-in-twice" Warning;
    PlayerTwice "player-twice" Warning;
    NeverMatches "never-matches" Warning;
    Impossible "impossible" Error;
    MissingText "missing-text" Warning;
    Template "template" Error;
    NoLetter "no-letter" Warning;
}

impl Code {
    /// The code with this word, if there is one.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|c| c.as_str() == word)
    }
}

/// One reported problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of fault it is.
    pub code: Code,
    /// How much it weighs here.
    pub severity: Severity,
    /// One line that stands alone: lower case, no full stop, the user's own words in double quotes.
    pub message: String,
    /// Places, the words to change first. Empty only where there is no file.
    pub labels: Vec<Label>,
    /// One thing to do about it.
    pub help: Option<String>,
    /// The ruleset's, book's or event's own rule in full, as `fra/limits/one-general`.
    pub rule: Option<String>,
    /// The numbers and conditions that it rests on, where it is about amounts.
    pub facts: Vec<Fact>,
    /// The edits that mend it, where one thing only can be meant; all of them together.
    pub mends: Box<[Edit]>,
    /// Whether the edits are written as they stand; otherwise each is a word, in quotes where the old one was.
    pub verbatim: bool,
}

impl Finding {
    /// A finding at a place, with the severity that is usual for its code.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: one_line(message.into()),
            labels: vec![Label { span, text: String::new() }],
            help: None,
            rule: None,
            facts: Vec::new(),
            mends: Box::default(),
            verbatim: false,
        }
    }

    /// An edit that mends it: a word to write at a place, none to leave out the item of a list that is there.
    #[must_use]
    pub fn mend(mut self, span: Span, text: impl Into<String>) -> Self {
        let mut all = std::mem::take(&mut self.mends).into_vec();
        all.push(Edit { span, text: text.into() });
        self.mends = all.into_boxed_slice();
        self
    }

    /// An edit that mends it: what to write at a place, just as it stands.
    #[must_use]
    pub fn rewrite(mut self, span: Span, text: impl Into<String>) -> Self {
        self.verbatim = true;
        self.mend(span, text)
    }

    /// Whether the file under check has edits that mend it.
    pub fn has_mend(&self) -> bool {
        !self.mends.is_empty() && self.mends.iter().all(|e| e.span.file == FileId::CHECKED)
    }

    /// Another severity than the usual one.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// What is said at the first place.
    #[must_use]
    pub fn says(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = text.into();
        }
        self
    }

    /// A further place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// A fact that it rests on.
    #[must_use]
    pub fn fact(mut self, is: FactKind, what: impl Into<String>, value: impl Into<Option<Number>>) -> Self {
        self.facts.push(Fact { is, what: what.into(), value: value.into() });
        self
    }

    /// What to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The rule that was broken, in full.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    /// The first place.
    pub fn primary(&self) -> Option<&Label> {
        self.labels.first()
    }
}

/// A text without line breaks; words that went over several lines stand in one, with a blank for each break.
fn one_line(text: String) -> String {
    if !text.contains(['\n', '\r']) {
        return text;
    }
    let lines: Vec<&str> = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// Puts findings in the order of their places and drops those said twice.
pub fn sort(findings: &mut Vec<Finding>) {
    let key = |f: &Finding| {
        let span = f.primary().map(|l| l.span).unwrap_or_default();
        (span, f.code)
    };
    findings.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message)));
    findings.dedup_by(|a, b| a.code == b.code && a.message == b.message && a.labels == b.labels);
}

/// A file's text under the name that users know it by.
#[derive(Debug)]
pub struct Source {
    /// The path as it was given, or `built in: rulesets/…`.
    pub path: String,
    /// The whole text; empty for what could not be read. Every line ends with a line feed, whatever it ended with
    /// in the file.
    pub text: Arc<str>,
    /// The first line end of the file that was a carriage return alone.
    lone_return: Option<usize>,
}

/// A place as people count: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// A source of this name and text.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> Arc<Self> {
        let text = text.into();
        let lone_return = first_lone_return(&text);
        let text = if lone_return.is_some() { with_line_feeds(&text).into() } else { text };
        Arc::new(Self { path: path.into(), text, lone_return })
    }

    /// A note where lines of the file, which has this id, end with a carriage return alone.
    pub fn old_line_ends(&self, file: FileId) -> Option<Finding> {
        let at = self.lone_return?;
        let message = "lines end with a carriage return alone, as old Macs wrote them";
        let finding =
            Finding::new(Code::YamlSyntax, Span::new(file, at, at), message).severity(Severity::Note);
        Some(finding.help("save the file with the line ends of Unix (LF) or Windows (CR LF)"))
    }

    /// The line and column of a byte.
    pub fn position(&self, byte: u32) -> Position {
        let mut byte = (byte as usize).min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &self.text[..byte];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        let shown = before[line_start..].chars().filter(|c| *c != '\u{feff}').count();
        Position { line, column: shown + 1 }
    }

    /// The words at a place of this source.
    pub fn words(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

/// The texts that spans refer to: the file under check and the shared rulesets, books and events.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    checked: Option<Arc<Source>>,
    shared: Arc<RwLock<Vec<Arc<Source>>>>,
}

impl Sources {
    /// The same shared files, with this one under check.
    #[must_use]
    pub fn checking(&self, source: Arc<Source>) -> Self {
        Self { checked: Some(source), shared: Arc::clone(&self.shared) }
    }

    /// Adds a shared file and gives its id.
    pub fn add(&self, source: Arc<Source>) -> FileId {
        let mut shared = self.shared.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        shared.push(source);
        FileId(u32::try_from(shared.len()).unwrap_or(u32::MAX))
    }

    /// How many shared files there are; the next one's id is one more.
    pub fn count(&self) -> usize {
        self.shared.read().unwrap_or_else(std::sync::PoisonError::into_inner).len()
    }

    /// The id of a shared file that is there already, by its path.
    pub fn id_of(&self, source: &Source) -> Option<FileId> {
        let shared = self.shared.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let at = shared.iter().position(|s| s.path == source.path && s.text == source.text)?;
        Some(FileId(u32::try_from(at + 1).unwrap_or(u32::MAX)))
    }

    /// The file of an id.
    pub fn get(&self, id: FileId) -> Option<Arc<Source>> {
        let shared = self.shared.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        match id.0.checked_sub(1) {
            None => self.checked.clone(),
            Some(at) => shared.get(at as usize).cloned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let source = Source::new("x", "a\nnäme: β\n");
        let at = u32::try_from(source.text.find('β').unwrap()).unwrap();
        assert_eq!(source.position(at), Position { line: 2, column: 7 });
    }

    #[test]
    fn a_message_is_one_line_whatever_words_it_has() {
        let message = |text: &str| Finding::new(Code::BadValue, Span::default(), text).message;
        assert_eq!(message("\"202\n\n  `\r\nBC\" is no year"), "\"202 ` BC\" is no year");
        assert_eq!(message("no  break"), "no  break");
    }

    #[test]
    fn codes_are_unique_and_parse_back() {
        for code in Code::ALL {
            assert_eq!(Code::parse(code.as_str()), Some(*code));
        }
    }

    #[test]
    fn the_same_finding_is_kept_once() {
        let span = Span::new(FileId::CHECKED, 3, 5);
        let mut all = vec![
            Finding::new(Code::UnknownUnit, Span::new(FileId::CHECKED, 9, 9), "b"),
            Finding::new(Code::UnknownUnit, span, "a"),
            Finding::new(Code::UnknownUnit, span, "a"),
        ];
        sort(&mut all);
        assert_eq!(all.iter().map(|f| f.message.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    }
}
