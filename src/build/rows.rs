//! The rows and commands of a list as written, with ids that stay over edits.
//!
//! A row is what the author wrote once: an item of `units`, `reserves` or `characters`, or a `commander`. A row may
//! make several units of the army.

use std::collections::HashMap;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::finding::{FileId, Span};
use crate::yaml::{Node, NodeContent, parse_yaml};

/// What a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// An item of `units`.
    Unit,
    /// An item of `characters`.
    Character,
    /// A `commander`.
    Commander,
    /// An item of `reserves`.
    Reserve,
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The id, such as `r3`.
    pub id: String,
    /// What it is.
    pub kind: RowKind,
    /// The index of its command in [`ListRows::commands`]. `None` for the reserves.
    pub command: Option<usize>,
    /// Where it is in the list, as a JSON Pointer: `/commands/0/units/1`.
    pub path: String,
    /// Its bytes.
    pub span: Span,
}

/// A command of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandRow {
    /// The id, such as `c1`.
    pub id: String,
    /// Where it is in the list, as a JSON Pointer. That of `units`, for an army without commands.
    pub path: String,
    /// The index of the command that it is in. `None` if it is in the army.
    pub outer: Option<usize>,
    /// Its bytes. `None` for an army without commands, whose units are at the top of the list.
    pub span: Option<Span>,
}

/// The rows and commands of a list, each in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListRows {
    /// The rows.
    pub rows: Vec<Row>,
    /// The commands. The last has no span if units stand outside `commands`, or if there are none.
    pub commands: Vec<CommandRow>,
    /// The next unused number of a row, and of a command.
    next: (u64, u64),
}

/// The ids belong to another text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaleIds;

impl ListRows {
    /// Numbers the rows and commands of a list from 1, in the order of its text.
    pub fn of_text(text: &str) -> Self {
        Self::number(parse_yaml(FileId::CHECKED, text).root.as_ref())
    }

    /// Numbers the rows and commands of a list from 1, in the order of the text.
    pub fn number(root: Option<&Node<'_>>) -> Self {
        let mut found = Self::find(root);
        found.assign_missing();
        found
    }

    /// Returns the rows and commands of a list with the ids that [`ids_text`](Self::ids_text) returned for this text.
    ///
    /// # Errors
    ///
    /// The ids belong to another text.
    pub fn with_ids(root: Option<&Node<'_>>, text: &str, ids: &str) -> Result<Self, StaleIds> {
        let mut found = Self::find(root);
        let known = Ids::read(ids).filter(|known| known.fingerprint == fingerprint(text)).ok_or(StaleIds)?;
        if known.rows.len() != found.rows.len() || known.commands.len() != found.commands.len() {
            return Err(StaleIds);
        }
        found.rows.iter_mut().zip(known.rows).for_each(|(row, id)| row.id = id);
        found.commands.iter_mut().zip(known.commands).for_each(|(command, id)| command.id = id);
        found.next = known.next;
        Ok(found)
    }

    /// Returns the rows and commands of a list, of which those at the given paths keep their ids. All others get
    /// unused numbers.
    pub fn with_known_paths(
        root: Option<&Node<'_>>,
        known: &HashMap<String, String>,
        next: (u64, u64),
    ) -> Self {
        let mut found = Self { next, ..Self::find(root) };
        for row in &mut found.rows {
            row.id = known.get(&row.path).cloned().unwrap_or_default();
        }
        for command in &mut found.commands {
            command.id = known.get(&command.path).cloned().unwrap_or_default();
        }
        found.assign_missing();
        found
    }

