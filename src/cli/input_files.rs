//! Finds and reads the files named on the command line.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::finding::{Code, Finding, Severity, SourceFile, SourceFiles, Span, SubjectKind};
use crate::read_file;
pub(super) use crate::read_file::read_file;

/// Why a path in a folder is skipped, as text to follow the path.
const NOT_NAMED_LIKE_LIST: &str = "is not named like a list; lists end in .yaml, .yml or .json";
const LINK: &str = "is a link, and links are not followed";
const HIDDEN: &str = "is hidden, since its name begins with a dot";
const HIDDEN_FOLDER: &str = "is a hidden folder, since its name begins with a dot";

/// A file, or something else, that an argument refers to.
#[derive(Debug)]
pub(super) enum InputFile {
    /// Standard input.
    StandardInput,
    /// A path named on the command line.
    Named(PathBuf),
    /// A file found in a folder named on the command line.
    Found(PathBuf),
    /// A path in such a folder that is skipped, and why.
    Skipped(PathBuf, &'static str),
    /// A folder that cannot be read, and why.
    Unreadable(PathBuf, String),
}

impl InputFile {
    /// Returns `true` if the path is skipped although it might be a list.
    pub(super) fn might_be_list(&self) -> bool {
        matches!(self, Self::Skipped(_, why) if *why != NOT_NAMED_LIKE_LIST)
    }

    /// Returns the size of the file in bytes. 0 if it cannot be known before the file is read.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Named(at) | Self::Found(at) => std::fs::metadata(at).map_or(0, |about| about.len()),
            Self::StandardInput | Self::Skipped(..) | Self::Unreadable(..) => 0,
        }
    }
}

/// Collects the files that the arguments refer to. The files of each folder are sorted by path.
///
/// A file is listed once, even if the arguments reach it through several paths.
pub(super) fn collect_files(paths: &[PathBuf]) -> Vec<InputFile> {
    let mut items = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for path in paths {
        if path.as_os_str() == "-" {
            if seen.insert(PathBuf::from("-")) {
                items.push(InputFile::StandardInput);
            }
        } else if path.is_dir() {
            let before = items.len();
            for item in list_folder(path) {
                let (InputFile::Found(at)
                | InputFile::Skipped(at, _)
                | InputFile::Unreadable(at, _)
                | InputFile::Named(at)) = &item
                else {
                    continue;
                };
                if seen.insert(canonical_path(at)) {
                    items.push(item);
                }
            }
            items[before..].sort_by(|a, b| item_path(a).cmp(item_path(b)));
        } else if seen.insert(canonical_path(path)) {
            items.push(InputFile::Named(path.clone()));
        }
    }
    items
}

/// Returns the canonical path, by which different paths to the same file are recognised.
fn canonical_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Returns the path of an item, to sort by.
fn item_path(item: &InputFile) -> &Path {
    match item {
        InputFile::StandardInput => Path::new("-"),
        InputFile::Named(at)
        | InputFile::Found(at)
        | InputFile::Skipped(at, _)
        | InputFile::Unreadable(at, _) => at,
    }
}

/// Lists the contents of a folder and its subfolders, in no particular order.
fn list_folder(folder: &Path) -> Vec<InputFile> {
    let mut items = Vec::new();
    let mut entries = WalkDir::new(folder).follow_links(false).into_iter();
    while let Some(entry) = entries.next() {
        match entry {
            Ok(entry) if entry.depth() > 0 && is_hidden(entry.file_name()) => {
                if entry.file_type().is_dir() {
                    entries.skip_current_dir();
                    if has_lists(entry.path()) {
                        items.push(InputFile::Skipped(entry.into_path(), HIDDEN_FOLDER));
                    }
                } else if has_list_extension(entry.path()) {
                    items.push(InputFile::Skipped(entry.into_path(), HIDDEN));
                }
            }
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) if entry.file_type().is_symlink() => {
                items.push(InputFile::Skipped(entry.into_path(), LINK));
            }
            Ok(entry) => {
                let path = entry.into_path();
                if has_list_extension(&path) {
                    // `muster new` writes a schema next to the lists, which is not a list
                    if !path.to_string_lossy().ends_with(".schema.json") {
                        items.push(InputFile::Found(path));
                    }
                } else {
                    items.push(InputFile::Skipped(path, NOT_NAMED_LIKE_LIST));
                }
            }
            Err(error) => {
                let at = error.path().unwrap_or(folder).to_path_buf();
                items.push(InputFile::Unreadable(at, walk_error_text(error.io_error())));
            }
        }
    }
    items
}

fn is_hidden(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}

fn has_list_extension(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    matches!(ending.as_deref(), Some("yaml" | "yml" | "json"))
}

/// Returns `true` if a hidden folder contains a file that may be a list. Most hidden folders belong to other
/// programs.
fn has_lists(folder: &Path) -> bool {
    let files = WalkDir::new(folder).follow_links(false).into_iter().filter_map(Result::ok);
    files.filter(|entry| entry.file_type().is_file()).any(|entry| has_list_extension(entry.path()))
}

fn walk_error_text(error: Option<&std::io::Error>) -> String {
    error.map_or_else(|| "its contents cannot be listed".to_owned(), read_file::read_error_text)
}

/// Suggests the file with the most similar name in the same folder: `; did you mean base.yaml?`.
///
/// Empty if the path exists, or no name is similar.
pub(super) fn did_you_mean_file(path: &Path) -> String {
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
    let near = same
        .map(String::as_str)
        .or_else(|| crate::yaml::nearest_name(&word, names.iter().map(String::as_str)));
    near.map_or_else(String::new, |near| format!("; did you mean {}?", path.with_file_name(near).display()))
}

/// Reads standard input to its end.
pub(super) fn read_standard_input() -> Result<Vec<u8>, String> {
    read_file::read_stream(std::io::stdin().lock())
}

/// Creates a note about a skipped path. `done` is what the command does with lists, such as `checked`.
pub(super) fn skipped_note(path: &Path, why: &str, done: &str, sources: &SourceFiles) -> Finding {
    let shown = path.to_string_lossy().into_owned();
    let file = sources.add_shared(SourceFile::new(shown.clone(), ""));
    let finding = Finding::new(Code::UnreadableFile, Span::new(file, 0, 0), format!("\"{shown}\" {why}"));
    finding
        .with_subject(SubjectKind::File, shown)
        .with_severity(Severity::Note)
        .with_help(format!("it was not {done}"))
}
