//! Finds and reads the files named on the command line.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::disk;
pub(super) use crate::disk::read;
use crate::finding::{Code, Finding, Severity, Source, Sources, Span, SubjectKind};

/// Why a path in a folder is skipped, as text to follow the path.
const NO_LIST: &str = "is not named like a list; lists end in .yaml, .yml or .json";
const LINK: &str = "is a link, and links are not followed";
const HIDDEN: &str = "is hidden, since its name begins with a dot";
const HIDDEN_FOLDER: &str = "is a hidden folder, since its name begins with a dot";

/// A file, or something else, that an argument refers to.
#[derive(Debug)]
pub(super) enum Item {
    /// Standard input.
    Standard,
    /// A path named on the command line.
    Named(PathBuf),
    /// A file found in a folder named on the command line.
    Found(PathBuf),
    /// A path in such a folder that is skipped, and why.
    Other(PathBuf, &'static str),
    /// A folder that cannot be read, and why.
    Unreadable(PathBuf, String),
}

impl Item {
    /// Returns `true` if the path is skipped although it might be a list.
    pub(super) fn may_be_missed(&self) -> bool {
        matches!(self, Self::Other(_, why) if *why != NO_LIST)
    }

    /// Returns the size of the file in bytes. 0 if it cannot be known before the file is read.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Named(at) | Self::Found(at) => std::fs::metadata(at).map_or(0, |about| about.len()),
            Self::Standard | Self::Other(..) | Self::Unreadable(..) => 0,
        }
    }
}

/// Collects the files that the arguments refer to. The files of each folder are sorted by path.
///
/// A file is listed once, even if the arguments reach it through several paths.
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
                if seen.insert(identity(at)) {
                    items.push(item);
                }
            }
            items[before..].sort_by(|a, b| place(a).cmp(place(b)));
        } else if seen.insert(identity(path)) {
            items.push(Item::Named(path.clone()));
        }
    }
    items
}

/// Returns the canonical path, by which different paths to the same file are recognised.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Returns the path of an item, to sort by.
fn place(item: &Item) -> &Path {
    match item {
        Item::Standard => Path::new("-"),
        Item::Named(at) | Item::Found(at) | Item::Other(at, _) | Item::Unreadable(at, _) => at,
    }
}

/// Lists the contents of a folder and its subfolders, in no particular order.
fn walk(folder: &Path) -> Vec<Item> {
    let mut items = Vec::new();
    let mut entries = WalkDir::new(folder).follow_links(false).into_iter();
    while let Some(entry) = entries.next() {
        match entry {
            Ok(entry) if entry.depth() > 0 && is_hidden(entry.file_name()) => {
                if entry.file_type().is_dir() {
                    entries.skip_current_dir();
                    if has_lists(entry.path()) {
                        items.push(Item::Other(entry.into_path(), HIDDEN_FOLDER));
                    }
                } else if is_list_by_name(entry.path()) {
                    items.push(Item::Other(entry.into_path(), HIDDEN));
                }
            }
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) if entry.file_type().is_symlink() => {
                items.push(Item::Other(entry.into_path(), LINK));
            }
            Ok(entry) => {
                let path = entry.into_path();
                if is_list_by_name(&path) {
                    // `muster new` writes a schema next to the lists, which is not a list
                    if !path.to_string_lossy().ends_with(".schema.json") {
                        items.push(Item::Found(path));
                    }
                } else {
                    items.push(Item::Other(path, NO_LIST));
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

fn is_hidden(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}

fn is_list_by_name(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    matches!(ending.as_deref(), Some("yaml" | "yml" | "json"))
}

/// Returns `true` if a hidden folder contains a file that may be a list. Most hidden folders belong to other
/// programs.
fn has_lists(folder: &Path) -> bool {
    let files = WalkDir::new(folder).follow_links(false).into_iter().filter_map(Result::ok);
    files.filter(|entry| entry.file_type().is_file()).any(|entry| is_list_by_name(entry.path()))
}

fn reason(error: Option<&std::io::Error>) -> String {
    error.map_or_else(|| "its contents cannot be listed".to_owned(), disk::words)
}

/// Suggests the file with the most similar name in the same folder: `; did you mean base.yaml?`.
///
/// Empty if the path exists, or no name is similar.
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

/// Reads standard input to its end.
pub(super) fn read_standard() -> Result<Vec<u8>, String> {
    disk::read_from(std::io::stdin().lock())
}

/// Creates a note about a skipped path. `done` is what the command does with lists, such as `checked`.
pub(super) fn passed_over(path: &Path, why: &str, done: &str, sources: &Sources) -> Finding {
    let shown = path.to_string_lossy().into_owned();
    let file = sources.add(Source::new(shown.clone(), ""));
    let finding = Finding::new(Code::UnreadableFile, Span::new(file, 0, 0), format!("\"{shown}\" {why}"));
    finding.about(SubjectKind::File, shown).severity(Severity::Note).help(format!("it was not {done}"))
}
