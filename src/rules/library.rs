//! Loads, compiles and caches rulesets, books and events, and collects the findings about them.

mod load_and_check_tournament_events;
mod search_folders;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::finding::{Finding, Severity, SourceFiles};

use super::Rules;
pub use super::built_in_and_folder_files::{BUILT_IN_NAME, is_id};
use super::compile::{LoadedBook, LoadedEvent, LoadedRuleset, compile_rules};
use super::read_and_merge_rulesets::{self, RulesFile};
pub use search_folders::{CatalogueItem, EntriesByBook, catalogue_spellings};

/// The places where rules are looked for, and everything that was read from them.
#[derive(Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
    /// The rulesets of the current directory, which are not used under an event.
    current_folder: Option<PathBuf>,
    /// The current directory's rulesets, if an event excludes them. Kept so that a message can name them.
    ignored_folder: Option<PathBuf>,
    event: Option<LoadedEvent>,
    sources: SourceFiles,
    compiled_rules: Mutex<HashMap<(String, Option<String>), RulesLookup>>,
    /// The lists of rulesets, books and entries, cached since many lists may have the same mistake.
    catalogue: search_folders::Catalogue,
    findings: Mutex<Vec<Finding>>,
}

/// The result of looking up a ruleset and a book.
#[derive(Clone, Debug)]
pub enum RulesLookup {
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
    pub fn with_current_folder(mut self, folder: PathBuf) -> Self {
        self.current_folder = Some(folder);
        self
    }

    /// Returns the folders that were named, without the current directory's.
    pub fn named_folders(&self) -> Vec<PathBuf> {
        self.folders.clone()
    }

    /// Describes a ruleset of the current directory that an event excludes, such as `fra-club 0.1.0 from …`.
    pub fn ignored_ruleset(&self, id: &str) -> Option<String> {
        let folder = self.ignored_folder.as_ref()?;
        let other = Self::new(vec![folder.clone()]);
        let loaded = other.load_ruleset(id, &mut Vec::new()).filter(|l| l.found_in != BUILT_IN_NAME)?;
        Some(format!("{id} {} from {}", loaded.file.version.value, loaded.found_in))
    }

    /// Excludes the rulesets of the current directory, which messages then name with their versions.
    #[must_use]
    pub fn ignoring_folder(mut self, folder: PathBuf) -> Self {
        self.ignored_folder = Some(folder);
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
    pub fn sources(&self) -> &SourceFiles {
        &self.sources
    }

    /// Returns the findings about all rules read so far, sorted.
    pub fn findings(&self) -> Vec<Finding> {
        let mut all = self.findings.lock().unwrap_or_else(PoisonError::into_inner).clone();
        crate::finding::sort_and_dedup(&mut all);
        all
    }

    /// Removes and returns the findings about rules since the last call, sorted.
    pub fn take_findings(&self) -> Vec<Finding> {
        let mut new = std::mem::take(&mut *self.findings.lock().unwrap_or_else(PoisonError::into_inner));
        crate::finding::sort_and_dedup(&mut new);
        new
    }

    /// Returns the compiled rules for a ruleset and a book, from the cache if possible.
    pub fn rules_for(&self, ruleset: &str, book: Option<&str>) -> RulesLookup {
        let key = (ruleset.to_owned(), book.map(str::to_owned));
        let mut ready = self.compiled_rules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = ready.get(&key) {
            return answer.clone();
        }
        let answer = self.load_rules(ruleset, book);
        ready.insert(key, answer.clone());
        answer
    }

    /// Reads and compiles a ruleset and a book.
    fn load_rules(&self, id: &str, book: Option<&str>) -> RulesLookup {
        let mut findings = Vec::new();
        let Some(loaded) = self.load_ruleset(id, &mut findings) else {
            return self.faulty_file(id, findings).unwrap_or(RulesLookup::NoRuleset);
        };
        let own = match book {
            None => None,
            Some(word) => match self.load_book(&loaded, word, &mut findings) {
                Some(book) => Some(book),
                None => return self.faulty_file(word, findings).unwrap_or(RulesLookup::NoBook),
            },
        };
        let mut ally_faults = Vec::new();
        let (rules, faults) = compile_rules(&loaded, own.as_ref(), self.event.as_ref(), &mut |word| {
            self.load_book(&loaded, word, &mut ally_faults)
        });
        findings.extend(ally_faults);
        // Faults in the event itself were reported when it was loaded
        let of_event = self.event.as_ref().map(|e| e.file.event.span.file);
        findings.extend(
            faults
                .into_iter()
                .filter(|f| of_event.is_none() || f.primary_label().map(|l| l.span.file) != of_event),
        );
        if findings.iter().any(|f| f.severity == Severity::Error) {
            return self.faulty_file(book.unwrap_or(id), findings).unwrap_or(RulesLookup::NoRuleset);
        }
        self.keep_findings(findings);
        RulesLookup::Ready(Arc::new(rules))
    }

    /// Keeps the findings, and returns a result with the number of errors if there are any.
    fn faulty_file(&self, id: &str, findings: Vec<Finding>) -> Option<RulesLookup> {
        let errors = findings.iter().filter(|f| f.severity == Severity::Error).count();
        self.keep_findings(findings);
        (errors > 0).then(|| RulesLookup::Faulty(id.to_owned(), errors))
    }

    /// Adds findings to those of the library.
    fn keep_findings(&self, findings: Vec<Finding>) {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner).extend(findings);
    }

