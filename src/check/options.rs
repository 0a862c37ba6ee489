//! Checks of options: whether a unit may take them, what they need and what they exclude.

use std::collections::{HashMap, HashSet};

use crate::army::body::{Body, Origin, Taken};
use crate::army::stats::clashes;
use crate::army::{Army, Unit};
use crate::finding::{Code, Finding, Scope, Severity, Subject, SubjectKind};
use crate::rules::compile::events::unlisted_option;
use crate::rules::help::may_take;
use crate::rules::ids::OptionId;
use crate::rules::option::{Kind, Need, OptionRule};
use crate::rules::selector::Test;
use crate::wording::{joined, quoted};

use super::settled::say_or_settle;
use super::{Found, at, entries, of_rule, unmet};

pub(super) fn check(army: &Army<'_>, found: &mut Found) {
    for unit in &army.units {
        for body in unit.bodies() {
            let Some(kind) = body.kind.map(|k| army.rules.kind_of(k)) else { continue };
            let here =
                Here { army, unit, body, kind, unsure: unsure(army, unit, body), distinct: distinct(body) };
            repeated(&here, found);
            for taken in &body.taken {
                part_of_another(&here, found, taken);
                let weight = availability(&here, found, taken);
                needs(&here, found, taken, weight);
                super::details::check(&here, found, taken);
            }
            groups(&here, found);
            clash(&here, found);
        }
    }
}

fn unsure(army: &Army<'_>, unit: &Unit<'_>, body: &Body<'_>) -> bool {
    let unknown_role = unit.written.role().is_some_and(|role| army.rules.role(role).is_none());
    unknown_role || !body.unknown.is_empty() || army.unread.within(unit.written.span())
}

/// The body whose options are checked.
pub(super) struct Here<'h, 'a> {
    pub(super) army: &'h Army<'a>,
    pub(super) unit: &'h Unit<'a>,
    pub(super) body: &'h Body<'a>,
    pub(super) kind: &'h Kind,
    /// Whether something of the unit is unread or unknown, and might be what an option needs.
    pub(super) unsure: bool,
    /// Its options, each once for each origin, since a list may repeat one many times.
    distinct: Vec<&'h Taken<'a>>,
}

fn distinct<'h, 'a>(body: &'h Body<'a>) -> Vec<&'h Taken<'a>> {
    let mut seen = HashSet::new();
    body.taken.iter().filter(|t| seen.insert((t.option, chosen(t)))).collect()
}

impl Here<'_, '_> {
    /// Whether the number of models is known, and how many of them take each option.
    pub(super) fn knows_models(&self) -> bool {
        let unread = self.army.unread.within(self.unit.written.span());
        !unread && !self.body.takes_twice() && !self.unit.lacks_size(self.army.rules)
    }

    pub(super) fn rule(&self, option: OptionId) -> &OptionRule {
        self.army.rules.option_of(option)
    }
}

fn chosen(taken: &Taken<'_>) -> bool {
    matches!(taken.origin, Origin::Chosen | Origin::Standard)
}

fn repeated(here: &Here<'_, '_>, found: &mut Found) {
    let mut seen: HashMap<OptionId, &Taken<'_>> = HashMap::new();
    for taken in here.body.taken.iter().filter(|t| chosen(t)) {
        if let Some(first) = seen.get(&taken.option).copied() {
            let rule = here.rule(taken.option);
            let message = format!("\"{}\" takes \"{}\" twice", here.unit.name, rule.id);
            let help = if taken.origin == Origin::Standard {
                "leave it out of the options"
            } else {
                "leave one out"
            };
            let mut finding = at(Code::OptionRepeated, taken.span, message)
                .about(SubjectKind::Option, &*rule.id)
                .help(help)
                .label(first.span, "taken here already");
            // If one of them has details, both may be intended
            let bare = |t: &Taken<'_>| t.origin == Origin::Chosen && t.detail.is_none();
            if bare(taken) && bare(first) {
                finding = finding.mend(taken.span, "");
            }
            found.say(finding);
        } else {
            seen.insert(taken.option, taken);
        }
    }
}

/// Reports an option that another option of the unit implies.
fn part_of_another(here: &Here<'_, '_>, found: &mut Found, taken: &Taken<'_>) {
    if taken.origin != Origin::Chosen {
        return;
    }
    let whole =
        here.distinct.iter().find(|t| chosen(t) && here.rule(t.option).stands_for.contains(&taken.option));
    if let Some(whole) = whole {
        let message =
            format!("\"{}\" is a part of \"{}\"", here.rule(taken.option).id, here.rule(whole.option).id);
        let finding = at(Code::OptionRepeated, taken.span, message)
            .about(SubjectKind::Option, &*here.rule(taken.option).id)
            .help("leave it out");
        found.say(finding.label(whole.span, "which is taken here"));
    }
}

