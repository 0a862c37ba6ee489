//! Compiles bounds: fixed numbers, and shares and rates with all that is done to them.

use crate::finding::{Code, Finding, Severity, Span};
use crate::format::limit::{self as f, FractionRounding};
use crate::format::read_exact_numbers::Number;
use crate::read::Located;
use crate::rules::compiled_amounts::{Amount, Bound, ComputedAmount, RatioBase};
use crate::rules::compiled_limits::{Bounds, Measure};

use super::Compiler;
use super::measures::{Measured, WrittenMeasure};
use super::steps::WrittenSteps;

/// The keys that say how much is allowed, wherever they are written.
pub(super) struct WrittenBounds<'w> {
    pub(super) min: Option<&'w Located<f::Bound>>,
    pub(super) max: Option<&'w Located<f::Bound>>,
    pub(super) exactly: Option<&'w Located<f::Bound>>,
    pub(super) multiple_of: Option<&'w Located<f::Bound>>,
    pub(super) either: &'w [Located<f::Alternative>],
}

/// Takes the bounds of anything that has the five keys.
macro_rules! written_bounds {
    ($of:expr) => {
        $crate::rules::compile::amounts::WrittenBounds {
            min: $of.min.as_ref(),
            max: $of.max.as_ref(),
            exactly: $of.exactly.as_ref(),
            multiple_of: $of.multiple_of.as_ref(),
            either: &$of.either,
        }
    };
}
pub(super) use written_bounds;

impl WrittenBounds<'_> {
    /// Returns `true` if there are bounds other than alternatives.
    pub(super) fn has_own(&self) -> bool {
        [self.min, self.max, self.exactly, self.multiple_of].iter().any(Option::is_some)
    }
}

impl Compiler {
    /// Compiles bounds on what a measure measures: one set, or one for each alternative. Empty if there are none.
    pub(super) fn compile_bounds(&mut self, written: &WrittenBounds<'_>, measure: &Measure) -> Vec<Bounds> {
        let own = written.has_own();
        if let Some(first) = written.either.first().filter(|_| own) {
            let message = "other bounds are not allowed next to `either`";
            let help = "write them into each of the alternatives, such as {min: 2, max: 4}";
            self.report(Finding::new(Code::BadValue, first.span, message).with_help(help));
        }
        let mut all: Vec<Bounds> = if written.either.is_empty() && own {
            vec![Bounds {
                min: self.compile_bound(written.min, measure),
                max: self.compile_bound(written.max, measure),
                exactly: self.compile_bound(written.exactly, measure),
                multiple_of: self.compile_unscaled_bound(written.multiple_of, measure),
            }]
        } else {
            written.either.iter().map(|a| self.compile_alternative(a, measure)).collect()
        };
        raise_counts_to_zero(measure, &mut all);
        self.check_bounds(measure, &all);
        all
    }

    pub(super) fn compile_alternative(&mut self, a: &Located<f::Alternative>, measure: &Measure) -> Bounds {
        Bounds {
            min: self.compile_bound(a.min.as_ref(), measure),
            max: self.compile_bound(a.max.as_ref(), measure),
            exactly: self.compile_bound(a.exactly.as_ref(), measure),
            multiple_of: self.compile_unscaled_bound(a.multiple_of.as_ref(), measure),
        }
    }

    fn compile_bound(&mut self, bound: Option<&Located<f::Bound>>, measure: &Measure) -> Option<Bound> {
        let bound = bound?;
        let span = bound.span;
        let made = match &bound.value {
            f::Bound::Number(n) => return Some(self.scale_number(n.value, span)),
            f::Bound::Computed(made) => made,
        };
        if made.share.is_none() && made.allow.is_none() {
            return self.compile_severities(made, span, measure);
        }
        let computed = self.compile_share_or_rate(made, span, measure)?;
        Some(Bound { amount: Amount::Computed(Box::new(computed)), scaled: None, span })
    }

    /// Compiles a bound whose plain numbers stay as they are written.
    fn compile_unscaled_bound(
        &mut self,
        bound: Option<&Located<f::Bound>>,
        measure: &Measure,
    ) -> Option<Bound> {
        let scale = self.scale.take();
        let made = self.compile_bound(bound, measure);
        self.scale = scale;
        made
    }

