//! Suggestions take away what is bought, and spend on it what is left.

use muster::suggest::{AllowedChanges, SuggestOptions, suggest_changes};

use crate::common::rules;
use crate::purchases::support::{RUSE, two_commands};

/// Returns what the first suggestion changes, and the total it leads to.
fn best(list: &str, only: Option<AllowedChanges>) -> (String, String) {
    let (_folder, library) = rules("ruse", RUSE, &[]);
    let wish = SuggestOptions { only, time: None, ..SuggestOptions::default() };
    let found = suggest_changes(&library, "list.yaml", list, &wish).unwrap();
    let first = &found.suggestions[0];
    (first.descriptions.join(", "), first.total.unwrap().to_string())
}

fn with_size(list: &str, points: u32) -> String {
    list.replace("points: 200", &format!("points: {points}"))
}

#[test]
fn what_is_bought_is_taken_away_from_a_list_over_its_points() {
    // Three foot of 20, an ambush of 5, a ditch of 10 and a good structure of 12 are 87
    let list = two_commands("ambush, ditch", "good", "");
    for (points, change, total) in [
        (82, "the army lose ambush", "82"),
        (77, "the army lose ditch", "77"),
        (76, "Left lose good structure", "75"),
        // Both stratagems are 15
        (73, "the army lose ambush, the army lose ditch", "72"),
        // One of the stratagems and the structure are 17 and 22
        (71, "the army lose ambush, Left lose good structure", "70"),
    ] {
        let (changes, got) = best(&with_size(&list, points), Some(AllowedChanges::Upgrades));
        assert_eq!((changes.as_str(), got.as_str()), (change, total), "{points}");
    }
    // Where only rows may change, what is bought stays: one foot of 20 less
    let (changes, got) = best(&with_size(&list, 82), Some(AllowedChanges::Units));
    assert_eq!(got, "67", "{changes}");
}

#[test]
fn what_is_left_is_spent_on_purchases_too() {
    for (points, total) in [(65, "65"), (70, "70"), (72, "72"), (75, "75"), (87, "87"), (99, "99")] {
        // 60, and 5, 10, 12, 5 + 10, 5 + 10 + 12, 5 + 10 + 12 + 12
        let list = with_size(&two_commands("", "", ""), points);
        let (changes, got) = best(&list, Some(AllowedChanges::Upgrades));
        assert_eq!(got, total, "{points}: {changes}");
    }
    let (changes, _) = best(&with_size(&two_commands("", "", ""), 65), None);
    assert_eq!(changes, "the army gain ambush");
}

#[test]
fn a_purchase_that_cannot_stay_is_dropped() {
    // One command has one structure
    let list = two_commands("", "plain, good", "");
    assert_eq!(
        best(&list, Some(AllowedChanges::Upgrades)),
        ("Left lose plain structure".to_owned(), "72".to_owned())
    );
}
