//! Checks of the army's size in points.

use std::collections::BTreeMap;

use crate::army::agreed_points::{SpentPoints, lacks_mode, spent_by_army, spent_by_command};
use crate::army::amount_allowed_by_limit::amount_for_size;
use crate::army::cost_lines::{CostLine, PricedItem};
use crate::army::{Army, Character, Unit};
use crate::finding::{Code, Finding, Scope, Span, SubjectKind};
use crate::format::read_exact_numbers::Number;
use crate::read::Located;
use crate::rules::compiled_limits::Limit;
use crate::rules::id_types::{ChargeId, ContingentId};
use crate::wording::{points_text, short_list};

use super::{CheckReport, army_span, finding_at, unknown_costs};

pub(super) fn check_points(army: &Army<'_>, found: &mut CheckReport) {
    if !army.rules.has_points {
        return;
    }
    check_size(army, found);
    if !lacks_mode(army) {
        check_allies(army, found);
    }
    unknown_costs::report_unknown_costs(army, found);
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
    let Some(most) = army.most_points().filter(|most| spent.exceeds(*most)) else { return };
    let finding = match army.rules.size_limit.rule() {
        Some(rule) => over_rule_finding(army, rule, limit, &spent, most),
        None => over_points_finding(limit.span, "the army", &spent, most),
    };
    let charges = army.own_charges(None).map(|line| (line, 1));
    let units = army.units.iter().filter(|unit| !unit.in_reserve());
    found.push(with_charge_labels(finding, army, charges, units, army.characters.iter()));
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

/// The most charges that are labelled. More would not help anyone.
const MAX_LABELLED: usize = 5;

/// Labels the charges that add to a cost, each with what it adds.
fn with_charge_labels<'r, 'a: 'r>(
    mut finding: Finding,
    army: &Army<'_>,
    own: impl Iterator<Item = (&'r CostLine<'a>, u32)>,
    units: impl Iterator<Item = &'r Unit<'a>>,
    characters: impl Iterator<Item = &'r Character<'a>>,
) -> Finding {
    let of_units = units.flat_map(|unit| unit.body.cost_lines.iter().map(|line| (line, unit.count)));
    let of_characters = characters.flat_map(|one| one.cost_lines.iter().map(|line| (line, 1)));
    let mut sums: BTreeMap<ChargeId, Number> = BTreeMap::new();
    for (line, count) in own.chain(of_units).chain(of_characters) {
        let PricedItem::Charge(id) = line.paid_for else { continue };
        let total = line.total().and_then(|total| total.checked_mul(i64::from(count).into()));
        let sum = sums.entry(id).or_default();
        *sum = total.and_then(|total| sum.checked_add(total)).unwrap_or(*sum);
    }
    for (id, sum) in sums.into_iter().filter(|(_, sum)| *sum > 0).take(MAX_LABELLED) {
        let charge = &army.rules.charges[id.0];
        finding = finding.with_label(charge.span, format!("\"{}\" adds {}", charge.name, points_text(sum)));
    }
    finding
}

/// The finding about an army that costs more than a rule allows, which stands in place of the agreed size.
fn over_rule_finding(
    army: &Army<'_>,
    rule: &Limit,
    agreed: &Located<Number>,
    SpentPoints { spent, is_complete, .. }: &SpentPoints,
    most: Number,
) -> Finding {
    let least = if *is_complete { "" } else { "at least " };
    let how = army.rules.size_limit.bound().and_then(|bound| amount_for_size(bound, army.points));
    let how = how.and_then(|how| how.explanation).map_or_else(String::new, |how| format!(": {how}"));
    let message = format!("the army costs {least}{}, at most {most} allowed{how}", points_text(*spent));
    let words = rule.says.as_deref().unwrap_or("how much an army may cost");
    finding_at(Code::OverPoints, agreed.span, message)
        .with_primary_text(format!("{} agreed", agreed.value))
        .with_label(army.rules.size_limit.bound().map_or(rule.span, |bound| bound.span), words)
        .with_rule(&rule.rule_path)
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
            let finding = finding.with_subject(SubjectKind::Command, command).with_scope(Scope::Command);
            let charges = army.charges_in(index).map(|line| (line, 1));
            let units = army.units_in(index).map(|at| &army.units[at]);
            let characters = army.characters_in(index).map(|at| &army.characters[at]);
            found.push(with_charge_labels(finding, army, charges, units, characters));
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
