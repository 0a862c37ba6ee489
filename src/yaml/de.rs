//! The deserializer: one node, what is shared, and where the node stands.

use serde::de::{Deserializer, Visitor};

use super::access::{Entries, Items};
use super::by_kind::{self, ByKind};
use super::context::Context;
use super::error::{Error, Fault, Refusal, wanted};
use super::stand_in::Placed;
use super::variant::Variant;
use super::words::is_number;
use super::{Kind, Node, Style, ask, filled, located, numerals, odd, scalar, words};
use crate::finding::Code;

/// Where a node stands, for the words of messages.
#[derive(Clone, Copy)]
pub(super) enum Place<'de> {
    /// The whole file.
    Root,
    /// The key of a map, which is text whatever it looks like.
    Key,
    /// The value of this key.
    Value(&'de Node<'de>),
    /// An item of the list at this key.
    Item(Option<&'de Node<'de>>),
}

/// A node to be read.
#[derive(Clone, Copy)]
pub(super) struct De<'de> {
    pub(super) node: &'de Node<'de>,
    pub(super) context: &'de Context,
    pub(super) place: Place<'de>,
}

impl<'de> De<'de> {
    /// Records what belongs to this node.
    pub(super) fn placed(self, error: Error) -> Error {
        if let Error::Fault(fault) = error {
            self.record(*fault);
        }
        Error::Recorded
    }

    /// Whether nothing is written here; a key is always something.
    fn is_null(self) -> bool {
        !matches!(self.place, Place::Key) && self.node.is_null()
    }

    /// Whether the key has nothing behind it, not even a word for nothing.
    fn is_bare(self) -> bool {
        self.is_null() && self.node.as_str() == Some("")
    }

    /// The fault of `null` or `~` where a list or a map is wanted.
    fn null(self, expected: &dyn serde::de::Expected) -> Error {
        let wanted = wanted(expected);
        match self.place {
            Place::Value(_) => {
                let help = format!("write {wanted}, or leave the key out");
                Fault::TypeHelp { wanted, help }.into()
            }
            _ => Fault::Type { wanted }.into(),
        }
    }

    /// Whether a map is written in braces.
    fn is_bracketed(self, entries: &[(Node<'_>, Node<'_>)]) -> bool {
        let outside = |(first, last): (&(Node<'_>, Node<'_>), &(Node<'_>, Node<'_>))| {
            let inner = first.0.span.start..last.0.span.end.max(last.1.span.end);
            self.node.span.start < inner.start && inner.end < self.node.span.end
        };
        entries.first().zip(entries.last()).is_some_and(outside)
    }

