//! Reads the texts and sources of a rule from its file: its own, or those of the sections around it.

use std::sync::Arc;

use crate::finding::{FileId, SourceFile};
use crate::rules::library::Library;
use crate::yaml::{self, Node, NodeContent};

use super::paths_of_rules::PathStep;
use super::{RuleText, RuleWords, excerpt_lines, notes_about};
use crate::rules::citations_of_merged_rulesets;

/// What the keys of a ruleset that have no text of their own are for.
const KEY_TEXTS: [(&str, &str); 16] = [
    ("dates", "the years of the army"),
    ("modes", "the modes in which the game can be played"),
    ("points", "whether the game has points"),
    ("optional-cost", "the cost of an option that states none"),
    ("unlisted-option", "the severity of taking an option that the unit is not offered"),
    ("commands", "who leads a command"),
    ("baggage", "what the word `baggage` adds to a list"),
    ("standard", "what the word `standard` gives to a unit"),
    ("size", "the size of every unit type that states no other"),
    ("stats", "the stats that describe a unit"),
    ("every-unit", "the options that every unit is offered as well as its own"),
    ("every-army", "what the army may buy that is for no unit"),
    ("every-command", "what each command may buy that is for no unit"),
    ("every-book", "the entries that every book gains"),
    ("values", "constants, and values that a list is asked for"),
    ("parts", "bodies inside a unit"),
];

/// A file in which rule paths are looked up.
pub(super) struct RuleReader<'f, 'a> {
    pub(super) library: &'f Library,
    pub(super) root: &'f Node<'a>,
    pub(super) source: &'f Arc<SourceFile>,
}

