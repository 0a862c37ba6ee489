//! The structure of the tree, and the positions of its nodes.

use super::parsed;
use crate::finding::FileId;
use crate::yaml::{Node, NodeContent, TextStyle, parse_yaml};

/// Returns the text of every node, depth first.
fn words(text: &str) -> Vec<String> {
    fn walk(text: &str, node: &Node<'_>, out: &mut Vec<String>) {
        out.push(text[node.span.start as usize..node.span.end as usize].to_owned());
        match &node.content {
            NodeContent::Scalar { .. } => {}
            NodeContent::Seq(items) => items.iter().for_each(|n| walk(text, n, out)),
            NodeContent::Map(entries) => entries.iter().for_each(|(k, v)| {
                walk(text, k, out);
                walk(text, v, out);
            }),
        }
    }
    let mut out = Vec::new();
    walk(text, &parse_yaml(FileId::CHECKED, text).root.unwrap(), &mut out);
    out
}

#[test]
fn spans_are_those_of_the_written_words() {
    assert_eq!(words("ä: ö  # c\n"), ["ä: ö", "ä", "ö"]);
    assert_eq!(words("a: 'it''s'\nb: \"é\"\n")[2..], ["'it''s'", "b", "\"é\""]);
    assert_eq!(
        words("é: {b: [1, 2 ] , c}\nd: 1"),
        ["é: {b: [1, 2 ] , c}\nd: 1", "é", "{b: [1, 2 ] , c}", "b", "[1, 2 ]", "1", "2", "c", "", "d", "1"]
    );
    assert_eq!(words("a: &x b\nc: &y\n  d: 1\n\n\ne: *x\n")[2..], ["b", "c", "d: 1", "d", "1", "e", "b"]);
}

#[test]
fn spans_of_blocks_end_with_their_last_word() {
    assert_eq!(words("a: |\n  x\n  y\n\n\nb: 1\n")[2], "x\n  y");
    assert_eq!(words("a:\n  b: 1   # c\n\n# d\ne: 2\n")[2], "b: 1");
    assert_eq!(words("a:\n- x\n- y\n\nb: 1\n")[2], "- x\n- y");
    assert_eq!(words("a:\n  - x\n  -\nb:\n")[2..], ["- x\n  -", "x", "-", "b", ""]);
}

#[test]
fn crlf_and_byte_order_marks_do_not_shift_spans() {
    let text = "\u{feff}ä: ö\r\nb: |\r\n  x\r\n  y\r\nc: 'z'\r\n";
    assert_eq!(words(text)[1..], ["ä", "ö", "b", "x\r\n  y", "c", "'z'"]);
    let root = parse_yaml(FileId::CHECKED, text).root.unwrap();
    assert_eq!(root.get("b").unwrap().as_str(), Some("x\ny\n"));
}

#[test]
fn only_line_feeds_end_lines() {
    let root = parse_yaml(FileId::CHECKED, "a: x\u{85}y\nb: x\u{2028}y: z\n").root;
    assert_eq!(root.unwrap().get("a").unwrap().as_str(), Some("x\u{85}y"));
    let root = parse_yaml(FileId::CHECKED, "b: x\u{2028}y\n").root.unwrap();
    assert_eq!(root.get("b").unwrap().as_str(), Some("x\u{2028}y"));
}

#[test]
fn only_empty_values_and_null_are_null() {
    let text = "a:\nb: ~\nc: null\nd: \"\"\ne: 'null'\nf: NULL\n";
    let root = parse_yaml(FileId::CHECKED, text).root.unwrap();
    let nulls = ["a", "b", "c", "d", "e", "f"].map(|k| root.get(k).unwrap().is_null());
    assert_eq!(nulls, [true, true, true, false, false, false]);
    assert_eq!(root.get("a").unwrap().as_str(), Some(""));
}

