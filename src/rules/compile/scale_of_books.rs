//! Compiles the scale of a ruleset or an event, and scales the numbers of books by it.

use crate::finding::{Code, Finding, Span};
use crate::format::limit::FractionRounding;
use crate::format::read_exact_numbers::Number;
use crate::format::scale::{Scale as Written, ScaledTo};
use crate::read::Located;
use crate::rules::compiled_amounts::{Amount, Bound, ComputedAmount, RatioBase, ScaledNumber};
use crate::rules::compiled_steps::Steps;

use super::Compiler;

/// By what the numbers of books are scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The points that are played with. `None` for the agreed size.
    to: Option<Number>,
    /// The points that the books are meant for.
    of: Number,
    round: FractionRounding,
}

impl Compiler {
    /// Sets by what the numbers of books are scaled, unless the game has no points.
    pub(super) fn compile_scale(&mut self, written: Option<&Located<Written>>) {
        let Some(Located { value: Written { to, of, round }, .. }) = written else { return };
        let number = match to.value {
            ScaledTo::AgreedPoints => None,
            ScaledTo::Number(number) => Some(number),
        };
        let mut is_usable = true;
        for (key, number, span) in [("to", number, to.span), ("of", Some(of.value), of.span)] {
            if let Some(number) = number.filter(|number| *number <= 0) {
                let message = format!("`{key}` of a scale is {number}, a number above 0 is needed");
                let help = "write how many points are played with, and how many the books are meant for, such as \
                            {to: 350, of: 500, round: up}";
                self.report(Finding::new(Code::BadValue, span, message).with_help(help));
                is_usable = false;
            }
        }
        if is_usable && self.rules.has_points {
            self.scale = Some(Scale { to: number, of: of.value, round: round.value });
        }
    }

    /// Returns a bound with a plain number, scaled if it is a book's and there is a scale.
    pub(super) fn scale_number(&self, written: Number, span: Span) -> Bound {
        let as_written = || Bound { amount: Amount::Number(written), scaled: None, span };
        let Some(Scale { to, of, round }) = self.scale else { return as_written() };
        if !self.files_of_books.contains(&span.file) {
            return as_written();
        }
        let scaled = ScaledNumber { written, to, of, round };
        let amount = match to {
            Some(to) => scaled.at_size(to).map(Amount::Number),
            None => written.checked_div(of).map(|factor| {
                Amount::Computed(Box::new(ComputedAmount {
                    of: RatioBase::Points,
                    is_share: true,
                    steps: Steps::ONE_BY_ONE,
                    factor,
                    round,
                    plus: Number::ZERO,
                    at_least: (written >= 1).then_some(Number::ONE),
                    at_most: None,
                }))
            }),
        };
        amount.map_or_else(as_written, |amount| Bound { amount, scaled: Some(Box::new(scaled)), span })
    }
}
