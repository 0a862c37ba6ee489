//! Builds the data of the commands, with their characters and units, and of the reserves.

use crate::army::regions::Region;
use crate::army::{Army as Resolved, Character, UnitOrigin};
use crate::format::formula::Formula;
use crate::output::terminal_text::sanitize;

use super::bought_data::bought_data;
use super::build_unit_data::{BuiltUnit, build_unit};
use super::number_data::{number_text, region_numbers};
use super::printed_costs_and_names::{charge_data, cost_line_data, cost_text, holder_name};
use super::printed_rule_text::{clean_text, rule_text};
use super::{AddedStatData, CharacterData, CommandData, DocumentInput, JsonNumber, NumberData, UnitData};

/// Builds the data of a command.
pub(super) fn command_data(input: DocumentInput<'_>, at: usize) -> CommandData {
    let army = input.army;
    let command = &army.commands[at];
    let contingent = &army.rules.contingents[command.contingent.0];
    let written = command.written.map(|w| &w.value);
    let units = unit_data(input, Some(at));
    let characters: Vec<CharacterData> = army.characters_of(at).map(|c| character_data(input, c)).collect();
    let cost = army.rules.has_points.then(|| army.cost_of_command(at)).flatten();
    let several = army.list.commands.is_some();
    let kind = command.kind.filter(|_| command.written.is_some()).map(|kind| army.rules.command_kind(kind));
    let kind_name = kind.map(|kind| sanitize(&kind.name).into_owned());
    let within = command.outer.map(|outer| command_name(army, outer));
    let around = within.as_ref().map(|name| format!("in {name}"));
    let kind_words: Vec<String> = kind_name.iter().cloned().chain(around).collect();
    let (bought, bought_shown) = bought_data(input, Some(at));
    let colour = written.and_then(|w| w.colour.as_ref()).map(|colour| colour.value.0);
    let numeral =
        written.and_then(|w| w.numeral.as_ref()).map(|numeral| sanitize(&numeral.value.0).into_owned());
    CommandData {
        colour: colour.unwrap_or_else(|| u8::try_from(at % 6 + 1).unwrap_or(1)),
        numeral: numeral.unwrap_or_else(|| if several { roman_numeral(at + 1) } else { String::new() }),
        bought,
        bought_shown,
        name: (command.name.is_some() || several).then(|| command_name(army, at)),
        kind_shown: kind_words.join(", "),
        text: kind.and_then(|kind| Some(rule_text(input.texts.command_kind_text(&kind.id)?))),
        kind: kind_name,
        within,
        depth: army.commands_around(at).count() - 1,
        ally: contingent.ally.as_ref().map(|a| sanitize(a).into_owned()),
        ally_name: contingent
            .ally
            .as_ref()
            .and(contingent.book.as_ref())
            .map(|b| sanitize(&b.name).into_owned()),
        commander: command.commander.map(|holder| holder_name(army, holder)),
        baggage_with: command.shares_with.map(|(name, _)| sanitize(name).into_owned()),
        notes: written.and_then(|w| clean_text(w.notes.as_ref())),
        cost: cost.map(JsonNumber),
        cost_shown: cost_text(army, cost),
        // In an army without commands, the implied command still has its tracks
        numbers: command_numbers(input, at, several),
        characters,
        units,
        charges: cost_line_data(army, &command.charges),
    }
}

/// Returns a number in Roman numerals. Above 39, which no army has, in digits.
fn roman_numeral(number: usize) -> String {
    if number > 39 {
        return number.to_string();
    }
    let ones = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    format!("{}{}", "X".repeat(number / 10), ones[number % 10])
}

/// Returns the name of a command, or its number.
fn command_name(army: &Resolved<'_>, at: usize) -> String {
    let name = army.commands[at].name;
    name.map_or_else(|| format!("Command {}", at + 1), |name| sanitize(name).into_owned())
}

/// Returns the numbers of a command. A command that the list does not write omits those that the army has
/// too.
fn command_numbers(input: DocumentInput<'_>, at: usize, written: bool) -> Vec<NumberData> {
    let mut numbers = region_numbers(input, Region::Command(at));
    if !written {
        let whole = region_numbers(input, Region::Army);
        numbers.retain(|n| whole.iter().all(|w| w.id != n.id));
    }
    numbers
}