    /// Returns the rows and commands of a text that was typed anew: what can be recognised from the text before keeps
    /// its id.
    ///
    /// A row is recognised by its words; one that was changed, by standing between the same neighbours.
    ///
    /// # Errors
    ///
    /// The ids belong to another text.
    pub fn recognise(
        root: Option<&Node<'_>>,
        text: &str,
        before: (Option<&Node<'_>>, &str, &str),
    ) -> Result<Self, StaleIds> {
        let (old_root, old_text, ids) = before;
        let old = Self::with_ids(old_root, old_text, ids)?;
        let mut found = Self { next: old.next, ..Self::find(root) };
        let words = |text: &str, span: Span| {
            text.get(span.start as usize..span.end as usize).unwrap_or_default().to_owned()
        };
        let rows: Vec<String> = found.rows.iter().map(|row| words(text, row.span)).collect();
        let old_rows: Vec<String> = old.rows.iter().map(|row| words(old_text, row.span)).collect();
        for (at, id) in match_in_order(&rows, &old_rows).into_iter().enumerate() {
            found.rows[at].id = id.map(|old_at| old.rows[old_at].id.clone()).unwrap_or_default();
        }
        let name = |all: &Self, at: usize| {
            all.rows
                .iter()
                .filter(|row| row.command == Some(at))
                .map(|row| row.id.clone())
                .collect::<Vec<_>>()
        };
        // A command is known by its rows, else by its place
        let mut taken = Vec::new();
        for at in 0..found.commands.len() {
            let own = name(&found, at);
            let shared = |old_at: usize| name(&old, old_at).iter().filter(|id| own.contains(id)).count();
            let best = (0..old.commands.len())
                .filter(|old_at| !taken.contains(old_at))
                .max_by_key(|old_at| (shared(*old_at), *old_at == at, std::cmp::Reverse(*old_at)));
            if let Some(old_at) = best.filter(|old_at| shared(*old_at) > 0 || *old_at == at) {
                taken.push(old_at);
                found.commands[at].id.clone_from(&old.commands[old_at].id);
            }
        }
        found.assign_missing();
        Ok(found)
    }

    /// Returns the ids as one opaque text, to be handed back with the text that they belong to.
    pub fn ids_text(&self, text: &str) -> String {
        let all = |ids: &mut dyn Iterator<Item = &String>| ids.cloned().collect::<Vec<_>>().join(",");
        format!(
            "{}:{}:{}:{}:{}",
            fingerprint(text),
            self.next.0,
            self.next.1,
            all(&mut self.rows.iter().map(|row| &row.id)),
            all(&mut self.commands.iter().map(|command| &command.id)),
        )
    }

    /// Returns a row by its id or its path.
    pub fn row(&self, at: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == at || row.path == at)
    }

    /// Returns the index of a command by its id or its path.
    pub fn command_index(&self, at: &str) -> Option<usize> {
        self.commands.iter().position(|command| command.id == at || command.path == at)
    }

