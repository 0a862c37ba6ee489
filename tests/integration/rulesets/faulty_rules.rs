//! Faults of a ruleset or a book, whatever the army: each is reported at the text to correct, both when the
//! file itself is checked and when a list uses it.

use crate::common::{Folder, checked, line};

/// Returns a correct ruleset of two unit types, with lines added before `units:` and at the end.
fn toy(before: &str, units: &str, after: &str) -> String {
    format!(
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats:\n  melee: {{name: Melee, abbr: CF}}\n{before}units:\n{units}{after}"
    )
}

const UNITS: &str =
    "  a: {name: Axes, cost: 5, tags: [foot]}\n  b: {name: Beasts, cost: 9, tags: [horse], roles: [boss]}\n";
const ROLES: &str = "roles:\n  boss: {name: Boss}\n";

/// Returns what `check` reports about a ruleset: position, code, message and help of each finding, without
/// the last line. Also asserts that a list under it makes the library report as many errors.
fn told(ruleset: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", ruleset);
    let ran = folder.muster(&["check", "toy/ruleset.yaml", "--format", "concise"]);
    let own: Vec<String> = ran
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("toy/ruleset.yaml:"))
        .map(|line| line.split_once("[toy").map_or(line, |(line, _)| line.trim_end()).to_owned())
        .collect();
    let library = folder.library();
    let report = checked(&library, "army: Trial\nruleset: toy\npoints: 100\nunits:\n  - {unit: a}\n");
    let errors = library.findings().iter().filter(|f| f.severity.as_str() == "error").count();
    assert_eq!(
        errors,
        own.iter().filter(|l| l.contains(" error[")).count(),
        "{:#?}",
        report.findings.iter().map(line).collect::<Vec<_>>()
    );
    own
}

/// Returns the last position of a text, such as `9:48`.
fn place(text: &str, words: &str) -> String {
    let before = &text[..text.rfind(words).unwrap()];
    let line = before.matches('\n').count() + 1;
    format!("{line}:{}", before.rsplit('\n').next().unwrap().chars().count() + 1)
}

#[test]
fn a_price_that_depends_on_other_units_is_refused() {
    let alone = |words: &str, whose: &str| {
        format!(
            "error[bad-formula]: \"{words}\" matches nothing: this is computed for {whose} alone, without the rest of \
             the army (help: write a charge, such as {{count: {{tag: horse}}, cost: 5, paid-by: {{unit: spears}}}}, or test \
             the unit itself, with is(tag) or has(option))"
        )
    };
    let unit = |cost: &str| toy(ROLES, &UNITS.replace("cost: 5", &format!("cost: \"{cost}\"")), "");
    assert_eq!(told(&toy(ROLES, UNITS, "")), [""; 0]);
    for (cost, start, words) in [
        ("10 + 5 * count({unit: b})", "b})", "b"),
        ("10 + 5 * count({tag: horse})", "horse})", "horse"),
        ("sum({tag: [horse], role: boss}, melee)", "horse], role: boss}", "horse], role: boss"),
        ("if(count({role: boss}) > 0, 5, 3)", "boss}) >", "boss"),
        ("highest({not: {tag: foot}, unit: b}, 3)", "foot}, unit", "foot}, unit: b"),
    ] {
        let text = unit(cost);
        let found = format!("{}: {}", place(&text, start), alone(words, "\"a\""));
        assert_eq!(told(&text), [found], "{cost}");
    }
    // A price may depend on what is in the unit itself
    for cost in [
        "5 * count({unit: a})",
        "2 + sum({tag: foot}, 3)",
        "count({})",
        "count({not: {tag: horse}})",
        "count({tag: veteran})",
    ] {
        assert_eq!(told(&unit(cost)), [""; 0], "{cost}");
    }
}

