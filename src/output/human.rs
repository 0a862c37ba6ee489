//! The format for people: findings with the lines they refer to, drawn by miette, and a summary.

use std::fmt;
use std::io::{self, Write};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};

use crate::check::report::{ListReport, Report};
use crate::finding::{FileId, Finding, Label, Severity, Sources};
use crate::wording::count;

use super::excerpt::Excerpt;
use super::places::{File, Places};
use super::summary::{Tally, is_fine, list_line, not_shown};
use super::text::{clean, width, wrap};
use super::{MOST_FINDINGS, Printer, Style, whole};

/// The columns that a snippet needs besides its text, for line numbers, bars and arrows.
const GUTTER: usize = 12;
/// The columns by which a nested snippet is indented.
const NESTING: usize = 6;
/// The least columns to wrap text to. Narrower text is hard to read, so a narrower terminal breaks lines
/// itself.
const LEAST_WIDTH: usize = 40;

/// Prints every finding with the lines it refers to, then a summary.
///
/// Findings that do not concern a list come first. After the first thousand findings the rest are only
/// counted.
pub fn write(report: &Report, out: &mut dyn Write, style: Style) -> io::Result<()> {
    whole(report, &mut Human::new(style, None), out)
}

/// Prints a report for people, one list at a time.
#[derive(Debug)]
pub struct Human {
    style: Style,
    /// How many more findings are printed.
    left: usize,
    tally: Tally,
}

impl Human {
    /// Creates a printer for a terminal of this style. `closing` replaces the usual last line.
    pub fn new(style: Style, closing: Option<&str>) -> Self {
        Self { style, left: MOST_FINDINGS, tally: Tally::closing_with(closing) }
    }

    fn findings(&mut self, all: &[Finding], sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        let mut places = Places::new(sources);
        for finding in all.iter().take(self.left) {
            self.left -= 1;
            writeln!(out, "{}", render(finding, &mut places, self.style))?;
        }
        Ok(())
    }
}

impl Printer for Human {
    fn general(&mut self, findings: &[Finding], sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.tally.general(findings);
        self.findings(findings, sources, out)
    }

    fn list(&mut self, list: &ListReport, among: bool, out: &mut dyn Write) -> io::Result<()> {
        self.tally.list(list);
        self.findings(&list.findings, &list.sources, out)?;
        if among && !(list.findings.is_empty() && is_fine(list)) {
            writeln!(out, "{}\n", list_line(list))?;
        }
        Ok(())
    }

    fn rules(&mut self, words: &str) {
        self.tally.rules(words);
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.tally.findings() > MOST_FINDINGS {
            writeln!(out, "{}", not_shown(self.tally.findings() - MOST_FINDINGS))?;
        }
        writeln!(out, "{}", self.tally.closing())
    }
}

/// Draws one finding. The text ends in a line break.
fn render(finding: &Finding, places: &mut Places<'_>, style: Style) -> String {
    let drawn = Drawn::new(finding, places, style);
    let mut text = String::new();
    let rendered = handler(finding, style).render_report(&mut text, &drawn);
    if rendered.is_err() {
        // The message must be printed even if it cannot be drawn
        text = format!("{}[{}]: {}\n", finding.severity.as_str(), finding.code.as_str(), drawn.message);
    }
    let mut lines: String = text.trim_start().lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    for remark in &drawn.remarks {
        lines.extend(["  ", remark, "\n"]);
    }
    lines
}

/// Sets miette up to write `error[code]:` before the message, where it would draw a symbol, and not to wrap
/// lines.
///
/// Wrapping would break nested snippets. Texts that may be wrapped have been already.
fn handler(finding: &Finding, style: Style) -> GraphicalReportHandler {
    let mut characters = if style.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    characters.error = format!("{}[{}]:", finding.severity.as_str(), finding.code.as_str());
    "see".clone_into(&mut characters.advice);
    let mut styles = if style.colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    styles.error = match finding.severity {
        Severity::Error => styles.error,
        Severity::Warning => styles.warning,
        Severity::Note => styles.advice,
    };
    GraphicalReportHandler::new_themed(GraphicalTheme { characters, styles })
        .with_links(false)
        .with_wrap_lines(false)
        .without_syntax_highlighting()
        .with_show_related_as_nested(true)
}

/// A finding in the form that miette draws, or what a finding shows of one further file.
#[derive(Debug)]
struct Drawn {
    message: String,
    nested: bool,
    snippet: Option<Snippet>,
    help: Option<String>,
    related: Vec<Drawn>,
    /// Lines to print below, with what cannot be drawn.
    remarks: Vec<String>,
}

