//! Characters of word processors, unusual numbers, and keys with nothing after them.

use super::{parsed, read};
use crate::finding::{FileId, Severity};
use crate::format::list::List;
use crate::read::read_text;
use crate::yaml::{LIST_KEYS, find_odd_space, nearest_name};

fn in_list(rest: &str) -> Vec<String> {
    read::<List>(&format!("army: T\nruleset: fra\n{rest}")).1
}

#[test]
fn an_unusual_space_is_found_and_named() {
    assert_eq!(find_odd_space("a b-c"), None);
    assert_eq!(find_odd_space("é\u{a0}b\u{2003}"), Some((2..4, "a no-break space")));
    for (blank, name) in [
        ('\u{2007}', "a figure space"),
        ('\u{202f}', "a narrow no-break space"),
        ('\u{200b}', "a zero-width space"),
        ('\u{feff}', "a zero-width space"),
        ('\u{2003}', "an em space"),
    ] {
        assert_eq!(find_odd_space(&format!("a{blank}")), Some((1..1 + blank.len_utf8(), name)));
    }
    assert_eq!(nearest_name("sl\u{200b}ing", ["bow", "sling"]), Some("sling"));
}

#[test]
fn an_unusual_space_where_yaml_needs_a_plain_one_is_reported_there() {
    for (text, said) in [
        ("a:\n\u{a0} - {b: 1}\n", "there is a no-break space in the indentation (indent with spaces)"),
        (
            "a:\n  - b: 1\n  \u{a0} c: 2\n",
            "there is a no-break space in the indentation (indent with spaces)",
        ),
        (
            "a:\n  -\u{a0}b: 1\n    c: 2\n",
            "there is a no-break space after the hyphen (type a space instead)",
        ),
        ("a:\u{a0}T\nb: 1\n", "there is a no-break space after the colon (type a space instead)"),
    ] {
        let found = parsed(text);
        let found: Vec<_> =
            found.iter().map(|f| f.replace("; the rest is not checked until this is fixed", "")).collect();
        assert_eq!(found, [format!("yaml-syntax [\u{a0}] {said}")], "{text:?}");
    }
    let found = parsed("a:\u{2003}T\nb: 1\n");
    assert!(found.len() == 1 && found[0].contains("there is an em space after the colon"), "{found:?}");
}

#[test]
fn an_unusual_space_is_an_error_in_an_id_and_a_warning_in_a_name() {
    let no_break = |words: &str| {
        format!("bad-value [\u{a0}] \"{words}\" contains a no-break space (type a space, or take it out)")
    };
    assert_eq!(in_list("points\u{a0}: 3\n"), [no_break("points\u{a0}")]);
    assert_eq!(in_list("units:\n  - {unit: SP\u{a0}}\n"), [no_break("SP\u{a0}")]);
    assert_eq!(in_list("units:\n  - {unit: SP, options: [a\u{a0}b]}\n"), [no_break("a\u{a0}b")]);
    assert_eq!(in_list("points: 1\u{a0}000\n"), [no_break("1\u{a0}000")]);
    assert_eq!(in_list("units:\n  - {unit: SP, count: 3\u{a0}}\n"), [no_break("3\u{a0}")]);
    let text = "army: A\u{a0}B\nruleset: fra\nnotes: C\u{a0}D\n";
    let read = read_text::<List>(FileId::CHECKED, text);
    assert_eq!(read.value.unwrap().army.as_str(), "A\u{a0}B");
    assert_eq!(read.findings.len(), 1);
    assert_eq!(read.findings[0].severity, Severity::Warning);
    assert_eq!(read.findings[0].message, "\"A\u{a0}B\" contains a no-break space");
}

#[test]
fn typographic_quotes_and_dashes_are_not_yaml_syntax() {
    assert_eq!(
        in_list("units:\n  - {unit: light–horse}\n"),
        ["bad-value [–] \"light–horse\" contains an en dash (type a hyphen: `-`)"]
    );
    let quoted = "the typographic quote “ quotes nothing: it is read as part of the word (type a straight quote: `\"`)";
    assert_eq!(in_list("mode: “points”\n"), [format!("bad-value [“] {quoted}")]);
    let text = "army: “T”\nruleset: fra\nnotes: “N”\n";
    let read = read_text::<List>(FileId::CHECKED, text);
    let severities: Vec<_> = read.findings.iter().map(|f| f.severity).collect();
    assert_eq!(severities, [Severity::Warning]);
    // Inside a name they are correct
    assert_eq!(in_list("player: Hannibal’s “Sons” – the elder\n"), [""; 0]);
    assert!(
        parsed("a: \"x”\nb: 1\n")[0]
            .contains("(the typographic quote after it closes nothing; type a straight one")
    );
}

