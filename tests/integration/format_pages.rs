//! What the pages on the formats show is true: the program checks every snippet, sums included.
//!
//! A block of YAML with a path is a file: `yaml rulesets/x/ruleset.yaml` starts it, the same with `more` adds
//! to it, and with `alone` adds to it only until the next block for this file; after each block the file has no
//! findings. Any other path is a list, checked with the files so far; it must be legal, or with `wrong` it gives
//! the findings that the next block shows.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use muster::json_schema::SchemaKind;
use serde_json::Value;
use serde_yaml::Value as Yaml;

use crate::common::{Folder, file};

/// Returns what `muster check` prints for a file in this folder.
fn check(folder: &Folder, format: &str, path: &str) -> String {
    folder.muster(&["check", "--format", format, path]).out
}

/// Returns the lines of the findings in a file, without the summary.
fn findings(folder: &Folder, path: &str) -> String {
    let (printed, start) = (check(folder, "concise", path), format!("{path}:"));
    let at = |line: &&str| {
        line.strip_prefix(&start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    printed.lines().filter(at).fold(String::new(), |all, line| all + line + "\n")
}

/// Returns the verdict on a list, its findings and its total.
pub(crate) fn check_list(folder: &Folder, path: &str) -> (String, Vec<Value>, Value) {
    let report: Value = serde_json::from_str(&check(folder, "json", path)).unwrap();
    let list = &report["lists"][0];
    let verdict = list["verdict"].as_str().unwrap().to_owned();
    (verdict, list["findings"].as_array().unwrap().clone(), list["points"]["total"].clone())
}

/// Returns the code blocks of a page: the text after the fence, and the content.
pub(crate) fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            found.push((info, text.join("\n") + "\n"));
        }
    }
    found
}

/// Adds a snippet to a file: maps are merged recursively, other values replaced.
pub(crate) fn merge(file: &mut Yaml, more: Yaml) {
    match (file, more) {
        (Yaml::Mapping(file), Yaml::Mapping(more)) => {
            for (key, value) in more {
                match file.get_mut(&key) {
                    Some(old) => merge(old, value),
                    None => drop(file.insert(key, value)),
                }
            }
        }
        (file, more) => *file = more,
    }
}