    /// Compiles a share or a rate.
    fn compile_share_or_rate(
        &mut self,
        made: &f::ComputedBound,
        span: Span,
        measure: &Measure,
    ) -> Option<ComputedAmount> {
        let (share, allow) = (made.share.as_ref(), made.allow.as_ref());
        if let (Some(_), Some(allow)) = (share, allow) {
            let message = "a bound is either a share or a rate, not both";
            self.report(Finding::new(Code::UnknownKey, allow.span, message));
            return None;
        }
        if let Some(severity) = [&made.error, &made.warning, &made.note].into_iter().flatten().next() {
            let message = "a bound for each severity is not allowed next to a share or a rate";
            let help = "write the share or the rate into it, such as warning: {share: 1/4, of: points}";
            self.report(Finding::new(Code::UnknownKey, severity.span, message).with_help(help));
        }
        let above = made.above.as_ref();
        let (is_share, factor, steps, round) = match (share, allow) {
            (Some(share), _) => {
                self.report_words_of_rates(made);
                let round = made.round.as_ref().map_or(FractionRounding::Down, |r| r.value);
                let steps = self.compile_steps(WrittenSteps { above, ..WrittenSteps::default() })?;
                (true, share.value, steps, round)
            }
            (None, Some(allow)) => {
                let Some(per) = &made.per else {
                    let message = "a rate has `allow` but no `per`";
                    let finding = Finding::new(Code::MissingKey, allow.span, message);
                    self.report(finding.with_help("write `per` next to `allow`, such as `per: 500`"));
                    return None;
                };
                let (round, enough) = (made.round.as_ref(), made.enough.as_ref());
                let steps = self.compile_steps(WrittenSteps { above, per: Some(per), round, enough })?;
                let then = made.then_round.as_ref().map_or(FractionRounding::None, |r| r.value);
                (false, allow.value, steps, then)
            }
            (None, None) => return None,
        };
        if let (Some(least), Some(most)) = (&made.at_least, &made.at_most)
            && least.value > most.value
        {
            let message = format!("at least {} and at most {} is impossible", least.value, most.value);
            let finding = Finding::new(Code::BadValue, most.span, message);
            self.report(finding.with_label(least.span, "the other is here"));
        }
        Some(ComputedAmount {
            of: self.compile_base(made.of.as_ref(), span, measure)?,
            is_share,
            steps,
            factor,
            round,
            plus: made.plus.as_ref().map_or(Number::ZERO, |n| n.value),
            at_least: made.at_least.as_ref().map(|n| n.value),
            at_most: made.at_most.as_ref().map(|n| n.value),
        })
    }

    /// Reports the words of rates next to a share.
    fn report_words_of_rates(&mut self, made: &f::ComputedBound) {
        let per = made.per.as_ref().map(|n| ("per", n.span, "write `allow` in place of `share` for a rate"));
        let enough = made.enough.as_ref().map(|n| ("enough", n.span, "leave it out"));
        let then = made.then_round.as_ref().map(|r| ("then-round", r.span, "write `round`"));
        for (key, span, help) in [per, enough, then].into_iter().flatten() {
            let message = format!("`{key}` belongs to a rate, and this is a share");
            self.report(Finding::new(Code::UnknownKey, span, message).with_help(help));
        }
    }

    /// Compiles a bound that has one amount for each severity.
    fn compile_severities(
        &mut self,
        made: &f::ComputedBound,
        span: Span,
        measure: &Measure,
    ) -> Option<Bound> {
        let mut each = Vec::new();
        for (severity, bound) in
            [(Severity::Error, &made.error), (Severity::Warning, &made.warning), (Severity::Note, &made.note)]
        {
            if let Some(bound) = self.compile_bound(bound.as_ref(), measure) {
                each.push((severity, bound));
            }
        }
        if each.is_empty() {
            self.report(
                Finding::new(
                    Code::MissingKey,
                    span,
                    "a bound is a number, a share, a rate, or one for each severity",
                )
                .with_help("write {share: 1/4, of: points} or {allow: 1, per: 500, of: points}"),
            );
            return None;
        }
        self.report_words_of_ratios(made);
        Some(Bound { amount: Amount::Severities(each), scaled: None, span })
    }

