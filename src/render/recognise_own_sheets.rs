//! The mark by which Muster recognises its own sheets.
//!
//! A file that has the mark may be overwritten when its sheet is printed again. Any other file may be
//! someone's own work.

use super::SheetFormat;

/// The last line of a plain text sheet.
const TEXT_MARK: &str = "Made with Muster";
/// The last line of a Markdown sheet, a comment that Markdown readers do not show.
const MARKDOWN_MARK: &str = "<!-- Made with Muster -->";
/// The mark of an HTML sheet, which `templates/base.html` has in its head.
const HTML_MARK: &str = "<meta name=\"generator\" content=\"muster ";
/// The beginning of the data that `--context` prints.
const DATA_MARK: &str = "{\n  \"version\": 1,\n  \"army\": {\n";
/// The comment after the end of a PDF.
const PDF_MARK: &str = "% Made with Muster";

/// Returns the line that ends a sheet of this format.
///
/// `None` for HTML, which has its mark in the head.
pub(super) fn last_line(format: SheetFormat) -> Option<&'static str> {
    match format {
        SheetFormat::Text => Some(TEXT_MARK),
        SheetFormat::Markdown => Some(MARKDOWN_MARK),
        SheetFormat::Pdf => Some(PDF_MARK),
        SheetFormat::Html => None,
    }
}

/// Returns `true` if a file that begins with `head` and ends with `tail` is a sheet made by Muster.
pub fn is_sheet(head: &[u8], tail: &[u8]) -> bool {
    let (head, tail) = (String::from_utf8_lossy(head), String::from_utf8_lossy(tail));
    let last = tail.lines().next_back().unwrap_or_default();
    head.starts_with(DATA_MARK)
        || head.starts_with("<!DOCTYPE html>") && head.contains(HTML_MARK)
        || head.starts_with("%PDF-") && last == PDF_MARK
        || !head.starts_with("%PDF-") && (last == TEXT_MARK || last == MARKDOWN_MARK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_made_elsewhere_are_not_sheets() {
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
