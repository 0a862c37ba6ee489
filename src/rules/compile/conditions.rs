//! Compiles conditions, needs and dates.

use crate::finding::{Code, Finding, Severity, Span};
use crate::format::selectors_and_conditions as f;
use crate::format::shared_types::OneOrMore;
use crate::format::years::Year;
use crate::read::Located;
use crate::rules::compiled_conditions::{Condition, Dates, NumberTest, YearSpan};
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
        let f::Dates { from, to, after, before, .. } = dates;
        let own = [from, after, to, before];
        let span = hull(own.into_iter().flatten().map(|year| year.span));
        let (spans, span) = match &dates.any {
            None => (
                vec![self.compile_year_span(from.as_ref(), after.as_ref(), to.as_ref(), before.as_ref())],
                span.unwrap_or_default(),
            ),
            Some(any) => {
                if let Some(beside) = span {
                    let message = "`any` stands in place of other years";
                    let help = "write these years into `any`, such as `any: [225 BC, {from: 222 BC}]`";
                    self.report(
                        Finding::new(Code::BadValue, beside, message)
                            .with_label(any.span, "the years that count")
                            .with_help(help),
                    );
                }
                if any.value.is_empty() {
                    let message = "`any` has no years, so no date will do";
                    self.report(
                        Finding::new(Code::BadValue, any.span, message)
                            .with_help("write `any: [225 BC, 222 BC]`"),
                    );
                }
                (any.iter().map(|item| self.compile_year_or_span(item)).collect(), any.span)
            }
        };
        Dates {
            spans,
            severity: dates.severity.as_ref().map(|w| w.value.into()),
            when: dates.when.as_ref().map(|w| Box::new(self.compile_condition(Some(w)))),
            says: dates.says.as_ref().map(|s| s.value.clone()),
            span,
        }
    }

    fn compile_year_or_span(&mut self, item: &f::YearOrSpan) -> YearSpan {
        match item {
            f::YearOrSpan::Year(year) => {
                YearSpan { from: Some(year.value), to: Some(year.value), span: year.span }
            }
            f::YearOrSpan::Span(f::YearSpan { from, to, after, before }) => {
                self.compile_year_span(from.as_ref(), after.as_ref(), to.as_ref(), before.as_ref())
            }
        }
    }

    fn compile_year_span(
        &mut self,
        from: Option<&Located<Year>>,
        after: Option<&Located<Year>>,
        to: Option<&Located<Year>>,
        before: Option<&Located<Year>>,
    ) -> YearSpan {
        let first = from.map(|year| year.value).or(after.map(|year| year.value.next()));
        let last = to.map(|year| year.value).or(before.map(|year| year.value.previous()));
        let span = hull([from, after, to, before].into_iter().flatten().map(|year| year.span));
        if let (Some(first), Some(last), Some(span)) = (first, last, span)
            && first > last
        {
            let message = format!("these dates end in {last} before they begin in {first}");
            self.report(Finding::new(Code::BadValue, span, message));
        }
        YearSpan { from: first, to: last, span: span.unwrap_or_default() }
    }

    /// Compiles dates that must all hold, and reports two that no year can meet together.
    pub(super) fn compile_dates_list(&mut self, dates: Option<&f::DatesList>) -> Vec<Dates> {
        let Some(list) = dates else { return Vec::new() };
        let all: Vec<Dates> = list.as_slice().iter().map(|d| self.compile_dates(d)).collect();
        let is_strict =
            |d: &&Dates| d.when.is_none() && d.severity.is_none_or(|severity| severity == Severity::Error);
        for (at, later) in all.iter().enumerate().filter(|(_, d)| is_strict(d)) {
            let apart = |first: &&Dates| is_strict(first) && !first.overlaps(later);
            if let Some(first) = all[..at].iter().find(apart) {
                let message =
                    format!("no year is both {first} and {later}, and dates in a list must all hold");
                let help = "for years of which one is enough, write `dates: {any: […]}`";
                self.report(
                    Finding::new(Code::BadValue, later.span, message)
                        .with_label(first.span, "the others are here")
                        .with_help(help),
                );
                break;
            }
        }
        all
    }
}

/// Returns the span from the first of these to the last.
fn hull(spans: impl Iterator<Item = Span>) -> Option<Span> {
    spans.reduce(|a, b| Span { end: b.end.max(a.end), ..a })
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
