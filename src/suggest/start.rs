//! Finds where the first row of a command without rows goes.

use crate::finding::{Edit, FileId};
use crate::mend::line_indent;
use crate::yaml::{Kind, Node, parse};

use super::rows::{edit, line_break, line_end};

/// The position after an empty `units`.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// The edit that removes a pair of empty brackets.
    cut: Option<Edit>,
    at: usize,
    before: String,
}

impl Start {
    /// Returns the position after the empty `units` of the list, or of one of its commands.
    ///
    /// `None` if there is no empty `units`, or if it is inside braces.
    pub(super) fn below(text: &str, command: Option<usize>) -> Option<Self> {
        let parsed = parse(FileId::CHECKED, text);
        let root = parsed.root.as_ref()?;
        let map = match command {
            None => root,
            Some(at) => match &root.get("commands")?.kind {
                Kind::Seq(all) => all.get(at)?,
                _ => return None,
            },
        };
        let Kind::Map(entries) = &map.kind else { return None };
        let (key, value) = entries.iter().find(|(key, _)| key.as_str() == Some("units"))?;
        let empty = value.is_null() || matches!(&value.kind, Kind::Seq(all) if all.is_empty());
        if !empty || text[map.span.start as usize..].starts_with('{') {
            return None;
        }
        Some(Self::after(text, key, value))
    }

    fn after(text: &str, key: &Node<'_>, value: &Node<'_>) -> Self {
        let (start, colon) = (key.span.start as usize, key.span.end as usize + 1);
        let cut =
            (value.span.start < value.span.end).then(|| edit(colon, value.span.end as usize, String::new()));
        let (line, _) = line_indent(text, start);
        let column = text[line..start].chars().count();
        Self {
            cut,
            at: line_end(text, (value.span.end as usize).max(colon)),
            before: format!("{}{}  - ", line_break(text), " ".repeat(column)),
        }
    }

    /// Returns the edits that insert a row.
    pub(super) fn row(&self, row: &str) -> Vec<Edit> {
        let words = edit(self.at, self.at, format!("{}{row}", self.before));
        self.cut.iter().cloned().chain(std::iter::once(words)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mend::apply;

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
            let start = Start::below(text, command);
            let two = start.map(|start| {
                let mut edits = start.row("R");
                edits.extend(start.row("R").pop());
                apply(text, &edits)
            });
            assert_eq!(two.as_deref(), made, "{text}");
        }
    }
}
