//! Reads a ruleset or book with everything that it extends, and merges their trees.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::finding::{Code, FileId, Finding, SourceFile, SourceFiles, Span, SubjectKind};
use crate::yaml::{self, Node, Parsed, nearest_name};

use super::rules_file::{BaseFile, RulesFile};

/// The largest number of files that a file extends, directly or through others.
const MAX_BASES: usize = 8;

/// The texts of a file and of everything that it extends.
///
/// The trees borrow from the texts while further texts are added, so the texts are in cells.
#[derive(Default)]
pub(super) struct ChainTexts([OnceCell<Arc<SourceFile>>; MAX_BASES + 1]);

/// A function that returns the file with an id.
pub(super) type FindFile<'f> = &'f dyn Fn(&str) -> Option<RulesFile>;

/// A kind of file that may extend others of its kind, and where these are looked for.
pub(super) struct ExtendableKind<'f> {
    /// The key of the id, which also names the kind in messages: `ruleset` or `book`.
    pub(super) noun: &'static str,
    /// What findings about its ids are about.
    pub(super) subject: SubjectKind,
    /// The code for an id that names nothing.
    pub(super) unknown: Code,
    /// Returns the file with an id. `None` if files that this one extends cannot be looked for at all.
    pub(super) find: Option<FindFile<'f>>,
    /// Returns the ids that there are, for help.
    pub(super) known: &'f dyn Fn() -> Vec<String>,
}

/// A file and the files that it extends, each parsed.
pub(super) struct FileChain<'t> {
    /// The trees, that of the file itself first.
    pub(super) trees: Vec<Parsed<'t>>,
    /// The file itself.
    pub(super) own: FileId,
    /// The files that it extends, nearest first.
    pub(super) bases: Vec<BaseFile>,
    /// The findings so far. Those of the trees are added when they are merged.
    pub(super) findings: Vec<Finding>,
    /// Whether a file could not be read.
    pub(super) is_unreadable: bool,
    /// Whether a file that it extends is missing, or there is a circle.
    pub(super) lacks_base: bool,
}

/// Reads a file and everything that it extends.
pub(super) fn read_chain<'t>(
    found: &RulesFile,
    sources: &SourceFiles,
    texts: &'t ChainTexts,
    kind: &ExtendableKind<'_>,
) -> FileChain<'t> {
    let mut chain = FileChain {
        trees: Vec::new(),
        own: sources.add_shared(Arc::clone(&found.source)),
        bases: Vec::new(),
        findings: Vec::new(),
        is_unreadable: false,
        lacks_base: false,
    };
    let mut next = Some(found.clone());
    for cell in &texts.0 {
        let Some(found) = next.take() else { break };
        let file = sources.add_shared(Arc::clone(&found.source));
        if let Some(fault) = found.unreadable_finding(file) {
            // Without the files that it extends, half of its names would be unknown
            chain.findings = vec![fault];
            chain.is_unreadable = true;
            break;
        }
        chain.findings.extend(found.source.note_old_line_ends(file));
        let source = found.source;
        let tree = yaml::parse_yaml(file, &cell.get_or_init(|| source).text);
        let text = |key: &str| tree.root.as_ref().and_then(|root| root.get(key)?.as_str()).map(str::to_owned);
        if let Some(base) = chain.bases.last_mut() {
            base.name = text("name").unwrap_or_default();
            base.version = text("version").unwrap_or_default();
        }
        let base = tree.root.as_ref().and_then(|root| root.get("extends"));
        let base = base.and_then(|base| Some((base.as_str()?.to_owned(), base.span)));
        chain.trees.push(tree);
        let Some((id, span)) = base else { break };
        next = chain.find_base(&id, span, kind);
        chain.lacks_base = next.is_none();
    }
    chain
}

impl FileChain<'_> {
    /// Finds the next file of the chain. `None` if there is none, with the reason among the findings.
    fn find_base(&mut self, id: &str, span: Span, kind: &ExtendableKind<'_>) -> Option<RulesFile> {
        let find = kind.find?;
        let noun = kind.noun;
        let own = self.trees.first().and_then(|tree| tree.root.as_ref()?.get(noun)?.as_str());
        if own == Some(id) || self.bases.iter().any(|base| base.id == id) || self.trees.len() > MAX_BASES {
            let message = format!("\"{id}\" extends itself through other {noun}s");
            self.findings.push(Finding::new(Code::BadValue, span, message).with_subject(kind.subject, id));
            return None;
        }
        let Some(base) = find(id) else {
            let message = format!("there is no {noun} \"{id}\" to extend");
            let mut finding = Finding::new(kind.unknown, span, message).with_subject(kind.subject, id);
            let known = (kind.known)();
            if let Some(near) = nearest_name(id, known.iter().map(String::as_str)) {
                finding = finding.with_help(format!("did you mean \"{near}\"?"));
            }
            self.findings.push(finding);
            return None;
        };
        self.bases.push(BaseFile {
            id: id.to_owned(),
            found_in: base.found_in.clone(),
            ..BaseFile::default()
        });
        Some(base)
    }
}

/// A function that prepares a base and the file that changes it: what is dropped, and whose sources are cited.
pub(super) type PrepareBase<'p> = &'p mut dyn for<'n> FnMut(&mut Node<'n>, &mut Node<'n>, &mut Vec<Finding>);

/// Merges trees, of which each changes the next, and adds the findings of parsing them.
///
/// Also returns whether a part of a tree is missing.
pub(super) fn merge_trees<'t>(
    trees: Vec<Parsed<'t>>,
    prepare: PrepareBase<'_>,
    findings: &mut Vec<Finding>,
) -> (Option<Node<'t>>, bool) {
    let mut merged: Option<Node<'t>> = None;
    let mut is_partial = false;
    for Parsed { root, findings: faults, is_partial: cut } in trees.into_iter().rev() {
        is_partial |= cut;
        findings.extend(faults);
        merged = match (merged, root) {
            (Some(mut base), Some(mut overlay)) => {
                prepare(&mut base, &mut overlay, findings);
                Some(yaml::overlay_tree(base, overlay))
            }
            (base, root) => base.or(root),
        };
    }
    (merged, is_partial)
}
