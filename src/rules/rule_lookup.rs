//! Finds the text, sources, notes and lines of a rule by its path, such as `fra/limits/one-general`.

mod paths_of_rules;
mod read_rule_texts;

use std::fmt;
use std::sync::Arc;

use crate::finding::{Code, FileId, SourceFile, Span};
use crate::format::notes_on_sources::as_sentence;
use crate::yaml::{self, Node, NodeContent};

use super::library::Library;
use paths_of_rules::{find_path, list_rules};
use read_rule_texts::RuleReader;

/// What a file says about a rule.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// The rule path.
    pub rule_path: String,
    /// The name of the rule; else what it is. Empty if nothing is known.
    pub title: String,
    /// What the file says: its `name`, `says` and `text`.
    pub words: RuleWords,
    /// The sources as pairs: the field that each is for, empty for the whole rule, and the title with the
    /// place in it.
    pub sources: Vec<(String, String)>,
    /// The fields of the rule, with the keys of those that are maps.
    pub fields: Vec<(String, Vec<String>)>,
    /// The notes about the rule: gaps, contradictions and interpretations.
    pub notes: Vec<RuleNote>,
    /// The file that has the rule.
    pub source: Arc<SourceFile>,
    /// The bytes of the rule's id in the file.
    pub span: Span,
    /// The first line of the rule in the file, counted from 1.
    pub line: usize,
    /// The lines of the rule, without their common indent.
    pub excerpt: Vec<String>,
}

/// What a file says about a rule in words.
#[derive(Clone, Debug, Default)]
pub struct RuleWords {
    /// The name.
    pub name: Option<String>,
    /// The rule in the author's words.
    pub says: Option<String>,
    /// A longer text.
    pub text: Option<String>,
}

/// A note about a rule: something that its source leaves open.
#[derive(Clone, Debug)]
pub struct RuleNote {
    /// `gap`, `contradiction`, `unclear` or `unverified`.
    pub kind: &'static str,
    /// What is open.
    pub text: String,
    /// How it is read here.
    pub reading: Option<String>,
}

impl fmt::Display for RuleNote {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.kind, as_sentence(&self.text))?;
        self.reading.as_ref().map_or(Ok(()), |reading| write!(formatter, " Our reading: {reading}."))
    }
}

impl RuleText {
    /// Returns what the file says about the rule in words; else what the rule is.
    pub fn lines(&self) -> Vec<&str> {
        let RuleWords { name, says, text } = &self.words;
        let said: Vec<&str> = [name, says, text].into_iter().flatten().map(String::as_str).collect();
        if said.is_empty() && !self.title.is_empty() { vec![&self.title] } else { said }
    }
}

/// The sections of a file whose entries have ids, as named in rule paths.
const RULE_SECTIONS: [&str; 16] = [
    "units", "options", "limits", "charges", "numbers", "tables", "roles", "effects", "attach", "values",
    "entries", "choices", "allies", "stats", "modes", "tags",
];

/// The paths of the sections that are inside others.
const INNER_SECTIONS: [&str; 2] = ["commands/kinds", "every-book/entries"];

/// The most files that are looked into for what a file does not say itself.
const MAX_BASES: usize = 8;

/// The files in which rule paths are looked up.
#[derive(Debug)]
pub struct RuleFinder<'l> {
    library: &'l Library,
    /// The files, each with the id of the ruleset, book or event that it defines.
    files: Vec<(String, Arc<SourceFile>)>,
}

impl<'l> RuleFinder<'l> {
    /// Collects the rulesets and books of a library, and an event.
    pub fn new(library: &'l Library, event: Option<Arc<SourceFile>>) -> Self {
        let texts = library.all_sources().into_iter().chain(event);
        let owned = texts.filter_map(|source| {
            let root = yaml::parse_yaml(FileId::CHECKED, &source.text).root?;
            Some((file_owner(&root)?, Arc::clone(&source)))
        });
        Self { library, files: owned.collect() }
    }

