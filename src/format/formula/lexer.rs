//! Splits the text of a formula into tokens.

use std::ops::Range;

use crate::format::read_exact_numbers::Number;
use crate::read::ValueError;

use super::ast::CompareOperator;
use super::formula_error;

/// The kind of a token. Its text is found by its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Number(Number),
    /// A name, a function, an id, or one of `and`, `or`, `not`, `none`.
    Word,
    Plus,
    Minus {
        /// Whether there is a space on both sides, which a subtraction needs.
        apart: bool,
    },
    Star,
    Slash,
    Compare(CompareOperator),
    Open,
    Close,
    Comma,
    OpenBrace,
    CloseBrace,
    OpenSquare,
    CloseSquare,
    Colon,
}

/// A token and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
}

/// Operators of other languages, with what to write here. Longer ones come first.
const FOREIGN_OPERATORS: &[(&str, &str)] = &[
    ("==", "="),
    ("<>", "!="),
    ("=<", "<="),
    ("=>", ">="),
    ("&&", "and"),
    ("||", "or"),
    ("≠", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("×", "*"),
    ("·", "*"),
    ("÷", "/"),
    ("−", "-"),
    ("–", "-"),
    ("&", "and"),
    ("|", "or"),
];

/// Operators and brackets. Longer ones come first.
const SYMBOLS: &[(&str, TokenKind)] = &[
    ("!=", TokenKind::Compare(CompareOperator::Unequal)),
    ("<=", TokenKind::Compare(CompareOperator::AtMost)),
    (">=", TokenKind::Compare(CompareOperator::AtLeast)),
    ("=", TokenKind::Compare(CompareOperator::Equal)),
    ("<", TokenKind::Compare(CompareOperator::Less)),
    (">", TokenKind::Compare(CompareOperator::More)),
    ("+", TokenKind::Plus),
    ("*", TokenKind::Star),
    ("/", TokenKind::Slash),
    ("(", TokenKind::Open),
    (")", TokenKind::Close),
    (",", TokenKind::Comma),
    ("{", TokenKind::OpenBrace),
    ("}", TokenKind::CloseBrace),
    ("[", TokenKind::OpenSquare),
    ("]", TokenKind::CloseSquare),
    (":", TokenKind::Colon),
];

/// Splits a text into its tokens.
pub(super) fn tokenize(text: &str) -> Result<Vec<Token>, ValueError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let lexeme = read_token(text, at, first)?;
        at = lexeme.range.end;
        found.push(lexeme);
    }
    Ok(found)
}

/// Reads the token that begins at a byte with this character.
fn read_token(text: &str, at: usize, first: char) -> Result<Token, ValueError> {
    let rest = &text[at..];
    if first.is_ascii_digit() {
        return read_number(text, at);
    }
    if is_letter_digit_or_underscore(first) {
        return Ok(Token { kind: TokenKind::Word, range: at..at + word_length(rest) });
    }
    if first == '-' {
        let before = text[..at].chars().next_back().is_none_or(char::is_whitespace);
        let after = rest[1..].chars().next().is_none_or(char::is_whitespace);
        return Ok(Token { kind: TokenKind::Minus { apart: before && after }, range: at..at + 1 });
    }
    if let Some((wrong, right)) = FOREIGN_OPERATORS.iter().find(|(wrong, _)| rest.starts_with(wrong)) {
        return Err(formula_error(
            at..at + wrong.len(),
            format!("\"{wrong}\" is not used in formulas"),
            format!("write `{right}`"),
        ));
    }
    if let Some((sign, token)) = SYMBOLS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Ok(Token { kind: *token, range: at..at + sign.len() });
    }
    let shown = if first.is_control() { first.escape_debug().to_string() } else { first.to_string() };
    let help = match first {
        '!' => "write `not`",
        '.' => "write decimals with a digit on both sides of the point, such as 0.5",
        '%' => "write `%` directly after a number, such as 86%",
        '"' | '\'' | '`' | '“' | '”' | '‘' | '’' => "write names and ids without quotes",
        '^' => "write a power as a product",
        _ => {
            "a formula has numbers, names, + - * /, comparisons, and, or, not, and functions such as min(a, b)"
        }
    };
    Err(formula_error(at..at + first.len_utf8(), format!("\"{shown}\" has no meaning in a formula"), help))
}

/// Reads a number, or a word that begins with a digit.
fn read_number(text: &str, at: usize) -> Result<Token, ValueError> {
    let rest = &text[at..];
    let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(0);
    let mut length = whole;
    if rest[length..].starts_with('.') {
        let part = digits(length + 1);
        if part == 0 {
            return Err(formula_error(
                at..at + length + 1,
                format!("\"{}\" ends in a point", &rest[..=length]),
                format!("write {0}, or {0}.5 with digits after the point", &rest[..length]),
            ));
        }
        length += 1 + part;
    }
    if rest[length..].starts_with('%') {
        length += 1;
    }
    if rest[length..].starts_with(is_letter_digit_or_underscore)
        || (length > whole && rest[length..].starts_with('.'))
    {
        let stop = length
            + rest[length..]
                .find(|c| !is_letter_digit_or_underscore(c) && c != '.')
                .unwrap_or(rest.len() - length);
        if length == whole {
            return Ok(Token { kind: TokenKind::Word, range: at..at + word_length(rest) });
        }
        return Err(formula_error(
            at..at + stop,
            format!("\"{}\" is neither a number nor a name", &rest[..stop]),
            "write a number such as 12, 0.5 or 86%; a name begins with a letter",
        ));
    }
    match rest[..length].parse::<Number>() {
        Ok(number) => Ok(Token { kind: TokenKind::Number(number), range: at..at + length }),
        Err(error) => {
            let message = ValueError::from(error).message;
            Err(formula_error(at..at + length, message, "write a smaller number with fewer digits"))
        }
    }
}

/// Returns `true` for the characters of words other than hyphens: letters, digits and the underscore.
pub(super) fn is_letter_digit_or_underscore(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length in bytes of the word at the start of a text. A hyphen belongs to the word if a letter
/// or digit follows it.
fn word_length(rest: &str) -> usize {
    let mut length = 0;
    loop {
        let tail = &rest[length..];
        length += tail.find(|c| !is_letter_digit_or_underscore(c)).unwrap_or(tail.len());
        let joined = rest[length..]
            .strip_prefix('-')
            .is_some_and(|after| after.starts_with(is_letter_digit_or_underscore));
        if !joined {
            return length;
        }
        length += 1;
    }
}
