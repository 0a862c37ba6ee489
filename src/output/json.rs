//! The JSON for other programs, version 1. Keys may be added, but no key changes its meaning.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::places::Places;
use super::text::escape_json;
use super::{Printer, whole};
use crate::check::report::{self, Judge, ListReport, Report};
use crate::finding::{Finding, Sources};
use crate::format::number::Number;

/// Prints the whole report as one JSON object and a line break.
///
/// Characters that a terminal would obey are escaped.
pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    whole(report, &mut Json::default(), out)
}

/// Prints a report as JSON, one list at a time.
///
/// The keys are `version`, always 1; `lists`, ordered by path; `findings`, those that do not concern a list;
/// and `summary`, the counts.
#[derive(Debug, Default)]
pub struct Json {
    /// The number of lists printed so far.
    lists: usize,
    /// The findings that do not concern a list, as JSON. They are printed after the lists.
    general: Vec<String>,
    sum: report::Summary,
}

impl Json {
    /// Prints a list, and before the first one the start of the object and of its array of lists.
    fn item(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let before = if self.lists == 0 { "{\n  \"version\": 1,\n  \"lists\": [\n" } else { ",\n" };
        self.lists += 1;
        write!(out, "{before}{text}")
    }
}

impl Printer for Json {
    fn general(&mut self, all: &[Finding], sources: &Sources, _: &mut dyn Write) -> io::Result<()> {
        self.sum.findings(all);
        for finding in findings(all, sources) {
            self.general.push(written(&finding, 4)?);
        }
        Ok(())
    }

    fn list(&mut self, list: &ListReport, _among: bool, out: &mut dyn Write) -> io::Result<()> {
        self.sum.list(list);
        let text = written(&List::new(list), 4)?;
        self.item(&text, out)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.lists == 0 { b"{\n  \"version\": 1,\n  \"lists\": []" } else { b"\n  ]" })?;
        let general = match self.general.as_slice() {
            [] => "[]".to_owned(),
            all => format!("[\n{}\n  ]", all.join(",\n")),
        };
        let sum = written(&Summary::new(self.sum), 2)?;
        writeln!(out, ",\n  \"findings\": {general},\n  \"summary\": {}\n}}", sum.trim_start())
    }
}

/// Returns a value as JSON, indented by so many columns.
fn written(value: &impl Serialize, columns: usize) -> io::Result<String> {
    let json = serde_json::to_string_pretty(value)?;
    let indent = " ".repeat(columns);
    // Line breaks within texts are escaped
    Ok(format!("{indent}{}", escape_json(&json).replace('\n', &format!("\n{indent}"))))
}

/// One list.
#[derive(Serialize)]
struct List<'a> {
    path: &'a str,
    army: Option<&'a str>,
    player: Option<&'a str>,
    /// `legal`, `illegal`, `draft` or `unreadable`.
    verdict: &'static str,
    ruleset: Option<JsonJudge<'a>>,
    book: Option<JsonJudge<'a>>,
    /// The books of the allies in the list.
    allies: Vec<JsonAlly<'a>>,
    event: Option<JsonJudge<'a>>,
    /// Null if the game has no points.
    points: Option<Points>,
    /// Null if the army could not be resolved, or part of it could not be read.
    digest: Option<Digest<'a>>,
    /// Why there is no digest of a list that was resolved. Left out if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_digest: Option<&'static str>,
    findings: Vec<JsonFinding<'a>>,
    /// The counts of further findings, which are not listed. Left out if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<JsonMore>,
}

#[derive(Serialize)]
struct JsonMore {
    errors: usize,
    warnings: usize,
    notes: usize,
}

/// A ruleset, book or event.
#[derive(Serialize)]
struct JsonJudge<'a> {
    id: &'a str,
    version: Option<&'a str>,
    /// `built in` or a path.
    from: &'a str,
}

/// The book of an ally.
#[derive(Serialize)]
struct JsonAlly<'a> {
    /// The ally's name in the list, after `ally`.
    ally: &'a str,
    id: &'a str,
    name: &'a str,
    version: Option<&'a str>,
    /// `built in` or a path.
    from: &'a str,
}

/// Points. A value that is not a finite decimal is text, such as `"19/3"`.
#[derive(Serialize)]
struct Points {
    total: Box<RawValue>,
    /// The agreed size. Null if there is none.
    limit: Option<Box<RawValue>>,
    /// Whether every cost is known.
    complete: bool,
}

/// The two digests, 20 and 12 digits in groups of four.
#[derive(Serialize)]
struct Digest<'a> {
    army: &'a str,
    rules: &'a str,
}

/// One problem.
#[derive(Serialize)]
struct JsonFinding<'a> {
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
}

/// What a finding is about.
#[derive(Serialize)]
struct JsonSubject<'a> {
    /// A word of `SubjectKind`, such as `unit`, `option` or `rule`.
    kind: &'static str,
    name: &'a str,
}

/// A number or a text that a finding rests on.
#[derive(Serialize)]
struct JsonFact<'a> {
    /// `found`, `at-least`, `at-most`, `exactly`, `multiple-of`, `base`, `formula`, `comparison`, `left`,
    /// `right` or `condition`.
    is: &'static str,
    /// What the number counts, or the text of a formula.
    what: &'a str,
    /// Null if it is not a number.
    value: Option<Box<RawValue>>,
}

/// An edit to the list: the bytes to replace, from 0 and without the end, and the new text.
#[derive(Serialize)]
struct JsonEdit<'a> {
    start: u32,
    end: u32,
    text: &'a str,
}

/// A place in a file. Lines and columns (in characters) count from 1, bytes from 0. Ends are exclusive.
#[derive(Serialize)]
struct JsonLabel<'a> {
    path: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    start: u32,
    end: u32,
    /// What the label says. May be empty.
    text: &'a str,
    /// Whether this is the text to change.
    primary: bool,
}

