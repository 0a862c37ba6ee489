//! What stands in the way where no small changes help: limits that forbid it together, or what was to be kept.

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

/// How long each question after the search may take at least.
const LITTLE: Duration = Duration::from_millis(300);

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// What is to be kept: without that there is a way.
    Kept,
    /// That only a part may be changed: without that there is a way.
    Only,
    /// Limits forbid it together.
    Forbidden {
        /// The limits.
        limits: Vec<Forbids>,
        /// Whether the agreed size is part of it.
        size: bool,
        /// Whether that holds for every list of these rules, and not only for those that small changes make.
        every_list: bool,
    },
}

/// A limit that forbids something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbids {
    /// The limit in its author's words.
    pub words: String,
    /// Its name in full, as `fra/limits/one-general`.
    pub rule: String,
}

/// What stands in the way of any way.
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

/// What forbids every list of these rules at this size and date. A draft is asked less than a list.
fn every_list(army: &Army<'_>, time: Duration) -> Option<Clash> {
    if army.draft {
        return None;
    }
    let terms =
        Terms { title: "", size: army.points, date: army.date, at_least: Number::ZERO, answer: None, time };
    forbids(army.rules, &Scene::of_army(army), &terms)
}
