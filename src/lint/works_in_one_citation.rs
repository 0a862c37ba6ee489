//! Reports citations that name several works in one text, of which only the first is printed by its title.

use crate::finding::{Code, Finding, Severity};
use crate::yaml::{Node, NodeContent, parse_yaml};

use super::CompiledFile;

/// Reports each `source` whose text goes on with another of the file's sources, as `polybius: 1.9; livy: 24.30`.
pub(super) fn check_citations(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let Some(source) = made.library.sources().get(made.file_id) else { return };
    let Some(root) = parse_yaml(made.file_id, &source.text).root else { return };
    let known: Vec<&str> = match root.get("sources").map(|sources| &sources.content) {
        Some(NodeContent::Map(works)) => works.iter().filter_map(|(id, _)| id.as_str()).collect(),
        _ => return,
    };
    check_node(&root, &known, found);
}

fn check_node(node: &Node<'_>, known: &[&str], found: &mut Vec<Finding>) {
    match &node.content {
        NodeContent::Scalar { .. } => {}
        NodeContent::Seq(items) => items.iter().for_each(|item| check_node(item, known, found)),
        NodeContent::Map(items) => {
            for (key, value) in items {
                match key.as_str() {
                    Some("source") => check_source(value, known, found),
                    _ => check_node(value, known, found),
                }
            }
        }
    }
}

fn check_source(source: &Node<'_>, known: &[&str], found: &mut Vec<Finding>) {
    match &source.content {
        NodeContent::Map(fields) => fields.iter().for_each(|(_, words)| check_source(words, known, found)),
        NodeContent::Seq(words) => words.iter().for_each(|word| check_source(word, known, found)),
        NodeContent::Scalar { text, .. } => {
            let works = split_works(text, known);
            let [_, second, ..] = works.as_slice() else { return };
            let id = second.split(':').next().unwrap_or_default();
            let list: Vec<String> = works.iter().map(|work| format!("\"{work}\"")).collect();
            let message = format!(
                "the source \"{id}\" is not printed by its title, since it stands in the text of another"
            );
            found.push(
                Finding::new(Code::MissingText, source.span, message)
                    .with_severity(Severity::Warning)
                    .with_help(format!("write `[{}]`", list.join(", "))),
            );
        }
    }
}

/// Splits a text before each `; ID` of a known source.
fn split_works<'t>(text: &'t str, known: &[&str]) -> Vec<&'t str> {
    let mut works: Vec<&str> = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(';') {
        let rest = text[at + 1..].trim_start();
        let id = rest.split(": ").next().unwrap_or_default();
        if known.contains(&id) {
            works.push(text[start..at].trim());
            start = text.len() - rest.len();
        }
    }
    works.push(text[start..].trim());
    works
}