#[test]
fn options_offers_roles_parts_and_effects_that_depend_on_other_units_are_refused() {
    let words = |ruleset: &str| -> Vec<String> {
        let found = told(ruleset);
        found
            .iter()
            .map(|line| {
                line.split(": ").nth(2).map_or(line.clone(), |_| {
                    line.split('"').nth(1).unwrap().to_owned()
                        + " | "
                        + line.split(" computed for ").nth(1).unwrap().split(" alone").next().unwrap()
                })
            })
            .collect()
    };
    let options =
        "options:\n  o: {name: O, cost: \"count({unit: b})\", add: {melee: \"count({tag: horse})\"}}\n";
    let offered = UNITS.replace("tags: [foot]", "tags: [foot], options: [o]");
    assert_eq!(
        words(&toy(&(ROLES.to_owned() + options), &offered, "")),
        ["b | a unit with \"o\"", "horse | a unit with \"o\""]
    );
    // Beasts may also have it, and then it would count them
    let both = offered.replace("roles:", "options: [o], roles:");
    assert_eq!(words(&toy(&(ROLES.to_owned() + options), &both, "")), [""; 0]);
    let plain = "options:\n  o: {name: O}\n";
    let offer = UNITS.replace("tags: [foot]", "tags: [foot], options: [\"o?\": \"count({unit: b})\"]");
    assert_eq!(words(&toy(&(ROLES.to_owned() + plain), &offer, "")), ["b | a unit with \"o\""]);
    // The price of a role sees the unit that its holder joins, which may be of Axes, but not of mounted ones
    let herald = |counted: &str| format!("{ROLES}  herald: {{name: Herald, cost: \"count({counted})\"}}\n");
    assert_eq!(words(&toy(&herald("{unit: a}"), UNITS, "")), [""; 0]);
    assert_eq!(words(&toy(&herald("{unit: a, tag: horse}"), UNITS, "")), ["a, tag: horse | \"herald\""]);
    let part =
        UNITS.replace("tags: [foot]", "tags: [foot], parts: {crew: {unit: b, cost: \"count({tag: foot})\"}}");
    assert_eq!(words(&toy(ROLES, &part, "")), ["foot | \"crew\""]);
    let effect = "effects:\n  mud: {where: {tag: foot}, add: {melee: \"count({unit: b})\"}}\n";
    assert_eq!(words(&toy(ROLES, UNITS, effect)), ["b | a unit with \"mud\""]);
}

#[test]
fn an_option_that_is_offered_twice_is_reported() {
    let options = "options:\n  o: {name: O, aka: [oh]}\n  p: {name: P}\n";
    let head = ROLES.to_owned() + options;
    let twice = |text: &str, word: &str, start: &str| {
        let found = format!(
            "{}: error[duplicate-name]: \"{word}\" is offered twice, and only one offer can apply (help: keep one \
             of them, and write its dates in its terms)",
            place(text, start)
        );
        assert_eq!(told(text), [found], "{text}");
    };
    let with = |offers: &str| {
        toy(&head, &UNITS.replace("tags: [foot]", &format!("tags: [foot], options: {offers}")), "")
    };
    twice(&with("[{o?: 5}, {o?: 3}]"), "o", "o?: 3");
    twice(&with("[{o?: 5}, oh]"), "oh", "oh]}");
    twice(&with("[one-of: [o, p?], at-most-one-of: [o?]]"), "o", "o?]]");
    twice(&with("[{one-of: [o, p?, o?]}]"), "o", "o?]}]");
    assert_eq!(told(&with("[{o?: 5}, p]")), [""; 0]);
    twice(&toy(&format!("{head}every-unit: {{options: [o?, p?, o?]}}\n"), UNITS, ""), "o", "o?]}\n");
}

