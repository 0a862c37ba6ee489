//! Values of formulas, worked out by hand.

use super::toy_army::{Thing, army, unit};
use crate::format::formula::{Evaluation, EvaluationError, Formula, FormulaValue, ValueKind, evaluate};
use crate::format::read_exact_numbers::Number;

fn outcome(text: &str, scope: &Thing) -> Result<Evaluation, EvaluationError> {
    let formula = Formula::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    evaluate(&formula, scope)
}

fn value(text: &str, scope: &Thing) -> FormulaValue {
    outcome(text, scope).unwrap_or_else(|trouble| panic!("{text}: {trouble}")).value
}

fn fraction(top: i128, bottom: i128) -> FormulaValue {
    FormulaValue::Number(Number::fraction(top, bottom).unwrap())
}

#[test]
fn arithmetic_is_exact() {
    for (text, top, bottom) in [
        ("12", 12, 1),
        ("0.5", 1, 2),
        ("86%", 43, 50),
        ("12.5%", 1, 8),
        ("+2", 2, 1),
        ("-2", -2, 1),
        ("- 2", -2, 1),
        ("1/3", 1, 3),
        ("1 / 3 + 1 / 3 + 1 / 3", 1, 1),
        ("1/3*3", 1, 1),
        ("2+3*4", 14, 1),
        ("(2+3)*4", 20, 1),
        ("10 - 3 - 2", 5, 1),
        ("100 / 5 / 2", 10, 1),
        ("100 / 5 * 2", 40, 1),
        ("10 - -3", 13, 1),
        ("2 * -3", -6, 1),
        ("--3", 3, 1),
        ("-(1 + 2) * 2", -6, 1),
        ("1 + +2", 3, 1),
        ("0.1 + 0.2", 3, 10),
        ("23 * 86%", 989, 50),
        ("((((7))))", 7, 1),
        ("\n 1\n +\t2 ", 3, 1),
        // The size is 23, the armour 4, the one of melee 1
        ("size", 23, 1),
        ("size/2", 23, 2),
        ("-size", -23, 1),
        ("armour + armour-melee - 3", 2, 1),
        ("7 - armour - armour-melee", 2, 1),
        ("count", 3, 1),
        ("count + 1", 4, 1),
        ("mode * 2", 2, 1),
    ] {
        assert_eq!(value(text, &unit()), fraction(top, bottom), "{text}");
    }
}

#[test]
fn functions_of_numbers_have_exact_results() {
    for (text, top, bottom) in [
        ("floor(size / 4)", 5, 1),
        ("ceil(size / 4)", 6, 1),
        ("round(size / 4)", 6, 1),
        ("round(size / 2)", 12, 1),
        ("round(-1/2)", -1, 1),
        ("floor(-1/2)", -1, 1),
        ("ceil(-1/2)", 0, 1),
        // 8 units of which 3 are skirmishers: 5 and a third each
        ("5 + 3 / 3", 6, 1),
        ("ceil((5 + 4 / 3) * 86 / 100)", 6, 1),
        ("ceil((5 + 4 / 3) * 30%)", 2, 1),
        ("round(1000 * 333 / 900) / 10", 37, 1),
        ("min(3, 1, 2)", 1, 1),
        ("max(3, 1/3, 10/3)", 10, 3),
        ("min (10, armour + 2)", 6, 1),
        ("if(armour < 4, 0, max(0, floor((size - 4) / 5)))", 3, 1),
        ("if(armour = 4, 1, 2)", 1, 1),
        ("if(armour != 4, 1, 2)", 2, 1),
        ("if(is(heavy), 3, 1) * 2", 6, 1),
        ("if(has(javelin), 1, 0) + if(has(sling), 10, 20)", 21, 1),
        ("taken(javelin) + taken(sling)", 8, 1),
        ("min(rank-cap, or-else(ranks, 0))", 0, 1),
        ("min(rank-cap, or-else(size, 0))", 3, 1),
        ("or-else(none, or-else(none, 5))", 5, 1),
        ("cell(hits, armour - 1, 1 + 1)", 20, 1),
        ("cell(hits, 3, 1)", 10, 1),
        ("or-else(cell(hits, 3, 3), 7)", 7, 1),
    ] {
        assert_eq!(value(text, &unit()), fraction(top, bottom), "{text}");
    }
}

