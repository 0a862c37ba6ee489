//! Which allies may join, when, under whom, and with how many points.

use crate::army::ally_points::{AllyPointsInForce, ally_points_in_force};
use crate::army::amount_allowed_by_limit::amount_for_size;
use crate::army::evaluate_conditions::{condition_holds, first_dates_outside};
use crate::army::regions::Region;
use crate::army::{Army, Command};
use crate::finding::{Code, Finding, Scope, SubjectKind};
use crate::format::read_exact_numbers::Number;
use crate::read::Located;
use crate::rules::compiled_amounts::Bound;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_limits::Bounds;
use crate::rules::id_types::ContingentId;
use crate::rules::{AllyPoints, Contingent};
use crate::wording::{Edge, points_text, quoted_list};

use super::why_rule_applies::Reasons;
use super::{CheckReport, finding_at, severity_if_unmet, with_rule_label};

/// Checks the ally of a command against the terms of the army's book.
pub(super) fn check_ally(army: &Army<'_>, found: &mut CheckReport, command: &Command<'_>) {
    let Some(word) = command.written.and_then(|w| w.ally.as_ref()) else { return };
    let contingent = &army.rules.contingents[command.contingent.0];
    let Some(book) = &contingent.book else { return };
    let rule =
        format!("{}/allies/{}", army.rules.contingents[0].book.as_ref().map_or("", |b| &b.id), word.value);
    let about = |finding: Finding| {
        let finding = finding.with_subject(SubjectKind::Ally, &*word.value).with_scope(Scope::Command);
        with_rule_label(finding, &rule, contingent.span, Some(&book.name))
    };
    if found.date_outside_book {
        // The army's date is outside the book's years, which has been reported
    } else if let Some(year) = army.date {
        let joins = first_dates_outside(army, &contingent.dates, None);
        // If the terms of the ally state no years, those of both books apply
        let own = contingent
            .dates
            .is_empty()
            .then_some(book.dates.as_ref())
            .flatten()
            .filter(|d| !d.contains(year));
        if let Some(broken) = joins.or(own) {
            let message = format!("\"{}\" may join {broken}, and the army is of {year}", word.value);
            found
                .push(about(finding_at(Code::Ally, word.span, message).with_label(broken.span, "its years")));
        }
    } else if !contingent.dates.is_empty() || book.dates.is_some() {
        super::entry_dates_and_conditions::note_missing_date(found, format!("the ally \"{}\"", word.value));
    }
    check_condition(army, found, word, contingent, &about);
    if army.rules.has_points {
        // Points that are given twice or could not be read have been reported
        let unread = command.written.is_some_and(|w| army.unread.may_have(w.span, "points"));
        match command.written.and_then(|w| w.points.as_ref()) {
            _ if unread => {}
            None => {
                let finding = finding_at(
                    Code::Ally,
                    word.span,
                    format!("the ally \"{}\" does not state its points", word.value),
                )
                .with_help(format!(
                    "write `points:` with the size of its contingent{}",
                    points_range(army, contingent)
                ));
                found.push(about(severity_if_unmet(army, finding)));
            }
            Some(points) if points.value <= 0 => {
                if !points.is_placeholder() {
                    let message = format!(
                        "the points of the ally \"{}\" are {}, a number above 0 is needed",
                        word.value, points.value
                    );
                    let help = format!("write the size of its contingent{}", points_range(army, contingent));
                    found.push(about(finding_at(Code::BadValue, points.span, message).with_help(help)));
                }
            }
            Some(points) => check_points(army, found, (word, contingent), points, &about),
        }
    }
    let role = command.commander.and_then(|c| army.role_of(c));
    if let Some(role) = role
        && !contingent.roles.is_empty()
        && !contingent.roles.contains(&role)
    {
        let written = command.written.and_then(|w| w.commander.as_ref());
        let span = written.map_or(word.span, |c| c.role.as_ref().map_or(c.span, |r| r.span));
        let may: Vec<&str> = contingent.roles.iter().map(|r| army.rules.roles[r.0].id.as_str()).collect();
        let message = format!(
            "the ally \"{}\" is led by {}, not by \"{}\"",
            word.value,
            quoted_list(may, "or"),
            army.rules.roles[role.0].id
        );
        found.push(about(finding_at(Code::Ally, span, message)));
    }
}

/// Checks the condition under which an ally may join.
fn check_condition(
    army: &Army<'_>,
    found: &mut CheckReport,
    word: &Located<String>,
    contingent: &Contingent,
    about: &dyn Fn(Finding) -> Finding,
) {
    match condition_holds(army, &contingent.when, Region::Army, None) {
        Some(true) => {}
        Some(false) => {
            let reasons = Reasons::that_fail(army, &contingent.when, None);
            let message = reasons.sentence(&format!("the ally \"{}\" may not join", word.value));
            found.push(reasons.add_to(about(finding_at(Code::Ally, word.span, message))));
        }
        None => note_missing_facts(army, found, &contingent.when, &format!("the ally \"{}\"", word.value)),
    }
}

