//! Loads, compiles and caches rulesets, books and events, and collects the findings about them.

mod load_and_check_tournament_events;
mod search_folders;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::finding::{Finding, Severity, SourceFile, SourceFiles};

use crate::format::book::Book;
use crate::yaml::Node;

use super::Rules;
use super::built_in_and_folder_files::top_level_text;
pub use super::built_in_and_folder_files::{BUILT_IN_NAME, is_id};
use super::compile::{LoadedBook, LoadedEvent, LoadedRuleset, compile_rules, faults_of_every_book};
use super::folders_on_disk_or_in_memory::FolderFiles;
use super::read_and_merge_rulesets::{self, BookSurroundings, LoadedFile, RulesFile};
pub use search_folders::{CatalogueItem, EntriesByBook, TagsByBook, catalogue_spellings};

/// The places where rules are looked for, and everything that was read from them.
#[derive(Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
    /// Where the files of the folders are.
    files: FolderFiles,
    /// Whether the built-in rulesets are left out.
    hides_built_in: bool,
    /// The rulesets of the current directory, which are not used under an event.
    current_folder: Option<PathBuf>,
    /// The current directory's rulesets, if an event excludes them. Kept so that a message can name them.
    ignored_folder: Option<PathBuf>,
    event: Option<LoadedEvent>,
    sources: SourceFiles,
    compiled_rules: Mutex<HashMap<(String, Option<String>), FoundRules>>,
    /// The lists of rulesets, books and entries, cached since many lists may have the same mistake.
    catalogue: search_folders::Catalogue,
    findings: Mutex<Vec<Finding>>,
    /// The events in memory, with what is wrong with them.
    held_events: OnceLock<load_and_check_tournament_events::HeldEvents>,
    /// The last event that was asked for by its text, with its library.
    last_event: Mutex<Option<(Arc<SourceFile>, Arc<Library>)>>,
}

/// The result of looking up a ruleset and a book, with the findings about them.
type FoundRules = (RulesLookup, Arc<[Finding]>);