#[test]
fn numbers_in_unusual_notation_get_the_usual_one_as_help() {
    for (written, help) in [
        ("two", "write `2`"),
        ("Twelve", "write `12`"),
        ("many", "write a whole number, such as 2"),
        ("1.000", "write `1000`, without a point"),
        ("2.0", "write `2`"),
        ("2.5", "write a whole number, such as 2"),
        ("\"4 \"", "write `4`, without a space"),
        ("1 000", "write `1000`, without a space"),
        ("'1,000'", "write `1000`, without a comma"),
        ("x3", "write `3`"),
        ("3x", "write `3`"),
        ("10 men", "write `10`"),
        ("1_000", "write `1000`, without an underscore"),
        ("\u{ff13}", "write `3`"),
        ("2 dozen", "write a whole number, such as 2"),
        ("0x10", "write a whole number, such as 2"),
    ] {
        let found = in_list(&format!("units:\n  - {{unit: SP, count: {written}}}\n"));
        assert!(found.len() == 1 && found[0].ends_with(&format!("({help})")), "{written}: {found:?}");
    }
    for (written, help) in [
        ("1,000", "write `1000`, without a comma"),
        ("\"1000 \"", "write `1000`, without a space"),
        ("1000 pts", "write `1000`"),
        ("1000 points", "write `1000`"),
    ] {
        let found = in_list(&format!("points: {written}\n"));
        assert!(found.len() == 1 && found[0].ends_with(&format!("({help})")), "{written}: {found:?}");
    }
    assert_eq!(
        in_list("units:\n  - {unit: SP, size: 1,000}\n"),
        ["unknown-key [1,000] \"1,000\" has a comma, which ends the number (write `1000`, without a comma)"]
    );
}

#[test]
fn leading_zeros_of_a_number_are_reported() {
    for (rest, number, bare) in [
        ("points: 01000\n", "01000", "1000"),
        ("units:\n  - {unit: SP, count: 010}\n", "010", "10"),
        ("units:\n  - {unit: SP, size: 08}\n", "08", "8"),
        ("units:\n  - {unit: SP, parts: {crew: 004}}\n", "004", "4"),
        ("units:\n  - {unit: SP, values: {front: 03}}\n", "03", "3"),
        ("declares: {points: 0985}\n", "0985", "985"),
    ] {
        let said = format!(
            "bad-value [{number}] \"{number}\" begins with a 0 and is read as {bare} (write `{bare}`)"
        );
        assert_eq!(in_list(rest), [said], "{rest}");
    }
    assert_eq!(in_list("points: 0.5\nunits:\n  - {unit: SP, count: 0}\n"), [""; 0]);
    let text = "army: T\nruleset: fra\npoints: 010\n";
    let read = read_text::<List>(FileId::CHECKED, text);
    assert_eq!(read.findings[0].severity, Severity::Warning);
    assert!(read.value.unwrap().points.unwrap().value == 10);
}

#[test]
fn a_number_in_quotes_is_read_as_the_number() {
    let text = "army: T\nruleset: fra\npoints: \"1000\"\nunits:\n  - {unit: SP, count: '3', size: \"12\"}\n";
    let (list, findings) = read::<List>(text);
    assert_eq!(findings, [""; 0]);
    let list = list.unwrap();
    assert!(list.points.unwrap().value == 1000);
    let units = list.units.unwrap();
    assert_eq!(units[0].count.as_ref().map(|n| n.value), Some(3));
    assert_eq!(units[0].size.as_ref().map(|n| n.value), Some(12));
}