    /// Returns every rule with this path or this id.
    ///
    /// A rule that a ruleset or book inherits is found in the one that it extends.
    pub fn find_rules(&self, word: &str) -> Vec<RuleText> {
        let (owner, path) = word.split_once('/').unwrap_or((word, ""));
        let in_full = || self.files.iter().filter(|(id, _)| id == owner);
        let found: Vec<RuleText> =
            in_full().filter_map(|(_, source)| self.find_by_path(source, word, path, MAX_BASES)).collect();
        if !found.is_empty() {
            return found;
        }
        // The full path wins over an id that several files have
        let found: Vec<RuleText> =
            self.files.iter().flat_map(|(_, source)| self.find_by_id(source, word)).collect();
        if !found.is_empty() || path.is_empty() {
            return found;
        }
        in_full().filter_map(|(_, source)| self.find_in_base(source, path, MAX_BASES)).collect()
    }

    /// Returns the rule at a path of what a file extends. `None` if the file drops it. `depth` is how many files may
    /// still be looked into, since a faulty file may extend itself.
    fn find_in_base(&self, source: &SourceFile, path: &str, depth: usize) -> Option<RuleText> {
        let root = yaml::parse_yaml(FileId::CHECKED, &source.text).root?;
        let (id, base) = self.base_of(&root)?;
        let depth = depth.checked_sub(1)?;
        let drops = |part: &Node<'_>| {
            part.as_str().is_some_and(|part| part.strip_prefix(&format!("{id}/")).unwrap_or(part) == path)
        };
        if matches!(root.get("drop"), Some(Node { content: NodeContent::Seq(all), .. }) if all.iter().any(drops))
        {
            return None;
        }
        self.find_by_path(&base, &format!("{id}/{path}"), path, depth)
            .or_else(|| self.find_in_base(&base, path, depth))
    }

    /// Returns the file that a ruleset or book extends, with its id.
    fn base_of(&self, root: &Node<'_>) -> Option<(String, Arc<SourceFile>)> {
        let text = |key: &str| root.get(key).and_then(Node::as_str);
        let id = text("extends")?;
        let found = if root.get("book").is_some() {
            let ruleset = self.library.load_ruleset(text("ruleset")?, &mut Vec::new())?;
            self.library.find_book_among(&ruleset.ids(), id)?
        } else {
            self.library.find_ruleset_file(id)?
        };
        Some((id.to_owned(), found.source))
    }

    /// Returns the help for a word that is neither a code nor a rule: the nearest, or what such words look like.
    pub fn nearest_help(&self, word: &str) -> String {
        let rules = self.rule_paths();
        let codes = Code::ALL.iter().map(|c| c.as_str());
        let near = yaml::nearest_name(word, codes.chain(rules.iter().map(String::as_str)));
        near.map_or_else(
            || "a code looks like unknown-unit, a rule like fra/limits/one-general".to_owned(),
            |near| format!("did you mean {near}?"),
        )
    }

    /// Returns every rule path.
    fn rule_paths(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (owner, source) in &self.files {
            let Some(root) = yaml::parse_yaml(FileId::CHECKED, &source.text).root else { continue };
            all.extend(list_rules(&root).into_iter().map(|(path, _)| format!("{owner}/{path}")));
        }
        all
    }

    /// Returns the rule at a path of a file, or the file itself if the path is empty.
    fn find_by_path(
        &self,
        source: &Arc<SourceFile>,
        word: &str,
        path: &str,
        depth: usize,
    ) -> Option<RuleText> {
        let root = yaml::parse_yaml(FileId::CHECKED, &source.text).root?;
        if path.is_empty() {
            let head = root.get("name").and_then(Node::as_str).unwrap_or("").to_owned();
            let excerpt =
                source.text.lines().take_while(|l| !l.trim().is_empty()).map(str::to_owned).collect();
            return Some(RuleText {
                rule_path: word.to_owned(),
                title: head,
                words: RuleWords::default(),
                sources: Vec::new(),
                fields: Vec::new(),
                notes: notes_about(&root, ""),
                source: Arc::clone(source),
                span: Span::new(FileId::CHECKED, 0, 0),
                line: 1,
                excerpt,
            });
        }
        let way = find_path(&root, path)?;
        let own = RuleReader { library: self.library, root: &root, source }.rule_text(word, path, &way);
        // A rule that is only changed here has the rest from the file that is extended
        let is_inner = |section: &&str| way.len() == 3 && path.starts_with(section);
        let is_rule = way.len() == 2 || INNER_SECTIONS.iter().any(is_inner);
        let before = if is_rule { self.find_in_base(source, path, depth) } else { None };
        Some(match (before, way.last()) {
            (Some(before), Some((_, changed))) => {
                read_rule_texts::merge_changed_rule(before, own, &root, changed)
            }
            _ => own,
        })
    }

    /// Returns every rule of a file that has this path, id, code, mark or other spelling.
    fn find_by_id(&self, source: &Arc<SourceFile>, word: &str) -> Vec<RuleText> {
        let Some(root) = yaml::parse_yaml(FileId::CHECKED, &source.text).root else { return Vec::new() };
        let Some(owner) = file_owner(&root) else { return Vec::new() };
        let file = RuleReader { library: self.library, root: &root, source };
        let is = |path: &str, value: &Node<'_>| {
            let text = |k: &str| value.get(k).and_then(Node::as_str);
            let also = matches!(value.get("aka"), Some(Node { content: NodeContent::Seq(all), .. }) if all.iter().any(|a| a.as_str() == Some(word)));
            let id = path.rsplit('/').next();
            path == word
                || id == Some(word)
                || also
                || ["code", "mark"].into_iter().any(|k| text(k) == Some(word))
        };
        let all = list_rules(&root).into_iter();
        let found = all.filter(|(path, way)| way.last().is_some_and(|(_, value)| is(path, value)));
        found.map(|(path, way)| file.rule_text(&format!("{owner}/{path}"), &path, &way)).collect()
    }
}

