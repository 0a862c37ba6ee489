//! Removes from a ruleset or book what the file that extends it lists under `drop`.

use crate::finding::{Code, Finding, SubjectKind};
use crate::format::ruleset::Ruleset;
use crate::yaml::{Node, NodeContent, nearest_name};

/// The start of the paths of what a ruleset gives every book, without the id of the ruleset.
pub(super) const EVERY_BOOK_ENTRIES: &str = "every-book/entries/";

/// Removes from a ruleset what the ruleset that extends it lists under `drop`.
pub(super) fn drop_from_ruleset(base: &mut Node<'_>, overlay: &Node<'_>, findings: &mut Vec<Finding>) {
    if let Some(Node { content: NodeContent::Seq(paths), .. }) = overlay.get("drop") {
        for path in paths {
            let Some(text) = path.as_str() else { continue };
            if !remove_path(base, text) {
                let near = nearest_path(base, text, &[]);
                let message = format!("there is no \"{text}\" to drop");
                findings.push(with_help_for_path(bad_drop(path, text, message), near, text));
            }
        }
    }
    base.remove("drop");
}

/// Where the `drop` of a book that extends another looks up its paths.
pub(super) struct DropNames<'d> {
    /// The ids of the books that it extends, nearest first, of which the first is the one that is changed.
    pub(super) base_ids: &'d [String],
    /// The ruleset.
    pub(super) ruleset: &'d Ruleset,
    /// The ids of the ruleset and of those that it extends, nearest first.
    pub(super) ruleset_ids: &'d [String],
}

/// What a path under `drop` means.
enum DropTarget {
    /// A part of the base, by its path there.
    OfBase(String),
    /// A limit or charge of the ruleset, or an entry of every book, which stays under `drop`.
    OfRuleset,
    /// Nothing, for the reason in the finding.
    Nothing(Finding),
}

/// Removes from a book what the book that extends it lists under `drop`. What is of the ruleset stays there, with
/// what the base drops of the ruleset.
///
/// Returns the ids of the entries that were removed.
pub(super) fn drop_from_book<'n>(
    base: &mut Node<'n>,
    overlay: &mut Node<'n>,
    names: &DropNames<'_>,
    findings: &mut Vec<Finding>,
) -> Vec<String> {
    let mut kept: Vec<Node<'n>> = match base.get("drop").map(|drop| &drop.content) {
        Some(NodeContent::Seq(paths)) => paths.clone(),
        _ => Vec::new(),
    };
    let dropped: Vec<String> =
        kept.iter().filter_map(|path| Some(names.in_ruleset(path.as_str()?))).collect();
    let Some(Node { content: NodeContent::Seq(paths), .. }) = overlay.get_mut("drop") else {
        return Vec::new();
    };
    let mut entries = Vec::new();
    for path in std::mem::take(paths) {
        // The reader reports what is no text
        let Some(text) = path.as_str() else {
            kept.push(path);
            continue;
        };
        match names.target(base, &path, text, &dropped) {
            DropTarget::OfRuleset => kept.push(path),
            DropTarget::Nothing(finding) => findings.push(finding),
            DropTarget::OfBase(part) => {
                remove_path(base, &part);
                forget_as_ally(base, &part);
                entries.extend(part.strip_prefix("entries/").map(str::to_owned));
            }
        }
    }
    *paths = kept;
    entries
}