    /// Returns a command and those that it is in, the innermost first.
    pub fn commands_around(&self, command: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(command), |at| self.commands.get(*at)?.outer)
    }

    /// Returns `true` if a command is another or is in it.
    pub fn is_in(&self, command: usize, outer: usize) -> bool {
        self.commands_around(command).any(|at| at == outer)
    }

    /// Returns the row whose item has these bytes.
    pub fn row_at(&self, span: Span) -> Option<&Row> {
        self.rows_at(span).next()
    }

    /// Returns `true` if several rows have these bytes, of which an alias repeats one.
    pub fn is_repeated(&self, span: Span) -> bool {
        self.rows_at(span).nth(1).is_some()
    }

    fn rows_at(&self, span: Span) -> impl Iterator<Item = &Row> {
        // Rows are sorted
        let first = self.rows.partition_point(|row| row.span.start < span.start);
        let here = self.rows[first..].iter().take_while(move |row| row.span.start == span.start);
        here.filter(move |row| row.span == span)
    }

    /// Returns the next unused number of a row, and of a command.
    pub fn next_numbers(&self) -> (u64, u64) {
        self.next
    }

    /// Finds the rows and commands, without ids.
    fn find(root: Option<&Node<'_>>) -> Self {
        let mut found = Self::default();
        let Some(root) = root else { return found };
        let commands = root.get("commands").map_or(&[][..], items);
        found.add_commands(commands, "", None);
        let bare = ["units", "characters", "baggage", "standard"].iter().any(|key| root.get(key).is_some());
        if bare || commands.is_empty() {
            found.add_rows_of(root, "", found.commands.len());
            let path = "/units".to_owned();
            found.commands.push(CommandRow { id: String::new(), path, outer: None, span: None });
        }
        found.add_items(root, "", "reserves", RowKind::Reserve, None);
        found.rows.sort_by_key(|row| row.span.start);
        found
    }

    /// Adds commands, each before those within it.
    fn add_commands(&mut self, commands: &[Node<'_>], path: &str, outer: Option<usize>) {
        for (at, command) in commands.iter().enumerate() {
            let path = format!("{path}/commands/{at}");
            let index = self.commands.len();
            self.add_rows_of(command, &path, index);
            let span = Some(command.span);
            self.commands.push(CommandRow { id: String::new(), path: path.clone(), outer, span });
            let inner = command.get("commands").map_or(&[][..], items);
            self.add_commands(inner, &path, Some(index));
        }
    }

    fn add_rows_of(&mut self, map: &Node<'_>, path: &str, command: usize) {
        let commander = map.get("commander").filter(|_| !path.is_empty());
        if let Some(commander) = commander.filter(|c| matches!(c.content, NodeContent::Map(_))) {
            self.add_row(commander, format!("{path}/commander"), RowKind::Commander, Some(command));
        }
        self.add_items(map, path, "characters", RowKind::Character, Some(command));
        self.add_items(map, path, "units", RowKind::Unit, Some(command));
    }

    fn add_items(&mut self, map: &Node<'_>, path: &str, key: &str, kind: RowKind, command: Option<usize>) {
        for (at, item) in map.get(key).map_or(&[][..], items).iter().enumerate() {
            self.add_row(item, format!("{path}/{key}/{at}"), kind, command);
        }
    }

    fn add_row(&mut self, node: &Node<'_>, path: String, kind: RowKind, command: Option<usize>) {
        self.rows.push(Row { id: String::new(), kind, command, path, span: node.span });
    }

    /// Gives unused numbers to all that have no id.
    fn assign_missing(&mut self) {
        let number = |next: &mut u64, letter: char, id: &mut String| {
            if id.is_empty() {
                *next = (*next).max(1);
                let _ = write!(id, "{letter}{next}");
                *next += 1;
            }
        };
        self.rows.iter_mut().for_each(|row| number(&mut self.next.0, 'r', &mut row.id));
        self.commands.iter_mut().for_each(|command| number(&mut self.next.1, 'c', &mut command.id));
    }
}

/// Returns the items of a list. Empty for anything else.
fn items<'n, 't>(node: &'n Node<'t>) -> &'n [Node<'t>] {
    if let NodeContent::Seq(items) = &node.content { items } else { &[] }
}

