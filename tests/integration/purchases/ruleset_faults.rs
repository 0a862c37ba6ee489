//! Mistakes in what a ruleset says about purchases, and what lint and the solver make of them.

use muster::solve::Feasibility;

use crate::common::Folder;
use crate::common::edits_and_searches::search_for_list;
use crate::purchases::support::RUSE;

fn told(command: &str, text: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.write("ruse/ruleset.yaml", text);
    let ran = folder.muster(&[command, "ruse/ruleset.yaml", "--format", "concise"]);
    let all = ran.out.lines().filter_map(|line| line.strip_prefix("ruse/ruleset.yaml:"));
    let all = all.filter(|line| !line.contains("missing-text"));
    all.map(|line| line.split_once(": ").map_or(line, |(_, line)| line).to_owned()).collect()
}

#[test]
fn what_does_something_to_units_cannot_be_bought() {
    for (option, wanted) in [
        ("add: {ld: 1}", "\"ditch\" is bought by the army, which has no stats"),
        ("set: {ld: 1}", "\"ditch\" is bought by the army, which has no stats"),
        ("places: {marks: 1, among: [ld], add: 1}", "\"ditch\" is bought by the army, which has no stats"),
        ("some: true", "\"ditch\" is bought by the army, which has no models"),
        ("per: model", "\"ditch\" is bought by the army, which has no models"),
        ("gives-tags: [dug-in]", "\"ditch\" is bought by the army, which has no tags"),
        ("needs: {unit: foot}", "\"ditch\" is bought by the army, and its `needs` names more than options"),
        (
            "excludes: {tag: dug-in}",
            "\"ditch\" is bought by the army, and its `excludes` names more than options",
        ),
    ] {
        let text = RUSE
            .replace("ditch: {name: Ditch}", &format!("ditch: {{name: Ditch, {option}}}"))
            .replace("units:\n", "stats: {ld: {name: Leadership, default: 5}}\nunits:\n");
        let found = told("check", &text);
        assert_eq!(found.len(), 1, "{option}: {found:#?}");
        assert!(found[0].starts_with(&format!("error[bad-value]: {wanted}")), "{option}: {found:#?}");
    }
    let text = RUSE.replace("good: {name: Good structure}", "good: {name: Good structure, gives-tags: [x]}");
    assert!(told("check", &text)[0].contains("\"good\" is bought by a command, which has no tags"));
    // What is fine with both
    assert_eq!(told("check", RUSE), [""; 0]);
}

/// The army has neither size nor troops of its own, so that such a price would be worked out for nobody.
#[test]
fn the_price_of_a_purchase_cannot_go_by_a_unit() {
    let charge = "{count: {tag: foot}, cost: 5, when: {present: {option: ditch}}}";
    let help = format!("(help: write a number, and a charge for what the army has, such as {charge})");
    for (cost, what) in [
        ("\"5 * count({unit: foot})\"", "what only a unit has"),
        ("\"sum({}, ld)\"", "what only a unit has"),
        ("5 * size", "what only a unit has"),
        ("ld + 1", "what only a unit has"),
        ("\"if(is(dug-in), 2, 3)\"", "what only a unit has"),
        ("[{when: {present: {unit: foot}}, each: 2 * size}, {otherwise: 3}]", "what only a unit has"),
        ("{for-size: {1: 2}}", "the size of a unit"),
    ] {
        let text = RUSE
            .replace("ditch?: 10", &format!("ditch?: {{cost: {cost}}}"))
            .replace("units:\n", "stats: {ld: {name: Leadership, default: 5}}\nunits:\n")
            .replace("name: Foot, cost", "name: Foot, tags: [dug-in], cost");
        let message =
            format!("error[bad-value]: \"ditch\" is bought by the army, and its cost goes by {what} {help}");
        assert_eq!(told("check", &text), [message], "{cost}");
    }
    // What the army has agreed on and what else it buys are its own
    for cost in
        ["points / 50", "\"if(has(ambush), 2, 3)\"", "[{of: {option: ambush}, each: 2}, {otherwise: 3}]"]
    {
        let text = RUSE.replace("ditch?: 10", &format!("ditch?: {{cost: {cost}}}"));
        assert_eq!(told("check", &text), [""; 0], "{cost}");
        let found = told("lint", &text);
        assert!(!found.iter().any(|line| line.contains("never")), "{cost}: {found:#?}");
    }
}