/// The most results that are kept, since a program that runs for long may be asked for any number of names.
const MAX_KEPT_RULES: usize = 4_096;

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

    /// Creates a library of files in memory, and of the built-in rulesets if asked for. Each file has a path and a text.
    ///
    /// The files are those of folders of rules: `…/ID/ruleset.yaml` and `…/ID/books/NAME.yaml`. Anything else may be
    /// an event. Nothing on disk is read.
    ///
    /// # Examples
    ///
    /// ```
    /// let ruleset = "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nunits: {foot: {name: Foot}}\n";
    /// let library = muster::Library::from_files(false, vec![("club/toy/ruleset.yaml".into(), ruleset.into())]);
    /// assert_eq!(library.list_rulesets().len(), 1);
    /// ```
    pub fn from_files(built_in: bool, files: Vec<(String, String)>) -> Self {
        let (files, folders) = FolderFiles::in_memory(files);
        Self { folders, files, hides_built_in: !built_in, ..Self::default() }
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

    /// Returns a library of the same rules under the terms of an event. The rulesets of the current directory are
    /// then excluded, so that somebody's changed ruleset has no effect; messages name them.
    ///
    /// # Errors
    /// Returns the library with what is wrong with the event among its findings.
    pub fn under_event(&self, found: &RulesFile) -> Result<Self, Box<Self>> {
        let mut library = Self {
            folders: self.folders.clone(),
            files: self.files.clone(),
            hides_built_in: self.hides_built_in,
            ignored_folder: self.current_folder.clone(),
            ..Self::default()
        };
        library.event = library.load_event(found);
        if library.event.is_some() { Ok(library) } else { Err(Box::new(library)) }
    }

    /// Does the same as [`under_event`](Self::under_event), and keeps the library of the last event, whose rules need
    /// not be read for every call then.
    pub(crate) fn under_kept_event(&self, found: &RulesFile) -> Result<Arc<Self>, Box<Self>> {
        let mut last = self.last_event.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((source, library)) = &*last
            && (&source.path, &source.text) == (&found.source.path, &found.source.text)
        {
            return Ok(Arc::clone(library));
        }
        let library = Arc::new(self.under_event(found)?);
        *last = Some((Arc::clone(&found.source), Arc::clone(&library)));
        Ok(library)
    }

    /// Returns the file in memory at a path. `None` if there is none, or the library is of folders on disk.
    pub(crate) fn held_file(&self, path: &str) -> Option<RulesFile> {
        self.held_files()
            .find(|source| source.path == path)
            .map(|source| RulesFile::of_source(Arc::clone(source)))
    }

    /// Returns the files in memory, sorted by path.
    pub(crate) fn held_files(&self) -> impl Iterator<Item = &Arc<SourceFile>> {
        self.files.held()
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
        if let Some((answer, _)) = ready.get(&key) {
            return answer.clone();
        }
        let mut findings = Vec::new();
        let answer = self.load_rules(ruleset, book, &mut findings);
        self.keep_findings(findings.clone());
        crate::finding::sort_and_dedup(&mut findings);
        if ready.len() < MAX_KEPT_RULES {
            ready.insert(key, (answer.clone(), findings.into()));
        }
        answer
    }

    /// Returns the findings about the files of a ruleset and a book, sorted, whatever else was looked up before.
    pub fn findings_about(&self, ruleset: &str, book: Option<&str>) -> Arc<[Finding]> {
        self.rules_for(ruleset, book);
        let ready = self.compiled_rules.lock().unwrap_or_else(PoisonError::into_inner);
        let found = ready.get(&(ruleset.to_owned(), book.map(str::to_owned)));
        found.map_or_else(|| Arc::from([]), |(_, findings)| Arc::clone(findings))
    }

    /// Reads and compiles a ruleset and a book, and adds what is wrong with their files to `findings`.
    fn load_rules(&self, id: &str, book: Option<&str>, findings: &mut Vec<Finding>) -> RulesLookup {
        let faulty = |id: &str, findings: &[Finding]| {
            let errors = findings.iter().filter(|f| f.severity == Severity::Error).count();
            (errors > 0).then(|| RulesLookup::Faulty(id.to_owned(), errors))
        };
        let Some(loaded) = self.load_ruleset(id, findings) else {
            return faulty(id, findings).unwrap_or(RulesLookup::NoRuleset);
        };
        let own = match book {
            None => None,
            Some(word) => match self.load_book(&loaded, word, findings) {
                Some(book) => Some(book),
                None => return faulty(word, findings).unwrap_or(RulesLookup::NoBook),
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
        faulty(book.unwrap_or(id), findings).unwrap_or_else(|| RulesLookup::Ready(Arc::new(rules)))
    }

    /// Adds findings to those of the library.
    fn keep_findings(&self, findings: Vec<Finding>) {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner).extend(findings);
    }

    /// Returns everything wrong with the ruleset in this file, from reading and from compiling it.
    pub fn check_ruleset(&self, found: &RulesFile) -> Vec<Finding> {
        let loaded =
            read_and_merge_rulesets::read_ruleset(found, &self.sources, &|id| self.find_ruleset_file(id));
        let mut findings = Vec::new();
        if let Some(ready) = LoadedRuleset::from_file(loaded, found.found_in.clone(), &mut findings) {
            findings.extend(compile_rules(&ready, None, None, &mut |_| None).1);
            findings.extend(faults_of_every_book(&ready));
        }
        crate::finding::sort_and_dedup(&mut findings);
        findings
    }

    /// Returns everything wrong with the book in this file, from reading it and from compiling it with its
    /// ruleset.
    pub fn check_book(&self, found: &RulesFile) -> Vec<Finding> {
        let (loaded, ruleset) = self.read_book(found);
        let mut findings = Vec::new();
        let found_in = found.found_in.clone();
        if let Some(book) = LoadedBook::from_file(loaded, found_in, ruleset.as_ref(), &mut findings) {
            match &ruleset {
                Some(ruleset) => {
                    let find = &mut |id: &str| self.load_book(ruleset, id, &mut Vec::new());
                    findings.extend(compile_rules(ruleset, Some(&book), None, find).1);
                }
                None => findings.extend(unknown_ruleset_finding(&book)),
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
        LoadedRuleset::from_file(loaded, found.found_in, findings)
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
        let found = self.find_book_among(&ruleset.ids(), id)?;
        let loaded = self.with_surroundings(ruleset, |around| {
            read_and_merge_rulesets::read_book(&found, &self.sources, Some(around))
        });
        LoadedBook::from_file(loaded, found.found_in, Some(ruleset), findings)
    }

    /// Reads the book in this file with all findings about it, and the ruleset that it names. `None` for a ruleset
    /// that does not exist or cannot be read at all.
    pub fn read_book(&self, found: &RulesFile) -> (LoadedFile<Book>, Option<LoadedRuleset>) {
        let word = top_level_text(&found.source.text, "ruleset");
        let ruleset = word.and_then(|id| self.load_ruleset(&id, &mut Vec::new()));
        let loaded = match &ruleset {
            Some(ruleset) => self.with_surroundings(ruleset, |around| {
                read_and_merge_rulesets::read_book(found, &self.sources, Some(around))
            }),
            None => read_and_merge_rulesets::read_book(found, &self.sources, None),
        };
        (loaded, ruleset)
    }

    /// Returns the tree of everything that the book in this file extends, merged. `None` if it extends nothing that
    /// can be read.
    pub fn base_of_book(&self, found: &RulesFile, ruleset: &LoadedRuleset) -> Option<Node<'static>> {
        self.with_surroundings(ruleset, |around| {
            read_and_merge_rulesets::read_base_of_book(found, &self.sources, around)
        })
    }

    /// Calls `read` with the places where books of a ruleset are looked up.
    fn with_surroundings<T>(
        &self,
        ruleset: &LoadedRuleset,
        read: impl FnOnce(&BookSurroundings<'_>) -> T,
    ) -> T {
        let ids = ruleset.ids();
        read(&BookSurroundings {
            ruleset: &ruleset.file,
            find_book: &|id| self.find_book_among(&ids, id),
            known_books: &|| {
                ids.iter().flat_map(|id| self.books_of_ruleset(id)).map(|book| book.id).collect()
            },
            ruleset_ids: ids.clone(),
        })
    }
}

/// Returns the finding that a book names a ruleset which does not exist. `None` if it names none.
pub fn unknown_ruleset_finding(book: &LoadedBook) -> Option<Finding> {
    let word = &book.file.ruleset;
    let message = format!("there is no ruleset \"{}\" for this book", word.value);
    let finding = Finding::new(crate::finding::Code::UnknownRuleset, word.span, message);
    (!word.is_placeholder()).then_some(finding)
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
            let books = library.books_of_ruleset(&ruleset.id);
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
