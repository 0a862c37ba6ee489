//! Builds the tree from the parser's events. Resolves anchors, aliases and merge keys, reports repeated keys,
//! and enforces the limits on depth and size.

use std::borrow::Cow;
use std::collections::HashMap;

use super::faults::Faults;
use super::keys::{self, Entry};
use super::{Kind, Node, Style};
use crate::finding::{Code, FileId, Finding, Span};

/// How many levels deep a file may nest, so that no recursion over the tree can exhaust the stack.
const DEEPEST: usize = 128;
/// How many nodes a file may have with its aliases expanded: a few lines of nested aliases could make
/// billions.
const MOST_NODES: usize = 2_000_000;

/// A finished node with its size.
#[derive(Clone)]
struct Built<'a> {
    node: Node<'a>,
    /// The number of nodes in it, itself included.
    weight: usize,
    /// The number of levels below it.
    height: usize,
}

/// A list or map that is not closed yet.
struct Frame<'a> {
    start: usize,
    /// Whether it is written in brackets or braces.
    flow: bool,
    /// Whether one of its keys was meant as an item of a list.
    slip: bool,
    /// The parser's number of its anchor, or 0.
    anchor: usize,
    weight: usize,
    height: usize,
    content: Content<'a>,
}

/// What an open list or map holds so far.
enum Content<'a> {
    Seq(Vec<Node<'a>>),
    Map { entries: Vec<Entry<'a>>, merged: Vec<Entry<'a>>, key: Key<'a> },
}

/// What the next node of an open map is.
enum Key<'a> {
    /// A key.
    Awaited,
    /// The value of this key.
    Read(Node<'a>),
    /// The value of a faulty key, which is skipped.
    Faulty,
}

/// The tree cannot be built any further. The finding has been recorded.
pub(super) struct Stop;

/// A tree being built.
pub(super) struct Builder<'a> {
    text: &'a str,
    file: FileId,
    stack: Vec<Frame<'a>>,
    root: Option<Node<'a>>,
    anchors: HashMap<usize, Built<'a>>,
    nodes: usize,
    /// The faults found so far.
    pub(super) faults: Faults,
    /// Whether something that was written is not in the tree.
    pub(super) broken: bool,
    /// The start and the end of the last scalar, and whether it was where a key belongs.
    pub(super) last: (usize, usize, bool),
}

