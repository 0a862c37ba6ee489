//! Mistakes in what a ruleset says about kinds of command.

use crate::commands::support::{FIELD, field};
use crate::common::{Folder, rules};

/// Returns what a command of the program says about the rules of the field after a change.
fn told(command: &str, from: &str, to: &str) -> Vec<String> {
    assert!(FIELD.contains(from), "{from}");
    let folder = Folder::new();
    folder.write("field/ruleset.yaml", &FIELD.replacen(from, to, 1));
    let ran = folder.muster(&[command, "field/ruleset.yaml", "--format", "concise"]);
    let all = ran.out.lines().filter_map(|line| line.strip_prefix("field/ruleset.yaml:"));
    let all = all.filter(|line| !line.contains("missing-text"));
    all.map(|line| line.split_once("[field/").map_or(line, |(line, _)| line.trim_end()).to_owned()).collect()
}

#[test]
fn an_unknown_kind_is_reported_at_its_word() {
    let found = told("check", "in: patrol", "in: patrl");
    let line = FIELD.lines().position(|line| line.contains("in: patrol")).unwrap();
    let column = FIELD.lines().nth(line).unwrap().find("patrol, min").unwrap();
    assert!(found[0].starts_with(&format!("{}:{}: error[unknown-kind]", line + 1, column + 1)), "{found:?}");
}

#[test]
fn words_that_name_no_kind_are_reported() {
    for (from, to, wanted) in [
        (
            "in: patrol",
            "in: patrl",
            "error[unknown-kind]: there is no kind of command \"patrl\" (help: did you mean \"patrol\"?)",
        ),
        (
            "in: patrol",
            "in: comand",
            "error[unknown-kind]: there is no kind of command \"comand\" (help: did you mean \"command\"?)",
        ),
        (
            "in: patrol",
            "in: Patrol",
            "error[unknown-kind]: there is no kind of command \"Patrol\" (help: write `patrol`, which is printed as \
             \"Patrol\")",
        ),
        (
            "{command: corps, tag: gun}",
            "{command: crops, tag: gun}",
            "error[unknown-kind]: there is no kind of command \"crops\" (help: did you mean \"corps\"?)",
        ),
        (
            "within: [army, corps]",
            "within: [amry, corps]",
            "error[unknown-kind]: there is no kind of command \"amry\" (help: did you mean \"army\"?)",
        ),
        (
            "led-by: [general]",
            "led-by: [genral]",
            "error[unknown-role]: there is no role \"genral\" (help: did you mean \"general\"?)",
        ),
        (
            "led-by: [general], max: 1",
            "default: true, max: 1",
            "error[bad-value]: \"corps\" and \"patrol\" are both the default kind of command (help: keep one \
             `default: true`)",
        ),
        ("max: 2", "max: 2, min: 3", "error[bad-value]: at least 3 and at most 2 is impossible"),
    ] {
        let found = told("check", from, to);
        let messages: Vec<&str> = found.iter().map(|line| line.split_once(": ").unwrap().1).collect();
        assert_eq!(messages, [wanted], "{to}");
    }
    let found = told("check", "    corps: {", "    unit: {name: Unit}\n    corps: {");
    assert_eq!(
        found,
        [
            "9:5: error[bad-value]: a kind of command cannot be called \"unit\", which has another meaning after `in` (help: \
             give it another id)"
        ]
    );
}

#[test]
fn a_kind_that_can_be_nowhere_is_told_by_lint() {
    let found = told("lint", "within: [army, corps]", "within: [patrol]");
    let wanted = "warning[never-matches]: no command can be a \"Patrol\", which is only within commands that are \
                  themselves nowhere (help: write `within: army`, or a kind that may be in the army)";
    assert!(found.iter().any(|line| line.ends_with(wanted)), "{found:#?}");
}

#[test]
fn kinds_are_explained_and_shown_with_the_rules() {
    let (folder, _) = field();
    let ran = folder.muster(&["explain", "field/commands/kinds/corps", "--rulesets", "."]);
    assert!(ran.out.contains("Corps") && ran.out.contains("the rules, Corps"), "{}", ran.out);
    let ran = folder.muster(&["explain", "patrol", "--rulesets", "."]);
    assert!(ran.out.contains("Patrols come last."), "{}", ran.out);
    let ran = folder.muster(&["rules", "field", "--rulesets", "."]);
    let shown = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = "Kinds of command corps: Corps: at most 1; in the army; led by General patrol: Patrol: at most 2; in the \
                  army or in a Corps; led by Captain; the default. Patrols come last.";
    assert!(shown.contains(wanted), "{shown}");
}

#[test]
fn an_overlay_changes_a_kind() {
    let (folder, _) = field();
    let club = "ruleset: club\nextends: field\nname: Club\nversion: 1.0.0\nsources: {club: our own}\ncommands: {kinds: \
                {patrol: {max: 3}}}\n";
    folder.write("club/ruleset.yaml", club);
    let ran = folder.muster(&["check", "club/ruleset.yaml"]);
    assert!(ran.out.contains("ok"), "{}", ran.out);
    let ran = folder.muster(&["explain", "club/commands/kinds/patrol", "--rulesets", "."]);
    assert!(ran.out.contains("Patrols come last.") && ran.out.contains("our own"), "{}", ran.out);
    let _ = rules("field", FIELD, &[]);
}
