//! Finds the differences within a row: a unit or a character.

use std::collections::BTreeSet;

use super::changes::FactChange;
use super::snapshot::{Facts, RowSnapshot};
use crate::format::read_exact_numbers::Number;

/// Returns the facts whose values differ.
pub(super) fn fact_changes(before: &Facts, after: &Facts) -> Vec<FactChange> {
    let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let change = |key: &String| FactChange {
        what: key.clone(),
        before: before.get(key).cloned(),
        after: after.get(key).cloned(),
    };
    keys.into_iter().map(change).filter(|c| c.before != c.after).collect()
}

/// Returns the differences between two rows.
///
/// If `other_rules`, also compares what depends on the rules: options that come with the type, stats and
/// costs. Under the same rules these differ only because of other differences, which are reported already.
pub(super) fn row_changes(before: &RowSnapshot, after: &RowSnapshot, other_rules: bool) -> Vec<FactChange> {
    let mut changes = Vec::new();
    let mut compare_field = |what: &str, before: &str, after: &str| {
        if before != after {
            changes.push(FactChange {
                what: what.to_owned(),
                before: Some(before.to_owned()),
                after: Some(after.to_owned()),
            });
        }
    };
    compare_field("name", &before.name, &after.name);
    compare_field(if after.character { "role" } else { "unit" }, &before.kind, &after.kind);
    compare_field("count", &before.count.to_string(), &after.count.to_string());
    changes.extend(fact_changes(&before.facts, &after.facts));
    changes.extend(option_changes(&before.options, &after.options));
    if other_rules {
        changes.extend(option_changes(&before.included_options, &after.included_options));
        changes.extend(fact_changes(&before.stats, &after.stats));
        changes.extend(cost_changes(before, after));
    }
    changes
}

/// Returns the options that were added or removed, or have other details such as marks.
fn option_changes(before: &[(String, String)], after: &[(String, String)]) -> Vec<FactChange> {
    let shown = |(word, detail): &(String, String)| {
        if detail.is_empty() { word.clone() } else { format!("{word} ({detail})") }
    };
    let mut left: Vec<&(String, String)> = before.iter().filter(|o| !after.contains(o)).collect();
    let mut changes = Vec::new();
    for option in after.iter().filter(|o| !before.contains(o)) {
        let old = left.iter().position(|o| o.0 == option.0).map(|at| left.remove(at));
        changes.push(FactChange {
            what: "option".to_owned(),
            before: old.map(shown),
            after: Some(shown(option)),
        });
    }
    changes.extend(left.into_iter().map(|o| FactChange {
        what: "option".to_owned(),
        before: Some(shown(o)),
        after: None,
    }));
    changes
}

/// Returns the ledger lines whose cost differs.
fn cost_changes(before: &RowSnapshot, after: &RowSnapshot) -> Vec<FactChange> {
    let mut changes = Vec::new();
    for line in &after.lines {
        let old = before.lines.iter().find(|other| other.priced == line.priced);
        if let Some(old) = old.filter(|old| old.cost != line.cost) {
            let shown = |n: &Option<Number>| n.map_or_else(|| "unknown".to_owned(), |n| n.to_string());
            changes.push(FactChange {
                what: format!("points of {}, {}", line.what, line.rule),
                before: Some(shown(&old.cost)),
                after: Some(shown(&line.cost)),
            });
        }
    }
    changes
}
