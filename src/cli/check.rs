//! `muster check`: checks lists and prints a verdict for each.

use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::build::open_rooms::report_with_open_rooms;
use crate::check::armies_handed_in_twice::{DuplicateArmies, ReportedList};
use crate::check::check_files::{self, FileKind};
use crate::check::report::{ListReport, Report, ReportCounts, Verdict};
use crate::checked_list::Checked;
use crate::finding::{Finding, Severity, SourceFiles};
use crate::output::{self, Printer, ReportFormat, TerminalStyle, concise};
use crate::rules::library::Library;
use crate::wording::short_list;

use super::input_files::{self, InputFile};
use super::{CommandError, CommandResult, event_argument, terminal_style_and_stderr};

/// The arguments of `muster check`.
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Lists, or folders of lists; `-` for standard input [default: lists/]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReportFormat,

    /// Also apply the terms of an event; only --rulesets and built-in rulesets are used then
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,

    /// Same as --format csv
    #[arg(long, conflicts_with = "format")]
    csv: bool,

    /// Treat every list as a draft: report minimums not met yet as notes
    #[arg(long)]
    draft: bool,

    /// Treat findings of this severity as errors
    #[arg(long, value_enum, value_name = "SEVERITY")]
    deny: Option<DeniedSeverity>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DeniedSeverity {
    /// Warnings
    Warnings,
}

impl CheckArgs {
    fn format(&self) -> ReportFormat {
        if self.csv { ReportFormat::Csv } else { self.format }
    }
}

pub(super) fn run(
    options: &CheckArgs,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let default_paths = [PathBuf::from("lists")];
    let paths: &[PathBuf] = if options.paths.is_empty() { &default_paths } else { &options.paths };
    if options.paths.is_empty() && !default_paths[0].is_dir() {
        return Err(CommandError::Message(
            "there is no folder lists/ here; name a list or a folder to check".to_owned(),
        ));
    }
    let event_library = match &options.event {
        Some(path) => Some(event_argument::library_for_event(path, library.named_folders())?),
        None => None,
    };
    let library = event_library.as_ref().unwrap_or(library);
    if let Some(event) = library.event().filter(|event| options.draft && !event.file.drafts) {
        let name = &event.file.name.value;
        return Err(CommandError::Message(format!("{name} takes no drafts; leave out --draft")));
    }
    let items = input_files::collect_files(paths);
    let bar = progress_bar(items.len());
    // Formats for people do not show digests, but events need them to find an army that is handed in twice
    let shows_digests =
        matches!(options.format(), ReportFormat::Json | ReportFormat::Table | ReportFormat::Csv);
    let check = FileCheck {
        library,
        options: check_files::CheckOptions {
            as_draft: options.draft,
            skip_digests: !shows_digests && options.event.is_none(),
            with_fielded: options.event.is_some(),
        },
        shows_open_rooms: matches!(options.format(), ReportFormat::Human | ReportFormat::Json),
    };
    let mut session = CheckRun {
        options,
        library,
        printer: report_printer(options, style),
        copies: library.event().map(|event| DuplicateArmies::new(event.file.copies.unwrap_or_default())),
        has_several_batches: batches(&items).nth(1).is_some(),
        counts: ReportCounts::default(),
        rules_files_checked: 0,
        has_general_errors: false,
    };
    // The rules may have findings even if there is no list to check
    if items.is_empty() {
        session.print_batch(Vec::new(), out)?;
    }
    for part in batches(&items) {
        let outcomes: Vec<FileOutcome> = part
            .par_iter()
            .map(|item| {
                let mut outcome = check.check_item(item);
                if let FileOutcome::List(list) = &mut outcome {
                    list.keep_most_severe();
                }
                bar.inc(1);
                outcome
            })
            .collect();
        bar.suspend(|| session.print_batch(outcomes, out))?;
    }
    bar.finish_and_clear();
    session.printer.finish(out)?;
    if items.is_empty() {
        let folders: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        terminal_style_and_stderr::eprint_error(&format!(
            "there is nothing to check in {}: no file in it or in its folders ends in .yaml, .yml or .json",
            short_list(&folders, "or")
        ));
    }
    let CheckRun { counts: sum, rules_files_checked: rules_read, has_general_errors: general_faults, .. } =
        session;
    Ok(match (sum.lists + rules_read, sum.illegal + sum.unreadable) {
        (0, _) => 2,
        (_, 0) if !general_faults => 0,
        _ => 1,
    })
}

