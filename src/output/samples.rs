//! Sample reports for the tests of all formats.

use crate::check::report::{Digest, Judge, ListReport, Points, Report, Verdict};
use crate::finding::{Code, FileId, Finding, Source, Sources, Span};

/// Returns the report of a legal list of 985 points without findings.
pub(super) fn legal(path: &str) -> ListReport {
    ListReport {
        path: path.to_owned(),
        army: Some("Hannibal at the Trebia".to_owned()),
        army_span: None,
        more: crate::check::report::More::default(),
        player: None,
        verdict: Verdict::Legal,
        ruleset: Some(Judge {
            id: "fra".to_owned(),
            version: Some("1.0.0".to_owned()),
            from: "built in".to_owned(),
        }),
        book: None,
        allies: Vec::new(),
        event: None,
        points: Some(Points { total: 985_i64.into(), limit: Some(1000_i64.into()), complete: true }),
        digest: Some(Digest {
            army: "0123-4567-89AB-CDEF-GHJK".to_owned(),
            rules: "MNPQ-RSTV-WXYZ".to_owned(),
        }),
        misread: false,
        fielded: None,
        findings: Vec::new(),
        sources: Sources::default().checking(Source::new(path, "army: Hannibal at the Trebia\n")),
    }
}

/// Returns a report of these lists.
pub(super) fn report(lists: Vec<ListReport>) -> Report {
    Report { lists, ..Report::default() }
}

/// Returns the span of the nth occurrence (from 0) of some words in a text.
pub(super) fn nth(file: FileId, text: &str, words: &str, n: usize) -> Span {
    let (at, _) = text.match_indices(words).nth(n).expect("the words are in the text");
    Span::new(file, at, at + words.len())
}

/// Returns the report of a list with one finding at the first occurrence of some words.
pub(super) fn pointing(text: &str, words: &str) -> ListReport {
    let mut list = legal("lists/x.yaml");
    list.sources = Sources::default().checking(Source::new("lists/x.yaml", text));
    list.verdict = Verdict::Illegal;
    let span = nth(FileId::CHECKED, text, words, 0);
    list.findings = vec![Finding::new(Code::UnknownUnit, span, "a message")];
    list
}

/// The text of the list with two errors.
pub(super) const LIST: &str = "\
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
pub(super) const RULESET: &str = "\
ruleset: fra
limits:
  one-general: {count: {role: general}, max: 1, says: an army has a single general}
";

/// Returns the report of a list with two errors: a misspelt unit, and a limit that two generals exceed.
pub(super) fn broken() -> ListReport {
    let sources = Sources::default();
    let rules = sources.add(Source::new("built in: rulesets/fra/ruleset.yaml", RULESET));
    let here = FileId::CHECKED;
    let mut list = legal("lists/x.yaml");
    list.sources = sources.checking(Source::new("lists/x.yaml", LIST));
    list.verdict = Verdict::Illegal;
    list.findings = vec![
        Finding::new(Code::UnknownUnit, nth(here, LIST, "phalnax", 0), "no unit is called \"phalnax\"")
            .help("write `phalanx`"),
        Finding::new(Code::TooMany, nth(here, LIST, "general", 1), "2 generals, at most 1 allowed")
            .says("the second")
            .label(nth(here, LIST, "general", 0), "the first")
            .label(nth(rules, RULESET, "max: 1", 0), "an army has a single general")
            .help("make one of them a sub-general")
            .rule("fra/limits/one-general"),
    ];
    list
}

/// Returns what `write` wrote.
pub(super) fn written(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}
