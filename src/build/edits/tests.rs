//! Edits in every layout that lists have.

use serde_json::{Value, json};

use super::super::rows::ListRows;
use super::{ListEdit, RefusalReason, edit_list};
use crate::finding::FileId;
use crate::text_edits::apply_changes;
use crate::yaml::parse_yaml;

const BLOCK: &str = "\
army: A   # the army
ruleset: fra
commands:
  - name: Left   # on the hill
    commander: {role: general, with: Libyans}
    units:
      # the best
      - {unit: spears, name: Libyans, count: 4}   # old
      - unit: warband
        name: Gauls
        options:
          - elite: melee   # brave
          - shieldwall
      # the rest
      - {unit: slingers, options: []}
  - name: Right
    baggage: {shared-with: Left}
    units: []
reserves: []
";

const JSON: &str = "{\n  \"army\": \"A\",\n  \"ruleset\": \"fra\",\n  \"units\": [\n    {\n      \"unit\": \"spears\",\n      \"name\": \"Libyans\"\n    },\n    {\"unit\": \"warband\", \"options\": [\"elite\"]}\n  ]\n}\n";

fn edits(all: &Value) -> Vec<ListEdit> {
    serde_json::from_value(all.clone()).unwrap()
}

fn rows(text: &str) -> ListRows {
    ListRows::number(parse_yaml(FileId::CHECKED, text).root.as_ref())
}

/// Returns the text after one edit, which must lead back when undone.
fn edited(text: &str, edit: Value) -> String {
    let shown = edit.to_string();
    let done = edit_list(text, &rows(text), None, &edits(&Value::Array(vec![edit])));
    let done = done.unwrap_or_else(|refusal| panic!("{shown} is refused: {refusal:?}"));
    assert_eq!(apply_changes(text, &done.changes).as_deref(), Some(done.text.as_str()), "{shown}");
    assert_eq!(apply_changes(&done.text, &done.undo).as_deref(), Some(text), "{shown}");
    done.text
}

fn refused(text: &str, edit: Value) -> (RefusalReason, Option<&'static str>) {
    let refusal = edit_list(text, &rows(text), None, &edits(&Value::Array(vec![edit]))).unwrap_err();
    (refusal.reason, refusal.key)
}

/// Returns the lines that only one of two texts has.
fn differing_lines(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let lines = |a: &str, b: &str| {
        let mut left: Vec<&str> = b.lines().collect();
        let mut only = Vec::new();
        for line in a.lines() {
            match left.iter().position(|other| *other == line) {
                Some(at) => {
                    left.remove(at);
                }
                None => only.push(line.trim_start().to_owned()),
            }
        }
        only
    };
    (lines(old, new), lines(new, old))
}

