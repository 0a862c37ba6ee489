//! `army`: a list as it was understood, with everything that a form draws.

mod row;

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::check::left_and_over;
use super::context::{Context, OpenedList};
use super::error::CallError;
use super::read_request::request_object;
use super::shared_types::{CommandId, FileIn, ListIn, Num, RowId, Span};
use crate::army::cost_lines::CostLine;
use crate::army::purchases::Purchases;
use crate::army::{Army, RoleHolder, UnitOrigin, answers_given};
use crate::build::rows::{self, RowKind};
use crate::format::list::Baggage;
use crate::format::read_exact_numbers::Number;
use crate::format::shared_types::SizeMeasure;
use crate::rules::compiled_purchases::Buyer;
use crate::rules::id_types::ContingentId;
use row::{Line, RowAnswer, Taken, line_of, lines_of, taken_of};

request_object! {
    /// Asks what a list says.
    pub(super) struct Request {
        list: ListIn,
        event: Option<FileIn>,
    }
}

/// A list as it was understood.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Army")]
pub(super) struct Answer {
    ids: String,
    /// Whether some text could not be read.
    partial: bool,
    name: String,
    game: String,
    book: Option<String>,
    mode: Option<String>,
    date: Option<String>,
    draft: bool,
    player: Option<String>,
    club: Option<String>,
    notes: Option<String>,
    choices: Vec<ChoiceAnswer>,
    /// Null if the game has no points.
    points: Option<Points>,
    /// What the army itself pays.
    lines: Vec<Line>,
    commands: Vec<CommandAnswer>,
    /// In the order of the text.
    rows: Vec<RowAnswer>,
}

/// The answer to a question of a book.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Choice")]
struct ChoiceAnswer {
    key: String,
    title: String,
    answer: Option<String>,
    /// Whether the answer follows from the date.
    from_date: bool,
}

/// The points of an army.
#[derive(Serialize, JsonSchema)]
struct Points {
    total: Num,
    size: Option<Num>,
    left: Num,
    over: Num,
    /// Whether every cost is known.
    complete: bool,
}

/// A command.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Command")]
struct CommandAnswer {
    command: CommandId,
    /// False for the one command of a list without `commands`.
    written: bool,
    name: Option<String>,
    /// The id of the kind of command. Null in a game without kinds, or if it is unknown.
    kind: Option<String>,
    /// The command that it is in. Null if it is in the army. Its total and bases are a part of that command's.
    within: Option<CommandId>,
    path: String,
    span: Option<Span>,
    total: Option<Num>,
    bases: u64,
    notes: Option<String>,
    commander: Option<RowId>,
    characters: Vec<RowId>,
    rows: Vec<RowId>,
    /// What the command itself pays.
    lines: Vec<Line>,
    /// Who carries the standard.
    standard: Option<RowId>,
    baggage: Option<BaggageOfCommand>,
    ally: Option<AllyOfCommand>,
}

/// The baggage of a command.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Baggage")]
struct BaggageOfCommand {
    /// The command whose baggage it is placed with.
    shared_with: Option<CommandId>,
    options: Vec<Taken>,
}

/// The ally that a command is.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Ally")]
struct AllyOfCommand {
    id: String,
    name: String,
    book: String,
    points: Option<Num>,
    choices: Vec<ChoiceAnswer>,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    let list = context.open(request.list, request.event.as_ref(), "/list")?;
    Ok(Answered::new(&army(&list)?)?.about(list))
}

/// Returns what a list says.
pub(super) fn army(list: &OpenedList<'_>) -> Result<Answer, CallError> {
    let army = list.army()?;
    let (rules, written, report) = (army.rules, army.list, list.report());
    let (left, over) = left_and_over(report);
    let mut rows_of_commands: Vec<Vec<&rows::Row>> = vec![Vec::new(); army.commands.len()];
    for row in &list.rows.rows {
        if let Some(rows) = row.command.and_then(|at| rows_of_commands.get_mut(at)) {
            rows.push(row);
        }
    }
    Ok(Answer {
        ids: list.ids(),
        partial: report.read_with_errors,
        name: written.army.value.clone(),
        game: rules.id.clone(),
        book: rules.contingents[0].book.as_ref().map(|book| book.id.clone()),
        mode: army.mode.map(|mode| rules.modes[mode.0].id.clone()),
        date: army.date.map(|date| date.to_string()),
        draft: army.is_draft,
        player: written.player.as_ref().map(|text| text.value.clone()),
        club: written.club.as_ref().map(|text| text.value.clone()),
        notes: written.notes.as_ref().map(|text| text.value.clone()),
        choices: choices_of(army, ContingentId::OWN),
        points: report.points.as_ref().map(|points| Points {
            total: points.total.into(),
            size: points.limit.map(Num::from),
            left: left.into(),
            over: over.into(),
            complete: points.complete,
        }),
        lines: purchase_lines(army, None).into_iter().chain(charge_lines(&army.charges)).collect(),
        commands: (rows_of_commands.iter().enumerate())
            .filter_map(|(at, rows)| command_of(list, army, at, rows))
            .collect(),
        rows: row::rows_of(list, army),
    })
}

