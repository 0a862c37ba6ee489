//! Texts cut into lines by the font's own measures.

use serde::Serialize;

use crate::render::font::Fonts;
use crate::render::unit::Um;

/// A piece of a line in one weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// Its letters.
    pub text: String,
    /// Whether it is bold.
    pub bold: bool,
}

/// A line, or a text before it is cut into lines.
pub type Line = Vec<Run>;

/// A plain text.
pub fn plain(text: &str) -> Line {
    vec![Run { text: text.to_owned(), bold: false }]
}

/// A bold text.
pub fn bold(text: &str) -> Line {
    vec![Run { text: text.to_owned(), bold: true }]
}

/// Bold words, then plain ones.
pub fn led(lead: &str, text: &str) -> Line {
    vec![Run { text: format!("{lead} "), bold: true }, Run { text: text.to_owned(), bold: false }]
}

/// Browsers draw a line up to this much longer than its letters are, by rounding: a hundredth, and a tenth of a
/// millimetre.
fn slack(width: Um) -> Um {
    width - Um(width.0 / 100) - Um(100)
}

/// A text in lines of at most this width, broken at blanks; a longer word is broken where the line ends.
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
            // What was begun may itself be too long by now
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

/// A text cut to a width, with an ellipsis for what is left out. For what stands in full elsewhere.
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

/// The width of the widest word.
pub fn widest_word(fonts: &Fonts, text: &[Run], size: Um) -> Um {
    let words = text.iter().flat_map(|run| run.text.split(' ').map(move |w| fonts.width(w, run.bold, size)));
    words.max().unwrap_or_default()
}

/// The width of a text on one line, with what browsers add.
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
        // An `n` is 1168 of 2048 wide and a blank 586, so that a line of 7 mm takes eleven letters at 1 mm
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
