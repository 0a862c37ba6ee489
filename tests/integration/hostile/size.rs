//! Files, lines and findings without end.

use std::os::unix::fs::symlink;
use std::path::Path;

use super::support::{Folder, HEAD};

#[test]
fn a_gigabyte_of_one_line() {
    let words = "it is 1073741824 bytes long, the limit is 67108864";
    let folder = Folder::with("ok.yaml", format!("{HEAD}units: [{{unit: SP}}]\n"));
    folder.sparse("in/big.yaml", 1 << 30);
    folder.write("in/ok.yaml", format!("{HEAD}units: [{{unit: SP}}]\n"));
    folder.sparse("r/z/ruleset.yaml", 1 << 30);
    folder.write("z.yaml", "army: x\nruleset: z\nunits: [{unit: a}]\n");
    // The other list is still checked
    let both = folder.muster(&["check", "in"]);
    both.says(1, words);
    both.says(1, "1 error in 1 list of 2");
    folder.muster(&["check", "in/big.yaml"]).says(1, words);
    folder.muster(&["check", "--rulesets", "r", "z.yaml"]).says(1, words);
    for arguments in [
        &["check", "--event", "in/big.yaml", "ok.yaml"][..],
        &["cost", "in/big.yaml"],
        &["fix", "in/big.yaml"],
        &["suggest", "in/big.yaml"],
        &["diff", "in/big.yaml", "ok.yaml"],
        &["verify", "ok.yaml", "in/big.yaml"],
        &["lint", "in/big.yaml"],
        &["render", "roster", "in/big.yaml"],
        &["render", "roster", "ok.yaml", "--template", "in/big.yaml"],
    ] {
        folder.muster(arguments).says(2, words);
    }
}

#[test]
fn a_stream_without_end() {
    let folder = Folder::new();
    let words = "it has more than 67108864 bytes, which is the limit";
    folder.fed(&["check", "-"], Path::new("/dev/zero")).says(1, words);
    folder.fed(&["diff", "-", "-"], Path::new("/dev/zero")).says(2, words);
    symlink("/dev/zero", folder.path("zero.yaml")).unwrap();
    folder.muster(&["check", "zero.yaml"]).says(1, "it is neither a file nor a folder");
}

/// Every finding is far into the line, and its column used to be counted from the start each time.
#[test]
#[ignore = "takes half a minute"]
fn all_of_a_list_on_one_line() {
    let row = format!("{{unit: nope{}}},", " ".repeat(200));
    let folder = Folder::with("l.yaml", format!("{HEAD}units: [{}]\n", row.repeat(20_000)));
    for format in ["human", "concise", "json", "github", "sarif", "table"] {
        let ran = folder.muster(&["check", "--format", format, "l.yaml"]);
        ran.says(1, "nope");
    }
    // The last of a thousand rows: 8 characters before the first row, 213 for each, and 7 within it
    let concise = folder.muster(&["check", "--format", "concise", "l.yaml"]).out;
    let at = 8 + 999 * row.len() + 7 + 1;
    assert!(concise.contains(&format!("l.yaml:5:{at}: error[unknown-unit]")), "column {at}");
}

#[test]
#[ignore = "takes half a minute"]
fn more_findings_than_anyone_reads() {
    let folder = Folder::new();
    for list in 0..10 {
        folder
            .write(&format!("in/{list}.yaml"), format!("{HEAD}units:\n{}", "- {unit: nope}\n".repeat(3_000)));
    }
    let of = |format: &str| folder.muster(&["check", "--format", format, "in"]);
    for format in ["human", "concise"] {
        let ran = of(format);
        ran.says(1, "and 29000 more findings that are not shown\n");
        ran.says(1, "30000 errors in 10 lists (fra 2.0.0)");
        assert_eq!(ran.out.matches("error[unknown-unit]").count(), 1_000, "{format}");
    }
    let json: serde_json::Value = serde_json::from_str(&of("json").out).unwrap();
    assert_eq!(json["summary"]["errors"], 30_000);
    for list in json["lists"].as_array().unwrap() {
        assert_eq!(list["findings"].as_array().unwrap().len(), 1_000);
        assert_eq!(list["more"], serde_json::json!({"errors": 2_000, "warnings": 0, "notes": 0}));
    }
    let github = of("github");
    github.says(1, "and 20000 more findings that are not shown\n30000 errors in 10 lists");
    assert_eq!(github.out.matches("::error ").count(), 10_000);
    let sarif: serde_json::Value = serde_json::from_str(&of("sarif").out).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 5_000);
    let reported = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert_eq!(reported, "30000 findings, of which the worst 5000 are listed");
    of("table").says(1, "30000 errors in 10 lists");
    let csv = folder.muster(&["check", "--csv", "in"]);
    csv.says(1, "unknown-unit: there is no unit type \"\"nope\"\"");
    assert_eq!(csv.out.lines().count(), 11);
}
