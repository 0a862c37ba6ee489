//! Finds out why no small changes help: limits that rule out every solution, or what was to stay unchanged.

use std::time::Duration;

use crate::army::Army;
use crate::format::read_exact_numbers::Number;
use crate::solve::scenario::Scenario;
use crate::solve::sum_constraints::SumConstraints;
use crate::solve::{LimitConflict, ListRequirements, prove_impossible};

use super::check_list_after_moves::TrialContext;
use super::found_so_far::FoundSoFar;
use super::prove_best_suggestion::{proof_budget, to_move_program};
use super::rank_and_check_combinations::Search;
use super::{SuggestOptions, Suggestions};

/// The reason why there are no suggestions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The units to leave unchanged rule out every solution; without `--keep` there is one.
    UnchangedNames,
    /// The restriction to one part of the list rules out every solution; without `--only` there is one.
    AllowedChanges,
    /// Limits together rule out every solution.
    Limits {
        /// The limits.
        limits: Vec<BlockingLimit>,
        /// Whether the agreed size is one of the reasons.
        involves_size: bool,
        /// Whether no list at all can meet the limits under these rules, rather than none within reach of
        /// small changes.
        every_list: bool,
    },
}

/// A limit that rules out solutions, together with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockingLimit {
    /// The limit as its author states it.
    pub text: String,
    /// The rule path, such as `fra/limits/one-general`.
    pub rule_path: String,
}

impl Obstacle {
    /// Says for people what rules out every list, without the limits themselves. `keep` and `only` are the words for
    /// what may be asked, and `size` is the agreed size.
    pub fn summary(&self, keep: &str, only: &str, size: Option<Number>) -> String {
        let (limits, involves_size, every_list) = match self {
            Self::UnchangedNames => {
                return format!("{keep} rules out every solution; without it there is one");
            }
            Self::AllowedChanges => {
                return format!("{only} rules out every solution; without it there is one");
            }
            Self::Limits { limits, involves_size, every_list } => (limits, *involves_size, *every_list),
        };
        let which = match size {
            Some(size) if every_list => format!("no list of {size} points is legal: "),
            None if every_list => "no list is legal: ".to_owned(),
            _ => String::new(),
        };
        let together = match (limits.len(), involves_size) {
            (0, true) => "the size alone rules it out",
            (0, false) => "no small change can help",
            (1, true) => "this limit and the size together rule it out",
            (1, false) => "this limit rules it out",
            (_, true) => "these limits and the size together rule it out",
            (_, false) => "these limits together rule it out",
        };
        format!("{which}{together}")
    }

    /// The limits that rule out every list, if there are any.
    pub fn limits(&self) -> &[BlockingLimit] {
        if let Self::Limits { limits, .. } = self { limits } else { &[] }
    }
}

/// Finds out why there are no suggestions. `None` if the reason is not known.
pub(super) fn find_obstacle(
    desk: &TrialContext<'_>,
    search: &Search<'_>,
    frame: &SumConstraints,
    army: &Army<'_>,
    wish: &SuggestOptions,
    found: &Suggestions,
) -> Option<Obstacle> {
    let without = |other: SuggestOptions| {
        let wish = SuggestOptions { max_suggestions: 1, ..other };
        let progress = FoundSoFar::default();
        let desk = TrialContext { limits: desk.limits.second_search(), progress: &progress, ..*desk };
        let mut other = Suggestions { suggestions: Vec::new(), obstacle: None, ..found.clone() };
        super::search_moves(&desk, army, None, &wish, &mut other);
        !other.suggestions.is_empty()
    };
    let kept = !wish.unchanged_names.is_empty() || !wish.unchanged_rows.is_empty();
    let unkept =
        || SuggestOptions { unchanged_names: Vec::new(), unchanged_rows: Vec::new(), ..wish.clone() };
    if kept && !search.time_ran_out && without(unkept()) {
        return Some(Obstacle::UnchangedNames);
    }
    if wish.only.is_some() && !search.time_ran_out && without(SuggestOptions { only: None, ..wish.clone() }) {
        return Some(Obstacle::AllowedChanges);
    }
    let every = if found.was_illegal { conflict_of_every_list(desk, army) } else { None };
    let every_list = every.is_some();
    let small = || {
        let step = Number::fraction(1, search.space.scale.into())?;
        let least = if found.was_illegal { None } else { army.spent.checked_add(step) };
        to_move_program(search, frame, least)?.prove_impossible(army.rules, proof_budget(search))
    };
    let clash = every.or_else(small)?;
    let limits = clash.limits.iter().map(|at| &army.rules.limits[*at]).map(|limit| BlockingLimit {
        text: limit.says.clone().unwrap_or_else(|| limit.title.clone()),
        rule_path: limit.rule_path.clone(),
    });
    Some(Obstacle::Limits { limits: limits.collect(), involves_size: clash.size, every_list })
}

/// Returns the limits that rule out every list of this size and date, if that can be proven in time.
///
/// `None` for a draft, since drafts need not meet all limits.
fn conflict_of_every_list(desk: &TrialContext<'_>, army: &Army<'_>) -> Option<LimitConflict> {
    if army.is_draft || desk.limits.is_over() {
        return None;
    }
    let terms = ListRequirements {
        title: "",
        size: army.points,
        date: army.date,
        min_cost: Number::ZERO,
        answer: None,
        time_limit: Duration::ZERO,
    };
    prove_impossible(army.rules, &Scenario::from_army(army), &terms, desk.limits.proof_for_every_list())
}
