//! Prints reports, in one file for each format. No format changes a verdict.

pub mod concise;
pub mod github;
#[cfg(feature = "cli")]
pub mod human;
pub mod json;
pub mod line_diff;
pub mod rooms_json;
pub mod sarif;
pub mod table;
pub mod terminal_text;

mod closing_line;
#[cfg(feature = "cli")]
mod excerpt;
pub(crate) mod line_positions;

#[cfg(test)]
mod sample_reports;

use std::io::{self, Write};

#[cfg(feature = "cli")]
use crate::check::pages_about_codes::page;
use crate::check::report::{ListReport, Report};
use crate::finding::{Finding, SourceFiles};

/// The format that a report is printed in.
#[cfg(feature = "cli")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum ReportFormat {
    /// Every finding, with the lines it refers to
    #[default]
    Human,
    /// One line for each finding
    Concise,
    /// Version 1 of the documented JSON
    Json,
    /// Annotations of a GitHub workflow
    Github,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// One line for each list
    Table,
    /// Like table, as comma-separated values
    Csv,
}

/// What the terminal or file that is printed to can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalStyle {
    /// Whether ANSI colours may be used.
    pub colour: bool,
    /// The number of columns in a line.
    pub width: usize,
    /// Whether characters beyond ASCII may be used for drawing.
    pub unicode: bool,
}

impl Default for TerminalStyle {
    fn default() -> Self {
        Self { colour: false, width: 80, unicode: true }
    }
}

/// A printer for one format. It is given a report part by part, so that lists need not be kept once printed.
pub trait Printer {
    /// Adds findings that do not concern a list.
    fn print_general(
        &mut self,
        findings: &[Finding],
        sources: &SourceFiles,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Adds a list. `among` is `true` if the report has others.
    fn print_list(&mut self, list: &ListReport, among: bool, out: &mut dyn Write) -> io::Result<()>;

    /// Adds a ruleset, book or event that was itself checked, described as text.
    fn add_rules(&mut self, _words: &str) {}

    /// Prints the end of the report, such as its closing line.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

#[cfg(feature = "cli")]
/// Creates the printer of a format. `closing` replaces the usual last line, in formats that have one.
pub fn new_printer(format: ReportFormat, style: TerminalStyle, closing: Option<&str>) -> Box<dyn Printer> {
    match format {
        ReportFormat::Human => Box::new(human::HumanPrinter::new(style, closing)),
        ReportFormat::Concise => Box::new(concise::ConcisePrinter::new(closing)),
        ReportFormat::Json => Box::new(json::JsonPrinter::default()),
        ReportFormat::Github => Box::new(github::GithubPrinter::new(closing)),
        ReportFormat::Sarif => Box::new(sarif::SarifPrinter::new(|code| page(code).to_owned())),
        ReportFormat::Table => Box::new(table::TablePrinter::new(style)),
        ReportFormat::Csv => Box::new(table::CsvPrinter::default()),
    }
}

#[cfg(feature = "cli")]
/// Prints a report. `closing` replaces the usual last line, in formats that have one.
pub fn print_report(
    report: &Report,
    format: ReportFormat,
    style: TerminalStyle,
    closing: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    print_whole_report(report, new_printer(format, style, closing).as_mut(), out)
}

/// Prints a complete report.
fn print_whole_report(report: &Report, printer: &mut dyn Printer, out: &mut dyn Write) -> io::Result<()> {
    printer.print_general(&report.findings, &report.sources, out)?;
    for list in &report.lists {
        printer.print_list(list, report.lists.len() > 1, out)?;
    }
    printer.finish(out)
}

/// The most findings that formats for people print. The rest are only counted.
const MAX_FINDINGS: usize = 1_000;
