//! Edits of rows: added, taken out, repeated, moved, split, counted, renamed, joined.

use serde_json::{Value, json};

use crate::army::MAX_COUNT;
use crate::text_edits::written_value::Notation;

use super::super::rows::{Row, RowKind};
use super::batch::{Batch, list_len};
use super::edit::{AddedKind, Links};
use super::links::LinkKind;
use super::list_path::{Path, key_path, list_and_index, with_index};
use super::refusal::{Refusal, RefusalReason};

impl Batch {
    /// Adds a row.
    pub(super) fn add_row(
        &mut self,
        at: &str,
        value: &Value,
        kind: Option<AddedKind>,
        before: Option<&str>,
        label: Option<&String>,
    ) -> Result<(), Refusal> {
        if !value.as_object().is_some_and(|map| map.contains_key("unit") || map.contains_key("role")) {
            let refusal = Refusal::new(RefusalReason::NotHere, "a row needs at least `unit`");
            return Err(refusal
                .with_help("write it as in a list, such as {\"unit\": \"gauls\"}")
                .at_key("value"));
        }
        let (map, key, whose) = match at {
            "reserves" => (Path::new(), "reserves", " to the reserves".to_owned()),
            at => {
                let (command, map) = self.command(at)?;
                let key = if kind == Some(AddedKind::Character) { "characters" } else { "units" };
                (map, key, self.whose(command))
            }
        };
        let list = key_path(&map, &[key]);
        let to = self.index_before(&list, before)?;
        self.list.insert(&list, to, value)?;
        let path = with_index(&list, to);
        let id = self.id_at(&path);
        self.touch(&id);
        self.set_label(label, &id);
        let (row, _) = self.row(&id)?;
        let count = value.get("count").and_then(Value::as_u64).filter(|n| *n > 1);
        let many = count.map_or_else(String::new, |n| format!("{n} "));
        let name = self.name_of(&row);
        let size = value.get("size").and_then(Value::as_u64);
        let size = size.map_or_else(String::new, |size| format!(" of {size}"));
        let options = value.get("options").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let words = options.iter().filter_map(Value::as_str).map(|word| self.option_name(row.command, word));
        let words: Vec<String> = words.collect();
        let with = if words.is_empty() { String::new() } else { format!(" with {}", words.join(", ")) };
        self.steps.push(format!("add {many}{name}{size}{with}{whose}"));
        Ok(())
    }

    /// Returns the index in a list at which something goes: before a row of this list, or last.
    fn index_before(&mut self, list: &Path, before: Option<&str>) -> Result<usize, Refusal> {
        let Some(before) = before else { return self.list.with_root(|root| Ok(list_len(root, list))) };
        let (_, path) = self.row(before)?;
        match list_and_index(&path) {
            Some((own, at)) if own == *list => Ok(at),
            _ => Err(Refusal::no_such_place(&format!("row {before} where the row goes")).at_key("before")),
        }
    }

    pub(super) fn remove_row(&mut self, at: &str, links: Option<Links>) -> Result<(), Refusal> {
        let (row, _) = self.row(at)?;
        let name = self.name_of(&row);
        if links != Some(Links::Keep) {
            self.remove_links_to(|target| target == row.id)?;
        }
        let (_, path) = self.row(&row.id)?;
        self.list.remove(&path)?;
        self.steps.push(format!("leave out {name}"));
        Ok(())
    }

    /// Takes out every name that points at one of these rows.
    pub(super) fn remove_links_to(&mut self, is_target: impl Fn(&str) -> bool) -> Result<(), Refusal> {
        loop {
            let all = self.links()?;
            let Some(link) = all.into_iter().find(|link| link.target.as_deref().is_some_and(&is_target))
            else {
                return Ok(());
            };
            self.touch(&link.owner);
            self.list.remove(&link.key)?;
        }
    }

