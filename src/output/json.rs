//! The JSON for other programs, version 1. Keys may be added, but no key changes its meaning.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

use super::line_positions::{FileLines, FileLinesCache};
use super::terminal_text::escape_json;
use super::{Printer, print_whole_report};
use crate::check::report::{self, ListReport, Report, RulesSource};
use crate::finding::{Finding, OpenLimit, SourceFiles, Span, StillOpen};
use crate::format::read_exact_numbers::Number;

/// Prints the whole report as one JSON object and a line break.
///
/// Characters that a terminal would obey are escaped.
pub fn print_json(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    print_whole_report(report, &mut JsonPrinter::default(), out)
}

/// Prints a report as JSON, one list at a time.
///
/// The keys are `version`, always 1; `lists`, ordered by path; `findings`, those that do not concern a list;
/// and `summary`, the counts.
#[derive(Debug, Default)]
pub struct JsonPrinter {
    /// The number of lists printed so far.
    list_count: usize,
    /// The findings that do not concern a list, as JSON. They are printed after the lists.
    general_findings: Vec<String>,
    counts: report::ReportCounts,
}

impl JsonPrinter {
    /// Prints a list, and before the first one the start of the object and of its array of lists.
    fn print_list_text(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let before = if self.list_count == 0 { "{\n  \"version\": 1,\n  \"lists\": [\n" } else { ",\n" };
        self.list_count += 1;
        write!(out, "{before}{text}")
    }
}

impl Printer for JsonPrinter {
    fn print_general(&mut self, all: &[Finding], sources: &SourceFiles, _: &mut dyn Write) -> io::Result<()> {
        self.counts.add_findings(all);
        for finding in json_findings(all, sources) {
            self.general_findings.push(indented_json(&finding, 4)?);
        }
        Ok(())
    }

    fn print_list(&mut self, list: &ListReport, _among: bool, out: &mut dyn Write) -> io::Result<()> {
        self.counts.add_list(list);
        let text = indented_json(
            &JsonList::new(list, |points| points, json_findings(&list.findings, &list.sources)),
            4,
        )?;
        self.print_list_text(&text, out)
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.list_count == 0 {
            b"{\n  \"version\": 1,\n  \"lists\": []"
        } else {
            b"\n  ]"
        })?;
        let general = match self.general_findings.as_slice() {
            [] => "[]".to_owned(),
            all => format!("[\n{}\n  ]", all.join(",\n")),
        };
        let sum = indented_json(&JsonSummary::new(self.counts), 2)?;
        writeln!(out, ",\n  \"findings\": {general},\n  \"summary\": {}\n}}", sum.trim_start())
    }
}

/// Returns a value as JSON, indented by so many columns.
fn indented_json(value: &impl Serialize, columns: usize) -> io::Result<String> {
    let json = serde_json::to_string_pretty(value)?;
    let indent = " ".repeat(columns);
    // Line breaks within texts are escaped
    Ok(format!("{indent}{}", escape_json(&json).replace('\n', &format!("\n{indent}"))))
}

/// One list. `P` has its points, `F` a finding: `call` adds to both.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "List")]
pub(crate) struct JsonList<'a, P, F> {
    path: &'a str,
    army: Option<&'a str>,
    player: Option<&'a str>,
    /// `legal`, `illegal`, `draft` or `unreadable`.
    verdict: &'static str,
    ruleset: Option<JsonRulesSource<'a>>,
    book: Option<JsonRulesSource<'a>>,
    /// The books of the allies in the list.
    allies: Vec<JsonAlly<'a>>,
    event: Option<JsonRulesSource<'a>>,
    /// Null if the game has no points.
    points: Option<P>,
    /// The charges in the cost: prices that depend on what the army has. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    charges: Vec<JsonCharge<'a>>,
    /// Null if the army could not be resolved, or part of it could not be read.
    digest: Option<JsonDigest<'a>>,
    /// Why there is no digest of a list that was resolved. Left out if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_digest: Option<&'static str>,
    findings: Vec<F>,
    /// The counts of further findings, which are not listed. Left out if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<JsonUnlisted>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Unlisted")]