/// Checks every block of a page that has a path. Returns the totals of its lists.
fn follow(name: &str, page: &str, folder: &Folder) -> Vec<String> {
    let mut files: BTreeMap<&str, Yaml> = BTreeMap::new();
    let mut totals = Vec::new();
    let blocks = blocks(page);
    for (at, (info, text)) in blocks.iter().enumerate() {
        let Some(info) = info.strip_prefix("yaml ") else { continue };
        let (path, how) = info.split_once(' ').unwrap_or((info, ""));
        if Path::new(path).extension().is_none() {
            continue;
        }
        if path.starts_with("rulesets/") {
            let snippet: Yaml = serde_yaml::from_str(text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
            let begun = files.get_mut(path);
            // The first snippet is used as it is, so that its comments and quotes are also read
            let whole = match how {
                "more" => {
                    let file = begun.expect("a file is begun before more of it");
                    merge(file, snippet);
                    serde_yaml::to_string(file).unwrap()
                }
                "alone" => {
                    let mut file = begun.expect("a file is begun before more of it").clone();
                    merge(&mut file, snippet);
                    serde_yaml::to_string(&file).unwrap()
                }
                _ => {
                    files.insert(path, snippet);
                    text.clone()
                }
            };
            folder.write(path, &whole);
            assert_eq!(findings(folder, path), "", "{name}, with\n{text}");
            let printed = check(folder, "concise", path);
            assert!(!printed.contains("error["), "{name}, with\n{text}{printed}");
        } else if how == "wrong" {
            folder.write(path, text);
            assert_eq!(blocks[at + 1].0, "text", "{name}: what a wrong list gives stands below it");
            assert_eq!(findings(folder, path), blocks[at + 1].1, "{name}\n{text}");
        } else {
            folder.write(path, text);
            let (verdict, findings, total) = check_list(folder, path);
            assert_eq!((verdict.as_str(), findings), ("legal", vec![]), "{name}\n{text}");
            totals.push(total.to_string());
        }
    }
    totals
}

#[test]
fn the_game_of_the_page_can_be_built_step_by_step() {
    let folder = Folder::new();
    let totals = follow("ruleset-format", &file("docs/ruleset-format.md"), &folder);
    // Each is worked out on the page; then 8 + 24 + 12 + 18 + 6, and 8 + 24 + 5 + 16 + 6 + 20
    assert_eq!(
        totals,
        [
            "32", "43", "80", "45", "94", "53", "32", "85", "60", "65", "68", "79", "52", "43", "153", "239",
            "131"
        ]
    );
}

#[test]
fn the_book_of_the_page_can_be_built_step_by_step() {
    let folder = Folder::new();
    let totals = follow("book-format", &file("docs/book-format.md"), &folder);
    assert_eq!(totals, BOOK_TOTALS);
}

/// Each question has lines that answer it, and they are checked; the totals are those of the page.
#[test]
fn the_questions_of_authors_are_answered_by_lines_that_work() {
    let (folder, page) = (Folder::new(), file("docs/how-do-i-say.md"));
    let totals = follow("how-do-i-say", &page, &folder);
    assert_eq!(totals, QUESTION_TOTALS);
    let questions: Vec<&str> = page.split("\n### ").skip(1).collect();
    assert!(questions.len() >= 40, "{} questions", questions.len());
    for question in questions {
        assert!(question.contains("```yaml rulesets/"), "{question}");
    }
}

/// The totals as the page adds them up.
const QUESTION_TOTALS: [&str; 7] = ["48", "110", "180", "44", "80", "45", "210"];

/// The totals as the page adds them up.
const BOOK_TOTALS: [&str; 5] = ["250", "230", "385", "240", "450"];

#[test]
fn the_mistakes_are_reported_as_the_pages_say() {
    let folder = Folder::new();
    for (name, path, head, wanted) in [
        (
            "ruleset-format",
            "rulesets/x/ruleset.yaml",
            "ruleset: x\nname: X\nversion: 1.0.0\nstats: {hold: {name: Hold}}\n",
            19,
        ),
        ("book-format", "rulesets/fra/books/x.yaml", "book: x\nruleset: fra\nname: X\nversion: 1.0.0\n", 15),
    ] {
        let page = file(&format!("docs/{name}.md"));
        let rows = page.split("## Usual mistakes").nth(1).unwrap().split("\n## ").next().unwrap();
        let rows =
            rows.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "));
        let rows: Vec<_> = rows.collect();
        assert_eq!(rows.len(), wanted, "{name}");
        for (wrong, message) in rows {
            folder.write(path, &format!("{head}{wrong}\n"));
            let reported = findings(&folder, path);
            assert!(reported.contains(message), "{name}: {wrong} says\n{reported}");
        }
    }
}

/// Every block of these pages that begins with `army:` is a legal list.
#[test]
fn every_complete_list_on_the_pages_is_legal() {
    let folder = Folder::new();
    let mut seen = 0;
    for name in ["docs/list-format.md", "README.md"] {
        let page = file(name);
        for (info, text) in blocks(&page) {
            let whole = text.lines().any(|line| line.starts_with("army:"));
            if !info.starts_with("yaml") || info.ends_with("broken") || !whole {
                continue;
            }
            folder.write("army.yaml", &text);
            let (verdict, findings, _) = check_list(&folder, "army.yaml");
            let draft = text.contains("draft: true");
            let errors: Vec<_> = findings.iter().filter(|f| f["severity"] != "note").collect();
            assert!(errors.is_empty(), "{name}\n{text}\n{errors:#?}");
            assert!(draft || findings.is_empty(), "{name}\n{text}\n{findings:#?}");
            assert_eq!(verdict, if draft { "draft" } else { "legal" }, "{name}\n{text}");
            seen += 1;
        }
    }
    assert!(seen >= 9, "{seen} lists were seen");
}

/// Returns the definition that a reference in a schema leads to, with its name.
fn follow_reference<'a>(root: &'a Value, at: &'a Value, name: &'a str) -> (&'a Value, &'a str) {
    let only = at.get("allOf").map_or(at, |all| &all[0]);
    match only["$ref"].as_str() {
        Some(path) => (root.pointer(&path[1..]).unwrap(), path.rsplit('/').next().unwrap()),
        None => (at, name),
    }
}

