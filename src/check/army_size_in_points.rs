//! Checks of the army's size in points and of costs that are unknown.

use crate::army::Army;
use crate::army::agreed_points::{SpentPoints, lacks_mode, spent_by_army, spent_by_command};
use crate::army::cost_lines::PricedItem;
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
    let spent = spent_by_army(army);
    if !spent.exceeds(limit.value) {
        return;
    }
    found.push(over_points_finding(limit.span, "the army", &spent, limit.value));
    // A thousand written as 1.000 is read as 1
    if limit.value < 20
        && let Some(last) = found.findings.last_mut()
    {
        last.help = Some("write the size without a separator, as 1000".to_owned());
    }
}

/// The finding about an army or a contingent that costs more than was agreed.
fn over_points_finding(
    span: Span,
    who: &str,
    SpentPoints { spent, is_complete, .. }: &SpentPoints,
    limit: Number,
) -> Finding {
    let more = spent.checked_sub(limit).unwrap_or_default();
    let least = if *is_complete { "" } else { "at least " };
    let message =
        format!("{who} costs {least}{}, {least}{more} more than the agreed {limit}", points_text(*spent));
    finding_at(Code::OverPoints, span, message).with_primary_text(format!("{limit} agreed"))
}

/// Checks the cost of each ally's contingent, which has its own size.
fn check_allies(army: &Army<'_>, found: &mut CheckReport) {
    for (index, command) in army
        .commands
        .iter()
        .enumerate()
        .filter(|(_, c)| c.contingent != ContingentId::OWN && c.outer.is_none())
    {
        let written = command.written.filter(|w| !army.unread.may_have(w.span, "points"));
        let points = written.and_then(|w| w.points.as_ref()).filter(|p| p.value > 0);
        let Some(points) = points else { continue };
        let spent = spent_by_command(army, index);
        if spent.exceeds(points.value) {
            let who = super::command_leaders_and_roles::command_label(army, index);
            let finding = over_points_finding(points.span, &who, &spent, points.value);
            let command = super::command_leaders_and_roles::name_of(army, index);
            found.push(finding.with_subject(SubjectKind::Command, command).with_scope(Scope::Command));
        }
    }
}

/// Reports units and characters whose cost is not stated.
fn report_unknown_costs(army: &Army<'_>, found: &mut CheckReport) {
    // An unknown mode has been reported; each cost that depends on it would only report the same again
    if lacks_mode(army) {
        return;
    }
    for bought in &army.purchases {
        for line in bought.body.cost_lines.iter().filter(|line| line.total().is_none()) {
            let place = bought.body.taken.iter().find(|taken| {
                line.paid_for == PricedItem::Option(taken.option) && line.within == taken.within
            });
            let message = format!("what \"{}\" costs is not known, so the total is incomplete", line.name);
            let span = place.map_or(bought.span, |taken| taken.span);
            found.push(finding_at(Code::PointsUnknown, span, message).with_rule(line.rule_path.as_ref()));
        }
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
