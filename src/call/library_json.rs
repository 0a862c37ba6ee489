//! The library of a host without folders: `{"built_in": true, "files": [{"path": …, "text": …}]}`.

use super::error::CallError;
use super::read_request::{FromJson, request_object};
use super::request_json::{Pointer, parse_request};
use super::{MAX_BYTES, error_text};
use crate::rules::library::Library;

/// The most files of a library.
const MAX_FILES: usize = 10_000;

request_object! {
    /// The rules of a library.
    pub(super) struct LibraryIn {
        /// Whether the built-in rulesets are in it.
        #[schemars(default)]
        built_in: bool,
        /// The files of folders of rules, and events.
        files: Option<Vec<RulesFileIn>>,
    }
}

request_object! {
    /// A file of rules.
    pub(super) struct RulesFileIn {
        path: String,
        text: String,
    }
}

/// Makes a library from JSON, such as `{"built_in": true, "files": [{"path": "club/toy/ruleset.yaml", "text": "…"}]}`.
///
/// Faults in the files are not errors: `games` shows them.
///
/// # Errors
/// Returns an answer with the error, in the envelope of [`call`](super::call), if the JSON is not such an object, has
/// two files of one path, or is too large.
pub fn read_library(json: &str) -> Result<Library, String> {
    read(json).map_err(|error| error_text(None, &error))
}

fn read(json: &str) -> Result<Library, CallError> {
    // With its escapes, a text may take six times its length
    if json.len() > 6 * MAX_BYTES {
        return Err(CallError::too_large(&Pointer::Root, format!("the library has {} bytes", json.len())));
    }
    let library = LibraryIn::from_json(parse_request(json)?, &Pointer::Root)?;
    let files = library.files.unwrap_or_default();
    let at = Pointer::Key(&Pointer::Root, "files");
    if files.len() > MAX_FILES {
        let message = format!("the library has {} files, the limit is {MAX_FILES}", files.len());
        return Err(CallError::too_large(&at, message));
    }
    let (mut bytes, mut paths) = (0, std::collections::HashSet::new());
    for (index, file) in files.iter().enumerate() {
        bytes += file.text.len();
        if bytes > MAX_BYTES {
            let message = format!("the files have more than {MAX_BYTES} bytes, which is the limit");
            return Err(CallError::too_large(&Pointer::Item(&at, index), message));
        }
        if !paths.insert(&file.path) {
            let at = Pointer::Item(&at, index);
            let message = format!("two files have the path {:?}", file.path);
            return Err(CallError::bad_request(&Pointer::Key(&at, "path"), message));
        }
    }
    let files = files.into_iter().map(|file| (file.path, file.text)).collect();
    Ok(Library::from_files(library.built_in, files))
}