impl DropNames<'_> {
    /// Returns a path without the id of the ruleset, if it begins with one.
    fn in_ruleset(&self, path: &str) -> String {
        without_owner(path, self.ruleset_ids).unwrap_or(path).to_owned()
    }

    /// Finds what a path means. `dropped` are the limits and charges of the ruleset that the base drops.
    fn target(&self, base: &Node<'_>, at: &Node<'_>, text: &str, dropped: &[String]) -> DropTarget {
        let of_base = without_owner(text, self.base_ids);
        let of_ruleset = without_owner(text, self.ruleset_ids).filter(|_| of_base.is_none());
        let part = of_base.or(of_ruleset).unwrap_or(text);
        let in_base = of_ruleset.is_none() && has_path(base, part);
        let may_be_of_ruleset = of_base.is_none();
        let limit = part.strip_prefix("limits/").filter(|_| may_be_of_ruleset);
        let charge = part.strip_prefix("charges/").filter(|_| may_be_of_ruleset);
        let entry = part.strip_prefix(EVERY_BOOK_ENTRIES).filter(|_| may_be_of_ruleset);
        let every = self.ruleset.every_book.as_ref();
        let of_every_book = |id: &str| every.is_some_and(|every| every.entries.get(id).is_some());
        let in_ruleset = limit.is_some_and(|id| self.ruleset.limits.get(id).is_some())
            || charge.is_some_and(|id| self.ruleset.charges.get(id).is_some())
            || entry.is_some_and(of_every_book);
        let is_dropped = dropped.iter().any(|path| path == part);
        let (book, ruleset) =
            (self.base_ids.first().map_or("", String::as_str), self.ruleset.ruleset.as_str());
        if in_base && in_ruleset && !is_dropped {
            let message = format!("\"{part}\" is in \"{book}\" and in \"{ruleset}\"");
            let help = format!("write {book}/{part} or {ruleset}/{part}");
            DropTarget::Nothing(bad_drop(at, text, message).with_help(help))
        } else if in_base {
            DropTarget::OfBase(part.to_owned())
        } else if in_ruleset && is_dropped {
            let message = format!("\"{book}\" already drops \"{part}\" of \"{ruleset}\"");
            DropTarget::Nothing(bad_drop(at, text, message).with_help("leave it out"))
        } else if in_ruleset {
            DropTarget::OfRuleset
        } else {
            let place = match (of_base, of_ruleset) {
                (Some(_), _) => format!("in \"{book}\""),
                (None, Some(_)) => format!("in \"{ruleset}\""),
                (None, None) => format!("in \"{book}\" or \"{ruleset}\""),
            };
            let limits = self.ruleset.limits.keys().filter(|_| limit.is_some());
            let charges = self.ruleset.charges.keys().filter(|_| charge.is_some());
            let others: Vec<&str> = limits.chain(charges).map(|id| id.as_str()).collect();
            let near = nearest_path(base, part, &others);
            let finding = bad_drop(at, text, format!("there is no \"{part}\" to drop {place}"));
            DropTarget::Nothing(match part.strip_prefix("entries/").filter(|id| of_every_book(id)) {
                Some(id) => finding.with_help(format!("write {EVERY_BOOK_ENTRIES}{id}")),
                None => with_help_for_path(finding, near, part),
            })
        }
    }
}

/// Removes what an `as-ally` says about a limit or entry that is no longer there.
fn forget_as_ally(base: &mut Node<'_>, path: &str) {
    let Some(changes) = base.get_mut("as-ally") else { return };
    if let Some(Node { content: NodeContent::Seq(paths), .. }) = changes.get_mut("drop") {
        paths.retain(|known| known.as_str() != Some(path));
    }
    if let (Some(id), Some(entries)) = (path.strip_prefix("entries/"), changes.get_mut("entries")) {
        entries.remove(id);
    }
}

/// Returns the rest of a path that begins with one of these ids.
fn without_owner<'p>(path: &'p str, owners: &[String]) -> Option<&'p str> {
    owners.iter().find_map(|owner| path.strip_prefix(owner.as_str())?.strip_prefix('/'))
}

/// Returns `true` if a file has something at a path.
fn has_path(root: &Node<'_>, path: &str) -> bool {
    path.split('/').try_fold(root, |node, step| node.get(step)).is_some()
}

/// Removes what is at a path of a file. Returns `false` if there is nothing.
fn remove_path(root: &mut Node<'_>, path: &str) -> bool {
    let (parent, key) = path.rsplit_once('/').unwrap_or(("", path));
    let steps = parent.split('/').filter(|step| !step.is_empty());
    let parent = steps.into_iter().try_fold(root, |node, step| node.get_mut(step));
    parent.is_some_and(|node| node.remove(key))
}

/// Returns the path with the nearest key among those beside it and `others`.
fn nearest_path(root: &Node<'_>, path: &str, others: &[&str]) -> Option<String> {
    let (parent, key) = path.rsplit_once('/').unwrap_or(("", path));
    let mut steps = parent.split('/').filter(|step| !step.is_empty());
    let items = match steps.try_fold(root, |node, step| node.get(step)).map(|node| &node.content) {
        Some(NodeContent::Map(items)) => items.as_slice(),
        _ => &[],
    };
    let known = items.iter().filter_map(|(id, _)| id.as_str()).chain(others.iter().copied());
    let near = nearest_name(key, known)?;
    Some(if parent.is_empty() { near.to_owned() } else { format!("{parent}/{near}") })
}

fn bad_drop(at: &Node<'_>, text: &str, message: String) -> Finding {
    Finding::new(Code::BadValue, at.span, message).with_subject(SubjectKind::Word, text)
}

/// Adds the nearest path as the help, or what a path looks like.
fn with_help_for_path(finding: Finding, near: Option<String>, path: &str) -> Finding {
    match near {
        Some(near) => finding.with_help(format!("did you mean \"{near}\"?")),
        None if !path.contains('/') => {
            finding.with_help("name the section and the id, such as limits/one-general")
        }
        None => finding,
    }
}
