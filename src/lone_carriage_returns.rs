//! Lines that end with a lone carriage return, as classic Mac OS wrote them.
//!
//! YAML accepts these as line ends, but hardly any other program does: a program that counts line feeds sees
//! such a file as a single line. Muster replaces each with a line feed. Both are one byte long, so byte
//! positions stay the same.

use std::borrow::Cow;

/// Returns the byte position of the first carriage return that is not followed by a line feed. `None` if
/// there is none.
pub fn first_lone_return(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    text.match_indices('\r').map(|(at, _)| at).find(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// Replaces every carriage return that is not followed by a line feed with one. The length of the text stays
/// the same.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if first_lone_return(text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let lone = c == '\r' && rest.peek() != Some(&'\n');
        replaced.push(if lone { '\n' } else { c });
    }
    Cow::Owned(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lone_carriage_returns_become_line_feeds() {
        assert_eq!(first_lone_return("a\r\nb\n"), None);
        assert_eq!(with_line_feeds("a\r\nb\n"), "a\r\nb\n");
        assert_eq!(first_lone_return("ä\rb"), Some(2));
        assert_eq!(with_line_feeds("ä\rb\r\nc\r\rd\r"), "ä\nb\r\nc\n\nd\n");
    }
}
