//! Where values come from once a ruleset, or a book for its allies, changes some of them.

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

/// What `explain` says of a rule before it shows its lines.
fn explained(folder: &Folder, rule: &str) -> Vec<String> {
    let ran = folder.muster(&["explain", rule]);
    ran.out.lines().skip(1).take_while(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect()
}

/// The marks of what a notice speaks of, a unit each.
fn marks(folder: &Folder) -> Vec<String> {
    let ran = folder.muster(&["render", "roster", "army.yaml", "--format", "text"]);
    let marks = ran.out.lines().filter(|line| line.contains("Spears") || line.contains("Riders"));
    marks.map(|line| line.split_once("chart: ").map_or("", |(_, what)| what).to_owned()).collect()
}

#[test]
fn what_an_overlay_leaves_keeps_its_name_source_and_mark() {
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
    // The profiles of both are the chart's, and what is the same of all units is not said of each
    assert_eq!(marks(&prices), ["", ""]);
}

#[test]
fn a_source_that_an_overlay_names_is_that_of_what_it_states() {
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

#[test]
fn an_overlay_without_sources_changes_none() {
    let silent = folder("units:\n  spears: {cost: 42}\n");
    assert_eq!(
        explained(&silent, "over/units/spears"),
        ["Spears", "They stand.", "source of everything else: A chart"]
    );
    assert_eq!(marks(&silent), ["profile, price", "profile"]);
    // What is new is its own, and what is only taken over is the other's as it was
    let new = folder("sources: {ours: Our sheet}\nunits:\n  boats: {name: Boats, cost: 9}\n");
    assert_eq!(explained(&new, "over/units/boats"), ["Boats"]);
    assert_eq!(explained(&new, "over/units/spears"), ["Spears", "They stand.", "source: A chart"]);
}
