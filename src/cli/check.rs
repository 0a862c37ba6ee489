//! `muster check`: lists in, verdicts out.

use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::check::report::{ListReport, Report, Verdict};
use crate::check::run::{self, FileKind};
use crate::finding::{Code, Finding, Severity, Source, Span};
use crate::output::{self, Format, Style, concise, table};
use crate::rules::library::Library;

use super::files::{self, Item};
use super::{Ended, Trouble, event, print};

/// What `check` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Lists or folders of lists; `lists/` without any
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// How the findings are printed
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

    /// An event whose terms hold besides; then only --rulesets and the program's own rules count
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,

    /// The table of lists as comma-separated values
    #[arg(long, conflicts_with = "format")]
    csv: bool,

    /// Takes every list as one that is not finished: what is not reached yet is a note
    #[arg(long)]
    draft: bool,

    /// Takes findings of this severity as errors
    #[arg(long, value_enum, value_name = "SEVERITY")]
    deny: Option<Deny>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Deny {
    /// Warnings
    Warnings,
}

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let usual = [PathBuf::from("lists")];
    let paths: &[PathBuf] = if options.paths.is_empty() { &usual } else { &options.paths };
    if options.paths.is_empty() && !usual[0].is_dir() {
        return Err(Trouble::Said(
            "there is no folder lists/ here; name a list or a folder to check".to_owned(),
        ));
    }
    let of_event = match &options.event {
        Some(path) => Some(event::library(path, library.named_folders())?),
        None => None,
    };
    let library = of_event.as_ref().unwrap_or(library);
    let mut session =
        Session { report: Report { sources: library.sources().clone(), ..Report::default() }, rules_read: 0 };
    let items = files::gather(paths);
    let bar = bar(items.len());
    let draft = run::Options { draft: options.draft };
    for part in items.chunks(AT_ONCE) {
        let outcomes: Vec<Outcome> = part
            .par_iter()
            .map(|item| {
                let outcome = look(item, library, &draft);
                bar.inc(1);
                outcome
            })
            .collect();
        outcomes.into_iter().for_each(|outcome| session.take(outcome));
    }
    bar.finish_and_clear();
    let Session { mut report, rules_read } = session;
    if options.event.is_some() {
        run::twice(&mut report.lists);
    }
    report.findings.extend(library.findings());
    crate::finding::sort(&mut report.findings);
    // Which of the rules was read first is chance where many lists are read at once
    let Report { findings, sources, .. } = &mut report;
    findings.sort_by_cached_key(|f| {
        f.primary().and_then(|l| Some((sources.get(l.span.file)?.path.clone(), l.span.start, l.span.end)))
    });
    if matches!(options.deny, Some(Deny::Warnings)) {
        deny_warnings(&mut report);
    }
    if options.csv || options.format == Format::Table {
        // A table is for lists alone; what concerns no list is trouble
        let general = Report {
            findings: std::mem::take(&mut report.findings),
            sources: report.sources.clone(),
            ..Report::default()
        };
        let mut words = Vec::new();
        concise::write_findings(&general, &mut words)?;
        print::lines(&words);
        report.findings = general.findings;
    }
    print_report(&report, options, style, out)?;
    let sum = report.summary();
    let faults = report.findings.iter().any(|f| f.severity == Severity::Error);
    Ok(match (sum.lists + rules_read, sum.illegal + sum.unreadable) {
        (0, _) => 2,
        (_, 0) if !faults => 0,
        _ => 1,
    })
}

/// How many files are read before what was found in them is put together.
const AT_ONCE: usize = 256;
/// From how many files on a bar shows how far the work is.
const LONG: usize = 200;

/// A bar on standard error where that is a terminal and the work is long.
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

/// What became of an item.
enum Outcome {
    /// A list, whether it could be read or not.
    List(Box<ListReport>),
    /// Rules that were named themselves and checked for themselves.
    Rules(Report),
    /// Something that is no list, and why it was passed over.
    Other(PathBuf, &'static str),
    /// Rules beside lists, which are passed over in silence.
    Nothing,
}

/// Looks at one item; others may be looked at meanwhile.
fn look(item: &Item, library: &Library, options: &run::Options) -> Outcome {
    let unreadable = |path: &str, why: &str| Outcome::List(Box::new(run::unreadable(library, path, why)));
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

/// A list, or rules: those in a folder are passed over, those that were named are checked for themselves.
fn file(path: &Path, bytes: Vec<u8>, named: bool, library: &Library, options: &run::Options) -> Outcome {
    let kind = std::str::from_utf8(&bytes).ok().and_then(run::kind_of_text);
    match kind {
        None | Some(FileKind::List) => {
            Outcome::List(Box::new(run::check(library, &path.to_string_lossy(), bytes, options)))
        }
        Some(kind) if named => {
            let text = String::from_utf8(bytes).unwrap_or_default();
            Outcome::Rules(run::check_rules(kind, path, &text))
        }
        Some(_) => Outcome::Nothing,
    }
}

struct Session {
    report: Report,
    /// Rulesets, books and events that were named themselves.
    rules_read: usize,
}

impl Session {
    fn take(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::List(list) => self.report.lists.push(*list),
            Outcome::Rules(rules) => {
                self.rules_read += 1;
                self.rules(rules);
            }
            Outcome::Other(path, why) => self.note(&path, why),
            Outcome::Nothing => {}
        }
    }

    fn note(&mut self, path: &Path, why: &str) {
        let shown = path.to_string_lossy().into_owned();
        let file = self.report.sources.add(Source::new(shown.clone(), ""));
        let finding = Finding::new(Code::UnreadableFile, Span::new(file, 0, 0), format!("\"{shown}\" {why}"));
        self.report.findings.push(finding.severity(Severity::Note).help("it was not checked"));
    }

    /// Takes over findings of rules that were checked for themselves, with the files that they point into.
    fn rules(&mut self, rules: Report) {
        for mut finding in rules.findings {
            for label in &mut finding.labels {
                if let Some(source) = rules.sources.get(label.span.file) {
                    label.span.file =
                        self.report.sources.id_of(&source).unwrap_or_else(|| self.report.sources.add(source));
                }
            }
            self.report.findings.push(finding);
        }
    }
}

fn deny_warnings(report: &mut Report) {
    let raise = |findings: &mut [Finding]| {
        let warnings = findings.iter_mut().filter(|f| f.severity == Severity::Warning);
        warnings.map(|f| f.severity = Severity::Error).count() > 0
    };
    raise(&mut report.findings);
    for ListReport { findings, verdict, .. } in &mut report.lists {
        if raise(findings) && *verdict != Verdict::Unreadable {
            *verdict = Verdict::Illegal;
        }
    }
}

fn print_report(
    report: &Report,
    options: &Options,
    style: Style,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    if options.csv {
        return table::write_csv(report, out);
    }
    let cut = options.format != Format::Table || std::io::stdout().is_terminal();
    let style = if cut { style } else { Style { width: 10_000, ..style } };
    output::write(report, options.format, style, None, out)
}
