//! Names suggestions after the text that they lead to, so that a name does not depend on what else was found.

use sha2::{Digest as _, Sha256};

/// The length of a name. Eight of 20 letters hold 34 bits, more than enough to tell a hundred suggestions
/// apart.
const NAME_LENGTH: usize = 8;

/// Returns the name of the suggestion that leads to this text.
///
/// A name has letters only, so that it is never mistaken for a number, and no vowels, so that it is never a
/// word.
pub(super) fn suggestion_name(text: &str) -> String {
    const ALPHABET: &[u8; 20] = b"bcdfghjklmnpqrstvwxz";
    let digest = Sha256::digest(text.as_bytes());
    digest
        .iter()
        .take(NAME_LENGTH)
        .map(|byte| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::suggestion_name;

    #[test]
    fn a_suggestion_name_has_letters_only_and_depends_on_the_text() {
        // SHA-256 of an empty text begins with e3 b0 c4 42 98 fc 1c 14: 227, 176, 196, 66, 152, 252, 28, 20,
        // each modulo 20
        assert_eq!(suggestion_name(""), "kvvjqqlb");
        assert_ne!(suggestion_name("a"), suggestion_name("b"));
    }
}
