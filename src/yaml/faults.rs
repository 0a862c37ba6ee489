//! The findings of one file as they come, each once, and no flood of them.

use std::collections::HashSet;

use crate::finding::{self, Code, Finding, Span};

/// How many are listed; the rest is only counted. Fewer than the thousand that are printed, so that the count is seen.
const MOST: usize = 900;

/// A growing list of findings.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    list: Vec<Finding>,
    seen: HashSet<(Span, Code, String)>,
    more: usize,
    from: Span,
}

impl Faults {
    /// Whether further findings are only counted.
    pub(crate) fn full(&self) -> bool {
        self.list.len() >= MOST
    }

    /// Adds a finding, if the same was not added before.
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

    /// Adds a finding, or puts its help in place of that of the same one added before.
    pub(crate) fn add_or_amend(&mut self, finding: Finding) {
        let same = |f: &&mut Finding| {
            f.code == finding.code && f.message == finding.message && f.labels == finding.labels
        };
        match self.list.iter_mut().find(same) {
            Some(before) => before.help = finding.help,
            None => self.add(finding),
        }
    }

    /// All of them in order, with one that says how many were left out.
    pub(crate) fn finish(mut self) -> Vec<Finding> {
        if self.more > 0 {
            let message = format!("{} more faults from here on are not listed", self.more);
            let code = self.list.last().map_or(Code::TooLarge, |f| f.code);
            self.list.push(Finding::new(code, self.from, message).help("mend the listed ones first"));
        }
        finding::sort(&mut self.list);
        self.list
    }
}
