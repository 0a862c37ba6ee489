//! `book`: what may be taken from a book or, without one, from a game.

mod entries;
mod prices;

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::context::Context;
use super::error::{CallError, ErrorCode};
use super::games::{find_rules, years_text};
use super::read_request::request_object;
use super::shared_types::{Answers, FileIn, Num};
use crate::army::evaluate_conditions::{ConditionFacts, ConditionOutcome};
use crate::format::years::Year;
use crate::rules::compiled_amounts::{Amount, Bound};
use crate::rules::compiled_conditions::{Condition, Dates};
use crate::rules::condition_text::condition_text;
use crate::rules::id_types::{ContingentId, ModeId};
use crate::rules::{Contingent, Rules};
use crate::wording::suggestion_or;
use crate::yaml::nearest_name;

request_object! {
    /// Asks what may be taken.
    pub(super) struct Request {
        game: String,
        book: Option<String>,
        /// The mode that prices are for. Defaults to the game's.
        mode: Option<String>,
        /// The year. Without it, nothing is closed by dates.
        date: Option<String>,
        /// Answers to the questions of the book. A question without an answer closes nothing.
        choose: Option<Answers>,
        event: Option<FileIn>,
    }
}

/// What may be taken.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Book")]
pub(super) struct Answer {
    game: String,
    book: Option<String>,
    name: String,
    entries: Vec<entries::Entry>,
    roles: Vec<NamedId>,
    /// The questions that a list answers.
    choices: Vec<Question>,
    allies: Vec<Ally>,
}

/// An id with its printed name.
#[derive(Serialize, JsonSchema)]
struct NamedId {
    id: String,
    name: String,
}

/// A question of a book.
#[derive(Serialize, JsonSchema)]
struct Question {
    key: String,
    title: String,
    /// The possible answers, in the year asked for.
    answers: Vec<NamedId>,
}

/// An ally whom the book may call.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AllyOfBook")]
struct Ally {
    id: String,
    name: String,
    book: String,
    /// The years in which the ally may join.
    dates: Option<String>,
    /// Why the ally may not join on the terms of the request.
    closed: Option<String>,
    /// The fewest points.
    min: Option<Num>,
    /// The most points.
    max: Option<Num>,
}

/// What the terms of a request close.
struct Terms {
    mode: Option<ModeId>,
    date: Option<Year>,
    choose: Answers,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    let library = context.library(request.event.as_ref())?;
    let rules = find_rules(library, &request.game, request.book.as_deref())?;
    let terms = Terms {
        mode: find_mode(&rules, request.mode.as_deref())?,
        date: request.date.as_deref().map(read_date).transpose()?,
        choose: request.choose.unwrap_or_default(),
    };
    let own = &rules.contingents[0];
    check_answers(own, &terms.choose)?;
    let in_time = |dates: &[Dates]| terms.date.is_none_or(|year| dates.iter().all(|d| d.contains(year)));
    let choices = own.choices.iter().map(|choice| Question {
        key: choice.id.clone(),
        title: choice.name.clone(),
        answers: (choice.answers.iter().filter(|(_, _, dates)| in_time(dates)))
            .map(|(id, name, _)| NamedId { id: id.clone(), name: name.clone() })
            .collect(),
    });
    Answered::new(&Answer {
        game: rules.id.clone(),
        book: own.book.as_ref().map(|book| book.id.clone()),
        name: own.book.as_ref().map_or_else(|| rules.name.clone(), |book| book.name.clone()),
        entries: entries::entries_of(library, &rules, &terms),
        roles: rules.roles.iter().map(|r| NamedId { id: r.id.clone(), name: r.name.clone() }).collect(),
        choices: choices.collect(),
        allies: rules.contingents.iter().filter_map(|ally| ally_of(&rules, ally, &terms)).collect(),
    })
}

