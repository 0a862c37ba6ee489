//! What the solver finds and proves where commands are of kinds.

use muster::solve::Feasibility;

use crate::common::edits_and_searches::search_for_list;

/// Returns what the solver finds for a game of squads and guns with these kinds of command and limits.
fn solve(kinds: &str, limits: &str) -> Feasibility {
    let text = format!(
        "ruleset: field\nname: Field\nversion: 1.0.0\npoints: none\nroles: {{general: {{name: General}}, captain: {{name: \
         Captain}}}}\ncommands:\n  led-by: [captain]\n  kinds:\n{kinds}units:\n  squad: {{name: Squad, tags: [foot]}}\n  gun: \
         {{name: Gun, tags: [gun]}}\nlimits:\n{limits}"
    );
    search_for_list("field", &text, None)
}

/// Returns the list that the solver finds.
fn found(kinds: &str, limits: &str) -> String {
    match solve(kinds, limits) {
        Feasibility::Found(list) => list.text,
        other => panic!("{other:?}"),
    }
}

const CORPS: &str = "    corps: {name: Corps, led-by: [general]";
const PATROL: &str = "    patrol: {name: Patrol, default: true";

#[test]
fn a_list_has_a_command_of_each_kind_that_a_bound_asks_for() {
    let size = "  patrol-size: {count: {}, in: patrol, min: 2}\n  guns: {count: {tag: gun}, in: corps, exactly: 3}\n";
    // An army without commands is a patrol, which has at least two units
    let text = found(&format!("{CORPS}}}\n{PATROL}}}\n"), size);
    assert!(!text.contains("commands:") && text.contains("count: 2"), "{text}");
    // A corps is asked for, and has three guns
    let text = found(&format!("{CORPS}, min: 1}}\n{PATROL}}}\n"), size);
    assert!(text.contains("kind: corps") && text.contains("{unit: gun, count: 3}"), "{text}");
    assert_eq!(text.matches("commander:").count(), 1, "{text}");
    // Two patrols that are only within a corps bring it, though nothing asks for one
    let text = found(&format!("{CORPS}}}\n{PATROL}, within: corps, exactly: 2}}\n"), size);
    assert_eq!(
        (text.matches("commands:").count(), text.matches("name: \"Command").count()),
        (2, 3),
        "{text}"
    );
    assert_eq!(text.matches("role: captain").count(), 2, "{text}");
    // Without a default, the kind is always said; and a kind that nobody leads has no commander
    let text = found(&format!("{CORPS}}}\n    patrol: {{name: Patrol, led-by: [], min: 2}}\n"), size);
    assert_eq!((text.matches("kind: patrol").count(), text.matches("commander:").count()), (2, 0), "{text}");
}

#[test]
fn what_is_in_inner_commands_is_in_the_outer_and_selectors_tell_them_apart() {
    let kinds = format!("{CORPS}, min: 1}}\n{PATROL}, within: corps, exactly: 1}}\n");
    // Four squads in all, at most one of them directly in the corps
    let limits = "  all: {count: {unit: squad}, in: corps, exactly: 4}\n  own: {count: {command: corps, unit: squad}, max: \
                  1}\n  inner: {sum: commands, in: corps, exactly: 1}\n";
    let text = found(&kinds, limits);
    assert_eq!(text.matches("commands:").count(), 2, "{text}");
    // One command is within the corps, so two cannot be
    assert!(matches!(solve(&kinds, &limits.replace("exactly: 1}", "exactly: 2}")), Feasibility::NoneFound));
}

#[test]
fn a_proof_counts_commands_and_uses_fixed_minimums() {
    let none = "  none: {count: {tag: foot}, max: 0}\n  foot: {count: {tag: foot}, in: corps, min: 1}\n";
    // Nothing asks for a corps, so an army of patrols is legal
    assert!(matches!(solve(&format!("{CORPS}}}\n{PATROL}}}\n"), none), Feasibility::Found(_)));
    // Where one is needed, its foot are, and the proof names all three limits
    let Feasibility::Forbidden(conflict) = solve(&format!("{CORPS}, min: 1}}\n{PATROL}}}\n"), none) else {
        panic!()
    };
    assert_eq!(conflict.limits.len(), 3);
    // Two kinds of which each has a bound, and a bound on all commands
    let bound = "  all: {sum: commands, max: 2}\n";
    let kinds = |least: u32| format!("{CORPS}, min: {least}}}\n{PATROL}, min: 1}}\n");
    assert!(matches!(solve(&kinds(1), bound), Feasibility::Found(_)));
    assert!(matches!(solve(&kinds(2), bound), Feasibility::Forbidden(_)));
}
