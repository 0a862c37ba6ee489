//! The texts of the rules: texts, briefs, marks, sources and forms, which checking does not need.

use std::collections::HashMap;
use std::sync::Arc;

use crate::format::book::Book;
use crate::format::computed_numbers::NumberRule;
use crate::format::options::{ExtraStatLine, OptionRule};
use crate::format::ruleset::{Role, Ruleset};
use crate::format::shared_types::{Citation, CitedWork};
use crate::format::words_for_sheets::Symbol;
use crate::output::terminal_text::sanitize;
use crate::read::{Located, Map};
use crate::rules::Contingent;
use crate::rules::Rules;
use crate::rules::library::Library;

use super::FactData;
use super::facts_of_rules::fact_data;
use super::printed_rule_text::{clean_text, rule_text};
use super::readings_of_unclear_rules::Readings;

/// The files of an army's rules, with their texts.
#[derive(Debug)]
pub struct RuleTexts {
    /// The ruleset.
    pub ruleset: Arc<Ruleset>,
    books: Vec<Arc<Book>>,
    options: HashMap<String, OptionTexts>,
    /// The readings of unclear rules.
    pub readings: Readings,
    /// By rule path, the effects that come from a source with a notice, with the id of the source.
    effects: HashMap<String, String>,
}

/// A source of the ruleset or of a book.
#[derive(Clone, Debug)]
pub struct CitedSource {
    /// The id. A book and the ruleset may use the same one.
    pub id: String,
    /// The title.
    pub title: String,
    /// The id and the name of the book. `None` if the source is the ruleset's.
    pub book: Option<(String, String)>,
    /// Whether the source has a notice, which every sheet prints.
    pub has_notice: bool,
}

/// The texts of an option.
#[derive(Clone, Debug, Default)]
pub struct OptionTexts {
    /// The short mark.
    pub mark: Option<String>,
    /// The one-line summary for cards.
    pub brief: Option<String>,
    /// The rule text.
    pub text: Option<String>,
    /// The source.
    pub source: Option<String>,
    /// Extra lines of stats.
    pub forms: Vec<ExtraStatLine>,
    /// The facts.
    pub facts: Vec<FactData>,
    /// The weight, from 1, which is the most important, to 4.
    pub weight: Option<u8>,
    /// The sign of units that have the option.
    pub symbol: Option<Symbol>,
    /// The id of the phase of play.
    pub phase: Option<String>,
}

impl RuleTexts {
    /// Reads the files of rules that the library loaded. `None` if one no longer exists.
    pub fn load(library: &Library, rules: &Rules) -> Option<Self> {
        let mut findings = Vec::new();
        let loaded = library.load_ruleset(&rules.id, &mut findings)?;
        let ids = rules.contingents.iter().filter_map(|c| c.book.as_ref().map(|b| b.id.as_str()));
        let books: Vec<Arc<Book>> =
            ids.filter_map(|id| library.load_book(&loaded, id, &mut findings)).map(|b| b.file).collect();
        let mut options = HashMap::new();
        add_option_texts(&mut options, &rules.id, &loaded.file.options);
        for book in &books {
            add_option_texts(&mut options, &book.book, &book.options);
        }
        let mut readings = Readings::default();
        readings.add_notes(&rules.id, loaded.file.notes.iter().map(|n| &n.value), &rules.notes_when, None);
        for book in &books {
            let is_its = |c: &Contingent| c.book.as_ref().is_some_and(|facts| facts.id == book.book.value);
            let at = rules.contingents.iter().position(is_its);
            let whens = at.map_or(&[][..], |at| &rules.contingents[at].notes_when);
            readings.add_notes(
                &book.book,
                book.notes.iter().map(|n| &n.value),
                whens,
                at.map(crate::rules::id_types::ContingentId),
            );
        }
        let mut texts = Self { ruleset: loaded.file, books, options, readings, effects: HashMap::new() };
        texts.effects = texts.effects_with_notice();
        Some(texts)
    }

    /// Returns the texts of an option, by its rule path.
    pub fn option_texts(&self, rule: &str) -> Option<&OptionTexts> {
        self.options.get(rule)
    }

    /// Returns the text of a kind of command.
    pub fn command_kind_text(&self, id: &str) -> Option<&str> {
        let kind = self.ruleset.commands.as_ref()?.kinds.get(id)?;
        kind.text.as_ref().map(|text| text.as_str())
    }

