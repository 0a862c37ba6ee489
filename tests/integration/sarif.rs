//! SARIF for GitHub: valid under the schema of SARIF 2.1.0, and within the limits that GitHub documents.

use std::collections::HashSet;
use std::sync::LazyLock;

use boon::{Compiler, Schemas};
use serde_json::Value;

use crate::common::{Folder, file};
use crate::event::sample_lists::{OPEN_DAY, sixty};

/// Returns the schema's complaints about a log.
fn invalid(log: &Value) -> Option<String> {
    let schema = file("tests/data/sarif/sarif-schema-2.1.0.json");
    let mut schema: Value = serde_json::from_str(&schema).unwrap();
    // The pattern of `language`, which the log does not use, has an unbalanced bracket and is not a regular
    // expression
    for of in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{of}/properties/language")).unwrap();
        assert!(language.as_object_mut().unwrap().remove("pattern").is_some());
    }
    let url = schema["$id"].as_str().unwrap().to_owned();
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource(&url, schema).unwrap();
    let index = compiler.compile(&url, &mut schemas).unwrap();
    schemas.validate(log, index).err().map(|error| error.to_string())
}

/// Returns the log of the sixty lists, all faulty test cases, and a file that cannot be read.
static LOG: LazyLock<Value> = LazyLock::new(|| {
    let folder = Folder::new();
    folder.write("day.yaml", OPEN_DAY);
    for list in sixty() {
        let path = folder.path().join("in it").join(&list.file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &list.text).unwrap();
    }
    let cases = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/err");
    std::fs::create_dir(folder.path().join("in it/cases")).unwrap();
    for case in std::fs::read_dir(cases).unwrap() {
        let case = case.unwrap().path();
        if case.extension().is_some_and(|e| e == "yaml") {
            std::fs::copy(&case, folder.path().join("in it/cases").join(case.file_name().unwrap())).unwrap();
        }
    }
    folder.write("in it/notes.txt", "bring dice");
    let ran = folder.muster(&["check", "--event", "day.yaml", "--format", "sarif", "in it", "none.yaml"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    ran.json()
});

#[test]
fn the_schema_would_notice() {
    let good =
        serde_json::json!({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": []}]});
    assert_eq!(invalid(&good), None);
    for (place, value) in [("/version", "2.0.0"), ("/runs/0/tool/driver", "x"), ("/runs/0/results", "none")] {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap() = value.into();
        assert!(invalid(&bad).is_some(), "{place}");
    }
}

#[test]
fn everything_found_is_valid_sarif() {
    assert_eq!(invalid(&LOG), None);
    let folder = Folder::new();
    folder.write("a.yaml", &file("lists/quick/zama-rome.yaml"));
    let empty = folder.muster(&["check", "--format", "sarif", "a.yaml"]).json();
    assert_eq!(invalid(&empty), None);
    // GitHub closes old alerts if the list of results is empty, but not if it is missing
    assert_eq!(empty["runs"][0]["results"], serde_json::json!([]));
}

/// GitHub documents that it takes at most 5,000 results, 25,000 rules, and 100 locations for each result.
/// Each result needs a location in a file of the repository, a rule with a description, a level and a
/// fingerprint.
#[test]
fn github_finds_what_it_needs() {
    let run = &LOG["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert!((20..=25_000).contains(&rules.len()), "{}", rules.len());
    for rule in rules {
        for text in ["shortDescription", "fullDescription", "help"] {
            let text = rule[text]["text"].as_str().unwrap_or_else(|| panic!("{text} of {rule}"));
            assert!(!text.is_empty() && (text.len() <= 1024 || rule["help"]["text"] == *text), "{rule}");
        }
        assert!(rule["help"]["markdown"].as_str().unwrap().starts_with("# "));
    }
    let results = run["results"].as_array().unwrap();
    assert!(results.len() > 100 && results.len() <= 5_000, "{}", results.len());
    let mut prints = HashSet::new();
    for result in results {
        let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()), "{result}");
        let places = result["locations"].as_array().unwrap();
        assert!((1..=100).contains(&places.len()), "{result}");
        let related = result["relatedLocations"].as_array().map_or(&[][..], Vec::as_slice);
        assert!(related.len() <= 100, "{result}");
        for place in places.iter().chain(related) {
            let place = &place["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            assert!(!uri.contains(':') && !uri.starts_with('/') && !uri.contains([' ', '\\']), "{uri}");
            let region = &place["region"];
            let number = |key: &str| region[key].as_u64().unwrap();
            assert!(number("startLine") >= 1 && number("startColumn") >= 1, "{region}");
            let (from, to) =
                ((number("startLine"), number("startColumn")), (number("endLine"), number("endColumn")));
            assert!(from <= to, "{region}");
        }
        let print = result["partialFingerprints"]["musterFinding/v1"].as_str().unwrap();
        assert!(prints.insert(print.to_owned()), "twice: {result}");
    }
}

#[test]
fn of_too_many_results_the_worst_are_kept_with_a_note() {
    let folder = Folder::new();
    let mut list = String::from("army: X\nruleset: quick\ndate: 216 BC\nunits:\n");
    for _ in 0..990 {
        list += "  - {unit: nobody}\n";
    }
    for at in 0..6 {
        folder.write(&format!("in/{at}.yaml"), &list.replace("army: X", &format!("army: X{at}")));
        folder.write(&format!("in/{at}.txt"), "a note");
    }
    let ran = folder.muster(&["check", "--format", "sarif", "in"]);
    let log = ran.json();
    assert_eq!(invalid(&log), None);
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    // 6 times 990 errors and 6 notes
    assert_eq!(results.len(), 5_000);
    assert!(results.iter().all(|r| r["level"] == "error"));
    let reported = &run["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(reported["level"], "warning");
    assert!(reported["message"]["text"].as_str().unwrap().contains("5946"), "{reported}");
}
