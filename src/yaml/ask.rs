//! Asks a type what it is read from, without giving it anything.

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};

use super::by_kind;
use super::error::{Error, Fault, wanted};

/// What a type is read from.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    /// Whether a single value does.
    pub(super) scalar: bool,
    /// Whether a list or a map does, which may be empty.
    pub(super) several: bool,
    /// The type's own words for it.
    pub(super) wanted: String,
}

/// What a type's visitor of `Option` wants inside.
pub(super) fn inside<'de, V: Visitor<'de>>(visitor: V) -> Shape {
    answer(visitor.visit_some(Ask))
}

/// What the items of a list are.
pub(super) fn item<'de, V: Visitor<'de>>(visitor: V) -> Shape {
    answer(visitor.visit_seq(Ask))
}

fn answer<T>(answer: Result<T, Error>) -> Shape {
    match answer {
        Err(Error::Fault(fault)) => match *fault {
            Fault::Asked(shape) => shape,
            _ => Shape::default(),
        },
        _ => Shape::default(),
    }
}

/// Answers every request with the request itself.
struct Ask;

impl<'de> SeqAccess<'de> for Ask {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        seed.deserialize(Ask).map(Some)
    }
}

fn told<'de, V: Visitor<'de>, T>(visitor: &V, scalar: bool, several: bool) -> Result<T, Error> {
    Err(Fault::Asked(Shape { scalar, several, wanted: wanted(visitor) }).into())
}

macro_rules! scalars {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            told(&visitor, true, false)
        }
    )*};
}

impl<'de> Deserializer<'de> for Ask {
    type Error = Error;

    scalars! {
        deserialize_bool deserialize_char deserialize_str deserialize_string deserialize_identifier
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        told(&visitor, true, true)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name != by_kind::NAME {
            return told(&visitor, true, false);
        }
        let has = |word: &str| variants.contains(&word);
        let wanted = by_kind::wanted(&visitor, variants);
        let scalar = has("$scalar") || has("$true");
        Err(Fault::Asked(Shape { scalar, several: has("$seq"), wanted }).into())
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        told(&visitor, false, true)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        told(&visitor, false, true)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        told(&visitor, false, true)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        told(&visitor, false, true)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        told(&visitor, false, true)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        told(&visitor, false, true)
    }

    serde::forward_to_deserialize_any! { f32 f64 bytes byte_buf unit ignored_any }
}
