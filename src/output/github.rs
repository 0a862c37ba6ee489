//! Annotations of a GitHub workflow, which shows each finding at its line of a change.

use std::io::{self, Write};

use super::closing_line::{ClosingLine, not_shown_line};
use super::line_positions::FileLinesCache;
use super::terminal_text::sanitize;
use super::{Printer, print_whole_report};
use crate::check::report::{ListReport, Report};
use crate::finding::{Finding, Severity, SourceFiles};

/// Prints a workflow command for each finding, then a line of counts.
///
/// A built-in file is not in the repository, so a finding in one names the file in its message.
pub fn print_github(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    print_whole_report(report, &mut GithubPrinter::default(), out)
}

/// Prints a report as workflow commands, one list at a time.
#[derive(Debug, Default)]
pub struct GithubPrinter {
    tally: ClosingLine,
    /// The number of findings that reports count without listing them.
    unlisted_count: usize,
}

impl GithubPrinter {
    /// Creates a printer. `closing` replaces the usual last line, and may not contain text from a file.
    pub fn new(closing: Option<&str>) -> Self {
        Self { tally: ClosingLine::with_closing(closing), ..Self::default() }
    }
}

impl Printer for GithubPrinter {
    fn print_general(
        &mut self,
        findings: &[Finding],
        sources: &SourceFiles,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.tally.add_general(findings);
        print_commands(findings, sources, out)
    }

    fn print_list(&mut self, list: &ListReport, _among: bool, out: &mut dyn Write) -> io::Result<()> {
        self.tally.add_list(list);
        self.unlisted_count += list.unlisted.total();
        print_commands(&list.findings, &list.sources, out)
    }

    fn add_rules(&mut self, words: &str) {
        self.tally.add_rules(words);
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.unlisted_count > 0 {
            writeln!(out, "{}", not_shown_line(self.unlisted_count))?;
        }
        // This line contains no text from a file, since the runner obeys some commands anywhere in a line
        writeln!(out, "{}", self.tally.counts_line())
    }
}

/// Prints a workflow command for each finding.
fn print_commands(findings: &[Finding], sources: &SourceFiles, out: &mut dyn Write) -> io::Result<()> {
    let mut places = FileLinesCache::new(sources);
    for finding in findings {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let mut properties = String::new();
        let mut message = finding.message.clone();
        if let Some((file, start, end)) = finding.primary_label().and_then(|label| places.label_range(label))
        {
            if file.is_on_disk() {
                // GitHub rejects columns if a place reaches over several lines
                let columns = if start.line == end.line {
                    format!("col={},endColumn={},", start.column, end.column)
                } else {
                    String::new()
                };
                let path = escape_property(file.path().strip_prefix("./").unwrap_or(file.path()));
                properties = format!("file={path},line={},endLine={},{columns}", start.line, end.line);
            } else {
                message = format!("{message} ({}:{}:{})", file.path(), start.line, start.column);
            }
        }
        let title = match &finding.rule_path {
            Some(rule) => format!("{} ({rule})", finding.code.as_str()),
            None => finding.code.as_str().to_owned(),
        };
        write!(
            out,
            "::{command} {properties}title={}::{}",
            escape_property(&title),
            escape_data(&sanitize(&message))
        )?;
        match &finding.help {
            Some(help) => writeln!(out, "%0Ahelp: {}", escape_data(&sanitize(help)))?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// Escapes a message as the runner expects it.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property as the runner expects it.
fn escape_property(text: &str) -> String {
    escape_data(&sanitize(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Code, FileId, SourceFile, Span};
    use crate::output::sample_reports::{capture_output, illegal_report, legal_report, report_of};

    #[test]
    fn each_finding_is_a_command_at_its_place() {
        let text = capture_output(|out| {
            print_github(&report_of(vec![illegal_report(), legal_report("lists/y.yaml")]), out)
        });
        assert_eq!(
            text,
            "::error file=lists/x.yaml,line=8,endLine=8,col=16,endColumn=23,title=unknown-unit\
             ::no unit is called \"phalnax\"%0Ahelp: write `phalanx`\n\
             ::error file=lists/x.yaml,line=9,endLine=9,col=23,endColumn=30,\
             title=too-many (fra/limits/one-general)\
             ::2 generals, at most 1 allowed%0Ahelp: make one of them a sub-general\n\
             2 errors in 1 list of 2 (fra 1.0.0)\n"
        );
    }

    #[test]
    fn words_from_files_cannot_end_a_property_or_begin_a_command() {
        let mut list = legal_report("a,b::c.yaml");
        list.sources =
            SourceFiles::default().with_checked_file(SourceFile::new("a,b::100%.yaml", "one\ntwo\n"));
        let place = Span::new(FileId::CHECKED, 0, 5);
        let hostile = "50%0A\n::error::x\r\n##[error]y\u{1b}";
        list.findings = vec![Finding::new(Code::DeclaredTotal, place, hostile).with_rule("a,b:c%")];
        let text = capture_output(|out| print_github(&report_of(vec![list]), out));
        assert_eq!(
            text,
            "::warning file=a%2Cb%3A%3A100%25.yaml,line=1,endLine=2,title=declared-total (a%2Cb%3Ac%25)\
             ::50%250A ::error::x ##[error]y\u{fffd}\n\
             1 warning in 1 list; legal (fra 1.0.0)\n"
        );
    }

    #[test]
    fn a_place_inside_the_program_is_named_in_the_message() {
        let mut all = report_of(Vec::new());
        let path = "built in: rulesets/fra/ruleset.yaml";
        let id = all.sources.add_shared(SourceFile::new(path, "ruleset: fra\n"));
        let place = Span::new(id, 9, 12);
        all.findings.push(Finding::new(Code::BadValue, place, "wrong").with_severity(Severity::Note));
        let text = capture_output(|out| print_github(&all, out));
        assert_eq!(
            text.lines().next(),
            Some("::notice title=bad-value::wrong (built in: rulesets/fra/ruleset.yaml:1:10)")
        );
    }
}
