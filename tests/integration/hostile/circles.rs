//! Rulesets and formulas that refer to themselves.

use super::support::Folder;

const LIST: &str = "army: x\nruleset: s\npoints: 5\nunits: [{unit: a}]\n";

#[test]
fn rulesets_that_extend_each_other() {
    let folder = Folder::new();
    for (id, base) in [("a", "b"), ("b", "a"), ("c", "c")] {
        folder.write(&format!("{id}/ruleset.yaml"), format!("ruleset: {id}\nextends: {base}\nname: N\n"));
    }
    for at in 0..20 {
        folder.write(&format!("d{at}/ruleset.yaml"), format!("ruleset: d{at}\nextends: d{}\n", at + 1));
    }
    for id in ["a", "b", "c", "d0"] {
        let list = format!("army: x\nruleset: {id}\nunits: [{{unit: a}}]\n");
        folder.check(list).says(1, "extends itself through other rulesets");
    }
}

#[test]
fn books_that_extend_each_other() {
    let folder = Folder::new();
    folder.write("s/ruleset.yaml", "ruleset: s\nname: S\nversion: 1.0.0\nunits: {a: {name: A}}\n");
    let book = |id: &str, base: &str| {
        let text = format!("book: {id}\nextends: {base}\nruleset: s\nname: N\nversion: 1.0.0\n");
        folder.write(&format!("s/books/{id}.yaml"), text);
    };
    for (id, base) in [("a", "b"), ("b", "a"), ("c", "c")] {
        book(id, base);
    }
    for at in 0..20 {
        book(&format!("d{at}"), &format!("d{}", at + 1));
    }
    for id in ["a", "b", "c", "d0"] {
        let list = format!("army: x\nruleset: s\nbook: {id}\nunits: [{{unit: a}}]\n");
        folder.check(list).says(1, "extends itself through other books");
    }
}

fn folder_of(more: &str) -> Folder {
    with("1", "1", more)
}

fn with(cost: &str, stat: &str, more: &str) -> Folder {
    let folder = Folder::new();
    folder.write(
        "s/ruleset.yaml",
        format!(
            "ruleset: s\nname: S\nversion: 1.0.0\nsources: {{h: x}}\nstats: {{m: {{name: M}}}}\nunits: {{a: {{name: A, \
             cost: \"{cost}\", stats: {{m: \"{stat}\"}}, source: h}}}}\n{more}"
        ),
    );
    folder
}

#[test]
fn formulas_that_need_themselves() {
    let number = |is: &str| format!("numbers: {{n: {{for: army, name: N, is: \"{is}\"}}}}\n");
    let two = "numbers: {n1: {for: army, name: N, is: n2}, n2: {for: army, name: N, is: n1}}\n";
    let cell = "numbers: {n: {for: army, name: N, is: 'cell(t, n, 1)'}}\n\
        tables: {t: {name: T, rows: [[n, 2]]}}\n";
    let of_cost = "numbers: {n: {for: unit, name: N, is: cost + 1}}\n";
    let own = "\"n\" depends on itself";
    for (cost, more, said) in [
        ("1", number("n + 1"), own),
        ("1", number("sum({unit: a}, n)"), own),
        ("1", cell.to_owned(), own),
        ("1", two.to_owned(), "\"n1\" depends on itself through \"n2\""),
        ("cost + 1", String::new(), "a price cannot depend on \"cost\""),
        ("spent + 1", String::new(), "a price cannot depend on \"spent\""),
        ("sum({unit: a}, cost)", String::new(), "a price cannot depend on \"cost\""),
        ("n", of_cost.to_owned(), "a cost cannot use \"n\""),
    ] {
        let folder = with(cost, "1", &more);
        // Such a ruleset is not used
        folder.check(LIST).says(1, said);
        let sheet = folder.muster(&["render", "roster", "--rulesets", ".", "--format", "text", "l.yaml"]);
        assert!(sheet.status == Some(1) && !sheet.err.contains("panicked"), "{cost} {more}: {sheet:?}");
    }
}

/// Each formula uses the next one twice: evaluating them without a cache takes 2 to the 60th steps.
#[test]
fn chains_of_formulas() {
    let chain = |n: usize, is: &dyn Fn(usize) -> String| {
        let all: Vec<String> =
            (0..n).map(|k| format!("k{k}: {{for: army, name: N, is: \"{}\"}}", is(k))).collect();
        format!("numbers: {{{}, k{n}: {{for: army, name: N, is: \"1\"}}}}\n", all.join(", "))
    };
    // 63 and the last one are 64 levels; 2 to the 16th less 1 are 65,535 steps, and one more doubles that
    let double = |k: usize| format!("k{0} + k{0}", k + 1);
    let next = |k: usize| format!("k{} + 1", k + 1);
    for sound in [chain(15, &double), chain(63, &next)] {
        folder_of(&sound).check(LIST).says(0, "ok: x, 1 of 5 points, legal");
    }
    for (more, said) in [
        (chain(16, &double), "\"k0\" takes more than 100000 numbers to compute"),
        (chain(60, &double), "\"k44\" takes more than 100000 numbers to compute"),
        (chain(64, &next), "\"k0\" depends on a chain of more than 64 numbers"),
        (chain(5_000, &next), "\"k4936\" depends on a chain of more than 64 numbers"),
    ] {
        let folder = folder_of(&more);
        folder.check(LIST).says(1, said);
        let sheet = folder.muster(&["render", "roster", "--rulesets", ".", "--format", "text", "l.yaml"]);
        assert!(matches!(sheet.status, Some(0 | 1)), "{sheet:?}");
    }
}
