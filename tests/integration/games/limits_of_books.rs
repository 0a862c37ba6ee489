//! Each limit of the shipped books can be broken by itself, and each entry can be taken.
//!
//! `tests/data/limits-of-books/GAME/BOOK` has a list for each limit, named for it, which breaks only that one, and legal
//! lists which together take each entry. What no list can do by itself stands in `GAME/exceptions.yaml`, with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use muster::{CheckOptions, Checked, Library, Severity, Verdict};
use serde_yaml::Value;

use crate::common::{muster, root};

const LISTS: &str = "tests/data/limits-of-books";

/// What a book has, and what the lists of its folder show of it.
struct Book {
    id: String,
    game: String,
    tree: Value,
    folder: PathBuf,
    /// The unit type that `baggage: true` stands for in the game.
    baggage: Option<String>,
}

fn parse(path: &Path) -> Value {
    serde_yaml::from_str(&fs::read_to_string(path).unwrap())
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn paths_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

fn id_of(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_owned()
}

fn books() -> Vec<Book> {
    let mut found = Vec::new();
    for game_folder in paths_in(Path::new("rulesets")) {
        let game = id_of(&game_folder);
        let ruleset = parse(&game_folder.join("ruleset.yaml"));
        let baggage = ruleset.get("baggage").map(|it| it["unit"].as_str().unwrap().to_owned());
        for path in paths_in(&game_folder.join("books")) {
            let id = id_of(&path);
            let folder = Path::new(LISTS).join(&game).join(&id);
            found.push(Book { tree: parse(&path), folder, id, game: game.clone(), baggage: baggage.clone() });
        }
    }
    assert!(found.len() >= 20 + 3 * 11, "{}", found.len());
    found
}

fn keys(value: Option<&Value>) -> Vec<String> {
    let map = value.and_then(Value::as_mapping).into_iter().flatten();
    map.map(|(key, _)| key.as_str().unwrap().to_owned()).collect()
}

impl Book {
    fn entries(&self) -> Vec<String> {
        keys(self.tree.get("entries"))
    }

    /// The limits and the entries with bounds, as `limits/ID` and `entries/ID`.
    fn limits(&self) -> Vec<String> {
        let bounded = |id: &String| {
            let entry = &self.tree["entries"][id.as_str()];
            ["min", "max", "exactly", "multiple-of", "either"].iter().any(|key| entry.get(key).is_some())
        };
        let entries = self.entries().into_iter().filter(bounded).map(|id| format!("entries/{id}"));
        entries.chain(keys(self.tree.get("limits")).into_iter().map(|id| format!("limits/{id}"))).collect()
    }

    /// What no list shows by itself, with the reason: `limits/ID`, `entries/ID` or `taken/ID`.
    fn exceptions(&self) -> BTreeMap<String, String> {
        let path = Path::new(LISTS).join(&self.game).join("exceptions.yaml");
        serde_yaml::from_value(parse(&path)[self.id.as_str()].clone()).unwrap_or_default()
    }

    /// The entry that `baggage: true` takes.
    fn baggage_entry(&self) -> Option<String> {
        let unit = self.baggage.as_deref()?;
        self.entries().into_iter().find(|id| self.tree["entries"][id.as_str()]["unit"] == unit)
    }
}

fn check(library: &Library, path: &Path) -> Checked {
    let options = CheckOptions { skip_digests: true, ..CheckOptions::default() };
    Checked::read(library, path.to_str().unwrap(), fs::read(path).unwrap(), &options)
}

/// Adds the entries that an army takes by itself, not as an ally.
fn entries_taken(node: &Value, baggage: Option<&str>, found: &mut BTreeSet<String>) {
    match node {
        Value::Mapping(map) if !map.contains_key("ally") => {
            if let Some(Value::String(word)) = map.get("unit") {
                found.insert(word.clone());
            }
            if map.contains_key("baggage") {
                found.extend(baggage.map(str::to_owned));
            }
            map.values().for_each(|value| entries_taken(value, baggage, found));
        }
        Value::Sequence(items) => items.iter().for_each(|item| entries_taken(item, baggage, found)),
        _ => {}
    }
}

#[test]
fn each_limit_is_broken_by_a_list_that_breaks_nothing_else() {
    let library = Library::default();
    let (mut wrong, mut broken) = (Vec::new(), 0);
    for book in books() {
        let exceptions = book.exceptions();
        let mut missing: BTreeSet<String> = book.limits().into_iter().collect();
        for path in paths_in(&book.folder) {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let Some(limit) = name.strip_suffix(".broken.yaml").and_then(|name| name.split_once('.')) else {
                continue;
            };
            let limit = format!("{}/{}", limit.0, limit.1);
            let checked = check(&library, &path);
            let found: Vec<_> =
                checked.findings().iter().filter(|f| f.severity >= Severity::Warning).collect();
            let rules: Vec<&str> =
                found.iter().map(|f| f.rule_path.as_deref().unwrap_or(&f.message)).collect();
            // Of an entry it is the bound that is broken, not its years or who may take it
            let of_amounts = found.iter().all(|f| f.code.is_of_amounts()) || limit.starts_with("limits/");
            if rules != [format!("{}/{limit}", book.id)] || !of_amounts {
                wrong.push(format!("{}: {rules:?}", path.display()));
            }
            if !missing.remove(&limit) {
                wrong.push(format!("{}: the book has no such limit", path.display()));
            }
            broken += 1;
        }
        for (limit, reason) in &exceptions {
            assert!(reason.len() > 20, "{}/{} {limit}: {reason}", book.game, book.id);
            if !limit.starts_with("taken/") && !missing.remove(limit) {
                wrong.push(format!("{}/{}/{limit} needs no exception", book.game, book.id));
            }
        }
        let unbroken = |limit| format!("nothing breaks {}/{}/{limit} alone", book.game, book.id);
        wrong.extend(missing.iter().map(unbroken));
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(broken > 700, "{broken}");
}

#[test]
fn each_entry_is_in_a_legal_list() {
    let library = Library::default();
    let mut wrong = Vec::new();
    for book in books() {
        let mut taken = BTreeSet::new();
        let baggage = book.baggage_entry();
        let is_legal = |path: &PathBuf| path.to_str().unwrap().ends_with(".legal.yaml");
        for path in paths_in(&book.folder).into_iter().filter(is_legal) {
            let checked = check(&library, &path);
            let is_clean = checked.findings().iter().all(|f| f.severity < Severity::Warning);
            if checked.verdict() != Verdict::Legal || !is_clean {
                wrong.push(format!(
                    "{}: {:?}",
                    path.display(),
                    checked.findings().first().map(|f| &f.message)
                ));
            }
            entries_taken(&parse(&path), baggage.as_deref(), &mut taken);
        }
        let exceptions = book.exceptions();
        for entry in book.entries() {
            let excused = exceptions.contains_key(&format!("taken/{entry}"));
            if taken.contains(&entry) == excused {
                wrong.push(format!(
                    "{}/{}: {entry} is {}",
                    book.game,
                    book.id,
                    if excused { "taken, without an exception" } else { "not taken" }
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// In each interval between the dates that a book names, a legal army can be found at every usual size.
#[test]
fn legal_armies_are_found_at_all_sizes_in_all_years() {
    let sizes = ["500", "750", "1000", "1500", "2000"].map(|size| ["--size", size]).concat();
    let arguments = [&["lint", "rulesets/fra/books", "--time", "20"], &sizes[..]].concat();
    let ran = muster(root(), &arguments);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let wanted = "ok: 20 files, searched for lists of 500, 750, 1000, 1500 and 2000 points";
    assert!(ran.out.contains(wanted), "{ran:?}");
}
