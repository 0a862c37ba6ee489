//! What every finding about one limit has in common.

use crate::army::Army;
use crate::army::regions::Region;
use crate::finding::{Finding, Severity, Span, SubjectKind};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_limits::Limit;
use crate::wording::judged_by_cost;

use super::CheckReport;
use super::regions_of_limits::scope_of;
use super::tags_from_effects::TagChanges;
use super::why_rule_applies::Reasons;

/// A limit that is judged by what the army costs and not by the agreed size.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedByCost {
    /// What the army costs.
    pub(super) cost: Number,
    /// The agreed size, of which too much is not spent; `None` if no size is agreed.
    pub(super) size: Option<Number>,
}

/// What every finding about one limit in one place has in common: the rule, its author's words, why it
/// applies, and by which cost it is judged.
pub(super) struct LimitVerdict<'l> {
    army: &'l Army<'l>,
    limit: &'l Limit,
    place: Region,
    reasons: Reasons,
    tags: TagChanges,
    by_cost: Option<JudgedByCost>,
}

impl<'l> LimitVerdict<'l> {
    /// Creates the verdict of a limit that applies in a place.
    pub(super) fn new(army: &'l Army<'_>, found: &CheckReport, limit: &'l Limit, place: Region) -> Self {
        // An entry's own bounds apply where it may be taken
        let of_entry = limit.entry.map(|kind| &army.rules.kind(kind).when);
        let conditions: Vec<_> = std::iter::once(&limit.when).chain(of_entry).collect();
        let reasons = Reasons::that_hold(army, &conditions, place, limit.contingent);
        let tags = TagChanges::that_matter(army, limit, place);
        Self { army, limit, place, reasons, tags, by_cost: found.judged_by_cost }
    }

    /// Creates the verdict of a limit that could not be checked anywhere.
    pub(super) fn unchecked(army: &'l Army<'_>, found: &CheckReport, limit: &'l Limit) -> Self {
        let place = Region::Army;
        let reasons = Reasons::that_hold(army, &[], place, limit.contingent);
        let tags = TagChanges::that_matter(army, limit, place);
        Self { army, limit, place, reasons, tags, by_cost: found.judged_by_cost }
    }

    /// Returns the message: a statement with everything that it rests on.
    pub(super) fn sentence(&self, statement: &str) -> String {
        let sentence = self.tags.sentence(&self.reasons.sentence(statement));
        match &self.by_cost {
            Some(JudgedByCost { cost, size }) => format!("{sentence}; {}", judged_by_cost(*cost, *size)),
            None => sentence,
        }
    }

    /// Adds to a finding what it is about, the rule and why that applies. `bound` is the place of the broken
    /// bound, if it is another than the rule's, and `message_names_it` whether the message has the rule's
    /// words already.
    pub(super) fn add_to(self, finding: Finding, bound: Option<Span>, message_names_it: bool) -> Finding {
        let Self { limit, .. } = self;
        let words = limit.says.as_deref().unwrap_or(&limit.title);
        let span = bound.unwrap_or(limit.span);
        let finding =
            finding.with_subject(SubjectKind::Rule, &*limit.rule_path).with_scope(scope_of(self.place));
        let finding = finding.with_rule(&limit.rule_path);
        let finding = if message_names_it {
            finding.label_in_message(span, words)
        } else {
            finding.with_label(span, words)
        };
        let mut finding = self.tags.add_to(self.reasons.add_to(finding));
        if let Some(JudgedByCost { cost, size: Some(_) }) = self.by_cost {
            finding.severity = finding.severity.min(Severity::Warning);
            if let Some(points) = &self.army.list.points {
                finding = finding.with_label(points.span, format!("{cost} spent"));
            }
        }
        finding
    }
}
