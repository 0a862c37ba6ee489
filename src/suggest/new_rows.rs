//! Lists the rows that a command could be given, each in its simplest form.

use serde_json::{Value, json};

use crate::army::Army;
use crate::build::row_names::name_for_new_row;
use crate::rules::compiled_costs::Cost;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::ContingentId;

use super::MAX_STEP;

/// A row that could be added.
pub(super) struct NewRow {
    /// The row as edits write it.
    pub(super) value: Value,
    /// The distance from the smallest such row: how many more units, or how much larger.
    pub(super) distance: u32,
}

/// Returns a row for everything that a command may have, each in its simplest form.
pub(super) fn list_new_rows(army: &Army<'_>, command: usize) -> Vec<NewRow> {
    let rules = army.rules;
    let Some(contingent) = army.commands.get(command).map(|c| c.contingent) else { return Vec::new() };
    let own: Option<ContingentId> = rules.has_book(contingent).then_some(contingent);
    let mut all = Vec::new();
    for kind in rules.kinds.iter().filter(|k| k.entry_of == own && can_be_added(army, k)) {
        let mut row = json!({"unit": kind.id});
        let name = name_for_new_row(army, &kind.name);
        if name != kind.name {
            row["name"] = json!(name);
        }
        let must = kind.offers.groups.iter().filter(|g| g.is_required && g.default.is_none());
        let must: Vec<Vec<&str>> =
            must.map(|g| g.options.iter().map(|o| rules.option(*o).id.as_str()).collect()).collect();
        // Each choice of the first question, and the first of all others
        let rest = must.iter().skip(1).filter_map(|group| group.first().copied());
        let choices: Vec<Option<&str>> =
            must.first().map_or_else(|| vec![None], |group| group.iter().copied().map(Some).collect());
        for choice in choices {
            if let Some(choice) = choice {
                row["options"] = std::iter::once(choice).chain(rest.clone()).collect();
            }
            all.extend(row_amounts(kind).into_iter().map(|(key, amount, distance)| {
                let mut value = row.clone();
                if (key, amount) != ("count", 1) {
                    value[key] = json!(amount);
                }
                NewRow { value, distance }
            }));
        }
    }
    all
}

/// Returns the amounts to suggest of a unit type, each with its key and its distance from the smallest: one to five
/// identical units, or for a type with sizes, one unit of the smallest size or up to five larger.
fn row_amounts(kind: &UnitKind) -> Vec<(&'static str, u32, u32)> {
    if kind.size.only_size().is_some() {
        return (1..=MAX_STEP).map(|count| ("count", count, count)).collect();
    }
    let most = kind.size.max.unwrap_or(u32::MAX).min(kind.size.min.saturating_add(MAX_STEP));
    let prices = kind.cost.as_ref().and_then(Cost::prices_by_size);
    let priced = |size: &u32| prices.is_none_or(|prices| prices.iter().any(|(n, _)| n == size));
    (kind.size.min..=most).filter(priced).map(|size| ("size", size, 1 + size - kind.size.min)).collect()
}

/// Returns `true` if a unit type can be added to `units` without further details.
fn can_be_added(army: &Army<'_>, kind: &UnitKind) -> bool {
    let baggage = army.rules.baggage.is_some_and(|b| kind.unit_type == Some(b));
    let parts = kind.parts.iter().any(|p| p.min > 0 && p.count_per_model.is_none());
    kind.unit_type.is_some() && kind.roles.is_empty() && !baggage && !kind.uncounted && !parts
}
