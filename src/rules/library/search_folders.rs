//! Searches for rulesets and books: first in the named folders, then in `rulesets/` of the current directory,
//! then among the built-in ones.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::finding::SourceFile;
use crate::rules::accepted_spellings::Spellings;
use crate::rules::built_in_and_folder_files::{
    BUILT_IN, BUILT_IN_NAME, built_in_file, may_be_searched_for, top_level_text,
};
use crate::rules::compile::LoadedBook;
use crate::rules::read_and_merge_rulesets::RulesFile;

use super::Library;

/// A ruleset or book that was found, for listings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CatalogueItem {
    /// The id.
    pub id: String,
    /// The printed name. Empty if the file has none.
    pub name: String,
    /// Where it was found: `built in`, or a path.
    pub found_in: String,
}

/// Returns the spellings of rulesets or books: their ids and printed names.
pub fn catalogue_spellings(all: &[CatalogueItem]) -> Spellings<'_, &str> {
    Spellings::of_ids(all.iter().map(|k| (k.id.as_str(), k.name.as_str(), k.id.as_str())))
}

/// A cache of all rulesets, books and entries that can be found.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    rulesets: OnceLock<Vec<CatalogueItem>>,
    /// The books of each ruleset.
    books: Mutex<HashMap<String, Vec<CatalogueItem>>>,
    /// The entries of each book of each ruleset.
    entries: Mutex<HashMap<String, Arc<EntriesByBook>>>,
    /// The tags of each book of each ruleset.
    tags: Mutex<HashMap<String, Arc<TagsByBook>>>,
}

/// The books of a ruleset, sorted by id, each with the tags that it gives to its entries or names.
pub type TagsByBook = Vec<(String, BTreeSet<String>)>;

/// The entries of a book, as lists may write them.
#[derive(Clone, Debug)]
pub struct EntriesOfBook {
    /// The id of the book.
    pub book: String,
    /// The ids of the books that it extends, nearest first.
    pub bases: Vec<String>,
    /// The ids, the other names and the lowercase names of its entries.
    pub words: HashSet<String>,
}

/// The books of a ruleset with their entries, sorted by id; books that extend others come after all that do not.
pub type EntriesByBook = Vec<EntriesOfBook>;