/// Notes what the list does not say, so that a condition could not be decided.
fn note_missing_facts(army: &Army<'_>, found: &mut CheckReport, when: &Condition, rule: &str) {
    if army.date.is_none() && when.asks(&|when| when.date.is_some()) {
        super::entry_dates_and_conditions::note_missing_date(found, rule.to_owned());
    }
    if army.points.is_none() && when.asks(&|when| when.points.is_some() || when.worth.is_some()) {
        found.rules_needing_points.push(rule.to_owned());
    }
}

/// Works out a bound of an ally's points, with text on how it was worked out.
fn work_out_bound(army: &Army<'_>, bound: &Bound) -> Option<(Number, String)> {
    let allowed = amount_for_size(bound, army.points)?;
    Some((allowed.amount, allowed.explanation.map_or_else(String::new, |how| format!(": {how}"))))
}

/// Returns how many points an ally may have, as the end of a help text.
fn points_range(army: &Army<'_>, contingent: &Contingent) -> String {
    let AllyPointsInForce::Bounded(AllyPoints { bounds, .. }) = ally_points_in_force(army, contingent) else {
        return String::new();
    };
    let most = bounds.max.as_ref().and_then(|b| work_out_bound(army, b)).map(|(n, _)| n.floor());
    let least = bounds.min.as_ref().and_then(|b| work_out_bound(army, b)).map(|(n, _)| n.ceil());
    match (least, most) {
        (Some(least), Some(most)) => format!(", {least} to {most}"),
        (Some(least), None) => format!(", {least} or more"),
        (None, Some(most)) => format!(", {most} at most"),
        (None, None) => String::new(),
    }
}

/// Checks that the size of an ally's contingent is within the bounds of the book.
fn check_points(
    army: &Army<'_>,
    found: &mut CheckReport,
    (word, contingent): (&Located<String>, &Contingent),
    points: &Located<Number>,
    about: &dyn Fn(Finding) -> Finding,
) {
    let case = match ally_points_in_force(army, contingent) {
        AllyPointsInForce::Bounded(case) => case,
        AllyPointsInForce::Unbounded => return,
        AllyPointsInForce::Undecided(case) => {
            let rule = format!("the points of the ally \"{}\"", word.value);
            note_missing_facts(army, found, &case.when, &rule);
            return;
        }
    };
    let Bounds { min, max, exactly, multiple_of } = &case.bounds;
    let ends = [
        (exactly, Edge::Exactly),
        (max, Edge::AtMost),
        (min, Edge::AtLeast),
        (multiple_of, Edge::MultipleOf),
    ];
    for (bound, edge) in ends {
        let Some((allowed, how)) = bound.as_ref().and_then(|b| work_out_bound(army, b)) else { continue };
        let (is_above, is_below) = (points.value > allowed, points.value < allowed);
        let is_broken = match edge {
            Edge::AtMost => is_above,
            Edge::AtLeast => is_below,
            Edge::Exactly => is_above || is_below,
            Edge::MultipleOf => points.value.checked_div(allowed).is_some_and(|n| n.floor() != n),
        };
        found.ally_too_large |= is_above && matches!(edge, Edge::AtMost | Edge::Exactly);
        if is_broken {
            let statement = format!(
                "the ally \"{}\" has {}, {} {} {}{how}",
                word.value,
                points_text(points.value),
                edge.words(),
                allowed.to_mixed_text(),
                if edge == Edge::MultipleOf { "wanted" } else { "allowed" }
            );
            let reasons = Reasons::that_hold(army, &[&case.when], Region::Army, None);
            let message = reasons.sentence(&statement);
            let finding = about(finding_at(Code::Ally, points.span, message));
            // Of several cases, show which one applies
            let finding = match contingent.points.as_slice() {
                [_] => finding,
                _ => finding.with_label(case.span, "its points"),
            };
            found.push(reasons.add_to(finding));
            // One number is wrong, however many ends it misses
            break;
        }
    }
}

/// Checks that the allies together are not larger than the army, since their contingents are parts of it.
pub(super) fn check_total_points(army: &Army<'_>, found: &mut CheckReport) {
    let Some(size) = army.points.filter(|_| !found.ally_too_large) else { return };
    let allied = army.commands.iter().filter(|c| c.contingent != ContingentId::OWN);
    let unread = |c: &&Command<'_>| c.written.is_some_and(|w| army.unread.may_have(w.span, "points"));
    let stated = allied.filter(|c| !unread(c)).filter_map(|c| c.written?.points.as_ref());
    let stated = stated.filter(|p| p.value > 0);
    let stated: Vec<&Located<Number>> = stated.collect();
    let Some(sum) = stated.iter().try_fold(Number::ZERO, |sum, p| sum.checked_add(p.value)) else { return };
    if sum <= size {
        return;
    }
    let Some((last, others)) = stated.split_last() else { return };
    let message = if others.is_empty() {
        format!("the ally has {}, the whole army {size}", points_text(sum))
    } else {
        format!("the allies have {} together, the whole army {size}", points_text(sum))
    };
    let finding = finding_at(Code::Ally, last.span, message)
        .with_scope(Scope::Army)
        .with_help("the points of allies are a part of the army's");
    found
        .push(others.iter().fold(finding, |finding, other| finding.with_label(other.span, "another ally's")));
}