    fn effects_with_notice(&self) -> HashMap<String, String> {
        let of_ruleset = self.ruleset.effects.iter().map(|(id, effect)| (&self.ruleset.ruleset, id, effect));
        let of_books =
            self.books.iter().flat_map(|b| b.effects.iter().map(|(id, effect)| (&b.book, id, effect)));
        let noticed = of_ruleset.chain(of_books).filter_map(|(owner, id, effect)| {
            let source = self.source_with_notice(effect.source.as_ref()?, &["add", "set"])?;
            Some((format!("{}/effects/{}", owner.value, id.value), source))
        });
        noticed.collect()
    }

    /// Returns the id of the source with a notice that one of these keys has, or the whole item.
    fn source_with_notice(&self, source: &Citation, keys: &[&str]) -> Option<String> {
        match source {
            Citation::Whole(word) => self.id_with_notice(word),
            Citation::Several(words) => words.iter().find_map(|word| self.id_with_notice(word)),
            Citation::Fields(map) => {
                let of_keys = map.iter().filter(|(key, _)| keys.contains(&field_of_key(&key.value)));
                of_keys.flat_map(|(_, words)| words.as_slice()).find_map(|word| self.id_with_notice(word))
            }
        }
    }

    /// Returns the id of a source if it has a notice.
    fn id_with_notice(&self, word: &str) -> Option<String> {
        let id = word.split(':').next().unwrap_or("").trim();
        let all = self.ruleset.sources.iter().chain(self.books.iter().flat_map(|b| b.sources.iter()));
        let mut noticed = all.filter(|(known, source)| known.value == id && source.notice().is_some());
        noticed.next().map(|(id, _)| sanitize(id).into_owned())
    }

    /// Returns which values of a unit type or entry come from a source with a notice, such as `house:
    /// profile, price`.
    ///
    /// `effects` are the effects that apply to it.
    pub fn values_with_notice<'e>(
        &self,
        id: &str,
        base: &str,
        effects: impl IntoIterator<Item = &'e str>,
    ) -> Option<String> {
        let kind = self.ruleset.units.iter().find(|(k, _)| k.value == base).map(|(_, unit)| unit);
        let entry = self.books.iter().flat_map(|b| b.entries.iter()).find(|(k, _)| k.value == id);
        let entry = entry.map(|(_, entry)| entry);
        let of_kind = |key| kind.and_then(|k| self.source_with_notice(k.source.as_ref()?, &[key]));
        let changed = effects.into_iter().find_map(|e| self.effects.get(e)).cloned();
        let profile = of_kind("stats").filter(|_| kind.is_some_and(|k| !k.stats.is_empty())).or(changed);
        let price = match entry.filter(|e| e.cost.is_some()) {
            Some(entry) => entry.source.as_ref().and_then(|s| self.source_with_notice(s, &["cost"])),
            None => of_kind("cost"),
        };
        match (profile, price) {
            (Some(a), Some(b)) if a == b => Some(format!("{a}: profile, price")),
            (Some(a), Some(b)) => Some(format!("{a}: profile; {b}: price")),
            (Some(a), None) => Some(format!("{a}: profile")),
            (None, Some(b)) => Some(format!("{b}: price")),
            (None, None) => None,
        }
    }

    /// Returns the rule text of a unit type or entry, by its id.
    pub fn unit_text(&self, id: &str) -> Option<String> {
        let of_type =
            self.ruleset.units.iter().find(|(k, _)| k.value == id).and_then(|(_, u)| u.text.as_ref());
        let entries = self.books.iter().flat_map(|b| b.entries.iter());
        let of_entry = || entries.into_iter().find(|(k, _)| k.value == id).and_then(|(_, e)| e.text.as_ref());
        of_type.or_else(of_entry).map(|t| rule_text(t))
    }

    /// Returns the facts about a unit type, by its id, with those of an entry, which replace some or add more.
    pub fn unit_facts(&self, id: &str, base: &str) -> Vec<FactData> {
        let of_type = self.ruleset.units.iter().filter(|(k, _)| k.value == base).map(|(_, unit)| &unit.facts);
        let entries = self.books.iter().flat_map(|b| b.entries.iter());
        let of_entry = entries.filter(|(k, _)| k.value == id && id != base).map(|(_, entry)| &entry.facts);
        let mut all: Vec<FactData> = of_type.flat_map(fact_data).collect();
        for fact in of_entry.flat_map(fact_data) {
            match all.iter_mut().find(|known| known.name == fact.name) {
                Some(known) => *known = fact,
                None => all.push(fact),
            }
        }
        all
    }

    /// Returns a role of the ruleset, by its index.
    pub fn role(&self, at: usize) -> Option<&Role> {
        self.ruleset.roles.iter().nth(at).map(|(_, role)| role)
    }

    /// Returns a number of the ruleset or of a book, by its rule path.
    pub fn number_rule(&self, rule_path: &str) -> Option<&NumberRule> {
        let (owner, id) = rule_path.split_once("/numbers/")?;
        let book = self.books.iter().find(|book| book.book.value == owner);
        let of_book = book.and_then(|book| book.numbers.get(id));
        of_book.or_else(|| self.ruleset.numbers.get(id))
    }

    /// Returns the sources of the ruleset and the books.
    pub fn cited_sources(&self) -> Vec<CitedSource> {
        let cite = |book: Option<&Book>, (id, source): (&Located<String>, &CitedWork)| CitedSource {
            id: sanitize(id).into_owned(),
            title: rule_text(source.title()),
            book: book.map(|b| (sanitize(&b.book).into_owned(), sanitize(&b.name).into_owned())),
            has_notice: source.notice().is_some(),
        };
        let of_ruleset = self.ruleset.sources.iter().map(|s| cite(None, s));
        let of_books = self.books.iter().flat_map(|b| b.sources.iter().map(move |s| cite(Some(b), s)));
        of_ruleset.chain(of_books).collect()
    }
}