/// Reports an option that the unit may not take. Returns the severity of that if the unit is not offered it.
fn availability(here: &Here<'_, '_>, found: &mut Found, taken: &Taken<'_>) -> Option<Severity> {
    if !chosen(taken) {
        return None;
    }
    let rule = here.rule(taken.option);
    let rules = here.army.rules;
    let offer = here.kind.offers.of(taken.option);
    let contingent = here.body.contingent;
    let own = offer.map_or(&[][..], |o| &o.dates);
    let by_entry = offer.filter(|o| o.of_entry).map(|_| contingent);
    for (dates, sees) in [(&rule.dates[..], rules.maker_of(contingent, taken.option)), (own, by_entry)] {
        let option = Subject::new(SubjectKind::Option, &*rule.id);
        entries::dated(here.army, found, dates, sees, taken.span, (&option, &rule.id), &rule.rule);
    }
    let Some(offer) = offer else {
        let severity = rules.unlisted.unwrap_or(Severity::Error);
        let mut help = may_take(rules, here.kind);
        if severity < Severity::Error && taken.origin == Origin::Chosen {
            help = format!("say why with `{}: {{because: …}}`; {help}", rule.id);
        }
        let message = format!("\"{}\" is not offered to {}", rule.id, here.kind.name);
        let finding = at(Code::OptionUnavailable, taken.span, message)
            .about(SubjectKind::Option, &*rule.id)
            .severity(severity)
            .help(help);
        let finding = finding.rule(&here.kind.rule).label_in_message(here.kind.span, &*here.kind.name);
        // Where the rules let history override the chart, a reason is all they ask for
        let unlisted = unlisted_option(&rules.id);
        let names = [&here.kind.rule, &rule.rule, &unlisted].map(String::as_str);
        say_or_settle(here.army, found, finding, taken.because.as_slice(), &names);
        return Some(severity);
    };
    if offer.included && taken.origin == Origin::Chosen && taken.detail.is_none() {
        let message = format!("{} always has \"{}\"; there is no need to write it", here.kind.name, rule.id);
        found.say(
            at(Code::OptionIncluded, taken.span, message)
                .about(SubjectKind::Option, &*rule.id)
                .help("leave it out")
                .mend(taken.span, ""),
        );
    }
    None
}

fn needs(here: &Here<'_, '_>, found: &mut Found, taken: &Taken<'_>, unavailable: Option<Severity>) {
    let rule = here.rule(taken.option);
    // What it needs adds nothing to its not being for this unit, unless it weighs more; a reason settles a
    // warning
    if let Some(need) = &rule.needs
        && chosen(taken)
        && unavailable.is_none_or(|said| said < need.severity)
        && !need.selector.finds(here.body)
        && !here.unsure
    {
        let message = format!("\"{}\" needs {}", rule.id, need.what);
        let finding = about(
            at(Code::OptionNeeds, taken.span, message).about(SubjectKind::Option, &*rule.id),
            rule,
            need,
        );
        say_or_settle(here.army, found, finding, taken.because.as_slice(), &[&rule.rule]);
    }
    if let Some(need) = &rule.excludes
        && need.selector.finds(here.body)
    {
        let group = |o: OptionId| here.kind.offers.of(o).and_then(|o| o.group);
        let rivals =
            here.distinct.iter().copied().filter(|t| t.option != taken.option && excluded(need, t.option));
        let rival = rivals
            .filter(|t| group(t.option).is_none() || group(t.option) != group(taken.option))
            .find(|t| chosen(t) || chosen(taken));
        let options_only = matches!(need.selector.test, Test::Option(_));
        match rival {
            // Of two options that exclude each other, only the later one is reported
            Some(rival) => {
                let (later, first) = if chosen(taken) && (!chosen(rival) || taken.span > rival.span) {
                    (taken, rival)
                } else {
                    (rival, taken)
                };
                let (later_rule, first_rule) = (here.rule(later.option), here.rule(first.option));
                let message = format!("\"{}\" and \"{}\" do not go together", first_rule.id, later_rule.id);
                let finding = at(Code::OptionConflict, later.span, message)
                    .about(SubjectKind::Option, &*later_rule.id)
                    .label(first.span, format!("\"{}\" is here", first_rule.id));
                // A reason given with either of them will do
                let reasons: Vec<_> = [first, later].into_iter().filter_map(|t| t.because).collect();
                let names = [&first_rule.rule, &later_rule.rule].map(String::as_str);
                say_or_settle(here.army, found, about(finding, rule, need), &reasons, &names);
            }
            None if !options_only && chosen(taken) && !here.unsure => {
                let message = format!("\"{}\" does not go with {}", rule.id, need.what);
                let finding = about(
                    at(Code::OptionConflict, taken.span, message).about(SubjectKind::Option, &*rule.id),
                    rule,
                    need,
                );
                say_or_settle(here.army, found, finding, taken.because.as_slice(), &[&rule.rule]);
            }
            None => {}
        }
    }
}

