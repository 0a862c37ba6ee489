//! Reads files of rules, from folders and from those built into the program.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use crate::finding::{FileId, SourceFile};
use crate::read_file;
use crate::yaml;

use super::rules_file::RulesFile;

/// The built-in rulesets and books.
pub(super) static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

/// What verdicts give as the place of a built-in file.
pub const BUILT_IN_NAME: &str = "built in";

/// Returns the built-in file at a path under `rulesets/`.
pub(super) fn built_in_file(path: &str) -> Option<RulesFile> {
    let text = BUILT_IN.get_file(path)?.contents_utf8()?;
    let source = SourceFile::new(format!("{BUILT_IN_NAME}: rulesets/{path}"), text);
    Some(RulesFile { source, found_in: BUILT_IN_NAME.to_owned(), read_error: None })
}

/// Reads the file at a path. `None` if there is no such file.
///
/// If the file exists but cannot be read, the result has the reason.
pub(super) fn read_rules_file(path: &Path) -> Option<RulesFile> {
    path.symlink_metadata().ok()?;
    let shown = path.to_string_lossy().into_owned();
    let bytes = match read_file::read_file(path) {
        Ok(bytes) => bytes,
        Err(why) => return Some(RulesFile { read_error: Some(why), ..RulesFile::new(shown, "") }),
    };
    // Keep what can be decoded: the parser reports invalid UTF-8 with its position
    let text =
        String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned());
    Some(RulesFile::new(shown, text))
}

/// Returns a file with the reason if a folder of rules exists but cannot be read: permission is denied, it is
/// not a folder, or it is a broken link.
///
/// `None` if the folder can be read or does not exist.
pub(super) fn unreadable_folder(folder: &Path) -> Option<RulesFile> {
    let error = std::fs::read_dir(folder).err()?;
    let why = match error.kind() {
        ErrorKind::NotFound => {
            // Name the broken link itself, which may be a parent of the folder
            let lost = folder.ancestors().find(|at| at.is_symlink() && !at.exists())?;
            let why = "it is a link to what is not there".to_owned();
            return Some(RulesFile { read_error: Some(why), ..RulesFile::new(lost.to_string_lossy(), "") });
        }
        ErrorKind::NotADirectory => {
            let file = folder.ancestors().find(|at| at.exists() && !at.is_dir()).unwrap_or(folder);
            let why = "it is a file, but a folder of rules is expected here".to_owned();
            return Some(RulesFile { read_error: Some(why), ..RulesFile::new(file.to_string_lossy(), "") });
        }
        _ => read_file::read_error_text(&error),
    };
    Some(RulesFile { read_error: Some(why), ..RulesFile::new(folder.to_string_lossy(), "") })
}

/// Returns the YAML files of a folder, sorted. Empty if it cannot be read.
pub(super) fn list_yaml_files(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| is_yaml_file_name(path))
        .collect();
    all.sort();
    all
}

/// Returns `true` if a file may be YAML by its name.
pub(super) fn is_yaml_file_name(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "yaml" || e == "yml")
        // Hidden files are often an editor's backups of open files
        && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

/// Returns the text of a top-level key of a YAML file.
pub(super) fn top_level_text(text: &str, key: &str) -> Option<String> {
    yaml::read_top_key(text, key).or_else(|| {
        let root = yaml::parse_yaml(FileId::CHECKED, text).root?;
        root.get(key)?.as_str().map(str::to_owned)
    })
}

/// The largest number of characters in an id.
pub(super) const MAX_ID_LENGTH: usize = 64;

/// Returns `true` if a word may be an id.
///
/// Ids become parts of paths, and a stranger's list must not make the program read other files.
pub fn is_id(word: &str) -> bool {
    is_spelled_as_id(word) && word.len() <= MAX_ID_LENGTH
}

/// Returns `true` if files of this id are looked for.
///
/// A slightly too long id is accepted here, so that the error is reported in the file that has it.
pub(super) fn may_be_searched_for(word: &str) -> bool {
    is_spelled_as_id(word) && word.len() <= 200
}

/// Returns `true` if a word has only the characters of an id, whatever its length.
pub(super) fn is_spelled_as_id(word: &str) -> bool {
    !word.is_empty()
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !word.starts_with('-')
}
