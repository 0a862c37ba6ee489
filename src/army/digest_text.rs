//! Prints digests, and reads them back from what people type.
//!
//! Each character stands for five bits, in groups of four with hyphens between: `0A3F-7KQM-…`. The alphabet
//! has the digits and the capital letters except I, L, O and U, which look like 1, 1, 0 and V and are read as
//! such.

/// The 32 characters in the order of their values.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The length of an army's digest: 20 characters, or 100 bits.
pub const ARMY_LENGTH: usize = 20;
/// The length of a digest of rules: 12 characters, or 60 bits.
pub const RULES_LENGTH: usize = 12;
/// The number of characters in a group.
const GROUP_LENGTH: usize = 4;

/// Returns the first bits of a hash as this many characters, in groups.
pub fn format_digest(hash: &[u8; 32], letters: usize) -> String {
    let mut text = String::with_capacity(letters + letters / GROUP_LENGTH);
    for at in 0..letters {
        if at > 0 && at % GROUP_LENGTH == 0 {
            text.push('-');
        }
        let value = (0..5).fold(0, |value, bit| {
            let place = at * 5 + bit;
            value << 1 | (hash[place / 8] >> (7 - place % 8) & 1)
        });
        text.push(char::from(ALPHABET[usize::from(value)]));
    }
    text
}

/// A digest that someone typed or copied, in its printed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedDigest {
    /// The army's digest alone.
    Army(String),
    /// The rules' digest alone.
    Rules(String),
    /// The army's digest and the rules' digest.
    Both(String, String),
}

/// Why a text is not a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DigestError {
    /// The text has this character, which no digest contains.
    BadCharacter(char),
    /// The text has this many characters, not counting hyphens and spaces.
    WrongLength(usize),
    /// The text looks like a digest of an earlier version, with this many hexadecimal digits.
    FormerKind(usize),
}

impl DigestError {
    /// Returns the reason as a text to follow the quoted digest.
    pub fn message(&self) -> String {
        let wanted = format!(
            "a digest has {ARMY_LENGTH} characters for the army, {RULES_LENGTH} for the rules, {} for both",
            ARMY_LENGTH + RULES_LENGTH
        );
        match self {
            Self::BadCharacter(letter) => {
                format!("has \"{letter}\"; a digest has only the digits 0 to 9 and the letters A to Z")
            }
            Self::WrongLength(1) => format!("has 1 character; {wanted}"),
            Self::WrongLength(letters) => format!("has {letters} characters, not counting hyphens; {wanted}"),
            Self::FormerKind(digits) => format!(
                "is a digest of the former kind, with {digits} hexadecimal digits; it cannot be compared, since it \
                 depends on the club and the wording of reasons, and two armies with the same eight digits can be \
                 found in seconds; print the sheet or the table again: {wanted}"
            ),
        }
    }
}

/// Reads a digest in any form in which it is printed or usually copied: in capitals or not, with or without
/// groups, over several lines, in quotes, after the word `digest`.
///
/// # Errors
///
/// Why the text is not a digest.
pub fn parse_digest(text: &str) -> Result<TypedDigest, DigestError> {
    let text = text.trim();
    let behind = text.get(..6).filter(|word| word.eq_ignore_ascii_case("digest")).map(|_| &text[6..]);
    let text = behind.filter(|rest| rest.starts_with([' ', ':'])).map_or(text, |rest| &rest[1..]);
    let typed: Vec<char> = text.chars().filter(|c| !is_separator(*c)).collect();
    let letters: Vec<char> = typed.iter().map(|c| intended_character(*c)).collect::<Result<_, _>>()?;
    match letters.len() {
        ARMY_LENGTH => Ok(TypedDigest::Army(grouped(&letters))),
        RULES_LENGTH => Ok(TypedDigest::Rules(grouped(&letters))),
        n if n == ARMY_LENGTH + RULES_LENGTH => {
            let (army, rules) = letters.split_at(ARMY_LENGTH);
            Ok(TypedDigest::Both(grouped(army), grouped(rules)))
        }
        n if n >= 8 && typed.iter().all(char::is_ascii_hexdigit) => Err(DigestError::FormerKind(n)),
        n => Err(DigestError::WrongLength(n)),
    }
}

