//! Sample reports for the tests of all formats.

use crate::check::report::{Digest, ListReport, PointsTotal, Report, RulesSource, Verdict};
use crate::finding::{Code, FileId, Finding, SourceFile, SourceFiles, Span};

/// Returns the report of a legal list of 985 points without findings.
pub(super) fn legal_report(path: &str) -> ListReport {
    ListReport {
        path: path.to_owned(),
        army: Some("Hannibal at the Trebia".to_owned()),
        army_span: None,
        unlisted: crate::check::report::UnlistedCounts::default(),
        player: None,
        verdict: Verdict::Legal,
        ruleset: Some(RulesSource {
            id: "fra".to_owned(),
            version: Some("1.0.0".to_owned()),
            found_in: "built in".to_owned(),
            bases: Vec::new(),
        }),
        book: None,
        allies: Vec::new(),
        event: None,
        points: Some(PointsTotal { total: 985_i64.into(), limit: Some(1000_i64.into()), complete: true }),
        charges: Vec::new(),
        digest: Some(Digest {
            army: "0123-4567-89AB-CDEF-GHJK".to_owned(),
            rules: "MNPQ-RSTV-WXYZ".to_owned(),
        }),
        read_with_errors: false,
        fielded: None,
        findings: Vec::new(),
        sources: SourceFiles::default()
            .with_checked_file(SourceFile::new(path, "army: Hannibal at the Trebia\n")),
    }
}

/// Returns a report of these lists.
pub(super) fn report_of(lists: Vec<ListReport>) -> Report {
    Report { lists, ..Report::default() }
}

/// Returns the span of the nth occurrence (from 0) of some words in a text.
pub(super) fn span_of_nth(file: FileId, text: &str, words: &str, n: usize) -> Span {
    let (at, _) = text.match_indices(words).nth(n).expect("the words are in the text");
    Span::new(file, at, at + words.len())
}

/// Returns the report of a list with one finding at the first occurrence of some words.
pub(super) fn report_pointing_at(text: &str, words: &str) -> ListReport {
    let mut list = legal_report("lists/x.yaml");
    list.sources = SourceFiles::default().with_checked_file(SourceFile::new("lists/x.yaml", text));
    list.verdict = Verdict::Illegal;
    let span = span_of_nth(FileId::CHECKED, text, words, 0);
    list.findings = vec![Finding::new(Code::UnknownUnit, span, "a message")];
    list
}

/// The text of the list with two errors.
pub(super) const LIST_TEXT: &str = "\
army: Trebia
ruleset: fra
points: 1000
commands:
  - commander: {role: general, name: Hannibal}
    units:
      - {unit: SP, name: African veterans}
      - {unit: phalnax, name: Hired pikes}
  - commander: {role: general, name: Mago}
";

/// The text of the ruleset that the list with two errors breaks.
pub(super) const RULESET_TEXT: &str = "\
ruleset: fra
limits:
  one-general: {count: {role: general}, max: 1, says: an army has a single general}
";

/// Returns the report of a list with two errors: a misspelt unit, and a limit that two generals exceed.
pub(super) fn illegal_report() -> ListReport {
    let sources = SourceFiles::default();
    let rules = sources.add_shared(SourceFile::new("built in: rulesets/fra/ruleset.yaml", RULESET_TEXT));
    let here = FileId::CHECKED;
    let mut list = legal_report("lists/x.yaml");
    list.sources = sources.with_checked_file(SourceFile::new("lists/x.yaml", LIST_TEXT));
    list.verdict = Verdict::Illegal;
    list.findings = vec![
        Finding::new(
            Code::UnknownUnit,
            span_of_nth(here, LIST_TEXT, "phalnax", 0),
            "no unit is called \"phalnax\"",
        )
        .with_help("write `phalanx`"),
        Finding::new(
            Code::TooMany,
            span_of_nth(here, LIST_TEXT, "general", 1),
            "2 generals, at most 1 allowed",
        )
        .with_primary_text("the second")
        .with_label(span_of_nth(here, LIST_TEXT, "general", 0), "the first")
        .with_label(span_of_nth(rules, RULESET_TEXT, "max: 1", 0), "an army has a single general")
        .with_help("make one of them a sub-general")
        .with_rule("fra/limits/one-general"),
    ];
    list
}

/// Returns what `write` wrote.
pub(super) fn capture_output(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}
