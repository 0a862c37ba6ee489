//! What the parts of one reading share: the findings, and how to go on after each.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use serde::de::{Deserialize, DeserializeOwned};

use super::de::{De, Place};
use super::error::{Error, Fault, Refusal};
use super::faults::Faults;
use super::numerals::Meant;
use super::{Kind, Node, Read, nearest, numerals, odd, words};
use crate::finding::{Code, Finding, Severity, Span};

/// How many keys of a map are looked at for misspelt ones.
pub(super) const LOOKED_AT: usize = 64;

/// Shared by the whole of one reading.
#[derive(Debug, Default)]
pub(super) struct Context {
    pub(super) faults: RefCell<Faults>,
    /// Addresses of list items, and of the keys of map entries, that are passed over.
    cut: RefCell<HashSet<usize>>,
    /// By the address of a map, the missing keys that get a stand-in.
    stand_ins: RefCell<HashMap<usize, Vec<&'static str>>>,
    /// How often one of the two grew.
    changes: Cell<usize>,
    /// Whether missing keys are not to be reported.
    broken: bool,
}

/// Reads the whole tree.
pub(super) fn read<T: DeserializeOwned>(node: &Node<'_>, broken: bool) -> Read<T> {
    let context = Context { broken, ..Context::default() };
    let value = De { node, context: &context, place: Place::Root }.attempt();
    Read { value, findings: context.faults.into_inner().finish() }
}

impl Context {
    pub(super) fn cut(&self, node: &Node<'_>) {
        if self.cut.borrow_mut().insert(node.address()) {
            self.changes.set(self.changes.get() + 1);
        }
    }

    pub(super) fn is_cut(&self, node: &Node<'_>) -> bool {
        self.changes.get() > 0 && self.cut.borrow().contains(&node.address())
    }

    /// The keys of a map that get a stand-in.
    pub(super) fn stand_ins(&self, map: &Node<'_>) -> Vec<&'static str> {
        if self.changes.get() == 0 {
            return Vec::new();
        }
        self.stand_ins.borrow().get(&map.address()).cloned().unwrap_or_default()
    }

    fn add_stand_in(&self, map: &Node<'_>, key: &'static str) {
        let mut all = self.stand_ins.borrow_mut();
        let keys = all.entry(map.address()).or_default();
        if !keys.contains(&key) {
            keys.push(key);
            self.changes.set(self.changes.get() + 1);
        }
    }

    pub(super) fn add(&self, finding: Finding) {
        self.faults.borrow_mut().add(finding);
    }
}

impl<'de> De<'de> {
    /// Reads a value, again for as long as parts of it could be cut out or stood in for; none where that did
    /// not help. What is wrong is recorded.
    pub(super) fn attempt<T: Deserialize<'de>>(self) -> Option<T> {
        loop {
            let before = self.context.changes.get();
            match T::deserialize(self) {
                Ok(value) => return Some(value),
                Err(Error::Fault(fault)) => {
                    self.record(*fault);
                    return None;
                }
                Err(Error::Recorded) if self.context.changes.get() > before => {}
                Err(Error::Recorded) => return None,
            }
        }
    }

    /// Records a fault of this very node.
    pub(super) fn record(self, fault: Fault) {
        let subject = words::subject(self.place);
        let found = words::found(self.node);
        let is = |wanted: &str| match found.as_str() {
            "nothing" => format!("{subject} is empty, but {wanted} is wanted"),
            found => format!("{subject} is {found}, but {wanted} is wanted"),
        };
        let new = |code, message| Finding::new(code, self.span(), message);
        let fault = self.cause(fault);
        let finding = match fault {
            Fault::Type { wanted } => new(Code::WrongType, is(&wanted)),
            Fault::TypeHelp { wanted, help } => new(Code::WrongType, is(&wanted)).help(help),
            Fault::Meant { wanted, text, but } => new(Code::WrongType, is(&wanted))
                .help(format!("write `{text}`{but}"))
                .rewrite(self.span(), text),
            Fault::Brackets { wanted, open, close } => {
                let Span { file, start, end } = self.node.span;
                let one = |at: u32| Span { file, start: at, end: at + 1 };
                let inside = words::written(self.node);
                let inside = inside.trim_start_matches('{').trim_end_matches('}');
                new(Code::WrongType, is(&wanted))
                    .help(format!("write `{open}{inside}{close}`"))
                    .rewrite(one(start), open)
                    .rewrite(one(end.saturating_sub(1)), close)
            }
            Fault::Value { wanted } => new(Code::BadValue, is(&wanted)),
            Fault::Large => new(Code::TooLarge, format!("{subject} is {found}, which is out of range")),
            Fault::Length { wanted } => {
                let length = if let Kind::Seq(items) = &self.node.kind { items.len() } else { 0 };
                new(
                    Code::WrongType,
                    format!("{subject} is a list of {length}, but a list of {wanted} is wanted"),
                )
            }
            Fault::Word { wanted } => {
                let finding = new(Code::BadValue, is(&words::any_of(wanted.iter().copied())));
                let near = self.node.as_str().and_then(|word| nearest(word, wanted.iter().copied()));
                match near {
                    Some(near) => finding.help(format!("write `{near}`")),
                    None => finding,
                }
            }
            Fault::Content { word, takes: true } => {
                let help = format!("write `{word}: …`");
                new(Code::WrongType, format!("`{word}` needs a value")).help(help)
            }
            Fault::Content { word, takes: false } => {
                new(Code::WrongType, format!("`{word}` takes no value")).help(format!("write `{word}` alone"))
            }
            Fault::Refusal(refusal) => {
                let span = refusal.range.and_then(|range| self.part(&range)).unwrap_or(self.span());
                let finding = Finding::new(refusal.code, span, refusal.message);
                match (refusal.help, self.number_meant(refusal.code)) {
                    (Some(help), _) => finding.help(help),
                    (None, Some(Meant { text, but })) => {
                        finding.help(format!("write `{text}`{but}")).rewrite(span, text)
                    }
                    (None, None) => finding,
                }
            }
            // both are recorded by the map; elsewhere they come from hand-written types only
            Fault::Missing(key) => {
                new(Code::MissingKey, format!("missing key `{key}`{}", words::within(self.place)))
            }
            Fault::Key { known } => new(Code::UnknownKey, is(&words::any_of(known.iter().copied()))),
            Fault::Asked(_) => return,
        };
        self.context.add(finding);
    }

