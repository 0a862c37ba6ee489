//! Nouns with their articles.

/// Returns a noun with its indefinite article, such as `a note` or `an error`.
pub fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vowels_take_an() {
        assert_eq!(with_article("error"), "an error");
        assert_eq!(with_article("warning"), "a warning");
    }
}
