//! What refers to itself.

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
        folder.check(list).says(1, "extends itself in the end");
    }
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
    for (cost, stat, more) in [
        ("1", "1", number("n + 1")),
        ("1", "1", number("sum({unit: a}, n)")),
        ("cost + 1", "1", String::new()),
        ("spent + 1", "1", String::new()),
        ("sum({unit: a}, cost)", "1", String::new()),
        ("1", "m + 1", String::new()),
        ("n", "1", "numbers: {n: {for: unit, name: N, is: cost + 1}}\n".to_owned()),
        (
            "1",
            "1",
            "numbers: {n1: {for: army, name: N, is: n2}, n2: {for: army, name: N, is: n1}}\n".to_owned(),
        ),
        (
            "1",
            "1",
            "numbers: {n: {for: army, name: N, is: 'cell(t, n, 1)'}}\ntables: {t: {name: T, rows: [[n, 2]]}}\n".to_owned(),
        ),
    ] {
        let folder = with(cost, stat, &more);
        // Said of the rules, or the value is not known and the list says so; never without an end
        let checked = folder.check(LIST);
        assert!(matches!(checked.status, Some(0 | 1)), "{cost} {stat} {more}: {checked:?}");
        let sheet = folder.muster(&["render", "roster", "--rulesets", ".", "--format", "text", "l.yaml"]);
        assert!(matches!(sheet.status, Some(0 | 1)), "{cost} {stat} {more}: {sheet:?}");
        assert!(!checked.err.contains("panicked") && !sheet.err.contains("panicked"));
    }
}

/// Each is worked out from the next one twice: 2 to the 60th steps where nothing is remembered.
#[test]
fn chains_of_formulas() {
    let chain = |n: usize, is: &dyn Fn(usize) -> String| {
        let all: Vec<String> =
            (0..n).map(|k| format!("k{k}: {{for: army, name: N, is: \"{}\"}}", is(k))).collect();
        format!("numbers: {{{}, k{n}: {{for: army, name: N, is: \"1\"}}}}\n", all.join(", "))
    };
    for more in [chain(60, &|k| format!("k{0} + k{0}", k + 1)), chain(5_000, &|k| format!("k{} + 1", k + 1))]
    {
        let folder = with("1", "1", &more);
        let checked = folder.check(LIST);
        assert!(matches!(checked.status, Some(0 | 1)), "{checked:?}");
        let sheet = folder.muster(&["render", "roster", "--rulesets", ".", "--format", "text", "l.yaml"]);
        assert!(matches!(sheet.status, Some(0 | 1)), "{sheet:?}");
    }
}
