//! The source of each value if a ruleset, or a book for its allies, changes some of them.

use crate::common::Folder;

const BASE: &str = "\
ruleset: base
name: Base
version: 1.0.0
sources:
  rules: The rules
  chart: {name: A chart, notice: chart values}
units:
  spears: {name: Spears, cost: 40, stats: {melee: 3}, text: They stand., source: chart}
  riders: {name: Riders, cost: 50, stats: {melee: 4}, source: {cost: \"rules: p. 2\", stats: chart}}
stats:
  melee: {name: Melee}
limits:
  few: {count: {unit: riders}, max: 3, says: few ride, source: \"rules: p. 4\"}
";

fn folder(over: &str) -> Folder {
    let folder = Folder::new();
    folder.write("rulesets/base/ruleset.yaml", BASE);
    folder.write(
        "rulesets/over/ruleset.yaml",
        &format!("ruleset: over\nextends: base\nname: Over\nversion: 1.0.0\n{over}"),
    );
    folder.write(
        "army.yaml",
        "army: Trial\nruleset: over\npoints: 500\nunits:\n  - {unit: spears, name: A}\n  - {unit: riders, name: B}\n",
    );
    folder
}

/// Returns what `explain` prints about a rule before the rule's lines.
fn explained(folder: &Folder, rule: &str) -> Vec<String> {
    let ran = folder.muster(&["explain", rule]);
    ran.out.lines().skip(1).take_while(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect()
}

/// Returns the marks of what a notice refers to, one unit each.
fn marks(folder: &Folder) -> Vec<String> {
    let ran = folder.muster(&["render", "roster", "army.yaml", "--format", "text"]);
    let marks = ran.out.lines().filter(|line| line.contains("Spears") || line.contains("Riders"));
    marks.map(|line| line.split_once("chart: ").map_or("", |(_, what)| what).to_owned()).collect()
}

#[test]
fn what_an_overlay_does_not_change_keeps_its_name_source_and_mark() {
    let prices = folder(
        "sources: {ours: Our sheet}\nunits:\n  spears: {cost: 42}\n  riders: {cost: 52}\nlimits:\n  few: {max: 4}\n",
    );
    assert_eq!(
        explained(&prices, "over/units/spears"),
        ["Spears", "They stand.", "source of cost: Our sheet", "source of everything else: A chart"]
    );
    assert_eq!(
        explained(&prices, "over/units/riders"),
        ["Riders", "source of cost: Our sheet", "source of stats: A chart"]
    );
    assert_eq!(
        explained(&prices, "over/limits/few"),
        ["few ride", "source of max: Our sheet", "source of everything else: The rules, p. 4"]
    );
    // Both profiles are from the chart; a mark that all units share is not repeated for each
    assert_eq!(marks(&prices), ["", ""]);
}

#[test]
fn an_overlay_s_source_applies_to_what_it_states() {
    let named = folder(
        "sources: {ours: Our sheet}\nunits:\n  spears: {cost: 42, source: \"ours: p. 1\"}\n  riders: {stats: {melee: 5}, source: ours}\n",
    );
    assert_eq!(
        explained(&named, "over/units/spears"),
        ["Spears", "They stand.", "source of cost: Our sheet, p. 1", "source of everything else: A chart"]
    );
    assert_eq!(
        explained(&named, "over/units/riders"),
        ["Riders", "source of stats: Our sheet", "source of cost: The rules, p. 2"]
    );
    assert_eq!(marks(&named), ["profile", ""]);
}

/// One of the two stats of the base's boats is changed: it comes from the overlay, and the other still from
/// the chart.
#[test]
fn a_changed_stat_leaves_the_others_their_source() {
    let base = BASE.replace(
        "stats:\n  melee: {name: Melee}",
        "stats:\n  melee: {name: Melee}\n  shooting: {name: Shooting}",
    );
    let base = base.replace("stats: {melee: 3}", "stats: {melee: 3, shooting: 2}");
    for over in [
        "sources: {ours: Our sheet}\nunits:\n  spears: {stats: {melee: 5}}\n",
        "sources: {ours: Our sheet}\nunits:\n  spears: {stats: {melee: 5}, source: {stats: ours}}\n",
    ] {
        let folder = folder(over);
        folder.write("rulesets/base/ruleset.yaml", &base);
        assert_eq!(
            explained(&folder, "over/units/spears"),
            [
                "Spears",
                "They stand.",
                "source of stats.melee: Our sheet",
                "source of everything else: A chart"
            ]
        );
        // A stat of the profile is still the chart's, and so is the price
        assert_eq!(marks(&folder), ["profile, price", "profile"]);
    }
    // An overlay that changes all stats leaves nothing from the chart
    let all = folder("sources: {ours: Our sheet}\nunits:\n  spears: {stats: {melee: 5, shooting: 4}}\n");
    all.write("rulesets/base/ruleset.yaml", &base);
    assert_eq!(
        explained(&all, "over/units/spears"),
        ["Spears", "They stand.", "source of stats: Our sheet", "source of everything else: A chart"]
    );
    assert_eq!(marks(&all), ["price", "profile"]);
}

#[test]
fn an_overlay_without_sources_changes_no_sources() {
    let silent = folder("units:\n  spears: {cost: 42}\n");
    assert_eq!(
        explained(&silent, "over/units/spears"),
        ["Spears", "They stand.", "source of everything else: A chart"]
    );
    assert_eq!(marks(&silent), ["profile, price", "profile"]);
    // What is new is the overlay's own; what is only repeated keeps its source
    let new = folder("sources: {ours: Our sheet}\nunits:\n  boats: {name: Boats, cost: 9}\n");
    assert_eq!(explained(&new, "over/units/boats"), ["Boats"]);
    assert_eq!(explained(&new, "over/units/spears"), ["Spears", "They stand.", "source: A chart"]);
}

const TWO_STATS: &str = "\
ruleset: base
name: Base
version: 1.0.0
points: none
sources: {rules: The rules}
stats:
  melee: {name: Melee}
  armour: {name: Armour, default: 2}
units:
  spears: {name: Spears, stats: {melee: 3, armour: none}}
  riders: {name: Riders, stats: {melee: 4}}
notes:
  - {gap: The chart is lost, reading: our own values, at: units, source: rules}
  - {unclear: \"Do riders charge?\", reading: they do, at: units/riders, source: rules}
";

/// `none` removes a stat: a default's, or in a book's entry its type's.
#[test]
fn none_removes_a_default_and_the_stat_of_a_type() {
    let folder = Folder::new();
    folder.write("rulesets/base/ruleset.yaml", TWO_STATS);
    folder.write(
        "rulesets/base/books/b.yaml",
        "book: b\nruleset: base\nname: B\nversion: 1.0.0\nentries:\n  guard: {unit: riders, name: Guard, stats: {melee: \
         none}}\n  horse: {unit: riders, name: Horse, stats: {armour: none}}\n  bare: {unit: riders, name: Bare, stats: \
         {melee: none, armour: none}}\n  foot: {unit: spears}\n",
    );
    folder.write(
        "army.yaml",
        "army: Trial\nruleset: base\nbook: b\nunits: [{unit: guard}, {unit: horse}, {unit: bare}, {unit: foot}]\n",
    );
    let ran = folder.muster(&["render", "roster", "army.yaml", "--format", "text"]);
    let units = ran.out.split("\n\n").nth(1).unwrap().lines().map(str::trim);
    let printed: Vec<&str> = units.filter(|line| !line.contains("Riders")).collect();
    assert_eq!(
        printed,
        ["Guard", "Armour 2", "Horse", "Melee 4", "Bare", "Spears", "Melee 3"],
        "{}",
        ran.out
    );
}

#[test]
fn a_note_is_printed_only_at_what_it_is_about() {
    let folder = Folder::new();
    folder.write("rulesets/base/ruleset.yaml", TWO_STATS);
    let gap = "gap: The chart is lost. Our reading: our own values.";
    let unclear = "unclear: Do riders charge? Our reading: they do.";
    assert_eq!(explained(&folder, "base/units"), [gap]);
    assert_eq!(explained(&folder, "base/units/riders"), ["Riders", unclear]);
    assert_eq!(explained(&folder, "base/units/spears"), ["Spears"]);
}
