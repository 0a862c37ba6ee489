//! Collects the findings of one file: each once, up to a limit.

use std::collections::HashSet;

use crate::finding::{self, Code, Finding, Span};

/// How many findings are listed; further ones are only counted. Fewer than the thousand that reports print,
/// so that the count is printed too.
const MOST: usize = 900;

/// A list of findings that drops repeated ones and only counts those beyond a limit.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    list: Vec<Finding>,
    seen: HashSet<(Span, Code, String)>,
    /// How many findings are only counted.
    more: usize,
    /// The position of the first of those.
    from: Span,
}

impl Faults {
    /// Returns `true` if further findings are only counted.
    pub(crate) fn full(&self) -> bool {
        self.list.len() >= MOST
    }

    /// Adds a finding, unless it has been added before.
    pub(crate) fn add(&mut self, finding: Finding) {
        let span = finding.primary().map(|l| l.span).unwrap_or_default();
        if self.full() {
            if self.more == 0 {
                self.from = span;
            }
            self.more += 1;
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
    pub(crate) fn finish(mut self) -> Vec<Finding> {
        if self.more > 0 {
            let message = format!("{} more faults from here on are not listed", self.more);
            let code = self.list.last().map_or(Code::TooLarge, |f| f.code);
            self.list.push(Finding::new(code, self.from, message).help("fix the listed ones first"));
        }
        finding::sort(&mut self.list);
        self.list
    }
}
