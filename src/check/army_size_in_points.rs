//! Checks of the army's size in points and of costs that are unknown.

use crate::army::{Army, Character, Unit};
use crate::finding::{Code, Finding, Scope, Span, SubjectKind};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_options::Cost;
use crate::rules::id_types::ContingentId;
use crate::wording::{points_text, short_list};

use super::{CheckReport, army_span, finding_at};

pub(super) fn check_points(army: &Army<'_>, found: &mut CheckReport) {
    if !army.rules.has_points {
        return;
    }
    check_size(army, found);
    if !lacks_mode(army) {
        check_allies(army, found);
    }
    report_unknown_costs(army, found);
    check_declared_total(army, found);
}

fn check_size(army: &Army<'_>, found: &mut CheckReport) {
    // If the size is given twice, it is unknown which counts
    if army.unread.has_at_top("points") {
        return;
    }
    let Some(limit) = &army.list.points else {
        // The size may be in the list and have been reported for another reason
        if army.part_unread {
            return;
        }
        let names: Vec<String> = found.rules_needing_points.iter().map(|r| format!("\"{r}\"")).collect();
        let unchecked = if names.is_empty() { "the total".to_owned() } else { short_list(&names, "and") };
        let finding = finding_at(
            Code::PointsNeeded,
            army_span(army),
            "the list does not say how many points both sides agreed on",
        )
        .with_help(format!("write `points: 1000` or the like; not checked without it: {unchecked}"));
        found.push(finding);
        return;
    };
    if limit.value <= 0 {
        if !limit.is_placeholder() {
            let message = format!("the agreed size is {}, a number above 0 is needed", limit.value);
            found.push(
                finding_at(Code::BadValue, limit.span, message)
                    .with_subject(SubjectKind::Key, "points")
                    .with_scope(Scope::Army)
                    .with_help("write the points that each side may spend"),
            );
        }
        return;
    }
    // Costs are unknown without the mode
    if lacks_mode(army) {
        return;
    }
    // Only points that are certainly spent can exceed the size
    let unsure = unclear_cost(army, army.units.iter(), army.characters.iter());
    if army.spent.checked_sub(unsure).is_some_and(|sure| sure <= limit.value) {
        return;
    }
    found.findings.extend(report_over_points(
        limit.span,
        "the army",
        army.spent,
        limit.value,
        army.cost_is_known,
    ));
    // A thousand written as 1.000 is read as 1
    if limit.value < 20
        && army.spent > limit.value
        && let Some(last) = found.findings.last_mut()
    {
        last.help = Some("write the size without a separator, as 1000".to_owned());
    }
}

/// Returns `true` if the mode that the army is priced in is unknown.
fn lacks_mode(army: &Army<'_>) -> bool {
    army.mode.is_none() && !army.rules.modes.is_empty()
}

/// Returns the cost of units and characters of which something is unread, unknown or missing, so that they
/// may really cost more or less.
fn unclear_cost<'u, 'a: 'u>(
    army: &Army<'a>,
    units: impl Iterator<Item = &'u Unit<'a>>,
    characters: impl Iterator<Item = &'u Character<'a>>,
) -> Number {
    let unit = |u: &Unit<'_>| {
        let each = u.known_cost();
        each.checked_mul(i64::from(u.count).into()).unwrap_or(each)
    };
    let units = units.filter(|u| !u.in_reserve() && (u.is_unclear || u.lacks_size(army.rules))).map(unit);
    let characters = characters.filter(|c| c.is_unclear).map(Character::known_cost);
    units.chain(characters).fold(Number::ZERO, |sum, cost| sum.checked_add(cost).unwrap_or(sum))
}

/// The finding about an army or a contingent that costs more than was agreed.
fn report_over_points(
    span: Span,
    who: &str,
    spent: Number,
    limit: Number,
    complete: bool,
) -> Option<Finding> {
    if spent <= limit {
        return None;
    }
    let more = spent.checked_sub(limit).unwrap_or_default();
    let least = if complete { "" } else { "at least " };
    let message =
        format!("{who} costs {least}{}, {least}{more} more than the agreed {limit}", points_text(spent));
    Some(finding_at(Code::OverPoints, span, message).with_primary_text(format!("{limit} agreed")))
}

/// Checks the cost of each ally's contingent, which has its own size.
fn check_allies(army: &Army<'_>, found: &mut CheckReport) {
    for (index, command) in
        army.commands.iter().enumerate().filter(|(_, c)| c.contingent != ContingentId::OWN)
    {
        let written = command.written.filter(|w| !army.unread.may_have(w.span, "points"));
        let points = written.and_then(|w| w.points.as_ref()).filter(|p| p.value > 0);
        let Some(points) = points else { continue };
        let units = || command.units.iter().map(|at| &army.units[*at]);
        let complete = units().all(|u| u.cost().is_some())
            && army.characters_of(index).all(|character| character.cost().is_some());
        let costs = units().filter_map(|u| u.known_cost().checked_mul(i64::from(u.count).into()));
        let costs = costs.chain(army.characters_of(index).map(Character::known_cost));
        let spent = costs.fold(Number::ZERO, |sum, cost| sum.checked_add(cost).unwrap_or(sum));
        let units = units();
        let unsure = unclear_cost(army, units, army.characters_of(index));
        if spent.checked_sub(unsure).is_none_or(|sure| sure > points.value) {
            let who = super::command_leaders_and_roles::command_label(army, index);
            let finding = report_over_points(points.span, &who, spent, points.value, complete);
            let command = super::command_leaders_and_roles::name_of(army, index);
            let about = |f: Finding| f.with_subject(SubjectKind::Command, command).with_scope(Scope::Command);
            found.findings.extend(finding.map(about));
        }
    }
}

/// Reports units and characters whose cost is not stated.
fn report_unknown_costs(army: &Army<'_>, found: &mut CheckReport) {
    // An unknown mode has been reported; each cost that depends on it would only report the same again
    if lacks_mode(army) {
        return;
    }
    for unit in &army.units {
        let Some(kind) = unit.body.kind.map(|k| army.rules.kind(k)) else { continue };
        // An entry for a character has been reported as not being a unit
        if kind.unit_type.is_none() {
            continue;
        }
        let priced_by_size = matches!(kind.cost, Some(Cost::Sizes(_)));
        for line in unit.bodies().flat_map(|b| &b.cost_lines).filter(|l| l.total().is_none()) {
            // A size without a price is reported by the check of sizes
            if priced_by_size && line.rule_path == kind.rule_path {
                continue;
            }
            let message = format!("what \"{}\" costs is not known, so the total is incomplete", line.name);
            found.push(
                finding_at(Code::PointsUnknown, unit.written.type_span(), message)
                    .with_label(kind.span, "it has no cost here")
                    .with_rule(line.rule_path.as_ref()),
            );
        }
    }
}

fn check_declared_total(army: &Army<'_>, found: &mut CheckReport) {
    let Some(declares) = &army.list.declares else { return };
    let said = declares.points.value;
    if army.unread.has_at_top("declares")
        || declares.points.is_placeholder()
        || said == army.spent
        || !army.cost_is_known
    {
        return;
    }
    let message = format!("the list declares {} and costs {}", points_text(said), army.spent);
    found.push(
        finding_at(Code::DeclaredTotal, declares.points.span, message)
            .with_subject(SubjectKind::Key, "declares")
            .with_help(format!("write {}, or leave it out", army.spent)),
    );
}
