//! Loads events, which are the terms of a tournament, and checks that each word of an event names something in a
//! ruleset that it allows.

use std::path::Path;
use std::sync::Arc;

use crate::finding::{Code, Finding, Severity, Span, SubjectKind};
use crate::format::event::{Event, EventPoints};
use crate::read::Located;
use crate::rules::Rules;
use crate::rules::built_in_and_folder_files::top_level_text;
use crate::rules::compile::{LoadedEvent, LoadedRuleset, compile_rules, unknown_name_finding};
use crate::rules::folders_on_disk_or_in_memory::may_be_event;
use crate::rules::read_and_merge_rulesets::{self, RulesFile};
use crate::wording::names_there_are;
use crate::yaml::nearest_name;

use super::Library;

/// A ruleset that an event allows, with the books that can be used with it.
struct AllowedRuleset {
    ruleset: LoadedRuleset,
    books: Vec<String>,
}

/// The events of a library in memory, and what is wrong with its files besides rulesets and books.
#[derive(Debug, Default)]
pub(crate) struct HeldEvents {
    /// The path, the id and the name of each event without errors.
    pub(crate) events: Vec<(String, String, String)>,
    /// The findings about events, and a warning for each file that is not used.
    pub(crate) findings: Vec<Finding>,
}

impl Library {
    /// Returns the events in memory.
    pub(crate) fn held_events(&self) -> &HeldEvents {
        self.held_events.get_or_init(|| {
            let mut found = HeldEvents::default();
            for source in self.held_files().filter(|source| may_be_event(Path::new(&source.path))) {
                let file = RulesFile::of_source(Arc::clone(source));
                if top_level_text(&source.text, "event").is_none() {
                    let file = self.sources().add_shared(Arc::clone(source));
                    let message = "this file is not used: it is neither a ruleset, a book nor an event";
                    let finding = Finding::new(Code::NotChecked, Span::new(file, 0, 0), message);
                    let help = "a ruleset is ID/ruleset.yaml, a book is ID/books/NAME.yaml";
                    found.findings.push(finding.with_help(help));
                    continue;
                }
                let (event, findings) = self.read_event(&file);
                if let Some(event) = event.filter(|_| findings.iter().all(|f| f.severity != Severity::Error))
                {
                    let (id, name) = (event.file.event.value.clone(), event.file.name.value.clone());
                    found.events.push((event.path, id, name));
                }
                found.findings.extend(findings);
            }
            found
        })
    }

    /// Reads an event.
    ///
    /// `None` if its file has errors, which are then among the library's findings.
    pub fn load_event(&self, found: &RulesFile) -> Option<LoadedEvent> {
        let (event, findings) = self.read_event(found);
        let errors = findings.iter().any(|f| f.severity == Severity::Error);
        self.keep_findings(findings);
        event.filter(|_| !errors)
    }

    /// Returns everything wrong with the event in this file, sorted.
    pub fn check_event(&self, found: &RulesFile) -> Vec<Finding> {
        let (_, mut findings) = self.read_event(found);
        crate::finding::sort_and_dedup(&mut findings);
        findings
    }

    /// Reads an event, with all findings about it.
    fn read_event(&self, found: &RulesFile) -> (Option<LoadedEvent>, Vec<Finding>) {
        let loaded = read_and_merge_rulesets::read_event(found, &self.sources);
        let mut findings = loaded.findings;
        let event = loaded.file.map(|file| LoadedEvent {
            file: Arc::new(file),
            path: found.found_in.clone(),
            content_hash: loaded.content_hash,
        });
        findings.extend(event.iter().flat_map(|event| self.event_faults(event)));
        (event, findings)
    }

    /// Returns a finding for every word of an event that names nothing: rulesets, books, modes, and what its
    /// limits and other terms are about.
    ///
    /// A word that is known in one of several allowed rulesets or books is not reported.
    pub fn event_faults(&self, event: &LoadedEvent) -> Vec<Finding> {
        let file = &*event.file;
        let mut faults = Vec::new();
        let admitted = self.allowed_rulesets(file, &mut faults);
        check_books(file, &admitted, &mut faults);
        check_modes(file, &admitted, &mut faults);
        check_sizes(file, &mut faults);
        faults.extend(self.faults_everywhere(event, &admitted));
        faults
    }

    /// Returns the rulesets that an event allows.
    ///
    /// If a word names no ruleset, all rulesets are returned, so that words that only the missing one would
    /// know are not reported as well.
    fn allowed_rulesets(&self, file: &Event, faults: &mut Vec<Finding>) -> Vec<AllowedRuleset> {
        let known = self.list_rulesets();
        let is_known = |word: &Located<String>| known.iter().any(|k| k.id == word.value);
        let words = file.rulesets.as_deref();
        for word in words.iter().copied().flatten().filter(|word| !is_known(word)) {
            faults.push(match self.ignored_ruleset(word) {
                Some(uncounted) => {
                    let message = format!("{uncounted} cannot be used under an event");
                    let help = "under an event, only --rulesets and built-in rulesets are used";
                    Finding::new(Code::UnknownRuleset, word.span, message)
                        .with_subject(SubjectKind::Ruleset, &word.value)
                        .with_help(help)
                }
                None => unknown_with_hints(
                    Code::UnknownRuleset,
                    "ruleset",
                    word,
                    known.iter().map(|k| k.id.as_str()),
                ),
            });
        }
        let named = words.filter(|words| words.iter().all(is_known));
        let admits = |id: &str| named.is_none_or(|words| words.iter().any(|word| word.value == id));
        let admitted = known.iter().filter(|ruleset| admits(&ruleset.id)).filter_map(|known| {
            let ruleset = self.load_ruleset(&known.id, &mut Vec::new())?;
            let serving = std::iter::once(&known.id).chain(&ruleset.extends);
            let books = serving.flat_map(|id| self.books_of_ruleset(id)).map(|book| book.id).collect();
            Some(AllowedRuleset { ruleset, books })
        });
        admitted.collect()
    }

