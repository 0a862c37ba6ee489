//! `muster check`: checks lists and prints a verdict for each.

use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::check::copies::{Copies, ReportedList};
use crate::check::report::{ListReport, Report, Summary, Verdict};
use crate::check::run::{self, FileKind};
use crate::checked::Checked;
use crate::finding::{Finding, Severity, Sources};
use crate::output::{self, Format, Printer, Style, concise};
use crate::rules::library::Library;

use super::files::{self, Item};
use super::{Ended, Trouble, event, print};

/// The arguments of `muster check`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Lists, or folders of lists; `-` for standard input [default: lists/]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

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
    deny: Option<Deny>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
}

impl Options {
    fn format(&self) -> Format {
        if self.csv { Format::Csv } else { self.format }
    }
}

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let default_paths = [PathBuf::from("lists")];
    let paths: &[PathBuf] = if options.paths.is_empty() { &default_paths } else { &options.paths };
    if options.paths.is_empty() && !default_paths[0].is_dir() {
        return Err(Trouble::Said(
            "there is no folder lists/ here; name a list or a folder to check".to_owned(),
        ));
    }
    let event_library = match &options.event {
        Some(path) => Some(event::library(path, library.named_folders())?),
        None => None,
    };
    let library = event_library.as_ref().unwrap_or(library);
    if let Some(event) = library.event().filter(|event| options.draft && !event.file.drafts) {
        let name = &event.file.name.value;
        return Err(Trouble::Said(format!("{name} takes no drafts; leave out --draft")));
    }
    let items = files::gather(paths);
    let bar = bar(items.len());
    // Formats for people do not show digests, but events need them to find an army that is handed in twice
    let shows_digests = matches!(options.format(), Format::Json | Format::Table | Format::Csv);
    let check_options = run::Options {
        draft: options.draft,
        without_digests: !shows_digests && options.event.is_none(),
        fielded: options.event.is_some(),
    };
    let mut session = Session {
        options,
        library,
        printer: printer(options, style),
        copies: library.event().map(|event| Copies::new(event.file.copies.unwrap_or_default())),
        among: parts(&items).nth(1).is_some(),
        sum: Summary::default(),
        rules_read: 0,
        general_faults: false,
    };
    // The rules may have findings even if there is no list to check
    if items.is_empty() {
        session.take(Vec::new(), out)?;
    }
    for part in parts(&items) {
        let outcomes: Vec<Outcome> = part
            .par_iter()
            .map(|item| {
                let mut outcome = look(item, library, &check_options);
                if let Outcome::List(list) = &mut outcome {
                    list.count_the_rest();
                }
                bar.inc(1);
                outcome
            })
            .collect();
        bar.suspend(|| session.take(outcomes, out))?;
    }
    bar.finish_and_clear();
    session.printer.end(out)?;
    let Session { sum, rules_read, general_faults, .. } = session;
    Ok(match (sum.lists + rules_read, sum.illegal + sum.unreadable) {
        (0, _) => 2,
        (_, 0) if !general_faults => 0,
        _ => 1,
    })
}

/// The most files in a batch. A batch is printed and freed before the next one is read.
const AT_ONCE: usize = 256;
/// The most bytes in a batch, unless a single file is larger.
const BYTES_AT_ONCE: u64 = 8 * 1024 * 1024;

/// Splits the items into batches that are checked and printed one after another, so that only one batch is in
/// memory at a time.
fn parts(items: &[Item]) -> impl Iterator<Item = &[Item]> {
    let mut rest = items;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = |item: &&Item| {
            bytes += item.size();
            bytes <= BYTES_AT_ONCE
        };
        let part = rest.iter().take(AT_ONCE).take_while(fits).count().max(1).min(rest.len());
        let (part, others) = rest.split_at(part);
        rest = others;
        (!part.is_empty()).then_some(part)
    })
}

/// The most files that are checked without a progress bar.
const LONG: usize = 200;

