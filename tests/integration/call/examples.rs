//! Runs every example of `docs/call.md`, read from that page.
//!
//! A block ```` ```json request ```` is a request. The blocks ```` ```json ok POINTER ```` after it are parts of its
//! answer, and ```` ```json error ```` is its error. In a request, the text `…` stands for the list of the examples, and
//! `"ids": "…"` for its ids; a comment before it says what differs: `<!-- text: "a" becomes "b" -->`, or
//! `<!-- after: … -->` for the second of two lists. In an answer, `…` stands for what is left out: at the end of a text,
//! and among the items of a list. Blocks ```` ```json later OP ```` are of operations that come later.

use serde_json::{Value as Json, json};

use super::{TREBIA, answer, ok, schema};

/// A block of the page: its info string, its text and the comment before it.
struct Block {
    line: usize,
    info: String,
    text: String,
    comment: String,
}

fn blocks() -> Vec<Block> {
    let page = std::fs::read_to_string("docs/call.md").unwrap();
    let (mut blocks, mut comment) = (Vec::new(), String::new());
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if let Some(info) = line.strip_prefix("```json") {
            let text: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
            let comment = std::mem::take(&mut comment);
            blocks.push(Block { line: at + 1, info: info.trim().to_owned(), text: text.join("\n"), comment });
        } else if let Some(words) = line.strip_prefix("<!-- ") {
            words.trim_end_matches(" -->").clone_into(&mut comment);
        }
    }
    blocks
}

/// Returns the list of the examples with the changes that a comment names.
fn changed_list(comment: &str, key: &str) -> String {
    let mut text = TREBIA.clone();
    let Some(changes) = comment.strip_prefix(key).and_then(|rest| rest.strip_prefix(": ")) else {
        return text;
    };
    for change in changes.split("\", \"") {
        let (old, new) = change.trim_matches('"').split_once("\" becomes \"").unwrap();
        assert_eq!(text.matches(old).count(), 1, "{old:?}");
        text = text.replace(old, new);
    }
    text
}

/// Fills in the texts and the ids of a request.
fn fill_in(request: &mut Json, key: &str, comment: &str) {
    match request {
        Json::Object(object) => {
            if object.get("text") == Some(&json!("…")) {
                let text = changed_list(comment, if key == "after" { key } else { "text" });
                object.insert("text".to_owned(), text.into());
            }
            if object.get("ids") == Some(&json!("…")) {
                let text = object["text"].clone();
                object.insert(
                    "ids".to_owned(),
                    ok(&json!({"op": "army", "list": {"text": text}}))["ids"].clone(),
                );
            }
            object.iter_mut().for_each(|(key, value)| fill_in(value, key, comment));
        }
        Json::Array(items) => items.iter_mut().for_each(|item| fill_in(item, key, comment)),
        _ => {}
    }
}

/// Returns a part of an answer: `/a/0` as in a JSON Pointer, `/a/b=c` the item whose `b` is `c`.
fn part<'a>(answer: &'a Json, pointer: &str) -> &'a Json {
    pointer.split('/').skip(1).fold(answer, |at, step| match step.split_once('=') {
        Some((key, value)) => {
            at.as_array().unwrap().iter().find(|item| item[key] == value.replace("~1", "/")).unwrap()
        }
        None => at.pointer(&format!("/{step}")).unwrap_or_else(|| panic!("no {step} in {at}")),
    })
}

/// Returns where an answer is not as shown. `None` if it is.
fn difference(shown: &Json, answer: &Json, at: &str) -> Option<String> {
    let differs = || Some(format!("{at} is {answer}, shown is {shown}"));
    match (shown, answer) {
        (Json::String(shown), _) if shown == "…" => None,
        (Json::String(shown), Json::String(text)) if shown.ends_with('…') => {
            if text.starts_with(shown.trim_end_matches('…')) { None } else { differs() }
        }
        (Json::Array(shown), Json::Array(items)) => {
            let more = json!("…");
            let mut rest = items.as_slice();
            let mut any = false;
            for (number, item) in shown.iter().enumerate() {
                if *item == more {
                    any = true;
                    continue;
                }
                let at = format!("{at}/{number}");
                let found = rest.iter().position(|other| difference(item, other, &at).is_none());
                match found.filter(|index| any || *index == 0) {
                    Some(index) => rest = &rest[index + 1..],
                    None if any || rest.is_empty() => return differs(),
                    None => return difference(item, &rest[0], &at),
                }
                any = false;
            }
            if rest.is_empty() || any { None } else { differs() }
        }
        (Json::Object(shown), Json::Object(object)) => {
            if shown.keys().ne(object.keys()) {
                return differs();
            }
            shown.iter().find_map(|(key, value)| difference(value, &object[key], &format!("{at}/{key}")))
        }
        _ if shown == answer => None,
        _ => differs(),
    }
}

#[test]
fn every_example_of_the_page_is_what_the_engine_answers() {
    let mut last = Json::Null;
    let mut compared = 0;
    for block in blocks() {
        let line = block.line;
        let mut shown: Json =
            serde_json::from_str(&block.text).unwrap_or_else(|error| panic!("line {line}: {error}"));
        match block.info.split_once(' ').unwrap_or((&block.info, "")) {
            ("request", _) => {
                fill_in(&mut shown, "", &block.comment);
                last = answer(&shown);
                if last.get("error").is_none() {
                    let op = shown["op"].as_str().unwrap();
                    assert_eq!(schema::complaint(&format!("{op}.request"), &shown), None, "line {line}");
                }
            }
            (kind @ ("ok" | "error"), pointer) => {
                let found = part(&last[kind], pointer);
                let difference = difference(&shown, found, "");
                assert_eq!(difference, None, "line {line}");
                compared += 1;
            }
            ("later", op) => {
                let code = answer(&json!({"op": op}))["error"]["code"].clone();
                assert_eq!(code, "not-available", "line {line}: \"{op}\" is here, so its example can be run");
            }
            _ => panic!("line {line}: an example is a `request`, `ok`, `error` or `later`"),
        }
    }
    assert!(compared >= 12, "{compared}");
}

#[test]
fn what_is_shown_is_compared() {
    let differs = |shown: Json, answer: Json| difference(&shown, &answer, "").is_some();
    for (shown, answer) in [
        (json!(1), json!(2)),
        (json!("ab…"), json!("ac")),
        (json!([1]), json!([1, 2])),
        (json!([1, "…", 4]), json!([1, 2, 3])),
        (json!({"a": 1}), json!({"a": 1, "b": 2})),
    ] {
        assert!(differs(shown.clone(), answer.clone()), "{shown} {answer}");
    }
    for (shown, answer) in [
        (json!("…"), json!([1])),
        (json!("ab…"), json!("abc")),
        (json!([1, "…"]), json!([1, 2])),
        (json!(["…", 3, "…"]), json!([1, 2, 3])),
        (json!({"a": ["…"]}), json!({"a": []})),
    ] {
        assert!(!differs(shown.clone(), answer.clone()), "{shown} {answer}");
    }
}
