//! What a reason settles: an option that excludes another, where that is no error of the ruleset's.

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
fn an_exclusion_that_is_a_warning_is_settled_by_a_reason_with_either_option() {
    let (_folder, library) = with_excluded(", severity: warning");
    let said = |options: &str| lines(&checked(&library, &list(options)));
    let pair = "\"mail\" and \"plate\" do not go together";
    assert_eq!(said("mail, plate"), [format!("warning[option-conflict]: {pair}")]);
    let settled = [format!("note[settled]: {pair}; settled by \"Livy 9.40\"")];
    assert_eq!(said("mail, {plate: {because: Livy 9.40}}"), settled);
    assert_eq!(said("{mail: {because: Livy 9.40}}, plate"), settled);
    // What the unit itself is, is excluded in the same way
    let told = said("bare");
    assert!(told.len() == 1 && told[0].starts_with("warning[option-conflict]: "), "{told:?}");
    let told = said("{bare: {because: x}}");
    assert!(told.len() == 1 && told[0].starts_with("note[settled]: "), "{told:?}");
}

#[test]
fn an_exclusion_that_is_an_error_is_not_settled() {
    let (_folder, library) = with_excluded("");
    let report = checked(&library, &list("mail, {plate: {because: Livy 9.40}}"));
    let codes: Vec<String> =
        lines(&report).iter().map(|line| line.split(':').next().unwrap().to_owned()).collect();
    assert!(codes.contains(&"error[option-conflict]".to_owned()), "{codes:?}");
}
