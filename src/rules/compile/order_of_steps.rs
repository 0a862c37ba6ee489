//! Reports rules that ask for what is only known later.
//!
//! Things become known in this order: who is there, with sizes, options and roles; then tags; then stats; then
//! list prices, the costs of units, options and roles; then charges; then what the army spends. A rule may ask
//! only for what an earlier step settles, so that nothing goes round in a circle.

use crate::finding::{Code, Finding, Span, Subject};
use crate::format::formula::Formula;
use crate::format::selectors_and_conditions::{Condition, NumberTest};
use crate::read::Located;
use crate::rules::compiled_conditions::MeasuredTest;
use crate::rules::compiled_measures::{Measure, UnitQuantity};
use crate::rules::id_types::NumberId;

use super::{Compiler, span_within};

/// What asks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asker {
    /// A change of stats.
    Stat,
    /// The cost of a unit, an option or a role.
    Price,
    /// A charge.
    Charge,
}

impl Asker {
    fn noun(self) -> &'static str {
        match self {
            Self::Stat => "a stat",
            Self::Price => "a price",
            Self::Charge => "a charge",
        }
    }

    /// Returns what to do in place of asking for what an army spends.
    fn help_for_spent(self) -> &'static str {
        match self {
            Self::Stat => "a stat can use stats, values, size and points, the agreed size",
            Self::Price | Self::Charge => "a charge may measure sum: points, the prices before any charge",
        }
    }
}

impl Compiler {
    /// Compiles the formula of a cost, and reports names that are only known once costs are.
    pub(super) fn compile_cost_formula(&mut self, formula: &Located<Formula>, asker: Asker) -> Formula {
        self.report_late_names(formula, asker);
        self.compile_formula(formula, None)
    }

    /// Reports the names in a formula that are only known after what it is worked out for.
    pub(super) fn report_late_names(&mut self, formula: &Located<Formula>, asker: Asker) {
        let mut found = Vec::new();
        for used in formula.value.names() {
            let name = used.name;
            let (message, help) = match name {
                "spent" => (spent_message(asker), asker.help_for_spent()),
                "cost" => (
                    format!(
                        "{} cannot depend on \"cost\", which is only known once all prices are",
                        asker.noun()
                    ),
                    asker.help_for_spent(),
                ),
                _ if self.is_number(name) && asker == Asker::Price => (
                    format!("a cost cannot use \"{name}\", which is only known once costs are"),
                    "a cost can use stats, values, size and points",
                ),
                _ if self.is_number(name) && asker == Asker::Charge => {
                    let span = span_within(formula.span, &formula.text, &used.range);
                    self.need_early_number(&Located::new(name.to_owned(), span), asker);
                    continue;
                }
                _ => continue,
            };
            let place = span_within(formula.span, &formula.text, &used.range);
            found.push(Finding::new(Code::BadFormula, place, message).with_help(help));
        }
        found.into_iter().for_each(|finding| self.report(finding));
    }

    /// Notes that a price or a charge uses a number, which must not depend on prices.
    pub(super) fn need_early_number(&mut self, name: &Located<String>, asker: Asker) {
        if let Some(id) = self.rules.find_number_in(Some(self.contingent), name) {
            let (span, subject) = (name.span, self.subject.clone());
            self.early_numbers.push(EarlyNumber { id, span, subject, asker });
        }
    }

    /// Reports prices and charges that use a number which depends on prices. Numbers must be compiled by then.
    pub(super) fn report_numbers_that_are_late(&mut self) {
        for EarlyNumber { id, span, subject, asker } in std::mem::take(&mut self.early_numbers) {
            let Some(name) = self.late_name_behind(id) else { continue };
            let number = &self.rules.numbers[id.0];
            let message = format!(
                "{} cannot depend on \"{}\", which depends on \"{name}\" and so on all prices",
                asker.noun(),
                number.id
            );
            let mut finding = Finding::new(Code::BadValue, span, message)
                .with_label(number.span, format!("works with \"{name}\""))
                .with_help(asker.help_for_spent());
            finding.subject = subject;
            self.findings.push(finding);
        }
    }

