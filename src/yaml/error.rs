//! What goes wrong while a value is read, before its place is known.

use std::fmt;
use std::ops::Range;

use serde::de::{self, Expected, Unexpected};

use super::ask::Shape;
use crate::finding::Code;

/// What a type with its own grammar of text (a date, a number, a formula) objects to. Raise it by
/// `serde::de::Error::custom(refusal)`; it becomes a finding at the scalar, or at the part of it that
/// `range` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code of the finding.
    pub code: Code,
    /// The faulty part, in bytes of the scalar's text.
    pub range: Option<Range<usize>>,
    /// The message of the finding.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Refusal {
    /// A refusal of the whole text.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, range: None, message: message.into(), help: None }
    }

    /// Names the faulty part, in bytes of the scalar's text.
    #[must_use]
    pub fn at(mut self, range: Range<usize>) -> Self {
        self.range = Some(range);
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Marks a text as a refusal; serde passes errors of foreign types on as text only.
const MARK: &str = "\u{1}refusal\u{1}";

impl fmt::Display for Refusal {
    /// Not for people: the form in which it passes through serde.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self.range.clone().unwrap_or(usize::MAX..usize::MAX);
        let (code, length) = (self.code.as_str(), self.message.len());
        write!(f, "{MARK}{code} {start} {end} {length}\u{1}{}", self.message)?;
        self.help.as_ref().map_or(Ok(()), |help| f.write_str(help))
    }
}

impl Refusal {
    fn decode(text: &str) -> Option<Self> {
        let (head, rest) = text.strip_prefix(MARK)?.split_once('\u{1}')?;
        let mut head = head.split(' ');
        let code = Code::parse(head.next()?)?;
        let [start, end, length] =
            [head.next()?, head.next()?, head.next()?].map(|n| n.parse::<usize>().ok());
        let range = start?..end?;
        let (message, help) = rest.split_at_checked(length?)?;
        Some(Self {
            code,
            range: (range.start != usize::MAX).then_some(range),
            message: message.to_owned(),
            help: (!help.is_empty()).then(|| help.to_owned()),
        })
    }
}

/// The error of the deserializer.
#[derive(Debug)]
pub(super) enum Error {
    /// Recorded already; the enclosing value may be read again if something was cut or stood in for.
    Recorded,
    /// Yet to be recorded, at the node that is being read.
    Fault(Box<Fault>),
}

/// What is wrong, without its place.
#[derive(Debug)]
pub(super) enum Fault {
    /// Another kind of value is wanted.
    Type { wanted: String },
    /// Another kind of value is wanted, and it is clear how to write it.
    TypeHelp { wanted: String, help: String },
    /// Another kind of value is wanted, and this text alone can be meant.
    Meant { wanted: String, text: String, but: &'static str },
    /// A list is wanted, and the map in braces that is there becomes one by other brackets.
    Brackets { wanted: String, open: &'static str, close: &'static str },
    /// One of some words is wanted.
    Word { wanted: &'static [&'static str] },
    /// The kind is right, the value is not.
    Value { wanted: String },
    /// A number out of range.
    Large,
    /// A list of another length.
    Length { wanted: usize },
    /// A key that is not known, and those that are.
    Key { known: &'static [&'static str] },
    /// A key that is missing.
    Missing(&'static str),
    /// A word that takes no value has one, or one that takes a value has none.
    Content { word: String, takes: bool },
    /// A type's own words.
    Refusal(Refusal),
    /// The answer of a type that was only asked.
    Asked(Shape),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// The words of what a visitor expects.
pub(super) fn wanted(expected: &dyn Expected) -> String {
    super::words::wanted(&expected.to_string())
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let text = message.to_string();
        let refusal = Refusal::decode(&text).unwrap_or_else(|| Refusal::new(Code::BadValue, text));
        Fault::Refusal(refusal).into()
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Fault::Type { wanted: wanted(expected) }.into()
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Fault::Value { wanted: wanted(expected) }.into()
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Fault::Type { wanted: wanted(expected) }.into()
    }

    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Self {
        Fault::Word { wanted: known }.into()
    }

    fn unknown_field(_: &str, known: &'static [&'static str]) -> Self {
        Fault::Key { known }.into()
    }

    fn missing_field(key: &'static str) -> Self {
        Fault::Missing(key).into()
    }

    fn duplicate_field(key: &'static str) -> Self {
        Fault::Refusal(Refusal::new(Code::DuplicateKey, format!("\"{key}\" is given twice"))).into()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_passes_through_text() {
        let bare = Refusal::new(Code::BadFormula, "a \u{1} b: c");
        for refusal in [bare.clone(), bare.clone().help("do\u{1} so"), bare.at(2..5).help("so")] {
            assert_eq!(Refusal::decode(&refusal.to_string()), Some(refusal));
        }
        assert_eq!(Refusal::decode("text"), None);
    }
}
