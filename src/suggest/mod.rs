//! Suggests small changes that make a list legal, or spend the points it has left.
//!
//! Each small change is checked on its own first, to learn what it adds to the sums that limits compare.
//! Combinations are then predicted from these sums, and every one that is shown has been checked as a whole.

mod assess_changes;
mod check_list_after_moves;
mod equivalent_moves;
mod found_so_far;
mod moves;
mod new_rows;
pub mod prefer_selector;
mod prove_best_suggestion;
mod purchase_changes;
mod rank_and_check_combinations;
mod repair;
#[cfg(feature = "cli")]
mod search_in_thread;
mod search_limits;
mod spend_points;
mod suggestion_name_from_hash;
#[cfg(test)]
mod tests;
mod why_nothing_helps;

use std::time::Duration;

use crate::clock::Moment;

use crate::army::Army;
use crate::army::regions::Region;
use crate::build::edits::ListEdit;
use crate::build::rows::ListRows;
use crate::build::trial::TrialList;
use crate::check::check_files::CheckOptions;
use crate::check::report::{ListReport, Report};
use crate::checked_list::Checked;
use crate::finding::FileId;
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_limits::Measure;
use crate::rules::compiled_selectors::Selector;
use crate::rules::library::Library;
use crate::solve::fast_constraint_check::to_scale;
use crate::solve::sum_constraints::{ArmySum, build_sum_constraints};
use crate::text_edits::TextChange;
use crate::yaml::parse_yaml;

use assess_changes::{Baseline, faults_of_row};
use check_list_after_moves::TrialContext;
use equivalent_moves::{SearchSpace, faults_by_row};
use found_so_far::FoundSoFar;
use moves::Moves;
use rank_and_check_combinations::Search;
#[cfg(feature = "cli")]
pub use search_in_thread::suggest_in_time;
use search_limits::SearchLimits;

pub use why_nothing_helps::{BlockingLimit, Obstacle};

/// The largest change of a count or a size in one suggestion.
pub const MAX_STEP: u32 = 5;

/// The part of a list that suggestions may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedChanges {
    /// Only options: those of units, and what the army and its commands buy.
    Upgrades,
    /// Only rows, counts and sizes.
    Units,
}

/// What to search for.
#[derive(Clone, Debug)]
pub struct SuggestOptions {
    /// The largest number of suggestions.
    pub max_suggestions: usize,
    /// Names of units to leave unchanged.
    pub unchanged_names: Vec<String>,
    /// Ids of rows to leave unchanged.
    pub unchanged_rows: Vec<String>,
    /// The only part of the list that may change. `None` if all of it may.
    pub only: Option<AllowedChanges>,
    /// What to have more of, as a selector of the rules.
    pub prefer: Option<String>,
    /// How long to search. `None` if no clock is to be read.
    pub time: Option<Duration>,
    /// The largest number of trials, which ends the search at the same place on every machine. `None` for any number.
    pub effort: Option<usize>,
    /// The name of the only suggestion that is needed. The search ends as soon as it is found.
    pub only_named: Option<String>,
}

impl Default for SuggestOptions {
    /// Three suggestions, any change, two seconds.
    fn default() -> Self {
        Self {
            max_suggestions: 3,
            unchanged_names: Vec::new(),
            unchanged_rows: Vec::new(),
            only: None,
            prefer: None,
            time: Some(Duration::from_secs(2)),
            effort: None,
            only_named: None,
        }
    }
}

/// A suggestion: small changes to the list, and their result.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// Descriptions of the changes, one line each.
    pub descriptions: Vec<String>,
    /// The edits of the list, one for each change.
    pub edits: Vec<ListEdit>,
    /// What the edits change in the text of the list.
    pub changes: Vec<TextChange>,
    /// The text after the edits.
    pub text: String,
    /// The cost of the changed army, in points. `None` in a game without points.
    pub total: Option<Number>,
}

