//! Decodes the bytes of a file as UTF-8, and recognises files of other programs and encodings.

use crate::finding::{Code, FileId, Finding, Span};

/// Decodes the bytes of a file as UTF-8.
///
/// A byte order mark stays in the text, so that positions are those of the file.
///
/// # Errors
///
/// Returns a `not-utf8` finding that names the first byte that is not UTF-8, with its offset and its line.
pub fn decode_utf8(file: FileId, bytes: Vec<u8>) -> Result<String, Finding> {
    if let Some(name) = foreign_file_type(&bytes) {
        let finding =
            Finding::new(Code::NotUtf8, Span::new(file, 0, 0), format!("the file is {name}, not plain text"));
        return Err(finding.with_help("save it as plain text, UTF-8"));
    }
    if let Some(name) = foreign_encoding(&bytes) {
        let finding =
            Finding::new(Code::NotUtf8, Span::new(file, 0, 2), format!("the file is {name}, not UTF-8"));
        return Err(finding.with_help("save it as UTF-8"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes[..at].split(|b| *b == b'\n').count();
        let byte = bytes.get(at).copied().unwrap_or_default();
        let message = format!("byte 0x{byte:02X} at offset {at} in line {line} is not UTF-8");
        Finding::new(Code::NotUtf8, Span::new(file, at, at + 1), message).with_help("save the file as UTF-8")
    })
}

/// Returns what wrote the file, if it begins like one of a word processor, an archive or a PDF.
fn foreign_file_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [b'{', b'\\', b'r', b't', b'f', ..] => Some("a word processor's (RTF)"),
        [b'P', b'K', 3, 4, ..] => Some("a word processor's or an archive (DOCX, ODT or ZIP)"),
        [0xD0, 0xCF, 0x11, 0xE0, ..] => Some("a word processor's (DOC)"),
        [b'%', b'P', b'D', b'F', ..] => Some("a PDF"),
        _ => None,
    }
}

/// Recognises UTF-16 and UTF-32 by their byte order marks, and UTF-16 without one by the zero byte in its
/// first character.
fn foreign_encoding(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Some("UTF-32"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some("UTF-16"),
        [0, b, ..] | [b, 0, ..] if *b != 0 => Some("UTF-16"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_kept() {
        assert_eq!(decode_utf8(FileId(0), b"\xEF\xBB\xBFa".to_vec()).unwrap(), "\u{feff}a");
    }

    #[test]
    fn latin_1_is_named_with_its_place() {
        let finding = decode_utf8(FileId(3), b"army: a\nname: H\xE9ros\n".to_vec()).unwrap_err();
        assert_eq!(finding.code, Code::NotUtf8);
        assert_eq!(finding.message, "byte 0xE9 at offset 15 in line 2 is not UTF-8");
        assert_eq!(finding.labels[0].span, Span::new(FileId(3), 15, 16));
    }

    #[test]
    fn files_of_word_processors_are_named() {
        for (bytes, name) in [
            (&b"{\\rtf1\\ansi army: T}"[..], "a word processor's (RTF)"),
            (b"PK\x03\x04\x14\0", "a word processor's or an archive (DOCX, ODT or ZIP)"),
            (b"\xD0\xCF\x11\xE0\xA1", "a word processor's (DOC)"),
            (b"%PDF-1.7\n", "a PDF"),
        ] {
            let finding = decode_utf8(FileId(0), bytes.to_vec()).unwrap_err();
            assert_eq!(finding.message, format!("the file is {name}, not plain text"));
            assert_eq!(finding.help.as_deref(), Some("save it as plain text, UTF-8"));
        }
    }

    #[test]
    fn utf_16_is_named() {
        for bytes in [&b"\xFF\xFEa\0"[..], b"\xFE\xFF\0a", b"a\0r\0", b"\0a\0r"] {
            let finding = decode_utf8(FileId(0), bytes.to_vec()).unwrap_err();
            assert_eq!(finding.message, "the file is UTF-16, not UTF-8");
            assert_eq!(finding.help.as_deref(), Some("save it as UTF-8"));
        }
    }
}