    /// Returns the findings about an event that appear under every allowed ruleset and book.
    fn faults_everywhere(&self, event: &LoadedEvent, admitted: &[AllowedRuleset]) -> Vec<Finding> {
        let mut common: Option<Vec<Finding>> = None;
        self.compile_each(event, admitted, |_, faults| {
            let here =
                |f: &Finding| f.primary_label().is_some_and(|l| l.span.file == event.file.event.span.file);
            let faults: Vec<Finding> = faults.into_iter().filter(here).collect();
            common = Some(match common.take() {
                None => faults,
                Some(known) => known.into_iter().filter_map(|f| if_also_among(f, &faults)).collect(),
            });
        });
        common.unwrap_or_default()
    }

    /// Calls `look` with the rules of every ruleset and book that an event allows, under its terms.
    pub fn for_each_allowed(&self, event: &LoadedEvent, mut look: impl FnMut(Rules)) {
        let admitted = self.allowed_rulesets(&event.file, &mut Vec::new());
        self.compile_each(event, &admitted, |rules, _| look(rules));
    }

    /// Compiles every ruleset and book that an event allows, under its terms.
    fn compile_each(
        &self,
        event: &LoadedEvent,
        admitted: &[AllowedRuleset],
        mut look: impl FnMut(Rules, Vec<Finding>),
    ) {
        let file = &*event.file;
        let exists = |word: &Located<String>| admitted.iter().any(|a| a.books.contains(&word.value));
        // As with rulesets: if a word names no book, all are taken
        let named = file.books.as_deref().filter(|words| words.iter().all(exists));
        let admits = |id: &String| named.is_none_or(|words| words.iter().any(|word| word.value == *id));
        for AllowedRuleset { ruleset, books } in admitted {
            let books = books.iter().filter(|id| admits(id)).map(|id| Some(id.as_str()));
            for book in books.chain(file.books.is_none().then_some(None)) {
                let own = book.and_then(|b| self.load_book(ruleset, b, &mut Vec::new()));
                let find = &mut |id: &str| self.load_book(ruleset, id, &mut Vec::new());
                let (rules, faults) = compile_rules(ruleset, own.as_ref(), Some(event), find);
                look(rules, faults);
            }
        }
    }
}

/// Returns a finding if it is also among these, with the help of whichever has one.
fn if_also_among(mut fault: Finding, faults: &[Finding]) -> Option<Finding> {
    let same = faults.iter().find(|f| f.code == fault.code && f.labels == fault.labels)?;
    fault.help = fault.help.or_else(|| same.help.clone());
    Some(fault)
}

/// Creates a finding for a word that names nothing, with the nearest known word or a few of the known ones.
fn unknown_with_hints<'k>(
    code: Code,
    what: &str,
    word: &Located<String>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Finding {
    let near = nearest_name(word, known.clone());
    let finding = unknown_name_finding(code, what, word, near);
    match near {
        Some(_) => finding,
        None => {
            let mut all: Vec<&str> = known.collect();
            all.sort_unstable();
            all.dedup();
            if all.is_empty() { finding } else { finding.with_help(names_there_are(all)) }
        }
    }
}

fn check_books(file: &Event, admitted: &[AllowedRuleset], faults: &mut Vec<Finding>) {
    let known = admitted.iter().flat_map(|a| &a.books).map(String::as_str);
    for word in file.books.iter().flatten() {
        if !known.clone().any(|id| id == word.value) {
            faults.push(unknown_with_hints(Code::UnknownBook, "book", word, known.clone()));
        }
    }
}

fn check_modes(file: &Event, admitted: &[AllowedRuleset], faults: &mut Vec<Finding>) {
    let known = admitted.iter().flat_map(|a| a.ruleset.file.modes.keys()).map(|mode| mode.as_str());
    for word in file.modes.iter().flatten() {
        if !known.clone().any(|id| id == word.value) {
            faults.push(unknown_with_hints(Code::BadValue, "mode", word, known.clone()));
        }
    }
}

/// Reports agreed sizes that are not above 0.
fn check_sizes(file: &Event, faults: &mut Vec<Finding>) {
    let sizes = match &file.points {
        None => Vec::new(),
        Some(EventPoints::Exactly(size)) => vec![size],
        Some(EventPoints::Range(range)) => range.min.iter().chain(&range.max).collect(),
    };
    for size in sizes.into_iter().filter(|size| size.value <= 0 && !size.is_placeholder()) {
        let message = format!("the agreed size is {}; expected a number above 0", size.value);
        faults.push(
            Finding::new(Code::BadValue, size.span, message)
                .with_subject(SubjectKind::Event, &file.name.value),
        );
    }
}
