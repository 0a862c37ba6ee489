//! Edits of all shipped lists, in every layout that lists have.

use muster::Library;
use muster::apply_changes;
use muster::build::edits::{EditedList, ListEdit, Refusal, edit_list};
use muster::build::rows::{ListRows, RowKind};
use serde_json::json;

use super::{check, rows_of, shipped_lists, some_shipped_lists};

/// Returns a list in other layouts: with other line breaks, a byte order mark, and as JSON on many lines.
fn layouts(text: &str) -> Vec<(&'static str, String)> {
    let tree: serde_json::Value = serde_yaml::from_str(text).unwrap();
    vec![
        ("as it is", text.to_owned()),
        ("with carriage returns", text.replace('\n', "\r\n")),
        ("with a byte order mark", format!("\u{feff}{text}")),
        ("with blocks alone", serde_yaml::to_string(&tree).unwrap()),
        ("as JSON", serde_json::to_string_pretty(&tree).unwrap()),
        ("as JSON on one line", tree.to_string()),
    ]
}

fn edits(value: serde_json::Value) -> Vec<ListEdit> {
    serde_json::from_value(value).unwrap()
}

/// Returns the comments of a text, sorted.
fn comments(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text
        .lines()
        .filter_map(|line| {
            let at = line.find(" #").map(|at| at + 1).or(line.starts_with('#').then_some(0))?;
            Some(line[at..].trim_end())
        })
        .collect();
    found.sort_unstable();
    found
}

fn tree(text: &str) -> serde_yaml::Value {
    serde_yaml::from_str(text.trim_start_matches('\u{feff}')).unwrap()
}

/// Returns the value at a JSON Pointer.
fn at_mut<'v>(value: &'v mut serde_yaml::Value, path: &str) -> &'v mut serde_yaml::Value {
    path.split('/').skip(1).fold(value, |value, step| match value {
        serde_yaml::Value::Sequence(items) => &mut items[step.parse::<usize>().unwrap()],
        value => value.get_mut(step).unwrap(),
    })
}

fn split_path(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap()
}

/// Checks what holds of every edit: it can be undone, and the ids are those of the new text.
fn check_edit(label: &str, text: &str, done: &EditedList) {
    assert_eq!(apply_changes(text, &done.changes).as_ref(), Some(&done.text), "{label}: changes");
    assert_eq!(apply_changes(&done.text, &done.undo).as_deref(), Some(text), "{label}: undo");
    let ids = done.rows.ids_text(&done.text);
    let parsed = muster::yaml::parse_yaml(muster::finding::FileId::CHECKED, &done.text);
    assert_eq!(
        ListRows::with_ids(parsed.root.as_ref(), &done.text, &ids).as_ref(),
        Ok(&done.rows),
        "{label}: ids"
    );
}

/// Each edit of each row of each list leads to the tree with this edit, keeps all comments that are not the row's own,
/// and can be undone.
#[test]
fn rows_are_edited_in_every_layout() {
    edit_rows_of(some_shipped_lists());
}

#[test]
#[ignore = "takes half a minute"]
fn rows_of_all_lists_are_edited_in_every_layout() {
    edit_rows_of(shipped_lists());
}

