//! Edits of commands: added, taken out, put in order, renamed, led, with baggage, a standard and an ally.

use serde_json::{Map, Value, json};

use super::batch::{Batch, list_len};
use super::edit::Links;
use super::list_path::{Path, Step, key_path, list_and_index, node_at, pointer, with_index, with_key};
use super::option_changes::map_of;
use super::plain_tree::Plain;
use super::plan::{Expected, Planned};
use super::refusal::{Refusal, RefusalReason};
use crate::rules::compiled_purchases::Buyer;
use crate::rules::id_types::ContingentId;
use crate::text_edits::TextChange;
use crate::text_edits::layout::{
    blanks_before_in_line, entry_end, is_flow, line_break, line_end, line_start, next_line,
};
use crate::yaml::{Node, NodeContent, without_odd_spaces};

/// The keys at the top of a list without commands that become those of its first command.
const COMMAND_KEYS: [&str; 4] = ["characters", "baggage", "standard", "units"];

impl Batch {
    fn commands_path() -> Path {
        vec![Step::Key("commands".to_owned())]
    }

    pub(super) fn not_in_this_game(what: &str) -> Refusal {
        Refusal::new(RefusalReason::NotHere, format!("this game has no {what}")).at_key("at")
    }

    /// Returns a command that is written as such, with its index and its path.
    fn written_command(&mut self, at: &str) -> Result<(usize, Path), Refusal> {
        let (command, path) = self.command(at)?;
        if path.is_empty() {
            let refusal = Refusal::new(RefusalReason::NotHere, "the list has no commands").at_key("at");
            return Err(refusal.with_help("add a command first"));
        }
        Ok((command, path))
    }

    pub(super) fn add_command(
        &mut self,
        at: &str,
        keys: [(&str, Option<Value>); 5],
        before: Option<&str>,
        label: Option<&String>,
    ) -> Result<(), Refusal> {
        if self.rules.as_ref().is_some_and(|rules| rules.led_by.is_none()) {
            return Err(Self::not_in_this_game("commands"));
        }
        let bare = self.list.with_root(|root| {
            Ok(root.get("commands").is_none() && COMMAND_KEYS.iter().any(|key| root.get(key).is_some()))
        })?;
        if bare {
            self.gather_first_command()?;
        }
        let (list, whose) = self.list_of_commands(at)?;
        let to = self.command_index_before(&list, before)?;
        let mut map = map_of(keys);
        map.insert("units".to_owned(), json!([]));
        let name = map.get("name").or(map.get("ally")).and_then(Value::as_str).map(str::to_owned);
        self.list.insert(&list, to, &Value::Object(map))?;
        let id = self.id_at(&with_index(&list, to));
        self.touch(&id);
        self.set_label(label, &id);
        self.steps.push(format!("add {}{whose}", name.unwrap_or_else(|| "a command".to_owned())));
        Ok(())
    }

    /// Returns the path of the commands of the army or in a command, and for people where that is: ` to First`.
    fn list_of_commands(&mut self, at: &str) -> Result<(Path, String), Refusal> {
        if at == "army" {
            return Ok((Self::commands_path(), String::new()));
        }
        if self.rules.as_ref().is_some_and(|rules| rules.command_kinds.is_empty()) {
            return Err(Self::not_in_this_game("commands within commands"));
        }
        let (command, path) = self.written_command(at)?;
        Ok((key_path(&path, &["commands"]), format!(" to {}", self.command_name(command))))
    }

    /// Returns the index in a list of commands at which one goes: before a command of this list, or last.
    fn command_index_before(&mut self, list: &Path, before: Option<&str>) -> Result<usize, Refusal> {
        let Some(before) = before else { return self.list.with_root(|root| Ok(list_len(root, list))) };
        let (_, path) = self.command(before).map_err(|refusal| refusal.at_key("before"))?;
        match list_and_index(&path) {
            Some((own, at)) if own == *list => Ok(at),
            _ => {
                let place = format!("command {before} where the command goes");
                Err(Refusal::no_such_place(&place).at_key("before"))
            }
        }
    }

