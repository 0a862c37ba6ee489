//! Finds rulesets, books and events: in folders that were named, then in `rulesets/` of the working folder, then
//! inside the program.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::finding::{Finding, Severity, Source, Sources};
use crate::yaml;

use super::Rules;
use super::compile::{LoadedBook, LoadedEvent, LoadedRuleset, compile};
use super::files::{BUILT_IN, built_in, key_of, read, yaml_files};
pub use super::files::{FROM_PROGRAM, is_id};
use super::load::{self, Found};

/// Where rules are looked for, with all that was read from there.
#[derive(Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
    /// The working folder's own, which does not count under an event.
    working: Option<PathBuf>,
    event: Option<LoadedEvent>,
    sources: Sources,
    ready: Mutex<HashMap<(String, Option<String>), Answer>>,
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

/// An id and what is known of it, for lists of what there is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    /// The id.
    pub id: String,
    /// Its name, as printed; empty where the file was not read for it.
    pub name: String,
    /// Where it was found.
    pub from: String,
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

    fn outside(&self) -> impl Iterator<Item = &PathBuf> {
        self.folders.iter().chain(&self.working)
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

    /// Reads an event; nothing where its file has errors, which are then among the library's findings.
    pub fn load_event(&self, found: &Found) -> Option<LoadedEvent> {
        let loaded = load::event(found, &self.sources);
        let errors = loaded.findings.iter().any(|f| f.severity == Severity::Error);
        self.keep(loaded.findings);
        let file = loaded.file.filter(|_| !errors)?;
        Some(LoadedEvent { file: Arc::new(file), from: found.from.clone(), content: loaded.content })
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
        findings.extend(faults);
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
        let loaded = load::ruleset(found, &self.sources, &|id| self.find_ruleset(id));
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

    /// Everything wrong with an event in this file as it is read.
    pub fn check_event(&self, found: &Found) -> Vec<Finding> {
        load::event(found, &self.sources).findings
    }

    /// A ruleset as it was read.
    pub fn load_ruleset(&self, id: &str, findings: &mut Vec<Finding>) -> Option<LoadedRuleset> {
        let found = self.find_ruleset(id)?;
        let loaded = load::ruleset(&found, &self.sources, &|id| self.find_ruleset(id));
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
        let found = std::iter::once(own).chain(&ruleset.extends).find_map(|r| self.find_book(r, id))?;
        let loaded = load::book(&found, &self.sources);
        let faults = loaded.faults();
        findings.extend(loaded.findings);
        Some(LoadedBook { file: Arc::new(loaded.file?), from: found.from, content: loaded.content, faults })
    }

    /// The file of a ruleset, where there is one of this id.
    pub fn found_ruleset(&self, id: &str) -> Option<Found> {
        self.find_ruleset(id)
    }

    /// The file of a ruleset's book, where there is one of this id.
    pub fn found_book(&self, ruleset: &str, id: &str) -> Option<Found> {
        self.find_book(ruleset, id)
    }

    fn find_ruleset(&self, id: &str) -> Option<Found> {
        if !is_id(id) {
            return None;
        }
        let outside = self.outside().flat_map(|folder| {
            let folder = folder.join(id);
            ["ruleset.yaml", "ruleset.yml"].map(move |name| folder.join(name))
        });
        let has_id = |found: &Found| key_of(&found.source.text, "ruleset").is_none_or(|k| k == id);
        outside
            .filter_map(|path| read(&path))
            .find(has_id)
            .or_else(|| built_in(&format!("{id}/ruleset.yaml")))
    }

    fn find_book(&self, ruleset: &str, id: &str) -> Option<Found> {
        if !is_id(id) {
            return None;
        }
        let has_id = |found: &Found| key_of(&found.source.text, "book").as_deref() == Some(id);
        for folder in self.outside() {
            let folder = folder.join(ruleset).join("books");
            let named = ["yaml", "yml"].map(|ending| folder.join(format!("{id}.{ending}")));
            let all = named.into_iter().chain(yaml_files(&folder));
            if let Some(found) = all.filter_map(|path| read(&path)).find(has_id) {
                return Some(found);
            }
        }
        built_in(&format!("{ruleset}/books/{id}.yaml")).filter(has_id)
    }

    /// The entries of every book of a ruleset by their ids, each with the first book that has it.
    pub fn entries(&self, ruleset: &str) -> HashMap<String, String> {
        let mut all = HashMap::new();
        for book in self.books(ruleset) {
            let Some(found) = self.find_book(ruleset, &book.id) else { continue };
            let root = yaml::parse(crate::finding::FileId::CHECKED, &found.source.text).root;
            let entries = root.as_ref().and_then(|r| r.get("entries"));
            if let Some(yaml::Kind::Map(entries)) = entries.map(|e| &e.kind) {
                for id in entries.iter().filter_map(|(id, _)| id.as_str()) {
                    all.entry(id.to_owned()).or_insert_with(|| book.id.clone());
                }
            }
        }
        all
    }

    /// The texts of every ruleset and book that can be found, each id once.
    pub fn all_texts(&self) -> Vec<Arc<Source>> {
        let mut texts = Vec::new();
        for ruleset in self.rulesets() {
            texts.extend(self.find_ruleset(&ruleset.id).map(|f| f.source));
            let books = self.books(&ruleset.id);
            texts.extend(books.iter().filter_map(|b| self.find_book(&ruleset.id, &b.id)).map(|f| f.source));
        }
        texts
    }

    /// Every ruleset that can be found, each id once, where it would be taken from.
    pub fn rulesets(&self) -> Vec<Known> {
        let mut all: Vec<Known> = Vec::new();
        let mut add = |id: String, from: String| {
            if !all.iter().any(|k| k.id == id) {
                all.push(Known { id, name: String::new(), from });
            }
        };
        for folder in self.outside() {
            let mut names: Vec<String> = std::fs::read_dir(folder)
                .into_iter()
                .flatten()
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .filter(|name| is_id(name))
                .collect();
            names.sort_unstable();
            for id in names {
                if let Some(found) = self.find_ruleset(&id).filter(|f| f.from != FROM_PROGRAM) {
                    add(id, found.from);
                }
            }
        }
        for dir in BUILT_IN.dirs() {
            if let Some(id) = dir.path().file_name().and_then(|n| n.to_str()) {
                add(id.to_owned(), FROM_PROGRAM.to_owned());
            }
        }
        all.sort();
        all
    }

    /// Every book of a ruleset that can be found, each id once.
    pub fn books(&self, ruleset: &str) -> Vec<Known> {
        let mut all: Vec<Known> = Vec::new();
        let outside =
            self.outside().flat_map(|f| yaml_files(&f.join(ruleset).join("books"))).filter_map(|p| read(&p));
        let inside = BUILT_IN
            .get_dir(format!("{ruleset}/books"))
            .into_iter()
            .flat_map(include_dir::Dir::files)
            .filter_map(|file| built_in(file.path().to_str()?));
        for found in outside.chain(inside) {
            if let Some(id) = key_of(&found.source.text, "book")
                && !all.iter().any(|k| k.id == id)
            {
                let name = key_of(&found.source.text, "name").unwrap_or_default();
                all.push(Known { id, name, from: found.from });
            }
        }
        all.sort();
        all
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
