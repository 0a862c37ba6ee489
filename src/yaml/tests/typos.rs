//! Typos: each is reported where it is, with a help that fixes it.

use std::collections::BTreeSet;

use super::{parsed, read};
use crate::format::list::List;
use crate::yaml::keys_of_army_lists::{ALL_LIST_KEYS, LIST_KEYS, key_takes};

/// Returns the only finding of a text, without the note that the rest was not checked.
fn one(text: &str) -> String {
    let found = parsed(text);
    assert_eq!(found.len(), 1, "{text:?}: {found:?}");
    found[0].replace("; the rest is not checked until this is fixed", "").replace("yaml-syntax ", "")
}

/// Returns the findings in the units of an otherwise faultless list.
fn in_units(units: &str) -> Vec<String> {
    read::<List>(&format!("army: T\nruleset: fra\nunits:\n{units}")).1
}

#[test]
fn the_known_keys_are_those_of_the_list() {
    let schema = serde_json::to_value(schemars::schema_for!(List)).unwrap();
    let mut found = BTreeSet::new();
    let mut rest = vec![&schema];
    while let Some(value) = rest.pop() {
        if let Some(keys) = value.get("properties").and_then(|p| p.as_object()) {
            found.extend(keys.keys().map(String::as_str));
        }
        rest.extend(value.as_object().into_iter().flat_map(|map| map.values()));
        rest.extend(value.as_array().into_iter().flatten());
    }
    // These are inside an option's braces, where no typo is guessed by them
    let idle = ["places", "names", "times"];
    found.retain(|key| !idle.contains(key));
    assert_eq!(found, ALL_LIST_KEYS.into_iter().collect());
    let top = schema["properties"].as_object().unwrap();
    assert_eq!(top.keys().map(String::as_str).collect::<BTreeSet<_>>(), LIST_KEYS.iter().copied().collect());
}

/// Returns which kinds of values a schema accepts: single, list, map.
fn kinds(root: &serde_json::Value, schema: &serde_json::Value, found: &mut BTreeSet<&'static str>) {
    if let Some(name) = schema.get("$ref").and_then(|r| r.as_str()).and_then(|r| r.strip_prefix("#/$defs/")) {
        kinds(root, &root["$defs"][name], found);
    }
    for of in ["anyOf", "oneOf"] {
        schema.get(of).and_then(|a| a.as_array()).into_iter().flatten().for_each(|s| kinds(root, s, found));
    }
    let types = schema.get("type").into_iter().flat_map(|t| t.as_array().cloned().unwrap_or(vec![t.clone()]));
    for kind in types {
        match kind.as_str().unwrap() {
            "array" => drop(found.insert("list")),
            "object" => drop(found.insert("map")),
            "null" => {}
            _ => drop(found.insert("single")),
        }
    }
}

#[test]
fn the_kinds_of_values_of_each_key_agree_with_the_list_format() {
    let schema = serde_json::to_value(schemars::schema_for!(List)).unwrap();
    let mut rest = vec![&schema];
    let mut keys = 0;
    while let Some(value) = rest.pop() {
        for (key, of) in value.get("properties").and_then(|p| p.as_object()).into_iter().flatten() {
            let mut wanted = BTreeSet::new();
            kinds(&schema, of, &mut wanted);
            for (kind, text) in [("single", "word"), ("list", "[a]"), ("map", "{a: 1}")] {
                let parsed = crate::yaml::parse_yaml(crate::finding::FileId::CHECKED, text).root;
                let node = parsed.unwrap();
                assert_eq!(key_takes(key, &node), wanted.contains(kind), "{key}: {text}, {wanted:?}");
            }
            keys += 1;
        }
        rest.extend(value.as_object().into_iter().flat_map(|map| map.values()));
        rest.extend(value.as_array().into_iter().flatten());
    }
    assert!(keys > 40, "{keys}");
}

