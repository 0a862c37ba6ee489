//! Numbers too large for any type, and words that other programs read as numbers.

use super::support::{Folder, HEAD};

#[test]
fn numbers_in_a_list() {
    let folder = Folder::new();
    let long = "9".repeat(400);
    for (key, words) in [
        (format!("count: {long}"), "error[too-large]"),
        ("count: 4000000000".to_owned(), "`count` is 4000000000, at most 1000000 are read"),
        (format!("size: {long}"), "error[too-large]"),
        ("size: -5".to_owned(), "`size` is the number -5; expected a whole number from 0 up"),
        ("count: -0".to_owned(), "error[bad-value]"),
        ("count: 1e9".to_owned(), "`count` is text \"1e9\"; expected a whole number"),
        ("count: 0xff".to_owned(), "error[wrong-type]"),
        ("count: .nan".to_owned(), "error[wrong-type]"),
        ("count: .inf".to_owned(), "error[wrong-type]"),
        (format!("options: [elite: [{}]]", "melee, ".repeat(10_000)), "error[marks]"),
    ] {
        folder.check(format!("{HEAD}units: [{{unit: SP, {key}}}]\n")).says(1, words);
    }
    for (key, words) in [
        (format!("points: {long}"), "is larger or more precise than any army needs"),
        (format!("points: 0.{}1", "0".repeat(400)), "is larger or more precise than any army needs"),
        ("points: 1e999999999".to_owned(), "is not a number"),
        ("points: 1/0".to_owned(), "\"1/0\" divides by 0"),
        ("points: -0".to_owned(), "the agreed size is 0, a number above 0 is needed"),
        ("points: .nan".to_owned(), "is not a number"),
        ("points: 0x10".to_owned(), "is not a number"),
        (format!("date: {long} BC"), "error[bad-value]"),
        ("date: 0".to_owned(), "error[bad-value]"),
        (format!("declares: {{points: {long}}}"), "error[too-large]"),
    ] {
        folder
            .check(format!("army: x\nruleset: fra\nbaggage: true\n{key}\nunits: [{{unit: SP}}]\n"))
            .says(1, words);
    }
    // A thousand rows of a million units at 40 points
    let most = "- {unit: SP, count: 1000000}\n".repeat(1_000);
    folder.check(format!("{HEAD}mode: points\nunits:\n{most}")).says(1, "the army costs 40000000000 points");
}

#[test]
fn numbers_in_a_formula() {
    let folder = Folder::new();
    let (digits, product) = ("9".repeat(400), ["99999999999"; 20].join(" * "));
    let sum: Vec<String> = (2..250).map(|n| format!("1/{n}")).collect();
    for (cost, status, words) in [
        (digits.as_str(), 1, "bad-formula"),
        ("1e999999999", 1, "is neither a number nor a name"),
        ("0xff", 1, "is neither a number nor a name"),
        (".nan", 1, "bad-formula"),
        // A number that is too large, or has no value, is unknown, and the total counts the rest
        (product.as_str(), 0, "at least 0"),
        ("1 / 0", 0, "at least 0"),
        (&sum.join(" + "), 0, "at least 0"),
    ] {
        folder.write(
            "f/ruleset.yaml",
            format!("ruleset: f\nname: F\nversion: 1.0.0\nsources: {{h: x}}\nunits: {{a: {{name: A, cost: \"{cost}\", source: h}}}}\n"),
        );
        let ran = folder.check("army: x\nruleset: f\npoints: 1\nunits: [{unit: a}]\n");
        if status == 0 {
            ran.says(0, "points-unknown");
        } else {
            ran.says(status, words);
        }
    }
}