    /// Makes what stands at the top of a list without commands its first command.
    fn gather_first_command(&mut self) -> Result<(), Refusal> {
        let own: Vec<(String, String)> = COMMAND_KEYS
            .iter()
            .flat_map(|key| {
                let taken = self.list.take_ids(&[Step::Key((*key).to_owned())]);
                taken.into_iter().map(move |(rest, id)| (format!("/{key}{rest}"), id))
            })
            .collect();
        self.list.change(gather_text)?;
        for (path, id) in own {
            // The army's only command had the place of `units`
            let path = if path == "/units" { "/commands/0".to_owned() } else { format!("/commands/0{path}") };
            self.list.ids.insert(path, id);
        }
        self.hand_over_purchases()
    }

    /// Moves the options at the top that commands buy, and the army does not, into the first command.
    fn hand_over_purchases(&mut self) -> Result<(), Refusal> {
        let Some(rules) = self.rules.clone() else { return Ok(()) };
        let is_for_commands = |word: &str| {
            rules.find_option(ContingentId::OWN, word).is_some_and(|option| {
                let buys = |buyer| rules.buyers_of(option).any(|rule| rule.buyer == buyer);
                buys(Buyer::Command) && !buys(Buyer::Army)
            })
        };
        let top = vec![Step::Key("options".to_owned())];
        let into = key_path(&with_index(&Self::commands_path(), 0), &["options"]);
        let (mut at, mut moved) = (0, 0);
        while let Some(item) = self.list.value(&with_index(&top, at)) {
            let moves = match &item {
                Value::String(word) => is_for_commands(word),
                Value::Object(map) => !map.is_empty() && map.keys().all(|word| is_for_commands(word)),
                _ => false,
            };
            if !moves {
                at += 1;
                continue;
            }
            self.list.move_item(&top, at, &into, moved)?;
            moved += 1;
        }
        if moved > 0 && at == 0 {
            self.list.remove(&top)?;
        }
        Ok(())
    }

    pub(super) fn remove_command(&mut self, at: &str, links: Option<Links>) -> Result<(), Refusal> {
        let (command, path) = self.written_command(at)?;
        let name = self.command_name(command);
        if links != Some(Links::Keep) {
            let rows = self.rows();
            let goes = |at: usize| rows.is_in(at, command);
            let inside = rows.rows.iter().filter(|row| row.command.is_some_and(goes));
            let inside: Vec<String> = inside.map(|row| row.id.clone()).collect();
            // What points from inside goes with the command
            let own: Vec<String> = (0..rows.commands.len())
                .filter(|at| goes(*at))
                .map(|at| rows.commands[at].id.clone())
                .collect();
            let outside = self.with_links(|list| {
                list.links()
                    .into_iter()
                    .filter(|link| !inside.contains(&link.owner) && !own.contains(&link.owner))
                    .filter(|link| link.target.as_ref().is_some_and(|target| inside.contains(target)))
                    .collect::<Vec<_>>()
            })?;
            for link in outside {
                self.touch(&link.owner);
                self.list.remove(&link.key)?;
            }
            for inner in (0..rows.commands.len()).filter(|at| goes(*at)) {
                self.point_shared_baggage(inner, None)?;
            }
        }
        self.list.remove(&path)?;
        self.steps.push(format!("leave out {name}"));
        Ok(())
    }

