//! Files of rules: the program's own and those of folders.

use std::io::ErrorKind;
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

/// A folder in which rules are looked for and that cannot be read, as a file that says so: it may not be read, it is no
/// folder, or it is a link to what is not there. `None` if it can be read or is not there at all.
pub(super) fn unreadable_folder(folder: &Path) -> Option<Found> {
    let error = std::fs::read_dir(folder).err()?;
    let why = match error.kind() {
        ErrorKind::NotFound => {
            // A link on the way may be what leads to nothing; the link is named
            let lost = folder.ancestors().find(|at| at.is_symlink() && !at.exists())?;
            let why = "it is a link to what is not there".to_owned();
            return Some(Found { unread: Some(why), ..Found::new(lost.to_string_lossy(), "") });
        }
        ErrorKind::NotADirectory => {
            let file = folder.ancestors().find(|at| at.exists() && !at.is_dir()).unwrap_or(folder);
            let why = "it is a file where a folder of rules is looked for".to_owned();
            return Some(Found { unread: Some(why), ..Found::new(file.to_string_lossy(), "") });
        }
        _ => disk::words(&error),
    };
    Some(Found { unread: Some(why), ..Found::new(folder.to_string_lossy(), "") })
}

pub(super) fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "yaml" || e == "yml"))
        // Editors keep their own files beside those that they have open
        .filter(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')))
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

/// The most letters that an id may have.
pub(super) const LONGEST_ID: usize = 64;

/// Whether a word may be an id: a stranger's list must not make the program read other files.
pub fn is_id(word: &str) -> bool {
    is_spelled_as_id(word) && word.len() <= LONGEST_ID
}

/// Whether files of this id are looked for: what is only somewhat too long is, so that its own file can say so.
pub(super) fn may_be_looked_for(word: &str) -> bool {
    is_spelled_as_id(word) && word.len() <= 200
}

/// Whether a word has only the letters of an id, however many.
pub(super) fn is_spelled_as_id(word: &str) -> bool {
    !word.is_empty()
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !word.starts_with('-')
}