/// Pairs the items of two lists: first equal ones, in order, then those that stand alone between the same neighbours.
/// Returns for each new item the index of the old one.
fn match_in_order(new: &[String], old: &[String]) -> Vec<Option<usize>> {
    let mut pairs: Vec<Option<usize>> = vec![None; new.len()];
    // The longest common subsequence; rows of a list are few, but not always
    let (mut from, mut new_end, mut old_end) = (0, new.len(), old.len());
    while from < new_end.min(old_end) && new[from] == old[from] {
        pairs[from] = Some(from);
        from += 1;
    }
    while new_end > from && old_end > from && new[new_end - 1] == old[old_end - 1] {
        new_end -= 1;
        old_end -= 1;
        pairs[new_end] = Some(old_end);
    }
    let (a, b) = (&new[from..new_end], &old[from..old_end]);
    if a.len().saturating_mul(b.len()) <= 1_000_000 {
        let mut best = vec![vec![0_u32; b.len() + 1]; a.len() + 1];
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                best[i][j] =
                    if a[i] == b[j] { best[i + 1][j + 1] + 1 } else { best[i + 1][j].max(best[i][j + 1]) };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < a.len() && j < b.len() {
            if a[i] == b[j] {
                pairs[from + i] = Some(from + j);
                (i, j) = (i + 1, j + 1);
            } else if best[i + 1][j] >= best[i][j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
    // What moved elsewhere unchanged
    let mut free: Vec<usize> = (0..old.len()).filter(|at| !pairs.contains(&Some(*at))).collect();
    for at in 0..new.len() {
        if pairs[at].is_none()
            && let Some(found) = free.iter().position(|old_at| old[*old_at] == new[at])
        {
            pairs[at] = Some(free.remove(found));
        }
    }
    // What was changed where it stands: between the same neighbours, as many on both sides
    let mut at = 0;
    while at < new.len() {
        if pairs[at].is_some() {
            at += 1;
            continue;
        }
        let end = (at..new.len()).find(|n| pairs[*n].is_some()).unwrap_or(new.len());
        let first = at.checked_sub(1).and_then(|n| pairs[n]).map_or(0, |n| n + 1);
        let last = pairs.get(end).copied().flatten().unwrap_or(old.len());
        if last >= first && last - first == end - at && (first..last).all(|n| free.contains(&n)) {
            for (n, old_at) in (at..end).zip(first..last) {
                pairs[n] = Some(old_at);
            }
        }
        at = end;
    }
    pairs
}

/// Ids as read from their text.
struct Ids {
    fingerprint: String,
    next: (u64, u64),
    rows: Vec<String>,
    commands: Vec<String>,
}

impl Ids {
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let fingerprint = parts.next()?.to_owned();
        let next = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let mut list = |letter: char| {
            let part = parts.next()?;
            let all: Vec<String> = part.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect();
            let known = |id: &String| id.strip_prefix(letter).is_some_and(|n| n.parse::<u64>().is_ok());
            all.iter().all(known).then_some(all)
        };
        Some(Self { fingerprint, next, rows: list('r')?, commands: list('c')? })
    }
}

/// Returns a short hash of a text, by which ids know the text that they belong to.
fn fingerprint(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(8).fold(String::new(), |mut all, byte| {
        let _ = write!(all, "{byte:02x}");
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> ListRows {
        ListRows::number(parse_yaml(FileId::CHECKED, text).root.as_ref())
    }

    fn ids(all: &ListRows) -> Vec<&str> {
        all.rows.iter().map(|row| row.id.as_str()).collect()
    }

    #[test]
    fn rows_are_numbered_in_the_order_of_the_text() {
        let text =
            "reserves: [{unit: x}]\ncommands:\n- units: [{unit: a}, {unit: b}]\n  commander: {role: g}\n";
        let found = rows(text);
        let shown: Vec<(&str, &str)> =
            found.rows.iter().map(|row| (row.id.as_str(), row.path.as_str())).collect();
        let paths = ["/reserves/0", "/commands/0/units/0", "/commands/0/units/1", "/commands/0/commander"];
        assert_eq!(shown, ["r1", "r2", "r3", "r4"].into_iter().zip(paths).collect::<Vec<_>>());
        assert_eq!(found.commands.len(), 1);
    }

    #[test]
    fn an_army_without_commands_has_one_that_is_not_written() {
        let found = rows("units: [{unit: a}]\n");
        assert_eq!((found.commands.len(), found.commands[0].span), (1, None));
        assert_eq!(found.rows[0].command, Some(0));
    }

    #[test]
    fn ids_belong_to_their_text() {
        let (text, other) = ("units: [{unit: a}]\n", "units: [{unit: b}]\n");
        let parsed = parse_yaml(FileId::CHECKED, text);
        let ids = rows(text).ids_text(text);
        assert_eq!(ListRows::with_ids(parsed.root.as_ref(), text, &ids), Ok(rows(text)));
        assert_eq!(ListRows::with_ids(parsed.root.as_ref(), other, &ids), Err(StaleIds));
        assert_eq!(ListRows::with_ids(parsed.root.as_ref(), text, "made:up"), Err(StaleIds));
    }

    #[test]
    fn rows_are_recognised_after_typing() {
        let old = "units: [{unit: a}, {unit: b}, {unit: c}, {unit: d}]\n";
        for (new, kept) in [
            // One was changed where it stands
            ("units: [{unit: a}, {unit: bb}, {unit: c}, {unit: d}]\n", ["r1", "r2", "r3", "r4"].as_slice()),
            // One is new, and one went
            ("units: [{unit: x}, {unit: a}, {unit: b}, {unit: d}]\n", &["r5", "r1", "r2", "r4"]),
            // One moved
            ("units: [{unit: d}, {unit: a}, {unit: b}, {unit: c}]\n", &["r4", "r1", "r2", "r3"]),
        ] {
            let (parsed, before) = (parse_yaml(FileId::CHECKED, new), parse_yaml(FileId::CHECKED, old));
            let known = rows(old).ids_text(old);
            let found =
                ListRows::recognise(parsed.root.as_ref(), new, (before.root.as_ref(), old, &known)).unwrap();
            assert_eq!(ids(&found), kept, "{new}");
        }
    }
}
