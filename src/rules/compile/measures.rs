//! Compiles what limits and conditions measure.

use crate::finding::{Code, Finding};
use crate::format::computed_numbers::NumberSubject;
use crate::format::selectors_and_conditions as f;
use crate::read::Located;
use crate::rules::compiled_conditions::{MeasuredTest, NumberTest};
use crate::rules::compiled_limits::Measure;
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::NumberId;
use crate::wording::SelectorText;
use crate::yaml::nearest_name;

use super::Compiler;
use super::conditions::compile_number_test;

/// The keys of a rule that say what it measures.
pub(super) struct WrittenMeasure<'w> {
    /// What the rule is, for messages: `limit`.
    pub(super) of_what: &'static str,
    pub(super) count: Option<&'w Located<f::Selector>>,
    pub(super) sum: Option<&'w Located<String>>,
    pub(super) of: Option<&'w f::Selector>,
}

/// A compiled measure.
pub(super) struct Measured {
    pub(super) measure: Measure,
    /// A description of what is measured. `None` if that is everything.
    pub(super) description: Option<SelectorText>,
}

impl Compiler {
    /// Compiles what a rule measures, without uncounted units. `None`, after reporting it, if a word means nothing.
    pub(super) fn compile_measure(&mut self, written: &WrittenMeasure<'_>) -> Option<Measured> {
        let Measured { measure, description } = self.compile_measure_of_all(written)?;
        Some(Measured { measure: measure.skipping_uncounted(), description })
    }

    /// Compiles a comparison with what is measured, uncounted units included. `None`, after reporting it, if it does not
    /// say what it measures, or compares it with nothing.
    pub(super) fn compile_measured(&mut self, written: &Located<f::MeasuredAmount>) -> Option<MeasuredTest> {
        let f::MeasuredAmount { count, sum, of, joined, .. } = &written.value;
        if count.is_some() == sum.is_some() {
            let finding =
                Finding::new(Code::MissingKey, written.span, "`measured` must say what it measures");
            self.report(finding.with_help("give it exactly one of count and sum"));
            return None;
        }
        let comparison = written.value.comparison();
        let test = compile_number_test(&comparison);
        if test == NumberTest::default() {
            let message = "`measured` must compare what it measures";
            let finding = Finding::new(Code::MissingKey, written.span, message);
            self.report(finding.with_help("give it min, max, above, below or exactly"));
            return None;
        }
        self.check_comparison(&comparison);
        let (count, sum, of) = (count.as_ref(), sum.as_ref(), of.as_ref());
        let words = WrittenMeasure { of_what: "condition", count, sum, of };
        let Measured { measure, description } = self.compile_measure_of_all(&words)?;
        Some(MeasuredTest { measure, description, joined_once: joined.is_some(), test })
    }

    fn compile_measure_of_all(&mut self, written: &WrittenMeasure<'_>) -> Option<Measured> {
        if let Some(count) = written.count {
            return Some(Measured {
                measure: Measure::Count(self.compile_selector(count)),
                description: Some(self.describe(count)),
            });
        }
        let (sum, of) = (written.sum?, written.of);
        let selector = of.map_or_else(Selector::default, |s| self.compile_selector(s));
        let description = of.map(|s| self.describe(s));
        let measure = match sum.as_str() {
            "points" => Measure::Points(selector),
            "size" => Measure::Size(selector),
            "commands" => Measure::Commands(selector),
            _ => Measure::Number(self.summed_number(sum, written.of_what)?, selector),
        };
        Some(Measured { measure, description })
    }

    /// Returns the number that a rule adds up over units. `None`, after reporting it, if units have no such number.
    fn summed_number(&mut self, sum: &Located<String>, of_what: &str) -> Option<NumberId> {
        let word = sum.as_str();
        let Some(id) = self.rules.find_number(word) else {
            let known: Vec<String> = self.rules.numbers.iter().map(|n| n.id.clone()).collect();
            let known = known.iter().map(String::as_str).chain(["points", "size", "commands"]);
            if self.rules.find_stat(word).is_some() && nearest_name(word, known.clone()).is_none() {
                let message = format!("\"{word}\" is a stat, but a {of_what} can only sum numbers");
                let help = format!("define a number that is {word}, and sum that");
                self.report(Finding::new(Code::BadValue, sum.span, message).with_help(help));
            } else {
                self.report_unknown(Code::BadValue, "number", sum, known);
            }
            return None;
        };
        let number = &self.rules.numbers[id.0];
        if number.is_for(NumberSubject::Unit) || number.is_for(NumberSubject::Part) {
            return Some(id);
        }
        // A unit's formula sees the army's value of such a number, so a sum would add it once for each unit
        let of = if number.is_for(NumberSubject::Army) { "the army" } else { "a command" };
        let message = format!("\"{word}\" is one number of {of} and cannot be added up");
        let finding = Finding::new(Code::BadValue, sum.span, message)
            .with_label(number.span, format!("worked out for {of}"))
            .with_help(format!("compare it in a formula, such as `holds: \"{word} <= 3\"`"));
        self.report(finding);
        None
    }
}