#[test]
fn a_key_is_not_suggested_if_it_does_not_take_the_value() {
    let top = |rest: &str| read::<List>(&format!("army: T\nruleset: fra\n{rest}")).1;
    for (rest, said) in [
        ("unit: spears\n", "unknown-key [unit] unknown key \"unit\" (`unit` belongs in an item of `units`)"),
        (
            "commander: {role: general}\n",
            "unknown-key [commander] unknown key \"commander\" (`commander` belongs in an item of `commands`)",
        ),
        (
            "commands: [{unit: archers}]\n",
            "unknown-key [unit] unknown key \"unit\" in an item of `commands` (`unit` belongs in an item of \
             `units`)",
        ),
        (
            "units: [{unit: SP, points: 100}]\n",
            "unknown-key [points] unknown key \"points\" in an item of `units` (`points` belongs at the top of the \
             list)",
        ),
        ("untis: [{unit: SP}]\n", "unknown-key [untis] unknown key \"untis\" (write `units`)"),
        (
            "units: [{units: SP}]\n",
            "unknown-key [units] unknown key \"units\" in an item of `units` (write `unit`)",
        ),
        (
            "units: [{unit: SP, option: sling}]\n",
            "unknown-key [option] unknown key \"option\" in an item of `units` (write `options: [sling]`)",
        ),
    ] {
        assert_eq!(top(rest), [said], "{rest}");
    }
}

#[test]
fn braces_around_a_list_are_corrected_to_square_brackets() {
    let what = "is a map; expected a list";
    for (row, said) in [
        (
            "  - {unit: SP, options: {elite: [melee, rally], bow}}\n",
            format!(
                "wrong-type [{{elite: [melee, rally], bow}}] `options` {what} (write `[elite: [melee, rally], bow]`)"
            ),
        ),
        (
            "  - unit: SP\n    options:\n      elite: [melee, rally]\n",
            format!(
                "wrong-type [elite: [melee, rally]] `options` {what} (begin each item with a hyphen: `- elite: …`)"
            ),
        ),
    ] {
        assert_eq!(in_units(row), [said]);
    }
    assert_eq!(
        read::<List>("army: T\nruleset: fra\nunits: {unit: SP, count: 2}\n").1,
        [format!("wrong-type [{{unit: SP, count: 2}}] `units` {what} (write `[{{unit: SP, count: 2}}]`)")]
    );
}

#[test]
fn a_character_typed_for_a_colon_or_a_comma_is_named() {
    assert_eq!(one("army = T\nruleset: fra\n"), "[=] \"=\" is used where a colon belongs (write `army: T`)");
    assert_eq!(
        one("army: T\nruleset=fra\n"),
        "[=] \"=\" is used where a colon belongs (write `ruleset: fra`)"
    );
    assert_eq!(
        one("a: [{unit: spears; name: Old Guard}]\n"),
        "[name] \";\" is used before \"name\" where a comma belongs (write `spears, name:`)"
    );
    assert_eq!(
        one("a:\n- unit: spears; name: Old Guard\n"),
        "[name] \"name\" is a second key on this line (write `name:` on its own line without the \";\", or all of \
         it in braces with commas between)"
    );
}

#[test]
fn a_wrongly_indented_line_gets_the_right_number_of_spaces() {
    for (text, said) in [
        (
            "units:\n- unit: a\n - unit: b\n",
            "[-] this item is indented by 1 space, and the one above it by 0 (take out the spaces before it)",
        ),
        (
            "units:\n  - unit: a\n   - unit: b\n",
            "[-] this item is indented by 3 spaces, and the one above it by 2 (indent it by 2 spaces)",
        ),
        (
            "units:\n  - unit: a\n    - unit: b\n",
            "[-] this item is indented by 4 spaces, and the one above it by 2 (indent it by 2 spaces)",
        ),
        (
            "units:\n  - unit: a\n   name: b\n",
            "[name] \"name\" is indented by 3 spaces, and the key above it by 4 (indent it by 4 spaces)",
        ),
        (
            "units:\n  - unit: a\n     name: b\n",
            "[name] \"name\" is indented by 5 spaces, and the key above it by 4 (indent it by 4 spaces)",
        ),
    ] {
        assert_eq!(one(text), said, "{text}");
    }
}

