//! `start`: a new list.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::book::{check_answers, find_mode, read_date};
use super::context::Context;
use super::error::{CallError, ErrorCode};
use super::games::find_rules;
use super::read_request::request_object;
use super::shared_types::{Answers, FileIn, ListIn, Num, NumIn, USUAL_SIZE, Verdict};
use crate::exact_number::Number;
use crate::format::years::Year;
use crate::rules::Rules;
use crate::rules::compiled_conditions::Dates;
use crate::yaml::write_scalar;

request_object! {
    /// Asks for a new list.
    pub(super) struct Request {
        game: String,
        book: Option<String>,
        /// The name of the army.
        name: Option<String>,
        mode: Option<String>,
        /// The agreed size.
        points: Option<NumIn>,
        date: Option<String>,
        choose: Option<Answers>,
        event: Option<FileIn>,
        /// Whether it is filled with a legal army. Not available yet.
        #[schemars(default)]
        fill: bool,
        /// Which of many such armies it is.
        seed: Option<u64>,
    }
}

/// A new list.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Started")]
pub(super) struct Answer {
    text: String,
    ids: String,
    verdict: Verdict,
    total: Option<Num>,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    if request.fill {
        return Err(CallError::not_available("this build cannot fill a new list yet").at("/fill"));
    }
    if request.seed.is_some() {
        let error = CallError::new(ErrorCode::BadRequest, "a seed is for a list that is filled");
        return Err(error.at("/seed"));
    }
    let rules = find_rules(context.library(request.event.as_ref())?, &request.game, request.book.as_deref())?;
    let mode = find_mode(&rules, request.mode.as_deref())?;
    let date = request.date.as_deref().map(read_date).transpose()?;
    let points = request.points.map_or(Number::from(USUAL_SIZE), |points| points.0);
    if points <= 0 {
        let message = format!("the agreed size is {points}; expected a number above 0");
        return Err(CallError::new(ErrorCode::BadRequest, message).at("/points"));
    }
    let choose = request.choose.unwrap_or_default();
    check_answers(&rules.contingents[0], &choose)?;
    let text = list_text(
        &rules,
        &NewList {
            name: request.name.as_deref().unwrap_or("New army"),
            mode: mode.map(|mode| rules.modes[mode.0].id.as_str()),
            points,
            date,
            choose: &choose,
        },
    );
    let list = ListIn { text, path: None, ids: None, was: None, draft: false };
    let opened = context.open(list, request.event.as_ref(), "")?;
    let report = opened.report();
    let answered = Answered::new(&Answer {
        text: opened.text.clone(),
        ids: opened.ids(),
        verdict: report.verdict.into(),
        total: report.points.as_ref().map(|points| points.total.into()),
    })?;
    Ok(answered.about(opened))
}

/// What a new list says.
struct NewList<'n> {
    name: &'n str,
    mode: Option<&'n str>,
    points: Number,
    date: Option<Year>,
    choose: &'n Answers,
}

fn list_text(rules: &Rules, new: &NewList<'_>) -> String {
    let book = rules.contingents[0].book.as_ref();
    let first_year = || book.and_then(|book| book.dates.as_ref()).and_then(Dates::first_year);
    let mut text = format!("army: {}\nruleset: {}\n", write_scalar(new.name), rules.id);
    let mut line = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}: {value}");
        }
    };
    line("book", book.map(|book| book.id.clone()));
    line("mode", new.mode.map(str::to_owned));
    line("points", rules.has_points.then(|| new.points.to_string()));
    line("date", new.date.or_else(first_year).map(|year| year.to_string()));
    let answers =
        new.choose.iter().map(|(key, answer)| format!("{}: {}", write_scalar(key), write_scalar(answer)));
    let answers: Vec<String> = answers.collect();
    line("choose", (!answers.is_empty()).then(|| format!("{{{}}}", answers.join(", "))));
    text += "draft: true\n";
    text += if rules.led_by.is_some() {
        "commands:\n  - name: First command\n    units: []\n"
    } else {
        "units: []\n"
    };
    text
}
