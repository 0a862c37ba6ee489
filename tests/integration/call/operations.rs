//! What each operation answers, beyond the examples of the page.

use serde_json::{Value as Json, json};

use super::{TREBIA, answer, error_of, list, ok};

/// Returns every shipped list.
fn shipped_lists() -> Vec<(String, String)> {
    let all = walkdir::WalkDir::new("lists")
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path());
    let all = all.filter(|path| path.extension().is_some_and(|ending| ending == "yaml"));
    let all = all.filter(|path| !path.starts_with("lists/events"));
    all.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn the_envelope_says_what_is_wrong_with_it() {
    for (request, code, at) in [
        (json!(null), "bad-request", Json::Null),
        (json!([1]), "bad-request", Json::Null),
        (json!({}), "bad-request", json!("/op")),
        (json!({"op": 5}), "bad-request", json!("/op")),
        (json!({"op": "chek"}), "unknown-op", json!("/op")),
        (json!({"op": "check", "version": 2}), "unsupported-version", json!("/version")),
        (json!({"op": "check", "version": "1"}), "bad-request", json!("/version")),
        (json!({"op": "hover"}), "not-available", json!("/op")),
        (json!({"op": "games", "also": ["check"]}), "bad-request", json!("/also")),
        (json!({"op": "check", "list": {"text": ""}, "also": "check"}), "bad-request", json!("/also")),
    ] {
        assert_eq!(error_of(&request), (code.to_owned(), at), "{request}");
    }
    assert_eq!(answer(&json!({"op": "chek"}))["op"], Json::Null);
    assert_eq!(answer(&json!({"op": "check"}))["op"], "check");
}

#[test]
fn the_list_of_check_is_that_of_the_program_with_more_keys() {
    for (path, text) in shipped_lists() {
        let path = path.strip_prefix("lists/").unwrap();
        let checked = ok(&json!({"op": "check", "list": {"text": text, "path": path}}));
        let mut list = checked["list"].clone();
        if let Some(points) = list["points"].as_object_mut() {
            assert!(points.remove("left").is_some() && points.remove("over").is_some());
        }
        for finding in list["findings"].as_array_mut().unwrap() {
            for key in ["id", "title", "room", "measure", "missing", "rows", "commands", "fix"] {
                assert!(finding.as_object_mut().unwrap().remove(key).is_some(), "{key}");
            }
        }
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_muster"))
            .args(["check", "--format", "json", path])
            // Where there are no rulesets, so that the built-in ones are used
            .current_dir("lists")
            .output()
            .unwrap();
        let program: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(list, program["lists"][0], "{path}");
    }
}

#[test]
fn the_costs_of_the_rows_and_commands_of_every_shipped_list_are_its_total() {
    for (path, text) in shipped_lists() {
        let army = ok(&json!({"op": "army", "list": list(&text)}));
        assert_eq!(army["partial"], false, "{path}");
        let rows = army["rows"].as_array().unwrap();
        if army["points"].is_null() {
            assert!(rows.iter().all(|row| row["cost"].is_null()), "{path}");
            continue;
        }
        let sum = |rows: &mut dyn Iterator<Item = &Json>| -> f64 { rows.map(|n| n.as_f64().unwrap()).sum() };
        let total = army["points"]["total"].as_f64().unwrap();
        let commands = army["commands"].as_array().unwrap();
        assert!((sum(&mut commands.iter().map(|command| &command["total"])) - total).abs() < 1e-9, "{path}");
        let lines = commands.iter().flat_map(|command| command["lines"].as_array().unwrap());
        let of_commands = sum(&mut lines.map(|line| &line["sum"]));
        let fielded = || rows.iter().filter(|row| row["is"] != "reserve");
        assert!((sum(&mut fielded().map(|row| &row["cost"])) + of_commands - total).abs() < 1e-9, "{path}");
        for row in fielded() {
            let lines = row["lines"].as_array().unwrap();
            let of_lines = sum(&mut lines.iter().map(|line| &line["sum"]));
            assert!((of_lines - row["cost"].as_f64().unwrap()).abs() < 1e-9, "{path}: {row}");
            let counted: u64 =
                row["units"].as_array().unwrap().iter().map(|group| group["count"].as_u64().unwrap()).sum();
            assert!(counted == row["count"] || row["units"] == json!([]), "{path}: {row}");
        }
    }
}

