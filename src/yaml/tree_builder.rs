//! Builds the tree from the parser's events. Resolves anchors, aliases and merge keys, reports repeated keys,
//! and enforces the limits on depth and size.

use std::borrow::Cow;
use std::collections::HashMap;

use super::finding_collector::FaultList;
use super::report_repeated_and_expand_merge_keys::{self, KeyValue};
use super::{Node, NodeContent, TextStyle};
use crate::finding::{Code, FileId, Finding, Span};

/// How many levels deep a file may nest, so that no recursion over the tree can exhaust the stack.
const MAX_DEPTH: usize = 128;
/// How many nodes a file may have with its aliases expanded: a few lines of nested aliases could make
/// billions.
const MAX_NODES: usize = 2_000_000;

/// A finished node with its size.
#[derive(Clone)]
struct BuiltNode<'a> {
    node: Node<'a>,
    /// The number of nodes in it, itself included.
    weight: usize,
    /// The number of levels below it.
    height: usize,
}

/// A list or map that is not closed yet.
struct OpenNode<'a> {
    start: usize,
    /// Whether it is written in brackets or braces.
    flow: bool,
    /// Whether one of its keys was meant as an item of a list.
    has_item_typo: bool,
    /// The parser's number of its anchor, or 0.
    anchor: usize,
    weight: usize,
    height: usize,
    content: OpenContent<'a>,
}

/// What an open list or map holds so far.
enum OpenContent<'a> {
    Seq(Vec<Node<'a>>),
    Map { entries: Vec<KeyValue<'a>>, merged: Vec<KeyValue<'a>>, key: KeyState<'a> },
}

/// What the next node of an open map is.
enum KeyState<'a> {
    /// A key.
    Awaited,
    /// The value of this key.
    Read(Node<'a>),
    /// The value of a faulty key, which is skipped.
    Faulty,
}

/// The tree cannot be built any further. The finding has been recorded.
pub(super) struct BuildStopped;

/// A tree being built.
pub(super) struct TreeBuilder<'a> {
    text: &'a str,
    file: FileId,
    stack: Vec<OpenNode<'a>>,
    root: Option<Node<'a>>,
    anchors: HashMap<usize, BuiltNode<'a>>,
    nodes: usize,
    /// The faults found so far.
    pub(super) faults: FaultList,
    /// Whether something that was written is not in the tree.
    pub(super) is_partial: bool,
    /// The start and the end of the last scalar, and whether it was where a key belongs.
    pub(super) last_scalar: (usize, usize, bool),
}