impl Drawn {
    fn new(finding: &Finding, places: &mut Places<'_>, style: Style) -> Self {
        let mut drawn = Self {
            message: clean(&finding.message).into_owned(),
            nested: false,
            snippet: None,
            help: None,
            related: Vec::new(),
            remarks: Vec::new(),
        };
        let room = style.width.saturating_sub("  help: ".len()).max(LEAST_WIDTH);
        let mended = finding.has_mend().then_some("`muster fix` can fix it");
        let words: Vec<&str> = finding.help.as_deref().into_iter().chain(mended).collect();
        drawn.help = (!words.is_empty()).then(|| wrap(&clean(&words.join("; ")), room));
        let mut files: Vec<FileId> = Vec::new();
        for label in &finding.labels {
            if !files.contains(&label.span.file) {
                files.push(label.span.file);
            }
        }
        // The path of the rule introduces the first further file. Without one it goes on its own line
        let mut rule = finding.rule.as_deref().map(clean);
        for (at, id) in files.into_iter().enumerate() {
            let Some(file) = places.file(id) else { continue };
            let labels: Vec<_> = finding.labels.iter().filter(|l| l.span.file == id).collect();
            if at == 0 {
                drawn.look(&file, &labels, style, 0);
                continue;
            }
            let message = rule.take().map_or_else(|| "also".to_owned(), std::borrow::Cow::into_owned);
            let mut further = Self {
                message,
                nested: true,
                snippet: None,
                help: None,
                related: Vec::new(),
                remarks: Vec::new(),
            };
            further.look(&file, &labels, style, NESTING);
            drawn.remarks.append(&mut further.remarks);
            drawn.related.push(further);
        }
        if let Some(rule) = rule {
            drawn.remarks.push(format!("rule: {rule}"));
        }
        drawn
    }

    /// Adds an excerpt of a file. `moved` is the number of columns by which the excerpt is indented.
    fn look(&mut self, file: &File, labels: &[&Label], style: Style, moved: usize) {
        if file.text().trim_start_matches('\u{feff}').is_empty() {
            self.remarks.push(format!("in {}", clean(file.path())));
            return;
        }
        let room = style.width.saturating_sub(GUTTER + moved).max(LEAST_WIDTH);
        let mut excerpt = Excerpt::new(file, labels, room, if style.unicode { "…" } else { "..." });
        for mark in &mut excerpt.marks {
            let line_start = excerpt.text[..mark.start].rfind('\n').map_or(0, |at| at + 1);
            let indent = width(&excerpt.text[line_start..mark.start]);
            mark.text = wrap(&mark.text, room.saturating_sub(indent).max(LEAST_WIDTH / 2));
        }
        if excerpt.left_out > 0 {
            self.remarks.push(format!("and {} in {}", count(excerpt.left_out, "more place"), excerpt.path));
        }
        self.snippet = Some(Snippet(excerpt));
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawn {}

impl Diagnostic for Drawn {
    fn severity(&self) -> Option<miette::Severity> {
        Some(if self.nested { miette::Severity::Advice } else { miette::Severity::Error })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.snippet.as_ref().map(|snippet| snippet as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let marks = &self.snippet.as_ref()?.0.marks;
        Some(Box::new(marks.iter().enumerate().map(|(at, mark)| {
            let text = (!mark.text.is_empty()).then(|| mark.text.clone());
            let span = (mark.start, mark.end - mark.start);
            if at == 0 {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            }
        })))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        Some(Box::new(self.related.iter().map(|further| further as &dyn Diagnostic)))
    }
}

/// An excerpt as source code for miette, with the line numbers of the file and columns counted in characters.
#[derive(Debug)]
struct Snippet(Excerpt);

impl SourceCode for Snippet {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let Excerpt { text, rows, marks, path, .. } = &self.0;
        let last = (span.offset() + span.len().max(1)).saturating_sub(1);
        let row_of = |byte: usize| rows.partition_point(|row| row.end <= byte);
        let (mut first, mut last) = (row_of(span.offset()), row_of(last));
        let follows = |row: usize| rows[row].number == rows[row - 1].number + 1;
        if last >= rows.len() || (first + 1..=last).any(|row| !follows(row)) {
            return Err(MietteError::OutOfBounds);
        }
        let mark = marks.iter().find(|mark| mark.start == span.offset());
        let column = if before == 0 { mark.map_or(0, |mark| mark.column - 1) } else { 0 };
        for _ in 0..before {
            if first > 0 && follows(first) {
                first -= 1;
            }
        }
        for _ in 0..after {
            if last + 1 < rows.len() && follows(last + 1) {
                last += 1;
            }
        }
        let (start, end) = (rows[first].start, rows[last].end);
        let line = rows[first].number - 1;
        let shown = (start, end - start).into();
        let data = &text.as_bytes()[start..end];
        let lines = last - first + 1;
        Ok(Box::new(MietteSpanContents::new_named(path.clone(), data, shown, line, column, lines)))
    }
}

#[cfg(test)]
mod tests;
