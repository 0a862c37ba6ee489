//! The format for people: findings with the lines they refer to, drawn by miette, and a summary.

use std::fmt;
use std::io::{self, Write};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};

use crate::check::report::{ListReport, Report};
use crate::finding::{FileId, Finding, Label, Severity, SourceFiles};
use crate::wording::{count_noun, text_of_what_may_be_added};

use super::closing_line::{ClosingLine, is_legal_or_draft, list_line, not_shown_line};
use super::excerpt::Excerpt;
use super::line_positions::{FileLines, FileLinesCache};
use super::terminal_text::{display_width, sanitize, wrap_text};
use super::{MAX_FINDINGS, Printer, TerminalStyle, print_whole_report};

/// The columns that a snippet needs besides its text, for line numbers, bars and arrows.
const GUTTER: usize = 12;
/// The columns by which a nested snippet is indented.
const NESTING: usize = 6;
/// The least columns to wrap text to. Narrower text is hard to read, so a narrower terminal breaks lines
/// itself.
const MIN_TEXT_WIDTH: usize = 40;

/// Prints every finding with the lines it refers to, then a summary.
///
/// Findings that do not concern a list come first. After the first thousand findings the rest are only
/// counted.
pub fn print_human(report: &Report, out: &mut dyn Write, style: TerminalStyle) -> io::Result<()> {
    print_whole_report(report, &mut HumanPrinter::new(style, None), out)
}

/// Prints a report for people, one list at a time.
#[derive(Debug)]
pub struct HumanPrinter {
    style: TerminalStyle,
    /// How many more findings are printed.
    findings_left: usize,
    tally: ClosingLine,
}

impl HumanPrinter {
    /// Creates a printer for a terminal of this style. `closing` replaces the usual last line.
    pub fn new(style: TerminalStyle, closing: Option<&str>) -> Self {
        Self { style, findings_left: MAX_FINDINGS, tally: ClosingLine::with_closing(closing) }
    }

    fn print_findings(
        &mut self,
        all: &[Finding],
        sources: &SourceFiles,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut places = FileLinesCache::new(sources);
        for finding in all.iter().take(self.findings_left) {
            self.findings_left -= 1;
            writeln!(out, "{}", draw_finding(finding, &mut places, self.style))?;
        }
        Ok(())
    }
}

impl Printer for HumanPrinter {
    fn print_general(
        &mut self,
        findings: &[Finding],
        sources: &SourceFiles,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.tally.add_general(findings);
        self.print_findings(findings, sources, out)
    }

    fn print_list(&mut self, list: &ListReport, among: bool, out: &mut dyn Write) -> io::Result<()> {
        self.tally.add_list(list);
        self.print_findings(&list.findings, &list.sources, out)?;
        if among && !(list.findings.is_empty() && is_legal_or_draft(list)) {
            writeln!(out, "{}\n", list_line(list))?;
        }
        Ok(())
    }

    fn add_rules(&mut self, words: &str) {
        self.tally.add_rules(words);
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.tally.finding_count() > MAX_FINDINGS {
            writeln!(out, "{}", not_shown_line(self.tally.finding_count() - MAX_FINDINGS))?;
        }
        writeln!(out, "{}", self.tally.closing_line())
    }
}

/// Draws one finding. The text ends in a line break.
fn draw_finding(finding: &Finding, places: &mut FileLinesCache<'_>, style: TerminalStyle) -> String {
    let drawn = DrawnFinding::new(finding, places, style);
    let mut text = String::new();
    let rendered = new_handler(finding, style).render_report(&mut text, &drawn);
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
fn new_handler(finding: &Finding, style: TerminalStyle) -> GraphicalReportHandler {
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
struct DrawnFinding {
    message: String,
    is_nested: bool,
    snippet: Option<Snippet>,
    help: Option<String>,
    related: Vec<DrawnFinding>,
    /// Lines to print below, with what cannot be drawn.
    remarks: Vec<String>,
}

impl DrawnFinding {
    fn new(finding: &Finding, places: &mut FileLinesCache<'_>, style: TerminalStyle) -> Self {
        let mut drawn = Self {
            message: sanitize(&finding.message).into_owned(),
            is_nested: false,
            snippet: None,
            help: None,
            related: Vec::new(),
            remarks: Vec::new(),
        };
        let room = style.width.saturating_sub("  help: ".len()).max(MIN_TEXT_WIDTH);
        let mended = finding.has_edits().then_some("`muster fix` can fix it");
        let words: Vec<&str> = finding.help.as_deref().into_iter().chain(mended).collect();
        drawn.help = (!words.is_empty()).then(|| wrap_text(&sanitize(&words.join("; ")), room));
        let mut files: Vec<FileId> = Vec::new();
        for label in &finding.labels {
            if !files.contains(&label.span.file) {
                files.push(label.span.file);
            }
        }
        // The path of the rule introduces the first further file. Without one it goes on its own line
        let mut rule = finding.rule_path.as_deref().map(sanitize);
        for (at, id) in files.into_iter().enumerate() {
            let Some(file) = places.file(id) else { continue };
            let labels: Vec<_> = finding.labels.iter().filter(|l| l.span.file == id).collect();
            if at == 0 {
                drawn.add_excerpt(&file, &labels, style, 0);
                continue;
            }
            let message = rule.take().map_or_else(|| "also".to_owned(), std::borrow::Cow::into_owned);
            let mut further = Self {
                message,
                is_nested: true,
                snippet: None,
                help: None,
                related: Vec::new(),
                remarks: Vec::new(),
            };
            further.add_excerpt(&file, &labels, style, NESTING);
            drawn.remarks.append(&mut further.remarks);
            drawn.related.push(further);
        }
        if let Some(rule) = rule {
            drawn.remarks.push(format!("rule: {rule}"));
        }
        if let Some(open) = &finding.still_open {
            let room = style.width.saturating_sub("    ".len()).max(MIN_TEXT_WIDTH);
            let text = wrap_text(&sanitize(&text_of_what_may_be_added(open)), room);
            drawn.remarks.push(text.replace('\n', "\n    "));
        }
        drawn
    }

    /// Adds an excerpt of a file. `moved` is the number of columns by which the excerpt is indented.
    fn add_excerpt(&mut self, file: &FileLines, labels: &[&Label], style: TerminalStyle, moved: usize) {
        if file.text().trim_start_matches('\u{feff}').is_empty() {
            self.remarks.push(format!("in {}", sanitize(file.path())));
            return;
        }
        let room = style.width.saturating_sub(GUTTER + moved).max(MIN_TEXT_WIDTH);
        let mut excerpt = Excerpt::new(file, labels, room, if style.unicode { "…" } else { "..." });
        for mark in &mut excerpt.marks {
            let line_start = excerpt.text[..mark.start].rfind('\n').map_or(0, |at| at + 1);
            let indent = display_width(&excerpt.text[line_start..mark.start]);
            mark.text = wrap_text(&mark.text, room.saturating_sub(indent).max(MIN_TEXT_WIDTH / 2));
        }
        if excerpt.unmarked_count > 0 {
            self.remarks.push(format!(
                "and {} in {}",
                count_noun(excerpt.unmarked_count, "more place"),
                excerpt.path
            ));
        }
        self.snippet = Some(Snippet(excerpt));
    }
}

impl fmt::Display for DrawnFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DrawnFinding {}

impl Diagnostic for DrawnFinding {
    fn severity(&self) -> Option<miette::Severity> {
        Some(if self.is_nested { miette::Severity::Advice } else { miette::Severity::Error })
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
        let Excerpt { text, lines: rows, marks, path, .. } = &self.0;
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
