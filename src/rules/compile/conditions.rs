//! Compiles conditions, needs and dates.

use crate::finding::{Code, Severity, Span};
use crate::format::selectors_and_conditions as f;
use crate::format::shared_types::OneOrMore;
use crate::read::Located;
use crate::rules::compiled_conditions::{Condition, Dates, NumberTest};
use crate::rules::compiled_options::Need;
use crate::rules::id_types::ModeId;

use super::Compiler;

impl Compiler {
    /// Compiles a condition on the unit that takes an option. `span` is used if the need has no text.
    pub(super) fn compile_need(&mut self, need: &f::Need, span: Span) -> Need {
        let selector = need.to_selector();
        Need {
            description: self.describe(&selector).as_need(),
            selector: self.compile_selector(&selector),
            severity: need.severity.as_ref().map_or(Severity::Error, |w| w.value.into()),
            says: need.says.as_ref().map(|s| s.value.clone()),
            span: need.says.as_ref().map_or(span, |s| s.span),
        }
    }

    /// Compiles a condition. Without one, the rule always applies.
    pub(super) fn compile_condition(&mut self, when: Option<&f::Condition>) -> Condition {
        let Some(when) = when else { return Condition::default() };
        for compared in [&when.points, &when.worth, &when.spent, &when.commands].into_iter().flatten() {
            self.check_comparison(compared);
        }
        Condition {
            modes: when
                .mode
                .as_ref()
                .map(|words| words.as_slice().iter().filter_map(|w| self.resolve_mode(w)).collect()),
            points: when.points.as_ref().map(compile_number_test),
            worth: when.worth.as_ref().map(compile_number_test),
            spent: when.spent.as_ref().map(compile_number_test),
            date: when.date.as_ref().map(|d| self.compile_dates(d)),
            commands: when.commands.as_ref().map(compile_number_test),
            present: when.present.as_ref().map(|s| self.compile_selector(s)),
            present_text: when.present.as_ref().map(|s| self.describe(s)).unwrap_or_default(),
            measured: when.measured.as_ref().and_then(|m| self.compile_measured(m)),
            choices: when.choice.iter().map(|(id, answers)| self.compile_answers(id, answers)).collect(),
            any: when.any.iter().map(|w| self.compile_condition(Some(w))).collect(),
            all: when.all.iter().map(|w| self.compile_condition(Some(w))).collect(),
            not: when.not.as_ref().map(|w| Box::new(self.compile_condition(Some(w)))),
        }
    }

    fn compile_answers(&mut self, id: &Located<String>, answers: &OneOrMore) -> (String, Vec<String>) {
        let choices = self.rules.contingents.get(self.contingent.0).map_or(&[][..], |c| &c.choices);
        match choices.iter().find(|c| c.id == id.value) {
            None => {
                let known: Vec<String> = choices.iter().map(|c| c.id.clone()).collect();
                self.report_unknown(Code::BadValue, "choice", id, known.iter().map(String::as_str));
            }
            Some(choice) => {
                let known: Vec<String> = choice.answers.iter().map(|a| a.0.clone()).collect();
                for word in answers.as_slice().iter().filter(|w| !known.contains(&w.value)) {
                    self.report_unknown(Code::BadValue, "answer", word, known.iter().map(String::as_str));
                }
            }
        }
        (id.value.clone(), answers.as_slice().iter().map(|w| w.value.clone()).collect())
    }

    pub(super) fn resolve_mode(&mut self, word: &Located<String>) -> Option<ModeId> {
        let found = self.rules.find_mode(word);
        if found.is_none() {
            let known: Vec<String> = self.rules.modes.iter().map(|m| m.id.clone()).collect();
            self.report_unknown(Code::BadValue, "mode", word, known.iter().map(String::as_str));
        }
        found
    }

    pub(super) fn compile_dates(&mut self, dates: &f::Dates) -> Dates {
        let from = match (&dates.from, &dates.after) {
            (Some(from), _) => Some(from.value),
            (None, Some(after)) => Some(after.value.next()),
            (None, None) => None,
        };
        let to = match (&dates.to, &dates.before) {
            (Some(to), _) => Some(to.value),
            (None, Some(before)) => Some(before.value.previous()),
            (None, None) => None,
        };
        let places = [&dates.from, &dates.after, &dates.to, &dates.before];
        let span =
            places.into_iter().flatten().map(|y| y.span).reduce(|a, b| Span { end: b.end.max(a.end), ..a });
        if let (Some(from), Some(to), Some(span)) = (from, to, span)
            && from > to
        {
            self.report(crate::finding::Finding::new(
                Code::BadValue,
                span,
                format!("these dates end in {to} before they begin in {from}"),
            ));
        }
        Dates {
            from,
            to,
            severity: dates.severity.as_ref().map(|w| w.value.into()),
            when: dates.when.as_ref().map(|w| Box::new(self.compile_condition(Some(w)))),
            says: dates.says.as_ref().map(|s| s.value.clone()),
            span: span.unwrap_or_default(),
        }
    }

    pub(super) fn compile_dates_list(&mut self, dates: Option<&f::DatesList>) -> Vec<Dates> {
        dates.map_or_else(Vec::new, |list| list.as_slice().iter().map(|d| self.compile_dates(d)).collect())
    }
}

pub(super) fn compile_number_test(c: &f::NumberTest) -> NumberTest {
    let value = |n: &Option<Located<_>>| n.as_ref().map(|n| n.value);
    NumberTest {
        min: value(&c.min),
        max: value(&c.max),
        above: value(&c.above),
        below: value(&c.below),
        exactly: value(&c.exactly),
    }
}