#[test]
fn logical_operators_have_the_usual_precedence() {
    for (text, truth) in [
        ("1/3 = 2/6", true),
        ("0.33 = 1/3", false),
        ("2 < 3", true),
        ("3 < 3", false),
        ("3 <= 3", true),
        ("2 > 3", false),
        ("3 >= 3", true),
        ("2 != 3", true),
        ("2+2>=2*2", true),
        ("1 = 1 or 1 = 2 and 1 = 2", true),
        ("(1 = 1 or 1 = 2) and 1 = 2", false),
        ("not 1 = 2", true),
        ("not not 1 = 2", false),
        ("not 1 = 2 and 1 = 2", false),
        ("not (1 = 2 and 1 = 2)", true),
        ("is(foot) and has(shield) and not is(horse)", true),
        ("is(foot) = is(horse)", false),
        ("is(foot) != steady", false),
        ("steady", true),
    ] {
        assert_eq!(value(text, &unit()), FormulaValue::Truth(truth), "{text}");
    }
}

#[test]
fn an_absent_value_makes_the_result_absent_unless_the_rest_decides() {
    for text in [
        "none",
        "ranks",
        "ranks + 1",
        "0 * ranks",
        "-ranks",
        "floor(ranks)",
        "min(1, ranks)",
        "max(ranks, 1)",
        "ranks = 0",
        "ranks < 1",
        "1 >= ranks",
        "not ranks = 1",
        "if(ranks = 1, 2, 3)",
        "if(1 = 1, none, 3)",
        "or-else(none, ranks)",
        "1 / 0",
        "size / (armour - 4)",
        "cell(hits, 3, 3)",
        "cell(hits, ranks, 1)",
        "1 = 1 and ranks = 1",
        "ranks = 1 and 1 = 1",
        "ranks = 1 or 1 = 2",
        "steady = (ranks = 1)",
    ] {
        assert_eq!(value(text, &unit()), FormulaValue::Absent, "{text}");
    }
    for (text, truth) in [
        ("1 = 2 and ranks = 1", false),
        ("ranks = 1 and 1 = 2", false),
        ("1 = 1 or ranks = 1", true),
        ("ranks = 1 or 1 = 1", true),
        ("or-else(ranks, 0) = 0", true),
    ] {
        assert_eq!(value(text, &unit()), FormulaValue::Truth(truth), "{text}");
    }
}

#[test]
fn sums_multiply_by_the_count_of_units_and_report_missing_values() {
    // 2 elephants of 1, 3 foot of 20, a general of 1; the camp has neither size nor leadership
    for (text, total, incomplete) in [
        ("sum({}, size)", 63, true),
        ("sum({not: {tag: camp}}, size)", 63, false),
        ("sum({tag: [elephant, general]}, size)", 3, false),
        ("sum({tag: foot}, size * 2)", 120, false),
        ("sum({tag: line, any: [{tag: foot}, {tag: horse}]}, 1)", 3, false),
        ("sum({all: [{tag: foot}, {tag: horse}]}, 1)", 0, false),
        ("sum({tag: horse}, size)", 0, false),
        ("sum({tag: camp}, size)", 0, true),
        ("sum({}, or-else(size, 0))", 63, false),
        ("sum({tag: foot}, if(size > 10, 1, 0)) + 1", 4, false),
        ("1 + sum({}, size)", 64, true),
        ("if(sum({}, size) > 60, 1, 2)", 1, true),
        ("count({})", 7, false),
        ("count({tag: foot}) + count({tag: elephant})", 5, false),
        ("highest({not: {tag: camp}}, ld)", 9, false),
        ("highest({tag: [foot, elephant]}, ld)", 7, false),
        ("highest({tag: elephant}, -ld)", -4, false),
        ("highest({}, ld)", 9, true),
        ("lowest({not: {tag: camp}}, ld)", 4, false),
        ("lowest({tag: [foot, general]}, ld)", 7, false),
        ("lowest({tag: elephant}, -ld)", -4, false),
        ("lowest({}, ld)", 4, true),
        ("or-else(lowest({tag: horse}, ld), 2)", 2, false),
        ("or-else(highest({tag: horse}, ld), 2)", 2, false),
        // An incomplete value that is replaced does not make the other one incomplete
        ("or-else(highest({tag: camp}, ld), 2)", 2, false),
        ("floor(partly / 3)", 2, true),
        ("max(1, partly)", 8, true),
        ("if(spent = 0, none, round(1000 * 333 / spent) / 10)", 37, false),
    ] {
        let expected = Evaluation { value: fraction(total, 1), incomplete };
        assert_eq!(outcome(text, &army()), Ok(expected), "{text}");
    }
    assert_eq!(value("highest({tag: horse}, ld)", &army()), FormulaValue::Absent);
    assert_eq!(value("lowest({tag: horse}, ld)", &army()), FormulaValue::Absent);
    assert_eq!(
        value("highest({tag: general}, ld) >= highest({not: {tag: camp}}, ld)", &army()),
        FormulaValue::Truth(true)
    );
    // A true side decides an `or`, even if the other side is incomplete
    let decided = Evaluation { value: FormulaValue::Truth(true), incomplete: false };
    assert_eq!(outcome("sum({}, size) = 0 or spent = 900", &army()), Ok(decided));
}

