//! The rules that one army, or two opposing ones, use: each once, sorted, with its source.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::army::evaluate_conditions;
use crate::army::regions::Region;
use crate::format::reference_tables::{Table as WrittenTable, TableSource};
use crate::output::terminal_text::sanitize;
use crate::read::Located;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_numbers::TableRule;
use crate::rules::id_types::{StatId, UnitKindId};

use super::build_unit_data;
use super::number_data::number_text;
use super::rule_texts_and_sources::{self, CitedSource};
use super::{DocumentInput, NumberData, ReadingData, readings_of_unclear_rules};

/// The reference sheet.
#[derive(Clone, Debug, Serialize)]
pub struct ReferenceData {
    /// The names of the armies that the sheet is for.
    pub armies: Vec<String>,
    /// Whether the sheet has the rules of the whole game.
    pub all: bool,
    /// The abbreviations of stats with their names, in the order of the ruleset.
    pub key: Vec<AbbreviationData>,
    /// The rule texts of unit types, options, roles and attachments, sorted by name.
    pub rules: Vec<RuleData>,
    /// The tables, in the order of the ruleset.
    pub tables: Vec<TableData>,
    /// The numbers that are small tables, with a row for each unit.
    pub targets: Vec<TableData>,
    /// Gaps and interpretations. Empty unless the sheet has the whole game.
    pub notes: Vec<NoteData>,
    /// The readings that something on the sheet rests on.
    pub readings: Vec<ReadingData>,
    /// The sources: id and title.
    pub sources: Vec<CitationData>,
}

/// An abbreviation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AbbreviationData {
    /// The abbreviation, as in the heads of columns: `CF`.
    pub abbr: String,
    /// The full name: `Melee`.
    pub name: String,
}

/// The text of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RuleData {
    /// The name.
    pub name: String,
    /// The short mark.
    pub mark: Option<String>,
    /// The rule text.
    pub text: String,
    /// The source.
    pub source: Option<String>,
    /// The signs of the readings that the rule rests on. Empty if there are none.
    pub sign: String,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct TableData {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The signs of the readings that the table rests on. Empty if there are none.
    pub sign: String,
    /// The die that is rolled on it.
    pub roll: Option<String>,
    /// The heads of the columns. May be empty.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// Sentences, if the table is not a grid.
    pub lines: Vec<String>,
    /// A sentence below the table.
    pub note: Option<String>,
    /// The source of the note. `None` if it is the same as the table's.
    pub note_source: Option<String>,
    /// The source.
    pub source: Option<String>,
}

/// A gap or an interpretation.
#[derive(Clone, Debug, Serialize)]
pub struct NoteData {
    /// `gap`, `contradiction`, `unclear` or `unverified`.
    pub kind: &'static str,
    /// What is missing or unclear.
    pub text: String,
    /// How it is interpreted.
    pub reading: Option<String>,
    /// The sign that marks what rests on the reading. Empty if nothing does.
    pub sign: String,
}

/// A source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CitationData {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
}

