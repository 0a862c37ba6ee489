//! The mark by which Muster recognises its own sheets.
//!
//! A file that has the mark may be overwritten when its sheet is printed again. Any other file may be
//! someone's own work.

use super::Format;

/// The last line of a plain text sheet.
const TEXT: &str = "Made with Muster";
/// The last line of a Markdown sheet, a comment that Markdown readers do not show.
const MARKDOWN: &str = "<!-- Made with Muster -->";
/// The mark of an HTML sheet, which `templates/base.html` has in its head.
const HTML: &str = "<meta name=\"generator\" content=\"muster ";
/// The beginning of the data that `--context` prints.
const DATA: &str = "{\n  \"version\": 1,\n  \"army\": {\n";
/// The comment after the end of a PDF.
const PDF: &str = "% Made with Muster";

/// Returns the line that ends a sheet of this format.
///
/// `None` for HTML, which has its mark in the head.
pub(super) fn last_line(format: Format) -> Option<&'static str> {
    match format {
        Format::Text => Some(TEXT),
        Format::Markdown => Some(MARKDOWN),
        Format::Pdf => Some(PDF),
        Format::Html => None,
    }
}

/// Returns `true` if a file that begins with `head` and ends with `tail` is a sheet made by Muster.
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
