//! The kinds of mistakes to put into a list: each is an edit of its text.

use std::ops::Range;

use muster::finding::FileId;
use muster::yaml::{self, Node, NodeContent as NodeKind, TextStyle};

/// The kinds of mistakes.
pub(crate) const KINDS: &[&str] = &[
    "misspelt word",
    "other word",
    "misspelt key",
    "other key",
    "blank value",
    "wrong type",
    "key twice",
    "key twice with another value",
    "key dropped",
    "row dropped",
    "row twice",
    "other number",
    "other name",
    "indentation",
];

/// What findings a mistake may cause besides the one about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consequences {
    /// None: the part with the mistake cannot be read, is unknown, or is given twice, so nothing may be
    /// concluded from it.
    Nothing,
    /// One finding for everyone who refers to a name that no longer exists.
    Names,
    /// Any: the list can be read, and is another army.
    Rules,
}

/// Bytes to replace, and the text to replace them with.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
}

/// One mistake.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    pub(crate) kind: &'static str,
    pub(crate) follows: Consequences,
    pub(crate) edits: Vec<Edit>,
    /// The range of the text with the mistake.
    pub(crate) words: (usize, usize),
}

impl Mistake {
    fn new(kind: &'static str, follows: Consequences, words: Range<usize>, edit: Edit) -> Self {
        Self { kind, follows, edits: vec![edit], words: (words.start, words.end) }
    }

    /// Returns `true` if this mistake and another one affect different text.
    pub(crate) fn is_apart_from(&self, other: &Self) -> bool {
        self.words.1 < other.words.0 || other.words.1 < self.words.0
    }

    pub(crate) fn describe(&self, text: &str) -> String {
        let edit = &self.edits[0];
        let before = text[..edit.range.start].rfind('\n').map_or(0, |at| at + 1);
        format!(
            "{} at {}: {:?} for {:?} after {:?}",
            self.kind,
            edit.range.start,
            edit.text,
            &text[edit.range.clone()],
            &text[before..edit.range.start]
        )
    }
}

/// Returns a text with some mistakes in it.
pub(crate) fn with_mistakes(text: &str, mistakes: &[&Mistake]) -> String {
    let mut edits: Vec<&Edit> = mistakes.iter().flat_map(|mistake| &mistake.edits).collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    let mut made = text.to_owned();
    for edit in edits {
        made.replace_range(edit.range.clone(), &edit.text);
    }
    made
}

/// Returns every mistake to try on a list.
pub(crate) fn mistakes(text: &str) -> Vec<Mistake> {
    let parsed = yaml::parse_yaml(FileId::CHECKED, text);
    let mut all = Vec::new();
    if let Some(root) = &parsed.root {
        MistakeCollector { text, all: &mut all }.of_node(root, None);
    }
    indentation(text, &mut all);
    all
}

fn range(node: &Node<'_>) -> Range<usize> {
    node.span.start as usize..node.span.end as usize
}

/// Keys with free text, so that any other word is equally valid.
const FREE: &[&str] = &["army", "notes", "player", "club", "because"];

struct MistakeCollector<'t> {
    text: &'t str,
    all: &'t mut Vec<Mistake>,
}

