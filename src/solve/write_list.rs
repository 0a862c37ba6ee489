//! Writes the text of a list from its rows.

use std::fmt::Write as _;

use crate::rules::Rules;
use crate::rules::compiled_purchases::Buyer;
use crate::rules::id_types::{ContingentId, OptionId, StatId};

use super::candidate_rows::CandidateRow;
use super::command_layout::CommandLayout;
use super::purchases::PossiblePurchase;
use super::scenario::Scenario;

impl CandidateRow {
    /// Returns the text of the row, with a count.
    pub(super) fn row_text(&self, rules: &Rules, count: i64) -> String {
        let mut parts: Vec<String> = Vec::new();
        let kind = self.kind.map(|k| rules.kind(k));
        if let Some(kind) = kind {
            parts.push(format!("unit: {}", to_yaml(&kind.id)));
        }
        if let Some(role) = self.role {
            parts.push(format!("role: {}", to_yaml(&rules.roles[role.0].id)));
            if kind.is_none() {
                parts.push(format!("name: {}", to_yaml(&rules.roles[role.0].name)));
            }
        }
        if count > 1 {
            parts.push(format!("count: {count}"));
        }
        if let Some(size) = self.size {
            parts.push(format!("size: {size}"));
        }
        if !self.options.is_empty() {
            let options: Vec<String> = self.options.iter().map(|o| self.option_text(rules, *o)).collect();
            parts.push(format!("options: [{}]", options.join(", ")));
        }
        if !self.values.is_empty() {
            let values: Vec<String> =
                self.values.iter().map(|(id, n)| format!("{}: {n}", to_yaml(id))).collect();
            parts.push(format!("values: {{{}}}", values.join(", ")));
        }
        let bodies: Vec<String> = kind
            .filter(|_| self.role.is_none())
            .iter()
            .flat_map(|k| &k.parts)
            .filter(|p| p.count_per_model.is_none() && p.min > 0)
            .map(|p| format!("{}: {}", to_yaml(&p.id), p.min))
            .collect();
        if !bodies.is_empty() {
            parts.push(format!("parts: {{{}}}", bodies.join(", ")));
        }
        format!("{{{}}}", parts.join(", "))
    }

    /// Returns the text of an option, with the marks or names that it requires.
    fn option_text(&self, rules: &Rules, id: OptionId) -> String {
        let rule = rules.option(id);
        let kind = self.kind.map(|k| rules.kind(k));
        if let Some(places) = &rule.mark_places {
            let has = |stat: &StatId| {
                kind.is_some_and(|k| k.stats.get(stat.0).is_some_and(|s| s.number().is_some()))
            };
            let marked = places.among.iter().filter(|s| has(s)).take(places.marks as usize);
            let marked: Vec<String> = marked.map(|s| to_yaml(&rules.stats[s.0].id)).collect();
            return format!("{{{}: [{}]}}", to_yaml(&rule.id), marked.join(", "));
        }
        let named_already = kind.and_then(|k| k.offers.offer_for(id)).is_some_and(|o| !o.names.is_empty());
        if let Some(names) = rule.naming.as_ref().filter(|_| !named_already) {
            let unit = rules.kinds.iter().find(|k| k.entry_of.is_none()).map(|k| k.id.as_str());
            let tag = rules.tags.first().map(String::as_str);
            let name = match (names.allows_unit_types, names.allows_tags) {
                (true, _) => unit,
                (false, true) => tag,
                (false, false) => Some("any"),
            };
            return format!("{{{}: {}}}", to_yaml(&rule.id), to_yaml(name.unwrap_or("any")));
        }
        to_yaml(&rule.id)
    }
}

/// A row of a list, with its command and its count.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedRow<'b> {
    pub(super) build: &'b CandidateRow,
    /// The index of the command; 0 in a list without commands.
    pub(super) command: usize,
    pub(super) count: i64,
}

