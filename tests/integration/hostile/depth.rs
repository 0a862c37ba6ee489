//! Unlimited nesting: aliases of aliases, brackets, formulas.

use std::fmt::Write as _;

use super::support::{Folder, HEAD};

/// Nine references to the previous level, eleven times over: expanded, they are 31 thousand million values.
fn bomb() -> String {
    let mut text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for at in 1..12 {
        let last = format!("*a{},", at - 1).repeat(9);
        writeln!(text, "a{at}: &a{at} [{last}]").unwrap();
    }
    text
}

#[test]
fn alias_bombs() {
    let words = "the file has more than 2,000,000 values, with aliases expanded";
    let folder = Folder::new();
    folder.check(format!("army: x\nruleset: fra\n{}", bomb())).says(1, words);
    folder.write("b/ruleset.yaml", format!("ruleset: b\nname: B\n{}", bomb()));
    folder.muster(&["check", "b/ruleset.yaml"]).says(1, words);
    folder.check("army: x\nruleset: b\nunits: [{unit: a}]\n").says(1, words);
    folder.write("fra/books/c.yaml", format!("book: c\nruleset: fra\nname: C\nentries: {{}}\n{}", bomb()));
    folder.check("army: x\nruleset: fra\nbook: c\nunits: [{unit: a}]\n").says(1, words);
    folder.write("e.yaml", format!("event: e\nname: E\n{}", bomb()));
    folder.muster(&["check", "--event", "e.yaml", "l.yaml"]).says(2, words);
    folder.write("l.yaml", format!("army: x\nruleset: fra\nunits: [{{unit: SP}}]\n{}", bomb()));
    let context = folder.muster(&["render", "roster", "--context", "l.yaml"]);
    assert!(context.out.len() < 100_000 && context.status.is_some());
}

#[test]
fn brackets_and_lines() {
    let folder = Folder::new();
    let n = 100_000;
    let block: Vec<String> = (1..3_000).map(|at| format!("{}a:\n", " ".repeat(at))).collect();
    for (units, words) in [
        ("[".repeat(n), "too deep"),
        (format!("{}{}", "[".repeat(n), "]".repeat(n)), "too deep"),
        (format!("{}{}", "{a: ".repeat(n), "}".repeat(n)), "deep"),
        (format!("\n{}x", "- ".repeat(n)), "deeper than 128 levels"),
        (format!("\n{}", block.concat()), "deeper than 128 levels"),
        (format!("\n{}", "? ".repeat(n)), "deeper than 128 levels"),
    ] {
        folder.check(format!("{HEAD}units: {units}\n")).says(1, words);
    }
}

#[test]
fn formulas() {
    let folder = Folder::new();
    for one in ["(", "-", "- ", "not ", "floor(", "1 + ", "if(1 < 2, 1, ", "count({not: "] {
        // As deep as the length allows, and far beyond
        for (times, words) in [(100_000, "the limit is 2000"), (1_990 / one.len(), "bad-formula")] {
            let formula = format!("{}1", one.repeat(times));
            folder.write(
                "f/ruleset.yaml",
                format!("ruleset: f\nname: F\nversion: 1.0.0\nsources: {{h: x}}\nunits: {{a: {{name: A, cost: \"{formula}\", source: h}}}}\n"),
            );
            let ran = folder.check("army: x\nruleset: f\npoints: 1\nunits: [{unit: a}]\n");
            // 1 + 1 + … is an ordinary sum if it fits the length
            let words = if one == "1 + " && times < 2_000 { "over-points" } else { words };
            ran.says(1, words);
        }
    }
}
