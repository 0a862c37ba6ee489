//! Costs, and the names of those who hold a role, as sheets print them.

use crate::army::cost_lines::CostLine;
use crate::army::{Army, RoleHolder};
use crate::format::read_exact_numbers::Number as ExactNumber;
use crate::output::terminal_text::sanitize;

use super::number_data::number_text;
use super::printed_rule_text::rule_text;
use super::{CostLineData, JsonNumber};

/// Returns the name of the character or unit that holds a role.
pub(super) fn holder_name(army: &Army<'_>, holder: RoleHolder) -> String {
    let name = match holder {
        RoleHolder::Character(at) => &army.characters[at].name,
        RoleHolder::Unit(at) => &army.units[at].name,
    };
    sanitize(name).into_owned()
}

/// Returns a cost as printed: `?` if unknown, empty if the game has no points.
pub(super) fn cost_text(army: &Army<'_>, cost: Option<ExactNumber>) -> String {
    if army.rules.has_points { cost.map_or_else(|| "?".to_owned(), number_text) } else { String::new() }
}

/// Converts the lines of a cost. Empty if the game has no points.
pub(super) fn cost_line_data(army: &Army<'_>, lines: &[CostLine]) -> Vec<CostLineData> {
    if !army.rules.has_points {
        return Vec::new();
    }
    lines.iter().map(line_data).collect()
}

/// Converts the charges among the lines of a cost. Empty if the game has no points.
pub(super) fn charge_data(army: &Army<'_>, lines: &[CostLine]) -> Vec<CostLineData> {
    let charges = lines.iter().filter(|line| army.rules.has_points && !line.is_list_price());
    charges.map(line_data).collect()
}

fn line_data(l: &CostLine) -> CostLineData {
    CostLineData {
        what: sanitize(l.name).into_owned(),
        each: l.cost_of_one.ok().map(JsonNumber),
        times: JsonNumber(l.times),
        total: l.total().map(JsonNumber),
        shown: l.total().map_or_else(|| "?".to_owned(), number_text),
        rule: l.rule_path.to_string(),
        how: l.explanation.as_deref().map(rule_text),
    }
}
