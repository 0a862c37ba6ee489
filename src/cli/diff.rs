//! `muster diff`: compares two lists, or one list under two versions of its rules.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::check::report::ListReport;
use crate::compare::{ArmySnapshot, compare_snapshots, json, text};
use crate::finding::Severity;
use crate::rules::library::Library;

use super::{CommandError, CommandResult, event_argument, input_files};

/// The arguments of `muster diff`.
#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// List as it was; `-` for standard input
    before: PathBuf,

    /// List as it is now [default with --rules-before: the same file]
    #[arg(required_unless_present = "rules_before")]
    after: Option<PathBuf>,

    /// Check the first list against the older rulesets and books in this folder
    #[arg(long, value_name = "DIR")]
    rules_before: Option<PathBuf>,

    /// Also apply the terms of an event; only --rulesets and built-in rulesets are used then
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: DiffFormat,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum DiffFormat {
    /// Text for people
    #[default]
    Text,
    /// JSON, version 1
    Json,
}

pub(super) fn run(options: &DiffArgs, library: &Library, out: &mut dyn Write) -> CommandResult {
    let event_library = match &options.event {
        Some(path) => Some(event_argument::library_for_event(path, library.named_folders())?),
        None => None,
    };
    let library = event_library.as_ref().unwrap_or(library);
    let older_library = match &options.rules_before {
        Some(folder) => Some(library_with_older_rules(folder, options, library)?),
        None => None,
    };
    let before_path = &options.before;
    let bytes = read_list_bytes(before_path)?;
    let after = match &options.after {
        Some(after) if after != before_path => (after, read_list_bytes(after)?),
        _ => (before_path, bytes.clone()),
    };
    let before = take_snapshot(older_library.as_ref().unwrap_or(library), before_path, bytes)?;
    let after = take_snapshot(library, after.0, after.1)?;
    let difference = compare_snapshots(&before, &after);
    if let Some(folder) = &options.rules_before
        && difference.is_same_rules
        && !uses_rules_from(folder, &before.report)
    {
        let id = before.report.ruleset.as_ref().map_or("", |r| r.id.as_str());
        return Err(CommandError::Message(format!(
            "{} has no rules that {} uses; expected {} or a book in books/ next to it",
            folder.display(),
            before_path.display(),
            folder.join(id).join("ruleset.yaml").display()
        )));
    }
    match options.format {
        DiffFormat::Text => text::print_text(&difference, out)?,
        DiffFormat::Json => json::print_json(&difference, out)?,
    }
    Ok(u8::from(!difference.is_empty()))
}

/// Returns the library for the older list, which looks in `folder` before all others.
fn library_with_older_rules(
    folder: &Path,
    options: &DiffArgs,
    library: &Library,
) -> Result<Library, CommandError> {
    if !folder.is_dir() {
        return Err(CommandError::Message(format!("{} is not a folder of rulesets", folder.display())));
    }
    let mut folders = vec![folder.to_path_buf()];
    folders.extend(library.named_folders());
    match &options.event {
        Some(path) => event_argument::library_for_event(path, folders),
        None => Ok(Library::new(folders).with_current_folder(PathBuf::from("rulesets"))),
    }
}

/// Returns `true` if a verdict rests on a ruleset, book or event from this folder.
fn uses_rules_from(folder: &Path, list: &ListReport) -> bool {
    list.rules_sources().into_iter().any(|(_, judge)| Path::new(&judge.found_in).starts_with(folder))
}

/// Reads a list; `-` stands for standard input.
pub(super) fn read_list_bytes(path: &Path) -> Result<Vec<u8>, CommandError> {
    let bytes = if path.as_os_str() == "-" {
        input_files::read_standard_input()
    } else {
        input_files::read_file(path)
    };
    bytes.map_err(|why| CommandError::Message(format!("cannot read {}: {why}", path.display())))
}

/// Reads a list as a snapshot to compare.
///
/// # Errors
/// Returns why the list cannot be compared.
pub(super) fn take_snapshot(
    library: &Library,
    path: &Path,
    bytes: Vec<u8>,
) -> Result<ArmySnapshot, CommandError> {
    let shown = path.to_string_lossy();
    ArmySnapshot::of_list_file(library, &shown, bytes)
        .map_err(|report| CommandError::Message(why_not_comparable(&report)))
}

/// Returns why a list cannot be compared: its first error, and how many more there are.
pub(super) fn why_not_comparable(report: &ListReport) -> String {
    let mut errors = report.findings.iter().filter(|f| f.severity == Severity::Error);
    let Some(first) = errors.next() else {
        return format!("{} cannot be compared", report.path);
    };
    let place = first.primary_label().and_then(|label| {
        let source = report.sources.get(label.span.file)?;
        let at = source.position(label.span.start);
        Some(format!(" ({}:{}:{})", source.path, at.line, at.column))
    });
    let more = match errors.count() {
        0 => String::new(),
        1 => ", and 1 more error".to_owned(),
        n => format!(", and {n} more errors"),
    };
    format!("{} cannot be compared: {}{}{more}", report.path, first.message, place.unwrap_or_default())
}