#[test]
fn a_purchase_cannot_cost_what_depends_on_prices() {
    let help = "(help: a charge may measure sum: points, the prices before any charge)";
    let late = format!("a price cannot depend on \"spent\", which is the sum of prices {help}");
    for (cost, code) in [
        ("spent / 10", "bad-formula"),
        ("[{when: {spent: {above: 5}}, each: 2}, {otherwise: 3}]", "bad-value"),
    ] {
        let text = RUSE.replace("ditch?: 10", &format!("ditch?: {{cost: {cost}}}"));
        assert_eq!(told("check", &text), [format!("error[{code}]: {late}")], "{cost}");
    }
}

#[test]
fn lint_knows_lines_and_charges_for_what_is_bought() {
    let never = |text: &str| {
        let found = told("lint", text);
        found.into_iter().filter(|line| line.contains("never")).collect::<Vec<_>>()
    };
    // A charge on what is bought, and one that waits for it
    let charges = "charges:\n  gift: {name: Given, sum: points, options: [ambush, ditch], at-most: 10, cost: -1}\n  \
                   diggers: {name: Diggers, cost: 2, when: {present: {option: ditch}}}\n";
    assert_eq!(never(&format!("{RUSE}{charges}")), [""; 0]);
    // No unit has bought the ditch
    let found = never(&format!("{RUSE}charges:\n  c: {{name: C, count: {{option: ditch}}, cost: 2}}\n"));
    assert_eq!(found.len(), 1, "{found:#?}");
    // The army is no unit
    let text = RUSE.replace("ditch?: 10", "ditch?: {cost: [{of: {unit: foot}, each: 2}, {otherwise: 3}]}");
    let found = never(&text);
    let wanted = "warning[never-matches]: this line of the cost of \"ditch\" is never reached: none of those who pay it are \
                  such units";
    assert!(found.len() == 1 && found[0].starts_with(wanted), "{found:#?}");
}

#[test]
fn lint_knows_what_is_bought() {
    // No unit is offered the ambush, and yet it is taken and counted
    let limits = "limits:\n  one: {options: ambush, max: 1}\n  none: {count: {}, max: 9, when: {present: {option: ditch}}}\n";
    let found = told("lint", &format!("{RUSE}{limits}"));
    assert!(!found.iter().any(|line| line.contains("never-matches")), "{found:#?}");
    // A count of units with it finds nothing
    let found = told("lint", &format!("{RUSE}limits:\n  one: {{count: {{option: ambush}}, max: 1}}\n"));
    assert!(found.iter().any(|line| line.contains("never-matches")), "{found:#?}");
}

fn solve(text: &str) -> Feasibility {
    search_for_list("ruse", text, Some(40))
}

#[test]
fn nothing_is_proved_that_a_purchase_could_change() {
    assert!(matches!(solve(RUSE), Feasibility::Found(_)));
    // What must be bought is bought
    let must = RUSE.replace("one-of: [plain, good?: 12]", "one-of: [plain?: 1, good?: 12]");
    assert!(matches!(solve(&must), Feasibility::Found(_)));
    // A bound on what is bought, and a condition on it, are no proof that no list exists
    for limits in [
        "  one: {options: ambush, min: 1}\n",
        "  dear: {sum: points, min: 25, max: 25}\n",
        "  none: {count: {}, max: 0, when: {not: {present: {option: ambush}}}}\n",
    ] {
        let found = solve(&format!("{RUSE}limits:\n{limits}"));
        assert!(!matches!(found, Feasibility::Forbidden(_)), "{limits}: {found:?}");
    }
}
