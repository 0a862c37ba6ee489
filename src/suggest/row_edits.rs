//! Edits the text of a row: its count, size and options, its removal, and a new row after it.

use indexmap::IndexMap;
use serde_json::Value;

use crate::finding::{Edit, FileId, Span};
use crate::format::list::{ListedOption, Unit};
use crate::read::Located;
use crate::text_edits::{item_range, line_indent};

/// A row of the list, with the text it is in.
#[derive(Clone, Copy)]
pub(super) struct RowText<'t> {
    pub(super) text: &'t str,
    pub(super) unit: &'t Located<Unit>,
}

pub(super) fn new_edit(start: usize, end: usize, text: String) -> Edit {
    Edit { span: Span::new(FileId::CHECKED, start, end), text }
}

/// Returns the line break that the text uses.
pub(super) fn line_break(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Returns the end of the line that contains a byte, without its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    if text[..end].ends_with('\r') { end - 1 } else { end }
}

impl RowText<'_> {
    fn start(&self) -> usize {
        self.unit.span.start as usize
    }

    /// Returns the text of the row.
    fn row_text(&self) -> &str {
        self.text.get(self.start()..self.unit.span.end as usize).unwrap_or("")
    }

    /// Returns `true` if the list is JSON, where every string needs quotes.
    fn in_json(&self) -> bool {
        self.text.trim_start().starts_with('{')
    }

    /// Returns keys and values in the syntax of the list, YAML or JSON.
    fn keys_text(&self, words: &str) -> String {
        let read = serde_yaml::from_str::<IndexMap<String, Value>>(&format!("{{{words}}}"));
        match read.ok().filter(|_| self.in_json()).and_then(|map| serde_json::to_string(&map).ok()) {
            Some(json) => json[1..json.len() - 1].to_owned(),
            None => words.to_owned(),
        }
    }

    /// Returns items in the syntax of the list, YAML or JSON.
    fn items_text(&self, words: &str) -> String {
        let read = serde_yaml::from_str::<Vec<Value>>(&format!("[{words}]"));
        match read.ok().filter(|_| self.in_json()).and_then(|all| serde_json::to_string(&all).ok()) {
            Some(json) => json[1..json.len() - 1].to_owned(),
            None => words.to_owned(),
        }
    }

    fn in_braces(&self) -> bool {
        self.row_text().starts_with('{')
    }

    /// Returns an edit that adds a key with its value, which the row must not have yet.
    fn add_key(&self, words: &str) -> Edit {
        let after = self.unit.name.as_ref().map_or(self.unit.unit.span, |name| name.span);
        let after =
            (if after.end > self.unit.unit.span.end { after } else { self.unit.unit.span }).end as usize;
        if self.in_braces() {
            return new_edit(after, after, format!(", {}", self.keys_text(words)));
        }
        let (line, _) = line_indent(self.text, self.start());
        let column = self.text[line..self.start()].chars().count();
        let end = line_end(self.text, after);
        new_edit(end, end, format!("{}{}{words}", line_break(self.text), " ".repeat(column)))
    }

    /// Returns an edit that sets the count.
    pub(super) fn set_count(&self, count: u32) -> Edit {
        match &self.unit.count {
            Some(old) => new_edit(old.span.start as usize, old.span.end as usize, count.to_string()),
            None => self.add_key(&format!("count: {count}")),
        }
    }

    /// Returns an edit that sets the size. `None` if the row does not state one.
    pub(super) fn set_size(&self, size: u32) -> Option<Edit> {
        let old = self.unit.size.as_ref()?;
        Some(new_edit(old.span.start as usize, old.span.end as usize, size.to_string()))
    }

    /// Returns an edit that adds options. `None` if the layout does not allow it.
    pub(super) fn add_options(&self, options: &[&str]) -> Option<Edit> {
        let joined = self.items_text(&options.join(", "));
        let Some(last) = self.unit.options.last() else {
            let words = self.row_text();
            let key = ["options:", "\"options\":"];
            let Some(at) = key.iter().find_map(|key| Some(words.find(key)? + key.len())) else {
                return Some(self.add_key(&format!("options: [{}]", options.join(", "))));
            };
            // Only an empty flow list can be extended; anything else here is unusual enough to leave alone
            let open = words[at..].trim_start_matches(' ').strip_prefix('[')?;
            let inside = self.start() + words.len() - open.len();
            return open.trim_start_matches(' ').starts_with(']').then(|| new_edit(inside, inside, joined));
        };
        let (start, end) = (last.span.start as usize, last.span.end as usize);
        if self.text.get(start..end)?.contains('\n') {
            return None;
        }
        let (line, indent) = line_indent(self.text, start);
        let hyphen = line + indent.len();
        if self.text[hyphen..start].trim_end() == "-" {
            let end = line_end(self.text, end);
            let lines: Vec<String> =
                options.iter().map(|o| format!("{}{indent}- {o}", line_break(self.text))).collect();
            return Some(new_edit(end, end, lines.concat()));
        }
        Some(new_edit(end, end, format!(", {joined}")))
    }

    /// Returns the edits that remove options. `None` if the layout does not allow it.
    pub(super) fn remove_options(&self, options: &[&Located<ListedOption>]) -> Option<Vec<Edit>> {
        let all = &self.unit.options;
        let goes = |at: usize| options.iter().any(|o| o.span == all[at].span);
        let flow =
            all.first().is_some_and(|first| self.text[..first.span.start as usize].trim_end().ends_with('['));
        let mut edits = Vec::new();
        let mut at = 0;
        while at < all.len() {
            if !goes(at) {
                at += 1;
                continue;
            }
            let from = at;
            while flow && at + 1 < all.len() && goes(at + 1) {
                at += 1;
            }
            let (start, end) = (all[from].span.start as usize, all[at].span.end as usize);
            let (start, end) = if !flow {
                item_range(self.text, all[from].span)?
            } else if from > 0 {
                (all[from - 1].span.end as usize, end)
            } else if at + 1 < all.len() {
                (start, all[at + 1].span.start as usize)
            } else {
                (start, end)
            };
            if flow && self.text.get(start..end)?.contains(['\n', '#']) {
                return None;
            }
            edits.push(new_edit(start, end, String::new()));
            at += 1;
        }
        Some(edits)
    }

    /// Returns an edit that replaces one option with another. `None` if it spans lines or has a comment.
    pub(super) fn replace_option(&self, option: &Located<ListedOption>, other: &str) -> Option<Edit> {
        let (start, end) = (option.span.start as usize, option.span.end as usize);
        let old = self.text.get(start..end)?;
        (!old.contains(['\n', '#'])).then(|| new_edit(start, end, self.items_text(other)))
    }

    /// Returns an edit that removes the row.
    pub(super) fn remove_row(&self) -> Option<Edit> {
        let (start, end) = item_range(self.text, self.unit.span)?;
        Some(new_edit(start, end, String::new()))
    }

    /// Returns an edit that adds a row after this one.
    pub(super) fn insert_below(&self, row: &str) -> Option<Edit> {
        let (line, indent) = line_indent(self.text, self.start());
        let hyphen = line + indent.len();
        let end = self.unit.span.end as usize;
        if self.text[hyphen..self.start()].trim_end() != "-" {
            let flow = self.text[..self.start()].trim_end().ends_with([',', '[']);
            return flow.then(|| new_edit(end, end, format!(", {}", self.items_text(row))));
        }
        let (end, ending) = (line_end(self.text, end), line_break(self.text));
        // Insert at the start of the next line, so that the edit does not overlap a removal of this row
        let next = end + self.text[end..].find('\n').map_or(0, |n| n + 1);
        Some(if next > end {
            new_edit(next, next, format!("{indent}- {row}{ending}"))
        } else {
            new_edit(end, end, format!("{ending}{indent}- {row}"))
        })
    }
}
