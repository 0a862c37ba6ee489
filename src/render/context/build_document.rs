//! Builds the document of an army.

use super::build_army_data::army_data;
use super::build_commands::{command_data, unit_data};
use super::build_reference_sheet::build_reference_sheet;
use super::{
    ArmyData, CommandData, Document, DocumentInput, PackingData, ReadingData, StatData, UnitData, VERSION,
};

/// Builds the document of a list. With `all`, the reference sheet has the rules of the whole game.
pub fn build_document(input: DocumentInput<'_>, all: bool) -> Document {
    let army = input.army;
    let mut commands: Vec<CommandData> = (0..army.commands.len()).map(|at| command_data(input, at)).collect();
    let mut reserves = unit_data(input, None);
    // What is the same for all units need not be printed with each
    let noticed = || commands.iter().flat_map(|c| &c.units).chain(&reserves).map(|u| &u.body.noticed);
    if noticed().next().is_some_and(|first| noticed().all(|other| other == first)) {
        let units = commands.iter_mut().flat_map(|c| &mut c.units).chain(&mut reserves);
        units.for_each(|u| u.body.noticed = None);
    }
    let packing = PackingData::from_units(&commands, &reserves);
    let brackets = brackets_note(input, commands.iter().flat_map(|c| &c.units).chain(&reserves));
    let whole = ArmyData { brackets, ..army_data(input) };
    Document {
        version: VERSION,
        readings: document_readings(input, &whole, &commands, &reserves),
        army: whole,
        reference: build_reference_sheet(&[input], all),
        packing,
        commands,
        reserves,
    }
}

/// Returns the readings that anything printed of the army, its commands and its units rests on.
fn document_readings(
    input: DocumentInput<'_>,
    whole: &ArmyData,
    commands: &[CommandData],
    reserves: &[UnitData],
) -> Vec<ReadingData> {
    let rules = input.army.rules;
    let numbers = whole.numbers.iter().chain(commands.iter().flat_map(|c| &c.numbers));
    let numbers = numbers.map(|n| n.rule_path.as_str());
    let roles = input.army.characters.iter().filter_map(|c| c.role);
    let roles = roles.map(|r| rules.roles[r.0].rule_path.as_str());
    let mut all = input.texts.readings.readings_of(numbers.chain(roles));
    let units = commands.iter().flat_map(|c| &c.units).chain(reserves);
    let bodies = units.flat_map(|u| std::iter::once(&u.body).chain(u.parts.iter().map(|p| &p.body)));
    for reading in bodies.flat_map(|b| &b.readings) {
        if !all.contains(reading) {
            all.push(reading.clone());
        }
    }
    all.sort_by_key(|reading| reading.index);
    all
}

/// Returns the explanation of stats in brackets. `None` if no unit has any.
fn brackets_note<'u>(
    input: DocumentInput<'_>,
    mut units: impl Iterator<Item = &'u UnitData>,
) -> Option<String> {
    let bodies = |u: &'u UnitData| std::iter::once(&u.body).chain(u.parts.iter().map(|p| &p.body));
    let changed = |s: &StatData| s.changed && s.has_base();
    units.any(|u| bodies(u).any(|b| b.stats.iter().any(changed))).then(|| {
        let book = input.army.rules.contingents.iter().any(|c| c.book.is_some());
        let by =
            if book { "options, characters and what the book changes" } else { "options and characters" };
        format!("In brackets: the unit type's own figure, before {by}.")
    })
}
