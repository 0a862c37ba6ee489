//! Finds out why no small changes help: limits that rule out every solution, or what was to stay unchanged.

use std::time::{Duration, Instant};

use crate::army::Army;
use crate::format::number::Number;
use crate::solve::scene::Scene;
use crate::solve::sums::Frame;
use crate::solve::{Clash, Terms, forbids};

use super::bound::{patience, question};
use super::look::Desk;
use super::progress::Progress;
use super::search::Search;
use super::{Ways, Wish};

/// The least time for each question after the search.
const LITTLE: Duration = Duration::from_millis(300);

/// The reason why there are no suggestions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The units to leave unchanged rule out every solution; without `--keep` there is one.
    Kept,
    /// The restriction to one part of the list rules out every solution; without `--only` there is one.
    Only,
    /// Limits together rule out every solution.
    Forbidden {
        /// The limits.
        limits: Vec<Forbids>,
        /// Whether the agreed size is one of the reasons.
        size: bool,
        /// Whether no list at all can meet the limits under these rules, rather than none within reach of
        /// small changes.
        every_list: bool,
    },
}

/// A limit that rules out solutions, together with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbids {
    /// The limit as its author states it.
    pub words: String,
    /// The rule path, such as `fra/limits/one-general`.
    pub rule: String,
}

/// Finds out why there are no suggestions. `None` if the reason is not known.
pub(super) fn why(
    desk: &Desk<'_>,
    search: &Search<'_>,
    frame: &Frame,
    army: &Army<'_>,
    wish: &Wish,
    found: &Ways,
) -> Option<Why> {
    let without = |keep: &[String], only| {
        let wish = Wish { most: 1, keep: keep.to_vec(), only, ..wish.clone() };
        let until = desk.until.max(Instant::now() + LITTLE).min(desk.end);
        let progress = Progress::default();
        let desk = Desk { until, halfway: until, progress: &progress, ..*desk };
        let mut other = Ways { ways: Vec::new(), why: None, ..found.clone() };
        super::search(&desk, army, None, &wish, &mut other);
        !other.ways.is_empty()
    };
    if !wish.keep.is_empty() && !search.late && without(&[], wish.only) {
        return Some(Why::Kept);
    }
    if wish.only.is_some() && !search.late && without(&wish.keep, None) {
        return Some(Why::Only);
    }
    let time = LITTLE.min(desk.end.saturating_duration_since(Instant::now()));
    let every = if found.broken && !time.is_zero() { every_list(army, time) } else { None };
    let every_list = every.is_some();
    let small = || {
        let step = Number::fraction(1, search.field.scale.into())?;
        let least = if found.broken { None } else { army.spent.plus(step) };
        question(search, frame, least)?.refute(army.rules, patience(search))
    };
    let clash = every.or_else(small)?;
    let limits = clash.limits.iter().map(|at| &army.rules.limits[*at]).map(|limit| Forbids {
        words: limit.says.clone().unwrap_or_else(|| limit.title.clone()),
        rule: limit.rule.clone(),
    });
    Some(Why::Forbidden { limits: limits.collect(), size: clash.size, every_list })
}

/// Returns the limits that rule out every list of this size and date, if that can be proven in time.
///
/// `None` for a draft, since drafts need not meet all limits.
fn every_list(army: &Army<'_>, time: Duration) -> Option<Clash> {
    if army.draft {
        return None;
    }
    let terms =
        Terms { title: "", size: army.points, date: army.date, at_least: Number::ZERO, answer: None, time };
    forbids(army.rules, &Scene::of_army(army), &terms)
}
