//! The YAML on the pages of the games does what the pages say.

use std::path::PathBuf;

use muster::rules::library::Library;

use crate::common::{Folder, file};
use crate::games::{army_in, legal, total};

fn blocks(game: &str) -> Vec<String> {
    let page = file(&format!("docs/games/{game}.md"));
    page.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_units_shown_are_legal() {
    for game in ["six-mm", "quick"] {
        let units = blocks(game).into_iter().next().unwrap();
        assert!(units.starts_with("- {unit:"), "{units}");
        // Items of a sequence need not be indented more than their key
        legal(&format!("army: A\nruleset: {game}\nunits:\n{units}"));
    }
}

/// 66% of 11, for ten units and three of skirmishers, is 7.26, and thus 8.
#[test]
fn a_club_may_play_another_share() {
    let overlay = blocks("six-mm").into_iter().find(|b| b.starts_with("ruleset: six-mm-club")).unwrap();
    let folder = Folder::new();
    folder.write("six-mm-club/ruleset.yaml", &overlay);
    let library = Library::new(vec![folder.path().to_owned(), PathBuf::from("rulesets")]);
    let list = "army: A\nruleset: six-mm-club\nunits:\n  - {unit: elephants, name: E, count: 10, size: 3, options: [poor]}\n  - {unit: psiloi, name: P, count: 3, size: 3, options: [poor, skirmish], values: {figures: 4}}\n";
    army_in(&library, list, |a| {
        assert_eq!(total(a, "army-routs-at"), "8");
        assert_eq!(total(a, "weakened-at"), "4");
    });
}
