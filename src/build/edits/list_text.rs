//! The text of a list while it is edited: single changes of values, keys and items, in the layout that the text has.
//!
//! Every change is proved: the new text is read, and must say what the old one said with the change made. A change that
//! the layout would not survive is refused, and the text stays.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use crate::finding::{FileId, Severity, Span};
use crate::text_edits::{TextChange, apply_changes};
use crate::yaml::{Node, NodeContent, Parsed, parse_yaml};

use super::differences::Differences;
use super::list_path::{Step, node_at, pointer, with_index};
use super::plain_tree::Plain;
use super::plan::{Planned, check_not_shared, shared};
use super::plan_items::{plan_insert, plan_insert_raw, plan_remove_item};
use super::plan_keys::{plan_remove_key, plan_set};
use super::raw_item::RawItem;
use super::refusal::{Refusal, RefusalReason};
use super::reparse_changed_row::parse_after;

/// The text of a list while it is edited.
#[derive(Clone)]
pub(super) struct ListText {
    pub(super) text: String,
    /// What the text says.
    pub(super) parsed: Arc<Parsed<'static>>,
    /// What differs from the text at the start.
    pub(super) differences: Differences,
    /// The ids of rows and commands, by their paths.
    pub(super) ids: HashMap<String, String>,
}

impl ListText {
    pub(super) fn new(text: &str, parsed: Arc<Parsed<'static>>, ids: HashMap<String, String>) -> Self {
        Self { text: text.to_owned(), parsed, differences: Differences::new(text.len()), ids }
    }

