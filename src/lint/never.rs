//! Reports dead rules: selectors that match nothing, options that no unit can take, dates outside the book's
//! years.

use std::collections::HashSet;

use crate::finding::{Code, Finding, Severity, Span};
use crate::rules::Rules;
use crate::rules::compile::LoadedEvent;
use crate::rules::ids::{ContingentId, KindId, OptionId};
use crate::rules::library::Answer;
use crate::rules::limit::{Amount, Base, Limit};
use crate::rules::selector::Selector;
use crate::rules::when::{Dates, When};
use crate::solve::reach::{Reach, Sure};
use crate::wording::SelectorText;

use super::matches::{anything, idle_tag, kinds, uncounted};
use super::{Content, Made};

/// A rule that matches nothing.
struct Dead {
    /// Identifies the rule and the part of it, whatever book is in use.
    key: String,
    finding: Finding,
}

/// Reports the dead rules of a file, and the dates outside a book's years.
pub(super) fn check(made: &Made<'_>, found: &mut Vec<Finding>) {
    let mut dead = dead(&made.rules);
    if let Some(ruleset) = made.ruleset() {
        // A ruleset's rule may be about units that only its books have
        for book in made.library.books(&ruleset.ruleset) {
            if dead.is_empty() {
                break;
            }
            if let Answer::Ready(rules) = made.library.rules(&ruleset.ruleset, Some(&book.id)) {
                let there: HashSet<String> = self::dead(&rules).into_iter().map(|d| d.key).collect();
                dead.retain(|d| there.contains(&d.key));
            }
        }
    }
    if let Content::Event(event) = &made.file {
        dead = dead_everywhere(made, event);
    }
    // If a limit measures nothing, what its base matches does not matter
    dead.dedup_by(|later, first| {
        later.finding.code == first.finding.code && later.finding.rule == first.finding.rule
    });
    found.extend(dead.into_iter().map(|d| d.finding));
    years(&made.rules, found);
}