#[test]
fn a_key_without_a_value_is_reported_if_it_needs_one() {
    for (key, wanted) in [("count", "a whole number"), ("name", "text"), ("attached-to", "text or a map")] {
        let said = format!(
            "wrong-type [{key}] `{key}` is empty; expected {wanted} (write {wanted}, or leave the key out)"
        );
        assert_eq!(in_list(&format!("units:\n  - unit: SP\n    {key}:\n")), [said]);
    }
    // An empty list or map is not the same as an empty value
    let empty = "units:\ncommands:\ncharacters:\nreserves:\nchoose:\ndeclares:\n";
    let (list, findings) = read::<List>(&format!("army: T\nruleset: fra\n{empty}"));
    assert_eq!(findings, [""; 0]);
    assert!(list.unwrap().commands.is_none());
    assert_eq!(in_list("units:\n  - {unit: SP, options: , values: , parts: }\n"), [""; 0]);
}

#[test]
fn null_is_not_accepted_as_the_value_of_any_key() {
    for word in ["~", "null"] {
        for key in LIST_KEYS {
            let text = match *key {
                "army" => format!("army: {word}\nruleset: fra\n"),
                "ruleset" => format!("army: T\nruleset: {word}\n"),
                key => format!("army: T\nruleset: fra\n{key}: {word}\n"),
            };
            let found = read::<List>(&text).1;
            let said = format!("wrong-type [{word}] `{key}` is empty; expected ");
            assert!(found.len() == 1 && found[0].starts_with(&said), "{text}: {found:?}");
        }
        for (of, keys) in [
            (
                "units",
                &["unit", "name", "options", "count", "size", "values", "parts", "attached-to", "role"][..],
            ),
            ("characters", &["unit", "role", "name", "with", "options", "values", "notes"]),
            (
                "commands",
                &["name", "commander", "characters", "units", "baggage", "standard", "ally", "points"],
            ),
        ] {
            for key in keys {
                let found = in_list(&format!("{of}:\n  - {{{key}: {word}}}\n"));
                let said = format!("wrong-type [{word}] `{key}` is empty; expected ");
                assert!(found.iter().any(|f| f.starts_with(&said)), "{of} {key}: {found:?}");
            }
        }
    }
}

#[test]
fn an_empty_map_or_list_is_reported_where_content_is_expected() {
    let says = |subject: &str, what: &str| {
        format!("{subject} is {what}, which means nothing (leave it out, or write something in it)")
    };
    for (rest, said) in [
        ("baggage: {}\n", format!("wrong-type [{{}}] {}", says("`baggage`", "an empty map"))),
        (
            "units:\n  - {unit: SP, options: [{}]}\n",
            format!("wrong-type [{{}}] {}", says("an item of `options`", "an empty map")),
        ),
        (
            "units:\n  - {unit: SP, options: [elite: {}]}\n",
            format!("wrong-type [{{}}] {}", says("`elite`", "an empty map")),
        ),
        (
            "units:\n  - {unit: SP, options: [elite: []]}\n",
            format!("wrong-type [[]] {}", says("`elite`", "an empty list")),
        ),
    ] {
        assert_eq!(in_list(rest), [said]);
    }
    // A map that is empty only without its faulty keys is not also reported as empty
    let found = in_list("units:\n  - {unit: SP, options: [elite: {plces: melee}]}\n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("unknown-key"), "{found:?}");
}

#[test]
fn missing_keys_are_reported_with_what_a_list_needs() {
    let found = read::<List>("points: 1000\n").1;
    let help = "expected here: a list with at least army, ruleset and units";
    let said = ["army", "ruleset"]
        .map(|key| format!("missing-key [points] missing key `{key}` (write `{key}: …`; {help})"));
    assert_eq!(found, said);
}

#[test]
fn help_names_the_most_used_keys_first() {
    let found = in_list("texture: red\n");
    let first = "(the keys here are `army`, `ruleset`, `units`, `points`, `date`, `characters`, `commands`, `baggage` \
                 and 11 more)";
    assert!(found[0].ends_with(first), "{found:?}");
    let found = in_list("units:\n  - {unit: SP, texture: red}\n");
    let first = "(the keys here are `unit`, `name`, `options`, `count`, `size`, `values`, `parts`, `attached-to` and 2 more)";
    assert!(found[0].ends_with(first), "{found:?}");
}
