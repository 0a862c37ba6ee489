//! Selectors in words, for messages.

use crate::format::formula::Key;
use crate::format::selector as f;
use crate::format::words::Words;
use crate::read::Located;

use super::Compiler;

/// Stands in a description where a plural has its s.
pub(super) const PLURAL: &str = "{s}";

impl Compiler {
    /// A selector in words for messages: `"Gauls" or "Gaesati"`, `unit{s} tagged "foot"`, `character{s} with the
    /// role "general"`.
    pub(super) fn describe(&self, s: &f::Selector) -> String {
        let quoted = |words: &Words| -> String {
            let all: Vec<String> = words.as_slice().iter().map(|w| format!("\"{}\"", w.value)).collect();
            all.join(" or ")
        };
        let mut parts: Vec<String> = Vec::new();
        let named = s.entry.as_ref().map(|w| (Key::Entry, w)).or(s.unit.as_ref().map(|w| (Key::Unit, w)));
        if let Some((key, words)) = named {
            let names: Vec<String> =
                words.as_slice().iter().map(|w| format!("\"{}\"", self.printed_name(key, w))).collect();
            parts.push(names.join(" or "));
        } else if s.role.is_some() {
            parts.push(format!("character{PLURAL}"));
        } else {
            parts.push(format!("unit{PLURAL}"));
        }
        for (lead, words) in [
            ("with the role", &s.role),
            ("tagged", &s.tag),
            ("with the option", &s.option),
            ("of the ally", &s.ally),
            ("of the book", &s.book),
        ] {
            parts.extend(words.as_ref().map(|w| format!("{lead} {}", quoted(w))));
        }
        if !s.any.is_empty() {
            let any: Vec<String> = s.any.iter().map(|s| self.describe_further(s)).collect();
            parts.push(any.join(" or "));
        }
        parts.extend(s.all.iter().map(|inner| self.describe_further(inner)));
        if let Some(not) = &s.not {
            parts.push(format!("but not {}", self.describe(not).replace(&format!("unit{PLURAL} "), "")));
        }
        parts.join(" ")
    }

    /// A further condition on units that were named already: `tagged "foot"`, `that are "Gauls"`.
    fn describe_further(&self, s: &f::Selector) -> String {
        let whole = self.describe(s);
        match whole.strip_prefix(&format!("unit{PLURAL} ")) {
            Some(condition) => condition.to_owned(),
            None => format!("that are {whole}"),
        }
    }

    /// What an option needs, as `the option "shieldwall"`.
    pub(super) fn describe_need(&self, s: &f::Selector) -> String {
        let unit = format!("unit{PLURAL} ");
        let whole = self.describe(s).replace(&format!("{unit}with the option"), "the option");
        whole
            .replace(&format!("{unit}tagged"), "the tag")
            .replace(" or tagged", " or the tag")
            .replace(" or with the option", " or the option")
            .replace(&format!("{unit}that are "), "")
            .replace(" or that are ", " or ")
            .replace(PLURAL, "")
    }

    fn printed_name(&self, key: Key, word: &Located<String>) -> String {
        let rules = &self.rules;
        let kind = match key {
            Key::Unit => rules.unit_type(word),
            _ => rules.kind_words.get(Some(self.contingent), word),
        };
        kind.map_or_else(|| word.value.clone(), |k| rules.kinds[k.0].name.clone())
    }
}
