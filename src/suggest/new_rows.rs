//! Lists the rows that a command could be given, each in its simplest form.

use crate::army::Army;
use crate::rules::compiled_options::Cost;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::ContingentId;
use crate::text_edits::quote_like;

use super::MAX_STEP;

/// A row that could be added.
pub(super) struct NewRow {
    /// The row as text, in YAML's flow style.
    pub(super) text: String,
    /// A description of the change.
    pub(super) description: String,
    /// The distance from the smallest such row: how many more units, or how much larger.
    pub(super) far: u32,
}

/// Returns a row for everything that a command may have, each in its simplest form.
pub(super) fn list_new_rows(army: &Army<'_>, command: usize) -> Vec<NewRow> {
    let rules = army.rules;
    let Some(contingent) = army.commands.get(command).map(|c| c.contingent) else { return Vec::new() };
    let own: Option<ContingentId> = rules.has_book(contingent).then_some(contingent);
    let whose = match army.commands[command].name {
        Some(name) if army.commands.len() > 1 => format!(" to {}", name.value),
        _ => String::new(),
    };
    let mut all = Vec::new();
    for kind in rules.kinds.iter().filter(|k| k.entry_of == own && can_be_added(army, k)) {
        let name = free_name(army, &kind.name);
        let mut parts = vec![format!("unit: {}", kind.id)];
        if name != kind.name {
            parts.push(format!("name: {}", quote_like("", &name)));
        }
        let must: Vec<&crate::rules::compiled_options::OptionGroup> =
            kind.offers.groups.iter().filter(|g| g.is_required && g.default.is_none()).collect();
        let firsts: Vec<&str> =
            must.iter().filter_map(|g| g.options.first()).map(|o| rules.option(*o).id.as_str()).collect();
        let choices: Vec<&str> = match must.first() {
            Some(group) => group.options.iter().map(|o| rules.option(*o).id.as_str()).collect(),
            None => vec![""],
        };
        for choice in choices {
            let taken: Vec<&str> = std::iter::once(choice).chain(firsts.iter().skip(1).copied()).collect();
            let taken = taken.join(", ");
            let options = (!choice.is_empty()).then(|| format!("options: [{taken}]"));
            let said = if choice.is_empty() { String::new() } else { format!(" with {taken}") };
            for many in row_amounts(kind) {
                let row: Vec<&str> = parts
                    .iter()
                    .map(String::as_str)
                    .chain(many.key_text.as_deref())
                    .chain(options.as_deref())
                    .collect();
                all.push(NewRow {
                    text: format!("{{{}}}", row.join(", ")),
                    description: format!(
                        "add {}{name} ({}{}){said}{whose}",
                        many.count_text, kind.id, many.size_text
                    ),
                    far: many.far,
                });
            }
        }
    }
    all
}

/// The amount of a new row: how many units, or of what size.
struct RowAmount {
    key_text: Option<String>,
    count_text: String,
    size_text: String,
    far: u32,
}

/// Returns the amounts to suggest of a unit type: one to five identical units, or for a type with sizes, one
/// unit of the smallest size or up to five larger.
fn row_amounts(kind: &UnitKind) -> Vec<RowAmount> {
    if kind.size.only_size().is_some() {
        let of = |count: u32| RowAmount {
            key_text: (count > 1).then(|| format!("count: {count}")),
            count_text: if count > 1 { format!("{count} ") } else { String::new() },
            size_text: String::new(),
            far: count,
        };
        return (1..=MAX_STEP).map(of).collect();
    }
    let most = kind.size.max.unwrap_or(u32::MAX).min(kind.size.min.saturating_add(MAX_STEP));
    let priced = |size: &u32| match &kind.cost {
        Some(Cost::Sizes(prices)) => prices.iter().any(|(n, _)| n == size),
        _ => true,
    };
    let of = |size: u32| RowAmount {
        key_text: Some(format!("size: {size}")),
        count_text: String::new(),
        size_text: format!(", size {size}"),
        far: 1 + size - kind.size.min,
    };
    (kind.size.min..=most).filter(priced).map(of).collect()
}

/// Returns `true` if a unit type can be added to `units` without further details.
fn can_be_added(army: &Army<'_>, kind: &UnitKind) -> bool {
    let baggage = army.rules.baggage.is_some_and(|b| kind.unit_type == Some(b));
    let parts = kind.parts.iter().any(|p| p.min > 0 && p.count_per_model.is_none());
    kind.unit_type.is_some() && kind.roles.is_empty() && !baggage && !kind.uncounted && !parts
}

/// Returns a name that no unit of the army has yet.
fn free_name(army: &Army<'_>, name: &str) -> String {
    let taken = |name: &str| army.units.iter().any(|u| u.name == name);
    if !taken(name) {
        return name.to_owned();
    }
    (2..10_000)
        .map(|n: u32| format!("{name} {n}"))
        .find(|name| !taken(name))
        .unwrap_or_else(|| name.to_owned())
}
