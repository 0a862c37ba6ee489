//! Makes one edit: hands it to the file that knows how.

use serde_json::Value;

use crate::text_edits::written_value::Notation;

use super::batch::Batch;
use super::edit::ListEdit;
use super::list_path::{Path, Step, key_path, parse_path};
use super::refusal::{Refusal, RefusalReason};

/// The keys at the top of a list that `header` sets.
const HEADER_KEYS: &[&str] =
    &["ruleset", "book", "mode", "points", "date", "player", "club", "draft", "declares"];

impl Batch {
    /// Makes one edit.
    pub(super) fn make(&mut self, edit: &ListEdit) -> Result<(), Refusal> {
        match edit {
            ListEdit::Add { at, value, kind, before, label } => {
                self.add_row(at, value, *kind, before.as_deref(), label.as_ref())
            }
            ListEdit::Remove { at, links } if self.is_row(at) => self.remove_row(at, *links),
            ListEdit::Remove { at, links } => self.remove_command(at, *links),
            ListEdit::Copy { at, name, label } => self.copy_row(at, name.as_deref(), label.as_ref()),
            ListEdit::Move { at, to, before } if self.is_row(at) => {
                self.move_row(at, to.as_deref(), before.as_deref())
            }
            ListEdit::Move { at, to, before } => self.move_command(at, to.as_deref(), before.as_deref()),
            ListEdit::Split { at, count, label } => self.split_row(at, *count, label.as_ref()),
            ListEdit::Count { at, count } => self.set_count(at, *count),
            ListEdit::Size { at, size, part } => self.set_size(at, *size, part.as_deref()),
            ListEdit::Part { at, part, size } => self.set_size(at, *size, Some(part)),
            ListEdit::Unit { at, unit } => self.set_unit(at, unit),
            ListEdit::Role { at, role } => self.set_role(at, role.as_deref()),
            ListEdit::Name { at, name } => self.set_name(at, name.as_deref()),
            ListEdit::Take { at, option, part, detail } => {
                self.take_option(at, option, part.as_deref(), detail.as_ref())
            }
            ListEdit::Drop { at, option, part } => self.drop_option(at, option, part.as_deref()),
            ListEdit::Value { at, key, value } => self.set_value(at, key, value),
            ListEdit::Join { at, to, because } => self.join(at, to.as_deref(), because.as_deref()),
            ListEdit::Notes { at, notes } => self.set_notes(at, notes.as_deref()),
            ListEdit::Commander { at, value, row } => self.set_commander(at, value.as_ref(), row.as_deref()),
            ListEdit::AddCommand { at, name, kind, ally, points, choose, before, label } => {
                let keys = [
                    ("name", name.clone().map(Value::String)),
                    ("kind", kind.clone().map(Value::String)),
                    ("ally", ally.clone().map(Value::String)),
                    ("points", points.clone()),
                    ("choose", choose.clone().map(Value::Object)),
                ];
                self.add_command(at, keys, before.as_deref(), label.as_ref())
            }
            ListEdit::Kind { at, kind } => self.set_kind(at, kind.as_deref()),
            ListEdit::Baggage { at, value } => self.set_baggage(at, value),
            ListEdit::Standard { at, row } => self.set_standard(at, row.as_deref()),
            ListEdit::Ally { at, ally, points, choose } => {
                self.set_ally(at, ally.as_deref(), points.as_ref(), choose.as_ref())
            }
            ListEdit::Header { key, value, .. } => self.set_header(key, value),
            ListEdit::Choose { at, key, value } => self.answer(at, key, value),
            ListEdit::Set { at, value } => self.set_anything(at, value),
            ListEdit::Text { changes, .. } => {
                self.steps.push("typing".to_owned());
                self.list.change_text(changes)
            }
        }
    }

    /// Returns the map that has the keys of a row, a command or the army, its id and its name for people.
    pub(super) fn find_row_command_or_army(
        &mut self,
        at: &str,
    ) -> Result<(Path, Option<String>, String), Refusal> {
        if at == "army" {
            return Ok((Path::new(), None, "the army".to_owned()));
        }
        if self.is_row(at) {
            let (row, path) = self.row(at)?;
            let name = self.name_of(&row);
            return Ok((path, Some(row.id), name));
        }
        let (command, path) = self.command(at)?;
        let id = self.rows().commands[command].id.clone();
        Ok((path, Some(id), self.command_name(command)))
    }

    fn set_notes(&mut self, at: &str, notes: Option<&str>) -> Result<(), Refusal> {
        let (path, id, name) = self.find_row_command_or_army(at)?;
        self.list.set(&key_path(&path, &["notes"]), &notes.map_or(Value::Null, Value::from))?;
        id.into_iter().for_each(|id| self.touch(&id));
        self.steps.push(format!("{name}: notes"));
        Ok(())
    }

    fn set_header(&mut self, key: &str, value: &Value) -> Result<(), Refusal> {
        if !HEADER_KEYS.contains(&key) {
            let message = format!("\"{key}\" is no key at the top of a list that can be set");
            return Err(Refusal::new(RefusalReason::NotHere, message)
                .with_help(HEADER_KEYS.join(", "))
                .at_key("key"));
        }
        self.list.set(&key_path(&Path::new(), &[key]), value)?;
        self.steps.push(match value {
            Value::Null => format!("no {key}"),
            Value::String(text) => format!("{key}: {text}"),
            value => format!("{key}: {}", Notation::Yaml.write(value)),
        });
        Ok(())
    }

    fn answer(&mut self, at: &str, key: &str, value: &Value) -> Result<(), Refusal> {
        let path = if at == "army" { Path::new() } else { self.command(at)?.1 };
        self.set_nested(&path, &["choose", key], value)?;
        if at != "army" {
            let id = self.id_at(&path);
            self.touch(&id);
        }
        self.steps.push(value.as_str().map_or_else(|| format!("no {key}"), |word| format!("{key}: {word}")));
        Ok(())
    }

    /// Sets a key of a map inside another, which is made if it is not there.
    pub(super) fn set_nested(&mut self, map: &Path, keys: &[&str; 2], value: &Value) -> Result<(), Refusal> {
        let outer = key_path(map, &keys[..1]);
        if value.is_null() || self.list.value(&outer).is_some_and(|value| value.is_object()) {
            return self.list.set(&key_path(map, keys), value);
        }
        self.list.set(&outer, &serde_json::json!({ keys[1]: value }))
    }

    fn set_anything(&mut self, at: &str, value: &Value) -> Result<(), Refusal> {
        let path = self.list.with_root(|root| {
            parse_path(root, at).ok_or_else(|| Refusal::no_such_place(&format!("place {at}")).at_key("at"))
        })?;
        self.list.set(&path, value)?;
        // The keys that follow the last item of a list say what it is
        let keys = path.rsplit(|step| matches!(step, Step::Index(_))).next().unwrap_or_default();
        let words = keys.iter().filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        });
        let words = words.collect::<Vec<_>>().join(" ");
        self.steps.push(match value {
            Value::Null => format!("no {words}"),
            Value::Object(_) | Value::Array(_) => format!("change {words}"),
            value => format!("{words}: {value}"),
        });
        Ok(())
    }
}
