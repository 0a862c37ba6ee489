//! The order of units on sheets.

use std::cmp::Reverse;

use super::{Document, UnitData};

/// The order of units within their commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum UnitOrder {
    /// As in the list
    #[default]
    List,
    /// By name
    Name,
    /// By unit type, in order of first appearance
    Type,
    /// Most expensive first
    Points,
}

impl Document {
    /// Sorts the units of each command, and the reserves. Units that compare equal keep the order of the
    /// list.
    pub fn sort_units(&mut self, order: UnitOrder) {
        for command in &mut self.commands {
            sort_unit_list(&mut command.units, order);
        }
        sort_unit_list(&mut self.reserves, order);
    }
}

fn sort_unit_list(units: &mut [UnitData], order: UnitOrder) {
    match order {
        UnitOrder::List => {}
        UnitOrder::Name => units.sort_by_key(|u| u.name.to_lowercase()),
        UnitOrder::Type => {
            let types: Vec<String> = units.iter().map(|u| u.body.type_name.clone()).collect();
            units.sort_by_key(|u| types.iter().position(|t| *t == u.body.type_name));
        }
        UnitOrder::Points => units.sort_by_key(|u| Reverse(u.cost.map(|c| c.0))),
    }
}
