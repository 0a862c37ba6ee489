//! The answer to an operation that changes a list.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::shared_types::{CommandId, RowId};
use crate::build::edits::EditedList;
use crate::text_edits::TextChange;

/// A changed list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Edited {
    pub(crate) text: String,
    pub(crate) ids: String,
    /// The name of the step in Undo.
    pub(crate) step: String,
    /// The rows that are new or changed.
    pub(crate) rows: Vec<RowId>,
    /// The commands that are new or changed.
    pub(crate) commands: Vec<CommandId>,
    /// The rows and commands that the labels of a batch stand for.
    pub(crate) labels: IndexMap<String, String>,
    /// What to replace in the old text, sorted and without overlap.
    pub(crate) changes: Vec<TextChange>,
    /// What to replace in the new text to get the old one.
    pub(crate) undo: Vec<TextChange>,
}

impl Edited {
    /// Says what a batch of edits made of a list.
    pub(crate) fn from_batch(done: &EditedList) -> Self {
        let is_row = |id: &&String| done.rows.rows.iter().any(|row| row.id == **id);
        let (rows, commands) = done.touched.iter().partition::<Vec<&String>, _>(is_row);
        let ids = |all: Vec<&String>| all.into_iter().cloned().collect();
        Self {
            text: done.text.clone(),
            ids: done.rows.ids_text(&done.text),
            step: done.step(),
            rows: ids(rows),
            commands: ids(commands),
            labels: done.labels.iter().cloned().collect(),
            changes: done.changes.clone(),
            undo: done.undo.clone(),
        }
    }
}
