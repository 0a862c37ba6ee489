//! Rooms of the three games beside FR!Ancients.

use crate::common::{built_in, file};
use crate::rooms::support::lines_of;

fn room(path: &str, rule: &str) -> String {
    lines_of(&built_in(), &file(path), rule)
}

/// 20 hastati, 20 principes and 10 triarii are 50 men of the three lines; 5 equites and 10 allied horse.
#[test]
fn warhammer_counts_models_and_points() {
    let metaurus = "lists/wab/metaurus-rome.yaml";
    for (rule, wanted) in [
        (
            "republican-rome/limits/principes-match",
            "Principes: settled, 20 models, exactly 20 [as many as the 20 models of Hastati]; ",
        ),
        (
            "republican-rome/limits/equites-share",
            "Equites: full, 5 models, max 5 [a tenth of the 50 models of men of the three lines]; ",
        ),
        (
            "republican-rome/limits/allied-horse-share",
            "Allied horse: open, 10 models, max 15 [3 times the 5 models of Equites]; ",
        ),
        (
            "wab/limits/characters-share",
            "Characters: open, 283 points, max 500 [a quarter of the 2,000 points]; ",
        ),
    ] {
        let found = room(metaurus, rule);
        assert!(found.starts_with(wanted), "{found}");
    }
    // A formula is no number: the general leads
    let formula = room(metaurus, "wab/limits/general-leads");
    assert!(formula.starts_with("General leads: settled; "), "{formula}");
}
