//! Errors in function calls and selectors: their messages and ranges.

use super::parse_errors::refused;

#[test]
fn wrong_function_calls_are_reported() {
    let all = "the functions are if, min, max, floor, ceil, round, or-else, has, taken, is, count, sum, highest, lowest, cell";
    refused(&[
        ("1 + «mni»(1, 2)", "there is no function \"mni\"", "did you mean `min`?"),
        ("«Floor»(1)", "there is no function \"Floor\"", "did you mean `floor`?"),
        ("«orelse»(a, 0)", "there is no function \"orelse\"", "did you mean `or-else`?"),
        ("«average»(1, 2)", "there is no function \"average\"", all),
        ("2 * «min»", "\"min\" is a function and needs values in brackets", "write min(a, b)"),
        ("«if» armour = 4", "\"if\" is a function and needs values in brackets", "write if(condition, a, b)"),
        ("a = «is» + 1", "\"is\" is a function and needs values in brackets", "write is(tag)"),
        ("1 + «min()»", "0 values in \"min\", it takes 2 or more", "write min(a, b)"),
        ("«max(1)» + 1", "1 value in \"max\", it takes 2 or more", "write max(a, b)"),
        ("floor(1, «2, 3 + 4»)", "3 values in \"floor\", it takes 1", "write floor(a)"),
        ("«if(a = 1, 2)»", "2 values in \"if\", it takes 3", "write if(condition, a, b)"),
        ("if(a = 1, 2, 3, «4»)", "4 values in \"if\", it takes 3", "write if(condition, a, b)"),
        ("«or-else(a)»", "1 value in \"or-else\", it takes 2", "write or-else(a, b)"),
        ("has(a, «b»)", "2 values in \"has\", it takes 1", "write has(option)"),
        ("has(«3»)", "\"3\" is here, but the id of an option is expected", "write has(option)"),
        ("is(a «+» b)", "\"+\" is here, but \",\" or \")\" is expected", "write is(tag)"),
        ("«count()»", "0 values in \"count\", it takes 1", "write count({tag: foot})"),
        ("count({}, «1»)", "2 values in \"count\", it takes 1", "write count({tag: foot})"),
        ("«sum({})»", "1 value in \"sum\", it takes 2", "write sum({tag: foot}, a)"),
        (
            "sum(«size»)",
            "\"size\" is here, but a selector is expected",
            "write a selector in braces, such as {tag: foot}, or {} for everything",
        ),
        ("«cell(hits, 1)»", "2 values in \"cell\", it takes 3", "write cell(table, row, column)"),
        (
            "cell(«1», 2, 3)",
            "\"1\" is here, but the id of a table is expected",
            "write cell(table, row, column)",
        ),
    ]);
}

#[test]
fn wrong_selectors_are_reported() {
    refused(&[
        ("count({«tags»: foot})", "\"tags\" is not a key of a selector", "did you mean `tag`?"),
        (
            "count({«colour»: red})",
            "\"colour\" is not a key of a selector",
            "a selector has the keys unit, tag, option, role, entry, book, ally, command, any, all and not",
        ),
        (
            "count({«foot»})",
            "\"foot\" is here, but a key of a selector is expected",
            "write {tag: foot} or {unit: foot}",
        ),
        ("count({«tag» foot})", "\":\" is missing after \"tag\"", "write {tag: x}"),
        ("count({«not» {}})", "\":\" is missing after \"not\"", "write {not: {…}}"),
        ("count({tag: «}»)", "\"}\" is here, but an id is expected", "write {tag: x} or {tag: [x, y]}"),
        ("count({tag: «[]»})", "`tag` has an empty list", "put an id in it"),
        ("count({«any»: []})", "`any` has an empty list", "put a selector in it"),
        (
            "count({any: «{»tag: a}})",
            "\"{\" is here, but a list of selectors is expected",
            "write {any: [{tag: foot}, {tag: horse}]}",
        ),
        (
            "count({not: «a»})",
            "\"a\" is here, but a selector is expected",
            "write a selector in braces, such as {tag: foot}, or {} for everything",
        ),
        (
            "count({tag: a, «tag»: b})",
            "\"tag\" is given twice in this selector",
            "for any of several words write a list, such as {tag: [a, b]}; for both, {all: [{tag: a}, {tag: b}]}",
        ),
        (
            "count({tag: a «unit»: b})",
            "\"unit\" is here, but \",\" or \"}\" is expected",
            "put a comma before it, or close the selector with `}`",
        ),
        ("count(«{»tag: foot", "\"{\" is never closed", "close it with `}`"),
        ("count({tag: «[»a, b", "\"[\" is never closed", "close it with `]`"),
        (
            "count({tag: [a, b«}»)",
            "\"}\" is here, but \",\" or \"]\" is expected",
            "put a comma before it, or close the selector with `]`",
        ),
    ]);
}
