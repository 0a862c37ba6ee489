//! How the canonical text of an army is put together: fields with the length of their value, in lines.

/// A key, how many bytes its value has, and the value.
pub(super) fn field(out: &mut String, key: &str, value: &str) {
    out.push_str(key);
    out.push(' ');
    out.push_str(Digits::of(value.len()).as_str());
    out.push(':');
    out.push_str(value);
}

/// A field whose value is written by a function.
pub(super) fn nested(out: &mut String, key: &str, write: impl FnOnce(&mut String)) {
    out.push_str(key);
    out.push(' ');
    let start = out.len();
    write(out);
    let length = Digits::of(out.len() - start);
    // The length is known last and stands first
    out.insert(start, ':');
    out.insert_str(start, length.as_str());
}

/// The digits of a length; there are too many of them in an army for the machinery of formatting.
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

/// A field in a line of its own after another.
pub(super) fn next(out: &mut String, key: &str, value: &str) {
    out.push('\n');
    field(out, key, value);
}

/// A field in a line of its own, where there is a value.
pub(super) fn next_if(out: &mut String, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        next(out, key, value);
    }
}

/// Lines, with a line break between each and the next.
pub(super) fn lines(out: &mut String, all: &[String]) {
    for (at, text) in all.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        out.push_str(text);
    }
}

/// Lines after other lines.
pub(super) fn follow(out: &mut String, all: &[String]) {
    for text in all {
        out.push('\n');
        out.push_str(text);
    }
}

/// A text for each item, in the order of the alphabet.
pub(super) fn sorted<T>(all: impl IntoIterator<Item = T>, write: impl Fn(&mut String, T)) -> Vec<String> {
    let texts = all.into_iter().map(|one| {
        let mut text = String::new();
        write(&mut text, one);
        text
    });
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}