    /// Returns what a number uses, itself or through other numbers, that is only known once all prices are.
    fn late_name_behind(&self, number: NumberId) -> Option<&'static str> {
        let (mut open, mut seen) = (vec![number.0], vec![number.0]);
        while let Some(at) = open.pop() {
            let number = &self.rules.numbers[at];
            if number.when.asks(&|when| when.spent.is_some() || when.worth.is_some()) {
                return Some("spent");
            }
            if number.when.asks(&|when| when.measured.as_ref().is_some_and(adds_up_points)) {
                return Some("points");
            }
            let used =
                |word: &str| number.method.formulas().any(|f| f.names().iter().any(|n| n.name == word));
            if let Some(word) = ["spent", "cost"].into_iter().find(|word| used(word)) {
                return Some(word);
            }
            for next in self.numbers_used(number) {
                if !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                }
            }
        }
        None
    }

    /// Returns `true` if a formula means a number of the ruleset by this name.
    fn is_number(&self, name: &str) -> bool {
        self.rules.find_number_in(Some(self.contingent), name).is_some()
            && !self.rules.stat_names.contains_key(name)
    }

    /// Reports what a condition asks for that is only known after what the condition decides.
    pub(super) fn report_late_condition(&mut self, when: &Condition, asker: Asker) {
        if let Some(spent) = &when.spent {
            let finding = Finding::new(Code::BadValue, span_of_test(spent), spent_message(asker));
            self.report(finding.with_help(asker.help_for_spent()));
        }
        if let Some(worth) = &when.worth {
            let message = format!(
                "{} cannot depend on \"worth\", which is the sum of prices if no size is agreed",
                asker.noun()
            );
            let finding = Finding::new(Code::BadValue, span_of_test(worth), message);
            self.report(finding.with_help("write `points`, the agreed size, in place of `worth`"));
        }
        let words = when.measured.iter().flat_map(|measured| {
            [&measured.sum, &measured.highest, &measured.lowest, &measured.number].into_iter().flatten()
        });
        for word in words {
            if word.value != "points" {
                self.need_early_number(word, asker);
            } else if asker != Asker::Charge {
                let message =
                    format!("{} cannot depend on points in a condition, which are prices", asker.noun());
                let finding = Finding::new(Code::BadValue, word.span, message);
                self.report(finding.with_help(asker.help_for_spent()));
            }
        }
        let inner = when.any.iter().chain(&when.all).chain(when.not.as_deref());
        let of_dates = when.date.as_ref().and_then(|dates| dates.when.as_deref());
        for when in inner.chain(of_dates) {
            self.report_late_condition(when, asker);
        }
    }
}

/// A number that a price or a charge uses.
pub(super) struct EarlyNumber {
    id: NumberId,
    /// The position of its name.
    span: Span,
    subject: Option<Box<Subject>>,
    asker: Asker,
}

fn adds_up_points(asked: &MeasuredTest) -> bool {
    matches!(
        asked.measure,
        Measure::Points(_)
            | Measure::OptionPoints(..)
            | Measure::Highest(UnitQuantity::Points, _)
            | Measure::Lowest(UnitQuantity::Points, _)
    )
}

fn spent_message(asker: Asker) -> String {
    format!("{} cannot depend on \"spent\", which is the sum of prices", asker.noun())
}

/// Returns the span of the numbers in a comparison.
fn span_of_test(test: &NumberTest) -> Span {
    let NumberTest { min, max, above, below, exactly } = test;
    let numbers = [min, max, above, below, exactly].into_iter().flatten().map(|number| number.span);
    numbers
        .reduce(|a, b| Span { start: a.start.min(b.start), end: a.end.max(b.end), ..a })
        .unwrap_or_default()
}