    pub(super) fn copy_row(
        &mut self,
        at: &str,
        name: Option<&str>,
        label: Option<&String>,
    ) -> Result<(), Refusal> {
        let (row, path) = self.row(at)?;
        let Some((list, index)) = list_and_index(&path) else {
            return Err(Refusal::new(RefusalReason::NotHere, "a command has only one commander").at_key("at"));
        };
        let printed = self.name_of(&row);
        let pointed_at =
            self.with_links(|list| list.links().iter().any(|link| link.target.as_ref() == Some(&row.id)))?;
        let name = match name {
            Some(name) => Some(name.to_owned()),
            None if pointed_at => Some(self.with_links(|list| list.free_name(&printed))?),
            None => None,
        };
        self.keeping_links(|batch, _| {
            batch.list.repeat(&list, index)?;
            let copy = with_index(&list, index + 1);
            name.as_ref().map_or(Ok(()), |name| batch.list.set(&key_path(&copy, &["name"]), &json!(name)))
        })?;
        let id = self.id_at(&with_index(&list, index + 1));
        self.touch(&id);
        self.set_label(label, &id);
        self.steps.push(format!("copy {printed}"));
        Ok(())
    }

    pub(super) fn move_row(
        &mut self,
        at: &str,
        to: Option<&str>,
        before: Option<&str>,
    ) -> Result<(), Refusal> {
        let (row, path) = self.row(at)?;
        let name = self.name_of(&row);
        let Some((from, index)) = list_and_index(&path) else {
            let refusal =
                Refusal::new(RefusalReason::NotHere, "a commander cannot be moved to another command");
            return Err(refusal.with_help("set them as the commander of the other command").at_key("at"));
        };
        let is_character = Self::is_character(&row);
        let (into, whose) = match to {
            None => (from.clone(), String::new()),
            Some("reserves") if is_character => {
                return Err(
                    Refusal::new(RefusalReason::NotHere, "the reserves have no characters").at_key("to")
                );
            }
            Some("reserves") => (key_path(&Path::new(), &["reserves"]), " to the reserves".to_owned()),
            Some(command) => {
                let (command, map) = self.command(command).map_err(|refusal| refusal.at_key("to"))?;
                let whose = format!(" to {}", self.command_name(command));
                (key_path(&map, &[if is_character { "characters" } else { "units" }]), whose)
            }
        };
        let mut to = self.index_before(&into, before)?;
        if into == from && to > index {
            to -= 1;
        }
        self.keeping_links(|batch, _| batch.list.move_item(&from, index, &into, to))?;
        self.touch(&row.id);
        self.steps.push(format!("move {name}{whose}"));
        Ok(())
    }

    pub(super) fn split_row(&mut self, at: &str, count: u32, label: Option<&String>) -> Result<(), Refusal> {
        let (row, path) = self.row(at)?;
        let has = self.count_of(&path);
        if count == 0 || count >= has {
            let refusal = Refusal::new(
                RefusalReason::OutOfRange,
                format!("of {has} units, 1 to {} can be split off", has.max(1) - 1),
            );
            return Err(self.at_value(refusal.at_key("count"), &row, &path, "count"));
        }
        let Some((list, index)) = list_and_index(&path) else {
            return Err(Refusal::new(RefusalReason::NotHere, "a commander is one person").at_key("at"));
        };
        let name = self.name_of(&row);
        self.list.repeat(&list, index)?;
        self.write_count(&with_index(&list, index), has - count)?;
        self.write_count(&with_index(&list, index + 1), count)?;
        let id = self.id_at(&with_index(&list, index + 1));
        self.touch(&row.id);
        self.touch(&id);
        self.set_label(label, &id);
        self.steps.push(format!("split {name}"));
        Ok(())
    }

    fn count_of(&self, path: &Path) -> u32 {
        let count = self.list.value(&key_path(path, &["count"]));
        count.and_then(|n| u32::try_from(n.as_u64()?).ok()).unwrap_or(1)
    }

    /// Writes the number of units, which is left out if it is 1 and not written.
    fn write_count(&mut self, path: &Path, count: u32) -> Result<(), Refusal> {
        let key = key_path(path, &["count"]);
        if count == 1 && self.list.value(&key).is_none() {
            return Ok(());
        }
        self.list.set(&key, &json!(count))
    }

    pub(super) fn set_count(&mut self, at: &str, count: u32) -> Result<(), Refusal> {
        let (row, path) = self.row(at)?;
        if Self::is_character(&row) {
            return Err(Refusal::new(RefusalReason::NotHere, "a character is one person").at_key("at"));
        }
        if count == 0 {
            let refusal = Refusal::new(RefusalReason::OutOfRange, "a row has at least 1 unit");
            let refusal = refusal.with_help("remove the row instead").at_key("count");
            return Err(self.at_value(refusal, &row, &path, "count"));
        }
        self.check_size(count, &row, &path, "count")?;
        self.write_count(&path, count)?;
        self.touch(&row.id);
        let name = self.name_of(&row);
        self.steps.push(format!("{name}: {count}"));
        Ok(())
    }