/// Returns `true` for characters that may surround or separate groups: whitespace, hyphens, quotes and
/// commas.
fn is_separator(c: char) -> bool {
    let hyphens = ['-', '\u{ad}', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
    let others = ['`', '"', '\'', ','];
    c.is_whitespace() || hyphens.contains(&c) || others.contains(&c)
}

/// Returns the character of the alphabet that is meant by a typed one.
fn intended_character(c: char) -> Result<char, DigestError> {
    match c.to_ascii_uppercase() {
        'O' => Ok('0'),
        'I' | 'L' => Ok('1'),
        'U' => Ok('V'),
        letter if letter.is_ascii_alphanumeric() => Ok(letter),
        _ => Err(DigestError::BadCharacter(c)),
    }
}

fn grouped(letters: &[char]) -> String {
    let groups: Vec<String> = letters.chunks(GROUP_LENGTH).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The bytes 0x00 0x44 0x32 0x14 0xc7 are the bits 00000 00001 00010 00011 00100 00101 00110 00111.
    const COUNTED: [u8; 5] = [0x00, 0x44, 0x32, 0x14, 0xc7];

    fn hash(first: [u8; 5]) -> [u8; 32] {
        let mut hash = [0xff; 32];
        hash[..5].copy_from_slice(&first);
        hash
    }

    #[test]
    fn five_bits_make_a_character() {
        assert_eq!(format_digest(&hash(COUNTED), 12), "0123-4567-ZZZZ");
        // The last characters are 31, 30, 29 and so on to 24: 11111 11110 11101 11100 11011 11010 11001 11000
        let last = [0xff, 0xbb, 0xcd, 0xeb, 0x38];
        assert_eq!(format_digest(&hash(last), 8), "ZYXW-VTSR");
        assert_eq!(format_digest(&[0; 32], ARMY_LENGTH), "0000-0000-0000-0000-0000");
    }

    #[test]
    fn copied_and_misread_digests_are_understood() {
        let army = "0123-4567-89AB-CDEF-GHJK".to_owned();
        let rules = "MNPQ-RSTV-WXYZ".to_owned();
        for text in [
            "0123-4567-89AB-CDEF-GHJK",
            "0123456789abcdefghjk",
            "  o123 4567\n89ab\r\ncdef\tghjk ",
            "OL23–4567–89AB–CDEF–GHJK",
            "Oi23\u{2011}4567\u{a0}89AB CDEF GHJK",
            "digest 0123-4567-89AB-CDEF-GHJK",
            "Digest: `0123-4567-89AB-CDEF-GHJK`,",
            "\"0123-4567-89AB-CDEF-GHJK\"",
        ] {
            assert_eq!(parse_digest(text), Ok(TypedDigest::Army(army.clone())), "{text}");
        }
        assert_eq!(parse_digest("mnpq-rstu-wxyz"), Ok(TypedDigest::Rules(rules.clone())));
        for text in ["0123-4567-89AB-CDEF-GHJK MNPQ-RSTV-WXYZ", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"] {
            assert_eq!(parse_digest(text), Ok(TypedDigest::Both(army.clone(), rules.clone())), "{text}");
        }
    }

    #[test]
    fn texts_that_are_not_digests_are_rejected() {
        for (text, fault) in [
            ("", DigestError::WrongLength(0)),
            ("ZZZZ", DigestError::WrongLength(4)),
            ("0123-4567-89AB-CDEF-GHJ", DigestError::WrongLength(19)),
            ("0123-4567-89AB-CDEF-GHJKM", DigestError::WrongLength(21)),
            ("0123-4567-89AB-CDEF-GHJ*", DigestError::BadCharacter('*')),
            ("0123-4567-89AB-CDEF-GHJé", DigestError::BadCharacter('é')),
            ("sheet.html", DigestError::BadCharacter('.')),
            ("1d69b1c", DigestError::WrongLength(7)),
            ("1d69b1c8", DigestError::FormerKind(8)),
            ("1d69b1c8-0d5457c1", DigestError::FormerKind(16)),
            ("9e10d81e f89400a9", DigestError::FormerKind(16)),
            (&"ab".repeat(32), DigestError::FormerKind(64)),
        ] {
            assert_eq!(parse_digest(text), Err(fault), "{text}");
        }
        assert_eq!(
            DigestError::WrongLength(19).message(),
            "has 19 characters, not counting hyphens; a digest has 20 characters for the army, 12 for the rules, \
             32 for both"
        );
    }

    proptest! {
        #[test]
        fn digests_are_read_in_lower_case_too(bytes in any::<[u8; 32]>()) {
            let (army, rules) = (format_digest(&bytes, ARMY_LENGTH), format_digest(&bytes, RULES_LENGTH));
            prop_assert_eq!(parse_digest(&army.to_lowercase()), Ok(TypedDigest::Army(army.clone())));
            prop_assert_eq!(parse_digest(&format!("{army} {rules}")), Ok(TypedDigest::Both(army, rules)));
        }
    }
}
