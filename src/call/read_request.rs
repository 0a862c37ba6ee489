//! Reads the parts of a request strictly: an unknown key, a missing key and a value of the wrong type are errors,
//! each with its JSON Pointer.

use super::error::CallError;
use super::request_json::{Json, Pointer};
use crate::exact_number::Number;
use crate::wording::quoted_list;
use crate::yaml::nearest_name;

/// A value that requests may have.
pub(crate) trait FromJson: Sized {
    /// Says what is expected, for messages.
    const EXPECTED: &'static str;

    /// Reads the value, of which nothing is known yet.
    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError>;

    /// Returns the value of a key that is left out. `None` if it must not be.
    fn when_left_out() -> Option<Self> {
        None
    }
}

/// Returns the error for a value of the wrong type.
pub(crate) fn wrong_type(found: &str, expected: &str, at: &Pointer<'_>) -> CallError {
    let what = at.text().map_or_else(|| "the request".to_owned(), |at| format!("\"{at}\""));
    CallError::bad_request(at, format!("{what} is {found}; expected {expected}"))
}

/// Defines an object of requests: a struct whose fields are its keys. A key whose type is an [`Option`] or a [`bool`]
/// may be left out.
macro_rules! request_object {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident {
        $($(#[$of_field:meta])* $field:ident: $type:ty,)*
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, schemars::JsonSchema)]
        #[schemars(deny_unknown_fields)]
        $visibility struct $name { $($(#[$of_field])* pub(crate) $field: $type,)* }

        impl $crate::call::read_request::FromJson for $name {
            const EXPECTED: &'static str = "an object";

            #[allow(unused_mut, unused_variables, reason = "some objects have no keys")]
            fn from_json(
                json: $crate::call::request_json::Json,
                at: &$crate::call::request_json::Pointer<'_>,
            ) -> Result<Self, $crate::call::error::CallError> {
                const KEYS: &[&str] = &[$($crate::call::read_request::key_of(stringify!($field))),*];
                let mut object = $crate::call::read_request::ObjectReader::new(json, at, KEYS)?;
                Ok(Self { $($field: object.take($crate::call::read_request::key_of(stringify!($field)))?,)* })
            }
        }
    };
}

/// Defines a set of words: an enum, each with the word that requests write.
macro_rules! request_words {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident {
        $($(#[$of_word:meta])* $variant:ident $word:literal,)*
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, schemars::JsonSchema)]
        $visibility enum $name { $($(#[$of_word])* #[schemars(rename = $word)] $variant,)* }

        impl $crate::call::read_request::FromJson for $name {
            const EXPECTED: &'static str = "a word";

            fn from_json(
                json: $crate::call::request_json::Json,
                at: &$crate::call::request_json::Pointer<'_>,
            ) -> Result<Self, $crate::call::error::CallError> {
                const WORDS: &[(&str, $name)] = &[$(($word, $name::$variant)),*];
                $crate::call::read_request::read_word(json, at, WORDS)
            }
        }
    };
}

pub(crate) use {request_object, request_words};

/// Returns the key of a field, which may be a keyword of Rust.
pub(crate) const fn key_of(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', ..] => field.split_at(2).1,
        _ => field,
    }
}

/// Reads one of a set of words.
pub(crate) fn read_word<T: Copy>(json: Json, at: &Pointer<'_>, words: &[(&str, T)]) -> Result<T, CallError> {
    let text = match json {
        Json::Text(text) => text,
        other => return Err(wrong_type(other.kind(), "a word", at)),
    };
    words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(|| {
        let known = || words.iter().map(|(word, _)| *word);
        let help = match nearest_name(&text, known()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("there is {}", quoted_list(known(), "and")),
        };
        CallError::bad_request(at, format!("\"{text}\" is not a word for \"{at}\"")).with_help(help)
    })
}

/// The keys of an object of which some have been read.
pub(crate) struct ObjectReader<'a> {
    entries: Vec<(String, Json)>,
    at: &'a Pointer<'a>,
}

impl<'a> ObjectReader<'a> {
    /// Begins to read an object, which may have these keys and no others.
    pub(crate) fn new(json: Json, at: &'a Pointer<'a>, known: &[&str]) -> Result<Self, CallError> {
        let entries = match json {
            Json::Object(entries) => entries,
            other => return Err(wrong_type(other.kind(), "an object", at)),
        };
        if let Some((key, _)) = entries.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            let error = CallError::bad_request(&Pointer::Key(at, key), format!("unknown key {key:?}"));
            return Err(match nearest_name(key, known.iter().copied()) {
                Some(near) => error.with_help(format!("did you mean \"{near}\"?")),
                None => error,
            });
        }
        Ok(Self { entries, at })
    }

    /// Reads the value of a key.
    pub(crate) fn take<T: FromJson>(&mut self, key: &str) -> Result<T, CallError> {
        let at = Pointer::Key(self.at, key);
        match self.entries.iter_mut().find(|(known, _)| known == key) {
            Some((_, value)) => T::from_json(std::mem::replace(value, Json::Null), &at),
            None => T::when_left_out().ok_or_else(|| {
                CallError::bad_request(&at, format!("the key \"{key}\" is missing"))
                    .with_help(format!("expected {}", T::EXPECTED))
            }),
        }
    }
}

impl FromJson for String {
    const EXPECTED: &'static str = "a text";

    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError> {
        match json {
            Json::Text(text) => Ok(text),
            other => Err(wrong_type(other.kind(), Self::EXPECTED, at)),
        }
    }
}

impl FromJson for bool {
    const EXPECTED: &'static str = "true or false";

    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError> {
        match json {
            Json::Bool(value) => Ok(value),
            other => Err(wrong_type(other.kind(), Self::EXPECTED, at)),
        }
    }

    fn when_left_out() -> Option<Self> {
        Some(false)
    }
}

impl FromJson for u64 {
    const EXPECTED: &'static str = "a whole number";

    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError> {
        let number = match &json {
            Json::Number(_) => json.as_exact_number().and_then(Number::to_integer),
            _ => None,
        };
        let found = || if matches!(json, Json::Number(_)) { "another number" } else { json.kind() };
        number.and_then(|n| u64::try_from(n).ok()).ok_or_else(|| wrong_type(found(), Self::EXPECTED, at))
    }
}

impl FromJson for Json {
    const EXPECTED: &'static str = "a value";

    fn from_json(json: Json, _: &Pointer<'_>) -> Result<Self, CallError> {
        Ok(json)
    }
}

impl<T: FromJson> FromJson for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError> {
        T::from_json(json, at).map(Some)
    }

    fn when_left_out() -> Option<Self> {
        Some(None)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    const EXPECTED: &'static str = "a list";

    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError> {
        let items = match json {
            Json::List(items) => items,
            other => return Err(wrong_type(other.kind(), Self::EXPECTED, at)),
        };
        items
            .into_iter()
            .enumerate()
            .map(|(index, item)| T::from_json(item, &Pointer::Item(at, index)))
            .collect()
    }
}

/// An object whose keys are free, in their order.
impl<T: FromJson> FromJson for indexmap::IndexMap<String, T> {
    const EXPECTED: &'static str = "an object";

    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError> {
        let entries = match json {
            Json::Object(entries) => entries,
            other => return Err(wrong_type(other.kind(), Self::EXPECTED, at)),
        };
        let read = |(key, value): (String, Json)| {
            let value = T::from_json(value, &Pointer::Key(at, &key))?;
            Ok((key, value))
        };
        entries.into_iter().map(read).collect()
    }
}
