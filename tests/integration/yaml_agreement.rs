//! Compares our YAML reader with an independent one: for every correct file of the repository, the tree must
//! be what `serde_yaml` makes of the text after applying merge keys.
use crate::common::{file, yaml_files};
use muster::finding::FileId;
use muster::yaml::{Node, NodeContent, TextStyle, parse_yaml};
use serde_yaml::{Mapping, Value};

/// Converts our tree to the other reader's values. Our scalars are text; what a plain one means is worked out
/// here, by the core schema of YAML 1.2 as specified (10.3.2).
fn value(node: &Node<'_>) -> Value {
    match &node.content {
        NodeContent::Scalar { text, style: TextStyle::Plain } => plain(text),
        NodeContent::Scalar { text, .. } => Value::String(text.to_string()),
        NodeContent::Seq(items) => Value::Sequence(items.iter().map(value).collect()),
        NodeContent::Map(entries) => {
            Value::Mapping(entries.iter().map(|(k, v)| (value(k), value(v))).collect::<Mapping>())
        }
    }
}

fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        ".nan" | ".NaN" | ".NAN" | ".inf" | ".Inf" | ".INF" | "+.inf" | "-.inf" => {
            panic!("no file of ours has {text}")
        }
        _ => {}
    }
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let bare = text.strip_prefix(['+', '-']).unwrap_or(text);
    // An integer: [-+]? [0-9]+
    if digits(bare) {
        // The other reader treats digits after a leading zero as text, like a telephone number
        if bare.len() > 1 && bare.starts_with('0') {
            return Value::String(text.to_owned());
        }
        return Value::Number(text.strip_prefix('+').unwrap_or(text).parse::<i64>().unwrap().into());
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(n) = text.strip_prefix(prefix).and_then(|d| i64::from_str_radix(d, radix).ok()) {
            return Value::Number(n.into());
        }
    }
    // A fraction: [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
    let (mantissa, exponent) = bare.split_once(['e', 'E']).map_or((bare, None), |(m, e)| (m, Some(e)));
    let exponent_fits = exponent.is_none_or(|e| digits(e.strip_prefix(['+', '-']).unwrap_or(e)));
    let (whole, part) = mantissa.split_once('.').map_or((mantissa, None), |(w, p)| (w, Some(p)));
    let mantissa_fits = match part {
        None | Some("") => digits(whole),
        Some(part) => digits(part) && (whole.is_empty() || digits(whole)),
    };
    if mantissa_fits && exponent_fits {
        return Value::Number(text.parse::<f64>().unwrap().into());
    }
    Value::String(text.to_owned())
}

fn theirs(text: &str) -> Value {
    let mut value: Value = serde_yaml::from_str(text).unwrap();
    value.apply_merge().unwrap();
    value
}

/// Returns the first place where two values differ, such as `units/2/name`.
fn difference(at: &str, ours: &Value, theirs: &Value) -> Option<String> {
    match (ours, theirs) {
        (Value::Mapping(a), Value::Mapping(b)) => {
            for (key, value) in a {
                let place = format!("{at}/{key:?}");
                let Some(other) = b.get(key) else { return Some(format!("{place}: only ours")) };
                if let Some(found) = difference(&place, value, other) {
                    return Some(found);
                }
            }
            b.keys().find(|k| !a.contains_key(*k)).map(|k| format!("{at}/{k:?}: only theirs"))
        }
        (Value::Sequence(a), Value::Sequence(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(i, (a, b))| difference(&format!("{at}/{i}"), a, b))
        }
        (a, b) => (a != b).then(|| format!("{at}: {a:?} and {b:?}")),
    }
}

fn agree(name: &str, text: &str) {
    let parsed = parse_yaml(FileId::CHECKED, text);
    assert!(parsed.findings.is_empty() && !parsed.is_partial, "{name}: {:#?}", parsed.findings);
    let ours = value(&parsed.root.unwrap_or_else(|| panic!("{name} is empty")));
    if let Some(found) = difference("", &ours, &theirs(text)) {
        panic!("{name}{found}");
    }
}

#[test]
fn readers_agree_on_every_correct_file_of_the_repository() {
    let mut files: Vec<String> = Vec::new();
    for folder in [
        "rulesets",
        "lists",
        "tests/data/ok",
        "tests/data/rulesets",
        "tests/data/oracles",
        "tests/data/games",
    ] {
        let found = yaml_files(folder);
        assert!(!found.is_empty(), "nothing in {folder}");
        files.extend(found);
    }
    for name in files {
        let text = file(&name);
        // The other reader accepts only one document, and treats a byte order mark as a character
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        agree(&name, text);
    }
}

#[test]
fn readers_agree_on_syntax_that_our_files_do_not_use() {
    for text in [
        // Anchors, aliases and merge keys, with nearer values taking precedence
        "a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: *a\n",
        "a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc:\n  <<: [*a, *b]\n  w: 4\n",
        "a: &list [1, 2]\nb: *list\nc: {d: *list}\n",
        "base: &base\n  units: [one, two]\n  size: 3\nmore:\n  size: 4\n  <<: *base\n",
        // Scalars of every style
        "a: 'it''s'\nb: \"tab\\tand \\u00e9\"\nc: |\n  two\n  lines\nd: >\n  folded\n  text\n\n  and more\ne: |-\n  bare\n",
        "plain: over\n  two lines\nnext: # only a comment\nlast: a#b\n",
        "t: true\nf: FALSE\nn: ~\nnone:\nyes: yes\nno: no\non: on\n",
        "a: -3\nb: +2\nc: 4.10\nd: 1e3\ne: .5\nf: 007\ng: 1-2\nh: 1/4\ni: 86%\nj: 218 BC\nk: 0x1F\nl: 0o17\nm: -0.5\nn: 1.\no: 12e\np: 1_000\n",
        "- [a, [b, {c: d}], []]\n- {}\n-\n  - deep\n  -\n    - deeper\n",
        "? a\n: b\n? c\n",
        "%YAML 1.2\n---\na: b\n",
        "---\na: b\n...\n",
        "url: http://x/y\ntime: 12:30\nquote: \"a: b\"\nbracket: \"[x]\"\n",
        "key with blanks: value with blanks\n\"quoted key\": 1\n'other': 2\n",
        "a:\n- same\n- indent\nb:\n  - more\n",
        "windows: 1\r\nends:\r\n  - a\r\n  - b\r\n",
        "ünïcode: Ἀννίβας\nelephant: 🐘\n",
    ] {
        agree(text, text);
    }
}

#[test]
fn a_difference_is_noticed() {
    let ours = |text| value(&parse_yaml(FileId::CHECKED, text).root.unwrap());
    assert_eq!(difference("", &ours("a: [1, {b: 2}]"), &theirs("a: [1, {b: 2}]")), None);
    for other in ["a: [1, {b: 3}]", "a: [1, {b: '2'}]", "a: [1]", "a: [1, {b: 2}]\nc: 1", "a: [1, {d: 2}]"] {
        assert!(difference("", &ours("a: [1, {b: 2}]"), &theirs(other)).is_some(), "{other}");
    }
}
