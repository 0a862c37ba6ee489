//! The faults of nodes, and their findings.

use std::borrow::Cow;
use std::ops::Range;

use super::{NodeRole, ReadNode, ValueError};
use crate::finding::{Code, Finding, Span, SubjectKind};
use crate::wording::any_of;
use crate::yaml::{
    IntendedNumber, NodeContent, TextStyle, describe_node, intended_number, nearest_name, node_as_text,
    odd_space_error, shorten,
};

/// A fault of a node.
#[derive(Debug)]
pub(super) enum ReadFault {
    /// Another kind of value is expected.
    WrongType { expected: Cow<'static, str>, help: Option<String> },
    /// Another kind of value is expected, and only `text` can be meant. `except` says what it leaves out,
    /// such as ", without a comma".
    Intended { expected: Cow<'static, str>, text: String, except: &'static str },
    /// A list is expected, and the map that is written becomes one with other brackets.
    WrongBrackets { expected: Cow<'static, str>, open: &'static str, close: &'static str },
    /// A map or list is empty but must not be.
    Empty { what: &'static str },
    /// A list of another length is expected.
    WrongLength { expected: usize },
    /// One of several words is expected, and the node is not text.
    WrongKindForWord { known: &'static [&'static str] },
    /// One of several words is expected, and the node is another word.
    UnknownWord { known: &'static [&'static str] },
    /// The node is of the right kind, but not a possible value.
    BadValue { expected: &'static str },
    /// A number is larger than its type can hold.
    OutOfRange,
    /// The text of the node could not be parsed.
    Refused(ValueError),
}

/// Returns the finding for a faulty node.
pub(super) fn node_finding(node: ReadNode<'_>, fault: ReadFault) -> Finding {
    let finding = sentence(node, fault);
    match node.role {
        NodeRole::Value(key) | NodeRole::Item(Some(key)) => {
            finding.with_subject(SubjectKind::Key, key.as_str().unwrap_or_default())
        }
        NodeRole::Root | NodeRole::Key | NodeRole::Item(None) => finding,
    }
}

/// What is said of a faulty node, and what would mend it.
fn sentence(node: ReadNode<'_>, fault: ReadFault) -> Finding {
    let subject = subject_phrase(node.role);
    let found = describe_node(node.node);
    let is_but = |expected: &str| match found.as_str() {
        "nothing" => format!("{subject} is empty; expected {expected}"),
        found => format!("{subject} is {found}; expected {expected}"),
    };
    let new = |code, message| Finding::new(code, node.label_span(), message);
    match prefer_odd_space(node, fault) {
        ReadFault::WrongType { expected, help } => {
            let mut finding = new(Code::WrongType, is_but(&expected));
            finding.help = help;
            finding
        }
        ReadFault::Intended { expected, text, except } => new(Code::WrongType, is_but(&expected))
            .with_help(format!("write `{text}`{except}"))
            .with_verbatim_edit(node.label_span(), text),
        ReadFault::WrongBrackets { expected, open, close } => {
            let Span { file, start, end } = node.node.span;
            let character = |at: u32| Span { file, start: at, end: at + 1 };
            let inside = node_as_text(node.node);
            let inside = inside.trim_start_matches('{').trim_end_matches('}');
            new(Code::WrongType, is_but(&expected))
                .with_help(format!("write `{open}{inside}{close}`"))
                .with_verbatim_edit(character(start), open)
                .with_verbatim_edit(character(end.saturating_sub(1)), close)
        }
        ReadFault::Empty { what } => {
            new(Code::WrongType, format!("{subject} is {what}, which means nothing"))
                .with_help("leave it out, or write something in it")
        }
        ReadFault::WrongLength { expected } => {
            let length = if let NodeContent::Seq(items) = &node.node.content { items.len() } else { 0 };
            let message = format!("{subject} is a list of {length}; expected a list of {expected}");
            new(Code::WrongType, message)
        }
        ReadFault::WrongKindForWord { known } => new(Code::WrongType, is_but(&any_of(known.iter().copied()))),
        ReadFault::UnknownWord { known } => {
            let mut finding = new(Code::BadValue, is_but(&any_of(known.iter().copied())));
            let near = node.node.as_str().and_then(|word| nearest_name(word, known.iter().copied()));
            finding.help = near.map(|near| format!("write `{near}`"));
            finding
        }
        ReadFault::BadValue { expected } => new(Code::BadValue, is_but(expected)),
        ReadFault::OutOfRange => new(Code::TooLarge, format!("{subject} is {found}, which is out of range")),
        ReadFault::Refused(error) => {
            let span = error.range.and_then(|range| span_of_part(node, &range)).unwrap_or(node.label_span());
            let finding = Finding::new(error.code, span, error.message);
            let is_other_type = error.code == Code::WrongType;
            match (error.help, node.node.as_str().filter(|_| is_other_type).and_then(intended_number)) {
                (Some(help), _) => finding.with_help(help),
                (None, Some(IntendedNumber { text, except: but })) => {
                    finding.with_help(format!("write `{text}`{but}")).with_verbatim_edit(span, text)
                }
                (None, None) => finding,
            }
        }
    }
}

/// Replaces a fault by a more precise one if the text contains a character that only looks like a space,
/// which is then the cause.
fn prefer_odd_space(node: ReadNode<'_>, fault: ReadFault) -> ReadFault {
    match (&fault, node.node.as_str().and_then(odd_space_error)) {
        (ReadFault::Refused(error), _) if error.range.is_some() => fault,
        (ReadFault::OutOfRange, _) | (_, None) => fault,
        (_, Some(odd_space)) => ReadFault::Refused(odd_space),
    }
}

/// Returns the position of a part of a scalar's text. `None` if the text is not in the file as it is, such as
/// after escapes.
fn span_of_part(node: ReadNode<'_>, range: &Range<usize>) -> Option<Span> {
    let NodeContent::Scalar { text: Cow::Borrowed(text), style } = &node.node.content else { return None };
    let quote = match style {
        TextStyle::Plain => 0,
        TextStyle::Quoted => 1,
        TextStyle::Block => return None,
    };
    text.get(range.clone())?;
    let start = node.node.span.start as usize + quote;
    Some(Span::new(node.node.span.file, start + range.start, start + range.end))
}

/// Returns what is being read, as the subject of a sentence.
pub(super) fn subject_phrase(role: NodeRole<'_>) -> String {
    match role {
        NodeRole::Root => "the file".to_owned(),
        NodeRole::Key => "the key".to_owned(),
        NodeRole::Value(key) => format!("`{}`", shorten(key.as_str().unwrap_or_default())),
        NodeRole::Item(Some(key)) => format!("an item of `{}`", shorten(key.as_str().unwrap_or_default())),
        NodeRole::Item(None) => "an item of the list".to_owned(),
    }
}

/// Returns where a key is or is missing, such as " in `commander`". Empty at the top of a file.
pub(super) fn location_suffix(role: NodeRole<'_>) -> String {
    match role {
        NodeRole::Root | NodeRole::Key | NodeRole::Item(None) => String::new(),
        NodeRole::Value(_) | NodeRole::Item(Some(_)) => format!(" in {}", subject_phrase(role)),
    }
}
