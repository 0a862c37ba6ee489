//! Collects the findings of one file: each once, up to a limit.

use std::collections::HashSet;

use crate::finding::{self, Code, Finding, Span};

/// How many findings are listed; further ones are only counted. Fewer than the thousand that reports print,
/// so that the count is printed too.
const MAX_LISTED: usize = 900;

/// A list of findings that drops repeated ones and only counts those beyond a limit.
#[derive(Debug, Default)]
pub(crate) struct FaultList {
    list: Vec<Finding>,
    seen: HashSet<(Span, Code, String)>,
    /// How many findings are only counted.
    unlisted: usize,
    /// The position of the first of those.
    first_unlisted: Span,
}

impl FaultList {
    /// Returns `true` if further findings are only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= MAX_LISTED
    }

    /// Adds a finding, unless it has been added before.
    pub(crate) fn add(&mut self, finding: Finding) {
        let span = finding.primary_label().map(|l| l.span).unwrap_or_default();
        if self.is_full() {
            if self.unlisted == 0 {
                self.first_unlisted = span;
            }
            self.unlisted += 1;
        } else if self.seen.insert((span, finding.code, finding.message.clone())) {
            self.list.push(finding);
        }
    }

    /// Adds a finding. If it has been added before, only replaces the help of the earlier one.
    pub(crate) fn add_or_amend(&mut self, finding: Finding) {
        let same = |f: &&mut Finding| {
            f.code == finding.code && f.message == finding.message && f.labels == finding.labels
        };
        match self.list.iter_mut().find(same) {
            Some(before) => before.help = finding.help,
            None => self.add(finding),
        }
    }

    /// Returns the findings in file order, with one more that counts those left out.
    pub(crate) fn into_findings(mut self) -> Vec<Finding> {
        if self.unlisted > 0 {
            let message = format!("{} more faults from here on are not listed", self.unlisted);
            let code = self.list.last().map_or(Code::TooLarge, |f| f.code);
            self.list.push(
                Finding::new(code, self.first_unlisted, message).with_help("fix the listed ones first"),
            );
        }
        finding::sort_and_dedup(&mut self.list);
        self.list
    }
}
