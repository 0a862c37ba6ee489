//! Selectors, conditions and dates.

use crate::finding::{Code, Severity, Span};
use crate::format::selector as f;
use crate::format::words::Words;
use crate::rules::formula::{ClauseAst, Key, SelectorAst, Word};
use crate::rules::ids::{ContingentId, KindId, ModeId};
use crate::rules::option::Need;
use crate::rules::selector::{Selector, Test};
use crate::rules::when::{Compare, Dates, When};
use crate::yaml::Located;

use super::Compiler;

/// What is gathered about a selector while it is made.
#[derive(Default)]
struct Gathered {
    characters: bool,
    names_ally: bool,
    named: Vec<KindId>,
    negative: bool,
}

impl Compiler {
    pub(super) fn selector(&mut self, selector: &f::Selector) -> Selector {
        let mut gathered = Gathered::default();
        let test = self.test(selector, &mut gathered);
        finish(test, gathered)
    }

    /// A selector written in a formula whose text stands at `span`.
    pub(super) fn selector_in_formula(&mut self, ast: &SelectorAst, span: Span, text: &str) -> Selector {
        let mut gathered = Gathered::default();
        let test = self.ast(ast, span, text, &mut gathered);
        finish(test, gathered)
    }

    fn test(&mut self, s: &f::Selector, gathered: &mut Gathered) -> Test {
        let keys = [
            (Key::Unit, &s.unit),
            (Key::Tag, &s.tag),
            (Key::Option, &s.option),
            (Key::Role, &s.role),
            (Key::Entry, &s.entry),
            (Key::Book, &s.book),
            (Key::Ally, &s.ally),
        ];
        let mut tests: Vec<Test> = Vec::new();
        for (key, words) in keys {
            if let Some(words) = words {
                tests.push(self.clause(key, words.as_slice(), gathered));
            }
        }
        if !s.any.is_empty() {
            tests.push(Test::Any(s.any.iter().map(|s| self.test(s, gathered)).collect()));
        }
        tests.extend(s.all.iter().map(|s| self.test(s, gathered)).collect::<Vec<_>>());
        if let Some(not) = &s.not {
            gathered.negative = !gathered.negative;
            tests.push(Test::Not(Box::new(self.test(not, gathered))));
            gathered.negative = !gathered.negative;
        }
        joined(tests)
    }

    fn ast(&mut self, ast: &SelectorAst, span: Span, text: &str, gathered: &mut Gathered) -> Test {
        let mut tests = Vec::new();
        for clause in &ast.clauses {
            tests.push(match clause {
                ClauseAst::Words { key, words } => {
                    let place = |w: &Word| Located {
                        value: w.text.clone(),
                        span: super::inside(span, text, &w.range),
                    };
                    let words: Vec<Located<String>> = words.iter().map(place).collect();
                    self.clause(*key, &words, gathered)
                }
                ClauseAst::Any(all) => {
                    Test::Any(all.iter().map(|s| self.ast(s, span, text, gathered)).collect())
                }
                ClauseAst::All(all) => {
                    Test::All(all.iter().map(|s| self.ast(s, span, text, gathered)).collect())
                }
                ClauseAst::Not(inner) => {
                    gathered.negative = !gathered.negative;
                    let test = self.ast(inner, span, text, gathered);
                    gathered.negative = !gathered.negative;
                    Test::Not(Box::new(test))
                }
            });
        }
        joined(tests)
    }

    fn clause(&mut self, key: Key, words: &[Located<String>], gathered: &mut Gathered) -> Test {
        match key {
            Key::Tag => Test::Tag(words.iter().map(|w| self.tag(w)).collect()),
            Key::Option => Test::Option(words.iter().filter_map(|w| self.option(w)).collect()),
            Key::Role => {
                gathered.characters |= !gathered.negative;
                Test::Role(words.iter().filter_map(|w| self.role(w)).collect())
            }
            Key::Ally => {
                gathered.names_ally = true;
                Test::Contingent(words.iter().filter_map(|w| self.ally(w)).collect())
            }
            Key::Unit | Key::Entry | Key::Book => {
                let mut kinds: Vec<KindId> = words.iter().flat_map(|w| self.kinds_named(key, w)).collect();
                kinds.sort_unstable();
                kinds.dedup();
                if !gathered.negative && key != Key::Book {
                    gathered.named.extend(&kinds);
                }
                Test::Kind(kinds)
            }
        }
    }

