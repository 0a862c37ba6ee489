//! Lines that end with a carriage return alone, as old Macs wrote them.
//!
//! YAML takes them for line ends, but hardly any other program does: counted by line feeds, all of such a file is its
//! first line. They are read as line feeds, which are of the same length, so that every place is that of the file.

use std::borrow::Cow;

/// The first carriage return that no line feed follows, in bytes.
pub fn first_lone_return(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    text.match_indices('\r').map(|(at, _)| at).find(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// A text with a line feed for each carriage return that has none; as long as it was.
pub fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if first_lone_return(text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let lone = c == '\r' && rest.peek() != Some(&'\n');
        made.push(if lone { '\n' } else { c });
    }
    Cow::Owned(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_return_without_a_line_feed_becomes_one() {
        assert_eq!(first_lone_return("a\r\nb\n"), None);
        assert_eq!(with_line_feeds("a\r\nb\n"), "a\r\nb\n");
        assert_eq!(first_lone_return("ä\rb"), Some(2));
        assert_eq!(with_line_feeds("ä\rb\r\nc\r\rd\r"), "ä\nb\r\nc\n\nd\n");
    }
}
