//! Rules by their names in full, as `fra/limits/one-general`: their words, sources, notes and lines.

use std::sync::Arc;

use crate::finding::{FileId, Source, Span};
use crate::yaml::{self, Kind, Node};

use super::library::Library;

/// What a file says of a rule.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// Its name in full.
    pub name: String,
    /// Its own words: name, text, says.
    pub says: Vec<String>,
    /// Its sources: the field, empty for the whole, and the title with its place.
    pub sources: Vec<(String, String)>,
    /// Gaps, contradictions and readings that concern it.
    pub notes: Vec<String>,
    /// The file.
    pub source: Arc<Source>,
    /// Its first line there.
    pub line: usize,
    /// Its lines.
    pub excerpt: Vec<String>,
}

/// Where things with ids stand in a file, with the word for a path.
const SECTIONS: [&str; 13] = [
    "units", "options", "limits", "numbers", "tables", "roles", "effects", "attach", "values", "entries",
    "choices", "allies", "stats",
];

/// Every rule of this name in full, or of this id anywhere. What a ruleset took over stands in the one that it
/// extends.
pub fn find(library: &Library, word: &str) -> Vec<RuleText> {
    let found = in_files(library, word);
    let Some((owner, path)) = word.split_once('/').filter(|_| found.is_empty()) else { return found };
    let base = library.load_ruleset(owner, &mut Vec::new()).and_then(|r| r.extends.into_iter().next());
    base.map_or_else(Vec::new, |base| find(library, &format!("{base}/{path}")))
}

fn in_files(library: &Library, word: &str) -> Vec<RuleText> {
    let mut found = Vec::new();
    for source in library.all_texts() {
        let Some(root) = yaml::parse(FileId::CHECKED, &source.text).root else { continue };
        let Some(owner) = owner(&root) else { continue };
        for (path, key, value) in things(&root) {
            let name = format!("{owner}/{path}");
            let id = path.rsplit('/').next().unwrap_or("");
            let spelt =
                ["code", "mark"].into_iter().any(|k| value.get(k).and_then(Node::as_str) == Some(word));
            let also = matches!(value.get("aka"), Some(Node { kind: Kind::Seq(all), .. }) if all.iter().any(|a| a.as_str() == Some(word)));
            if name == word || path == word || id == word || spelt || also {
                found.push(told(&name, &path, &root, key, value, &source));
            }
        }
        if word == owner {
            let head = root.get("name").and_then(Node::as_str).unwrap_or("").to_owned();
            let line = 1;
            let excerpt =
                source.text.lines().take_while(|l| !l.trim().is_empty()).map(str::to_owned).collect();
            found.push(RuleText {
                name: owner.clone(),
                says: vec![head],
                sources: Vec::new(),
                notes: notes(&root, ""),
                source: Arc::clone(&source),
                line,
                excerpt,
            });
        }
        let top = word.strip_prefix(&format!("{owner}/")).and_then(|key| key_value(&root, key));
        if let Some((key, value)) = top.filter(|(k, _)| k.as_str().is_some_and(|k| !SECTIONS.contains(&k))) {
            found.push(told(word, key.as_str().unwrap_or(""), &root, key, value, &source));
        }
    }
    // The full name wins over an id that several have
    if found.iter().any(|f| f.name == word) {
        found.retain(|f| f.name == word);
    }
    found
}

/// Every name in full.
pub fn names(library: &Library) -> Vec<String> {
    let mut all = Vec::new();
    for source in library.all_texts() {
        let Some(root) = yaml::parse(FileId::CHECKED, &source.text).root else { continue };
        let Some(owner) = owner(&root) else { continue };
        all.extend(things(&root).into_iter().map(|(path, _, _)| format!("{owner}/{path}")));
    }
    all
}

fn owner(root: &Node<'_>) -> Option<String> {
    let key = root.get("event").or(root.get("book")).or(root.get("ruleset"))?;
    key.as_str().map(str::to_owned)
}

fn key_value<'n, 'a>(node: &'n Node<'a>, key: &str) -> Option<(&'n Node<'a>, &'n Node<'a>)> {
    let Kind::Map(items) = &node.kind else { return None };
    items.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(k, v)| (k, v))
}

