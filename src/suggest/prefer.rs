//! Reads `--prefer`: a selector, as in rulesets, that says what suggestions should add.

use crate::army::Army;
use crate::check::report::Report;
use crate::finding::{Code, FileId, Finding, Scope, Source, Sources, SubjectKind};
use crate::format::selector as f;
use crate::format::words::Words;
use crate::read::{Located, read_text};
use crate::rules::Rules;
use crate::rules::help::near;
use crate::rules::ids::{ContingentId, KindId};
use crate::rules::selector::{Selector, Test};
use crate::solve::reach::{Reach, Sure};

/// The file name under which findings show the argument.
const SHOWN: &str = "--prefer";

/// Reads a selector.
///
/// # Errors
///
/// If the text is not a selector of these rules, a report with findings in this text.
pub fn read(rules: &Rules, words: &str) -> Result<Selector, Report> {
    if !words.trim().is_empty() && !words.contains([':', '{', '}']) {
        return Err(bare(rules, words));
    }
    let read = read_text::<f::Selector>(FileId::CHECKED, words);
    let mut reader =
        Reader { rules, findings: read.findings, characters: false, named: Vec::new(), negative: false };
    let test = read.value.filter(|_| reader.findings.is_empty()).map(|selector| reader.test(&selector));
    match test.filter(|_| reader.findings.is_empty()) {
        Some(test) => Ok(Selector {
            test,
            characters: reader.characters,
            names_ally: false,
            named: reader.named,
            counted_only: false,
        }),
        None => {
            let mut findings = reader.findings;
            // Fixes are for `muster fix`, which only edits lists
            findings.iter_mut().for_each(|finding| finding.mends = Box::default());
            if findings.is_empty() {
                let span = crate::finding::Span::new(FileId::CHECKED, 0, words.len());
                findings.push(
                    Finding::new(Code::WrongType, span, "expected a selector")
                        .help("write what to have more of, such as `tag: cavalry`"),
                );
            }
            let sources = Sources::default().checking(Source::new(SHOWN, words));
            Err(Report { lists: Vec::new(), findings, sources })
        }
    }
}

/// Reports a word without a key, and names the keys under which the rules know the word.
fn bare(rules: &Rules, words: &str) -> Report {
    let word = words.trim();
    let known = [
        ("tag", rules.tag(word).is_some()),
        ("unit", rules.unit_type(word).is_some()),
        ("entry", rules.kinds.iter().any(|k| k.entry_of.is_some() && k.id == word)),
        ("option", rules.option(ContingentId::OWN, word).is_some()),
        ("role", rules.role(word).is_some()),
    ];
    let mut ways: Vec<String> =
        known.iter().filter(|(_, is)| *is).map(|(key, _)| format!("`{key}: {word}`")).collect();
    if ways.is_empty() {
        ways = ["tag", "unit", "entry"].map(|key| format!("`{key}: {word}`")).into();
    }
    let span = crate::finding::Span::new(FileId::CHECKED, 0, words.len());
    let message = format!("\"{word}\" is not a selector: it has no key");
    let finding = Finding::new(Code::WrongType, span, message).help(format!("write {}", ways.join(" or ")));
    let sources = Sources::default().checking(Source::new(SHOWN, words));
    Report { lists: Vec::new(), findings: vec![finding], sources }
}

/// Returns `true` if no unit that the army may have can match a selector.
pub(super) fn finds_nothing(army: &Army<'_>, selector: &Selector) -> bool {
    let rules = army.rules;
    let book = |c: ContingentId| rules.has_book(c).then_some(c);
    let may = |kind: &KindId| {
        let kind = rules.kind_of(*kind);
        kind.unit.is_some() && army.commands.iter().any(|c| book(c.contingent) == kind.entry_of)
    };
    let mut kinds = (0..rules.kinds.len()).map(KindId).filter(may);
    !kinds.any(|kind| Reach::new(rules, kind, army.date).finds(selector) != Sure::No)
}

struct Reader<'r> {
    rules: &'r Rules,
    findings: Vec<Finding>,
    characters: bool,
    named: Vec<KindId>,
    negative: bool,
}

