//! Reads plain values, optional values, lists and pairs.

use std::borrow::Cow;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use super::node_faults::ReadFault;
use super::{Accepts, FromNode, NodeRole, ReadNode, Reader};
use crate::finding::Span;
use crate::yaml::{IntendedNumber, NodeContent, intended_whole_number, is_number, whole_number_help};

impl FromNode for String {
    const ACCEPTS: Accepts = Accepts::SCALAR;

    fn expected() -> Cow<'static, str> {
        "text".into()
    }

    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        reader.text::<Self>(node).map(str::to_owned)
    }

    fn placeholder(_: Span) -> Self {
        Self::new()
    }
}

impl FromNode for bool {
    const ACCEPTS: Accepts = Accepts::SCALAR;

    fn expected() -> Cow<'static, str> {
        "true or false".into()
    }

    /// Reads `true` or `false`, without quotes.
    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        if node.node.is_plain("true") {
            return Some(true);
        }
        if node.node.is_plain("false") {
            return Some(false);
        }
        reader.report_wrong_bool::<Self>(node, &[true, false])
    }

    fn placeholder(_: Span) -> Self {
        false
    }

    fn absent() -> Option<Self> {
        Some(false)
    }
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl FromNode for $number {
            const ACCEPTS: Accepts = Accepts::SCALAR;

            fn expected() -> Cow<'static, str> {
                "a whole number".into()
            }

            fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
                read_whole_number(node, reader)
            }

            fn placeholder(_: Span) -> Self {
                0
            }
        }
    )*};
}

/// Reads digits, perhaps with a sign, with or without quotes.
fn read_whole_number<T>(node: ReadNode<'_>, reader: &mut Reader) -> Option<T>
where
    T: FromNode + FromStr<Err = ParseIntError>,
{
    let NodeContent::Scalar { text, .. } = &node.node.content else { return reader.report_wrong_type(node) };
    if node.node.is_null() {
        return reader.report_wrong_type(node);
    }
    if !is_number(text) {
        return match intended_whole_number(text) {
            Some(IntendedNumber { text, except: but }) => reader.report_intended(node, text, but),
            None => reader.report_wrong_type_with_help(node, Some(whole_number_help(text))),
        };
    }
    reader.warn_of_leading_zero(node);
    match text.parse::<T>() {
        Ok(number) => Some(number),
        // A minus before a number that cannot be negative
        Err(error) if *error.kind() == IntErrorKind::InvalidDigit => {
            reader.report(node, ReadFault::BadValue { expected: "a whole number from 0 up" })
        }
        Err(_) => reader.report(node, ReadFault::OutOfRange),
    }
}

whole_numbers! { u8 u32 u64 i64 }

impl<T: FromNode> FromNode for Box<T> {
    const ACCEPTS: Accepts = T::ACCEPTS;

    fn expected() -> Cow<'static, str> {
        T::expected()
    }

    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        T::from_node(node, reader).map(Self::new)
    }

    fn placeholder(at: Span) -> Self {
        Self::new(T::placeholder(at))
    }
}

impl<T: FromNode> FromNode for Option<T> {
    const ACCEPTS: Accepts = T::ACCEPTS;

    fn expected() -> Cow<'static, str> {
        T::expected()
    }

    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        if !node.is_null() {
            return T::from_node(node, reader).map(Some);
        }
        // A key of a list or a map may be left empty, and then has no items. A single value that is left
        // empty was forgotten, and `null` is never allowed
        let may_be_empty = node.is_left_empty() && T::ACCEPTS != Accepts::SCALAR;
        if matches!(node.role, NodeRole::Value(_)) && !may_be_empty {
            return reader.report_null::<T>(node).map(Some);
        }
        Some(None)
    }

    fn placeholder(_: Span) -> Self {
        None
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: FromNode> FromNode for Vec<T> {
    const ACCEPTS: Accepts = Accepts::COLLECTION;

    fn expected() -> Cow<'static, str> {
        "a list".into()
    }

    /// Reads a list without its faulty items.
    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        match &node.node.content {
            NodeContent::Seq(items) => {
                Some(items.iter().filter_map(|item| T::from_node(node.item(item), reader)).collect())
            }
            _ if node.is_left_empty() => Some(Self::new()),
            _ => reader.report_not_a_list::<Self, T>(node),
        }
    }

    fn placeholder(_: Span) -> Self {
        Self::new()
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}

impl<A: FromNode, B: FromNode> FromNode for (A, B) {
    const ACCEPTS: Accepts = Accepts::COLLECTION;

    fn expected() -> Cow<'static, str> {
        "a list of 2".into()
    }

    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        let NodeContent::Seq(items) = &node.node.content else { return reader.report_wrong_type(node) };
        let [first, second] = items.as_slice() else {
            return reader.report(node, ReadFault::WrongLength { expected: 2 });
        };
        // Both are read before either is checked, so that the faults of both are reported
        let (first, second) =
            (A::from_node(node.item(first), reader), B::from_node(node.item(second), reader));
        first.zip(second)
    }

    fn placeholder(at: Span) -> Self {
        (A::placeholder(at), B::placeholder(at))
    }
}
