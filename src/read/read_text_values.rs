//! Reads types that are parsed from the text of a scalar (`from_text!`).

pub use crate::yaml::ValueError;

/// Implements [`FromNode`](super::FromNode) for a type that is parsed by `FromStr` with [`ValueError`] as its
/// error.
///
/// It takes what is expected and a placeholder: `from_text! { Year, "a year, such as 218 BC", Year::bc(1) }`.
/// With `number` after these, it also warns of leading zeros.
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
