//! Reads enums: by the kind of the node (`by_kind!`), or from one of several words (`words!`).

use super::{Accepts, FromNode, ReadNode, Reader};
use crate::wording::join_with_or;
use crate::yaml::{Node, NodeContent};

/// A kind of node, by which variants of an enum are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A single value.
    Scalar,
    /// A list.
    Seq,
    /// A list that is not empty.
    FilledSeq,
    /// A map.
    Map,
    /// A map that is not empty.
    FilledMap,
    /// The word `true`, without quotes.
    True,
    /// The word `false`, without quotes.
    False,
}

impl NodeKind {
    /// Returns `true` if a node is of this kind.
    pub fn is_kind_of(self, node: &Node<'_>) -> bool {
        match (self, &node.content) {
            (Self::Seq | Self::FilledSeq, NodeContent::Seq(_))
            | (Self::Map | Self::FilledMap, NodeContent::Map(_))
            | (Self::Scalar, NodeContent::Scalar { .. }) => true,
            (Self::True, _) => node.is_plain("true"),
            (Self::False, _) => node.is_plain("false"),
            _ => false,
        }
    }

    /// Returns the noun for this kind in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "text",
            Self::Seq | Self::FilledSeq => "a list",
            Self::Map | Self::FilledMap => "a map",
            Self::True => "`true`",
            Self::False => "`false`",
        }
    }
}

/// Returns what an enum accepts whose variants are told apart by these kinds.
pub(crate) const fn accepted_kinds(kinds: &[NodeKind]) -> Accepts {
    let mut accepts = Accepts { scalar: false, collection: false };
    let mut at = 0;
    while at < kinds.len() {
        match kinds[at] {
            NodeKind::Scalar | NodeKind::True | NodeKind::False => accepts.scalar = true,
            NodeKind::Seq | NodeKind::FilledSeq => accepts.collection = true,
            // Maps do not count: the struct that is read from one has required keys, or means something by
            // being there
            NodeKind::Map | NodeKind::FilledMap => {}
        }
        at += 1;
    }
    accepts
}

/// Joins the nouns of these kinds: "text, a list or a map".
pub(crate) fn expected_kinds(kinds: &[NodeKind]) -> String {
    join_with_or(&kinds.iter().map(|kind| kind.name().to_owned()).collect::<Vec<_>>())
}

impl Reader {
    /// Reports a node of a kind that no variant of the enum is read from.
    pub fn wrong_kind<T: FromNode>(&mut self, node: ReadNode<'_>, kinds: &[NodeKind]) -> Option<T> {
        let mut takes = Vec::new();
        takes.extend(kinds.contains(&NodeKind::True).then_some(true));
        takes.extend(kinds.contains(&NodeKind::False).then_some(false));
        self.report_wrong_bool(node, &takes)
    }
}

/// Implements [`FromNode`](super::FromNode) for an enum whose variants are told apart by the kind of the
/// node: `by_kind! { Part: Scalar => Size, Map => More }`. `True` and `False` are for variants without
/// fields.
macro_rules! by_kind {
    (@read True $variant:ident $node:ident $reader:ident) => { Some(Self::$variant) };
    (@read False $variant:ident $node:ident $reader:ident) => { Some(Self::$variant) };
    (@read FilledSeq $variant:ident $node:ident $reader:ident) => {
        if $reader.is_filled($node) { $crate::read::by_kind!(@read Seq $variant $node $reader) } else { None }
    };
    (@read FilledMap $variant:ident $node:ident $reader:ident) => {
        if $reader.is_filled($node) { $crate::read::by_kind!(@read Map $variant $node $reader) } else { None }
    };
    (@read $kind:ident $variant:ident $node:ident $reader:ident) => {
        $crate::read::FromNode::from_node($node, $reader).map(Self::$variant)
    };
    (@placeholder True $variant:ident $at:ident) => { Self::$variant };
    (@placeholder False $variant:ident $at:ident) => { Self::$variant };
    (@placeholder $kind:ident $variant:ident $at:ident) => {
        Self::$variant($crate::read::FromNode::placeholder($at))
    };
    ($name:ident: $first:ident => $first_variant:ident $(, $kind:ident => $variant:ident)* $(,)?) => {
        impl $name {
            const NODE_KINDS: &[$crate::read::NodeKind] =
                &[$crate::read::NodeKind::$first $(, $crate::read::NodeKind::$kind)*];
        }

        impl $crate::read::FromNode for $name {
            const ACCEPTS: $crate::read::Accepts = $crate::read::accepted_kinds(Self::NODE_KINDS);

            fn expected() -> std::borrow::Cow<'static, str> {
                $crate::read::expected_kinds(Self::NODE_KINDS).into()
            }

            fn from_node(node: $crate::read::ReadNode<'_>, reader: &mut $crate::read::Reader) -> Option<Self> {
                if node.is_kind($crate::read::NodeKind::$first) {
                    return $crate::read::by_kind!(@read $first $first_variant node reader);
                }
                $(if node.is_kind($crate::read::NodeKind::$kind) {
                    return $crate::read::by_kind!(@read $kind $variant node reader);
                })*
                reader.wrong_kind(node, Self::NODE_KINDS)
            }

            fn placeholder(at: $crate::finding::Span) -> Self {
                let _ = at;
                $crate::read::by_kind!(@placeholder $first $first_variant at)
            }
        }
    };
}

/// Implements [`FromNode`](super::FromNode) for an enum whose variants are written as words:
/// `words! { Rounding: "up" => Up, "down" => Down }`. With `Rounding, as_str:` it also gets a method that returns the
/// word.
macro_rules! words {
    ($name:ident, as_str: $($word:literal => $variant:ident),+ $(,)?) => {
        $crate::read::words! { $name: $($word => $variant),+ }

        impl $name {
            /// Returns the word, as files write it.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    };
    ($name:ident: $first:literal => $first_variant:ident $(, $word:literal => $variant:ident)* $(,)?) => {
        impl $crate::read::FromNode for $name {
            const ACCEPTS: $crate::read::Accepts = $crate::read::Accepts::SCALAR;

            fn expected() -> std::borrow::Cow<'static, str> {
                $crate::read::any_of([$first $(, $word)*]).into()
            }

            fn from_node(node: $crate::read::ReadNode<'_>, reader: &mut $crate::read::Reader) -> Option<Self> {
                match reader.word(node, const { &[$first $(, $word)*] })? {
                    $($word => Some(Self::$variant),)*
                    _ => Some(Self::$first_variant),
                }
            }

            fn placeholder(_: $crate::finding::Span) -> Self {
                Self::$first_variant
            }
        }
    };
}

pub(crate) use {by_kind, words};