    /// Calls `f` with the tree of the text.
    ///
    /// # Errors
    ///
    /// The text is no map that can be read.
    pub(super) fn with_root<T>(&self, f: impl FnOnce(&Node<'_>) -> Result<T, Refusal>) -> Result<T, Refusal> {
        f(readable_root(&self.parsed)?)
    }

    /// Returns the value at a path as JSON. `None` if there is none.
    pub(super) fn value(&self, path: &[Step]) -> Option<Value> {
        Some(Plain::from_node(node_at(self.parsed.root.as_ref()?, path)?).to_json())
    }

    /// Sets the value at a path, of which all but the last step must be there. `null` takes a key out.
    pub(super) fn set(&mut self, path: &[Step], value: &Value) -> Result<(), Refusal> {
        if value.is_null() {
            return if self.value(path).is_some() { self.remove(path) } else { Ok(()) };
        }
        self.change(|text, root| plan_set(text, root, path, value))?;
        self.forget_below(path);
        Ok(())
    }

    /// Removes a key or an item. A map or list inside a row that is left empty goes with it.
    pub(super) fn remove(&mut self, path: &[Step]) -> Result<(), Refusal> {
        let Some((last, parent)) = path.split_last() else {
            return Err(Refusal::no_such_place("such place"));
        };
        let alone = self.value(parent).is_some_and(|value| match value {
            Value::Array(all) => all.len() == 1,
            Value::Object(map) => map.len() == 1,
            _ => false,
        });
        // A list has `units` or `commands`, and a command `units`, even if they are empty
        let may_go = matches!(parent.last(), Some(Step::Key(key)) if key != "units" && (key != "commands" || parent.len() > 1));
        if alone && may_go {
            return self.remove(parent);
        }
        match last {
            Step::Key(key) => self.change(|text, root| plan_remove_key(text, root, parent, key))?,
            Step::Index(at) => self.change(|text, root| plan_remove_item(text, root, parent, *at))?,
        }
        self.forget_below(path);
        self.ids.remove(&pointer(path));
        if let Step::Index(at) = last {
            self.shift_ids(parent, *at + 1, -1);
        }
        Ok(())
    }

    /// Inserts an item into the list at a path, which is made if it is not there.
    pub(super) fn insert(&mut self, list: &[Step], at: usize, value: &Value) -> Result<(), Refusal> {
        self.change(|text, root| plan_insert(text, root, list, at, value))?;
        self.shift_ids(list, at, 1);
        Ok(())
    }

    /// Repeats an item of a list below itself, word for word.
    pub(super) fn repeat(&mut self, list: &[Step], at: usize) -> Result<(), Refusal> {
        self.change(|text, root| {
            let item =
                node_at(root, &with_index(list, at)).ok_or_else(|| Refusal::no_such_place("such row"))?;
            plan_insert_raw(text, root, list, at + 1, &RawItem::of(text, item)?, Plain::from_node(item))
        })?;
        self.shift_ids(list, at + 1, 1);
        Ok(())
    }

    /// Moves an item from one list to another, or within its list. `to` is its index once it is out of the first list.
    pub(super) fn move_item(
        &mut self,
        from: &[Step],
        at: usize,
        into: &[Step],
        to: usize,
    ) -> Result<(), Refusal> {
        let mut next = self.clone();
        let (raw, plain) = next.with_root(|root| {
            let item =
                node_at(root, &with_index(from, at)).ok_or_else(|| Refusal::no_such_place("such row"))?;
            check_not_shared(&next.text, root, &with_index(from, at))?;
            Ok((RawItem::of(&next.text, item)?, Plain::from_node(item)))
        })?;
        let own = next.take_ids(&with_index(from, at));
        next.change(|text, root| plan_remove_item(text, root, from, at))?;
        next.shift_ids(from, at + 1, -1);
        next.change(|text, root| plan_insert_raw(text, root, into, to, &raw, plain))?;
        next.shift_ids(into, to, 1);
        let there = pointer(&with_index(into, to));
        next.ids.extend(own.into_iter().map(|(rest, id)| (format!("{there}{rest}"), id)));
        *self = next;
        Ok(())
    }

    /// Makes changes of the text itself, without a proof: for typing.
    pub(super) fn change_text(&mut self, changes: &[TextChange]) -> Result<(), Refusal> {
        let overlap = || Refusal::new(RefusalReason::Overlap, "the changes overlap, or are not in the text");
        let mut sorted = changes.to_vec();
        sorted.sort_by_key(|change| (change.start, change.end));
        self.text = apply_changes(&self.text, &sorted).ok_or_else(overlap)?;
        self.parsed = Arc::new(parse_yaml(FileId::CHECKED, &self.text).into_owned());
        self.differences.add(&sorted);
        Ok(())
    }

    /// Makes the changes of a plan, if they lead to the values that it expects.
    pub(super) fn change(
        &mut self,
        plan: impl FnOnce(&str, &Node<'_>) -> Result<Planned, Refusal>,
    ) -> Result<(), Refusal> {
        let parsed = Arc::clone(&self.parsed);
        let root = readable_root(&parsed)?;
        let planned = plan(&self.text, root)?;
        self.make(root, planned)
    }

    /// Makes planned changes, if they lead to the values that are expected. `root` is the tree of the text.
    pub(super) fn make(&mut self, root: &Node<'_>, planned: Planned) -> Result<(), Refusal> {
        let Planned { mut changes, expected } = planned;
        changes.sort_by_key(|change| (change.start, change.end));
        let spot = |at: usize| Span::new(FileId::CHECKED, at, at);
        let refused = || {
            let at = changes.first().map_or(0, |change| change.start);
            if crate::text_edits::has_anchor(&self.text) {
                shared(spot(at))
            } else {
                Refusal::layout(spot(at))
            }
        };
        let made = apply_changes(&self.text, &changes).ok_or_else(refused)?;
        let after = parse_after(&self.parsed, &self.text, &changes, &made);
        let errors = |all: &Parsed<'_>| all.findings.iter().filter(|f| f.severity == Severity::Error).count();
        let same = after.root.as_ref().is_some_and(|after| expected.holds(root, after));
        if !same || after.is_partial != self.parsed.is_partial || errors(&after) > errors(&self.parsed) {
            return Err(refused());
        }
        self.differences.add(&changes);
        self.text = made;
        self.parsed = Arc::new(after);
        Ok(())
    }

    /// Moves the ids of items from this one on by one place.
    fn shift_ids(&mut self, list: &[Step], from: usize, by: isize) {
        let prefix = format!("{}/", pointer(list));
        let shifted = |path: String| {
            let moved = path.strip_prefix(&prefix).and_then(|rest| {
                let (number, tail) = rest.find('/').map_or((rest, ""), |slash| rest.split_at(slash));
                let at: usize = number.parse().ok()?;
                (at >= from).then(|| format!("{prefix}{}{tail}", at.saturating_add_signed(by)))
            });
            moved.unwrap_or(path)
        };
        self.ids = std::mem::take(&mut self.ids).into_iter().map(|(path, id)| (shifted(path), id)).collect();
    }

    /// Takes out the ids at and below a path, each with the rest of its path.
    pub(super) fn take_ids(&mut self, path: &[Step]) -> Vec<(String, String)> {
        let here = pointer(path);
        let rest = |key: &str| {
            let rest = key.strip_prefix(&here)?;
            (rest.is_empty() || rest.starts_with('/')).then(|| rest.to_owned())
        };
        let taken: Vec<(String, String)> =
            self.ids.iter().filter_map(|(path, id)| Some((rest(path)?, id.clone()))).collect();
        self.ids.retain(|path, _| rest(path).is_none());
        taken
    }

    /// Forgets the ids of rows that are no longer there, below a value that was replaced.
    fn forget_below(&mut self, path: &[Step]) {
        let prefix = format!("{}/", pointer(path));
        self.ids.retain(|path, _| !path.starts_with(&prefix));
    }
}

/// Returns the root of a list, which must be a map.
fn readable_root<'p, 't>(parsed: &'p Parsed<'t>) -> Result<&'p Node<'t>, Refusal> {
    let unread = || {
        let refusal = Refusal::new(RefusalReason::Unread, "the list has a fault of its syntax");
        let span = parsed.findings.first().and_then(|f| f.primary_label()).map(|label| label.span);
        let refusal = refusal.with_help("correct the text first");
        span.map_or(refusal.clone(), |span| refusal.at_span(span))
    };
    let root = parsed.root.as_ref().filter(|root| matches!(root.content, NodeContent::Map(_)));
    root.filter(|_| !parsed.is_partial).ok_or_else(unread)
}
