//! Parses tokens into a tree by recursive descent: `or`, `and`, `not`, comparisons, sums, products, signs.

use std::ops::Range;

use crate::yaml::ValueError;

use super::ast::{Expr, ExprKind, Operator, Step};
use super::formula_error;
use super::functions::Function;
use super::lexer::{Token, TokenKind, is_letter_digit_or_underscore};
use super::parse_errors::unknown_function;
use super::parser::Parser;

/// Parses a text that is not empty.
pub(super) fn parse_formula(text: &str) -> Result<Expr, ValueError> {
    let mut parser = Parser::new(text)?;
    let expr = parser.parse_expression()?;
    match parser.peek() {
        None => Ok(expr),
        Some(_) => Err(parser.unexpected_after_expression()),
    }
}

impl Parser<'_> {
    /// Parses a whole expression.
    pub(super) fn parse_expression(&mut self) -> Result<Expr, ValueError> {
        self.parse_joined(
            "or",
            |parser| parser.parse_joined("and", Self::parse_negation, ExprKind::And),
            ExprKind::Or,
        )
    }

    /// Parses one or more terms with this word between them.
    fn parse_joined(
        &mut self,
        word: &str,
        term: fn(&mut Self) -> Result<Expr, ValueError>,
        kind: fn(Vec<Expr>) -> ExprKind,
    ) -> Result<Expr, ValueError> {
        let start = self.next_start();
        let first = term(self)?;
        let mut all = vec![first];
        while self.eat_word(word).is_some() {
            all.push(term(self)?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => Expr { kind: kind(all), range: start..self.previous_end() },
        })
    }

    /// Parses a comparison, perhaps after `not`.
    fn parse_negation(&mut self) -> Result<Expr, ValueError> {
        let Some(word) = self.eat_word("not") else { return self.parse_comparison() };
        let inner = self.parse_nested(&word, Self::parse_negation)?;
        Ok(Expr { kind: ExprKind::Not(Box::new(inner)), range: word.start..self.previous_end() })
    }

    /// Parses a sum, or two sums with a comparison operator between them.
    fn parse_comparison(&mut self) -> Result<Expr, ValueError> {
        let start = self.next_start();
        let left = self.parse_sum()?;
        let Some(Token { kind: TokenKind::Compare(how), .. }) = self.peek() else { return Ok(left) };
        let how = *how;
        self.skip();
        let right = self.parse_sum()?;
        if let Some(Token { kind: TokenKind::Compare(_), range }) = self.peek() {
            let message = format!("\"{}\" compares a comparison", self.slice(range));
            let help = "compare two at a time, such as a < b and b < c";
            return Err(formula_error(range.clone(), message, help));
        }
        for (side, other) in [(&left, &right), (&right, &left)] {
            if side.kind == ExprKind::Nothing {
                let message = "\"none\" is never equal, less or more: a comparison with it is absent";
                let help = format!("replace an absent value with or-else({}, 0)", self.slice(&other.range));
                return Err(formula_error(side.range.clone(), message, help));
            }
        }
        let kind = ExprKind::Compare { left: Box::new(left), how, right: Box::new(right) };
        Ok(Expr { kind, range: start..self.previous_end() })
    }

    /// Parses products with `+` or `-` between them.
    fn parse_sum(&mut self) -> Result<Expr, ValueError> {
        self.parse_chain(Self::parse_product, |parser| match parser.peek() {
            Some(Token { kind: TokenKind::Plus, .. }) => Ok(Some(Operator::Plus)),
            Some(Token { kind: TokenKind::Minus { apart: true }, .. }) => Ok(Some(Operator::Minus)),
            Some(Token { kind: TokenKind::Minus { apart: false }, range }) => Err(formula_error(
                range.clone(),
                "\"-\" between two terms needs a space on both sides",
                "write a - b; a hyphen without spaces belongs to a name",
            )),
            _ => Ok(None),
        })
    }

    /// Parses operands with `*` or `/` between them.
    fn parse_product(&mut self) -> Result<Expr, ValueError> {
        self.parse_chain(Self::parse_signed, |parser| {
            Ok(parser.peek().and_then(|next| match next.kind {
                TokenKind::Star => Some(Operator::Times),
                TokenKind::Slash => Some(Operator::Over),
                _ => None,
            }))
        })
    }

    /// Parses terms with operators of the same precedence between them.
    fn parse_chain(
        &mut self,
        term: fn(&mut Self) -> Result<Expr, ValueError>,
        operator: fn(&Self) -> Result<Option<Operator>, ValueError>,
    ) -> Result<Expr, ValueError> {
        let start = self.next_start();
        let first = term(self)?;
        let mut rest = Vec::new();
        while let Some(operator) = operator(self)? {
            self.skip();
            let range = self.previous_range();
            rest.push(Step { operator, range, term: term(self)? });
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Expr { kind: ExprKind::Chain { first: Box::new(first), rest }, range: start..self.previous_end() })
    }

    /// Parses an operand, perhaps after a sign.
    fn parse_signed(&mut self) -> Result<Expr, ValueError> {
        match self.peek().cloned() {
            Some(Token { kind: TokenKind::Minus { .. }, range: sign }) => {
                self.skip();
                let inner = self.parse_nested(&sign, Self::parse_signed)?;
                Ok(Expr { kind: ExprKind::Negative(Box::new(inner)), range: sign.start..self.previous_end() })
            }
            Some(Token { kind: TokenKind::Plus, range: sign }) => match self.peek_second() {
                // Games write a bonus as `+2` in their tables
                Some(Token { kind: TokenKind::Number(number), range }) if range.start == sign.end => {
                    let expr = Expr { kind: ExprKind::Number(*number), range: sign.start..range.end };
                    self.skip();
                    self.skip();
                    Ok(expr)
                }
                _ => self.parse_primary(),
            },
            _ => self.parse_primary(),
        }
    }

    /// Parses a number, a name, a function or an expression in brackets.
    fn parse_primary(&mut self) -> Result<Expr, ValueError> {
        let Some(Token { kind: token, range }) = self.peek().cloned() else {
            return Err(self.missing_operand());
        };
        match token {
            TokenKind::Number(number) => {
                self.skip();
                Ok(Expr { kind: ExprKind::Number(number), range })
            }
            TokenKind::Open => {
                self.skip();
                if let Some(close) = self.eat(TokenKind::Close) {
                    let place = range.start..close.end;
                    return Err(formula_error(
                        place,
                        "there is nothing in these brackets",
                        "write a formula in them",
                    ));
                }
                let inner = self.parse_nested(&range, Self::parse_expression)?;
                if self.eat(TokenKind::Close).is_some() {
                    return Ok(inner);
                }
                Err(if self.peek().is_none() {
                    self.unclosed_bracket(&range, ")")
                } else {
                    self.unexpected_after_expression()
                })
            }
            TokenKind::Word if !["and", "or", "not"].contains(&self.slice(&range)) => self.parse_name(range),
            _ => Err(self.missing_operand()),
        }
    }

    /// Parses a word: a name, a function with its arguments, or `none`.
    fn parse_name(&mut self, range: Range<usize>) -> Result<Expr, ValueError> {
        let text = self.slice(&range);
        let function = Function::from_name(text);
        self.skip();
        let called = self.peek().is_some_and(|next| next.kind == TokenKind::Open);
        let kind = match function {
            Some(function) if called => self.parse_call(function, &range)?,
            // `count` without brackets is a name: how many identical units a row has
            Some(function) if function != Function::Count => {
                return Err(formula_error(
                    range,
                    format!("\"{text}\" is a function and needs values in brackets"),
                    format!("write {}", function.usage()),
                ));
            }
            None if text == "none" => ExprKind::Nothing,
            None if called => return Err(unknown_function(text, range)),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => {
                let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
                let (number, name) = text.split_at(split);
                let message = format!("\"{text}\" is neither a number nor a name");
                let product = name.starts_with(is_letter_digit_or_underscore);
                let help = if product {
                    format!("a name begins with a letter; a product is written {number} * {name}")
                } else {
                    "write a number such as 12, 0.5 or 86%; a name begins with a letter".to_owned()
                };
                return Err(formula_error(range, message, help));
            }
            _ => ExprKind::Name(text.to_owned()),
        };
        Ok(Expr { kind, range: range.start..self.previous_end() })
    }
}
