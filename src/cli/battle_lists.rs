//! The lists of battles that are built into the program: which there are, and which one a player means.

use std::path::Path;

use include_dir::{Dir, DirEntry, include_dir};

use crate::format::years::Year;
use crate::wording::quoted_list;
use crate::yaml::{nearest_name, read_top_key};

/// The lists that come with the program.
static LISTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/lists");

/// The folder in which the lists of a game have those of battles.
const FOLDER: &str = "battles";

/// The battles whose lists are beside that folder, since pages and tests have long named their paths.
const BATTLES_BESIDE_THE_FOLDER: [&str; 4] = ["cannae", "metaurus", "trebia", "zama"];

/// The ruleset whose list is taken if several have one and none was asked for.
pub(super) const DEFAULT_RULESET: &str = "fra";

/// The list of one side of a battle.
#[derive(Clone, Debug)]
pub(super) struct BattleList {
    /// The id of the ruleset.
    pub(super) ruleset: &'static str,
    /// The name of the list, such as `trebia-rome`: the battle and the side.
    pub(super) name: &'static str,
    /// The name of the army.
    pub(super) army: String,
    /// The id of the book. `None` for a list without one.
    pub(super) book: Option<String>,
    /// The year of the battle.
    pub(super) year: Option<Year>,
    /// The agreed size. `None` in a game without points.
    pub(super) points: Option<String>,
    /// The list itself.
    pub(super) text: &'static str,
}

impl BattleList {
    /// Returns the name of the battle, such as `trebia`.
    pub(super) fn battle(&self) -> &'static str {
        battle_of(self.name)
    }

    /// Reads what listings show of a list.
    fn read(ruleset: &'static str, name: &'static str, text: &'static str) -> Self {
        let key = |key: &str| read_top_key(text, key);
        Self {
            ruleset,
            name,
            army: key("army").unwrap_or_default(),
            book: key("book"),
            year: key("date").and_then(|date| date.parse().ok()),
            points: key("points"),
            text,
        }
    }
}

/// Returns the battle of a list's name, which ends with the side.
fn battle_of(name: &'static str) -> &'static str {
    name.rsplit_once('-').map_or(name, |(battle, _)| battle)
}

/// Returns the ruleset, name and text of every list of a battle, sorted by ruleset and name.
fn battle_files() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut found = Vec::new();
    for game in LISTS.dirs() {
        let beside = game.files().filter(|file| {
            let name = name_of(file.path());
            name.is_some_and(|name| BATTLES_BESIDE_THE_FOLDER.contains(&battle_of(name)))
        });
        let inside = game.entries().iter().filter_map(DirEntry::as_dir);
        let inside = inside.filter(|dir| name_of(dir.path()) == Some(FOLDER)).flat_map(Dir::files);
        for file in beside.chain(inside) {
            let game = name_of(game.path());
            if let (Some(game), Some(name), Some(text)) = (game, name_of(file.path()), file.contents_utf8())
                // The folder of events is beside those of games
                && text.lines().any(|line| line.starts_with("army:"))
            {
                found.push((game, name, text));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Returns the last part of a path, without an ending.
fn name_of(path: &'static Path) -> Option<&'static str> {
    path.file_stem()?.to_str()
}

/// Returns every list of a battle, sorted by ruleset and name.
pub(super) fn battle_lists() -> Vec<BattleList> {
    battle_files().into_iter().map(|(ruleset, name, text)| BattleList::read(ruleset, name, text)).collect()
}

/// Returns the words that name a battle or one side of it, sorted, each once.
pub(super) fn battle_words() -> Vec<&'static str> {
    let mut words: Vec<&str> =
        battle_files().into_iter().flat_map(|(_, name, _)| [name, battle_of(name)]).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Returns the list that a player asks for by the name of a battle or of one side of it, or what to ask instead.
///
/// # Errors
/// Returns a message if no list is meant, or more than one.
pub(super) fn find_battle_list(
    word: &str,
    ruleset: Option<&str>,
    book: Option<&str>,
) -> Result<BattleList, String> {
    let asked = word.trim().to_lowercase().replace(' ', "-");
    let mut found = battle_lists();
    found.retain(|list| list.name == asked || list.battle() == asked);
    if found.is_empty() {
        let help = match nearest_name(&asked, battle_words()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "`muster rules` lists the battles".to_owned(),
        };
        return Err(format!("there is no list of a battle \"{word}\"; {help}"));
    }
    let mut games: Vec<&str> = found.iter().map(|list| list.ruleset).collect();
    games.dedup();
    let game = match ruleset {
        Some(game) if games.contains(&game) => game,
        Some(game) => {
            let others = quoted_list(games.iter().copied(), "and");
            return Err(format!("there is no list of \"{word}\" for {game}; there is one for {others}"));
        }
        None if games.contains(&DEFAULT_RULESET) => DEFAULT_RULESET,
        None => match games.as_slice() {
            [game] => game,
            _ => {
                let all = quoted_list(games.iter().copied(), "and");
                return Err(format!("there are lists of \"{word}\" for {all}; choose one with `--ruleset`"));
            }
        },
    };
    found.retain(|list| list.ruleset == game);
    if let Some(book) = book {
        let of_book = |list: &BattleList| list.book.as_deref() == Some(book);
        if !found.iter().any(of_book) {
            return Err(format!("no list of \"{word}\" is of the book \"{book}\"; {}", sides_text(&found)));
        }
        found.retain(of_book);
    }
    match found.as_slice() {
        [list] => Ok(list.clone()),
        _ => Err(format!("\"{word}\" has {} sides; {}", found.len(), sides_text(&found))),
    }
}

/// Returns what to write for each side of a battle.
fn sides_text(lists: &[BattleList]) -> String {
    let sides: Vec<String> =
        lists.iter().map(|list| format!("`--battle {}` ({})", list.name, list.army)).collect();
    format!("write {}", sides.join(" or "))
}