fn excluded(need: &Need, option: OptionId) -> bool {
    matches!(&need.selector.test, Test::Option(all) if all.contains(&option))
}

fn about(finding: Finding, rule: &OptionRule, need: &Need) -> Finding {
    let finding = finding.severity(need.severity);
    let span = if need.says.is_some() { need.span } else { rule.span };
    of_rule(finding, &rule.rule, span, need.says.as_deref().or(Some(&rule.name)))
}

fn groups(here: &Here<'_, '_>, found: &mut Found) {
    for group in &here.kind.offers.groups {
        let taken: Vec<&Taken<'_>> =
            here.body.taken.iter().filter(|t| chosen(t) && group.options.contains(&t.option)).collect();
        let ids = || group.options.iter().map(|o| here.rule(*o).id.as_str());
        let whole: Vec<&&Taken<'_>> = taken.iter().filter(|t| t.models.is_none()).collect();
        if whole.len() > 1 {
            let how = if group.must { "one" } else { "at most one" };
            let names = quoted(taken.iter().map(|t| here.rule(t.option).id.as_str()), "and");
            let mut finding =
                at(Code::OptionConflict, taken[taken.len() - 1].span, format!("{names} do not go together"))
                    .severity(group.severity)
                    .help(format!("take {how} of {}", quoted(ids(), "and")))
                    .rule(&here.kind.rule);
            for first in &taken[..taken.len() - 1] {
                finding = finding.label(first.span, "taken here already");
            }
            let finding = finding.label(group.span, format!("{how} of these"));
            // One of them may be taken anyway; each further one asks for its own reason
            let reasons: Vec<_> = whole.iter().filter_map(|t| t.because).collect();
            let enough = whole.len() - reasons.len() <= 1;
            let reasons = if enough { &reasons[..] } else { &[] };
            let options = taken.iter().map(|t| here.rule(t.option).rule.as_str());
            let names: Vec<&str> = options.chain([here.kind.rule.as_str()]).collect();
            say_or_settle(here.army, found, finding, reasons, &names);
        }
        let models: u64 = taken.iter().map(|t| u64::from(t.models.unwrap_or(here.body.size))).sum();
        if whole.len() <= 1 && taken.len() > 1 && here.knows_models() && models > u64::from(here.body.size) {
            let last = taken[taken.len() - 1];
            let names: Vec<String> =
                taken.iter().map(|t| format!("\"{}\"", here.rule(t.option).id)).collect();
            let message = format!(
                "{} go to {models} models together, and \"{}\" has {}",
                joined(&names, "and"),
                here.unit.name,
                here.body.size
            );
            found.say(at(Code::UnitSize, last.span, message));
        }
        let any = here.body.taken.iter().any(|t| group.options.contains(&t.option));
        if group.must && !any && !here.unsure {
            let message = format!("\"{}\" must take one of {}", here.unit.name, quoted(ids(), "and"));
            let finding = unmet(here.army, at(Code::ChoiceMissing, here.unit.written.word_span(), message))
                .scope(Scope::Row)
                .help(format!("write one under `options`, such as {}", ids().next().unwrap_or("")));
            found.say(of_rule(finding, &here.kind.rule, group.span, Some("one of these")));
        }
    }
}

/// Reports two options that set stats to different numbers, unless another rule already forbids them
/// together.
fn clash(here: &Here<'_, '_>, found: &mut Found) {
    let rules = here.army.rules;
    let all = clashes(here.body, rules);
    let mut pairs: Vec<(OptionId, OptionId)> =
        all.iter().map(|(_, first, second)| (*first, *second)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    for (first, second) in pairs.into_iter().filter(|(a, b)| !apart(here, *a, *b)) {
        let span = |o| {
            here.body.taken.iter().find(|t| t.option == o).map_or(here.unit.written.word_span(), |t| t.span)
        };
        let stats: Vec<String> = all
            .iter()
            .filter(|(_, a, b)| (*a, *b) == (first, second))
            .map(|(stat, _, _)| rules.stats[stat.0].name.to_lowercase())
            .collect();
        let message = format!(
            "\"{}\" and \"{}\" set {} to different numbers",
            here.rule(first).id,
            here.rule(second).id,
            joined(&stats, "and")
        );
        found.say(
            at(Code::OptionConflict, span(second), message)
                .about(SubjectKind::Option, &*here.rule(second).id)
                .label(span(first), "set here too"),
        );
    }
}

/// Returns `true` if a group of the unit or a rule of one of the options forbids taking both.
fn apart(here: &Here<'_, '_>, first: OptionId, second: OptionId) -> bool {
    let excludes = |a: OptionId, b: OptionId| here.rule(a).excludes.as_ref().is_some_and(|e| excluded(e, b));
    let grouped =
        here.kind.offers.groups.iter().any(|g| g.options.contains(&first) && g.options.contains(&second));
    grouped || excludes(first, second) || excludes(second, first)
}
