//! Names of ways: the same for the same way to the same list, whatever else was found beside it.

use sha2::{Digest as _, Sha256};

/// How many letters a name has: 34 bits, far more than tell a hundred ways apart.
const LETTERS: usize = 8;

/// The name of the way that makes this text. It has letters alone, so that it is no number, and no vowels, so that it
/// is no word.
pub(super) fn of_text(text: &str) -> String {
    const ALPHABET: &[u8; 20] = b"bcdfghjklmnpqrstvwxz";
    let digest = Sha256::digest(text.as_bytes());
    digest
        .iter()
        .take(LETTERS)
        .map(|byte| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::of_text;

    #[test]
    fn a_name_is_of_letters_and_of_its_text() {
        // SHA-256 of nothing begins with e3 b0 c4 42 98 fc 1c 14: 227, 176, 196, 66, 152, 252, 28, 20 over 20
        assert_eq!(of_text(""), "kvvjqqlb");
        assert_ne!(of_text("a"), of_text("b"));
    }
}
