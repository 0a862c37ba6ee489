//! Suggests small changes that make a list legal, or spend the points it has left.
//!
//! Each small change is checked on its own first, to learn what it adds to the sums that limits compare.
//! Combinations are then predicted from these sums, and every one that is shown has been checked as a whole.

mod baggage;
mod bound;
mod classes;
mod fresh;
mod judge;
mod look;
mod moves;
mod name;
pub mod prefer;
mod progress;
mod repair;
mod rows;
mod search;
mod spend;
mod start;
#[cfg(test)]
mod tests;
mod why;

use std::time::{Duration, Instant};

use crate::army::Army;
use crate::army::measure::Where;
use crate::check::report::{ListReport, Report};
use crate::check::run::Options;
use crate::checked::Checked;
use crate::finding::Edit;
use crate::format::number::Number;
use crate::mend::apply;
use crate::rules::library::Library;
use crate::rules::limit::Measure;
use crate::rules::selector::Selector;
use crate::solve::point::scaled;
use crate::solve::sums::{Sum, frame};
use crate::wording::of_points;

use classes::{Field, faults};
use judge::{Judge, faults_of_row};
use look::{Desk, edits};
use moves::Moves;
use progress::Progress;
pub use progress::suggest_in_time;
use search::{Search, Trial};

pub use why::{Forbids, Why};

/// The largest change of a count or a size in one suggestion.
pub const STEP: u32 = 5;

/// The part of a list that suggestions may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// Only the options of units.
    Upgrades,
    /// Only rows, counts and sizes.
    Units,
}

/// What to search for.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The largest number of suggestions.
    pub most: usize,
    /// Names of units to leave unchanged.
    pub keep: Vec<String>,
    /// The only part of the list that may change. `None` if all of it may.
    pub only: Option<Only>,
    /// What to have more of, as a selector of the rules.
    pub prefer: Option<String>,
    /// How long to search.
    pub time: Duration,
    /// The name of the only suggestion that is needed. The search ends as soon as it is found.
    pub named: Option<String>,
}

/// A suggestion: small changes to the list, and their result.
#[derive(Clone, Debug)]
pub struct Way {
    /// Descriptions of the changes, one line each.
    pub words: Vec<String>,
    /// The edits to the text of the list.
    pub edits: Vec<Edit>,
    /// The text after the edits.
    pub text: String,
    /// The cost of the changed army, in points. `None` in a game without points.
    pub total: Option<Number>,
}