    fn check_size(&mut self, number: u32, row: &Row, path: &Path, key: &'static str) -> Result<(), Refusal> {
        if (1..=MAX_COUNT).contains(&number) {
            return Ok(());
        }
        let message = if number == 0 {
            "this is at least 1".to_owned()
        } else {
            format!("this is at most {MAX_COUNT}")
        };
        Err(self.at_value(Refusal::new(RefusalReason::OutOfRange, message).at_key(key), row, path, key))
    }

    /// Adds the place of a key of a row to a refusal, or that of the row.
    fn at_value(&self, refusal: Refusal, row: &Row, path: &Path, key: &str) -> Refusal {
        let path = key_path(path, &[key]);
        let span =
            self.list.with_root(|root| Ok(super::list_path::node_at(root, &path).map(|node| node.span)));
        refusal.at_span(span.ok().flatten().unwrap_or(row.span))
    }

    pub(super) fn set_size(
        &mut self,
        at: &str,
        size: Option<u32>,
        part: Option<&str>,
    ) -> Result<(), Refusal> {
        let (row, path) = self.row(at)?;
        match part {
            // What is written may be taken out, whatever it is
            Some(part) if size.is_some() => {
                self.check_part(&row, &path, part)?;
            }
            None if Self::is_character(&row) => {
                return Err(Refusal::new(RefusalReason::NotHere, "a character has no size").at_key("at"));
            }
            _ => {}
        }
        if let Some(size) = size.filter(|size| part.is_none() || *size > MAX_COUNT) {
            self.check_size(size, &row, &path, "size")?;
        }
        let value = size.map_or(Value::Null, |size| json!(size));
        match part {
            None => self.list.set(&key_path(&path, &["size"]), &value)?,
            Some(part) => {
                let own = key_path(&path, &["parts", part]);
                if size.is_some() && self.list.value(&own).is_some_and(|value| value.is_object()) {
                    self.list.set(&key_path(&own, &["size"]), &value)?;
                } else {
                    self.set_nested(&path, &["parts", part], &value)?;
                }
            }
        }
        self.touch(&row.id);
        let name = self.name_of(&row);
        let what = part.map_or_else(|| "size".to_owned(), str::to_owned);
        self.steps.push(match size {
            Some(size) => format!("{name}: {what} {size}"),
            None => format!("{name}: no {what}"),
        });
        Ok(())
    }

    pub(super) fn set_unit(&mut self, at: &str, unit: &str) -> Result<(), Refusal> {
        let (row, path) = self.row(at)?;
        let before = self.name_of(&row);
        self.following_links(&row, |batch| batch.list.set(&key_path(&path, &["unit"]), &json!(unit)))?;
        self.touch(&row.id);
        let (row, _) = self.row(&row.id)?;
        let after = self.name_of(&row);
        let word = if after == before { unit.to_owned() } else { after };
        self.steps.push(format!("{before}: {word}"));
        Ok(())
    }

    pub(super) fn set_role(&mut self, at: &str, role: Option<&str>) -> Result<(), Refusal> {
        let (row, path) = self.row(at)?;
        self.list.set(&key_path(&path, &["role"]), &role.map_or(Value::Null, Value::from))?;
        self.touch(&row.id);
        let name = self.name_of(&row);
        self.steps.push(role.map_or_else(|| format!("{name}: no role"), |role| format!("{name}: {role}")));
        Ok(())
    }

    pub(super) fn set_value(&mut self, at: &str, key: &str, value: &Value) -> Result<(), Refusal> {
        let (row, path) = self.row(at)?;
        self.set_nested(&path, &["values", key], value)?;
        self.touch(&row.id);
        let name = self.name_of(&row);
        self.steps.push(if value.is_null() {
            format!("{name}: no {key}")
        } else {
            format!("{name}: {key} {value}")
        });
        Ok(())
    }

