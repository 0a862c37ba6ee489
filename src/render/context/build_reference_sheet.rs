//! Builds the reference sheet of one army, or of two opposing ones: each rule once, sorted, with its source.

use std::collections::BTreeMap;

use crate::output::terminal_text::sanitize;

use super::printed_rule_text::rule_text;
use super::readings_of_unclear_rules::merge_signs;
use super::reference_rules::{add_rules, used_kinds};
use super::reference_sheet_data::{AbbreviationData, NoteData, ReferenceData, RuleData};
use super::reference_sources::printed_sources;
use super::reference_tables::used_tables;
use super::rule_texts_and_sources::CitedSource;
use super::tables_by_unit::tables_by_unit;
use super::{DocumentInput, NamedData, ReadingData};

/// Creates the reference sheet for armies of one game. With `all`, it has the rules of the whole game.
///
/// The readings of several armies must be numbered together (`Readings::number_after`).
pub fn build_reference_sheet(inputs: &[DocumentInput<'_>], all: bool) -> ReferenceData {
    let mut reference = ReferenceData {
        armies: inputs.iter().map(|i| sanitize(&i.army.list.army).into_owned()).collect(),
        all,
        key: inputs.first().map(|first| abbreviations(*first)).unwrap_or_default(),
        rules: Vec::new(),
        tables: Vec::new(),
        targets: Vec::new(),
        phases: inputs.first().map(|first| phases(*first)).unwrap_or_default(),
        notes: Vec::new(),
        readings: Vec::new(),
        sources: Vec::new(),
    };
    let mut rules: BTreeMap<String, RuleData> = BTreeMap::new();
    let cited: Vec<CitedSource> = inputs.iter().flat_map(|i| i.texts.cited_sources()).collect();
    for input in inputs {
        add_rules(*input, all, &cited, &mut rules);
    }
    let entries: Vec<String> = rules.keys().cloned().collect();
    reference.rules = rules.into_values().collect();
    reference.rules.sort_by_key(|e| (e.name.to_lowercase(), e.text.clone()));
    // An entry with the same text as its unit type is printed once
    reference.rules.dedup_by(|again, first| {
        let same = again.name == first.name && again.text == first.text;
        if same {
            merge_signs(&mut first.sign, &again.sign);
        }
        same
    });
    reference.tables = used_tables(inputs, all);
    reference.targets = tables_by_unit(inputs);
    let signs = reference.printed_signs();
    for input in inputs {
        let owner = &input.army.rules.id;
        let tables = reference.tables.iter().map(|t| format!("{owner}/tables/{}", t.id));
        let targets = reference.targets.iter().map(|t| format!("{owner}/numbers/{}", t.id));
        let sheet: Vec<String> = tables.chain(targets).chain(entries.iter().cloned()).collect();
        let types = used_kinds(*input, all).into_iter().map(|k| input.army.rules.kind(k).rule_path.as_str());
        for reading in input.texts.readings.readings_of(sheet.iter().map(String::as_str).chain(types)) {
            // Without a chart, nothing is printed of a type that has no text, so its sign is not on the
            // sheet
            if reading.is_marked_by(&signs) && !reference.readings.contains(&reading) {
                reference.readings.push(reading);
            }
        }
    }
    if let Some(first) = inputs.first().filter(|_| all) {
        reference.notes = note_data(*first);
        let marked = |n: &NoteData| reference.readings.iter().any(|r| r.sign == n.sign);
        reference.notes.iter_mut().filter(|n| !marked(n)).for_each(|n| n.sign.clear());
        let is_in_notes = |r: &ReadingData| reference.notes.iter().any(|n| n.sign == r.sign);
        reference.readings.retain(|r| !is_in_notes(r));
    }
    reference.sources = printed_sources(&reference, &cited);
    reference.readings.sort_by_key(|reading| reading.index);
    reference
}

/// Returns the abbreviations of the stats that are printed.
fn abbreviations(input: DocumentInput<'_>) -> Vec<AbbreviationData> {
    let stats = input.army.rules.stats.iter().filter(|s| !s.hidden && s.abbr != s.name);
    stats
        .map(|s| AbbreviationData {
            abbr: sanitize(&s.abbr).into_owned(),
            name: sanitize(&s.name).into_owned(),
        })
        .collect()
}

/// Returns the phases of play, in the order of the ruleset.
fn phases(input: DocumentInput<'_>) -> Vec<NamedData> {
    let all = input.texts.ruleset.phases.iter();
    all.map(|(id, name)| NamedData { id: sanitize(id).into_owned(), name: rule_text(name) }).collect()
}

fn note_data(input: DocumentInput<'_>) -> Vec<NoteData> {
    let notes = input.texts.ruleset.notes.iter();
    notes
        .filter_map(|note| {
            let (kind, text) = note.kind_and_text()?;
            let text = rule_text(&text);
            let sign = input.texts.readings.sign_of_note(kind, &text);
            Some(NoteData { kind, text, reading: note.reading.as_ref().map(|r| rule_text(r)), sign })
        })
        .collect()
}
