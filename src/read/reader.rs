//! The state of one reading of a tree, and the faults that many types report.

use super::node_faults::{ReadFault, node_finding};
use super::{FromNode, NodeRole, ReadNode, ValueError};
use crate::finding::{Code, Finding, Severity};
use crate::yaml::{
    FaultList, Node, NodeContent, as_list_help, check_typography, intended_bool, odd_space_error, shorten,
    without_leading_zeros,
};

/// Reads one tree, and collects its faults.
#[derive(Debug, Default)]
pub struct Reader {
    pub(super) faults: FaultList,
    /// Whether the tree lacks a part of its file, so that missing keys prove nothing.
    pub(super) tree_is_partial: bool,
}

impl Reader {
    /// Creates a reader for a tree that lacks a part of its file.
    pub(super) fn of_partial_tree() -> Self {
        Self { tree_is_partial: true, ..Self::default() }
    }

    /// Returns the faults, in file order.
    pub(super) fn finish(self) -> Vec<Finding> {
        self.faults.into_findings()
    }

    /// Reports a fault of a node. Always returns `None`, as [`FromNode::from_node`] then must.
    pub(super) fn report<T>(&mut self, node: ReadNode<'_>, fault: ReadFault) -> Option<T> {
        self.faults.add(node_finding(node, fault));
        None
    }

    /// Reports that a node is not a `T`.
    pub(super) fn report_wrong_type<T: FromNode>(&mut self, node: ReadNode<'_>) -> Option<T> {
        self.report_wrong_type_with_help::<T>(node, None)
    }

    /// Like [`report_wrong_type`](Self::report_wrong_type), with what to do about it.
    pub(super) fn report_wrong_type_with_help<T: FromNode>(
        &mut self,
        node: ReadNode<'_>,
        help: Option<String>,
    ) -> Option<T> {
        self.report(node, ReadFault::WrongType { expected: T::expected(), help })
    }

    /// Reports that a node is not a `T`, which accepts the truth values in `takes`. For `yes` the help is to
    /// write `true`.
    pub(super) fn report_wrong_bool<T: FromNode>(&mut self, node: ReadNode<'_>, takes: &[bool]) -> Option<T> {
        let intended = node.node.as_str().and_then(intended_bool).filter(|value| takes.contains(value));
        match intended {
            Some(intended) => self.report_intended(node, intended.to_string(), ""),
            None => self.report_wrong_type(node),
        }
    }

    /// Reports that a node is not a `T`, if only `text` can be meant. `except` says what that leaves out.
    pub(super) fn report_intended<T: FromNode>(
        &mut self,
        node: ReadNode<'_>,
        text: String,
        except: &'static str,
    ) -> Option<T> {
        self.report(node, ReadFault::Intended { expected: T::expected(), text, except })
    }

    /// Reports `null` or `~`, which no key takes.
    pub(super) fn report_null<T: FromNode>(&mut self, node: ReadNode<'_>) -> Option<T> {
        let is_value = matches!(node.role, NodeRole::Value(_));
        let help = is_value.then(|| format!("write {}, or leave the key out", T::expected()));
        self.report_wrong_type_with_help(node, help)
    }

    /// Reports that a node is not a list.
    pub(super) fn report_not_a_list<T: FromNode, I: FromNode>(&mut self, node: ReadNode<'_>) -> Option<T> {
        let help = match &node.node.content {
            _ if node.is_null() => return self.report_null(node),
            NodeContent::Scalar { text, .. } => Some(as_list_help(text, I::ACCEPTS.scalar, &I::expected())),
            NodeContent::Map(entries) if is_in_braces(node.node, entries) => {
                // If items may be words, every entry becomes an item, as in `[elite: [melee], bow]`; if not,
                // the map becomes the only item
                let (open, close) = if I::ACCEPTS.scalar { ("[", "]") } else { ("[{", "}]") };
                return self.report(node, ReadFault::WrongBrackets { expected: T::expected(), open, close });
            }
            NodeContent::Map(entries) => {
                let first = entries.first().and_then(|(key, _)| key.as_str()).unwrap_or("…");
                Some(format!("begin each item with a hyphen: `- {}: …`", shorten(first)))
            }
            NodeContent::Seq(_) => None,
        };
        self.report_wrong_type_with_help(node, help)
    }

