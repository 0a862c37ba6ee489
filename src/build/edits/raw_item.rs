//! An item of a list as it stands in a text, to stand elsewhere.

use crate::text_edits::layout::{hyphen_of, is_flow, line_break, line_end, line_start};
use crate::yaml::{Node, NodeContent};

use super::refusal::Refusal;

/// An item as it stands in a text, to stand elsewhere.
pub(super) struct RawItem {
    /// Its words, with the comment behind it, and its later lines without the indentation of its first.
    pub(super) lines: Vec<String>,
    /// Its words on one line, for a list in brackets. `None` if it has lines or a comment of its own.
    pub(super) inline: Option<String>,
}

impl RawItem {
    /// Takes an item as it stands.
    pub(super) fn of(text: &str, item: &Node<'_>) -> Result<Self, Refusal> {
        let (start, end) = (item.span.start as usize, item.span.end as usize);
        let words =
            text.get(start..end).filter(|words| !words.is_empty()).ok_or(Refusal::layout(item.span))?;
        let in_block = hyphen_of(text, start).is_some();
        let column = start - line_start(text, start);
        let whole = if in_block { &text[start..line_end(text, end)] } else { words };
        let mut lines = Vec::new();
        for (n, line) in whole.split('\n').enumerate() {
            let line = line.strip_suffix('\r').unwrap_or(line);
            let is_blank = line.trim().is_empty();
            let indent = line.len() - line.trim_start_matches(' ').len();
            if n == 0 || is_blank {
                lines.push(line.trim_start().to_owned());
            } else if in_block && indent >= column {
                lines.push(line[column..].to_owned());
            } else if !in_block {
                lines.push(line.trim_start().to_owned());
            } else {
                return Err(Refusal::layout(item.span));
            }
        }
        let flow = is_flow(text, item) || matches!(item.content, NodeContent::Scalar { .. });
        let inline = (flow && !words.contains('#'))
            .then(|| words.split('\n').map(str::trim).collect::<Vec<_>>().join(" "));
        Ok(Self { lines, inline })
    }

    /// Returns the item as it stands behind a hyphen with this indentation, with line breaks like those of `text`.
    pub(super) fn in_block(&self, indent: &str, text: &str) -> String {
        let more = self.lines.iter().skip(1).map(|line| {
            if line.is_empty() {
                line_break(text).to_owned()
            } else {
                format!("{}{indent}  {line}", line_break(text))
            }
        });
        std::iter::once(self.lines.first().cloned().unwrap_or_default()).chain(more).collect()
    }
}
