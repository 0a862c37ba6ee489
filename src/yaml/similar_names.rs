//! Finds the name that a misspelt one was probably meant to be.

use super::word_processor_characters;

/// Names and words longer than this, in characters, are not compared: nobody types so long a name by mistake,
/// and comparing takes quadratic time.
const MAX_LENGTH: usize = 64;

/// Returns the candidate nearest to a word. `None` if no candidate is near.
///
/// Case, hyphens and spaces are ignored, and a final "s" counts as one difference. Words of one or two
/// characters must otherwise be equal.
pub fn nearest_name<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = simplify_name(word)?;
    let length = word.chars().count();
    let allowed = allowed_distance(length);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(name) = simplify_name(candidate) else { continue };
        if name.is_empty() || name.chars().count().abs_diff(length) > allowed {
            continue;
        }
        let distance = edit_distance(&word, &name);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns the candidate that a word must mean, if only one meaning is possible.
///
/// That is so if all near candidates have the same meaning, or only one of them differs in nothing but case,
/// hyphens and spaces. `None` otherwise, and if the digits differ: `Velites 1` and `Velites 2` are two names,
/// not a typo.
pub fn unambiguous_name<'a, M: PartialEq>(
    word: &str,
    candidates: impl IntoIterator<Item = (&'a str, M)>,
) -> Option<&'a str> {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let (plain_word, word_digits) = (simplify_name(word)?, digits(word));
    let length = plain_word.chars().count();
    let allowed = allowed_distance(length);
    let mut near: Vec<(usize, &str, M)> = Vec::new();
    for (candidate, meaning) in candidates {
        let Some(name) = simplify_name(candidate) else { continue };
        if name.is_empty() || name.chars().count().abs_diff(length) > allowed {
            continue;
        }
        let distance = edit_distance(&plain_word, &name);
        if distance <= allowed {
            near.push((distance, candidate, meaning));
        }
    }
    let least = near.iter().map(|(distance, ..)| *distance).min()?;
    near.retain(|(distance, ..)| least > 0 || *distance == 0);
    let first = near.iter().find(|(distance, ..)| *distance == least)?;
    let same = near.iter().all(|(_, _, meaning)| *meaning == first.2);
    (same && digits(first.1) == word_digits).then_some(first.1)
}

/// Returns `true` if two words differ in nothing but case, hyphens and spaces.
pub fn is_same_but_for_case_and_spaces(a: &str, b: &str) -> bool {
    simplify_name(a).is_some_and(|a| !a.is_empty() && simplify_name(b).is_some_and(|b| a == b))
}

/// Returns the form of a word that is compared: in lower case, without hyphens and spaces. `None` if the word
/// is too long or consists of nothing else.
pub fn bare_name(word: &str) -> Option<String> {
    simplify_name(word).filter(|bare| !bare.is_empty())
}

/// Returns how many characters of a word of this length may differ.
fn allowed_distance(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3 | 4 => 1,
        5..=7 => 2,
        _ => 3,
    }
}

/// Returns a word in lower case, without hyphens, underscores and spaces. `None` if it is too long to
/// compare.
fn simplify_name(word: &str) -> Option<String> {
    // The byte length is checked first, so that the characters of a long text need not be counted
    if word.len() > 4 * MAX_LENGTH || word.chars().count() > MAX_LENGTH {
        return None;
    }
    let letters = word
        .chars()
        .filter(|c| !matches!(c, '-' | '_' | ' ') && word_processor_characters::odd_space_name(*c).is_none());
    Some(letters.flat_map(char::to_lowercase).collect())
}

/// Returns how many edits turn one word into the other; a final "s" is one.
fn edit_distance(a: &str, b: &str) -> usize {
    if a == b {
        return 0;
    }
    if a.strip_suffix('s') == Some(b) || b.strip_suffix('s') == Some(a) {
        return 1;
    }
    strsim::osa_distance(a, b)
}

#[cfg(test)]
mod tests {
    use super::{nearest_name, unambiguous_name};

    #[test]
    fn the_intended_name_is_found() {
        let names = ["units", "unit", "commander", "attached-to", "name"];
        for (word, meant) in [
            ("Unit", Some("unit")),
            ("untis", Some("units")),
            ("comander", Some("commander")),
            ("attachedTo", Some("attached-to")),
            ("attached_to", Some("attached-to")),
            ("names", Some("name")),
            ("nmae", Some("name")),
            ("points", None),
            ("", None),
        ] {
            assert_eq!(nearest_name(word, names), meant, "{word}");
        }
    }

    #[test]
    fn a_word_near_two_names_has_no_clear_correction() {
        let each = |words: &[&'static str]| -> Vec<(&'static str, usize)> {
            words.iter().enumerate().map(|(at, word)| (*word, at)).collect()
        };
        assert_eq!(unambiguous_name("slnig", each(&["sling", "bow"])), Some("sling"));
        assert_eq!(unambiguous_name("sing", each(&["sling", "king"])), None);
        assert_eq!(unambiguous_name("sing", [("sling", 1), ("king", 1)]), Some("sling"));
        assert_eq!(unambiguous_name("Bow", each(&["bow", "bows"])), Some("bow"));
        assert_eq!(unambiguous_name("Velites 3", each(&["Velites 1"])), None);
        assert_eq!(unambiguous_name("Velitse 1", each(&["Velites 1"])), Some("Velites 1"));
    }

    #[test]
    fn short_words_need_a_closer_match() {
        assert_eq!(nearest_name("ab", ["ac", "a"]), None);
        assert_eq!(nearest_name("sp", ["LC", "SP"]), Some("SP"));
        assert_eq!(nearest_name("x", ["y"]), None);
    }

    #[test]
    fn very_long_words_are_not_compared() {
        let long = "x".repeat(1 << 20);
        let names: Vec<&str> = std::iter::repeat_n(long.as_str(), 1000).collect();
        assert_eq!(nearest_name(&long, names), None);
    }
}
