//! What pages and editors ask of a list: its rows by id, how it may be changed, and how much of each limit is used.

pub mod edits;
pub mod finding_identity;
pub mod finding_rooms;
pub mod rooms;
pub mod rows;
