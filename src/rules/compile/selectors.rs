//! Compiles the selectors of files and formulas.

use crate::finding::{Code, Span};
use crate::format::formula::{ClauseAst, Key, SelectorAst, Word};
use crate::format::selector as f;
use crate::read::Located;
use crate::rules::ids::{ContingentId, KindId};
use crate::rules::selector::{Selector, Test};

use super::Compiler;

/// What is learned about a selector while its tests are compiled.
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

    /// Compiles a selector in a formula whose text is at `span`. The selector leaves out uncounted units.
    pub(super) fn selector_in_formula(&mut self, ast: &SelectorAst, span: Span, text: &str) -> Selector {
        let mut gathered = Gathered::default();
        let test = self.ast(ast, span, text, &mut gathered);
        finish(test, gathered).counted_only()
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

    /// Compiles the test of one key, such as `tag: foot`.
    fn clause(&mut self, key: Key, words: &[Located<String>], gathered: &mut Gathered) -> Test {
        match key {
            Key::Tag => Test::Tag(words.iter().map(|w| self.asked_tag(w)).collect()),
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

    /// Returns the unit types and entries that a word of `unit`, `entry` or `book` stands for.
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
        // An ally's book may name entries that the ally does not bring, and a book is only known if its file
        // was read
        let of_event = self.tags_in_use.is_some();
        let elsewhere = key == Key::Book && !of_event
            || self.contingent != ContingentId::OWN && self.left_out.contains(&word.value);
        if found.is_empty() && !elsewhere {
            let (what, known): (&str, Vec<String>) = match key {
                Key::Unit => (
                    "unit type",
                    all()
                        .filter(|k| rules.kinds[k.0].entry_of.is_none())
                        .map(|k| rules.kinds[k.0].id.clone())
                        .collect(),
                ),
                Key::Book => {
                    let books = rules.contingents.iter().filter_map(|c| c.book.as_ref());
                    ("book", books.map(|b| b.id.clone()).collect())
                }
                _ => (
                    "entry",
                    all()
                        .filter(|k| rules.kinds[k.0].entry_of.is_some())
                        .map(|k| rules.kinds[k.0].id.clone())
                        .collect(),
                ),
            };
            let code = if key == Key::Book { Code::UnknownBook } else { Code::UnknownUnit };
            self.unknown(code, what, word, known.iter().map(String::as_str));
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
}

fn finish(test: Test, gathered: Gathered) -> Selector {
    Selector {
        test,
        characters: gathered.characters,
        names_ally: gathered.names_ally,
        named: gathered.named,
        counted_only: false,
    }
}

/// Combines tests that must all be true.
fn joined(mut tests: Vec<Test>) -> Test {
    match tests.len() {
        0 => Test::Always,
        1 => tests.remove(0),
        _ => Test::All(tests),
    }
}
