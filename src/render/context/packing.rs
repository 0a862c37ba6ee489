//! What goes into the box: units by type and by command.

use serde::Serialize;

use super::{Body, Command, Unit};

/// The packing list.
#[derive(Clone, Debug, Serialize)]
pub struct Packing {
    /// By type, over all commands and reserves.
    pub types: Vec<Packed>,
    /// By command, reserves last.
    pub commands: Vec<PackedCommand>,
    /// Characters that stand with units, in the order of the list.
    pub characters: Vec<String>,
    /// Everything that is tracked with boxes, as a marker: its name and how many boxes.
    pub markers: Vec<Marker>,
}

/// Bodies of one type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Packed {
    /// The unit type's short code, or empty.
    pub code: String,
    /// The unit type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// How many units.
    pub units: u32,
    /// How many models, elements or bases in all; 0 for what has no size.
    pub size: u32,
    /// The same in words; empty where each unit is one piece.
    pub size_shown: String,
    /// The names of the units.
    pub names: Vec<String>,
    /// What is to be seen on the figures: the options, with how many units have them.
    pub options: Vec<String>,
}

/// What goes into the box for one command.
#[derive(Clone, Debug, Serialize)]
pub struct PackedCommand {
    /// Its name; `Army` where the list writes no commands.
    pub name: String,
    /// By type.
    pub types: Vec<Packed>,
}

/// Something to be tracked on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Marker {
    /// Its name.
    pub name: String,
    /// How many boxes all units and commands have of it.
    pub boxes: usize,
}

impl Packing {
    /// The packing list of an army.
    pub(super) fn of(commands: &[Command], reserves: &[Unit]) -> Self {
        let all = commands.iter().flat_map(|c| &c.units).chain(reserves);
        let mut by_command: Vec<PackedCommand> = commands
            .iter()
            .map(|c| PackedCommand {
                name: c.name.clone().unwrap_or_else(|| "Army".to_owned()),
                types: types(c.units.iter()),
            })
            .collect();
        if !reserves.is_empty() {
            by_command.push(PackedCommand { name: "Reserves".to_owned(), types: types(reserves.iter()) });
        }
        let person = |c: &super::Character| match &c.role {
            Some(role) if *role != c.name => format!("{}, {role}", c.name),
            _ => c.name.clone(),
        };
        Self {
            types: types(all.clone()),
            commands: by_command,
            characters: commands.iter().flat_map(|c| &c.characters).map(person).collect(),
            markers: markers(commands, all),
        }
    }
}

fn types<'u>(units: impl Iterator<Item = &'u Unit>) -> Vec<Packed> {
    let mut all: Vec<Packed> = Vec::new();
    for unit in units {
        add(&mut all, &unit.name, unit.count, &unit.body);
        for part in &unit.parts {
            add(&mut all, &unit.name, unit.count, &part.body);
        }
    }
    all
}

fn add(all: &mut Vec<Packed>, name: &str, count: u32, body: &Body) {
    let mut options: Vec<&str> =
        body.options.iter().filter(|o| !o.included).map(|o| o.shown.as_str()).collect();
    options.sort_unstable();
    let size = body.size.saturating_mul(count);
    let with = options.join(", ");
    let words = body.size_shown.split_once(' ').map_or("", |(_, words)| words);
    let row = match all.iter_mut().position(|p| p.type_name == body.type_name) {
        Some(at) => &mut all[at],
        None => {
            all.push(Packed {
                code: body.code.clone(),
                type_name: body.type_name.clone(),
                units: 0,
                size: 0,
                size_shown: String::new(),
                names: Vec::new(),
                options: Vec::new(),
            });
            let last = all.len() - 1;
            &mut all[last]
        }
    };
    row.units += count;
    row.size = row.size.saturating_add(size);
    if !words.is_empty() {
        row.size_shown = format!("{} {words}", row.size);
    }
    let times = if count == 1 { String::new() } else { format!("{count} × ") };
    row.names.push(format!("{times}{name}"));
    if !with.is_empty() && !row.options.contains(&with) {
        row.options.push(with);
    }
}

fn markers<'u>(commands: &[Command], units: impl Iterator<Item = &'u Unit>) -> Vec<Marker> {
    let mut all: Vec<Marker> = Vec::new();
    let mut add = |name: &str, boxes: usize| match all.iter_mut().find(|m| m.name == name) {
        _ if boxes == 0 => {}
        Some(marker) => marker.boxes += boxes,
        None => all.push(Marker { name: name.to_owned(), boxes }),
    };
    for number in commands.iter().flat_map(|c| &c.numbers) {
        add(&number.name, number.boxes.len());
    }
    for unit in units {
        let numbers = unit.body.numbers.iter().chain(unit.parts.iter().flat_map(|p| &p.body.numbers));
        for number in numbers {
            let each: usize = number.each.iter().map(|e| e.boxes.len()).sum();
            add(&number.name, (number.boxes.len() + each) * unit.count as usize);
        }
    }
    all
}
