//! Reports dead rules: selectors that match nothing, and options that no unit can take.

use std::collections::HashSet;

use crate::army::selector_coverage_of_unit_types::{Coverage, OptionReach};
use crate::finding::{Code, Finding, Severity, Span};
use crate::rules::Rules;
use crate::rules::compile::LoadedEvent;
use crate::rules::compiled_amounts::RatioBase;
use crate::rules::compiled_limits::Limit;
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::{ContingentId, OptionId, UnitKindId};
use crate::rules::library::RulesLookup;
use crate::wording::SelectorText;
use crate::yaml::nearest_name;

use super::charges::find_dead_charges;
use super::command_kinds::kinds_that_are_nowhere;
use super::cost_lines_never_reached::find_unreached_lines;
use super::dead_effects::dead_parts_of_effect;
use super::selector_matches::{available_kinds, can_match, first_uncounted_match, unused_tag};
use super::{CompiledFile, FileContent};

/// A rule that matches nothing.
pub(super) struct DeadRule {
    /// Identifies the rule and the part of it, whatever book is in use.
    pub(super) key: String,
    pub(super) finding: Finding,
}

/// Reports the dead rules of a file.
pub(super) fn check_dead_rules(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let mut dead = find_dead_rules(&made.rules);
    if let FileContent::Ruleset(ruleset) = &made.content {
        // A ruleset's rule may be about units that only its books have
        for book in ruleset.ids().iter().flat_map(|id| made.library.books_of_ruleset(id)) {
            if dead.is_empty() {
                break;
            }
            let id = &ruleset.file.ruleset;
            if let RulesLookup::Ready(rules) = made.library.rules_for(id, Some(&book.id)) {
                let there: HashSet<String> =
                    self::find_dead_rules(&rules).into_iter().map(|d| d.key).collect();
                dead.retain(|d| there.contains(&d.key));
            }
        }
    }
    if let FileContent::Event(event) = &made.content {
        dead = rules_dead_everywhere(made, event);
    }
    if made.ruleset().is_some() {
        found.extend(kinds_that_are_nowhere(&made.rules));
    }
    // If a limit measures nothing, what its base matches does not matter
    dead.dedup_by(|later, first| {
        later.finding.code == first.finding.code && later.finding.rule_path == first.finding.rule_path
    });
    found.extend(dead.into_iter().map(|d| d.finding));
}

/// Returns the rules that match nothing under any ruleset and book that an event allows.
fn rules_dead_everywhere(made: &CompiledFile<'_>, event: &LoadedEvent) -> Vec<DeadRule> {
    let mut common: Option<Vec<DeadRule>> = None;
    made.library.for_each_allowed(event, |rules| {
        let dead = find_dead_rules(&rules);
        common = Some(match common.take() {
            None => dead,
            Some(known) => {
                let keys: HashSet<String> = dead.into_iter().map(|d| d.key).collect();
                known.into_iter().filter(|d| keys.contains(&d.key)).collect()
            }
        });
    });
    common.unwrap_or_default()
}

/// Returns the rules that match nothing with these rules.
fn find_dead_rules(rules: &Rules) -> Vec<DeadRule> {
    let mut dead = Vec::new();
    for limit in &rules.limits {
        check_limit(rules, limit, &mut dead);
    }
    for effect in &rules.effects {
        let wrong = dead_parts_of_effect(rules, effect).into_iter();
        dead.extend(wrong.map(|(key, finding)| DeadRule { key, finding }));
        check_selector(
            rules,
            &effect.selector,
            effect.contingent,
            effect.span,
            &effect.rule_path,
            "has no effect, since",
            &mut dead,
        );
    }
    for attach in &rules.attach {
        for (side, of) in
            [("attaches nothing, since", &attach.who), ("attaches to nothing, since", &attach.to)]
        {
            check_selector(rules, of, None, attach.span, &attach.rule_path, side, &mut dead);
        }
    }
    for value in rules.values.iter().filter(|v| v.is_asked) {
        let rule = format!("{}/values/{}", rules.id, value.id);
        check_selector(
            rules,
            &value.selector,
            None,
            value.span,
            &rule,
            "is never asked for, since",
            &mut dead,
        );
    }
    for number in &rules.numbers {
        if number.is_hidden && !number.is_named {
            let message = format!("the number \"{}\" is hidden, and nothing names it", number.id);
            let finding = Finding::new(Code::NeverMatches, number.span, message)
                .with_rule(number.rule_path.as_str())
                .with_help("name it in a limit or a formula, or remove it");
            dead.push(DeadRule { key: format!("{} hidden", number.rule_path), finding });
        }
        if let Some(of) = &number.selector {
            check_selector(
                rules,
                of,
                None,
                number.span,
                &number.rule_path,
                "is never computed, since",
                &mut dead,
            );
        }
    }
    check_options(rules, &mut dead);
    check_named_tags(rules, &mut dead);
    find_unreached_lines(rules, &mut dead);
    find_dead_charges(rules, &mut dead);
    dead
}

/// Adds the names of tags that nothing has.
fn check_named_tags(rules: &Rules, dead: &mut Vec<DeadRule>) {
    for (at, tag, span) in rules.unknown_named_tags() {
        let book = at.and_then(|at| rules.contingents[at.0].book.as_ref());
        let rule = format!("{}/tags/{tag}", book.map_or(&rules.id, |book| &book.id));
        let message = format!("the tag \"{tag}\" has a name, but no unit has the tag");
        let mut finding = Finding::new(Code::NeverMatches, span, message).with_rule(rule.as_str());
        finding.help = nearest_name(tag, rules.tags.iter().map(String::as_str))
            .map(|near| format!("did you mean \"{near}\"?"));
        dead.push(DeadRule { key: rule, finding });
    }
}