impl<'a> TreeBuilder<'a> {
    pub(super) fn new(file: FileId, text: &'a str) -> Self {
        Self {
            text,
            file,
            stack: Vec::new(),
            root: None,
            anchors: HashMap::new(),
            nodes: 0,
            faults: FaultList::default(),
            is_partial: false,
            last_scalar: (0, 0, false),
        }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// Returns `true` if the next node is a key, or the root, which may turn out to be one.
    fn expects_key(&self) -> bool {
        match self.stack.last().map(|f| &f.content) {
            Some(OpenContent::Map { key, .. }) => matches!(key, KeyState::Awaited),
            Some(OpenContent::Seq(_)) => false,
            None => true,
        }
    }

    /// Returns the position of the innermost open bracket or brace.
    pub(super) fn innermost_bracket(&self) -> Option<usize> {
        self.stack
            .iter()
            .rev()
            .find(|f| f.flow && self.text[f.start..].starts_with(['[', '{']))
            .map(|f| f.start)
    }

    /// Adds a scalar.
    pub(super) fn add_scalar(
        &mut self,
        text: Cow<'a, str>,
        style: TextStyle,
        (mut start, mut end): (usize, usize),
        anchor: usize,
    ) -> Result<(), BuildStopped> {
        self.last_scalar = (start, end, self.expects_key());
        let text = if start == end && style == TextStyle::Plain { Cow::Borrowed("") } else { text };
        if style == TextStyle::Block {
            end = start + self.text[start..end].trim_end().len();
        }
        let in_block_list =
            matches!(self.stack.last(), Some(OpenNode { flow: false, content: OpenContent::Seq(_), .. }));
        if in_block_list && start == end {
            // Only the dash is written, so point at it
            if let Some(before) = self.text[..start].trim_end().strip_suffix('-') {
                (start, end) = (before.len(), before.len() + 1);
            }
        }
        let node = Node { span: self.span(start, end), content: NodeContent::Scalar { text, style } };
        self.add_node(BuiltNode { node, weight: 1, height: 0 }, anchor)
    }

    /// Opens a list or map that begins at byte `at`.
    pub(super) fn open_node(
        &mut self,
        map: bool,
        flow: bool,
        at: usize,
        anchor: usize,
    ) -> Result<(), BuildStopped> {
        self.check_depth(1, self.span(at, (at + 1).min(self.text.len())))?;
        let mut start = at;
        if !map && !flow && !self.text[at..].starts_with('-') {
            // The parser reports the first item of such a list, not its dash
            start = self.text[..at].rfind('-').unwrap_or(at);
        }
        let content = if map {
            OpenContent::Map { entries: Vec::new(), merged: Vec::new(), key: KeyState::Awaited }
        } else {
            OpenContent::Seq(Vec::new())
        };
        self.stack.push(OpenNode {
            start,
            flow,
            has_item_typo: false,
            anchor,
            weight: 1,
            height: 0,
            content,
        });
        Ok(())
    }

    /// Closes the innermost list or map. `end` is where the parser sees its end, which for a block is far
    /// below its last line.
    pub(super) fn close_node(&mut self, end: usize) -> Result<(), BuildStopped> {
        let Some(frame) = self.stack.pop() else { return Ok(()) };
        let bracket = frame.flow && self.text[frame.start..].starts_with(['[', '{']);
        let (kind, last) = match frame.content {
            OpenContent::Seq(items) => {
                let last = items.last().map(|n| n.span.end);
                (NodeContent::Seq(items), last)
            }
            OpenContent::Map { entries, .. } if frame.has_item_typo && entries.is_empty() => {
                (NodeContent::Seq(Vec::new()), None)
            }
            OpenContent::Map { entries, merged, .. } => {
                let last = entries.last().map(|(k, v)| k.span.end.max(v.span.end));
                (
                    NodeContent::Map(report_repeated_and_expand_merge_keys::without_duplicates(
                        entries,
                        merged,
                        &mut self.faults,
                    )),
                    last,
                )
            }
        };
        let end = if bracket { end } else { last.map_or(end, |n| n as usize) };
        let node = Node { span: self.span(frame.start, end.max(frame.start)), content: kind };
        self.add_node(BuiltNode { node, weight: frame.weight, height: frame.height + 1 }, frame.anchor)
    }

    /// Adds a copy of the node that an alias refers to.
    pub(super) fn add_alias(&mut self, id: usize, (start, end): (usize, usize)) -> Result<(), BuildStopped> {
        let span = self.span(start, end);
        let Some(target) = self.anchors.get(&id) else {
            let name = &self.text[start..end];
            let message = format!("\"{name}\" is used inside the value that it names");
            self.faults.add(Finding::new(Code::YamlSyntax, span, message));
            self.skip_node();
            return Ok(());
        };
        let (weight, height) = (target.weight, target.height);
        self.check_weight(weight, span)?;
        self.check_depth(height, span)?;
        if let Some(target) = self.anchors.get(&id) {
            let copy = target.clone();
            self.add_node(copy, 0)?;
        }
        Ok(())
    }

    /// Reports an alias without an anchor and skips it.
    pub(super) fn report_unknown_alias(&mut self, name: &str, (start, end): (usize, usize)) {
        let message = format!("\"*{name}\" refers to an anchor that no line above sets");
        let finding = Finding::new(Code::YamlSyntax, self.span(start, end), message);
        let help = format!("write `&{name}` before the value that is meant, or the value itself in quotes");
        self.faults.add(finding.with_help(help));
        self.skip_node();
    }

    /// Reports a key whose line was not meant to be one. Returns `true` if it was reported.
    fn report_line_typo(&mut self, key: &Node<'a>) -> bool {
        let slip = report_repeated_and_expand_merge_keys::key_line_typo(self.text, key)
            .map(|finding| self.faults.add(finding))
            .is_some();
        self.is_partial |= slip;
        slip
    }

    /// Leaves out a node that has been reported.
    fn skip_node(&mut self) {
        self.is_partial = true;
        if let Some(OpenNode { content: OpenContent::Map { key, .. }, .. }) = self.stack.last_mut() {
            *key = if matches!(key, KeyState::Awaited) { KeyState::Faulty } else { KeyState::Awaited };
        }
    }

    /// Reports a node that has `more` levels if that makes the tree too deep.
    fn check_depth(&mut self, more: usize, span: Span) -> Result<(), BuildStopped> {
        if self.stack.len() + more <= MAX_DEPTH {
            return Ok(());
        }
        let message = format!("this is nested deeper than {MAX_DEPTH} levels");
        self.faults.add(Finding::new(Code::TooLarge, span, message));
        self.is_partial = true;
        Err(BuildStopped)
    }

    /// Counts `more` nodes, and reports `span` if that makes the tree too large.
    fn check_weight(&mut self, more: usize, span: Span) -> Result<(), BuildStopped> {
        self.nodes = self.nodes.saturating_add(more);
        if self.nodes <= MAX_NODES {
            return Ok(());
        }
        let message = "the file has more than 2,000,000 values, with aliases expanded";
        self.faults.add(Finding::new(Code::TooLarge, span, message));
        self.is_partial = true;
        Err(BuildStopped)
    }

    /// Adds a finished node to the innermost open list or map, or makes it the root.
    fn add_node(&mut self, built: BuiltNode<'a>, anchor: usize) -> Result<(), BuildStopped> {
        self.check_weight(1, built.node.span)?;
        if anchor > 0 {
            self.check_weight(built.weight, built.node.span)?;
            self.anchors.insert(anchor, built.clone());
        }
        let BuiltNode { node, weight, height } = built;
        let in_block = self.stack.last().is_some_and(|frame| !frame.flow);
        let slip = in_block && self.expects_key() && self.report_line_typo(&node);
        let Some(frame) = self.stack.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        frame.has_item_typo |= slip && !node.as_str().is_some_and(|key| key.starts_with('('));
        frame.weight = frame.weight.saturating_add(weight);
        frame.height = frame.height.max(height);
        match &mut frame.content {
            OpenContent::Seq(items) => items.push(node),
            OpenContent::Map { entries, merged, key } => match std::mem::replace(key, KeyState::Awaited) {
                KeyState::Awaited if slip => *key = KeyState::Faulty,
                KeyState::Awaited if node.as_str().is_some() => *key = KeyState::Read(node),
                KeyState::Awaited => {
                    *key = KeyState::Faulty;
                    self.is_partial = true;
                    let what = if matches!(node.content, NodeContent::Seq(_)) { "list" } else { "map" };
                    let message = format!("a {what} is here, but a key is expected");
                    let finding = Finding::new(Code::WrongType, node.span, message);
                    self.faults.add(finding.with_help("put quotes around it if it is meant as text"));
                }
                KeyState::Faulty => {}
                KeyState::Read(name) if name.is_plain("<<") => {
                    match report_repeated_and_expand_merge_keys::entries_of_merge_value(node) {
                        Ok(more) => merged.extend(more),
                        Err(span) => {
                            let message = "`<<` takes a map or a list of maps";
                            let place = if span.start == span.end { name.span } else { span };
                            self.faults.add(Finding::new(Code::WrongType, place, message));
                        }
                    }
                }
                KeyState::Read(name) => entries.push((name, node)),
            },
        }
        Ok(())
    }

    /// Removes the last scalar. Used if the parser stops right after it, since it is then only a part of what
    /// was meant.
    pub(super) fn drop_last_scalar(&mut self) {
        let end = u32::try_from(self.last_scalar.1).unwrap_or(u32::MAX);
        match self.stack.last_mut().map(|f| &mut f.content) {
            Some(OpenContent::Map { entries, key: KeyState::Awaited, .. }) => {
                entries.pop_if(|(_, value)| value.span.end == end);
            }
            Some(OpenContent::Seq(items)) => {
                items.pop_if(|item| item.span.end == end);
            }
            Some(OpenContent::Map { .. }) | None => {}
        }
    }

    /// Closes what is still open after the parser stopped at `end`. Returns the tree, the faults, and whether
    /// something is missing from the tree.
    pub(super) fn finish(mut self, end: usize) -> (Option<Node<'a>>, FaultList, bool) {
        // No alias follows, so anchors need no copies; a tree that is too large has been reported already
        self.stack.iter_mut().for_each(|frame| frame.anchor = 0);
        self.nodes = 0;
        while !self.stack.is_empty() {
            if self.close_node(end).is_err() {
                self.root = None;
                break;
            }
        }
        // In a broken file, a lone scalar is most likely a key that lacks its colon
        let root = self.root.filter(|n| !self.is_partial || n.as_str().is_none());
        (root, self.faults, self.is_partial)
    }
}