#[test]
fn a_group_of_offers_has_no_terms_of_a_single_option() {
    let head = ROLES.to_owned() + "options:\n  o: {name: O}\n  p: {name: P}\n";
    let with = |group: &str| {
        toy(&head, &UNITS.replace("tags: [foot]", &format!("tags: [foot], options: [{group}]")), "")
    };
    for (key, value) in
        [("cost", "5"), ("per", "model"), ("dates", "{from: 218 BC}"), ("replaces", "p"), ("names", "beasts")]
    {
        for (word, options) in [("one-of", "[o, p?]"), ("at-most-one-of", "[o?, p?]")] {
            let text = with(&format!("{word}: {{options: {options}, {key}: {value}}}"));
            let found = format!(
                "{}: error[unknown-key]: `{key}` is for a single option, and \"{word}\" is a group (help: write `{key}` \
                 with the options of the group)",
                place(&text, word)
            );
            assert_eq!(told(&text), [found], "{text}");
        }
    }
    assert_eq!(told(&with("one-of: {options: [{o: 5}, p?]}")), [""; 0]);
    // The weight of two marks is a term of the group
    assert_eq!(told(&with("at-most-one-of: {options: [o?, p?], severity: warning}")), [""; 0]);
    let text = with("one-of: {options: [o, p?], severity: warning}");
    assert_eq!(told(&text).len(), 1, "{text}");
    let text = with("at-most-one-of: {severity: warning}");
    let found = told(&text);
    assert!(found.len() == 1 && found[0].contains("\"at-most-one-of\" needs `options`"), "{found:?}");
    let text = with("o?: {severity: warning}");
    let found = told(&text);
    assert!(found.len() == 1 && found[0].contains("`severity` is for a group of offers"), "{found:?}");
}

#[test]
fn notes_may_only_concern_existing_rules() {
    let note = |at: &str| toy(ROLES, UNITS, &format!("notes:\n  - {{gap: lost, at: {at}}}\n"));
    for at in ["units", "units/a", "roles/boss", "stats/melee", "units/a/cost"] {
        assert_eq!(told(&note(at)), [""; 0], "{at}");
    }
    let told_of = |at: &str, help: &str| {
        let message = format!("there is no \"{at}\" in this file for the note to concern");
        format!("{}: error[bad-value]: {message} (help: {help})", place(&note(at), &format!("{at}}}")))
    };
    let name = "name a section, or a section and an id, such as units/spears";
    assert_eq!(told(&note("units/ghost")), [told_of("units/ghost", name)]);
    assert_eq!(told(&note("limits/ghost")), [told_of("limits/ghost", name)]);
    assert_eq!(told(&note("role/boss")), [told_of("role/boss", "did you mean \"roles\"?")]);
    assert_eq!(told(&note("roles/bos")), [told_of("roles/bos", "did you mean \"roles/boss\"?")]);
}