#[test]
fn trees_agree_with_an_independent_parser() {
    for text in [
        "a: 1\nb: -2\nc: [x, 'y', \"z\\n\", true, null, ~]\n",
        "- a: {b: {c: [[], {}, [1, [2]]]}}\n- |\n  text\n   more\n\n- >-\n  folded\n  text\n",
        "? x\n: y\nempty:\nlist:\n- 1\n-\n- - deep\n  - er\n",
        "a: &x {b: 1}\nc: *x\nd: [*x, *x]\n",
        "a: multi\n  line\nb: 'multi\n\n  line'\nc: \"es\\\n  caped \\u00e9 \\\"\"\n",
        "\"quoted key\": 'it''s'\n'1': 2\nx: a#b\ny: a:b\nz: http://c\n",
        "a: [b: 1, {c: 2}]\n",
    ] {
        let other: serde_yaml::Value = serde_yaml::from_str(text).unwrap();
        let ours = parse_yaml(FileId::CHECKED, text);
        assert_eq!((ours.root.map(|root| value(&root)), ours.findings), (Some(other), vec![]), "{text}");
    }
}

/// Converts a tree to the form of an independent YAML library, in which text without quotes may be a number,
/// a truth value or null.
fn value(node: &Node<'_>) -> serde_yaml::Value {
    match &node.content {
        NodeContent::Scalar { .. } if node.is_null() => serde_yaml::Value::Null,
        NodeContent::Scalar { text, style: TextStyle::Plain } => match text.as_ref() {
            "true" => true.into(),
            "false" => false.into(),
            text => text.parse::<i64>().map_or_else(|_| text.into(), Into::into),
        },
        NodeContent::Scalar { text, .. } => text.as_ref().into(),
        NodeContent::Seq(items) => items.iter().map(value).collect(),
        NodeContent::Map(entries) => {
            let key = |key: &Node<'_>| serde_yaml::Value::from(key.as_str().unwrap_or_default());
            entries.iter().map(|(k, v)| (key(k), value(v))).collect::<serde_yaml::Mapping>().into()
        }
    }
}

#[test]
fn merge_keys_add_only_missing_keys() {
    let text = "x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\nz:\n  <<: [*x, *y]\n  a: 5\n";
    let root = parse_yaml(FileId::CHECKED, text).root.unwrap();
    let z = root.get("z").unwrap();
    let value = |k: &str| z.get(k).and_then(Node::as_str);
    assert_eq!([value("a"), value("b"), value("c"), value("<<")], [Some("5"), Some("2"), Some("4"), None]);
    assert_eq!(parsed(text), [""; 0]);
    assert_eq!(parsed("a:\n  <<: 3\n"), ["wrong-type [3] `<<` takes a map or a list of maps"]);
}

#[test]
fn repeated_keys_are_reported_and_the_first_is_kept() {
    let text = "é: 1\nb: 2\né: 3\n";
    let parsed = parse_yaml(FileId::CHECKED, text);
    assert_eq!(parsed.root.unwrap().get("é").unwrap().as_str(), Some("1"));
    let labels: Vec<_> = parsed.findings[0].labels.iter().map(|l| (l.span.start, l.span.end)).collect();
    assert_eq!(labels, [(11, 13), (0, 2)]);
    let many: String = (0..100).fold(String::new(), |text, n| text + &format!("k{n}: {n}\n"));
    assert_eq!(
        super::parsed(&(many + "k7: x\n")),
        ["duplicate-key [k7|k7] \"k7\" is given twice (keep one of the two)"]
    );
}

#[test]
fn keys_are_read_as_text() {
    let help = "put quotes around it if it is meant as text";
    assert_eq!(
        parsed("[a]: b\n{x: y}: z\nc: d\n"),
        [
            format!("wrong-type [[a]] a list is here, but a key is expected ({help})"),
            format!("wrong-type [{{x: y}}] a map is here, but a key is expected ({help})"),
        ]
    );
}
