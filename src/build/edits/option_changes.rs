//! Edits of options: taken, given other details, dropped.

use serde_json::{Map, Value, json};

use crate::rules::id_types::ContingentId;

use super::batch::Batch;
use super::list_path::key_path;
use super::list_path::{Path, with_index, with_key};
use super::refusal::Refusal;
use super::row_changes::detail_words;

/// Where an option stands in a list of options.
struct Written {
    /// The index of the item.
    at: usize,
    /// The word as it is written.
    word: String,
    /// Whether the item names other options too.
    among_others: bool,
}

/// The thing that has the options: a row, a body inside it, the baggage of a command, or who buys.
struct Holder {
    id: String,
    name: String,
    /// The path of the list of options.
    options: Path,
    command: Option<usize>,
}

impl Batch {
    pub(super) fn take_option(
        &mut self,
        at: &str,
        option: &str,
        part: Option<&str>,
        detail: Option<&Value>,
    ) -> Result<(), Refusal> {
        let holder = self.holder(at, part, true)?;
        let written = self.find_option(&holder, option);
        let item = |word: &str| detail.map_or_else(|| json!(word), |detail| json!({ word: detail }));
        match written {
            Some(old) if old.among_others => {
                let path = with_key(&with_index(&holder.options, old.at), &old.word);
                self.list.set(&path, detail.unwrap_or(&Value::Bool(true)))?;
            }
            Some(old) => self.list.set(&with_index(&holder.options, old.at), &item(&old.word))?,
            None => {
                let len = self.list.value(&holder.options).and_then(|all| Some(all.as_array()?.len()));
                match len {
                    Some(len) if len > 0 => self.list.insert(&holder.options, len, &item(option))?,
                    _ => self.list.set(&holder.options, &Value::Array(vec![item(option)]))?,
                }
            }
        }
        self.touch_holder(&holder);
        let (name, option) = (holder.name, self.option_name(holder.command, option));
        self.steps.push(format!("{name} gain {option}{}", detail_words(detail)));
        Ok(())
    }

    pub(super) fn drop_option(&mut self, at: &str, option: &str, part: Option<&str>) -> Result<(), Refusal> {
        let holder = self.holder(at, part, false)?;
        let Some(old) = self.find_option(&holder, option) else {
            return Err(Refusal::no_such_place(&format!("option \"{option}\" there")).at_key("option"));
        };
        let item = with_index(&holder.options, old.at);
        self.list.remove(&if old.among_others { with_key(&item, &old.word) } else { item })?;
        self.touch_holder(&holder);
        let (name, option) = (holder.name, self.option_name(holder.command, option));
        self.steps.push(format!("{name} lose {option}"));
        Ok(())
    }

    /// Notes that the row or command has changed. The army itself has no id.
    fn touch_holder(&mut self, holder: &Holder) {
        if !holder.id.is_empty() {
            self.touch(&holder.id);
        }
    }

    /// Returns what has the options. `make` gives baggage and bodies the form in which they can have some.
    fn holder(&mut self, at: &str, part: Option<&str>, make: bool) -> Result<Holder, Refusal> {
        if part == Some("baggage") {
            let (command, map) = self.command(at)?;
            let baggage = key_path(&map, &["baggage"]);
            if make && !self.list.value(&baggage).is_some_and(|value| value.is_object()) {
                self.list.set(&baggage, &json!({"options": []}))?;
            }
            let id = self.rows().commands[command].id.clone();
            let name = "baggage".to_owned();
            return Ok(Holder {
                id,
                name,
                options: key_path(&baggage, &["options"]),
                command: Some(command),
            });
        }
        if part.is_none() && !self.is_row(at) {
            let buys = self.rules.as_ref().is_none_or(|rules| !rules.purchases.is_empty());
            if !buys {
                return Err(Self::not_in_this_game("options of an army or a command"));
            }
            let (path, id, name) = self.find_row_command_or_army(at)?;
            let command = if path.is_empty() { None } else { Some(self.command(at)?.0) };
            let options = key_path(&path, &["options"]);
            return Ok(Holder { id: id.unwrap_or_default(), name, options, command });
        }
        let (row, path) = self.row(at)?;
        let mut name = self.name_of(&row);
        let options = match part {
            None => key_path(&path, &["options"]),
            Some(part) => {
                let body = key_path(&path, &["parts", part]);
                if make {
                    self.give_part_options(&row, &path, part)?;
                }
                name = format!("{name}, {part}:");
                key_path(&body, &["options"])
            }
        };
        Ok(Holder { id: row.id, name, options, command: row.command })
    }

    /// Finds an option in a list of options, however it is spelt there.
    fn find_option(&mut self, holder: &Holder, option: &str) -> Option<Written> {
        let all = self.list.value(&holder.options)?;
        let rules = self.rules.clone();
        let contingent = self.with_links(|list| list.contingent(holder.command)).ok()?;
        let meaning = |word: &str| rules.as_ref().and_then(|rules| rules.find_option(contingent, word));
        let same = |word: &str| word == option || meaning(word).is_some_and(|id| meaning(option) == Some(id));
        all.as_array()?.iter().enumerate().find_map(|(at, item)| match item {
            Value::String(word) => {
                same(word).then(|| Written { at, word: word.clone(), among_others: false })
            }
            Value::Object(map) => {
                let word = map.keys().find(|word| same(word))?;
                Some(Written { at, word: word.clone(), among_others: map.len() > 1 })
            }
            _ => None,
        })
    }

    /// Returns the name of an option for people, in small letters.
    pub(super) fn option_name(&mut self, command: Option<usize>, word: &str) -> String {
        let contingent = self.with_links(|list| list.contingent(command)).unwrap_or(ContingentId::OWN);
        let rules = self.rules.clone();
        let known = rules
            .and_then(|rules| Some(rules.option(rules.find_option(contingent, word)?).name.to_lowercase()));
        known.unwrap_or_else(|| word.to_owned())
    }
}

/// Returns a map of a list's keys, with those that are not set left out.
pub(super) fn map_of<'k>(keys: impl IntoIterator<Item = (&'k str, Option<Value>)>) -> Map<String, Value> {
    keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}