/// Returns what each definition of a schema requires, each key as `Definition.key`, including what is
/// required only of a ruleset or book that extends no other.
fn needed(root: &Value) -> BTreeSet<String> {
    fn walk(root: &Value, at: &Value, name: &str, needs: &Value, all: &mut BTreeSet<String>) {
        let (at, name) = follow_reference(root, at, name);
        for way in at["anyOf"].as_array().into_iter().flatten() {
            walk(root, way, name, needs, all);
        }
        for key in needs["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if at["properties"].get(key).is_some() {
                all.insert(format!("{name}.{key}"));
            }
        }
        for (key, inner) in needs["properties"].as_object().into_iter().flatten() {
            walk(root, &at["properties"][key], name, inner, all);
        }
        if needs["additionalProperties"].is_object() && at["additionalProperties"].is_object() {
            walk(root, &at["additionalProperties"], name, &needs["additionalProperties"], all);
        }
    }
    let mut all = BTreeSet::new();
    walk(root, root, "", &root["then"], &mut all);
    for (name, definition) in definitions(root) {
        let keys = definition["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        all.extend(keys.map(|key| format!("{name}.{key}")));
    }
    all
}

/// Returns a schema itself, under an empty name, and its definitions.
fn definitions(root: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let inner = root["definitions"].as_object().unwrap().iter().map(|(name, d)| (name.as_str(), d));
    std::iter::once(("", root)).chain(inner)
}

/// Returns the table of keys for each definition of a schema: what each key is, and the example from its
/// description.
fn tables(root: &Value) -> BTreeMap<&str, String> {
    let needed = needed(root);
    let mut tables = BTreeMap::new();
    for (name, definition) in definitions(root).filter(|(_, d)| d["properties"].is_object()) {
        let mut table = format!("### {}\n\n", definition["title"].as_str().unwrap());
        table += "| key | what it is | example |\n|---|---|---|\n";
        for (key, property) in definition["properties"].as_object().unwrap() {
            let text = property["description"].as_str().unwrap();
            let (what, example) = text.split_once(" Example: ").unwrap_or((text, ""));
            let must = if needed.contains(&format!("{name}.{key}")) { "; needed" } else { "" };
            let (what, example) = (what.trim_end_matches('.'), example.trim_end_matches('.'));
            writeln!(table, "| `{key}` | {what}{must} | {example} |").unwrap();
        }
        tables.insert(name, table);
    }
    tables
}

/// The tables at the ends of the pages have the same texts that an editor shows.
#[test]
fn the_tables_of_keys_are_those_of_the_schemas() {
    let schema = |kind: SchemaKind| -> Value { serde_json::from_str(&kind.text()).unwrap() };
    let (ruleset, book) = (schema(SchemaKind::Ruleset), schema(SchemaKind::Book));
    let (mut of_ruleset, mut of_book) = (tables(&ruleset), tables(&book));
    // Entries are explained on the page on books, also those of every book
    of_ruleset.remove("Entry");
    // What the page on rulesets explains is not repeated
    of_book.retain(|name, _| name.is_empty() || !of_ruleset.contains_key(name));
    let mut missing = String::new();
    for (name, tables) in [("ruleset-format", of_ruleset), ("book-format", of_book)] {
        let page = file(&format!("docs/{name}.md"));
        for table in tables.into_values().filter(|table| !page.contains(table.as_str())) {
            writeln!(missing, "{table}").unwrap();
        }
    }
    assert!(missing.is_empty(), "the pages lack these tables:\n\n{missing}");
}
