//! What the parser says where it cannot go on.

use std::ops::Range;

use crate::yaml::{Refusal, nearest};

use super::call::Function;
use super::parse::Parser;
use super::refuse;
use super::token::Token;

impl Parser<'_> {
    /// An opening bracket that must come next.
    pub(super) fn opening(
        &mut self,
        bracket: Token,
        what: &str,
        help: &str,
    ) -> Result<Range<usize>, Refusal> {
        self.take(bracket).ok_or_else(|| self.instead(what, help))
    }

    /// A word that must come next.
    pub(super) fn word(&mut self, what: &str, help: &str) -> Result<Range<usize>, Refusal> {
        self.take(Token::Word).ok_or_else(|| self.instead(what, help))
    }

    /// Something else stands where only one thing can.
    fn instead(&self, what: &str, help: &str) -> Refusal {
        if let Some(next) = self.peek() {
            let message = format!("\"{}\" stands where {what} should", self.slice(&next.range));
            return refuse(next.range.clone(), message, help);
        }
        let range = self.before();
        let message = format!("{what} is missing after \"{}\"", self.slice(&range));
        refuse(range, message, self.help_at_end(help))
    }

    /// The formula ends inside brackets that open here.
    pub(super) fn never_closed(&self, open: &Range<usize>, sign: &str) -> Refusal {
        let message = format!("\"{}\" is never closed", self.slice(open));
        refuse(open.clone(), message, self.help_at_end(&format!("close it with `{sign}`")))
    }

    /// Where a text ends in a function that needs a comma and holds none, YAML has most likely cut it there.
    fn help_at_end(&self, otherwise: &str) -> String {
        let whole = !self.text().contains([',', '{', '}', '[', ']']);
        if whole && self.calls.iter().any(|function| function.needs_comma()) {
            "put quotes around the formula: in a flow map a comma ends it".to_owned()
        } else {
            otherwise.to_owned()
        }
    }

    /// A number, a name or a bracket must come next and does not.
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
                "a selector has no value of its own",
                "a selector stands first in count({…}), sum({…}, x) or highest({…}, x)",
            ),
            Token::OpenSquare | Token::CloseSquare | Token::CloseBrace | Token::Colon => self.no_meaning(),
            Token::Word if text == "not" => refuse(
                range,
                format!("\"not\" cannot follow \"{behind}\""),
                "put brackets around it, as (not a)",
            ),
            _ => refuse(range, format!("nothing stands before \"{text}\""), write),
        }
    }

    /// Something follows where the expression has come to its end.
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
                    "write decimals with a point, as 0.5"
                } else {
                    "remove it, or write a function around the values, as min(a, b)"
                };
                refuse(range, "\",\" stands outside of the brackets of a function", help)
            }
            Token::Word | Token::Number(_) | Token::Open | Token::OpenBrace => {
                let help = match text.to_lowercase().as_str() {
                    word @ ("and" | "or" | "not") => format!("write `{word}` in small letters"),
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

    /// Signs of a selector outside of one.
    fn no_meaning(&self) -> Refusal {
        let range = self.peek().map(|next| next.range.clone()).unwrap_or_default();
        let message = format!("\"{}\" has no meaning here", self.slice(&range));
        refuse(range, message, "only round brackets group; a selector is written {tag: foot}")
    }
}

/// A word with brackets that is no function.
pub(super) fn unknown_function(text: &str, range: Range<usize>) -> Refusal {
    let help = match nearest(text, Function::names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if ["and", "or", "not"].contains(&text.to_lowercase().as_str()) => {
            "write it in small letters".into()
        }
        None => format!("the functions are {}", Function::names().collect::<Vec<_>>().join(", ")),
    };
    refuse(range, format!("there is no function \"{text}\""), help)
}