/// Returns the last part of a rule path.
pub(super) fn short_name(rule: &str) -> &str {
    rule.rsplit('/').next().unwrap_or(rule)
}

/// Adds a dead rule if a selector can match nothing.
fn check_selector(
    rules: &Rules,
    selector: &Selector,
    contingent: Option<ContingentId>,
    span: Span,
    rule: &str,
    what: &str,
    dead: &mut Vec<DeadRule>,
) {
    if can_match(rules, selector, contingent) {
        return;
    }
    let mut finding =
        Finding::new(Code::NeverMatches, span, format!("\"{}\" {what} no unit matches it", short_name(rule)))
            .with_rule(rule);
    finding.help = explain_no_match(rules, selector, contingent);
    dead.push(DeadRule { key: format!("{rule} {what}"), finding });
}

/// Explains why a selector matches nothing, if the cause is uncounted units or a tag that no unit has.
pub(super) fn explain_no_match(
    rules: &Rules,
    selector: &Selector,
    contingent: Option<ContingentId>,
) -> Option<String> {
    if let Some(kind) = first_uncounted_match(rules, selector, contingent) {
        let unit = &rules.kind(rules.base_kind(kind)).id;
        return Some(format!(
            "limits and numbers leave out uncounted units; name them, such as {{unit: {unit}}}"
        ));
    }
    let (tag, near) = unused_tag(rules, selector)?;
    Some(match near {
        Some(near) => format!("no unit has the tag \"{tag}\"; did you mean \"{near}\"?"),
        None => format!("no unit has the tag \"{tag}\""),
    })
}

/// Adds the dead parts of a limit: what it measures, its bases and its condition.
fn check_limit(rules: &Rules, limit: &Limit, dead: &mut Vec<DeadRule>) {
    let mut say = |part: &str, selector: &Selector, message: String| {
        let mut finding =
            Finding::new(Code::NeverMatches, limit.span, message).with_rule(limit.rule_path.as_str());
        finding.help = explain_no_match(rules, selector, limit.contingent);
        dead.push(DeadRule { key: format!("{} {part}", limit.rule_path), finding });
    };
    let counts_options = !limit.measure.options().is_empty();
    let may_be_there = |selector: &Selector, sees_purchases: bool| {
        can_match(rules, selector, limit.contingent) || sees_purchases && rules.may_be_bought(selector)
    };
    if let Some(selector) = limit.measure.selector().filter(|s| !may_be_there(s, counts_options)) {
        let what =
            limit.description.as_ref().map_or_else(|| "everything".to_owned(), SelectorText::plural_text);
        say(
            "what",
            selector,
            format!("\"{}\" is about {what}, and there are none", short_name(&limit.rule_path)),
        );
    }
    for of in limit.all_bounds().flat_map(|bound| bound.amount.bases()) {
        if let RatioBase::Measured(measure, text) = of
            && let Some(selector) = measure.selector()
            && !may_be_there(selector, !measure.options().is_empty())
        {
            let what = text.as_ref().map_or_else(|| "what there is".to_owned(), SelectorText::plural_text);
            let message =
                format!("\"{}\" is measured by {what}, and there are none", short_name(&limit.rule_path));
            say("base", selector, message);
        }
    }
    if let Some(selector) = limit.when.required_selector().filter(|s| !may_be_there(s, true)) {
        let message = format!(
            "\"{}\" never applies, since no unit matches its condition",
            short_name(&limit.rule_path)
        );
        say("when", selector, message);
    }
}

/// Finds options that no unit is offered, or that none of those units can take.
fn check_options(rules: &Rules, dead: &mut Vec<DeadRule>) {
    for at in (0..rules.options.len()).map(OptionId) {
        let rule = rules.option(at);
        let short_for = rules.options.iter().any(|o| o.stands_for.contains(&at));
        // Options that are not offered may still be taken if that is not an error, and `standard` gives its
        // own option
        let elsewhere =
            rules.unlisted_option_severity.is_some_and(|s| s < Severity::Error) || rules.standard == Some(at);
        let is_bought = rules.buyers_of(at).next().is_some();
        if short_for || is_bought || elsewhere && rule.needs.is_none() {
            continue;
        }
        let bodies = available_kinds(rules, None)
            .flat_map(|id| std::iter::once(id).chain(rules.kind(id).parts.iter().map(|p| p.kind)));
        let offered: Vec<UnitKindId> =
            bodies.filter(|id| rules.kind(*id).offers.offers_anywhere(at)).collect();
        let message = if offered.is_empty() {
            if elsewhere {
                continue;
            }
            format!("no unit can take \"{}\": none is offered it", rule.id)
        } else {
            let open = |id: &UnitKindId| {
                let reach = OptionReach::new(rules, *id, None);
                let included = rules.kind(*id).offers.always_include(at);
                let needs = rule.needs.as_ref().filter(|n| n.severity == Severity::Error && !included);
                let not = rule.excludes.as_ref().filter(|n| n.severity == Severity::Error);
                needs.is_none_or(|n| reach.coverage(&n.selector) != Coverage::Never)
                    && not.is_none_or(|n| reach.coverage(&n.selector) != Coverage::Always)
            };
            if offered.iter().any(open) {
                continue;
            }
            format!("no unit can take \"{}\": none that is offered it meets its conditions", rule.id)
        };
        let finding = Finding::new(Code::NeverMatches, rule.span, message)
            .with_rule(rule.rule_path.as_str())
            .with_help("offer it to a unit, or remove it");
        dead.push(DeadRule { key: rule.rule_path.clone(), finding });
    }
}
