//! Compiles bounds: fixed numbers, and shares and rates with all that is done to them.

use crate::finding::{Code, Finding, Severity, Span};
use crate::format::limit::{self as f, FractionRounding};
use crate::format::read_exact_numbers::Number;
use crate::read::Located;
use crate::rules::compiled_amounts::{Amount, Bound, ComputedAmount, RatioBase};
use crate::rules::compiled_limits::{Bounds, Measure};

use super::Compiler;
use super::steps::WrittenSteps;

impl Compiler {
    pub(super) fn compile_bound(&mut self, bound: Option<&Located<f::Bound>>) -> Option<Bound> {
        let bound = bound?;
        let span = bound.span;
        let made = match &bound.value {
            f::Bound::Number(n) => return Some(Bound { amount: Amount::Number(n.value), span }),
            f::Bound::Computed(made) => made,
        };
        if made.share.is_none() && made.allow.is_none() {
            return self.compile_severities(made, span);
        }
        let computed = self.compile_share_or_rate(made, span)?;
        Some(Bound { amount: Amount::Computed(Box::new(computed)), span })
    }

    /// Compiles a share or a rate.
    fn compile_share_or_rate(&mut self, made: &f::ComputedBound, span: Span) -> Option<ComputedAmount> {
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
            of: self.compile_base(made.of.as_ref(), span)?,
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
    fn compile_severities(&mut self, made: &f::ComputedBound, span: Span) -> Option<Bound> {
        let mut each = Vec::new();
        for (severity, bound) in
            [(Severity::Error, &made.error), (Severity::Warning, &made.warning), (Severity::Note, &made.note)]
        {
            if let Some(bound) = self.compile_bound(bound.as_ref()) {
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
        Some(Bound { amount: Amount::Severities(each), span })
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

    fn compile_base(&mut self, of: Option<&f::RatioBase>, span: Span) -> Option<RatioBase> {
        match of {
            Some(f::RatioBase::Word(word)) => Some(match word.value {
                f::ArmyNumber::Points => RatioBase::Points,
                f::ArmyNumber::Spent => RatioBase::Spent,
                f::ArmyNumber::Commands => RatioBase::Commands,
            }),
            Some(f::RatioBase::Selector(selector)) => Some(RatioBase::Matches(
                self.compile_selector(selector).skipping_uncounted(),
                self.describe(selector),
            )),
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
pub(super) fn raise_counts_to_zero(measure: &Measure, all: &mut [Bounds]) {
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