/// Returns the id of the event, book or ruleset that a file defines.
fn file_owner(root: &Node<'_>) -> Option<String> {
    let key = root.get("event").or(root.get("book")).or(root.get("ruleset"))?;
    key.as_str().map(str::to_owned)
}

/// Returns the notes about a path, or all notes if the path is empty.
fn notes_about(root: &Node<'_>, path: &str) -> Vec<RuleNote> {
    let Some(Node { content: NodeContent::Seq(items), .. }) = root.get("notes") else { return Vec::new() };
    let mut all = Vec::new();
    for note in items {
        let concerns = path.is_empty()
            || match note.get("at").map(|at| &at.content) {
                Some(NodeContent::Seq(all)) => all.iter().any(|at| at.as_str() == Some(path)),
                Some(NodeContent::Scalar { text, .. }) => text == path,
                _ => false,
            };
        all.extend(if concerns { read_note(note) } else { None });
    }
    all
}

/// Reads a note of a file.
fn read_note(note: &Node<'_>) -> Option<RuleNote> {
    let kinds = ["gap", "contradiction", "unclear", "unverified"];
    let (kind, text) = kinds.into_iter().find_map(|k| Some((k, note.get(k)?.as_str()?)))?;
    let reading = note.get("reading").and_then(Node::as_str).map(str::to_owned);
    Some(RuleNote { kind, text: text.to_owned(), reading })
}

/// Returns the lines from a key to the end of its value, without their common indent.
fn excerpt_lines(source: &SourceFile, key: Span, value: Span) -> Vec<String> {
    let (first, last) =
        (source.position(key.start).line, source.position(value.end.saturating_sub(1).max(key.start)).line);
    let lines: Vec<&str> = source.text.lines().skip(first - 1).take(last + 1 - first).collect();
    let indent = lines.first().map_or(0, |l| l.len() - l.trim_start().len());
    lines.iter().map(|l| l.get(indent..).unwrap_or(l.trim_start()).to_owned()).collect()
}
