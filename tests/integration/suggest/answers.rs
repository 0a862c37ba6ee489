//! `muster suggest` on the command line, and on the armies that ship.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use muster::apply_changes;
use muster::check::check_files::CheckOptions;
use muster::check::report::{ListReport, Verdict};
use muster::checked_list::check_list;
use muster::format::read_exact_numbers::Number;
use muster::rules::library::Library;
use muster::suggest::{AllowedChanges, SuggestOptions, Suggestion, Suggestions, suggest_changes};
use proptest::prelude::*;

use crate::suggest::support::{Folder, lists};

pub(crate) const TOY: &str = "ruleset: toy
name: Toy
version: 1.0.0
size: 1
options:
  shield: {name: Shield, cost: 3}
  drill: {name: Drill, cost: 5.5}
units:
  spears: {name: Spears, tags: [foot], cost: 20, options: [\"shield?\", \"drill?\"]}
  bows: {name: Bows, tags: [foot], cost: 17, options: [\"shield?\"]}
  horse: {name: Horse, tags: [horse], cost: 31}
limits:
  foot-first: {count: {tag: horse}, max: {share: 1/2, of: {tag: foot}}}
  few: {count: {unit: bows}, max: 3}
";

pub(crate) fn toy() -> (Folder, Library) {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", TOY);
    let library = Library::new(vec![folder.0.clone()]);
    (folder, library)
}

pub(crate) fn default_options() -> SuggestOptions {
    SuggestOptions { time: Some(Duration::from_secs(120)), ..SuggestOptions::default() }
}

pub(crate) fn check_text(library: &Library, text: &str) -> ListReport {
    check_list(library, "x.yaml", text.as_bytes().to_vec(), &CheckOptions::default())
}

pub(crate) fn total(report: &ListReport) -> Number {
    report.points.as_ref().unwrap().total
}

/// A row as the test's own search sees it: the unit, how many, with a shield, with drill.
pub(crate) type Row = (&'static str, u32, bool, bool);

pub(crate) fn written(size: u32, rows: &[Row]) -> String {
    let mut text = format!("army: A   # mine\nruleset: toy\npoints: {size}\nunits:\n");
    for (at, (unit, count, shield, drill)) in rows.iter().enumerate() {
        let options: Vec<&str> =
            [("shield", shield), ("drill", drill)].iter().filter(|(_, has)| **has).map(|(o, _)| *o).collect();
        let _ = writeln!(
            text,
            "  - {{unit: {unit}, name: Row {at}, count: {count}, options: [{}]}}   # row {at}",
            options.join(", ")
        );
    }
    text
}

pub(crate) fn assert_keeps_promise(library: &Library, text: &str, way: &Suggestion, found: &Suggestions) {
    assert_eq!(apply_changes(text, &way.changes).unwrap(), way.text);
    let after = check_text(library, &way.text);
    assert!(matches!(after.verdict, Verdict::Legal | Verdict::Draft), "{:?}: {}", after.findings, way.text);
    assert_eq!(Some(total(&after)), way.total, "{}", way.text);
    let size = after.points.as_ref().unwrap().limit.unwrap();
    assert!(total(&after) <= size);
    assert!(found.was_illegal || total(&after) > total(&found.before));
}

#[test]
fn block_rows_get_block_rows() {
    let (_folder, library) = toy();
    let text = "army: A\nruleset: toy\npoints: 100\nunits:\n  - unit: spears   # the line\n    name: Hill men\n    count: 2\n    options:\n      - shield   # theirs\n  - unit: bows\n";
    let found = suggest_changes(
        &library,
        "x.yaml",
        text,
        &SuggestOptions { max_suggestions: 40, ..default_options() },
    )
    .unwrap();
    assert!(found.suggestions.len() > 10);
    for way in &found.suggestions {
        assert_keeps_promise(&library, text, way, &found);
        assert!(
            way.text.contains("# the line\n") || way.descriptions.iter().any(|w| w == "leave out Hill men")
        );
    }
}

/// Returns the suggestions for a list; asserts that each is legal and costs what it says.
fn all_suggestions(text: &str, wish: &SuggestOptions) -> Suggestions {
    let library = Library::new(Vec::new());
    let found = suggest_changes(&library, "x.yaml", text, wish).unwrap();
    found.suggestions.iter().for_each(|way| assert_keeps_promise(&library, text, way, &found));
    found
}

/// With more rows than there is time for, the suggestions found are shown, and nothing is called proven that
/// is not.
#[test]
fn a_huge_list_gets_suggestions_even_if_time_runs_out() {
    let mut text = "army: A\nruleset: fra\nmode: points\npoints: 20003\ndraft: true\nunits:\n".to_owned();
    for at in 0..250 {
        let _ = writeln!(text, "  - {{unit: SP, name: Spears {at}, options: [heavy-armour]}}");
    }
    // The time of about a hundred checks, however busy the machine is; trying all changes takes far longer
    let library = Library::default();
    check_text(&library, &text);
    let begun = Instant::now();
    for _ in 0..10 {
        check_text(&library, &text);
    }
    let time = Duration::from_secs(4).max(begun.elapsed() * 30);
    let found = all_suggestions(&text, &SuggestOptions { time: Some(time), ..default_options() });
    assert!(!found.was_illegal && !found.suggestions.is_empty(), "{:?}", found.proof);
    assert!(
        found.proof.time_ran_out && !found.proof.none_is_closer && !found.proof.has_fewest_changes,
        "{:?}",
        found.proof
    );
}

#[test]
fn a_command_without_units_gets_its_first_ones() {
    const HEAD: &str = "army: A\nruleset: fra\nmode: points\npoints: 300\ndraft: true\n";
    for (units, first) in [
        ("units: []   # none yet\nnotes: x\n", "units:   # none yet\n  - {unit: "),
        ("units:\n# none yet\n", "units:\n  - {unit: "),
        ("commands:\n  - name: Left\n    units: []\n", "    units:\n      - {unit: "),
    ] {
        let found = all_suggestions(&format!("{HEAD}{units}"), &default_options());
        assert_eq!(found.suggestions.len(), 3, "{units}");
        for way in &found.suggestions {
            assert!(way.text.contains(first), "{}", way.text);
            assert!(way.descriptions.iter().all(|w| w.starts_with("add ")), "{:?}", way.descriptions);
        }
    }
    // The key itself is written if it is not there
    let text = format!("{HEAD}commands:\n  - name: Left\n    commander: {{role: general, name: B}}\n");
    let found = all_suggestions(&text, &default_options());
    assert_eq!(found.suggestions.len(), 3, "{:?}", found.proof);
    for way in &found.suggestions {
        assert!(way.text.contains("name: B}\n    units:\n      - {unit: "), "{}", way.text);
    }
}

/// An army with an ally, at a size that needs the book's lines in pairs.
#[test]
fn limits_of_each_contingent_lead_to_the_fewest_changes() {
    let (_, text) = lists().into_iter().find(|(path, _)| path.ends_with("fra/zama-rome.yaml")).unwrap();
    let text = text.replacen("\npoints: 1000", "\npoints: 1501", 1);
    let found = all_suggestions(&text, &default_options());
    assert!(found.was_illegal && found.proof.has_fewest_changes, "{:?}", found.proof);
    // Hastati are two or four, principes as many, and the third line is half of that, or the Italians with
    // them
    assert_eq!(found.suggestions[0].descriptions.len(), 3, "{:?}", found.suggestions);
    assert!(found.suggestions[0].descriptions.iter().any(|w| w.starts_with("Hastati: ")));
    assert!(found.suggestions[0].descriptions.iter().any(|w| w.starts_with("Principes: ")));
}

#[test]
fn baggage_that_a_game_needs_is_added() {
    const HEAD: &str = "army: A\nruleset: fra\nmode: points\npoints: 300\n";
    const GENERAL: &str = "{role: general, name: B}";
    for (rest, made) in [
        (
            format!("characters: [{GENERAL}]\nunits:   # mine\n- {{unit: SP}}\n"),
            "\nbaggage: true\nunits:   # mine\n",
        ),
        (
            format!(
                "commands:\n  - units:\n      - {{unit: SP}}\n    name: Left\n    commander: {GENERAL}\n"
            ),
            "\n    commander: {role: general, name: B}\n    baggage: true\n",
        ),
        (
            format!("commands:\n- {{name: L, commander: {GENERAL}, units: [{{unit: SP}}]}}\n"),
            ", baggage: true, units: [",
        ),
    ] {
        let found = all_suggestions(&format!("{HEAD}{rest}"), &default_options());
        assert!(found.was_illegal, "{:?}", found.before.findings);
        assert_eq!(found.suggestions[0].descriptions.len(), 1, "{:?}", found.suggestions);
        assert_eq!(found.suggestions[0].descriptions[0], "add baggage");
        assert!(found.suggestions[0].text.contains(made), "{}", found.suggestions[0].text);
        assert!(found.proof.has_fewest_changes);
    }
}

#[test]
fn a_list_in_json_stays_json() {
    let text = "{\"army\": \"J\", \"ruleset\": \"fra\", \"mode\": \"points\", \"points\": 200, \"draft\": true,\n \"units\": [\n  {\"unit\": \"SP\", \"name\": \"A\", \"options\": []},\n  {\"unit\": \"SK\", \"name\": \"B\"}]}\n";
    let found = all_suggestions(text, &SuggestOptions { max_suggestions: 60, ..default_options() });
    assert!(found.suggestions.len() > 10);
    for way in &found.suggestions {
        assert!(serde_json::from_str::<serde_json::Value>(&way.text).is_ok(), "{}", way.text);
    }
    let upgrades = all_suggestions(
        text,
        &SuggestOptions { max_suggestions: 20, only: Some(AllowedChanges::Upgrades), ..default_options() },
    );
    for way in &upgrades.suggestions {
        assert!(serde_json::from_str::<serde_json::Value>(&way.text).is_ok(), "{}", way.text);
    }
    assert!(
        upgrades.suggestions.iter().any(|way| way.descriptions.iter().any(|w| w.contains(" gain elite (")))
    );
}

#[test]
fn several_options_of_one_row_change_together() {
    // Three of four wrong options are removed; the row itself stays because only upgrades may change
    for options in [
        "[wild-charge, heavy-armour, wild-charge, howdah]",
        "\n      - wild-charge\n      - heavy-armour   # theirs\n      - wild-charge\n      - howdah\n",
    ] {
        let text = format!(
            "army: A\nruleset: fra\nmode: points\npoints: 300\ndraft: true\nunits:\n  - unit: SP\n    name: B\n    options: {options}\n"
        );
        let text = text.replace("options: \n", "options:\n");
        let found = all_suggestions(
            &text,
            &SuggestOptions { only: Some(AllowedChanges::Upgrades), ..default_options() },
        );
        assert!(found.was_illegal, "{:?}", found.before.findings);
        assert!(!found.suggestions.is_empty(), "{:?}", found.before.findings);
        for way in &found.suggestions {
            for words in &way.descriptions {
                let gone = words.strip_prefix("B lose ").unwrap().replace(' ', "-");
                assert!(way.text.matches(&gone).count() < text.matches(&gone).count(), "{}", way.text);
            }
        }
    }
}

#[test]
fn what_anchors_share_stays_as_it_is() {
    let text = "army: A\nruleset: fra\nmode: points\npoints: 200\ndraft: true\nunits:\n  - &line {unit: SP, name: A}\n  - *line\n  - {unit: SK, name: B}\n";
    let found = all_suggestions(text, &SuggestOptions { max_suggestions: 30, ..default_options() });
    assert!(found.suggestions.len() > 10, "{:?}", found.suggestions);
    for way in &found.suggestions {
        assert!(way.text.contains("  - &line {unit: SP, name: A}\n  - *line\n"), "{}", way.text);
    }
    // Other changes might be possible if the list were written out
    assert!(!found.proof.has_fewest_changes, "{:?}", found.proof);
}

#[test]
fn a_row_that_a_character_joined_is_still_one_row() {
    let text = "army: A\nruleset: fra\nmode: points\npoints: 300\ndraft: true\ncharacters:\n  - {role: general, name: B, with: Spears}\nunits:\n  - {unit: SP, name: Spears, count: 4}\n";
    let found = suggest_changes(
        &Library::new(Vec::new()),
        "x.yaml",
        text,
        &SuggestOptions { max_suggestions: 60, ..default_options() },
    )
    .unwrap();
    assert!(found.proof.has_fewest_changes && !found.suggestions.is_empty());
    for way in &found.suggestions {
        assert_keeps_promise(&Library::new(Vec::new()), text, way, &found);
        let left_out = way.descriptions.iter().any(|words| words == "leave out Spears");
        assert_eq!(way.text.matches("name: Spears,").count(), usize::from(!left_out), "{}", way.text);
        for count in way.descriptions.iter().filter_map(|words| words.strip_prefix("Spears: ")) {
            assert!(way.text.contains(&format!("name: Spears, count: {count}")), "{}", way.text);
        }
    }
}

proptest! {
    #![proptest_config(crate::common::cases(12))]

    /// Changes the size and counts of sample armies and removes rows; every promise about the result must be
    /// true.
    #[test]
    fn every_suggestion_for_any_army_keeps_its_promise(
        list in any::<prop::sample::Index>(),
        size in -150_i64..300,
        rows in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..4), 0..4),
        draft in any::<bool>(),
    ) {
        let (path, sound) = list.get(&lists()).clone();
        let library = Library::new(Vec::new());
        let points = check_text(&library, &sound).points.and_then(|p| p.limit);
        let mut text = match points {
            Some(limit) => {
                let other = limit.checked_add(size.into()).unwrap();
                sound.replacen(&format!("\npoints: {limit}"), &format!("\npoints: {other}"), 1)
            }
            None => sound,
        };
        if draft {
            text = text.replacen("\nruleset:", "\ndraft: true\nruleset:", 1);
        }
        for (row, how) in rows {
            let all: Vec<(usize, &str)> = text.match_indices("- {unit: ").collect();
            let (at, _) = *row.get(&all);
            let (end, _) = text[at..].match_indices('\n').next().unwrap();
            let line = text[at..at + end].to_owned();
            let changed = match how {
                0 => String::new(),
                1 if !line.contains("count: ") => line.replacen(", ", ", count: 4, ", 1),
                2 => line.replacen("options: [", "options: [elite, ", 1),
                _ => line.replacen("count: ", "count: 1", 1),
            };
            text.replace_range(at..at + end, &changed);
        }
        // The results of a short search are as true as those of a long one
        let found = suggest_changes(&library, &path, &text, &SuggestOptions { time: Some(Duration::from_secs(3)), ..default_options() });
        prop_assume!(found.is_ok());
        let found = found.unwrap();
        let commented = |text: &str| text.matches('#').count();
        for way in &found.suggestions {
            prop_assert_eq!(apply_changes(&text, &way.changes).unwrap(), way.text.clone());
            let after = check_text(&library, &way.text);
            prop_assert!(matches!(after.verdict, Verdict::Legal | Verdict::Draft), "{}", way.text);
            let total = after.points.as_ref().map(|p| p.total);
            prop_assert_eq!(total, way.total);
            if let Some(limit) = after.points.and_then(|p| p.limit) {
                prop_assert!(total.unwrap() <= limit);
            }
            // The comment on the line of a row goes with the row, and so does that of a standard which the row carried
            let left_out = way.descriptions.iter().filter(|words| words.starts_with("leave out ")).count();
            let standards = [&text, &way.text].map(|text| text.matches("\nstandard:").count());
            let gone = left_out + standards[0].saturating_sub(standards[1]);
            prop_assert!(commented(&way.text) <= commented(&text));
            prop_assert!(commented(&way.text) + gone >= commented(&text));
        }
        prop_assert!(!found.proof.nothing_is_possible || found.suggestions.is_empty());
    }
}

/// The sample armies, with a size of one and a half times what they cost.
#[test]
fn sample_armies_get_suggestions_in_a_second() {
    let library = Library::new(Vec::new());
    let mut seen = 0;
    for (path, text) in lists() {
        let report = check_text(&library, &text);
        let Some(limit) = report.points.as_ref().and_then(|p| p.limit) else { continue };
        let more = limit.checked_add(50_i64.into()).unwrap();
        let text = text.replacen(&format!("\npoints: {limit}"), &format!("\npoints: {more}"), 1);
        let start = Instant::now();
        let time = if cfg!(debug_assertions) { 20 } else { 1 };
        let found = suggest_changes(
            &library,
            &path,
            &text,
            &SuggestOptions { time: Some(Duration::from_secs(time)), ..default_options() },
        )
        .unwrap();
        if found.was_illegal {
            continue;
        }
        assert!(start.elapsed() < Duration::from_secs(time + 1), "{path}: {:?}", start.elapsed());
        assert!(!found.suggestions.is_empty(), "{path}");
        found.suggestions.iter().for_each(|way| assert_keeps_promise(&library, &text, way, &found));
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
}
