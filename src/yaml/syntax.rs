//! Turns the parser's errors into findings in plain words, each at the text that most likely caused it.

use super::around::{Said, line_before, line_content_end, tab_before, word, word_end, word_start};
use super::build::Builder;
use super::flow::{bracket_before, comma_before, commented_out, in_brackets, quotes_needed, second_key};
use super::known::is_key;
use super::words::short;
use super::{indent, odd, slips};
use crate::finding::{Code, Finding, Span};

/// Kinds of syntax error, by what people have to do about them.
#[derive(Debug)]
pub(super) enum Trouble {
    UnclosedQuote,
    UnclosedBracket,
    WrongBracket {
        open: char,
        close: char,
    },
    /// A closing bracket without an opening one.
    StrayBracket,
    /// Something that cannot be between brackets, most likely since one is not closed.
    InBrackets,
    /// A colon that would make a key where none can be.
    Colon,
    Indentation,
    /// A line without a dash between the items of a list.
    NotAnItem,
    /// A key without a colon.
    NoColon,
    /// A value that begins with this character, or a character that no file may have.
    Character(char),
    ListOnKeyLine,
    DashInBrackets,
    Tab,
    /// An unknown escape in a quoted text.
    Escape,
    /// Text after a closing quote.
    AfterQuote,
    /// A line of a value that is not indented deeper than its key.
    Shallow,
    /// Text on the line of a `|` or `>`.
    BlockHeader,
    /// A `#` without a space before it.
    Comment,
    /// Too many levels.
    Deep,
    Tag,
    /// An `&` or `*` without a name after it.
    NoAnchorName,
    /// A colon in brackets without a space after it.
    GluedColon,
    /// A line that begins with `%`.
    Directive,
    Unreadable,
}

