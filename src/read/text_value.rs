//! How types with a grammar of their own are read: from the text of a scalar.

pub use crate::yaml::Refusal as ValueError;

/// Makes a type [`FromNode`](super::FromNode) that is parsed from text by `FromStr`, whose error is a [`ValueError`]:
/// `from_text! { Year, "a year, as 218 BC", Year::bc(1) }`, the last being its placeholder. With `number` after it, a
/// text that begins with a 0 too many is warned of.
macro_rules! from_text {
    (@number $reader:ident $node:ident) => {
        $reader.warn_of_leading_zero($node)
    };
    ($type:ty, $expected:literal, $placeholder:expr $(, $number:ident)?) => {
        impl $crate::read::FromNode for $type {
            const ACCEPTS: $crate::read::Accepts = $crate::read::Accepts::SCALAR;

            fn expected() -> std::borrow::Cow<'static, str> {
                $expected.into()
            }

            fn from_node(
                node: $crate::read::ReadNode<'_>,
                reader: &mut $crate::read::Reader,
            ) -> Option<Self> {
                let text = reader.text::<Self>(node)?;
                $($crate::read::from_text!(@$number reader node);)?
                match text.parse::<Self>() {
                    Ok(value) => Some(value),
                    Err(error) => reader.refuse(node, error.into()),
                }
            }

            fn placeholder(_: $crate::finding::Span) -> Self {
                $placeholder
            }
        }
    };
}

pub(crate) use from_text;
