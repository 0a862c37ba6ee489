//! Selectors as they are said in messages.

use crate::format::formula::SelectorKey;
use crate::format::selectors_and_conditions as f;
use crate::format::shared_types::OneOrMore;
use crate::read::Located;
use crate::wording::{Criterion, Head, SelectorCondition, SelectorText, TagNoun};

use super::Compiler;

impl Compiler {
    /// A selector as it is said.
    pub(super) fn describe(&self, s: &f::Selector) -> SelectorText {
        let named = s
            .entry
            .as_ref()
            .map(|w| (SelectorKey::Entry, w))
            .or(s.unit.as_ref().map(|w| (SelectorKey::Unit, w)));
        let head = match named {
            Some((key, words)) => {
                Head::Named(words.as_slice().iter().map(|w| self.printed_name(key, w)).collect())
            }
            None if s.role.is_some() => Head::Characters,
            None => Head::Units,
        };
        let named_tags = s.tag.as_ref().and_then(|tags| self.tag_nouns(tags));
        let (head, named_tags) = match (head, named_tags) {
            (Head::Units, Some(nouns)) => (Head::Tagged(nouns), None),
            unchanged => unchanged,
        };
        let tags_have_names = matches!(head, Head::Tagged(_)) || named_tags.is_some();
        let has = |(what, words): (Criterion, &Option<OneOrMore>)| {
            let words = words.as_ref()?.as_slice().iter().map(|w| w.value.clone()).collect();
            Some(SelectorCondition::Has(what, words))
        };
        let own = [
            (Criterion::Role, &s.role),
            (Criterion::Tag, if tags_have_names { &None } else { &s.tag }),
            (Criterion::Option, &s.option),
            (Criterion::Ally, &s.ally),
            (Criterion::Book, &s.book),
        ];
        let mut conditions: Vec<SelectorCondition> = own.into_iter().filter_map(has).collect();
        conditions.extend(s.command.as_ref().map(|kinds| {
            let name = |word: &Located<String>| self.printed_command_kind(word);
            SelectorCondition::Has(Criterion::CommandKind, kinds.as_slice().iter().map(name).collect())
        }));
        conditions.extend(named_tags.map(|nouns| {
            SelectorCondition::Also(SelectorText { head: Head::Tagged(nouns), ..SelectorText::default() })
        }));
        if !s.any.is_empty() {
            conditions.push(SelectorCondition::Any(s.any.iter().map(|s| self.describe(s)).collect()));
        }
        conditions.extend(s.all.iter().map(|inner| SelectorCondition::Also(self.describe(inner))));
        SelectorText { head, conditions, except: s.not.as_ref().map(|not| Box::new(self.describe(not))) }
    }

    /// The names of tags for people. `None` unless all of them have one.
    fn tag_nouns(&self, tags: &OneOrMore) -> Option<Vec<TagNoun>> {
        tags.as_slice().iter().map(|tag| self.rules.tag_noun(self.contingent, tag).cloned()).collect()
    }

    fn printed_command_kind(&self, word: &str) -> String {
        let kind = self.rules.find_command_kind(word);
        kind.map_or_else(|| word.to_owned(), |kind| self.rules.command_kind(kind).name.clone())
    }

    fn printed_name(&self, key: SelectorKey, word: &Located<String>) -> String {
        let rules = &self.rules;
        let kind = match key {
            SelectorKey::Unit => rules.find_unit_type(word),
            _ => rules.kind_names.get(Some(self.contingent), word),
        };
        kind.map_or_else(|| word.value.clone(), |k| rules.kinds[k.0].name.clone())
    }
}