impl Reader<'_> {
    fn test(&mut self, s: &f::Selector) -> Test {
        let rules = self.rules;
        let mut tests: Vec<Test> = Vec::new();
        if let Some(words) = &s.unit {
            let all: Vec<&str> =
                rules.kinds.iter().filter(|k| k.entry_of.is_none()).map(|k| k.id.as_str()).collect();
            let found = self.each(words, Code::UnknownUnit, "unit type", &all, |word| {
                let unit = rules.unit_type(word)?;
                Some((0..rules.kinds.len()).map(KindId).filter(|k| rules.base_of(*k) == unit).collect())
            });
            tests.push(self.kinds(found));
        }
        if let Some(words) = &s.tag {
            let all: Vec<&str> = rules.tags.iter().map(String::as_str).collect();
            let found = self.each(words, Code::BadValue, "tag", &all, |word| Some(vec![rules.tag(word)?]));
            tests.push(Test::Tag(found));
        }
        if let Some(words) = &s.option {
            let all: Vec<&str> = rules.options.iter().map(|o| o.id.as_str()).collect();
            let found = self.each(words, Code::UnknownOption, "option", &all, |word| {
                Some(vec![rules.option(ContingentId::OWN, word)?])
            });
            tests.push(Test::Option(found));
        }
        if let Some(words) = &s.role {
            let all: Vec<&str> = rules.roles.iter().map(|r| r.id.as_str()).collect();
            let found =
                self.each(words, Code::UnknownRole, "role", &all, |word| Some(vec![rules.role(word)?]));
            self.characters |= !self.negative;
            tests.push(Test::Role(found));
        }
        if let Some(words) = &s.entry {
            let entries = || rules.kinds.iter().filter(|k| k.entry_of.is_some());
            let all: Vec<&str> = entries().map(|k| k.id.as_str()).collect();
            let found = self.each(words, Code::UnknownUnit, "entry", &all, |word| {
                let found: Vec<KindId> = entries().filter(|k| k.id == word).map(|k| k.own).collect();
                (!found.is_empty()).then_some(found)
            });
            tests.push(self.kinds(found));
        }
        if let Some(words) = &s.book {
            let books = || rules.contingents.iter().filter_map(|c| c.book.as_ref());
            let all: Vec<&str> = books().map(|b| b.id.as_str()).collect();
            let found = self.each(words, Code::UnknownBook, "book", &all, |word| {
                books().any(|b| b.id == word).then(|| self::of_book(rules, word))
            });
            tests.push(sorted(found));
        }
        if let Some(words) = &s.ally {
            let all: Vec<&str> = rules.contingents.iter().filter_map(|c| c.ally.as_deref()).collect();
            let found =
                self.each(words, Code::UnknownAlly, "ally", &all, |word| Some(vec![rules.ally(word)?]));
            tests.push(Test::Contingent(found));
        }
        if !s.any.is_empty() {
            tests.push(Test::Any(s.any.iter().map(|s| self.test(s)).collect()));
        }
        tests.extend(s.all.iter().map(|s| self.test(s)).collect::<Vec<_>>());
        if let Some(not) = &s.not {
            self.negative = !self.negative;
            tests.push(Test::Not(Box::new(self.test(not))));
            self.negative = !self.negative;
        }
        match tests.len() {
            0 => Test::Always,
            1 => tests.remove(0),
            _ => Test::All(tests),
        }
    }

    /// Looks up each word and reports those that are unknown.
    fn each<T>(
        &mut self,
        words: &Words,
        code: Code,
        what: &str,
        known: &[&str],
        of: impl Fn(&str) -> Option<Vec<T>>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for word in words.as_slice() {
            match of(word) {
                Some(found) => all.extend(found),
                None => self.findings.push(unknown(word, code, what, known, &self.rules.name)),
            }
        }
        all
    }

    fn kinds(&mut self, found: Vec<KindId>) -> Test {
        if !self.negative {
            self.named.extend(&found);
        }
        sorted(found)
    }
}

fn unknown(word: &Located<String>, code: Code, what: &str, known: &[&str], game: &str) -> Finding {
    let finding = Finding::new(code, word.span, format!("there is no {what} \"{}\" in {game}", word.value));
    near(finding.about(SubjectKind::Word, word.as_str()).scope(Scope::File), word, known, what)
}

fn of_book(rules: &Rules, book: &str) -> Vec<KindId> {
    let of = |c: ContingentId| rules.contingents[c.0].book.as_ref().is_some_and(|b| b.id == book);
    (0..rules.kinds.len()).map(KindId).filter(|k| rules.kind_of(*k).entry_of.is_some_and(of)).collect()
}

fn sorted(mut kinds: Vec<KindId>) -> Test {
    kinds.sort_unstable();
    kinds.dedup();
    Test::Kind(kinds)
}
