//! Maps and lists as serde walks through them. `next_key`, `next_value`, `next_entry` and `next_element` are
//! serde's provided methods; here they are overridden because they, unlike those with a seed, can be retried.

use serde::de::value::StrDeserializer;
use serde::de::{Deserialize, DeserializeSeed, MapAccess, SeqAccess};

use super::Node;
use super::de::{De, Place};
use super::error::{Error, Fault};
use super::stand_in::StandIn;
use crate::finding::Span;

/// The entries of a map, faulty ones left out, then the stand-ins for missing ones.
pub(super) struct Entries<'de> {
    map: De<'de>,
    rest: std::slice::Iter<'de, (Node<'de>, Node<'de>)>,
    current: Option<&'de (Node<'de>, Node<'de>)>,
    stand_ins: std::vec::IntoIter<&'static str>,
}

impl<'de> Entries<'de> {
    pub(super) fn new(map: De<'de>, entries: &'de [(Node<'de>, Node<'de>)]) -> Self {
        let stand_ins = map.context.stand_ins(map.node).into_iter();
        Self { map, rest: entries.iter(), current: None, stand_ins }
    }

    fn key(&self, entry: &'de (Node<'de>, Node<'de>)) -> De<'de> {
        De { node: &entry.0, place: Place::Key, ..self.map }
    }

    fn value(&self, entry: &'de (Node<'de>, Node<'de>)) -> De<'de> {
        De { node: &entry.1, place: Place::Value(&entry.0), ..self.map }
    }

    fn next(&mut self) -> Option<&'de (Node<'de>, Node<'de>)> {
        let context = self.map.context;
        self.rest.find(|(key, _)| !context.is_cut(key))
    }

    fn record_key(&self, entry: &'de (Node<'de>, Node<'de>), error: Error) {
        match error {
            Error::Recorded => {}
            Error::Fault(fault) => match *fault {
                Fault::Key { known } => self.map.record_unknown_key(&entry.0, &entry.1, known),
                other => self.key(entry).record(other),
            },
        }
        self.map.context.cut(&entry.0);
    }

    fn stand_in(&self) -> StandIn {
        let Span { file, start, .. } = self.map.node.span;
        StandIn::new(Span { file, start, end: start })
    }

    /// The value of the current entry, or what stands in for it.
    fn current(&mut self) -> Option<De<'de>> {
        self.current.take().map(|entry| self.value(entry))
    }

    fn cut_value(&self, value: De<'de>) {
        if let Place::Value(key) = value.place {
            self.map.context.cut(key);
        }
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Error;

    fn next_key<K: Deserialize<'de>>(&mut self) -> Result<Option<K>, Error> {
        while let Some(entry) = self.next() {
            match K::deserialize(self.key(entry)) {
                Ok(key) => {
                    self.current = Some(entry);
                    return Ok(Some(key));
                }
                Err(error) => self.record_key(entry, error),
            }
        }
        self.current = None;
        match self.stand_ins.next() {
            Some(key) => K::deserialize(StrDeserializer::<Error>::new(key)).map(Some),
            None => Ok(None),
        }
    }

    fn next_value<V: Deserialize<'de>>(&mut self) -> Result<V, Error> {
        let Some(value) = self.current() else {
            // what no stand-in does for is cut as a whole by the value around it
            return V::deserialize(self.stand_in()).map_err(|_| Error::Recorded);
        };
        value.attempt().ok_or_else(|| {
            self.cut_value(value);
            Error::Recorded
        })
    }

    fn next_entry<K: Deserialize<'de>, V: Deserialize<'de>>(&mut self) -> Result<Option<(K, V)>, Error> {
        while let Some(key) = self.next_key()? {
            let Some(value) = self.current() else {
                return self.next_value().map(|value| Some((key, value)));
            };
            match value.attempt() {
                Some(value) => return Ok(Some((key, value))),
                None => self.cut_value(value),
            }
        }
        Ok(None)
    }

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(entry) = self.next() else { return Ok(None) };
        match seed.deserialize(self.key(entry)) {
            Ok(key) => {
                self.current = Some(entry);
                Ok(Some(key))
            }
            Err(error) => {
                self.record_key(entry, error);
                Err(Error::Recorded)
            }
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some(value) = self.current() else {
            return seed.deserialize(self.stand_in()).map_err(|_| Error::Recorded);
        };
        seed.deserialize(value).map_err(|error| {
            self.cut_value(value);
            value.placed(error)
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The items of a list, faulty ones left out.
pub(super) struct Items<'de> {
    list: De<'de>,
    rest: std::slice::Iter<'de, Node<'de>>,
    /// Whether each has its own meaning, so that none can be left out.
    fixed: bool,
}

impl<'de> Items<'de> {
    pub(super) fn new(list: De<'de>, items: &'de [Node<'de>], fixed: bool) -> Self {
        Self { list, rest: items.iter(), fixed }
    }

    fn item(&self, node: &'de Node<'de>) -> De<'de> {
        let key = match self.list.place {
            Place::Value(key) => Some(key),
            Place::Item(key) => key,
            Place::Root | Place::Key => None,
        };
        De { node, place: Place::Item(key), ..self.list }
    }
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Error;

    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>, Error> {
        while let Some(node) = self.rest.next() {
            if !self.list.context.is_cut(node) {
                if let Some(value) = self.item(node).attempt() {
                    return Ok(Some(value));
                }
                self.list.context.cut(node);
            }
            if self.fixed {
                return Err(Error::Recorded);
            }
        }
        Ok(None)
    }

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let context = self.list.context;
        let Some(node) = self.rest.find(|node| !context.is_cut(node)) else { return Ok(None) };
        let item = self.item(node);
        seed.deserialize(item).map(Some).map_err(|error| {
            context.cut(node);
            item.placed(error)
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
