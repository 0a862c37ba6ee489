//! The small tables that the ruleset computes for units, with a row for each unit.

use crate::output::terminal_text::sanitize;

use super::build_unit_data::build_unit;
use super::number_data::number_text;
use super::readings_of_unclear_rules::merge_signs;
use super::reference_sheet_data::TableData;
use super::rule_texts_and_sources::citation_text;
use super::{DocumentInput, NumberData};

/// Returns the small tables that the ruleset computes for units. Units with the same values share a row.
pub(super) fn tables_by_unit(inputs: &[DocumentInput<'_>]) -> Vec<TableData> {
    let mut tables: Vec<UnitTable> = Vec::new();
    // If both armies have a unit of this name, say whose it is
    let unit_name = |unit: &str, input: &DocumentInput<'_>| {
        let has = |i: &DocumentInput<'_>| i.army.units.iter().any(|u| sanitize(&u.name) == unit);
        let in_both = inputs.len() > 1 && inputs.iter().all(has);
        if in_both { format!("{unit} of {}", sanitize(&input.army.list.army)) } else { unit.to_owned() }
    };
    for input in inputs {
        let army = input.army;
        let mut order: Vec<usize> = (0..army.units.len()).collect();
        order.sort_by_key(|at| army.units[*at].written.span());
        for unit in order.into_iter().map(|at| build_unit(*input, at).with_totals(army)) {
            let name = unit_name(&unit.name, input);
            unit.body.numbers.iter().for_each(|n| add_target_row(&mut tables, *input, &name, n));
            for part in &unit.parts {
                let name = format!("{name}: {}", part.body.type_name);
                part.body.numbers.iter().for_each(|n| add_target_row(&mut tables, *input, &name, n));
            }
        }
    }
    tables.into_iter().map(UnitTable::into_table).collect()
}

/// A small table while its units are gathered.
struct UnitTable {
    table: TableData,
    /// The units that share each row, and their values.
    rows: Vec<(Vec<String>, Vec<String>)>,
}

impl UnitTable {
    fn into_table(self) -> TableData {
        let row = |(units, cells): (Vec<String>, Vec<String>)| {
            std::iter::once(units.join(", ")).chain(cells).collect()
        };
        TableData { rows: self.rows.into_iter().map(row).collect(), ..self.table }
    }
}

fn add_target_row(tables: &mut Vec<UnitTable>, input: DocumentInput<'_>, unit: &str, number: &NumberData) {
    // Tables with boxes are for the roster and the cards
    if number.each.is_empty() || number.each.iter().any(|e| !e.boxes.is_empty()) {
        return;
    }
    let cells: Vec<String> = number.each.iter().map(|e| e.shown.clone()).collect();
    match tables.iter_mut().find(|t| t.table.id == number.id) {
        // Units with the same values share a row
        Some(target) => {
            merge_signs(&mut target.table.sign, &number.sign);
            match target.rows.iter_mut().find(|(_, known)| *known == cells) {
                Some((units, _)) if units.iter().any(|name| name == unit) => {}
                Some((units, _)) => units.push(unit.to_owned()),
                None => target.rows.push((vec![unit.to_owned()], cells)),
            }
        }
        None => {
            let rule = input.texts.number_rule(&number.rule_path);
            let source = rule.and_then(|rule| rule.source.as_ref().and_then(citation_text));
            let heads = number.each.iter().map(|e| number_text(e.at.0));
            let table = TableData {
                id: number.id.clone(),
                name: number.name.clone(),
                phase: None,
                sign: number.sign.clone(),
                roll: None,
                columns: std::iter::once("Unit".to_owned()).chain(heads).collect(),
                rows: Vec::new(),
                lines: Vec::new(),
                note: None,
                note_source: None,
                source,
            };
            tables.push(UnitTable { table, rows: vec![(vec![unit.to_owned()], cells)] });
        }
    }
}
