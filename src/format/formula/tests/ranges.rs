//! The tree: ranges, names and ids, and what the ruleset compiler also needs.

use crate::finding::FileId;
use crate::format::formula::{
    ExprKind, Formula, FormulaIdKind, SelectorKey, as_subtraction, is_reserved_word,
};
use crate::read::read_text;

fn formula(text: &str) -> Formula {
    Formula::parse(text).unwrap()
}

#[test]
fn every_node_has_the_range_of_its_text() {
    let text = " 1 + (size - 2) * min(a, b) > 3 ";
    let formula = formula(text);
    let at = |range: &std::ops::Range<usize>| &text[range.clone()];
    assert_eq!(at(&formula.expr.range), "1 + (size - 2) * min(a, b) > 3");
    let ExprKind::Compare { left, .. } = &formula.expr.kind else { panic!("no comparison") };
    let ExprKind::Chain { rest, .. } = &left.kind else { panic!("no sum") };
    assert_eq!((at(&left.range), at(&rest[0].range)), ("1 + (size - 2) * min(a, b)", "+"));
    let ExprKind::Chain { first, rest } = &rest[0].term.kind else { panic!("no product") };
    assert_eq!((at(&first.range), at(&rest[0].range)), ("size - 2", "*"));
    assert_eq!(at(&rest[0].term.range), "min(a, b)");
}

#[test]
fn names_come_with_their_ranges_and_selectors() {
    let text = "if(armour-melee > é, count, spent) + sum({tag: foot}, ranks + size) - highest({}, -ld)";
    let formula = formula(text);
    let names: Vec<_> =
        formula.names().into_iter().map(|n| (n.name, &text[n.range], n.of.is_some())).collect();
    assert_eq!(
        names,
        [
            ("armour-melee", "armour-melee", false),
            ("é", "é", false),
            ("count", "count", false),
            ("spent", "spent", false),
            ("ranks", "ranks", true),
            ("size", "size", true),
            ("ld", "ld", true),
        ]
    );
    assert_eq!(formula.names()[4].of.unwrap().ids()[0].1.text, "foot");
}

#[test]
fn ids_come_with_their_ranges_and_kinds() {
    let text = "if(has(sling) and is(heavy), taken(bow), cell(to-hit, ws, 2)) + count({unit: [SP, wb], not: {role: \
                general}}) * sum({any: [{entry: gauls}, {all: [{book: x, ally: 2nd}]},]}, if(has(z), 1, 2))";
    let formula = formula(text);
    let found: Vec<_> = formula
        .ids()
        .into_iter()
        .map(|(kind, word)| (kind, word.text.as_str(), &text[word.range.clone()]))
        .collect();
    let key = FormulaIdKind::Key;
    let expected = [
        (key(SelectorKey::Option), "sling"),
        (key(SelectorKey::Tag), "heavy"),
        (key(SelectorKey::Option), "bow"),
        (FormulaIdKind::Table, "to-hit"),
        (key(SelectorKey::Unit), "SP"),
        (key(SelectorKey::Unit), "wb"),
        (key(SelectorKey::Role), "general"),
        (key(SelectorKey::Entry), "gauls"),
        (key(SelectorKey::Book), "x"),
        (key(SelectorKey::Ally), "2nd"),
        (key(SelectorKey::Option), "z"),
    ];
    assert_eq!(found, expected.map(|(kind, word)| (kind, word, word)));
}

#[test]
fn a_hyphen_may_have_been_a_minus() {
    let known = |word: &str| ["size", "front", "armour", "armour-melee", "rank"].contains(&word);
    for (name, hint) in [
        ("size-front", Some("size - front")),
        ("size-3", Some("size - 3")),
        ("armour-armour-melee", Some("armour - armour-melee")),
        ("armour-melee-3", Some("armour-melee - 3")),
        ("size-front-2", Some("size - front - 2")),
        ("rank-bonus", None),
        ("size", None),
        ("size-", None),
    ] {
        assert_eq!(as_subtraction(name, known).as_deref(), hint, "{name}");
    }
}

#[test]
fn reserved_words_cannot_be_ids() {
    for word in ["and", "or", "not", "none", "min", "or-else", "count", "cell"] {
        assert!(is_reserved_word(word), "{word}");
    }
    for word in ["size", "points", "spent", "cost", "rank-cap"] {
        assert!(!is_reserved_word(word), "{word}");
    }
}

#[test]
fn a_formula_of_one_number_is_a_constant() {
    for (text, number) in [("5", Some("5")), ("-1.5", Some("-1.5")), ("86%", Some("0.86")), ("1 + 1", None)] {
        assert_eq!(formula(text).as_constant().map(|n| n.to_string()).as_deref(), number, "{text}");
    }
}

#[test]
fn a_formula_is_read_from_a_scalar_with_its_errors() {
    let read = |text: &str| read_text::<Formula>(FileId::CHECKED, text);
    assert_eq!(read("size + 1").value.unwrap(), formula("size + 1"));
    assert!(read("x +").findings[0].message.contains("nothing follows \"+\""));
}
