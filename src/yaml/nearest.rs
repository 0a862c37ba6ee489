//! Finds the name that a misspelt one was probably meant to be.

use super::odd;

/// Names and words longer than this, in characters, are not compared: nobody types so long a name by mistake,
/// and comparing takes quadratic time.
const LONGEST: usize = 64;

/// Returns the candidate nearest to a word. `None` if no candidate is near.
///
/// Case, hyphens and spaces are ignored, and a final "s" counts as one difference. Words of one or two
/// characters must otherwise be equal.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = plain(word)?;
    let length = word.chars().count();
    let allowed = allowed(length);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(name) = plain(candidate) else { continue };
        if name.is_empty() || name.chars().count().abs_diff(length) > allowed {
            continue;
        }
        let distance = distance(&word, &name);
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
pub fn clear<'a, M: PartialEq>(
    word: &str,
    candidates: impl IntoIterator<Item = (&'a str, M)>,
) -> Option<&'a str> {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let (plain_word, word_digits) = (plain(word)?, digits(word));
    let length = plain_word.chars().count();
    let allowed = allowed(length);
    let mut near: Vec<(usize, &str, M)> = Vec::new();
    for (candidate, meaning) in candidates {
        let Some(name) = plain(candidate) else { continue };
        if name.is_empty() || name.chars().count().abs_diff(length) > allowed {
            continue;
        }
        let distance = distance(&plain_word, &name);
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
pub fn alike(a: &str, b: &str) -> bool {
    plain(a).is_some_and(|a| !a.is_empty() && plain(b).is_some_and(|b| a == b))
}

/// Returns the form of a word that is compared: in lower case, without hyphens and spaces. `None` if the word
/// is too long or consists of nothing else.
pub fn bare(word: &str) -> Option<String> {
    plain(word).filter(|bare| !bare.is_empty())
}

/// Returns how many characters of a word of this length may differ.
fn allowed(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3 | 4 => 1,
        5..=7 => 2,
        _ => 3,
    }
}

/// Returns a word in lower case, without hyphens, underscores and spaces. `None` if it is too long to
/// compare.
fn plain(word: &str) -> Option<String> {
    // The byte length is checked first, so that the characters of a long text need not be counted
    if word.len() > 4 * LONGEST || word.chars().count() > LONGEST {
        return None;
    }
    let letters = word.chars().filter(|c| !matches!(c, '-' | '_' | ' ') && odd::called(*c).is_none());
    Some(letters.flat_map(char::to_lowercase).collect())
}

/// Returns how many edits turn one word into the other; a final "s" is one.
fn distance(a: &str, b: &str) -> usize {
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
    use super::{clear, nearest};

    #[test]
    fn finds_what_was_meant() {
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
            assert_eq!(nearest(word, names), meant, "{word}");
        }
    }

    #[test]
    fn what_could_be_meant_in_two_ways_is_not_clear() {
        let each = |words: &[&'static str]| -> Vec<(&'static str, usize)> {
            words.iter().enumerate().map(|(at, word)| (*word, at)).collect()
        };
        assert_eq!(clear("slnig", each(&["sling", "bow"])), Some("sling"));
        assert_eq!(clear("sing", each(&["sling", "king"])), None);
        assert_eq!(clear("sing", [("sling", 1), ("king", 1)]), Some("sling"));
        assert_eq!(clear("Bow", each(&["bow", "bows"])), Some("bow"));
        assert_eq!(clear("Velites 3", each(&["Velites 1"])), None);
        assert_eq!(clear("Velitse 1", each(&["Velites 1"])), Some("Velites 1"));
    }

    #[test]
    fn is_strict_with_short_words() {
        assert_eq!(nearest("ab", ["ac", "a"]), None);
        assert_eq!(nearest("sp", ["LC", "SP"]), Some("SP"));
        assert_eq!(nearest("x", ["y"]), None);
    }

    #[test]
    fn leaves_huge_words_alone() {
        let long = "x".repeat(1 << 20);
        let names: Vec<&str> = std::iter::repeat_n(long.as_str(), 1000).collect();
        assert_eq!(nearest(&long, names), None);
    }
}
