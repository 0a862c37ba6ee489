//! The ways a report is printed. Each format has one file and one `write`; none of them changes a verdict.

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

/// How a report is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Format {
    /// Every finding with the lines it speaks of
    #[default]
    Human,
    /// One line a finding
    Concise,
    /// Version 1 of the documented JSON
    Json,
    /// Annotations of a GitHub workflow
    Github,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// One line a list
    Table,
    /// The same as comma-separated values
    Csv,
}

/// What the place that is printed to can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether ANSI colours may be used.
    pub colour: bool,
    /// Columns of a line.
    pub width: usize,
    /// Whether lines may be drawn with more than ASCII.
    pub unicode: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { colour: false, width: 80, unicode: true }
    }
}

/// A format that prints a report part by part, so that what is printed need not be kept.
pub trait Printer {
    /// Takes up what concerns no list.
    fn general(&mut self, findings: &[Finding], sources: &Sources, out: &mut dyn Write) -> io::Result<()>;

    /// Takes up a list, which is the only one or `among` others.
    fn list(&mut self, list: &ListReport, among: bool, out: &mut dyn Write) -> io::Result<()>;

    /// Takes up a ruleset, a book or an event that was looked at for itself, in words.
    fn rules(&mut self, _words: &str) {}

    /// Prints what comes last.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// The printer of a format; for people with these last words, where there are others than the report's own.
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

/// Prints a report; for people with these last words, where there are others than its own.
pub fn write(
    report: &Report,
    format: Format,
    style: Style,
    closing: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    whole(report, printer(format, style, closing).as_mut(), out)
}

/// Prints a report that is all there.
fn whole(report: &Report, printer: &mut dyn Printer, out: &mut dyn Write) -> io::Result<()> {
    printer.general(&report.findings, &report.sources, out)?;
    for list in &report.lists {
        printer.list(list, report.lists.len() > 1, out)?;
    }
    printer.end(out)
}

/// How many findings are printed for people; the rest are counted.
const MOST_FINDINGS: usize = 1_000;
