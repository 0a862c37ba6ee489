//! Parses selectors inside formulas.

use std::ops::Range;

use crate::yaml::{ValueError, nearest_name};

use super::formula_error;
use super::lexer::TokenKind;
use super::parser::Parser;
use super::selector::{ClauseAst, FormulaId, SelectorAst, SelectorKey};

impl Parser<'_> {
    /// Parses a selector, from its `{` to its `}`.
    pub(super) fn parse_selector(&mut self) -> Result<SelectorAst, ValueError> {
        let help = "write a selector in braces, such as {tag: foot}, or {} for everything";
        let open = self.expect_bracket(TokenKind::OpenBrace, "a selector", help)?;
        let mut clauses = Vec::new();
        let mut keys: Vec<&str> = Vec::new();
        self.parse_nested(&open, |parser| {
            parser.parse_items(&open, TokenKind::CloseBrace, "}", |parser| {
                let key = parser.expect_word("a key of a selector", "write a selector such as {tag: foot}")?;
                if keys.contains(&parser.slice(&key)) {
                    return Err(formula_error(
                        key.clone(),
                        format!("\"{}\" is given twice in this selector", parser.slice(&key)),
                        "for any of several words write a list, such as {tag: [a, b]}; for both, {all: [{tag: a}, {tag: b}]}",
                    ));
                }
                keys.push(parser.slice(&key));
                clauses.push(parser.parse_clause(key)?);
                Ok(())
            })
        })?;
        Ok(SelectorAst { clauses })
    }

    /// Parses what follows a key of a selector.
    fn parse_clause(&mut self, key: Range<usize>) -> Result<ClauseAst, ValueError> {
        let name = self.slice(&key);
        let known = SelectorKey::ALL.iter().copied().find(|k| k.as_str() == name);
        if known.is_none() && !["any", "all", "not"].contains(&name) {
            if self.peek().is_none_or(|next| next.kind != TokenKind::Colon) {
                let message = format!("\"{name}\" is here, but a key of a selector is expected");
                return Err(formula_error(
                    key,
                    message,
                    format!("write {{tag: {name}}} or {{unit: {name}}}"),
                ));
            }
            let keys = SelectorKey::ALL.map(SelectorKey::as_str);
            let help = match nearest_name(name, keys.into_iter().chain(["any", "all", "not"])) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("a selector has the keys {}, any, all and not", keys.join(", ")),
            };
            return Err(formula_error(key, format!("\"{name}\" is not a key of a selector"), help));
        }
        if self.eat(TokenKind::Colon).is_none() {
            let example = if known.is_some() { "x" } else { "{…}" };
            return Err(formula_error(
                key,
                format!("\":\" is missing after \"{name}\""),
                format!("write {{{name}: {example}}}"),
            ));
        }
        if let Some(known) = known {
            return Ok(ClauseAst::Words { key: known, words: self.parse_ids(known)? });
        }
        if name == "not" {
            return Ok(ClauseAst::Not(Box::new(self.parse_selector()?)));
        }
        let help = format!("write {{{name}: [{{tag: foot}}, {{tag: horse}}]}}");
        let open = self.expect_bracket(TokenKind::OpenSquare, "a list of selectors", &help)?;
        let mut inner = Vec::new();
        self.parse_items(&open, TokenKind::CloseSquare, "]", |parser| {
            inner.push(parser.parse_selector()?);
            Ok(())
        })?;
        if inner.is_empty() {
            return Err(formula_error(key, format!("`{name}` has an empty list"), "put a selector in it"));
        }
        Ok(if name == "any" { ClauseAst::Any(inner) } else { ClauseAst::All(inner) })
    }

    /// Parses one id, or several in square brackets.
    fn parse_ids(&mut self, key: SelectorKey) -> Result<Vec<FormulaId>, ValueError> {
        let help = format!("write {{{0}: x}} or {{{0}: [x, y]}}", key.as_str());
        let Some(open) = self.eat(TokenKind::OpenSquare) else {
            let range = self.expect_word("an id", &help)?;
            return Ok(vec![FormulaId { text: self.slice(&range).to_owned(), range }]);
        };
        let mut words = Vec::new();
        self.parse_items(&open, TokenKind::CloseSquare, "]", |parser| {
            let range = parser.expect_word("an id", &help)?;
            words.push(FormulaId { text: parser.slice(&range).to_owned(), range });
            Ok(())
        })?;
        if words.is_empty() {
            let place = open.start..self.previous_end();
            return Err(formula_error(
                place,
                format!("`{}` has an empty list", key.as_str()),
                "put an id in it",
            ));
        }
        Ok(words)
    }

    /// Parses items separated by commas, up to a closing bracket. A comma after the last one is allowed, as
    /// in YAML.
    fn parse_items(
        &mut self,
        open: &Range<usize>,
        close: TokenKind,
        sign: &str,
        mut item: impl FnMut(&mut Self) -> Result<(), ValueError>,
    ) -> Result<(), ValueError> {
        loop {
            if self.eat(close).is_some() {
                return Ok(());
            }
            if self.peek().is_none() {
                return Err(self.unclosed_bracket(open, sign));
            }
            item(self)?;
            if self.eat(TokenKind::Comma).is_none() && self.peek().map(|next| next.kind) != Some(close) {
                return Err(match self.peek() {
                    None => self.unclosed_bracket(open, sign),
                    Some(next) => formula_error(
                        next.range.clone(),
                        format!(
                            "\"{}\" is here, but \",\" or \"{sign}\" is expected",
                            self.slice(&next.range)
                        ),
                        format!("put a comma before it, or close the selector with `{sign}`"),
                    ),
                });
            }
        }
    }
}
