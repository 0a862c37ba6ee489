//! Numbers of things.

use crate::number::Number;

/// `1 error`, `2 errors`; for words that take an s.
pub fn count_noun(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// The verb that goes with a number of things.
pub fn is_or_are(one: bool) -> &'static str {
    if one { "is" } else { "are" }
}

/// The noun for a number of points.
pub fn points_noun(one: bool) -> &'static str {
    if one { "point" } else { "points" }
}

/// Points in words: `1 point`, `985 points`.
pub fn points_text(n: Number) -> String {
    format!("{n} {}", points_noun(n == 1))
}

/// The same of a number or a formula that is text already.
pub fn points_text_of(n: &str) -> String {
    format!("{n} {}", points_noun(n == "1"))
}

/// `1 point is`, `985 points are`.
pub fn points_with_verb(n: Number) -> String {
    format!("{} {}", points_text(n), is_or_are(n == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_counted_in_words() {
        assert_eq!(count_noun(0, "error"), "0 errors");
        assert_eq!(count_noun(1, "error"), "1 error");
        assert_eq!(count_noun(2, "note"), "2 notes");
    }

    #[test]
    fn points_have_a_singular() {
        assert_eq!(points_text(Number::ONE), "1 point");
        assert_eq!(points_with_verb(Number::from(2_i64)), "2 points are");
        assert_eq!(points_text_of("1"), "1 point");
    }
}
