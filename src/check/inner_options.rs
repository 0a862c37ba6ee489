//! Checks of options inside others, and of how many times an option is had.

use crate::army::bodies_and_options::{TakenOption, most_times_within};
use crate::finding::{Code, SubjectKind};
use crate::format::list::OptionDetail;
use crate::rules::id_types::OptionId;
use crate::wording::quoted_list;

use super::option_context::OptionContext;
use super::{CheckReport, finding_at, severity_if_unmet};

/// Reports an option that is not where it is offered. Returns `true` if it is not.
pub(super) fn report_misplaced(
    here: &OptionContext<'_, '_>,
    found: &mut CheckReport,
    taken: &TakenOption<'_>,
) -> bool {
    let offers = here.offers;
    let (id, name) = (&here.option_rule(taken.option).id, |o: OptionId| here.option_rule(o).id.as_str());
    let rivals = here.body.rival_outer_options(here.army.rules, taken);
    if let Some(last) = rivals.last() {
        let ids = rivals.iter().map(|rival| name(rival.option));
        let message = format!("which has \"{id}\", {}?", quoted_list(ids, "or"));
        let mut finding = finding_at(Code::OptionIncomplete, taken.span, message)
            .with_subject(SubjectKind::Option, &**id)
            .with_help(format!("write `{}: {{options: [{id}]}}`", name(last.option)));
        for rival in &rivals {
            finding = finding.with_label(rival.span, "offers it");
        }
        found.push(severity_if_unmet(here.army, finding));
        return true;
    }
    let missing = match taken.within.split_last() {
        Some((outer, around)) if offers.offer_at(taken.option, &taken.within).is_none() => {
            // Written inside an option that is there but does not offer it
            let level = offers.offers_within(&taken.within);
            let offered = level.map_or(&[][..], |level| level.all.as_slice()).iter();
            let offered: Vec<&str> = offered.map(|offer| name(offer.option)).collect();
            let outer = name(*outer);
            // What is around it has been reported where it is not offered either
            let known = offers.offer_at(taken.within[taken.within.len() - 1], around).is_some();
            let message = format!("\"{id}\" is not offered with \"{outer}\"");
            let help = match offered.as_slice() {
                [] => format!("\"{outer}\" takes no options"),
                all => format!("\"{outer}\" may have {}", quoted_list(all.iter().copied(), "and")),
            };
            if known {
                found.push(
                    finding_at(Code::OptionUnavailable, taken.span, message)
                        .with_subject(SubjectKind::Option, &**id)
                        .with_help(help)
                        .with_rule(here.rule_path)
                        .label_in_message(here.option_rule(taken.within[taken.within.len() - 1]).span, outer),
                );
            }
            return true;
        }
        Some((outer, around)) if here.body.find_taken(*outer, around).is_none() => vec![*outer],
        None if offers.offer_for(taken.option).is_none() => {
            let mut outer: Vec<OptionId> =
                offers.paths_to(taken.option).filter_map(|path| path.last().copied()).collect();
            outer.sort_unstable();
            outer.dedup();
            outer
        }
        Some(_) | None => Vec::new(),
    };
    let Some(first) = missing.first() else { return false };
    // An outer option that could be in several places is asked for itself
    if missing.iter().any(|outer| here.body.has(*outer)) {
        return true;
    }
    let message = format!(
        "\"{id}\" comes with {}, which this unit has not",
        quoted_list(missing.iter().map(|outer| name(*outer)), "or")
    );
    let rule = here.option_rule(*first);
    found.push(
        finding_at(Code::OptionNeeds, taken.span, message)
            .with_subject(SubjectKind::Option, &**id)
            .with_help(format!("take `{}`, or leave it out", rule.id))
            .with_rule(&rule.rule_path)
            .label_in_message(rule.span, &*rule.name),
    );
    true
}

/// Reports an option that is had more often than it may be.
pub(super) fn check_times(here: &OptionContext<'_, '_>, found: &mut CheckReport, taken: &TakenOption<'_>) {
    let Some(OptionDetail::More(terms)) = taken.detail else { return };
    let Some(times) = &terms.times else { return };
    let rule = here.option_rule(taken.option);
    let most = most_times_within(here.army.rules, here.offers, taken.option, &taken.within);
    let finding = |code, message: String| {
        finding_at(code, times.span, message).with_subject(SubjectKind::Option, &*rule.id)
    };
    if times.value == 0 {
        found.push(finding(Code::BadValue, format!("\"{}\" 0 times", rule.name)).with_help("leave it out"));
    } else if times.value > most.number {
        let offers = [here.body.offer_of(here.army.rules, taken), None];
        let whom = if rule.costs_per_model(offers) { "one model" } else { "one unit" };
        let message = match most.number {
            1 => format!("\"{}\" {} times, but only once on {whom}", rule.name, times.value),
            n => format!("\"{}\" {} times, at most {n} on {whom}", rule.name, times.value),
        };
        let help = match most.number {
            1 => "leave out \"times\"".to_owned(),
            n => format!("write `times: {n}` or fewer"),
        };
        found.push(
            finding(Code::OptionRepeated, message)
                .with_help(help)
                .with_rule(&rule.rule_path)
                .with_label(most.span.unwrap_or(rule.span), "how many times it may be had"),
        );
    }
}

/// Says how many models a unit has, or how many of them have an option.
pub(super) fn models_text(here: &OptionContext<'_, '_>, within: &[OptionId]) -> String {
    let models = here.body.models_within(here.army.rules, within);
    match within.last() {
        None => format!("\"{}\" has {models}", here.name),
        Some(outer) => {
            let have = if models == 1 { "has" } else { "have" };
            format!("{models} {have} \"{}\"", here.option_rule(*outer).id)
        }
    }
}
