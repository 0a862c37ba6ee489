//! Compiles the limit that stands in place of "at most the agreed size".

use crate::finding::{Code, Finding};
use crate::format::limit::RegionKind;
use crate::format::ruleset::Ruleset;
use crate::read::Located;
use crate::rules::compiled_amounts::{Amount, RatioBase};
use crate::rules::compiled_limits::{Bounds, Limit, Measure};
use crate::rules::compiled_selectors::Selector;
use crate::rules::size_limit::{SIZE_LIMIT_ID, SizeLimit};

use super::Compiler;

impl Compiler {
    /// Reports a scale and a limit on the agreed size in the file of a game without points. A ruleset may inherit them
    /// from one with points, and an event may admit games of both kinds.
    pub(super) fn report_sizes_without_points(&mut self, file: &Ruleset) {
        if file.points.is_none() {
            return;
        }
        let scale = file.scale.as_ref().map(|scale| (scale.span, "there is nothing to scale by"));
        let limit = file.limits.keys().find(|id| id.value == SIZE_LIMIT_ID);
        let limit = limit.map(|id| (id.span, "no size is agreed"));
        for (span, what) in scale.into_iter().chain(limit) {
            if span.file == file.ruleset.span.file {
                let message = format!("{what}, since the game has no points");
                self.report(Finding::new(Code::BadValue, span, message).with_help("leave it out"));
            }
        }
    }

    /// Lets a limit say how much an army may cost. It is `in_book` if a book has it, which has no say in this.
    pub(super) fn replace_size_limit(&mut self, id: &Located<String>, limit: Limit, in_book: bool) {
        let finding = if in_book {
            let message = "how much an army may cost is for the game or the event to say, not for a book";
            Finding::new(Code::BadValue, id.span, message)
                .with_help("write `agreed-size` in the ruleset or the event; here, give the limit another id")
        } else if !depends_on_size_alone(&limit) {
            let message =
                "`agreed-size` is the most that an army may cost, worked out from the agreed points alone";
            Finding::new(Code::BadValue, id.span, message).with_help(
                "write {sum: points, max: {share: 5/4, of: points}} or the like; give other limits another id",
            )
        } else {
            self.rules.size_limit = SizeLimit::Rule(Box::new(limit));
            return;
        };
        self.report(finding);
    }
}

/// Returns `true` if a limit has one greatest amount of all points of the army, which depends on nothing but the agreed
/// size.
fn depends_on_size_alone(limit: &Limit) -> bool {
    let Measure::Points(selector) = &limit.measure else { return false };
    let [Bounds { min: None, max: Some(max), exactly: None, multiple_of: None }] = limit.bounds.as_slice()
    else {
        return false;
    };
    let is_of_size = match &max.amount {
        Amount::Number(_) => true,
        Amount::Computed(computed) => matches!(computed.of, RatioBase::Points),
        Amount::Severities(_) => false,
    };
    is_of_size
        && selector.test == Selector::default().test
        && limit.region == RegionKind::Army
        && limit.when.is_empty()
        && limit.formula.is_none()
        && !limit.by_entry
        && !limit.joined_once
        && limit.severity == crate::finding::Severity::Error
}
