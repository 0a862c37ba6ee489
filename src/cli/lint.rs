//! `muster lint`: checks rulesets, books and events themselves.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::check::check_files::{self, FileKind};
use crate::check::report::Report;
use crate::finding::{FileId, Severity};
use crate::format::read_exact_numbers::Number;
use crate::lint::{self, LintFile};
use crate::output::{self, ReportFormat, TerminalStyle};
use crate::rules::library::Library;
use crate::wording::count_noun;
use crate::wording::short_list;
use crate::yaml;

use super::input_files::{self, InputFile};
use super::{CommandError, CommandResult};

/// The arguments of `muster lint`.
#[derive(Debug, Args)]
pub(super) struct LintArgs {
    /// Rulesets, books and events, or folders of them [default: rulesets/, else the built-in ones]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReportFormat,

    /// Search for a legal list of this size, in points [default: 500, 1000, 1500 and 2000] [repeatable]
    #[arg(long = "size", value_name = "POINTS", value_parser = clap::value_parser!(u32).range(1..))]
    sizes: Vec<u32>,

    /// Time limit for each search for a legal list, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    time: u32,
}

pub(super) fn run(
    options: &LintArgs,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let default_paths = [PathBuf::from("rulesets")];
    let files = if options.paths.is_empty() && !default_paths[0].is_dir() {
        built_in_files(library)
    } else {
        let paths: &[PathBuf] = if options.paths.is_empty() { &default_paths } else { &options.paths };
        collect_rules_files(paths)?
    };
    if files.is_empty() {
        return Err(CommandError::Message("there is no ruleset, book or event here".to_owned()));
    }
    if matches!(options.format, ReportFormat::Table | ReportFormat::Csv) {
        let message = "a table has one line for each list, and `lint` checks rules; use --format concise";
        return Err(CommandError::Message(message.to_owned()));
    }
    let usual_sizes = lint::LintOptions::default().sizes;
    let lint_options = lint::LintOptions {
        folders: library.named_folders(),
        sizes: if options.sizes.is_empty() {
            usual_sizes
        } else {
            options.sizes.iter().map(|n| i64::from(*n).into()).collect()
        },
        time_limit: std::time::Duration::from_secs(options.time.into()),
    };
    let report = lint::lint_files(&files, &lint_options);
    output::print_report(
        &report,
        options.format,
        style,
        Some(&closing_line(&report, files.len(), &lint_options.sizes)),
        out,
    )?;
    Ok(u8::from(report.findings.iter().any(|f| f.severity == Severity::Error)))
}

/// Returns the built-in rulesets and books.
fn built_in_files(library: &Library) -> Vec<LintFile> {
    let mut files = Vec::new();
    for ruleset in library.list_rulesets() {
        let file = |kind| move |found| LintFile { kind, rules_file: found, folder: None };
        files.extend(library.find_ruleset_file(&ruleset.id).map(file(FileKind::Ruleset)));
        for book in library.books_of_ruleset(&ruleset.id) {
            files.extend(library.find_book_file(&ruleset.id, &book.id).map(file(FileKind::Book)));
        }
    }
    files
}

/// Collects the rulesets, books and events at these paths. Other files in folders are skipped.
///
/// # Errors
/// Refuses standard input, whatever cannot be read, and a file named on the command line that has no rules.
fn collect_rules_files(paths: &[PathBuf]) -> Result<Vec<LintFile>, CommandError> {
    let mut all = Vec::new();
    for item in input_files::collect_files(paths) {
        let (path, named) = match item {
            InputFile::Named(path) => (path, true),
            InputFile::Found(path) => (path, false),
            InputFile::StandardInput => {
                return Err(CommandError::Message(
                    "rules are read from files, not from standard input".to_owned(),
                ));
            }
            InputFile::Unreadable(path, why) => {
                return Err(CommandError::Message(format!("cannot read {}: {why}", path.display())));
            }
            InputFile::Skipped(..) => continue,
        };
        all.extend(read_rules_file(&path, named)?);
    }
    Ok(all)
}

/// Reads a file of rules. `None` if it is another kind of file and was only found in a folder.
fn read_rules_file(path: &Path, named: bool) -> Result<Option<LintFile>, CommandError> {
    let read_error = |why: String| CommandError::Message(format!("cannot read {}: {why}", path.display()));
    let bytes = input_files::read_file(path).map_err(read_error)?;
    let text = String::from_utf8_lossy(&bytes);
    let root = yaml::parse_yaml(FileId::CHECKED, &text).root;
    match root.as_ref().map(check_files::file_kind) {
        Some(kind @ (FileKind::Ruleset | FileKind::Book | FileKind::Event)) => {
            Ok(Some(LintFile::from_path(kind, path, &text)))
        }
        _ if named => Err(CommandError::Message(format!(
            "{} is not a ruleset, book or event; use `muster check` for lists",
            path.display()
        ))),
        _ => Ok(None),
    }
}

/// Returns the last line, such as `ok: 12 files, searched for lists of 500 and 1000 points`, or
/// `2 errors, 1 warning in 3 files, …`.
fn closing_line(report: &Report, files: usize, sizes: &[Number]) -> String {
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    let files =
        format!("{}, searched for lists of {} points", count_noun(files, "file"), short_list(&sizes, "and"));
    let count_of = |severity| report.findings.iter().filter(|f| f.severity == severity).count();
    let kinds = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let counts: Vec<String> = kinds
        .iter()
        .filter(|(s, _)| count_of(*s) > 0)
        .map(|(s, word)| count_noun(count_of(*s), word))
        .collect();
    if counts.is_empty() { format!("ok: {files}") } else { format!("{} in {files}", counts.join(", ")) }
}
