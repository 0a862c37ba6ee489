//! Syntax errors in people's words, each at the words that most likely cause it.

use super::build::Builder;
use super::words::short;
use crate::finding::{Code, Finding, Span};

/// What the parser stumbled over.
#[derive(Debug)]
pub(super) enum Trouble {
    UnclosedQuote,
    UnclosedBracket,
    WrongBracket { open: char, close: char },
    StrayBracket,
    InBrackets,
    Colon,
    Indentation,
    NotAnItem,
    NoColon,
    Character(char),
    ListOnKeyLine,
    DashInBrackets,
    Tab,
    Escape,
    AfterQuote,
    Shallow,
    BlockHeader,
    Comment,
    Deep,
    Tag,
    NoAnchorName,
    Other(String),
}

/// A place in the text and what is wrong with it.
type Said = (usize, usize, String, Option<String>);

/// The finding for a trouble that the parser met at byte `at`.
pub(super) fn finding(builder: &Builder<'_>, text: &str, trouble: &Trouble, at: usize) -> Finding {
    if let Some(tab) = tab_before(text, at, matches!(trouble, Trouble::Tab)) {
        let finding =
            Finding::new(Code::YamlSyntax, builder.span(tab, tab + 1), "a tab stands in the indentation");
        return finding.help("indent with blanks");
    }
    let bracket = builder.open_bracket().filter(|open| !text[*open..at.max(*open)].trim_end().is_empty());
    let (start, end, message, help) = match trouble {
        Trouble::Colon => colon(builder, text, at),
        Trouble::InBrackets | Trouble::UnclosedBracket => in_brackets(builder, text, at, bracket),
        other => elsewhere(text, other, at),
    };
    let code = match trouble {
        Trouble::Deep => Code::TooLarge,
        Trouble::Tag => Code::BadValue,
        _ => Code::YamlSyntax,
    };
    let mut finding = Finding::new(code, builder.span(start, end), message);
    finding.help = help;
    // on the same line the eye finds it
    let far = bracket.filter(|open| {
        matches!(trouble, Trouble::InBrackets) && text[*open..start.max(*open)].contains('\n')
    });
    if let Some(open) = far {
        finding = finding.label(builder.span(open, open + 1), "opened here");
    }
    finding
}

/// A tag that means nothing here.
pub(super) fn tag(span: Span, word: &str) -> Finding {
    let finding = Finding::new(Code::BadValue, span, format!("\"{}\": tags are not used here", short(word)));
    finding.help("take it out, or put quotes around the value if it is meant as text")
}

