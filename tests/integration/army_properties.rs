//! Properties of every army: totals are the sum of their lines, the order of a file changes nothing, and no
//! text makes reading fail.
use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::common::{built_in, checked, file, rules, with_army, yaml_files};
use muster::check::report::{ListReport, Verdict};
use muster::finding::FileId;
use muster::format::read_exact_numbers::Number;
use muster::rules::library::Library;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

fn library() -> &'static Library {
    static ONE: OnceLock<Library> = OnceLock::new();
    ONE.get_or_init(built_in)
}

/// A row of a list, with its keys in the order they are written.
#[derive(Clone, Debug)]
struct Row {
    unit: &'static str,
    name: &'static str,
    count: u32,
    options: Vec<&'static str>,
    keys: Vec<&'static str>,
}

impl Row {
    fn text(&self) -> String {
        let keys: Vec<String> = self
            .keys
            .iter()
            .map(|key| match *key {
                "unit" => format!("unit: {}", self.unit),
                "name" => format!("name: {}", self.name),
                "count" => format!("count: {}", self.count),
                _ => format!("options: [{}]", self.options.join(", ")),
            })
            .collect();
        format!("  - {{{}}}\n", keys.join(", "))
    }
}

/// Options as written, with their costs in a points game where the chart does not always include them.
const OPTIONS: &[(&str, i64)] = &[
    ("elite: [melee, rally]", 10),
    ("veteran: rally", 5),
    ("unsteady: elephants", -10),
    ("impetuous", -5),
    ("heavy-armour", 5),
    ("shieldwall", 5),
    ("javelin", 5),
    ("fear: {names: cavalry, because: trial}", 5),
    ("tortoise", 5),
    ("battle-standard", 0),
    ("no-such-thing", 0),
];
/// Unit types that none of those options is free for, and one that does not exist.
const UNITS: &[&str] = &["HW", "SP", "LI", "HC", "LC", "SK", "SC", "RB", "AR", "WB", "chariots-of-fire"];
const KEYS: &[&str] = &["unit", "name", "count", "options"];

fn row() -> impl Strategy<Value = Row> {
    let names = select(vec!["A", "B", "Hyrtäer", "D"]);
    let options: Vec<&str> = OPTIONS.iter().map(|(word, _)| *word).collect();
    (select(UNITS), names, 1..4_u32, subsequence(options, 0..4), Just(KEYS.to_vec()))
        .prop_map(|(unit, name, count, options, keys)| Row { unit, name, count, options, keys })
}

/// An army of rows, without anything that refers to one of them by name.
fn army(rows: &[Row]) -> String {
    let rows: String = rows.iter().map(Row::text).collect();
    format!(
        "army: Trial\nruleset: fra\nmode: points\npoints: 600\ndate: 205 BC\nbaggage: true\nunits:\n{rows}"
    )
}

/// The same rows twice; the second time rows, options and keys are in another order.
fn shuffled() -> impl Strategy<Value = (Vec<Row>, Vec<Row>)> {
    prop::collection::vec(row(), 1..7).prop_flat_map(|rows| {
        let others: Vec<_> = rows
            .iter()
            .cloned()
            .map(|row| {
                (Just(row.options.clone()).prop_shuffle(), Just(row.keys.clone()).prop_shuffle())
                    .prop_map(move |(options, keys)| Row { options, keys, ..row.clone() })
            })
            .collect();
        (Just(rows), others.prop_shuffle())
    })
}

fn finding_texts(report: &ListReport) -> BTreeSet<(&'static str, String)> {
    report.findings.iter().map(|f| (f.code.as_str(), f.message.clone())).collect()
}

fn total(report: &ListReport) -> (Number, bool) {
    let points = report.points.as_ref().unwrap();
    (points.total, points.complete)
}

fn same_army(one: &ListReport, other: &ListReport) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.verdict, other.verdict);
    prop_assert_eq!(finding_texts(one), finding_texts(other));
    prop_assert_eq!(total(one), total(other));
    prop_assert_eq!(&one.digest, &other.digest);
    Ok(())
}

/// Returns the sum of the ledger lines of everything whose cost is known, and the army's own total.
fn ledger_sum(text: &str) -> (Number, Number) {
    with_army(library(), text, |army| {
        let mut sum = Number::ZERO;
        for unit in army.units.iter().filter(|u| !u.in_reserve()) {
            let lines = unit.bodies().flat_map(|body| &body.cost_lines);
            if unit.cost().is_none() {
                continue;
            }
            for line in lines {
                let all = line.total().unwrap().checked_mul(i64::from(unit.count).into()).unwrap();
                sum = sum.checked_add(all).unwrap();
            }
        }
        for line in army.characters.iter().flat_map(|c| &c.cost_lines) {
            sum = sum.checked_add(line.total().unwrap()).unwrap();
        }
        (sum, army.spent)
    })
}