/// The most files in a batch. A batch is printed and freed before the next one is read.
const MAX_BATCH_FILES: usize = 256;
/// The most bytes in a batch, unless a single file is larger.
const MAX_BATCH_BYTES: u64 = 8 * 1024 * 1024;

/// Splits the items into batches that are checked and printed one after another, so that only one batch is in
/// memory at a time.
fn batches(items: &[InputFile]) -> impl Iterator<Item = &[InputFile]> {
    let mut rest = items;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = |item: &&InputFile| {
            bytes += item.size();
            bytes <= MAX_BATCH_BYTES
        };
        let part = rest.iter().take(MAX_BATCH_FILES).take_while(fits).count().max(1).min(rest.len());
        let (part, others) = rest.split_at(part);
        rest = others;
        (!part.is_empty()).then_some(part)
    })
}

/// The most files that are checked without a progress bar.
const MAX_FILES_WITHOUT_BAR: usize = 200;

/// Returns a progress bar for standard error. It is hidden if there are few files or standard error is not a
/// terminal.
fn progress_bar(files: usize) -> ProgressBar {
    if files <= MAX_FILES_WITHOUT_BAR {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    if let Ok(style) = ProgressStyle::with_template("checking [{bar:40}] {pos} of {len} files") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// The result of processing one input file.
enum FileOutcome {
    /// The report on a list, readable or not.
    List(Box<ListReport>),
    /// The report on a ruleset, book or event named on the command line, and a description of the file.
    Rules(Report, String),
    /// A path that was skipped because it is not a list, and why.
    Skipped(PathBuf, &'static str),
    /// A ruleset, book or event found in a folder of lists. It is skipped without a note.
    SkippedRules,
}

/// How the files of a run are checked.
struct FileCheck<'l> {
    library: &'l Library,
    options: check_files::CheckOptions,
    /// Whether broken limits say what is still open.
    shows_open_rooms: bool,
}

impl FileCheck<'_> {
    /// Checks one input file. Runs in parallel with others.
    fn check_item(&self, item: &InputFile) -> FileOutcome {
        let unreadable = |path: &str, why: &str| {
            FileOutcome::List(Box::new(Checked::unreadable(self.library, path, why).into_report()))
        };
        match item {
            InputFile::StandardInput => match input_files::read_standard_input() {
                Ok(bytes) => self.check_list("-", bytes),
                Err(why) => unreadable("standard input", &why),
            },
            InputFile::Named(path) => match input_files::read_file(path) {
                Ok(bytes) => self.check_file(path, bytes, true),
                Err(why) => unreadable(
                    &path.to_string_lossy(),
                    &format!("{why}{}", input_files::did_you_mean_file(path)),
                ),
            },
            InputFile::Found(path) => match input_files::read_file(path) {
                Ok(bytes) => self.check_file(path, bytes, false),
                Err(why) => unreadable(&path.to_string_lossy(), &why),
            },
            InputFile::Skipped(path, why) => FileOutcome::Skipped(path.clone(), why),
            InputFile::Unreadable(path, why) => unreadable(&path.to_string_lossy(), why),
        }
    }

    /// Checks one file. Rulesets, books and events are checked only if they were named on the command line.
    fn check_file(&self, path: &Path, bytes: Vec<u8>, named: bool) -> FileOutcome {
        let kind = std::str::from_utf8(&bytes).ok().and_then(check_files::text_file_kind);
        match kind {
            None | Some(FileKind::List) => self.check_list(&path.to_string_lossy(), bytes),
            Some(kind) if named => {
                let text = String::from_utf8(bytes).unwrap_or_default();
                let (report, words) =
                    check_files::check_rules_file_among(self.library.named_folders(), kind, path, &text);
                FileOutcome::Rules(report, words)
            }
            Some(_) => FileOutcome::SkippedRules,
        }
    }

    fn check_list(&self, path: &str, bytes: Vec<u8>) -> FileOutcome {
        let checked = Checked::read(self.library, path, bytes, &self.options);
        let report =
            if self.shows_open_rooms { report_with_open_rooms(checked) } else { checked.into_report() };
        FileOutcome::List(Box::new(report))
    }
}

/// The state of a run of `muster check` across batches.
struct CheckRun<'s> {
    options: &'s CheckArgs,
    library: &'s Library,
    printer: Box<dyn Printer>,
    /// The armies checked so far, to find copies among them. `None` without an event.
    copies: Option<DuplicateArmies>,
    /// Whether there is more than one batch.
    has_several_batches: bool,
    counts: ReportCounts,
    /// The number of rulesets, books and events named on the command line.
    rules_files_checked: usize,
    /// Whether a finding that belongs to no list is an error.
    has_general_errors: bool,
}

