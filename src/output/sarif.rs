//! SARIF 2.1.0, for code scanning services and editors.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::places::{File, Places, is_on_disk};
use super::text::{clean, escape_json};
use super::{Printer, whole};
use crate::check::pages::summary;
use crate::check::report::{ListReport, Report};
use crate::finding::{Code, FileId, Finding, Label, Severity, Sources, Span};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Prints the report as one SARIF log with one run.
///
/// `describe` returns the page of a code, in Markdown; it may be empty. Built-in files do not exist for a
/// reader of the log, so a finding in one names the file in its message.
pub fn write(report: &Report, out: &mut dyn Write, describe: fn(Code) -> String) -> io::Result<()> {
    whole(report, &mut Sarif::new(describe), out)
}

/// Prints a report as SARIF. The most severe results are kept until the end of the report.
#[derive(Debug)]
pub struct Sarif {
    describe: fn(Code) -> String,
    /// The codes of all findings so far.
    used: BTreeSet<Code>,
    results: Vec<Outcome>,
    /// The number of all findings, including those that are dropped or only counted.
    all: usize,
    /// How often each key of a fingerprint occurred, except for findings in the list being added.
    seen: HashMap<String, usize>,
}

impl Sarif {
    /// Creates a printer. `describe` returns the page of a code.
    pub fn new(describe: fn(Code) -> String) -> Self {
        Self { describe, used: BTreeSet::new(), results: Vec::new(), all: 0, seen: HashMap::new() }
    }

    fn findings(&mut self, findings: &[Finding], sources: &Sources) {
        let mut places = Places::new(sources);
        let mut here = HashMap::new();
        for finding in findings {
            self.all += 1;
            self.used.insert(finding.code);
            let own = finding.primary().is_some_and(|label| label.span.file == FileId::CHECKED);
            let seen = if own { &mut here } else { &mut self.seen };
            self.results.push(outcome(finding, &mut places, seen));
            if self.results.len() >= 2 * MOST_RESULTS {
                worst(&mut self.results);
            }
        }
    }
}

impl Printer for Sarif {
    fn general(&mut self, findings: &[Finding], sources: &Sources, _: &mut dyn Write) -> io::Result<()> {
        self.findings(findings, sources);
        Ok(())
    }

    fn list(&mut self, list: &ListReport, _among: bool, _: &mut dyn Write) -> io::Result<()> {
        self.findings(&list.findings, &list.sources);
        self.all += list.more.all();
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut results = std::mem::take(&mut self.results);
        worst(&mut results);
        let used: Vec<Code> = self.used.iter().copied().collect();
        for result in &mut results {
            result.rule_index = used.binary_search(&result.code).unwrap_or(0);
        }
        let rules = used.iter().map(|code| Rule::new(*code, &(self.describe)(*code))).collect();
        let run = Run {
            tool: Tool {
                driver: Driver { name: "Muster", semantic_version: env!("CARGO_PKG_VERSION"), rules },
            },
            invocations: left_out(self.all, results.len()),
            results,
            column_kind: "unicodeCodePoints",
        };
        let json = serde_json::to_string_pretty(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] })?;
        writeln!(out, "{}", escape_json(&json))
    }
}

/// The most results that GitHub accepts in one upload.
const MOST_RESULTS: usize = 5_000;
/// The most related locations of one result. GitHub shows no more.
const MOST_PLACES: usize = 99;

/// Keeps the most severe results if there are too many, in their order.
fn worst(results: &mut Vec<Outcome>) {
    if results.len() <= MOST_RESULTS {
        return;
    }
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(results[*at].severity));
    let kept: std::collections::HashSet<usize> = order.into_iter().take(MOST_RESULTS).collect();
    let mut at = 0..results.len();
    results.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
}