/// Returns the rules that match nothing under any ruleset and book that an event allows.
fn dead_everywhere(made: &Made<'_>, event: &LoadedEvent) -> Vec<Dead> {
    let mut common: Option<Vec<Dead>> = None;
    made.library.each_admitted(event, |rules| {
        let dead = dead(&rules);
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
fn dead(rules: &Rules) -> Vec<Dead> {
    let mut dead = Vec::new();
    for limit in &rules.limits {
        limits(rules, limit, &mut dead);
    }
    for effect in &rules.effects {
        selector(
            rules,
            &effect.selector,
            effect.sees,
            effect.span,
            &effect.rule,
            "has no effect, since",
            &mut dead,
        );
    }
    for attach in &rules.attach {
        for (side, of) in
            [("attaches nothing, since", &attach.who), ("attaches to nothing, since", &attach.to)]
        {
            selector(rules, of, None, attach.span, &attach.rule, side, &mut dead);
        }
    }
    for value in rules.values.iter().filter(|v| v.asked) {
        let rule = format!("{}/values/{}", rules.id, value.id);
        selector(rules, &value.of, None, value.span, &rule, "is never asked for, since", &mut dead);
    }
    for number in &rules.numbers {
        if let Some(of) = &number.of {
            selector(rules, of, None, number.span, &number.rule, "is never computed, since", &mut dead);
        }
    }
    options(rules, &mut dead);
    dead
}

/// Returns the last part of a rule path.
fn last(rule: &str) -> &str {
    rule.rsplit('/').next().unwrap_or(rule)
}

/// Adds a dead rule if a selector can match nothing.
fn selector(
    rules: &Rules,
    selector: &Selector,
    contingent: Option<ContingentId>,
    span: Span,
    rule: &str,
    what: &str,
    dead: &mut Vec<Dead>,
) {
    if anything(rules, selector, contingent) {
        return;
    }
    let mut finding =
        Finding::new(Code::NeverMatches, span, format!("\"{}\" {what} no unit matches it", last(rule)))
            .rule(rule);
    finding.help = why(rules, selector, contingent);
    dead.push(Dead { key: format!("{rule} {what}"), finding });
}

/// Explains why a selector matches nothing, if the cause is uncounted units or a tag that no unit has.
fn why(rules: &Rules, selector: &Selector, contingent: Option<ContingentId>) -> Option<String> {
    if let Some(kind) = uncounted(rules, selector, contingent) {
        let unit = &rules.kind_of(rules.base_of(kind)).id;
        return Some(format!(
            "limits and numbers leave out uncounted units; name them, such as {{unit: {unit}}}"
        ));
    }
    let (tag, near) = idle_tag(rules, selector)?;
    Some(match near {
        Some(near) => format!("no unit has the tag \"{tag}\"; did you mean \"{near}\"?"),
        None => format!("no unit has the tag \"{tag}\""),
    })
}

/// Adds the dead parts of a limit: what it measures, its bases and its condition.
fn limits(rules: &Rules, limit: &Limit, dead: &mut Vec<Dead>) {
    let mut say = |part: &str, selector: &Selector, message: String| {
        let mut finding = Finding::new(Code::NeverMatches, limit.span, message).rule(limit.rule.as_str());
        finding.help = why(rules, selector, limit.sees);
        dead.push(Dead { key: format!("{} {part}", limit.rule), finding });
    };
    if let Some(selector) = limit.measure.selector().filter(|s| !anything(rules, s, limit.sees)) {
        let what = limit.what.as_ref().map_or_else(|| "everything".to_owned(), SelectorText::plural);
        say("what", selector, format!("\"{}\" is about {what}, and there are none", last(&limit.rule)));
    }
    let amounts = limit.bounds.iter().flat_map(|b| [&b.min, &b.max, &b.exactly, &b.multiple_of]).flatten();
    for bound in amounts {
        if let Amount::Share { of: Base::Found(selector, text), .. }
        | Amount::Rate { of: Base::Found(selector, text), .. } = &bound.amount
            && !anything(rules, selector, limit.sees)
        {
            let what = text.plural();
            let message = format!("\"{}\" is measured by {what}, and there are none", last(&limit.rule));
            say("base", selector, message);
        }
    }
    if let Some(selector) = present(&limit.when).filter(|s| !anything(rules, s, limit.sees)) {
        let message = format!("\"{}\" never applies, since no unit matches its condition", last(&limit.rule));
        say("when", selector, message);
    }
}

/// Returns a selector that must match something for a condition to be met.
fn present(when: &When) -> Option<&Selector> {
    when.present.as_ref().or_else(|| when.all.iter().find_map(present))
}

/// Finds options that no unit is offered, or that none of those units can take.
fn options(rules: &Rules, dead: &mut Vec<Dead>) {
    for at in (0..rules.options.len()).map(OptionId) {
        let rule = rules.option_of(at);
        let short_for = rules.options.iter().any(|o| o.stands_for.contains(&at));
        // Options that are not offered may still be taken if that is not an error, and `standard` gives its
        // own option
        let elsewhere = rules.unlisted.is_some_and(|s| s < Severity::Error) || rules.standard == Some(at);
        if short_for || elsewhere && rule.needs.is_none() {
            continue;
        }
        let bodies = kinds(rules, None)
            .flat_map(|id| std::iter::once(id).chain(rules.kind_of(id).parts.iter().map(|p| p.kind)));
        let offered: Vec<KindId> = bodies.filter(|id| rules.kind_of(*id).offers.of(at).is_some()).collect();
        let message = if offered.is_empty() {
            if elsewhere {
                continue;
            }
            format!("no unit can take \"{}\": none is offered it", rule.id)
        } else {
            let open = |id: &KindId| {
                let reach = Reach::new(rules, *id, None);
                let included = rules.kind_of(*id).offers.of(at).is_some_and(|o| o.included);
                let needs = rule.needs.as_ref().filter(|n| n.severity == Severity::Error && !included);
                let not = rule.excludes.as_ref().filter(|n| n.severity == Severity::Error);
                needs.is_none_or(|n| reach.finds(&n.selector) != Sure::No)
                    && not.is_none_or(|n| reach.finds(&n.selector) != Sure::Yes)
            };
            if offered.iter().any(open) {
                continue;
            }
            format!("no unit can take \"{}\": none that is offered it meets its conditions", rule.id)
        };
        let finding = Finding::new(Code::NeverMatches, rule.span, message)
            .rule(rule.rule.as_str())
            .help("offer it to a unit, or remove it");
        dead.push(Dead { key: rule.rule.clone(), finding });
    }
}

/// Reports dates in a book that are outside the book's own years.
fn years(rules: &Rules, found: &mut Vec<Finding>) {
    let book = |c: ContingentId| rules.contingents.get(c.0).and_then(|c| c.book.as_ref()?.dates.as_ref());
    let Some(own) = book(ContingentId::OWN) else { return };
    let mut late =
        |dates: &[Dates], of: &Dates, what: &str, rule: &str| never_in(dates, of, what, rule, found);
    for kind in rules.kinds.iter().filter(|k| k.entry_of == Some(ContingentId::OWN)) {
        late(&kind.dates, own, &format!("\"{}\"", kind.name), &kind.rule);
        for offer in kind.offers.all.iter().filter(|o| o.of_entry) {
            let option = &rules.option_of(offer.option).id;
            let what = format!("\"{option}\" of \"{}\"", kind.name);
            late(&offer.dates, own, &what, &kind.rule);
            for dates in kind.dates.iter().filter(|d| d.when.is_none() && d.overlap(own)) {
                let inside: Vec<Dates> = offer.dates.iter().filter(|d| d.overlap(own)).cloned().collect();
                late(&inside, dates, &what, &kind.rule);
            }
        }
    }
    for limit in rules.limits.iter().filter(|l| l.sees == Some(ContingentId::OWN)) {
        let dates: Vec<Dates> = limit.when.date.iter().cloned().collect();
        late(&dates, own, &format!("the limit \"{}\"", last(&limit.rule)), &limit.rule);
    }
    for choice in &rules.contingents[0].choices {
        for (id, _, dates) in &choice.answers {
            late(dates, own, &format!("the answer \"{id}\" to \"{}\"", choice.id), &choice.id);
        }
    }
    for ally in rules.contingents.iter().skip(1) {
        let word = ally.ally.as_deref().unwrap_or("");
        never_in(&ally.dates, own, &format!("the ally \"{word}\""), word, found);
        if let Some(theirs) = ally.book.as_ref().and_then(|b| b.dates.as_ref()).filter(|d| !d.overlap(own)) {
            let message =
                format!("the ally \"{word}\" never joins: its book is {theirs}, this army is {own}");
            found.push(Finding::new(Code::NeverMatches, ally.span, message).label(theirs.span, "its years"));
        }
    }
}

/// Reports dates that have no year in common with `of`.
fn never_in(dates: &[Dates], of: &Dates, what: &str, rule: &str, found: &mut Vec<Finding>) {
    for date in dates.iter().filter(|d| d.when.is_none() && !d.overlap(of)) {
        let message = format!("{what} is {date}, but the army is {of}");
        let finding = Finding::new(Code::NeverMatches, date.span, message)
            .label(of.span, "the army's years")
            .rule(rule);
        found.push(finding);
    }
}
