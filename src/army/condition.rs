//! What is known of a condition: that it holds, that it does not, or neither. A list gives the facts, or a question
//! about lists that nobody has written yet.

use crate::format::date::Year;
use crate::format::number::Number;
use crate::rules::ids::{ContingentId, ModeId};
use crate::rules::selector::Selector;
use crate::rules::when::{Dates, When};

use super::Army;
use super::measure::Where;

/// What is known of a condition.
#[derive(Clone, Debug)]
pub enum Truth<'w> {
    /// It holds.
    Holds,
    /// It does not hold.
    Fails,
    /// The facts leave it open. If there are selectors, it holds just if each of those marked `true` finds something
    /// and none of the others does.
    Open(Option<Vec<(&'w Selector, bool)>>),
}

/// What conditions are about; `None` for what is not known.
pub struct Facts<'f> {
    /// The mode.
    pub mode: Option<ModeId>,
    /// The agreed size of the contingent whose rule asks.
    pub points: Option<Number>,
    /// What that contingent is worth.
    pub worth: &'f dyn Fn() -> Option<Number>,
    /// What the army costs.
    pub spent: Option<Number>,
    /// How many commands there are.
    pub commands: Option<Number>,
    /// The year.
    pub date: Option<Year>,
    /// The answer to a choice of the contingent's book.
    pub answer: &'f dyn Fn(&str) -> Option<&'f String>,
    /// Whether a selector finds something.
    pub present: &'f dyn Fn(&Selector) -> Option<bool>,
}

impl Facts<'_> {
    /// What is known of a condition.
    pub fn truth<'w>(&self, when: &'w When) -> Truth<'w> {
        let sizes = [(&when.points, self.points), (&when.spent, self.spent), (&when.commands, self.commands)];
        let sizes = sizes.into_iter().filter_map(|(asked, fact)| asked.as_ref().map(|a| (a, fact)));
        let worth = when.worth.iter().map(|asked| (asked, (self.worth)()));
        let compared = sizes.chain(worth).map(|(asked, fact)| fact.map(|n| asked.holds(n)));
        let mode = when.modes.iter().map(|modes| self.mode.map(|mode| modes.contains(&mode)));
        let date = when.date.iter().map(|dates| self.date.map(|year| dates.hold(year)));
        let choices = when.choices.iter();
        let choices = choices.map(|(choice, of)| (self.answer)(choice).map(|given| of.contains(given)));
        let present = when.present.iter().map(|selector| match (self.present)(selector) {
            None => Truth::Open(Some(vec![(selector, true)])),
            known => known.into(),
        });
        let inner = when.all.iter().map(|when| self.truth(when));
        // One of several holds unless all of them fail
        let any =
            (!when.any.is_empty()).then(|| all(when.any.iter().map(|when| self.truth(when).not())).not());
        let not = when.not.iter().map(|when| self.truth(when).not());
        let simple = mode.chain(compared).chain(date).chain(choices).map(Truth::from);
        all(simple.chain(present).chain(inner).chain(any).chain(not))
    }
}

fn all<'w>(parts: impl Iterator<Item = Truth<'w>>) -> Truth<'w> {
    let mut open: Option<Option<Vec<_>>> = None;
    for part in parts {
        match (part, &mut open) {
            (Truth::Holds, _) => {}
            (Truth::Fails, _) => return Truth::Fails,
            (Truth::Open(Some(more)), Some(Some(sought))) => sought.extend(more),
            (Truth::Open(sought), None) => open = Some(sought),
            (Truth::Open(_), open) => *open = Some(None),
        }
    }
    open.map_or(Truth::Holds, Truth::Open)
}

impl Truth<'_> {
    fn not(self) -> Self {
        match self {
            Self::Holds => Self::Fails,
            Self::Fails => Self::Holds,
            Self::Open(Some(mut sought)) if sought.len() == 1 => {
                sought[0].1 = !sought[0].1;
                Self::Open(Some(sought))
            }
            Self::Open(_) => Self::Open(None),
        }
    }
}

impl From<Option<bool>> for Truth<'_> {
    fn from(known: Option<bool>) -> Self {
        known.map_or(Self::Open(None), |holds| if holds { Self::Holds } else { Self::Fails })
    }
}

/// Whether a condition holds in a place for the contingent whose rule it is; `None` if the list does not say what it
/// asks.
pub fn holds(army: &Army<'_>, when: &When, place: Where, sees: Option<ContingentId>) -> Option<bool> {
    // Most rules have no condition, and points of a contingent are a sum over commands
    if when.is_empty() {
        return Some(true);
    }
    let facts = Facts {
        mode: army.mode,
        points: army.points_of(sees),
        worth: &|| army.worth(sees),
        spent: army.complete.then_some(army.spent),
        commands: Some(army.commands.len().into()),
        date: army.date,
        answer: &|choice| army.answers.get(&(sees.unwrap_or(ContingentId::OWN), choice.to_owned())),
        present: &|selector| {
            let sees = if selector.names_ally { None } else { sees };
            if place == Where::Army { army.has(selector, sees) } else { army.has_in(place, selector, sees) }
        },
    };
    match facts.truth(when) {
        Truth::Holds => Some(true),
        Truth::Fails => Some(false),
        Truth::Open(_) => None,
    }
}

/// The first of these dates that the army's date is not in, where they apply.
pub fn outside<'d>(army: &Army<'_>, dates: &'d [Dates], sees: Option<ContingentId>) -> Option<&'d Dates> {
    let year = army.date?;
    applying(army, dates, sees).find(|d| !d.hold(year))
}

/// Those of the dates that apply.
pub fn applying<'d>(
    army: &Army<'_>,
    dates: &'d [Dates],
    sees: Option<ContingentId>,
) -> impl Iterator<Item = &'d Dates> {
    dates
        .iter()
        .filter(move |d| d.when.as_ref().is_none_or(|w| holds(army, w, Where::Army, sees) == Some(true)))
}
