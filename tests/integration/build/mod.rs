//! Rows, edits and offers of lists.

mod edits;
mod offers;
mod parts;

use std::path::{Path, PathBuf};

use muster::build::rows::ListRows;
use muster::build::trial::TrialList;
use muster::finding::FileId;
use muster::yaml::parse_yaml;
use muster::{CheckOptions, Checked, Library};

/// Returns every list of `lists/`, with its text.
fn shipped_lists() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from("lists")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "yaml")
                && !path.starts_with(Path::new("lists/events"))
            {
                found.push((path.to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(found.len() >= 14, "{found:?}");
    found
}

/// Returns every fourth list of `lists/`: what takes long tries all of them only if asked to.
fn some_shipped_lists() -> Vec<(String, String)> {
    shipped_lists().into_iter().step_by(4).collect()
}

fn rows_of(text: &str) -> ListRows {
    ListRows::number(parse_yaml(FileId::CHECKED, text).root.as_ref())
}

fn check(library: &Library, path: &str, text: &str) -> Checked {
    let options = CheckOptions { skip_digests: true, ..CheckOptions::default() };
    Checked::read(library, path, text.as_bytes().to_vec(), &options)
}

/// Calls `test` with a list on which edits can be tried.
fn with_trials(library: &Library, path: &str, text: &str, test: impl FnOnce(&TrialList<'_>, &Checked)) {
    let (rows, checked) = (rows_of(text), check(library, path, text));
    test(&TrialList::new(library, text, &rows, &checked, false), &checked);
}
