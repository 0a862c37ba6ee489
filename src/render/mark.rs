//! The mark by which a sheet is known for one: what has it may be printed anew over itself, anything else is
//! somebody's own work.

use super::Format;

/// The last line of plain text.
const TEXT: &str = "Made with Muster";
/// The last line of Markdown, which no reader shows.
const MARKDOWN: &str = "<!-- Made with Muster -->";
/// What base.html has in its head.
const HTML: &str = "<meta name=\"generator\" content=\"muster ";
/// How the data that `--context` prints begins.
const DATA: &str = "{\n  \"version\": 1,\n  \"army\": {\n";
/// What stands behind the end of a PDF, where comments may.
const PDF: &str = "% Made with Muster";

/// The line that ends a sheet of this format; HTML has its mark in the head.
pub(super) fn last_line(format: Format) -> Option<&'static str> {
    match format {
        Format::Text => Some(TEXT),
        Format::Markdown => Some(MARKDOWN),
        Format::Pdf => Some(PDF),
        Format::Html => None,
    }
}

/// Whether a file that begins and ends like this is a sheet.
pub fn is_sheet(head: &[u8], tail: &[u8]) -> bool {
    let (head, tail) = (String::from_utf8_lossy(head), String::from_utf8_lossy(tail));
    let last = tail.lines().next_back().unwrap_or_default();
    head.starts_with(DATA)
        || head.starts_with("<!DOCTYPE html>") && head.contains(HTML)
        || head.starts_with("%PDF-") && last == PDF
        || !head.starts_with("%PDF-") && (last == TEXT || last == MARKDOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_elsewhere_is_no_sheet() {
        for (text, is) in [
            ("army: x\n", false),
            ("Cato\n====\nMade with Muster\n", true),
            ("Cato\r\nMade with Muster\r\n", true),
            ("Made with Muster\nand more of my own\n", false),
            ("# Cato\n\n<!-- Made with Muster -->\n", true),
            ("%PDF-1.7\n%%EOF\n% Made with Muster\n", true),
            ("%PDF-1.7\n%%EOF\n", false),
            ("{\n  \"version\": 1,\n  \"army\": {\n    \"name\": \"x\"", true),
            ("{\"army\": \"x\"}", false),
            ("<!DOCTYPE html>\n<meta name=\"generator\" content=\"muster 0.1.0\">", true),
            ("<!DOCTYPE html>\n<meta name=\"generator\" content=\"another\">", false),
        ] {
            assert_eq!(is_sheet(text.as_bytes(), text.as_bytes()), is, "{text}");
        }
    }
}
