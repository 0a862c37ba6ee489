//! What a list says, without its layout, by which an edited text is compared with the edited tree.

use serde_json::Value;

use crate::text_edits::written_value::is_word;
use crate::yaml::{Node, NodeContent, TextStyle};

/// A value of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    /// A text.
    Text(String),
    /// A number, a truth value, or nothing.
    Word(String),
    /// A list.
    Seq(Vec<Plain>),
    /// A map. The order of keys has no meaning.
    Map(Vec<(String, Plain)>),
}

impl Plain {
    pub(super) fn from_node(node: &Node<'_>) -> Self {
        match &node.content {
            NodeContent::Scalar { style: TextStyle::Plain, .. } if node.is_null() => Self::null(),
            NodeContent::Scalar { text, style: TextStyle::Plain } if is_word(text) => {
                Self::Word(text.to_string())
            }
            NodeContent::Scalar { text, .. } => Self::Text(text.to_string()),
            NodeContent::Seq(items) => Self::Seq(items.iter().map(Self::from_node).collect()),
            NodeContent::Map(entries) => {
                let entry = |(key, value): &(Node<'_>, Node<'_>)| {
                    (key.as_str().unwrap_or_default().to_owned(), Self::from_node(value))
                };
                Self::Map(entries.iter().map(entry).collect())
            }
        }
    }

    pub(super) fn from_json(value: &Value) -> Self {
        match value {
            Value::Null => Self::null(),
            Value::Bool(truth) => Self::Word(truth.to_string()),
            Value::Number(n) => Self::Word(n.to_string()),
            Value::String(text) => Self::Text(text.clone()),
            Value::Array(all) => Self::Seq(all.iter().map(Self::from_json).collect()),
            Value::Object(map) => {
                Self::Map(map.iter().map(|(key, value)| (key.clone(), Self::from_json(value))).collect())
            }
        }
    }

    pub(super) fn null() -> Self {
        Self::Word("null".to_owned())
    }

    /// Returns the value as JSON, to be written anew.
    pub(super) fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => Value::String(text.clone()),
            Self::Word(word) => serde_json::from_str(word).unwrap_or_else(|_| Value::String(word.clone())),
            Self::Seq(items) => Value::Array(items.iter().map(Self::to_json).collect()),
            Self::Map(entries) => {
                Value::Object(entries.iter().map(|(key, value)| (key.clone(), value.to_json())).collect())
            }
        }
    }

    /// Returns `true` if two values say the same, whatever the order of their keys.
    pub(super) fn says_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Map(a), Self::Map(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(key, value)| {
                        b.iter().any(|(other_key, other)| key == other_key && value.says_the_same(other))
                    })
            }
            (Self::Seq(a), Self::Seq(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.says_the_same(b))
            }
            _ => self == other,
        }
    }
}
