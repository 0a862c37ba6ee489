//! `muster fix`: what it fixes, what it leaves, and that it touches nothing else.

use muster::apply_changes;
use muster::check::check_files::CheckOptions;
use muster::check::report::ListReport;
use muster::checked_list::check_list;
use muster::finding::{Code, Finding, Severity};
use muster::fix::fix_list;
use muster::rules::library::Library;
use proptest::prelude::*;

use crate::suggest::support::{Folder, lists};

fn check_text(text: &str) -> ListReport {
    check_list(&Library::new(Vec::new()), "x.yaml", text.as_bytes().to_vec(), &CheckOptions::default())
}

const BROKEN: &str = "# Keep me
army: Varro   # and me
rulset: fra
mode: points
points: 1000
draft: yes
date: 216 BC
characters:
  - {role: genral, name: Varro, with: Triari}
units:
  - {unit: HW, name: \"Hastati\", count: 2, options: [throwing-weapon, throwing-weapon]}
  - {unit: warbandd, name: Gauls, options: [wild-charge, impetuus]}
  - unit: SP
    name: Triarii
    options:
      - roman-batle-drill   # they had it
      - heavy-armour
      - heavy-armour
";

const FIXED: &str = "# Keep me
army: Varro   # and me
ruleset: fra
mode: points
points: 1000
draft: true
date: 216 BC
characters:
  - {role: general, name: Varro, with: Triarii}
units:
  - {unit: HW, name: \"Hastati\", count: 2, options: [throwing-weapon]}
  - {unit: warband, name: Gauls, options: [impetuous]}
  - unit: SP
    name: Triarii
    options:
      - roman-battle-drill   # they had it
      - heavy-armour
";

#[test]
fn every_typo_is_fixed_in_place_and_a_second_run_changes_nothing() {
    let folder = Folder::new();
    folder.write("x.yaml", BROKEN);
    let (status, out, trouble) = folder.muster(&["fix", "--dry-run", "x.yaml"]);
    assert_eq!((status, trouble.as_str()), (Some(0), ""));
    assert_eq!(folder.read("x.yaml"), BROKEN);
    assert!(
        out.starts_with("--- x.yaml\n+++ x.yaml\n@@ -3,1 +3,1 @@\n-rulset: fra\n+ruleset: fra\n"),
        "{out}"
    );
    let (status, out, _) = folder.muster(&["fix", "x.yaml"]);
    assert_eq!(status, Some(0), "{out}");
    assert_eq!(folder.read("x.yaml"), FIXED);
    let (_, again, _) = folder.muster(&["fix", "--dry-run", "x.yaml"]);
    assert_eq!(again, "");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left beside the list");
}

#[test]
fn ambiguous_mistakes_are_left() {
    const HEAD: &str = "army: A\nruleset: fra\nmode: points\npoints: 1000\nunits:\n";
    for rows in [
        // Two units are equally close
        "- {unit: SK, name: Alpho}\n- {unit: SK, name: Alphi}\n- {unit: SK, name: B, attached-to: Alpha}\n",
        // A number is a name, not a typo
        "- {unit: SK, name: Velites 1}\n- {unit: SK, name: B, attached-to: Velites 2}\n",
        // The two keys have different values
        "- {unit: SP, name: B, options: [elite: [melee, rally], elite: [rally, rally]]}\n",
        // The alias repeats the text that would be fixed
        "- &a {unit: SP, name: B, options: [heavy-armour, heavy-armour]}\n- *a\n",
    ] {
        let text = format!("{HEAD}{rows}");
        let made = fix_list(&Library::new(Vec::new()), "x.yaml", &text);
        assert!(made.report.findings.iter().any(|f| f.severity == Severity::Error), "{rows}");
        assert_eq!(made.edited.text, text);
    }
}

/// Each change is the word that was wrong, and the ids of rows stay.
#[test]
fn what_was_fixed_is_reported_as_changes() {
    let made = fix_list(&Library::new(Vec::new()), "x.yaml", BROKEN);
    let changed =
        |change: &muster::TextChange| (BROKEN[change.start..change.end].to_owned(), change.text.clone());
    let changes: Vec<(String, String)> = made.edited.changes.iter().map(changed).collect();
    let expected = [
        ("rulset", "ruleset"),
        ("yes", "true"),
        ("genral", "general"),
        ("Triari", "Triarii"),
        (", throwing-weapon", ""),
        ("warbandd", "warband"),
        ("wild-charge, impetuus", "impetuous"),
        ("roman-batle-drill", "roman-battle-drill"),
        ("      - heavy-armour\n", ""),
    ];
    let expected = expected.map(|(old, new)| (old.to_owned(), new.to_owned()));
    assert_eq!(changes, expected);
    assert_eq!(made.edited.step(), format!("fix {} mistakes", made.fixed.len()));
    // Varro, then the three rows, which are r1 to r4
    let mut touched = made.edited.touched.clone();
    touched.sort();
    assert_eq!(touched, ["r1", "r2", "r3", "r4"]);
}

#[test]
fn line_ends_of_old_macs_are_fixed_as_changes_of_one_byte() {
    let text = "army: A\rruleset: fra\rmode: points\rpoints: 1000\runits: [{unit: speers}]\r";
    let made = fix_list(&Library::new(Vec::new()), "x.yaml", text);
    assert_eq!(made.edited.text, text.replace('\r', "\n").replace("speers", "spears"));
    let first = &made.edited.changes[0];
    assert_eq!((first.start, first.end, first.text.as_str()), (7, 8, "\n"));
    // Five line ends and one word
    assert_eq!(made.edited.changes.len(), 6);
    assert_eq!(apply_changes(&made.edited.text, &made.edited.undo).as_deref(), Some(text));
    assert_eq!(made.edited.step(), "fix 2 mistakes");
}

/// A correct word in the wrong place is not replaced because of its spelling.
#[test]
fn correct_words_in_the_wrong_place_are_unchanged() {
    const HEAD: &str = "army: A\nruleset: fra\nmode: points\npoints: 1000\n";
    for rest in [
        "commander: {role: general, name: B}\nunits: [{unit: SP}]\n",
        "commands: [{unit: archers, name: B}]\n",
        "unit: spears\n",
        "units: [{unit: SP, points: 100}]\n",
        "units: [{unit: SP, commands: []}]\n",
        "characters: [{role: general, names: [A, B]}]\nunits: [{unit: SP}]\n",
        "units: [{unit: SP, value: {front: 1}, name: 3}]\nunit: [{unit: x, unti: y}]\n",
    ] {
        let text = format!("{HEAD}{rest}");
        let before = check_text(&text);
        let made = fix_list(&Library::new(Vec::new()), "x.yaml", &text);
        let (had, has) = (reading_errors(&before), reading_errors(&made.report));
        assert!(has <= had, "{rest}: {had} errors of reading become {has}\n{}", made.edited.text);
        assert!(rest.contains("value:") || made.edited.text == text, "{}", made.edited.text);
    }
}

#[test]
fn a_key_is_fixed_with_its_value_if_both_are_unambiguous() {
    for (written, mended) in [
        ("option: shieldwall", "options: [shieldwall]"),
        ("optoins: {elite: [melee, rally]}", "options: [elite: [melee, rally]]"),
        ("options: {elite: \"melee, rally\"}", "options: [elite: [melee, rally]]"),
        ("cuont: x3", "count: 3"),
        ("count: 010", "count: 10"),
    ] {
        let list = |words: &str| {
            format!(
                "army: A\nruleset: fra\nmode: points\npoints: 1000\nunits:\n- {{unit: SP, name: B, {words}}}\n"
            )
        };
        let made = fix_list(&Library::new(Vec::new()), "x.yaml", &list(written));
        assert_eq!(made.edited.text, list(mended), "{written}");
    }
    // That there is no such role does not prove that `rule` was not meant as `role`
    let text = "army: A\nruleset: fra\nunits:\n- {unit: SP, rolle: heavy shields}\n";
    assert_eq!(fix_list(&Library::new(Vec::new()), "x.yaml", text).edited.text, text);
}

/// Counts the errors of reading a list, such as unknown keys and values of the wrong kind.
fn reading_errors(report: &ListReport) -> usize {
    let reading = |f: &&&Finding| {
        matches!(
            f.code,
            Code::YamlSyntax
                | Code::UnknownKey
                | Code::DuplicateKey
                | Code::MissingKey
                | Code::WrongType
                | Code::BadValue
                | Code::TooLarge
        )
    };
    errors(report).iter().filter(reading).count()
}

#[test]
fn every_format_mentions_fixes() {
    let folder = Folder::new();
    folder.write("x.yaml", "army: A\nruleset: fra\nunits:\n- {unit: warbandd, name: Gauls}\n");
    let (_, human, _) = folder.muster(&["check", "x.yaml"]);
    assert!(human.contains("did you mean \"warband\"?; `muster fix` can fix it"), "{human}");
    let (_, json, _) = folder.muster(&["check", "--format", "json", "x.yaml"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    // 8, 13 and 7 bytes before, and 9 in the line
    let findings = json["lists"][0]["findings"].as_array().unwrap();
    let fixes = &findings.iter().find(|f| f["code"] == "unknown-unit").unwrap()["fixes"];
    assert_eq!(*fixes, serde_json::json!([{"start": 37, "end": 45, "text": "warband"}]));
    let (_, sarif, _) = folder.muster(&["check", "--format", "sarif", "x.yaml"]);
    let sarif: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let result = results.iter().find(|f| f["ruleId"] == "unknown-unit").unwrap();
    let change = &result["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "x.yaml");
    let replaced = &change["replacements"][0];
    assert_eq!(
        (&replaced["deletedRegion"]["byteOffset"], &replaced["deletedRegion"]["byteLength"]),
        (&37.into(), &8.into())
    );
    assert_eq!(replaced["insertedContent"]["text"], "warband");
}

#[test]
fn standard_input_and_binary_files_are_left_alone() {
    let folder = Folder::new();
    assert_eq!(folder.muster(&["fix", "-"]).0, Some(2));
    std::fs::write(folder.0.join("x.yaml"), b"army: \xff").unwrap();
    let (status, _, trouble) = folder.muster(&["fix", "x.yaml"]);
    assert_eq!((status, trouble.as_str()), (Some(2), "muster: x.yaml is not UTF-8 and was not touched\n"));
}

#[test]
fn a_read_only_file_is_left_alone() {
    let folder = Folder::new();
    folder.write("x.yaml", BROKEN);
    let path = folder.0.join("x.yaml");
    let mut rights = std::fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&path, rights).unwrap();
    let (status, _, trouble) = folder.muster(&["fix", "x.yaml"]);
    assert_eq!((status, trouble.as_str()), (Some(2), "muster: x.yaml is read-only and was not touched\n"));
    assert_eq!(folder.read("x.yaml"), BROKEN);
    assert_eq!(folder.muster(&["fix", "--dry-run", "x.yaml"]).0, Some(0));
}

/// Returns the words of a text that have only letters and hyphens, with their positions, except in comments
/// and free text.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut line_at = 0;
    for line in text.split_inclusive('\n') {
        let end = line.find(" #").unwrap_or(line.len());
        if !line.starts_with('#') && !line.starts_with("notes") {
            let mut at = 0;
            for word in line[..end].split(|c: char| !(c.is_ascii_lowercase() || c == '-')) {
                if word.len() >= 5 && !word.contains("--") {
                    found.push((line_at + at, word.len()));
                }
                at += word.len() + 1;
            }
        }
        line_at += line.len();
    }
    found
}

/// Returns the comments of a text: everything from each comment sign to the end of its line.
fn comments(text: &str) -> Vec<&str> {
    let of =
        |line| if str::starts_with(line, '#') { Some(line) } else { line.find(" #").map(|at| &line[at..]) };
    text.lines().filter_map(of).collect()
}

fn errors(report: &ListReport) -> Vec<&Finding> {
    report.findings.iter().filter(|f| f.severity == Severity::Error).collect()
}

proptest! {
    #![proptest_config(crate::common::cases(96))]

    #[test]
    fn a_fix_removes_findings_and_adds_none(list in any::<prop::sample::Index>(), slips in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3), 1..4)) {
        let lists = lists();
        let (_, sound) = list.get(&lists);
        let mut text = sound.clone();
        for (word, letter, how) in &slips {
            let words = words(&text);
            let (at, length) = *word.get(&words);
            let letter = at + 1 + letter.index(length - 2);
            match how {
                0 => drop(text.remove(letter)),
                1 => text.insert(letter, 'x'),
                _ => {
                    let taken = text.remove(letter);
                    text.insert(letter - 1, taken);
                }
            }
        }
        let before = check_text(&text);
        let made = fix_list(&Library::new(Vec::new()), "x.yaml", &text);
        // The fixed findings are gone, as many times as they were fixed
        let times = |all: &[Finding], one: &Finding| {
            all.iter().filter(|f| f.code == one.code && f.message == one.message).count()
        };
        for done in &made.fixed {
            let (had, has) = (times(&before.findings, done), times(&made.report.findings, done));
            // A fix may uncover errors that were hidden before
            prop_assert!(has == 0 || has < had, "{:?}", done);
        }
        // There are no new errors: if everything is fixed there are none, else only those that were not fixed
        if made.edited.text == *sound {
            prop_assert_eq!(errors(&made.report), Vec::<&Finding>::new());
        }
        if slips.len() == 1 && made.edited.text != text {
            prop_assert_eq!(errors(&made.report), Vec::<&Finding>::new(), "{}", made.edited.text);
        }
        for error in errors(&made.report) {
            let whole = matches!(
                error.code,
                Code::TooMany | Code::TooFew | Code::NotAMultiple | Code::DoesNotHold | Code::OverPoints | Code::Commander
            );
            let was = times(&before.findings, error) >= times(&made.report.findings, error);
            let span = error.primary_label().unwrap().span;
            let line = made.edited.text[..span.start as usize].rfind('\n').map_or(0, |n| n + 1);
            let words = made.edited.text[line..].lines().next().unwrap();
            // An error at a correct line can only be about the whole army
            prop_assert!(was || whole || !sound.contains(words), "{:?}", error);
        }
        prop_assert_eq!(comments(&made.edited.text), comments(&text));
        prop_assert_eq!(apply_changes(&text, &made.edited.changes), Some(made.edited.text.clone()));
        prop_assert_eq!(apply_changes(&made.edited.text, &made.edited.undo), Some(text.clone()));
        // There are no more reading errors than before: no correct word was made wrong
        prop_assert!(reading_errors(&made.report) <= reading_errors(&before), "{}", made.edited.text);
        // A second run changes nothing
        let again = fix_list(&Library::new(Vec::new()), "x.yaml", &made.edited.text);
        prop_assert_eq!(&again.edited.text, &made.edited.text);
        if made.edited.text == text {
            prop_assert!(made.fixed.is_empty());
        }
    }

    /// In a list where all words are correct but some are in the wrong place, `fix` makes nothing worse, even
    /// for keys that are correct elsewhere.
    #[test]
    fn moved_keys_are_not_replaced(
        list in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4),
    ) {
        const KEYS: [&str; 24] = [
            "army", "ruleset", "units", "points", "date", "commands", "characters", "baggage", "standard", "book",
            "mode", "choose", "draft", "reserves", "unit", "name", "options", "count", "size", "role", "commander",
            "with", "ally", "values",
        ];
        let lists = lists();
        let (_, sound) = list.get(&lists);
        let mut text = sound.clone();
        for (place, key) in &changes {
            let keys: Vec<(usize, usize)> =
                words_before_colons(&text);
            let (at, length) = *place.get(&keys);
            let word: &&str = key.get(&KEYS);
            text.replace_range(at..at + length, word);
        }
        let before = check_text(&text);
        let made = fix_list(&Library::new(Vec::new()), "x.yaml", &text);
        prop_assert!(reading_errors(&made.report) <= reading_errors(&before), "{text}\n{}", made.edited.text);
        for done in made.fixed.iter().filter(|f| f.code == Code::UnknownKey) {
            let again = made.report.findings.iter().filter(|f| f.code == done.code && f.message == done.message);
            let had = before.findings.iter().filter(|f| f.code == done.code && f.message == done.message);
            prop_assert!(again.count() < had.count().max(1), "{:?}", done);
        }
    }
}

/// Returns the words before colons, with their positions.
fn words_before_colons(text: &str) -> Vec<(usize, usize)> {
    let colons = text.match_indices(": ").chain(text.match_indices(":\n")).map(|(at, _)| at);
    let of = |at: usize| {
        let start = text[..at].rfind(|c: char| !(c.is_ascii_lowercase() || c == '-')).map_or(0, |n| n + 1);
        let line = text[..start].rfind('\n').map_or(0, |n| n + 1);
        (at > start && !text[line..start].contains('#')).then_some((start, at - start))
    };
    colons.filter_map(of).collect()
}
