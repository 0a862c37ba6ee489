//! Rulesets, books and events ready for use, each read once, with what is wrong with them.

mod events;
mod found;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::finding::{Finding, Severity, Sources};

use super::Rules;
use super::compile::{LoadedBook, LoadedEvent, LoadedRuleset, compile};
pub use super::files::{FROM_PROGRAM, is_id};
use super::load::{self, Found};
pub use found::{EntriesByBook, Known, spellings};

/// Where rules are looked for, with all that was read from there.
#[derive(Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
    /// The working folder's own, which does not count under an event.
    working: Option<PathBuf>,
    /// A working folder whose rulesets do not count.
    idle: Option<PathBuf>,
    event: Option<LoadedEvent>,
    sources: Sources,
    ready: Mutex<HashMap<(String, Option<String>), Answer>>,
    /// What there is, looked for once: many lists may have the same fault.
    catalogue: found::Catalogue,
    findings: Mutex<Vec<Finding>>,
}

/// What the library has for a ruleset and a book.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Rules that judge; they may have warnings of their own.
    Ready(Arc<Rules>),
    /// No such ruleset.
    NoRuleset,
    /// No such book for this ruleset.
    NoBook,
    /// One of the files has errors, so many in all, and judges nobody.
    Faulty(String, usize),
}