/// A second document in the file.
pub(super) fn second_document(span: Span, text: &str) -> Finding {
    let start = span.start as usize;
    let span = Span { end: span.end.max(span.start + small(word_end(text, start) - start)), ..span };
    let finding = Finding::new(Code::YamlSyntax, span, "a second document begins here, and a file holds one");
    finding.help("take out this line, or put what follows into a file of its own")
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A colon that makes a key where none can be.
fn colon(builder: &Builder<'_>, text: &str, at: usize) -> Said {
    let (start, end, as_key) = builder.last;
    if end != at || start >= end {
        return word(text, at, "a key cannot stand here", None);
    }
    let scalar = &text[start..end];
    if let Some(line) = scalar.rfind('\n') {
        let first = scalar.lines().next().unwrap_or_default().trim_end();
        if as_key {
            let message = format!("\"{}\" has no colon after it", short(first));
            return (start, start + first.len(), message, Some(format!("write `{}:`", short(first))));
        }
        let key = scalar[line + 1..].trim_start();
        let message = format!("\"{}:\" is indented deeper than the key it should stand under", short(key));
        let help = format!("indent it like the keys around it, or put quotes around \"{}\"", short(first));
        return (end - key.len(), end + 1, message, Some(help));
    }
    quotes_needed(text, start, line_content_end(text, start))
}

/// The most usual mistake: `name: Hannibal: in Italy`.
fn quotes_needed(text: &str, start: usize, end: usize) -> Said {
    let value = text[start..end].trim_end();
    let help = if value.contains('"') { format!("write '{value}'") } else { format!("write \"{value}\"") };
    let message = "a value with \": \" inside needs quotes".to_owned();
    (start, start + value.len(), message, (value.len() < 80).then_some(help))
}

/// Something that does not fit between brackets, where an unclosed one may be the cause.
fn in_brackets(builder: &Builder<'_>, text: &str, at: usize, open: Option<usize>) -> Said {
    let (start, end, as_key) = builder.last;
    let here = &text[at..];
    if here.starts_with(',') {
        return (at, at + 1, "nothing stands before this comma".to_owned(), Some("take it out".to_owned()));
    }
    if let Some(open) = open {
        let close = if text[open..].starts_with('[') { ']' } else { '}' };
        let bracket = &text[open..=open];
        // a line that looks like `key: …` is not meant to stand inside
        if text[open..at].contains('\n') && (here.starts_with(':') || here.trim_start().is_empty()) {
            let message = format!("\"{bracket}\" is not closed by the end of its line");
            return (open, open + 1, message, Some(format!("write `{close}` where it ends")));
        }
        if here.starts_with(':') && end == at && !as_key && close == '}' {
            let rest = here.find([',', '}', '\n']).unwrap_or(here.len());
            return quotes_needed(text, start, at + rest);
        }
        if here.trim_start().is_empty() {
            let message = format!("\"{bracket}\" is never closed");
            return (open, open + 1, message, Some(format!("write `{close}` where it ends")));
        }
        let (start, end, _, _) = word(text, at, "", None);
        let help = format!("write `,` before it, or `{close}` where the bracket ends");
        return (start, end, "a comma or a closing bracket is missing before this".to_owned(), Some(help));
    }
    if here.starts_with(['[', '{']) {
        let close = if here.starts_with('[') { ']' } else { '}' };
        let help = format!("write `{close}` where it ends");
        return (at, at + 1, format!("\"{}\" is never closed", &here[..1]), Some(help));
    }
    word(text, at, "a bracket is not closed before this", None)
}

fn elsewhere(text: &str, trouble: &Trouble, at: usize) -> Said {
    let here = &text[at..];
    let first = here.chars().next().unwrap_or(' ');
    let width = if here.is_empty() { 0 } else { first.len_utf8() };
    let one = |message: String, help: &str| (at, at + width, message, Some(help.to_owned()));
    match trouble {
        Trouble::UnclosedQuote => {
            one("this quote is never closed".to_owned(), "close it at the end of the value")
        }
        Trouble::WrongBracket { open, close } => {
            one(format!("\"{open}\" is closed by \"{close}\""), "use brackets of one kind")
        }
        Trouble::StrayBracket => one("this bracket closes nothing".to_owned(), "take it out"),
        Trouble::Indentation if !line_before(text, at).trim().is_empty() => {
            word(text, at, "this does not belong to what stands before it", None)
        }
        Trouble::Indentation => {
            let help = "indent it like the lines it belongs to";
            word(text, at, "the indentation of this line fits no line above it", Some(help))
        }
        Trouble::NotAnItem => {
            let help = "write `- ` before it, or indent it like the key it belongs to";
            word(text, at, "this stands among the items of a list and is none", Some(help))
        }
        Trouble::NoColon if here.starts_with('-') => {
            word(text, at, "the dash of a list needs a blank after it", Some("write `- ` and then the item"))
        }
        Trouble::NoColon => {
            let end = at + here.lines().next().unwrap_or_default().trim_end().len();
            let message = format!("\"{}\" has no colon after it", short(&text[at..end]));
            (at, end, message, Some("write a colon and its value".to_owned()))
        }
        Trouble::Character(c) if c.is_control() || *c == '\u{feff}' => {
            let from = here.find(*c).map_or(at, |n| at + n);
            let message = format!("the character U+{:04X} cannot stand in the file", u32::from(*c));
            (from, (from + c.len_utf8()).min(text.len()), message, Some("take it out".to_owned()))
        }
        Trouble::Character(c) => {
            let help = "put quotes around the value";
            word(text, at, &format!("a value cannot begin with \"{c}\" unless it is in quotes"), Some(help))
        }
        Trouble::ListOnKeyLine => {
            let help = "begin the list on the next line, or write it in brackets";
            word(text, at, "a list cannot begin on the line of its key", Some(help))
        }
        Trouble::DashInBrackets => {
            one("a dash has no place in brackets".to_owned(), "separate the items by commas")
        }
        Trouble::Tab => word(text, at, "a tab stands near this where blanks belong", Some("use blanks")),
        Trouble::Escape => escape(text, at),
        Trouble::AfterQuote => {
            let message = "something stands behind the closing quote";
            word(text, at, message, Some("put it inside the quotes, or take the quotes away"))
        }
        Trouble::Shallow => {
            word(text, at, "this line belongs to the value above and must be indented deeper", None)
        }
        Trouble::BlockHeader => {
            let help = "begin the text on the next line";
            word(text, at, "nothing but a comment may follow \"|\" or \">\" on its line", Some(help))
        }
        Trouble::Comment => {
            word(text, at, "a comment needs a blank before its \"#\"", Some("write a blank before `#`"))
        }
        Trouble::Deep => word(text, at, "this nests too deep", None),
        Trouble::Tag => {
            word(text, at, "tags are not used here", Some("put quotes around a value with \"!\""))
        }
        Trouble::NoAnchorName => {
            let message = format!("a value cannot begin with \"{first}\" unless it is in quotes");
            word(text, at, &message, Some("put quotes around the value"))
        }
        Trouble::Other(kind) => word(text, at, &format!("not readable from here on ({kind})"), None),
        Trouble::UnclosedBracket | Trouble::InBrackets | Trouble::Colon => {
            word(text, at, "not readable here", None)
        }
    }
}

/// The first backslash after an opening quote that begins no known escape.
fn escape(text: &str, at: usize) -> Said {
    let mut from = at;
    while let Some(next) = text[from..].find('\\').map(|n| from + n) {
        let Some(letter) = text[next + 1..].chars().next() else { break };
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let code: String = text[next + 1 + letter.len_utf8()..].chars().take(digits).collect();
        let known = "0abtnvfre \"/\\N_LP\n\r\txuU".contains(letter);
        let good = digits == 0
            || code.len() == digits
                && u32::from_str_radix(&code, 16).is_ok_and(|n| char::from_u32(n).is_some());
        if !known || !good {
            let end = (next + 1 + letter.len_utf8() + if known { code.len() } else { 0 }).min(text.len());
            let message = format!("\"{}\" is no escape", &text[next..end]);
            return (
                next,
                end,
                message,
                Some("write `\\\\` for a backslash, or use single quotes".to_owned()),
            );
        }
        from = next + 1 + letter.len_utf8();
    }
    word(text, at, "an escape in this text cannot be read", None)
}

/// Says something of the word at a place, or of the one before it where only a blank is there.
fn word(text: &str, at: usize, message: &str, help: Option<&str>) -> Said {
    let (mut start, mut end) = (at, word_end(text, at));
    if start == end {
        end = text[..at].trim_end().len();
        start = text[..end].rfind(char::is_whitespace).map_or(0, |n| n + 1);
        start = (start..=end).find(|n| text.is_char_boundary(*n)).unwrap_or(end);
    }
    (start, end, message.to_owned(), help.map(str::to_owned))
}

/// What stands before a place on its line.
fn line_before(text: &str, at: usize) -> &str {
    &text[text[..at].rfind('\n').map_or(0, |n| n + 1)..at]
}

fn word_end(text: &str, at: usize) -> usize {
    text[at..].find(char::is_whitespace).map_or(text.len(), |n| at + n)
}

/// The end of what a line says: without a comment and blanks.
fn line_content_end(text: &str, at: usize) -> usize {
    let line = text[at..].lines().next().unwrap_or_default();
    let line = line.find(" #").map_or(line, |n| &line[..n]);
    at + line.trim_end().len()
}

/// A tab in the indentation of the line at `at`, or, where the parser complained of a tab, of a later line.
fn tab_before(text: &str, at: usize, complained: bool) -> Option<usize> {
    let mut start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    for line in text[start..].split_inclusive('\n') {
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..blank].find('\t') {
            return Some(start + tab);
        }
        if !complained {
            return None;
        }
        start += line.len();
    }
    // a tab between a dash and its item
    text[at..].find('\t').map(|n| at + n).filter(|_| complained)
}
