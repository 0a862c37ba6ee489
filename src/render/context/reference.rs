//! The rules that one army, or two opposing ones, use: each once, sorted, with its source.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::army::condition;
use crate::army::measure::Where;
use crate::format::sheet::{MadeOf, Table as WrittenTable};
use crate::output::text::clean;
use crate::read::Located;
use crate::rules::ids::{KindId, StatId};
use crate::rules::number::TableRule;
use crate::rules::when::When;

use super::army_unit;
use super::number::text;
use super::texts::{self, Cited};
use super::{Input, Number, Reading, readings};

/// The reference sheet.
#[derive(Clone, Debug, Serialize)]
pub struct Reference {
    /// The names of the armies that the sheet is for.
    pub armies: Vec<String>,
    /// Whether the sheet has the rules of the whole game.
    pub all: bool,
    /// The abbreviations of stats with their names, in the order of the ruleset.
    pub key: Vec<Short>,
    /// The rule texts of unit types, options, roles and attachments, sorted by name.
    pub rules: Vec<Entry>,
    /// The tables, in the order of the ruleset.
    pub tables: Vec<Table>,
    /// The numbers that are small tables, with a row for each unit.
    pub targets: Vec<Table>,
    /// Gaps and interpretations. Empty unless the sheet has the whole game.
    pub notes: Vec<Note>,
    /// The readings that something on the sheet rests on.
    pub readings: Vec<Reading>,
    /// The sources: id and title.
    pub sources: Vec<Source>,
}

/// An abbreviation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Short {
    /// The abbreviation, as in the heads of columns: `CF`.
    pub abbr: String,
    /// The full name: `Melee`.
    pub name: String,
}

