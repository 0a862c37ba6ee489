//! `muster diff`: two lists, or one under two versions of its rules.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::check::report::ListReport;
use crate::compare::{Picture, compare, json, text};
use crate::finding::Severity;
use crate::rules::library::Library;

use super::{Ended, Trouble, event, files};

/// What `diff` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The list as it was; - for standard input
    before: PathBuf,

    /// The list as it is now; with --rules-before the same one where not given
    #[arg(required_unless_present = "rules_before")]
    after: Option<PathBuf>,

    /// A folder with the rulesets and books as they were; the first list is judged by them
    #[arg(long, value_name = "DIR")]
    rules_before: Option<PathBuf>,

    /// An event whose terms hold besides; then only --rulesets and the program's own rules count
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,

    /// How the difference is printed
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// JSON, version 1
    Json,
}

pub(super) fn run(options: &Options, library: &Library, out: &mut dyn Write) -> Ended {
    let of_event = match &options.event {
        Some(path) => Some(event::library(path, library.named_folders())?),
        None => None,
    };
    let library = of_event.as_ref().unwrap_or(library);
    let of_before = match &options.rules_before {
        Some(folder) => Some(rules_before(folder, options, library)?),
        None => None,
    };
    let before_path = &options.before;
    let bytes = read(before_path)?;
    let after = match &options.after {
        Some(after) if after != before_path => (after, read(after)?),
        _ => (before_path, bytes.clone()),
    };
    let before = picture(of_before.as_ref().unwrap_or(library), before_path, bytes)?;
    let after = picture(library, after.0, after.1)?;
    let difference = compare(&before, &after);
    if let Some(folder) = &options.rules_before
        && difference.is_same_rules
        && !judged_by(folder, &before.report)
    {
        let id = before.report.ruleset.as_ref().map_or("", |r| r.id.as_str());
        return Err(Trouble::Said(format!(
            "{} has nothing that judges {}; wanted is {} or a book beside it in books/",
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

/// The library as it was: that folder before all others.
fn rules_before(folder: &Path, options: &Options, library: &Library) -> Result<Library, Trouble> {
    if !folder.is_dir() {
        return Err(Trouble::Said(format!("{} is no folder of rulesets", folder.display())));
    }
    let mut folders = vec![folder.to_path_buf()];
    folders.extend(library.named_folders());
    match &options.event {
        Some(path) => event::library(path, folders),
        None => Ok(Library::new(folders).with_working_folder(PathBuf::from("rulesets"))),
    }
}

fn judged_by(folder: &Path, list: &ListReport) -> bool {
    list.judges().into_iter().any(|(_, judge)| Path::new(&judge.from).starts_with(folder))
}

/// Reads a list; - is standard input.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Trouble> {
    let bytes = if path.as_os_str() == "-" { files::read_standard() } else { files::read(path) };
    bytes.map_err(|why| Trouble::Said(format!("cannot read {}: {why}", path.display())))
}

/// The picture of a list, or why there is none.
pub(super) fn picture(library: &Library, path: &Path, bytes: Vec<u8>) -> Result<Picture, Trouble> {
    let shown = path.to_string_lossy();
    Picture::of(library, &shown, bytes).map_err(|report| Trouble::Said(why_not(&report)))
}

/// Why a list cannot be compared: the first error in it, and how many more there are.
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