impl Way {
    /// Returns the name of the suggestion: eight letters made from the text that it leads to.
    ///
    /// Another suggestion, or the same changes to another list, has another name, so that a name never
    /// applies what its reader has not seen.
    pub fn name(&self) -> String {
        name::of_text(&self.text)
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Ways {
    /// The check of the unchanged list.
    pub before: ListReport,
    /// Whether the list is illegal, so that the suggestions make it legal. Otherwise they spend the points
    /// left.
    pub broken: bool,
    /// The suggestions, best first.
    pub ways: Vec<Way>,
    /// Names that were to be left unchanged, but that no unit has.
    pub strange: Vec<String>,
    /// Whether the preferred selector matches nothing that the army may have.
    pub idle: bool,
    /// What is proven about the best suggestion.
    pub proof: Proof,
    /// Why there is no suggestion, if there is none and the reason is known.
    pub why: Option<Why>,
}

/// What is proven about the best suggestion, or about there being none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "five facts that have nothing to do with each other")]
pub struct Proof {
    /// No list within reach of small changes gets closer to the agreed size. Always `true` if an illegal list
    /// was repaired.
    pub closest: bool,
    /// No suggestion that is as good needs fewer changes.
    pub fewest: bool,
    /// This has been proven only for suggestions that add to what is preferred.
    pub of_preferred: bool,
    /// Small changes cannot make any list that was asked for.
    pub none: bool,
    /// The number of changes up to which every combination has been searched.
    pub looked: usize,
    /// Whether time ran out.
    pub late: bool,
}

/// Why a search could not start.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The list or its rules cannot be read.
    Unreadable,
    /// The list has YAML anchors, so that an edit in one place would change another.
    Anchors,
    /// The preferred selector is not valid under these rules. The findings refer to its own text.
    Prefer(Box<Report>),
    /// The system could not start a thread for the search.
    NoThread,
}

/// Searches for small changes that improve a list.
///
/// # Errors
///
/// Why no search started.
pub fn suggest(library: &Library, path: &str, text: &str, wish: &Wish) -> Result<Ways, Trouble> {
    search_list(library, path, text, wish, &Progress::default())
}

fn search_list(
    library: &Library,
    path: &str,
    text: &str,
    wish: &Wish,
    progress: &Progress,
) -> Result<Ways, Trouble> {
    let start = Instant::now();
    let checked = Checked::read(library, path, text.as_bytes().to_vec(), &Options::default());
    let one = start.elapsed();
    let Some(army) = checked.army() else { return Err(Trouble::Unreadable) };
    let (list, rules, before) = (army.list, army.rules, checked.report());
    if crate::mend::has_anchor(text) {
        return Err(Trouble::Anchors);
    }
    let prefer = match &wish.prefer {
        Some(words) => Some(prefer::read(rules, words).map_err(|report| Trouble::Prefer(Box::new(report)))?),
        None => None,
    };
    let judge = Judge::new(before);
    let strange = wish.keep.iter().filter(|name| !army.units.iter().any(|u| u.name == **name));
    let mut found = Ways {
        broken: judge.broken,
        ways: Vec::new(),
        strange: strange.cloned().collect(),
        idle: prefer.as_ref().is_some_and(|p| prefer::finds_nothing(army, p)),
        proof: Proof::default(),
        why: None,
        before: before.clone(),
    };
    if !found.broken && judge.left().is_none_or(|left| left <= 0) {
        return Ok(found);
    }
    progress.judged(&found);
    // Keep some of the time for proofs, and for finding out why there is no solution
    let (end, part) = (start + wish.time, (wish.time / 5).min(Duration::from_secs(1)));
    let look = wish.time.saturating_sub(part);
    let declares = list.declares.as_ref().map(|declares| (declares.points.span, declares.points.value));
    let desk = Desk {
        library,
        path,
        text,
        judge: &judge,
        halfway: start + look / 2,
        until: start + look,
        end,
        one,
        declares,
        progress,
    };
    search(&desk, army, prefer, wish, &mut found);
    Ok(found)
}

fn search(desk: &Desk<'_>, army: &Army<'_>, prefer: Option<Selector>, wish: &Wish, found: &mut Ways) {
    let further: Vec<Sum> = prefer.into_iter().map(|selector| preferred(army, selector)).collect();
    found.proof.late = desk.late();
    let Some(frame) = frame(army, &further, &desk.judge.unmet()) else { return };
    let moves = moves::all(army, desk.text, wish, &|| desk.late());
    let tried = desk.try_all(&moves, &frame);
    let Moves { all: moves, single: singles, some_lack } = moves;
    let faults = faults(army, |row| faults_of_row(&found.before, row));
    let Some(field) = Field::new(army, desk.judge, &frame, &moves, &tried, &faults) else { return };
    let mut search = Search {
        desk,
        moves: &moves,
        field: &field,
        most: wish.most,
        prefer: further.first().map(|_| 1),
        found: Vec::new(),
        looked: 0,
        late: desk.late(),
        clipped: some_lack || tried.iter().any(Option::is_none),
        steps: 0,
        named: wish.named.as_deref(),
        closest: None,
    };
    let in_scale = |n: Option<Number>| n.and_then(|n| scaled(n, field.scale));
    if found.broken {
        repair::repair(&mut search);
    } else if let Some(left) = in_scale(desk.judge.left()) {
        spend::spend(&mut search, left, &|search| bound::closest(search, &frame, army));
    }
    if let Some(at) = search.place_of_named() {
        found.ways = vec![way(desk, &moves, &search.found[at])];
        return;
    }
    search.found.truncate(wish.most);
    found.proof = bound::proof(&search, &frame, army, found.broken);
    if tried.iter().any(Option::is_none) && Instant::now() >= desk.halfway {
        let every_single = tried.iter().take(singles).all(Option::is_some);
        found.proof = Proof { late: true, looked: usize::from(every_single), ..found.proof };
    }
    found.ways = search.found.iter().map(|trial| way(desk, &moves, trial)).collect();
    if found.ways.is_empty() {
        found.why = why::why(desk, &search, &frame, army, wish, found);
    }
}

/// Returns the sum of points of the preferred units, or of their sizes in a game without points.
fn preferred(army: &Army<'_>, selector: Selector) -> Sum {
    let measure = if army.rules.has_points { Measure::Points(selector) } else { Measure::Size(selector) };
    Sum::Of { measure, place: Where::Army, sees: None, only: None }
}

fn way(desk: &Desk<'_>, moves: &[moves::Move], trial: &Trial) -> Way {
    let mut all: Vec<&moves::Move> = trial.moves.iter().map(|m| &moves[*m]).collect();
    // In the order of the list, with new rows last
    all.sort_by_key(|one| one.target);
    let mut edits = edits(&all);
    let mut words: Vec<String> = all.iter().flat_map(|one| one.words.iter().cloned()).collect();
    // If the list declares its total, the declaration has to follow the changes
    if let (Some((span, declared)), Some(total)) = (desk.declares, trial.total)
        && declared != total
        && let Some(written) = total.decimal()
    {
        edits.push(Edit { span, text: written });
        words.push(format!("declares: {} instead of {declared}", of_points(total)));
    }
    Way { words, text: apply(desk.text, &edits), edits, total: trial.total }
}