#[test]
fn errors_of_evaluation_are_reported_without_a_panic() {
    let huge = format!("{}1", "1000000000000 * ".repeat(4));
    let fine = format!("1 / 1000000000000{}", " / 1000000000000".repeat(3));
    // 2^127 with a minus is the one number that has no counterpart
    let least = "-1 * 549755813888 * 549755813888 * 549755813888 * 1024";
    for text in [
        &huge,
        &fine,
        "big + big + big",
        "-(big * 3)",
        "ceil(big * 2 + 1/3)",
        // (2^127 - 2) / 5 can be held, but not what rounding adds to it
        "ceil(big * 2 / 5)",
        "floor(-big * 2 / 5)",
        least,
        "sum({}, 1) + big * 4",
    ] {
        assert_eq!(outcome(text, &unit()), Err(EvaluationError::Overflow), "{text}");
    }
    for (text, trouble) in [
        ("rank-size", EvaluationError::UnknownName("rank-size".into())),
        ("1 + ring", EvaluationError::Circular("ring".into())),
        ("cell(misses, 1, 1)", EvaluationError::UnknownTable("misses".into())),
    ] {
        assert_eq!(outcome(text, &unit()), Err(trouble), "{text}");
    }
    // A branch that is not taken causes no error
    assert_eq!(value("if(1 = 1, 2, ring)", &unit()), fraction(2, 1));
    assert_eq!(value("or-else(2, ring)", &unit()), fraction(2, 1));
}

#[test]
fn a_value_of_the_wrong_kind_is_reported_in_the_formulas_own_words() {
    let (number, truth) = (ValueKind::Number, ValueKind::Truth);
    for (text, words, found, needed) in [
        ("1 + is(heavy)", "is(heavy)", truth, number),
        ("-(1 = 2)", "1 = 2", truth, number),
        ("floor(steady)", "steady", truth, number),
        ("min(1, 2, steady)", "steady", truth, number),
        ("steady < 2", "steady", truth, number),
        ("2 >= steady", "steady", truth, number),
        ("steady = 1", "1", number, truth),
        ("1 = steady", "steady", truth, number),
        ("if(size + 1, 2, 3)", "size + 1", number, truth),
        ("not size", "size", number, truth),
        ("(size + 1) * 2 and steady", "(size + 1) * 2", number, truth),
        ("ranks = 1 or armour", "armour", number, truth),
        ("cell(hits, steady, 1)", "steady", truth, number),
    ] {
        let trouble = EvaluationError::WrongKind { text: words.into(), found, needed };
        assert_eq!(outcome(text, &unit()), Err(trouble), "{text}");
    }
    let trouble = outcome("sum({}, size > 1)", &army()).unwrap_err();
    assert_eq!(trouble.to_string(), "\"size > 1\" is true or false, but a number is needed");
    let trouble = outcome("not size", &unit()).unwrap_err();
    assert_eq!(trouble.to_string(), "\"size\" is a number, but true or false is needed");
}
