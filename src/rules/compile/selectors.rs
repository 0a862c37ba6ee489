//! Compiles the selectors of files and formulas.

use crate::finding::{Code, Span};
use crate::format::formula::{ClauseAst, FormulaId, SelectorAst, SelectorKey};
use crate::format::selectors_and_conditions as f;
use crate::read::Located;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, UnitKindId};

use super::Compiler;

/// What is learned about a selector while its tests are compiled.
#[derive(Default)]
struct SelectorFacts {
    matches_characters: bool,
    names_ally: bool,
    named_kinds: Vec<UnitKindId>,
    is_negated: bool,
}

impl Compiler {
    pub(super) fn compile_selector(&mut self, selector: &f::Selector) -> Selector {
        let mut gathered = SelectorFacts::default();
        let test = self.compile_test(selector, &mut gathered);
        build_selector(test, gathered)
    }

    /// Compiles a selector in a formula whose text is at `span`. The selector leaves out uncounted units.
    pub(super) fn compile_formula_selector(&mut self, ast: &SelectorAst, span: Span, text: &str) -> Selector {
        let mut gathered = SelectorFacts::default();
        let test = self.compile_ast(ast, span, text, &mut gathered);
        build_selector(test, gathered).skipping_uncounted()
    }

    fn compile_test(&mut self, s: &f::Selector, gathered: &mut SelectorFacts) -> SelectorTest {
        let keys = [
            (SelectorKey::Unit, &s.unit),
            (SelectorKey::Tag, &s.tag),
            (SelectorKey::Option, &s.option),
            (SelectorKey::Role, &s.role),
            (SelectorKey::Entry, &s.entry),
            (SelectorKey::Book, &s.book),
            (SelectorKey::Ally, &s.ally),
            (SelectorKey::Command, &s.command),
        ];
        let mut tests: Vec<SelectorTest> = Vec::new();
        for (key, words) in keys {
            if let Some(words) = words {
                tests.push(self.compile_clause(key, words.as_slice(), gathered));
            }
        }
        if !s.any.is_empty() {
            tests.push(SelectorTest::Any(s.any.iter().map(|s| self.compile_test(s, gathered)).collect()));
        }
        tests.extend(s.all.iter().map(|s| self.compile_test(s, gathered)).collect::<Vec<_>>());
        if let Some(not) = &s.not {
            gathered.is_negated = !gathered.is_negated;
            tests.push(SelectorTest::Not(Box::new(self.compile_test(not, gathered))));
            gathered.is_negated = !gathered.is_negated;
        }
        all_of(tests)
    }

    fn compile_ast(
        &mut self,
        ast: &SelectorAst,
        span: Span,
        text: &str,
        gathered: &mut SelectorFacts,
    ) -> SelectorTest {
        let mut tests = Vec::new();
        for clause in &ast.clauses {
            tests.push(match clause {
                ClauseAst::Words { key, words } => {
                    let place = |w: &FormulaId| Located {
                        value: w.text.clone(),
                        span: super::span_within(span, text, &w.range),
                    };
                    let words: Vec<Located<String>> = words.iter().map(place).collect();
                    self.compile_clause(*key, &words, gathered)
                }
                ClauseAst::Any(all) => {
                    SelectorTest::Any(all.iter().map(|s| self.compile_ast(s, span, text, gathered)).collect())
                }
                ClauseAst::All(all) => {
                    SelectorTest::All(all.iter().map(|s| self.compile_ast(s, span, text, gathered)).collect())
                }
                ClauseAst::Not(inner) => {
                    gathered.is_negated = !gathered.is_negated;
                    let test = self.compile_ast(inner, span, text, gathered);
                    gathered.is_negated = !gathered.is_negated;
                    SelectorTest::Not(Box::new(test))
                }
            });
        }
        all_of(tests)
    }

