//! Turns the parser's errors into findings in plain words, each at the text that most likely caused it.

use super::bracket_mistakes::{
    explain_commented_out, explain_in_brackets, explain_missing_comma, explain_missing_quotes,
    explain_second_key, find_bracket,
};
use super::keys_of_army_lists::is_like_list_key;
use super::node_phrases::shorten;
use super::surrounding_words_and_lines::{
    LocatedMessage, find_tab, line_before, line_content_end, message_at_word, word_end, word_start,
};
use super::tree_builder::TreeBuilder;
use super::{explain_wrong_indentation, line_typos, word_processor_characters};
use crate::finding::{Code, Finding, Span};

/// Kinds of syntax error, by what people have to do about them.
#[derive(Debug)]
pub(super) enum SyntaxErrorKind {
    UnclosedQuote,
    UnclosedBracket,
    WrongBracket {
        open: char,
        close: char,
    },
    /// A closing bracket without an opening one.
    StrayBracket,
    /// Something that cannot be between brackets, most likely since one is not closed.
    UnexpectedInBrackets,
    /// A colon that would make a key where none can be.
    UnexpectedColon,
    Indentation,
    /// A line without a dash between the items of a list.
    NotAnItem,
    /// A key without a colon.
    MissingColon,
    /// A value that begins with this character, or a character that no file may have.
    UnexpectedCharacter(char),
    ListOnKeyLine,
    DashInBrackets,
    Tab,
    /// An unknown escape in a quoted text.
    UnknownEscape,
    /// Text after a closing quote.
    TextAfterQuote,
    /// A line of a value that is not indented deeper than its key.
    ShallowIndentation,
    /// Text on the line of a `|` or `>`.
    TextAfterBlockHeader,
    /// A `#` without a space before it.
    CommentWithoutSpace,
    /// Too many levels.
    TooDeep,
    Tag,
    /// An `&` or `*` without a name after it.
    MissingAnchorName,
    /// A colon in brackets without a space after it.
    ColonWithoutSpace,
    /// A line that begins with `%`.
    Directive,
    Unreadable,
}

/// Returns the finding for an error that the parser met at byte `at`.
pub(super) fn syntax_finding(
    builder: &TreeBuilder<'_>,
    text: &str,
    trouble: &SyntaxErrorKind,
    at: usize,
) -> Finding {
    if let Some(tab) = find_tab(text, at, matches!(trouble, SyntaxErrorKind::Tab)) {
        let finding =
            Finding::new(Code::YamlSyntax, builder.span(tab, tab + 1), "a tab is used in the indentation");
        let help = with_unchecked_note(Some("indent with spaces".to_owned()), text, tab + 1);
        return finding.with_help(help.unwrap_or_default());
    }
    let bracket =
        builder.innermost_bracket().filter(|open| !text[*open..at.max(*open)].trim_end().is_empty());
    let slip = find_typo(builder, text, trouble, at, bracket);
    let (start, end, message, help) = match trouble {
        _ if slip.is_some() => slip.unwrap_or_default(),
        SyntaxErrorKind::Indentation | SyntaxErrorKind::NotAnItem | SyntaxErrorKind::UnexpectedColon
            if bracket.is_none() && explain_indented_line(builder, text, at).is_some() =>
        {
            explain_indented_line(builder, text, at).unwrap_or_default()
        }
        SyntaxErrorKind::UnexpectedColon => explain_colon(builder, text, at),
        SyntaxErrorKind::UnexpectedInBrackets | SyntaxErrorKind::UnclosedBracket => {
            explain_in_brackets(builder, text, at, bracket)
        }
        other => explain_at_position(text, other, at),
    };
    let code = match trouble {
        SyntaxErrorKind::TooDeep => Code::TooLarge,
        SyntaxErrorKind::Tag => Code::BadValue,
        _ => Code::YamlSyntax,
    };
    let mut finding = Finding::new(code, builder.span(start, end), message);
    finding.help = with_unchecked_note(help, text, end);
    // On the same line the bracket is plain to see
    let far = bracket.filter(|open| {
        matches!(trouble, SyntaxErrorKind::UnexpectedInBrackets)
            && text[*open..start.max(*open)].contains('\n')
    });
    if let Some(open) = far {
        finding = finding.with_label(builder.span(open, open + 1), "opened here");
    }
    finding
}

/// Explains the indentation of a line that fits no level, or that was read as more text of the value above
/// it.
fn explain_indented_line(builder: &TreeBuilder<'_>, text: &str, at: usize) -> Option<LocatedMessage> {
    let (start, end, _) = builder.last_scalar;
    let first = line_before(text, at).trim_start_matches([' ', '-']).is_empty();
    let read_on = end == at && text[start..end.max(start)].contains('\n');
    if first || read_on { explain_wrong_indentation::explain_indentation(text, at) } else { None }
}

