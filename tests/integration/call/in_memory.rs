//! Libraries of files in memory.

use muster::call::read_library;
use muster::{Library, call};
use serde_json::{Value as Json, json};

use super::{LIBRARY, answer_from};

const TOY: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
units:
  foot: {name: Foot, cost: 10}
";
const BOOK: &str = "\
book: romans
ruleset: toy
name: Romans
version: 1.0.0
entries:
  hastati: {unit: foot, name: Hastati, max: 2}
";
const CUP: &str = "event: cup\nname: Cup\nlimits:\n  few: {count: {unit: foot}, max: 1}\n";
const LIST: &str = "army: A\nruleset: toy\nbook: romans\npoints: 30\nunits: [{unit: hastati, count: 2}]\n";

fn library() -> Library {
    let file = |path: &str, text: &str| json!({"path": path, "text": text});
    let json = json!({"files": [
        file("club/rulesets/toy/ruleset.yaml", TOY),
        file("club/rulesets/toy/books/r.yaml", BOOK),
        file("club/cup.yaml", CUP),
        file("club/notes.yaml", "what: ever\n"),
    ]});
    read_library(&json.to_string()).unwrap()
}

fn ok(library: &Library, request: &Json) -> Json {
    let answer = answer_from(library, &request.to_string());
    assert!(answer.get("error").is_none(), "{answer}");
    answer["ok"].clone()
}

#[test]
fn rulesets_books_and_events_are_found_in_memory() {
    let games = ok(&library(), &json!({"op": "games"}));
    let game = &games["games"][0];
    assert_eq!(games["games"].as_array().unwrap().len(), 1, "no built-in ruleset is there");
    assert_eq!((&game["id"], &game["from"]), (&json!("toy"), &json!("club/rulesets/toy/ruleset.yaml")));
    assert_eq!(game["books"][0]["id"], "romans");
    assert_eq!(games["events"], json!([{"path": "club/cup.yaml", "id": "cup", "name": "Cup"}]));
    let findings: Vec<&str> = games["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["labels"][0]["path"].as_str().unwrap())
        .collect();
    assert_eq!(findings, ["club/notes.yaml"], "a file that is not used is named");
}

#[test]
fn a_list_is_checked_by_rules_in_memory_and_under_their_events() {
    let library = library();
    let request = json!({"op": "check", "list": {"text": LIST}});
    assert_eq!(ok(&library, &request)["list"]["verdict"], "legal");
    let event = json!({"op": "check", "list": {"text": LIST}, "event": {"path": "club/cup.yaml"}});
    let list = ok(&library, &event)["list"].clone();
    assert_eq!(
        (&list["verdict"], &list["findings"][0]["rule"]),
        (&json!("illegal"), &json!("cup/limits/few"))
    );
    assert_eq!(ok(&library, &request)["list"]["verdict"], "legal", "the event was for one call");
    let own = json!({"op": "check", "list": {"text": LIST}, "event": {"path": "x.yaml", "text": CUP}});
    assert_eq!(ok(&library, &own)["list"]["verdict"], "illegal");
}

#[test]
fn a_club_hides_a_built_in_ruleset_and_nothing_is_read_from_the_disk() {
    let files = vec![("quick/ruleset.yaml".to_owned(), TOY.replace("ruleset: toy", "ruleset: quick"))];
    let library = Library::from_files(true, files);
    let games = ok(&library, &json!({"op": "games"}));
    let quick = games["games"].as_array().unwrap().iter().find(|game| game["id"] == "quick").unwrap();
    assert_eq!(quick["from"], "quick/ruleset.yaml");
    assert!(games["games"].as_array().unwrap().len() > 1);
    // These folders are on the disk, where the tests run
    let empty = Library::from_files(false, vec![("rulesets/none/ruleset.yaml".to_owned(), String::new())]);
    assert_eq!(ok(&empty, &json!({"op": "games"}))["games"], json!([]));
}

#[test]
fn an_unknown_file_and_an_event_with_errors_are_said_with_their_place() {
    let library = library();
    let error = |event: Json| {
        let request = json!({"op": "check", "list": {"text": LIST}, "event": event});
        answer_from(&library, &request.to_string())["error"].clone()
    };
    let unknown = error(json!({"path": "club/cpu.yaml"}));
    assert_eq!((&unknown["code"], &unknown["at"]), (&json!("unknown-file"), &json!("/event/path")));
    assert_eq!(unknown["help"], "did you mean \"club/cup.yaml\"?");
    let faulty = error(json!({"path": "x.yaml", "text": "event: x\nname: X\npints: 5\n"}));
    assert_eq!((&faulty["code"], &faulty["at"]), (&json!("bad-request"), &json!("/event/text")));
    assert_eq!(faulty["place"]["line"], 3);
    assert_eq!(faulty["findings"][0]["code"], "unknown-key");
}

#[test]
fn an_answer_does_not_depend_on_what_was_asked_before() {
    // The ruleset has a warning, which belongs to the lists that use it and to no others
    let files = || {
        let toy = TOY.to_owned() + "limits:\n  never: {count: {unit: foot, option: none-such}, max: 1}\n";
        vec![("toy/ruleset.yaml".to_owned(), toy), ("toy/books/r.yaml".to_owned(), BOOK.to_owned())]
    };
    let requests = [
        json!({"op": "check", "list": {"text": LIST}}),
        json!({"op": "check", "list": {"text": "army: B\nruleset: quick\nunits: []\n"}}),
        json!({"op": "games"}),
    ];
    let fresh: Vec<String> = requests
        .iter()
        .map(|request| call(&Library::from_files(true, files()), &request.to_string()))
        .collect();
    let library = Library::from_files(true, files());
    for _ in 0..2 {
        for (request, first) in requests.iter().zip(&fresh).rev() {
            assert_eq!(&call(&library, &request.to_string()), first);
        }
    }
    assert!(fresh[0].contains("none-such"), "{}", fresh[0]);
    assert!(!fresh[1].contains("none-such"), "{}", fresh[1]);
}

#[test]
fn a_library_that_is_not_one_is_an_error_with_its_place() {
    let error = |json: Json| {
        let text = read_library(&json.to_string()).unwrap_err();
        let answer: Json = serde_json::from_str(&text).unwrap();
        (answer["error"]["code"].as_str().unwrap().to_owned(), answer["error"]["at"].clone())
    };
    let file = |path: &str| json!({"path": path, "text": ""});
    assert_eq!(error(json!([])), ("bad-request".to_owned(), Json::Null));
    assert_eq!(error(json!({"builtin": true})), ("bad-request".to_owned(), json!("/builtin")));
    let twice = json!({"files": [file("a"), file("b"), file("a")]});
    assert_eq!(error(twice), ("bad-request".to_owned(), json!("/files/2/path")));
    let many: Vec<Json> = (0..10_001).map(|n| file(&n.to_string())).collect();
    assert_eq!(error(json!({"files": many})), ("too-large".to_owned(), json!("/files")));
    // Paths are only names
    for path in ["", "/", "..", "../../etc/passwd", "a\0b/ruleset.yaml", "C:\\x", "x/books/y.yaml"] {
        let library = read_library(&json!({"files": [file(path)]}).to_string()).unwrap();
        assert_eq!(ok(&library, &json!({"op": "games"}))["games"], json!([]), "{path:?}");
    }
    assert!(LIBRARY.list_rulesets().len() > 1);
}
