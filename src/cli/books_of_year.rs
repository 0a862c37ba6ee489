//! `muster rules --date`: lists the books of a year, each with its enemies and the lists of its battles.

use std::io::Write;

use crate::format::years::Year;
use crate::output::TerminalStyle;
use crate::output::terminal_text::sanitize;
use crate::rules::help_for_words::spelling_suggestion_or;
use crate::rules::library::{Library, catalogue_spellings};
use crate::rules::wars_of_books::{BookWithEnemies, Years, books_with_enemies};
use crate::wording::join_with_or;

use super::battle_lists::{self, BattleList};
use super::text_page::TextPage;
use super::{CommandError, CommandResult};

/// Lists the books of a year, of one ruleset or of all.
pub(super) fn run(
    date: &str,
    ruleset: Option<&str>,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let year = date.parse::<Year>().map_err(|error| CommandError::Message(error.message))?;
    let mut games = library.list_rulesets();
    if let Some(id) = ruleset {
        let known = games.clone();
        games.retain(|game| game.id == id);
        if games.is_empty() {
            let help = spelling_suggestion_or(id, &catalogue_spellings(&known), "ruleset");
            let message = format!("there is no ruleset \"{id}\" to list the books of; {help}");
            return Err(CommandError::Message(message));
        }
    }
    let lists: Vec<BattleList> =
        battle_lists::battle_lists().into_iter().filter(|list| list.year == Some(year)).collect();
    let mut page = TextPage { out, width: style.width };
    let mut has_battle = false;
    let mut first_book: Option<(String, String)> = None;
    for game in &games {
        let books = books_of_year(library, &game.id, year);
        let of_game = || lists.iter().filter(|list| list.ruleset == game.id);
        if books.is_empty() && of_game().next().is_none() {
            continue;
        }
        has_battle |= of_game().next().is_some();
        writeln!(page.out, "{} ({})", sanitize(&game.id), sanitize(&game.name))?;
        for book in &books {
            write_book(&mut page, book, year, of_game())?;
            first_book.get_or_insert((game.id.clone(), book.book.id.clone()));
        }
        let without: Vec<&str> = of_game().filter(|list| list.book.is_none()).map(|list| list.name).collect();
        if !without.is_empty() {
            page.write_item("battles without a book:", &without.join(", "), 2)?;
        }
    }
    if first_book.is_none() && !has_battle {
        let of = ruleset.map_or_else(String::new, |id| format!(" of {id}"));
        return Err(CommandError::Message(format!("no book{of} is for {year}; `muster rules` lists all")));
    }
    writeln!(page.out)?;
    if let Some((game, book)) = first_book {
        let date = format!("--date \"{year}\"");
        writeln!(
            page.out,
            "next: muster rules {0}/{1}, or muster new --ruleset {0} --book {1} {date}",
            sanitize(&game),
            sanitize(&book)
        )?;
    }
    if has_battle {
        writeln!(page.out, "`muster new --battle NAME` starts from the list of a battle.")?;
    }
    Ok(0)
}

/// Returns the books of a ruleset that are for this year, each with its enemies in that year.
fn books_of_year(library: &Library, ruleset: &str, year: Year) -> Vec<BookWithEnemies> {
    let mut books = books_with_enemies(library, ruleset);
    books.retain(|book| book.book.dates.as_ref().is_none_or(|dates| dates.contains(year)));
    for book in &mut books {
        book.enemies.retain(|war| war.years.contains(year));
        // Two wars with one enemy are one in a year
        book.enemies.dedup_by(|later, first| later.enemy == first.enemy);
    }
    books
}

fn write_book<'l>(
    page: &mut TextPage<'_>,
    book: &BookWithEnemies,
    year: Year,
    lists: impl Iterator<Item = &'l BattleList>,
) -> std::io::Result<()> {
    let spans = book.book.dates.as_ref().map_or_else(|| vec![Years::default()], Years::of);
    let years = join_with_or(&spans.iter().map(Years::to_string).collect::<Vec<_>>());
    page.write_item(&format!("{:<20}", book.book.id), &format!("{}, {years}", book.book.name), 2)?;
    let enemies: Vec<&str> = book.enemies.iter().map(|war| war.enemy.as_str()).collect();
    if !enemies.is_empty() {
        page.write_item("enemies:", &enemies.join(", "), 4)?;
    }
    let own = lists.filter(|list| list.year == Some(year) && list.book.as_ref() == Some(&book.book.id));
    let own: Vec<String> = own.map(list_with_points).collect();
    if !own.is_empty() {
        page.write_item("battles:", &own.join(", "), 4)?;
    }
    Ok(())
}

/// Returns the name of a list with its size: `trebia-rome (1000 points)`.
fn list_with_points(list: &BattleList) -> String {
    match &list.points {
        Some(points) => format!("{} ({points} points)", list.name),
        None => list.name.to_owned(),
    }
}

/// Returns the name of a list with its year and its size: `trebia-rome (218 BC, 1000 points)`.
pub(super) fn list_with_year(list: &BattleList) -> String {
    let year = list.year.map(|year| year.to_string());
    let points = list.points.as_ref().map(|points| format!("{points} points"));
    let facts: Vec<String> = year.into_iter().chain(points).collect();
    if facts.is_empty() { list.name.to_owned() } else { format!("{} ({})", list.name, facts.join(", ")) }
}

/// Returns the battles of these lists in the order of their years, each once: `trebia (218 BC)`.
pub(super) fn battles_with_years<'l>(lists: impl Iterator<Item = &'l BattleList>) -> Vec<String> {
    let mut battles: Vec<(Option<Year>, &str)> = lists.map(|list| (list.year, list.battle())).collect();
    battles.sort_unstable();
    battles.dedup();
    let text = |(year, battle): (Option<Year>, &str)| match year {
        Some(year) => format!("{battle} ({year})"),
        None => battle.to_owned(),
    };
    battles.into_iter().map(text).collect()
}
