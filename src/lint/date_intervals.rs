//! The intervals between the dates that rules name, within which no rule changes.

use crate::format::years::Year;
use crate::rules::Rules;
use crate::rules::compiled_conditions::{Condition, Dates};
use crate::rules::id_types::ContingentId;

/// Returns the intervals between the dates that rules name, within which no rule changes. `None` is any year.
pub(super) fn date_intervals(rules: &Rules) -> Vec<Option<(Year, Year)>> {
    let own = rules.contingents.first().and_then(|c| c.book.as_ref()?.dates.as_ref());
    let Some((own, (first, last))) = own.and_then(|dates| Some((dates, dates.outer_years()?))) else {
        return vec![None];
    };
    // The first year of each interval
    let mut starts = vec![first];
    let mut add = |dates: &Dates| {
        starts.extend(dates.spans.iter().filter_map(|span| span.from));
        starts.extend(dates.spans.iter().filter_map(|span| span.to.map(Year::next)));
    };
    add(own);
    for kind in rules.kinds.iter().filter(|k| k.entry_of.is_none_or(|c| c == ContingentId::OWN)) {
        kind.dates.iter().for_each(&mut add);
        add_condition_dates(&kind.when, &mut add);
        kind.offers.levels().flat_map(|(_, level)| &level.all).flat_map(|o| &o.dates).for_each(&mut add);
    }
    rules.options.iter().flat_map(|o| &o.dates).for_each(&mut add);
    rules.limits.iter().for_each(|l| add_condition_dates(&l.when, &mut add));
    for contingent in &rules.contingents {
        contingent.dates.iter().for_each(&mut add);
        contingent.choices.iter().flat_map(|c| &c.answers).flat_map(|a| &a.2).for_each(&mut add);
    }
    if let Some(dates) = rules.event.as_ref().and_then(|e| e.dates.as_ref()) {
        add(dates);
    }
    starts.retain(|year| *year >= first && *year <= last);
    starts.sort_unstable();
    starts.dedup();
    let admitted = |from: Year| {
        own.contains(from)
            && rules.event.as_ref().and_then(|e| e.dates.as_ref()).is_none_or(|dates| dates.contains(from))
    };
    let ends = starts.iter().skip(1).map(|next| next.previous()).chain([last]);
    starts.iter().copied().zip(ends).filter(|(from, _)| admitted(*from)).map(Some).collect()
}

/// Calls `add` with every date in a condition.
fn add_condition_dates(when: &Condition, add: &mut dyn FnMut(&Dates)) {
    when.date.iter().for_each(&mut *add);
    for inner in when.any.iter().chain(&when.all).chain(when.not.as_deref()) {
        add_condition_dates(inner, add);
    }
}