    /// Compiles the test of one key, such as `tag: foot`.
    fn compile_clause(
        &mut self,
        key: SelectorKey,
        words: &[Located<String>],
        gathered: &mut SelectorFacts,
    ) -> SelectorTest {
        match key {
            SelectorKey::Tag => SelectorTest::Tag(words.iter().map(|w| self.tested_tag(w)).collect()),
            SelectorKey::Option => {
                SelectorTest::Option(words.iter().filter_map(|w| self.resolve_option(w)).collect())
            }
            SelectorKey::Role => {
                gathered.matches_characters |= !gathered.is_negated;
                SelectorTest::Role(words.iter().filter_map(|w| self.resolve_role(w)).collect())
            }
            SelectorKey::Ally => {
                gathered.names_ally = true;
                SelectorTest::Contingent(words.iter().filter_map(|w| self.resolve_ally(w)).collect())
            }
            SelectorKey::Command => {
                let kinds = words.iter().filter_map(|w| self.resolve_command_kind(w, &[]));
                SelectorTest::CommandKind(kinds.collect())
            }
            SelectorKey::Unit | SelectorKey::Entry | SelectorKey::Book => {
                let mut kinds: Vec<UnitKindId> =
                    words.iter().flat_map(|w| self.kinds_named(key, w)).collect();
                kinds.sort_unstable();
                kinds.dedup();
                if !gathered.is_negated && key != SelectorKey::Book {
                    gathered.named_kinds.extend(&kinds);
                }
                SelectorTest::Kind(kinds)
            }
        }
    }

    /// Returns the unit types and entries that a word of `unit`, `entry` or `book` stands for.
    fn kinds_named(&mut self, key: SelectorKey, word: &Located<String>) -> Vec<UnitKindId> {
        let rules = &self.rules;
        let all = || (0..rules.kinds.len()).map(UnitKindId);
        let book = |c: ContingentId| rules.contingents[c.0].book.as_ref().map(|b| b.id.as_str());
        let found: Vec<UnitKindId> = match key {
            SelectorKey::Unit => match rules.find_unit_type(word) {
                Some(unit) => all().filter(|k| rules.base_kind(*k) == unit).collect(),
                None => Vec::new(),
            },
            SelectorKey::Entry => {
                let own = |k: &UnitKindId| rules.kinds[k.0].entry_of == Some(self.contingent);
                let entry = |k: &UnitKindId| {
                    let kind = &rules.kinds[k.0];
                    kind.entry_of.is_some() && (kind.id == word.value || kind.aka.contains(&word.value))
                };
                let mine: Vec<UnitKindId> = all().filter(|k| own(k) && entry(k)).collect();
                if mine.is_empty() { all().filter(entry).collect() } else { mine }
            }
            _ => all().filter(|k| rules.kinds[k.0].entry_of.and_then(book) == Some(word.as_str())).collect(),
        };
        // A book may name entries that an ally does not bring, or that another book which extends it drops; and a
        // book is only known if its file was read
        let of_event = self.tags_in_use.is_some();
        let is_left_out =
            || self.left_out_entries.iter().any(|(at, id)| *at == self.contingent && *id == word.value);
        let elsewhere = !of_event && (key == SelectorKey::Book || is_left_out());
        if found.is_empty() && !elsewhere {
            let (what, known): (&str, Vec<String>) = match key {
                SelectorKey::Unit => (
                    "unit type",
                    all()
                        .filter(|k| rules.kinds[k.0].entry_of.is_none())
                        .map(|k| rules.kinds[k.0].id.clone())
                        .collect(),
                ),
                SelectorKey::Book => {
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
            let code = if key == SelectorKey::Book { Code::UnknownBook } else { Code::UnknownUnit };
            self.report_unknown(code, what, word, known.iter().map(String::as_str));
        }
        found
    }

    fn resolve_ally(&mut self, word: &Located<String>) -> Option<ContingentId> {
        let found = self.rules.find_ally(word);
        if found.is_none() {
            let known: Vec<String> = self.rules.contingents.iter().filter_map(|c| c.ally.clone()).collect();
            // An ally's own book names allies that this army does not have
            if self.contingent == ContingentId::OWN {
                self.report_unknown(Code::UnknownAlly, "ally", word, known.iter().map(String::as_str));
            }
        }
        found
    }
}

fn build_selector(test: SelectorTest, gathered: SelectorFacts) -> Selector {
    Selector {
        test,
        matches_characters: gathered.matches_characters,
        names_ally: gathered.names_ally,
        named_kinds: gathered.named_kinds,
        skips_uncounted: false,
    }
}

/// Combines tests that must all be true.
fn all_of(mut tests: Vec<SelectorTest>) -> SelectorTest {
    match tests.len() {
        0 => SelectorTest::Always,
        1 => tests.remove(0),
        _ => SelectorTest::All(tests),
    }
}
