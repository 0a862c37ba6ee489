//! What a reason settles: an option that excludes another, unless the ruleset makes that an error.

use crate::common::{Folder, checked, lines, rules};

fn with_excluded(severity: &str) -> (Folder, muster::rules::library::Library) {
    let text = format!(
        "ruleset: toy\nname: Toy\nversion: 1.0.0\noptions:\n  mail: {{name: Mail, cost: 0}}\n  plate: {{name: Plate, cost: 0, excludes: \
         {{option: mail{severity}}}}}\n  bare: {{name: Bare, cost: 0, excludes: {{tag: foot{severity}}}}}\nunits:\n  foot: {{name: \
         Foot, tags: [foot], cost: 1, options: [mail?, plate?, bare?]}}\n"
    );
    rules("toy", &text, &[])
}

fn list(options: &str) -> String {
    format!("army: Trial\nruleset: toy\npoints: 10\nunits:\n  - {{unit: foot, options: [{options}]}}\n")
}

#[test]
fn a_reason_at_either_option_settles_an_exclusion_that_is_a_warning() {
    let (_folder, library) = with_excluded(", severity: warning");
    let reported = |options: &str| lines(&checked(&library, &list(options)));
    let pair = "\"mail\" and \"plate\" do not go together";
    assert_eq!(reported("mail, plate"), [format!("warning[option-conflict]: {pair}")]);
    let settled = [format!("note[settled]: {pair}; settled by \"Livy 9.40\"")];
    assert_eq!(reported("mail, {plate: {because: Livy 9.40}}"), settled);
    assert_eq!(reported("{mail: {because: Livy 9.40}}, plate"), settled);
    // What the unit itself is can be excluded in the same way
    let findings = reported("bare");
    assert!(findings.len() == 1 && findings[0].starts_with("warning[option-conflict]: "), "{findings:?}");
    let findings = reported("{bare: {because: x}}");
    assert!(findings.len() == 1 && findings[0].starts_with("note[settled]: "), "{findings:?}");
}

#[test]
fn an_exclusion_that_is_an_error_is_not_settled() {
    let (_folder, library) = with_excluded("");
    let report = checked(&library, &list("mail, {plate: {because: Livy 9.40}}"));
    let codes: Vec<String> =
        lines(&report).iter().map(|line| line.split(':').next().unwrap().to_owned()).collect();
    assert!(codes.contains(&"error[option-conflict]".to_owned()), "{codes:?}");
}
