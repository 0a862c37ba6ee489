//! Finds the text, sources, notes and lines of a rule by its path, such as `fra/limits/one-general`.

mod file;
mod way;

use std::sync::Arc;

use crate::finding::{FileId, Source, Span};
use crate::format::sheet::as_sentence;
use crate::yaml::{self, Kind, Node};

use super::library::Library;
use file::File;
use way::{things, way};

/// What a file says about a rule.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// The rule path.
    pub name: String,
    /// The texts of the rule: `name`, `says`, `text`.
    pub says: Vec<String>,
    /// The sources as pairs: the field that each is for, empty for the whole rule, and the title with the
    /// place in it.
    pub sources: Vec<(String, String)>,
    /// The fields of the rule, with the keys of those that are maps.
    pub fields: Vec<(String, Vec<String>)>,
    /// The notes about the rule: gaps, contradictions and interpretations.
    pub notes: Vec<String>,
    /// The file that has the rule.
    pub source: Arc<Source>,
    /// The first line of the rule in the file, counted from 1.
    pub line: usize,
    /// The lines of the rule, without their common indent.
    pub excerpt: Vec<String>,
}

/// The sections of a file whose entries have ids, as named in rule paths.
const SECTIONS: [&str; 14] = [
    "units", "options", "limits", "numbers", "tables", "roles", "effects", "attach", "values", "entries",
    "choices", "allies", "stats", "modes",
];

/// The files in which rule paths are looked up.
#[derive(Debug)]
pub struct Places<'l> {
    library: &'l Library,
    /// The files, each with the id of the ruleset, book or event that it defines.
    files: Vec<(String, Arc<Source>)>,
}

impl<'l> Places<'l> {
    /// Collects the rulesets and books of a library, and an event.
    pub fn new(library: &'l Library, event: Option<Arc<Source>>) -> Self {
        let texts = library.all_texts().into_iter().chain(event);
        let owned = texts.filter_map(|source| {
            let root = yaml::parse(FileId::CHECKED, &source.text).root?;
            Some((owner(&root)?, Arc::clone(&source)))
        });
        Self { library, files: owned.collect() }
    }

    /// Returns every rule with this path or this id.
    ///
    /// A rule that a ruleset inherits is found in the ruleset that it extends.
    pub fn find(&self, word: &str) -> Vec<RuleText> {
        let (owner, path) = word.split_once('/').unwrap_or((word, ""));
        let in_full = || self.files.iter().filter(|(id, _)| id == owner);
        let mut found: Vec<RuleText> =
            in_full().filter_map(|(_, source)| self.in_full(source, word, path)).collect();
        // The full path wins over an id that several files have
        if found.is_empty() {
            found = self.files.iter().flat_map(|(_, source)| self.by_id(source, word)).collect();
        }
        if found.is_empty() && !path.is_empty() {
            let base = self.library.load_ruleset(owner, &mut Vec::new());
            if let Some(base) = base.and_then(|r| r.extends.into_iter().next()) {
                return self.find(&format!("{base}/{path}"));
            }
        }
        found
    }

    /// Returns every rule path.
    pub fn names(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (owner, source) in &self.files {
            let Some(root) = yaml::parse(FileId::CHECKED, &source.text).root else { continue };
            all.extend(things(&root).into_iter().map(|(path, _)| format!("{owner}/{path}")));
        }
        all
    }

    /// Returns the rule at a path of a file, or the file itself if the path is empty.
    fn in_full(&self, source: &Arc<Source>, word: &str, path: &str) -> Option<RuleText> {
        let root = yaml::parse(FileId::CHECKED, &source.text).root?;
        if path.is_empty() {
            let head = root.get("name").and_then(Node::as_str).unwrap_or("").to_owned();
            let excerpt =
                source.text.lines().take_while(|l| !l.trim().is_empty()).map(str::to_owned).collect();
            return Some(RuleText {
                name: word.to_owned(),
                says: vec![head],
                sources: Vec::new(),
                fields: Vec::new(),
                notes: notes(&root, ""),
                source: Arc::clone(source),
                line: 1,
                excerpt,
            });
        }
        let way = way(&root, path)?;
        let own = File { library: self.library, root: &root, source }.told(word, path, &way);
        // A rule that is only changed here has the rest from the ruleset that is extended
        let base = root.get("extends").and_then(Node::as_str).filter(|_| way.len() == 2);
        let before = base.and_then(|base| self.find(&format!("{base}/{path}")).into_iter().next());
        Some(match (before, way.last()) {
            (Some(before), Some((_, changed))) => file::over(before, own, &root, changed),
            _ => own,
        })
    }

    /// Returns every rule of a file that has this path, id, code, mark or other spelling.
    fn by_id(&self, source: &Arc<Source>, word: &str) -> Vec<RuleText> {
        let Some(root) = yaml::parse(FileId::CHECKED, &source.text).root else { return Vec::new() };
        let Some(owner) = owner(&root) else { return Vec::new() };
        let file = File { library: self.library, root: &root, source };
        let is = |path: &str, value: &Node<'_>| {
            let text = |k: &str| value.get(k).and_then(Node::as_str);
            let also = matches!(value.get("aka"), Some(Node { kind: Kind::Seq(all), .. }) if all.iter().any(|a| a.as_str() == Some(word)));
            let id = path.rsplit('/').next();
            path == word
                || id == Some(word)
                || also
                || ["code", "mark"].into_iter().any(|k| text(k) == Some(word))
        };
        let all = things(&root).into_iter();
        let found = all.filter(|(path, way)| way.last().is_some_and(|(_, value)| is(path, value)));
        found.map(|(path, way)| file.told(&format!("{owner}/{path}"), &path, &way)).collect()
    }
}

/// Returns the id of the event, book or ruleset that a file defines.
fn owner(root: &Node<'_>) -> Option<String> {
    let key = root.get("event").or(root.get("book")).or(root.get("ruleset"))?;
    key.as_str().map(str::to_owned)
}

/// Returns the notes about a path, or all notes if the path is empty.
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

/// Formats a note with its kind and our reading.
fn note_text(note: &Node<'_>) -> Option<String> {
    let kinds = ["gap", "contradiction", "unclear", "unverified"];
    let (kind, text) = kinds.into_iter().find_map(|k| Some((k, note.get(k)?.as_str()?)))?;
    let reading = note
        .get("reading")
        .and_then(Node::as_str)
        .map_or_else(String::new, |r| format!(" Our reading: {r}."));
    Some(format!("{kind}: {}{reading}", as_sentence(text)))
}

/// Returns the lines from a key to the end of its value, without their common indent.
fn excerpt(source: &Source, key: Span, value: Span) -> Vec<String> {
    let (first, last) =
        (source.position(key.start).line, source.position(value.end.saturating_sub(1).max(key.start)).line);
    let lines: Vec<&str> = source.text.lines().skip(first - 1).take(last + 1 - first).collect();
    let indent = lines.first().map_or(0, |l| l.len() - l.trim_start().len());
    lines.iter().map(|l| l.get(indent..).unwrap_or(l.trim_start()).to_owned()).collect()
}
