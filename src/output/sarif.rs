//! SARIF 2.1.0, for code scanning services and editors.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::line_positions::{FileLines, FileLinesCache, is_on_disk};
use super::terminal_text::{escape_json, sanitize};
use super::{Printer, print_whole_report};
use crate::check::pages_about_codes::page_summary;
use crate::check::report::{ListReport, Report};
use crate::finding::{Code, FileId, Finding, Label, Severity, SourceFiles, Span};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Prints the report as one SARIF log with one run.
///
/// `describe` returns the page of a code, in Markdown; it may be empty. Built-in files do not exist for a
/// reader of the log, so a finding in one names the file in its message.
pub fn print_sarif(report: &Report, out: &mut dyn Write, describe: fn(Code) -> String) -> io::Result<()> {
    print_whole_report(report, &mut SarifPrinter::new(describe), out)
}

/// Prints a report as SARIF. The most severe results are kept until the end of the report.
#[derive(Debug)]
pub struct SarifPrinter {
    describe: fn(Code) -> String,
    /// The codes of all findings so far.
    used_codes: BTreeSet<Code>,
    results: Vec<SarifResult>,
    /// The number of all findings, including those that are dropped or only counted.
    finding_count: usize,
    /// How often each key of a fingerprint occurred outside the lists. What is in a list is counted for that list alone.
    fingerprint_counts: HashMap<String, usize>,
}

impl SarifPrinter {
    /// Creates a printer. `describe` returns the page of a code.
    pub fn new(describe: fn(Code) -> String) -> Self {
        Self {
            describe,
            used_codes: BTreeSet::new(),
            results: Vec::new(),
            finding_count: 0,
            fingerprint_counts: HashMap::new(),
        }
    }

    fn add_findings(&mut self, findings: &[Finding], sources: &SourceFiles) {
        let mut places = FileLinesCache::new(sources);
        let mut here = HashMap::new();
        for finding in findings {
            self.finding_count += 1;
            self.used_codes.insert(finding.code);
            let own = finding.primary_label().is_some_and(|label| label.span.file == FileId::CHECKED);
            let seen = if own { &mut here } else { &mut self.fingerprint_counts };
            self.results.push(to_result(finding, &mut places, seen));
            if self.results.len() >= 2 * MAX_RESULTS {
                keep_most_severe(&mut self.results);
            }
        }
    }
}

impl Printer for SarifPrinter {
    fn print_general(
        &mut self,
        findings: &[Finding],
        sources: &SourceFiles,
        _: &mut dyn Write,
    ) -> io::Result<()> {
        self.add_findings(findings, sources);
        Ok(())
    }

    fn print_list(&mut self, list: &ListReport, _among: bool, _: &mut dyn Write) -> io::Result<()> {
        self.add_findings(&list.findings, &list.sources);
        self.finding_count += list.unlisted.total();
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut results = std::mem::take(&mut self.results);
        keep_most_severe(&mut results);
        let used: Vec<Code> = self.used_codes.iter().copied().collect();
        for result in &mut results {
            result.rule_index = used.binary_search(&result.code).unwrap_or(0);
        }
        let rules = used.iter().map(|code| SarifRule::new(*code, &(self.describe)(*code))).collect();
        let run = SarifRun {
            tool: SarifTool {
                driver: SarifDriver { name: "Muster", semantic_version: env!("CARGO_PKG_VERSION"), rules },
            },
            invocations: omission_notices(self.finding_count, results.len()),
            results,
            column_kind: "unicodeCodePoints",
        };
        let json = serde_json::to_string_pretty(&SarifLog { schema: SCHEMA, version: "2.1.0", runs: [run] })?;
        writeln!(out, "{}", escape_json(&json))
    }
}

/// The most results that GitHub accepts in one upload.
const MAX_RESULTS: usize = 5_000;
/// The most related locations of one result. GitHub shows no more.
const MAX_RELATED_LOCATIONS: usize = 99;

/// Keeps the most severe results if there are too many, in their order.
fn keep_most_severe(results: &mut Vec<SarifResult>) {
    if results.len() <= MAX_RESULTS {
        return;
    }
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(results[*at].severity));
    let kept: std::collections::HashSet<usize> = order.into_iter().take(MAX_RESULTS).collect();
    let mut at = 0..results.len();
    results.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
}