impl ReferenceData {
    /// Creates the reference sheet for armies of one game. With `all`, it has the rules of the whole game.
    pub fn for_armies(inputs: &[DocumentInput<'_>], all: bool) -> Self {
        let mut reference = Self {
            armies: inputs.iter().map(|i| sanitize(&i.army.list.army).into_owned()).collect(),
            all,
            key: inputs.first().map(|first| abbreviations(*first)).unwrap_or_default(),
            rules: Vec::new(),
            tables: Vec::new(),
            targets: Vec::new(),
            notes: Vec::new(),
            readings: Vec::new(),
            sources: Vec::new(),
        };
        let mut rules: BTreeMap<String, RuleData> = BTreeMap::new();
        let cited: Vec<CitedSource> = inputs.iter().flat_map(|i| i.texts.cited_sources()).collect();
        for input in inputs {
            add_options(*input, all, &cited, &mut rules);
            add_unit_types(*input, all, &mut rules);
            add_roles_and_attachments(*input, all, &mut rules);
        }
        let entries: Vec<String> = rules.keys().cloned().collect();
        reference.rules = rules.into_values().collect();
        reference.rules.sort_by_key(|e| (e.name.to_lowercase(), e.text.clone()));
        // An entry with the same text as its unit type is printed once
        reference.rules.dedup_by(|again, first| {
            let same = again.name == first.name && again.text == first.text;
            if same {
                readings_of_unclear_rules::merge_signs(&mut first.sign, &again.sign);
            }
            same
        });
        reference.tables = used_tables(inputs, all);
        reference.targets = target_tables(inputs);
        let signs = reference.printed_signs();
        for input in inputs {
            let owner = &input.army.rules.id;
            let tables = reference.tables.iter().map(|t| format!("{owner}/tables/{}", t.id));
            let targets = reference.targets.iter().map(|t| format!("{owner}/numbers/{}", t.id));
            let sheet: Vec<String> = tables.chain(targets).chain(entries.iter().cloned()).collect();
            let types =
                used_kinds(*input, all).into_iter().map(|k| input.army.rules.kind(k).rule_path.as_str());
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
        let mut noticed: Vec<String> = Vec::new();
        for source in &cited {
            let (id, title) = (distinct_source_id(source, &cited), source.title.clone());
            noticed.extend(source.has_notice.then(|| id.clone()));
            if !reference.sources.iter().any(|s| s.id == id && s.title == title) {
                reference.sources.push(CitationData { id, title });
            }
        }
        if !all {
            let named = |id: &str| {
                let of = |source: &Option<String>| {
                    source.as_ref().is_some_and(|s| s.split(':').next() == Some(id))
                };
                let mut tables = reference.tables.iter().chain(&reference.targets);
                noticed.iter().any(|n| n == id)
                    || reference.rules.iter().any(|r| of(&r.source))
                    || tables.any(|t| of(&t.source) || of(&t.note_source))
            };
            let keep: Vec<bool> = reference.sources.iter().map(|s| named(&s.id)).collect();
            let mut keep = keep.into_iter();
            reference.sources.retain(|_| keep.next().unwrap_or(true));
        }
        reference.readings.sort_by_key(|reading| reading.index);
        reference
    }

    /// Returns all signs that the sheet prints.
    fn printed_signs(&self) -> String {
        let tables = self.tables.iter().chain(&self.targets);
        let of_tables = tables.flat_map(|t| {
            // A chart has the signs of unit types in its first column
            let first = t.rows.iter().filter_map(|row| row.first()).map(String::as_str);
            std::iter::once(t.sign.as_str()).chain(first)
        });
        let all: Vec<&str> = self.rules.iter().map(|r| r.sign.as_str()).chain(of_tables).collect();
        // Separate with spaces, since a cell may begin with a digit
        all.join(" ")
    }
}

/// Adds a rule. If another army has it too, it keeps the signs of both.
fn add_rule(rules: &mut BTreeMap<String, RuleData>, rule: &str, entry: RuleData) {
    match rules.get_mut(rule) {
        Some(known) => readings_of_unclear_rules::merge_signs(&mut known.sign, &entry.sign),
        None => {
            rules.insert(rule.to_owned(), entry);
        }
    }
}

/// Returns the signs of a rule, over all of these armies.
fn rule_signs(inputs: &[DocumentInput<'_>], rule: &str) -> String {
    let mut signs = String::new();
    for input in inputs {
        readings_of_unclear_rules::merge_signs(&mut signs, &input.texts.readings.signs_of([rule]));
    }
    signs
}

/// Returns the id of a source as printed: with the book's name if another file has the same id for something
/// else.
fn distinct_source_id(source: &CitedSource, all: &[CitedSource]) -> String {
    let another = all.iter().any(|other| other.id == source.id && other.title != source.title);
    match source.book.as_ref().filter(|_| another) {
        Some((_, name)) => format!("{} ({name})", source.id),
        None => source.id.clone(),
    }
}

/// Returns the source of an option's text, with its id as printed.
fn source_of_book(word: &str, book: &str, all: &[CitedSource]) -> String {
    let (id, place) = word.split_once(':').map_or((word, None), |(id, place)| (id, Some(place)));
    let is_cited_here = |s: &&CitedSource| s.id == id && s.book.as_ref().is_some_and(|(b, _)| b == book);
    let Some(source) = all.iter().find(is_cited_here) else { return word.to_owned() };
    let place = place.map_or_else(String::new, |p| format!(":{p}"));
    format!("{}{place}", distinct_source_id(source, all))
}

/// Returns the abbreviations of the stats that are printed.
pub(super) fn abbreviations(input: DocumentInput<'_>) -> Vec<AbbreviationData> {
    let stats = input.army.rules.stats.iter().filter(|s| !s.hidden && s.abbr != s.name);
    stats
        .map(|s| AbbreviationData {
            abbr: sanitize(&s.abbr).into_owned(),
            name: sanitize(&s.name).into_owned(),
        })
        .collect()
}

fn add_options(
    input: DocumentInput<'_>,
    all: bool,
    cited: &[CitedSource],
    rules: &mut BTreeMap<String, RuleData>,
) {
    let army = input.army;
    let used = |at: usize| {
        let id = crate::rules::id_types::OptionId(at);
        army.units.iter().flat_map(crate::army::Unit::bodies).any(|b| b.has(id))
    };
    for (at, option) in army.rules.options.iter().enumerate() {
        let Some(words) = input.texts.option_texts(&option.rule_path).filter(|_| all || used(at)) else {
            continue;
        };
        let Some(text) = words.text.clone().or_else(|| words.brief.clone()) else { continue };
        let book = option.rule_path.split('/').next().unwrap_or("");
        let entry = RuleData {
            name: sanitize(&option.name).into_owned(),
            mark: words.mark.clone(),
            text,
            source: words.source.as_ref().map(|s| source_of_book(s, book, cited)),
            sign: input.texts.readings.signs_of([option.rule_path.as_str()]),
        };
        add_rule(rules, &option.rule_path, entry);
    }
}

fn add_unit_types(input: DocumentInput<'_>, all: bool, rules: &mut BTreeMap<String, RuleData>) {
    for kind in used_kinds(input, all) {
        let kind = input.army.rules.kind(kind);
        if let Some(text) = input.texts.unit_text(&kind.id) {
            let source = input.texts.ruleset.units.iter().find(|(id, _)| id.value == kind.id);
            let source =
                source.and_then(|(_, u)| u.source.as_ref()).and_then(rule_texts_and_sources::citation_text);
            let name = sanitize(&kind.name).into_owned();
            let sign = input.texts.readings.signs_of([kind.rule_path.as_str()]);
            add_rule(rules, &kind.rule_path, RuleData { name, mark: None, text, source, sign });
        }
    }
}

fn add_roles_and_attachments(input: DocumentInput<'_>, all: bool, rules: &mut BTreeMap<String, RuleData>) {
    let DocumentInput { army, texts, .. } = input;
    let held = |at: usize| {
        let id = crate::rules::id_types::RoleId(at);
        army.characters.iter().any(|c| c.role == Some(id))
            || army.units.iter().any(|u| u.body.roles.contains(&id))
    };
    let mut add = |rule: &str, name: &Located<String>, text: &Option<Located<String>>, source: &Option<_>| {
        if let Some(text) = text.as_ref().map(|t| rule_texts_and_sources::rule_text(t)) {
            let source = source.as_ref().and_then(rule_texts_and_sources::citation_text);
            let name = sanitize(name).into_owned();
            let sign = texts.readings.signs_of([rule]);
            add_rule(rules, rule, RuleData { name, mark: None, text, source, sign });
        }
    };
    for (at, (_, role)) in texts.ruleset.roles.iter().enumerate() {
        if all || held(at) {
            add(&army.rules.roles[at].rule_path, &role.name, &role.text, &role.source);
        }
    }
    for (rule, (_, attach)) in army.rules.attach.iter().zip(&texts.ruleset.attach) {
        let used = army.units.iter().any(|unit| {
            let to = unit.attached_to.as_ref().and_then(|l| l.unit).map(|at| &army.units[at].body);
            to.is_some_and(|to| rule.who.matches(&unit.body) && rule.to.matches(to))
        });
        if all || used {
            add(&rule.rule_path, &attach.name, &attach.text, &attach.source);
        }
    }
}

/// Returns the unit types and entries of an army, and the types that the entries are based on, in the order
/// of the ruleset.
fn used_kinds(input: DocumentInput<'_>, all: bool) -> Vec<UnitKindId> {
    let army = input.army;
    let mut used: Vec<UnitKindId> = if all {
        let types = army.rules.kinds.iter().enumerate().filter(|(_, k)| k.entry_of.is_none());
        types.map(|(at, _)| UnitKindId(at)).collect()
    } else {
        let bodies = army.units.iter().flat_map(crate::army::Unit::bodies).filter_map(|b| b.kind);
        bodies.flat_map(|k| [k, army.rules.base_kind(k)]).collect()
    };
    used.sort_unstable();
    used.dedup();
    used
}

fn used_tables(inputs: &[DocumentInput<'_>], all: bool) -> Vec<TableData> {
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
    let words = |words: &[Located<String>]| {
        words.iter().map(|w| rule_texts_and_sources::rule_text(w)).collect::<Vec<_>>()
    };
    let mut data = TableData {
        id: id.to_owned(),
        name: sanitize(&table.name).into_owned(),
        sign: inputs.first().map_or_else(String::new, |first| {
            rule_signs(inputs, &format!("{}/tables/{id}", first.army.rules.id))
        }),
        roll: table.roll.as_ref().map(|r| rule_texts_and_sources::rule_text(r)),
        columns: words(&table.columns),
        rows: table.rows.iter().map(|row| words(row.cells())).collect(),
        lines: words(&table.lines),
        note: table.note.as_ref().map(|n| rule_texts_and_sources::rule_text(n)),
        note_source: table
            .source
            .as_ref()
            .and_then(|s| rule_texts_and_sources::separate_citation_text(s, "note")),
        source: table.source.as_ref().and_then(rule_texts_and_sources::citation_text),
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
            if stats.iter().all(|s| kind.stats[s.0].is_none()) {
                continue;
            }
            let code = kind.code.as_ref().map_or_else(String::new, |c| format!(" ({c})"));
            // If the rules below have its text, the sign is there
            let has_text = input.texts.unit_text(&kind.id).is_some();
            let sign = if has_text { String::new() } else { rule_signs(inputs, &kind.rule_path) };
            let name = sanitize(&format!("{}{code}{sign}", kind.name)).into_owned();
            if !rows.iter().any(|row| row[0] == name) {
                let cells = stats.iter().map(|s| {
                    let shown = &rules.stats[s.0].show;
                    kind.stats[s.0].map_or_else(
                        || "–".to_owned(),
                        |n| {
                            shown.as_ref().map_or_else(
                                || number_text(n),
                                |s| rule_texts_and_sources::rule_text(&s.replace("{}", &number_text(n))),
                            )
                        },
                    )
                });
                rows.push(std::iter::once(name).chain(cells).collect());
            }
        }
    }
    let heads = stats.iter().map(|s| sanitize(&first.army.rules.stats[s.0].abbr).into_owned());
    (std::iter::once("Unit".to_owned()).chain(heads).collect(), rows)
}

/// Returns the small tables that the ruleset computes for units. Units with the same values share a row.
fn target_tables(inputs: &[DocumentInput<'_>]) -> Vec<TableData> {
    let mut tables: Vec<Target> = Vec::new();
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
        for unit in order.into_iter().map(|at| build_unit_data::build_unit(*input, at).with_totals(army)) {
            let name = unit_name(&unit.name, input);
            unit.body.numbers.iter().for_each(|n| add_target_row(&mut tables, *input, &name, n));
            for part in &unit.parts {
                let name = format!("{name}: {}", part.body.type_name);
                part.body.numbers.iter().for_each(|n| add_target_row(&mut tables, *input, &name, n));
            }
        }
    }
    tables.into_iter().map(Target::into_table).collect()
}

/// A small table while its units are gathered.
struct Target {
    table: TableData,
    /// The units that share each row, and their values.
    rows: Vec<(Vec<String>, Vec<String>)>,
}

impl Target {
    fn into_table(self) -> TableData {
        let row = |(units, cells): (Vec<String>, Vec<String>)| {
            std::iter::once(units.join(", ")).chain(cells).collect()
        };
        TableData { rows: self.rows.into_iter().map(row).collect(), ..self.table }
    }
}

fn add_target_row(tables: &mut Vec<Target>, input: DocumentInput<'_>, unit: &str, number: &NumberData) {
    // Tables with boxes are for the roster and the cards
    if number.each.is_empty() || number.each.iter().any(|e| !e.boxes.is_empty()) {
        return;
    }
    let cells: Vec<String> = number.each.iter().map(|e| e.shown.clone()).collect();
    match tables.iter_mut().find(|t| t.table.id == number.id) {
        // Units with the same values share a row
        Some(target) => {
            readings_of_unclear_rules::merge_signs(&mut target.table.sign, &number.sign);
            match target.rows.iter_mut().find(|(_, known)| *known == cells) {
                Some((units, _)) if units.iter().any(|name| name == unit) => {}
                Some((units, _)) => units.push(unit.to_owned()),
                None => target.rows.push((vec![unit.to_owned()], cells)),
            }
        }
        None => {
            let at = input.army.rules.find_number(&number.id);
            let source = at.and_then(|at| {
                input.texts.number_rule(at.0)?.source.as_ref().and_then(rule_texts_and_sources::citation_text)
            });
            let heads = number.each.iter().map(|e| number_text(e.at.0));
            let table = TableData {
                id: number.id.clone(),
                name: number.name.clone(),
                sign: number.sign.clone(),
                roll: None,
                columns: std::iter::once("Unit".to_owned()).chain(heads).collect(),
                rows: Vec::new(),
                lines: Vec::new(),
                note: None,
                note_source: None,
                source,
            };
            tables.push(Target { table, rows: vec![(vec![unit.to_owned()], cells)] });
        }
    }
}

fn note_data(input: DocumentInput<'_>) -> Vec<NoteData> {
    let notes = input.texts.ruleset.notes.iter();
    notes
        .filter_map(|note| {
            let (kind, text) = note.kind_and_text()?;
            let text = rule_texts_and_sources::rule_text(&text);
            let sign = input.texts.readings.sign_of_note(kind, &text);
            Some(NoteData {
                kind,
                text,
                reading: note.reading.as_ref().map(|r| rule_texts_and_sources::rule_text(r)),
                sign,
            })
        })
        .collect()
}
