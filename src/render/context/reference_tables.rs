//! The tables of the ruleset on a reference sheet, and the chart of unit types.

use crate::army::evaluate_conditions;
use crate::army::regions::Region;
use crate::format::reference_tables::{Table as WrittenTable, TableSource};
use crate::output::terminal_text::sanitize;
use crate::read::Located;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_numbers::TableRule;
use crate::rules::id_types::StatId;

use super::DocumentInput;
use super::printed_rule_text::rule_text;
use super::readings_of_unclear_rules::merge_signs;
use super::reference_rules::used_kinds;
use super::reference_sheet_data::TableData;
use super::rule_texts_and_sources::{citation_text, separate_citation_text};
use super::stat_data::stat_value_text;

/// Returns the tables that concern one of the armies, in the order of the ruleset.
pub(super) fn used_tables(inputs: &[DocumentInput<'_>], all: bool) -> Vec<TableData> {
    let Some(first) = inputs.first() else { return Vec::new() };
    let mut used = Vec::new();
    for (at, (id, table)) in first.texts.ruleset.tables.iter().enumerate() {
        let some = |of: &dyn Fn(&TableRule) -> Option<&Condition>| {
            all || inputs.iter().any(|input| {
                // A condition that the list leaves open may be met
                let rule = input.army.rules.tables.get(at);
                rule.and_then(of).is_none_or(|when| {
                    evaluate_conditions::condition_holds(input.army, when, Region::Army, None) != Some(false)
                })
            })
        };
        if some(&|rule| Some(&rule.when)) {
            let mut table_made = table_data(inputs, id, table, all);
            if table.of.is_none() {
                let mut rows = 0..;
                table_made
                    .rows
                    .retain(|_| rows.next().is_none_or(|row| some(&|rule| rule.rows_when.get(row))));
            }
            // A grid without rows would be empty
            if table_made.rows.is_empty() && !table.rows.is_empty() {
                continue;
            }
            used.push(table_made);
        }
    }
    used
}

fn table_data(inputs: &[DocumentInput<'_>], id: &str, table: &WrittenTable, all: bool) -> TableData {
    let words = |words: &[Located<String>]| words.iter().map(|w| rule_text(w)).collect::<Vec<_>>();
    let mut data = TableData {
        id: id.to_owned(),
        name: sanitize(&table.name).into_owned(),
        phase: table.phase.as_ref().map(|phase| sanitize(phase).into_owned()),
        sign: inputs.first().map_or_else(String::new, |first| {
            rule_signs(inputs, &format!("{}/tables/{id}", first.army.rules.id))
        }),
        roll: table.roll.as_ref().map(|r| rule_text(r)),
        columns: words(&table.columns),
        rows: table.rows.iter().map(|row| words(row.cells())).collect(),
        lines: words(&table.lines),
        note: table.note.as_ref().map(|n| rule_text(n)),
        note_source: table.source.as_ref().and_then(|s| separate_citation_text(s, "note")),
        source: table.source.as_ref().and_then(citation_text),
    };
    if table.of.as_ref().is_some_and(|of| of.value == TableSource::Units) {
        (data.columns, data.rows) = unit_chart(inputs, table, all);
    }
    data
}

/// Returns the heads and rows of a table made from the unit types.
fn unit_chart(
    inputs: &[DocumentInput<'_>],
    table: &WrittenTable,
    all: bool,
) -> (Vec<String>, Vec<Vec<String>>) {
    let Some(first) = inputs.first() else { return (Vec::new(), Vec::new()) };
    let stats: Vec<StatId> = table.stats.iter().filter_map(|s| first.army.rules.find_stat(s)).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for input in inputs {
        let rules = input.army.rules;
        for kind in
            used_kinds(*input, all).into_iter().map(|k| rules.kind(k)).filter(|k| k.entry_of.is_none())
        {
            if stats.iter().all(|s| kind.stats[s.0].is_absent()) {
                continue;
            }
            let code = kind.code.as_ref().map_or_else(String::new, |c| format!(" ({c})"));
            // If the rules below have its text, the sign is there
            let has_text = input.texts.unit_text(&kind.id).is_some();
            let sign = if has_text { String::new() } else { rule_signs(inputs, &kind.rule_path) };
            let name = sanitize(&format!("{}{code}{sign}", kind.name)).into_owned();
            if !rows.iter().any(|row| row[0] == name) {
                let cells = stats.iter().map(|s| stat_value_text(&rules.stats[s.0], &kind.stats[s.0]));
                rows.push(std::iter::once(name).chain(cells).collect());
            }
        }
    }
    let heads = stats.iter().map(|s| sanitize(&first.army.rules.stats[s.0].abbr).into_owned());
    (std::iter::once("Unit".to_owned()).chain(heads).collect(), rows)
}

/// Returns the signs of a rule, over all of these armies.
fn rule_signs(inputs: &[DocumentInput<'_>], rule: &str) -> String {
    let mut signs = String::new();
    for input in inputs {
        merge_signs(&mut signs, &input.texts.readings.signs_of([rule]));
    }
    signs
}
