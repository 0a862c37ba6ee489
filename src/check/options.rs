//! Checks of options: whether a unit may take them, what they need and what they exclude.

use std::collections::HashMap;

use crate::army::Army;
use crate::army::bodies_and_options::{OptionOrigin, TakenOption, most_times_within};
use crate::army::stats::stat_conflicts;
use crate::finding::{Code, Finding, Scope, Severity, Subject, SubjectKind};
use crate::rules::compile::events::unlisted_option_path;
use crate::rules::compiled_options::{Need, OptionGroup, OptionRule};
use crate::rules::compiled_purchases::{Buyer, PurchaseRule};
use crate::rules::compiled_selectors::SelectorTest;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::{ContingentId, OptionId};
use crate::wording::{quoted_list, short_list};

use super::option_context::{OptionContext, is_chosen};
use super::reasons_for_soft_rules::report_or_settle;
use super::{CheckReport, entry_dates_and_conditions, finding_at, severity_if_unmet, with_rule_label};

pub(super) fn check_options(army: &Army<'_>, found: &mut CheckReport) {
    for unit in &army.units {
        for body in unit.bodies() {
            let Some(here) = OptionContext::new(army, unit, body) else { continue };
            check_options_of(&here, found);
        }
    }
    for bought in &army.purchases {
        check_options_of(&OptionContext::of_purchases(army, bought), found);
    }
}

fn check_options_of(here: &OptionContext<'_, '_>, found: &mut CheckReport) {
    report_repeated(here, found);
    for taken in &here.body.taken {
        report_implied(here, found, taken);
        let weight = check_availability(here, found, taken);
        check_needs(here, found, taken, weight);
        super::option_details::check_details(here, found, taken);
    }
    check_groups(here, found);
    report_stat_conflict(here, found);
}

fn report_repeated(here: &OptionContext<'_, '_>, found: &mut CheckReport) {
    let mut seen: HashMap<(OptionId, &[OptionId]), &TakenOption<'_>> = HashMap::new();
    for taken in here.body.taken.iter().filter(|t| is_chosen(t)) {
        let place = (taken.option, taken.within.as_slice());
        if let Some(first) = seen.get(&place).copied() {
            let rule = here.option_rule(taken.option);
            let message = format!("\"{}\" takes \"{}\" twice", here.name, rule.id);
            let most = most_times_within(here.army.rules, here.offers, taken.option, &taken.within).number;
            let help = if taken.origin == OptionOrigin::Standard {
                "leave it out of the options".to_owned()
            } else if most > 1 {
                format!("write `{}: {{times: 2}}`", rule.id)
            } else {
                "leave one out".to_owned()
            };
            let mut finding = finding_at(Code::OptionRepeated, taken.span, message)
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_help(help)
                .with_label(first.span, "taken here already");
            // If one of them has details, both may be intended
            let bare = |t: &TakenOption<'_>| t.origin == OptionOrigin::Chosen && t.detail.is_none();
            if most == 1 && bare(taken) && bare(first) {
                finding = finding.with_edit(taken.span, "");
            }
            found.push(finding);
        } else {
            seen.insert(place, taken);
        }
    }
}

/// Reports an option that another option of the unit implies.
fn report_implied(here: &OptionContext<'_, '_>, found: &mut CheckReport, taken: &TakenOption<'_>) {
    if taken.origin != OptionOrigin::Chosen {
        return;
    }
    let whole = here
        .distinct
        .iter()
        .find(|t| is_chosen(t) && here.option_rule(t.option).stands_for.contains(&taken.option));
    if let Some(whole) = whole {
        let message = format!(
            "\"{}\" is a part of \"{}\"",
            here.option_rule(taken.option).id,
            here.option_rule(whole.option).id
        );
        let finding = finding_at(Code::OptionRepeated, taken.span, message)
            .with_subject(SubjectKind::Option, &*here.option_rule(taken.option).id)
            .with_help("leave it out");
        found.push(finding.with_label(whole.span, "which is taken here"));
    }
}