    /// The unit types and entries that a word of `unit`, `entry` or `book` stands for.
    fn kinds_named(&mut self, key: Key, word: &Located<String>) -> Vec<KindId> {
        let rules = &self.rules;
        let all = || (0..rules.kinds.len()).map(KindId);
        let book = |c: ContingentId| rules.contingents[c.0].book.as_ref().map(|b| b.id.as_str());
        let found: Vec<KindId> = match key {
            Key::Unit => match rules.unit_type(word) {
                Some(unit) => all().filter(|k| rules.base_of(*k) == unit).collect(),
                None => Vec::new(),
            },
            Key::Entry => {
                let own = |k: &KindId| rules.kinds[k.0].entry_of == Some(self.contingent);
                let entry =
                    |k: &KindId| rules.kinds[k.0].entry_of.is_some() && rules.kinds[k.0].id == word.value;
                let mine: Vec<KindId> = all().filter(|k| own(k) && entry(k)).collect();
                if mine.is_empty() { all().filter(entry).collect() } else { mine }
            }
            _ => all().filter(|k| rules.kinds[k.0].entry_of.and_then(book) == Some(word.as_str())).collect(),
        };
        // An ally's book may name what its army does not bring, and books are known by their own files only
        let elsewhere =
            key == Key::Book || self.contingent != ContingentId::OWN && self.left_out.contains(&word.value);
        if found.is_empty() && !elsewhere {
            let (what, known): (&str, Vec<String>) = match key {
                Key::Unit => (
                    "unit type",
                    all()
                        .filter(|k| rules.kinds[k.0].entry_of.is_none())
                        .map(|k| rules.kinds[k.0].id.clone())
                        .collect(),
                ),
                _ => (
                    "entry",
                    all()
                        .filter(|k| rules.kinds[k.0].entry_of.is_some())
                        .map(|k| rules.kinds[k.0].id.clone())
                        .collect(),
                ),
            };
            self.unknown(Code::UnknownUnit, what, word, known.iter().map(String::as_str));
        }
        found
    }

    fn ally(&mut self, word: &Located<String>) -> Option<ContingentId> {
        let found = self.rules.ally(word);
        if found.is_none() {
            let known: Vec<String> = self.rules.contingents.iter().filter_map(|c| c.ally.clone()).collect();
            // An ally's own book names allies that this army does not have
            if self.contingent == ContingentId::OWN {
                self.unknown(Code::UnknownAlly, "ally", word, known.iter().map(String::as_str));
            }
        }
        found
    }

    pub(super) fn need(&mut self, need: &f::Need, span: Span) -> Need {
        let selector = need.selector();
        Need {
            what: self.describe_need(&selector),
            selector: self.selector(&selector),
            severity: need.severity.as_ref().map_or(Severity::Error, |w| w.value.into()),
            says: need.says.as_ref().map(|s| s.value.clone()),
            span: need.says.as_ref().map_or(span, |s| s.span),
        }
    }

    pub(super) fn when(&mut self, when: Option<&f::When>) -> When {
        let Some(when) = when else { return When::default() };
        When {
            modes: when
                .mode
                .as_ref()
                .map(|words| words.as_slice().iter().filter_map(|w| self.mode(w)).collect()),
            points: when.points.as_ref().map(compare),
            spent: when.spent.as_ref().map(compare),
            date: when.date.as_ref().map(|d| self.dates(d)),
            commands: when.commands.as_ref().map(compare),
            present: when.present.as_ref().map(|s| self.selector(s)),
            choices: when.choice.iter().map(|(id, answers)| self.answers(id, answers)).collect(),
            any: when.any.iter().map(|w| self.when(Some(w))).collect(),
            all: when.all.iter().map(|w| self.when(Some(w))).collect(),
            not: when.not.as_ref().map(|w| Box::new(self.when(Some(w)))),
        }
    }

