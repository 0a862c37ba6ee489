//! Reads the event given with `--event`.

use std::path::{Path, PathBuf};

use crate::check::run::{self, FileKind};
use crate::finding::Severity;
use crate::output::concise;
use crate::rules::library::Library;
use crate::rules::load::Found;

use super::{Trouble, files};

/// Returns a library of rules that applies the terms of the event at `path`.
///
/// The library has only the rulesets of the folders `named` with `--rulesets` and the built-in ones, so that
/// a changed ruleset in somebody's current directory has no effect.
pub(super) fn library(path: &Path, named: Vec<PathBuf>) -> Result<Library, Trouble> {
    let shown = path.to_string_lossy().into_owned();
    let bytes =
        files::read(path).map_err(|why| Trouble::Said(format!("cannot read the event {shown}: {why}")))?;
    let text =
        String::from_utf8(bytes).map_err(|_| Trouble::Said(format!("the event {shown} is not UTF-8")))?;
    if run::kind_of_text(&text) != Some(FileKind::Event) {
        return Err(Trouble::Said(format!(
            "{shown} is not an event; an event begins with `event:` and its id"
        )));
    }
    let strict = Library::new(named).without(PathBuf::from("rulesets"));
    let found = Found::new(shown.clone(), text);
    match strict.load_event(&found) {
        Some(event) => Ok(strict.with_event(event)),
        None => {
            let mut faults = strict.findings();
            faults.retain(|fault| fault.severity == Severity::Error);
            let mut lines = Vec::new();
            concise::write_findings(&faults, strict.sources(), &mut lines)?;
            let lines = String::from_utf8_lossy(&lines);
            let faults: Vec<&str> = lines.lines().collect();
            Err(Trouble::Said(format!("the event {shown} has errors: {}", faults.join("; "))))
        }
    }
}