#[test]
fn each_edit_touches_only_its_own_lines() {
    let left = "- name: Left   # on the hill";
    let libyans = "- {unit: spears, name: Libyans, count: 4}   # old";
    let slingers = "- {unit: slingers, options: []}";
    for (edit, out, into) in [
        (
            json!({"do": "count", "at": "r2", "count": 3}),
            vec![libyans],
            vec!["- {unit: spears, name: Libyans, count: 3}   # old"],
        ),
        (json!({"do": "count", "at": "r3", "count": 2}), vec![], vec!["count: 2"]),
        (
            json!({"do": "count", "at": "r4", "count": 2}),
            vec![slingers],
            vec!["- {unit: slingers, count: 2, options: []}"],
        ),
        (
            json!({"do": "size", "at": "r4", "size": 12}),
            vec![slingers],
            vec!["- {unit: slingers, size: 12, options: []}"],
        ),
        (
            json!({"do": "take", "at": "r4", "option": "javelin"}),
            vec![slingers],
            vec!["- {unit: slingers, options: [javelin]}"],
        ),
        (
            json!({"do": "take", "at": "r2", "option": "veteran", "detail": ["melee", "rally"]}),
            vec![libyans],
            vec!["- {unit: spears, name: Libyans, count: 4, options: [veteran: [melee, rally]]}   # old"],
        ),
        (
            json!({"do": "take", "at": "r3", "option": "elite", "detail": "rally"}),
            vec!["- elite: melee   # brave"],
            vec!["- elite: rally   # brave"],
        ),
        (json!({"do": "take", "at": "r3", "option": "javelin"}), vec![], vec!["- javelin"]),
        (json!({"do": "drop", "at": "r3", "option": "elite"}), vec!["- elite: melee   # brave"], vec![]),
        (
            json!({"do": "unit", "at": "r4", "unit": "archers"}),
            vec![slingers],
            vec!["- {unit: archers, options: []}"],
        ),
        (json!({"do": "remove", "at": "r4"}), vec![slingers], vec![]),
        (
            json!({"do": "remove", "at": "r2"}),
            vec!["commander: {role: general, with: Libyans}", libyans],
            vec!["commander: {role: general}"],
        ),
        (json!({"do": "remove", "at": "r2", "links": "keep"}), vec![libyans], vec![]),
        (
            json!({"do": "name", "at": "r2", "name": "Old Libyans"}),
            vec!["commander: {role: general, with: Libyans}", libyans],
            vec![
                "commander: {role: general, with: Old Libyans}",
                "- {unit: spears, name: Old Libyans, count: 4}   # old",
            ],
        ),
        (
            json!({"do": "name", "at": "c1", "name": "Hill"}),
            vec![left, "baggage: {shared-with: Left}"],
            vec!["- name: Hill   # on the hill", "baggage: {shared-with: Hill}"],
        ),
        (
            json!({"do": "name", "at": "army", "name": "B"}),
            vec!["army: A   # the army"],
            vec!["army: B   # the army"],
        ),
        (
            json!({"do": "role", "at": "r1", "role": "sub-general"}),
            vec!["commander: {role: general, with: Libyans}"],
            vec!["commander: {role: sub-general, with: Libyans}"],
        ),
        (
            json!({"do": "join", "at": "r1", "to": "r3"}),
            vec!["commander: {role: general, with: Libyans}"],
            vec!["commander: {role: general, with: Gauls}"],
        ),
        (
            json!({"do": "join", "at": "r1", "to": null}),
            vec!["commander: {role: general, with: Libyans}"],
            vec!["commander: {role: general}"],
        ),
        (
            json!({"do": "join", "at": "r4", "to": "r3", "because": "as always"}),
            vec![slingers],
            vec!["- {unit: slingers, options: [], attached-to: {unit: Gauls, because: as always}}"],
        ),
        (
            json!({"do": "notes", "at": "r4", "notes": "Young: very"}),
            vec![slingers],
            vec!["- {unit: slingers, options: [], notes: \"Young: very\"}"],
        ),
        (json!({"do": "notes", "at": "c2", "notes": "Late"}), vec![], vec!["notes: Late"]),
        (
            json!({"do": "value", "at": "r4", "key": "front", "value": 4}),
            vec![slingers],
            vec!["- {unit: slingers, options: [], values: {front: 4}}"],
        ),
        (
            json!({"do": "part", "at": "r4", "part": "crew", "size": 2}),
            vec![slingers],
            vec!["- {unit: slingers, options: [], parts: {crew: 2}}"],
        ),
        (json!({"do": "baggage", "at": "c1", "value": true}), vec![], vec!["baggage: true"]),
        (
            json!({"do": "take", "at": "c2", "part": "baggage", "option": "fortified"}),
            vec!["baggage: {shared-with: Left}"],
            vec!["baggage: {shared-with: Left, options: [fortified]}"],
        ),
        (json!({"do": "standard", "at": "c1", "row": "r3"}), vec![], vec!["standard: Gauls"]),
        (json!({"do": "header", "at": "army", "key": "points", "value": 600}), vec![], vec!["points: 600"]),
        (
            json!({"do": "header", "at": "army", "key": "date", "value": "218 BC"}),
            vec![],
            vec!["date: 218 BC"],
        ),
        (
            json!({"do": "choose", "at": "army", "key": "campaign", "value": "italy"}),
            vec![],
            vec!["choose: {campaign: italy}"],
        ),
        (
            json!({"do": "set", "at": "/commands/1/name", "value": null}),
            vec!["- name: Right", "baggage: {shared-with: Left}"],
            vec!["- baggage: {shared-with: Left}"],
        ),
        (
            json!({"do": "add", "at": "c1", "value": {"unit": "archers", "count": 2}, "before": "r4"}),
            vec![],
            vec!["- unit: archers", "count: 2"],
        ),
        (
            json!({"do": "add", "at": "c2", "value": {"unit": "archers", "count": 2}}),
            vec!["units: []"],
            vec!["units:", "- {unit: archers, count: 2}"],
        ),
        (
            json!({"do": "add", "at": "reserves", "value": {"unit": "archers"}}),
            vec!["reserves: []"],
            vec!["reserves:", "- {unit: archers}"],
        ),
        (
            json!({"do": "add", "at": "c1", "as": "character", "value": {"role": "sub-general", "name": "Mago"}}),
            vec![],
            vec!["characters:", "- {role: sub-general, name: Mago}"],
        ),
        (
            json!({"do": "add-command", "at": "army", "name": "Third"}),
            vec![],
            vec!["- name: Third", "units: []"],
        ),
        (
            json!({"do": "split", "at": "r2", "count": 1}),
            vec![libyans],
            vec![
                "- {unit: spears, name: Libyans, count: 3}   # old",
                "- {unit: spears, name: Libyans, count: 1}   # old",
            ],
        ),
        (
            json!({"do": "copy", "at": "r3"}),
            vec![],
            vec!["- unit: warband", "name: Gauls", "options:", "- elite: melee   # brave", "- shieldwall"],
        ),
        (
            json!({"do": "ally", "at": "c2", "ally": "numidia", "points": 200}),
            vec![],
            vec!["ally: numidia", "points: 200"],
        ),
    ] {
        let shown = edit.to_string();
        let (lost, gained) = differing_lines(BLOCK, &edited(BLOCK, edit));
        assert_eq!(
            (lost, gained),
            (out.iter().map(ToString::to_string).collect(), into.iter().map(ToString::to_string).collect()),
            "{shown}"
        );
    }
}

