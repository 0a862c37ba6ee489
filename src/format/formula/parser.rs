//! The state of the formula parser: its tokens, and what every part of the grammar needs to read them.

use std::ops::Range;

use crate::yaml::ValueError;

use super::formula_error;
use super::functions::Function;
use super::lexer::{Token, TokenKind, tokenize};

/// How deep brackets, signs and selectors may be nested, so that no text can exhaust the stack.
const MAX_DEPTH: usize = 64;

/// Parses one formula from front to back, and stops at its first error.
pub(super) struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// The index of the next token.
    next: usize,
    depth: usize,
    /// The functions whose brackets are open.
    pub(super) open_calls: Vec<Function>,
}

impl<'t> Parser<'t> {
    /// Creates a parser at the start of a text.
    pub(super) fn new(text: &'t str) -> Result<Self, ValueError> {
        Ok(Self { text, tokens: tokenize(text)?, next: 0, depth: 0, open_calls: Vec::new() })
    }

    /// Returns the next token. `None` at the end.
    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    /// Returns the token after the next one.
    pub(super) fn peek_second(&self) -> Option<&Token> {
        self.tokens.get(self.next + 1)
    }

    /// Moves past the next token if it is this one, and returns its bytes.
    pub(super) fn eat(&mut self, token: TokenKind) -> Option<Range<usize>> {
        let found = self.peek().filter(|next| next.kind == token)?.range.clone();
        self.next += 1;
        Some(found)
    }

    /// Moves past the next token, whatever it is.
    pub(super) fn skip(&mut self) {
        self.next += 1;
    }

    /// Moves past the next token if it is this word, and returns its bytes.
    pub(super) fn eat_word(&mut self, word: &str) -> Option<Range<usize>> {
        let is_it =
            self.peek().is_some_and(|next| next.kind == TokenKind::Word && self.slice(&next.range) == word);
        if is_it { self.eat(TokenKind::Word) } else { None }
    }

    /// Returns where the next token begins, or the end of the text.
    pub(super) fn next_start(&self) -> usize {
        self.peek().map_or(self.text.len(), |next| next.range.start)
    }

    /// Returns where the previous token ends, or the start of the text.
    pub(super) fn previous_end(&self) -> usize {
        self.previous_token().map_or(0, |range| range.end)
    }

    /// Returns the bytes of the previous token. Empty at the start.
    pub(super) fn previous_range(&self) -> Range<usize> {
        self.previous_token().unwrap_or_default()
    }

    /// Returns the text of the whole formula.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    fn previous_token(&self) -> Option<Range<usize>> {
        Some(self.tokens.get(self.next.checked_sub(1)?)?.range.clone())
    }

    /// Returns the text of a range.
    pub(super) fn slice(&self, range: &Range<usize>) -> &'t str {
        self.text.get(range.clone()).unwrap_or("")
    }

    /// Parses something nested with `inner`, one level deeper.
    pub(super) fn parse_nested<T>(
        &mut self,
        place: &Range<usize>,
        inner: impl FnOnce(&mut Self) -> Result<T, ValueError>,
    ) -> Result<T, ValueError> {
        if self.depth >= MAX_DEPTH {
            return Err(formula_error(
                place.clone(),
                format!("the formula is nested more than {MAX_DEPTH} deep"),
                "move parts of it into numbers or values of their own",
            ));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Parses an opening bracket that must come next. `what` names it in messages.
    pub(super) fn expect_bracket(
        &mut self,
        bracket: TokenKind,
        what: &str,
        help: &str,
    ) -> Result<Range<usize>, ValueError> {
        self.eat(bracket).ok_or_else(|| self.unexpected_token(what, help))
    }

    /// Parses a word that must come next. `what` names it in messages.
    pub(super) fn expect_word(&mut self, what: &str, help: &str) -> Result<Range<usize>, ValueError> {
        self.eat(TokenKind::Word).ok_or_else(|| self.unexpected_token(what, help))
    }

    /// Returns the error if something else than `what` comes next.
    fn unexpected_token(&self, what: &str, help: &str) -> ValueError {
        if let Some(next) = self.peek() {
            let message = format!("\"{}\" is here, but {what} is expected", self.slice(&next.range));
            return formula_error(next.range.clone(), message, help);
        }
        let range = self.previous_range();
        let message = format!("{what} is missing after \"{}\"", self.slice(&range));
        formula_error(range, message, self.help_at_end(help))
    }

    /// Returns the error if the formula ends inside brackets that open at `open`.
    pub(super) fn unclosed_bracket(&self, open: &Range<usize>, sign: &str) -> ValueError {
        let message = format!("\"{}\" is never closed", self.slice(open));
        formula_error(open.clone(), message, self.help_at_end(&format!("close it with `{sign}`")))
    }

    /// Returns the help for a formula that ends too early. If it ends in a function that needs a comma, and
    /// has no comma, YAML has most likely cut it off there.
    pub(super) fn help_at_end(&self, otherwise: &str) -> String {
        let whole = !self.text().contains([',', '{', '}', '[', ']']);
        if whole && self.open_calls.iter().any(|function| function.needs_comma()) {
            "put quotes around the formula: in a flow map a comma ends it".to_owned()
        } else {
            otherwise.to_owned()
        }
    }
}