/// The counts of lists and findings.
#[derive(Serialize)]
struct Summary {
    lists: usize,
    legal: usize,
    illegal: usize,
    draft: usize,
    unreadable: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
}

impl<'a> List<'a> {
    fn new(list: &'a ListReport) -> Self {
        Self {
            path: &list.path,
            army: list.army.as_deref(),
            player: list.player.as_deref(),
            verdict: list.verdict.as_str(),
            ruleset: list.ruleset.as_ref().map(JsonJudge::new),
            book: list.book.as_ref().map(JsonJudge::new),
            allies: list.allies.iter().map(JsonAlly::new).collect(),
            event: list.event.as_ref().map(JsonJudge::new),
            points: list.points.as_ref().map(|points| Points {
                total: exact(points.total),
                limit: points.limit.map(exact),
                complete: points.complete,
            }),
            digest: list.digest.as_ref().map(|d| Digest { army: &d.army, rules: &d.rules }),
            no_digest: list.misread.then_some(report::NO_DIGEST),
            findings: findings(&list.findings, &list.sources),
            more: (list.more.all() > 0).then_some(JsonMore {
                errors: list.more.errors,
                warnings: list.more.warnings,
                notes: list.more.notes,
            }),
        }
    }
}

impl<'a> JsonJudge<'a> {
    fn new(judge: &'a Judge) -> Self {
        Self { id: &judge.id, version: judge.version.as_deref(), from: &judge.from }
    }
}

impl<'a> JsonAlly<'a> {
    fn new(ally: &'a report::AllyBook) -> Self {
        let JsonJudge { id, version, from } = JsonJudge::new(&ally.book);
        Self { ally: &ally.ally, id, name: &ally.name, version, from }
    }
}

impl Summary {
    fn new(sum: report::Summary) -> Self {
        let report::Summary { lists, legal, illegal, draft, unreadable, errors, warnings, notes } = sum;
        Self { lists, legal, illegal, draft, unreadable, errors, warnings, notes }
    }
}

/// Returns a number as JSON with all its digits, or as text if it is not a finite decimal.
pub(crate) fn exact(number: Number) -> Box<RawValue> {
    let json = number.decimal().unwrap_or_else(|| format!("\"{number}\""));
    RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

fn findings<'a>(findings: &'a [Finding], sources: &Sources) -> Vec<JsonFinding<'a>> {
    let mut places = Places::new(sources);
    findings
        .iter()
        .map(|finding| JsonFinding {
            code: finding.code.as_str(),
            severity: finding.severity.as_str(),
            scope: finding.scope.as_str(),
            subject: finding.subject.as_ref().map(|s| JsonSubject { kind: s.kind.as_str(), name: &s.name }),
            rule: finding.rule.as_deref(),
            message: &finding.message,
            help: finding.help.as_deref(),
            labels: labels(finding, &mut places),
            facts: finding
                .facts
                .iter()
                .map(|f| JsonFact { is: f.is.as_str(), what: &f.what, value: f.value.map(exact) })
                .collect(),
            fixes: finding
                .mends
                .iter()
                .filter(|_| finding.has_mend())
                .map(|edit| JsonEdit { start: edit.span.start, end: edit.span.end, text: &edit.text })
                .collect(),
        })
        .collect()
}

fn labels<'a>(finding: &'a Finding, places: &mut Places<'_>) -> Vec<JsonLabel<'a>> {
    let numbered = finding.labels.iter().enumerate();
    numbered
        .filter_map(|(at, label)| {
            let (file, start, end) = places.of(label)?;
            Some(JsonLabel {
                path: file.path().to_owned(),
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
                start: label.span.start,
                end: label.span.end,
                text: &label.text,
                primary: at == 0,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::check::report::Verdict;
    use crate::finding::{Code, FileId, Source, Span};
    use crate::output::samples::{self, broken, legal, report};

    fn parsed(report: &Report) -> Value {
        serde_json::from_str(&samples::written(|out| write(report, out))).unwrap()
    }

    #[test]
    fn a_broken_list_has_the_documented_shape_and_places() {
        // The lines are 12, 12, 12, 9, 46, 10, 42 and 42 bytes and a break each, so that the fifth begins at
        // 49, the eighth at 150 and the ninth at 193; the words stand 22, 15 and 22 bytes in. In the ruleset
        // lines of 12 and 7 bytes come before, and 40 in the line
        assert_eq!(
            parsed(&report(vec![broken()])),
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
        for (written, json) in [
            ("985", "985"),
            ("-3", "-3"),
            ("0.5", "0.5"),
            ("19/3", "\"19/3\""),
            ("0.1", "0.1"),
            ("1/8", "0.125"),
        ] {
            assert_eq!(exact(written.parse().unwrap()).get(), json, "{written}");
        }
        let large = Number::from(i64::MAX).times(Number::from(1_000_i64)).unwrap();
        assert_eq!(exact(large).get(), "9223372036854775807000");
    }

    #[test]
    fn what_is_not_known_is_null_and_what_concerns_no_list_stands_apart() {
        let mut list = legal("x");
        list.verdict = Verdict::Unreadable;
        (list.army, list.ruleset, list.points, list.digest) = (None, None, None, None);
        let mut all = report(vec![list]);
        all.sources = all.sources.checking(Source::new("notes.txt", ""));
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
        let mut list = legal("x");
        list.army = Some(name.to_owned());
        let text = samples::written(|out| write(&report(vec![list]), out));
        let obeyed = |c: char| c != '\n' && super::super::text::is_unsafe(c);
        assert!(!text.contains(obeyed), "{text}");
        let json: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json["lists"][0]["army"], name);
    }
}