impl<'a> RuleReader<'_, 'a> {
    /// Returns what the file says about the rule at the end of these steps.
    pub(super) fn rule_text(&self, name: &str, path: &str, way: &[PathStep<'_, 'a>]) -> RuleText {
        let (key, value) = way.last().copied().unwrap_or((self.root, self.root));
        RuleText {
            rule_path: name.to_owned(),
            title: self.title(way),
            words: way.last().map_or_else(RuleWords::default, |(_, value)| {
                let text = |k: &str| value.get(k).and_then(Node::as_str).map(str::to_owned);
                RuleWords {
                    name: text("name"),
                    says: text("says"),
                    text: text("text").or_else(|| payer_text(way)),
                }
            }),
            sources: self.rule_sources(way),
            fields: way.last().map_or_else(Vec::new, |(_, value)| field_keys(value)),
            notes: notes_about(self.root, path),
            line: self.source.position(key.span.start).line,
            excerpt: excerpt_lines(self.source, key.span, value.span),
            source: Arc::clone(self.source),
            span: key.span,
        }
    }

    /// Returns the name of a rule. For an offer or a part without one, says what and whose it is; for a key, what it is
    /// for.
    fn title(&self, way: &[PathStep<'_, 'a>]) -> String {
        let Some(((key, value), before)) = way.split_last() else { return String::new() };
        if let Some(name) = value.get("name").and_then(Node::as_str) {
            return name.to_owned();
        }
        let word =
            |step: Option<&PathStep<'_, 'a>>| step.and_then(|(k, _)| k.as_str()).unwrap_or("").to_owned();
        let id = key.as_str().unwrap_or("");
        let section = word(before.last());
        let whose = match before.len().checked_sub(2).and_then(|at| before.get(at)) {
            Some((key, value)) => self.printed_name(key, value),
            None => "every unit".to_owned(),
        };
        match section.as_str() {
            "options" if before.len() > 1 => {
                let option = id.strip_suffix('?').unwrap_or(id);
                format!("{}, as it is offered to {whose}", self.name_of("options", option))
            }
            "parts" => {
                let unit = value.get("unit").and_then(Node::as_str).unwrap_or(id);
                format!("{}, inside {whose}", self.name_of("units", unit))
            }
            "values" => "a number that formulas use".to_owned(),
            _ if before.is_empty() => KEY_TEXTS
                .iter()
                .find(|(k, _)| *k == id)
                .map(|(_, words)| (*words).to_owned())
                .unwrap_or_default(),
            // An entry without a name is called like its unit type, and a limit without text by its id
            _ => self.printed_name(key, value),
        }
    }

    /// Returns the printed name of an entry: its own, else its unit type's, else its key.
    fn printed_name(&self, key: &Node<'_>, value: &Node<'_>) -> String {
        let id = key.as_str().unwrap_or("");
        match (value.get("name").and_then(Node::as_str), value.get("unit").and_then(Node::as_str)) {
            (Some(name), _) => name.to_owned(),
            (None, Some(unit)) => self.name_of("units", unit),
            (None, None) => id.replace('-', " "),
        }
    }

    /// Returns the printed name of a unit type or option of this file, or of the ruleset that a book is for.
    fn name_of(&self, section: &str, id: &str) -> String {
        let here = |root: &Node<'_>| {
            let thing = root.get(section).and_then(|all| all.get(id))?;
            thing.get("name").and_then(Node::as_str).map(str::to_owned)
        };
        let of_ruleset = || {
            let ruleset = self.root.get("ruleset").and_then(Node::as_str)?;
            let ids = self.library.load_ruleset(ruleset, &mut Vec::new())?.ids();
            let files = ids.iter().filter_map(|id| self.library.find_ruleset_file(id));
            let mut names =
                files.filter_map(|found| here(&yaml::parse_yaml(FileId::CHECKED, &found.source.text).root?));
            names.next()
        };
        here(self.root).or_else(of_ruleset).unwrap_or_else(|| id.replace('-', " "))
    }

    /// Returns the sources of a rule, or those that the sections around it state for it.
    fn rule_sources(&self, way: &[PathStep<'_, 'a>]) -> Vec<(String, String)> {
        let own = way.last().map_or_else(Vec::new, |(_, value)| self.stated_sources(value));
        if !own.is_empty() {
            return own;
        }
        for at in (0..way.len()).rev() {
            let around = self.stated_sources(at.checked_sub(1).map_or(self.root, |before| way[before].1));
            let part = way[at].0.as_str().unwrap_or("");
            // One item of a map may have its own source, such as `stats.melee`
            let entry = way.get(at + 1).and_then(|(key, _)| key.as_str()).map(|key| format!("{part}.{key}"));
            let of_field = |wanted: &str| -> Vec<(String, String)> {
                let titles = around.iter().filter(|(field, _)| field == wanted);
                titles.map(|(_, title)| (String::new(), title.clone())).collect()
            };
            // A field's own source counts before that of the whole
            let fields = [entry.as_deref(), Some(part), Some("")];
            let found = fields.into_iter().flatten().map(of_field).find(|titles| !titles.is_empty());
            if let Some(found) = found {
                return found;
            }
        }
        Vec::new()
    }

    /// Returns the sources that a node states: the field, empty for the whole, and the title with the place
    /// in it. A field with several sources comes several times.
    fn stated_sources(&self, value: &Node<'_>) -> Vec<(String, String)> {
        let Some(source) = value.get("source") else { return Vec::new() };
        match &source.content {
            NodeContent::Map(fields) => fields
                .iter()
                .filter_map(|(field, words)| Some((field.as_str()?.to_owned(), words)))
                .flat_map(|(field, words)| {
                    source_titles(self.root, words).into_iter().map(move |title| (field.clone(), title))
                })
                .collect(),
            _ => source_titles(self.root, source).into_iter().map(|title| (String::new(), title)).collect(),
        }
    }
}

