//! The event that commands are given with `--event`.

use std::path::{Path, PathBuf};

use crate::check::report::Report;
use crate::check::run::{self, FileKind};
use crate::output::concise;
use crate::rules::library::Library;
use crate::rules::load::Found;

use super::{Trouble, files};

/// The library under an event's terms. Of rules only those of named folders and the program's own count, so that
/// a changed ruleset in the working folder judges nobody.
pub(super) fn library(path: &Path, named: Vec<PathBuf>) -> Result<Library, Trouble> {
    let shown = path.to_string_lossy().into_owned();
    let bytes =
        files::read(path).map_err(|why| Trouble::Said(format!("cannot read the event {shown}: {why}")))?;
    let text =
        String::from_utf8(bytes).map_err(|_| Trouble::Said(format!("the event {shown} is no UTF-8")))?;
    if run::kind_of_text(&text) != Some(FileKind::Event) {
        return Err(Trouble::Said(format!("{shown} is no event; an event begins with `event:` and its id")));
    }
    let strict = Library::new(named).without(PathBuf::from("rulesets"));
    let found = Found::new(shown.clone(), text);
    match strict.load_event(&found) {
        Some(event) => Ok(strict.with_event(event)),
        None => {
            let report =
                Report { lists: Vec::new(), findings: strict.findings(), sources: strict.sources().clone() };
            let mut words = Vec::new();
            concise::write(&report, &mut words)?;
            let words = String::from_utf8_lossy(&words);
            let faults: Vec<&str> = words.lines().filter(|l| l.contains(": error[")).collect();
            Err(Trouble::Said(format!("the event {shown} has errors: {}", faults.join("; "))))
        }
    }
}
