//! The errors of the formula parser, and their help.

use std::ops::Range;

use crate::yaml::{ValueError, nearest_name};

use super::formula_error;
use super::functions::Function;
use super::lexer::TokenKind;
use super::parser::Parser;

impl Parser<'_> {
    /// Returns the error if an operand is missing: a number, a name or something in brackets.
    pub(super) fn missing_operand(&self) -> ValueError {
        let before = self.previous_range();
        let behind = self.slice(&before);
        let write = "write a number, a name or a function there";
        let Some(next) = self.peek() else {
            if behind == "(" || behind == "," {
                let help = self.help_at_end(&format!("{write}, and close the bracket with `)`"));
                return formula_error(before, format!("the formula ends after \"{behind}\""), help);
            }
            return formula_error(before, format!("nothing follows \"{behind}\""), write);
        };
        let (token, range) = (next.kind, next.range.clone());
        let text = self.slice(&range);
        match token {
            TokenKind::Close if !behind.is_empty() => {
                formula_error(before, format!("nothing follows \"{behind}\""), write)
            }
            TokenKind::OpenBrace => formula_error(
                range,
                "a selector alone has no value",
                "a selector comes first in count({…}), sum({…}, x), highest({…}, x) or lowest({…}, x)",
            ),
            TokenKind::OpenSquare | TokenKind::CloseSquare | TokenKind::CloseBrace | TokenKind::Colon => {
                self.meaningless_token()
            }
            TokenKind::Word if text == "not" => formula_error(
                range,
                format!("\"not\" cannot follow \"{behind}\""),
                "put brackets around it, such as (not a)",
            ),
            _ => formula_error(range, format!("there is nothing before \"{text}\""), write),
        }
    }

    /// Returns the error if something follows a complete expression.
    pub(super) fn unexpected_after_expression(&self) -> ValueError {
        let Some(next) = self.peek() else { return self.missing_operand() };
        let (token, range) = (next.kind, next.range.clone());
        let text = self.slice(&range);
        match token {
            TokenKind::Close => formula_error(
                range,
                "\")\" closes no bracket",
                "remove it, or open a bracket with `(` before",
            ),
            TokenKind::Comma => {
                let digit = |c: char| c.is_ascii_digit();
                let (left, right) = (&self.text()[..range.start], &self.text()[range.end..]);
                let help = if left.ends_with(digit) && right.starts_with(digit) {
                    "write decimals with a point, such as 0.5"
                } else {
                    "remove it, or write a function around the values, such as min(a, b)"
                };
                formula_error(range, "\",\" is outside the brackets of a function", help)
            }
            TokenKind::Word | TokenKind::Number(_) | TokenKind::Open | TokenKind::OpenBrace => {
                let help = match text.to_lowercase().as_str() {
                    word @ ("and" | "or" | "not") => format!("write `{word}` in lower case"),
                    "x" => "write `*` for a product".to_owned(),
                    _ => "put an operator between them, such as + or and".to_owned(),
                };
                let help = if text == "not" { "write `!=`, or begin with `not`".to_owned() } else { help };
                let before = self.slice(&self.previous_range());
                formula_error(
                    range.clone(),
                    format!("\"{text}\" follows \"{before}\" with no operator between"),
                    help,
                )
            }
            _ => self.meaningless_token(),
        }
    }

    /// Returns the error for a character of selectors outside a selector.
    fn meaningless_token(&self) -> ValueError {
        let range = self.peek().map(|next| next.range.clone()).unwrap_or_default();
        let message = format!("\"{}\" has no meaning here", self.slice(&range));
        formula_error(range, message, "only round brackets group; a selector is written {tag: foot}")
    }
}

/// Returns the error for a word with brackets that is not a function.
pub(super) fn unknown_function(text: &str, range: Range<usize>) -> ValueError {
    let help = match nearest_name(text, Function::names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if ["and", "or", "not"].contains(&text.to_lowercase().as_str()) => {
            "write it in lower case".into()
        }
        None => format!("the functions are {}", Function::names().collect::<Vec<_>>().join(", ")),
    };
    formula_error(range, format!("there is no function \"{text}\""), help)
}
