//! The packing list: what to bring, by type and by command.

use serde::Serialize;

use crate::wording::count_noun as counted;

use super::{BodyData, CommandData, UnitData};

/// The packing list.
#[derive(Clone, Debug, Serialize)]
pub struct PackingData {
    /// The units by type, over all commands and reserves.
    pub types: Vec<PackedType>,
    /// The units by command, reserves last.
    pub commands: Vec<PackedCommand>,
    /// The characters without a body of their own, in the order of the list.
    pub characters: Vec<String>,
    /// What is tracked with boxes and so needs a marker.
    pub markers: Vec<MarkerData>,
}

/// Bodies of one type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PackedType {
    /// The code of the unit type, or empty.
    pub code: String,
    /// The name of the unit type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The number of units.
    pub units: u32,
    /// The number of models, elements or bases in all. 0 if the type has no size.
    pub size: u32,
    /// The size as printed. Empty if each unit is one piece.
    pub size_shown: String,
    /// The names of the units.
    pub names: Vec<String>,
    /// The options of the units of this type, each set once.
    pub options: Vec<String>,
    /// The amount as printed: `2 units, 48 models`, `1 character`.
    pub shown: String,
    /// The units in groups of the same name, size and options.
    pub groups: Vec<PackedGroup>,
}

/// Units of one type with the same name, size and options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PackedGroup {
    /// The name.
    pub name: String,
    /// The number of units.
    pub units: u32,
    /// The size of each as printed. Empty if all units of the type have the same, or none.
    pub size_shown: String,
    /// The options, including those that the units always have, since they can be seen on the models.
    pub options: String,
    /// The group as printed: `2 × Velites, 12 models each: Javelin`. Empty if it adds nothing to the type.
    pub shown: String,
}

/// The packing list of one command.
#[derive(Clone, Debug, Serialize)]
pub struct PackedCommand {
    /// The name. `Army` if the list writes no commands.
    pub name: String,
    /// The units by type.
    pub types: Vec<PackedType>,
}

/// Something to be tracked on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkerData {
    /// The name.
    pub name: String,
    /// The number of boxes that all units and commands have of it.
    pub boxes: usize,
    /// The number of rows of boxes.
    pub tracks: usize,
    /// Both as printed: `1 track of 10`, `14 tracks, 300 boxes in all`.
    pub shown: String,
}

impl PackingData {
    /// Creates the packing list of an army.
    pub(super) fn from_units(commands: &[CommandData], reserves: &[UnitData]) -> Self {
        let all = commands.iter().flat_map(|c| &c.units).chain(reserves);
        let mut by_command: Vec<PackedCommand> = commands
            .iter()
            .map(|c| PackedCommand {
                name: c.name.clone().unwrap_or_else(|| "Army".to_owned()),
                types: pack_by_type(c.units.iter()),
            })
            .collect();
        if !reserves.is_empty() {
            by_command
                .push(PackedCommand { name: "Reserves".to_owned(), types: pack_by_type(reserves.iter()) });
        }
        let person = |c: &super::CharacterData| match &c.role {
            Some(role) if *role != c.name => format!("{}, {role}", c.name),
            _ => c.name.clone(),
        };
        Self {
            types: pack_by_type(all.clone()),
            commands: by_command,
            characters: commands.iter().flat_map(|c| &c.characters).map(person).collect(),
            markers: list_markers(commands, all),
        }
    }
}

fn pack_by_type<'u>(units: impl Iterator<Item = &'u UnitData>) -> Vec<PackedType> {
    let mut all: Vec<PackedType> = Vec::new();
    for unit in units {
        add_body(&mut all, unit, &unit.body);
        for part in &unit.parts {
            add_body(&mut all, unit, &part.body);
        }
    }
    all.iter_mut().for_each(fill_in_texts);
    all
}

/// Fills in what is printed, once all units of the type are known.
fn fill_in_texts(packed: &mut PackedType) {
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
        let name_and_size = format!("{times}{}{size}", group.name);
        group.shown = match group.options.as_str() {
            "" if name_and_size == packed.type_name => String::new(),
            "" => name_and_size,
            options => format!("{name_and_size}: {options}"),
        };
    }
}

fn add_body(all: &mut Vec<PackedType>, unit: &UnitData, body: &BodyData) {
    let (name, count) = (&unit.name, unit.count);
    let named = body.options.iter().filter(|o| o.part_of.is_none());
    // Options with the name of the type add no information
    let informative = named.clone().filter(|o| o.name != body.type_name);
    let mut visible: Vec<&str> = informative.map(|o| o.shown.as_str()).collect();
    visible.sort_unstable();
    let mut options: Vec<&str> = named.filter(|o| !o.included).map(|o| o.shown.as_str()).collect();
    options.sort_unstable();
    let size = body.size.saturating_mul(count);
    let with = options.join(", ");
    let row = match all.iter_mut().position(|p| p.type_name == body.type_name) {
        Some(at) => &mut all[at],
        None => {
            all.push(PackedType {
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
        row.size_shown = format!("{} {}", row.size, of.noun(row.size == 1));
    }
    let times = if count == 1 { String::new() } else { format!("{count} × ") };
    row.names.push(format!("{times}{name}"));
    if !with.is_empty() && !row.options.contains(&with) {
        row.options.push(with);
    }
    let many = counted(row.units as usize, if unit.character { "character" } else { "unit" });
    row.shown = if row.size_shown.is_empty() { many } else { format!("{many}, {}", row.size_shown) };
    let group = PackedGroup {
        name: name.clone(),
        units: count,
        size_shown: body.size_shown.clone(),
        options: visible.join(", "),
        shown: String::new(),
    };
    let same = |g: &&mut PackedGroup| {
        (&g.name, &g.size_shown, &g.options) == (&group.name, &group.size_shown, &group.options)
    };
    match row.groups.iter_mut().find(same) {
        Some(group) => group.units += count,
        None => row.groups.push(group),
    }
}

fn list_markers<'u>(commands: &[CommandData], units: impl Iterator<Item = &'u UnitData>) -> Vec<MarkerData> {
    let mut all: Vec<MarkerData> = Vec::new();
    let mut add = |name: &str, boxes: usize, tracks: usize| match all.iter_mut().find(|m| m.name == name) {
        _ if boxes == 0 => {}
        Some(marker) => {
            marker.boxes += boxes * tracks;
            marker.tracks += tracks;
        }
        None => {
            all.push(MarkerData {
                name: name.to_owned(),
                boxes: boxes * tracks,
                tracks,
                shown: String::new(),
            });
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
