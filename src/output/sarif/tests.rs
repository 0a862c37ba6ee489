use serde_json::{Value, json};

use super::*;
use crate::finding::{FileId, SourceFile, Span};
use crate::output::sample_reports::{
    LIST_TEXT, capture_output, illegal_report, legal_report, report_of, span_of_nth,
};

fn parsed(report: &Report) -> Value {
    let page = |code: Code| match code {
        Code::TooMany => "# too-many\n\nMore of something than a rule allows.\n\nMore.\n".to_owned(),
        _ => String::new(),
    };
    serde_json::from_str(&capture_output(|out| print_sarif(report, out, page))).unwrap()
}

#[test]
fn every_code_that_is_used_is_a_rule() {
    let log = parsed(&report_of(vec![illegal_report(), legal_report("y")]));
    assert_eq!((&log["version"], log["runs"].as_array().unwrap().len()), (&json!("2.1.0"), 1));
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert_eq!(run["tool"]["driver"]["semanticVersion"], env!("CARGO_PKG_VERSION"));
    let page = "# too-many\n\nMore of something than a rule allows.\n\nMore.";
    assert_eq!(
        run["tool"]["driver"]["rules"],
        json!([
            {"id": "unknown-unit", "shortDescription": {"text": "unknown-unit"},
             "fullDescription": {"text": "unknown-unit"},
             "defaultConfiguration": {"level": "error"}},
            {"id": "too-many", "shortDescription": {"text": "More of something than a rule allows."},
             "fullDescription": {"text": "More of something than a rule allows."},
             "help": {"text": page, "markdown": page}, "defaultConfiguration": {"level": "error"}},
        ])
    );
}

#[test]
fn a_result_has_its_place_its_further_places_and_the_rule_in_words() {
    let log = parsed(&report_of(vec![illegal_report()]));
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    let mut result = results[1].clone();
    let prints = result.as_object_mut().unwrap().remove("partialFingerprints").unwrap();
    assert_eq!(prints["musterFinding/v1"].as_str().unwrap().len(), 32);
    let place = |line: usize, start: usize| {
        json!({"artifactLocation": {"uri": "lists/x.yaml"},
               "region": {"startLine": line, "startColumn": 23, "endLine": line, "endColumn": 30,
                          "byteOffset": start, "byteLength": 7}})
    };
    assert_eq!(
        result,
        json!({
            "ruleId": "too-many", "ruleIndex": 1, "level": "error",
            "message": {"text": "2 generals, at most 1 allowed\n\
                built in: rulesets/fra/ruleset.yaml:3:41: an army has a single general\n\
                help: make one of them a sub-general"},
            "locations": [{"physicalLocation": place(9, 215), "message": {"text": "the second"}}],
            "relatedLocations": [{"id": 1, "physicalLocation": place(5, 71), "message": {"text": "the first"}}],
            "properties": {"rule": "fra/limits/one-general"},
        })
    );
}

/// Returns the fingerprints for a list with an unknown unit at each `phalnax`.
fn prints(text: &str) -> Vec<String> {
    let mut list = legal_report("lists/x.yaml");
    list.sources = SourceFiles::default().with_checked_file(SourceFile::new("lists/x.yaml", text));
    list.findings = (0..text.matches("phalnax").count())
        .map(|n| Finding::new(Code::UnknownUnit, span_of_nth(FileId::CHECKED, text, "phalnax", n), "unknown"))
        .collect();
    let log = parsed(&report_of(vec![list]));
    let results = log["runs"][0]["results"].as_array().unwrap();
    let print = |r: &Value| r["partialFingerprints"]["musterFinding/v1"].as_str().unwrap().to_owned();
    results.iter().map(print).collect()
}

#[test]
fn fingerprints_stay_when_lines_move_and_differ_within_a_list() {
    let before = prints(LIST_TEXT);
    assert_eq!(prints(&format!("# a comment\n\n{LIST_TEXT}")), before);
    let twice = prints(&format!("{LIST_TEXT}# phalnax\n"));
    assert_eq!(twice[0], before[0]);
    assert_ne!(twice[1], before[0]);
}

#[test]
fn paths_become_relative_references() {
    for (path, expected) in [
        ("lists/x.yaml", "lists/x.yaml"),
        ("./lists/x.yaml", "lists/x.yaml"),
        ("../x.yaml", "../x.yaml"),
        ("my lists/50% ü.yaml", "my%20lists/50%25%20%C3%BC.yaml"),
        ("a:b?c#d.yaml", "a%3Ab%3Fc%23d.yaml"),
        ("/home/lists/x.yaml", "file:///home/lists/x.yaml"),
        ("C:\\lists\\x y.yaml", "file:///C:/lists/x%20y.yaml"),
    ] {
        assert_eq!(path_to_uri(path), expected, "{path}");
    }
}

#[test]
fn places_without_a_file_or_past_its_end_do_no_harm() {
    let mut all = report_of(vec![legal_report("-")]);
    all.lists[0].sources = SourceFiles::default().with_checked_file(SourceFile::new("-", "a"));
    let past = Span::new(FileId::CHECKED, 7, 9);
    all.lists[0].findings = vec![Finding::new(Code::TooMany, past, "past the end")];
    all.sources = all.sources.with_checked_file(SourceFile::new("r.yaml", "ä"));
    let mut bare = Finding::new(Code::UnreadableFile, past, "no file\u{1b}");
    bare.labels.clear();
    all.findings = vec![Finding::new(Code::TooMany, past, "past the end"), bare];
    let log = parsed(&all);
    let results = &log["runs"][0]["results"];
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["byteOffset"], &region["byteLength"]), (&json!(2), &json!(0)));
    assert_eq!(
        (&region["startLine"], &region["startColumn"], &region["endColumn"]),
        (&json!(1), &json!(2), &json!(2))
    );
    assert_eq!(
        (&results[1]["locations"], &results[1]["message"]["text"]),
        (&json!([]), &json!("no file\u{fffd}"))
    );
    assert_eq!(results[2]["message"]["text"], "past the end\n-:1:2");
}
