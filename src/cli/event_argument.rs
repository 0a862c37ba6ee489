//! Reads the event given with `--event`.

use std::path::{Path, PathBuf};

use crate::check::check_files::{self, FileKind};
use crate::finding::Severity;
use crate::output::concise;
use crate::rules::library::Library;
use crate::rules::read_and_merge_rulesets::RulesFile;

use super::{CommandError, input_files};

/// Returns a library of rules that applies the terms of the event at `path`.
///
/// The library has only the rulesets of the folders `named` with `--rulesets` and the built-in ones, so that
/// a changed ruleset in somebody's current directory has no effect.
pub(super) fn library_for_event(path: &Path, named: Vec<PathBuf>) -> Result<Library, CommandError> {
    let shown = path.to_string_lossy().into_owned();
    let bytes = input_files::read_file(path)
        .map_err(|why| CommandError::Message(format!("cannot read the event {shown}: {why}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| CommandError::Message(format!("the event {shown} is not UTF-8")))?;
    if check_files::text_file_kind(&text) != Some(FileKind::Event) {
        return Err(CommandError::Message(format!(
            "{shown} is not an event; an event begins with `event:` and its id"
        )));
    }
    let found = RulesFile::new(shown.clone(), text);
    match Library::new(named).with_current_folder(PathBuf::from("rulesets")).under_event(&found) {
        Ok(library) => Ok(library),
        Err(strict) => {
            let mut faults = strict.findings();
            faults.retain(|fault| fault.severity == Severity::Error);
            let mut lines = Vec::new();
            concise::print_findings(&faults, strict.sources(), &mut lines)?;
            let lines = String::from_utf8_lossy(&lines);
            let faults: Vec<&str> = lines.lines().collect();
            Err(CommandError::Message(format!("the event {shown} has errors: {}", faults.join("; "))))
        }
    }
}