    fn list<V: Visitor<'de>>(self, length: Option<usize>, visitor: V) -> Result<V::Value, Error> {
        match &self.node.kind {
            Kind::Seq(items) => match length {
                Some(wanted) if items.len() != wanted => Err(Fault::Length { wanted }.into()),
                _ => visitor.visit_seq(Items::new(self, items, length.is_some())),
            },
            Kind::Scalar { .. } if self.is_bare() && length.is_none() => {
                visitor.visit_seq(Items::new(self, &[], false))
            }
            Kind::Scalar { .. } if self.is_null() && length.is_none() => Err(self.null(&visitor)),
            Kind::Scalar { text, .. } if !self.is_null() && length.is_none() => {
                let wanted = wanted(&visitor);
                Err(Fault::TypeHelp { wanted, help: words::as_list(text, &ask::item(visitor)) }.into())
            }
            Kind::Map(entries) if length.is_none() && self.is_bracketed(entries) => {
                let wanted = wanted(&visitor);
                // A map that is an item is kept as one; of words each with its value every one is an item
                let whole = !ask::item(visitor).scalar;
                let (open, close) = if whole { ("[{", "}]") } else { ("[", "]") };
                Err(Fault::Brackets { wanted, open, close }.into())
            }
            Kind::Map(entries) if length.is_none() => {
                let wanted = wanted(&visitor);
                let first = entries.first().and_then(|(key, _)| key.as_str()).unwrap_or("…");
                let help = format!("begin each item with a hyphen: `- {}: …`", words::short(first));
                Err(Fault::TypeHelp { wanted, help }.into())
            }
            _ => Err(Fault::Type { wanted: wanted(&visitor) }.into()),
        }
    }

    fn map<V: Visitor<'de>>(
        self,
        fields: Option<&'static [&'static str]>,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let entries = match &self.node.kind {
            Kind::Map(entries) => entries.as_slice(),
            Kind::Scalar { .. } if self.is_bare() && fields.is_none() => &[],
            Kind::Scalar { .. } if self.is_null() && fields.is_none() => return Err(self.null(&visitor)),
            Kind::Scalar { text, .. } => {
                let wanted = wanted(&visitor);
                return Err(match words::glued(text, fields.unwrap_or_default()) {
                    Some(help) => Fault::TypeHelp { wanted, help },
                    None => Fault::Type { wanted },
                }
                .into());
            }
            Kind::Seq(_) => return Err(Fault::Type { wanted: wanted(&visitor) }.into()),
        };
        let wanted = wanted(&visitor);
        visitor.visit_map(Entries::new(self, entries)).map_err(|error| match error {
            Error::Fault(fault) => match *fault {
                Fault::Missing(key) => {
                    self.missing(key, fields.unwrap_or_default(), &wanted);
                    Error::Recorded
                }
                other => other.into(),
            },
            recorded @ Error::Recorded => recorded,
        })
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.kind {
            Kind::Scalar { text, .. } if !self.is_null() => {
                match odd::judge(self.place, text) {
                    Some((refusal, true)) => self.warn(refusal),
                    Some((refusal, false)) => return Err(Fault::Refusal(refusal).into()),
                    None => {}
                }
                visitor.visit_borrowed_str(text)
            }
            _ => Err(Fault::Type { wanted: wanted(&visitor) }.into()),
        }
    }

    /// An optional value that is left empty: a single value was forgotten, a list or map has nothing in it.
    fn empty<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let shape = ask::inside(visitor);
        // A list or a map that is left empty has nothing in it; `null` is nothing that a list may say
        if shape.scalar && !shape.several || !self.is_bare() {
            let help = format!("write {}, or leave the key out", shape.wanted);
            return Err(Fault::TypeHelp { wanted: shape.wanted, help }.into());
        }
        // the visitor is used up, so that the next attempt passes over it
        self.context.cut(self.node);
        Err(Error::Recorded)
    }
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $number:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let number: $number = scalar::whole(self, &visitor)?;
            visitor.$visit(number)
        }
    )*};
}

impl<'de> Deserializer<'de> for De<'de> {
    type Error = Error;

    /// For types that take whatever comes. Only plain words, whole numbers and truth values are told apart.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.kind {
            Kind::Seq(_) => self.list(None, visitor),
            Kind::Map(_) => self.map(None, visitor),
            Kind::Scalar { .. } if self.is_null() => visitor.visit_unit(),
            Kind::Scalar { text, style: Style::Plain } if !matches!(self.place, Place::Key) => {
                match text.as_ref() {
                    "true" => visitor.visit_bool(true),
                    "false" => visitor.visit_bool(false),
                    number if is_number(number) => match (number.parse::<u64>(), number.parse::<i64>()) {
                        (Ok(number), _) => visitor.visit_u64(number),
                        (_, Ok(number)) => visitor.visit_i64(number),
                        _ => visitor.visit_borrowed_str(text),
                    },
                    _ => visitor.visit_borrowed_str(text),
                }
            }
            Kind::Scalar { text, .. } => visitor.visit_borrowed_str(text),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(scalar::truth(self)?)
    }

    whole_numbers! {
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_i128 visit_i128 i128;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
        deserialize_u128 visit_u128 u128;
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.text(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.text(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.text(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if !self.is_null() {
            return visitor.visit_some(self);
        }
        let forgotten = matches!(self.place, Place::Value(_));
        if forgotten && !self.context.is_cut(self.node) { self.empty(visitor) } else { visitor.visit_none() }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_null() {
            visitor.visit_unit()
        } else {
            Err(Fault::Type { wanted: wanted(&visitor) }.into())
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == located::NAME {
            return visitor.visit_seq(Placed { span: Some(self.node.span), content: self });
        }
        if name == numerals::NAME {
            self.warn_of_nought();
        }
        if name == filled::NAME
            && let Some(what) = filled::empty(self.node)
        {
            let message = format!("{} is {what}, which says nothing", words::subject(self.place));
            let refusal = Refusal::new(Code::WrongType, message).help(filled::HELP);
            return Err(Fault::Refusal(refusal).into());
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.list(None, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(Some(len), visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.list(Some(len), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.map(None, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.map(Some(fields), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let expected: &dyn serde::de::Expected = &visitor;
        if name == by_kind::NAME {
            let chosen = ByKind::choose(self, variants, expected)?;
            return visitor.visit_enum(chosen);
        }
        let found = Variant::find(self, variants, || expected.to_string())?;
        visitor.visit_enum(found)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { f32 f64 bytes byte_buf }
}