impl Library {
    /// A library that looks into these folders, in their order, before the program's own.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, ..Self::default() }
    }

    /// The same with a working folder's rulesets after those.
    #[must_use]
    pub fn with_working_folder(mut self, folder: PathBuf) -> Self {
        self.working = Some(folder);
        self
    }

    /// The folders that were named, without the working folder's.
    pub fn named_folders(&self) -> Vec<PathBuf> {
        self.folders.clone()
    }

    /// A ruleset of a working folder that does not count here, as people name it: `fra-club 0.1.0 from …`.
    pub fn uncounted(&self, id: &str) -> Option<String> {
        let folder = self.idle.as_ref()?;
        let other = Self::new(vec![folder.clone()]);
        let loaded = other.load_ruleset(id, &mut Vec::new()).filter(|l| l.from != FROM_PROGRAM)?;
        Some(format!("{id} {} from {}", loaded.file.version.value, loaded.from))
    }

    /// The same with a working folder whose rulesets are refused by name and version.
    #[must_use]
    pub fn without(mut self, folder: PathBuf) -> Self {
        self.idle = Some(folder);
        self
    }

    /// The same under an event's terms.
    #[must_use]
    pub fn with_event(mut self, event: LoadedEvent) -> Self {
        self.event = Some(event);
        self
    }

    /// The event whose terms hold.
    pub fn event(&self) -> Option<&LoadedEvent> {
        self.event.as_ref()
    }

    /// The files that were read so far.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// What is wrong with the rules that were read so far.
    pub fn findings(&self) -> Vec<Finding> {
        let mut all = self.findings.lock().unwrap_or_else(PoisonError::into_inner).clone();
        crate::finding::sort(&mut all);
        all
    }

    /// What was found wrong with the rules since this was asked last.
    pub fn new_findings(&self) -> Vec<Finding> {
        let mut new = std::mem::take(&mut *self.findings.lock().unwrap_or_else(PoisonError::into_inner));
        crate::finding::sort(&mut new);
        new
    }

    /// The rules for a ruleset and a book.
    pub fn rules(&self, ruleset: &str, book: Option<&str>) -> Answer {
        let key = (ruleset.to_owned(), book.map(str::to_owned));
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = ready.get(&key) {
            return answer.clone();
        }
        let answer = self.make(ruleset, book);
        ready.insert(key, answer.clone());
        answer
    }

    fn make(&self, id: &str, book: Option<&str>) -> Answer {
        let mut findings = Vec::new();
        let Some(loaded) = self.load_ruleset(id, &mut findings) else {
            return self.faulty(id, findings).unwrap_or(Answer::NoRuleset);
        };
        let own = match book {
            None => None,
            Some(word) => match self.load_book(&loaded, word, &mut findings) {
                Some(book) => Some(book),
                None => return self.faulty(word, findings).unwrap_or(Answer::NoBook),
            },
        };
        let mut ally_faults = Vec::new();
        let (rules, faults) = compile(&loaded, own.as_ref(), self.event.as_ref(), &mut |word| {
            self.load_book(&loaded, word, &mut ally_faults)
        });
        findings.extend(ally_faults);
        // What is wrong with the event has been said of the event
        let of_event = self.event.as_ref().map(|e| e.file.event.span.file);
        findings.extend(
            faults.into_iter().filter(|f| of_event.is_none() || f.primary().map(|l| l.span.file) != of_event),
        );
        if findings.iter().any(|f| f.severity == Severity::Error) {
            return self.faulty(book.unwrap_or(id), findings).unwrap_or(Answer::NoRuleset);
        }
        self.keep(findings);
        Answer::Ready(Arc::new(rules))
    }

    fn faulty(&self, id: &str, findings: Vec<Finding>) -> Option<Answer> {
        let errors = findings.iter().filter(|f| f.severity == Severity::Error).count();
        self.keep(findings);
        (errors > 0).then(|| Answer::Faulty(id.to_owned(), errors))
    }

    fn keep(&self, findings: Vec<Finding>) {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner).extend(findings);
    }

    /// Everything wrong with a ruleset or book in this file: as it is read, and as it is made ready.
    pub fn check_ruleset(&self, found: &Found) -> Vec<Finding> {
        let loaded = load::ruleset(found, &self.sources, &|id| self.found_ruleset(id));
        let faults = loaded.faults();
        let mut findings = loaded.findings;
        if let Some(file) = loaded.file {
            let ready = LoadedRuleset {
                file: Arc::new(file),
                from: found.from.clone(),
                extends: loaded.extends,
                content: loaded.content,
                faults,
            };
            findings.extend(compile(&ready, None, None, &mut |_| None).1);
        }
        crate::finding::sort(&mut findings);
        findings
    }

    /// Everything wrong with a book in this file: as it is read, and as it is made ready for its ruleset.
    pub fn check_book(&self, found: &Found) -> Vec<Finding> {
        let loaded = load::book(found, &self.sources);
        let faults = loaded.faults();
        let mut findings = loaded.findings;
        if let Some(file) = loaded.file {
            let mut others = Vec::new();
            match self.load_ruleset(&file.ruleset, &mut others) {
                Some(ruleset) => {
                    let book = LoadedBook {
                        file: Arc::new(file),
                        from: found.from.clone(),
                        content: loaded.content,
                        faults,
                    };
                    let find = &mut |id: &str| self.load_book(&ruleset, id, &mut Vec::new());
                    findings.extend(compile(&ruleset, Some(&book), None, find).1);
                }
                None if !file.ruleset.is_stand_in() => {
                    let word = &file.ruleset;
                    let message = format!("there is no ruleset \"{}\" for this book", word.value);
                    findings.push(Finding::new(crate::finding::Code::UnknownRuleset, word.span, message));
                }
                None => {}
            }
        }
        crate::finding::sort(&mut findings);
        findings
    }

    /// A ruleset as it was read.
    pub fn load_ruleset(&self, id: &str, findings: &mut Vec<Finding>) -> Option<LoadedRuleset> {
        let found = self.found_ruleset(id)?;
        let loaded = load::ruleset(&found, &self.sources, &|id| self.found_ruleset(id));
        let faults = loaded.faults();
        findings.extend(loaded.findings);
        let file = Arc::new(loaded.file?);
        Some(LoadedRuleset {
            file,
            from: found.from,
            extends: loaded.extends,
            content: loaded.content,
            faults,
        })
    }

    /// A book as it was read; it serves its ruleset and those that extend it.
    pub fn load_book(
        &self,
        ruleset: &LoadedRuleset,
        id: &str,
        findings: &mut Vec<Finding>,
    ) -> Option<LoadedBook> {
        let own = &ruleset.file.ruleset.value;
        let found = std::iter::once(own).chain(&ruleset.extends).find_map(|r| self.found_book(r, id))?;
        let loaded = load::book(&found, &self.sources);
        let faults = loaded.faults();
        findings.extend(loaded.findings);
        Some(LoadedBook { file: Arc::new(loaded.file?), from: found.from, content: loaded.content, faults })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_ruleset_and_book_is_ready_without_a_finding() {
        let library = Library::new(Vec::new());
        let known = library.rulesets();
        assert!(known.iter().any(|k| k.id == "fra"), "{known:?}");
        for ruleset in known {
            let books = library.books(&ruleset.id);
            for book in std::iter::once(None).chain(books.iter().map(|b| Some(b.id.as_str()))) {
                let answer = library.rules(&ruleset.id, book);
                let shown: Vec<String> = library
                    .findings()
                    .iter()
                    .map(|f| {
                        let span = f.labels[0].span;
                        let source = library.sources().get(span.file).unwrap();
                        format!(
                            "{}:{} {} ({:?})",
                            source.path,
                            source.position(span.start).line,
                            f.message,
                            f.help
                        )
                    })
                    .collect();
                assert!(matches!(answer, Answer::Ready(_)), "{} {book:?}: {shown:#?}", ruleset.id);
                assert!(shown.is_empty(), "{} {book:?}: {shown:#?}", ruleset.id);
            }
        }
    }

    #[test]
    fn only_ids_are_looked_up() {
        for word in ["../fra", "/etc/passwd", "fra/../fra", "", "FRA", "-x", "a.b", "fra\0"] {
            assert!(!is_id(word), "{word}");
            assert!(matches!(
                Library::new(vec![PathBuf::from("rulesets")]).rules(word, None),
                Answer::NoRuleset
            ));
        }
    }
}
