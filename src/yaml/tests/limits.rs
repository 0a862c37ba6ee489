//! Hostile and huge files are parsed quickly, and reported.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::finding::{Code, FileId};
use crate::read::{Map, read_text, record};
use crate::yaml::{Parsed, parse_yaml};

fn quickly(text: &str) -> Parsed<'_> {
    let start = Instant::now();
    let parsed = parse_yaml(FileId::CHECKED, text);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    parsed
}

#[test]
fn aliases_of_aliases_cannot_exhaust_memory() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for n in 1..30 {
        let many = vec![format!("*a{}", n - 1); 10].join(", ");
        writeln!(text, "a{n}: &a{n} [{many}]").unwrap();
    }
    let parsed = quickly(&text);
    assert_eq!(parsed.findings.iter().map(|f| f.code).collect::<Vec<_>>(), [Code::TooLarge]);
    let flat = format!("a: &a x\nb: [{}]\n", "*a,".repeat(1_000_001));
    assert_eq!(quickly(&flat).findings[0].code, Code::TooLarge);
}

#[test]
fn deep_nesting_is_refused() {
    let block: String = (0..2_000).fold(String::new(), |text, n| text + &" ".repeat(n) + "a:\n");
    for text in ["[".repeat(100_000), "{a: ".repeat(100_000), "- ".repeat(100_000), block] {
        let parsed = quickly(&text);
        assert_eq!(parsed.findings.iter().map(|f| f.code).collect::<Vec<_>>(), [Code::TooLarge]);
    }
}

#[test]
fn aliases_cannot_nest_deeper_than_the_limit() {
    let mut text = "a0: &a0 [x]\n".to_owned();
    for n in 1..200 {
        writeln!(text, "a{n}: &a{n} [*a{}]", n - 1).unwrap();
    }
    assert_eq!(quickly(&text).findings[0].code, Code::TooLarge);
}

#[derive(Debug)]
struct Nested {
    a: Option<Box<Nested>>,
    b: Vec<Nested>,
}
record! { Nested: a, b }

#[test]
fn values_at_the_deepest_allowed_level_are_read() {
    let text = format!("{}c: 1{}", "{a: ".repeat(127).trim_end_matches("a: "), "}".repeat(127));
    let read = read_text::<Nested>(FileId::CHECKED, &text);
    assert_eq!(read.findings.iter().map(|f| f.code).collect::<Vec<_>>(), [Code::UnknownKey]);
    let mut depth = 0;
    let mut next = read.value.as_ref();
    while let Some(nested) = next {
        depth += 1;
        next = nested.a.as_deref().or(nested.b.first());
    }
    assert_eq!(depth, 127);
}

#[test]
fn very_many_findings_are_cut_off() {
    let text: String = (0..100_000).fold(String::new(), |mut text, n| {
        writeln!(text, "k{n}: x{n}").unwrap();
        text
    });
    let start = Instant::now();
    let numbers = read_text::<Map<u32>>(FileId::CHECKED, &text);
    assert_eq!(numbers.findings.len(), 901);
    assert_eq!(numbers.findings[900].message, "99100 more faults from here on are not listed");
    let nested = read_text::<Nested>(FileId::CHECKED, &text);
    assert_eq!(nested.findings.len(), 901);
    assert!(nested.value.is_some());
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}
