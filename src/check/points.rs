//! Checks of the army's size in points and of costs that are unknown.

use crate::army::{Army, Character, Unit};
use crate::finding::{Code, Finding, Scope, Span, SubjectKind};
use crate::format::number::Number;
use crate::rules::ids::ContingentId;
use crate::rules::option::Cost;
use crate::wording::{joined, of_points};

use super::{Found, army_span, at};

pub(super) fn check(army: &Army<'_>, found: &mut Found) {
    if !army.rules.has_points {
        return;
    }
    size(army, found);
    if !lacks_mode(army) {
        allies(army, found);
    }
    unknown(army, found);
    declared(army, found);
}

fn size(army: &Army<'_>, found: &mut Found) {
    // If the size is given twice, it is unknown which counts
    if army.unread.has_at_top("points") {
        return;
    }
    let Some(limit) = &army.list.points else {
        // The size may be in the list and have been reported for another reason
        if army.partial {
            return;
        }
        let names: Vec<String> = found.need_points.iter().map(|r| format!("\"{r}\"")).collect();
        let unchecked = if names.is_empty() { "the total".to_owned() } else { joined(&names, "and") };
        let finding = at(
            Code::PointsNeeded,
            army_span(army),
            "the list does not say how many points both sides agreed on",
        )
        .help(format!("write `points: 1000` or the like; not checked without it: {unchecked}"));
        found.say(finding);
        return;
    };
    if limit.value <= 0 {
        if !limit.is_stand_in() {
            let message = format!("the agreed size is {}, a number above 0 is needed", limit.value);
            found.say(
                at(Code::BadValue, limit.span, message)
                    .about(SubjectKind::Key, "points")
                    .scope(Scope::Army)
                    .help("write the points that each side may spend"),
            );
        }
        return;
    }
    // Costs are unknown without the mode
    if lacks_mode(army) {
        return;
    }
    // Only points that are certainly spent can exceed the size
    let unsure = unsure(army, army.units.iter(), army.characters.iter());
    if army.spent.minus(unsure).is_some_and(|sure| sure <= limit.value) {
        return;
    }
    found.findings.extend(over(limit.span, "the army", army.spent, limit.value, army.complete));
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
fn unsure<'u, 'a: 'u>(
    army: &Army<'a>,
    units: impl Iterator<Item = &'u Unit<'a>>,
    characters: impl Iterator<Item = &'u Character<'a>>,
) -> Number {
    let unit = |u: &Unit<'_>| {
        let each = u.known_cost();
        each.times(i64::from(u.count).into()).unwrap_or(each)
    };
    let units = units.filter(|u| !u.in_reserve() && (u.unsure || u.lacks_size(army.rules))).map(unit);
    let characters = characters.filter(|c| c.unsure).map(Character::known_cost);
    units.chain(characters).fold(Number::ZERO, |sum, cost| sum.plus(cost).unwrap_or(sum))
}

/// The finding about an army or a contingent that costs more than was agreed.
fn over(span: Span, who: &str, spent: Number, limit: Number, complete: bool) -> Option<Finding> {
    if spent <= limit {
        return None;
    }
    let more = spent.minus(limit).unwrap_or_default();
    let least = if complete { "" } else { "at least " };
    let message =
        format!("{who} costs {least}{}, {least}{more} more than the agreed {limit}", of_points(spent));
    Some(at(Code::OverPoints, span, message).says(format!("{limit} agreed")))
}

/// Checks the cost of each ally's contingent, which has its own size.
fn allies(army: &Army<'_>, found: &mut Found) {
    for (index, command) in
        army.commands.iter().enumerate().filter(|(_, c)| c.contingent != ContingentId::OWN)
    {
        let written = command.written.filter(|w| !army.unread.may_have(w.span, "points"));
        let points = written.and_then(|w| w.points.as_ref()).filter(|p| p.value > 0);
        let Some(points) = points else { continue };
        let units = || command.units.iter().map(|at| &army.units[*at]);
        let complete = units().all(|u| u.cost().is_some())
            && army.characters_of(index).all(|character| character.cost().is_some());
        let costs = units().filter_map(|u| u.known_cost().times(i64::from(u.count).into()));
        let costs = costs.chain(army.characters_of(index).map(Character::known_cost));
        let spent = costs.fold(Number::ZERO, |sum, cost| sum.plus(cost).unwrap_or(sum));
        let units = units();
        let unsure = unsure(army, units, army.characters_of(index));
        if spent.minus(unsure).is_none_or(|sure| sure > points.value) {
            let who = super::commands::called(army, index);
            let finding = over(points.span, &who, spent, points.value, complete);
            let command = super::commands::name_of(army, index);
            let about = |f: Finding| f.about(SubjectKind::Command, command).scope(Scope::Command);
            found.findings.extend(finding.map(about));
        }
    }
}

/// Reports units and characters whose cost is not stated.
fn unknown(army: &Army<'_>, found: &mut Found) {
    // An unknown mode has been reported; each cost that depends on it would only report the same again
    if lacks_mode(army) {
        return;
    }
    for unit in &army.units {
        let Some(kind) = unit.body.kind.map(|k| army.rules.kind_of(k)) else { continue };
        // An entry for a character has been reported as not being a unit
        if kind.unit.is_none() {
            continue;
        }
        let priced_by_size = matches!(kind.cost, Some(Cost::Sizes(_)));
        for line in unit.bodies().flat_map(|b| &b.lines).filter(|l| l.total().is_none()) {
            // A size without a price is reported by the check of sizes
            if priced_by_size && line.rule == kind.rule {
                continue;
            }
            let message = format!("what \"{}\" costs is not known, so the total is incomplete", line.what);
            found.say(
                at(Code::PointsUnknown, unit.written.word_span(), message)
                    .label(kind.span, "it has no cost here")
                    .rule(line.rule.as_ref()),
            );
        }
    }
}

fn declared(army: &Army<'_>, found: &mut Found) {
    let Some(declares) = &army.list.declares else { return };
    let said = declares.points.value;
    if army.unread.has_at_top("declares")
        || declares.points.is_stand_in()
        || said == army.spent
        || !army.complete
    {
        return;
    }
    let message = format!("the list declares {} and costs {}", of_points(said), army.spent);
    found.say(
        at(Code::DeclaredTotal, declares.points.span, message)
            .about(SubjectKind::Key, "declares")
            .help(format!("write {}, or leave it out", army.spent)),
    );
}