/// Finds a typo on the lines that the parser was reading. The parser's error is then only an effect of it.
fn find_typo(
    builder: &TreeBuilder<'_>,
    text: &str,
    trouble: &SyntaxErrorKind,
    at: usize,
    bracket: Option<usize>,
) -> Option<LocatedMessage> {
    use SyntaxErrorKind as T;
    let inside = matches!(
        trouble,
        T::UnexpectedInBrackets | T::UnclosedBracket | T::DashInBrackets | T::UnexpectedColon
    );
    // The parser looks ahead, so it may stop before it reports the bracket
    let open = || bracket.or_else(|| find_bracket(text, at));
    if inside && let Some(said) = open().and_then(|open| explain_commented_out(text, open)) {
        return Some(said);
    }
    let quoted = matches!(
        trouble,
        T::UnclosedQuote
            | T::UnknownEscape
            | T::TextAfterQuote
            | T::TooDeep
            | T::Tag
            | T::TextAfterBlockHeader
            | T::CommentWithoutSpace
            | T::ShallowIndentation
    );
    if quoted {
        return None;
    }
    let from =
        bracket.unwrap_or(at).min(if builder.last_scalar.1 <= at { builder.last_scalar.0 } else { at });
    line_typos::find_line_typo(text, from, at)
}

/// Adds to a help that the lines below `at` were not read. Unchanged if there are none.
fn with_unchecked_note(help: Option<String>, text: &str, at: usize) -> Option<String> {
    let below = text.get(at..).and_then(|rest| rest.split_once('\n')).map_or("", |(_, below)| below);
    if below.trim().is_empty() {
        return help;
    }
    let unchecked = "the rest is not checked until this is fixed";
    Some(help.map_or_else(|| unchecked.to_owned(), |help| format!("{help}; {unchecked}")))
}

/// Returns the finding for a tag, which files of Muster do not use.
pub(super) fn tag_finding(span: Span, word: &str) -> Finding {
    let finding =
        Finding::new(Code::BadValue, span, format!("\"{}\": tags are not used here", shorten(word)));
    finding.with_help("take it out, or put quotes around the value if it is meant as text")
}

/// Returns the finding for a second document in the file.
pub(super) fn second_document_finding(span: Span, text: &str) -> Finding {
    let start = span.start as usize;
    let span = Span { end: span.end.max(span.start + to_u32(word_end(text, start) - start)), ..span };
    let finding =
        Finding::new(Code::YamlSyntax, span, "a second document begins here, but a file can hold only one");
    finding.with_help("take out this line, or put the rest into its own file; it is not checked")
}

/// Converts a length to `u32`, at most the largest one.
fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Explains a colon that would make a key where none can be.
fn explain_colon(builder: &TreeBuilder<'_>, text: &str, at: usize) -> LocatedMessage {
    let (start, end, as_key) = builder.last_scalar;
    if end != at || start >= end {
        return message_at_word(text, at, "a key is not expected here", None);
    }
    let scalar = &text[start..end];
    if let Some(line) = scalar.rfind('\n') {
        let first = scalar.lines().next().unwrap_or_default().trim_end();
        if let Some(said) = explain_equals(text, start).filter(|_| as_key) {
            return said;
        }
        if as_key {
            let message = format!("\"{}\" has no colon after it", shorten(first));
            return (start, start + first.len(), message, Some(format!("write `{}:`", shorten(first))));
        }
        let key = scalar[line + 1..].trim_start();
        let message = format!("\"{}:\" is indented deeper than the key above it", shorten(key));
        let help = format!("indent it like the keys around it, or put quotes around \"{}\"", shorten(first));
        return (end - key.len(), end + 1, message, Some(help));
    }
    explain_second_key(text, start, at)
        .unwrap_or_else(|| explain_missing_quotes(text, start, line_content_end(text, start)))
}

