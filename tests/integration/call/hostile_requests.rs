//! Requests that nobody meant: each gets an answer in valid JSON, and none is a fault of the engine.

use muster::call;
use serde_json::{Value as Json, json};

use super::{LIBRARY, TREBIA, answer_from, list};

/// A small generator of numbers that are the same on every machine.
struct Seeded(u64);

impl Seeded {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below.max(1)
    }
}

fn valid_requests() -> Vec<Json> {
    let short = "army: A\nruleset: fra\npoints: 100\nunits: [{unit: spears, name: X, count: 2}]\n";
    vec![
        json!({"version": 1, "op": "check", "list": list(short), "also": ["check", "army"]}),
        json!({"op": "check", "list": {"text": *TREBIA, "path": "x", "draft": true}}),
        json!({"op": "army", "list": list(short), "event": {"path": "e", "text": "event: e\nname: E\n"}}),
        json!({"op": "games"}),
        json!({"op": "book", "game": "fra", "book": "numidia", "mode": "points", "date": "204 BC", "choose": {}}),
        json!({"op": "start", "game": "wab", "points": "4/3", "name": "N"}),
        json!({"op": "summary", "lists": [list(short), list("")]}),
        json!({"op": "explain", "word": "fra/limits/one-general", "game": "fra"}),
        json!({"op": "compare", "before": list(short), "after": list(&short.replace("count: 2", "count: 3"))}),
        json!({"op": "fix", "list": list(&short.replace("spears", "speers"))}),
        json!({"op": "rooms", "list": list(short)}),
        json!({"op": "edit", "list": list(short), "edits": [
            {"do": "add", "at": "c1", "value": {"unit": "spears", "options": [{"veteran": "melee"}]}, "label": "$a"},
            {"do": "count", "at": "$a", "count": 3},
            {"do": "move", "at": "r1", "to": "reserves"},
            {"do": "take", "at": "/units/0", "option": "shieldwall"},
        ]}),
        json!({"op": "edit", "list": list(short), "edits": [
            {"do": "text", "at": "army", "changes": [{"start": 6, "end": 7, "text": "B"}]},
        ]}),
        json!({"op": "offers", "list": list(short), "for": [{"at": "r1", "what": ["count", "take"]}], "trial": false}),
        json!({"op": "try", "list": list(short), "then": false, "tries": [[{"do": "remove", "at": "r1"}], []]}),
        json!({"op": "suggest", "list": list(short), "most": 1, "keep": ["r1"], "only": "units", "prefer": "unit: spears", "effort": 20}),
        json!({"op": "render", "lists": [list(short)], "sheet": "cards", "format": "text", "gutter": "3"}),
    ]
}

/// Changes one value somewhere in a request.
fn mutate_value(value: &mut Json, seeded: &mut Seeded) {
    let odd = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(18_446_744_073_709_551_615_u64),
        json!("\u{0}\u{202e}…"),
        json!([]),
        json!({}),
        json!([[[{}]]]),
        json!({"a": {"b": 1}}),
    ];
    match value {
        Json::Object(object) if !object.is_empty() && seeded.next(5) > 0 => {
            let at = seeded.next(object.len());
            if let Some(inner) = object.values_mut().nth(at) {
                mutate_value(inner, seeded);
            }
        }
        Json::Array(items) if !items.is_empty() && seeded.next(5) > 0 => {
            let at = seeded.next(items.len());
            mutate_value(&mut items[at], seeded);
        }
        Json::String(text) if seeded.next(3) > 0 => {
            let mut at = seeded.next(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match seeded.next(3) {
                0 => text.truncate(at),
                1 => text.insert(at, ['&', '*', ':', '\n', '{', '\u{feff}', '\r', '"'][seeded.next(8)]),
                _ => text.insert_str(at, "9999999999999999999"),
            }
        }
        other => *other = odd[seeded.next(odd.len())].clone(),
    }
}

/// Changes the text of a request.
fn mutate_text(text: &mut String, seeded: &mut Seeded) {
    let mut at = seeded.next(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    match seeded.next(7) {
        0 => text.truncate(at),
        1 => text.insert_str(at, &"[".repeat(10_000)),
        2 => text.insert_str(at, &"{\"a\":".repeat(10_000)),
        3 => text.insert_str(at, "99999999999999999999999999999999999e99999"),
        4 => text.insert_str(at, "\"op\":\"check\",\"op\":\"check\","),
        5 => text.insert(at, ['"', '\\', '\u{0}', '}', ']', ',', '\u{feff}'][seeded.next(7)]),
        _ => {
            let mut end = at + seeded.next(20).min(text.len() - at);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.replace_range(at..end, "");
        }
    }
}

#[test]
fn two_thousand_mutated_requests_all_have_an_answer() {
    let requests = valid_requests();
    for request in &requests {
        let answer = answer_from(&LIBRARY, &request.to_string());
        assert!(answer.get("ok").is_some(), "{request}: {answer}");
    }
    let mut seeded = Seeded(20);
    for number in 0..2_000 {
        let mut request = requests[seeded.next(requests.len())].clone();
        let mut text = if seeded.next(2) == 0 {
            (0..=seeded.next(3)).for_each(|_| mutate_value(&mut request, &mut seeded));
            request.to_string()
        } else {
            request.to_string()
        };
        if seeded.next(2) == 0 {
            mutate_text(&mut text, &mut seeded);
        }
        let shown: String = text.chars().take(500).collect();
        let answer = answer_from(&LIBRARY, &text);
        assert_eq!(answer["version"], 1, "{number}: {shown}");
        assert!(answer.get("ok").is_some() != answer.get("error").is_some(), "{number}: {shown}");
        assert_ne!(answer["error"]["code"], "internal", "{number}: {shown}");
    }
}

#[test]
fn what_is_beyond_a_bound_is_too_large_at_its_key() {
    let error = |request: &str| {
        let answer = answer_from(&LIBRARY, request);
        (answer["error"]["code"].as_str().unwrap_or_default().to_owned(), answer["error"]["at"].clone())
    };
    let too_large = |at: Json| ("too-large".to_owned(), at);
    let huge = format!("{{\"op\": \"check\", \"list\": {{\"text\": \"{}\"}}}}", "x".repeat(64 * 1024 * 1024));
    assert_eq!(error(&huge), too_large(Json::Null));
    let lists = json!({"op": "summary", "lists": vec![list(""); 1_001]});
    assert_eq!(error(&lists.to_string()), too_large(json!("/lists")));
    let many = "army: A\nruleset: fra\nunits: [{unit: spears, count: 1000000}]\n";
    let cards = json!({"op": "render", "lists": [list(many)], "sheet": "cards"});
    assert_eq!(error(&cards.to_string()), too_large(json!("/lists")));
    // What is too large in a list is a finding, which is an answer
    let deep = json!({"op": "check", "list": list(&format!("army: {}", "[".repeat(10_000)))});
    let findings = answer_from(&LIBRARY, &deep.to_string())["ok"]["list"]["findings"].clone();
    assert!(findings.as_array().unwrap().iter().any(|finding| finding["code"] == "too-large"), "{findings}");
}

#[test]
fn names_come_as_written_and_escaped() {
    let name = "\u{202e}<script>\u{1b}[31m\u{2028}";
    let text = format!("army: {}\nruleset: fra\nunits: []\n", json!(name));
    let request = json!({"op": "army", "list": list(&text)}).to_string();
    let answer = call(&LIBRARY, &request);
    assert!(!answer.contains(['\u{202e}', '\u{1b}', '\u{2028}']), "{answer}");
    assert_eq!(answer_from(&LIBRARY, &request)["ok"]["name"], name);
}
