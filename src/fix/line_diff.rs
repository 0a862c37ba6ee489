//! A unified diff of two texts.

use std::fmt::Write as _;

/// How many lines ahead two texts are searched for a line in which they agree again.
const MAX_LOOKAHEAD: usize = 400;

/// Returns a unified diff without context lines. Empty if the texts are equal.
pub fn line_diff(path: &str, before: &str, after: &str) -> String {
    let lines = |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
    let (old, new) = (lines(before), lines(after));
    let mut made = String::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let (goes, comes) = lines_until_equal(&old[i..], &new[j..]);
        if made.is_empty() {
            let _ = write!(made, "--- {path}\n+++ {path}\n");
        }
        // A hunk without lines is named by the line before it
        let at = |from: usize, lines: usize| format!("{},{lines}", if lines == 0 { from } else { from + 1 });
        let _ = writeln!(made, "@@ -{} +{} @@", at(i, goes), at(j, comes));
        for (sign, lines) in [('-', &old[i..i + goes]), ('+', &new[j..j + comes])] {
            for line in lines {
                let _ = writeln!(made, "{sign}{}", line.trim_end_matches('\n'));
            }
        }
        (i, j) = (i + goes, j + comes);
    }
    made
}

/// Returns the number of lines of each text before the next line in which they agree, or before their ends.
fn lines_until_equal(old: &[String], new: &[String]) -> (usize, usize) {
    for sum in 1..MAX_LOOKAHEAD.min(old.len() + new.len()) {
        // Lines are more often changed than moved, so try equal numbers of both first
        let mut pairs: Vec<(usize, usize)> = (0..=sum).map(|n| (n, sum - n)).collect();
        pairs.sort_by_key(|(a, b)| a.abs_diff(*b));
        let same =
            |(a, b): &(usize, usize)| matches!((old.get(*a), new.get(*b)), (Some(x), Some(y)) if x == y);
        if let Some(found) = pairs.into_iter().find(same) {
            return found;
        }
    }
    (old.len(), new.len())
}

#[cfg(test)]
mod tests {
    use super::line_diff;

    #[test]
    fn changed_left_out_and_added_lines_are_told_by_their_numbers() {
        assert_eq!(
            line_diff("x", "a\nb\nc\nd\n", "a\nB\nc\n"),
            "--- x\n+++ x\n@@ -2,1 +2,1 @@\n-b\n+B\n@@ -4,1 +3,0 @@\n-d\n"
        );
        assert_eq!(line_diff("x", "a\nb\n", "a\nn\nb\n"), "--- x\n+++ x\n@@ -1,0 +2,1 @@\n+n\n");
        assert_eq!(line_diff("x", "a\n", "a\n"), "");
    }
}
