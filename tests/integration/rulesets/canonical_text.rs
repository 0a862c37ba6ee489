//! The canonical text that an army's digest is made of, written out by hand.

use crate::common::with_army;
use crate::rulesets::war_game::{army, war};
use muster::army::army_and_rules_digests::compute_digests;
use muster::army::canonical_text::canonical_text;
use muster::army::digest_text::{ARMY_LENGTH, format_digest as in_letters};
use sha2::{Digest as _, Sha256};

/// Returns a field: a key, the length of the value in bytes, and the value.
fn field(key: &str, value: &str) -> String {
    format!("{key} {}:{value}", value.len())
}

fn written(units: &[String], reserves: &str) -> String {
    let command = ["name 0:", "ally 0:", "points 0:", "shared-with 0:"].join("\n");
    let command = field("bare", &format!("{command}\n{}", units.join("\n")));
    let head = "army 5:Trial\nruleset 3:war\nbook 0:\nmode 0:\npoints 4:2000\ndate 0:\nplayer 0:\ndraft 0:";
    format!("{head}\n{command}\n{}", field("reserves", reserves))
}

#[test]
fn units_parts_and_options_are_in_canonical_order() {
    let (_folder, library) = war();
    // The bow has no details
    let bowmen = field("archers", &format!("bowmen 4\n{}", field("bow", "")));
    let elephants = format!(
        "1 name 9:Elephants\n{}\n{bowmen}\n{}",
        field("body", "elephants 2\n"),
        field("crew", "driver 6\n"),
    );
    // Twice three of them make six; slings go to four models
    let body = format!("men 10\n{}\n{}", field("shield", ""), field("sling", &field("models", "4")));
    let men = format!("6 name 4:Boys\n{}", field("body", &body));
    let spare = format!("1 name 4:Levy\n{}", field("body", "levy 12\n"));
    // In alphabetical order of the texts: the men's begins with a length of 58 bytes, the elephants' with 83
    let wanted = written(&[field("unit", &men), field("unit", &elephants)], &field("unit", &spare));
    let text = army(&[
        "{unit: M, name: Boys, size: 10, count: 3, options: [shield, sling: 4]}",
        "{unit: elephants, size: 2, parts: {archers: {size: 4, options: [bow]}}}",
        "{unit: troops, name: Boys, size: 10, count: 3, options: [sling: 4, shield]}",
    ]) + "reserves: [{unit: levy, size: 12}]\n";
    with_army(&library, &text, |army| {
        assert_eq!(canonical_text(army), wanted);
        let hash = Sha256::digest(wanted.as_bytes());
        assert_eq!(compute_digests(army).army, in_letters(&hash.into(), ARMY_LENGTH));
    });
}