    /// Renames a row, a command or the army.
    pub(super) fn set_name(&mut self, at: &str, name: Option<&str>) -> Result<(), Refusal> {
        let value = name.map_or(Value::Null, Value::from);
        if at == "army" {
            let Some(name) = name else {
                return Err(Refusal::new(RefusalReason::NotHere, "an army has a name").at_key("name"));
            };
            self.steps.push(format!("call the army {name}"));
            return self.list.set(&key_path(&Path::new(), &["army"]), &value);
        }
        if !self.is_row(at) {
            return self.name_command(at, name);
        }
        let (row, path) = self.row(at)?;
        let before = self.name_of(&row);
        self.following_links(&row, |batch| batch.list.set(&key_path(&path, &["name"]), &value))?;
        self.touch(&row.id);
        let (row, _) = self.row(&row.id)?;
        let after = self.name_of(&row);
        self.steps.push(format!("call {before} {after}"));
        Ok(())
    }

    /// Makes a change of a row's name, and lets all names that point at the row follow it.
    fn following_links(
        &mut self,
        row: &Row,
        change: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.keeping_links(|batch, links| {
            change(batch)?;
            let (new, _) = batch.row(&row.id)?;
            let name = batch.name_of(&new);
            for link in links.iter().filter(|link| link.target.as_ref() == Some(&row.id)) {
                batch.list.set(&link.name, &json!(name))?;
                batch.touch(&link.owner);
            }
            Ok(())
        })
    }

    pub(super) fn join(&mut self, at: &str, to: Option<&str>, because: Option<&str>) -> Result<(), Refusal> {
        let (row, path) = self.row(at)?;
        let key = key_path(&path, &[if Self::is_character(&row) { "with" } else { "attached-to" }]);
        let name = self.name_of(&row);
        let Some(to) = to else {
            self.steps.push(format!("{name}: on their own"));
            self.touch(&row.id);
            return self.list.set(&key, &Value::Null);
        };
        let (target, _) = self.row(to).map_err(|refusal| refusal.at_key("to"))?;
        if target.id == row.id {
            return Err(Refusal::new(RefusalReason::Circle, "a row cannot join itself").at_key("to"));
        }
        let kind = if Self::is_character(&row) { LinkKind::With } else { LinkKind::AttachedTo };
        if kind == LinkKind::AttachedTo && self.is_attached_to(&target, &row.id)? {
            let message = "the other row is attached to this one already";
            return Err(Refusal::new(RefusalReason::Circle, message).at_key("to"));
        }
        let word = self.name_to_point_at(&target, row.command)?;
        let value = match because {
            Some(because) if kind == LinkKind::AttachedTo => json!({"unit": word, "because": because}),
            _ => json!(word),
        };
        self.list.set(&key, &value)?;
        self.touch(&row.id);
        self.steps.push(format!("{name} with {word}"));
        Ok(())
    }

    fn is_attached_to(&mut self, row: &Row, other: &str) -> Result<bool, Refusal> {
        let links = self.links()?;
        let attached =
            |link: &super::links::Link| link.owner == row.id && link.target.as_deref() == Some(other);
        Ok(links.iter().any(attached))
    }

    /// Returns the name by which something in a command can point at a row. A row whose name is not its own gets one.
    pub(super) fn name_to_point_at(&mut self, row: &Row, command: Option<usize>) -> Result<String, Refusal> {
        if row.kind != RowKind::Unit {
            return Err(Refusal::new(RefusalReason::NotHere, "only a unit can be joined").at_key("to"));
        }
        let name = self.name_of(row);
        let meant = self.with_links(|list| list.row_of_name(&name, command).map(|row| row.id.clone()))?;
        if meant.as_ref() == Some(&row.id) {
            return Ok(name);
        }
        let free = self.with_links(|list| list.free_name(&name))?;
        let (_, path) = self.row(&row.id)?;
        self.following_links(row, |batch| batch.list.set(&key_path(&path, &["name"]), &json!(free)))?;
        self.touch(&row.id);
        Ok(free)
    }
}

/// Returns an option's details in words: ` (melee, rally)`.
pub(super) fn detail_words(detail: Option<&Value>) -> String {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        value => Notation::Yaml.write(value),
    };
    match detail {
        None => String::new(),
        Some(Value::Array(all)) => format!(" ({})", all.iter().map(text).collect::<Vec<_>>().join(", ")),
        Some(value) => format!(" ({})", text(value)),
    }
}
