//! Why an edit is refused.

use crate::finding::Span;

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalReason {
    /// There is no such row, command, label or path.
    NoSuchPlace,
    /// The game or the format has no such thing there.
    NotHere,
    /// A number is too small or too large.
    OutOfRange,
    /// Two rows would have a name that something points at.
    AmbiguousName,
    /// A row would join itself.
    Circle,
    /// An anchor and an alias share the value.
    Anchor,
    /// That part of the text has faults.
    Unread,
    /// Changes overlap, or are not in the text.
    Overlap,
    /// The text is laid out in a way that would not survive the edit.
    Layout,
}

impl RefusalReason {
    /// Returns the word of the reason in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoSuchPlace => "no-such-place",
            Self::NotHere => "not-here",
            Self::OutOfRange => "out-of-range",
            Self::AmbiguousName => "ambiguous-name",
            Self::Circle => "circle",
            Self::Anchor => "anchor",
            Self::Unread => "unread",
            Self::Overlap => "overlap",
            Self::Layout => "layout",
        }
    }
}

/// Why an edit cannot be made. The text is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of the reason.
    pub reason: RefusalReason,
    /// The reason in one sentence, for people.
    pub message: String,
    /// What to do instead.
    pub help: Option<String>,
    /// The key of the edit that is at fault, such as `count`.
    pub key: Option<&'static str>,
    /// The place in the list that stands in the way.
    pub span: Option<Span>,
    /// The index of the edit in its batch.
    pub edit: usize,
}

impl Refusal {
    pub(super) fn new(reason: RefusalReason, message: impl Into<String>) -> Self {
        Self { reason, message: message.into(), help: None, key: None, span: None, edit: 0 }
    }

    pub(super) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(super) fn at_key(self, key: &'static str) -> Self {
        Self { key: Some(key), ..self }
    }

    pub(super) fn at_span(self, span: Span) -> Self {
        Self { span: Some(span), ..self }
    }

    pub(super) fn no_such_place(what: &str) -> Self {
        Self::new(RefusalReason::NoSuchPlace, format!("the list has no {what}"))
    }

    pub(super) fn layout(span: Span) -> Self {
        let message = "this is laid out in a way that the change would not keep";
        Self::new(RefusalReason::Layout, message).with_help("change it in the text").at_span(span)
    }
}