    /// Returns `false`, having reported it, if a node is an empty map or list.
    pub fn is_filled(&mut self, node: ReadNode<'_>) -> bool {
        let what = match &node.node.content {
            NodeContent::Map(entries) if entries.is_empty() => "an empty map",
            NodeContent::Seq(items) if items.is_empty() => "an empty list",
            _ => return true,
        };
        self.report::<()>(node, ReadFault::Empty { what });
        false
    }

    /// Warns of a number with leading zeros.
    pub fn warn_of_leading_zero(&mut self, node: ReadNode<'_>) {
        let Some(text) = node.node.as_str() else { return };
        if let Some(bare) = without_leading_zeros(text) {
            let message = format!("\"{}\" begins with a 0 and is read as {bare}", shorten(text));
            let finding =
                Finding::new(Code::BadValue, node.label_span(), message).with_severity(Severity::Warning);
            self.faults.add(
                finding.with_help(format!("write `{bare}`")).with_verbatim_edit(node.label_span(), bare),
            );
        }
    }

    /// Returns the text of a node that a `T` is read from.
    ///
    /// Returns `None`, having reported it, if the node is not text, or if it contains a typographic mistake
    /// that is an error.
    pub fn text<'t, T: FromNode>(&mut self, node: ReadNode<'t>) -> Option<&'t str> {
        let NodeContent::Scalar { text, .. } = &node.node.content else {
            return self.report_wrong_type::<T>(node).and(None);
        };
        if node.is_null() {
            return self.report_wrong_type::<T>(node).and(None);
        }
        let (key, is_item) = match node.role {
            NodeRole::Value(key) => (key.as_str(), false),
            NodeRole::Item(key) => (key.and_then(|key| key.as_str()), true),
            NodeRole::Root => (None, false),
            NodeRole::Key => return self.key_text(node, text),
        };
        match check_typography(key, is_item, text) {
            Some((error, Severity::Error)) => self.report(node, ReadFault::Refused(error)),
            Some((error, severity)) => {
                self.faults.add(node_finding(node, ReadFault::Refused(error)).with_severity(severity));
                Some(text)
            }
            None => Some(text),
        }
    }

    /// Returns the text of a key or of a word of an enum.
    ///
    /// Returns `None`, having reported it, if the text contains a character that only looks like a space.
    pub(super) fn key_text<'t>(&mut self, node: ReadNode<'_>, text: &'t str) -> Option<&'t str> {
        match odd_space_error(text) {
            Some(error) => self.report(node, ReadFault::Refused(error)),
            None => Some(text),
        }
    }

    /// Returns the word of an enum that a node is. Returns `None`, having reported it, if the node is none of
    /// `known`.
    pub fn word(&mut self, node: ReadNode<'_>, known: &'static [&'static str]) -> Option<&'static str> {
        let NodeContent::Scalar { text, .. } = &node.node.content else {
            return self.report(node, ReadFault::WrongKindForWord { known });
        };
        if node.is_null() {
            return self.report(node, ReadFault::WrongKindForWord { known });
        }
        let text = self.key_text(node, text)?;
        match known.iter().find(|word| **word == text) {
            Some(word) => Some(word),
            None => self.report(node, ReadFault::UnknownWord { known }),
        }
    }

    /// Reports an error in the text of a node, found by the type that it was parsed as.
    pub fn refuse<T>(&mut self, node: ReadNode<'_>, error: ValueError) -> Option<T> {
        self.report(node, ReadFault::Refused(error))
    }
}

/// Returns `true` if a map is written in braces.
fn is_in_braces(map: &Node<'_>, entries: &[(Node<'_>, Node<'_>)]) -> bool {
    let (Some((first, _)), Some((last_key, last_value))) = (entries.first(), entries.last()) else {
        return false;
    };
    map.span.start < first.span.start && last_key.span.end.max(last_value.span.end) < map.span.end
}
