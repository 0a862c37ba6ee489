//! Enums, by word and by kind of node; pairs and keys.

use schemars::JsonSchema;

use super::read;
use crate::read::{Located, Map, by_kind, record, words};

#[derive(Debug, JsonSchema, PartialEq)]
#[schemars(rename = "Offer", untagged)]
enum Offer {
    Word(Located<String>),
    Detail(Detail),
    Several(Vec<Offer>),
}
by_kind! { Offer: Scalar => Word, Map => Detail, Seq => Several }

#[derive(Debug, JsonSchema, PartialEq)]
#[schemars(transform = Self::schema_as_read)]
struct Detail {
    cost: i64,
    per: Option<Per>,
}
record! { Detail: cost, per }

#[derive(Debug, JsonSchema, PartialEq)]
#[schemars(rename_all = "kebab-case")]
enum Per {
    Model,
    Element,
}
words! { Per: "model" => Model, "element" => Element }

#[derive(Debug, PartialEq)]
enum Baggage {
    Yes,
    Detail(Detail),
}
by_kind! { Baggage: True => Yes, Map => Detail }

#[test]
fn the_kind_of_a_node_chooses_the_enum_variant() {
    let (offers, findings) = read::<Vec<Offer>>("[a, {cost: 1}, [b, {cost: 2}]]\n");
    assert_eq!(findings, [""; 0]);
    let word = |w: &str| Offer::Word(Located { value: w.to_owned(), ..Located::default() });
    let detail = |cost| Offer::Detail(Detail { cost, per: None });
    assert_eq!(offers.unwrap(), [word("a"), detail(1), Offer::Several(vec![word("b"), detail(2)])]);
}

#[test]
fn faults_inside_a_variant_keep_their_spans_and_known_keys() {
    let (offers, findings) = read::<Map<Offer>>("x: {cots: 1}\ny: [{cost: z}, ]\nz:\n");
    assert_eq!(
        findings,
        [
            "unknown-key [cots] unknown key \"cots\" in `x` (write `cost`)",
            "wrong-type [z] `cost` is text \"z\"; expected a whole number (write a whole number, such as 2)",
            "wrong-type [z] `z` is empty; expected text",
        ]
    );
    assert_eq!(offers.unwrap().len(), 2);
}

#[test]
fn a_kind_of_node_without_a_variant_is_refused() {
    assert_eq!(read::<Map<Baggage>>("a: true\nb: {cost: 1}\n").1, [""; 0]);
    assert_eq!(
        read::<Map<Baggage>>("a: yes\nb: [x]\nc: false\nd:\n").1,
        [
            "wrong-type [yes] `a` is text \"yes\"; expected `true` or a map (write `true`)",
            "wrong-type [[x]] `b` is a list; expected `true` or a map",
            "wrong-type [false] `c` is `false`; expected `true` or a map",
            "wrong-type [d] `d` is empty; expected `true` or a map",
        ]
    );
}

#[test]
fn enums_of_words_accept_only_known_words() {
    let (all, findings) = read::<Map<Per>>("a: model\nb: \"element\"\n");
    assert_eq!(findings, [""; 0]);
    assert_eq!(all.unwrap().0.into_values().collect::<Vec<_>>(), [Per::Model, Per::Element]);
    let (all, findings) = read::<Map<Per>>("a: modle\nb: {model: 3}\nc: [model]\nd:\ne: element\n");
    assert_eq!(
        findings,
        [
            "bad-value [modle] `a` is text \"modle\"; expected `model` or `element` (write `model`)",
            "wrong-type [{model: 3}] `b` is a map; expected `model` or `element`",
            "wrong-type [[model]] `c` is a list; expected `model` or `element`",
            "wrong-type [d] `d` is empty; expected `model` or `element`",
        ]
    );
    assert_eq!(all.unwrap().keys().map(|k| k.as_str()).collect::<Vec<_>>(), ["e"]);
}

#[test]
fn tuples_of_another_length_are_refused() {
    let (rows, findings) = read::<Vec<(u32, String)>>("[[1, a], [2], [x, b], [3, c, d], [4, e]]\n");
    assert_eq!(
        findings,
        [
            "wrong-type [[2]] an item of the list is a list of 1; expected a list of 2",
            "wrong-type [x] an item of the list is text \"x\"; expected a whole number (write a whole number, such as 2)",
            "wrong-type [[3, c, d]] an item of the list is a list of 3; expected a list of 2",
        ]
    );
    assert_eq!(rows.unwrap(), [(1, "a".to_owned()), (4, "e".to_owned())]);
}

#[test]
fn keys_are_read_as_text_even_if_they_look_like_numbers() {
    let (map, findings) = read::<Map<String>>("1: a\nnull: b\ntrue: c\n~: d\n");
    assert_eq!(findings, [""; 0]);
    assert_eq!(map.unwrap().keys().map(|k| k.as_str()).collect::<Vec<_>>(), ["1", "null", "true", "~"]);
}

#[test]
fn schemas_agree_with_the_readers() {
    let offer = serde_json::to_value(schemars::schema_for!(Offer)).unwrap();
    assert_eq!(offer["title"], "Offer");
    let kinds: Vec<_> = offer["anyOf"].as_array().unwrap().iter().map(|s| s["type"].clone()).collect();
    assert_eq!(kinds, ["string".into(), serde_json::Value::Null, "array".into()]);
    assert!(offer["anyOf"][1]["$ref"].is_string());
    let map = serde_json::to_value(schemars::schema_for!(Map<u8>)).unwrap();
    assert_eq!((&map["type"], &map["additionalProperties"]["type"]), (&"object".into(), &"integer".into()));
}
