//! A batch of edits: made in order, each on the result of the one before; all of them, or none.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use crate::finding::FileId;
use crate::rules::Rules;
use crate::text_edits::TextChange;
use crate::yaml::{Node, NodeContent, Parsed, parse_yaml};

use super::super::rows::{ListRows, Row, RowKind};
use super::edit::ListEdit;
use super::links::{Link, LinkedList};
use super::list_path::{Path, node_at, parse_path, pointer};
use super::list_text::ListText;
use super::refusal::{Refusal, RefusalReason};

/// A list after a batch of edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedList {
    /// The new text.
    pub text: String,
    /// The rows and commands of the new text. What was there before has its id.
    pub rows: ListRows,
    /// What was done, for people, one step for each edit: "add Gauls".
    pub steps: Vec<String>,
    /// The ids of rows and commands that are new or were changed.
    pub touched: Vec<String>,
    /// The ids of what the edits gave a label to.
    pub labels: Vec<(String, String)>,
    /// The changes of the old text, sorted and without overlap.
    pub changes: Vec<TextChange>,
    /// The changes of the new text that lead back to the old one.
    pub undo: Vec<TextChange>,
}

impl EditedList {
    /// Returns what was done as one step.
    pub fn step(&self) -> String {
        self.steps.join(", ")
    }
}

/// Makes a batch of edits. `rows` are those of the text, with their ids; `rules` are those of the list, if they are
/// known, by which names and options are recognised.
///
/// # Errors
///
/// Why the first edit that cannot be made is refused. Nothing is changed then.
pub fn edit_list(
    text: &str,
    rows: &ListRows,
    rules: Option<Arc<Rules>>,
    edits: &[ListEdit],
) -> Result<EditedList, Refusal> {
    let parsed = Arc::new(parse_yaml(FileId::CHECKED, text).into_owned());
    edit_parsed_list(text, parsed, rows, rules, edits).map(|(edited, _)| edited)
}

/// Makes a batch of edits of a text that has been parsed already, and returns also what the new text was parsed into.
pub(crate) fn edit_parsed_list(
    text: &str,
    parsed: Arc<Parsed<'static>>,
    rows: &ListRows,
    rules: Option<Arc<Rules>>,
    edits: &[ListEdit],
) -> Result<(EditedList, Arc<Parsed<'static>>), Refusal> {
    let mut batch = Batch::new(text, Arc::clone(&parsed), rows, rules);
    for (at, edit) in edits.iter().enumerate() {
        if matches!(edit, ListEdit::Text { .. }) && edits.len() > 1 {
            let refusal = Refusal::new(RefusalReason::Overlap, "an edit of the text is alone in its batch");
            return Err(Refusal { edit: at, ..refusal });
        }
        batch.make(edit).map_err(|refusal| Refusal { edit: at, ..refusal })?;
    }
    if let [ListEdit::Text { .. }] = edits {
        let (old, new) = (parsed, Arc::clone(&batch.list.parsed));
        let before = (old.root.as_ref(), text, rows.ids_text(text));
        let found = ListRows::recognise(new.root.as_ref(), &batch.list.text, (before.0, before.1, &before.2));
        let found = found.unwrap_or_else(|_| ListRows::number(new.root.as_ref()));
        return Ok((batch.finish(text, found), new));
    }
    let found = batch.find_rows();
    let parsed = Arc::clone(&batch.list.parsed);
    Ok((batch.finish(text, Arc::unwrap_or_clone(found)), parsed))
}

/// Returns the ids of rows and commands, by their paths.
fn ids_by_path(rows: &ListRows) -> HashMap<String, String> {
    let paths = rows.rows.iter().map(|row| (row.path.clone(), row.id.clone()));
    paths.chain(rows.commands.iter().map(|command| (command.path.clone(), command.id.clone()))).collect()
}