proptest! {
    #![proptest_config(crate::common::cases(48))]

    #[test]
    fn the_total_is_the_sum_of_the_lines(rows in prop::collection::vec(row(), 0..7)) {
        let (sum, spent) = ledger_sum(&army(&rows));
        prop_assert_eq!(sum, spent);
    }

    #[test]
    fn the_order_of_rows_options_and_keys_changes_nothing((rows, other) in shuffled()) {
        let (one, other) = (checked(library(), &army(&rows)), checked(library(), &army(&other)));
        same_army(&one, &other)?;
    }

    #[test]
    fn a_count_equals_that_many_identical_rows(rows in prop::collection::vec(row(), 1..5)) {
        let apart: Vec<Row> = rows
            .iter()
            .flat_map(|row| std::iter::repeat_n(Row { count: 1, ..row.clone() }, row.count as usize))
            .collect();
        same_army(&checked(library(), &army(&rows)), &checked(library(), &army(&apart)))?;
    }

    #[test]
    fn an_option_adds_its_price_and_takes_it_away_again(
        rows in prop::collection::vec(row(), 1..5),
        at in any::<Index>(),
        option in select(OPTIONS),
    ) {
        let at = at.index(rows.len());
        let (word, price) = option;
        prop_assume!(!rows[at].options.contains(&word) && word != "no-such-thing");
        prop_assume!(rows[at].unit != "chariots-of-fire");
        // None of these is free for archers and warband either
        let before = checked(library(), &army(&rows));
        let mut more = rows.clone();
        more[at].options.push(word);
        let with = checked(library(), &army(&more));
        let all = Number::from(price * i64::from(rows[at].count));
        prop_assert_eq!(total(&with).0, total(&before).0.checked_add(all).unwrap());
        prop_assert_ne!(&with.digest, &before.digest);
        more[at].options.pop();
        same_army(&before, &checked(library(), &army(&more)))?;
    }

    #[test]
    fn every_change_of_an_army_changes_its_digest(
        rows in prop::collection::vec(row(), 1..5),
        at in any::<Index>(),
    ) {
        let digest = |text: &str| checked(library(), text).digest.unwrap();
        let text = army(&rows);
        let own = digest(&text);
        let at = at.index(rows.len());
        let mut more = rows.clone();
        more[at].count += 1;
        let mut named = rows.clone();
        named[at].name = "Another";
        let mut fewer = rows.clone();
        fewer.remove(at);
        let changes = [
            army(&more),
            army(&named),
            army(&fewer),
            text.replace("army: Trial", "army: Trail"),
            text.replace("points: 600", "points: 601"),
            text.replace("205 BC", "204 BC"),
            text.replace("mode: points", "mode: historical"),
            text.replace("baggage: true\n", ""),
            text.replace("baggage: true", "baggage: {options: [fortified]}"),
            format!("{text}reserves: [{{unit: HW}}]\n"),
            format!("{text}characters: [{{role: general, name: A}}]\n"),
            format!("{text}player: Anyone\n"),
        ];
        for change in changes {
            let other = digest(&change);
            prop_assert_ne!(&other.army, &own.army, "{}", change);
            prop_assert_eq!(&other.rules, &own.rules);
        }
    }

    #[test]
    fn digests_ignore_comments_spaces_and_layout(
        rows in prop::collection::vec(row(), 1..5),
        places in prop::collection::vec((any::<Index>(), select(vec!["\n", "# a word: {of: no weight}\n", "   \n"])), 0..6),
        windows in any::<bool>(),
        notes in any::<bool>(),
    ) {
        let text = army(&rows);
        let mut lines: Vec<String> = text.lines().map(|l| format!("{l}\n")).collect();
        for (place, what) in places {
            let at = place.index(lines.len() + 1);
            lines.insert(at, what.to_owned());
        }
        let mut other = lines.concat().replace("  - {", "      -   { ").replace(", ", " ,   ");
        if windows {
            other = other.replace('\n', "\r\n");
        }
        if notes {
            other += "notes: what nobody resolves\n";
        }
        same_army(&checked(library(), &text), &checked(library(), &other))?;
    }
}

