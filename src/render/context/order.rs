//! The order of units on sheets.

use std::cmp::Reverse;

use clap::ValueEnum;

use super::{Document, Unit};

/// The order of units within their commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Order {
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
    pub fn sort(&mut self, order: Order) {
        for command in &mut self.commands {
            sort(&mut command.units, order);
        }
        sort(&mut self.reserves, order);
    }
}

fn sort(units: &mut [Unit], order: Order) {
    match order {
        Order::List => {}
        Order::Name => units.sort_by_key(|u| u.name.to_lowercase()),
        Order::Type => {
            let types: Vec<String> = units.iter().map(|u| u.body.type_name.clone()).collect();
            units.sort_by_key(|u| types.iter().position(|t| *t == u.body.type_name));
        }
        Order::Points => units.sort_by_key(|u| Reverse(u.cost.map(|c| c.0))),
    }
}
