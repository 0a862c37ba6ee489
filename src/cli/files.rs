//! Finding the files that are checked, and reading them.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::disk;
pub(super) use crate::disk::read;

/// A file to look at.
#[derive(Debug)]
pub(super) enum Item {
    /// Standard input.
    Standard,
    /// A file that was named itself.
    Named(PathBuf),
    /// A file found in a folder that was named.
    Found(PathBuf),
    /// Something in such a folder that is no list by its name, or a link.
    Other(PathBuf, &'static str),
    /// A folder that cannot be read, and why.
    Unreadable(PathBuf, String),
}

impl Item {
    /// How many bytes it has, as far as that can be known before it is read.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Named(at) | Self::Found(at) => std::fs::metadata(at).map_or(0, |about| about.len()),
            Self::Standard | Self::Other(..) | Self::Unreadable(..) => 0,
        }
    }
}

/// Everything that paths stand for, sorted by path; nothing twice.
pub(super) fn gather(paths: &[PathBuf]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for path in paths {
        if path.as_os_str() == "-" {
            if seen.insert(PathBuf::from("-")) {
                items.push(Item::Standard);
            }
        } else if path.is_dir() {
            let before = items.len();
            for item in walk(path) {
                let (Item::Found(at) | Item::Other(at, _) | Item::Unreadable(at, _) | Item::Named(at)) =
                    &item
                else {
                    continue;
                };
                if seen.insert(at.clone()) {
                    items.push(item);
                }
            }
            items[before..].sort_by(|a, b| place(a).cmp(place(b)));
        } else if seen.insert(path.clone()) {
            items.push(Item::Named(path.clone()));
        }
    }
    items
}

fn place(item: &Item) -> &Path {
    match item {
        Item::Standard => Path::new("-"),
        Item::Named(at) | Item::Found(at) | Item::Other(at, _) | Item::Unreadable(at, _) => at,
    }
}

fn walk(folder: &Path) -> Vec<Item> {
    let mut items = Vec::new();
    let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    let entries = WalkDir::new(folder).follow_links(false).into_iter();
    for entry in entries.filter_entry(|e| e.depth() == 0 || !hidden(e.file_name())) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) if entry.file_type().is_symlink() => {
                items.push(Item::Other(entry.into_path(), "is a link, which is not followed"));
            }
            Ok(entry) => {
                let path = entry.into_path();
                let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
                if matches!(ending.as_deref(), Some("yaml" | "yml" | "json")) {
                    // A schema that stands beside the lists is none of them
                    if !path.to_string_lossy().ends_with(".schema.json") {
                        items.push(Item::Found(path));
                    }
                } else {
                    items
                        .push(Item::Other(path, "is no list by its name; lists end in .yaml, .yml or .json"));
                }
            }
            Err(error) => {
                let at = error.path().unwrap_or(folder).to_path_buf();
                items.push(Item::Unreadable(at, reason(error.io_error())));
            }
        }
    }
    items
}

fn reason(error: Option<&std::io::Error>) -> String {
    error.map_or_else(|| "it cannot be walked".to_owned(), disk::words)
}

/// A file beside one that is not there, whose name is nearest: `; did you mean base.yaml?`.
pub(super) fn near(path: &Path) -> String {
    if path.exists() || path.is_symlink() {
        return String::new();
    }
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    let word = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let stem = |name: &str| name.split('.').next().unwrap_or("").to_lowercase();
    let same = names.iter().find(|n| stem(n) == stem(&word));
    let near =
        same.map(String::as_str).or_else(|| crate::yaml::nearest(&word, names.iter().map(String::as_str)));
    near.map_or_else(String::new, |near| format!("; did you mean {}?", path.with_file_name(near).display()))
}

/// Reads standard input whole.
pub(super) fn read_standard() -> Result<Vec<u8>, String> {
    disk::read_from(std::io::stdin().lock())
}