/// Explains an error by its position alone.
fn explain_at_position(text: &str, trouble: &SyntaxErrorKind, at: usize) -> LocatedMessage {
    let here = &text[at..];
    let first = here.chars().next().unwrap_or(' ');
    let width = if here.is_empty() { 0 } else { first.len_utf8() };
    let one = |message: String, help: &str| (at, at + width, message, Some(help.to_owned()));
    match trouble {
        SyntaxErrorKind::UnclosedQuote => {
            let curly = here
                .lines()
                .next()
                .is_some_and(|line| line.contains(word_processor_characters::is_typographic_quote));
            let help = "the typographic quote after it closes nothing; type a straight one";
            let help = if curly { help } else { "close it at the end of the value" };
            one("this quote is never closed".to_owned(), help)
        }
        SyntaxErrorKind::WrongBracket { open, close } => {
            one(format!("\"{open}\" is closed by \"{close}\""), "use brackets of one kind")
        }
        SyntaxErrorKind::StrayBracket => one("this bracket closes nothing".to_owned(), "take it out"),
        SyntaxErrorKind::Indentation if !line_before(text, at).trim().is_empty() => {
            message_at_word(text, at, "this cannot follow what is before it", None)
        }
        SyntaxErrorKind::Indentation => {
            let help = "indent it like the lines it belongs to";
            message_at_word(
                text,
                at,
                "the indentation of this line does not match any line above it",
                Some(help),
            )
        }
        SyntaxErrorKind::NotAnItem => {
            let help = "write `- ` before it, or indent it like the key it belongs to";
            message_at_word(text, at, "this line is between the items of a list but is not one", Some(help))
        }
        SyntaxErrorKind::MissingColon if here.starts_with('-') => message_at_word(
            text,
            at,
            "the dash of a list needs a space after it",
            Some("write `- ` and then the item"),
        ),
        SyntaxErrorKind::MissingColon if explain_equals(text, at).is_some() => {
            explain_equals(text, at).unwrap_or_default()
        }
        SyntaxErrorKind::MissingColon => {
            let end = at + here.lines().next().unwrap_or_default().trim_end().len();
            let message = format!("\"{}\" has no colon after it", shorten(&text[at..end]));
            (at, end, message, Some("write a colon and its value".to_owned()))
        }
        SyntaxErrorKind::UnexpectedCharacter(c)
            if c.is_control() || word_processor_characters::odd_space_name(*c).is_some() =>
        {
            let from = here.find(*c).map_or(at, |n| at + n);
            let message = format!("the character U+{:04X} is not allowed in the file", u32::from(*c));
            (from, (from + c.len_utf8()).min(text.len()), message, Some("take it out".to_owned()))
        }
        SyntaxErrorKind::UnexpectedCharacter(c) => {
            let help = "put quotes around the value";
            message_at_word(
                text,
                at,
                &format!("a value cannot begin with \"{c}\" unless it is in quotes"),
                Some(help),
            )
        }
        SyntaxErrorKind::ListOnKeyLine => {
            let help = "begin the list on the next line, or write it in brackets";
            message_at_word(text, at, "a list cannot begin on the line of its key", Some(help))
        }
        SyntaxErrorKind::DashInBrackets => {
            one("a dash cannot be used in brackets".to_owned(), "separate the items by commas")
        }
        SyntaxErrorKind::Tab => {
            message_at_word(text, at, "there is a tab near this where spaces belong", Some("use spaces"))
        }
        SyntaxErrorKind::UnknownEscape => explain_escape(text, at),
        SyntaxErrorKind::TextAfterQuote
            if line_before(text, at).contains('{') && explain_missing_comma(text, at).is_some() =>
        {
            explain_missing_comma(text, at).unwrap_or_default()
        }
        SyntaxErrorKind::TextAfterQuote => {
            let message = "there is text after the closing quote";
            message_at_word(text, at, message, Some("put it inside the quotes, or take the quotes away"))
        }
        SyntaxErrorKind::ShallowIndentation => message_at_word(
            text,
            at,
            "this line belongs to the value above and must be indented deeper",
            None,
        ),
        SyntaxErrorKind::TextAfterBlockHeader => {
            let help = "begin the text on the next line";
            message_at_word(
                text,
                at,
                "nothing but a comment may follow \"|\" or \">\" on its line",
                Some(help),
            )
        }
        SyntaxErrorKind::CommentWithoutSpace => message_at_word(
            text,
            at,
            "a comment needs a space before its \"#\"",
            Some("write a space before `#`"),
        ),
        SyntaxErrorKind::TooDeep => message_at_word(text, at, "this is nested too deeply", None),
        SyntaxErrorKind::Tag => {
            message_at_word(text, at, "tags are not used here", Some("put quotes around a value with \"!\""))
        }
        SyntaxErrorKind::MissingAnchorName => {
            let message = format!("a value cannot begin with \"{first}\" unless it is in quotes");
            message_at_word(text, at, &message, Some("put quotes around the value"))
        }
        SyntaxErrorKind::ColonWithoutSpace => {
            let from = word_start(text, at);
            let key = shorten(text[from..at].trim_end_matches(':'));
            let help = format!("write `{key}: ` and then the value");
            (from, at, "a space is missing after the colon".to_owned(), Some(help))
        }
        SyntaxErrorKind::Directive => {
            let help = "take the line out, or put quotes around a value with \"%\"";
            message_at_word(text, at, "a line that begins with \"%\" means nothing here", Some(help))
        }
        SyntaxErrorKind::Unreadable => {
            message_at_word(text, at, "this cannot be read", Some("compare it with a list from `muster new`"))
        }
        SyntaxErrorKind::UnclosedBracket
        | SyntaxErrorKind::UnexpectedInBrackets
        | SyntaxErrorKind::UnexpectedColon => message_at_word(text, at, "this cannot be read here", None),
    }
}

/// Explains a key and its value with `=` between them. `None` if the line is not that.
fn explain_equals(text: &str, at: usize) -> Option<LocatedMessage> {
    let line = text[at..].lines().next()?;
    let (key, value) = line.split_once('=')?;
    let sign = at + key.len();
    let help = format!("write `{}: {}`", key.trim(), shorten(value.trim()));
    let message = "\"=\" is used where a colon belongs".to_owned();
    is_like_list_key(key.trim()).then_some((sign, sign + 1, message, Some(help)))
}

/// Explains the first backslash after an opening quote that does not begin a known escape.
fn explain_escape(text: &str, at: usize) -> LocatedMessage {
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
    message_at_word(text, at, "an escape in this text cannot be read", None)
}