    /// Returns everything wrong with the ruleset in this file, from reading and from compiling it.
    pub fn check_ruleset(&self, found: &RulesFile) -> Vec<Finding> {
        let loaded =
            read_and_merge_rulesets::read_ruleset(found, &self.sources, &|id| self.find_ruleset_file(id));
        let faults = loaded.fault_spans();
        let mut findings = loaded.findings;
        if let Some(file) = loaded.file {
            let ready = LoadedRuleset {
                file: Arc::new(file),
                found_in: found.found_in.clone(),
                extends: loaded.extends,
                content_hash: loaded.content_hash,
                fault_spans: faults,
            };
            findings.extend(compile_rules(&ready, None, None, &mut |_| None).1);
        }
        crate::finding::sort_and_dedup(&mut findings);
        findings
    }

    /// Returns everything wrong with the book in this file, from reading it and from compiling it with its
    /// ruleset.
    pub fn check_book(&self, found: &RulesFile) -> Vec<Finding> {
        let loaded = read_and_merge_rulesets::read_book(found, &self.sources);
        let faults = loaded.fault_spans();
        let mut findings = loaded.findings;
        if let Some(file) = loaded.file {
            let mut others = Vec::new();
            match self.load_ruleset(&file.ruleset, &mut others) {
                Some(ruleset) => {
                    let book = LoadedBook {
                        file: Arc::new(file),
                        found_in: found.found_in.clone(),
                        content_hash: loaded.content_hash,
                        fault_spans: faults,
                    };
                    let find = &mut |id: &str| self.load_book(&ruleset, id, &mut Vec::new());
                    findings.extend(compile_rules(&ruleset, Some(&book), None, find).1);
                }
                None if !file.ruleset.is_placeholder() => {
                    let word = &file.ruleset;
                    let message = format!("there is no ruleset \"{}\" for this book", word.value);
                    findings.push(Finding::new(crate::finding::Code::UnknownRuleset, word.span, message));
                }
                None => {}
            }
        }
        crate::finding::sort_and_dedup(&mut findings);
        findings
    }

    /// Reads a ruleset and adds what is wrong with it to `findings`.
    ///
    /// `None` if it does not exist or cannot be read at all.
    pub fn load_ruleset(&self, id: &str, findings: &mut Vec<Finding>) -> Option<LoadedRuleset> {
        let found = self.find_ruleset_file(id)?;
        let loaded =
            read_and_merge_rulesets::read_ruleset(&found, &self.sources, &|id| self.find_ruleset_file(id));
        let faults = loaded.fault_spans();
        findings.extend(loaded.findings);
        let file = Arc::new(loaded.file?);
        Some(LoadedRuleset {
            file,
            found_in: found.found_in,
            extends: loaded.extends,
            content_hash: loaded.content_hash,
            fault_spans: faults,
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
        let found = std::iter::once(own).chain(&ruleset.extends).find_map(|r| self.find_book_file(r, id))?;
        let loaded = read_and_merge_rulesets::read_book(&found, &self.sources);
        let faults = loaded.fault_spans();
        findings.extend(loaded.findings);
        Some(LoadedBook {
            file: Arc::new(loaded.file?),
            found_in: found.found_in,
            content_hash: loaded.content_hash,
            fault_spans: faults,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_rules_have_no_findings() {
        let library = Library::new(Vec::new());
        let known = library.list_rulesets();
        assert!(known.iter().any(|k| k.id == "fra"), "{known:?}");
        for ruleset in known {
            let books = library.list_books(&ruleset.id);
            for book in std::iter::once(None).chain(books.iter().map(|b| Some(b.id.as_str()))) {
                let answer = library.rules_for(&ruleset.id, book);
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
                assert!(matches!(answer, RulesLookup::Ready(_)), "{} {book:?}: {shown:#?}", ruleset.id);
                assert!(shown.is_empty(), "{} {book:?}: {shown:#?}", ruleset.id);
            }
        }
    }

    #[test]
    fn only_ids_are_looked_up() {
        for word in ["../fra", "/etc/passwd", "fra/../fra", "", "FRA", "-x", "a.b", "fra\0"] {
            assert!(!is_id(word), "{word}");
            assert!(matches!(
                Library::new(vec![PathBuf::from("rulesets")]).rules_for(word, None),
                RulesLookup::NoRuleset
            ));
        }
    }
}