/// Merges what is known about a rule that a ruleset or book changes: its own texts and sources, and the rest from
/// the file that it extends.
pub(super) fn merge_changed_rule(
    before: RuleText,
    own: RuleText,
    root: &Node<'_>,
    changed: &Node<'_>,
) -> RuleText {
    let title = if own.words.name.is_some() { own.title } else { before.title };
    let name = own.words.name.clone().or(before.words.name.clone());
    // A changed text replaces both
    let texts = if own.words.says.is_some() || own.words.text.is_some() { own.words } else { before.words };
    let source = changed.get("source").or_else(|| citations_of_merged_rulesets::first_source(root));
    let stated: Vec<(String, String)> = match source.map(|source| (&source.content, source)) {
        Some((NodeContent::Map(_), _)) => own.sources.clone(),
        Some((_, whole)) => {
            let titles = source_titles(root, whole);
            let fields = own.fields.iter().map(|(field, _)| field);
            fields.flat_map(|field| titles.iter().map(move |title| (field.clone(), title.clone()))).collect()
        }
        None => Vec::new(),
    };
    // If some items of a field are unchanged, only the changed ones have the new source
    let entries = |fields: &[(String, Vec<String>)], field: &str| {
        fields.iter().find(|(known, _)| known == field).map_or_else(Vec::new, |(_, keys)| keys.clone())
    };
    let mut from = Vec::new();
    for (field, title) in stated {
        let new = entries(&own.fields, &field);
        if citations_of_merged_rulesets::keeps_some(&new, &entries(&before.fields, &field)) {
            from.extend(new.iter().map(|key| (format!("{field}.{key}"), title.clone())));
        } else {
            from.push((field, title));
        }
    }
    let is_whole = matches!(own.sources.as_slice(), [(field, _), ..] if field.is_empty());
    let old_sources = if own.fields.is_empty() && is_whole {
        // A source alone is that of everything which is there already
        from.extend(own.sources);
        Vec::new()
    } else {
        before.sources
    };
    for (field, title) in old_sources {
        if field.is_empty() {
            from.push(("everything else".to_owned(), title));
        } else if !from.iter().any(|(changed, _)| *changed == field) {
            from.push((field, title));
        }
    }
    let mut fields = own.fields;
    for (field, keys) in before.fields {
        match fields.iter_mut().find(|(known, _)| *known == field) {
            Some((_, own)) => own.extend(keys),
            None => fields.push((field, keys)),
        }
    }
    let notes = if root.get("notes").is_some() { own.notes } else { before.notes };
    RuleText { title, words: RuleWords { name, ..texts }, sources: from, fields, notes, ..own }
}

/// Returns who pays a charge that no unit or character pays. `None` for anything else.
fn payer_text(way: &[PathStep<'_, '_>]) -> Option<String> {
    let [(section, _), (_, charge)] = way else { return None };
    let is_charge = section.as_str() == Some("charges") && charge.get("paid-by").is_none();
    let in_command = charge.get("in").and_then(Node::as_str) == Some("command");
    is_charge.then(|| if in_command { "paid by each command" } else { "paid by the army" }.to_owned())
}

/// Returns the fields of an entry other than its source, with the keys of those that are maps.
fn field_keys(thing: &Node<'_>) -> Vec<(String, Vec<String>)> {
    let NodeContent::Map(items) = &thing.content else { return Vec::new() };
    let named = items.iter().filter_map(|(key, value)| {
        Some((key.as_str()?.to_owned(), citations_of_merged_rulesets::map_keys(value)))
    });
    named.filter(|(field, _)| field != "source").collect()
}

/// Returns the titles of a source, or of each source of a list.
fn source_titles(root: &Node<'_>, source: &Node<'_>) -> Vec<String> {
    let title = |node: &Node<'_>| node.as_str().map(|text| source_title(root, text));
    match &source.content {
        NodeContent::Seq(words) => words.iter().filter_map(title).collect(),
        _ => title(source).into_iter().collect(),
    }
}

/// Returns the title of a source with the place in it: `rules: Characters` becomes the title of `rules`, then
/// the place.
fn source_title(root: &Node<'_>, text: &str) -> String {
    let (id, place) = text.split_once(": ").map_or((text, None), |(id, place)| (id, Some(place)));
    let known = root.get("sources").and_then(|s| s.get(id));
    let title = known.and_then(|s| s.as_str().or_else(|| s.get("name").and_then(Node::as_str))).unwrap_or(id);
    place.map_or_else(|| title.to_owned(), |place| format!("{title}, {place}"))
}
