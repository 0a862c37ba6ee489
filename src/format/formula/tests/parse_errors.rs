//! Errors in formulas: their messages and ranges.

use crate::finding::Code;
use crate::format::formula::Formula;
use crate::yaml::ValueError;

fn refusal(text: &str) -> ValueError {
    match Formula::parse(text) {
        Ok(formula) => panic!("{text} was read as {:?}", formula.expr),
        Err(refusal) => refusal,
    }
}

/// Checks that each formula has an error at the text between « and », with this message and this help.
#[track_caller]
pub(super) fn refused(cases: &[(&str, &str, &str)]) {
    for (marked, message, help) in cases {
        let text = marked.replace(['«', '»'], "");
        let start = marked.find('«').unwrap();
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        let refusal = refusal(&text);
        assert_eq!(refusal.code, Code::BadFormula, "{marked}");
        assert_eq!(refusal.range, Some(start..end), "{marked}: {refusal:?}");
        assert_eq!(refusal.message, *message, "{marked}");
        assert_eq!(refusal.help.as_deref(), Some(*help), "{marked}");
    }
}

#[test]
fn empty_and_overlong_formulas_are_refused() {
    for text in ["", "  ", "\n"] {
        let refusal = refusal(text);
        assert_eq!((refusal.message.as_str(), refusal.range), ("the formula is empty", Some(0..text.len())));
    }
    let long = format!("1{}", " ".repeat(2_000));
    assert_eq!(refusal(&long).message, "the formula is 2001 bytes long, the limit is 2000");
    assert!(Formula::parse(&long[..2_000]).is_ok());
    assert!(Formula::parse(&format!("1{}", "+1".repeat(999))).is_ok());
}

#[test]
fn deep_nesting_in_formulas_is_refused() {
    let nested = |open: &str, core: &str, close: &str, n: usize| {
        format!("{}{core}{}", open.repeat(n), close.repeat(n))
    };
    for (open, core, close) in [
        ("(", "1", ")"),
        ("-", "1", ""),
        ("not ", "is(foot)", ""),
        ("floor(", "1", ")"),
        ("min(1,", "1", ")"),
    ] {
        // `is(foot)` is one level itself
        let most = 64 - usize::from(core != "1");
        assert!(Formula::parse(&nested(open, core, close, most)).is_ok(), "{open}");
        for n in [65, 200] {
            let text = nested(open, core, close, n);
            let refusal = refusal(&text);
            assert_eq!(refusal.message, "the formula is nested more than 64 deep", "{open}");
            let at = 64 * open.len();
            assert!(refusal.range.unwrap().start <= at, "{open}");
        }
    }
    assert!(Formula::parse("sum({}, highest({}, sum({}, size)))").is_ok());
    refused(&[(
        "sum({}, highest({}, sum({}, 1 + «highest»({}, 2))))",
        "sum, highest and lowest are nested more than 3 deep",
        "an army has units, and a unit has parts; nothing is deeper",
    )]);
    let selector = format!("count({})", nested("{not: ", "{}", "}", 100));
    assert_eq!(refusal(&selector).message, "the formula is nested more than 64 deep");
}

#[test]
fn operators_of_other_languages_get_the_right_one_as_help() {
    let not_so = |sign: &str| format!("\"{sign}\" is not used in formulas");
    for (text, sign, right) in [
        ("a «==» b", "==", "="),
        ("a «<>» b", "<>", "!="),
        ("a «=<» b", "=<", "<="),
        ("a «=>» b", "=>", ">="),
        ("a = 1 «&&» b = 2", "&&", "and"),
        ("a = 1 «||» b = 2", "||", "or"),
        ("a «≤» b", "≤", "<="),
        ("a «×» b", "×", "*"),
        ("a «−» b", "−", "-"),
    ] {
        refused(&[(text, &not_so(sign), &format!("write `{right}`"))]);
    }
    refused(&[
        ("«!»is(foot)", "\"!\" has no meaning in a formula", "write `not`"),
        ("size + «\"»a\"", "\"\"\" has no meaning in a formula", "write names and ids without quotes"),
        ("2«^»3", "\"^\" has no meaning in a formula", "write a power as a product"),
        (
            "«.»5",
            "\".\" has no meaning in a formula",
            "write decimals with a digit on both sides of the point, such as 0.5",
        ),
        ("2 * «1.» + 3", "\"1.\" ends in a point", "write 1, or 1.5 with digits after the point"),
        (
            "1 + «1.2.3»",
            "\"1.2.3\" is neither a number nor a name",
            "write a number such as 12, 0.5 or 86%; a name begins with a letter",
        ),
        (
            "1 + «2size»",
            "\"2size\" is neither a number nor a name",
            "a name begins with a letter; a product is written 2 * size",
        ),
        (
            "«99999999999999»",
            "\"99999999999999\" is larger or more precise than any army needs",
            "write a smaller number with fewer digits",
        ),
    ]);
}

