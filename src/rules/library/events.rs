//! Loads events, and checks that each word of an event names something in a ruleset that it allows.

use std::sync::Arc;

use crate::finding::{Code, Finding, Severity};
use crate::format::event::{Event, EventPoints};
use crate::read::Located;
use crate::rules::Rules;
use crate::rules::compile::{LoadedEvent, LoadedRuleset, compile, unknown};
use crate::rules::load::{self, Found};
use crate::yaml::nearest;

use super::Library;

/// A ruleset that an event allows, with the books that can be used with it.
struct Admitted {
    ruleset: LoadedRuleset,
    books: Vec<String>,
}

impl Library {
    /// Reads an event.
    ///
    /// `None` if its file has errors, which are then among the library's findings.
    pub fn load_event(&self, found: &Found) -> Option<LoadedEvent> {
        let (event, findings) = self.read_event(found);
        let errors = findings.iter().any(|f| f.severity == Severity::Error);
        self.keep(findings);
        event.filter(|_| !errors)
    }

    /// Returns everything wrong with the event in this file, sorted.
    pub fn check_event(&self, found: &Found) -> Vec<Finding> {
        let (_, mut findings) = self.read_event(found);
        crate::finding::sort(&mut findings);
        findings
    }

    /// Reads an event, with all findings about it.
    fn read_event(&self, found: &Found) -> (Option<LoadedEvent>, Vec<Finding>) {
        let loaded = load::event(found, &self.sources);
        let mut findings = loaded.findings;
        let event = loaded.file.map(|file| LoadedEvent {
            file: Arc::new(file),
            from: found.from.clone(),
            content: loaded.content,
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
        let admitted = self.admitted(file, &mut faults);
        books(file, &admitted, &mut faults);
        modes(file, &admitted, &mut faults);
        size(file, &mut faults);
        faults.extend(self.known_to_none(event, &admitted));
        faults
    }

    /// Returns the rulesets that an event allows.
    ///
    /// If a word names no ruleset, all rulesets are returned, so that words that only the missing one would
    /// know are not reported as well.
    fn admitted(&self, file: &Event, faults: &mut Vec<Finding>) -> Vec<Admitted> {
        let known = self.rulesets();
        let is_known = |word: &Located<String>| known.iter().any(|k| k.id == word.value);
        let words = file.rulesets.as_deref();
        for word in words.iter().copied().flatten().filter(|word| !is_known(word)) {
            faults.push(match self.uncounted(word) {
                Some(uncounted) => {
                    let message = format!("{uncounted} cannot be used under an event");
                    let help = "under an event, only --rulesets and built-in rulesets are used";
                    Finding::new(Code::UnknownRuleset, word.span, message).help(help)
                }
                None => no_such(Code::UnknownRuleset, "ruleset", word, known.iter().map(|k| k.id.as_str())),
            });
        }
        let named = words.filter(|words| words.iter().all(is_known));
        let admits = |id: &str| named.is_none_or(|words| words.iter().any(|word| word.value == id));
        let admitted = known.iter().filter(|ruleset| admits(&ruleset.id)).filter_map(|known| {
            let ruleset = self.load_ruleset(&known.id, &mut Vec::new())?;
            let serving = std::iter::once(&known.id).chain(&ruleset.extends);
            let books = serving.flat_map(|id| self.books(id)).map(|book| book.id).collect();
            Some(Admitted { ruleset, books })
        });
        admitted.collect()
    }

    /// Returns the findings about an event that appear under every allowed ruleset and book.
    fn known_to_none(&self, event: &LoadedEvent, admitted: &[Admitted]) -> Vec<Finding> {
        let mut common: Option<Vec<Finding>> = None;
        self.under_event(event, admitted, |_, faults| {
            let here = |f: &Finding| f.primary().is_some_and(|l| l.span.file == event.file.event.span.file);
            let faults: Vec<Finding> = faults.into_iter().filter(here).collect();
            common = Some(match common.take() {
                None => faults,
                Some(known) => known.into_iter().filter_map(|f| also_among(f, &faults)).collect(),
            });
        });
        common.unwrap_or_default()
    }

    /// Calls `look` with the rules of every ruleset and book that an event allows, under its terms.
    pub fn each_admitted(&self, event: &LoadedEvent, mut look: impl FnMut(Rules)) {
        let admitted = self.admitted(&event.file, &mut Vec::new());
        self.under_event(event, &admitted, |rules, _| look(rules));
    }

    /// Compiles every ruleset and book that an event allows, under its terms.
    fn under_event(
        &self,
        event: &LoadedEvent,
        admitted: &[Admitted],
        mut look: impl FnMut(Rules, Vec<Finding>),
    ) {
        let file = &*event.file;
        let exists = |word: &Located<String>| admitted.iter().any(|a| a.books.contains(&word.value));
        // As with rulesets: if a word names no book, all are taken
        let named = file.books.as_deref().filter(|words| words.iter().all(exists));
        let admits = |id: &String| named.is_none_or(|words| words.iter().any(|word| word.value == *id));
        for Admitted { ruleset, books } in admitted {
            let books = books.iter().filter(|id| admits(id)).map(|id| Some(id.as_str()));
            for book in books.chain(file.books.is_none().then_some(None)) {
                let own = book.and_then(|b| self.load_book(ruleset, b, &mut Vec::new()));
                let find = &mut |id: &str| self.load_book(ruleset, id, &mut Vec::new());
                let (rules, faults) = compile(ruleset, own.as_ref(), Some(event), find);
                look(rules, faults);
            }
        }
    }
}

/// Returns a finding if it is also among these, with the help of whichever has one.
fn also_among(mut fault: Finding, faults: &[Finding]) -> Option<Finding> {
    let same = faults.iter().find(|f| f.code == fault.code && f.labels == fault.labels)?;
    fault.help = fault.help.or_else(|| same.help.clone());
    Some(fault)
}

/// Creates a finding for a word that names nothing, with the nearest known word or a few of the known ones.
fn no_such<'k>(
    code: Code,
    what: &str,
    word: &Located<String>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Finding {
    let near = nearest(word, known.clone());
    let finding = unknown(code, what, word, near);
    match near {
        Some(_) => finding,
        None => {
            let mut all: Vec<String> = known.map(|id| format!("\"{id}\"")).collect();
            all.sort_unstable();
            all.dedup();
            let more = all.len().saturating_sub(5);
            all.truncate(5);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            if all.is_empty() { finding } else { finding.help(format!("there is {}{more}", all.join(", "))) }
        }
    }
}

fn books(file: &Event, admitted: &[Admitted], faults: &mut Vec<Finding>) {
    let known = admitted.iter().flat_map(|a| &a.books).map(String::as_str);
    for word in file.books.iter().flatten() {
        if !known.clone().any(|id| id == word.value) {
            faults.push(no_such(Code::UnknownBook, "book", word, known.clone()));
        }
    }
}

fn modes(file: &Event, admitted: &[Admitted], faults: &mut Vec<Finding>) {
    let known = admitted.iter().flat_map(|a| a.ruleset.file.modes.keys()).map(|mode| mode.as_str());
    for word in file.modes.iter().flatten() {
        if !known.clone().any(|id| id == word.value) {
            faults.push(no_such(Code::BadValue, "mode", word, known.clone()));
        }
    }
}

/// Reports agreed sizes that are not above 0.
fn size(file: &Event, faults: &mut Vec<Finding>) {
    let sizes = match &file.points {
        None => Vec::new(),
        Some(EventPoints::Exactly(size)) => vec![size],
        Some(EventPoints::Range(range)) => range.min.iter().chain(&range.max).collect(),
    };
    for size in sizes.into_iter().filter(|size| size.value <= 0 && !size.is_stand_in()) {
        let message = format!("the agreed size is {}; expected a number above 0", size.value);
        faults.push(Finding::new(Code::BadValue, size.span, message));
    }
}
