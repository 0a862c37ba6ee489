//! Loads, compiles and caches rulesets, books and events, and collects the findings about them.

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

/// The places where rules are looked for, and everything that was read from them.
#[derive(Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
    /// The rulesets of the current directory, which are not used under an event.
    working: Option<PathBuf>,
    /// The current directory's rulesets, if an event excludes them. Kept so that a message can name them.
    idle: Option<PathBuf>,
    event: Option<LoadedEvent>,
    sources: Sources,
    ready: Mutex<HashMap<(String, Option<String>), Answer>>,
    /// The lists of rulesets, books and entries, cached since many lists may have the same mistake.
    catalogue: found::Catalogue,
    findings: Mutex<Vec<Finding>>,
}

/// The result of looking up a ruleset and a book.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The compiled rules, which may have warnings.
    Ready(Arc<Rules>),
    /// The ruleset does not exist.
    NoRuleset,
    /// The ruleset has no such book.
    NoBook,
    /// A file has errors and cannot be used: its id, and the number of errors.
    Faulty(String, usize),
}

impl Library {
    /// Creates a library that looks in these folders, in order, before the built-in rulesets.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, ..Self::default() }
    }

    /// Also looks in the rulesets of the current directory, after the named folders.
    #[must_use]
    pub fn with_working_folder(mut self, folder: PathBuf) -> Self {
        self.working = Some(folder);
        self
    }

    /// Returns the folders that were named, without the current directory's.
    pub fn named_folders(&self) -> Vec<PathBuf> {
        self.folders.clone()
    }

    /// Describes a ruleset of the current directory that an event excludes, such as `fra-club 0.1.0 from …`.
    pub fn uncounted(&self, id: &str) -> Option<String> {
        let folder = self.idle.as_ref()?;
        let other = Self::new(vec![folder.clone()]);
        let loaded = other.load_ruleset(id, &mut Vec::new()).filter(|l| l.from != FROM_PROGRAM)?;
        Some(format!("{id} {} from {}", loaded.file.version.value, loaded.from))
    }

    /// Excludes the rulesets of the current directory, which messages then name with their versions.
    #[must_use]
    pub fn without(mut self, folder: PathBuf) -> Self {
        self.idle = Some(folder);
        self
    }

    /// Also applies the terms of an event.
    #[must_use]
    pub fn with_event(mut self, event: LoadedEvent) -> Self {
        self.event = Some(event);
        self
    }

    /// Returns the event whose terms apply.
    pub fn event(&self) -> Option<&LoadedEvent> {
        self.event.as_ref()
    }

    /// Returns the files read so far.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Returns the findings about all rules read so far, sorted.
    pub fn findings(&self) -> Vec<Finding> {
        let mut all = self.findings.lock().unwrap_or_else(PoisonError::into_inner).clone();
        crate::finding::sort(&mut all);
        all
    }

    /// Removes and returns the findings about rules since the last call, sorted.
    pub fn new_findings(&self) -> Vec<Finding> {
        let mut new = std::mem::take(&mut *self.findings.lock().unwrap_or_else(PoisonError::into_inner));
        crate::finding::sort(&mut new);
        new
    }

    /// Returns the compiled rules for a ruleset and a book, from the cache if possible.
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

    /// Reads and compiles a ruleset and a book.
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
        // Faults in the event itself were reported when it was loaded
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

    /// Keeps the findings, and returns a result with the number of errors if there are any.
    fn faulty(&self, id: &str, findings: Vec<Finding>) -> Option<Answer> {
        let errors = findings.iter().filter(|f| f.severity == Severity::Error).count();
        self.keep(findings);
        (errors > 0).then(|| Answer::Faulty(id.to_owned(), errors))
    }

    /// Adds findings to those of the library.
    fn keep(&self, findings: Vec<Finding>) {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner).extend(findings);
    }

    /// Returns everything wrong with the ruleset in this file, from reading and from compiling it.
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

    /// Returns everything wrong with the book in this file, from reading it and from compiling it with its
    /// ruleset.
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

    /// Reads a ruleset and adds what is wrong with it to `findings`.
    ///
    /// `None` if it does not exist or cannot be read at all.
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

    /// Reads a book of a ruleset, or of a ruleset that it extends, and adds what is wrong with it to
    /// `findings`.
    ///
    /// `None` if it does not exist or cannot be read at all.
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