impl Suggestion {
    /// Returns the name of the suggestion: eight letters made from the text that it leads to.
    ///
    /// Another suggestion, or the same changes to another list, has another name, so that a name never
    /// applies what its reader has not seen.
    pub fn name(&self) -> String {
        suggestion_name_from_hash::suggestion_name(&self.text)
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Suggestions {
    /// The check of the unchanged list.
    pub before: ListReport,
    /// Whether the list is illegal, so that the suggestions make it legal. Otherwise they spend the points
    /// left.
    pub was_illegal: bool,
    /// The suggestions, best first.
    pub suggestions: Vec<Suggestion>,
    /// Names that were to be left unchanged, but that no unit has.
    pub unknown_names: Vec<String>,
    /// Whether the preferred selector matches nothing that the army may have.
    pub prefer_matches_nothing: bool,
    /// What is proven about the best suggestion.
    pub proof: SearchProof,
    /// Why there is no suggestion, if there is none and the reason is known.
    pub obstacle: Option<Obstacle>,
}

impl Suggestions {
    /// Says that a legal list has nothing left to spend, and why. `None` if something was to be searched for.
    pub fn nothing_to_spend(&self) -> Option<&'static str> {
        let points = self.before.points.as_ref();
        match points.map(|points| points.limit.and_then(|limit| limit.checked_sub(points.total))) {
            _ if self.was_illegal => None,
            Some(Some(left)) => (left <= 0).then_some("nothing is left to spend"),
            Some(None) => Some("no size is agreed, so nothing is left to spend"),
            None => Some("the game has no points, so nothing is left to spend"),
        }
    }
}

/// What is proven about the best suggestion, or about there being none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "five facts that have nothing to do with each other")]
pub struct SearchProof {
    /// No list within reach of small changes gets closer to the agreed size. Always `true` if an illegal list
    /// was repaired.
    pub none_is_closer: bool,
    /// No suggestion that is as good needs fewer changes.
    pub has_fewest_changes: bool,
    /// This has been proven only for suggestions that add to what is preferred.
    pub only_of_preferred: bool,
    /// Small changes cannot make any list that was asked for.
    pub nothing_is_possible: bool,
    /// The number of changes up to which every combination has been searched.
    pub changes_searched: usize,
    /// Whether time ran out.
    pub time_ran_out: bool,
}

/// Why a search could not start.
#[derive(Clone, Debug)]
pub enum SuggestError {
    /// The list or its rules cannot be read.
    Unreadable,
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
pub fn suggest_changes(
    library: &Library,
    path: &str,
    text: &str,
    wish: &SuggestOptions,
) -> Result<Suggestions, SuggestError> {
    search_list(library, path, text, wish, &FoundSoFar::default())
}

fn search_list(
    library: &Library,
    path: &str,
    text: &str,
    wish: &SuggestOptions,
    progress: &FoundSoFar,
) -> Result<Suggestions, SuggestError> {
    let start = wish.time.map(|_| Moment::now());
    let checked = Checked::read(library, path, text.as_bytes().to_vec(), &CheckOptions::default());
    let begun = start.map(|start| (start, Moment::now().since(start)));
    let rows = ListRows::number(parse_yaml(FileId::CHECKED, text).root.as_ref());
    let list = TrialList::new(library, text, &rows, &checked, false);
    search_checked_list(&list, &checked, wish, SearchLimits::new(wish, begun), progress)
}

/// Searches for small changes that improve a list that has been checked.
///
/// # Errors
///
/// Why no search started.
pub(crate) fn suggest_edits(
    list: &TrialList<'_>,
    checked: &Checked,
    wish: &SuggestOptions,
) -> Result<Suggestions, SuggestError> {
    let begun = wish.time.map(|_| (Moment::now(), Duration::ZERO));
    search_checked_list(list, checked, wish, SearchLimits::new(wish, begun), &FoundSoFar::default())
}

fn search_checked_list(
    list: &TrialList<'_>,
    checked: &Checked,
    wish: &SuggestOptions,
    limits: SearchLimits,
    progress: &FoundSoFar,
) -> Result<Suggestions, SuggestError> {
    let Some(army) = checked.army() else { return Err(SuggestError::Unreadable) };
    let (rules, before) = (army.rules, checked.report());
    let prefer = match &wish.prefer {
        Some(words) => Some(
            prefer_selector::parse_preference(rules, words)
                .map_err(|report| SuggestError::Prefer(Box::new(report)))?,
        ),
        None => None,
    };
    let judge = Baseline::new(before);
    let strange = wish.unchanged_names.iter().filter(|name| !army.units.iter().any(|u| u.name == **name));
    let mut found = Suggestions {
        was_illegal: judge.is_illegal,
        suggestions: Vec::new(),
        unknown_names: strange.cloned().collect(),
        prefer_matches_nothing: prefer.as_ref().is_some_and(|p| prefer_selector::matches_nothing(army, p)),
        proof: SearchProof::default(),
        obstacle: None,
        before: before.clone(),
    };
    if found.nothing_to_spend().is_some() {
        return Ok(found);
    }
    progress.publish_unchanged(&found);
    let desk = TrialContext {
        list,
        baseline: &judge,
        limits,
        declared_total: army.list.declares.as_ref().map(|declares| declares.points.value),
        progress,
    };
    search_moves(&desk, army, prefer, wish, &mut found);
    Ok(found)
}

fn search_moves(
    desk: &TrialContext<'_>,
    army: &Army<'_>,
    prefer: Option<Selector>,
    wish: &SuggestOptions,
    found: &mut Suggestions,
) {
    let further: Vec<ArmySum> = prefer.into_iter().map(|selector| preferred_sum(army, selector)).collect();
    found.proof.time_ran_out = desk.limits.is_past_search_deadline();
    let Some(frame) = build_sum_constraints(army, &further, &desk.baseline.unmet_minimums()) else { return };
    let moves = moves::list_moves(army, desk.list.rows(), wish, &|| desk.limits.is_past_search_deadline());
    let (tried, cut_short) = desk.try_all(&moves, &frame);
    let Moves { all: moves, single_count: singles, incomplete: some_lack } = moves;
    let faults = faults_by_row(army, |row| faults_of_row(&found.before, row));
    let Some(field) = SearchSpace::new(army, desk.baseline, &frame, &moves, &tried, &faults) else { return };
    let mut search = Search {
        context: desk,
        moves: &moves,
        space: &field,
        max_suggestions: wish.max_suggestions,
        preferred_sum: further.first().map(|_| 1),
        suggestions: Vec::new(),
        named: None,
        trials: moves.len().min(desk.limits.single_moves()),
        changes_searched: 0,
        time_ran_out: desk.limits.is_past_search_deadline(),
        incomplete: some_lack || tried.iter().any(Option::is_none) || !frame.costs_add_up,
        steps: 0,
        only_named: wish.only_named.as_deref(),
        last_closest_proof: None,
    };
    let in_scale = |n: Option<Number>| n.and_then(|n| to_scale(n, field.scale));
    if found.was_illegal {
        repair::find_repairs(&mut search);
    } else if let Some(left) = in_scale(desk.baseline.points_left()) {
        spend_points::find_spending(&mut search, left, &|search| {
            prove_best_suggestion::is_closest(search, &frame, army)
        });
    }
    if let Some(named) = search.named {
        found.suggestions = vec![named];
        return;
    }
    found.proof = prove_best_suggestion::prove_best(&search, &frame, army, found.was_illegal);
    if cut_short && tried.iter().any(Option::is_none) {
        let every_single = tried.iter().take(singles).all(Option::is_some);
        found.proof =
            SearchProof { time_ran_out: true, changes_searched: usize::from(every_single), ..found.proof };
    }
    found.suggestions = search.suggestions.iter().map(|found| found.suggestion.clone()).collect();
    if found.suggestions.is_empty() {
        found.obstacle = why_nothing_helps::find_obstacle(desk, &search, &frame, army, wish, found);
    }
}

/// Returns the sum of points of the preferred units, or of their sizes in a game without points.
fn preferred_sum(army: &Army<'_>, selector: Selector) -> ArmySum {
    let measure = if army.rules.has_points { Measure::Points(selector) } else { Measure::Size(selector) };
    ArmySum::Measured { measure, region: Region::Army, contingent: None, kind: None }
}
