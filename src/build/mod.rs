//! What pages and editors ask of a list: how much each limit still allows, its rows by id, how it may be changed, and
//! what would come of that.

pub mod edits;
pub mod finding_identity;
pub mod offers;
pub mod open_rooms;
pub mod room_and_title_of_finding;
pub mod rooms;
pub mod row_names;
pub mod row_words;
pub mod rows;
pub mod trial;
