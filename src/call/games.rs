//! `games`: the games, books and events of the library.

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::answer_findings::{AnswerFinding, answer_findings};
use super::context::Context;
use super::error::{CallError, ErrorCode};
use super::read_request::request_object;
use super::shared_types::{Num, USUAL_SIZE};
use crate::exact_number::Number;
use crate::finding::{Finding, sort_and_dedup};
use crate::rules::Rules;
use crate::rules::compiled_conditions::{Dates, YearSpan};
use crate::rules::help_for_words::spelling_suggestion_or;
use crate::rules::library::{Library, RulesLookup, catalogue_spellings};
use crate::rules::wars_of_books::{BookWithEnemies, books_with_enemies};

request_object! {
    /// Lists the games, books and events.
    pub(super) struct Request {}
}

/// The games, books and events of the library.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Games")]
pub(super) struct Answer<'a> {
    /// The version of the engine.
    engine: &'static str,
    games: Vec<Game>,
    events: Vec<EventAnswer>,
    /// What is wrong with the files of the library.
    findings: Vec<AnswerFinding<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct Game {
    id: String,
    name: String,
    version: String,
    /// `built in`, or the path of its file.
    from: String,
    /// Whether the game has points.
    points: bool,
    /// Whether the game has commands.
    commands: bool,
    books: Vec<BookOfGame>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GameBook")]
struct BookOfGame {
    id: String,
    name: String,
    version: String,
    /// The ids of the books that it extends, nearest first. Left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extends: Vec<String>,
    /// The years that the book covers, such as "218 BC to 203 BC".
    dates: Option<String>,
    /// The books of this game that this one fought, and when.
    enemies: Vec<EnemyOfBook>,
    /// The usual sizes.
    sizes: Vec<Num>,
    modes: Vec<ModeOfGame>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GameEnemy")]
struct EnemyOfBook {
    /// The id of the enemy's book.
    book: String,
    /// The years in which both were at war, such as "264 BC to 241 BC".
    years: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "GameMode")]
struct ModeOfGame {
    id: String,
    name: String,
    default: bool,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Event")]
struct EventAnswer {
    path: String,
    id: String,
    name: String,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, _: Request) -> Result<Answered<'c>, CallError> {
    let library = context.plain_library();
    let mut findings: Vec<Finding> = Vec::new();
    let mut games = Vec::new();
    for item in library.list_rulesets() {
        findings.extend(library.findings_about(&item.id, None).iter().cloned());
        let RulesLookup::Ready(rules) = library.rules_for(&item.id, None) else { continue };
        let wars = books_with_enemies(library, &rules.id);
        let mut books = Vec::new();
        for item in library.books_of_ruleset(&rules.id) {
            findings.extend(library.findings_about(&rules.id, Some(&item.id)).iter().cloned());
            if let RulesLookup::Ready(rules) = library.rules_for(&rules.id, Some(&item.id)) {
                books.extend(book_of_game(&rules, &wars));
            }
        }
        games.push(Game {
            id: rules.id.clone(),
            name: rules.name.clone(),
            version: rules.version.clone(),
            from: rules.found_in.clone(),
            points: rules.has_points,
            commands: rules.led_by.is_some(),
            books,
        });
    }
    let held = library.held_events();
    findings.extend(held.findings.iter().cloned());
    sort_and_dedup(&mut findings);
    let events = held.events.iter().map(|(path, id, name)| EventAnswer {
        path: path.clone(),
        id: id.clone(),
        name: name.clone(),
    });
    Answered::new(&Answer {
        engine: env!("CARGO_PKG_VERSION"),
        games,
        events: events.collect(),
        findings: answer_findings(&findings, library.sources(), None),
    })
}

fn book_of_game(rules: &Rules, wars: &[BookWithEnemies]) -> Option<BookOfGame> {
    let book = rules.contingents.first()?.book.as_ref()?;
    let wars = wars.iter().filter(|other| other.book.id == book.id).flat_map(|other| &other.enemies);
    let default = rules.default_mode();
    Some(BookOfGame {
        id: book.id.clone(),
        name: book.name.clone(),
        version: book.version.clone(),
        extends: book.bases.iter().map(|base| base.id.clone()).collect(),
        dates: book.dates.as_ref().map(years_text),
        enemies: wars
            .map(|war| EnemyOfBook { book: war.enemy.clone(), years: war.years.to_string() })
            .collect(),
        sizes: if rules.has_points { vec![Number::from(USUAL_SIZE).into()] } else { Vec::new() },
        modes: (rules.modes.iter().enumerate())
            .map(|(at, mode)| ModeOfGame {
                id: mode.id.clone(),
                name: mode.name.clone(),
                default: default.is_some_and(|default| default.0 == at),
            })
            .collect(),
    })
}

/// Returns years, to stand alone: `218 BC to 203 BC`, `from 218 BC`.
pub(super) fn years_text(dates: &Dates) -> String {
    let has_ends = |span: &YearSpan| span.from.is_some() && span.to.is_some();
    if dates.spans.iter().all(has_ends) { dates.years_text() } else { dates.to_string() }
}

/// Returns the rules of a game and a book.
///
/// # Errors
/// Returns that there is no such game or book, or that its file has errors.
pub(super) fn find_rules(
    library: &Library,
    game: &str,
    book: Option<&str>,
) -> Result<std::sync::Arc<Rules>, CallError> {
    match library.rules_for(game, book) {
        RulesLookup::Ready(rules) => Ok(rules),
        RulesLookup::NoRuleset => {
            let known = library.list_rulesets();
            let help = spelling_suggestion_or(game, &catalogue_spellings(&known), "game");
            let message = format!("there is no game {game:?}");
            Err(CallError::new(ErrorCode::UnknownGame, message).at("/game").with_help(help))
        }
        RulesLookup::NoBook => {
            let book = book.unwrap_or_default();
            let known = library.books_of_ruleset(game);
            let help = spelling_suggestion_or(book, &catalogue_spellings(&known), "book");
            let message = format!("there is no book {book:?} for {game:?}");
            Err(CallError::new(ErrorCode::UnknownBook, message).at("/book").with_help(help))
        }
        RulesLookup::Faulty(id, _) => {
            let is_book = book == Some(id.as_str()) && id != game;
            let (code, at) =
                if is_book { (ErrorCode::UnknownBook, "/book") } else { (ErrorCode::UnknownGame, "/game") };
            let error =
                CallError::new(code, format!("{id:?} cannot be used: its own file has errors")).at(at);
            Err(error.with_findings(&library.findings_about(game, book), library.sources()))
        }
    }
}

/// Checks that a game and a book exist, if a request names them.
pub(super) fn check_names(
    library: &Library,
    game: Option<&str>,
    book: Option<&str>,
) -> Result<(), CallError> {
    match (game, book) {
        (Some(game), book) => find_rules(library, game, book).map(|_| ()),
        (None, Some(_)) => {
            let message = "a book is named without its game";
            Err(CallError::new(ErrorCode::BadRequest, message).at("/game").with_help("name the game"))
        }
        (None, None) => Ok(()),
    }
}