/// Returns a notice that results were left out. Empty if none were.
fn left_out(all: usize, listed: usize) -> Vec<Invocation> {
    if all <= listed {
        return Vec::new();
    }
    let text = format!("{all} findings, of which the worst {listed} are listed");
    let notification = Notification { level: "warning", message: Text { text } };
    vec![Invocation { execution_successful: true, tool_execution_notifications: [notification] }]
}

/// A notice about the run itself.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    tool_execution_notifications: [Notification; 1],
}

#[derive(Debug, Serialize)]
struct Notification {
    level: &'static str,
    message: Text,
}

#[derive(Debug, Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invocations: Vec<Invocation>,
    results: Vec<Outcome>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

/// The description of a code that findings have.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Text,
    full_description: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Help>,
    default_configuration: Configuration,
}

#[derive(Debug, Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Debug, Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Debug, Serialize)]
struct Text {
    text: String,
}

/// A finding in the form of SARIF.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    #[serde(skip)]
    severity: Severity,
    #[serde(skip)]
    code: Code,
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Place>,
    partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Properties>,
}

/// The edits that `muster fix` makes to fix a finding.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix {
    description: Text,
    artifact_changes: [Change; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    artifact_location: Artifact,
    replacements: Vec<Replacement>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Text,
}

/// Hashes by which a service recognises a finding of an earlier run. They do not change when lines move.
#[derive(Debug, Serialize)]
struct Fingerprints {
    #[serde(rename = "musterFinding/v1")]
    first: String,
}

/// The path of the rule that was broken, in a ruleset, book or event.
#[derive(Debug, Serialize)]
struct Properties {
    rule: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Debug, Serialize)]
struct Artifact {
    uri: String,
}

/// A range of text. Lines and columns count from 1, bytes from 0. Ends are exclusive.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
    byte_offset: usize,
    byte_length: usize,
}

impl Rule {
    fn new(code: Code, page: &str) -> Self {
        let page = page.trim();
        let text = summary(page).unwrap_or(code.as_str());
        Self {
            id: code.as_str(),
            short_description: Text { text: text.to_owned() },
            full_description: Text { text: text.to_owned() },
            help: (!page.is_empty()).then(|| Help { text: page.to_owned(), markdown: page.to_owned() }),
            default_configuration: Configuration { level: level(code.severity()) },
        }
    }
}

fn level(severity: Severity) -> &'static str {
    // SARIF uses the same three words
    severity.as_str()
}

/// Converts a finding to a result. `seen` counts the keys of fingerprints.
/// Converts a finding to a result. `seen` counts the keys of fingerprints.
fn outcome(finding: &Finding, places: &mut Places<'_>, seen: &mut HashMap<String, usize>) -> Outcome {
    let mut message = clean(&finding.message).into_owned();
    let mut locations = Vec::new();
    let mut related = Vec::new();
    for (at, label) in finding.labels.iter().enumerate() {
        let Some((file, start, _)) = places.of(label) else { continue };
        let said = clean(&label.text);
        if !file.is_on_disk() {
            let colon = if said.is_empty() { "" } else { ": " };
            let path = clean(file.path());
            message = format!("{message}\n{path}:{}:{}{colon}{said}", start.line, start.column);
        } else if at == 0 {
            locations.push(location(None, &file, label));
        } else {
            related.push(location(Some(related.len() + 1), &file, label));
        }
    }
    if let Some(help) = &finding.help {
        message = format!("{message}\nhelp: {}", clean(help));
    }
    // If the first place is in a built-in file, another one takes its place: GitHub shows no result without a
    // location
    if locations.is_empty() && !related.is_empty() {
        locations.push(Place { id: None, ..related.remove(0) });
    }
    related.truncate(MOST_PLACES);
    Outcome {
        severity: finding.severity,
        code: finding.code,
        rule_id: finding.code.as_str(),
        rule_index: 0,
        level: level(finding.severity),
        message: Text { text: message },
        locations,
        related_locations: related,
        fixes: fixes(finding, places),
        partial_fingerprints: Fingerprints { first: fingerprint(finding, places, seen) },
        properties: finding.rule.clone().map(|rule| Properties { rule }),
    }
}

