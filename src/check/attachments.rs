//! Checks of units that are attached to others.

use std::collections::BTreeMap;

use crate::army::{Army, Unit, UnitOrigin};
use crate::finding::{Code, Span, SubjectKind};
use crate::format::ruleset::AttachReach;
use crate::read::Located;
use crate::rules::Attach;
use crate::wording::names_there_are;

use super::reasons_for_soft_rules::report_or_settle;
use super::{CheckReport, finding_at, with_rule_label};

pub(super) fn check_attachments(army: &Army<'_>, found: &mut CheckReport) {
    let mut joined: Vec<(usize, usize, u64, Span)> = Vec::new();
    for (at, unit) in army.units.iter().enumerate() {
        let Some(link) = &unit.attached_to else { continue };
        let Some(to) = link.unit else { continue };
        let target = &army.units[to];
        if at == to {
            found.push(finding_at(
                Code::Attachment,
                link.name.span,
                format!("\"{}\" is attached to itself", unit.name),
            ));
            continue;
        }
        if unit.body.kind.is_none() || target.body.kind.is_none() {
            continue;
        }
        let rule =
            army.rules.attach.iter().position(|a| a.who.matches(&unit.body) && a.to.matches(&target.body));
        let Some(rule_at) = rule else {
            report_not_allowed(army, found, unit, target, link.name.span);
            continue;
        };
        let rule = &army.rules.attach[rule_at];
        // Two units are in the same command if some command has both
        let outermost = |unit: &Unit<'_>| unit.command.map(|at| army.outermost_command(at));
        let apart = rule.within == AttachReach::Command && outermost(unit) != outermost(target);
        if apart {
            let message = format!("\"{}\" is attached to \"{}\" of another command", unit.name, target.name);
            let finding = finding_at(Code::Attachment, link.name.span, message)
                .with_label(target.written.type_span(), "the other command's");
            found.push(about(finding, rule));
        }
        if let Some(further) = target.attached_to.as_ref().filter(|_| !apart) {
            let message =
                format!("\"{}\" is attached to \"{}\", which is attached itself", unit.name, target.name);
            let finding = finding_at(Code::Attachment, link.name.span, message)
                .with_label(further.name.span, "attached here");
            found.push(finding.with_help("attach it to a unit that is not attached itself"));
            continue;
        }
        if let Some(severity) = rule.severity
            && !army.unread.has_unread_in(unit.written.span())
        {
            let message = format!("\"{}\" attached to \"{}\" asks for a reason", unit.name, target.name);
            let finding = finding_at(Code::Attachment, link.name.span, message)
                .with_severity(severity)
                .with_help(format!("write `attached-to: {{unit: {}, because: …}}`", target.name));
            report_or_settle(
                army,
                found,
                about(finding, rule),
                attachment_reason(unit).as_slice(),
                &[&rule.rule_path],
            );
        }
        joined.push((rule_at, to, u64::from(unit.count), link.name.span));
    }
    report_too_many(army, found, &joined);
    report_rings(army, found);
}

/// Returns the reason that the list gives for attaching a unit.
fn attachment_reason<'a>(unit: &Unit<'a>) -> Option<&'a Located<String>> {
    let UnitOrigin::Unit(written) = unit.written else { return None };
    written.attached_to.as_ref()?.because().filter(|because| !because.trim().is_empty())
}

fn about(finding: crate::finding::Finding, rule: &Attach) -> crate::finding::Finding {
    with_rule_label(finding, &rule.rule_path, rule.span, rule.says.as_deref().or(Some(&rule.name)))
}

fn report_not_allowed(
    army: &Army<'_>,
    found: &mut CheckReport,
    unit: &Unit<'_>,
    target: &Unit<'_>,
    span: Span,
) {
    let message = format!("\"{}\" may not be attached to \"{}\"", unit.name, target.name);
    let mine: Vec<&str> =
        army.rules.attach.iter().filter(|a| a.who.matches(&unit.body)).map(|a| a.name.as_str()).collect();
    let help = match mine.as_slice() {
        [] => format!("{} has no attachment for such a unit", army.rules.name),
        mine => {
            format!("for such a unit {}", names_there_are(mine.iter().copied()))
        }
    };
    found.push(finding_at(Code::Attachment, span, message).with_help(help));
}

fn report_too_many(army: &Army<'_>, found: &mut CheckReport, joined: &[(usize, usize, u64, Span)]) {
    for (rule_at, rule) in army.rules.attach.iter().enumerate() {
        let Some(max) = rule.max else { continue };
        let mut by_target: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for one in joined.iter().filter(|(r, _, _, _)| *r == rule_at) {
            by_target.entry(one.1).or_default().push(one);
        }
        for (to, here) in by_target {
            let target = &army.units[to];
            let sum: u64 = here.iter().map(|(_, _, count, _)| count).sum();
            let Some((last, others)) = here.split_last() else { continue };
            if sum > u64::from(max) {
                let message =
                    format!("{sum} units are attached to \"{}\", at most {max} allowed", target.name);
                let mut finding = finding_at(Code::Attachment, last.3, message)
                    .with_subject(SubjectKind::Unit, &*target.name);
                for other in others {
                    finding = finding.with_label(other.3, "attached too");
                }
                found.push(about(finding, rule));
            }
        }
    }
}

/// Reports units that are attached to each other in a ring.
fn report_rings(army: &Army<'_>, found: &mut CheckReport) {
    let next = |at: usize| army.units[at].attached_to.as_ref().and_then(|l| l.unit);
    for start in 0..army.units.len() {
        let mut at_unit = next(start);
        // A ring is reported once, at its first unit
        let mut steps = 0;
        while let Some(here) = at_unit {
            steps += 1;
            if here == start && steps > 1 {
                if let Some(link) = &army.units[start].attached_to {
                    let message =
                        format!("\"{}\" is attached to itself through other units", army.units[start].name);
                    found.push(finding_at(Code::Attachment, link.name.span, message));
                }
                break;
            }
            if here <= start || steps > 16 {
                break;
            }
            at_unit = next(here);
        }
    }
}
