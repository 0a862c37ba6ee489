//! Checks that some legal list exists for each answer to a book's choices.

use std::time::Duration;

use crate::finding::{Code, Finding, Severity};
use crate::format::book::Book;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::solve::{Feasibility, ListRequirements, find_legal_list};

use super::date_intervals::date_intervals;

/// Reports answers to a book's choices under which no list is legal, at any of the sizes and in any year.
pub(super) fn check_answers(
    rules: &Rules,
    book: &Book,
    sizes: &[Number],
    time: Duration,
    found: &mut Vec<Finding>,
) {
    let sizes: Vec<Option<Number>> =
        if rules.has_points { sizes.iter().rev().map(|n| Some(*n)).collect() } else { vec![None] };
    for (choice, asked) in &book.choices {
        for (answer, _) in asked.one_of.iter() {
            let mut clashes = Vec::new();
            let mut open = false;
            let legal = sizes.iter().any(|size| {
                date_intervals(rules).into_iter().any(|years| {
                    let date = years.map(|(from, _)| from);
                    let answer = Some((choice.as_str(), answer.as_str()));
                    let at_least = Number::ZERO;
                    let terms = ListRequirements {
                        title: "a legal list",
                        size: *size,
                        date,
                        min_cost: at_least,
                        answer,
                        time_limit: time,
                    };
                    match find_legal_list(rules, &terms) {
                        Feasibility::Found(_) => return true,
                        Feasibility::Forbidden(clash) => clashes.extend(clash.limits),
                        Feasibility::NoneFound => open = true,
                    }
                    false
                })
            });
            if legal {
                continue;
            }
            let with = format!("`{}: {}`", choice.value, answer.value);
            let (message, severity, help) = if open {
                let message = format!("no legal list with {with} of \"{}\" was found", book.name.value);
                (message, Severity::Note, "a legal list may still exist: this is not a proof")
            } else {
                let message = format!("no list with {with} of \"{}\" is legal", book.name.value);
                (
                    message,
                    Severity::Error,
                    "with this answer, the limits, the years or the size rule out every army",
                )
            };
            let mut finding =
                Finding::new(Code::Impossible, answer.span, message).with_severity(severity).with_help(help);
            clashes.sort_unstable();
            clashes.dedup();
            for at in clashes.into_iter().filter(|_| !open) {
                let limit = &rules.limits[at];
                finding =
                    finding.with_label(limit.span, limit.says.clone().unwrap_or_else(|| limit.title.clone()));
            }
            found.push(finding);
        }
    }
}
