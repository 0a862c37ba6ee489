//! Counts with their nouns and verbs.

use crate::exact_number::Number;

/// Returns a number with its noun, such as `1 error`, `2 errors` or `4 fixes`.
pub fn count_noun(n: usize, noun: &str) -> String {
    let ending = if noun.ends_with(['s', 'x']) { "es" } else { "s" };
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}{ending}") }
}

/// Returns the verb for one thing or for several.
pub fn is_or_are(one: bool) -> &'static str {
    if one { "is" } else { "are" }
}

/// Returns the noun for one point or for several.
pub fn points_noun(one: bool) -> &'static str {
    if one { "point" } else { "points" }
}

/// Returns a number of points as text, such as `1 point` or `985 points`.
pub fn points_text(n: Number) -> String {
    format!("{n} {}", points_noun(n == 1))
}

/// Like [`points_text`], for a number or a formula that is text already.
pub fn points_text_of(n: &str) -> String {
    format!("{n} {}", points_noun(n == "1"))
}

/// Returns points with the verb that follows them, such as `1 point is` or `985 points are`.
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
        assert_eq!(count_noun(4, "fix"), "4 fixes");
    }

    #[test]
    fn points_have_a_singular() {
        assert_eq!(points_text(Number::ONE), "1 point");
        assert_eq!(points_with_verb(Number::from(2_i64)), "2 points are");
        assert_eq!(points_text_of("1"), "1 point");
    }
}
