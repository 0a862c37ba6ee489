//! The concise format: one line for each finding, for editors and for searching.

use std::io::{self, Write};

use crate::check::report::{ListReport, Report};
use crate::finding::{Finding, SourceFiles};

use super::closing_line::{ClosingLine, not_shown_line};
use super::line_positions::FileLinesCache;
use super::terminal_text::sanitize;
use super::{MAX_FINDINGS, Printer, print_whole_report};

/// Prints `path:line:column: error[code]: message (help: …)` for each finding, then a summary. Columns are
/// characters. After the first thousand findings the rest are only counted.
pub fn print_concise(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    print_whole_report(report, &mut ConcisePrinter::default(), out)
}

/// Prints a report in the concise format, one list at a time.
#[derive(Debug)]
pub struct ConcisePrinter {
    /// How many more findings are printed.
    findings_left: usize,
    tally: ClosingLine,
}

impl Default for ConcisePrinter {
    fn default() -> Self {
        Self { findings_left: MAX_FINDINGS, tally: ClosingLine::default() }
    }
}

impl ConcisePrinter {
    /// Creates a printer. `closing` replaces the usual last line.
    pub fn new(closing: Option<&str>) -> Self {
        Self { tally: ClosingLine::with_closing(closing), ..Self::default() }
    }
}

impl Printer for ConcisePrinter {
    fn print_general(
        &mut self,
        findings: &[Finding],
        sources: &SourceFiles,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.tally.add_general(findings);
        print_findings_up_to(findings, sources, &mut self.findings_left, out)
    }

    fn print_list(&mut self, list: &ListReport, _among: bool, out: &mut dyn Write) -> io::Result<()> {
        self.tally.add_list(list);
        print_findings_up_to(&list.findings, &list.sources, &mut self.findings_left, out)
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

/// Prints one line for each finding, without a summary.
pub fn print_findings(findings: &[Finding], sources: &SourceFiles, out: &mut dyn Write) -> io::Result<()> {
    print_findings_up_to(findings, sources, &mut { MAX_FINDINGS }, out)
}

/// Prints one line for each finding, at most `left` of them, and subtracts what it printed from `left`.
pub(super) fn print_findings_up_to(
    findings: &[Finding],
    sources: &SourceFiles,
    left: &mut usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut places = FileLinesCache::new(sources);
    for finding in findings.iter().take(*left) {
        *left -= 1;
        if let Some((file, start, _)) = finding.primary_label().and_then(|label| places.label_range(label)) {
            write!(out, "{}:{}:{}: ", sanitize(file.path()), start.line, start.column)?;
        }
        let (severity, code) = (finding.severity.as_str(), finding.code.as_str());
        write!(out, "{severity}[{code}]: {}", sanitize(&finding.message))?;
        let said = finding.rule_path.as_ref().and_then(|_| rule_text(finding));
        match (said, &finding.help) {
            (Some(said), Some(help)) => writeln!(out, " ({}; help: {})", sanitize(said), sanitize(help))?,
            (Some(said), None) => writeln!(out, " ({})", sanitize(said))?,
            (None, Some(help)) => writeln!(out, " (help: {})", sanitize(help))?,
            (None, None) => writeln!(out)?,
        }
    }
    Ok(())
}

/// Returns the text that the author of a broken rule gives it, unless the message contains it already.
///
/// The text is in a label at the rule, so in another file than the list.
fn rule_text(finding: &Finding) -> Option<&str> {
    let own = finding.primary_label()?.span.file;
    let label = finding.labels.iter().find(|l| l.span.file != own && !l.text.is_empty())?;
    (!label.is_in_message).then_some(&label.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Code, Span};
    use crate::output::sample_reports::{capture_output, illegal_report, legal_report, report_of};

    #[test]
    fn each_finding_is_one_line_and_the_summary_is_last() {
        let text = capture_output(|out| {
            print_concise(&report_of(vec![illegal_report(), legal_report("lists/y.yaml")]), out)
        });
        assert_eq!(
            text,
            "lists/x.yaml:8:16: error[unknown-unit]: no unit is called \"phalnax\" (help: write `phalanx`)\n\
             lists/x.yaml:9:23: error[too-many]: 2 generals, at most 1 allowed (an army has a single general; \
             help: make one of them a sub-general)\n\
             2 errors in 1 list of 2 (fra 1.0.0)\n"
        );
    }

    #[test]
    fn a_finding_without_a_place_and_with_hostile_words_stays_one_line() {
        let mut all = report_of(vec![legal_report("x")]);
        let mut finding = Finding::new(Code::UnreadableFile, Span::default(), "a\nb\u{1b}]0;c\u{7}\u{202e}");
        finding.labels.clear();
        all.findings.push(finding);
        let text = capture_output(|out| print_concise(&all, out));
        assert_eq!(text.lines().next(), Some("error[unreadable-file]: a b\u{fffd}]0;c\u{fffd}\u{fffd}"));
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn a_thousand_are_printed_and_the_rest_counted() {
        let mut list = illegal_report();
        let one = list.findings[0].clone();
        list.findings = vec![one; 1_234];
        let text = capture_output(|out| print_concise(&report_of(vec![list]), out));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 1_002);
        assert_eq!(lines[1_000], "and 234 more findings that are not shown");
        assert_eq!(lines[1_001], "lists/x.yaml: illegal: 1234 errors (fra 1.0.0)");
    }
}
