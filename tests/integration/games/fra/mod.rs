//! The program's results for FR!Ancients compared with its rules and the house chart. B is the cost of a unit
//! in the chart.

mod battles;
mod limits;
mod numbers;
mod prices;
mod support;
