//! Words of limits that cannot be meant: each is told in the ruleset, at the word, before any list is judged.

use crate::common::Folder;

/// Returns what `check` reports about a ruleset with this limit: the text at the place, the code, the message and the
/// help of each finding.
fn told(limit: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.write(
        "toy/ruleset.yaml",
        &format!(
            "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {{ld: {{name: Ld}}}}\noptions: {{bow: {{name: Bow}}}}\n\
             units:\n  foot: {{name: Foot, tags: [foot], cost: 1, stats: {{ld: 7}}, options: [bow?]}}\nlimits:\n  few: {limit}\n"
        ),
    );
    let report = folder.muster(&["check", "toy/ruleset.yaml", "--format", "json"]).json();
    let text = folder.read("toy/ruleset.yaml");
    let findings = report["findings"].as_array().unwrap();
    let one = |finding: &serde_json::Value| {
        let label = &finding["labels"][0];
        let number = |key: &str| usize::try_from(label[key].as_u64().unwrap()).unwrap();
        let line = text.lines().nth(number("line") - 1).unwrap();
        let words: String = line.chars().skip(number("column") - 1).collect();
        let end = words.find([',', '}', ']', ':']).unwrap_or(words.len());
        let end = if words.starts_with('{') { words.find([',', '}']).unwrap_or(end) } else { end };
        let help = finding["help"].as_str().map_or_else(String::new, |help| format!(" ({help})"));
        format!(
            "{} {}: {}{help}",
            &words[..end],
            finding["code"].as_str().unwrap(),
            finding["message"].as_str().unwrap()
        )
    };
    findings.iter().map(one).collect()
}

#[test]
fn words_of_steps_that_contradict_each_other_are_told() {
    let of = |bound: &str| told(&format!("{{count: {{}}, max: {bound}}}"));
    for (bound, wanted) in [
        ("{allow: 2, per: 1000, of: points, enough: 800, plus: 1, at-least: 2, at-most: 9}", ""),
        (
            "{share: 1/4, of: points, enough: 3}",
            "3 unknown-key: `enough` belongs to a rate, and this is a share (leave it out)",
        ),
        (
            "{allow: 2, per: 1000, of: points, enough: 800, round: up}",
            "800 bad-value: `round` and `enough` both say when a last step counts (keep one of them)",
        ),
        (
            "{allow: 2, per: 1000, of: points, enough: 1200}",
            "1200 bad-value: `enough` is 1200, but a step is full at 1000 (write a number above 0 and up to 1000)",
        ),
        (
            "{allow: 2, per: 1000, of: points, enough: 0}",
            "0 bad-value: `enough` is 0, but a step is full at 1000 (write a number above 0 and up to 1000)",
        ),
        (
            "{allow: 2, per: 1000, of: points, at-least: 9, at-most: 8}",
            "8 bad-value: at least 9 and at most 8 is impossible",
        ),
        (
            "{allow: 2, per: 1000, of: points, above: -1}",
            "-1 bad-value: `above` is -1, but what is left out is never below 0 (write 0 or more)",
        ),
        (
            "{share: 1/4, of: points, then-round: up}",
            "up unknown-key: `then-round` belongs to a rate, and this is a share (write `round`)",
        ),
        (
            "{share: 1/4, per: 8, of: points}",
            "8 unknown-key: `per` belongs to a rate, and this is a share (write `allow` in place of `share` for a rate)",
        ),
        (
            "{warning: 1, error: 2, at-least: 8}",
            "8 unknown-key: `at-least` belongs to a share or a rate (write it into the one that it is for, such as error: \
             {allow: 1, per: 500, of: points})",
        ),
        (
            "{share: 1/4, of: points, warning: 8}",
            "8 unknown-key: a bound for each severity is not allowed next to a share or a rate (write the share or the rate \
             into it, such as warning: {share: 1/4, of: points})",
        ),
    ] {
        assert_eq!(of(bound).join("; "), wanted, "{bound}");
    }
    // A minimum that the maximum never reaches, whatever the size
    assert_eq!(
        told("{count: {}, min: 5, max: {allow: 1, per: 500, of: points, at-most: 4}}"),
        ["{allow: 1 bad-value: at least 5 and at most 4 is impossible"]
    );
}

#[test]
fn measures_that_cannot_be_meant_are_told() {
    for (limit, wanted) in [
        (
            "{options: bow, max: {share: 1/2, of: {tag: foot}}}",
            "{share: 1/2 bad-value: a share of what? (say what is measured, such as of: {count: {tag: foot}} or of: {sum: \
             size, of: {tag: foot}})",
        ),
        (
            "{count: {tag: foot}, by: option, max: 1}",
            "option unknown-key: `by: option` belongs to `options` (write `options: [...]` in place of what is measured)",
        ),
        (
            "{sum: points, alike: one, max: 1}",
            "one unknown-key: `alike` belongs to `count` and `options`, which count things (leave it out)",
        ),
        (
            "{sum: size, options: bow, max: 1}",
            "size bad-value: `sum: size` is not for options (write `sum: points` for what they cost, or leave it out for how \
             often they are taken)",
        ),
        (
            "{highest: sise, max: 1}",
            "sise bad-value: there is no stat or number \"sise\" (did you mean \"size\"?)",
        ),
        ("{options: bo, max: 1}", "bo unknown-option: there is no option \"bo\""),
        (
            "{options: bow, count: {tag: foot}, max: 1}",
            "few missing-key: the limit \"few\" must say what it measures (give it exactly one of count, sum, options, \
             highest, lowest, number and holds)",
        ),
        (
            "{count: {}, max: {share: 1/2, of: {count: {}, sum: size}}}",
            "{share: 1/2 missing-key: the base of a share or a rate must say what it measures (give it exactly one of count, \
             sum, options, highest, lowest and number)",
        ),
    ] {
        assert_eq!(told(limit).join("; "), wanted, "{limit}");
    }
}

#[test]
fn rounding_what_is_whole_already_is_told_by_lint() {
    let folder = Folder::new();
    let lint = |bound: &str| {
        folder.write(
            "toy/ruleset.yaml",
            &format!(
                "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {{m: {{name: M}}}}\nunits:\n  men: {{name: Men, cost: 10, \
                 stats: {{m: 1}}}}\nlimits:\n  few: {{count: {{}}, max: {bound}}}\n"
            ),
        );
        let out = folder.muster(&["lint", "toy/ruleset.yaml", "--format", "concise", "--size", "1000"]).out;
        out.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        lint("{allow: 100, per: 100, of: points, then-round: up}"),
        "toy/ruleset.yaml:8:25: warning[never-matches]: `then-round` changes nothing, since 100 for each whole step is \
         whole (help: leave it out)"
    );
    for bound in [
        "{allow: 100, per: 100, of: points}",
        "{allow: 201/2, per: 100, of: points, then-round: up}",
        "{allow: 100, per: 300, of: points, round: none, then-round: up}",
    ] {
        assert!(!lint(bound).contains("warning"), "{bound}: {}", lint(bound));
    }
}