/// Reports an option that the unit may not take. Returns the severity of that if the unit is not offered it.
fn check_availability(
    here: &OptionContext<'_, '_>,
    found: &mut CheckReport,
    taken: &TakenOption<'_>,
) -> Option<Severity> {
    if !is_chosen(taken) {
        return None;
    }
    let rule = here.option_rule(taken.option);
    let rules = here.army.rules;
    if super::inner_options::report_misplaced(here, found, taken) {
        return Some(Severity::Error);
    }
    let offer = here.offers.offer_at(taken.option, &taken.within);
    let contingent = here.body.contingent;
    let own = offer.map_or(&[][..], |o| &o.dates);
    let by_entry = offer.filter(|o| o.is_from_entry).map(|_| contingent);
    for (dates, sees) in
        [(&rule.dates[..], rules.defining_contingent(contingent, taken.option)), (own, by_entry)]
    {
        let option = Subject::new(SubjectKind::Option, &*rule.id);
        entry_dates_and_conditions::report_anachronism(
            here.army,
            found,
            dates,
            sees,
            taken.span,
            (&option, &rule.id),
            &rule.rule_path,
        );
    }
    if offer.is_none() && report_bought_by_another(here, found, taken) {
        return Some(Severity::Error);
    }
    let Some(offer) = offer else {
        let severity = rules.unlisted_option_severity.unwrap_or(Severity::Error);
        let mut help = here.may_take_help();
        if severity < Severity::Error && taken.origin == OptionOrigin::Chosen {
            help = format!("say why with `{}: {{because: …}}`; {help}", rule.id);
        }
        let message = format!("\"{}\" is not offered to {}", rule.id, here.offered_to);
        let finding = finding_at(Code::OptionUnavailable, taken.span, message)
            .with_subject(SubjectKind::Option, &*rule.id)
            .with_severity(severity)
            .with_help(help);
        let finding = finding.with_rule(here.rule_path).label_in_message(here.offers_span, here.offered_to);
        // Where the rules let history override the chart, a reason is all they ask for
        let unlisted = unlisted_option_path(&rules.id);
        let names = [here.rule_path, rule.rule_path.as_str(), unlisted.as_str()];
        report_or_settle(here.army, found, finding, taken.because.as_slice(), &names);
        return Some(severity);
    };
    if offer.is_included && taken.origin == OptionOrigin::Chosen && taken.detail.is_none() {
        let message = format!("{} always has \"{}\"; there is no need to write it", here.offered_to, rule.id);
        found.push(
            finding_at(Code::OptionIncluded, taken.span, message)
                .with_subject(SubjectKind::Option, &*rule.id)
                .with_help("leave it out")
                .with_edit(taken.span, ""),
        );
    }
    None
}

/// Reports an option that only another buys: the army, a command, or none of those but units. Returns `true` if it was
/// reported.
fn report_bought_by_another(
    here: &OptionContext<'_, '_>,
    found: &mut CheckReport,
    taken: &TakenOption<'_>,
) -> bool {
    let (rules, rule) = (here.army.rules, here.option_rule(taken.option));
    let seen = |by: &&PurchaseRule| {
        by.buyer != Buyer::ArmyAsCommand
            && (by.contingent == here.body.contingent || by.contingent == ContingentId::OWN)
    };
    let buyer = rules.buyers_of(taken.option).find(seen).map(|by| by.buyer);
    let has_commands = here.army.list.commands.is_some();
    let (message, help) = match buyer {
        Some(buyer) => {
            let help = match buyer {
                Buyer::Command if has_commands => "write it under one",
                Buyer::Army if has_commands => "write it under `options` beside `commands`",
                _ => "write it under `options` beside `units`",
            };
            (format!("\"{}\" is bought by {}", rule.id, buyer.noun()), help.to_owned())
        }
        None if here.body.buyer.is_some() => {
            let offers = |kind: &&UnitKind| kind.offers.offers_anywhere(taken.option);
            let Some(unit) = rules.kinds.iter().find(offers) else { return false };
            let message = format!("\"{}\" is for units, and not bought by {}", rule.id, here.offered_to);
            (message, format!("write it under the `options` of a unit such as {}", unit.name))
        }
        None => return false,
    };
    let finding = finding_at(Code::OptionUnavailable, taken.span, message)
        .with_subject(SubjectKind::Option, &*rule.id)
        .with_help(help);
    found.push(finding.with_rule(&rule.rule_path).label_in_message(rule.span, &*rule.id));
    true
}