#[test]
fn a_missing_space_after_a_colon_is_reported() {
    for (text, words, cure) in [
        ("army:T\nruleset: fra\n", "army:T", "army: T"),
        ("a: 1\npoints:1000\nb: 2\n", "points:1000", "points: 1000"),
        ("a: 1\nbaggage:true\n", "baggage:true", "baggage: true"),
        ("a:\n  - unit: SP\n    count:3  # c\n    name: x\n", "count:3", "count: 3"),
        ("a:\n  - unit:SP\n    name: x\n", "unit:SP", "unit: SP"),
        ("a:\n  - unit: SP\n    options:[x]\n  - b: 1\n", "options:[x]", "options: [x]"),
        ("a: [x, elite:[melee, rally]]\n", "elite:[melee, rally]", "elite: [melee, rally]"),
        ("a: {b: 1, options:[x]}\n", "options:[x]", "options: [x]"),
        ("amry:T\nruleset: fra\n", "amry:T", "amry: T"),
    ] {
        assert_eq!(
            one(text),
            format!("[{words}] a space is missing after the colon (write `{cure}`)"),
            "{text:?}"
        );
    }
    // An address is not a typo
    assert!(one("http://a.b\nruleset: fra\n").contains("has no colon after it"));
}

#[test]
fn a_missing_space_after_a_colon_in_braces_is_reported() {
    let blank = |code: &str, words: &str, cure: &str| {
        format!("{code} [{words}] a space is missing after the colon (write `{cure}`)")
    };
    assert_eq!(in_units("  - {unit: SP, count:4}\n"), [blank("unknown-key", "count:4", "count: 4")]);
    assert_eq!(in_units("  - {unit:SP, name: x}\n"), [blank("unknown-key", "unit:SP", "unit: SP")]);
    let option = blank("bad-value", "elite:melee", "elite: melee");
    assert_eq!(in_units("  - {unit: SP, options: [elite:melee]}\n"), [option]);
    let found = in_units("  - unit:SP\n");
    assert!(
        found.len() == 1 && found[0].ends_with("(write a space after the colon: `unit: SP`)"),
        "{found:?}"
    );
}

#[test]
fn a_list_item_without_hyphen_and_space_is_reported() {
    let glued = "a space is missing after the hyphen (write `- unit:`)";
    for text in
        ["units:\n  -unit: x\n   name: y\n", "units:\n  - unit: x\n  -unit: x\n", "units:\n  -unit: x\n"]
    {
        assert_eq!(one(text), format!("[-unit:] {glued}"), "{text:?}");
    }
    // Two such lines are two findings, and neither is a repeated key
    assert_eq!(parsed("units:\n  -unit: x\n  -unit: y\n").len(), 2);
    for (sign, name) in [("–", "an en dash"), ("—", "an em dash"), ("•", "a bullet"), ("*", "an asterisk")]
    {
        let said =
            format!("[{sign}] an item of a list begins with a hyphen, not with {name} (write `- unit:`)");
        for rest in ["\n    name: y\n", "\n"] {
            assert_eq!(one(&format!("units:\n  {sign} unit: x{rest}")), said);
        }
        assert_eq!(one(&format!("units:\n  - unit: x\n  {sign} unit: x\n")), said);
    }
    // A dash in place of the first hyphen is one finding; `units` is not also reported as something else than
    // a list
    assert_eq!(in_units("  –unit: SP\n").len(), 1);
    // A number below zero is not a typo
    assert_eq!(parsed("a:\n  -5: x\n"), [""; 0]);
}