/// Returns the finding for an error that the parser met at byte `at`.
pub(super) fn finding(builder: &Builder<'_>, text: &str, trouble: &Trouble, at: usize) -> Finding {
    if let Some(tab) = tab_before(text, at, matches!(trouble, Trouble::Tab)) {
        let finding =
            Finding::new(Code::YamlSyntax, builder.span(tab, tab + 1), "a tab is used in the indentation");
        let help = unchecked(Some("indent with spaces".to_owned()), text, tab + 1);
        return finding.help(help.unwrap_or_default());
    }
    let bracket = builder.open_bracket().filter(|open| !text[*open..at.max(*open)].trim_end().is_empty());
    let slip = slip(builder, text, trouble, at, bracket);
    let (start, end, message, help) = match trouble {
        _ if slip.is_some() => slip.unwrap_or_default(),
        Trouble::Indentation | Trouble::NotAnItem | Trouble::Colon
            if bracket.is_none() && indented(builder, text, at).is_some() =>
        {
            indented(builder, text, at).unwrap_or_default()
        }
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
    finding.help = unchecked(help, text, end);
    // On the same line the bracket is plain to see
    let far = bracket.filter(|open| {
        matches!(trouble, Trouble::InBrackets) && text[*open..start.max(*open)].contains('\n')
    });
    if let Some(open) = far {
        finding = finding.label(builder.span(open, open + 1), "opened here");
    }
    finding
}

/// Explains the indentation of a line that fits no level, or that was read as more text of the value above
/// it.
fn indented(builder: &Builder<'_>, text: &str, at: usize) -> Option<Said> {
    let (start, end, _) = builder.last;
    let first = line_before(text, at).trim_start_matches([' ', '-']).is_empty();
    let read_on = end == at && text[start..end.max(start)].contains('\n');
    if first || read_on { indent::wrong(text, at) } else { None }
}

/// Finds a typo on the lines that the parser was reading. The parser's error is then only an effect of it.
fn slip(
    builder: &Builder<'_>,
    text: &str,
    trouble: &Trouble,
    at: usize,
    bracket: Option<usize>,
) -> Option<Said> {
    use Trouble as T;
    let inside = matches!(trouble, T::InBrackets | T::UnclosedBracket | T::DashInBrackets | T::Colon);
    // The parser looks ahead, so it may stop before it reports the bracket
    let open = || bracket.or_else(|| bracket_before(text, at));
    if inside && let Some(said) = open().and_then(|open| commented_out(text, open)) {
        return Some(said);
    }
    let quoted = matches!(
        trouble,
        T::UnclosedQuote
            | T::Escape
            | T::AfterQuote
            | T::Deep
            | T::Tag
            | T::BlockHeader
            | T::Comment
            | T::Shallow
    );
    if quoted {
        return None;
    }
    let from = bracket.unwrap_or(at).min(if builder.last.1 <= at { builder.last.0 } else { at });
    slips::find(text, from, at)
}

/// Adds to a help that the lines below `at` were not read. Unchanged if there are none.
fn unchecked(help: Option<String>, text: &str, at: usize) -> Option<String> {
    let below = text.get(at..).and_then(|rest| rest.split_once('\n')).map_or("", |(_, below)| below);
    if below.trim().is_empty() {
        return help;
    }
    let unchecked = "the rest is not checked until this is fixed";
    Some(help.map_or_else(|| unchecked.to_owned(), |help| format!("{help}; {unchecked}")))
}

/// Returns the finding for a tag, which files of Muster do not use.
pub(super) fn tag(span: Span, word: &str) -> Finding {
    let finding = Finding::new(Code::BadValue, span, format!("\"{}\": tags are not used here", short(word)));
    finding.help("take it out, or put quotes around the value if it is meant as text")
}

/// Returns the finding for a second document in the file.
pub(super) fn second_document(span: Span, text: &str) -> Finding {
    let start = span.start as usize;
    let span = Span { end: span.end.max(span.start + small(word_end(text, start) - start)), ..span };
    let finding =
        Finding::new(Code::YamlSyntax, span, "a second document begins here, but a file can hold only one");
    finding.help("take out this line, or put the rest into its own file; it is not checked")
}

/// Converts a length to `u32`, at most the largest one.
fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Explains a colon that would make a key where none can be.
fn colon(builder: &Builder<'_>, text: &str, at: usize) -> Said {
    let (start, end, as_key) = builder.last;
    if end != at || start >= end {
        return word(text, at, "a key is not expected here", None);
    }
    let scalar = &text[start..end];
    if let Some(line) = scalar.rfind('\n') {
        let first = scalar.lines().next().unwrap_or_default().trim_end();
        if let Some(said) = with_equals(text, start).filter(|_| as_key) {
            return said;
        }
        if as_key {
            let message = format!("\"{}\" has no colon after it", short(first));
            return (start, start + first.len(), message, Some(format!("write `{}:`", short(first))));
        }
        let key = scalar[line + 1..].trim_start();
        let message = format!("\"{}:\" is indented deeper than the key above it", short(key));
        let help = format!("indent it like the keys around it, or put quotes around \"{}\"", short(first));
        return (end - key.len(), end + 1, message, Some(help));
    }
    second_key(text, start, at).unwrap_or_else(|| quotes_needed(text, start, line_content_end(text, start)))
}

/// Explains an error by its position alone.
fn elsewhere(text: &str, trouble: &Trouble, at: usize) -> Said {
    let here = &text[at..];
    let first = here.chars().next().unwrap_or(' ');
    let width = if here.is_empty() { 0 } else { first.len_utf8() };
    let one = |message: String, help: &str| (at, at + width, message, Some(help.to_owned()));
    match trouble {
        Trouble::UnclosedQuote => {
            let curly = here.lines().next().is_some_and(|line| line.contains(odd::is_curly));
            let help = "the typographic quote after it closes nothing; type a straight one";
            let help = if curly { help } else { "close it at the end of the value" };
            one("this quote is never closed".to_owned(), help)
        }
        Trouble::WrongBracket { open, close } => {
            one(format!("\"{open}\" is closed by \"{close}\""), "use brackets of one kind")
        }
        Trouble::StrayBracket => one("this bracket closes nothing".to_owned(), "take it out"),
        Trouble::Indentation if !line_before(text, at).trim().is_empty() => {
            word(text, at, "this cannot follow what is before it", None)
        }
        Trouble::Indentation => {
            let help = "indent it like the lines it belongs to";
            word(text, at, "the indentation of this line does not match any line above it", Some(help))
        }
        Trouble::NotAnItem => {
            let help = "write `- ` before it, or indent it like the key it belongs to";
            word(text, at, "this line is between the items of a list but is not one", Some(help))
        }
        Trouble::NoColon if here.starts_with('-') => {
            word(text, at, "the dash of a list needs a space after it", Some("write `- ` and then the item"))
        }
        Trouble::NoColon if with_equals(text, at).is_some() => with_equals(text, at).unwrap_or_default(),
        Trouble::NoColon => {
            let end = at + here.lines().next().unwrap_or_default().trim_end().len();
            let message = format!("\"{}\" has no colon after it", short(&text[at..end]));
            (at, end, message, Some("write a colon and its value".to_owned()))
        }
        Trouble::Character(c) if c.is_control() || odd::called(*c).is_some() => {
            let from = here.find(*c).map_or(at, |n| at + n);
            let message = format!("the character U+{:04X} is not allowed in the file", u32::from(*c));
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
            one("a dash cannot be used in brackets".to_owned(), "separate the items by commas")
        }
        Trouble::Tab => word(text, at, "there is a tab near this where spaces belong", Some("use spaces")),
        Trouble::Escape => escape(text, at),
        Trouble::AfterQuote if line_before(text, at).contains('{') && comma_before(text, at).is_some() => {
            comma_before(text, at).unwrap_or_default()
        }
        Trouble::AfterQuote => {
            let message = "there is text after the closing quote";
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
            word(text, at, "a comment needs a space before its \"#\"", Some("write a space before `#`"))
        }
        Trouble::Deep => word(text, at, "this is nested too deeply", None),
        Trouble::Tag => {
            word(text, at, "tags are not used here", Some("put quotes around a value with \"!\""))
        }
        Trouble::NoAnchorName => {
            let message = format!("a value cannot begin with \"{first}\" unless it is in quotes");
            word(text, at, &message, Some("put quotes around the value"))
        }
        Trouble::GluedColon => {
            let from = word_start(text, at);
            let key = short(text[from..at].trim_end_matches(':'));
            let help = format!("write `{key}: ` and then the value");
            (from, at, "a space is missing after the colon".to_owned(), Some(help))
        }
        Trouble::Directive => {
            let help = "take the line out, or put quotes around a value with \"%\"";
            word(text, at, "a line that begins with \"%\" means nothing here", Some(help))
        }
        Trouble::Unreadable => {
            word(text, at, "this cannot be read", Some("compare it with a list from `muster new`"))
        }
        Trouble::UnclosedBracket | Trouble::InBrackets | Trouble::Colon => {
            word(text, at, "this cannot be read here", None)
        }
    }
}

/// Explains a key and its value with `=` between them. `None` if the line is not that.
fn with_equals(text: &str, at: usize) -> Option<Said> {
    let line = text[at..].lines().next()?;
    let (key, value) = line.split_once('=')?;
    let sign = at + key.len();
    let help = format!("write `{}: {}`", key.trim(), short(value.trim()));
    let message = "\"=\" is used where a colon belongs".to_owned();
    is_key(key.trim()).then_some((sign, sign + 1, message, Some(help)))
}

/// Explains the first backslash after an opening quote that does not begin a known escape.
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
            let message = format!("\"{}\" is not an escape", &text[next..end]);
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
