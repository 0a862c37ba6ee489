//! The tree that a text is parsed into.

use std::borrow::Cow;

use crate::finding::Span;

/// A value in the tree, with its position in the file.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// The bytes of the value, with its quotes but without anchors and tags; blocks end at their last text.
    ///
    /// Empty if nothing is written.
    pub span: Span,
    /// The content of the node.
    pub content: NodeContent<'a>,
}

/// The content of a node.
#[derive(Clone, Debug)]
pub enum NodeContent<'a> {
    /// A single value.
    Scalar {
        /// The text, with escapes and line folds resolved.
        text: Cow<'a, str>,
        /// How it was written.
        style: TextStyle,
    },
    /// A list.
    Seq(Vec<Node<'a>>),
    /// A map, in the order of the file. Every key is a scalar and occurs once.
    Map(Vec<(Node<'a>, Node<'a>)>),
}

/// How a scalar was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// Without quotes.
    Plain,
    /// In single or double quotes.
    Quoted,
    /// As a block after `|` or `>`.
    Block,
}

impl<'a> Node<'a> {
    /// Creates a plain scalar at a position.
    pub fn plain_scalar(text: &'a str, span: Span) -> Self {
        Self { span, content: NodeContent::Scalar { text: Cow::Borrowed(text), style: TextStyle::Plain } }
    }
}

impl Node<'_> {
    /// Returns a copy that does not borrow from the text.
    pub fn to_owned_node(&self) -> Node<'static> {
        let content = match &self.content {
            NodeContent::Scalar { text, style } => {
                NodeContent::Scalar { text: Cow::Owned(text.to_string()), style: *style }
            }
            NodeContent::Seq(items) => NodeContent::Seq(items.iter().map(Node::to_owned_node).collect()),
            NodeContent::Map(entries) => {
                let entry =
                    |(key, value): &(Node<'_>, Node<'_>)| (key.to_owned_node(), value.to_owned_node());
                NodeContent::Map(entries.iter().map(entry).collect())
            }
        };
        Node { span: self.span, content }
    }

    /// Returns `true` if the value is left empty, `~` or `null`.
    pub fn is_null(&self) -> bool {
        matches!(&self.content, NodeContent::Scalar { text, style: TextStyle::Plain } if matches!(text.as_ref(), "" | "~" | "null"))
    }

    /// Returns the value of a key. `None` if this is not a map or does not have the key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let NodeContent::Map(entries) = &self.content else { return None };
        entries.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(_, value)| value)
    }

    /// Returns the value of a key, to change it. `None` if this is not a map or does not have the key.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let NodeContent::Map(entries) = &mut self.content else { return None };
        entries.iter_mut().find(|(k, _)| k.as_str() == Some(key)).map(|(_, value)| value)
    }

    /// Returns the text of a scalar. `None` for a list or a map.
    pub fn as_str(&self) -> Option<&str> {
        match &self.content {
            NodeContent::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Removes a key from a map. Returns `false` if the key is not there.
    pub fn remove(&mut self, key: &str) -> bool {
        let NodeContent::Map(entries) = &mut self.content else { return false };
        let before = entries.len();
        entries.retain(|(k, _)| k.as_str() != Some(key));
        entries.len() < before
    }

    /// Returns `true` if this is a scalar without quotes whose text is `word`.
    pub(crate) fn is_plain(&self, word: &str) -> bool {
        matches!(&self.content, NodeContent::Scalar { text, style: TextStyle::Plain } if text == word)
    }
}
