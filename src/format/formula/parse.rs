//! Parses tokens into a tree by recursive descent: `or`, `and`, `not`, comparisons, sums, products, signs.

use std::ops::Range;

use crate::yaml::Refusal;

use super::ast::{Expr, ExprKind, Operator, Step};
use super::call::Function;
use super::fault::unknown_function;
use super::refuse;
use super::token::{Lexeme, Token, is_letter, tokens};

/// How deep brackets, signs and selectors may be nested, so that no text can exhaust the stack.
const DEEPEST: usize = 64;

/// Parses one formula from front to back, and stops at its first error.
pub(super) struct Parser<'t> {
    text: &'t str,
    lexemes: Vec<Lexeme>,
    /// The index of the next token.
    at: usize,
    depth: usize,
    /// The functions whose brackets are open.
    pub(super) calls: Vec<Function>,
}

/// Parses a text that is not empty.
pub(super) fn parse(text: &str) -> Result<Expr, Refusal> {
    let mut parser = Parser { text, lexemes: tokens(text)?, at: 0, depth: 0, calls: Vec::new() };
    let expr = parser.expression()?;
    match parser.peek() {
        None => Ok(expr),
        Some(_) => Err(parser.leftover()),
    }
}

impl<'t> Parser<'t> {
    /// Returns the next token. `None` at the end.
    pub(super) fn peek(&self) -> Option<&Lexeme> {
        self.lexemes.get(self.at)
    }

    /// Moves past the next token if it is this one, and returns its bytes.
    pub(super) fn take(&mut self, token: Token) -> Option<Range<usize>> {
        let found = self.peek().filter(|next| next.token == token)?.range.clone();
        self.at += 1;
        Some(found)
    }

    /// Moves past the next token if it is this word, and returns its bytes.
    fn take_word(&mut self, word: &str) -> Option<Range<usize>> {
        let is_it =
            self.peek().is_some_and(|next| next.token == Token::Word && self.slice(&next.range) == word);
        if is_it { self.take(Token::Word) } else { None }
    }

    /// Returns where the next token begins, or the end of the text.
    fn ahead(&self) -> usize {
        self.peek().map_or(self.text.len(), |next| next.range.start)
    }

    /// Returns where the previous token ends, or the start of the text.
    pub(super) fn behind(&self) -> usize {
        self.previous().map_or(0, |range| range.end)
    }

    /// Returns the bytes of the previous token. Empty at the start.
    pub(super) fn before(&self) -> Range<usize> {
        self.previous().unwrap_or_default()
    }