    /// Reports the words of shares and rates next to a bound for each severity.
    fn report_words_of_ratios(&mut self, made: &f::ComputedBound) {
        let numbers = [
            ("per", &made.per),
            ("above", &made.above),
            ("enough", &made.enough),
            ("plus", &made.plus),
            ("at-least", &made.at_least),
            ("at-most", &made.at_most),
        ];
        let numbers = numbers.into_iter().filter_map(|(key, n)| Some((key, n.as_ref()?.span)));
        let roundings = [("round", &made.round), ("then-round", &made.then_round)];
        let roundings = roundings.into_iter().filter_map(|(key, r)| Some((key, r.as_ref()?.span)));
        for (key, span) in numbers.chain(roundings) {
            let message = format!("`{key}` belongs to a share or a rate");
            let help =
                "write it into the one that it is for, such as error: {allow: 1, per: 500, of: points}";
            self.report(Finding::new(Code::UnknownKey, span, message).with_help(help));
        }
    }

    /// Compiles the base of a share or a rate. A selector is measured as the limit itself is.
    fn compile_base(
        &mut self,
        of: Option<&f::RatioBase>,
        span: Span,
        measure: &Measure,
    ) -> Option<RatioBase> {
        match of {
            Some(f::RatioBase::Word(word)) => Some(match word.value {
                f::ArmyNumber::Points => RatioBase::Points,
                f::ArmyNumber::Spent => RatioBase::Spent,
                f::ArmyNumber::Commands => RatioBase::Commands,
            }),
            Some(f::RatioBase::Selector(_)) if measure.has_no_selector_of_its_own() => {
                let finding = Finding::new(Code::BadValue, span, "a share of what?");
                let help = "say what is measured, such as of: {count: {tag: foot}} or of: {sum: size, of: {tag: foot}}";
                self.report(finding.with_help(help));
                None
            }
            Some(f::RatioBase::Selector(selector)) => {
                let compiled = self.compile_selector(selector).skipping_uncounted();
                let description = self.describe(selector);
                Some(RatioBase::Measured(Box::new(measure.with_selector(compiled)), Some(description)))
            }
            Some(f::RatioBase::Measure(base)) => {
                let words = WrittenMeasure {
                    of_what: "share",
                    count: base.count.as_ref(),
                    sum: base.sum.as_ref(),
                    options: base.options.as_ref(),
                    highest: base.highest.as_ref(),
                    lowest: base.lowest.as_ref(),
                    number: base.number.as_ref(),
                    of: base.of.as_ref(),
                    alike: base.alike.as_ref(),
                };
                if !words.has_one_measure() {
                    let message = "the base of a share or a rate must say what it measures";
                    let finding = Finding::new(Code::MissingKey, span, message);
                    self.report(finding.with_help(WrittenMeasure::HELP));
                    return None;
                }
                let Measured { measure, description } = self.compile_measure(&words)?;
                Some(RatioBase::Measured(Box::new(measure), description))
            }
            None => {
                self.report(
                    Finding::new(Code::MissingKey, span, "a share or a rate must say what it is taken of")
                        .with_help("write of: points, of: spent, of: commands, or of: and a selector"),
                );
                None
            }
        }
    }
}

/// Lets amounts from which something is taken off come to no less than 0, if what is measured is counted.
///
/// Otherwise an army that has none would have too many.
fn raise_counts_to_zero(measure: &Measure, all: &mut [Bounds]) {
    fn raise(amount: &mut Amount) {
        match amount {
            Amount::Computed(computed) if computed.plus < 0 => {
                computed.at_least = computed.at_least.or(Some(Number::ZERO));
            }
            Amount::Number(_) | Amount::Computed(_) => {}
            Amount::Severities(all) => all.iter_mut().for_each(|(_, bound)| raise(&mut bound.amount)),
        }
    }
    if !measure.is_whole() {
        return;
    }
    for bounds in all {
        let ends = [&mut bounds.min, &mut bounds.max, &mut bounds.exactly];
        ends.into_iter().flatten().for_each(|bound| raise(&mut bound.amount));
    }
}
