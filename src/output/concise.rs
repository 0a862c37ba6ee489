//! The concise format: one line for each finding, for editors and for searching.

use std::io::{self, Write};

use crate::check::report::{ListReport, Report};
use crate::finding::{Finding, Sources};

use super::places::Places;
use super::summary::{Tally, not_shown};
use super::text::clean;
use super::{MOST_FINDINGS, Printer, whole};

/// Prints `path:line:column: error[code]: message (help: …)` for each finding, then a summary. Columns are
/// characters. After the first thousand findings the rest are only counted.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    whole(report, &mut Concise::default(), out)
}

/// Prints a report in the concise format, one list at a time.
#[derive(Debug)]
pub struct Concise {
    /// How many more findings are printed.
    /// How many more findings are printed.
    left: usize,
    tally: Tally,
}

impl Default for Concise {
    fn default() -> Self {
        Self { left: MOST_FINDINGS, tally: Tally::default() }
    }
}

impl Concise {
    /// Creates a printer. `closing` replaces the usual last line.
    pub fn new(closing: Option<&str>) -> Self {
        Self { tally: Tally::closing_with(closing), ..Self::default() }
    }
}

impl Printer for Concise {
    fn general(&mut self, findings: &[Finding], sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.tally.general(findings);
        lines(findings, sources, &mut self.left, out)
    }

    fn list(&mut self, list: &ListReport, _among: bool, out: &mut dyn Write) -> io::Result<()> {
        self.tally.list(list);
        lines(&list.findings, &list.sources, &mut self.left, out)
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

/// Prints one line for each finding, without a summary.
pub fn write_findings(findings: &[Finding], sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
    lines(findings, sources, &mut { MOST_FINDINGS }, out)
}

/// Prints one line for each finding, at most `left` of them, and subtracts what it printed from `left`.
pub(super) fn lines(
    findings: &[Finding],
    sources: &Sources,
    left: &mut usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut places = Places::new(sources);
    for finding in findings.iter().take(*left) {
        *left -= 1;
        if let Some((file, start, _)) = finding.primary().and_then(|label| places.of(label)) {
            write!(out, "{}:{}:{}: ", clean(file.path()), start.line, start.column)?;
        }
        let (severity, code) = (finding.severity.as_str(), finding.code.as_str());
        write!(out, "{severity}[{code}]: {}", clean(&finding.message))?;
        let said = finding.rule.as_ref().and_then(|_| elsewhere(finding));
        match (said, &finding.help) {
            (Some(said), Some(help)) => writeln!(out, " ({}; help: {})", clean(said), clean(help))?,
            (Some(said), None) => writeln!(out, " ({})", clean(said))?,
            (None, Some(help)) => writeln!(out, " (help: {})", clean(help))?,
            (None, None) => writeln!(out)?,
        }
    }
    Ok(())
}

/// Returns the text that the author of a broken rule gives it, unless the message contains it already.
///
/// The text is in a label at the rule, so in another file than the list.
fn elsewhere(finding: &Finding) -> Option<&str> {
    let own = finding.primary()?.span.file;
    let label = finding.labels.iter().find(|l| l.span.file != own && !l.text.is_empty())?;
    (!label.is_in_message).then_some(&label.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Code, Span};
    use crate::output::samples::{broken, legal, report, written};

    #[test]
    fn each_finding_is_one_line_and_the_summary_is_last() {
        let text = written(|out| write(&report(vec![broken(), legal("lists/y.yaml")]), out));
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
        let mut all = report(vec![legal("x")]);
        let mut finding = Finding::new(Code::UnreadableFile, Span::default(), "a\nb\u{1b}]0;c\u{7}\u{202e}");
        finding.labels.clear();
        all.findings.push(finding);
        let text = written(|out| write(&all, out));
        assert_eq!(text.lines().next(), Some("error[unreadable-file]: a b\u{fffd}]0;c\u{fffd}\u{fffd}"));
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn a_thousand_are_printed_and_the_rest_counted() {
        let mut list = broken();
        let one = list.findings[0].clone();
        list.findings = vec![one; 1_234];
        let text = written(|out| write(&report(vec![list]), out));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 1_002);
        assert_eq!(lines[1_000], "and 234 more findings that are not shown");
        assert_eq!(lines[1_001], "lists/x.yaml: illegal: 1234 errors (fra 1.0.0)");
    }
}