pub(crate) struct JsonUnlisted {
    errors: usize,
    warnings: usize,
    notes: usize,
}

/// A ruleset, book or event.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RulesSource")]
pub(crate) struct JsonRulesSource<'a> {
    id: &'a str,
    version: Option<&'a str>,
    /// `built in` or a path.
    from: &'a str,
    /// The books that a book extends, nearest first. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extends: Vec<JsonRulesSource<'a>>,
}

/// The book of an ally.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AllyOfList")]
pub(crate) struct JsonAlly<'a> {
    /// The ally's name in the list, after `ally`.
    ally: &'a str,
    id: &'a str,
    name: &'a str,
    version: Option<&'a str>,
    /// `built in` or a path.
    from: &'a str,
    /// The books that it extends, nearest first. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extends: Vec<JsonRulesSource<'a>>,
}

/// Points. A value that is not a finite decimal is text, such as `"19/3"`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ListPoints")]
pub(crate) struct JsonPoints {
    total: Num,
    /// The agreed size. Null if there is none.
    limit: Option<Num>,
    /// Whether every cost is known.
    complete: bool,
}

/// A charge: a price that depends on what the army has.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PaidCharge")]
pub(crate) struct JsonCharge<'a> {
    /// The path of the charge, such as `fra/charges/further`.
    rule: &'a str,
    name: &'a str,
    /// Who pays: the army, a command, or a unit.
    paid_by: JsonSubject<'a>,
    /// How many alike payers there are.
    count: u32,
    /// How often each of them pays.
    times: Num,
    /// What is paid each time. Null if it is not known.
    each: Option<Num>,
    /// What all of them pay. Null if it is not known.
    total: Option<Num>,
    /// How often it is paid, and why, such as `1 above 2 of 3 "Gauls"`. Null if it is paid once.
    how: Option<&'a str>,
}

/// The two digests, 20 and 12 digits in groups of four.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Digest")]
pub(crate) struct JsonDigest<'a> {
    army: &'a str,
    rules: &'a str,
}

/// One problem.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FindingBase")]
pub(crate) struct JsonFinding<'a> {
    code: &'static str,
    /// `error`, `warning` or `note`.
    severity: &'static str,
    /// How far one must look to fix it: `row`, `command`, `army` or `file`.
    scope: &'static str,
    /// What it is about, or null.
    subject: Option<JsonSubject<'a>>,
    /// The path of the rule that was broken. Null if it is not a rule of a ruleset, book or event.
    rule: Option<&'a str>,
    message: &'a str,
    help: Option<&'a str>,
    labels: Vec<JsonLabel<'a>>,
    /// The numbers and conditions that it rests on. Left out if it is not about amounts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<JsonFact<'a>>,
    /// The edits that `muster fix` makes to fix it. Left out if it makes none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<JsonEdit<'a>>,
    /// Where a limit is broken: what is still open. Left out if nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) still_open: Option<JsonStillOpen>,
}

/// What is still open where a limit is broken.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StillOpen")]
pub(crate) struct JsonStillOpen {
    /// The limits that have room, those about the most similar troops first. At most three.
    limits: Vec<JsonOpenLimit>,
    /// The number of further ones.
    further: usize,
    /// Whether more of them is what the broken limit lacks. Otherwise they may be taken in place of what is too many.
    for_it: bool,
}

/// A limit that has room.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OpenLimit")]
struct JsonOpenLimit {
    /// The path of the rule.
    rule: String,
    /// What is counted, as a player would say it.
    label: String,
    /// What it is counted in, such as `units`.
    of: String,
    /// How much more may be taken.
    more: Num,
    /// How much there is.
    now: Num,
    /// How much is allowed.
    max: Num,
}

/// What a finding is about.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Subject")]
pub(crate) struct JsonSubject<'a> {
    /// A word of `SubjectKind`, such as `unit`, `option` or `rule`.
    kind: &'static str,
    name: &'a str,
}

