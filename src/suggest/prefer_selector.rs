//! Reads `--prefer`: a selector, as in rulesets, that says what suggestions should add.

use crate::army::Army;
use crate::army::selector_coverage_of_unit_types::{Coverage, OptionReach};
use crate::check::report::Report;
use crate::finding::{Code, FileId, Finding, Scope, SourceFile, SourceFiles, SubjectKind};
use crate::format::selectors_and_conditions as f;
use crate::format::shared_types::OneOrMore;
use crate::read::{Located, read_text};
use crate::rules::Rules;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::help_for_words::with_suggestion;
use crate::rules::id_types::{ContingentId, UnitKindId};

/// The file name under which findings show the argument.
const SOURCE_NAME: &str = "--prefer";

/// Reads a selector.
///
/// # Errors
///
/// If the text is not a selector of these rules, a report with findings in this text.
pub fn parse_preference(rules: &Rules, words: &str) -> Result<Selector, Report> {
    if !words.trim().is_empty() && !words.contains([':', '{', '}']) {
        return Err(missing_key_report(rules, words));
    }
    let read = read_text::<f::Selector>(FileId::CHECKED, words);
    let mut reader = PreferenceReader {
        rules,
        findings: read.findings,
        characters: false,
        named: Vec::new(),
        negative: false,
    };
    let test =
        read.value.filter(|_| reader.findings.is_empty()).map(|selector| reader.compile_test(&selector));
    match test.filter(|_| reader.findings.is_empty()) {
        Some(test) => Ok(Selector {
            test,
            matches_characters: reader.characters,
            names_ally: false,
            named_kinds: reader.named,
            skips_uncounted: false,
        }),
        None => {
            let mut findings = reader.findings;
            // Fixes are for `muster fix`, which only edits lists
            findings.iter_mut().for_each(|finding| finding.edits = Box::default());
            if findings.is_empty() {
                let span = crate::finding::Span::new(FileId::CHECKED, 0, words.len());
                findings.push(
                    Finding::new(Code::WrongType, span, "expected a selector")
                        .with_help("write what to have more of, such as `tag: cavalry`"),
                );
            }
            let sources = SourceFiles::default().with_checked_file(SourceFile::new(SOURCE_NAME, words));
            Err(Report { lists: Vec::new(), findings, sources })
        }
    }
}

/// Reports a word without a key, and names the keys under which the rules know the word.
fn missing_key_report(rules: &Rules, words: &str) -> Report {
    let word = words.trim();
    let known = [
        ("tag", rules.find_tag(word).is_some()),
        ("unit", rules.find_unit_type(word).is_some()),
        ("entry", rules.kinds.iter().any(|k| k.entry_of.is_some() && k.id == word)),
        ("option", rules.find_option(ContingentId::OWN, word).is_some()),
        ("role", rules.find_role(word).is_some()),
    ];
    let mut ways: Vec<String> =
        known.iter().filter(|(_, is)| *is).map(|(key, _)| format!("`{key}: {word}`")).collect();
    if ways.is_empty() {
        ways = ["tag", "unit", "entry"].map(|key| format!("`{key}: {word}`")).into();
    }
    let span = crate::finding::Span::new(FileId::CHECKED, 0, words.len());
    let message = format!("\"{word}\" is not a selector: it has no key");
    let finding =
        Finding::new(Code::WrongType, span, message).with_help(format!("write {}", ways.join(" or ")));
    let sources = SourceFiles::default().with_checked_file(SourceFile::new(SOURCE_NAME, words));
    Report { lists: Vec::new(), findings: vec![finding], sources }
}

/// Returns `true` if no unit that the army may have can match a selector.
pub(super) fn matches_nothing(army: &Army<'_>, selector: &Selector) -> bool {
    let rules = army.rules;
    let book = |c: ContingentId| rules.has_book(c).then_some(c);
    let may = |kind: &UnitKindId| {
        let kind = rules.kind(*kind);
        kind.unit_type.is_some() && army.commands.iter().any(|c| book(c.contingent) == kind.entry_of)
    };
    let mut kinds = (0..rules.kinds.len()).map(UnitKindId).filter(may);
    !kinds.any(|kind| OptionReach::new(rules, kind, army.date).coverage(selector) != Coverage::Never)
}

struct PreferenceReader<'r> {
    rules: &'r Rules,
    findings: Vec<Finding>,
    characters: bool,
    named: Vec<UnitKindId>,
    negative: bool,
}