    pub(super) fn move_command(
        &mut self,
        at: &str,
        to: Option<&str>,
        before: Option<&str>,
    ) -> Result<(), Refusal> {
        let (command, path) = self.written_command(at)?;
        let name = self.command_name(command);
        let Some((from, index)) = list_and_index(&path) else {
            return Err(Refusal::no_such_place("such command"));
        };
        let (into, whose) = match to {
            None => (from.clone(), String::new()),
            Some(to) => self.list_of_commands(to).map_err(|refusal| refusal.at_key("to"))?,
        };
        if into.starts_with(&path) {
            let refusal = Refusal::new(RefusalReason::Circle, "a command cannot be in itself");
            return Err(refusal.at_key("to"));
        }
        let mut place = self.command_index_before(&into, before)?;
        if into == from && place > index {
            place -= 1;
        }
        let id = self.rows().commands[command].id.clone();
        self.keeping_links(|batch, _| batch.list.move_item(&from, index, &into, place))?;
        self.touch(&id);
        self.steps.push(format!("move {name}{whose}"));
        Ok(())
    }

    pub(super) fn set_kind(&mut self, at: &str, kind: Option<&str>) -> Result<(), Refusal> {
        if self.rules.as_ref().is_some_and(|rules| rules.command_kinds.is_empty()) {
            return Err(Self::not_in_this_game("kinds of command"));
        }
        let (command, path) = self.written_command(at)?;
        self.list.set(&key_path(&path, &["kind"]), &kind.map_or(Value::Null, Value::from))?;
        let id = self.rows().commands[command].id.clone();
        self.touch(&id);
        let name = self.command_name(command);
        self.steps.push(kind.map_or_else(|| format!("{name}: no kind"), |kind| format!("{name}: {kind}")));
        Ok(())
    }

    pub(super) fn name_command(&mut self, at: &str, name: Option<&str>) -> Result<(), Refusal> {
        let (command, path) = self.written_command(at)?;
        let before = self.command_name(command);
        let others: Vec<usize> = (0..self.rows().commands.len()).filter(|other| *other != command).collect();
        if let Some(name) = name {
            let shared = self.shared_baggage(command);
            if !shared.is_empty() && others.iter().any(|other| self.command_name(*other) == name) {
                let message = "two commands would have a name that baggage is shared by";
                return Err(Refusal::new(RefusalReason::AmbiguousName, message).at_key("name"));
            }
        }
        self.point_shared_baggage(command, name)?;
        self.list.set(&key_path(&path, &["name"]), &name.map_or(Value::Null, Value::from))?;
        let id = self.rows().commands[command].id.clone();
        self.touch(&id);
        let after = self.command_name(command);
        self.steps.push(format!("call {before} {after}"));
        Ok(())
    }

    /// Returns the paths of the baggage of other commands that stands with that of this one.
    fn shared_baggage(&mut self, command: usize) -> Vec<Path> {
        let rows = self.rows();
        let Some(name) = self.own_name(command) else { return Vec::new() };
        let found = self.list.with_root(|root| {
            let of = |at: usize| {
                let path =
                    key_path(&super::list_path::parse_path(root, &rows.commands[at].path)?, &["baggage"]);
                let shared = node_at(root, &path)?.get("shared-with")?.as_str()?;
                (at != command && without_odd_spaces(shared) == without_odd_spaces(&name)).then_some(path)
            };
            Ok((0..rows.commands.len()).filter_map(of).collect())
        });
        found.unwrap_or_default()
    }

    fn own_name(&mut self, command: usize) -> Option<String> {
        let path = self.rows().commands.get(command)?.path.clone();
        let path = self.list.with_root(|root| Ok(super::list_path::parse_path(root, &path))).ok()??;
        self.text_at(&path, "name")
    }

    /// Lets the baggage that stands with that of a command follow its new name, or stand alone.
    fn point_shared_baggage(&mut self, command: usize, name: Option<&str>) -> Result<(), Refusal> {
        for path in self.shared_baggage(command) {
            let alone = self
                .list
                .value(&path)
                .is_some_and(|value| value.as_object().is_some_and(|map| map.len() == 1));
            match name {
                Some(name) => self.list.set(&with_key(&path, "shared-with"), &json!(name))?,
                None if alone => self.list.set(&path, &json!(true))?,
                None => self.list.remove(&with_key(&path, "shared-with"))?,
            }
            let owner = path[..path.len() - 1].to_vec();
            let id = self.id_at(&owner);
            self.touch(&id);
        }
        Ok(())
    }