/// Returns the value under a key, computing and storing it if it is missing.
fn get_or_insert<T: Clone>(all: &Mutex<HashMap<String, T>>, key: &str, find: impl FnOnce() -> T) -> T {
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
    fn search_folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.folders.iter().chain(&self.current_folder)
    }

    /// Returns the built-in file at a path under `rulesets/`. `None` if the library is without them.
    fn built_in_file(&self, path: &str) -> Option<RulesFile> {
        if self.hides_built_in { None } else { built_in_file(path) }
    }

    /// Finds the file of a ruleset. `None` if there is none of this id.
    pub fn find_ruleset_file(&self, id: &str) -> Option<RulesFile> {
        if !may_be_searched_for(id) {
            return None;
        }
        let has_id =
            |found: &RulesFile| top_level_text(&found.source.text, "ruleset").is_none_or(|k| k == id);
        for folder in self.search_folders() {
            let folder = folder.join(id);
            let named = ["ruleset.yaml", "ruleset.yml"].map(|name| folder.join(name));
            let found = named.iter().filter_map(|path| self.files.read(path)).find(has_id);
            // An unreadable file might be the right one, so do not silently use another
            if let Some(found) = found.or_else(|| self.files.unreadable(&folder)) {
                return Some(found);
            }
        }
        self.built_in_file(&format!("{id}/ruleset.yaml"))
    }

    /// Finds the file of a ruleset's book. `None` if there is none of this id.
    pub fn find_book_file(&self, ruleset: &str, id: &str) -> Option<RulesFile> {
        if !may_be_searched_for(id) {
            return None;
        }
        let has_id = |found: &RulesFile| top_level_text(&found.source.text, "book").as_deref() == Some(id);
        for folder in self.search_folders() {
            let folder = folder.join(ruleset).join("books");
            let named = ["yaml", "yml"].map(|ending| folder.join(format!("{id}.{ending}")));
            let mut unread = None;
            let all = named.into_iter().chain(self.files.yaml_files(&folder));
            for found in all.filter_map(|path| self.files.read(&path)) {
                if has_id(&found) {
                    return Some(found);
                }
                if found.read_error.is_some() {
                    unread.get_or_insert(found);
                }
            }
            // An unreadable file might be the right one, so do not silently use another
            if let Some(found) = unread.or_else(|| self.files.unreadable(&folder)) {
                return Some(found);
            }
        }
        self.built_in_file(&format!("{ruleset}/books/{id}.yaml")).filter(has_id)
    }

    /// Finds the file of a book of the first of these rulesets that has one of this id.
    pub fn find_book_among(&self, rulesets: &[String], id: &str) -> Option<RulesFile> {
        rulesets.iter().find_map(|ruleset| self.find_book_file(ruleset, id))
    }

    /// Returns the entries of every book of a ruleset: their ids and other names, and all names in lower
    /// case.
    pub fn entries_by_book(&self, ruleset: &str) -> Arc<EntriesByBook> {
        get_or_insert(&self.catalogue.entries, ruleset, || Arc::new(self.find_entries(ruleset)))
    }

    /// Returns the tags of every book of a ruleset: those of its entries, and those that it gives names.
    pub fn tags_by_book(&self, ruleset: &str) -> Arc<TagsByBook> {
        get_or_insert(&self.catalogue.tags, ruleset, || Arc::new(self.find_tags(ruleset)))
    }

    fn find_tags(&self, ruleset: &str) -> TagsByBook {
        let tags_of = |book: LoadedBook| {
            let of_entries = book.file.entries.values().flat_map(|entry| &entry.tags);
            let tags = of_entries.chain(book.file.tags.keys()).map(|tag| tag.value.clone()).collect();
            (book.file.book.value.clone(), tags)
        };
        self.load_books(ruleset).into_iter().map(tags_of).collect()
    }

    fn find_entries(&self, ruleset: &str) -> EntriesByBook {
        let entries_of = |book: LoadedBook| {
            let mut words = HashSet::new();
            for (id, entry) in &book.file.entries {
                words.insert(id.value.clone());
                words.extend(entry.name.iter().map(|name| name.to_lowercase()));
                words.extend(entry.aka.iter().flat_map(|name| [name.value.clone(), name.to_lowercase()]));
            }
            EntriesOfBook {
                book: book.file.book.value.clone(),
                bases: book.bases.into_iter().map(|base| base.id).collect(),
                words,
            }
        };
        let mut all: EntriesByBook = self.load_books(ruleset).into_iter().map(entries_of).collect();
        all.sort_by_key(|book| book.bases.len());
        all
    }

    /// Reads every book of a ruleset that can be read, sorted by id.
    fn load_books(&self, ruleset: &str) -> Vec<LoadedBook> {
        let Some(ruleset) = self.load_ruleset(ruleset, &mut Vec::new()) else { return Vec::new() };
        let books = self.books_of_ruleset(&ruleset.file.ruleset).into_iter();
        books.filter_map(|book| self.load_book(&ruleset, &book.id, &mut Vec::new())).collect()
    }

    /// Returns the text of every ruleset and book that can be found, each id once.
    pub fn all_sources(&self) -> Vec<Arc<SourceFile>> {
        let mut texts = Vec::new();
        for ruleset in self.list_rulesets() {
            texts.extend(self.find_ruleset_file(&ruleset.id).map(|f| f.source));
            let books = self.books_of_ruleset(&ruleset.id);
            texts.extend(
                books.iter().filter_map(|b| self.find_book_file(&ruleset.id, &b.id)).map(|f| f.source),
            );
        }
        texts
    }

    /// Returns every ruleset that can be found, each id once, as it would be used.
    pub fn list_rulesets(&self) -> Vec<CatalogueItem> {
        self.catalogue.rulesets.get_or_init(|| self.find_rulesets()).clone()
    }

    fn find_rulesets(&self) -> Vec<CatalogueItem> {
        let mut all: Vec<CatalogueItem> = Vec::new();
        let mut add = |id: String, found: &RulesFile| {
            if !all.iter().any(|k| k.id == id) {
                let name = top_level_text(&found.source.text, "name").unwrap_or_default();
                all.push(CatalogueItem { id, name, found_in: found.found_in.clone() });
            }
        };
        for folder in self.search_folders() {
            let names = self.files.folder_names(folder);
            for id in names.into_iter().filter(|name| may_be_searched_for(name)) {
                if let Some(found) = self.find_ruleset_file(&id).filter(|f| f.found_in != BUILT_IN_NAME) {
                    add(id, &found);
                }
            }
        }
        for dir in BUILT_IN.dirs().filter(|_| !self.hides_built_in) {
            let id = dir.path().file_name().and_then(|n| n.to_str());
            if let Some((id, found)) = id.and_then(|id| Some((id, self.find_ruleset_file(id)?))) {
                add(id.to_owned(), &found);
            }
        }
        all.sort();
        all
    }

    /// Returns every book of a ruleset that can be found, each id once.
    pub fn books_of_ruleset(&self, ruleset: &str) -> Vec<CatalogueItem> {
        get_or_insert(&self.catalogue.books, ruleset, || self.find_books(ruleset))
    }

    fn find_books(&self, ruleset: &str) -> Vec<CatalogueItem> {
        let mut all: Vec<CatalogueItem> = Vec::new();
        let outside = self
            .search_folders()
            .flat_map(|f| self.files.yaml_files(&f.join(ruleset).join("books")))
            .filter_map(|p| self.files.read(&p));
        let inside = BUILT_IN
            .get_dir(format!("{ruleset}/books"))
            .into_iter()
            .flat_map(include_dir::Dir::files)
            .filter_map(|file| self.built_in_file(file.path().to_str()?));
        for found in outside.chain(inside) {
            if let Some(id) = top_level_text(&found.source.text, "book")
                && !all.iter().any(|k| k.id == id)
            {
                let name = top_level_text(&found.source.text, "name").unwrap_or_default();
                all.push(CatalogueItem { id, name, found_in: found.found_in });
            }
        }
        all.sort();
        all
    }
}