/// Returns the text of a whole list with these rows, and what is bought: only what must be for `None`.
pub(super) fn list_text(
    rules: &Rules,
    scene: &Scenario,
    title: &str,
    layout: &CommandLayout,
    rows: &[PlacedRow<'_>],
    bought: Option<&[PossiblePurchase]>,
) -> String {
    let mut text = format!("army: {}\nruleset: {}\n", to_yaml(title), to_yaml(&rules.id));
    let mut key = |key: &str, value: String| {
        let _ = writeln!(text, "{key}: {value}");
    };
    if let Some(book) = rules.contingents.first().and_then(|c| c.book.as_ref()) {
        key("book", to_yaml(&book.id));
    }
    if let Some(mode) = scene.mode {
        key("mode", to_yaml(&rules.modes[mode.0].id));
    }
    if let Some(size) = scene.size {
        key("points", size.to_string());
    }
    if let Some(date) = scene.date {
        key("date", date.to_string());
    }
    if !scene.answers.is_empty() {
        let answers: Vec<String> =
            scene.answers.iter().map(|(c, a)| format!("{}: {}", to_yaml(c), to_yaml(a))).collect();
        key("choose", format!("{{{}}}", answers.join(", ")));
    }
    // An event may require keys that do not affect whether the list is legal
    for asked in rules.event.iter().flat_map(|e| &e.required_keys) {
        if matches!(asked.as_str(), "player" | "club" | "notes") {
            key(asked, to_yaml("not given"));
        }
    }
    let buyer = if layout.commands().is_empty() { Buyer::ArmyAsCommand } else { Buyer::Army };
    match bought {
        Some(bought) => {
            let is_bare = layout.commands().is_empty();
            write_purchases(
                rules,
                bought.iter().filter(|one| is_bare || one.command.is_none()),
                "",
                &mut text,
            );
        }
        None => write_required_purchases(rules, buyer, "", &mut text),
    }
    if layout.commands().is_empty() {
        write_rows(rules, rows, "", &mut text);
    } else {
        write_commands(rules, layout, None, rows, bought, "", &mut text);
    }
    text
}

/// Writes what must be bought: the first of each group of which one is always taken and none by itself.
fn write_required_purchases(rules: &Rules, buyer: Buyer, indent: &str, text: &mut String) {
    let Some(rule) = rules.find_purchases(ContingentId::OWN, buyer) else { return };
    let must = rule.offers.groups.iter().filter(|group| group.is_required && group.default.is_none());
    let first = must.filter_map(|group| group.options.first());
    let ids: Vec<String> = first.map(|option| to_yaml(&rules.option(*option).id)).collect();
    if !ids.is_empty() {
        let _ = writeln!(text, "{indent}options: [{}]", ids.join(", "));
    }
}

/// Writes what one buyer buys.
fn write_purchases<'p>(
    rules: &Rules,
    bought: impl Iterator<Item = &'p PossiblePurchase>,
    indent: &str,
    text: &mut String,
) {
    let ids: Vec<String> = bought.map(|one| to_yaml(&rules.option(one.option).id)).collect();
    if !ids.is_empty() {
        let _ = writeln!(text, "{indent}options: [{}]", ids.join(", "));
    }
}

/// Writes the commands in the army, or within another, each with its rows.
fn write_commands(
    rules: &Rules,
    layout: &CommandLayout,
    outer: Option<usize>,
    rows: &[PlacedRow<'_>],
    bought: Option<&[PossiblePurchase]>,
    indent: &str,
    text: &mut String,
) {
    let _ = writeln!(text, "{indent}commands:");
    for (at, command) in layout.commands().iter().enumerate().filter(|(_, command)| command.outer == outer) {
        let _ = writeln!(text, "{indent}  - name: \"Command {}\"", at + 1);
        let inside = format!("{indent}    ");
        let stated = command.kind.filter(|kind| rules.default_command_kind() != Some(*kind));
        if let Some(kind) = stated {
            let _ = writeln!(text, "{inside}kind: {}", to_yaml(&rules.command_kind(kind).id));
        }
        match bought {
            Some(all) => {
                write_purchases(rules, all.iter().filter(|one| one.command == Some(at)), &inside, text);
            }
            None => write_required_purchases(rules, Buyer::Command, &inside, text),
        }
        let mut here: Vec<PlacedRow<'_>> = rows.iter().filter(|row| row.command == at).copied().collect();
        let leaders = layout.leaders_of(rules, at);
        let leads = |row: &PlacedRow<'_>| row.build.role.is_some_and(|role| leaders.contains(&role));
        if let Some(at) = here.iter().position(leads) {
            let _ = writeln!(text, "{inside}commander: {}", here[at].build.row_text(rules, 1));
            here[at].count -= 1;
        }
        write_rows(rules, &here, &inside, text);
        if command.end > at + 1 {
            write_commands(rules, layout, Some(at), rows, bought, &inside, text);
        }
    }
}

/// Writes the characters and the units of the army, or of one command.
fn write_rows(rules: &Rules, rows: &[PlacedRow<'_>], indent: &str, text: &mut String) {
    let mut items = |key: &str, character: bool| {
        let mut rows = rows.iter().filter(|r| r.build.role.is_some() == character && r.count > 0).peekable();
        if rows.peek().is_none() {
            if !character {
                let _ = writeln!(text, "{indent}{key}: []");
            }
            return;
        }
        let _ = writeln!(text, "{indent}{key}:");
        for row in rows {
            let (times, count) = if character { (row.count, 1) } else { (1, row.count) };
            for _ in 0..times {
                let _ = writeln!(text, "{indent}  - {}", row.build.row_text(rules, count));
            }
        }
    };
    items("characters", true);
    items("units", false);
}

/// Returns a string as YAML: plain if that is always safe, else quoted.
fn to_yaml(text: &str) -> String {
    let plain = !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
        && text.as_bytes()[0] != b'-'
        && !matches!(text, "null" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n");
    if plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}