#[test]
fn ids_are_kept_and_those_of_another_text_are_stale() {
    let ids = ok(&json!({"op": "army", "list": list(&TREBIA)}))["ids"].clone();
    let same = ok(&json!({"op": "army", "list": {"text": *TREBIA, "ids": ids}}));
    assert_eq!(same["ids"], ids);
    // A row is typed in before the Libyans
    let typed = TREBIA.replace(
        "      - {unit: libyan-spearmen, name: Libyans",
        "      - {unit: gauls, name: New}\n      - {unit: libyan-spearmen, name: Libyans",
    );
    let stale = json!({"op": "army", "list": {"text": typed, "ids": ids}});
    assert_eq!(error_of(&stale), ("stale".to_owned(), json!("/list/ids")));
    let was = json!({"op": "army", "list": {"text": typed, "was": {"text": *TREBIA, "ids": ids}}});
    let rows = ok(&was)["rows"].clone();
    let id_of =
        |name: &str| rows.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap()["row"].clone();
    assert_eq!(
        (id_of("Libyans"), id_of("New"), id_of("Mago's foot")),
        (json!("r3"), json!("r15"), json!("r14"))
    );
    let both =
        json!({"op": "army", "list": {"text": *TREBIA, "ids": ids, "was": {"text": *TREBIA, "ids": ids}}});
    assert_eq!(error_of(&both), ("bad-request".to_owned(), json!("/list/was")));
}

#[test]
fn the_id_of_a_finding_stays_over_edits() {
    let ids_of = |text: &str| -> Vec<Json> {
        let findings = ok(&json!({"op": "check", "list": list(text)}))["list"]["findings"].clone();
        findings.as_array().unwrap().iter().map(|finding| finding["id"].clone()).collect()
    };
    let three = TREBIA.replace("name: Elephants", "name: Elephants, count: 3");
    let four = three.replace("count: 3, options: [elephant", "count: 4, options: [elephant");
    let renamed = four.replace("Hannibal at the Trebia", "H").replace("name: Elephants", "name: Surus");
    assert_eq!(ids_of(&three), ["over-points", "too-many carthage-italy/entries/elephants"]);
    assert_eq!(ids_of(&three), ids_of(&four));
    assert_eq!(ids_of(&four), ids_of(&renamed));
    let unknown = TREBIA.replace("unit: elephants", "unit: elefants");
    assert_eq!(ids_of(&unknown)[0], "unknown-unit elefants r9");
}

#[test]
fn a_finding_about_an_amount_names_a_room_that_is_broken() {
    let mut named = 0;
    for (path, text) in shipped_lists() {
        // Nine of everything that there are several of is too much of something
        let text = text.replace("count: 2", "count: 9").replace("count: 3", "count: 9");
        let request = json!({"op": "check", "list": list(&text), "also": ["rooms"]});
        let answer = answer(&request);
        let rooms = answer["also"]["rooms"]["rooms"].as_array().unwrap().clone();
        let broken = rooms.iter().filter(|room| room["state"] == "broken");
        let broken: Vec<&Json> = broken.map(|room| &room["id"]).collect();
        let findings = answer["ok"]["list"]["findings"].as_array().unwrap();
        let of_findings: Vec<&Json> =
            findings.iter().map(|finding| &finding["room"]).filter(|room| !room.is_null()).collect();
        assert!(of_findings.iter().all(|room| broken.contains(room)), "{path}: {of_findings:?} {broken:?}");
        assert!(broken.iter().all(|room| of_findings.contains(room)), "{path}: {of_findings:?} {broken:?}");
        for finding in findings.iter().filter(|finding| !finding["room"].is_null()) {
            let title = finding["title"].as_str().unwrap();
            assert!(!title.contains("tagged"), "{path}: {title}");
            named += 1;
        }
    }
    assert!(named > 5, "{named}");
}