#[test]
fn rows_move_with_their_comments_and_take_their_ids_along() {
    let move_gauls = edits(&json!([{"do": "move", "at": "r3", "to": "c2"}]));
    let done = edit_list(BLOCK, &rows(BLOCK), None, &move_gauls).unwrap();
    let right = "  - name: Right\n    baggage: {shared-with: Left}\n    units:\n      - unit: warband\n        name: Gauls\n        options:\n          - elite: melee   # brave\n          - shieldwall\n";
    assert!(done.text.contains(right), "{}", done.text);
    let ids: Vec<(&str, &str)> =
        done.rows.rows.iter().map(|row| (row.id.as_str(), row.path.as_str())).collect();
    let places =
        ["/commands/0/commander", "/commands/0/units/0", "/commands/0/units/1", "/commands/1/units/0"];
    assert_eq!(ids, ["r1", "r2", "r4", "r3"].into_iter().zip(places).collect::<Vec<_>>());
    assert_eq!((done.step().as_str(), done.touched), ("move Gauls to Right", vec!["r3".to_owned()]));
}

#[test]
fn commands_change_places_with_all_that_they_have() {
    let done =
        edit_list(BLOCK, &rows(BLOCK), None, &edits(&json!([{"do": "move", "at": "c2", "before": "c1"}])))
            .unwrap();
    assert!(done.text.contains("commands:\n  - name: Right\n    baggage: {shared-with: Left}\n    units: []\n  - name: Left   # on the hill\n"), "{}", done.text);
    let ids: Vec<&str> = done.rows.commands.iter().map(|command| command.id.as_str()).collect();
    assert_eq!(ids, ["c2", "c1"]);
    let removed = edited(BLOCK, json!({"do": "remove", "at": "c1"}));
    assert!(
        removed.ends_with("commands:\n  - name: Right\n    baggage: true\n    units: []\nreserves: []\n"),
        "{removed}"
    );
}

#[test]
fn a_list_without_commands_gets_its_first_from_what_it_has() {
    let text = "army: A\nunits:\n  - {unit: spears}   # old\n  # more\n  - {unit: warband}\nnotes: N\nbaggage: true\n";
    let done = edit_list(
        text,
        &rows(text),
        None,
        &edits(&json!([{"do": "add-command", "at": "army", "name": "B"}])),
    )
    .unwrap();
    assert_eq!(
        done.text,
        "army: A\ncommands:\n  - units:\n      - {unit: spears}   # old\n      # more\n      - {unit: warband}\n    baggage: true\n  - name: B\n    units: []\nnotes: N\n"
    );
    let ids: Vec<&str> = done.rows.rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!((ids, done.rows.commands[0].id.as_str()), (vec!["r1", "r2"], "c1"));
    let flow = "{army: A, units: [{unit: spears}], baggage: true, notes: N}";
    let flow = edited(flow, json!({"do": "add-command", "at": "army", "name": "B"}));
    assert_eq!(
        flow,
        "{army: A, commands: [{units: [{unit: spears}], baggage: true}, {name: B, units: []}], notes: N}"
    );
}