impl CheckRun<'_> {
    /// Prints the results of a batch: first the findings that belong to no list, then the lists.
    fn print_batch(&mut self, outcomes: Vec<FileOutcome>, out: &mut dyn Write) -> std::io::Result<()> {
        let sources = self.library.sources().clone();
        let mut general = Vec::new();
        let mut lists: Vec<ListReport> = Vec::new();
        for outcome in outcomes {
            match outcome {
                FileOutcome::List(list) => lists.push(*list),
                FileOutcome::Rules(rules, words) => {
                    self.rules_files_checked += 1;
                    self.printer.add_rules(&words);
                    append_rules_findings(rules, &sources, &mut general);
                }
                FileOutcome::Skipped(path, why) => {
                    general.push(input_files::skipped_note(&path, why, "checked", &sources));
                }
                FileOutcome::SkippedRules => {}
            }
        }
        general.extend(self.library.take_findings());
        crate::finding::sort_and_dedup(&mut general);
        // Lists are checked in parallel, so the order in which rules were loaded is not the same in every run
        general.sort_by_cached_key(|f| {
            f.primary_label()
                .and_then(|l| Some((sources.get(l.span.file)?.path.clone(), l.span.start, l.span.end)))
        });
        let strict = matches!(self.options.deny, Some(DeniedSeverity::Warnings));
        if strict {
            deny_warnings(&mut general);
        }
        self.has_general_errors |= general.iter().any(|f| f.severity == Severity::Error);
        if matches!(self.options.format(), ReportFormat::Table | ReportFormat::Csv) {
            // A table has rows for lists only, so other findings go to standard error
            let mut text = Vec::new();
            concise::print_findings(&general, &sources, &mut text)?;
            terminal_style_and_stderr::eprint_lines(&text);
        }
        self.printer.print_general(&general, &sources, out)?;
        let among = self.has_several_batches || lists.len() > 1;
        for mut list in lists {
            if let Some(copies) = &mut self.copies {
                let fielded = list.fielded.take();
                copies.report_duplicate(&mut ReportedList { report: &mut list, fielded: fielded.as_deref() });
            }
            if strict {
                let more = std::mem::take(&mut list.unlisted.warnings);
                list.unlisted.errors += more;
                if (deny_warnings(&mut list.findings) || more > 0) && list.verdict != Verdict::Unreadable {
                    list.verdict = Verdict::Illegal;
                }
            }
            self.counts.add_list(&list);
            self.printer.print_list(&list, among, out)?;
        }
        Ok(())
    }
}

/// Appends the findings of a ruleset, book or event to `general`, and its source files to `sources`.
fn append_rules_findings(rules: Report, sources: &SourceFiles, general: &mut Vec<Finding>) {
    for mut finding in rules.findings {
        for label in &mut finding.labels {
            if let Some(source) = rules.sources.get(label.span.file) {
                label.span.file = sources.add_shared(source);
            }
        }
        general.push(finding);
    }
}

/// Turns warnings into errors. Returns `true` if there were any.
fn deny_warnings(findings: &mut [Finding]) -> bool {
    let warnings = findings.iter_mut().filter(|f| f.severity == Severity::Warning);
    warnings.map(|f| f.severity = Severity::Error).count() > 0
}

fn report_printer(options: &CheckArgs, style: TerminalStyle) -> Box<dyn Printer> {
    // A table that goes into a file or a pipe is not cut to the width of a terminal
    let cut = options.format() != ReportFormat::Table || std::io::stdout().is_terminal();
    let style = if cut { style } else { TerminalStyle { width: 10_000, ..style } };
    output::new_printer(options.format(), style, None)
}