fn check_needs(
    here: &OptionContext<'_, '_>,
    found: &mut CheckReport,
    taken: &TakenOption<'_>,
    unavailable: Option<Severity>,
) {
    let rule = here.option_rule(taken.option);
    // What it needs adds nothing to its not being for this unit, unless it weighs more; a reason settles a
    // warning
    if let Some(need) = &rule.needs
        && is_chosen(taken)
        && unavailable.is_none_or(|said| said < need.severity)
        && !need.selector.matches(here.body)
        && !here.has_unknown_parts
    {
        let message = format!("\"{}\" needs {}", rule.id, need.description);
        let finding = about(
            finding_at(Code::OptionNeeds, taken.span, message).with_subject(SubjectKind::Option, &*rule.id),
            rule,
            need,
        );
        report_or_settle(here.army, found, finding, taken.because.as_slice(), &[&rule.rule_path]);
    }
    if let Some(need) = &rule.excludes
        && need.selector.matches(here.body)
    {
        let group = |o: OptionId| here.offers.offer_for(o).and_then(|o| o.group);
        let rivals =
            here.distinct.iter().copied().filter(|t| t.option != taken.option && excluded(need, t.option));
        let rival = rivals
            .filter(|t| group(t.option).is_none() || group(t.option) != group(taken.option))
            .find(|t| is_chosen(t) || is_chosen(taken));
        let options_only = matches!(need.selector.test, SelectorTest::Option(_));
        match rival {
            // Of two options that exclude each other, only the later one is reported
            Some(rival) => {
                let (later, first) = if is_chosen(taken) && (!is_chosen(rival) || taken.span > rival.span) {
                    (taken, rival)
                } else {
                    (rival, taken)
                };
                let (later_rule, first_rule) =
                    (here.option_rule(later.option), here.option_rule(first.option));
                let message = format!("\"{}\" and \"{}\" do not go together", first_rule.id, later_rule.id);
                let finding = finding_at(Code::OptionConflict, later.span, message)
                    .with_subject(SubjectKind::Option, &*later_rule.id)
                    .with_label(first.span, format!("\"{}\" is here", first_rule.id));
                // A reason given with either of them will do
                let reasons: Vec<_> = [first, later].into_iter().filter_map(|t| t.because).collect();
                let names = [&first_rule.rule_path, &later_rule.rule_path].map(String::as_str);
                report_or_settle(here.army, found, about(finding, rule, need), &reasons, &names);
            }
            None if !options_only && is_chosen(taken) && !here.has_unknown_parts => {
                let message = format!("\"{}\" does not go with {}", rule.id, need.description);
                let finding = about(
                    finding_at(Code::OptionConflict, taken.span, message)
                        .with_subject(SubjectKind::Option, &*rule.id),
                    rule,
                    need,
                );
                report_or_settle(here.army, found, finding, taken.because.as_slice(), &[&rule.rule_path]);
            }
            None => {}
        }
    }
}

fn excluded(need: &Need, option: OptionId) -> bool {
    matches!(&need.selector.test, SelectorTest::Option(all) if all.contains(&option))
}

fn about(finding: Finding, rule: &OptionRule, need: &Need) -> Finding {
    let finding = finding.with_severity(need.severity);
    let span = if need.says.is_some() { need.span } else { rule.span };
    with_rule_label(finding, &rule.rule_path, span, need.says.as_deref().or(Some(&rule.name)))
}

/// Checks the groups of offers: those of the unit itself, and those of each option that it has.
fn check_groups(here: &OptionContext<'_, '_>, found: &mut CheckReport) {
    for (within, offers) in here.offers.levels() {
        let outer = within.split_last();
        if outer.is_none_or(|(outer, around)| here.body.find_taken(*outer, around).is_some()) {
            check_groups_within(here, found, within, &offers.groups);
        }
    }
}

