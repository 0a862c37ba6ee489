//! Explains why a rule applies: the parts of its condition that hold, as text, and the places in the list
//! that make them hold.

use crate::army::evaluate_conditions::condition_holds;
use crate::army::limit_measurement::measure_limit;
use crate::army::regions::Region;
use crate::army::{Army, answers_given};
use crate::finding::{FactKind, Finding, Span};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_conditions::Condition;
use crate::rules::condition_text::comparison_text;
use crate::rules::id_types::ContingentId;

use crate::rules::limit_text::measured_thing;
use crate::wording::{is_or_are, points_text, points_with_verb, quoted_list, short_list};

/// One fact that makes a condition hold or fail.
struct Reason {
    /// The text to put after `since`, such as `1500 points are agreed, more than 1000`.
    words: String,
    /// The places in the list that the fact comes from.
    spans: Vec<Span>,
    /// The number that the condition compares.
    value: Option<Number>,
}

/// The most places that are labelled for one reason. More would not help anyone.
const MAX_LABELLED: usize = 5;

/// Why a rule applies, or does not.
pub(super) struct Reasons {
    all: Vec<Reason>,
    /// What is said at the places of the reasons.
    label: &'static str,
}

impl Reasons {
    /// What makes conditions hold.
    pub(super) fn that_hold(
        army: &Army<'_>,
        conditions: &[&Condition],
        place: Region,
        sees: Option<ContingentId>,
    ) -> Self {
        let seen = ReasonContext { army, place, sees };
        let all = conditions.iter().flat_map(|when| seen.collect_reasons(when, true)).collect();
        Self { all, label: "the rule applies because of this" }
    }

    /// What makes a condition fail.
    pub(super) fn that_fail(army: &Army<'_>, when: &Condition, sees: Option<ContingentId>) -> Self {
        let seen = ReasonContext { army, place: Region::Army, sees };
        Self { all: seen.collect_reasons(when, false), label: "because of this" }
    }

    /// A sentence with the reasons: `"Gauls" may not be taken, since the year is 250 BC, not before 270 BC`.
    pub(super) fn sentence(&self, statement: &str) -> String {
        self.text().map_or_else(|| statement.to_owned(), |why| format!("{statement}, since {why}"))
    }

    /// Changes what is said at the places of the reasons.
    pub(super) fn with_label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    /// Returns the reasons as text. `None` if there are none, since the rule always applies.
    pub(super) fn text(&self) -> Option<String> {
        let words: Vec<String> = self.all.iter().map(|r| r.words.clone()).collect();
        (!words.is_empty()).then(|| short_list(&words, "and"))
    }

    /// Adds the reasons to a finding: at their places and as facts.
    pub(super) fn add_to(self, finding: Finding) -> Finding {
        let finding = self.add_labels_to(finding);
        let facts = self.all.into_iter();
        facts.fold(finding, |f, reason| f.with_fact(FactKind::Condition, reason.words, reason.value))
    }

    /// Adds the places of the reasons to a finding.
    pub(super) fn add_labels_to(&self, mut finding: Finding) -> Finding {
        for span in self.all.iter().flat_map(|reason| reason.spans.iter().take(MAX_LABELLED)) {
            if finding.labels.iter().all(|l| l.span != *span) {
                finding = finding.with_label(*span, self.label);
            }
        }
        finding
    }
}

/// The region that a condition is evaluated in, and the contingent whose rule it belongs to.
struct ReasonContext<'s, 'a> {
    army: &'s Army<'a>,
    place: Region,
    sees: Option<ContingentId>,
}

impl ReasonContext<'_, '_> {
    /// Returns what makes a condition hold or, if `so` is `false`, what makes it fail.
    fn collect_reasons(&self, when: &Condition, so: bool) -> Vec<Reason> {
        let mut all = self.own_reasons(when, so);
        for inner in when.all.iter().filter(|w| self.evaluates_to(w, so)) {
            all.extend(self.collect_reasons(inner, so));
        }
        let any = when.any.iter().filter(|w| self.evaluates_to(w, so));
        // One alternative that holds is reason enough; a failure needs all of them
        let any: Vec<&Condition> = if so { any.take(1).collect() } else { any.collect() };
        if so || any.len() == when.any.len() {
            any.into_iter().for_each(|w| all.extend(self.collect_reasons(w, so)));
        }
        if let Some(not) = when.not.as_deref().filter(|w| self.evaluates_to(w, !so)) {
            all.extend(self.collect_reasons(not, !so));
        }
        all
    }

    fn evaluates_to(&self, when: &Condition, so: bool) -> bool {
        condition_holds(self.army, when, self.place, self.sees) == Some(so)
    }

