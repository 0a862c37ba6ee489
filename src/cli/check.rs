//! `muster check`: lists in, verdicts out.

use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::check::pages;
use crate::check::report::{ListReport, Report, Verdict};
use crate::check::run::{self, FileKind};
use crate::finding::{Code, Finding, Severity, Source, Span};
use crate::output::{Format, Style, concise, github, human, json, sarif, table};
use crate::rules::library::Library;
use crate::rules::load::Found;

use super::files::{self, Item};
use super::{Ended, Trouble, print};

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
    let of_event = event(options.event.as_deref(), library)?;
    let library = of_event.as_ref().unwrap_or(library);
    let mut session = Session {
        options,
        library,
        report: Report { sources: library.sources().clone(), ..Report::default() },
        rules_read: 0,
    };
    for item in files::gather(paths) {
        session.item(item);
    }
    let Session { mut report, rules_read, .. } = session;
    if options.event.is_some() {
        run::twice(&mut report.lists);
    }
    report.findings.extend(library.findings());
    crate::finding::sort(&mut report.findings);
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

/// The library under the event's terms, where there is one.
pub(super) fn event(path: Option<&Path>, library: &Library) -> Result<Option<Library>, Trouble> {
    let Some(path) = path else { return Ok(None) };
    let shown = path.to_string_lossy().into_owned();
    let bytes =
        files::read(path).map_err(|why| Trouble::Said(format!("cannot read the event {shown}: {why}")))?;
    let text =
        String::from_utf8(bytes).map_err(|_| Trouble::Said(format!("the event {shown} is no UTF-8")))?;
    if run::kind_of_text(&text) != Some(FileKind::Event) {
        return Err(Trouble::Said(format!("{shown} is no event; an event begins with `event:` and its id")));
    }
    // A changed ruleset in the working folder judges nobody here
    let strict = Library::new(library.named_folders());
    let found = Found { source: Source::new(shown.clone(), text), from: shown.clone() };
    match strict.load_event(&found) {
        Some(event) => Ok(Some(strict.with_event(event))),
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

struct Session<'s> {
    options: &'s Options,
    library: &'s Library,
    report: Report,
    /// Rulesets, books and events that were named themselves.
    rules_read: usize,
}

impl Session<'_> {
    fn item(&mut self, item: Item) {
        match item {
            Item::Standard => match files::read_standard() {
                Ok(bytes) => self.list("-", bytes),
                Err(why) => self.unreadable("standard input", &why),
            },
            Item::Named(path) => match files::read(&path) {
                Ok(bytes) => self.file(&path, bytes, true),
                Err(why) => self.unreadable(&path.to_string_lossy(), &format!("{why}{}", files::near(&path))),
            },
            Item::Found(path) => match files::read(&path) {
                Ok(bytes) => self.file(&path, bytes, false),
                Err(why) => self.unreadable(&path.to_string_lossy(), &why),
            },
            Item::Other(path, why) => self.note(&path, why),
            Item::Unreadable(path, why) => self.unreadable(&path.to_string_lossy(), &why),
        }
    }

    /// A list, or rules: those in a folder are passed over, those that were named are checked for themselves.
    fn file(&mut self, path: &Path, bytes: Vec<u8>, named: bool) {
        let kind = std::str::from_utf8(&bytes).ok().and_then(run::kind_of_text);
        match kind {
            None | Some(FileKind::List) => self.list(&path.to_string_lossy(), bytes),
            Some(kind) if named => {
                let text = String::from_utf8(bytes).unwrap_or_default();
                let rules = run::check_rules(kind, path, &text);
                self.rules_read += 1;
                self.take(rules);
            }
            Some(_) => {}
        }
    }

    fn list(&mut self, path: &str, bytes: Vec<u8>) {
        let options = run::Options { draft: self.options.draft };
        self.report.lists.push(run::check(self.library, path, bytes, &options));
    }

    fn unreadable(&mut self, path: &str, why: &str) {
        self.report.lists.push(run::unreadable(self.library, path, why));
    }

    fn note(&mut self, path: &Path, why: &str) {
        let shown = path.to_string_lossy().into_owned();
        let file = self.report.sources.add(Source::new(shown.clone(), ""));
        let finding = Finding::new(Code::UnreadableFile, Span::new(file, 0, 0), format!("\"{shown}\" {why}"));
        self.report.findings.push(finding.severity(Severity::Note).help("it was not checked"));
    }

    /// Takes over findings of rules that were checked for themselves, with the files that they point into.
    fn take(&mut self, rules: Report) {
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
    match options.format {
        Format::Human => human::write(report, out, style),
        Format::Concise => concise::write(report, out),
        Format::Json => json::write(report, out),
        Format::Github => github::write(report, out),
        Format::Sarif => sarif::write(report, out, &|code| pages::page(code).to_owned()),
        Format::Table => table::write(
            report,
            out,
            Style { width: if std::io::stdout().is_terminal() { style.width } else { 10_000 }, ..style },
        ),
    }
}
