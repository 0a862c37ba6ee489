//! Names that would move the cursor, hide text or reverse it: they never reach a terminal as they are.

use super::support::{Folder, Ran};

/// Colours, a link, a C1 control character, both kinds of bidi characters, a carriage return, a bell and a
/// backspace.
const RAW: &str = "\u{1b}[31m\u{1b}]8;;x\u{7}\u{9b}31m\u{202e}a\u{2066}\r\u{8}\u{200e}\u{2028}\u{7f}";
/// The same as YAML writes it, with a NUL.
const YAML: &str = r"\e[31m\e]8;;x\a\x9b31m\u202ea\u2066\r\b\u200e\u2028\x7f\0";

#[track_caller]
fn safe(ran: &Ran, what: &[&str]) {
    assert!(ran.status.is_some_and(|status| status <= 2), "{what:?}: {ran:?}");
    let bad = |c: char| {
        (c.is_control() && c != '\n' && c != '\r')
            || matches!(c, '\u{200e}' | '\u{2028}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    // Lines of CSV end in both
    for text in [ran.out.replace("\r\n", "\n"), ran.err.clone()] {
        assert_eq!(text.find(|c| bad(c) || c == '\r'), None, "{what:?}: {text:?}");
    }
    assert!(!(ran.out.is_empty() && ran.err.is_empty()), "{what:?} is silent");
}

fn word(name: &str) -> String {
    format!("\"{YAML}{name}\"")
}

#[test]
fn names_in_a_list() {
    let [army, player, unit, odd] = ["army", "player", "unit", "odd"].map(word);
    let list = format!(
        "army: {army}\nplayer: {player}\nclub: {player}\nnotes: {player}\nruleset: fra\npoints: 1000\nmode: points\nbaggage: true\n\
         characters: [{{role: general, name: {player}, with: {unit}}}]\nunits:\n- {{unit: SP, name: {unit}}}\n"
    );
    let folder = Folder::with("l.yaml", &list);
    folder.write(
        "more.yaml",
        format!("{list}- {{unit: {odd}, options: [{odd}], attached-to: {odd}, {odd}: 1}}\n"),
    );
    let file = format!("f{RAW}.yaml");
    folder.write(&file, &list);
    for format in ["human", "concise", "json", "github", "sarif", "table"] {
        let arguments = ["check", "--format", format, "l.yaml", "more.yaml", file.as_str()];
        safe(&folder.muster(&arguments), &arguments);
    }
    for arguments in [
        &["check", "--csv", "l.yaml", &file][..],
        &["cost", &file],
        &["diff", "l.yaml", &file],
        &["diff", "--format", "json", &file, "l.yaml"],
        &["verify", &file, "deadbeef"],
        &["suggest", &file, "--time", "1"],
        &["suggest", "l.yaml", "--keep", RAW],
        &["watch", "--cost", &file],
        &["watch", "more.yaml"],
        &["render", "roster", "--format", "text", &file],
        &["render", "cards", "--format", "markdown", "l.yaml"],
        &["render", "packing", "--format", "text", "l.yaml"],
        &["render", "roster", "--context", "l.yaml"],
        &["fix", "more.yaml"],
        &["fix", &file],
    ] {
        safe(&folder.muster(arguments), arguments);
    }
}

#[test]
fn names_in_arguments() {
    let folder = Folder::new();
    let file = format!("n{RAW}.yaml");
    for arguments in [
        &["explain", RAW][..],
        &["rules", RAW],
        &["check", RAW],
        &["check", "--event", RAW],
        &["check", "--rulesets", RAW],
        &["check", "--format", RAW],
        &[RAW],
        &["check", &format!("--{RAW}")],
        &["lint", RAW],
        &["new", &file],
        &["new", "x.yaml", "--ruleset", RAW],
        &["new", "x.yaml", "--date", RAW],
        &["render", "roster", "x.yaml", "--template", RAW],
    ] {
        safe(&folder.muster(arguments), arguments);
    }
}

#[test]
fn names_in_rules() {
    let [name, text, says] = ["name", "text", "says"].map(word);
    let folder = Folder::with(
        "ev/ruleset.yaml",
        format!(
            "ruleset: ev\nname: {name}\nversion: 1.0.0\nsources: {{h: {text}}}\npoints: none\nstats: {{m: {{name: {name}, abbr: \
             {name}}}}}\noptions: {{o: {{name: {name}, mark: {name}, text: {text}, source: h}}}}\nunits: {{a: {{name: {name}, code: \
             {name}, options: [o?], stats: {{m: 1}}, text: {text}, source: h}}}}\nroles: {{general: {{name: {name}, source: \
             h}}}}\nlimits: {{l: {{count: {{unit: a}}, max: 1, says: {says}, source: h}}}}\ntables: {{t: {{name: {name}, rows: \
             [[{text}, 2]], source: h}}}}\nnotes: [{{gap: {text}, reading: {text}, at: units}}]\n"
        ),
    );
    folder.write("l.yaml", "army: x\nruleset: ev\nunits: [{unit: a}, {unit: a, options: [o]}]\n");
    for arguments in [
        &["check", "l.yaml"][..],
        &["check", "--format", "sarif", "l.yaml"],
        &["cost", "l.yaml"],
        &["rules"],
        &["rules", "ev"],
        &["explain", "ev/limits/l"],
        &["explain", "ev/units/a"],
        &["explain", "ev/options/o"],
        &["explain", "ev/tables/t"],
        &["lint", "ev/ruleset.yaml", "--time", "1"],
        &["suggest", "l.yaml", "--time", "1"],
        &["render", "reference", "--all", "--format", "text", "l.yaml"],
        &["new", "made.yaml", "--ruleset", "ev"],
    ] {
        let with: Vec<&str> = arguments.iter().copied().chain(["--rulesets", "."]).collect();
        safe(&folder.muster(&with), arguments);
    }
    // Also check the files that `new` wrote
    let made = std::fs::read_to_string(folder.path("made.yaml")).unwrap();
    safe(&Ran { status: Some(0), out: made, err: String::new() }, &["made.yaml"]);
}
