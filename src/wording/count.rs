//! Numbers of things.

use crate::number::Number;

/// `1 error`, `2 errors`; for words that take an s.
pub fn count(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// The verb that goes with a number of things.
pub fn is_or_are(one: bool) -> &'static str {
    if one { "is" } else { "are" }
}

/// The noun for a number of points.
pub fn points_word(one: bool) -> &'static str {
    if one { "point" } else { "points" }
}

/// Points in words: `1 point`, `985 points`.
pub fn of_points(n: Number) -> String {
    format!("{n} {}", points_word(n == 1))
}

/// The same of a number or a formula that is text already.
pub fn of_points_printed(n: &str) -> String {
    format!("{n} {}", points_word(n == "1"))
}

/// `1 point is`, `985 points are`.
pub fn points_are(n: Number) -> String {
    format!("{} {}", of_points(n), is_or_are(n == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_counted_in_words() {
        assert_eq!(count(0, "error"), "0 errors");
        assert_eq!(count(1, "error"), "1 error");
        assert_eq!(count(2, "note"), "2 notes");
    }

    #[test]
    fn points_have_a_singular() {
        assert_eq!(of_points(Number::ONE), "1 point");
        assert_eq!(points_are(Number::from(2_i64)), "2 points are");
        assert_eq!(of_points_printed("1"), "1 point");
    }
}
