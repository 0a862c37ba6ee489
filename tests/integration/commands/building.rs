//! Rooms, offers and edits where commands are within commands.

use muster::Library;
use muster::build::offers::OfferKind;
use muster::build::rows::ListRows;
use muster::build::trial::Grade;
use serde_json::json;

use crate::commands::support::{NONE, corps, field, list, patrol, told};
use crate::common::edits_and_searches::{edit, offers_at};
use crate::rooms::support::lines_of;

const SQUADS: &str = "{unit: squad, count: 2}";

/// A corps with a patrol in it, and a patrol beside it.
fn nested() -> String {
    list(&[corps("{unit: squad, name: Old}", &[patrol("Scouts", SQUADS)]), patrol("Rear", SQUADS)])
}

#[test]
fn commands_and_rows_within_commands_have_ids() {
    let rows = ListRows::of_text(&nested());
    let commands: Vec<(&str, &str, Option<usize>)> =
        rows.commands.iter().map(|c| (c.id.as_str(), c.path.as_str(), c.outer)).collect();
    assert_eq!(
        commands,
        [("c1", "/commands/0", None), ("c2", "/commands/0/commands/0", Some(0)), ("c3", "/commands/1", None)]
    );
    let paths: Vec<(&str, Option<usize>)> =
        rows.rows.iter().map(|row| (row.path.as_str(), row.command)).collect();
    assert_eq!(
        paths,
        [
            ("/commands/0/commander", Some(0)),
            ("/commands/0/units/0", Some(0)),
            ("/commands/0/commands/0/commander", Some(1)),
            ("/commands/0/commands/0/units/0", Some(1)),
            ("/commands/1/commander", Some(2)),
            ("/commands/1/units/0", Some(2)),
        ]
    );
}

#[test]
fn commands_and_rows_are_added_and_moved_within_commands() {
    let (_folder, library) = field();
    let text = nested();
    let done = edit(
        &library,
        &text,
        json!([
            {"do": "add-command", "at": "c1", "name": "Flank", "label": "new"},
            {"do": "commander", "at": "new", "value": {"role": "captain", "name": "F"}},
            {"do": "add", "at": "new", "value": {"unit": "squad", "count": 2}},
        ]),
    )
    .unwrap();
    assert_eq!(done.step(), "add Flank to First, F leads Flank, add 2 Squad to Flank");
    let inner = patrol("Scouts", SQUADS);
    let flank = "{name: Flank, commander: {role: captain, name: F}, units: [{unit: squad, count: 2}]}";
    assert!(done.text.contains(&format!("commands: [{inner}, {flank}]")), "{}", done.text);
    // What was there before keeps its id
    let ids: Vec<(&str, &str)> =
        done.rows.commands.iter().map(|c| (c.id.as_str(), c.path.as_str())).collect();
    assert_eq!(
        ids,
        [
            ("c1", "/commands/0"),
            ("c2", "/commands/0/commands/0"),
            ("c4", "/commands/0/commands/1"),
            ("c3", "/commands/1")
        ]
    );
    // Too many patrols, which is for the check to say
    assert_eq!(
        told(&library, &done.text),
        ["error[too-many]: 3 commands of the kind \"Patrol\", at most 2 allowed"]
    );
    // A row goes to an inner command, and a command into another and out again
    let done = edit(&library, &text, json!([{"do": "move", "at": "r2", "to": "c2"}])).unwrap();
    assert!(
        done.text.contains("units: [{unit: squad, count: 2}, {unit: squad, name: Old}]"),
        "{}",
        done.text
    );
    let done = edit(&library, &text, json!([{"do": "move", "at": "c3", "to": "c1"}])).unwrap();
    assert_eq!(done.step(), "move Rear to First");
    let both = corps("{unit: squad, name: Old}", &[inner.clone(), patrol("Rear", SQUADS)]);
    assert_eq!(done.text, list(&[both]));
    let back = edit(&library, &done.text, json!([{"do": "move", "at": "c3", "to": "army"}])).unwrap();
    assert_eq!(back.text, text);
    let done =
        edit(&library, &text, json!([{"do": "move", "at": "c2", "to": "army", "before": "c1"}])).unwrap();
    assert_eq!(told(&library, &done.text), NONE);
    assert_eq!(done.rows.commands[0].path, "/commands/0");
    assert_eq!(done.rows.commands[0].id, "c2");
}