fn character_data(input: DocumentInput<'_>, character: &Character<'_>) -> CharacterData {
    let DocumentInput { army, texts, .. } = input;
    let role = character.role.map(|r| &army.rules.roles[r.0]);
    let added = role.iter().flat_map(|r| &r.changes.add).map(|(stat, formula)| {
        let stat = &army.rules.stats[stat.0];
        AddedStatData {
            name: sanitize(&stat.name).into_owned(),
            abbr: sanitize(&stat.abbr).into_owned(),
            shown: signed_text(formula),
        }
    });
    let added: Vec<AddedStatData> = added.collect();
    let own_text = character.kind.and_then(|k| texts.unit_text(&army.rules.kind(k).id));
    CharacterData {
        name: sanitize(&character.name).into_owned(),
        role: role.map(|r| sanitize(&r.name).into_owned()),
        with: character.joins.as_ref().map(|l| sanitize(l.name).into_owned()),
        commander: character.is_commander,
        cost: if army.rules.has_points { character.cost().map(JsonNumber) } else { None },
        cost_shown: cost_text(army, character.cost()),
        adds_shown: additions_text(&added, character.joins.is_some()),
        adds: added,
        text: own_text.or_else(|| Some(rule_text(texts.role(character.role?.0)?.text.as_ref()?))),
        sign: texts.readings.signs_of(role.map(|r| r.rule_path.as_str())),
        readings: texts.readings.readings_of(role.map(|r| r.rule_path.as_str())),
        notes: clean_text(character.written.notes.as_ref()),
        charges: charge_data(army, &character.cost_lines),
        ledger: cost_line_data(army, &character.cost_lines),
    }
}

/// Returns what a role adds, as printed. Only the stats of a unit that was joined already include it.
fn additions_text(added: &[AddedStatData], joined: bool) -> String {
    let words: Vec<String> = added.iter().map(|a| format!("{} {}", a.name, a.shown)).collect();
    match words.join(", ") {
        words if words.is_empty() => words,
        words if joined => format!("adds to it {words} (counted there)"),
        words => format!("adds {words} to a unit that they join"),
    }
}

fn signed_text(formula: &Formula) -> String {
    match formula.as_constant() {
        Some(n) if n >= 0 => format!("+{}", number_text(n)),
        Some(n) => number_text(n),
        None => sanitize(&formula.text).into_owned(),
    }
}

/// Returns the units of a command, or the reserves if `command` is `None`, in the order of the list. With
/// `merge`, identical units become one.
pub(super) fn unit_data(input: DocumentInput<'_>, command: Option<usize>) -> Vec<UnitData> {
    let army = input.army;
    let mut all: Vec<usize> = (0..army.units.len()).filter(|at| army.units[*at].command == command).collect();
    // Baggage comes last, wherever the key `baggage` is in the list
    let baggage = |at: usize| matches!(army.units[at].written, UnitOrigin::Baggage(_));
    all.sort_by_key(|at| (baggage(*at), army.units[*at].written.span()));
    let mut rows: Vec<BuiltUnit> = Vec::new();
    for at in all {
        let built = build_unit(input, at);
        if input.merge {
            match rows.iter_mut().find(|row| row.content == built.content) {
                Some(row) => row.count += built.count,
                None => rows.push(built),
            }
        } else {
            let copies = built.count as usize;
            rows.extend(std::iter::repeat_n(built.single(), copies));
        }
    }
    let mut units: Vec<UnitData> = rows.into_iter().map(|built| built.with_totals(army)).collect();
    number_identical_units(&mut units);
    units
}

/// Numbers identical units (`2 of 5`). Units of the same name share one sequence, even if some are in rows of
/// their own.
fn number_identical_units(units: &mut [UnitData]) {
    let alike = |a: &UnitData, b: &UnitData| a.name == b.name && a.body.id == b.body.id;
    let numbers: Vec<String> = units
        .iter()
        .enumerate()
        .map(|(at, unit)| {
            let counted = |units: &[UnitData]| -> u32 {
                units.iter().filter(|u| alike(u, unit)).map(|u| u.count).sum()
            };
            let (before, of) = (counted(&units[..at]), counted(units));
            match unit.count {
                count if count == of => String::new(),
                1 => format!("{} of {of}", before + 1),
                count => format!("{}–{} of {of}", before + 1, before + count),
            }
        })
        .collect();
    units.iter_mut().zip(numbers).for_each(|(unit, number)| unit.number = number);
}