#[test]
fn a_half_written_list_is_partial_and_an_unreadable_one_says_why() {
    let half =
        "army: A\nruleset: fra\nunits:\n  - {unit: spears, name: X}\n  - {unti: spears}\n  - {unit: \n";
    let army = ok(&json!({"op": "army", "list": list(half)}));
    assert_eq!(army["partial"], true);
    assert_eq!(army["rows"][0]["name"], "X");
    let also = answer(&json!({"op": "check", "list": list("a: b"), "also": ["army", "rooms", "check"]}));
    assert_eq!(also["ok"]["list"]["verdict"], "unreadable");
    assert_eq!(
        also["also"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["check"],
        "no army can be made"
    );
    let unreadable = answer(&json!({"op": "army", "list": list("army: A\nruleset: far\nunits: []\n")}));
    assert_eq!(unreadable["error"]["code"], "unreadable");
    assert_eq!(unreadable["error"]["findings"][0]["code"], "unknown-ruleset");
    assert_eq!(unreadable["error"]["place"]["line"], 2);
}

#[test]
fn every_entry_and_unit_type_of_every_game_has_a_price_and_stats() {
    let games = ok(&json!({"op": "games"}));
    for game in games["games"].as_array().unwrap() {
        let books = game["books"].as_array().unwrap().iter().map(|book| book["id"].clone());
        for book in books.map(Some).chain([None]) {
            let mut request = json!({"op": "book", "game": game["id"]});
            if let Some(book) = &book {
                request["book"] = book.clone();
            }
            let answer = ok(&request);
            let entries = answer["entries"].as_array().unwrap();
            assert!(!entries.is_empty(), "{request}");
            // Some unit types of a game have no stats of their own, such as the chariot under its crew
            assert!(entries.iter().any(|entry| entry["stats"] != json!([])), "{request}");
            for entry in entries {
                let has_price =
                    game["points"] == false || !entry["price"]["text"].as_str().unwrap().is_empty();
                assert!(has_price || entry["character"] == true, "{request}: {entry}");
            }
        }
    }
}

#[test]
fn a_new_list_of_every_game_and_book_is_a_draft_without_errors() {
    let games = ok(&json!({"op": "games"}));
    for game in games["games"].as_array().unwrap() {
        let books = game["books"].as_array().unwrap().iter().map(|book| book["id"].clone());
        for book in books.map(Some).chain([None]) {
            let mut request = json!({"op": "start", "game": game["id"], "name": "a: b\n#c"});
            if let Some(book) = book {
                request["book"] = book;
            }
            let started = ok(&request);
            assert_eq!(started["verdict"], "draft", "{request}: {started}");
            let army = ok(&json!({"op": "army", "list": {"text": started["text"], "ids": started["ids"]}}));
            assert_eq!(army["name"], "a: b\n#c");
        }
    }
    for (request, code, at) in [
        (json!({"op": "start", "game": "far"}), "unknown-game", "/game"),
        (json!({"op": "start", "game": "fra", "book": "numida"}), "unknown-book", "/book"),
        (json!({"op": "start", "game": "fra", "mode": "point"}), "unknown-word", "/mode"),
        (json!({"op": "start", "game": "fra", "date": "218"}), "bad-request", "/date"),
        (json!({"op": "start", "game": "fra", "points": 0}), "bad-request", "/points"),
        (json!({"op": "start", "game": "fra", "choose": {"x": "y"}}), "unknown-word", "/choose/x"),
        (json!({"op": "start", "game": "fra", "fill": true}), "not-available", "/fill"),
        (json!({"op": "explain", "word": "one-generals"}), "unknown-word", "/word"),
        (json!({"op": "render", "lists": [], "sheet": "roster"}), "bad-request", "/lists"),
    ] {
        assert_eq!(error_of(&request), (code.to_owned(), json!(at)), "{request}");
    }
}

#[test]
fn applying_the_changes_of_a_fix_gives_its_text_and_undo_the_first() {
    let apply = |text: &str, changes: &Json| {
        let mut text = text.to_owned();
        for change in changes.as_array().unwrap().iter().rev() {
            let at = |key: &str| usize::try_from(change[key].as_u64().unwrap()).unwrap();
            text.replace_range(at("start")..at("end"), change["text"].as_str().unwrap());
        }
        text
    };
    let broken = TREBIA.replace("unit: elephants", "unit: elephant").replace("unit: gauls", "untit: gaul");
    let fixed = ok(&json!({"op": "fix", "list": list(&broken)}));
    assert_eq!(fixed["text"], *TREBIA);
    assert_eq!(apply(&broken, &fixed["changes"]), *TREBIA);
    assert_eq!(apply(&TREBIA, &fixed["undo"]), broken);
    assert_eq!(fixed["rows"], json!(["r5", "r9"]));
    let nothing = ok(&json!({"op": "fix", "list": list(&TREBIA), "also": []}));
    assert_eq!((&nothing["changes"], &nothing["done"]), (&json!([]), &json!([])));
}

#[test]
fn a_way_leads_where_it_says_and_leaves_what_is_kept() {
    let list = json!({"text": *TREBIA});
    let kept = json!(["r4", "/commands/0/units/3"]);
    let found = ok(&json!({"op": "suggest", "list": list, "keep": kept, "most": 5}));
    assert_eq!(found["ways"].as_array().unwrap().len(), 5, "{found}");
    for way in found["ways"].as_array().unwrap() {
        let request = json!({"op": "edit", "list": list, "edits": way["edits"], "also": ["army"]});
        let edited = answer(&request);
        let army = &edited["also"]["army"];
        assert_eq!(edited["ok"]["step"], way["step"]);
        assert_eq!((&army["points"]["total"], &army["points"]["left"]), (&way["total"], &way["left"]));
        let total = way["total"].as_i64().unwrap();
        assert!((986..=1000).contains(&total) && way["verdict"] == "legal" && way["over"] == 0, "{way}");
        let words: Vec<&str> =
            way["words"].as_array().unwrap().iter().map(|words| words.as_str().unwrap()).collect();
        assert_eq!(way["step"], words.join(", "));
        for row in way["rows"].as_array().unwrap() {
            assert!(row["row"] != "r4" && row["row"] != "r5" && row["before"] != row["after"], "{way}");
        }
    }
}

#[test]
fn the_same_effort_finds_the_same_ways() {
    let request =
        |effort: u64| json!({"op": "suggest", "list": {"text": *TREBIA}, "effort": effort, "most": 20});
    for effort in [1, 60, 500] {
        let found = ok(&request(effort));
        assert_eq!(found["time_ran_out"], true, "{found}");
        assert_eq!(found, ok(&request(effort)));
    }
    // One trial finds nothing, and then nothing is called proven
    let found = ok(&request(1));
    assert_eq!((&found["ways"], &found["proven"], &found["proof"]), (&json!([]), &json!(false), &Json::Null));
}

#[test]
fn what_rules_out_every_way_is_said() {
    let ask = |old: &str, new: &str, more: Json| {
        assert_eq!(TREBIA.matches(old).count(), 1);
        let mut request = json!({"op": "suggest", "list": {"text": TREBIA.replace(old, new)}});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ok(&request)
    };
    let spent = ask("points: 1000", "points: 985", json!({}));
    assert_eq!((&spent["ways"], &spent["why"]), (&json!([]), &json!("nothing is left to spend")));
    // Two commands cost more than a hundred points
    let small = ask("points: 1000", "points: 100", json!({"only": "upgrades"}));
    assert_eq!((&small["broken"], &small["proof"]), (&json!(true), &json!("no small changes make it legal")));
    assert_eq!(small["proven"], true);
}

#[test]
fn what_cannot_be_suggested_is_refused_at_its_key() {
    let ask = |more: Json| {
        let mut request = json!({"op": "suggest", "list": {"text": *TREBIA}});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        error_of(&request)
    };
    for (more, code, at) in [
        (json!({"keep": ["r4", "r99"]}), "refused", "/keep/1"),
        (json!({"most": 21}), "too-large", "/most"),
        (json!({"most": 0}), "bad-request", "/most"),
        (json!({"effort": 1_000_001}), "too-large", "/effort"),
        (json!({"ms": 60_001}), "too-large", "/ms"),
        (json!({"only": "horse"}), "bad-request", "/only"),
        (json!({"prefer": "tag: hrose"}), "bad-request", "/prefer"),
        (json!({"prefer": "{tag: elephants, unit: gauls}"}), "bad-request", "/prefer"),
    ] {
        assert_eq!(ask(more.clone()), (code.to_owned(), json!(at)), "{more}");
    }
}

/// The answer to a question of the book closes the entries of its other answers, with and without a year.
#[test]
fn answers_close_entries_whether_or_not_there_is_a_year() {
    for date in [json!(null), json!("211 BC")] {
        let mut request = json!({"op": "book", "game": "fra", "book": "republican-rome", "choose": {"velites": "enrolled"}});
        if !date.is_null() {
            request["date"] = date.clone();
        }
        let answer = ok(&request);
        let entries = answer["entries"].as_array().unwrap();
        let by_answer: Vec<&str> = entries.iter().filter_map(|entry| entry["closed"].as_str()).collect();
        assert!(by_answer.iter().any(|closed| closed.contains(": ")), "{date}: {by_answer:?}");
    }
}

/// A row that an alias repeats says that edits refuse it, as they do; all others can be edited.
#[test]
fn rows_that_an_alias_repeats_cannot_be_edited() {
    let text =
        "army: A\nruleset: fra\nunits:\n  - &one {unit: spears, count: 2}\n  - *one\n  - {unit: warband}\n";
    let answer = ok(&json!({"op": "army", "list": {"text": text}}));
    let editable: Vec<bool> =
        answer["rows"].as_array().unwrap().iter().map(|row| row["editable"] == true).collect();
    assert_eq!(editable, [false, false, true]);
    for (row, may) in [("r1", false), ("r3", true)] {
        let edits = json!([{"do": "count", "at": row, "count": 3}]);
        let answer = answer_of_edit(text, &edits);
        assert_eq!(answer.get("error").is_none(), may, "{row}: {answer}");
    }
}

fn answer_of_edit(text: &str, edits: &Json) -> Json {
    answer(&json!({"op": "edit", "list": {"text": text}, "edits": edits}))
}