/// A number or a text that a finding rests on.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fact")]
pub(crate) struct JsonFact<'a> {
    /// `found`, `at-least`, `at-most`, `exactly`, `multiple-of`, `base`, `formula`, `comparison`, `left`,
    /// `right` or `condition`.
    is: &'static str,
    /// What the number counts, or the text of a formula.
    what: &'a str,
    /// Null if it is not a number.
    value: Option<Num>,
}

/// An edit to the list: the bytes to replace, from 0 and without the end, and the new text.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TextFix")]
pub(crate) struct JsonEdit<'a> {
    start: u32,
    end: u32,
    text: &'a str,
}

/// A place in a file. Lines and columns (in characters) count from 1, bytes from 0. Ends are exclusive.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Span")]
pub(crate) struct JsonSpan {
    path: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    start: u32,
    end: u32,
}

/// A place that a finding points at.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Label")]
pub(crate) struct JsonLabel<'a> {
    #[serde(flatten)]
    span: JsonSpan,
    /// What the label says. May be empty.
    text: &'a str,
    /// Whether this is the text to change.
    primary: bool,
}

/// The counts of lists and findings.
#[derive(Serialize)]
struct JsonSummary {
    lists: usize,
    legal: usize,
    illegal: usize,
    draft: usize,
    unreadable: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
}

impl<'a, P, F> JsonList<'a, P, F> {
    pub(crate) fn new(list: &'a ListReport, points: impl FnOnce(JsonPoints) -> P, findings: Vec<F>) -> Self {
        Self {
            path: &list.path,
            army: list.army.as_deref(),
            player: list.player.as_deref(),
            verdict: list.verdict.as_str(),
            ruleset: list.ruleset.as_ref().map(JsonRulesSource::new),
            book: list.book.as_ref().map(JsonRulesSource::new),
            allies: list.allies.iter().map(JsonAlly::new).collect(),
            event: list.event.as_ref().map(JsonRulesSource::new),
            points: list.points.as_ref().map(JsonPoints::new).map(points),
            charges: list.charges.iter().map(JsonCharge::new).collect(),
            digest: list.digest.as_ref().map(|d| JsonDigest { army: &d.army, rules: &d.rules }),
            no_digest: list.read_with_errors.then_some(report::NO_DIGEST),
            findings,
            more: (list.unlisted.total() > 0).then_some(JsonUnlisted {
                errors: list.unlisted.errors,
                warnings: list.unlisted.warnings,
                notes: list.unlisted.notes,
            }),
        }
    }
}

impl JsonPoints {
    fn new(points: &report::PointsTotal) -> Self {
        Self { total: points.total.into(), limit: points.limit.map(Num::from), complete: points.complete }
    }
}

impl<'a> JsonCharge<'a> {
    fn new(charge: &'a report::PaidCharge) -> Self {
        Self {
            rule: &charge.rule_path,
            name: &charge.name,
            paid_by: JsonSubject { kind: charge.payer.kind.as_str(), name: &charge.payer.name },
            count: charge.count,
            times: charge.times.into(),
            each: charge.cost_of_one.map(Num::from),
            total: charge.total.map(Num::from),
            how: charge.explanation.as_deref(),
        }
    }
}

impl<'a> JsonRulesSource<'a> {
    fn new(judge: &'a RulesSource) -> Self {
        let extends = judge.bases.iter().map(JsonRulesSource::new).collect();
        Self { id: &judge.id, version: judge.version.as_deref(), from: &judge.found_in, extends }
    }
}

impl<'a> JsonAlly<'a> {
    fn new(ally: &'a report::AllyBook) -> Self {
        let JsonRulesSource { id, version, from, extends } = JsonRulesSource::new(&ally.book);
        Self { ally: &ally.ally, id, name: &ally.name, version, from, extends }
    }
}

impl JsonSummary {
    fn new(sum: report::ReportCounts) -> Self {
        let report::ReportCounts { lists, legal, illegal, draft, unreadable, errors, warnings, notes } = sum;
        Self { lists, legal, illegal, draft, unreadable, errors, warnings, notes }
    }
}

/// A number as JSON with all its digits, or as text if it is not a finite decimal.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Num(Box<RawValue>);

