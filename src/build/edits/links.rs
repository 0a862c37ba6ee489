//! Names that point at rows: who joins whom, who is attached to whom, who carries the standard.

use std::cell::OnceCell;

use crate::rules::Rules;
use crate::rules::id_types::ContingentId;
use crate::yaml::{Node, NodeContent, without_odd_spaces};

use super::super::row_names::first_free_name;
use super::super::rows::{ListRows, Row, RowKind};
use super::list_path::{Path, node_at, node_at_pointer, parse_path, with_key};

/// What a name is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkKind {
    /// The unit that a character joins.
    With,
    /// The unit that a unit is attached to.
    AttachedTo,
    /// The unit that carries the standard.
    Standard,
}

/// A name that points at a row.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// The id of the row or command that has the name.
    pub(super) owner: String,
    pub(super) kind: LinkKind,
    /// The path of the key that goes if the link does.
    pub(super) key: Path,
    /// The path of the name itself.
    pub(super) name: Path,
    /// The id of the row that is meant. `None` if there is no row of that name.
    pub(super) target: Option<String>,
}

/// A list whose rows have ids, with the rules that say what its words mean.
pub(super) struct LinkedList<'l, 't> {
    pub(super) root: &'l Node<'t>,
    pub(super) rows: &'l ListRows,
    pub(super) rules: Option<&'l Rules>,
    /// The name of each row, once they are asked for.
    names: OnceCell<Vec<String>>,
}

impl<'l, 't> LinkedList<'l, 't> {
    pub(super) fn new(root: &'l Node<'t>, rows: &'l ListRows, rules: Option<&'l Rules>) -> Self {
        Self { root, rows, rules, names: OnceCell::new() }
    }
}

impl LinkedList<'_, '_> {
    /// Returns the names of all rows, with spaces that only look like some as spaces.
    fn names(&self) -> &[String] {
        let name = |row: &Row| without_odd_spaces(&self.name_of(row)).into_owned();
        self.names.get_or_init(|| self.rows.rows.iter().map(name).collect())
    }

    /// Returns the path of a row or command.
    pub(super) fn path(&self, pointer: &str) -> Path {
        parse_path(self.root, pointer).unwrap_or_default()
    }

    /// Returns the contingent whose book the units of a command are from.
    pub(super) fn contingent(&self, command: Option<usize>) -> ContingentId {
        let ally = || {
            // What is in a command of an ally is of the ally
            let outermost = self.rows.commands_around(command?).last()?;
            let command = self.rows.commands.get(outermost)?;
            let node = node_at_pointer(self.root, &command.path)?;
            self.rules?.find_ally(node.get("ally")?.as_str()?)
        };
        ally().unwrap_or(ContingentId::OWN)
    }

    /// Returns the name by which a row is called: its own, or that of its entry.
    pub(super) fn name_of(&self, row: &Row) -> String {
        let node = node_at_pointer(self.root, &row.path);
        let text = |key: &str| Some(node?.get(key)?.as_str()?.to_owned());
        let printed = |word: String| {
            let known = self.rules.and_then(|rules| {
                Some(rules.kind(rules.find_kind(self.contingent(row.command), &word)?).name.clone())
            });
            known.unwrap_or(word)
        };
        text("name").or_else(|| text("unit").map(printed)).or_else(|| text("role")).unwrap_or_default()
    }

    /// Returns the row that a name means, seen from a command.
    pub(super) fn row_of_name(&self, name: &str, command: Option<usize>) -> Option<&Row> {
        let name = without_odd_spaces(name);
        let rows = self.rows.rows.iter().zip(self.names());
        let same = |(row, own): &(&Row, &String)| row.kind == RowKind::Unit && **own == *name;
        let here = rows.clone().filter(|(row, _)| row.command == command).find(same);
        let around = || {
            let mut around = command.into_iter().flat_map(|command| self.rows.commands_around(command));
            around.find_map(|outer| {
                let is_in = |row: &Row| row.command.is_some_and(|command| self.rows.is_in(command, outer));
                rows.clone().filter(|(row, _)| is_in(row)).find(same)
            })
        };
        here.or_else(around).or_else(|| rows.clone().find(same)).map(|(row, _)| row)
    }

    /// Returns every name that is there to point at a row.
    pub(super) fn links(&self) -> Vec<Link> {
        let mut links = Vec::new();
        for row in &self.rows.rows {
            let Some(node) = node_at_pointer(self.root, &row.path) else { continue };
            let (word, kind) = match row.kind {
                RowKind::Unit => ("attached-to", LinkKind::AttachedTo),
                RowKind::Character | RowKind::Commander => ("with", LinkKind::With),
                RowKind::Reserve => continue,
            };
            let Some(value) = node.get(word) else { continue };
            let key = with_key(&self.path(&row.path), word);
            let name = match &value.content {
                NodeContent::Map(_) => with_key(&key, "unit"),
                _ => key.clone(),
            };
            links.extend(self.link(row.id.clone(), kind, key, name, row.command));
        }
        for (at, command) in self.rows.commands.iter().enumerate() {
            let path = if command.span.is_some() { self.path(&command.path) } else { Path::new() };
            let key = with_key(&path, "standard");
            links.extend(self.link(command.id.clone(), LinkKind::Standard, key.clone(), key, Some(at)));
        }
        links
    }

    fn link(
        &self,
        owner: String,
        kind: LinkKind,
        key: Path,
        name: Path,
        command: Option<usize>,
    ) -> Option<Link> {
        let word = node_at(self.root, &name)?.as_str()?;
        let target = self.row_of_name(word, command).map(|row| row.id.clone());
        Some(Link { owner, kind, key, name, target })
    }

    /// Returns a name that no row has yet: this one, or this one with a number.
    pub(super) fn free_name(&self, name: &str) -> String {
        let taken = self.names();
        first_free_name(name, |name| taken.iter().any(|other| other == name))
    }
}