    /// Returns the reasons of a condition itself, without those of the conditions inside it.
    fn own_reasons(&self, when: &Condition, so: bool) -> Vec<Reason> {
        let army = self.army;
        let list = army.list;
        let not = if so { "" } else { "not " };
        let mut all = Vec::new();
        let mut add = |holds: bool, words: String, spans: Vec<Span>, value: Option<Number>| {
            if holds == so {
                all.push(Reason { words, spans, value });
            }
        };
        if let (Some(modes), Some(mode)) = (&when.modes, army.mode) {
            let id = |m: &crate::rules::id_types::ModeId| army.rules.modes[m.0].id.as_str();
            let other = quoted_list(modes.iter().map(id), "or");
            let words = if so {
                format!("the mode is \"{}\"", id(&mode))
            } else {
                format!("the mode is \"{}\", not {other}", id(&mode))
            };
            add(modes.contains(&mode), words, list.mode.iter().map(|m| m.span).collect(), None);
        }
        if let (Some(points), Some(n)) = (&when.points, army.points_of(self.sees)) {
            let words = format!("{} agreed, {not}{}", points_with_verb(n), comparison_text(points));
            add(points.is_met_by(n), words, list.points.iter().map(|p| p.span).collect(), Some(n));
        }
        if let (Some(worth), Some(n)) = (&when.worth, army.worth(self.sees)) {
            let agreed = list.points.as_ref().filter(|_| army.points_of(self.sees) == Some(n));
            let words = match agreed {
                Some(_) => format!("{} agreed, {not}{}", points_with_verb(n), comparison_text(worth)),
                None => format!("it costs {}, {not}{}", points_text(n), comparison_text(worth)),
            };
            add(worth.is_met_by(n), words, agreed.map(|p| p.span).into_iter().collect(), Some(n));
        }
        if let (Some(spent), true) = (&when.spent, army.cost_is_known) {
            let words = format!("{} spent, {not}{}", points_with_verb(army.spent), comparison_text(spent));
            add(spent.is_met_by(army.spent), words, Vec::new(), Some(army.spent));
        }
        if let Some(commands) = &when.commands {
            let n = Number::from(army.commands.len());
            let there =
                if n == 1 { "there is 1 command".to_owned() } else { format!("there are {n} commands") };
            let words = format!("{there}, {not}{}", comparison_text(commands));
            add(commands.is_met_by(n), words, Vec::new(), Some(n));
        }
        if let (Some(dates), Some(year)) = (&when.date, army.date) {
            let words = format!("the year is {year}, {not}{dates}");
            add(dates.contains(year), words, list.date.iter().map(|d| d.span).collect(), None);
        }
        if let Some(present) = &when.present {
            let sees = if present.names_ally { None } else { self.sees };
            let there = self.place.find_matches(army, present, sees);
            let has = if there.is_empty() { "no " } else { "" };
            let words = format!("there are {has}{}", when.present_text.plural_text());
            let spans = there.into_iter().map(|f| f.span).collect();
            add(self.place.has_match(army, present, sees), words, spans, None);
        }
        if let Some(asked) = &when.measured {
            let names_ally = asked.measure.selector().is_some_and(|selector| selector.names_ally);
            let sees = self.sees.filter(|_| !names_ally);
            let measured = measure_limit(army, &asked.measure, self.place, sees, None, asked.joined_once);
            let (n, one) = (measured.amount, measured.amount == 1);
            let thing = measured_thing(army.rules, &asked.measure, asked.description.as_ref(), one);
            let test = comparison_text(&asked.test);
            let words = match (measured.is_absent, asked.measure.is_single_value()) {
                (true, _) => format!("nobody has {thing}"),
                (false, true) => format!("{thing} is {n}, {not}{test}"),
                (false, false) => format!("there {} {n} {thing}, {not}{test}", is_or_are(one)),
            };
            let spans = measured.found.into_iter().map(|f| f.span).collect();
            let value = Some(n).filter(|_| !measured.is_absent);
            add(!measured.is_absent && asked.test.is_met_by(n), words, spans, value);
        }
        for (choice, answers) in &when.choices {
            let Some(given) = army.answers.get(&(self.sees.unwrap_or(ContingentId::OWN), choice.clone()))
            else {
                continue;
            };
            let other = quoted_list(answers.iter().map(String::as_str), "or");
            let words = if so {
                format!("{choice} is \"{given}\"")
            } else {
                format!("{choice} is \"{given}\", not {other}")
            };
            let written = answers_given(list, army.rules, self.sees.unwrap_or(ContingentId::OWN));
            let spans = written.filter_map(|choose| choose.get(choice.as_str())).map(|a| a.span).collect();
            add(answers.contains(given), words, spans, None);
        }
        all
    }
}