#[test]
fn a_missing_comma_is_reported() {
    for (text, word, cure) in [
        ("- {unit: skirmishers name: Slingers, count: 2}\n", "name", "skirmishers, name:"),
        ("- {unit: SP, name: Slingers options: [x]}\n", "options", "Slingers, options:"),
        ("- {unit: SP, name: Slingers cuont: 2}\n", "cuont", "Slingers, cuont:"),
        ("- {unit: SP, options: [x] name: y}\n", "name", ", name:"),
        ("- {unit: SP, name: \"x\" count: 2}\n", "count", ", count:"),
    ] {
        assert_eq!(
            one(text),
            format!("[{word}] a comma is missing before \"{word}\" (write `{cure}`)"),
            "{text:?}"
        );
    }
    assert_eq!(
        one("- {name: Hannibal the Great: victor}\n"),
        "[Hannibal the Great: victor] a value with \": \" inside needs quotes (write \"Hannibal the Great: victor\")"
    );
    assert_eq!(
        one("- unit: SP name: Slingers\n"),
        "[name] \"name\" is a second key on this line (write `name:` on its own line, or all of it in braces \
         with commas between)"
    );
}

#[test]
fn round_brackets_are_reported_as_not_yaml() {
    let opens = "[(] a round bracket opens nothing here (write `{` and `}` around it)";
    assert_eq!(one("units:\n  - (unit: SP, name: x)\n"), opens);
    assert_eq!(one("commander: (role: general, name: x)\n"), opens);
    let square = |words: &str| {
        format!(
            "wrong-type [{words}] `options` is text \"{words}\"; expected a list (write square brackets \
             instead of round ones: `[sling]`)"
        )
    };
    assert_eq!(in_units("  - unit: SP\n    options: (sling)\n"), [square("(sling)")]);
    let closes = "unknown-key [bow)] a round bracket closes nothing here (write a list in square brackets, `[` and `]`)";
    assert_eq!(in_units("  - {unit: SP, options: (sling, bow)}\n"), [square("(sling"), closes.to_owned()]);
}

#[test]
fn a_closing_bracket_hidden_in_a_comment_is_reported() {
    let said = "[#2, options: [x]}] \"{\" is never closed, since ` #` begins a comment (put quotes around \"Slingers #2\")";
    assert_eq!(one("- {unit: SP, name: Slingers #2, options: [x]}\n"), said);
    assert_eq!(one("- {unit: SP, name: Slingers #2, options: [x]}\n- {unit: LC}\n"), said);
    // A comment after a closed bracket hides nothing
    assert_eq!(one("- {unit: SP} # {x}\n- {unit: SP\n- x\n").split(' ').next(), Some("[{]"));
}

#[test]
fn help_says_how_a_list_is_written() {
    let found = read::<List>("army: T\nruleset: fra\ncommands: true\n").1;
    let item = "a command with a commander and units";
    assert_eq!(
        found,
        [format!(
            "wrong-type [true] `commands` is `true`; expected a list (begin each item with a hyphen; an item is \
             {item})"
        )]
    );
    let found = read::<List>("army: T\nruleset: fra\ncharacters: {role: general}\n").1;
    assert!(found[0].ends_with("; expected a list (write `[{role: general}]`)"), "{found:?}");
    let found = in_units("  - {unit: SP, options: sling}\n");
    assert!(found[0].ends_with("(write it in brackets: `[sling]`)"), "{found:?}");
}

#[test]
fn no_character_at_any_place_makes_the_parser_panic() {
    let text = "army: Té\nunits:\n  - {unit: SP, options: [a, b: [c]], name: \"x y\"} # c\n  - unit: LC\n    count: 3\n";
    let signs = [
        "-", "–", "*", "•", "(", ")", ":", "#", " #", "{", "[", "}", "]", "\"", "“", "\u{a0}", "\u{200b}",
        ",", "\n", "\t", "&", "!", "%", "\\", ": (",
    ];
    for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
        for sign in signs {
            let changed = format!("{}{sign}{}", &text[..at], &text[at..]);
            // Every label and every edit is inside the text
            for finding in crate::read::read_text::<List>(crate::finding::FileId::CHECKED, &changed).findings
            {
                let span = finding.labels[0].span;
                assert!(
                    changed.get(span.start as usize..span.end as usize).is_some(),
                    "{changed:?}: {finding:?}"
                );
            }
        }
    }
}
