//! Searches for rulesets and books: first in the named folders, then in `rulesets/` of the current directory,
//! then among the built-in ones.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::finding::{FileId, Source};
use crate::rules::files::{
    BUILT_IN, FROM_PROGRAM, built_in, key_of, may_be_looked_for, read, unreadable_folder, yaml_files,
};
use crate::rules::load::Found;
use crate::rules::spelling::Spellings;
use crate::yaml;

use super::Library;

/// A ruleset or book that was found, for listings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    /// The id.
    pub id: String,
    /// The printed name. Empty if the file has none.
    pub name: String,
    /// Where it was found: `built in`, or a path.
    pub from: String,
}

/// Returns the spellings of rulesets or books: their ids and printed names.
pub fn spellings(all: &[Known]) -> Spellings<'_, &str> {
    Spellings::of_ids(all.iter().map(|k| (k.id.as_str(), k.name.as_str(), k.id.as_str())))
}

/// A cache of all rulesets, books and entries that can be found.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    rulesets: OnceLock<Vec<Known>>,
    /// The books of each ruleset.
    books: Mutex<HashMap<String, Vec<Known>>>,
    /// The entries of each book of each ruleset.
    entries: Mutex<HashMap<String, Arc<EntriesByBook>>>,
}

/// The books of a ruleset, sorted by id, each with the ids and lowercase names of its entries.
pub type EntriesByBook = Vec<(String, HashSet<String>)>;

/// Returns the value under a key, computing and storing it if it is missing.
fn once<T: Clone>(all: &Mutex<HashMap<String, T>>, key: &str, find: impl FnOnce() -> T) -> T {
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = all.get(key) {
        return found.clone();
    }
    let found = find();
    all.insert(key.to_owned(), found.clone());
    found
}

impl Library {
    /// Returns the folders to search before the built-in rulesets.
    fn outside(&self) -> impl Iterator<Item = &PathBuf> {
        self.folders.iter().chain(&self.working)
    }

    /// Finds the file of a ruleset. `None` if there is none of this id.
    pub fn found_ruleset(&self, id: &str) -> Option<Found> {
        if !may_be_looked_for(id) {
            return None;
        }
        let has_id = |found: &Found| key_of(&found.source.text, "ruleset").is_none_or(|k| k == id);
        for folder in self.outside() {
            let folder = folder.join(id);
            let named = ["ruleset.yaml", "ruleset.yml"].map(|name| folder.join(name));
            let found = named.iter().filter_map(|path| read(path)).find(has_id);
            // An unreadable file might be the right one, so do not silently use another
            if let Some(found) = found.or_else(|| unreadable_folder(&folder)) {
                return Some(found);
            }
        }
        built_in(&format!("{id}/ruleset.yaml"))
    }

    /// Finds the file of a ruleset's book. `None` if there is none of this id.
    pub fn found_book(&self, ruleset: &str, id: &str) -> Option<Found> {
        if !may_be_looked_for(id) {
            return None;
        }
        let has_id = |found: &Found| key_of(&found.source.text, "book").as_deref() == Some(id);
        for folder in self.outside() {
            let folder = folder.join(ruleset).join("books");
            let named = ["yaml", "yml"].map(|ending| folder.join(format!("{id}.{ending}")));
            let mut unread = None;
            for found in named.into_iter().chain(yaml_files(&folder)).filter_map(|path| read(&path)) {
                if has_id(&found) {
                    return Some(found);
                }
                if found.unread.is_some() {
                    unread.get_or_insert(found);
                }
            }
            // An unreadable file might be the right one, so do not silently use another
            if let Some(found) = unread.or_else(|| unreadable_folder(&folder)) {
                return Some(found);
            }
        }
        built_in(&format!("{ruleset}/books/{id}.yaml")).filter(has_id)
    }

    /// Returns the entries of every book of a ruleset: their ids, and their printed names in lower case.
    pub fn entries(&self, ruleset: &str) -> Arc<EntriesByBook> {
        once(&self.catalogue.entries, ruleset, || Arc::new(self.find_entries(ruleset)))
    }

    fn find_entries(&self, ruleset: &str) -> EntriesByBook {
        let books = self.books(ruleset);
        let entries = books.into_iter().filter_map(|book| {
            let found = self.found_book(ruleset, &book.id)?;
            let root = yaml::parse(FileId::CHECKED, &found.source.text).root?;
            let Some(yaml::Kind::Map(entries)) = root.get("entries").map(|e| &e.kind) else { return None };
            let ids = entries.iter().filter_map(|(id, _)| id.as_str().map(str::to_owned));
            let names = entries.iter().filter_map(|(_, entry)| entry.get("name")?.as_str());
            Some((book.id, ids.chain(names.map(str::to_lowercase)).collect()))
        });
        entries.collect()
    }

    /// Returns the text of every ruleset and book that can be found, each id once.
    pub fn all_texts(&self) -> Vec<Arc<Source>> {
        let mut texts = Vec::new();
        for ruleset in self.rulesets() {
            texts.extend(self.found_ruleset(&ruleset.id).map(|f| f.source));
            let books = self.books(&ruleset.id);
            texts.extend(books.iter().filter_map(|b| self.found_book(&ruleset.id, &b.id)).map(|f| f.source));
        }
        texts
    }

    /// Returns every ruleset that can be found, each id once, as it would be used.
    pub fn rulesets(&self) -> Vec<Known> {
        self.catalogue.rulesets.get_or_init(|| self.find_rulesets()).clone()
    }

    fn find_rulesets(&self) -> Vec<Known> {
        let mut all: Vec<Known> = Vec::new();
        let mut add = |id: String, found: &Found| {
            if !all.iter().any(|k| k.id == id) {
                let name = key_of(&found.source.text, "name").unwrap_or_default();
                all.push(Known { id, name, from: found.from.clone() });
            }
        };
        for folder in self.outside() {
            let mut names: Vec<String> = std::fs::read_dir(folder)
                .into_iter()
                .flatten()
                .filter_map(Result::ok)
                // A plain file next to the rulesets is not one
                .filter(|entry| entry.path().is_dir() || entry.path().is_symlink())
                .filter_map(|entry| entry.file_name().into_string().ok())
                .filter(|name| may_be_looked_for(name))
                .collect();
            names.sort_unstable();
            for id in names {
                if let Some(found) = self.found_ruleset(&id).filter(|f| f.from != FROM_PROGRAM) {
                    add(id, &found);
                }
            }
        }
        for dir in BUILT_IN.dirs() {
            let id = dir.path().file_name().and_then(|n| n.to_str());
            if let Some((id, found)) = id.and_then(|id| Some((id, self.found_ruleset(id)?))) {
                add(id.to_owned(), &found);
            }
        }
        all.sort();
        all
    }

    /// Returns every book of a ruleset that can be found, each id once.
    pub fn books(&self, ruleset: &str) -> Vec<Known> {
        once(&self.catalogue.books, ruleset, || self.find_books(ruleset))
    }

    fn find_books(&self, ruleset: &str) -> Vec<Known> {
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
