//! Adds baggage to commands that need it and do not mention any.

use crate::army::{Army, UnitOrigin};
use crate::finding::{Edit, FileId};
use crate::text_edits::line_indent;
use crate::yaml::{Node, NodeContent, parse_yaml};

use super::row_edits::{line_break, new_edit};

/// Baggage that a command could be given.
pub(super) struct MissingBaggage {
    /// The index of the command.
    pub(super) command: usize,
    /// The edit that writes it.
    pub(super) edit: Edit,
    /// A description of the change.
    pub(super) description: String,
}

/// Returns the baggage of each command that has none. `None` for a command where it cannot be written.
pub(super) fn list_missing_baggage(army: &Army<'_>, text: &str) -> Vec<Option<MissingBaggage>> {
    if army.rules.baggage.is_none() {
        return Vec::new();
    }
    let parsed = parse_yaml(FileId::CHECKED, text);
    let Some(root) = parsed.root.as_ref() else { return Vec::new() };
    let has = |command: usize| {
        let mut own = army.units.iter().filter(|u| u.command == Some(command));
        own.any(|u| {
            matches!(u.written, UnitOrigin::Baggage(_))
                || u.body.kind.is_some_and(|k| army.rules.baggage == Some(army.rules.base_kind(k)))
        })
    };
    let commands = (0..army.commands.len()).filter(|at| !has(*at));
    let made = commands.map(|at| {
        let map = if army.list.commands.is_some() { command_node(root, at)? } else { root };
        let whose = match army.commands[at].name {
            Some(name) if army.commands.len() > 1 => format!(" to {}", name.value),
            _ => String::new(),
        };
        Some(MissingBaggage {
            command: at,
            edit: insert_before_units(map, text)?,
            description: format!("add baggage{whose}"),
        })
    });
    made.collect()
}

fn command_node<'n, 't>(root: &'n Node<'t>, at: usize) -> Option<&'n Node<'t>> {
    match &root.get("commands")?.content {
        NodeContent::Seq(all) => all.get(at),
        _ => None,
    }
}

/// Returns the edit that inserts `baggage: true` before the key `units` of a map.
fn insert_before_units(map: &Node<'_>, text: &str) -> Option<Edit> {
    let NodeContent::Map(entries) = &map.content else { return None };
    let (key, _) = entries.iter().find(|(key, _)| key.as_str() == Some("units"))?;
    if entries.iter().any(|(key, _)| key.as_str() == Some("baggage")) {
        return None;
    }
    let start = key.span.start as usize;
    let quotes = text[start..].starts_with('"');
    let words = if quotes { "\"baggage\": true" } else { "baggage: true" };
    if text[map.span.start as usize..].starts_with('{') {
        return Some(new_edit(start, start, format!("{words}, ")));
    }
    let (line, _) = line_indent(text, start);
    let column = text[line..start].chars().count();
    Some(new_edit(start, start, format!("{words}{}{}", line_break(text), " ".repeat(column))))
}
