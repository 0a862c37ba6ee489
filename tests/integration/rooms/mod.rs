//! Rooms: how much of each limit is used, and how much it allows.

mod command;
mod other_games;
mod shapes;
mod shipped_lists;
mod still_open;
pub(crate) mod support;
mod trebia;