/// Returns a notice that results were left out. Empty if none were.
fn omission_notices(all: usize, listed: usize) -> Vec<SarifInvocation> {
    if all <= listed {
        return Vec::new();
    }
    let text = format!("{all} findings, of which the worst {listed} are listed");
    let notification = SarifNotification { level: "warning", message: SarifMessage { text } };
    vec![SarifInvocation { execution_successful: true, tool_execution_notifications: [notification] }]
}

/// A notice about the run itself.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifInvocation {
    execution_successful: bool,
    tool_execution_notifications: [SarifNotification; 1],
}

#[derive(Debug, Serialize)]
struct SarifNotification {
    level: &'static str,
    message: SarifMessage,
}

#[derive(Debug, Serialize)]
struct SarifLog {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun {
    tool: SarifTool,
    column_kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invocations: Vec<SarifInvocation>,
    results: Vec<SarifResult>,
}

#[derive(Debug, Serialize)]
struct SarifTool {
    driver: SarifDriver,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifDriver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<SarifRule>,
}

/// The description of a code that findings have.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRule {
    id: &'static str,
    short_description: SarifMessage,
    full_description: SarifMessage,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<SarifHelp>,
    default_configuration: SarifConfiguration,
}

#[derive(Debug, Serialize)]
struct SarifHelp {
    text: String,
    markdown: String,
}

#[derive(Debug, Serialize)]
struct SarifConfiguration {
    level: &'static str,
}

#[derive(Debug, Serialize)]
struct SarifMessage {
    text: String,
}

/// A finding in the form of SARIF.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    #[serde(skip)]
    severity: Severity,
    #[serde(skip)]
    code: Code,
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: SarifMessage,
    locations: Vec<SarifLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<SarifLocation>,
    partial_fingerprints: SarifFingerprints,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<SarifProperties>,
}