#[test]
fn json_stays_json() {
    for (edit, out, into) in [
        (
            json!({"do": "count", "at": "r2", "count": 2}),
            vec!["{\"unit\": \"warband\", \"options\": [\"elite\"]}"],
            vec!["{\"unit\": \"warband\", \"count\": 2, \"options\": [\"elite\"]}"],
        ),
        (
            json!({"do": "count", "at": "r1", "count": 2}),
            vec!["\"name\": \"Libyans\""],
            vec!["\"name\": \"Libyans\",", "\"count\": 2"],
        ),
        (
            json!({"do": "remove", "at": "r2"}),
            vec!["},", "{\"unit\": \"warband\", \"options\": [\"elite\"]}"],
            vec!["}"],
        ),
        (
            json!({"do": "add", "at": "army", "value": {"unit": "archers"}}),
            vec!["{\"unit\": \"warband\", \"options\": [\"elite\"]}"],
            vec!["{\"unit\": \"warband\", \"options\": [\"elite\"]},", "{\"unit\": \"archers\"}"],
        ),
        (
            json!({"do": "header", "at": "army", "key": "points", "value": 600}),
            vec![],
            vec!["\"points\": 600,"],
        ),
        (
            json!({"do": "take", "at": "r1", "option": "veteran", "detail": "melee"}),
            vec!["\"name\": \"Libyans\""],
            vec!["\"name\": \"Libyans\",", "\"options\": [{\"veteran\": \"melee\"}]"],
        ),
        (
            json!({"do": "drop", "at": "r2", "option": "elite"}),
            vec!["{\"unit\": \"warband\", \"options\": [\"elite\"]}"],
            vec!["{\"unit\": \"warband\"}"],
        ),
    ] {
        let shown = edit.to_string();
        let new = edited(JSON, edit);
        assert!(serde_json::from_str::<Value>(&new).is_ok(), "{shown}: {new}");
        let (lost, gained) = differing_lines(JSON, &new);
        assert_eq!(
            (lost, gained),
            (out.iter().map(ToString::to_string).collect(), into.iter().map(ToString::to_string).collect()),
            "{shown}"
        );
    }
}

#[test]
fn what_cannot_be_done_is_refused_with_a_reason() {
    use RefusalReason::*;
    for (edit, reason, key) in [
        (json!({"do": "count", "at": "r2", "count": 0}), OutOfRange, Some("count")),
        (json!({"do": "count", "at": "r9", "count": 1}), NoSuchPlace, Some("at")),
        (json!({"do": "count", "at": "r1", "count": 2}), NotHere, Some("at")),
        (json!({"do": "split", "at": "r2", "count": 4}), OutOfRange, Some("count")),
        (json!({"do": "join", "at": "r3", "to": "r3"}), Circle, Some("to")),
        (json!({"do": "drop", "at": "r2", "option": "elite"}), NoSuchPlace, Some("option")),
        (json!({"do": "header", "at": "army", "key": "units", "value": []}), NotHere, Some("key")),
        (json!({"do": "set", "at": "/nowhere/at/all", "value": 1}), NoSuchPlace, Some("at")),
        (
            json!({"do": "text", "at": "army", "changes": [{"start": 0, "end": 9999, "text": ""}]}),
            Overlap,
            None,
        ),
    ] {
        let shown = edit.to_string();
        assert_eq!(refused(BLOCK, edit), (reason, key), "{shown}");
    }
}

#[test]
fn a_name_that_would_be_mistaken_for_another_is_refused() {
    let text = "army: A\nruleset: fra\ncharacters: [{role: general, with: Gauls}]\nunits:\n  - {unit: warband, name: Celts}\n  - {unit: warband, name: Gauls}\n";
    assert_eq!(
        refused(text, json!({"do": "name", "at": "r2", "name": "Gauls"})).0,
        RefusalReason::AmbiguousName
    );
}

#[test]
fn what_an_alias_repeats_is_refused_and_all_else_can_be_edited() {
    let text = "army: A\nunits:\n  - &one {unit: spears, count: 2}\n  - *one\n  - {unit: warband}\n";
    assert_eq!(refused(text, json!({"do": "count", "at": "r1", "count": 3})).0, RefusalReason::Anchor);
    let edited = edited(text, json!({"do": "count", "at": "r3", "count": 3}));
    assert!(edited.ends_with("  - {unit: warband, count: 3}\n"), "{edited}");
}

#[test]
fn later_edits_of_a_batch_call_new_rows_by_their_label() {
    let all = json!([
        {"do": "split", "at": "r2", "count": 1, "label": "$one"},
        {"do": "take", "at": "$one", "option": "shieldwall"},
    ]);
    let done = edit_list(BLOCK, &rows(BLOCK), None, &edits(&all)).unwrap();
    assert!(
        done.text.contains("- {unit: spears, name: Libyans, count: 1, options: [shieldwall]}   # old"),
        "{}",
        done.text
    );
    assert_eq!(done.labels, [("$one".to_owned(), "r5".to_owned())]);
    assert_eq!(done.step(), "split Libyans, Libyans gain shieldwall");
}

#[test]
fn carriage_returns_and_a_byte_order_mark_stay() {
    let text = "\u{feff}army: A\r\nunits:\r\n  - {unit: spears}   # old\r\n";
    let edited = edited(text, json!({"do": "add", "at": "army", "value": {"unit": "warband"}}));
    assert_eq!(edited, "\u{feff}army: A\r\nunits:\r\n  - {unit: spears}   # old\r\n  - {unit: warband}\r\n");
}
