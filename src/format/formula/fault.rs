//! The errors of the formula parser, and their help.

use std::ops::Range;

use crate::yaml::{Refusal, nearest};

use super::call::Function;
use super::parse::Parser;
use super::refuse;
use super::token::Token;

impl Parser<'_> {
    /// Parses an opening bracket that must come next. `what` names it in messages.
    pub(super) fn opening(
        &mut self,
        bracket: Token,
        what: &str,
        help: &str,
    ) -> Result<Range<usize>, Refusal> {
        self.take(bracket).ok_or_else(|| self.instead(what, help))
    }

    /// Parses a word that must come next. `what` names it in messages.
    pub(super) fn word(&mut self, what: &str, help: &str) -> Result<Range<usize>, Refusal> {
        self.take(Token::Word).ok_or_else(|| self.instead(what, help))
    }

    /// Returns the error if something else than `what` comes next.
    fn instead(&self, what: &str, help: &str) -> Refusal {
        if let Some(next) = self.peek() {
            let message = format!("\"{}\" is here, but {what} is expected", self.slice(&next.range));
            return refuse(next.range.clone(), message, help);
        }
        let range = self.before();
        let message = format!("{what} is missing after \"{}\"", self.slice(&range));
        refuse(range, message, self.help_at_end(help))
    }

    /// Returns the error if the formula ends inside brackets that open at `open`.
    pub(super) fn never_closed(&self, open: &Range<usize>, sign: &str) -> Refusal {
        let message = format!("\"{}\" is never closed", self.slice(open));
        refuse(open.clone(), message, self.help_at_end(&format!("close it with `{sign}`")))
    }

    /// Returns the help for a formula that ends too early. If it ends in a function that needs a comma, and
    /// has no comma, YAML has most likely cut it off there.
    fn help_at_end(&self, otherwise: &str) -> String {
        let whole = !self.text().contains([',', '{', '}', '[', ']']);
        if whole && self.calls.iter().any(|function| function.needs_comma()) {
            "put quotes around the formula: in a flow map a comma ends it".to_owned()
        } else {
            otherwise.to_owned()
        }
    }

    /// Returns the error if an operand is missing: a number, a name or something in brackets.
    pub(super) fn no_operand(&self) -> Refusal {
        let before = self.before();
        let behind = self.slice(&before);
        let write = "write a number, a name or a function there";
        let Some(next) = self.peek() else {
            if behind == "(" || behind == "," {
                let help = self.help_at_end(&format!("{write}, and close the bracket with `)`"));
                return refuse(before, format!("the formula ends after \"{behind}\""), help);
            }
            return refuse(before, format!("nothing follows \"{behind}\""), write);
        };
        let (token, range) = (next.token, next.range.clone());
        let text = self.slice(&range);
        match token {
            Token::Close if !behind.is_empty() => {
                refuse(before, format!("nothing follows \"{behind}\""), write)
            }
            Token::OpenBrace => refuse(
                range,
                "a selector alone has no value",
                "a selector comes first in count({…}), sum({…}, x) or highest({…}, x)",
            ),
            Token::OpenSquare | Token::CloseSquare | Token::CloseBrace | Token::Colon => self.no_meaning(),
            Token::Word if text == "not" => refuse(
                range,
                format!("\"not\" cannot follow \"{behind}\""),
                "put brackets around it, such as (not a)",
            ),
            _ => refuse(range, format!("there is nothing before \"{text}\""), write),
        }
    }

    /// Returns the error if something follows a complete expression.
    pub(super) fn leftover(&self) -> Refusal {
        let Some(next) = self.peek() else { return self.no_operand() };
        let (token, range) = (next.token, next.range.clone());
        let text = self.slice(&range);
        match token {
            Token::Close => {
                refuse(range, "\")\" closes no bracket", "remove it, or open a bracket with `(` before")
            }
            Token::Comma => {
                let digit = |c: char| c.is_ascii_digit();
                let (left, right) = (&self.text()[..range.start], &self.text()[range.end..]);
                let help = if left.ends_with(digit) && right.starts_with(digit) {
                    "write decimals with a point, such as 0.5"
                } else {
                    "remove it, or write a function around the values, such as min(a, b)"
                };
                refuse(range, "\",\" is outside the brackets of a function", help)
            }
            Token::Word | Token::Number(_) | Token::Open | Token::OpenBrace => {
                let help = match text.to_lowercase().as_str() {
                    word @ ("and" | "or" | "not") => format!("write `{word}` in lower case"),
                    "x" => "write `*` for a product".to_owned(),
                    _ => "put an operator between them, such as + or and".to_owned(),
                };
                let help = if text == "not" { "write `!=`, or begin with `not`".to_owned() } else { help };
                let before = self.slice(&self.before());
                refuse(
                    range.clone(),
                    format!("\"{text}\" follows \"{before}\" with no operator between"),
                    help,
                )
            }
            _ => self.no_meaning(),
        }
    }

    /// Returns the error for a character of selectors outside a selector.
    fn no_meaning(&self) -> Refusal {
        let range = self.peek().map(|next| next.range.clone()).unwrap_or_default();
        let message = format!("\"{}\" has no meaning here", self.slice(&range));
        refuse(range, message, "only round brackets group; a selector is written {tag: foot}")
    }
}

/// Returns the error for a word with brackets that is not a function.
pub(super) fn unknown_function(text: &str, range: Range<usize>) -> Refusal {
    let help = match nearest(text, Function::names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if ["and", "or", "not"].contains(&text.to_lowercase().as_str()) => {
            "write it in lower case".into()
        }
        None => format!("the functions are {}", Function::names().collect::<Vec<_>>().join(", ")),
    };
    refuse(range, format!("there is no function \"{text}\""), help)
}
