//! Slips of the pen: each is said where it is, in words that lead to the cure.

use std::collections::BTreeSet;

use super::{parsed, read};
use crate::format::list::List;
use crate::yaml::known::{KEYS, LIST_KEYS};

/// The one finding of a text, without the remark that nothing below was read.
fn one(text: &str) -> String {
    let found = parsed(text);
    assert_eq!(found.len(), 1, "{text:?}: {found:?}");
    found[0].replace("; what follows is not checked until this is mended", "").replace("yaml-syntax ", "")
}

/// What is found in the units of a list that is right otherwise.
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
    // these stand in braces after an option, where nothing is guessed by them
    let idle = ["places", "names"];
    found.retain(|key| !idle.contains(key));
    assert_eq!(found, KEYS.into_iter().collect());
    let top = schema["properties"].as_object().unwrap();
    assert_eq!(top.keys().map(String::as_str).collect::<BTreeSet<_>>(), LIST_KEYS.iter().copied().collect());
}

#[test]
fn a_blank_is_missing_after_a_colon() {
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
            format!("[{words}] a blank is missing after the colon (write `{cure}`)"),
            "{text:?}"
        );
    }
    // an address is no slip
    assert!(one("http://a.b\nruleset: fra\n").contains("has no colon after it"));
}

#[test]
fn a_blank_is_missing_in_braces() {
    let blank = |code: &str, words: &str, cure: &str| {
        format!("{code} [{words}] a blank is missing after the colon (write `{cure}`)")
    };
    assert_eq!(in_units("  - {unit: SP, count:4}\n"), [blank("unknown-key", "count:4", "count: 4")]);
    assert_eq!(in_units("  - {unit:SP, name: x}\n"), [blank("unknown-key", "unit:SP", "unit: SP")]);
    let option = blank("bad-value", "elite:melee", "elite: melee");
    assert_eq!(in_units("  - {unit: SP, options: [elite:melee]}\n"), [option]);
    let found = in_units("  - unit:SP\n");
    assert!(
        found.len() == 1 && found[0].ends_with("(write a blank after the colon: `unit: SP`)"),
        "{found:?}"
    );
}

#[test]
fn items_begin_with_a_hyphen_and_a_blank() {
    let glued = "a blank is missing after the hyphen (write `- unit:`)";
    for text in
        ["units:\n  -unit: x\n   name: y\n", "units:\n  - unit: x\n  -unit: x\n", "units:\n  -unit: x\n"]
    {
        assert_eq!(one(text), format!("[-unit:] {glued}"), "{text:?}");
    }
    // two lines of the kind are two findings, and neither is a repeated key
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
    // nobody is told that a list is wanted where he wrote one
    assert_eq!(in_units("  –unit: SP\n").len(), 1);
    // below zero is no slip
    assert_eq!(parsed("a:\n  -5: x\n"), [""; 0]);
}

#[test]
fn a_comma_is_missing() {
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
        "[name] \"name\" is a second key on this line (write `name:` on a line of its own, or all of it in braces \
         with commas between)"
    );
}

#[test]
fn round_brackets_are_none_of_yaml() {
    let opens = "[(] a round bracket opens nothing here (write `{` and `}` around it)";
    assert_eq!(one("units:\n  - (unit: SP, name: x)\n"), opens);
    assert_eq!(one("commander: (role: general, name: x)\n"), opens);
    let square = |words: &str| {
        format!(
            "wrong-type [{words}] `options` is text \"{words}\", but a list is wanted (write square brackets \
             instead of round ones: `[sling]`)"
        )
    };
    assert_eq!(in_units("  - unit: SP\n    options: (sling)\n"), [square("(sling)")]);
    let closes = "unknown-key [bow)] a round bracket closes nothing here (write a list in square brackets, `[` and `]`)";
    assert_eq!(in_units("  - {unit: SP, options: (sling, bow)}\n"), [square("(sling"), closes.to_owned()]);
}

#[test]
fn a_comment_hides_the_closing_bracket() {
    let said = "[#2, options: [x]}] \"{\" is never closed, since ` #` begins a comment (put quotes around \"Slingers #2\")";
    assert_eq!(one("- {unit: SP, name: Slingers #2, options: [x]}\n"), said);
    assert_eq!(one("- {unit: SP, name: Slingers #2, options: [x]}\n- {unit: LC}\n"), said);
    // a comment behind a closed bracket hides nothing
    assert_eq!(one("- {unit: SP} # {x}\n- {unit: SP\n- x\n").split(' ').next(), Some("[{]"));
}

#[test]
fn what_a_list_is_made_of_is_said() {
    let found = read::<List>("army: T\nruleset: fra\ncommands: true\n").1;
    let item = "a command with a commander and units";
    assert_eq!(
        found,
        [format!(
            "wrong-type [true] `commands` is `true`, but a list is wanted (begin each item with a hyphen; an item is \
             {item})"
        )]
    );
    let found = read::<List>("army: T\nruleset: fra\ncharacters: {role: general}\n").1;
    assert!(
        found[0].ends_with("but a list is wanted (begin each item with a hyphen: `- role: …`)"),
        "{found:?}"
    );
    let found = in_units("  - {unit: SP, options: sling}\n");
    assert!(found[0].ends_with("(write it in brackets: `[sling]`)"), "{found:?}");
}

#[test]
fn no_sign_anywhere_stops_the_program() {
    let text = "army: Té\nunits:\n  - {unit: SP, options: [a, b: [c]], name: \"x y\"} # c\n  - unit: LC\n    count: 3\n";
    let signs = [
        "-", "–", "*", "•", "(", ")", ":", "#", " #", "{", "[", "}", "]", "\"", "“", "\u{a0}", "\u{200b}",
        ",", "\n", "\t", "&", "!", "%", "\\", ": (",
    ];
    for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
        for sign in signs {
            let changed = format!("{}{sign}{}", &text[..at], &text[at..]);
            // each place and the words to change lie in the text
            for finding in crate::yaml::read_text::<List>(crate::finding::FileId::CHECKED, &changed).findings
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