fn add_option_texts(options: &mut HashMap<String, OptionTexts>, owner: &str, all: &Map<OptionRule>) {
    for (id, option) in all {
        let words = OptionTexts {
            mark: clean_text(option.mark.as_ref()),
            brief: option.brief.as_ref().map(|t| rule_text(t)),
            text: option.text.as_ref().map(|t| rule_text(t)),
            source: option.source.as_ref().and_then(citation_text),
            forms: option.forms.iter().map(|(_, form)| form.clone()).collect(),
            facts: fact_data(&option.facts),
            weight: option.weight.as_ref().map(|weight| weight.value.0),
            symbol: option.symbol.as_ref().map(|symbol| symbol.value),
            phase: option.phase.as_ref().map(|phase| phase.value.clone()),
        };
        options.insert(format!("{owner}/options/{}", id.value), words);
    }
}

/// Returns the field that a key of a source map belongs to, such as `stats` for `stats.melee`.
fn field_of_key(key: &str) -> &str {
    key.split_once('.').map_or(key, |(field, _)| field)
}

/// What stands between the citations of several works.
pub(super) const BETWEEN_CITATIONS: &str = "; ";

/// Returns several sources as printed: `polybius: 1.9; livy: 24.30`. `None` if there are none.
fn joined_citations(words: &[Located<String>]) -> Option<String> {
    let texts: Vec<String> = words.iter().map(|word| rule_text(word)).collect();
    (!texts.is_empty()).then(|| texts.join(BETWEEN_CITATIONS))
}

/// Returns a source as printed: `rules: Characters`. Several sources of one value are joined. If each field has its own,
/// returns that of `text`, otherwise that of the first field other than the name and the cost.
pub fn citation_text(source: &Citation) -> Option<String> {
    match source {
        Citation::Whole(word) => Some(rule_text(word)),
        Citation::Several(words) => joined_citations(words),
        Citation::Fields(map) => {
            let text = map.iter().find(|(field, _)| field.value == "text");
            // Sources of the name and the cost say nothing about the rule
            let rule = || map.iter().find(|(key, _)| !["name", "cost"].contains(&field_of_key(&key.value)));
            let found = text.or_else(rule).or_else(|| map.iter().next());
            found.and_then(|(_, words)| joined_citations(words.as_slice()))
        }
    }
}

/// Returns the source of one key. `None` if it is the same as that of the rest.
pub fn separate_citation_text(source: &Citation, key: &str) -> Option<String> {
    match source {
        Citation::Whole(_) | Citation::Several(_) => None,
        Citation::Fields(map) => {
            let (_, words) = map.iter().find(|(field, _)| field.value == key)?;
            joined_citations(words.as_slice()).filter(|own| Some(own) != self::citation_text(source).as_ref())
        }
    }
}
