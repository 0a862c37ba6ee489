//! The ways a report is printed. Each format has one file and one `write`; none of them changes a verdict.

pub mod concise;
pub mod github;
pub mod human;
pub mod json;
pub mod sarif;
pub mod table;
pub mod text;

mod excerpt;
mod places;
mod summary;

#[cfg(test)]
mod samples;

use std::io::{self, Write};

use crate::check::pages::page;
use crate::check::report::Report;

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

/// Prints a report; for people with these last words, where there are others than its own.
pub fn write(
    report: &Report,
    format: Format,
    style: Style,
    closing: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match (format, closing) {
        (Format::Human, None) => human::write(report, out, style),
        (Format::Human, Some(words)) => human::write_closing(report, out, style, words),
        (Format::Concise, _) => concise::write(report, out),
        (Format::Json, _) => json::write(report, out),
        (Format::Github, _) => github::write(report, out),
        (Format::Sarif, _) => sarif::write(report, out, &|code| page(code).to_owned()),
        (Format::Table, _) => table::write(report, out, style),
    }
}

/// How many findings are printed for people; the rest are counted.
const MOST_FINDINGS: usize = 1_000;
