//! Prints reports, in one file for each format. No format changes a verdict.

pub mod concise;
pub mod github;
pub mod human;
pub mod json;
pub mod sarif;
pub mod table;
pub mod text;

mod excerpt;
pub(crate) mod places;
mod summary;

#[cfg(test)]
mod samples;

use std::io::{self, Write};

use crate::check::pages::page;
use crate::check::report::{ListReport, Report};
use crate::finding::{Finding, Sources};

/// The format that a report is printed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Format {
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
pub struct Style {
    /// Whether ANSI colours may be used.
    pub colour: bool,
    /// The number of columns in a line.
    pub width: usize,
    /// Whether characters beyond ASCII may be used for drawing.
    pub unicode: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { colour: false, width: 80, unicode: true }
    }
}

/// A printer for one format. It is given a report part by part, so that lists need not be kept once printed.
pub trait Printer {
    /// Adds findings that do not concern a list.
    fn general(&mut self, findings: &[Finding], sources: &Sources, out: &mut dyn Write) -> io::Result<()>;

    /// Adds a list. `among` is `true` if the report has others.
    fn list(&mut self, list: &ListReport, among: bool, out: &mut dyn Write) -> io::Result<()>;

    /// Adds a ruleset, book or event that was itself checked, described as text.
    fn rules(&mut self, _words: &str) {}

    /// Prints the end of the report, such as its closing line.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// Creates the printer of a format. `closing` replaces the usual last line, in formats that have one.
pub fn printer(format: Format, style: Style, closing: Option<&str>) -> Box<dyn Printer> {
    match format {
        Format::Human => Box::new(human::Human::new(style, closing)),
        Format::Concise => Box::new(concise::Concise::new(closing)),
        Format::Json => Box::new(json::Json::default()),
        Format::Github => Box::new(github::Github::new(closing)),
        Format::Sarif => Box::new(sarif::Sarif::new(|code| page(code).to_owned())),
        Format::Table => Box::new(table::Table::new(style)),
        Format::Csv => Box::new(table::Csv::default()),
    }
}

/// Prints a report. `closing` replaces the usual last line, in formats that have one.
pub fn write(
    report: &Report,
    format: Format,
    style: Style,
    closing: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    whole(report, printer(format, style, closing).as_mut(), out)
}

/// Prints a complete report.
fn whole(report: &Report, printer: &mut dyn Printer, out: &mut dyn Write) -> io::Result<()> {
    printer.general(&report.findings, &report.sources, out)?;
    for list in &report.lists {
        printer.list(list, report.lists.len() > 1, out)?;
    }
    printer.end(out)
}

/// The most findings that formats for people print. The rest are only counted.
const MOST_FINDINGS: usize = 1_000;