    fn answers(&mut self, id: &Located<String>, answers: &Words) -> (String, Vec<String>) {
        let choices = self.rules.contingents.get(self.contingent.0).map_or(&[][..], |c| &c.choices);
        match choices.iter().find(|c| c.id == id.value) {
            None => {
                let known: Vec<String> = choices.iter().map(|c| c.id.clone()).collect();
                self.unknown(Code::BadValue, "choice", id, known.iter().map(String::as_str));
            }
            Some(choice) => {
                let known: Vec<String> = choice.answers.iter().map(|a| a.0.clone()).collect();
                for word in answers.as_slice().iter().filter(|w| !known.contains(&w.value)) {
                    self.unknown(Code::BadValue, "answer", word, known.iter().map(String::as_str));
                }
            }
        }
        (id.value.clone(), answers.as_slice().iter().map(|w| w.value.clone()).collect())
    }

    pub(super) fn mode(&mut self, word: &Located<String>) -> Option<ModeId> {
        let found = self.rules.mode(word);
        if found.is_none() {
            let known: Vec<String> = self.rules.modes.iter().map(|m| m.id.clone()).collect();
            self.unknown(Code::BadValue, "mode", word, known.iter().map(String::as_str));
        }
        found
    }

    pub(super) fn dates(&mut self, dates: &f::Dates) -> Dates {
        let from = match (&dates.from, &dates.after) {
            (Some(from), _) => Some(from.value),
            (None, Some(after)) => Some(after.value.next()),
            (None, None) => None,
        };
        let to = match (&dates.to, &dates.before) {
            (Some(to), _) => Some(to.value),
            (None, Some(before)) => Some(before.value.previous()),
            (None, None) => None,
        };
        let places = [&dates.from, &dates.after, &dates.to, &dates.before];
        let span =
            places.into_iter().flatten().map(|y| y.span).reduce(|a, b| Span { end: b.end.max(a.end), ..a });
        if let (Some(from), Some(to), Some(span)) = (from, to, span)
            && from > to
        {
            self.say(crate::finding::Finding::new(
                Code::BadValue,
                span,
                format!("these dates end in {to} before they begin in {from}"),
            ));
        }
        Dates {
            from,
            to,
            severity: dates.severity.as_ref().map(|w| w.value.into()),
            when: dates.when.as_ref().map(|w| Box::new(self.when(Some(w)))),
            says: dates.says.as_ref().map(|s| s.value.clone()),
            span: span.unwrap_or_default(),
        }
    }

    pub(super) fn dates_list(&mut self, dates: Option<&f::DatesList>) -> Vec<Dates> {
        dates.map_or_else(Vec::new, |list| list.as_slice().iter().map(|d| self.dates(d)).collect())
    }
}

fn finish(test: Test, gathered: Gathered) -> Selector {
    Selector { test, characters: gathered.characters, names_ally: gathered.names_ally, named: gathered.named }
}

fn joined(mut tests: Vec<Test>) -> Test {
    match tests.len() {
        0 => Test::Always,
        1 => tests.remove(0),
        _ => Test::All(tests),
    }
}

fn compare(c: &f::Compare) -> Compare {
    let value = |n: &Option<Located<_>>| n.as_ref().map(|n| n.value);
    Compare {
        min: value(&c.min),
        max: value(&c.max),
        above: value(&c.above),
        below: value(&c.below),
        exactly: value(&c.exactly),
    }
}

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
            let any: Vec<String> = s.any.iter().map(|s| self.describe(s)).collect();
            parts.push(format!("that are {}", any.join(" or ")));
        }
        for inner in &s.all {
            parts.push(format!("that are {}", self.describe(inner)));
        }
        if let Some(not) = &s.not {
            parts.push(format!("but not {}", self.describe(not).replace(&format!("unit{PLURAL} "), "")));
        }
        parts.join(" ")
    }

    /// What an option needs, as `the option "shieldwall"`.
    fn describe_need(&self, s: &f::Selector) -> String {
        let unit = format!("unit{PLURAL} ");
        let whole = self.describe(s).replace(&format!("{unit}with the option"), "the option");
        whole
            .replace(&format!("{unit}tagged"), "the tag")
            .replace(&format!("{unit}that are "), "")
            .replace(PLURAL, "")
    }

    fn printed_name(&self, key: Key, word: &Located<String>) -> String {
        let rules = &self.rules;
        let kind = match key {
            Key::Unit => rules.unit_type(word),
            _ => rules.kind_words.get(&(Some(self.contingent), word.value.clone())).copied(),
        };
        kind.map_or_else(|| word.value.clone(), |k| rules.kinds[k.0].name.clone())
    }
}
