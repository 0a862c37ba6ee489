//! Enums whose variant is told by the kind of the node: `sling`, `{javelin: 8}` or `[a, b]` in one place.
//!
//! Such an enum is called `$by-kind` for serde, and its variants `$scalar`, `$map`, `$seq`, `$true` and
//! `$false`. The content of the variant is read from the very same node, so that places, known keys and
//! messages are those of the content's type.

use serde::de::value::StrDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, EnumAccess, VariantAccess};
use serde::de::{Expected, Visitor};

use super::Kind;
use super::de::De;
use super::error::{Error, Fault};
use super::words;

/// The name of such an enum.
pub(super) const NAME: &str = "$by-kind";

/// The access to such an enum.
pub(super) struct ByKind<'de> {
    de: De<'de>,
    variant: &'static str,
}

impl<'de> ByKind<'de> {
    /// Chooses among the variants.
    pub(super) fn choose(
        de: De<'de>,
        variants: &[&'static str],
        expected: &dyn Expected,
    ) -> Result<Self, Error> {
        let has = |name: &str| variants.iter().copied().find(|v| *v == name);
        let variant = match &de.node.kind {
            Kind::Seq(_) => has("$seq"),
            Kind::Map(_) => has("$map"),
            Kind::Scalar { .. } => {
                let truth = ["true", "false"].into_iter().find(|word| de.node.is_plain(word));
                truth.and_then(|word| has(if word == "true" { "$true" } else { "$false" })).or(has("$scalar"))
            }
        };
        if let Some(variant) = variant {
            return Ok(Self { de, variant });
        }
        let wanted = wanted(expected, variants);
        let meant = de.node.as_str().and_then(super::scalar::meant);
        let meant = meant.filter(|m| has(if *m { "$true" } else { "$false" }).is_some());
        Err(match meant {
            Some(meant) => Fault::Meant { wanted, text: meant.to_string(), but: "" },
            None => Fault::Type { wanted },
        }
        .into())
    }
}

/// What such an enum is read from: its own words, or the kinds of its variants.
pub(super) fn wanted(expected: &dyn Expected, variants: &[&'static str]) -> String {
    let expecting = expected.to_string();
    if expecting.starts_with("enum ") { kinds(variants) } else { words::wanted(&expecting) }
}

/// "text or a map".
fn kinds(variants: &[&'static str]) -> String {
    let kind = |variant: &&'static str| match *variant {
        "$scalar" => "text".to_owned(),
        "$map" => "a map".to_owned(),
        "$seq" => "a list".to_owned(),
        other => format!("`{}`", other.trim_start_matches('$')),
    };
    words::or(&variants.iter().map(kind).collect::<Vec<_>>())
}

impl<'de> EnumAccess<'de> for ByKind<'de> {
    type Error = Error;
    type Variant = De<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, De<'de>), Error> {
        seed.deserialize(StrDeserializer::<Error>::new(self.variant)).map(|variant| (variant, self.de))
    }
}

impl<'de> VariantAccess<'de> for De<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant<T: Deserialize<'de>>(self) -> Result<T, Error> {
        T::deserialize(self)
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