fn check_groups_within(
    here: &OptionContext<'_, '_>,
    found: &mut CheckReport,
    within: &[OptionId],
    groups: &[OptionGroup],
) {
    let has = here.body.models_within(here.army.rules, within);
    for group in groups {
        let is_here = |t: &&TakenOption<'_>| t.within == within && group.options.contains(&t.option);
        let taken: Vec<&TakenOption<'_>> =
            here.body.taken.iter().filter(|t| is_chosen(t)).filter(is_here).collect();
        let ids = || group.options.iter().map(|o| here.option_rule(*o).id.as_str());
        let whole: Vec<&&TakenOption<'_>> = taken.iter().filter(|t| t.models.is_none()).collect();
        if whole.len() > 1 {
            let how = if group.is_required { "one" } else { "at most one" };
            let names = quoted_list(taken.iter().map(|t| here.option_rule(t.option).id.as_str()), "and");
            let mut finding = finding_at(
                Code::OptionConflict,
                taken[taken.len() - 1].span,
                format!("{names} do not go together"),
            )
            .with_severity(group.severity)
            .with_help(format!("take {how} of {}", quoted_list(ids(), "and")))
            .with_rule(here.rule_path);
            for first in &taken[..taken.len() - 1] {
                finding = finding.with_label(first.span, "taken here already");
            }
            let finding = finding.with_label(group.span, format!("{how} of these"));
            // One of them may be taken anyway; each further one asks for its own reason
            let reasons: Vec<_> = whole.iter().filter_map(|t| t.because).collect();
            let enough = whole.len() - reasons.len() <= 1;
            let reasons = if enough { &reasons[..] } else { &[] };
            let options = taken.iter().map(|t| here.option_rule(t.option).rule_path.as_str());
            let names: Vec<&str> = options.chain([here.rule_path]).collect();
            report_or_settle(here.army, found, finding, reasons, &names);
        }
        let models: u64 = taken.iter().map(|t| u64::from(t.models.unwrap_or(has))).sum();
        if whole.len() <= 1 && taken.len() > 1 && here.knows_models() && models > u64::from(has) {
            let last = taken[taken.len() - 1];
            let names: Vec<String> =
                taken.iter().map(|t| format!("\"{}\"", here.option_rule(t.option).id)).collect();
            let message = format!(
                "{} go to {models} models together, and {}",
                short_list(&names, "and"),
                super::inner_options::models_text(here, within)
            );
            found.push(finding_at(Code::UnitSize, last.span, message));
        }
        let any = here.body.taken.iter().any(|t| is_here(&t));
        if group.is_required && !any && !here.has_unknown_parts {
            let message = format!("\"{}\" must take one of {}", here.name, quoted_list(ids(), "and"));
            let finding =
                severity_if_unmet(here.army, finding_at(Code::ChoiceMissing, here.type_span, message))
                    .with_scope(match here.body.buyer {
                        Some(Buyer::Army | Buyer::ArmyAsCommand) => Scope::Army,
                        Some(Buyer::Command) => Scope::Command,
                        None => Scope::Row,
                    })
                    .with_help(format!("write one under `options`, such as {}", ids().next().unwrap_or("")));
            found.push(with_rule_label(finding, here.rule_path, group.span, Some("one of these")));
        }
    }
}

/// Reports two options that set stats to different numbers, unless another rule already forbids them
/// together.
fn report_stat_conflict(here: &OptionContext<'_, '_>, found: &mut CheckReport) {
    let rules = here.army.rules;
    let all = stat_conflicts(here.body, rules);
    let mut pairs: Vec<(OptionId, OptionId)> =
        all.iter().map(|(_, first, second)| (*first, *second)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for (first, second) in pairs.into_iter().filter(|(a, b)| !are_kept_apart(here, *a, *b)) {
        let span = |o| here.body.taken.iter().find(|t| t.option == o).map_or(here.type_span, |t| t.span);
        let stats: Vec<String> = all
            .iter()
            .filter(|(_, a, b)| (*a, *b) == (first, second))
            .map(|(stat, _, _)| rules.stats[stat.0].name.to_lowercase())
            .collect();
        let message = format!(
            "\"{}\" and \"{}\" set {} to different numbers",
            here.option_rule(first).id,
            here.option_rule(second).id,
            short_list(&stats, "and")
        );
        found.push(
            finding_at(Code::OptionConflict, span(second), message)
                .with_subject(SubjectKind::Option, &*here.option_rule(second).id)
                .with_label(span(first), "set here too"),
        );
    }
}

/// Returns `true` if a group of the unit or a rule of one of the options forbids taking both.
fn are_kept_apart(here: &OptionContext<'_, '_>, first: OptionId, second: OptionId) -> bool {
    let excludes =
        |a: OptionId, b: OptionId| here.option_rule(a).excludes.as_ref().is_some_and(|e| excluded(e, b));
    let grouped =
        here.offers.groups.iter().any(|g| g.options.contains(&first) && g.options.contains(&second));
    grouped || excludes(first, second) || excludes(second, first)
}
