//! The letters in which digests are printed, and how they are read again from what somebody types.
//!
//! Five bits a letter, in groups of four with hyphens between them: `0A3F-7KQM-…`. The alphabet is the digits and
//! the capitals without I, L, O and U, which look like 1, 1, 0 and V; whoever types one of these means the other.

/// The 32 letters, in the order of their values.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many letters an army's digest has: 100 bits.
pub const OF_ARMY: usize = 20;
/// How many letters a digest of rules has: 60 bits.
pub const OF_RULES: usize = 12;
/// How many letters stand together.
const GROUP: usize = 4;

/// The first bits of a hash as so many letters, in groups.
pub fn written(hash: &[u8; 32], letters: usize) -> String {
    let mut text = String::with_capacity(letters + letters / GROUP);
    for at in 0..letters {
        if at > 0 && at % GROUP == 0 {
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

/// A digest that somebody typed or copied, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// The army's alone.
    Army(String),
    /// The rules' alone.
    Rules(String),
    /// The army's and the rules'.
    Both(String, String),
}

/// Why a text is no digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It has this character, which is no letter of a digest.
    Letter(char),
    /// It has so many letters.
    Length(usize),
    /// It is one of those that earlier versions printed, with so many hexadecimal digits.
    Former(usize),
}

impl Fault {
    /// The fault in words, to stand after the text in quotes.
    pub fn words(&self) -> String {
        let wanted = format!(
            "a digest has {OF_ARMY} letters for the army, {OF_RULES} for the rules, {} for both",
            OF_ARMY + OF_RULES
        );
        match self {
            Self::Letter(letter) => format!(
                "has \"{letter}\", and a digest has the digits 0 to 9 and the letters A to Z and nothing else"
            ),
            Self::Length(1) => format!("has 1 letter; {wanted}"),
            Self::Length(letters) => format!("has {letters} letters; {wanted}"),
            Self::Former(digits) => format!(
                "is a digest of the former kind, with {digits} hexadecimal digits; it is not compared, since two \
                 armies with the same eight digits can be found in seconds, and it counted the club and the \
                 wording of reasons; print the sheet or the table again, {wanted}"
            ),
        }
    }
}

/// Reads a digest in any form that is printed or that comes of copying one: in small letters or large, whole or in
/// groups, over several lines, in quotes, after the word `digest`.
pub fn read(text: &str) -> Result<Typed, Fault> {
    let text = text.trim();
    let behind = text.get(..6).filter(|word| word.eq_ignore_ascii_case("digest")).map(|_| &text[6..]);
    let text = behind.filter(|rest| rest.starts_with([' ', ':'])).map_or(text, |rest| &rest[1..]);
    let typed: Vec<char> = text.chars().filter(|c| !stands_between(*c)).collect();
    let letters: Vec<char> = typed.iter().map(|c| meant(*c)).collect::<Result<_, _>>()?;
    match letters.len() {
        OF_ARMY => Ok(Typed::Army(grouped(&letters))),
        OF_RULES => Ok(Typed::Rules(grouped(&letters))),
        n if n == OF_ARMY + OF_RULES => {
            let (army, rules) = letters.split_at(OF_ARMY);
            Ok(Typed::Both(grouped(army), grouped(rules)))
        }
        n if n >= 8 && typed.iter().all(char::is_ascii_hexdigit) => Err(Fault::Former(n)),
        n => Err(Fault::Length(n)),
    }
}

/// Whether a character stands between letters or around them: blanks, line breaks, hyphens, quotes, commas.
fn stands_between(c: char) -> bool {
    let hyphens = ['-', '\u{ad}', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];
    let others = ['`', '"', '\'', ','];
    c.is_whitespace() || hyphens.contains(&c) || others.contains(&c)
}

/// The letter of the alphabet that somebody means.
fn meant(c: char) -> Result<char, Fault> {
    match c.to_ascii_uppercase() {
        'O' => Ok('0'),
        'I' | 'L' => Ok('1'),
        'U' => Ok('V'),
        letter if letter.is_ascii_alphanumeric() => Ok(letter),
        _ => Err(Fault::Letter(c)),
    }
}

fn grouped(letters: &[char]) -> String {
    let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// 0x00 0x44 0x32 0x14 0xc7 are the bits 00000 00001 00010 00011 00100 00101 00110 00111.
    const COUNTED: [u8; 5] = [0x00, 0x44, 0x32, 0x14, 0xc7];

    fn hash(first: [u8; 5]) -> [u8; 32] {
        let mut hash = [0xff; 32];
        hash[..5].copy_from_slice(&first);
        hash
    }

    #[test]
    fn five_bits_are_a_letter() {
        assert_eq!(written(&hash(COUNTED), 12), "0123-4567-ZZZZ");
        // The last letters are 31, 30, 29 and so on to 24: 11111 11110 11101 11100 11011 11010 11001 11000
        let last = [0xff, 0xbb, 0xcd, 0xeb, 0x38];
        assert_eq!(written(&hash(last), 8), "ZYXW-VTSR");
        assert_eq!(written(&[0; 32], OF_ARMY), "0000-0000-0000-0000-0000");
    }

    #[test]
    fn what_is_copied_or_read_wrongly_is_understood() {
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
            assert_eq!(read(text), Ok(Typed::Army(army.clone())), "{text}");
        }
        assert_eq!(read("mnpq-rstu-wxyz"), Ok(Typed::Rules(rules.clone())));
        for text in ["0123-4567-89AB-CDEF-GHJK MNPQ-RSTV-WXYZ", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"] {
            assert_eq!(read(text), Ok(Typed::Both(army.clone(), rules.clone())), "{text}");
        }
    }

    #[test]
    fn what_is_no_digest_says_why() {
        for (text, fault) in [
            ("", Fault::Length(0)),
            ("ZZZZ", Fault::Length(4)),
            ("0123-4567-89AB-CDEF-GHJ", Fault::Length(19)),
            ("0123-4567-89AB-CDEF-GHJKM", Fault::Length(21)),
            ("0123-4567-89AB-CDEF-GHJ*", Fault::Letter('*')),
            ("0123-4567-89AB-CDEF-GHJé", Fault::Letter('é')),
            ("sheet.html", Fault::Letter('.')),
            ("1d69b1c", Fault::Length(7)),
            ("1d69b1c8", Fault::Former(8)),
            ("1d69b1c8-0d5457c1", Fault::Former(16)),
            ("9e10d81e f89400a9", Fault::Former(16)),
            (&"ab".repeat(32), Fault::Former(64)),
        ] {
            assert_eq!(read(text), Err(fault), "{text}");
        }
        assert_eq!(
            Fault::Length(19).words(),
            "has 19 letters; a digest has 20 letters for the army, 12 for the rules, 32 for both"
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_in_small_letters_too(bytes in any::<[u8; 32]>()) {
            let (army, rules) = (written(&bytes, OF_ARMY), written(&bytes, OF_RULES));
            prop_assert_eq!(read(&army.to_lowercase()), Ok(Typed::Army(army.clone())));
            prop_assert_eq!(read(&format!("{army} {rules}")), Ok(Typed::Both(army, rules)));
        }
    }
}