    /// What is behind a fault: an odd blank in a value that is not read because of it.
    fn cause(self, fault: Fault) -> Fault {
        let blank = self.node.as_str().and_then(odd::refuse_blank);
        match (&fault, blank) {
            (Fault::Refusal(refusal), _) if refusal.range.is_some() => fault,
            (Fault::Content { .. } | Fault::Missing(_) | Fault::Large, _) | (_, None) => fault,
            (_, Some(blank)) => Fault::Refusal(blank),
        }
    }

    /// What to write for a value that is no number, but means one.
    fn number_meant(self, code: Code) -> Option<Meant> {
        self.node.as_str().filter(|_| code == Code::WrongType).and_then(numerals::meant)
    }

    /// Records a number that begins with a 0 too many.
    pub(super) fn warn_of_nought(self) {
        let Some(text) = self.node.as_str() else { return };
        if let Some(bare) = numerals::without_nought(text) {
            let message = format!("\"{}\" begins with a 0 and is read as {bare}", words::short(text));
            let finding = Finding::new(Code::BadValue, self.span(), message).severity(Severity::Warning);
            self.context.add(finding.help(format!("write `{bare}`")).rewrite(self.span(), bare));
        }
    }

    /// Records what may well be meant, but looks like a slip.
    pub(super) fn warn(self, refusal: Refusal) {
        let span = refusal.range.and_then(|range| self.part(&range)).unwrap_or(self.span());
        let mut finding = Finding::new(refusal.code, span, refusal.message).severity(Severity::Warning);
        finding.help = refusal.help;
        self.context.add(finding);
    }

    /// The words to label: those of the node, or of its key where nothing is written.
    fn span(self) -> Span {
        match self.place {
            Place::Value(key) if self.node.span.start == self.node.span.end => key.span,
            _ => self.node.span,
        }
    }

    /// The place of a part of the scalar's text, where the text stands in the file as it is.
    fn part(self, range: &std::ops::Range<usize>) -> Option<Span> {
        let Kind::Scalar { text: std::borrow::Cow::Borrowed(text), style } = &self.node.kind else {
            return None;
        };
        let before = match style {
            super::Style::Plain => 0,
            super::Style::Quoted => 1,
            super::Style::Block => return None,
        };
        text.get(range.clone())?;
        let start = self.node.span.start as usize + before;
        Some(Span::new(self.node.span.file, start + range.start, start + range.end))
    }

    /// A required key that this map lacks: records it, unless it stands there faulty or misspelt, and sees
    /// to it that the next attempt finds a stand-in.
    pub(super) fn missing(self, key: &'static str, known: &[&'static str], wanted: &str) {
        let Kind::Map(entries) = &self.node.kind else { return };
        let faulty = self.node.get(key).is_some();
        // A key that nobody knows may be just this one, unless it is near another
        let may_be = |name: &str, value: &Node<'_>| match self.meant(name, known) {
            Some(near) => near == key,
            None => value.as_str().is_some_and(|text| !text.is_empty()) && wanted != "a map",
        };
        let unknown = entries.iter().filter_map(|(k, v)| Some((k.as_str()?, v)));
        let unknown = unknown.filter(|(k, _)| !known.contains(k)).take(LOOKED_AT).any(|(k, v)| may_be(k, v));
        if !faulty && !self.context.broken && !unknown {
            let message = format!("missing key `{key}`{}", words::within(self.place));
            // keys that an overlay took over stand in another file
            let own = entries.iter().map(|(k, _)| k.span).find(|s| s.file == self.node.span.file);
            let finding = Finding::new(Code::MissingKey, own.unwrap_or(self.node.span), message);
            let help = match wanted {
                "a map" => format!("write `{key}: …`"),
                wanted => format!("write `{key}: …`; what is wanted here is {wanted}"),
            };
            self.context.add(finding.help(help));
        }
        self.context.add_stand_in(self.node, key);
    }
}
