//! Compiles conditions, needs and dates.

use crate::finding::{Code, Severity, Span};
use crate::format::selector as f;
use crate::format::words::Words;
use crate::read::Located;
use crate::rules::ids::ModeId;
use crate::rules::option::Need;
use crate::rules::when::{Compare, Dates, When};

use super::Compiler;

impl Compiler {
    /// Compiles a condition on the unit that takes an option. `span` is used if the need has no text.
    pub(super) fn need(&mut self, need: &f::Need, span: Span) -> Need {
        let selector = need.selector();
        Need {
            what: self.describe(&selector).as_need(),
            selector: self.selector(&selector),
            severity: need.severity.as_ref().map_or(Severity::Error, |w| w.value.into()),
            says: need.says.as_ref().map(|s| s.value.clone()),
            span: need.says.as_ref().map_or(span, |s| s.span),
        }
    }

    /// Compiles a condition. Without one, the rule always applies.
    pub(super) fn when(&mut self, when: Option<&f::When>) -> When {
        let Some(when) = when else { return When::default() };
        for compared in [&when.points, &when.spent, &when.commands].into_iter().flatten() {
            self.comparison_makes_sense(compared);
        }
        When {
            modes: when
                .mode
                .as_ref()
                .map(|words| words.as_slice().iter().filter_map(|w| self.mode(w)).collect()),
            points: when.points.as_ref().map(compare),
            worth: when.worth.as_ref().map(compare),
            spent: when.spent.as_ref().map(compare),
            date: when.date.as_ref().map(|d| self.dates(d)),
            commands: when.commands.as_ref().map(compare),
            present: when.present.as_ref().map(|s| self.selector(s)),
            present_text: when.present.as_ref().map(|s| self.describe(s)).unwrap_or_default(),
            choices: when.choice.iter().map(|(id, answers)| self.answers(id, answers)).collect(),
            any: when.any.iter().map(|w| self.when(Some(w))).collect(),
            all: when.all.iter().map(|w| self.when(Some(w))).collect(),
            not: when.not.as_ref().map(|w| Box::new(self.when(Some(w)))),
        }
    }

    fn answers(&mut self, id: &Located<String>, answers: &Words) -> (String, Vec<String>) {
        let choices = self.rules.contingents.get(self.contingent.0).map_or(&[][..], |c| &c.choices);
        match choices.iter().find(|c| c.id == id.value) {
            None => {
                let known: Vec<String> = choices.iter().map(|c| c.id.clone()).collect();
                self.unknown(Code::BadValue, "choice", id, known.iter().map(String::as_str));
            }
            Some(choice) => {
                let known: Vec<String> = choice.answers.iter().map(|a| a.0.clone()).collect();
                for word in answers.as_slice().iter().filter(|w| !known.contains(&w.value)) {
                    self.unknown(Code::BadValue, "answer", word, known.iter().map(String::as_str));
                }
            }
        }
        (id.value.clone(), answers.as_slice().iter().map(|w| w.value.clone()).collect())
    }

    pub(super) fn mode(&mut self, word: &Located<String>) -> Option<ModeId> {
        let found = self.rules.mode(word);
        if found.is_none() {
            let known: Vec<String> = self.rules.modes.iter().map(|m| m.id.clone()).collect();
            self.unknown(Code::BadValue, "mode", word, known.iter().map(String::as_str));
        }
        found
    }

    pub(super) fn dates(&mut self, dates: &f::Dates) -> Dates {
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
            self.say(crate::finding::Finding::new(
                Code::BadValue,
                span,
                format!("these dates end in {to} before they begin in {from}"),
            ));
        }
        Dates {
            from,
            to,
            severity: dates.severity.as_ref().map(|w| w.value.into()),
            when: dates.when.as_ref().map(|w| Box::new(self.when(Some(w)))),
            says: dates.says.as_ref().map(|s| s.value.clone()),
            span: span.unwrap_or_default(),
        }
    }

    pub(super) fn dates_list(&mut self, dates: Option<&f::DatesList>) -> Vec<Dates> {
        dates.map_or_else(Vec::new, |list| list.as_slice().iter().map(|d| self.dates(d)).collect())
    }
}

fn compare(c: &f::Compare) -> Compare {
    let value = |n: &Option<Located<_>>| n.as_ref().map(|n| n.value);
    Compare {
        min: value(&c.min),
        max: value(&c.max),
        above: value(&c.above),
        below: value(&c.below),
        exactly: value(&c.exactly),
    }
}