type Thing<'n, 'a> = (String, &'n Node<'a>, &'n Node<'a>);

/// Everything in a file that has an id: its path, its key, what it says.
fn things<'n, 'a>(root: &'n Node<'a>) -> Vec<Thing<'n, 'a>> {
    let mut all = Vec::new();
    for section in SECTIONS {
        let Some(Node { kind: Kind::Map(items), .. }) = root.get(section) else { continue };
        for (key, value) in items {
            let id = key.as_str().unwrap_or("");
            all.push((format!("{section}/{id}"), key, value));
            if let Some(Node { kind: Kind::Map(limits), .. }) = value.get("limits") {
                let inner = |k: &Node<'_>| format!("{section}/{id}/limits/{}", k.as_str().unwrap_or(""));
                all.extend(limits.iter().map(|(k, v)| (inner(k), k, v)));
            }
        }
    }
    all
}

fn told(
    name: &str,
    path: &str,
    root: &Node<'_>,
    key: &Node<'_>,
    value: &Node<'_>,
    source: &Arc<Source>,
) -> RuleText {
    let text = |k: &str| value.get(k).and_then(Node::as_str).map(str::to_owned);
    RuleText {
        name: name.to_owned(),
        says: ["name", "says", "text"].into_iter().filter_map(text).collect(),
        sources: sources(root, value),
        notes: notes(root, path),
        line: source.position(key.span.start).line,
        excerpt: excerpt(source, key.span, value.span),
        source: Arc::clone(source),
    }
}

fn sources(root: &Node<'_>, value: &Node<'_>) -> Vec<(String, String)> {
    match value.get("source").map(|s| &s.kind) {
        Some(Kind::Scalar { text, .. }) => vec![(String::new(), title(root, text))],
        Some(Kind::Map(fields)) => {
            let pair =
                |(k, v): &(Node<'_>, Node<'_>)| Some((k.as_str()?.to_owned(), title(root, v.as_str()?)));
            fields.iter().filter_map(pair).collect()
        }
        _ => Vec::new(),
    }
}

/// A source's title with the place in it: `rules: Characters` becomes its title, then the place.
fn title(root: &Node<'_>, text: &str) -> String {
    let (id, place) = text.split_once(": ").map_or((text, None), |(id, place)| (id, Some(place)));
    let known = root.get("sources").and_then(|s| s.get(id));
    let title = known.and_then(|s| s.as_str().or_else(|| s.get("name").and_then(Node::as_str))).unwrap_or(id);
    place.map_or_else(|| title.to_owned(), |place| format!("{title}, {place}"))
}

/// The notes at a path; all of them for the file as a whole.
fn notes(root: &Node<'_>, path: &str) -> Vec<String> {
    let Some(Node { kind: Kind::Seq(items), .. }) = root.get("notes") else { return Vec::new() };
    let mut all = Vec::new();
    for note in items {
        let concerns = path.is_empty()
            || match note.get("at").map(|at| &at.kind) {
                Some(Kind::Seq(all)) => all.iter().any(|at| at.as_str() == Some(path)),
                Some(Kind::Scalar { text, .. }) => text == path,
                _ => false,
            };
        if concerns && let Some(text) = note_text(note) {
            all.push(text);
        }
    }
    all
}

fn note_text(note: &Node<'_>) -> Option<String> {
    let kinds = ["gap", "contradiction", "unclear", "unverified"];
    let (kind, text) = kinds.into_iter().find_map(|k| Some((k, note.get(k)?.as_str()?)))?;
    let reading = note
        .get("reading")
        .and_then(Node::as_str)
        .map_or_else(String::new, |r| format!(" Read here as: {r}."));
    Some(format!("{kind}: {text}{reading}"))
}

/// The lines from a key to the end of its value.
fn excerpt(source: &Source, key: Span, value: Span) -> Vec<String> {
    let (first, last) =
        (source.position(key.start).line, source.position(value.end.saturating_sub(1).max(key.start)).line);
    let lines: Vec<&str> = source.text.lines().skip(first - 1).take(last + 1 - first).collect();
    let indent = lines.first().map_or(0, |l| l.len() - l.trim_start().len());
    lines.iter().map(|l| l.get(indent..).unwrap_or(l.trim_start()).to_owned()).collect()
}
