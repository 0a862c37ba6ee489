//! Files of rules: the program's own and those of folders.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use crate::disk;
use crate::finding::{FileId, Source};
use crate::yaml;

use super::load::Found;

/// The rulesets and books that the program carries.
pub(super) static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rulesets");

/// Where a file of the program's own was found.
pub const FROM_PROGRAM: &str = "built in";

pub(super) fn built_in(path: &str) -> Option<Found> {
    let text = BUILT_IN.get_file(path)?.contents_utf8()?;
    let source = Source::new(format!("{FROM_PROGRAM}: rulesets/{path}"), text);
    Some(Found { source, from: FROM_PROGRAM.to_owned(), unread: None })
}

/// The file at a path, where there is one; a file that is there and cannot be read says so.
pub(super) fn read(path: &Path) -> Option<Found> {
    path.symlink_metadata().ok()?;
    let shown = path.to_string_lossy().into_owned();
    let bytes = match disk::read(path) {
        Ok(bytes) => bytes,
        Err(why) => return Some(Found { unread: Some(why), ..Found::new(shown, "") }),
    };
    // What is no UTF-8 is kept as far as it goes, so that reading says what is wrong with it
    let text =
        String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned());
    Some(Found::new(shown, text))
}

pub(super) fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "yaml" || e == "yml"))
        .collect();
    all.sort();
    all
}

/// The text of a key at the top of a file.
pub(super) fn key_of(text: &str, key: &str) -> Option<String> {
    yaml::early(text, key).or_else(|| {
        let root = yaml::parse(FileId::CHECKED, text).root?;
        root.get(key)?.as_str().map(str::to_owned)
    })
}

/// Whether a word may be an id: a stranger's list must not make the program read other files.
pub fn is_id(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= 64
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !word.starts_with('-')
}
