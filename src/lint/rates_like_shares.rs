//! Points out rates that read like proportions: "5 for each 4" allows nothing for 3 of them.

use crate::finding::{Code, Finding, Severity};
use crate::format::book::Entry;
use crate::format::limit::{Alternative, Bound, ComputedBound, Limit, RatioBase};
use crate::format::read_exact_numbers::Number;
use crate::read::{Located, Map};

use super::CompiledFile;

/// Reports rates that allow several for each several of what is counted, and do not say how they are rounded.
///
/// Of points, such rates are usual: nobody takes 3 for each 500 points for a proportion.
pub(super) fn check_rates(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let mut check = |bounds: [&Option<Located<Bound>>; 4], rule: &str| {
        for bound in bounds.into_iter().flatten() {
            check_bound(&bound.value, rule, found);
        }
    };
    let mut check_limits = |owner: &str, limits: &Map<Limit>| {
        for (id, limit) in limits {
            let rule = format!("{owner}/limits/{}", id.value);
            check([&limit.min, &limit.max, &limit.exactly, &limit.multiple_of], &rule);
            limit.either.iter().for_each(|bounds| check(bounds_of(bounds), &rule));
        }
    };
    let mut entries: Vec<(String, &Entry)> = Vec::new();
    if let Some(ruleset) = made.ruleset() {
        check_limits(&ruleset.ruleset, &ruleset.limits);
        let every = ruleset.every_book.iter().flat_map(|every| every.entries.iter());
        let path = |id: &str| format!("{}/every-book/entries/{id}", ruleset.ruleset.value);
        entries.extend(every.map(|(id, entry)| (path(id), entry)));
    }
    if let Some(event) = made.event() {
        check_limits(&event.event, &event.limits);
    }
    if let Some(book) = made.book() {
        check_limits(&book.book, &book.limits);
        for (id, ally) in &book.allies {
            check_limits(&format!("{}/allies/{}", book.book.value, id.value), &ally.limits);
        }
        let path = |id: &str| format!("{}/entries/{id}", book.book.value);
        entries.extend(book.entries.iter().map(|(id, entry)| (path(id), entry)));
    }
    for (rule, Entry { min, max, exactly, multiple_of, either, .. }) in entries {
        check([min, max, exactly, multiple_of], &rule);
        either.iter().for_each(|bounds| check(bounds_of(bounds), &rule));
    }
}

fn bounds_of(bounds: &Alternative) -> [&Option<Located<Bound>>; 4] {
    [&bounds.min, &bounds.max, &bounds.exactly, &bounds.multiple_of]
}

fn check_bound(bound: &Bound, rule: &str, found: &mut Vec<Finding>) {
    let Bound::Computed(computed) = bound else { return };
    for bound in [&computed.error, &computed.warning, &computed.note].into_iter().flatten() {
        check_bound(&bound.value, rule, found);
    }
    let ComputedBound { allow: Some(allow), per: Some(per), of: Some(of), round, enough, .. } = &**computed
    else {
        return;
    };
    // Who says how steps are counted has thought of it
    if round.is_some() || enough.is_some() {
        return;
    }
    let is_several = |n: Number| n > 1 && n.floor() == n;
    if !matches!(of, RatioBase::Selector(_)) || !is_several(allow.value) || !is_several(per.value) {
        return;
    }
    let (Some(share), Some(before)) =
        (allow.value.checked_div(per.value), per.value.checked_sub(Number::ONE))
    else {
        return;
    };
    let share_text = share.to_share_text();
    let Some(proportion) = share.checked_mul(before).map(Number::floor) else { return };
    let message = format!(
        "{allow} for each {per} counts complete groups of {per}: {before} of them give 0, where a share of {share_text} gives {proportion}",
    );
    let help = format!(
        "for a proportion write `share: {share_text}`, else add `round: down` to say that only complete groups count"
    );
    found.push(
        Finding::new(Code::BadValue, allow.span, message)
            .with_severity(Severity::Note)
            .with_rule(rule)
            .with_help(help),
    );
}
