//! Keeps the citations of sources right when one ruleset or book changes another: a changed value cites the source
//! of the change, and everything else keeps its own.

use std::borrow::Cow;

use crate::finding::{Code, Finding, SubjectKind};
use crate::yaml::{Node, NodeContent, TextStyle};

/// The sections whose entries may name sources, each as the keys that lead to it.
const SECTIONS: [&[&str]; 15] = [
    &["units"],
    &["options"],
    &["limits"],
    &["charges"],
    &["numbers"],
    &["tables"],
    &["effects"],
    &["roles"],
    &["attach"],
    &["values"],
    &["commands", "kinds"],
    &["every-book", "entries"],
    &["entries"],
    &["choices"],
    &["allies"],
];

/// Gives each field that an overlay changes its source: the one that the overlay names for it, else the
/// overlay's first source.
///
/// Otherwise a changed value would claim the source of the old one. If the two sources differ, the source of
/// a whole entry is split over its fields.
pub(super) fn attribute_changes<'a>(base: &mut Node<'a>, overlay: &mut Node<'a>) {
    let first = first_source(overlay).cloned();
    for section in SECTIONS {
        let Some(Node { content: NodeContent::Map(changes), .. }) = section_mut(overlay, section) else {
            continue;
        };
        for (id, change) in changes.iter_mut() {
            if change.get("source").is_none()
                && let Some(first) = &first
            {
                set_source(change, Node { span: first.span, content: source_by_field(change, first) });
            }
            let old = id.as_str().and_then(|id| section_mut(base, section)?.get_mut(id));
            if let Some(old) = old
                && change.get("source").is_some()
                && !have_same_source(old, change)
                // A source alone is that of everything which is there already
                && !states_only_whole_source(change)
            {
                split_source(old);
                split_source(change);
                limit_to_changed_items(change, old);
            }
        }
    }
}

/// Returns the section to which these keys lead.
fn section_mut<'n, 'a>(root: &'n mut Node<'a>, keys: &[&str]) -> Option<&'n mut Node<'a>> {
    keys.iter().try_fold(root, |node, key| node.get_mut(key))
}

/// Gives the years that a book changes its own source, as [`attribute_changes`] does for what has an id.
pub(super) fn attribute_dates<'a>(base: &Node<'a>, overlay: &mut Node<'a>) {
    let cited = |root: &Node<'a>| root.get("source").and_then(|source| source.get("dates")).is_some();
    if overlay.get("dates").is_none() || !cited(base) || cited(overlay) {
        return;
    }
    let Some(first) = first_source(overlay).cloned() else { return };
    let span = first.span;
    let dates = (Node::plain_scalar("dates", span), first);
    match overlay.get_mut("source").map(|source| &mut source.content) {
        Some(NodeContent::Map(fields)) => fields.push(dates),
        // One source for everything is also that of the years
        Some(_) => {}
        None => set_source(overlay, Node { span, content: NodeContent::Map(vec![dates]) }),
    }
}

/// Reports each id of a source that a book and the one that it changes have for different works: what the base
/// cites would be printed as the other work.
pub(super) fn check_works(base: &Node<'_>, overlay: &Node<'_>, base_id: &str, findings: &mut Vec<Finding>) {
    let title = |work: &Node<'_>| {
        work.as_str().or_else(|| work.get("name").and_then(Node::as_str)).map(str::to_owned)
    };
    let Some(Node { content: NodeContent::Map(works), .. }) = overlay.get("sources") else { return };
    for (id, work) in works {
        let Some(word) = id.as_str() else { continue };
        let Some(known) = base.get("sources").and_then(|works| works.get(word)) else { continue };
        let (Some(new), Some(old)) = (title(work), title(known)) else { continue };
        if new != old {
            let message = format!("the source \"{word}\" is another work in \"{base_id}\": {old}");
            findings.push(
                Finding::new(Code::BadValue, id.span, message)
                    .with_subject(SubjectKind::Word, word)
                    .with_label(known.span, "the other work")
                    .with_help("give it another id"),
            );
        }
    }
}