/// A list in the middle of a batch.
#[derive(Clone)]
pub(super) struct Batch {
    pub(super) list: ListText,
    pub(super) rules: Option<Arc<Rules>>,
    next: (u64, u64),
    labels: HashMap<String, String>,
    touched: Vec<String>,
    pub(super) steps: Vec<String>,
    /// The rows of the text as it is by now, and what the text was parsed into when they were looked for.
    found: Option<(Arc<Parsed<'static>>, Arc<ListRows>)>,
}

impl Batch {
    /// Starts with a text as it is, what it was parsed into, and its rows.
    pub(super) fn new(
        text: &str,
        parsed: Arc<Parsed<'static>>,
        rows: &ListRows,
        rules: Option<Arc<Rules>>,
    ) -> Self {
        Self {
            list: ListText::new(text, Arc::clone(&parsed), ids_by_path(rows)),
            rules,
            next: rows.next_numbers(),
            labels: HashMap::new(),
            touched: Vec::new(),
            steps: Vec::new(),
            found: Some((parsed, Arc::new(rows.clone()))),
        }
    }

    pub(super) fn finish(self, old: &str, rows: ListRows) -> EditedList {
        let (changes, undo) = self.list.differences.changes_and_undo(old);
        let ids = rows.rows.iter().map(|row| &row.id).chain(rows.commands.iter().map(|command| &command.id));
        let mut not_yet: HashSet<&String> = ids.collect();
        let touched: Vec<String> = self.touched.into_iter().filter(|id| not_yet.remove(id)).collect();
        let mut labels: Vec<(String, String)> = self.labels.into_iter().collect();
        labels.sort();
        EditedList { text: self.list.text, rows, steps: self.steps, touched, labels, changes, undo }
    }

    /// Returns the rows and commands of the text as it is by now, and keeps the ids of new ones.
    pub(super) fn rows(&mut self) -> Arc<ListRows> {
        let rows = self.find_rows();
        if self.found.as_ref().is_none_or(|(parsed, _)| !Arc::ptr_eq(parsed, &self.list.parsed)) {
            self.next = rows.next_numbers();
            self.list.ids = ids_by_path(&rows);
            self.found = Some((Arc::clone(&self.list.parsed), Arc::clone(&rows)));
        }
        rows
    }

    /// Returns the rows and commands of the text as it is by now.
    fn find_rows(&self) -> Arc<ListRows> {
        match &self.found {
            Some((parsed, rows)) if Arc::ptr_eq(parsed, &self.list.parsed) => Arc::clone(rows),
            _ => {
                let root = self.list.parsed.root.as_ref();
                Arc::new(ListRows::with_known_paths(root, &self.list.ids, self.next))
            }
        }
    }

    /// Calls `f` with the list as it is by now.
    pub(super) fn with_links<T>(&mut self, f: impl FnOnce(&LinkedList<'_, '_>) -> T) -> Result<T, Refusal> {
        let rows = self.rows();
        let rules = self.rules.clone();
        self.list.with_root(|root| Ok(f(&LinkedList::new(root, &rows, rules.as_deref()))))
    }

    /// Returns every name that points at a row.
    pub(super) fn links(&mut self) -> Result<Vec<Link>, Refusal> {
        self.with_links(|list: &LinkedList<'_, '_>| list.links())
    }

    /// Notes that a row or command was changed.
    pub(super) fn touch(&mut self, id: &str) {
        self.touched.push(id.to_owned());
    }

    pub(super) fn set_label(&mut self, label: Option<&String>, id: &str) {
        if let Some(label) = label {
            self.labels.insert(label.clone(), id.to_owned());
        }
    }

    /// Returns the id or path that is meant, which may be a label of the batch.
    fn meant(&self, at: &str) -> String {
        self.labels.get(at).cloned().unwrap_or_else(|| at.to_owned())
    }

    /// Returns a row, with its path.
    pub(super) fn row(&mut self, at: &str) -> Result<(Row, Path), Refusal> {
        let (meant, rows) = (self.meant(at), self.rows());
        let row = rows
            .row(&meant)
            .ok_or_else(|| Refusal::no_such_place(&format!("row {at}")).at_key("at"))?
            .clone();
        let path = self.list.with_root(|root| Ok(parse_path(root, &row.path).unwrap_or_default()))?;
        Ok((row, path))
    }

