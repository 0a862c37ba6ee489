//! Folders of rules, on disk or held in memory. What is in memory has the same layout, and nothing on disk is read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::finding::SourceFile;

use super::built_in_and_folder_files::{
    is_yaml_file_name, list_yaml_files, may_be_searched_for, read_rules_file, unreadable_folder,
};
use super::rules_file::RulesFile;

/// Where the files of folders are.
#[derive(Clone, Debug, Default)]
pub(super) enum FolderFiles {
    /// On disk.
    #[default]
    Disk,
    /// In memory, by path.
    Memory(Arc<BTreeMap<PathBuf, Arc<SourceFile>>>),
}

/// The place of a file in a folder of rules, by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RulesFilePlace {
    /// `ID/ruleset.yaml`.
    Ruleset,
    /// `ID/books/NAME.yaml`.
    Book,
    /// Anywhere else.
    Other,
}

/// Returns the place of a file in a folder of rules, and that folder.
pub(super) fn place_of(path: &Path) -> (RulesFilePlace, &Path) {
    let other = (RulesFilePlace::Other, Path::new(""));
    let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
    let (Some(file), Some(folder)) = (name(path), path.parent()) else { return other };
    let (place, ruleset) = match file.as_str() {
        "ruleset.yaml" | "ruleset.yml" => (RulesFilePlace::Ruleset, Some(folder)),
        _ if name(folder).as_deref() == Some("books") && is_yaml_file_name(Path::new(&file)) => {
            (RulesFilePlace::Book, folder.parent())
        }
        _ => return other,
    };
    let known = ruleset.filter(|folder| name(folder).is_some_and(|id| may_be_searched_for(&id)));
    known.and_then(Path::parent).map_or(other, |root| (place, root))
}

/// Returns `true` if a file may be an event by its path: it is YAML, and neither a ruleset nor a book.
pub(super) fn may_be_event(path: &Path) -> bool {
    is_yaml_file_name(path) && place_of(path).0 == RulesFilePlace::Other
}

impl FolderFiles {
    /// Holds these files in memory, and returns their folders of rules in the order of the files. Of two files of one
    /// path the last is used.
    pub(super) fn in_memory(files: Vec<(String, String)>) -> (Self, Vec<PathBuf>) {
        let mut folders: Vec<PathBuf> = Vec::new();
        let mut held = BTreeMap::new();
        for (path, text) in files {
            let (place, folder) = place_of(Path::new(&path));
            if place != RulesFilePlace::Other && !folders.iter().any(|known| known == folder) {
                folders.push(folder.to_path_buf());
            }
            held.insert(PathBuf::from(&path), SourceFile::new(path, text));
        }
        (Self::Memory(Arc::new(held)), folders)
    }

    /// Returns the file at a path. `None` if there is no such file.
    pub(super) fn read(&self, path: &Path) -> Option<RulesFile> {
        match self {
            Self::Disk => read_rules_file(path),
            Self::Memory(files) => files.get(path).map(|source| RulesFile::of_source(Arc::clone(source))),
        }
    }

    /// Returns a file with the reason if a folder exists but cannot be read.
    pub(super) fn unreadable(&self, folder: &Path) -> Option<RulesFile> {
        match self {
            Self::Disk => unreadable_folder(folder),
            Self::Memory(_) => None,
        }
    }

    /// Returns the YAML files of a folder, sorted.
    pub(super) fn yaml_files(&self, folder: &Path) -> Vec<PathBuf> {
        match self {
            Self::Disk => list_yaml_files(folder),
            Self::Memory(files) => {
                let inside = files.keys().filter(|path| path.parent() == Some(folder));
                inside.filter(|path| is_yaml_file_name(path)).cloned().collect()
            }
        }
    }

    /// Returns the names of the folders inside a folder, sorted.
    pub(super) fn folder_names(&self, folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Self::Disk => std::fs::read_dir(folder)
                .into_iter()
                .flatten()
                .filter_map(Result::ok)
                // A plain file next to the rulesets is not one
                .filter(|entry| entry.path().is_dir() || entry.path().is_symlink())
                .filter_map(|entry| entry.file_name().into_string().ok())
                .collect(),
            Self::Memory(files) => {
                let inside = files.keys().filter_map(|path| path.strip_prefix(folder).ok());
                let first = |path: &Path| {
                    let mut parts = path.components();
                    let name = parts.next()?.as_os_str().to_str()?.to_owned();
                    parts.next().map(|_| name)
                };
                inside.filter_map(first).collect()
            }
        };
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the files in memory. Empty for a library of folders on disk.
    pub(super) fn held(&self) -> impl Iterator<Item = &Arc<SourceFile>> {
        match self {
            Self::Disk => None,
            Self::Memory(files) => Some(files.values()),
        }
        .into_iter()
        .flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_seen_in_the_end_of_a_path() {
        for (path, place, root) in [
            ("club/rulesets/toy/ruleset.yaml", RulesFilePlace::Ruleset, "club/rulesets"),
            ("toy/ruleset.yml", RulesFilePlace::Ruleset, ""),
            ("x/toy/books/romans.yaml", RulesFilePlace::Book, "x"),
            ("ruleset.yaml", RulesFilePlace::Other, ""),
            ("../ruleset.yaml", RulesFilePlace::Other, ""),
            ("Toy/ruleset.yaml", RulesFilePlace::Other, ""),
            ("toy/books/.romans.yaml", RulesFilePlace::Other, ""),
            ("toy/books/romans.txt", RulesFilePlace::Other, ""),
            ("cup.yaml", RulesFilePlace::Other, ""),
            ("", RulesFilePlace::Other, ""),
        ] {
            assert_eq!(place_of(Path::new(path)), (place, Path::new(root)), "{path}");
        }
    }
}
