//! Compiles the steps in which an amount is counted.

use crate::finding::{Code, Finding};
use crate::format::limit::FractionRounding;
use crate::format::read_exact_numbers::Number;
use crate::read::Located;
use crate::rules::compiled_steps::{LastStep, Steps};

use super::Compiler;

/// The keys that say how an amount is counted in steps.
#[derive(Clone, Copy, Default)]
pub(super) struct WrittenSteps<'w> {
    pub(super) above: Option<&'w Located<Number>>,
    pub(super) per: Option<&'w Located<Number>>,
    pub(super) round: Option<&'w Located<FractionRounding>>,
    pub(super) enough: Option<&'w Located<Number>>,
}

impl Compiler {
    /// Compiles the steps of a rule. `None`, after reporting it, if the keys contradict each other.
    ///
    /// Without `per` the amount above `above` is counted as it is.
    pub(super) fn compile_steps(&mut self, written: WrittenSteps<'_>) -> Option<Steps> {
        let above = written.above.map_or(Number::ZERO, |above| above.value);
        if let Some(negative) = written.above.filter(|above| above.value < 0) {
            let message = format!("`above` is {}, but what is left out is never below 0", negative.value);
            self.report(Finding::new(Code::BadValue, negative.span, message).with_help("write 0 or more"));
            return None;
        }
        let Some(per) = written.per else {
            let needs_per = written.round.map(|round| ("round", round.span));
            let needs_per = needs_per.or(written.enough.map(|enough| ("enough", enough.span)));
            if let Some((key, span)) = needs_per {
                let message =
                    format!("`{key}` is about a last step that is only begun, and there is no `per`");
                let finding = Finding::new(Code::MissingKey, span, message);
                self.report(finding.with_help(format!("write `per` next to `{key}`, such as `per: 100`")));
                return None;
            }
            return Some(Steps { above, ..Steps::ONE_BY_ONE });
        };
        if per.value <= 0 {
            self.report(Finding::new(Code::BadValue, per.span, "`per` must be above 0"));
            return None;
        }
        let last = match (written.round, written.enough) {
            (round, None) => LastStep::Rounded(round.map_or(FractionRounding::Down, |round| round.value)),
            (Some(round), Some(enough)) => {
                let message = "`round` and `enough` both say when a last step counts";
                let finding = Finding::new(Code::BadValue, enough.span, message);
                self.report(
                    finding.with_label(round.span, "the other is here").with_help("keep one of them"),
                );
                return None;
            }
            (None, Some(enough)) if enough.value <= 0 || enough.value > per.value => {
                let message = format!("`enough` is {}, but a step is full at {}", enough.value, per.value);
                let help = format!("write a number above 0 and up to {}", per.value);
                let finding = Finding::new(Code::BadValue, enough.span, message);
                self.report(finding.with_label(per.span, "the size of a step").with_help(help));
                return None;
            }
            (None, Some(enough)) => LastStep::FullFrom(enough.value),
        };
        Some(Steps { above, per: per.value, last })
    }
}
