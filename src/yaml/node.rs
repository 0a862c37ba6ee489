//! The tree that a text becomes.

use std::borrow::Cow;

use crate::finding::Span;

/// A value in the tree and its place.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// The words themselves: quotes included, anchors and tags not, the end of blocks trimmed. Without width
    /// where nothing is written.
    pub span: Span,
    /// What it is.
    pub kind: Kind<'a>,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum Kind<'a> {
    /// A single value.
    Scalar {
        /// The text it stands for, escapes and line folds resolved.
        text: Cow<'a, str>,
        /// How it was written.
        style: Style,
    },
    /// A list.
    Seq(Vec<Node<'a>>),
    /// A map, in the order of the file; every key is a scalar and stands once.
    Map(Vec<(Node<'a>, Node<'a>)>),
}

/// How a scalar was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// In single or double quotes.
    Quoted,
    /// As a block after `|` or `>`.
    Block,
}

impl<'a> Node<'a> {
    /// A word that stands at a place.
    pub fn word(text: &'a str, span: Span) -> Self {
        Self { span, kind: Kind::Scalar { text: Cow::Borrowed(text), style: Style::Plain } }
    }
}

impl Node<'_> {
    /// Whether this stands for nothing: left empty, `~` or `null`.
    pub fn is_null(&self) -> bool {
        matches!(&self.kind, Kind::Scalar { text, style: Style::Plain } if matches!(text.as_ref(), "" | "~" | "null"))
    }

    /// The value of a key, where this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Kind::Map(entries) = &self.kind else { return None };
        entries.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let Kind::Map(entries) = &mut self.kind else { return None };
        entries.iter_mut().find(|(k, _)| k.as_str() == Some(key)).map(|(_, value)| value)
    }

    /// The text of a scalar, as written.
    pub fn as_str(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Takes a key out of a map; false where it is not there.
    pub fn remove(&mut self, key: &str) -> bool {
        let Kind::Map(entries) = &mut self.kind else { return false };
        let before = entries.len();
        entries.retain(|(k, _)| k.as_str() != Some(key));
        entries.len() < before
    }

    /// Whether this is a scalar without quotes of just this text.
    pub(crate) fn is_plain(&self, word: &str) -> bool {
        matches!(&self.kind, Kind::Scalar { text, style: Style::Plain } if text == word)
    }
}