/// The text of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Entry {
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
pub struct Table {
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
pub struct Note {
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
pub struct Source {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
}

impl Reference {
    /// Creates the reference sheet for armies of one game. With `all`, it has the rules of the whole game.
    pub fn of(inputs: &[Input<'_>], all: bool) -> Self {
        let mut reference = Self {
            armies: inputs.iter().map(|i| clean(&i.army.list.army).into_owned()).collect(),
            all,
            key: inputs.first().map(|first| key(*first)).unwrap_or_default(),
            rules: Vec::new(),
            tables: Vec::new(),
            targets: Vec::new(),
            notes: Vec::new(),
            readings: Vec::new(),
            sources: Vec::new(),
        };
        let mut rules: BTreeMap<String, Entry> = BTreeMap::new();
        let cited: Vec<Cited> = inputs.iter().flat_map(|i| i.texts.sources()).collect();
        for input in inputs {
            options(*input, all, &cited, &mut rules);
            units(*input, all, &mut rules);
            roles_and_attachments(*input, all, &mut rules);
        }
        let entries: Vec<String> = rules.keys().cloned().collect();
        reference.rules = rules.into_values().collect();
        reference.rules.sort_by_key(|e| (e.name.to_lowercase(), e.text.clone()));
        // An entry with the same text as its unit type is printed once
        reference.rules.dedup_by(|again, first| {
            let same = again.name == first.name && again.text == first.text;
            if same {
                readings::join(&mut first.sign, &again.sign);
            }
            same
        });
        reference.tables = tables(inputs, all);
        reference.targets = targets(inputs);
        let signs = reference.signs();
        for input in inputs {
            let owner = &input.army.rules.id;
            let tables = reference.tables.iter().map(|t| format!("{owner}/tables/{}", t.id));
            let targets = reference.targets.iter().map(|t| format!("{owner}/numbers/{}", t.id));
            let sheet: Vec<String> = tables.chain(targets).chain(entries.iter().cloned()).collect();
            let types = kinds(*input, all).into_iter().map(|k| input.army.rules.kind_of(k).rule.as_str());
            for reading in input.texts.readings.used(sheet.iter().map(String::as_str).chain(types)) {
                // Without a chart, nothing is printed of a type that has no text, so its sign is not on the
                // sheet
                if reading.is_marked_by(&signs) && !reference.readings.contains(&reading) {
                    reference.readings.push(reading);
                }
            }
        }
        if let Some(first) = inputs.first().filter(|_| all) {
            reference.notes = notes(*first);
            let marked = |n: &Note| reference.readings.iter().any(|r| r.sign == n.sign);
            reference.notes.iter_mut().filter(|n| !marked(n)).for_each(|n| n.sign.clear());
            let is_in_notes = |r: &Reading| reference.notes.iter().any(|n| n.sign == r.sign);
            reference.readings.retain(|r| !is_in_notes(r));
        }
        let mut noticed: Vec<String> = Vec::new();
        for source in &cited {
            let (id, title) = (told_apart(source, &cited), source.title.clone());
            noticed.extend(source.noticed.then(|| id.clone()));
            if !reference.sources.iter().any(|s| s.id == id && s.title == title) {
                reference.sources.push(Source { id, title });
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
        reference.readings.sort_by_key(|reading| reading.place);
        reference
    }

    /// Returns all signs that the sheet prints.
    fn signs(&self) -> String {
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
fn put(rules: &mut BTreeMap<String, Entry>, rule: &str, entry: Entry) {
    match rules.get_mut(rule) {
        Some(known) => readings::join(&mut known.sign, &entry.sign),
        None => {
            rules.insert(rule.to_owned(), entry);
        }
    }
}

/// Returns the signs of a rule, over all of these armies.
fn signs(inputs: &[Input<'_>], rule: &str) -> String {
    let mut signs = String::new();
    for input in inputs {
        readings::join(&mut signs, &input.texts.readings.sign([rule]));
    }
    signs
}

/// Returns the id of a source as printed: with the book's name if another file has the same id for something
/// else.
fn told_apart(source: &Cited, all: &[Cited]) -> String {
    let another = all.iter().any(|other| other.id == source.id && other.title != source.title);
    match source.book.as_ref().filter(|_| another) {
        Some((_, name)) => format!("{} ({name})", source.id),
        None => source.id.clone(),
    }
}

/// Returns the source of an option's text, with its id as printed.
fn of_book(word: &str, book: &str, all: &[Cited]) -> String {
    let (id, place) = word.split_once(':').map_or((word, None), |(id, place)| (id, Some(place)));
    let is_cited_here = |s: &&Cited| s.id == id && s.book.as_ref().is_some_and(|(b, _)| b == book);
    let Some(source) = all.iter().find(is_cited_here) else { return word.to_owned() };
    let place = place.map_or_else(String::new, |p| format!(":{p}"));
    format!("{}{place}", told_apart(source, all))
}

/// Returns the abbreviations of the stats that are printed.
pub(super) fn key(input: Input<'_>) -> Vec<Short> {
    let stats = input.army.rules.stats.iter().filter(|s| !s.hidden && s.abbr != s.name);
    stats.map(|s| Short { abbr: clean(&s.abbr).into_owned(), name: clean(&s.name).into_owned() }).collect()
}

fn options(input: Input<'_>, all: bool, cited: &[Cited], rules: &mut BTreeMap<String, Entry>) {
    let army = input.army;
    let used = |at: usize| {
        let id = crate::rules::ids::OptionId(at);
        army.units.iter().flat_map(crate::army::Unit::bodies).any(|b| b.has(id))
    };
    for (at, option) in army.rules.options.iter().enumerate() {
        let Some(words) = input.texts.option(&option.rule).filter(|_| all || used(at)) else { continue };
        let Some(text) = words.text.clone().or_else(|| words.brief.clone()) else { continue };
        let book = option.rule.split('/').next().unwrap_or("");
        let entry = Entry {
            name: clean(&option.name).into_owned(),
            mark: words.mark.clone(),
            text,
            source: words.source.as_ref().map(|s| of_book(s, book, cited)),
            sign: input.texts.readings.sign([option.rule.as_str()]),
        };
        put(rules, &option.rule, entry);
    }
}

fn units(input: Input<'_>, all: bool, rules: &mut BTreeMap<String, Entry>) {
    for kind in kinds(input, all) {
        let kind = input.army.rules.kind_of(kind);
        if let Some(text) = input.texts.unit(&kind.id) {
            let source = input.texts.ruleset.units.iter().find(|(id, _)| id.value == kind.id);
            let source = source.and_then(|(_, u)| u.source.as_ref()).and_then(texts::source);
            let name = clean(&kind.name).into_owned();
            let sign = input.texts.readings.sign([kind.rule.as_str()]);
            put(rules, &kind.rule, Entry { name, mark: None, text, source, sign });
        }
    }
}

fn roles_and_attachments(input: Input<'_>, all: bool, rules: &mut BTreeMap<String, Entry>) {
    let Input { army, texts, .. } = input;
    let held = |at: usize| {
        let id = crate::rules::ids::RoleId(at);
        army.characters.iter().any(|c| c.role == Some(id))
            || army.units.iter().any(|u| u.body.roles.contains(&id))
    };
    let mut add = |rule: &str, name: &Located<String>, text: &Option<Located<String>>, source: &Option<_>| {
        if let Some(text) = text.as_ref().map(|t| texts::printed(t)) {
            let source = source.as_ref().and_then(texts::source);
            let name = clean(name).into_owned();
            let sign = texts.readings.sign([rule]);
            put(rules, rule, Entry { name, mark: None, text, source, sign });
        }
    };
    for (at, (_, role)) in texts.ruleset.roles.iter().enumerate() {
        if all || held(at) {
            add(&army.rules.roles[at].rule, &role.name, &role.text, &role.source);
        }
    }
    for (rule, (_, attach)) in army.rules.attach.iter().zip(&texts.ruleset.attach) {
        let used = army.units.iter().any(|unit| {
            let to = unit.attached_to.as_ref().and_then(|l| l.unit).map(|at| &army.units[at].body);
            to.is_some_and(|to| rule.who.finds(&unit.body) && rule.to.finds(to))
        });
        if all || used {
            add(&rule.rule, &attach.name, &attach.text, &attach.source);
        }
    }
}

/// Returns the unit types and entries of an army, and the types that the entries are based on, in the order
/// of the ruleset.
fn kinds(input: Input<'_>, all: bool) -> Vec<KindId> {
    let army = input.army;
    let mut used: Vec<KindId> = if all {
        let types = army.rules.kinds.iter().enumerate().filter(|(_, k)| k.entry_of.is_none());
        types.map(|(at, _)| KindId(at)).collect()
    } else {
        let bodies = army.units.iter().flat_map(crate::army::Unit::bodies).filter_map(|b| b.kind);
        bodies.flat_map(|k| [k, army.rules.base_of(k)]).collect()
    };
    used.sort_unstable();
    used.dedup();
    used
}

fn tables(inputs: &[Input<'_>], all: bool) -> Vec<Table> {
    let Some(first) = inputs.first() else { return Vec::new() };
    let mut used = Vec::new();
    for (at, (id, table)) in first.texts.ruleset.tables.iter().enumerate() {
        let some = |of: &dyn Fn(&TableRule) -> Option<&When>| {
            all || inputs.iter().any(|input| {
                // A condition that the list leaves open may be met
                let rule = input.army.rules.tables.get(at);
                rule.and_then(of)
                    .is_none_or(|when| condition::holds(input.army, when, Where::Army, None) != Some(false))
            })
        };
        if some(&|rule| Some(&rule.when)) {
            let mut table_made = one(inputs, id, table, all);
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

fn one(inputs: &[Input<'_>], id: &str, table: &WrittenTable, all: bool) -> Table {
    let words = |words: &[Located<String>]| words.iter().map(|w| texts::printed(w)).collect::<Vec<_>>();
    let mut data = Table {
        id: id.to_owned(),
        name: clean(&table.name).into_owned(),
        sign: inputs
            .first()
            .map_or_else(String::new, |first| signs(inputs, &format!("{}/tables/{id}", first.army.rules.id))),
        roll: table.roll.as_ref().map(|r| texts::printed(r)),
        columns: words(&table.columns),
        rows: table.rows.iter().map(|row| words(row.cells())).collect(),
        lines: words(&table.lines),
        note: table.note.as_ref().map(|n| texts::printed(n)),
        note_source: table.source.as_ref().and_then(|s| texts::source_of(s, "note")),
        source: table.source.as_ref().and_then(texts::source),
    };
    if table.of.as_ref().is_some_and(|of| of.value == MadeOf::Units) {
        (data.columns, data.rows) = chart(inputs, table, all);
    }
    data
}

/// Returns the heads and rows of a table made from the unit types.
fn chart(inputs: &[Input<'_>], table: &WrittenTable, all: bool) -> (Vec<String>, Vec<Vec<String>>) {
    let Some(first) = inputs.first() else { return (Vec::new(), Vec::new()) };
    let stats: Vec<StatId> = table.stats.iter().filter_map(|s| first.army.rules.stat(s)).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for input in inputs {
        let rules = input.army.rules;
        for kind in kinds(*input, all).into_iter().map(|k| rules.kind_of(k)).filter(|k| k.entry_of.is_none())
        {
            if stats.iter().all(|s| kind.stats[s.0].is_none()) {
                continue;
            }
            let code = kind.code.as_ref().map_or_else(String::new, |c| format!(" ({c})"));
            // If the rules below have its text, the sign is there
            let has_text = input.texts.unit(&kind.id).is_some();
            let sign = if has_text { String::new() } else { signs(inputs, &kind.rule) };
            let name = clean(&format!("{}{code}{sign}", kind.name)).into_owned();
            if !rows.iter().any(|row| row[0] == name) {
                let cells = stats.iter().map(|s| {
                    let shown = &rules.stats[s.0].show;
                    kind.stats[s.0].map_or_else(
                        || "–".to_owned(),
                        |n| {
                            shown
                                .as_ref()
                                .map_or_else(|| text(n), |s| texts::printed(&s.replace("{}", &text(n))))
                        },
                    )
                });
                rows.push(std::iter::once(name).chain(cells).collect());
            }
        }
    }
    let heads = stats.iter().map(|s| clean(&first.army.rules.stats[s.0].abbr).into_owned());
    (std::iter::once("Unit".to_owned()).chain(heads).collect(), rows)
}

/// Returns the small tables that the ruleset computes for units. Units with the same values share a row.
fn targets(inputs: &[Input<'_>]) -> Vec<Table> {
    let mut tables: Vec<Target> = Vec::new();
    // If both armies have a unit of this name, say whose it is
    let unit_name = |unit: &str, input: &Input<'_>| {
        let has = |i: &Input<'_>| i.army.units.iter().any(|u| clean(&u.name) == unit);
        let in_both = inputs.len() > 1 && inputs.iter().all(has);
        if in_both { format!("{unit} of {}", clean(&input.army.list.army)) } else { unit.to_owned() }
    };
    for input in inputs {
        let army = input.army;
        let mut order: Vec<usize> = (0..army.units.len()).collect();
        order.sort_by_key(|at| army.units[*at].written.span());
        for unit in order.into_iter().map(|at| army_unit::unit(*input, at).finish(army)) {
            let name = unit_name(&unit.name, input);
            unit.body.numbers.iter().for_each(|n| target(&mut tables, *input, &name, n));
            for part in &unit.parts {
                let name = format!("{name}: {}", part.body.type_name);
                part.body.numbers.iter().for_each(|n| target(&mut tables, *input, &name, n));
            }
        }
    }
    tables.into_iter().map(Target::into_table).collect()
}

/// A small table while its units are gathered.
struct Target {
    table: Table,
    /// The units that share each row, and their values.
    rows: Vec<(Vec<String>, Vec<String>)>,
}

impl Target {
    fn into_table(self) -> Table {
        let row = |(units, cells): (Vec<String>, Vec<String>)| {
            std::iter::once(units.join(", ")).chain(cells).collect()
        };
        Table { rows: self.rows.into_iter().map(row).collect(), ..self.table }
    }
}

fn target(tables: &mut Vec<Target>, input: Input<'_>, unit: &str, number: &Number) {
    // Tables with boxes are for the roster and the cards
    if number.each.is_empty() || number.each.iter().any(|e| !e.boxes.is_empty()) {
        return;
    }
    let cells: Vec<String> = number.each.iter().map(|e| e.shown.clone()).collect();
    match tables.iter_mut().find(|t| t.table.id == number.id) {
        // Units with the same values share a row
        Some(target) => {
            readings::join(&mut target.table.sign, &number.sign);
            match target.rows.iter_mut().find(|(_, known)| *known == cells) {
                Some((units, _)) if units.iter().any(|name| name == unit) => {}
                Some((units, _)) => units.push(unit.to_owned()),
                None => target.rows.push((vec![unit.to_owned()], cells)),
            }
        }
        None => {
            let at = input.army.rules.number(&number.id);
            let source = at.and_then(|at| input.texts.number(at.0)?.source.as_ref().and_then(texts::source));
            let heads = number.each.iter().map(|e| text(e.at.0));
            let table = Table {
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

fn notes(input: Input<'_>) -> Vec<Note> {
    let notes = input.texts.ruleset.notes.iter();
    notes
        .filter_map(|note| {
            let (kind, text) = note.what()?;
            let text = texts::printed(&text);
            let sign = input.texts.readings.sign_of(kind, &text);
            Some(Note { kind, text, reading: note.reading.as_ref().map(|r| texts::printed(r)), sign })
        })
        .collect()
}
