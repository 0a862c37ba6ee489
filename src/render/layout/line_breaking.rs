//! Breaks text into lines, using the widths of the built-in font.

use serde::Serialize;

use crate::render::font::Fonts;
use crate::render::length::Length;

/// A piece of text in one font weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextRun {
    /// The characters.
    pub text: String,
    /// Whether the text is bold.
    pub bold: bool,
}

/// A line of text, or a whole text before it is broken into lines.
pub type TextLine = Vec<TextRun>;

/// Returns a text that is not bold.
pub fn plain_text(text: &str) -> TextLine {
    vec![TextRun { text: text.to_owned(), bold: false }]
}

/// Returns a bold text.
pub fn bold_text(text: &str) -> TextLine {
    vec![TextRun { text: text.to_owned(), bold: true }]
}

/// Returns a bold label followed by plain text.
pub fn label_and_text(lead: &str, text: &str) -> TextLine {
    vec![TextRun { text: format!("{lead} "), bold: true }, TextRun { text: text.to_owned(), bold: false }]
}

/// Returns the width left for characters in a line.
///
/// Because of rounding, browsers draw a line up to a hundredth and a tenth of a millimetre longer than its
/// characters are.
fn usable_width(width: Length) -> Length {
    width - Length(width.0 / 100) - Length(100)
}

/// Breaks a text into lines of at most this width. Lines break at spaces; a word longer than a line is broken
/// where the line ends.
pub fn break_lines(fonts: &Fonts, text: &[TextRun], size: Length, width: Length) -> Vec<TextLine> {
    let room = usable_width(width).0.max(1);
    let letters: Vec<(char, bool)> =
        text.iter().flat_map(|run| run.text.chars().map(move |c| (c, run.bold))).collect();
    let mut lines = Vec::new();
    let (mut start, mut used) = (0, 0);
    let mut blank: Option<usize> = None;
    let mut at = 0;
    while at < letters.len() {
        let (c, bold) = letters[at];
        let wide = fonts.character_width(c, bold, size).0;
        if c == ' ' {
            blank = Some(at);
        }
        if used + wide > room && c != ' ' && wide > 0 && at > start {
            let end = blank.filter(|b| *b > start).unwrap_or(at);
            lines.push(line_of_characters(&letters[start..end]));
            start = if letters[end].0 == ' ' { end + 1 } else { end };
            used = letters[start..at].iter().map(|(c, b)| fonts.character_width(*c, *b, size).0).sum();
            blank = None;
            // The rest of the word may itself be longer than a line
            continue;
        }
        used += wide;
        at += 1;
    }
    if start < letters.len() || lines.is_empty() {
        lines.push(line_of_characters(&letters[start..]));
    }
    lines
}

fn line_of_characters(letters: &[(char, bool)]) -> TextLine {
    let mut line: TextLine = Vec::new();
    let end = letters.iter().rposition(|(c, _)| *c != ' ').map_or(0, |at| at + 1);
    for (c, bold) in &letters[..end] {
        match line.last_mut() {
            Some(run) if run.bold == *bold => run.text.push(*c),
            _ => line.push(TextRun { text: c.to_string(), bold: *bold }),
        }
    }
    line
}

/// Truncates a text to a width, with an ellipsis for what is left out. Only for texts that are printed in
/// full elsewhere.
pub fn truncate_to_width(fonts: &Fonts, text: &str, bold: bool, size: Length, width: Length) -> String {
    let room = usable_width(width);
    if fonts.text_width(text, bold, size) <= room {
        return text.to_owned();
    }
    let mut used = fonts.character_width('…', bold, size);
    let mut short: String = text
        .chars()
        .take_while(|c| {
            used = used + fonts.character_width(*c, bold, size);
            used <= room
        })
        .collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// Returns the width of the longest word.
pub fn widest_word(fonts: &Fonts, text: &[TextRun], size: Length) -> Length {
    let words =
        text.iter().flat_map(|run| run.text.split(' ').map(move |w| fonts.text_width(w, run.bold, size)));
    words.max().unwrap_or_default()
}

/// Returns the width of a text on one line, including what browsers add by rounding.
pub fn line_width(fonts: &Fonts, text: &[TextRun], size: Length) -> Length {
    let wide: Length = text.iter().map(|run| fonts.text_width(&run.text, run.bold, size)).sum();
    if wide == Length(0) { wide } else { wide + Length(wide.0 / 90) + Length(150) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[TextLine]) -> Vec<String> {
        lines.iter().map(|l| l.iter().map(|r| r.text.as_str()).collect()).collect()
    }

    #[test]
    fn lines_break_at_spaces_and_long_words_where_the_line_ends() {
        let fonts = Fonts::default();
        // An `n` is 1168 of 2048 wide and a space 586, so that at a size of 1 mm a line of 7 mm has room for
        // eleven characters
        let lines = break_lines(&fonts, &plain_text("nnnnn nnnnn nnnnn"), Length(1_000), Length(7_000));
        assert_eq!(texts(&lines), ["nnnnn nnnnn", "nnnnn"]);
        let lines = break_lines(&fonts, &plain_text(&"n".repeat(25)), Length(1_000), Length(7_000));
        assert_eq!(lines.iter().map(|l| l[0].text.len()).collect::<Vec<_>>(), [11, 11, 3]);
        assert_eq!(break_lines(&fonts, &plain_text(""), Length(1_000), Length(7_000)).len(), 1);
    }

    #[test]
    fn bold_text_continues_over_lines_and_nothing_is_lost() {
        let fonts = Fonts::default();
        let text = [
            bold_text("Elite (Melee, Rally): ").remove(0),
            plain_text("two +1s, counted in the numbers").remove(0),
        ];
        let lines = break_lines(&fonts, &text, Length(2_500), Length(20_000));
        assert!(lines.len() > 2);
        assert_eq!(texts(&lines).join(" "), "Elite (Melee, Rally): two +1s, counted in the numbers");
        assert!(lines[0][0].bold && !lines.last().unwrap()[0].bold);
        for line in &lines {
            let wide: Length = line.iter().map(|r| fonts.text_width(&r.text, r.bold, Length(2_500))).sum();
            assert!(wide < Length(20_000), "{line:?}");
        }
    }

    #[test]
    fn truncated_text_ends_in_an_ellipsis() {
        let fonts = Fonts::default();
        let short = truncate_to_width(&fonts, "Hannibal at the Trebia", false, Length(2_500), Length(20_000));
        assert!(
            short.ends_with('…') && fonts.text_width(&short, false, Length(2_500)) < Length(20_000),
            "{short}"
        );
        assert_eq!(truncate_to_width(&fonts, "Zama", false, Length(2_500), Length(20_000)), "Zama");
    }
}