impl Terms {
    /// Returns `true` if a condition holds on these terms. `None` if they do not decide it.
    fn meet(&self, when: &Condition) -> Option<bool> {
        let facts = ConditionFacts {
            mode: self.mode,
            points: None,
            worth: &|| None,
            spent: None,
            commands: None,
            date: self.date,
            answer: &|choice| self.choose.get(choice),
            present: &|_| None,
            measured: &|_| None,
        };
        match facts.evaluate(when) {
            ConditionOutcome::Holds => Some(true),
            ConditionOutcome::Fails => Some(false),
            ConditionOutcome::Open(_) => None,
        }
    }
}

fn ally_of(rules: &Rules, contingent: &Contingent, terms: &Terms) -> Option<Ally> {
    let (id, book) = (contingent.ally.as_ref()?, contingent.book.as_ref()?);
    let number = |bound: Option<&Bound>| match bound?.amount {
        Amount::Number(number) => Some(Num::from(number)),
        _ => None,
    };
    // Of several cases the one of the terms, if they decide which it is
    let mut cases = contingent.points.iter().map(|case| (terms.meet(&case.when), case));
    let first = cases.find(|(meets, _)| *meets != Some(false));
    let points = first.filter(|(meets, _)| *meets == Some(true)).map(|(_, case)| &case.bounds);
    let out = terms.date.and_then(|year| contingent.dates.iter().find(|dates| !dates.contains(year)));
    let refused = || {
        let text = condition_text(rules, &contingent.when);
        text.filter(|_| terms.meet(&contingent.when) == Some(false)).map(|text| format!("if {text}"))
    };
    let exactly = number(points.and_then(|p| p.exactly.as_ref()));
    let years: Vec<String> = contingent.dates.iter().map(years_text).collect();
    Some(Ally {
        id: id.clone(),
        name: book.name.clone(),
        book: book.id.clone(),
        dates: Some(years.join(", ")).filter(|years| !years.is_empty()),
        closed: out.map(ToString::to_string).or_else(refused),
        min: number(points.and_then(|p| p.min.as_ref())).or(exactly.clone()),
        max: number(points.and_then(|p| p.max.as_ref())).or(exactly),
    })
}

/// Returns the mode of a request, or the usual one.
pub(super) fn find_mode(rules: &Rules, mode: Option<&str>) -> Result<Option<ModeId>, CallError> {
    let Some(word) = mode else { return Ok(rules.default_mode()) };
    let known: Vec<&str> = rules.modes.iter().map(|mode| mode.id.as_str()).collect();
    rules.find_mode(word).map(Some).ok_or_else(|| unknown_word("mode", word, &known, "/mode"))
}

/// Reads the year of a request.
pub(super) fn read_date(text: &str) -> Result<Year, CallError> {
    text.parse().map_err(|error: crate::read::ValueError| {
        CallError::new(ErrorCode::BadRequest, error.message).at("/date")
    })
}

/// Checks that the answers of a request are answers to questions of the book.
pub(super) fn check_answers(own: &Contingent, answers: &Answers) -> Result<(), CallError> {
    for (key, word) in answers {
        let at = format!("/choose/{}", key.replace('~', "~0").replace('/', "~1"));
        let Some(choice) = own.choices.iter().find(|choice| choice.id == *key) else {
            let known: Vec<&str> = own.choices.iter().map(|choice| choice.id.as_str()).collect();
            return Err(unknown_word("choice", key, &known, &at));
        };
        let known: Vec<&str> = choice.answers.iter().map(|(id, _, _)| id.as_str()).collect();
        if !known.contains(&word.as_str()) {
            return Err(unknown_word("answer", word, &known, &at));
        }
    }
    Ok(())
}

fn unknown_word(what: &str, word: &str, known: &[&str], at: &str) -> CallError {
    let help = suggestion_or(nearest_name(word, known.iter().copied()), known, what);
    let error = CallError::new(ErrorCode::UnknownWord, format!("there is no {what} {word:?}"));
    error.at(at).with_help(help)
}

/// Returns the contingent whose unit types or entries may be taken. `None` for the unit types of the game.
fn taken_from(rules: &Rules) -> Option<ContingentId> {
    rules.has_book(ContingentId::OWN).then_some(ContingentId::OWN)
}