/// Damage that careless typing or a faulty editor does to a text.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Index, usize),
    Put(Index, &'static str),
    Swap(Index, Index),
    Double(Index),
    End(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let words = vec![
        ":",
        "- ",
        "{",
        "}",
        "[",
        "]",
        "\t",
        "\n",
        "  ",
        "\"",
        "'",
        "|",
        "&a ",
        "*a",
        "<<: ",
        "# ",
        "?",
        "---\n",
        "é",
        "βρ",
        "🐘",
        "\u{feff}",
        "\r",
        "-1",
        "99999999999999999999",
        "yes",
        "~",
        "unit",
        "count: 0",
        "options: ",
        ", name: X",
        "date: 0",
        "points: -5",
        "with: ",
        "!!str ",
        "%",
        "1/0",
        "\u{0}",
        "\u{7f}",
        "\\",
    ];
    prop_oneof![
        2 => (any::<Index>(), 1..40_usize).prop_map(|(at, len)| Damage::Cut(at, len)),
        4 => (any::<Index>(), select(words)).prop_map(|(at, word)| Damage::Put(at, word)),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Damage::Swap(a, b)),
        1 => any::<Index>().prop_map(Damage::Double),
        1 => any::<Index>().prop_map(Damage::End),
    ]
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut text = text.to_owned();
    for damage in damages {
        let place = |at: &Index, text: &str| {
            let mut at = at.index(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        match damage {
            Damage::Cut(at, len) => {
                let start = place(at, &text);
                let mut end = (start + len).min(text.len());
                while !text.is_char_boundary(end) {
                    end += 1;
                }
                text.replace_range(start..end, "");
            }
            Damage::Put(at, word) => text.insert_str(place(at, &text), word),
            Damage::Swap(a, b) => {
                let mut lines: Vec<&str> = text.split('\n').collect();
                let (a, b) = (a.index(lines.len()), b.index(lines.len()));
                lines.swap(a, b);
                text = lines.join("\n");
            }
            Damage::Double(at) => {
                let mut lines: Vec<&str> = text.split('\n').collect();
                let at = at.index(lines.len());
                lines.insert(at, lines[at]);
                text = lines.join("\n");
            }
            Damage::End(at) => text.truncate(place(at, &text)),
        }
    }
    text
}

/// Asserts that every label is inside its file and starts and ends between characters.
fn labels_lie_in_their_files(report: &ListReport) -> Result<(), TestCaseError> {
    for finding in &report.findings {
        prop_assert!(!finding.labels.is_empty(), "{:?}", finding);
        for label in &finding.labels {
            let source = report.sources.get(label.span.file);
            prop_assert!(source.is_some(), "{:?}", finding);
            let text = source.unwrap().text.clone();
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            prop_assert!(start <= end && end <= text.len(), "{:?}", finding);
            prop_assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{:?}", finding);
        }
        // The first label of a finding about the list is in the list
        prop_assert_eq!(finding.labels[0].span.file, FileId::CHECKED, "{:?}", finding);
    }
    Ok(())
}

/// The sample lists, each as it is and with multi-byte characters.
fn samples() -> Vec<String> {
    let all = ["fra", "six-mm", "quick", "wab"].iter().flat_map(|of| yaml_files(&format!("lists/{of}")));
    let texts: Vec<String> = all.map(|path| file(&path)).collect();
    assert!(texts.len() > 5);
    let foreign = texts.iter().map(|t| t.replace("Hannibal", "Ἀννίβας").replace("Numid", "Nümid🐎"));
    foreign.chain(texts.iter().cloned()).collect()
}

proptest! {
    #![proptest_config(crate::common::cases(400))]

    #[test]
    fn no_damage_to_a_list_makes_reading_fail(
        which in any::<Index>(),
        damages in prop::collection::vec(damage(), 1..4),
    ) {
        static SAMPLES: OnceLock<Vec<String>> = OnceLock::new();
        let samples: &[String] = SAMPLES.get_or_init(samples);
        let text = damaged(&samples[which.index(samples.len())], &damages);
        let report = checked(library(), &text);
        labels_lie_in_their_files(&report)?;
        // A list that cannot be read must never pass as legal
        prop_assert!(report.army.is_some() || report.verdict != Verdict::Legal);
        // Checking the same text again gives the same report
        prop_assert_eq!(finding_texts(&report), finding_texts(&checked(library(), &text)));
    }

    #[test]
    fn bytes_that_are_not_text_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        use muster::check::check_files::CheckOptions;
        use muster::checked_list::check_list;
        let report = check_list(library(), "list.yaml", bytes, &CheckOptions::default());
        prop_assert_ne!(report.verdict, Verdict::Legal);
        labels_lie_in_their_files(&report)?;
    }
}

const SIZED: &str = "ruleset: toy
name: Toy
version: 1.0.0
stats: {melee: {name: Melee}}
size: {of: models, min: 1}
options: {bow: {name: Bow, cost: 1, per: model}}
units: {foot: {name: Foot, cost: 2, per: model, stats: {melee: 3}, options: [bow?]}}
";

#[test]
fn a_size_is_in_the_army_s_digest_and_a_version_in_the_rules_digest() {
    let list =
        |size: u32| format!("army: A\nruleset: toy\npoints: 100\nunits: [{{unit: foot, size: {size}}}]\n");
    let (_one, first) = rules("toy", SIZED, &[]);
    let (_two, second) = rules("toy", &SIZED.replace("1.0.0", "1.0.1"), &[]);
    let (_three, third) = rules("toy", &SIZED.replace("cost: 2", "cost: 3"), &[]);
    // Comments, layout and the order of keys are not part of the rules
    let turned = "# mine\nname: Toy\nruleset: toy\nversion: 1.0.0\nstats:\n  melee:\n    name: Melee\n\
                  size: {min: 1, of: models}\nunits: {foot: {options: [bow?], name: Foot, per: model, cost: 2, \
                  stats: {melee: 3}}}\noptions: {bow: {cost: 1, name: Bow, per: model}}\n";
    let (_four, fourth) = rules("toy", turned, &[]);
    let digest = |library: &Library, size| checked(library, &list(size)).digest.unwrap();
    let own = digest(&first, 5);
    assert_ne!(digest(&first, 6).army, own.army);
    assert_eq!(digest(&first, 6).rules, own.rules);
    for changed in [&second, &third] {
        assert_eq!(digest(changed, 5).army, own.army);
        assert_ne!(digest(changed, 5).rules, own.rules);
    }
    assert_eq!(digest(&fourth, 5), own);
}

#[test]
fn a_book_is_in_the_rules_digest() {
    let book = |version: &str| {
        format!(
            "book: one\nruleset: toy\nname: One\nversion: {version}\nentries: {{men: {{unit: foot, size: 4}}}}\n"
        )
    };
    let list = "army: A\nruleset: toy\nbook: one\npoints: 100\nunits: [{unit: men}]\n";
    let digest = |version| {
        let (_folder, library) = rules("toy", SIZED, &[("one", &book(version))]);
        let report = checked(&library, list);
        assert_eq!(report.verdict, Verdict::Legal, "{:#?}", report.findings);
        report.digest.unwrap()
    };
    assert_eq!(digest("1.0.0"), digest("1.0.0"));
    assert_eq!(digest("1.0.0").army, digest("1.0.1").army);
    assert_ne!(digest("1.0.0").rules, digest("1.0.1").rules);
}

#[test]
fn a_name_means_the_first_of_several_identical_units() {
    let list = |rows: &str| {
        format!(
            "army: A\nruleset: fra\npoints: 1000\nbaggage: true\nstandard: Foot\n\
             characters: [{{role: general, name: G, with: Foot}}]\nunits:\n{rows}"
        )
    };
    let one = "  - {unit: HW, name: Foot, options: [veteran: melee, heavy-armour]}\n";
    let turned = "  - {name: Foot, options: [heavy-armour, veteran: melee], unit: hand-weapons}\n";
    let three = "  - {unit: HW, name: Foot, count: 3, options: [veteran: melee, heavy-armour]}\n";
    let whole = checked(library(), &list(three));
    assert_eq!((whole.verdict, whole.findings.len()), (Verdict::Legal, 0), "{:#?}", whole.findings);
    let apart = checked(library(), &list(&format!("{one}{turned}{one}")));
    assert_eq!(finding_texts(&apart), finding_texts(&whole));
    assert_eq!(apart.digest, whole.digest);
    // If they differ, the name does not identify one of them
    let other = "  - {unit: HW, name: Foot, options: [veteran: rally, heavy-armour]}\n";
    let mixed = checked(library(), &list(&format!("{one}{other}")));
    assert_eq!(mixed.verdict, Verdict::Illegal);
    assert!(mixed.findings.iter().all(|f| f.code.as_str() == "duplicate-name"), "{:#?}", mixed.findings);
}

#[test]
fn spellings_of_a_unit_an_option_and_a_role_are_equivalent() {
    let list = |unit: &str, option: &str, role: &str| {
        format!(
            "army: A\nruleset: fra\npoints: 1000\nbaggage: true\nunits: [{{unit: {unit}, name: N, options: [{option}]}}]\n\
             characters: [{{role: {role}, name: G, with: N}}]\n"
        )
    };
    let one = checked(library(), &list("HW", "heavy-armour", "general"));
    let other = checked(library(), &list("hand-weapons", "heavy-armor", "cinc"));
    assert_eq!(one.digest, other.digest);
    assert_eq!(one.verdict, Verdict::Legal);
}
