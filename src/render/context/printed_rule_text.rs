//! The texts of rules and players as sheets print them.

use crate::output::terminal_text::sanitize;
use crate::read::Located;

/// Returns a player's text, made safe to print. `None` if it is empty.
pub(super) fn clean_text(text: Option<&Located<String>>) -> Option<String> {
    text.map(|t| sanitize(t).trim().to_owned()).filter(|t| !t.is_empty())
}

/// Returns a rule's text as printed.
///
/// Minus signs are as long as those of numbers, ranges of numbers have a dash, and backticks, which mean
/// something only in editors, are removed.
pub(super) fn rule_text(text: &str) -> String {
    let text = sanitize(text).replace('`', "");
    let text = text.trim();
    if text == "-" {
        return "–".to_owned();
    }
    let mut output = String::with_capacity(text.len());
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let number = text[at + c.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
        let begins = [' ', '(', '/', '"'].contains(&before);
        output.push(match c {
            '-' if number && begins => '−',
            '-' if number && is_number_range(text, at) => '–',
            _ => c,
        });
        before = c;
    }
    output
}

/// Returns `true` if the hyphen at `at` is between two numbers and does not belong to a date, an address or a
/// longer word.
fn is_number_range(text: &str, at: usize) -> bool {
    let inside = |c: char| c.is_ascii_digit() || c == '-';
    let (before, after) = text.split_at(at);
    let start = before.trim_end_matches(inside);
    let (first, second) = (&before[start.len()..], &after[1..]);
    let end = second.trim_start_matches(inside);
    let second = &second[..second.len() - end.len()];
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let joins = |c: char| c.is_alphanumeric() || c == '/' || c == '_';
    digits(first) && digits(second) && !start.ends_with(joins) && !end.starts_with(joins)
}

#[cfg(test)]
mod tests {
    use super::rule_text;

    #[test]
    fn minus_signs_ranges_and_hyphens_are_distinguished() {
        for (written, wanted) in [
            ("-1 / -2", "−1 / −2"),
            ("at -3 CF (-2)", "at −3 CF (−2)"),
            ("-", "–"),
            ("hits on 1-4, hand-to-hand", "hits on 1–4, hand-to-hand"),
            ("15.7-8: on 4-6\"", "15.7–8: on 4–6\""),
            ("2009-06-16, a.net/2009-06, T1-2, 2-4d6", "2009-06-16, a.net/2009-06, T1-2, 2-4d6"),
            ("a `because` settles it", "a because settles it"),
        ] {
            assert_eq!(rule_text(written), wanted);
        }
    }
}
