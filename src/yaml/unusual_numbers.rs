//! Numbers that are not written as plain digits: `1,000`, `two`, `10 men`, `010`.

use super::node_phrases::is_number;
use super::word_processor_characters::odd_space_name;

/// Numbers as words, from 1.
const NUMBER_WORDS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Words that people write after a number of points, men or identical units.
const UNIT_WORDS: [&str; 24] = [
    "pt", "pts", "point", "points", "man", "men", "model", "models", "figure", "figures", "fig", "figs",
    "base", "bases", "element", "elements", "stand", "stands", "unit", "units", "x", "×", "time", "times",
];

/// The number that a text was meant to be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct IntendedNumber {
    /// The digits to write.
    pub(crate) text: String,
    /// What to leave out, such as ", without a comma". Empty if nothing need be said.
    pub(crate) except: &'static str,
}

impl IntendedNumber {
    fn new(text: impl Into<String>, but: &'static str) -> Self {
        Self { text: text.into(), except: but }
    }
}

/// Returns the number that a text was meant to be: a word, digits with separators, or digits with a unit.
/// `None` if it is a plain number already, or could mean several.
pub(crate) fn intended_number(text: &str) -> Option<IntendedNumber> {
    if let Some(n) = NUMBER_WORDS.iter().position(|word| text.trim().eq_ignore_ascii_case(word)) {
        return Some(IntendedNumber::new((n + 1).to_string(), ""));
    }
    let is_space = |c: char| c.is_whitespace() || odd_space_name(c).is_some();
    let bare: String = text.chars().filter(|c| !is_space(*c)).collect();
    if is_number(&bare) && bare != text {
        return Some(IntendedNumber::new(bare, ", without a space"));
    }
    let groups =
        [(',', ", without a comma"), ('_', ", without an underscore"), ('\'', ", without an apostrophe")];
    let grouped = groups
        .into_iter()
        .find_map(|(sign, but)| Some(IntendedNumber::new(grouped_digits(&bare, sign)?, but)));
    grouped.or_else(|| full_width_number(&bare)).or_else(|| number_with_unit(text))
}

/// Reads a number and the word for what is counted: `1000 pts`, `10 men`, `x3`, `3×`.
fn number_with_unit(text: &str) -> Option<IntendedNumber> {
    let text = text.trim();
    let is_unit =
        |word: &str| UNIT_WORDS.iter().any(|unit| word.trim_end_matches('.').eq_ignore_ascii_case(unit));
    let behind = text.find(|c: char| !c.is_ascii_digit()).map(|at| (&text[..at], text[at..].trim_start()));
    let before = text.strip_prefix(['x', 'X', '×']).map(|digits| (digits.trim_start(), "x"));
    let (digits, word) = behind.filter(|(digits, _)| !digits.is_empty()).or(before)?;
    (is_number(digits) && is_unit(word)).then(|| IntendedNumber::new(digits, ""))
}

/// Reads the full-width digits of East Asian keyboards.
fn full_width_number(text: &str) -> Option<IntendedNumber> {
    let digit = |c: char| match c {
        '\u{ff10}'..='\u{ff19}' => char::from_digit(u32::from(c) - 0xff10, 10),
        c => Some(c).filter(char::is_ascii_digit),
    };
    let digits: String = text.chars().map(digit).collect::<Option<_>>()?;
    (is_number(&digits) && digits != text).then(|| IntendedNumber::new(digits, ""))
}

/// Like [`intended_number`], for a whole number: also accepts zeros after a decimal point.
pub(crate) fn intended_whole_number(text: &str) -> Option<IntendedNumber> {
    let nought = || {
        let (digits, part) = text.split_once('.')?;
        // Three zeros could also be thousands
        let idle = is_number(digits) && part.len() != 3 && part.bytes().all(|b| b == b'0');
        idle.then(|| IntendedNumber::new(digits, ""))
    };
    intended_number(text).or_else(nought)
}

/// Returns the help for a text that is not a whole number and could mean several.
pub(crate) fn whole_number_help(text: &str) -> String {
    grouped_digits(text, '.').map_or_else(
        || "write a whole number, such as 2".to_owned(),
        |digits| format!("write `{digits}`, without a point"),
    )
}

/// Returns a number without its leading zeros. `None` if it has none.
///
/// Such a number deserves a warning, since other programs read `010` as 8.
pub(crate) fn without_leading_zeros(text: &str) -> Option<String> {
    let (sign, digits) = text.split_at(text.len() - text.trim_start_matches(['-', '+']).len());
    let whole = digits.split('.').next().filter(|whole| whole.len() > 1 && whole.starts_with('0'))?;
    let part = &digits[whole.len()..];
    let number = is_number(whole) && (part.is_empty() || is_number(&part[1..]));
    let left = whole.trim_start_matches('0');
    number.then(|| format!("{sign}{}{part}", if left.is_empty() { "0" } else { left }))
}

/// Returns the digits of a number such as `1,000`, in groups of three after the first. `None` for any other
/// text.
fn grouped_digits(text: &str, sign: char) -> Option<String> {
    let mut groups = text.split(sign);
    let first = groups.next()?;
    let mut more = groups.peekable();
    more.peek()?;
    let digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let whole = is_number(first) && first.len() <= 4 && more.all(|group| group.len() == 3 && digits(group));
    whole.then(|| text.replace(sign, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_intended_number_is_found_in_the_text_around_it() {
        for (text, digits) in [
            ("1000 pts", Some("1000")),
            ("1000pts.", Some("1000")),
            ("10 men", Some("10")),
            ("x3", Some("3")),
            ("× 3", Some("3")),
            ("3x", Some("3")),
            ("1_000", Some("1000")),
            ("1'000", Some("1000")),
            ("\u{ff11}\u{ff10}", Some("10")),
            ("seven", Some("7")),
            ("2 dozen", None),
            ("2 thousand", None),
            ("2 or 3", None),
            ("10 men 2", None),
            ("men", None),
            ("x", None),
            ("1_00", None),
            ("3%", None),
        ] {
            assert_eq!(intended_number(text).map(|m| m.text).as_deref(), digits, "{text}");
        }
    }

    #[test]
    fn leading_zeros_are_found_except_before_a_decimal_point() {
        for (text, without) in [
            ("010", Some("10")),
            ("-08", Some("-8")),
            ("00", Some("0")),
            ("01.5", Some("1.5")),
            ("0", None),
            ("0.5", None),
            ("10", None),
            ("0x10", None),
            ("01/2", None),
        ] {
            assert_eq!(without_leading_zeros(text).as_deref(), without, "{text}");
        }
    }
}