impl<'a> Builder<'a> {
    pub(super) fn new(file: FileId, text: &'a str) -> Self {
        Self {
            text,
            file,
            stack: Vec::new(),
            root: None,
            anchors: HashMap::new(),
            nodes: 0,
            faults: Faults::default(),
            broken: false,
            last: (0, 0, false),
        }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    /// Returns `true` if the next node is a key, or the root, which may turn out to be one.
    fn key_awaited(&self) -> bool {
        match self.stack.last().map(|f| &f.content) {
            Some(Content::Map { key, .. }) => matches!(key, Key::Awaited),
            Some(Content::Seq(_)) => false,
            None => true,
        }
    }

    /// Returns the position of the innermost open bracket or brace.
    pub(super) fn open_bracket(&self) -> Option<usize> {
        self.stack
            .iter()
            .rev()
            .find(|f| f.flow && self.text[f.start..].starts_with(['[', '{']))
            .map(|f| f.start)
    }

    /// Adds a scalar.
    pub(super) fn scalar(
        &mut self,
        text: Cow<'a, str>,
        style: Style,
        (mut start, mut end): (usize, usize),
        anchor: usize,
    ) -> Result<(), Stop> {
        self.last = (start, end, self.key_awaited());
        let text = if start == end && style == Style::Plain { Cow::Borrowed("") } else { text };
        if style == Style::Block {
            end = start + self.text[start..end].trim_end().len();
        }
        let in_block_list =
            matches!(self.stack.last(), Some(Frame { flow: false, content: Content::Seq(_), .. }));
        if in_block_list && start == end {
            // Only the dash is written, so point at it
            if let Some(before) = self.text[..start].trim_end().strip_suffix('-') {
                (start, end) = (before.len(), before.len() + 1);
            }
        }
        let node = Node { span: self.span(start, end), kind: Kind::Scalar { text, style } };
        self.push(Built { node, weight: 1, height: 0 }, anchor)
    }

    /// Opens a list or map that begins at byte `at`.
    pub(super) fn open(&mut self, map: bool, flow: bool, at: usize, anchor: usize) -> Result<(), Stop> {
        self.check_depth(1, self.span(at, (at + 1).min(self.text.len())))?;
        let mut start = at;
        if !map && !flow && !self.text[at..].starts_with('-') {
            // The parser reports the first item of such a list, not its dash
            start = self.text[..at].rfind('-').unwrap_or(at);
        }
        let content = if map {
            Content::Map { entries: Vec::new(), merged: Vec::new(), key: Key::Awaited }
        } else {
            Content::Seq(Vec::new())
        };
        self.stack.push(Frame { start, flow, slip: false, anchor, weight: 1, height: 0, content });
        Ok(())
    }

    /// Closes the innermost list or map. `end` is where the parser sees its end, which for a block is far
    /// below its last line.
    pub(super) fn close(&mut self, end: usize) -> Result<(), Stop> {
        let Some(frame) = self.stack.pop() else { return Ok(()) };
        let bracket = frame.flow && self.text[frame.start..].starts_with(['[', '{']);
        let (kind, last) = match frame.content {
            Content::Seq(items) => {
                let last = items.last().map(|n| n.span.end);
                (Kind::Seq(items), last)
            }
            Content::Map { entries, .. } if frame.slip && entries.is_empty() => (Kind::Seq(Vec::new()), None),
            Content::Map { entries, merged, .. } => {
                let last = entries.last().map(|(k, v)| k.span.end.max(v.span.end));
                (Kind::Map(keys::distinct(entries, merged, &mut self.faults)), last)
            }
        };
        let end = if bracket { end } else { last.map_or(end, |n| n as usize) };
        let node = Node { span: self.span(frame.start, end.max(frame.start)), kind };
        self.push(Built { node, weight: frame.weight, height: frame.height + 1 }, frame.anchor)
    }

    /// Adds a copy of the node that an alias refers to.
    pub(super) fn alias(&mut self, id: usize, (start, end): (usize, usize)) -> Result<(), Stop> {
        let span = self.span(start, end);
        let Some(target) = self.anchors.get(&id) else {
            let name = &self.text[start..end];
            let message = format!("\"{name}\" is used inside the value that it names");
            self.faults.add(Finding::new(Code::YamlSyntax, span, message));
            self.pass_over();
            return Ok(());
        };
        let (weight, height) = (target.weight, target.height);
        self.check_weight(weight, span)?;
        self.check_depth(height, span)?;
        if let Some(target) = self.anchors.get(&id) {
            let copy = target.clone();
            self.push(copy, 0)?;
        }
        Ok(())
    }

    /// Reports an alias without an anchor and skips it.
    pub(super) fn unknown_alias(&mut self, name: &str, (start, end): (usize, usize)) {
        let message = format!("\"*{name}\" refers to an anchor that no line above sets");
        let finding = Finding::new(Code::YamlSyntax, self.span(start, end), message);
        let help = format!("write `&{name}` before the value that is meant, or the value itself in quotes");
        self.faults.add(finding.help(help));
        self.pass_over();
    }

    /// Reports a key whose line was not meant to be one. Returns `true` if it was reported.
    fn broken_line(&mut self, key: &Node<'a>) -> bool {
        let slip = keys::slip(self.text, key).map(|finding| self.faults.add(finding)).is_some();
        self.broken |= slip;
        slip
    }

    /// Leaves out a node that has been reported.
    fn pass_over(&mut self) {
        self.broken = true;
        if let Some(Frame { content: Content::Map { key, .. }, .. }) = self.stack.last_mut() {
            *key = if matches!(key, Key::Awaited) { Key::Faulty } else { Key::Awaited };
        }
    }

    /// Reports a node that has `more` levels if that makes the tree too deep.
    fn check_depth(&mut self, more: usize, span: Span) -> Result<(), Stop> {
        if self.stack.len() + more <= DEEPEST {
            return Ok(());
        }
        let message = format!("this is nested deeper than {DEEPEST} levels");
        self.faults.add(Finding::new(Code::TooLarge, span, message));
        self.broken = true;
        Err(Stop)
    }

    /// Counts `more` nodes, and reports `span` if that makes the tree too large.
    fn check_weight(&mut self, more: usize, span: Span) -> Result<(), Stop> {
        self.nodes = self.nodes.saturating_add(more);
        if self.nodes <= MOST_NODES {
            return Ok(());
        }
        let message = "the file has more than 2,000,000 values, with aliases expanded";
        self.faults.add(Finding::new(Code::TooLarge, span, message));
        self.broken = true;
        Err(Stop)
    }

    /// Adds a finished node to the innermost open list or map, or makes it the root.
    fn push(&mut self, built: Built<'a>, anchor: usize) -> Result<(), Stop> {
        self.check_weight(1, built.node.span)?;
        if anchor > 0 {
            self.check_weight(built.weight, built.node.span)?;
            self.anchors.insert(anchor, built.clone());
        }
        let Built { node, weight, height } = built;
        let in_block = self.stack.last().is_some_and(|frame| !frame.flow);
        let slip = in_block && self.key_awaited() && self.broken_line(&node);
        let Some(frame) = self.stack.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        frame.slip |= slip && !node.as_str().is_some_and(|key| key.starts_with('('));
        frame.weight = frame.weight.saturating_add(weight);
        frame.height = frame.height.max(height);
        match &mut frame.content {
            Content::Seq(items) => items.push(node),
            Content::Map { entries, merged, key } => match std::mem::replace(key, Key::Awaited) {
                Key::Awaited if slip => *key = Key::Faulty,
                Key::Awaited if node.as_str().is_some() => *key = Key::Read(node),
                Key::Awaited => {
                    *key = Key::Faulty;
                    self.broken = true;
                    let what = if matches!(node.kind, Kind::Seq(_)) { "list" } else { "map" };
                    let message = format!("a {what} is here, but a key is expected");
                    let finding = Finding::new(Code::WrongType, node.span, message);
                    self.faults.add(finding.help("put quotes around it if it is meant as text"));
                }
                Key::Faulty => {}
                Key::Read(name) if name.is_plain("<<") => match keys::merge_key(node) {
                    Ok(more) => merged.extend(more),
                    Err(span) => {
                        let message = "`<<` takes a map or a list of maps";
                        let place = if span.start == span.end { name.span } else { span };
                        self.faults.add(Finding::new(Code::WrongType, place, message));
                    }
                },
                Key::Read(name) => entries.push((name, node)),
            },
        }
        Ok(())
    }

    /// Removes the last scalar. Used if the parser stops right after it, since it is then only a part of what
    /// was meant.
    pub(super) fn drop_last(&mut self) {
        let end = u32::try_from(self.last.1).unwrap_or(u32::MAX);
        match self.stack.last_mut().map(|f| &mut f.content) {
            Some(Content::Map { entries, key: Key::Awaited, .. }) => {
                entries.pop_if(|(_, value)| value.span.end == end);
            }
            Some(Content::Seq(items)) => {
                items.pop_if(|item| item.span.end == end);
            }
            Some(Content::Map { .. }) | None => {}
        }
    }

    /// Closes what is still open after the parser stopped at `end`. Returns the tree, the faults, and whether
    /// something is missing from the tree.
    pub(super) fn finish(mut self, end: usize) -> (Option<Node<'a>>, Faults, bool) {
        // No alias follows, so anchors need no copies; a tree that is too large has been reported already
        self.stack.iter_mut().for_each(|frame| frame.anchor = 0);
        self.nodes = 0;
        while !self.stack.is_empty() {
            if self.close(end).is_err() {
                self.root = None;
                break;
            }
        }
        // In a broken file, a lone scalar is most likely a key that lacks its colon
        let root = self.root.filter(|n| !self.broken || n.as_str().is_none());
        (root, self.faults, self.broken)
    }
}