impl MistakeCollector<'_> {
    fn add(
        &mut self,
        kind: &'static str,
        follows: Consequences,
        words: Range<usize>,
        range: Range<usize>,
        to: &str,
    ) {
        let edit = Edit { range, text: to.to_owned() };
        self.all.push(Mistake::new(kind, follows, words, edit));
    }

    /// `key` is the key of the node, and the position where the key or the list item begins.
    fn of_node(&mut self, node: &Node<'_>, key: Option<(&str, usize)>) {
        let whole = key.map_or_else(|| range(node), |(_, start)| start..range(node).end);
        match &node.content {
            NodeKind::Scalar { text, style } => {
                if let Some((key, _)) = key {
                    self.of_scalar(node, text, *style, key, whole);
                }
            }
            NodeKind::Seq(items) => {
                let word = key.map(|(key, _)| key);
                for (at, item) in items.iter().enumerate() {
                    self.of_node(item, word.map(|word| (word, range(item).start)));
                    self.of_item(items, at);
                }
            }
            NodeKind::Map(pairs) => {
                for (at, (key, value)) in pairs.iter().enumerate() {
                    self.of_key(pairs, at);
                    self.of_node(value, key.as_str().map(|word| (word, range(key).start)));
                }
            }
        }
    }

    fn of_scalar(&mut self, node: &Node<'_>, text: &str, style: TextStyle, key: &str, whole: Range<usize>) {
        let own = range(node);
        if own.is_empty() {
            return;
        }
        self.add("wrong type", Consequences::Nothing, whole.clone(), own.clone(), "[[qxz]]");
        if let Ok(number) = text.parse::<i64>() {
            self.add("wrong type", Consequences::Nothing, whole.clone(), own.clone(), "many");
            for other in [0, 1, number - 1, number + 1, number * 50] {
                let other = other.to_string();
                if other != text {
                    self.add("other number", Consequences::Rules, whole.clone(), own.clone(), &other);
                }
            }
            return;
        }
        if style == TextStyle::Block || FREE.contains(&key) || matches!(text, "true" | "false") {
            return;
        }
        if key == "name" {
            self.add("other name", Consequences::Names, whole, own, "Qxzzvw");
            return;
        }
        if style == TextStyle::Plain
            && let Some(near) = misspelt(text)
        {
            self.add("misspelt word", Consequences::Nothing, whole.clone(), own.clone(), &near);
        }
        self.add("other word", Consequences::Nothing, whole, own, "qxzzvw");
    }

    fn of_key(&mut self, pairs: &[(Node<'_>, Node<'_>)], at: usize) {
        let (key, value) = &pairs[at];
        let Some(word) = key.as_str() else { return };
        let (own, whole) = (range(key), range(key).start..range(value).end);
        if let Some(near) = misspelt(word) {
            self.add("misspelt key", Consequences::Nothing, whole.clone(), own.clone(), &near);
        }
        // Two different keys of a map must not become the same key
        let letter = char::from(b'a' + u8::try_from(own.start % 26).unwrap());
        let other = format!("qxz{letter}vw{letter}");
        self.add("other key", Consequences::Nothing, whole.clone(), own.clone(), &other);
        // Without places or names, the finding is about the incomplete option
        let of_option = matches!(word, "places" | "names");
        if !range(value).is_empty() && matches!(value.content, NodeKind::Scalar { .. }) && !of_option {
            self.add("blank value", Consequences::Nothing, whole.clone(), range(value), "");
        }
        let one_line = !self.text[whole.clone()].contains('\n');
        let line = self.text[..own.start].rfind('\n').map_or(0, |at| at + 1);
        let indent = &self.text[line..own.start];
        let block = indent.chars().all(|c| matches!(c, ' ' | '-'));
        if one_line && matches!(value.content, NodeKind::Map(_) | NodeKind::Seq(_)) {
            self.add("wrong type", Consequences::Nothing, whole.clone(), range(value), "qxzzvw");
        }
        if !one_line {
            return;
        }
        let between = if block { format!("\n{}", " ".repeat(indent.len())) } else { ", ".to_owned() };
        let again = format!("{}{between}", &self.text[whole.clone()]);
        self.add("key twice", Consequences::Nothing, whole.clone(), own.start..own.start, &again);
        if value.as_str().is_some_and(|text| text.parse::<i64>().is_ok()) {
            // There are six colours
            let other = if word == "colour" { 6 } else { 4000 };
            let again = format!("{word}: {other}{between}");
            self.add(
                "key twice with another value",
                Consequences::Nothing,
                whole.clone(),
                own.start..own.start,
                &again,
            );
        }
        let end = whole.end + self.text[whole.end..].find('\n').map_or(0, |at| at + 1);
        let drop = if block && indent.contains('-') {
            return;
        } else if block {
            line..end
        } else if let Some((next, _)) = pairs.get(at + 1) {
            own.start..range(next).start
        } else if let Some((_, before)) = at.checked_sub(1).map(|at| &pairs[at]) {
            range(before).end..whole.end
        } else {
            whole.clone()
        };
        let follows = if word == "name" { Consequences::Names } else { Consequences::Rules };
        self.add("key dropped", follows, whole, drop, "");
    }

    fn of_item(&mut self, items: &[Node<'_>], at: usize) {
        let own = range(&items[at]);
        if self.text[own.clone()].contains('\n') || own.is_empty() {
            return;
        }
        let line = self.text[..own.start].rfind('\n').map_or(0, |at| at + 1);
        let indent = &self.text[line..own.start];
        if indent.chars().all(|c| matches!(c, ' ' | '-')) && !indent.is_empty() {
            let end = own.end + self.text[own.end..].find('\n').map_or(0, |at| at + 1);
            let row = self.text[line..end].to_owned();
            self.add("row dropped", Consequences::Rules, own.clone(), line..end, "");
            self.add("row twice", Consequences::Rules, own, line..line, &row);
            return;
        }
        let again = format!("{}, ", &self.text[own.clone()]);
        self.add("row twice", Consequences::Rules, own.clone(), own.start..own.start, &again);
        let drop = match (items.get(at + 1), at.checked_sub(1).map(|at| &items[at])) {
            (Some(next), _) => own.start..range(next).start,
            (None, Some(before)) => range(before).end..own.end,
            (None, None) => own.clone(),
        };
        self.add("row dropped", Consequences::Rules, own, drop, "");
    }
}

/// Returns a word with two neighbouring letters swapped. `None` if it is short, or has no two different ones.
fn misspelt(word: &str) -> Option<String> {
    let letters: Vec<char> = word.chars().collect();
    let at = (1..letters.len().saturating_sub(1)).find(|at| {
        let (a, b) = (letters[*at], letters[at + 1]);
        a != b && a.is_alphabetic() && b.is_alphabetic()
    })?;
    let mut other = letters.clone();
    other.swap(at, at + 1);
    (letters.len() > 4).then(|| other.into_iter().collect())
}

/// Indents a line by one more space.
fn indentation(text: &str, all: &mut Vec<Mistake>) {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let own = line.trim_end();
        if !own.trim_start().is_empty() && !own.trim_start().starts_with('#') && start > 0 {
            let edit = Edit { range: start..start, text: " ".to_owned() };
            // The line before may be reported, if it needs more
            let before = text[..start - 1].rfind('\n').map_or(0, |at| at + 1);
            // and the line after may be reported, if it no longer fits this one
            let after = text[start + line.len()..].split_inclusive('\n');
            let notes =
                after.take_while(|line| line.trim_start().starts_with('#')).map(str::len).sum::<usize>();
            let end = start + line.len() + notes;
            let end = end + text[end..].find('\n').unwrap_or(0);
            all.push(Mistake::new("indentation", Consequences::Nothing, before..end, edit));
        }
        start += line.len();
    }
}