    /// Returns the index of a command and the path of the map that has its keys. `army` is the only command of an army
    /// without commands.
    pub(super) fn command(&mut self, at: &str) -> Result<(usize, Path), Refusal> {
        let (meant, rows) = (self.meant(at), self.rows());
        let bare = rows.commands.iter().position(|command| command.span.is_none());
        let found = if meant == "army" { bare } else { rows.command_index(&meant) };
        let found = found.ok_or_else(|| Refusal::no_such_place(&format!("command {at}")).at_key("at"))?;
        let command = &rows.commands[found];
        let path = if command.span.is_some() {
            self.list.with_root(|root| Ok(parse_path(root, &command.path).unwrap_or_default()))?
        } else {
            Path::new()
        };
        Ok((found, path))
    }

    /// Returns `true` if this is a row.
    pub(super) fn is_row(&mut self, at: &str) -> bool {
        let meant = self.meant(at);
        self.rows().row(&meant).is_some()
    }

    /// Returns the id of a row or command at a path.
    pub(super) fn id_at(&mut self, path: &Path) -> String {
        let pointer = pointer(path);
        let rows = self.rows();
        let row = rows.rows.iter().find(|row| row.path == pointer).map(|row| row.id.clone());
        row.or_else(|| Some(rows.commands.iter().find(|c| c.path == pointer)?.id.clone())).unwrap_or_default()
    }

    /// Returns the name of a row for people.
    pub(super) fn name_of(&mut self, row: &Row) -> String {
        self.with_links(|list| list.name_of(row)).unwrap_or_default()
    }

    /// Returns the name of a command for people.
    pub(super) fn command_name(&mut self, command: usize) -> String {
        let rows = self.rows();
        let name = rows.commands.get(command).and_then(|command| {
            self.list
                .with_root(|root| {
                    let path = parse_path(root, &command.path).unwrap_or_default();
                    Ok(node_at(root, &path).and_then(|node| Some(node.get("name")?.as_str()?.to_owned())))
                })
                .ok()
                .flatten()
        });
        name.unwrap_or_else(|| format!("command {}", command + 1))
    }

    /// Says in which command something is done, ` to Left wing`, if there are several.
    pub(super) fn whose(&mut self, command: usize) -> String {
        let several = self.rows().commands.len() > 1;
        if several { format!(" to {}", self.command_name(command)) } else { String::new() }
    }

    /// Makes a change after which every name points at the row that it pointed at before. The change is told what points
    /// at what before it.
    pub(super) fn keeping_links<T>(
        &mut self,
        change: impl FnOnce(&mut Self, &[Link]) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let before: Vec<Link> = self.links()?;
        let done = change(self, &before)?;
        let after: Vec<Link> = self.links()?;
        let lost = before.iter().find(|old| {
            let new = after.iter().find(|new| new.owner == old.owner && new.kind == old.kind);
            old.target.is_some() && new.is_some_and(|new| new.target != old.target)
        });
        match lost {
            None => Ok(done),
            Some(_) => {
                let message = "two rows would have a name that something points at";
                Err(Refusal::new(RefusalReason::AmbiguousName, message).with_help("give it another name"))
            }
        }
    }

    /// Returns the text of a key in a map. `None` if it is not there or is no text.
    pub(super) fn text_at(&self, map: &Path, key: &str) -> Option<String> {
        match self.list.value(&super::list_path::key_path(map, &[key]))? {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn is_character(row: &Row) -> bool {
        matches!(row.kind, RowKind::Character | RowKind::Commander)
    }
}

/// Returns the number of items of the list at a path.
pub(super) fn list_len(root: &Node<'_>, path: &Path) -> usize {
    match node_at(root, path).map(|node| &node.content) {
        Some(NodeContent::Seq(items)) => items.len(),
        _ => 0,
    }
}
