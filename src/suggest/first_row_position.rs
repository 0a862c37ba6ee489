//! Finds where the first row of a command without rows goes.

use crate::finding::{Edit, FileId};
use crate::text_edits::line_indent;
use crate::yaml::{Node, NodeContent, parse_yaml};

use super::row_edits::{line_break, line_end, new_edit};

/// The position after an empty `units`.
#[derive(Clone, Debug)]
pub(super) struct InsertionPoint {
    /// The edit that removes a pair of empty brackets.
    removal: Option<Edit>,
    at: usize,
    prefix: String,
}

impl InsertionPoint {
    /// Returns the position after the empty `units` of the list, or of one of its commands.
    ///
    /// `None` if there is no empty `units`, or if it is inside braces.
    pub(super) fn below_units(text: &str, command: Option<usize>) -> Option<Self> {
        let parsed = parse_yaml(FileId::CHECKED, text);
        let root = parsed.root.as_ref()?;
        let map = match command {
            None => root,
            Some(at) => match &root.get("commands")?.content {
                NodeContent::Seq(all) => all.get(at)?,
                _ => return None,
            },
        };
        let NodeContent::Map(entries) = &map.content else { return None };
        let (key, value) = entries.iter().find(|(key, _)| key.as_str() == Some("units"))?;
        let empty = value.is_null() || matches!(&value.content, NodeContent::Seq(all) if all.is_empty());
        if !empty || text[map.span.start as usize..].starts_with('{') {
            return None;
        }
        Some(Self::after_key(text, key, value))
    }

    fn after_key(text: &str, key: &Node<'_>, value: &Node<'_>) -> Self {
        let (start, colon) = (key.span.start as usize, key.span.end as usize + 1);
        let cut = (value.span.start < value.span.end)
            .then(|| new_edit(colon, value.span.end as usize, String::new()));
        let (line, _) = line_indent(text, start);
        let column = text[line..start].chars().count();
        Self {
            removal: cut,
            at: line_end(text, (value.span.end as usize).max(colon)),
            prefix: format!("{}{}  - ", line_break(text), " ".repeat(column)),
        }
    }

    /// Returns the edits that insert a row.
    pub(super) fn insert_row(&self, row: &str) -> Vec<Edit> {
        let words = new_edit(self.at, self.at, format!("{}{row}", self.prefix));
        self.removal.iter().cloned().chain(std::iter::once(words)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::apply_edits;

    #[test]
    fn rows_go_below_an_empty_key() {
        for (text, command, made) in [
            ("units: []   # none\nnotes: x\n", None, Some("units:   # none\n  - R\n  - R\nnotes: x\n")),
            ("units:\n# none yet", None, Some("units:\n  - R\n  - R\n# none yet")),
            ("units:", None, Some("units:\n  - R\n  - R")),
            (
                "commands:\r\n- name: A\r\n  units: []\r\n- name: B\r\n",
                Some(0),
                Some("commands:\r\n- name: A\r\n  units:\r\n    - R\r\n    - R\r\n- name: B\r\n"),
            ),
            ("commands:\n- name: B\n", Some(0), None),
            ("{units: []}", None, None),
            ("units: [{unit: x}]", None, None),
        ] {
            let start = InsertionPoint::below_units(text, command);
            let two = start.map(|start| {
                let mut edits = start.insert_row("R");
                edits.extend(start.insert_row("R").pop());
                apply_edits(text, &edits)
            });
            assert_eq!(two.as_deref(), made, "{text}");
        }
    }
}