    /// Returns the text of the whole formula.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    fn previous(&self) -> Option<Range<usize>> {
        Some(self.lexemes.get(self.at.checked_sub(1)?)?.range.clone())
    }

    /// Returns the text of a range.
    pub(super) fn slice(&self, range: &Range<usize>) -> &'t str {
        self.text.get(range.clone()).unwrap_or("")
    }

    /// Parses something nested with `inner`, one level deeper.
    pub(super) fn deeper<T>(
        &mut self,
        place: &Range<usize>,
        inner: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if self.depth >= DEEPEST {
            return Err(refuse(
                place.clone(),
                format!("the formula is nested more than {DEEPEST} deep"),
                "move parts of it into numbers or values of their own",
            ));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Parses a whole expression.
    pub(super) fn expression(&mut self) -> Result<Expr, Refusal> {
        self.joined("or", |parser| parser.joined("and", Self::negation, ExprKind::And), ExprKind::Or)
    }

    /// Parses one or more terms with this word between them.
    fn joined(
        &mut self,
        word: &str,
        term: fn(&mut Self) -> Result<Expr, Refusal>,
        kind: fn(Vec<Expr>) -> ExprKind,
    ) -> Result<Expr, Refusal> {
        let start = self.ahead();
        let first = term(self)?;
        let mut all = vec![first];
        while self.take_word(word).is_some() {
            all.push(term(self)?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => Expr { kind: kind(all), range: start..self.behind() },
        })
    }

    /// Parses a comparison, perhaps after `not`.
    fn negation(&mut self) -> Result<Expr, Refusal> {
        let Some(word) = self.take_word("not") else { return self.comparison() };
        let inner = self.deeper(&word, Self::negation)?;
        Ok(Expr { kind: ExprKind::Not(Box::new(inner)), range: word.start..self.behind() })
    }

    /// Parses a sum, or two sums with a comparison operator between them.
    fn comparison(&mut self) -> Result<Expr, Refusal> {
        let start = self.ahead();
        let left = self.sum()?;
        let Some(Lexeme { token: Token::Compare(how), .. }) = self.peek() else { return Ok(left) };
        let how = *how;
        self.at += 1;
        let right = self.sum()?;
        if let Some(Lexeme { token: Token::Compare(_), range }) = self.peek() {
            let message = format!("\"{}\" compares a comparison", self.slice(range));
            let help = "compare two at a time, such as a < b and b < c";
            return Err(refuse(range.clone(), message, help));
        }
        for (side, other) in [(&left, &right), (&right, &left)] {
            if side.kind == ExprKind::Nothing {
                let message = "\"none\" is never equal, less or more: a comparison with it is absent";
                let help = format!("replace an absent value with or-else({}, 0)", self.slice(&other.range));
                return Err(refuse(side.range.clone(), message, help));
            }
        }
        let kind = ExprKind::Compare { left: Box::new(left), how, right: Box::new(right) };
        Ok(Expr { kind, range: start..self.behind() })
    }

    /// Parses products with `+` or `-` between them.
    fn sum(&mut self) -> Result<Expr, Refusal> {
        self.chain(Self::product, |parser| match parser.peek() {
            Some(Lexeme { token: Token::Plus, .. }) => Ok(Some(Operator::Plus)),
            Some(Lexeme { token: Token::Minus { apart: true }, .. }) => Ok(Some(Operator::Minus)),
            Some(Lexeme { token: Token::Minus { apart: false }, range }) => Err(refuse(
                range.clone(),
                "\"-\" between two terms needs a space on both sides",
                "write a - b; a hyphen without spaces belongs to a name",
            )),
            _ => Ok(None),
        })
    }

    /// Parses operands with `*` or `/` between them.
    fn product(&mut self) -> Result<Expr, Refusal> {
        self.chain(Self::signed, |parser| {
            Ok(parser.peek().and_then(|next| match next.token {
                Token::Star => Some(Operator::Times),
                Token::Slash => Some(Operator::Over),
                _ => None,
            }))
        })
    }

    /// Parses terms with operators of the same precedence between them.
    fn chain(
        &mut self,
        term: fn(&mut Self) -> Result<Expr, Refusal>,
        operator: fn(&Self) -> Result<Option<Operator>, Refusal>,
    ) -> Result<Expr, Refusal> {
        let start = self.ahead();
        let first = term(self)?;
        let mut rest = Vec::new();
        while let Some(operator) = operator(self)? {
            self.at += 1;
            let range = self.before();
            rest.push(Step { operator, range, term: term(self)? });
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Expr { kind: ExprKind::Chain { first: Box::new(first), rest }, range: start..self.behind() })
    }

    /// Parses an operand, perhaps after a sign.
    fn signed(&mut self) -> Result<Expr, Refusal> {
        match self.peek().cloned() {
            Some(Lexeme { token: Token::Minus { .. }, range: sign }) => {
                self.at += 1;
                let inner = self.deeper(&sign, Self::signed)?;
                Ok(Expr { kind: ExprKind::Negative(Box::new(inner)), range: sign.start..self.behind() })
            }
            Some(Lexeme { token: Token::Plus, range: sign }) => match self.lexemes.get(self.at + 1) {
                // Games write a bonus as `+2` in their tables
                Some(Lexeme { token: Token::Number(number), range }) if range.start == sign.end => {
                    let expr = Expr { kind: ExprKind::Number(*number), range: sign.start..range.end };
                    self.at += 2;
                    Ok(expr)
                }
                _ => self.primary(),
            },
            _ => self.primary(),
        }
    }

    /// Parses a number, a name, a function or an expression in brackets.
    fn primary(&mut self) -> Result<Expr, Refusal> {
        let Some(Lexeme { token, range }) = self.peek().cloned() else { return Err(self.no_operand()) };
        match token {
            Token::Number(number) => {
                self.at += 1;
                Ok(Expr { kind: ExprKind::Number(number), range })
            }
            Token::Open => {
                self.at += 1;
                if let Some(close) = self.take(Token::Close) {
                    let place = range.start..close.end;
                    return Err(refuse(
                        place,
                        "there is nothing in these brackets",
                        "write a formula in them",
                    ));
                }
                let inner = self.deeper(&range, Self::expression)?;
                if self.take(Token::Close).is_some() {
                    return Ok(inner);
                }
                Err(if self.peek().is_none() { self.never_closed(&range, ")") } else { self.leftover() })
            }
            Token::Word if !["and", "or", "not"].contains(&self.slice(&range)) => self.name(range),
            _ => Err(self.no_operand()),
        }
    }

    /// Parses a word: a name, a function with its arguments, or `none`.
    fn name(&mut self, range: Range<usize>) -> Result<Expr, Refusal> {
        let text = self.slice(&range);
        let function = Function::parse(text);
        self.at += 1;
        let called = self.peek().is_some_and(|next| next.token == Token::Open);
        let kind = match function {
            Some(function) if called => self.call(function, &range)?,
            // `count` without brackets is a name: how many identical units a row has
            Some(function) if function != Function::Count => {
                return Err(refuse(
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
                let product = name.starts_with(is_letter);
                let help = if product {
                    format!("a name begins with a letter; a product is written {number} * {name}")
                } else {
                    "write a number such as 12, 0.5 or 86%; a name begins with a letter".to_owned()
                };
                return Err(refuse(range, message, help));
            }
            _ => ExprKind::Name(text.to_owned()),
        };
        Ok(Expr { kind, range: range.start..self.behind() })
    }
}