fn fixes(finding: &Finding, places: &mut Places<'_>) -> Vec<Fix> {
    let file = finding.has_mend().then(|| places.file(FileId::CHECKED)).flatten();
    let Some(file) = file.filter(|file| file.is_on_disk()) else { return Vec::new() };
    let replacements = finding.mends.iter().map(|edit| Replacement {
        deleted_region: region(&file, edit.span),
        inserted_content: Text { text: edit.text.clone() },
    });
    let change = Change {
        artifact_location: Artifact { uri: uri(file.path()) },
        replacements: replacements.collect(),
    };
    let text = finding.help.as_deref().unwrap_or(&finding.message);
    vec![Fix { description: Text { text: clean(text).into_owned() }, artifact_changes: [change] }]
}

fn location(id: Option<usize>, file: &File, label: &Label) -> Place {
    let said = clean(&label.text).into_owned();
    let region = region(file, label.span);
    Place {
        id,
        physical_location: Physical { artifact_location: Artifact { uri: uri(file.path()) }, region },
        message: (!said.is_empty()).then_some(Text { text: said }),
    }
}

fn region(file: &File, span: Span) -> Region {
    let bytes = file.text().len();
    let byte_offset = (span.start as usize).min(bytes);
    let end = (span.end as usize).clamp(byte_offset, bytes);
    let (from, to) = (file.position(byte_offset), file.position(end));
    Region {
        start_line: from.line,
        start_column: from.column,
        end_line: to.line,
        end_column: to.column,
        byte_offset,
        byte_length: end - byte_offset,
    }
}

/// Hashes the code, the rule, the file, the text at the finding, and how often the same combination occurred
/// before.
fn fingerprint(finding: &Finding, places: &mut Places<'_>, seen: &mut HashMap<String, usize>) -> String {
    let (path, words) = match finding.primary().map(|label| (places.file(label.span.file), label.span)) {
        Some((Some(file), span)) => {
            let words = file.text().get(span.start as usize..span.end as usize).unwrap_or_default();
            (
                if is_on_disk(file.path()) { uri(file.path()) } else { file.path().to_owned() },
                words.to_owned(),
            )
        }
        _ => (String::new(), finding.message.clone()),
    };
    let rule = finding.rule.as_deref().unwrap_or_default();
    let key = [finding.code.as_str(), rule, &path, &words].join("\0");
    let times = seen.entry(key.clone()).and_modify(|n| *n += 1).or_insert(1);
    let digest = Sha256::digest(format!("{key}\0{times}"));
    let half = digest.iter().take(16).fold(0_u128, |sum, byte| sum << 8 | u128::from(*byte));
    format!("{half:032x}")
}

/// Returns a path as a URI reference, with forward slashes and unusual characters percent-encoded.
///
/// An absolute path becomes a `file:` URI.
fn uri(path: &str) -> String {
    let bytes = path.as_bytes();
    let drive = bytes.len() > 2
        && bytes[0].is_ascii_alphabetic()
        && bytes[1] == b':'
        && matches!(bytes[2], b'\\' | b'/');
    // On Unix a backslash is part of a name; on Windows, and in a path with a drive, it is a separator
    let slashed = if drive || cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let (scheme, rest) = match slashed.strip_prefix('/') {
        Some(rest) => ("file:///", rest),
        None if drive => ("file:///", slashed.as_str()),
        None => ("", slashed.as_str()),
    };
    let mut rest = rest;
    while let Some(shorter) = rest.strip_prefix("./") {
        rest = shorter;
    }
    let mut uri = scheme.to_owned();
    for (at, byte) in rest.bytes().enumerate() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) || (drive && at == 1) {
            uri.push(char::from(byte));
        } else {
            uri.extend(['%', hex(byte >> 4), hex(byte & 15)]);
        }
    }
    uri
}

fn hex(digit: u8) -> char {
    char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase()
}

#[cfg(test)]
mod tests;
