//! Compiles what limits and conditions measure.

use crate::finding::{Code, Finding};
use crate::format::computed_numbers::NumberSubject;
use crate::format::selectors_and_conditions as f;
use crate::format::shared_types::{AlikeCounting, OneOrMore};
use crate::read::Located;
use crate::rules::Rules;
use crate::rules::compiled_conditions::{MeasuredTest, NumberTest};
use crate::rules::compiled_measures::{Measure, UnitQuantity};
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{NumberId, OptionId};
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
    pub(super) options: Option<&'w Located<OneOrMore>>,
    pub(super) highest: Option<&'w Located<String>>,
    pub(super) lowest: Option<&'w Located<String>>,
    pub(super) number: Option<&'w Located<String>>,
    pub(super) of: Option<&'w f::Selector>,
    pub(super) alike: Option<&'w Located<AlikeCounting>>,
}

impl WrittenMeasure<'_> {
    /// Returns `true` if it says exactly once what is measured. Options may have a price, which `sum` adds up.
    pub(super) fn has_one_measure(&self) -> bool {
        let all = [
            self.count.is_some(),
            self.sum.is_some() && self.options.is_none(),
            self.options.is_some(),
            self.highest.is_some(),
            self.lowest.is_some(),
            self.number.is_some(),
        ];
        all.into_iter().filter(|is_there| *is_there).count() == 1
    }

    /// The help for a measure that does not say what it is.
    pub(super) const HELP: &'static str =
        "give it exactly one of count, sum, options, highest, lowest and number";
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
        let f::MeasuredAmount { count, sum, options, highest, lowest, number, of, alike, joined, .. } =
            &written.value;
        let words = WrittenMeasure {
            of_what: "condition",
            count: count.as_ref(),
            sum: sum.as_ref(),
            options: options.as_ref(),
            highest: highest.as_ref(),
            lowest: lowest.as_ref(),
            number: number.as_ref(),
            of: of.as_ref(),
            alike: alike.as_ref(),
        };
        if !words.has_one_measure() {
            let finding =
                Finding::new(Code::MissingKey, written.span, "`measured` must say what it measures");
            self.report(finding.with_help(WrittenMeasure::HELP));
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
        let Measured { measure, description } = self.compile_measure_of_all(&words)?;
        self.check_number_region(number.as_ref(), &measure, self.conditions_look_in);
        Some(MeasuredTest { measure, description, joined_once: joined.is_some(), test })
    }

    fn compile_measure_of_all(&mut self, written: &WrittenMeasure<'_>) -> Option<Measured> {
        self.check_alike(written);
        if let Some(count) = written.count {
            let selector = self.compile_selector(count);
            let measure = match written.alike {
                Some(_) => Measure::DifferentKinds(selector),
                None => Measure::Count(selector),
            };
            return Some(Measured { measure, description: Some(self.describe(count)) });
        }
        if let Some(options) = written.options {
            return self.compile_options_measure(written, options);
        }
        let description = written.of.map(|of| self.describe(of));
        if let Some(word) = written.highest.or(written.lowest) {
            let what = self.unit_quantity(word)?;
            let of = written.of.map_or_else(Selector::default, |of| self.compile_selector(of));
            let is_highest = written.highest.is_some();
            let measure = if is_highest { Measure::Highest(what, of) } else { Measure::Lowest(what, of) };
            return Some(Measured { measure, description });
        }
        if let Some(number) = written.number {
            return Some(Measured { measure: self.region_number(number)?, description: None });
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
        let Some(id) = self.number_named(word, sum.span) else {
            let known = self.number_ids(sum.span.file);
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
            .with_help(format!("take it as it is: number: {word}"));
        self.report(finding);
        None
    }

    /// Reports `alike` next to what it has no meaning for.
    fn check_alike(&mut self, written: &WrittenMeasure<'_>) {
        let counts = written.sum.is_none() && (written.count.is_some() || written.options.is_some());
        if let Some(alike) = written.alike.filter(|_| !counts) {
            let message = "`alike` belongs to `count` and `options`, which count things";
            self.report(Finding::new(Code::UnknownKey, alike.span, message).with_help("leave it out"));
        }
    }

    /// Compiles a measure of options: how often they are taken, how many different ones, or what they cost.
    fn compile_options_measure(
        &mut self,
        written: &WrittenMeasure<'_>,
        words: &Located<OneOrMore>,
    ) -> Option<Measured> {
        let options: Vec<OptionId> =
            words.value.as_slice().iter().filter_map(|word| self.resolve_option(word)).collect();
        // Unknown options have been reported
        if options.is_empty() {
            return None;
        }
        let of = written.of.map_or_else(Selector::default, |of| self.compile_selector(of));
        let has_one = SelectorTest::Option(options.clone());
        let test = match &of.test {
            SelectorTest::Always => has_one,
            test => SelectorTest::All(vec![test.clone(), has_one]),
        };
        let selector = Selector { test, ..of };
        let measure = match (written.sum, written.alike) {
            (None, None) => Measure::Options(options, selector),
            (None, Some(_)) => Measure::DifferentOptions(options, selector),
            (Some(sum), _) if sum.value == "points" => Measure::OptionPoints(options, selector),
            (Some(sum), _) => {
                let message = format!("`sum: {}` is not for options", sum.value);
                let finding = Finding::new(Code::BadValue, sum.span, message);
                let help =
                    "write `sum: points` for what they cost, or leave it out for how often they are taken";
                self.report(finding.with_help(help));
                return None;
            }
        };
        Some(Measured { measure, description: written.of.map(|of| self.describe(of)) })
    }

    /// Returns what single units have so much of. `None`, after reporting it, if they have nothing of this name.
    fn unit_quantity(&mut self, word: &Located<String>) -> Option<UnitQuantity> {
        match word.as_str() {
            "size" => return Some(UnitQuantity::Size),
            "points" => return Some(UnitQuantity::Points),
            _ => {}
        }
        if let Some(stat) = self.rules.find_stat(word) {
            return Some(UnitQuantity::Stat(stat));
        }
        let numbers = |rules: &Rules, id: NumberId| {
            let number = &rules.numbers[id.0];
            number.is_for(NumberSubject::Unit) || number.is_for(NumberSubject::Part)
        };
        if let Some(id) = self.number_named(word, word.span) {
            if numbers(&self.rules, id) {
                return Some(UnitQuantity::Number(id));
            }
            let message = format!("\"{}\" is not a number of units", word.value);
            let finding = Finding::new(Code::BadValue, word.span, message);
            self.report(finding.with_help(format!("take it as it is: number: {}", word.value)));
            return None;
        }
        let stats = self.rules.stats.iter().map(|stat| stat.id.clone());
        let numbers = self.number_ids(word.span.file).into_iter();
        let known: Vec<String> =
            stats.chain(numbers).chain(["size".to_owned(), "points".to_owned()]).collect();
        self.report_unknown(Code::BadValue, "stat or number", word, known.iter().map(String::as_str));
        None
    }

    /// Returns a number of the army or of a command. `None`, after reporting it, if there is none of this name.
    fn region_number(&mut self, word: &Located<String>) -> Option<Measure> {
        let Some(id) = self.number_named(word, word.span) else {
            let known = self.number_ids(word.span.file);
            self.report_unknown(Code::BadValue, "number", word, known.iter().map(String::as_str));
            return None;
        };
        let number = &self.rules.numbers[id.0];
        if number.is_for(NumberSubject::Army) || number.is_for(NumberSubject::Command) {
            return Some(Measure::RegionNumber(id));
        }
        let message = format!("\"{}\" is a number of each unit, and not of the army", word.value);
        let finding = Finding::new(Code::BadValue, word.span, message);
        self.report(finding.with_help(format!("add it up: sum: {}", word.value)));
        None
    }
}