/// Returns a progress bar for standard error. It is hidden if there are few files or standard error is not a
/// terminal.
fn bar(files: usize) -> ProgressBar {
    if files <= LONG {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    if let Ok(style) = ProgressStyle::with_template("checking [{bar:40}] {pos} of {len} files") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// The result of processing one input file.
enum Outcome {
    /// The report on a list, readable or not.
    List(Box<ListReport>),
    /// The report on a ruleset, book or event named on the command line, and a description of the file.
    Rules(Report, String),
    /// A path that was skipped because it is not a list, and why.
    Other(PathBuf, &'static str),
    /// A ruleset, book or event found in a folder of lists. It is skipped without a note.
    Nothing,
}

/// Checks one input file. Runs in parallel with others.
fn look(item: &Item, library: &Library, options: &run::Options) -> Outcome {
    let unreadable = |path: &str, why: &str| {
        Outcome::List(Box::new(Checked::unreadable(library, path, why).into_report()))
    };
    match item {
        Item::Standard => match files::read_standard() {
            Ok(bytes) => Outcome::List(Box::new(run::check(library, "-", bytes, options))),
            Err(why) => unreadable("standard input", &why),
        },
        Item::Named(path) => match files::read(path) {
            Ok(bytes) => file(path, bytes, true, library, options),
            Err(why) => unreadable(&path.to_string_lossy(), &format!("{why}{}", files::near(path))),
        },
        Item::Found(path) => match files::read(path) {
            Ok(bytes) => file(path, bytes, false, library, options),
            Err(why) => unreadable(&path.to_string_lossy(), &why),
        },
        Item::Other(path, why) => Outcome::Other(path.clone(), why),
        Item::Unreadable(path, why) => unreadable(&path.to_string_lossy(), why),
    }
}

/// Checks one file. Rulesets, books and events are checked only if they were named on the command line.
fn file(path: &Path, bytes: Vec<u8>, named: bool, library: &Library, options: &run::Options) -> Outcome {
    let kind = std::str::from_utf8(&bytes).ok().and_then(run::kind_of_text);
    match kind {
        None | Some(FileKind::List) => {
            Outcome::List(Box::new(run::check(library, &path.to_string_lossy(), bytes, options)))
        }
        Some(kind) if named => {
            let text = String::from_utf8(bytes).unwrap_or_default();
            let (report, words) = run::check_rules_among(library.named_folders(), kind, path, &text);
            Outcome::Rules(report, words)
        }
        Some(_) => Outcome::Nothing,
    }
}

/// The state of a run of `muster check` across batches.
struct Session<'s> {
    options: &'s Options,
    library: &'s Library,
    printer: Box<dyn Printer>,
    /// The armies checked so far, to find copies among them. `None` without an event.
    copies: Option<Copies>,
    /// Whether there is more than one batch.
    among: bool,
    sum: Summary,
    /// The number of rulesets, books and events named on the command line.
    rules_read: usize,
    /// Whether a finding that belongs to no list is an error.
    general_faults: bool,
}

impl Session<'_> {
    /// Prints the results of a batch: first the findings that belong to no list, then the lists.
    fn take(&mut self, outcomes: Vec<Outcome>, out: &mut dyn Write) -> std::io::Result<()> {
        let sources = self.library.sources().clone();
        let mut general = Vec::new();
        let mut lists: Vec<ListReport> = Vec::new();
        for outcome in outcomes {
            match outcome {
                Outcome::List(list) => lists.push(*list),
                Outcome::Rules(rules, words) => {
                    self.rules_read += 1;
                    self.printer.rules(&words);
                    of_rules(rules, &sources, &mut general);
                }
                Outcome::Other(path, why) => {
                    general.push(files::passed_over(&path, why, "checked", &sources));
                }
                Outcome::Nothing => {}
            }
        }
        general.extend(self.library.new_findings());
        crate::finding::sort(&mut general);
        // Lists are checked in parallel, so the order in which rules were loaded is not the same in every run
        general.sort_by_cached_key(|f| {
            f.primary().and_then(|l| Some((sources.get(l.span.file)?.path.clone(), l.span.start, l.span.end)))
        });
        let strict = matches!(self.options.deny, Some(Deny::Warnings));
        if strict {
            deny_warnings(&mut general);
        }
        self.general_faults |= general.iter().any(|f| f.severity == Severity::Error);
        if matches!(self.options.format(), Format::Table | Format::Csv) {
            // A table has rows for lists only, so other findings go to standard error
            let mut text = Vec::new();
            concise::write_findings(&general, &sources, &mut text)?;
            print::lines(&text);
        }
        self.printer.general(&general, &sources, out)?;
        let among = self.among || lists.len() > 1;
        for mut list in lists {
            if let Some(copies) = &mut self.copies {
                let fielded = list.fielded.take();
                copies.look(&mut ReportedList { report: &mut list, fielded: fielded.as_deref() });
            }
            if strict {
                let more = std::mem::take(&mut list.more.warnings);
                list.more.errors += more;
                if (deny_warnings(&mut list.findings) || more > 0) && list.verdict != Verdict::Unreadable {
                    list.verdict = Verdict::Illegal;
                }
            }
            self.sum.list(&list);
            self.printer.list(&list, among, out)?;
        }
        Ok(())
    }
}

/// Appends the findings of a ruleset, book or event to `general`, and its source files to `sources`.
fn of_rules(rules: Report, sources: &Sources, general: &mut Vec<Finding>) {
    for mut finding in rules.findings {
        for label in &mut finding.labels {
            if let Some(source) = rules.sources.get(label.span.file) {
                label.span.file = sources.id_of(&source).unwrap_or_else(|| sources.add(source));
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

fn printer(options: &Options, style: Style) -> Box<dyn Printer> {
    // A table that goes into a file or a pipe is not cut to the width of a terminal
    let cut = options.format() != Format::Table || std::io::stdout().is_terminal();
    let style = if cut { style } else { Style { width: 10_000, ..style } };
    output::printer(options.format(), style, None)
}
