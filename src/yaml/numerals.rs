//! Numbers that are not written in bare digits.

use super::odd::called;
use super::words::is_number;

/// The first number words.
const WORDS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// What to write for a text that means a number: a word, digits with blanks or commas in them.
pub(super) fn meant(text: &str) -> Option<String> {
    if let Some(n) = WORDS.iter().position(|word| text.trim().eq_ignore_ascii_case(word)) {
        return Some(format!("write `{}`", n + 1));
    }
    let blank = |c: char| c.is_whitespace() || called(c).is_some();
    let bare: String = text.chars().filter(|c| !blank(*c)).collect();
    if is_number(&bare) && bare != text {
        return Some(format!("write `{bare}`, without a blank"));
    }
    grouped(&bare, ',').map(|digits| format!("write `{digits}`, without a comma"))
}

/// The same for a whole number, where a point can but part thousands.
pub(super) fn whole_meant(text: &str) -> String {
    let point = || grouped(text, '.').map(|digits| format!("write `{digits}`, without a point"));
    let nought = || {
        let (digits, part) = text.split_once('.')?;
        let idle = is_number(digits) && part.bytes().all(|b| b == b'0');
        idle.then(|| format!("write `{digits}`"))
    };
    meant(text).or_else(point).or_else(nought).unwrap_or_else(|| "write a whole number, such as 2".to_owned())
}

/// The digits of `1,000` and the like: groups of three after the first.
fn grouped(text: &str, sign: char) -> Option<String> {
    let mut groups = text.split(sign);
    let first = groups.next()?;
    let mut more = groups.peekable();
    more.peek()?;
    let digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let whole = is_number(first) && first.len() <= 4 && more.all(|group| group.len() == 3 && digits(group));
    whole.then(|| text.replace(sign, ""))
}