    pub(super) fn set_commander(
        &mut self,
        at: &str,
        value: Option<&Value>,
        row: Option<&str>,
    ) -> Result<(), Refusal> {
        let (command, map) = self.written_command(at)?;
        let key = key_path(&map, &["commander"]);
        let id = self.rows().commands[command].id.clone();
        let name = self.command_name(command);
        let Some(row) = row else {
            let value = value.cloned().unwrap_or(Value::Null);
            self.list.ids.remove(&pointer(&key));
            self.list.set(&key, &value)?;
            self.touch(&id);
            let leader = ["name", "unit", "role"].iter().find_map(|key| value.get(key)?.as_str());
            self.steps.push(
                leader.map_or_else(
                    || format!("{name}: no commander"),
                    |leader| format!("{leader} leads {name}"),
                ),
            );
            return Ok(());
        };
        let (row, path) = self.row(row).map_err(|refusal| refusal.at_key("row"))?;
        if !Self::is_character(&row) {
            return Err(
                Refusal::new(RefusalReason::NotHere, "only a character can lead a command").at_key("row")
            );
        }
        let leader = self.name_of(&row);
        let value = self.list.value(&path).unwrap_or_default();
        self.list.remove(&path)?;
        // The command may have moved up, if the character stood in a list that is gone; it is found by its id
        let (_, map) = self.command(&id)?;
        let key = key_path(&map, &["commander"]);
        self.list.set(&key, &value)?;
        self.list.ids.insert(pointer(&key), row.id.clone());
        self.touch(&row.id);
        self.touch(&id);
        self.steps.push(format!("{leader} leads {name}"));
        Ok(())
    }

    pub(super) fn set_baggage(&mut self, at: &str, value: &Value) -> Result<(), Refusal> {
        if self.rules.as_ref().is_some_and(|rules| rules.baggage.is_none()) {
            return Err(Self::not_in_this_game("baggage"));
        }
        let (command, map) = self.command(at)?;
        let mut value = value.clone();
        if let Some(with) = value.get("shared-with").and_then(Value::as_str).map(str::to_owned) {
            let (other, path) = self.command(&with).map_err(|refusal| refusal.at_key("value"))?;
            if other == command {
                return Err(
                    Refusal::new(RefusalReason::Circle, "baggage cannot stand with itself").at_key("value")
                );
            }
            let name = match self.own_name(other) {
                Some(name) => name,
                None => {
                    let name = format!("Command {}", other + 1);
                    self.list.set(&key_path(&path, &["name"]), &json!(name))?;
                    name
                }
            };
            value["shared-with"] = json!(name);
        }
        self.list.set(&key_path(&map, &["baggage"]), &value)?;
        let id = self.rows().commands[command].id.clone();
        self.touch(&id);
        let name = self.command_name(command);
        let step = match &value {
            Value::Null | Value::Bool(false) => format!("{name}: no baggage"),
            Value::Bool(true) => format!("add baggage{}", self.whose(command)),
            _ => format!("{name}: baggage"),
        };
        self.steps.push(step);
        Ok(())
    }

    pub(super) fn set_standard(&mut self, at: &str, row: Option<&str>) -> Result<(), Refusal> {
        if self.rules.as_ref().is_some_and(|rules| rules.standard.is_none()) {
            return Err(Self::not_in_this_game("standard"));
        }
        let (command, map) = self.command(at)?;
        let word = match row {
            None => None,
            Some(row) => {
                let (row, _) = self.row(row).map_err(|refusal| refusal.at_key("row"))?;
                Some(self.name_to_point_at(&row, Some(command))?)
            }
        };
        let value = word.as_ref().map_or(Value::Null, |word| json!(word));
        self.list.set(&key_path(&map, &["standard"]), &value)?;
        let id = self.rows().commands[command].id.clone();
        self.touch(&id);
        self.steps
            .push(word.map_or_else(|| "no standard".to_owned(), |word| format!("{word} carry the standard")));
        Ok(())
    }