#[test]
fn commands_are_renamed_changed_in_kind_and_left_out_with_what_is_in_them() {
    let (_folder, library) = field();
    let text = nested();
    let done = edit(&library, &text, json!([{"do": "name", "at": "c2", "name": "Pickets"}])).unwrap();
    assert_eq!(done.text, text.replacen("name: Scouts,", "name: Pickets,", 1));
    let done = edit(&library, &text, json!([{"do": "kind", "at": "c3", "kind": "corps"}])).unwrap();
    assert_eq!(done.step(), "Rear: corps");
    assert!(
        done.text.contains("kind: corps") && done.text.matches("kind: corps").count() == 2,
        "{}",
        done.text
    );
    let done = edit(&library, &text, json!([{"do": "remove", "at": "c2"}])).unwrap();
    assert_eq!(done.text, list(&[corps("{unit: squad, name: Old}", &[]), patrol("Rear", SQUADS)]));
    let done = edit(&library, &text, json!([{"do": "remove", "at": "c1"}])).unwrap();
    assert_eq!(done.text, list(&[patrol("Rear", SQUADS)]));
    assert_eq!(done.rows.commands.len(), 1);
    // A command cannot be in itself, nor in a game without such commands
    let refused = edit(&library, &text, json!([{"do": "move", "at": "c1", "to": "c2"}])).unwrap_err();
    assert_eq!(refused.message, "a command cannot be in itself");
    let fra = "army: A\nruleset: fra\ncommands: [{name: All, commander: {role: general, name: G}, units: [{unit: spears}]}]\n";
    let built_in = Library::default();
    for edits in
        [json!([{"do": "add-command", "at": "c1"}]), json!([{"do": "kind", "at": "c1", "kind": "corps"}])]
    {
        let refused = edit(&built_in, fra, edits).unwrap_err();
        assert!(refused.message.starts_with("this game has no "), "{}", refused.message);
    }
}

#[test]
fn commands_of_each_kind_are_offered_where_they_may_be() {
    let (_folder, library) = field();
    let text = nested();
    let shown = |at: &str, kinds: &[OfferKind]| -> Vec<(String, String)> {
        offers_at(&library, &text, at, kinds).into_iter().map(|offer| (offer.id, offer.step)).collect()
    };
    let pair = |id: &str, step: &str| (id.to_owned(), step.to_owned());
    assert_eq!(
        shown("army", &[OfferKind::Command]),
        [pair("army command corps", "add a Corps"), pair("army command patrol", "add a Patrol")]
    );
    assert_eq!(shown("c1", &[OfferKind::Command]), [pair("c1 command patrol", "add a Patrol")]);
    assert_eq!(shown("c2", &[OfferKind::Command]), []);
    assert_eq!(
        shown("c3", &[OfferKind::CommandKind]),
        [pair("c3 kind corps", "make it a Corps"), pair("c3 kind patrol", "make it a Patrol")]
    );
    // A second corps is stopped by the bound on corps
    let offer = &offers_at(&library, &text, "army", &[OfferKind::Command])[0];
    let result = offer.result.as_ref().unwrap();
    assert_eq!(result.grade, Grade::Stop);
    assert!(
        result.breaks.iter().any(|broken| {
            broken.finding.message == "2 commands of the kind \"Corps\", at most 1 allowed"
        })
    );
    assert!(offers_at(&library, &text, "c3", &[OfferKind::CommandKind])[1].taken);
    // A corps is led by a general, a patrol by a captain
    let words = |at: &str| -> Vec<Option<String>> {
        offers_at(&library, &text, at, &[OfferKind::Commander]).into_iter().map(|offer| offer.word).collect()
    };
    assert_eq!(words("c1"), [Some("general".to_owned())]);
    assert_eq!(words("c2"), [Some("captain".to_owned())]);
}

#[test]
fn rooms_measure_kinds_and_each_command_of_one() {
    let (_folder, library) = field();
    assert_eq!(
        lines_of(&library, &nested(), "field/commands/kinds/patrol"),
        "Commands of the kind \"Patrol\": full, 2 commands, max 2"
    );
    assert_eq!(
        lines_of(&library, &nested(), "field/limits/patrol-size"),
        "[1] Units: open, 2 units, min 2, max 4; Squad\n[2] Units: open, 2 units, min 2, max 4; Squad"
    );
    let guns = nested().replace("{unit: squad, name: Old}", "{unit: squad, name: Old}, {unit: gun}");
    assert_eq!(
        lines_of(&library, &guns, "field/limits/own-guns"),
        "[0] Gun in a Corps: full, 1 units, max 1; Gun"
    );
}