impl PreferenceReader<'_> {
    fn compile_test(&mut self, s: &f::Selector) -> SelectorTest {
        let rules = self.rules;
        let mut tests: Vec<SelectorTest> = Vec::new();
        if let Some(words) = &s.unit {
            let all: Vec<&str> =
                rules.kinds.iter().filter(|k| k.entry_of.is_none()).map(|k| k.id.as_str()).collect();
            let found = self.resolve_names(words, Code::UnknownUnit, "unit type", &all, |word| {
                let unit = rules.find_unit_type(word)?;
                Some((0..rules.kinds.len()).map(UnitKindId).filter(|k| rules.base_kind(*k) == unit).collect())
            });
            tests.push(self.kinds_test(found));
        }
        if let Some(words) = &s.tag {
            let all: Vec<&str> = rules.tags.iter().map(String::as_str).collect();
            let found = self
                .resolve_names(words, Code::BadValue, "tag", &all, |word| Some(vec![rules.find_tag(word)?]));
            tests.push(SelectorTest::Tag(found));
        }
        if let Some(words) = &s.option {
            let all: Vec<&str> = rules.options.iter().map(|o| o.id.as_str()).collect();
            let found = self.resolve_names(words, Code::UnknownOption, "option", &all, |word| {
                Some(vec![rules.find_option(ContingentId::OWN, word)?])
            });
            tests.push(SelectorTest::Option(found));
        }
        if let Some(words) = &s.role {
            let all: Vec<&str> = rules.roles.iter().map(|r| r.id.as_str()).collect();
            let found = self.resolve_names(words, Code::UnknownRole, "role", &all, |word| {
                Some(vec![rules.find_role(word)?])
            });
            self.characters |= !self.negative;
            tests.push(SelectorTest::Role(found));
        }
        if let Some(words) = &s.entry {
            let entries = || rules.kinds.iter().filter(|k| k.entry_of.is_some());
            let all: Vec<&str> = entries().map(|k| k.id.as_str()).collect();
            let found = self.resolve_names(words, Code::UnknownUnit, "entry", &all, |word| {
                let found: Vec<UnitKindId> = entries().filter(|k| k.id == word).map(|k| k.kind_id).collect();
                (!found.is_empty()).then_some(found)
            });
            tests.push(self.kinds_test(found));
        }
        if let Some(words) = &s.book {
            let books = || rules.contingents.iter().filter_map(|c| c.book.as_ref());
            let all: Vec<&str> = books().map(|b| b.id.as_str()).collect();
            let found = self.resolve_names(words, Code::UnknownBook, "book", &all, |word| {
                books().any(|b| b.id == word).then(|| self::kinds_of_book(rules, word))
            });
            tests.push(sorted_kinds_test(found));
        }
        if let Some(words) = &s.ally {
            let all: Vec<&str> = rules.contingents.iter().filter_map(|c| c.ally.as_deref()).collect();
            let found = self.resolve_names(words, Code::UnknownAlly, "ally", &all, |word| {
                Some(vec![rules.find_ally(word)?])
            });
            tests.push(SelectorTest::Contingent(found));
        }
        if !s.any.is_empty() {
            tests.push(SelectorTest::Any(s.any.iter().map(|s| self.compile_test(s)).collect()));
        }
        tests.extend(s.all.iter().map(|s| self.compile_test(s)).collect::<Vec<_>>());
        if let Some(not) = &s.not {
            self.negative = !self.negative;
            tests.push(SelectorTest::Not(Box::new(self.compile_test(not))));
            self.negative = !self.negative;
        }
        match tests.len() {
            0 => SelectorTest::Always,
            1 => tests.remove(0),
            _ => SelectorTest::All(tests),
        }
    }

    /// Looks up each word and reports those that are unknown.
    fn resolve_names<T>(
        &mut self,
        words: &OneOrMore,
        code: Code,
        what: &str,
        known: &[&str],
        of: impl Fn(&str) -> Option<Vec<T>>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for word in words.as_slice() {
            match of(word) {
                Some(found) => all.extend(found),
                None => self.findings.push(unknown_name_finding(word, code, what, known, &self.rules.name)),
            }
        }
        all
    }

    fn kinds_test(&mut self, found: Vec<UnitKindId>) -> SelectorTest {
        if !self.negative {
            self.named.extend(&found);
        }
        sorted_kinds_test(found)
    }
}

fn unknown_name_finding(
    word: &Located<String>,
    code: Code,
    what: &str,
    known: &[&str],
    game: &str,
) -> Finding {
    let finding = Finding::new(code, word.span, format!("there is no {what} \"{}\" in {game}", word.value));
    with_suggestion(
        finding.with_subject(SubjectKind::Word, word.as_str()).with_scope(Scope::File),
        word,
        known,
        what,
    )
}

fn kinds_of_book(rules: &Rules, book: &str) -> Vec<UnitKindId> {
    let of = |c: ContingentId| rules.contingents[c.0].book.as_ref().is_some_and(|b| b.id == book);
    (0..rules.kinds.len()).map(UnitKindId).filter(|k| rules.kind(*k).entry_of.is_some_and(of)).collect()
}

fn sorted_kinds_test(mut kinds: Vec<UnitKindId>) -> SelectorTest {
    kinds.sort_unstable();
    kinds.dedup();
    SelectorTest::Kind(kinds)
}
