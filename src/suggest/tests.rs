//! Compares the constraints with the ordinary check: whatever the check finds legal, the constraints must
//! allow.
//!
//! Uses every sample army of the games with points, which cover commands and allies.

use std::path::Path;

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
    let wish = SuggestOptions { time: None, ..SuggestOptions::default() };
    let mut dice = Dice(7);
    let (mut fine, mut forbidden) = (0, 0);
    for (path, text) in samples() {
        // An illegal size, one with many points left, and the latter as a draft
        for (size, draft) in [(900, ""), (3000, ""), (3000, "draft: true\n")] {
            let text = text.replacen("\npoints: ", &format!("\n{draft}points: {size}   # once "), 1);
            let checked = Checked::read(&library, &path, text.clone().into_bytes(), &CheckOptions::default());
            let (before, Some(army)) = (checked.report(), checked.army()) else { panic!("{path}") };
            let judge = Baseline::new(before);
            let rows = ListRows::number(parse_yaml(FileId::CHECKED, &text).root.as_ref());
            let desk = TrialContext {
                list: &TrialList::new(&library, &text, &rows, &checked, false),
                baseline: &judge,
                limits: SearchLimits::new(&wish, None),
                declared_total: None,
                progress: &FoundSoFar::default(),
            };
            let frame = build_sum_constraints(army, &[], &judge.unmet_minimums()).unwrap();
            let moves = moves::list_moves(army, &rows, &wish, &|| false);
            let (tried, _) = desk.try_all(&moves, &frame);
            let moves = moves.all;
            let faults = faults_by_row(army, |row| faults_of_row(before, row));
            let field = SearchSpace::new(army, &judge, &frame, &moves, &tried, &faults).unwrap();
            assert!(
                field.constraints.is_some() && field.never_negative,
                "{path}: the rows forbid what is legal"
            );
            for _ in 0..40 {
                let mut combo = Vec::new();
                for _ in 0..2 + dice.below(3) {
                    let class = dice.below(field.classes.len());
                    if field.can_be_added(&combo, class) {
                        combo.push(class);
                    }
                }
                let picked: Vec<&moves::Move> = combo
                    .iter()
                    .map(|c| &field.classes[*c].moves)
                    .map(|members| &moves[members[dice.below(members.len())]])
                    .collect();
                let Some(tried) = desk.try_moves(&picked) else { continue };
                let seen = tried.assessment;
                let allowed = field.allows(&combo);
                fine += usize::from(seen.is_improvement);
                forbidden += usize::from(!allowed);
                assert!(allowed || !seen.is_improvement, "{path}\n{}", desk.to_suggestion(tried).text);
                let total = seen.total.filter(|_| seen.is_improvement).and_then(|n| to_scale(n, field.scale));
                assert!(total.is_none_or(|n| n == field.sums(&combo)[0]), "{path}");
            }
        }
    }
    assert!(fine > 30 && forbidden > 100, "both are tried: {fine}, {forbidden}");
}