impl From<Number> for Num {
    fn from(number: Number) -> Self {
        let json = number.to_decimal_text().unwrap_or_else(|| format!("\"{number}\""));
        Self(RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned()))
    }
}

impl JsonSchema for Num {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Num".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let text = serde_json::json!({"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"});
        schemars::json_schema!({"anyOf": [{"type": "number"}, text]})
    }
}

/// Returns all findings as JSON, in order.
pub(crate) fn json_findings<'a>(findings: &'a [Finding], sources: &SourceFiles) -> Vec<JsonFinding<'a>> {
    let mut places = FileLinesCache::new(sources);
    findings.iter().map(|finding| JsonFinding::new(finding, &mut places)).collect()
}

impl<'a> JsonFinding<'a> {
    fn new(finding: &'a Finding, places: &mut FileLinesCache<'_>) -> Self {
        Self {
            code: finding.code.as_str(),
            severity: finding.severity.as_str(),
            scope: finding.scope.as_str(),
            subject: finding.subject.as_ref().map(|s| JsonSubject { kind: s.kind.as_str(), name: &s.name }),
            rule: finding.rule_path.as_deref(),
            message: &finding.message,
            help: finding.help.as_deref(),
            labels: json_labels(finding, places),
            facts: finding
                .facts
                .iter()
                .map(|f| JsonFact { is: f.is.as_str(), what: &f.what, value: f.value.map(Num::from) })
                .collect(),
            fixes: finding
                .edits
                .iter()
                .filter(|_| finding.has_edits())
                .map(|edit| JsonEdit { start: edit.span.start, end: edit.span.end, text: &edit.text })
                .collect(),
            still_open: finding.still_open.as_deref().map(JsonStillOpen::new),
        }
    }
}

impl JsonStillOpen {
    pub(crate) fn new(open: &StillOpen) -> Self {
        let limit = |limit: &OpenLimit| JsonOpenLimit {
            rule: limit.rule_path.clone(),
            label: limit.label.clone(),
            of: limit.of.clone(),
            more: limit.more.into(),
            now: limit.now.into(),
            max: limit.most.into(),
        };
        Self {
            limits: open.limits.iter().map(limit).collect(),
            further: open.further,
            for_it: open.is_for_it,
        }
    }
}

fn json_labels<'a>(finding: &'a Finding, places: &mut FileLinesCache<'_>) -> Vec<JsonLabel<'a>> {
    let numbered = finding.labels.iter().enumerate();
    numbered
        .filter_map(|(at, label)| {
            Some(JsonLabel { span: JsonSpan::new(label.span, places)?, text: &label.text, primary: at == 0 })
        })
        .collect()
}

impl JsonSpan {
    /// Returns a place with its lines and columns. `None` if the file is unknown.
    pub(crate) fn new(span: Span, places: &mut FileLinesCache<'_>) -> Option<Self> {
        Some(Self::in_lines(span, &*places.file(span.file)?))
    }

