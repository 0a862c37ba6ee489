//! Reading one top-level key gives the same value as parsing the whole file.

use super::super::{parse_yaml, read_top_key};
use crate::finding::FileId;

fn whole(text: &str, key: &str) -> Option<String> {
    parse_yaml(FileId::CHECKED, text).root?.get(key)?.as_str().map(str::to_owned)
}

#[test]
fn the_top_key_is_read_without_parsing_the_rest() {
    let text = "# c\nunits: [{army: no}, [x]]\n\"army\": &a A # c\nrest: [\n";
    assert_eq!(read_top_key(text, "army").as_deref(), Some("A"));
    assert_eq!(read_top_key("{a: {b: c}, army: 'x y'}", "army").as_deref(), Some("x y"));
}

#[test]
fn a_top_key_that_is_not_plain_text_needs_a_full_parse() {
    for text in [
        "",
        "army:",
        "army: ~",
        "army: [a]",
        "army: *a",
        "- army: a",
        "army",
        "<<: {army: a}",
        "? [army]\n: a",
    ] {
        assert_eq!(read_top_key(text, "army"), None, "{text}");
    }
}

#[test]
fn quick_and_full_parsing_agree_on_every_truncated_file() {
    let text =
        "b: &x {army: n}\n<<: *x\n? c\n: [1, *x]\narmy: A b: c\narmy: \"D\\n\"\nruleset: |\n  e\narmy: z\n";
    let good = text.replace("A b: c", "A b c");
    for text in [text, &good] {
        for end in 0..=text.len() {
            for key in ["army", "ruleset", "b", "c"] {
                let found = read_top_key(&text[..end], key);
                assert!(found.is_none() || found == whole(&text[..end], key), "{key} in {}", &text[..end]);
            }
        }
    }
    assert_eq!(read_top_key(&good, "army").as_deref(), Some("A b c"));
}