/// Returns the questions of a contingent's book, with their answers.
fn choices_of(army: &Army<'_>, contingent: ContingentId) -> Vec<ChoiceAnswer> {
    let choices = army.rules.contingents[contingent.0].choices.iter();
    let is_given = |key: &str| {
        answers_given(army.list, army.rules, contingent)
            .any(|given| given.keys().any(|known| known.value == key))
    };
    choices
        .map(|choice| {
            let answer = army.answers.get(&(contingent, choice.id.clone())).cloned();
            ChoiceAnswer {
                key: choice.id.clone(),
                title: choice.name.clone(),
                from_date: answer.is_some() && !is_given(&choice.id),
                answer,
            }
        })
        .collect()
}

fn command_of(
    list: &OpenedList<'_>,
    army: &Army<'_>,
    at: usize,
    rows: &[&rows::Row],
) -> Option<CommandAnswer> {
    let (command, row) = (&army.commands[at], list.rows.commands.get(at)?);
    let written = command.written.map(|written| &written.value);
    let units = &command.units;
    let is_baggage = |unit: usize| matches!(army.units[unit].written, UnitOrigin::Baggage(_));
    let row_of = |holder: RoleHolder| row_of_holder(list, army, holder);
    let of_kind = |kind: RowKind| {
        let rows = rows.iter().filter(|row| row.kind == kind);
        rows.map(|row| row.id.clone()).collect::<Vec<_>>()
    };
    let baggage = match written {
        Some(written) => written.baggage.as_ref(),
        None => army.list.baggage.as_ref(),
    };
    let body_of_baggage = units.iter().find(|unit| is_baggage(**unit)).map(|unit| &army.units[*unit]);
    let mut carriers = army.standards.iter().filter_map(|link| link.unit);
    let standard = carriers.find(|unit| army.units[*unit].command == Some(at));
    let contingent = &army.rules.contingents[command.contingent.0];
    Some(CommandAnswer {
        command: row.id.clone(),
        written: command.written.is_some(),
        name: command.name.map(|name| name.value.clone()),
        kind: command.kind.map(|kind| army.rules.command_kind(kind).id.clone()),
        within: command.outer.and_then(|outer| list.rows.commands.get(outer)).map(|outer| outer.id.clone()),
        path: row.path.clone(),
        span: row.span.and_then(|span| list.span(span)),
        total: army.cost_of_command(at).filter(|_| army.rules.has_points).map(Num::from),
        bases: army.units_in(at).filter(|unit| !is_baggage(*unit)).map(|unit| bases_of(army, unit)).sum(),
        notes: written.and_then(|written| written.notes.as_ref()).map(|notes| notes.value.clone()),
        commander: command.commander.and_then(row_of),
        characters: of_kind(RowKind::Character),
        rows: of_kind(RowKind::Unit),
        lines: (body_of_baggage.map(|unit| lines_of(&[unit])).unwrap_or_default().into_iter())
            .chain(purchase_lines(army, Some(at)))
            .chain(charge_lines(&command.charges))
            .collect(),
        standard: standard.and_then(|unit| row_of(RoleHolder::Unit(unit))),
        baggage: baggage.filter(|baggage| !matches!(baggage.value, Baggage::None)).map(|_| {
            BaggageOfCommand {
                shared_with: (command.shares_with.as_ref())
                    .and_then(|(_, index)| list.rows.commands.get((*index)?))
                    .map(|command| command.id.clone()),
                options: body_of_baggage
                    .map(|unit| taken_of(list, army.rules, &unit.body))
                    .unwrap_or_default(),
            }
        }),
        ally: contingent.ally.as_ref().map(|id| AllyOfCommand {
            id: id.clone(),
            name: contingent.book.as_ref().map_or_else(|| id.clone(), |book| book.name.clone()),
            book: contingent.book.as_ref().map(|book| book.id.clone()).unwrap_or_default(),
            points: command.points.map(Num::from),
            choices: choices_of(army, command.contingent),
        }),
    })
}

/// Returns the ledger of what a command buys, or the army for `None`. An army without commands buys for both.
fn purchase_lines(army: &Army<'_>, command: Option<usize>) -> Vec<Line> {
    let is_its = |bought: &&Purchases<'_>| match command {
        Some(at) => bought.buyer == Buyer::Command && bought.command == Some(at),
        None => bought.buyer != Buyer::Command,
    };
    let bought = army.purchases.iter().filter(is_its).flat_map(|bought| &bought.body.cost_lines);
    bought.map(|line| line_of(line, Number::ONE)).collect()
}

/// Returns the ledger of what the army or a command pays in charges.
fn charge_lines<'a>(charges: &'a [CostLine<'_>]) -> impl Iterator<Item = Line> + 'a {
    charges.iter().map(|line| line_of(line, Number::ONE))
}

/// Returns how many bases a unit is, identical ones counted.
fn bases_of(army: &Army<'_>, unit: usize) -> u64 {
    let unit = &army.units[unit];
    let measure = unit.body.kind.map(|kind| army.rules.kind(kind).size.measure);
    // Models are many on a base, so that a unit of them counts as one
    let each = if matches!(measure, None | Some(SizeMeasure::Models)) { 1 } else { unit.body.size.max(1) };
    u64::from(unit.count) * u64::from(each)
}

/// Returns the row of a character or a unit.
fn row_of_holder(list: &OpenedList<'_>, army: &Army<'_>, holder: RoleHolder) -> Option<RowId> {
    let span = match holder {
        RoleHolder::Character(at) => army.characters[at].written.span,
        RoleHolder::Unit(at) => army.units[at].written.span(),
    };
    list.row_at(span).map(|row| row.id.clone())
}
