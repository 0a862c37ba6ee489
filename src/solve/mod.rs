//! Finds legal lists, or proves that there are none, with integer programs made from the limits of a ruleset
//! and a book.
//!
//! Two programs are made. Every solution of the construction is a list, which counts only if the ordinary
//! check finds it legal. Every legal list is a solution of the relaxation, so if that has no solution, no
//! list is legal. This is a proof, since all arithmetic is exact. If neither succeeds, nothing is claimed.

mod candidate_rows;
mod charge_costs;
mod command_layout;
mod constraint_groups;
mod construction;
mod extreme_constraints;
pub(crate) mod fast_constraint_check;
pub mod integer_program;
mod legal_candidate_rows;
mod limit_constraints;
pub mod linear_sums;
pub(crate) mod move_program;
mod purchases;
mod relaxation;
pub mod scenario;
mod simplex;
pub(crate) mod sum_constraints;
#[cfg(test)]
mod tests;
mod unit_cost_range;
mod write_list;

use std::time::Duration;

use crate::clock::Moment;

use crate::format::read_exact_numbers::Number;
use crate::format::years::Year;
use crate::rules::Rules;

use candidate_rows::{SEVERITIES_TO_AVOID, VariantBreadth};
use command_layout::CommandLayout;
use construction::ConstructionOptions;
use integer_program::SearchBudget;
pub(crate) use relaxation::prove_impossible;
use scenario::Scenario;

/// Requirements for a list to find.
#[derive(Clone, Debug)]
pub struct ListRequirements<'t> {
    /// The title of the list.
    pub title: &'t str,
    /// The agreed size, in points. `None` in a game without points.
    pub size: Option<Number>,
    /// The year of the army. `None` if it has none.
    pub date: Option<Year>,
    /// The least that the army must cost, in points.
    pub min_cost: Number,
    /// An answer that the list must give to one of the book's choices: the choice, and the answer.
    pub answer: Option<(&'t str, &'t str)>,
    /// The time limit for the search.
    pub time_limit: Duration,
}

/// A legal list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalList {
    /// The text of the list's file.
    pub text: String,
    /// The cost of the army, in points.
    pub cost: Number,
}

/// Requirements that together rule out every list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LimitConflict {
    /// Indices into [`Rules::limits`].
    pub limits: Vec<usize>,
    /// Whether the agreed size is one of the requirements.
    pub size: bool,
    /// Whether the least cost is one of the requirements.
    pub min_cost: bool,
    /// Whether the army's year is outside those of its book, which alone rules out every list.
    pub years: bool,
}

/// The result of a search for a legal list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// A legal list exists: this one.
    Found(LegalList),
    /// Proven: no list is legal. Together these limits rule it out, and every one of them is needed for the
    /// proof, as far as time allowed to tell.
    Forbidden(LimitConflict),
    /// No legal list was found, but one may exist.
    NoneFound,
}

/// The largest number of branches in the search of one program.
pub(crate) const MAX_BRANCHES: usize = 20_000;

/// Looks for a legal list, or for a proof that there is none. An army must have at least one unit.
pub fn find_legal_list(rules: &Rules, terms: &ListRequirements<'_>) -> Feasibility {
    let years = rules.contingents.first().and_then(|c| c.book.as_ref()?.dates.as_ref());
    if years.zip(terms.date).is_some_and(|(dates, year)| !dates.contains(year)) {
        return Feasibility::Forbidden(LimitConflict { years: true, ..LimitConflict::default() });
    }
    let mut scenes = Scenario::list_scenarios(rules, terms.size, terms.date);
    if let Some((choice, answer)) = terms.answer {
        scenes.retain(|scene| scene.answers.iter().any(|(c, a)| c == choice && a == answer));
    }
    let start = Moment::now();
    // The quick search ends after half of the time, the proof after three quarters, the wider search after all
    let patience = |part: u32| SearchBudget {
        deadline: Some(start + terms.time_limit * part / 4),
        max_branches: MAX_BRANCHES,
        max_steps: usize::MAX,
    };
    let mut layouts: Vec<(usize, &Scenario, CommandLayout)> = Vec::new();
    for scene in &scenes {
        let all = CommandLayout::list_layouts(rules, scene).into_iter().enumerate();
        layouts.extend(all.map(|(rank, layout)| (rank, scene, layout)));
    }
    // The simplest layout of every scenario comes first
    layouts.sort_by_key(|(rank, ..)| *rank);
    let look = |breadth, part| {
        layouts.iter().find_map(|(_, scene, layout)| {
            SEVERITIES_TO_AVOID.iter().find_map(|strict| {
                let how = ConstructionOptions { breadth, min_severity: *strict, layout };
                construction::construct_list(rules, scene, terms, how, patience(part))
            })
        })
    };
    if let Some(found) = look(VariantBreadth::Few, 2) {
        return Feasibility::Found(found);
    }
    let mut all = LimitConflict::default();
    let proved = scenes.iter().all(|scene| {
        let Some(clash) = prove_impossible(rules, scene, terms, patience(3)) else {
            return false;
        };
        all.size |= clash.size;
        all.min_cost |= clash.min_cost;
        all.limits.extend(clash.limits);
        true
    });
    if proved {
        all.limits.sort_unstable();
        all.limits.dedup();
        return Feasibility::Forbidden(all);
    }
    look(VariantBreadth::Many, 4).map_or(Feasibility::NoneFound, Feasibility::Found)
}
