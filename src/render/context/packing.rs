//! What goes into the box: units by type and by command.

use serde::Serialize;

use crate::wording::count as counted;

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
    /// The options that units of the type have, each set once.
    pub options: Vec<String>,
    /// How many in words: `2 units, 48 models`, `1 character`.
    pub shown: String,
    /// Those of one name, size and options together.
    pub groups: Vec<Group>,
}

/// Units of one type alike in name, size and options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Their name.
    pub name: String,
    /// How many.
    pub units: u32,
    /// The size of each in words; empty where all of the type have the same, or none.
    pub size_shown: String,
    /// What is to be seen on the figures: their options, also those that they always have.
    pub options: String,
    /// All that in words: `2 × Velites, 12 models each: Javelin`; empty where it says no more than the type.
    pub shown: String,
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
    /// How many rows of boxes.
    pub tracks: usize,
    /// Both in words: `1 track of 10`, `14 tracks, 300 boxes in all`.
    pub shown: String,
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
        add(&mut all, unit, &unit.body);
        for part in &unit.parts {
            add(&mut all, unit, &part.body);
        }
    }
    all.iter_mut().for_each(finish);
    all
}

/// What can be said once all units of the type are there.
fn finish(packed: &mut Packed) {
    let alike = packed.groups.iter().all(|g| g.size_shown == packed.groups[0].size_shown);
    for group in &mut packed.groups {
        if alike {
            group.size_shown.clear();
        }
        let times = if group.units == 1 { String::new() } else { format!("{} × ", group.units) };
        let each = if group.units == 1 { "" } else { " each" };
        let size = match group.size_shown.as_str() {
            "" => String::new(),
            size => format!(", {size}{each}"),
        };
        let what = format!("{times}{}{size}", group.name);
        group.shown = match group.options.as_str() {
            "" if what == packed.type_name => String::new(),
            "" => what,
            options => format!("{what}: {options}"),
        };
    }
}

fn add(all: &mut Vec<Packed>, unit: &Unit, body: &Body) {
    let (name, count) = (&unit.name, unit.count);
    let named = body.options.iter().filter(|o| o.part_of.is_none());
    // What is called as the type is says no more
    let own = named.clone().filter(|o| o.name != body.type_name);
    let mut seen: Vec<&str> = own.map(|o| o.shown.as_str()).collect();
    seen.sort_unstable();
    let mut options: Vec<&str> = named.filter(|o| !o.included).map(|o| o.shown.as_str()).collect();
    options.sort_unstable();
    let size = body.size.saturating_mul(count);
    let with = options.join(", ");
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
                shown: String::new(),
                groups: Vec::new(),
            });
            let last = all.len() - 1;
            &mut all[last]
        }
    };
    row.units += count;
    row.size = row.size.saturating_add(size);
    if let Some(of) = body.size_of {
        row.size_shown = format!("{} {}", row.size, of.word(row.size == 1));
    }
    let times = if count == 1 { String::new() } else { format!("{count} × ") };
    row.names.push(format!("{times}{name}"));
    if !with.is_empty() && !row.options.contains(&with) {
        row.options.push(with);
    }
    let many = counted(row.units as usize, if unit.character { "character" } else { "unit" });
    row.shown = if row.size_shown.is_empty() { many } else { format!("{many}, {}", row.size_shown) };
    let group = Group {
        name: name.clone(),
        units: count,
        size_shown: body.size_shown.clone(),
        options: seen.join(", "),
        shown: String::new(),
    };
    let same = |g: &&mut Group| {
        (&g.name, &g.size_shown, &g.options) == (&group.name, &group.size_shown, &group.options)
    };
    match row.groups.iter_mut().find(same) {
        Some(group) => group.units += count,
        None => row.groups.push(group),
    }
}

fn markers<'u>(commands: &[Command], units: impl Iterator<Item = &'u Unit>) -> Vec<Marker> {
    let mut all: Vec<Marker> = Vec::new();
    let mut add = |name: &str, boxes: usize, tracks: usize| match all.iter_mut().find(|m| m.name == name) {
        _ if boxes == 0 => {}
        Some(marker) => {
            marker.boxes += boxes * tracks;
            marker.tracks += tracks;
        }
        None => {
            all.push(Marker { name: name.to_owned(), boxes: boxes * tracks, tracks, shown: String::new() });
        }
    };
    for number in commands.iter().flat_map(|c| &c.numbers) {
        add(&number.name, number.boxes.len(), 1);
    }
    for unit in units {
        let numbers = unit.body.numbers.iter().chain(unit.parts.iter().flat_map(|p| &p.body.numbers));
        for number in numbers {
            add(&number.name, number.boxes.len(), unit.count as usize);
            number.each.iter().for_each(|e| add(&number.name, e.boxes.len(), unit.count as usize));
        }
    }
    for marker in &mut all {
        let tracks = counted(marker.tracks, "track");
        marker.shown = match marker.tracks {
            1 => format!("{tracks} of {}", marker.boxes),
            _ => format!("{tracks}, {} boxes in all", marker.boxes),
        };
    }
    all
}