    pub(super) fn set_ally(
        &mut self,
        at: &str,
        ally: Option<&str>,
        points: Option<&Value>,
        choose: Option<&Map<String, Value>>,
    ) -> Result<(), Refusal> {
        let (command, map) = self.written_command(at)?;
        let none = ally.is_none();
        self.list.set(&key_path(&map, &["ally"]), &ally.map_or(Value::Null, Value::from))?;
        // The army's own troops have no points and answers of their own
        if points.is_some() || none {
            self.list.set(&key_path(&map, &["points"]), points.unwrap_or(&Value::Null))?;
        }
        if choose.is_some() || none {
            let value = choose.map_or(Value::Null, |choose| Value::Object(choose.clone()));
            self.list.set(&key_path(&map, &["choose"]), &value)?;
        }
        let id = self.rows().commands[command].id.clone();
        self.touch(&id);
        let name = self.command_name(command);
        self.steps
            .push(ally.map_or_else(|| format!("{name}: no ally"), |ally| format!("{name}: ally {ally}")));
        Ok(())
    }
}

/// Returns the changes that make what stands at the top of a list without commands its first command.
fn gather_text(text: &str, root: &Node<'_>) -> Result<Planned, Refusal> {
    let NodeContent::Map(entries) = &root.content else { return Err(Refusal::layout(root.span)) };
    let own: Vec<&(Node<'_>, Node<'_>)> = entries
        .iter()
        .filter(|(key, _)| key.as_str().is_some_and(|key| COMMAND_KEYS.contains(&key)))
        .collect();
    let mut expected = Plain::from_node(root);
    if let Plain::Map(all) = &mut expected {
        let (inner, mut outer): (Vec<_>, Vec<_>) =
            std::mem::take(all).into_iter().partition(|(key, _)| COMMAND_KEYS.contains(&key.as_str()));
        outer.push(("commands".to_owned(), Plain::Seq(vec![Plain::Map(inner)])));
        *all = outer;
    }
    let Some((first, _)) = own.first() else { return Err(Refusal::layout(root.span)) };
    if is_flow(text, root) {
        // All keys must stand together, so that they can be taken between brackets as they are
        let at = entries.iter().position(|(key, _)| key.span == first.span).unwrap_or(0);
        let together =
            entries[at..].iter().take(own.len()).all(|entry| own.iter().any(|o| o.0.span == entry.0.span));
        let last = own.last().map_or(0, |(key, value)| entry_end(text, key, value));
        let start = first.span.start as usize;
        let word = if text[start..].starts_with('"') { "\"commands\"" } else { "commands" };
        let changes = vec![TextChange::insert(start, format!("{word}: [{{")), TextChange::insert(last, "}]")];
        let expected = Expected::Value(Path::new(), expected);
        return if together { Ok(Planned { changes, expected }) } else { Err(Refusal::layout(root.span)) };
    }
    let ending = line_break(text);
    let mut words = format!("commands:{ending}");
    let mut changes = Vec::new();
    for (n, (key, value)) in own.iter().enumerate() {
        let (start, end) = (key.span.start as usize, entry_end(text, key, value));
        if !blanks_before_in_line(text, start).is_empty() || line_start(text, start) != start {
            return Err(Refusal::layout(key.span));
        }
        for (line_number, line) in text[start..line_end(text, end)].split('\n').enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            let indent = if n == 0 && line_number == 0 { "  - " } else { "    " };
            if !line.is_empty() {
                words.extend([indent, line]);
            }
            words.push_str(ending);
        }
        let from = start;
        let to = next_line(text, end);
        changes.push(TextChange::remove(from, to));
    }
    let at = changes.first().map_or(0, |change| change.start);
    changes.insert(0, TextChange::insert(at, words));
    Ok(Planned { changes, expected: Expected::Value(Path::new(), expected) })
}
