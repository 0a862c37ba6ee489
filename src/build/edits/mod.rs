//! Edits of a list: everything that a list can say can be set, inserted, removed, renamed, moved and put in another
//! order, while comments and layout stay.

mod batch;
mod command_changes;
mod corrections;
mod differences;
mod edit;
mod links;
mod list_path;
mod list_text;
mod make;
mod option_changes;
mod part_changes;
mod plain_tree;
mod plan;
mod plan_items;
mod plan_keys;
mod raw_item;
mod refusal;
mod reparse_changed_row;
mod row_changes;
#[cfg(test)]
mod tests;

pub(crate) use batch::edit_parsed_list;
pub use batch::{EditedList, edit_list};
pub(crate) use corrections::CorrectedList;
pub use edit::{AddedKind, Links, ListEdit};
pub use refusal::{Refusal, RefusalReason};
