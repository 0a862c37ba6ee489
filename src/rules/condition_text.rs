//! Conditions in words, before any army is there.

use crate::wording::{join_all, quoted_list};

use super::Rules;
use super::compiled_conditions::{Condition, NumberTest};
use super::limit_text::measured_thing;

/// Returns a condition as a clause after `if`, such as `the campaign is "africa" and the year is from 206 BC`.
/// `None` if it always holds.
pub fn condition_text(rules: &Rules, when: &Condition) -> Option<String> {
    let Condition {
        modes,
        points,
        worth,
        spent,
        date,
        commands,
        present,
        present_text,
        measured,
        choices,
        any,
        all,
        not,
    } = when;
    let compared = [
        ("the agreed points are", points),
        ("the army's points are", worth),
        ("the points spent are", spent),
        ("the commands are", commands),
    ];
    let compared = compared
        .into_iter()
        .filter_map(|(what, test)| test.as_ref().map(|test| format!("{what} {}", comparison_text(test))));
    let mode = modes.iter().map(|modes| {
        let ids = modes.iter().map(|mode| rules.modes[mode.0].id.as_str());
        format!("the mode is {}", quoted_list(ids, "or"))
    });
    let date = date.iter().map(|dates| format!("the year is {}", dates.years_text()));
    let present = present.iter().map(|_| format!("there are {}", present_text.plural_text()));
    let measured = measured.iter().map(|asked| {
        let what = measured_thing(rules, &asked.measure, asked.description.as_ref(), false);
        let test = comparison_text(&asked.test);
        if asked.measure.is_single_value() {
            format!("{what} is {test}")
        } else {
            format!("there are {test} {what}")
        }
    });
    let choices = choices.iter().map(|(choice, answers)| {
        format!("{choice} is {}", quoted_list(answers.iter().map(String::as_str), "or"))
    });
    let inner = all.iter().filter_map(|when| condition_text(rules, when));
    let alternatives: Vec<String> = any.iter().filter_map(|when| condition_text(rules, when)).collect();
    let alternatives = (!alternatives.is_empty()).then(|| join_all(&alternatives, "or"));
    let not = not.iter().filter_map(|when| condition_text(rules, when)).map(|text| format!("not: {text}"));
    let parts: Vec<String> = mode
        .chain(compared)
        .chain(date)
        .chain(choices)
        .chain(present)
        .chain(measured)
        .chain(inner)
        .chain(alternatives)
        .chain(not)
        .collect();
    (!parts.is_empty()).then(|| join_all(&parts, "and"))
}

/// Returns a condition as a clause with its conjunction, such as `if the year is 225 BC` or `unless the year is 225
/// BC`. `None` if it always holds.
pub fn condition_clause(rules: &Rules, when: &Condition) -> Option<String> {
    let others = Condition { not: None, ..when.clone() };
    match &when.not {
        Some(not) if others.is_empty() => condition_text(rules, not).map(|text| format!("unless {text}")),
        _ => condition_text(rules, when).map(|text| format!("if {text}")),
    }
}

/// Returns a comparison as text, such as `1000 or more and less than 2000`.
pub fn comparison_text(compare: &NumberTest) -> String {
    let words = [
        compare.min.map(|n| format!("{n} or more")),
        compare.above.map(|n| format!("more than {n}")),
        compare.max.map(|n| format!("{n} or less")),
        compare.below.map(|n| format!("less than {n}")),
        compare.exactly.map(|n| format!("exactly {n}")),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}
