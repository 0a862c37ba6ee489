//! Reports unknown keys, and works out what they were meant to be.

use super::node_faults::location_suffix;
use super::{ReadNode, Reader};
use crate::finding::{Code, Finding, Span, SubjectKind};
use crate::yaml::{
    Node, NodeContent, are_keys_of_lists, is_number, key_takes, list_known_keys, nearest_name, node_as_text,
    odd_character_error, place_of_key, shorten, split_at_colon, unambiguous_name,
};

/// Maps with more keys than this are not searched for every known key, which would take quadratic time.
const MOST_COMPARED: usize = 64;

impl Reader {
    /// Reports an unknown key of a map.
    pub(super) fn report_unknown_key(
        &mut self,
        map: ReadNode<'_>,
        key: &Node<'_>,
        value: &Node<'_>,
        known: &[&'static str],
    ) {
        if self.faults.is_full() {
            // It is only counted, so it needs no message
            self.faults.add(Finding::new(Code::UnknownKey, key.span, String::new()));
            return;
        }
        let name = key.as_str().unwrap_or_default();
        self.faults.add(match typo_finding(map.node, key, name, known) {
            Some(finding) => finding,
            None => unknown_key_finding(map, key, value, known),
        });
    }
}

/// Returns the finding for an unknown key, with the key that was probably meant.
fn unknown_key_finding(
    map: ReadNode<'_>,
    key: &Node<'_>,
    value: &Node<'_>,
    known: &[&'static str],
) -> Finding {
    let name = key.as_str().unwrap_or_default();
    let message = format!("unknown key \"{}\"{}", shorten(name), location_suffix(map.role));
    let finding = Finding::new(Code::UnknownKey, key.span, message).with_subject(SubjectKind::Key, name);
    // Only a key that takes such a value can be meant
    let of_lists = are_keys_of_lists(known);
    let fitting: Vec<&'static str> =
        known.iter().copied().filter(|key| !of_lists || key_takes(key, value)).collect();
    let near = map.intended_key(name, &fitting);
    let listed = map.intended_key(name, known).filter(|key| of_lists && near.is_none() && *key == "options");
    let finding = match (near, listed, value.as_str()) {
        (Some(near), ..) => finding.with_help(format!("write `{near}`")),
        (None, Some(near), Some(word)) => {
            let list = format!("[{}]", node_as_text(value));
            let finding = finding.with_help(format!("write `{near}: [{}]`", shorten(word)));
            return finding.with_verbatim_edit(key.span, near).with_verbatim_edit(value.span, list);
        }
        // The value is a map in braces; with other brackets it becomes a list
        (None, Some(near), None) => {
            return finding.with_help(format!("write `{near}`")).with_edit(key.span, near);
        }
        _ => match place_of_key(name).filter(|_| of_lists) {
            Some(place) => finding.with_help(format!("`{name}` belongs {place}")),
            None => finding.with_help(list_known_keys(known)),
        },
    };
    let unused = fitting.iter().filter(|key| is_small(map.node) && map.node.get(key).is_none());
    match unambiguous_name(name, unused.map(|key| (*key, *key))) {
        Some(near) => finding.with_edit(key.span, near),
        None => finding,
    }
}

impl ReadNode<'_> {
    /// Returns the known key that an unknown one was meant to be. `None` if no key is near. A key that the
    /// map already has cannot be meant.
    pub(super) fn intended_key(self, name: &str, known: &[&'static str]) -> Option<&'static str> {
        let name = split_at_colon(name).map_or(name, |(key, _)| key);
        let near = nearest_name(name, known.iter().copied())?;
        if self.node.get(near).is_none() {
            return Some(near);
        }
        nearest_name(
            name,
            known.iter().copied().filter(|key| is_small(self.node) && self.node.get(key).is_none()),
        )
    }
}

/// Returns `true` if a map is small enough to search it for every known key.
fn is_small(map: &Node<'_>) -> bool {
    matches!(&map.content, NodeContent::Map(entries) if entries.len() <= MOST_COMPARED)
}

/// Reports a key that is unknown only because of a missing, wrong or extra character, such as `count:4` or
/// `(unit`.
fn typo_finding(map: &Node<'_>, key: &Node<'_>, name: &str, known: &[&'static str]) -> Option<Finding> {
    let new = |message: &str, help: String| {
        Finding::new(Code::UnknownKey, key.span, message).with_subject(SubjectKind::Key, name).with_help(help)
    };
    if let Some((word, value)) = split_at_colon(name)
        && nearest_name(word, known.iter().copied()).is_some()
    {
        let help = format!("write `{word}: {}`", shorten(value));
        return Some(new("a space is missing after the colon", help));
    }
    if let Some(error) = odd_character_error(name) {
        let help = error.help.unwrap_or_default();
        return Some(new(
            &format!("unknown key \"{}\"", shorten(name)),
            format!("{}: {help}", error.message),
        ));
    }
    let square = "write a list in square brackets, `[` and `]`";
    match (name.contains('('), name.contains(')')) {
        (false, true) => return Some(new("a round bracket closes nothing here", square.to_owned())),
        (true, _) if name.starts_with('(') => {
            return Some(new("a round bracket opens nothing here", "write `{` and `}` around it".to_owned()));
        }
        _ => {}
    }
    number_with_comma_finding(map, key, name)
}

/// Reports the rest of a number that was cut off by its comma, such as the `000` in `{points: 1,000}`.
fn number_with_comma_finding(map: &Node<'_>, key: &Node<'_>, name: &str) -> Option<Finding> {
    let is_group = name.len() == 3 && name.bytes().all(|b| b.is_ascii_digit());
    let NodeContent::Map(entries) = &map.content else { return None };
    let at = entries.iter().position(|(other, _)| is_group && other.span == key.span)?;
    let (_, before) = entries.get(at.checked_sub(1)?)?;
    let first = before.as_str().filter(|text| is_number(text))?;
    let adjoin = before.span.end + 1 == key.span.start;
    let span = Span { end: key.span.end, ..before.span };
    let message = format!("\"{first},{name}\" has a comma, which ends the number");
    let help = format!("write `{first}{name}`, without a comma");
    adjoin.then(|| Finding::new(Code::UnknownKey, span, message).with_help(help))
}