fn edit_rows_of(lists: Vec<(String, String)>) {
    let library = Library::default();
    let mut made = 0;
    for (path, text) in lists {
        let rules = check(&library, &path, &text).rules().cloned();
        for (layout, text) in layouts(&text) {
            let rows = rows_of(&text);
            let run = |batch: serde_json::Value| -> Result<EditedList, Refusal> {
                edit_list(&text, &rows, rules.clone(), &edits(batch))
            };
            for row in &rows.rows {
                let (list, last) = split_path(&row.path);
                let label = format!("{path} {layout}: {}", row.path);
                let own_comment = comments(
                    &text[row.span.start as usize..]
                        .lines()
                        .next()
                        .map_or_else(String::new, ToOwned::to_owned),
                )
                .len();
                // A key of the row
                let notes = run(json!([{"do": "notes", "at": row.id, "notes": "Seen: today"}])).unwrap();
                check_edit(&label, &text, &notes);
                let mut expected = tree(&text);
                at_mut(&mut expected, &row.path)["notes"] = "Seen: today".into();
                assert_eq!(tree(&notes.text), expected, "{label}: notes");
                assert_eq!(comments(&notes.text), comments(&text), "{label}: notes");
                // Taken out again
                let without = edit_list(
                    &notes.text,
                    &notes.rows,
                    rules.clone(),
                    &edits(json!([{"do": "notes", "at": row.id, "notes": null}])),
                )
                .unwrap();
                if at_mut(&mut tree(&text), &row.path).get("notes").is_none() {
                    assert_eq!(without.text, text, "{label}: notes taken out again");
                }
                made += 2;
                if row.kind == RowKind::Commander || row.kind == RowKind::Character {
                    continue;
                }
                // The number of units
                let count = run(json!([{"do": "count", "at": row.id, "count": 7}])).unwrap();
                check_edit(&label, &text, &count);
                let mut expected = tree(&text);
                at_mut(&mut expected, &row.path)["count"] = 7.into();
                assert_eq!(tree(&count.text), expected, "{label}: count");
                assert_eq!(comments(&count.text), comments(&text), "{label}: count");
                // Taken out, whatever points at it left alone
                let removed = run(json!([{"do": "remove", "at": row.id, "links": "keep"}])).unwrap();
                check_edit(&label, &text, &removed);
                let mut expected = tree(&text);
                at_mut(&mut expected, list).as_sequence_mut().unwrap().remove(last.parse().unwrap());
                let reserves_gone =
                    list == "/reserves" && at_mut(&mut expected, list).as_sequence().unwrap().is_empty();
                if !reserves_gone {
                    assert_eq!(tree(&removed.text), expected, "{label}: remove");
                }
                assert!(
                    comments(&removed.text).len() + own_comment.max(1) >= comments(&text).len(),
                    "{label}: comments"
                );
                assert!(!removed.rows.rows.iter().any(|other| other.id == row.id), "{label}: its id is gone");
                // Repeated below itself
                let copied = run(json!([{"do": "copy", "at": row.id, "name": "Another one"}])).unwrap();
                check_edit(&label, &text, &copied);
                let mut expected = tree(&text);
                let mut copy = at_mut(&mut expected, &row.path).clone();
                copy["name"] = "Another one".into();
                let at: usize = last.parse().unwrap();
                at_mut(&mut expected, list).as_sequence_mut().unwrap().insert(at + 1, copy);
                assert_eq!(tree(&copied.text), expected, "{label}: copy");
                // To the end of its list and back
                let moved = run(json!([{"do": "move", "at": row.id}])).unwrap();
                check_edit(&label, &text, &moved);
                let mut expected = tree(&text);
                let items = at_mut(&mut expected, list).as_sequence_mut().unwrap();
                let item = items.remove(at);
                items.push(item);
                assert_eq!(tree(&moved.text), expected, "{label}: move");
                assert_eq!(comments(&moved.text), comments(&text), "{label}: move");
                made += 4;
            }
        }
    }
    assert!(made > 2_000, "only {made} edits");
}

/// Renaming a row takes along everything that points at it, so that nothing about the army changes but the name.
#[test]
fn names_change_with_all_that_points_at_them() {
    let library = Library::default();
    for (path, text) in shipped_lists() {
        let before = check(&library, &path, &text);
        let rules = before.rules().cloned();
        for (layout, text) in layouts(&text) {
            let rows = rows_of(&text);
            for row in &rows.rows {
                let batch = edits(json!([{"do": "name", "at": row.id, "name": "Somebody new"}]));
                let done = edit_list(&text, &rows, rules.clone(), &batch).unwrap();
                let after = check(&library, &path, &done.text);
                let label = format!("{path} {layout}: {}", row.path);
                assert_eq!(after.verdict(), before.verdict(), "{label}: {:?}", after.findings());
                assert_eq!(comments(&done.text), comments(&text), "{label}");
                let (before, after) = (before.army().unwrap(), after.army().unwrap());
                assert_eq!(before.spent, after.spent, "{label}");
                let joined = |army: &muster::army::Army<'_>| {
                    army.units.iter().map(|u| u.joined_by.len()).collect::<Vec<_>>()
                };
                assert_eq!(joined(before), joined(after), "{label}");
            }
        }
    }
}

/// Rows go to another command with their comments, and the army costs the same.
#[test]
fn rows_go_to_other_commands() {
    let library = Library::default();
    let mut moved = 0;
    for (path, text) in shipped_lists() {
        let before = check(&library, &path, &text);
        for (layout, text) in layouts(&text) {
            let rows = rows_of(&text);
            for row in rows.rows.iter().filter(|row| row.kind == RowKind::Unit) {
                for (index, command) in rows.commands.iter().enumerate() {
                    // An ally's command has another book
                    let of = |at: usize| before.army().unwrap().commands[at].contingent;
                    if row.command == Some(index) || row.command.map(of) != Some(of(index)) {
                        continue;
                    }
                    let batch = edits(json!([{"do": "move", "at": row.id, "to": command.id}]));
                    let label = format!("{path} {layout}: {} to {}", row.path, command.path);
                    let done = match edit_list(&text, &rows, before.rules().cloned(), &batch) {
                        Ok(done) => done,
                        Err(refusal) => panic!("{label}: {refusal:?}"),
                    };
                    check_edit(&label, &text, &done);
                    assert_eq!(comments(&done.text), comments(&text), "{label}");
                    let after = check(&library, &path, &done.text);
                    assert_eq!(after.army().unwrap().spent, before.army().unwrap().spent, "{label}");
                    let there = done.rows.rows.iter().find(|other| other.id == row.id).unwrap();
                    assert_eq!(there.command, Some(index), "{label}");
                    moved += 1;
                }
            }
        }
    }
    assert!(moved > 150, "only {moved} moves");
}
