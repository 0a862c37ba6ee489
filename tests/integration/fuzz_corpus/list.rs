//! Reads any bytes as a list: checks it, prints it in every format, fixes it twice.

use std::sync::OnceLock;

use muster::check::check_files::CheckOptions;
use muster::check::report::{Report, Verdict};
use muster::checked_list::check_list;
use muster::finding::{FileId, Severity};
use muster::fix::fix_list;
use muster::output::{self, ReportFormat, TerminalStyle};
use muster::rules::library::Library;

/// Checks one input.
pub(crate) fn look(bytes: &[u8]) {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = LIBRARY.get_or_init(Library::default);
    let list = check_list(library, "fuzz.yaml", bytes.to_vec(), &CheckOptions::default());
    let errors = list.findings.iter().any(|f| f.severity == Severity::Error);
    assert_eq!(errors, matches!(list.verdict, Verdict::Illegal | Verdict::Unreadable), "{:?}", list.verdict);
    for label in list.findings.iter().flat_map(|f| &f.labels) {
        let source = list.sources.get(label.span.file).expect("a place is in a file");
        let span = label.span;
        let lossy = label.span.file == FileId::CHECKED && source.text.is_empty();
        assert!(lossy || source.text.get(span.start as usize..span.end as usize).is_some(), "{label:?}");
    }
    let report = Report { sources: list.sources.clone(), lists: vec![list], findings: Vec::new() };
    let formats = [
        ReportFormat::Human,
        ReportFormat::Concise,
        ReportFormat::Json,
        ReportFormat::Github,
        ReportFormat::Sarif,
        ReportFormat::Table,
    ];
    for format in formats {
        let mut out = Vec::new();
        output::print_report(&report, format, TerminalStyle::default(), None, &mut out)
            .expect("memory takes all");
        let text = String::from_utf8(out).expect("what is printed is UTF-8");
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{7}', '\0']), "{text:?}");
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let once = fix_list(library, "fuzz.yaml", text);
        let twice = fix_list(library, "fuzz.yaml", &once.edited.text);
        assert_eq!(once.edited.text, twice.edited.text, "a second fix changes something");
    }
}