#[test]
fn operators_need_a_term_on_each_side() {
    let there = "write a number, a name or a function there";
    refused(&[
        ("x «+»", "nothing follows \"+\"", there),
        ("x «-»", "nothing follows \"-\"", there),
        ("x «and»", "nothing follows \"and\"", there),
        ("«not»", "nothing follows \"not\"", there),
        ("(x «*») + 1", "nothing follows \"*\"", there),
        ("min(1«,»)", "nothing follows \",\"", there),
        ("«*» 3", "there is nothing before \"*\"", there),
        ("x + «*» 3", "there is nothing before \"*\"", there),
        ("«=» 3", "there is nothing before \"=\"", there),
        ("«and» x", "there is nothing before \"and\"", there),
        ("min(«,» 2)", "there is nothing before \",\"", there),
        ("«()»", "there is nothing in these brackets", "write a formula in them"),
        ("1 + «not» x", "\"not\" cannot follow \"+\"", "put brackets around it, such as (not a)"),
        (
            "a «b»",
            "\"b\" follows \"a\" with no operator between",
            "put an operator between them, such as + or and",
        ),
        ("a = 1 «AND» b = 2", "\"AND\" follows \"1\" with no operator between", "write `and` in lower case"),
        ("2 «x» 3", "\"x\" follows \"2\" with no operator between", "write `*` for a product"),
        ("a «not» b", "\"not\" follows \"a\" with no operator between", "write `!=`, or begin with `not`"),
        (
            "min(1, 2 «3»)",
            "\"3\" follows \"2\" with no operator between",
            "put an operator between them, such as + or and",
        ),
    ]);
}

#[test]
fn a_minus_needs_a_space_on_both_sides() {
    let message = "\"-\" between two terms needs a space on both sides";
    let help = "write a - b; a hyphen without spaces belongs to a name";
    for text in ["5«-»2", "size «-»2", "size«-» 2", "(a)«-»2", "a * 2 «-»b", "floor(a)«-»b"] {
        refused(&[(text, message, help)]);
    }
}

#[test]
fn comparisons_neither_chain_nor_accept_none() {
    let help = "compare two at a time, such as a < b and b < c";
    refused(&[
        ("1 < a «<=» 3", "\"<=\" compares a comparison", help),
        ("a = b «=» c", "\"=\" compares a comparison", help),
        (
            "if(armour = «none», 1, 2)",
            "\"none\" is never equal, less or more: a comparison with it is absent",
            "replace an absent value with or-else(armour, 0)",
        ),
    ]);
}

#[test]
fn unbalanced_and_misused_brackets_are_reported() {
    refused(&[
        ("1 + «(»a + b", "\"(\" is never closed", "close it with `)`"),
        ("«floor(»a / 2", "\"floor(\" is never closed", "close it with `)`"),
        ("«max(»0, floor((a - 4) / b)", "\"max(\" is never closed", "close it with `)`"),
        ("(a + b)«)»", "\")\" closes no bracket", "remove it, or open a bracket with `(` before"),
        ("1«,»5", "\",\" is outside the brackets of a function", "write decimals with a point, such as 0.5"),
        (
            "(a«,» b)",
            "\",\" is outside the brackets of a function",
            "remove it, or write a function around the values, such as min(a, b)",
        ),
        (
            "«[»a + b]",
            "\"[\" has no meaning here",
            "only round brackets group; a selector is written {tag: foot}",
        ),
        (
            "(a + b«]»",
            "\"]\" has no meaning here",
            "only round brackets group; a selector is written {tag: foot}",
        ),
        ("min(a, b«]»", "\"]\" is here, but \",\" or \")\" is expected", "write min(a, b)"),
        (
            "1 + «{»tag: foot}",
            "a selector alone has no value",
            "a selector comes first in count({…}), sum({…}, x), highest({…}, x) or lowest({…}, x)",
        ),
    ]);
}

#[test]
fn help_for_a_formula_cut_by_a_comma_is_to_put_quotes_around_it() {
    let quotes = "put quotes around the formula: in a flow map a comma ends it";
    refused(&[
        ("«min(»10", "\"min(\" is never closed", quotes),
        ("1 + «if(»armour = 0", "\"if(\" is never closed", quotes),
        ("max((a + b) / 2 + «floor(»3", "\"floor(\" is never closed", quotes),
        ("cell«(»", "the id of a table is missing after \"(\"", quotes),
        ("«cell(»hits", "\"cell(\" is never closed", quotes),
        ("sum«(»", "a selector is missing after \"(\"", quotes),
        ("min«(»", "the formula ends after \"(\"", quotes),
    ]);
}

#[test]
fn no_text_makes_the_formula_parser_panic_and_ranges_are_inside_the_text() {
    let whole =
        "if(min(1, a-b) >= 86% and not has(x), sum({any: [{tag: é}]}, -cell(t, 1, 2)), or-else(none, 0.5))";
    let mut refusals = 0;
    let mut check = |text: &str| {
        if let Err(refusal) = Formula::parse(text) {
            let range = refusal.range.unwrap();
            assert!(range.start <= range.end && text.get(range).is_some(), "{text}");
            refusals += 1;
        }
    };
    assert!(Formula::parse(whole).is_ok());
    let places: Vec<usize> = whole.char_indices().map(|(at, _)| at).collect();
    for &at in &places {
        check(&whole[..at]);
        check(&whole[at..]);
        for put in ["(", ")", ",", "{", "}", "[", "]", ":", "-", "=", " 1 ", "none", "é", "\u{1}"] {
            check(&format!("{}{put}{}", &whole[..at], &whole[at..]));
        }
    }
    assert!(refusals > places.len());
}