/// Returns the id of the first source that a file names.
pub(super) fn first_source<'n, 'a>(root: &'n Node<'a>) -> Option<&'n Node<'a>> {
    match &root.get("sources")?.content {
        NodeContent::Map(items) => items.first().map(|(key, _)| key),
        _ => None,
    }
}

/// Returns `true` if both entries have one source, or list of sources, for everything and it is the same.
fn have_same_source(a: &Node<'_>, b: &Node<'_>) -> bool {
    let whole = |node: &Node<'_>| node.get("source").and_then(whole_source);
    whole(a).is_some() && whole(a) == whole(b)
}

/// Returns the words of a source that is for everything: one, or those of a list. `None` for sources by field.
fn whole_source(source: &Node<'_>) -> Option<Vec<String>> {
    match &source.content {
        NodeContent::Scalar { text, .. } => Some(vec![text.clone().into_owned()]),
        NodeContent::Seq(words) => Some(words.iter().filter_map(|w| w.as_str().map(str::to_owned)).collect()),
        NodeContent::Map(_) => None,
    }
}

/// Returns `true` if an entry has nothing but a source for everything.
fn states_only_whole_source(entry: &Node<'_>) -> bool {
    map_keys(entry).len() == 1 && entry.get("source").is_some_and(|source| whole_source(source).is_some())
}

/// Splits the source of an entry over its fields.
fn split_source(thing: &mut Node<'_>) {
    let whole = thing.get("source").filter(|source| whole_source(source).is_some()).cloned();
    if let Some(whole) = whole {
        set_source(thing, Node { span: whole.span, content: source_by_field(thing, &whole) });
    }
}

/// If a change states only some items of a field, such as one stat of three, gives only those the new source,
/// as `stats.melee`. The others keep theirs.
fn limit_to_changed_items(change: &mut Node<'_>, old: &Node<'_>) {
    let Some(Node { content: NodeContent::Map(fields), span }) = change.get("source").cloned() else {
        return;
    };
    let mut named = Vec::new();
    for (field, source) in fields {
        let parts = field.as_str().and_then(|id| changed_entries(change.get(id)?, old.get(id)?));
        match (parts, field.as_str()) {
            (Some(parts), Some(id)) => {
                let dotted = |part: &String| {
                    let text = Cow::Owned(format!("{id}.{part}"));
                    Node { span: field.span, content: NodeContent::Scalar { text, style: TextStyle::Plain } }
                };
                named.extend(parts.iter().map(|part| (dotted(part), source.clone())));
            }
            _ => named.push((field, source)),
        }
    }
    set_source(change, Node { span, content: NodeContent::Map(named) });
}

/// Returns the keys that a changed map states.
///
/// `None` if the change replaces all the old keys, or if one of the two is not a map.
fn changed_entries(change: &Node<'_>, old: &Node<'_>) -> Option<Vec<String>> {
    let (new, old) = (map_keys(change), map_keys(old));
    keeps_some(&new, &old).then_some(new)
}

/// Returns `true` if both are maps and the new one leaves some of the old keys unchanged.
pub(super) fn keeps_some(new: &[String], old: &[String]) -> bool {
    !new.is_empty() && old.iter().any(|key| !new.contains(key))
}

/// Returns the keys of a map. Empty for any other node.
pub(super) fn map_keys(node: &Node<'_>) -> Vec<String> {
    match &node.content {
        NodeContent::Map(items) => {
            items.iter().filter_map(|(key, _)| key.as_str().map(str::to_owned)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns a map from each field of an entry to `source`.
fn source_by_field<'a>(thing: &Node<'a>, source: &Node<'a>) -> NodeContent<'a> {
    let NodeContent::Map(fields) = &thing.content else { return source.content.clone() };
    let stated = fields.iter().filter(|(key, _)| key.as_str() != Some("source"));
    NodeContent::Map(stated.map(|(key, _)| (key.clone(), source.clone())).collect())
}

/// Replaces the source of an entry.
fn set_source<'a>(thing: &mut Node<'a>, source: Node<'a>) {
    if let NodeContent::Map(fields) = &mut thing.content {
        fields.retain(|(key, _)| key.as_str() != Some("source"));
        fields.push((Node::plain_scalar("source", source.span), source));
    }
}
