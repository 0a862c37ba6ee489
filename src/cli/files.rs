//! Finding the files that are checked, and reading them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::disk;
pub(super) use crate::disk::read;
use crate::finding::{Code, Finding, Severity, Source, Sources, Span, SubjectKind};

/// Why something in a folder is passed over.
const NO_LIST: &str = "is no list by its name; lists end in .yaml, .yml or .json";
const LINK: &str = "is a link, which is not followed";
const HIDDEN: &str = "is hidden, since its name begins with a dot";
const HIDDEN_FOLDER: &str = "is a hidden folder, since its name begins with a dot";

/// A file to look at.
#[derive(Debug)]
pub(super) enum Item {
    /// Standard input.
    Standard,
    /// A file that was named itself.
    Named(PathBuf),
    /// A file found in a folder that was named.
    Found(PathBuf),
    /// Something in such a folder that is passed over, and why.
    Other(PathBuf, &'static str),
    /// A folder that cannot be read, and why.
    Unreadable(PathBuf, String),
}

impl Item {
    /// Whether it is passed over and might be a list all the same.
    pub(super) fn may_be_missed(&self) -> bool {
        matches!(self, Self::Other(_, why) if *why != NO_LIST)
    }

    /// How many bytes it has, as far as that can be known before it is read.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Named(at) | Self::Found(at) => std::fs::metadata(at).map_or(0, |about| about.len()),
            Self::Standard | Self::Other(..) | Self::Unreadable(..) => 0,
        }
    }
}

/// Everything that paths stand for, sorted by path; nothing twice, however it is spelt.
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

/// What all spellings of a path share.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn place(item: &Item) -> &Path {
    match item {
        Item::Standard => Path::new("-"),
        Item::Named(at) | Item::Found(at) | Item::Other(at, _) | Item::Unreadable(at, _) => at,
    }
}

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
                    // A schema that stands beside the lists is none of them
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

/// Whether a hidden folder has what may be a list; most of them are other programs' own.
fn has_lists(folder: &Path) -> bool {
    let files = WalkDir::new(folder).follow_links(false).into_iter().filter_map(Result::ok);
    files.filter(|entry| entry.file_type().is_file()).any(|entry| is_list_by_name(entry.path()))
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

/// A note of something in a folder that was passed over; `done` is what is done with lists.
pub(super) fn passed_over(path: &Path, why: &str, done: &str, sources: &Sources) -> Finding {
    let shown = path.to_string_lossy().into_owned();
    let file = sources.add(Source::new(shown.clone(), ""));
    let finding = Finding::new(Code::UnreadableFile, Span::new(file, 0, 0), format!("\"{shown}\" {why}"));
    finding.about(SubjectKind::File, shown).severity(Severity::Note).help(format!("it was not {done}"))
}
