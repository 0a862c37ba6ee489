//! Breaks text into lines, using the widths of the built-in font.

use serde::Serialize;

use crate::render::font::Fonts;
use crate::render::unit::Um;

/// A piece of text in one font weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The characters.
    pub text: String,
    /// Whether the text is bold.
    pub bold: bool,
}

/// A line of text, or a whole text before it is broken into lines.
pub type Line = Vec<Run>;

/// Returns a text that is not bold.
pub fn plain(text: &str) -> Line {
    vec![Run { text: text.to_owned(), bold: false }]
}

/// Returns a bold text.
pub fn bold(text: &str) -> Line {
    vec![Run { text: text.to_owned(), bold: true }]
}

/// Returns a bold label followed by plain text.
pub fn led(lead: &str, text: &str) -> Line {
    vec![Run { text: format!("{lead} "), bold: true }, Run { text: text.to_owned(), bold: false }]
}

/// Returns the width left for characters in a line.
///
/// Because of rounding, browsers draw a line up to a hundredth and a tenth of a millimetre longer than its
/// characters are.
fn slack(width: Um) -> Um {
    width - Um(width.0 / 100) - Um(100)
}

/// Breaks a text into lines of at most this width. Lines break at spaces; a word longer than a line is broken
/// where the line ends.
pub fn wrap(fonts: &Fonts, text: &[Run], size: Um, width: Um) -> Vec<Line> {
    let room = slack(width).0.max(1);
    let letters: Vec<(char, bool)> =
        text.iter().flat_map(|run| run.text.chars().map(move |c| (c, run.bold))).collect();
    let mut lines = Vec::new();
    let (mut start, mut used) = (0, 0);
    let mut blank: Option<usize> = None;
    let mut at = 0;
    while at < letters.len() {
        let (c, bold) = letters[at];
        let wide = fonts.letter(c, bold, size).0;
        if c == ' ' {
            blank = Some(at);
        }
        if used + wide > room && c != ' ' && wide > 0 && at > start {
            let end = blank.filter(|b| *b > start).unwrap_or(at);
            lines.push(line(&letters[start..end]));
            start = if letters[end].0 == ' ' { end + 1 } else { end };
            used = letters[start..at].iter().map(|(c, b)| fonts.letter(*c, *b, size).0).sum();
            blank = None;
            // The rest of the word may itself be longer than a line
            continue;
        }
        used += wide;
        at += 1;
    }
    if start < letters.len() || lines.is_empty() {
        lines.push(line(&letters[start..]));
    }
    lines
}

fn line(letters: &[(char, bool)]) -> Line {
    let mut line: Line = Vec::new();
    let end = letters.iter().rposition(|(c, _)| *c != ' ').map_or(0, |at| at + 1);
    for (c, bold) in &letters[..end] {
        match line.last_mut() {
            Some(run) if run.bold == *bold => run.text.push(*c),
            _ => line.push(Run { text: c.to_string(), bold: *bold }),
        }
    }
    line
}

/// Truncates a text to a width, with an ellipsis for what is left out. Only for texts that are printed in
/// full elsewhere.
pub fn cut(fonts: &Fonts, text: &str, bold: bool, size: Um, width: Um) -> String {
    let room = slack(width);
    if fonts.width(text, bold, size) <= room {
        return text.to_owned();
    }
    let mut used = fonts.letter('…', bold, size);
    let mut short: String = text
        .chars()
        .take_while(|c| {
            used = used + fonts.letter(*c, bold, size);
            used <= room
        })
        .collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// Returns the width of the longest word.
pub fn widest_word(fonts: &Fonts, text: &[Run], size: Um) -> Um {
    let words = text.iter().flat_map(|run| run.text.split(' ').map(move |w| fonts.width(w, run.bold, size)));
    words.max().unwrap_or_default()
}

/// Returns the width of a text on one line, including what browsers add by rounding.
pub fn natural(fonts: &Fonts, text: &[Run], size: Um) -> Um {
    let wide: Um = text.iter().map(|run| fonts.width(&run.text, run.bold, size)).sum();
    if wide == Um(0) { wide } else { wide + Um(wide.0 / 90) + Um(150) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lines: &[Line]) -> Vec<String> {
        lines.iter().map(|l| l.iter().map(|r| r.text.as_str()).collect()).collect()
    }

    #[test]
    fn lines_break_at_blanks_and_long_words_where_the_line_ends() {
        let fonts = Fonts::default();
        // An `n` is 1168 of 2048 wide and a space 586, so that at a size of 1 mm a line of 7 mm has room for
        // eleven characters
        let lines = wrap(&fonts, &plain("nnnnn nnnnn nnnnn"), Um(1_000), Um(7_000));
        assert_eq!(texts(&lines), ["nnnnn nnnnn", "nnnnn"]);
        let lines = wrap(&fonts, &plain(&"n".repeat(25)), Um(1_000), Um(7_000));
        assert_eq!(lines.iter().map(|l| l[0].text.len()).collect::<Vec<_>>(), [11, 11, 3]);
        assert_eq!(wrap(&fonts, &plain(""), Um(1_000), Um(7_000)).len(), 1);
    }

    #[test]
    fn weights_go_on_over_lines_and_nothing_is_lost() {
        let fonts = Fonts::default();
        let text =
            [bold("Elite (Melee, Rally): ").remove(0), plain("two +1s, counted in the numbers").remove(0)];
        let lines = wrap(&fonts, &text, Um(2_500), Um(20_000));
        assert!(lines.len() > 2);
        assert_eq!(texts(&lines).join(" "), "Elite (Melee, Rally): two +1s, counted in the numbers");
        assert!(lines[0][0].bold && !lines.last().unwrap()[0].bold);
        for line in &lines {
            let wide: Um = line.iter().map(|r| fonts.width(&r.text, r.bold, Um(2_500))).sum();
            assert!(wide < Um(20_000), "{line:?}");
        }
    }

    #[test]
    fn what_is_cut_says_so() {
        let fonts = Fonts::default();
        let short = cut(&fonts, "Hannibal at the Trebia", false, Um(2_500), Um(20_000));
        assert!(short.ends_with('…') && fonts.width(&short, false, Um(2_500)) < Um(20_000), "{short}");
        assert_eq!(cut(&fonts, "Zama", false, Um(2_500), Um(20_000)), "Zama");
    }
}
