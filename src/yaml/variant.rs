//! Ordinary enums: a word, or a map of one key whose value is the content.

use serde::de::{Deserialize, DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::de::{De, Place};
use super::error::{Error, Fault};
use super::words;
use super::{Kind, Node};

/// The access to such an enum.
pub(super) struct Variant<'de> {
    de: De<'de>,
    word: &'de Node<'de>,
    content: Option<&'de Node<'de>>,
}

impl<'de> Variant<'de> {
    /// Looks for the word and its content.
    pub(super) fn find(
        de: De<'de>,
        variants: &'static [&'static str],
        expecting: impl FnOnce() -> String,
    ) -> Result<Self, Error> {
        match &de.node.kind {
            Kind::Scalar { .. } if !de.node.is_null() => Ok(Self { de, word: de.node, content: None }),
            Kind::Map(entries) if entries.len() == 1 => {
                let entry = entries.first();
                let (word, content) = entry.map(|(k, v)| (k, v)).ok_or(Error::Recorded)?;
                Ok(Self { de, word, content: Some(content) })
            }
            kind => {
                let expecting = expecting();
                let mut wanted = words::wanted(&expecting);
                if expecting.starts_with("enum ") {
                    wanted = words::any_of(variants.iter().copied());
                }
                let keys = matches!(kind, Kind::Map(_));
                let help = keys.then(|| "write a map of one key".to_owned());
                Err(match help {
                    Some(help) => Fault::TypeHelp { wanted, help },
                    None => Fault::Type { wanted },
                }
                .into())
            }
        }
    }

    fn name(&self) -> String {
        words::short(self.word.as_str().unwrap_or_default())
    }

    /// The content, which there must be.
    fn content(self) -> Result<De<'de>, Error> {
        let Some(node) = self.content else {
            return Err(Fault::Content { word: self.name(), takes: true }.into());
        };
        Ok(De { node, place: Place::Value(self.word), ..self.de })
    }
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let word = De { node: self.word, place: Place::Key, ..self.de };
        match seed.deserialize(word) {
            Ok(variant) => Ok((variant, self)),
            Err(error) => {
                if let Error::Fault(fault) = error {
                    De { node: self.word, ..self.de }.record(*fault);
                }
                Err(Error::Recorded)
            }
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.content {
            Some(node) if !node.is_null() => {
                let fault = Fault::Content { word: self.name(), takes: false };
                De { node, place: Place::Value(self.word), ..self.de }.record(fault);
                Err(Error::Recorded)
            }
            _ => Ok(()),
        }
    }

    fn newtype_variant<T: Deserialize<'de>>(self) -> Result<T, Error> {
        self.content()?.attempt().ok_or(Error::Recorded)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        let content = self.content()?;
        seed.deserialize(content).map_err(|error| content.placed(error))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        let content = self.content()?;
        content.deserialize_tuple(len, visitor).map_err(|error| content.placed(error))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let content = self.content()?;
        content.deserialize_struct("", fields, visitor).map_err(|error| content.placed(error))
    }
}
