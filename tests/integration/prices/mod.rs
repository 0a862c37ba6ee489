//! Prices that depend on who pays and on what the army has.

mod charge_faults;
mod charges;
mod cost_line_faults;
mod cost_lines;
mod faces;
mod published_specs;
mod role_prices;
mod solver;
