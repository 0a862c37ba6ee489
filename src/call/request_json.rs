//! Parses a request into a tree that keeps the order of keys, within bounds and without repeated keys.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};

use super::error::CallError;
use crate::exact_number::Number;

/// The most levels of lists and objects in a request.
const MAX_DEPTH: usize = 128;

/// The most values in a request, so that a small text of nothing but brackets cannot fill the memory.
const MAX_VALUES: usize = 2_000_000;

/// A JSON value. Objects keep the order of their keys, since an edit may write them into a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Says what kind of value this is, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// Returns a number exactly, whether it is written as a number or as a text such as "4/3". `None` if it is
    /// neither, or beyond what files may state.
    pub(crate) fn as_exact_number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => number.to_string().parse().ok(),
            Self::Text(text) => text.parse().ok(),
            _ => None,
        }
    }
}

/// A place in the request, from the innermost key outwards.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pointer<'a> {
    Root,
    Key(&'a Pointer<'a>, &'a str),
    Item(&'a Pointer<'a>, usize),
}

impl Pointer<'_> {
    /// Returns the JSON Pointer (RFC 6901). `None` for the request as a whole.
    pub(crate) fn text(&self) -> Option<String> {
        (!matches!(self, Self::Root)).then(|| self.to_string())
    }
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Key(outer, key) => {
                write!(formatter, "{outer}/{}", key.replace('~', "~0").replace('/', "~1"))
            }
            Self::Item(outer, index) => write!(formatter, "{outer}/{index}"),
        }
    }
}

/// Parses a request.
pub(super) fn parse_request(text: &str) -> Result<Json, CallError> {
    let (fault, values) = (RefCell::new(None), Cell::new(0));
    let mut reader = serde_json::Deserializer::from_str(text);
    // Levels are counted below, where the error can say at which key
    reader.disable_recursion_limit();
    let root = ValueReader { at: Pointer::Root, depth: 0, fault: &fault, values: &values };
    let json = root.deserialize(&mut reader).and_then(|json| reader.end().map(|()| json));
    json.map_err(|error| fault.take().unwrap_or_else(|| not_json(&Pointer::Root, &error)))
}

fn not_json(at: &Pointer<'_>, error: &serde_json::Error) -> CallError {
    CallError::bad_request(at, format!("the request is not JSON: {error}"))
}

/// Reads one value, and remembers the innermost place at which reading fails.
struct ValueReader<'a> {
    at: Pointer<'a>,
    depth: usize,
    fault: &'a RefCell<Option<CallError>>,
    values: &'a Cell<usize>,
}

impl<'a> ValueReader<'a> {
    fn inside<'b>(&'b self, at: Pointer<'b>) -> ValueReader<'b>
    where
        'a: 'b,
    {
        ValueReader { at, depth: self.depth + 1, fault: self.fault, values: self.values }
    }

    /// Remembers why reading fails, unless something further inside has failed already.
    fn fail<E: serde::de::Error>(&self, error: CallError) -> E {
        self.fault.borrow_mut().get_or_insert(error);
        E::custom("")
    }

    fn check_depth<E: serde::de::Error>(&self) -> Result<(), E> {
        if self.depth < MAX_DEPTH {
            return Ok(());
        }
        let message = format!("the request has more than {MAX_DEPTH} levels of lists and objects");
        Err(self.fail(CallError::too_large(&self.at, message)))
    }
}

impl<'de> DeserializeSeed<'de> for ValueReader<'_> {
    type Value = Json;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Json, D::Error> {
        self.values.set(self.values.get() + 1);
        if self.values.get() > MAX_VALUES {
            let message = format!("the request has more than {MAX_VALUES} values");
            return Err(self.fail(CallError::too_large(&self.at, message)));
        }
        let (at, fault) = (self.at, self.fault);
        reader.deserialize_any(self).map_err(|error| {
            let message = format!("the request is not JSON: {error}");
            fault.borrow_mut().get_or_insert_with(|| CallError::bad_request(&at, message));
            D::Error::custom("")
        })
    }
}

impl<'de> Visitor<'de> for ValueReader<'_> {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(serde_json::Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        self.check_depth()?;
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(self.inside(Pointer::Item(&self.at, items.len())))? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Json, A::Error> {
        self.check_depth()?;
        let mut entries = Vec::new();
        let mut seen = HashSet::new();
        while let Some(key) = object.next_key::<String>()? {
            let at = Pointer::Key(&self.at, &key);
            if !seen.insert(key.clone()) {
                return Err(self.fail(CallError::bad_request(&at, format!("the key {key:?} is repeated"))));
            }
            let value = object.next_value_seed(self.inside(at))?;
            entries.push((key, value));
        }
        Ok(Json::Object(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault_of(text: &str) -> (&'static str, Option<String>) {
        let fault = parse_request(text).unwrap_err();
        (fault.code.as_str(), fault.at)
    }

    #[test]
    fn objects_keep_their_order_and_numbers_their_value() {
        let json = parse_request(r#"{"b": 0.1, "a": [1, "4/3", null]}"#).unwrap();
        let Json::Object(entries) = json else { panic!("not an object") };
        assert_eq!(entries.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(entries[0].1.as_exact_number(), Number::fraction(1, 10));
        let Json::List(items) = &entries[1].1 else { panic!("not a list") };
        assert_eq!(items[1].as_exact_number(), Number::fraction(4, 3));
    }

    #[test]
    fn a_fault_is_found_at_the_innermost_key() {
        for (text, at) in [
            ("", None),
            ("{\"a\": 1} 2", None),
            ("{\"a\": [1, tru]}", Some("/a/1")),
            ("{\"a\": {\"b/c\": 1e999}}", Some("/a/b~1c")),
            ("{\"a\": {\"b\": 1, \"b\": 1}}", Some("/a/b")),
            ("{\"a~\": 1, \"a~\": 1}", Some("/a~0")),
        ] {
            assert_eq!(fault_of(text), ("bad-request", at.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn a_hundred_and_twenty_eight_levels_are_read_and_no_more() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(parse_request(&nested(128)).is_ok());
        assert_eq!(fault_of(&nested(129)), ("too-large", Some("/0".repeat(128))));
        assert_eq!(fault_of(&"[".repeat(10_000)).0, "too-large");
    }

    #[test]
    fn two_million_values_are_read_and_no_more() {
        let items = |count: usize| format!("[{}0]", "0,".repeat(count - 1));
        assert!(parse_request(&items(1_999_999)).is_ok());
        assert_eq!(fault_of(&items(2_000_000)), ("too-large", Some("/1999999".to_owned())));
    }
}
