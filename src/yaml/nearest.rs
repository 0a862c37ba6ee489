//! The name that was probably meant.

use super::odd;

/// Names and words longer than this, in characters, are not compared: nobody misspells so much by accident.
const LONGEST: usize = 64;

/// The candidate nearest to a word, or none where nothing is near. Case, hyphens and odd blanks do not count, a final
/// "s" hardly; words of one or two letters must otherwise be equal.
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

/// The candidate that is meant where nothing else can be: all that are near mean the same, or one alone differs in
/// no more than case, hyphens and blanks. Words that differ in a digit are two names, not one misspelt.
pub fn clear<'a, M: PartialEq>(
    word: &str,
    candidates: impl IntoIterator<Item = (&'a str, M)>,
) -> Option<&'a str> {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let (plain_word, own) = (plain(word)?, digits(word));
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
    (same && digits(first.1) == own).then_some(first.1)
}

/// Whether two words differ in no more than case, hyphens and blanks.
pub fn alike(a: &str, b: &str) -> bool {
    plain(a).is_some_and(|a| !a.is_empty() && plain(b).is_some_and(|b| a == b))
}

/// The form of a word by which it is compared, without case, hyphens and blanks; `None` if it is too long or has
/// nothing else.
pub fn bare(word: &str) -> Option<String> {
    plain(word).filter(|bare| !bare.is_empty())
}

/// How many letters of a word of this length may differ.
fn allowed(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3 | 4 => 1,
        5..=7 => 2,
        _ => 3,
    }
}

/// Small letters without hyphens, underscores and blanks.
fn plain(word: &str) -> Option<String> {
    // the byte test spares counting the letters of a whole block of text
    if word.len() > 4 * LONGEST || word.chars().count() > LONGEST {
        return None;
    }
    let letters = word.chars().filter(|c| !matches!(c, '-' | '_' | ' ') && odd::called(*c).is_none());
    Some(letters.flat_map(char::to_lowercase).collect())
}

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
