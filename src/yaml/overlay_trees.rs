//! Lays one tree over another, as a ruleset that extends another one does.

use std::collections::HashMap;

use super::{Node, NodeContent};

/// Lays `overlay` over `base`.
///
/// Maps are merged key by key, at every depth; a list or a single value replaces what `base` has. Keys of
/// `base` come first, then new ones. Whatever comes from `overlay` keeps its position in the overlay's file.
#[must_use]
pub fn overlay_tree<'a>(base: Node<'a>, overlay: Node<'a>) -> Node<'a> {
    let span = overlay.span;
    match (base.content, overlay.content) {
        (NodeContent::Map(base), NodeContent::Map(overlay)) => {
            Node { span, content: NodeContent::Map(overlay_entries(base, overlay)) }
        }
        (_, kind) => Node { span, content: kind },
    }
}

type MapEntries<'a> = Vec<(Node<'a>, Node<'a>)>;

fn overlay_entries<'a>(base: MapEntries<'a>, overlay: MapEntries<'a>) -> MapEntries<'a> {
    let mut given: HashMap<String, (Node<'a>, Node<'a>)> = HashMap::with_capacity(overlay.len());
    let mut order = Vec::with_capacity(overlay.len());
    for (key, value) in overlay {
        let name = key.as_str().unwrap_or_default().to_owned();
        order.push(name.clone());
        given.insert(name, (key, value));
    }
    let mut merged: MapEntries<'a> = base
        .into_iter()
        .map(|(key, value)| match given.remove(key.as_str().unwrap_or_default()) {
            Some((key, over)) => (key, overlay_tree(value, over)),
            None => (key, value),
        })
        .collect();
    merged.extend(order.iter().filter_map(|name| given.remove(name)));
    merged
}

#[cfg(test)]
mod tests {
    use crate::finding::FileId;
    use crate::yaml::{Node, NodeContent, overlay_tree, parse_yaml};

    fn shown(node: &Node<'_>) -> String {
        match &node.content {
            NodeContent::Scalar { text, .. } => format!("{text}@{}", node.span.file.0),
            NodeContent::Seq(items) => format!("{:?}", items.iter().map(shown).collect::<Vec<_>>()),
            NodeContent::Map(entries) => {
                let entries: Vec<_> = entries.iter().map(|(k, v)| shown(k) + ":" + &shown(v)).collect();
                format!("{{{}}}", entries.join(" "))
            }
        }
    }

    #[test]
    fn maps_are_merged_recursively_and_other_values_are_replaced() {
        let base = parse_yaml(FileId(1), "a: {x: 1, y: 2}\nb: [1, 2]\nc: 3\n").root.unwrap();
        let over = parse_yaml(FileId(2), "d: 4\nb: [5]\na: {y: {q: 6}, z: 7}\n").root.unwrap();
        let wanted = r#"{a@2:{x@1:1@1 y@2:{q@2:6@2} z@2:7@2} b@2:["5@2"] c@1:3@1 d@2:4@2}"#;
        assert_eq!(shown(&overlay_tree(base, over)), wanted);
    }
}
