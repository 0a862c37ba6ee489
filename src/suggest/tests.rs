//! Compares the constraints with the ordinary check: whatever the check finds legal, the constraints must
//! allow.
//!
//! Uses every sample army of the games with points, which cover commands and allies.

use std::path::Path;
use std::time::{Duration, Instant};

use super::*;

fn samples() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    let mut found = Vec::new();
    for game in ["fra", "wab"] {
        for entry in std::fs::read_dir(root.join(game)).unwrap().map(|e| e.unwrap().path()) {
            if entry.extension().is_some_and(|e| e == "yaml") {
                found.push((entry.display().to_string(), std::fs::read_to_string(&entry).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// A simple pseudorandom generator, so that each run uses the same numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, range: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % range
    }
}

#[test]
fn what_the_check_lets_be_the_rows_let_be() {
    let library = Library::new(Vec::new());
    let wish = Wish {
        most: 3,
        keep: Vec::new(),
        only: None,
        prefer: None,
        time: Duration::from_secs(60),
        named: None,
    };
    let mut dice = Dice(7);
    let (mut fine, mut forbidden) = (0, 0);
    for (path, text) in samples() {
        // An illegal size, one with many points left, and the latter as a draft
        for (size, draft) in [(900, ""), (3000, ""), (3000, "draft: true\n")] {
            let text = text.replacen("\npoints: ", &format!("\n{draft}points: {size}   # once "), 1);
            let checked = Checked::read(&library, &path, text.clone().into_bytes(), &Options::default());
            let (before, Some(army)) = (checked.report(), checked.army()) else { panic!("{path}") };
            let judge = Judge::new(before);
            let until = Instant::now() + Duration::from_secs(60);
            let desk = Desk {
                library: &library,
                path: &path,
                text: &text,
                judge: &judge,
                halfway: until,
                until,
                end: until,
                one: Duration::ZERO,
                declares: None,
                progress: &Progress::default(),
            };
            let frame = frame(army, &[], &judge.unmet()).unwrap();
            let moves = moves::all(army, &text, &wish, &|| false);
            let tried = desk.try_all(&moves, &frame);
            let moves = moves.all;
            let faults = faults(army, |row| faults_of_row(before, row));
            let field = Field::new(army, &judge, &frame, &moves, &tried, &faults).unwrap();
            assert!(field.point.is_some() && field.firm, "{path}: the rows forbid what is legal");
            for _ in 0..40 {
                let mut combo = Vec::new();
                for _ in 0..2 + dice.below(3) {
                    let class = dice.below(field.classes.len());
                    if field.goes_with(&combo, class) {
                        combo.push(class);
                    }
                }
                let picked: Vec<&moves::Move> = combo
                    .iter()
                    .map(|c| &field.classes[*c].members)
                    .map(|members| &moves[members[dice.below(members.len())]])
                    .collect();
                let Some(seen) = desk.see(&picked) else { continue };
                let allowed = field.allows(&combo);
                fine += usize::from(seen.fine);
                forbidden += usize::from(!allowed);
                assert!(allowed || !seen.fine, "{path}\n{}", desk.with(&picked).unwrap());
                let total = seen.total.filter(|_| seen.fine).and_then(|n| scaled(n, field.scale));
                assert!(total.is_none_or(|n| n == field.sums(&combo)[0]), "{path}");
            }
        }
    }
    assert!(fine > 30 && forbidden > 100, "both are tried: {fine}, {forbidden}");
}
