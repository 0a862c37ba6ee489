//! The syntax of the canonical text of an army: lines of fields, each value preceded by its length in bytes.
//!
//! The lengths make the text unambiguous, so that no name can be written to look like another field.

/// Appends a key, the length of the value in bytes, and the value.
pub(super) fn write_field(out: &mut String, key: &str, value: &str) {
    out.push_str(key);
    out.push(' ');
    out.push_str(Digits::of(value.len()).as_str());
    out.push(':');
    out.push_str(value);
}

/// Appends a field whose value is written by `write`.
pub(super) fn write_nested(out: &mut String, key: &str, write: impl FnOnce(&mut String)) {
    out.push_str(key);
    out.push(' ');
    let start = out.len();
    write(out);
    let length = Digits::of(out.len() - start);
    // The length is only known after the value is written, so it is inserted before it
    out.insert(start, ':');
    out.insert_str(start, length.as_str());
}

/// The decimal digits of a length, and where they start.
///
/// An army's text has so many lengths that formatting them with `to_string` would be slow.
struct Digits([u8; 20], usize);

impl Digits {
    fn of(mut number: usize) -> Self {
        let mut digits = [b'0'; 20];
        let mut first = 20;
        loop {
            first -= 1;
            digits[first] = b"0123456789"[number % 10];
            number /= 10;
            if number == 0 {
                return Self(digits, first);
            }
        }
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0[self.1..]).unwrap_or_default()
    }
}

/// Appends a field on a new line.
pub(super) fn write_field_line(out: &mut String, key: &str, value: &str) {
    out.push('\n');
    write_field(out, key, value);
}

/// Appends a field on a new line if there is a value.
pub(super) fn write_field_line_if(out: &mut String, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        write_field_line(out, key, value);
    }
}

/// Appends lines, separated by line breaks.
pub(super) fn write_lines(out: &mut String, all: &[String]) {
    for (at, text) in all.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        out.push_str(text);
    }
}

/// Appends lines, each after a line break.
pub(super) fn append_lines(out: &mut String, all: &[String]) {
    for text in all {
        out.push('\n');
        out.push_str(text);
    }
}

/// Writes a text for each item and sorts the texts alphabetically.
pub(super) fn sorted_texts<T>(
    all: impl IntoIterator<Item = T>,
    write: impl Fn(&mut String, T),
) -> Vec<String> {
    let texts = all.into_iter().map(|one| {
        let mut text = String::new();
        write(&mut text, one);
        text
    });
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}
