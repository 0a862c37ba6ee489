//! Selectors inside formulas, such as `{tag: [elephant, crew]}`: their tree and its parser.

use std::ops::Range;

use crate::yaml::{Refusal, nearest};

use super::parse::Parser;
use super::refuse;
use super::token::Token;

/// A parsed selector. All clauses must hold; without clauses it matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectorAst {
    /// The clauses, all of which must hold.
    pub clauses: Vec<ClauseAst>,
}

/// One key of a selector with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseAst {
    /// `tag: x` or `tag: [x, y]`: any of the words.
    Words {
        /// What the words are ids of.
        key: Key,
        /// The words, at least one.
        words: Vec<Word>,
    },
    /// `any: [{…}, {…}]`, with at least one selector.
    Any(Vec<SelectorAst>),
    /// `all: [{…}, {…}]`, with at least one selector.
    All(Vec<SelectorAst>),
    /// `not: {…}`.
    Not(Box<SelectorAst>),
}

/// A key of a selector that takes ids. Each variant names the kind of id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A unit type.
    Unit,
    /// A tag.
    Tag,
    /// An option.
    Option,
    /// A role.
    Role,
    /// An entry of a book.
    Entry,
    /// A book.
    Book,
    /// An ally of a book.
    Ally,
}

impl Key {
    /// All keys, in the order of the documentation.
    pub const ALL: [Self; 7] =
        [Self::Unit, Self::Tag, Self::Option, Self::Role, Self::Entry, Self::Book, Self::Ally];

    /// Returns the key as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Tag => "tag",
            Self::Option => "option",
            Self::Role => "role",
            Self::Entry => "entry",
            Self::Book => "book",
            Self::Ally => "ally",
        }
    }
}

/// An id in a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The id.
    pub text: String,
    /// Its bytes in the formula's text.
    pub range: Range<usize>,
}

impl SelectorAst {
    /// Returns every id in the selector with its key, from left to right, also those inside `any`, `all` and
    /// `not`.
    pub fn words(&self) -> Vec<(Key, &Word)> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect<'a>(&'a self, found: &mut Vec<(Key, &'a Word)>) {
        for clause in &self.clauses {
            match clause {
                ClauseAst::Words { key, words } => found.extend(words.iter().map(|word| (*key, word))),
                ClauseAst::Any(inner) | ClauseAst::All(inner) => {
                    for selector in inner {
                        selector.collect(found);
                    }
                }
                ClauseAst::Not(inner) => inner.collect(found),
            }
        }
    }
}

impl Parser<'_> {
    /// Parses a selector, from its `{` to its `}`.
    pub(super) fn selector(&mut self) -> Result<SelectorAst, Refusal> {
        let help = "write a selector in braces, such as {tag: foot}, or {} for everything";
        let open = self.opening(Token::OpenBrace, "a selector", help)?;
        let mut clauses = Vec::new();
        let mut keys: Vec<&str> = Vec::new();
        self.deeper(&open, |parser| {
            parser.items(&open, Token::CloseBrace, "}", |parser| {
                let key = parser.word("a key of a selector", "write a selector such as {tag: foot}")?;
                if keys.contains(&parser.slice(&key)) {
                    return Err(refuse(
                        key.clone(),
                        format!("\"{}\" is given twice in this selector", parser.slice(&key)),
                        "for any of several words write a list, such as {tag: [a, b]}; for both, {all: [{tag: a}, {tag: b}]}",
                    ));
                }
                keys.push(parser.slice(&key));
                clauses.push(parser.clause(key)?);
                Ok(())
            })
        })?;
        Ok(SelectorAst { clauses })
    }

    /// Parses what follows a key of a selector.
    fn clause(&mut self, key: Range<usize>) -> Result<ClauseAst, Refusal> {
        let name = self.slice(&key);
        let known = Key::ALL.iter().copied().find(|k| k.as_str() == name);
        if known.is_none() && !["any", "all", "not"].contains(&name) {
            if self.peek().is_none_or(|next| next.token != Token::Colon) {
                let message = format!("\"{name}\" is here, but a key of a selector is expected");
                return Err(refuse(key, message, format!("write {{tag: {name}}} or {{unit: {name}}}")));
            }
            let keys = Key::ALL.map(Key::as_str);
            let help = match nearest(name, keys.into_iter().chain(["any", "all", "not"])) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("a selector has the keys {}, any, all and not", keys.join(", ")),
            };
            return Err(refuse(key, format!("\"{name}\" is not a key of a selector"), help));
        }
        if self.take(Token::Colon).is_none() {
            let example = if known.is_some() { "x" } else { "{…}" };
            return Err(refuse(
                key,
                format!("\":\" is missing after \"{name}\""),
                format!("write {{{name}: {example}}}"),
            ));
        }
        if let Some(known) = known {
            return Ok(ClauseAst::Words { key: known, words: self.ids(known)? });
        }
        if name == "not" {
            return Ok(ClauseAst::Not(Box::new(self.selector()?)));
        }
        let help = format!("write {{{name}: [{{tag: foot}}, {{tag: horse}}]}}");
        let open = self.opening(Token::OpenSquare, "a list of selectors", &help)?;
        let mut inner = Vec::new();
        self.items(&open, Token::CloseSquare, "]", |parser| {
            inner.push(parser.selector()?);
            Ok(())
        })?;
        if inner.is_empty() {
            return Err(refuse(key, format!("`{name}` has an empty list"), "put a selector in it"));
        }
        Ok(if name == "any" { ClauseAst::Any(inner) } else { ClauseAst::All(inner) })
    }

    /// Parses one id, or several in square brackets.
    fn ids(&mut self, key: Key) -> Result<Vec<Word>, Refusal> {
        let help = format!("write {{{0}: x}} or {{{0}: [x, y]}}", key.as_str());
        let Some(open) = self.take(Token::OpenSquare) else {
            let range = self.word("an id", &help)?;
            return Ok(vec![Word { text: self.slice(&range).to_owned(), range }]);
        };
        let mut words = Vec::new();
        self.items(&open, Token::CloseSquare, "]", |parser| {
            let range = parser.word("an id", &help)?;
            words.push(Word { text: parser.slice(&range).to_owned(), range });
            Ok(())
        })?;
        if words.is_empty() {
            let place = open.start..self.behind();
            return Err(refuse(place, format!("`{}` has an empty list", key.as_str()), "put an id in it"));
        }
        Ok(words)
    }

    /// Parses items separated by commas, up to a closing bracket. A comma after the last one is allowed, as
    /// in YAML.
    fn items(
        &mut self,
        open: &Range<usize>,
        close: Token,
        sign: &str,
        mut item: impl FnMut(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        loop {
            if self.take(close).is_some() {
                return Ok(());
            }
            if self.peek().is_none() {
                return Err(self.never_closed(open, sign));
            }
            item(self)?;
            if self.take(Token::Comma).is_none() && self.peek().map(|next| next.token) != Some(close) {
                return Err(match self.peek() {
                    None => self.never_closed(open, sign),
                    Some(next) => refuse(
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