/// The edits that `muster fix` makes to fix a finding.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix {
    description: SarifMessage,
    artifact_changes: [SarifArtifactChange; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifArtifactChange {
    artifact_location: SarifArtifactLocation,
    replacements: Vec<SarifReplacement>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifReplacement {
    deleted_region: SarifRegion,
    inserted_content: SarifMessage,
}

/// Hashes by which a service recognises a finding of an earlier run. They do not change when lines move.
#[derive(Debug, Serialize)]
struct SarifFingerprints {
    #[serde(rename = "musterFinding/v1")]
    first: String,
}

/// The path of the rule that was broken, in a ruleset, book or event.
#[derive(Debug, Serialize)]
struct SarifProperties {
    rule: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLocation {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: SarifPhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<SarifMessage>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifPhysicalLocation {
    artifact_location: SarifArtifactLocation,
    region: SarifRegion,
}

#[derive(Debug, Serialize)]
struct SarifArtifactLocation {
    uri: String,
}

/// A range of text. Lines and columns count from 1, bytes from 0. Ends are exclusive.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRegion {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
    byte_offset: usize,
    byte_length: usize,
}

impl SarifRule {
    fn new(code: Code, page: &str) -> Self {
        let page = page.trim();
        let text = page_summary(page).unwrap_or(code.as_str());
        Self {
            id: code.as_str(),
            short_description: SarifMessage { text: text.to_owned() },
            full_description: SarifMessage { text: text.to_owned() },
            help: (!page.is_empty()).then(|| SarifHelp { text: page.to_owned(), markdown: page.to_owned() }),
            default_configuration: SarifConfiguration { level: level_name(code.severity()) },
        }
    }
}

fn level_name(severity: Severity) -> &'static str {
    // SARIF uses the same three words
    severity.as_str()
}

/// Converts a finding to a result. `seen` counts the keys of fingerprints.
fn to_result(
    finding: &Finding,
    places: &mut FileLinesCache<'_>,
    seen: &mut HashMap<String, usize>,
) -> SarifResult {
    let mut message = sanitize(&finding.message).into_owned();
    let mut locations = Vec::new();
    let mut related = Vec::new();
    for (at, label) in finding.labels.iter().enumerate() {
        let Some((file, start, _)) = places.label_range(label) else { continue };
        let said = sanitize(&label.text);
        if !file.is_on_disk() {
            let colon = if said.is_empty() { "" } else { ": " };
            let path = sanitize(file.path());
            message = format!("{message}\n{path}:{}:{}{colon}{said}", start.line, start.column);
        } else if at == 0 {
            locations.push(to_location(None, &file, label));
        } else {
            related.push(to_location(Some(related.len() + 1), &file, label));
        }
    }
    if let Some(help) = &finding.help {
        message = format!("{message}\nhelp: {}", sanitize(help));
    }
    // If the first place is in a built-in file, another one takes its place: GitHub shows no result without a
    // location
    if locations.is_empty() && !related.is_empty() {
        locations.push(SarifLocation { id: None, ..related.remove(0) });
    }
    related.truncate(MAX_RELATED_LOCATIONS);
    SarifResult {
        severity: finding.severity,
        code: finding.code,
        rule_id: finding.code.as_str(),
        rule_index: 0,
        level: level_name(finding.severity),
        message: SarifMessage { text: message },
        locations,
        related_locations: related,
        fixes: to_fixes(finding, places),
        partial_fingerprints: SarifFingerprints { first: fingerprint(finding, places, seen) },
        properties: finding.rule_path.clone().map(|rule| SarifProperties { rule }),
    }
}

fn to_fixes(finding: &Finding, places: &mut FileLinesCache<'_>) -> Vec<SarifFix> {
    let file = finding.has_edits().then(|| places.file(FileId::CHECKED)).flatten();
    let Some(file) = file.filter(|file| file.is_on_disk()) else { return Vec::new() };
    let replacements = finding.edits.iter().map(|edit| SarifReplacement {
        deleted_region: to_region(&file, edit.span),
        inserted_content: SarifMessage { text: edit.text.clone() },
    });
    let change = SarifArtifactChange {
        artifact_location: SarifArtifactLocation { uri: path_to_uri(file.path()) },
        replacements: replacements.collect(),
    };
    let text = finding.help.as_deref().unwrap_or(&finding.message);
    vec![SarifFix {
        description: SarifMessage { text: sanitize(text).into_owned() },
        artifact_changes: [change],
    }]
}

fn to_location(id: Option<usize>, file: &FileLines, label: &Label) -> SarifLocation {
    let said = sanitize(&label.text).into_owned();
    let region = to_region(file, label.span);
    SarifLocation {
        id,
        physical_location: SarifPhysicalLocation {
            artifact_location: SarifArtifactLocation { uri: path_to_uri(file.path()) },
            region,
        },
        message: (!said.is_empty()).then_some(SarifMessage { text: said }),
    }
}

fn to_region(file: &FileLines, span: Span) -> SarifRegion {
    let bytes = file.text().len();
    let byte_offset = (span.start as usize).min(bytes);
    let end = (span.end as usize).clamp(byte_offset, bytes);
    let (from, to) = (file.position(byte_offset), file.position(end));
    SarifRegion {
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
fn fingerprint(
    finding: &Finding,
    places: &mut FileLinesCache<'_>,
    seen: &mut HashMap<String, usize>,
) -> String {
    let (path, words) = match finding.primary_label().map(|label| (places.file(label.span.file), label.span))
    {
        Some((Some(file), span)) => {
            let words = file.text().get(span.start as usize..span.end as usize).unwrap_or_default();
            (
                if is_on_disk(file.path()) { path_to_uri(file.path()) } else { file.path().to_owned() },
                words.to_owned(),
            )
        }
        _ => (String::new(), finding.message.clone()),
    };
    let rule = finding.rule_path.as_deref().unwrap_or_default();
    let key = [finding.code.as_str(), rule, &path, &words].join("\0");
    let times = seen.entry(key.clone()).and_modify(|n| *n += 1).or_insert(1);
    let digest = Sha256::digest(format!("{key}\0{times}"));
    let half = digest.iter().take(16).fold(0_u128, |sum, byte| sum << 8 | u128::from(*byte));
    format!("{half:032x}")
}

/// Returns a path as a URI reference, with forward slashes and unusual characters percent-encoded.
///
/// An absolute path becomes a `file:` URI.
fn path_to_uri(path: &str) -> String {
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
            uri.extend(['%', hex_digit(byte >> 4), hex_digit(byte & 15)]);
        }
    }
    uri
}

fn hex_digit(digit: u8) -> char {
    char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase()
}

#[cfg(test)]
mod tests;
