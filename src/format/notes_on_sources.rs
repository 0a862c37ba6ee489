//! The format of notes on what the sources of a ruleset or book leave open.

use std::borrow::Cow;

use schemars::JsonSchema;

use crate::read::{Located, record};

use super::selectors_and_conditions::Condition;
use super::shared_types::{Citation, OneOrMore};

/// A gap, a contradiction, something unclear or unverified in the source, and how it is read here. Example:
/// `{gap: the chart is lost, reading: our own values, at: units}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Note {
    /// What the source refers to but does not contain. Example: `gap: the unit chart is lost`.
    pub gap: Option<Located<String>>,
    /// Where the source contradicts itself. Example: `contradiction: 10 oars on the chart and 12 in the
    /// text`.
    pub contradiction: Option<Located<String>>,
    /// What can be read in two ways. Example: `unclear: whether mounted skirmishers count`.
    pub unclear: Option<Located<String>>,
    /// What no source confirms that could be read. Example: `unverified: that one general is compulsory`.
    pub unverified: Option<Located<String>>,
    /// How it is read here. Example: `reading: they do not count`.
    pub reading: Option<Located<String>>,
    /// The parts of this file that it concerns, by section and id. Sheets that print one of them mark it and
    /// give the reading. Example: `at: options/elite`, or `at: [units/elephants, tables/moves]`.
    pub at: Option<OneOrMore>,
    /// The condition under which it concerns an army. Defaults to always. Example: `when: {present: {tag: engine}}`.
    pub when: Option<Condition>,
    /// Where the passage is. Example: `source: "rules: p. 4"`.
    pub source: Option<Citation>,
}
record! {
    Note, "a note, such as {gap: …, reading: …, at: units}":
    gap, contradiction, unclear, unverified, reading, at, when, source
}

impl Note {
    /// Returns the kind of the note, as printed, and its text as a sentence.
    pub fn kind_and_text(&self) -> Option<(&'static str, Cow<'_, str>)> {
        let kinds = [
            ("gap", &self.gap),
            ("contradiction", &self.contradiction),
            ("unclear", &self.unclear),
            ("unverified", &self.unverified),
        ];
        kinds.into_iter().find_map(|(kind, text)| text.as_ref().map(|t| (kind, as_sentence(t))))
    }
}

/// Returns the text with a full stop added if it does not end a sentence, since another one may follow it.
pub fn as_sentence(text: &str) -> Cow<'_, str> {
    let ended = text.trim_end().trim_end_matches(['"', '\'', ')', '”', '’']).ends_with(['.', '!', '?', '…']);
    if ended { Cow::Borrowed(text) } else { Cow::Owned(format!("{}.", text.trim_end())) }
}
