//! Something empty for a required key that is missing, so that the rest can still be read and checked.

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

use super::error::Error;
use super::located;
use crate::finding::Span;

/// How deep required values in required values go; types that need more contain themselves.
const DEEPEST: u8 = 16;

/// Empty text, 0, false, an empty list or map, none, the first variant; whatever is asked for.
#[derive(Clone, Copy)]
pub(super) struct StandIn {
    span: Span,
    depth: u8,
}

impl StandIn {
    /// A stand-in that claims to be written at an empty place.
    pub(super) fn new(span: Span) -> Self {
        Self { span, depth: 0 }
    }

    fn deeper(self) -> Result<Self, Error> {
        if self.depth < DEEPEST { Ok(Self { depth: self.depth + 1, ..self }) } else { Err(Error::Recorded) }
    }
}

impl<'de> Deserializer<'de> for StandIn {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str("")
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(false)
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i8(0)
    }

    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i16(0)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i32(0)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i64(0)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i128(0)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u8(0)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u16(0)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u32(0)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(0)
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u128(0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let content = self.deeper()?;
        if name == located::NAME {
            return visitor.visit_seq(Placed { span: Some(self.span), content });
        }
        visitor.visit_newtype_struct(content)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Several { of: self, left: 0 })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Several { of: self.deeper()?, left: len })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(Fields { of: self, fields: [].iter() })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(Fields { of: self.deeper()?, fields: fields.iter() })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let first = variants.first().copied().ok_or(Error::Recorded)?;
        visitor.visit_enum(First { of: self.deeper()?, first })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! { f32 f64 char str string bytes byte_buf identifier }
}

struct Several {
    of: StandIn,
    left: usize,
}

impl<'de> SeqAccess<'de> for Several {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(self.of).map(Some)
    }
}

struct Fields {
    of: StandIn,
    fields: std::slice::Iter<'static, &'static str>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(field) = self.fields.next() else { return Ok(None) };
        seed.deserialize(StrDeserializer::<Error>::new(field)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(self.of)
    }
}

struct First {
    of: StandIn,
    first: &'static str,
}

impl<'de> EnumAccess<'de> for First {
    type Error = Error;
    type Variant = StandIn;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, StandIn), Error> {
        seed.deserialize(StrDeserializer::<Error>::new(self.first)).map(|variant| (variant, self.of))
    }
}

impl<'de> VariantAccess<'de> for StandIn {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_struct("", fields, visitor)
    }
}

/// A place and then a value, which is what [`super::Located`] asks for.
pub(super) struct Placed<D> {
    /// The place, until it was handed out.
    pub(super) span: Option<Span>,
    /// The value.
    pub(super) content: D,
}

impl<'de, D: Deserializer<'de, Error = Error> + Copy> SeqAccess<'de> for Placed<D> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        match self.span.take() {
            Some(span) => {
                let place: de::value::U128Deserializer<Error> = located::pack(span).into_deserializer();
                seed.deserialize(place)
            }
            None => seed.deserialize(self.content),
        }
        .map(Some)
    }
}
