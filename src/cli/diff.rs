//! `muster diff`: compares two lists, or one list under two versions of its rules.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::check::report::ListReport;
use crate::compare::{Picture, compare, json, text};
use crate::finding::Severity;
use crate::rules::library::Library;

use super::{Ended, Trouble, event, files};

/// The arguments of `muster diff`.
#[derive(Debug, Args)]
pub(super) struct Options {
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
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// Text for people
    #[default]
    Text,
    /// JSON, version 1
    Json,
}

pub(super) fn run(options: &Options, library: &Library, out: &mut dyn Write) -> Ended {
    let event_library = match &options.event {
        Some(path) => Some(event::library(path, library.named_folders())?),
        None => None,
    };
    let library = event_library.as_ref().unwrap_or(library);
    let older_library = match &options.rules_before {
        Some(folder) => Some(rules_before(folder, options, library)?),
        None => None,
    };
    let before_path = &options.before;
    let bytes = read(before_path)?;
    let after = match &options.after {
        Some(after) if after != before_path => (after, read(after)?),
        _ => (before_path, bytes.clone()),
    };
    let before = picture(older_library.as_ref().unwrap_or(library), before_path, bytes)?;
    let after = picture(library, after.0, after.1)?;
    let difference = compare(&before, &after);
    if let Some(folder) = &options.rules_before
        && difference.is_same_rules
        && !judged_by(folder, &before.report)
    {
        let id = before.report.ruleset.as_ref().map_or("", |r| r.id.as_str());
        return Err(Trouble::Said(format!(
            "{} has no rules that {} uses; expected {} or a book in books/ next to it",
            folder.display(),
            before_path.display(),
            folder.join(id).join("ruleset.yaml").display()
        )));
    }
    match options.format {
        Format::Text => text::write(&difference, out)?,
        Format::Json => json::write(&difference, out)?,
    }
    Ok(u8::from(!difference.is_empty()))
}

/// Returns the library for the older list, which looks in `folder` before all others.
fn rules_before(folder: &Path, options: &Options, library: &Library) -> Result<Library, Trouble> {
    if !folder.is_dir() {
        return Err(Trouble::Said(format!("{} is not a folder of rulesets", folder.display())));
    }
    let mut folders = vec![folder.to_path_buf()];
    folders.extend(library.named_folders());
    match &options.event {
        Some(path) => event::library(path, folders),
        None => Ok(Library::new(folders).with_working_folder(PathBuf::from("rulesets"))),
    }
}

/// Returns `true` if a verdict rests on a ruleset, book or event from this folder.
fn judged_by(folder: &Path, list: &ListReport) -> bool {
    list.judges().into_iter().any(|(_, judge)| Path::new(&judge.from).starts_with(folder))
}

/// Reads a list; `-` stands for standard input.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Trouble> {
    let bytes = if path.as_os_str() == "-" { files::read_standard() } else { files::read(path) };
    bytes.map_err(|why| Trouble::Said(format!("cannot read {}: {why}", path.display())))
}

/// Reads a list as a snapshot to compare.
///
/// # Errors
/// Returns why the list cannot be compared.
pub(super) fn picture(library: &Library, path: &Path, bytes: Vec<u8>) -> Result<Picture, Trouble> {
    let shown = path.to_string_lossy();
    Picture::of(library, &shown, bytes).map_err(|report| Trouble::Said(why_not(&report)))
}

/// Returns why a list cannot be compared: its first error, and how many more there are.
pub(super) fn why_not(report: &ListReport) -> String {
    let mut errors = report.findings.iter().filter(|f| f.severity == Severity::Error);
    let Some(first) = errors.next() else {
        return format!("{} cannot be compared", report.path);
    };
    let place = first.primary().and_then(|label| {
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
