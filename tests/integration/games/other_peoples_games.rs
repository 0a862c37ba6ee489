//! Small rulesets with facts of other published games, and lists whose verdicts are worked out by hand.
//!
//! Each list in `tests/data/games/GAME/lists/` begins with `# expected: VERDICT TOTAL CODE…`: the verdict, the
//! total in points (`-` if the game has none, with a `+` if something in it is unknown), and the code of each
//! finding, in alphabetical order and as often as it is reported. The comment goes on with the sum.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use muster::check::check_files::CheckOptions;
use muster::check::report::ListReport;

use crate::games::library;

const GAMES: &str = "tests/data/games";

/// Returns the YAML files in a folder, in order of their names; none if there is no such folder.
fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "yaml"));
    files.sort();
    files
}

/// Returns the ids of the games that have a ruleset here.
fn games() -> Vec<String> {
    let folders = fs::read_dir(GAMES).unwrap().map(|entry| entry.unwrap());
    let with_ruleset = folders.filter(|folder| folder.path().join("ruleset.yaml").exists());
    let mut ids: Vec<String> = with_ruleset.map(|folder| folder.file_name().into_string().unwrap()).collect();
    ids.sort();
    ids
}

/// Returns the verdict, total and codes of a report in the form of the comment.
fn in_short(report: &ListReport) -> String {
    let total = report.points.as_ref().map_or_else(
        || "-".to_owned(),
        |points| format!("{}{}", points.total, if points.complete { "" } else { "+" }),
    );
    let mut codes: Vec<&str> = report.findings.iter().map(|finding| finding.code.as_str()).collect();
    codes.sort_unstable();
    let mut short = format!("{} {total}", report.verdict.as_str());
    for code in codes {
        write!(short, " {code}").unwrap();
    }
    short
}

#[test]
fn lists_of_other_games_are_judged_as_worked_out_by_hand() {
    let (mut wrong, mut verdicts) = (String::new(), BTreeMap::<String, (usize, usize)>::new());
    for game in games() {
        for path in yaml_files(&Path::new(GAMES).join(&game).join("lists")) {
            let path = path.to_str().unwrap();
            let text = fs::read_to_string(path).unwrap();
            let Some(expected) = text.lines().next().and_then(|line| line.strip_prefix("# expected: "))
            else {
                writeln!(wrong, "{path}: the first line is no `# expected: VERDICT TOTAL CODE…`").unwrap();
                continue;
            };
            let report = muster::checked_list::check_list(
                library(),
                path,
                text.clone().into_bytes(),
                &CheckOptions::default(),
            );
            let short = in_short(&report);
            let seen = verdicts.entry(game.clone()).or_default();
            *(if short.starts_with("legal") { &mut seen.0 } else { &mut seen.1 }) += 1;
            if short != expected {
                writeln!(wrong, "{path}\n  expected {expected}\n  judged   {short}").unwrap();
                for finding in &report.findings {
                    writeln!(wrong, "    {}: {}", finding.code.as_str(), finding.message).unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(verdicts.len() >= 12, "{verdicts:?}");
    for (game, (legal, illegal)) in verdicts {
        assert!(legal > 0 && illegal > 0, "{game} has {legal} legal and {illegal} other lists");
    }
}

#[test]
fn the_rulesets_and_books_of_other_games_have_no_findings() {
    for game in games() {
        let books = yaml_files(&Path::new(GAMES).join(&game).join("books"));
        let names = books.iter().map(|book| book.file_stem().and_then(|name| name.to_str()));
        for book in std::iter::once(None).chain(names) {
            let findings = library().findings_about(&game, book);
            let messages: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
            assert!(messages.is_empty(), "{game} {book:?}: {messages:?}");
        }
    }
}

/// A value that no published list or page gives is marked as ours: each entry of these sections has a source.
#[test]
fn every_value_of_other_games_says_where_it_is_from() {
    for game in games() {
        let folder = Path::new(GAMES).join(&game);
        let files = std::iter::once(folder.join("ruleset.yaml")).chain(yaml_files(&folder.join("books")));
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let rules: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
            for section in ["units", "entries", "options", "roles", "effects", "numbers", "limits", "charges"]
            {
                let Some(entries) = rules.get(section).and_then(serde_yaml::Value::as_mapping) else {
                    continue;
                };
                for (id, entry) in entries {
                    let id = id.as_str().unwrap();
                    assert!(entry.get("source").is_some(), "{}: {section}/{id}", file.display());
                }
            }
        }
    }
}