#[test]
fn notes_of_an_overlay_may_concern_either_ruleset() {
    let folder = Folder::new();
    let notes = "notes:\n  - {gap: lost, at: units/b}\n";
    folder.write("toy/ruleset.yaml", &toy(ROLES, UNITS, notes));
    let over = "ruleset: over\nextends: toy\nname: Over\nversion: 1.0.0\n";
    folder.write("over/ruleset.yaml", &format!("{over}drop: [units/b]\n"));
    let ran = folder.muster(&["check", "over/ruleset.yaml", "--format", "concise"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    folder.write(
        "over/ruleset.yaml",
        &format!("{over}notes:\n  - {{gap: lost, at: units/a}}\n  - {{gap: lost, at: units/c}}\n"),
    );
    let ran = folder.muster(&["check", "over/ruleset.yaml", "--format", "concise"]);
    let reported: Vec<&str> = ran.out.lines().filter(|l| l.contains("for the note")).collect();
    assert_eq!(reported.len(), 1, "{ran:?}");
    assert!(
        reported[0].starts_with("over/ruleset.yaml:7:21: error[bad-value]: there is no \"units/c\""),
        "{ran:?}"
    );
}

#[test]
fn short_forms_and_printed_names_lead_to_the_id() {
    let help = |word: &str, id: &str| format!("(help: write `{id}`, which is printed as \"{word}\")");
    let stats = toy(ROLES, &UNITS.replace("cost: 5", "cost: 5, stats: {CF: 5}"), "");
    assert_eq!(
        told(&stats),
        [format!("9:36: error[bad-value]: there is no stat \"CF\" {}", help("CF", "melee"))]
    );
    let formula = toy(ROLES, UNITS, "numbers:\n  n: {name: N, for: unit, is: CF + 1}\n");
    let found = format!(
        "12:31: error[bad-formula]: there is no stat, value or number \"CF\" {}",
        help("CF", "melee")
    );
    assert_eq!(told(&formula), [found]);
    let options = "options:\n  elite: {name: Chosen men, mark: E}\n";
    let mark = toy(&(ROLES.to_owned() + options), UNITS, "limits:\n  l: {count: {option: E}, max: 1}\n");
    assert_eq!(
        told(&mark),
        [format!("14:23: error[unknown-option]: there is no option \"E\" {}", help("E", "elite"))]
    );
    let name =
        toy(&(ROLES.to_owned() + options), UNITS, "limits:\n  l: {count: {option: chosen men}, max: 1}\n");
    let found = format!(
        "14:23: error[unknown-option]: there is no option \"chosen men\" {}",
        help("chosen men", "elite")
    );
    assert_eq!(told(&name), [found]);
    let role = toy(ROLES, UNITS, "limits:\n  l: {count: {role: The Boss}, max: 1}\n")
        .replace("name: Boss", "name: The Boss");
    assert!(told(&role)[0].ends_with(&help("The Boss", "boss")));
}

#[test]
fn an_id_that_is_too_long_is_reported_with_its_length() {
    let long = "b".repeat(65);
    let told_of = |place: &str| {
        format!(
            "{place}: error[bad-value]: \"{long}\" has 65 characters, an id has 64 at most (help: give it a shorter id)"
        )
    };
    let unit = toy(ROLES, &format!("{UNITS}  {long}: {{name: Long, cost: 1}}\n"), "");
    assert_eq!(told(&unit), [told_of("11:3")]);
    let just = "b".repeat(64);
    assert_eq!(told(&toy(ROLES, &format!("{UNITS}  {just}: {{name: Long, cost: 1}}\n"), "")), [""; 0]);
    let option = toy(&format!("{ROLES}options:\n  {long}: {{name: Long}}\n"), UNITS, "");
    assert_eq!(told(&option), [told_of("9:3")]);
    let part = toy(ROLES, &UNITS.replace("cost: 5", &format!("cost: 5, parts: {{{long}: {{unit: b}}}}")), "");
    assert_eq!(told(&part), [told_of("9:36")]);
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", &toy(ROLES, UNITS, ""));
    let book =
        format!("book: {long}\nruleset: toy\nname: Long\nversion: 1.0.0\nentries:\n  axes: {{unit: a}}\n");
    folder.write(&format!("toy/books/{long}.yaml"), &book);
    folder.write(
        "army.yaml",
        &format!("army: Trial\nruleset: toy\nbook: {long}\npoints: 10\nunits:\n  - {{unit: axes}}\n"),
    );
    let ran = folder.muster(&["check", "army.yaml", "--rulesets", ".", "--format", "concise"]);
    let found: Vec<&str> = ran.out.lines().filter(|l| l.contains("65 characters")).collect();
    assert_eq!(found.len(), 1, "{ran:?}");
    assert!(found[0].contains(&format!("toy/books/{long}.yaml:1:7: error[bad-value]: ")), "{ran:?}");
    assert!(!ran.out.contains("there is no book"), "{ran:?}");
    // The ruleset's own id, even if its folder has it too
    folder.write(
        &format!("{long}/ruleset.yaml"),
        &toy(ROLES, UNITS, "").replace("ruleset: toy", &format!("ruleset: {long}")),
    );
    folder
        .write("army.yaml", &format!("army: Trial\nruleset: {long}\npoints: 10\nunits:\n  - {{unit: a}}\n"));
    let ran = folder.muster(&["check", "army.yaml", "--rulesets", ".", "--format", "concise"]);
    assert_eq!(ran.out.lines().filter(|l| l.contains("65 characters")).count(), 1, "{ran:?}");
    assert!(!ran.out.contains("there is no ruleset"), "{ran:?}");
}

#[test]
fn bounds_that_no_army_can_meet_are_reported_at_the_value() {
    let limit =
        |bounds: &str| toy(ROLES, UNITS, &format!("limits:\n  l: {{count: {{unit: a}}, {bounds}}}\n"));
    let fewer = "a count is never below 0 (help: write 0 or more)";
    let above = "(help: write a number above 0)";
    let less = "but a share or rate is never below 0 (help: write 0 or more)";
    let one = "`exactly` takes one number, not one for each severity (help: write one number, or `min` and `max` with \
               one for each severity)";
    let never = |what: &str, at: &str, worse: &str, begins: &str, side: &str| {
        format!(
            "the {what} at {at} is never reported, since the {worse} begins at {begins} (help: write a {what} {side} the \
             {worse})"
        )
    };
    // The bounds, where the value begins, and the message
    #[rustfmt::skip]
    let cases = [
        ("max: -1", "-1}", format!("`max` is -1, but {fewer}")),
        ("exactly: -2", "-2}", format!("`exactly` is -2, but {fewer}")),
        ("min: -1", "-1}", format!("`min` is -1, but {fewer}")),
        ("multiple-of: 0", "0}", format!("`multiple-of` is 0, which is impossible {above}")),
        ("multiple-of: -2", "-2}", format!("`multiple-of` is -2, which is impossible {above}")),
        ("max: {share: -1/4, of: points}", "{share", format!("`max` is -1/4, {less}")),
        ("max: {allow: -1, per: 2, of: {unit: b}}", "{allow", format!("`max` is -1, {less}")),
        ("max: {warning: 3, error: 1}", "3, error", never("warning", "3", "error", "1", "below")),
        ("max: {warning: 2, error: 2}", "2, error", never("warning", "2", "error", "2", "below")),
        ("max: {note: 4, warning: 3}", "4, warning", never("note", "4", "warning", "3", "below")),
        ("min: {warning: 1, error: 3}", "1, error", never("warning", "1", "error", "3", "above")),
        (
            "max: {warning: {share: 1/2, of: points}, error: {share: 1/4, of: points}}", "{share: 1/2",
            never("warning", "1/2", "error", "1/4", "below"),
        ),
        ("exactly: {warning: 1, error: 3}", "1, error", one.to_owned()),
        ("min: 5, max: 3", "3}", "at least 5 and at most 3 is impossible".to_owned()),
        ("either: [{exactly: 0}, {min: 4, max: 2}]", "2}]", "at least 4 and at most 2 is impossible".to_owned()),
        (
            "max: 1, when: {points: {min: 500, max: 300}}", "300}",
            "no number meets both conditions, from 500 and to 300".to_owned(),
        ),
    ];
    for (bounds, start, message) in cases {
        let text = limit(bounds);
        assert_eq!(
            told(&text),
            [format!("{}: error[bad-value]: {message}", place(&text, start))],
            "{bounds}"
        );
    }
    #[rustfmt::skip]
    let sound = [
        "max: 0", "min: 3, max: 3", "max: {warning: 1, error: 3}", "min: {warning: 3, error: 1}", "multiple-of: 2",
        "max: {note: 1, warning: 2, error: 3}", "max: {share: 5/4, of: {unit: b}}", "max: {share: 0, of: {unit: b}}",
        "max: 1, when: {points: {min: 300, max: 300}}",
    ];
    for bounds in sound {
        assert_eq!(told(&limit(bounds)), [""; 0], "{bounds}");
    }
    // Discounts add up to less than 0
    let points = toy(ROLES, UNITS, "limits:\n  l: {sum: points, of: {unit: a}, min: -20}\n");
    assert_eq!(told(&points), [""; 0]);
}

#[test]
fn bounds_of_entries_are_checked_like_those_of_limits() {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", &toy(ROLES, UNITS, ""));
    let book = "book: own\nruleset: toy\nname: Own\nversion: 1.0.0\nentries:\n  axes: {unit: a, max: -1}\n  pairs: {unit: a, multiple-of: 0}\n";
    folder.write("toy/books/own.yaml", book);
    let ran = folder.muster(&["check", "toy/books/own.yaml", "--format", "concise"]);
    let found: Vec<&str> = ran.out.lines().filter(|l| l.contains("bad-value")).collect();
    let wanted = [
        "toy/books/own.yaml:6:24: error[bad-value]: `max` is -1, but a count is never below 0 (help: write 0 or more)",
        "toy/books/own.yaml:7:33: error[bad-value]: `multiple-of` is 0, which is impossible (help: write a number above 0)",
    ];
    assert_eq!(found, wanted, "{ran:?}");
}

#[test]
fn an_option_that_includes_itself_is_reported() {
    let options = |lines: &str| toy(&format!("{ROLES}options:\n{lines}"), UNITS, "");
    let help = "(help: none of the options that it stands for may stand for it)";
    assert_eq!(
        told(&options("  o: {name: O, stands-for: [o]}\n")),
        [format!("9:29: error[bad-value]: \"o\" stands for itself {help}")]
    );
    let three = "  o: {name: O, stands-for: [x, p]}\n  p: {name: P, stands-for: [q]}\n  q: {name: Q, stands-for: [o]}\n  x: {name: X}\n";
    assert_eq!(
        told(&options(three)),
        [format!("9:32: error[bad-value]: \"o\" stands for itself through \"p\", \"q\" {help}")]
    );
    assert_eq!(told(&options("  o: {name: O, stands-for: [x]}\n  x: {name: X}\n")), [""; 0]);
    let parts = |a: &str, b: &str| {
        let units = UNITS.replace("cost: 5", &format!("cost: 5, parts: {{x: {{unit: {a}}}}}"));
        toy(
            ROLES,
            &units.replace("cost: 9", &format!("cost: 9, parts: {{y: {{unit: {b}}}}}")),
            "  c: {name: C, cost: 1}\n",
        )
    };
    let help = "(help: make a separate unit type for the body inside)";
    assert_eq!(told(&parts("a", "c")), [format!("9:46: error[bad-value]: \"a\" is a part of itself {help}")]);
    assert_eq!(
        told(&parts("b", "a")),
        [format!("9:46: error[bad-value]: \"a\" is a part of itself through \"b\" {help}")]
    );
    assert_eq!(told(&parts("b", "c")), [""; 0]);
}

#[test]
fn more_marks_than_stats_are_reported() {
    let ruleset =
        |places: &str| toy(&format!("{ROLES}options:\n  o: {{name: O, places: {{{places}}}}}\n"), UNITS, "");
    let of = |places: &str, message: &str| {
        let text = ruleset(places);
        let help = "(help: name more stats in `among`, or let one take several with `same: note`)";
        let wanted =
            format!("{}: error[bad-value]: {message} {help}", place(&text, &places["marks: ".len()..]));
        assert_eq!(told(&text), [wanted], "{places}");
    };
    of("marks: 2, among: [melee], add: 1", "2 marks are placed on 1 stat, and no stat takes two");
    of(
        "marks: 3, among: [melee], add: 1, same: error",
        "3 marks are placed on 1 stat, and no stat takes two",
    );
    // As many as there are, and several on one
    for sound in ["marks: 1, among: [melee], add: 1", "marks: 2, among: [melee], add: 1, same: note"] {
        assert_eq!(told(&ruleset(sound)), [""; 0], "{sound}");
    }
}

#[test]
fn a_part_with_contradictory_bounds_is_reported() {
    let ruleset = |bounds: &str| {
        let units = UNITS.replace("cost: 5", &format!("cost: 5, parts: {{x: {{unit: b, {bounds}}}}}"));
        toy(ROLES, &units, "")
    };
    let text = ruleset("min: 3, max: 2");
    let wanted = format!("{}: error[bad-value]: at least 3 and at most 2 is impossible", place(&text, "2}}"));
    assert_eq!(told(&text), [wanted]);
    assert_eq!(told(&ruleset("min: 2, max: 2")), [""; 0]);
}

#[test]
fn a_number_of_the_army_or_a_command_cannot_be_added_up_over_units() {
    let rules = |subject: &str| {
        let numbers = format!("{ROLES}numbers:\n  foes: {{for: {subject}, name: Foes, is: 2}}\n");
        toy(&numbers, UNITS, "limits:\n  few: {sum: foes, max: 3}\n")
    };
    for (subject, of) in [("army", "the army"), ("command", "a command"), ("[army, command]", "the army")] {
        let text = rules(subject);
        let at = place(&text, "foes, max");
        let wanted = format!(
            "{at}: error[bad-value]: \"foes\" is one number of {of} and cannot be added up (help: take it as it is: \
             number: foes)"
        );
        assert_eq!(told(&text), [wanted], "{subject}");
    }
    for subject in ["unit", "part", "[unit, army]"] {
        assert_eq!(told(&rules(subject)), [""; 0], "{subject}");
    }
}