    /// Returns a place in this file with its lines and columns.
    pub(crate) fn in_lines(span: Span, file: &FileLines) -> Self {
        let (start, end) = file.range(span);
        Self {
            path: file.path().to_owned(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            start: span.start,
            end: span.end,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::check::report::Verdict;
    use crate::finding::{Code, FileId, SourceFile};
    use crate::output::sample_reports::{self, illegal_report, legal_report, report_of};

    fn parsed(report: &Report) -> Value {
        serde_json::from_str(&sample_reports::capture_output(|out| print_json(report, out))).unwrap()
    }

    #[test]
    fn a_broken_list_has_the_documented_shape_and_places() {
        // The lines are 12, 12, 12, 9, 46, 10, 42 and 42 bytes and a break each, so that the fifth begins at
        // 49, the eighth at 150 and the ninth at 193; the words stand 22, 15 and 22 bytes in. In the ruleset
        // lines of 12 and 7 bytes come before, and 40 in the line
        assert_eq!(
            parsed(&report_of(vec![illegal_report()])),
            json!({
                "version": 1,
                "lists": [{
                    "path": "lists/x.yaml", "army": "Hannibal at the Trebia", "player": null, "verdict": "illegal",
                    "ruleset": {"id": "fra", "version": "1.0.0", "from": "built in"},
                    "book": null, "allies": [], "event": null,
                    "points": {"total": 985, "limit": 1000, "complete": true},
                    "digest": {"army": "0123-4567-89AB-CDEF-GHJK", "rules": "MNPQ-RSTV-WXYZ"},
                    "findings": [
                        {"code": "unknown-unit", "severity": "error", "scope": "row", "subject": null,
                         "rule": null, "message": "no unit is called \"phalnax\"", "help": "write `phalanx`",
                         "labels": [{"path": "lists/x.yaml", "line": 8, "column": 16, "end_line": 8,
                            "end_column": 23, "start": 165, "end": 172, "text": "", "primary": true}]},
                        {"code": "too-many", "severity": "error", "scope": "army", "subject": null,
                         "rule": "fra/limits/one-general",
                         "message": "2 generals, at most 1 allowed", "help": "make one of them a sub-general",
                         "labels": [
                            {"path": "lists/x.yaml", "line": 9, "column": 23, "end_line": 9, "end_column": 30,
                             "start": 215, "end": 222, "text": "the second", "primary": true},
                            {"path": "lists/x.yaml", "line": 5, "column": 23, "end_line": 5, "end_column": 30,
                             "start": 71, "end": 78, "text": "the first", "primary": false},
                            {"path": "built in: rulesets/fra/ruleset.yaml", "line": 3, "column": 41, "end_line": 3,
                             "end_column": 47, "start": 61, "end": 67, "text": "an army has a single general",
                             "primary": false}]}
                    ]
                }],
                "findings": [],
                "summary": {"lists": 1, "legal": 0, "illegal": 1, "draft": 0, "unreadable": 0,
                            "errors": 2, "warnings": 0, "notes": 0}
            })
        );
    }

    #[test]
    fn numbers_are_exact() {
        let as_json = |number: Number| serde_json::to_string(&Num::from(number)).unwrap();
        for (written, json) in [
            ("985", "985"),
            ("-3", "-3"),
            ("0.5", "0.5"),
            ("19/3", "\"19/3\""),
            ("0.1", "0.1"),
            ("1/8", "0.125"),
        ] {
            assert_eq!(as_json(written.parse().unwrap()), json, "{written}");
        }
        let large = Number::from(i64::MAX).checked_mul(Number::from(1_000_i64)).unwrap();
        assert_eq!(as_json(large), "9223372036854775807000");
    }

    #[test]
    fn what_is_not_known_is_null_and_what_concerns_no_list_stands_apart() {
        let mut list = legal_report("x");
        list.verdict = Verdict::Unreadable;
        (list.army, list.ruleset, list.points, list.digest) = (None, None, None, None);
        let mut all = report_of(vec![list]);
        all.sources = all.sources.with_checked_file(SourceFile::new("notes.txt", ""));
        let place = Span::new(FileId::CHECKED, 7, 3);
        all.findings.push(Finding::new(Code::NotChecked, place, "no list"));
        let json = parsed(&all);
        for key in ["army", "player", "ruleset", "book", "event", "points", "digest"] {
            assert_eq!(json["lists"][0].get(key), Some(&Value::Null), "{key}");
        }
        assert_eq!(json["lists"][0]["verdict"], "unreadable");
        let label = &json["findings"][0]["labels"][0];
        assert_eq!(
            (&label["path"], &label["line"], &label["column"]),
            (&json!("notes.txt"), &json!(1), &json!(1))
        );
        assert_eq!(json["summary"]["warnings"], 1);
    }

    #[test]
    fn hostile_words_are_escaped_and_come_back_whole() {
        let name = "\u{1b}[31m\u{202e}\"\\\n\u{9b}\u{2028}</script>";
        let mut list = legal_report("x");
        list.army = Some(name.to_owned());
        let text = sample_reports::capture_output(|out| print_json(&report_of(vec![list]), out));
        let obeyed = |c: char| c != '\n' && super::super::terminal_text::is_unsafe(c);
        assert!(!text.contains(obeyed), "{text}");
        let json: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["lists"][0]["army"], name);
    }
}
