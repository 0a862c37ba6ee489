//! Bodies inside a unit, or with a character who is bought like one: whether a row may have them, and their long form.

use serde_json::json;

use super::super::rows::Row;
use super::batch::Batch;
use super::list_path::{Path, key_path};
use super::refusal::{Refusal, RefusalReason};

impl Batch {
    /// Refuses a body that a row cannot have. Returns how many of it come by themselves, without a word of the list.
    /// `None` if none do, or if the rules of the row are not known.
    pub(super) fn check_part(&mut self, row: &Row, path: &Path, part: &str) -> Result<Option<u32>, Refusal> {
        let is_character = Self::is_character(row);
        let no_body = || {
            let message = "a person without a body has no parts";
            Refusal::new(RefusalReason::NotHere, message).at_key("at").at_span(row.span)
        };
        let Some(word) = self.text_at(path, "unit") else {
            return if is_character { Err(no_body()) } else { Ok(None) };
        };
        let Some(rules) = self.rules.clone() else { return Ok(None) };
        let contingent = self.with_links(|list| list.contingent(row.command))?;
        let Some(kind) = rules.find_kind(contingent, &word).map(|kind| rules.kind(kind)) else {
            return Ok(None);
        };
        if is_character && kind.unit_type.is_none() {
            return Err(no_body());
        }
        let Some(rule) = kind.parts.iter().find(|rule| rule.id == part) else {
            let message = format!("{} has no part \"{part}\"", kind.name);
            let refusal = Refusal::new(RefusalReason::NotHere, message).at_key("part").at_span(row.span);
            let known: Vec<&str> = kind.parts.iter().map(|rule| rule.id.as_str()).collect();
            return Err(if known.is_empty() { refusal } else { refusal.with_help(known.join(", ")) });
        };
        let written = self.list.value(&key_path(path, &["size"]));
        let size = written.and_then(|size| u32::try_from(size.as_u64()?).ok());
        let size = size.or_else(|| kind.size.only_size()).unwrap_or(kind.size.min);
        Ok(rule.count_per_model.map(|each| each.saturating_mul(size)))
    }

    /// Writes a body inside a unit in the form in which it can have options. One that comes by itself is written with
    /// its size.
    pub(super) fn give_part_options(&mut self, row: &Row, path: &Path, part: &str) -> Result<(), Refusal> {
        let comes = self.check_part(row, path, part)?;
        match self.list.value(&key_path(path, &["parts", part])) {
            Some(written) if written.is_object() => Ok(()),
            Some(size) => {
                self.list.set(&key_path(path, &["parts", part]), &json!({"size": size, "options": []}))
            }
            None => {
                let Some(size) = comes else {
                    let refusal = Refusal::no_such_place(&format!("part \"{part}\" there"));
                    return Err(refusal.with_help("add the part first").at_key("part").at_span(row.span));
                };
                self.set_nested(path, &["parts", part], &json!({"size": size, "options": []}))
            }
        }
    }
}
