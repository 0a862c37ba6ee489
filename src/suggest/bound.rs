//! Proves what can be proven about the best suggestion: that none gets closer to the agreed size, and none as
//! good needs fewer changes.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::army::Army;
use crate::format::number::Number;
use crate::solve::edits::{Column, Question};
use crate::solve::program::Patience;
use crate::solve::sums::Frame;

use super::Proof;
use super::classes::Field;
use super::moves::Target;
use super::search::Search;

/// The largest number of branches in one proof.
const BRANCHES: usize = 4_000;
/// The largest number of move classes that a proof takes in, since its cost grows quickly with them.
const MOST_COLUMNS: usize = 1_200;
/// The widest range of costs to tabulate, in units of 1/`scale`.
const WIDEST: i64 = 100_000;

/// Returns what the search and the solver together prove about the best suggestion.
pub(super) fn proof(search: &Search<'_>, frame: &Frame, army: &Army<'_>, broken: bool) -> Proof {
    let mut proof = Proof { looked: search.looked, late: search.late, ..Proof::default() };
    let Some(best) = search.found.first() else {
        if search.clipped {
            return proof;
        }
        let asked = if broken { None } else { one_more(army, army.spent, search.field) };
        proof.none =
            question(search, frame, asked).is_some_and(|q| q.refute(army.rules, patience(search)).is_some());
        return proof;
    };
    proof.fewest = !search.clipped && search.looked + 1 >= best.rank.changes;
    proof.of_preferred = !broken && search.prefer.is_some() && !best.rank.lacks;
    proof.closest = broken || closest(search, frame, army);
    proof
}

/// Returns `true` if it is proven that no suggestion gets closer to the agreed size than the best one found.
pub(super) fn closest(search: &Search<'_>, frame: &Frame, army: &Army<'_>) -> bool {
    let Some(best) = search.found.first() else { return false };
    if (search.clipped || search.late) && best.rank.gap > 0 {
        return false;
    }
    if let Some((gap, answer)) = search.closest
        && gap == best.rank.gap
    {
        return answer;
    }
    if best.rank.gap == 0 || closest_by_cost(search.field, best.rank.gap, patience(search)) {
        return true;
    }
    // The solver looks at all suggestions, also at those that add nothing to what is preferred
    if !best.rank.lacks && search.prefer.is_some() {
        return false;
    }
    let more = best.total.and_then(|total| one_more(army, total, search.field));
    let question = more.and_then(|more| question(search, frame, Some(more)));
    question.is_some_and(|q| q.refute(army.rules, patience(search)).is_some())
}

/// Returns the smallest total above `total`. `None` if no size is agreed.
fn one_more(army: &Army<'_>, total: Number, field: &Field) -> Option<Number> {
    army.points?;
    total.plus(Number::fraction(1, field.scale.into())?)
}

/// Returns the limits on one proof: at most 400 ms, and never beyond the end of the search.
pub(super) fn patience(search: &Search<'_>) -> Patience {
    let until = search.desk.end.min(Instant::now() + Duration::from_millis(400));
    Patience { until, branches: BRANCHES }
}

/// Returns the search as a problem for the solver. `None` if the assumptions of a proof are not met.
pub(super) fn question<'q>(
    search: &Search<'q>,
    frame: &'q Frame,
    at_least: Option<Number>,
) -> Option<Question<'q, Target>> {
    let field = search.field;
    let columns: Vec<Column<'q, Target>> = field
        .classes
        .iter()
        .map(|class| Column {
            row: (!matches!(class.target, Target::New(_))).then_some(class.target),
            adds: &class.adds,
        })
        .collect();
    let must = field.faulty.iter().map(|row| {
        (0..columns.len()).filter(|c| field.classes[*c].target == *row && field.classes[*c].mends).collect()
    });
    let must = must.collect();
    // Too many classes would make the proof too slow; without integer constraints there is nothing to prove
    // from
    let sound = field.firm
        && Instant::now() < search.desk.end
        && !search.late
        && field.point.is_some()
        && columns.len() <= MOST_COLUMNS;
    sound.then_some(Question { frame, base: &field.base, scale: field.scale, columns, must, at_least })
}

/// Returns `true` if prices alone leave no possible total that is less than `gap` short of the agreed size.
fn closest_by_cost(field: &Field, gap: i64, patience: Patience) -> bool {
    let mut rows: HashMap<Target, Vec<i64>> = HashMap::new();
    for class in &field.classes {
        rows.entry(class.target).or_default().push(class.adds[0]);
    }
    let least: i64 = rows.values().map(|all| all.iter().copied().min().unwrap_or(0).min(0)).sum();
    let Some(size) = field.size else { return false };
    let left = size - field.base[0];
    // Cheaper rows may come later, so also tabulate sums that exceed the size for a while
    let Ok(width) = usize::try_from(left - 2 * least + 1) else { return false };
    if left - 2 * least > WIDEST {
        return false;
    }
    // New rows are tabulated last, since one may be added any number of times
    let mut reached = vec![false; width];
    let Ok(start) = usize::try_from(-least) else { return false };
    reached[start] = true;
    let (mut own, mut new): (Vec<Vec<i64>>, Vec<i64>) = (Vec::new(), Vec::new());
    for (target, mut prices) in rows {
        prices.sort_unstable();
        prices.dedup();
        match target {
            Target::Row(_) | Target::Baggage(_) => own.push(prices),
            Target::New(_) => new.extend(prices),
        }
    }
    if new.iter().any(|price| *price < 0) {
        return false;
    }
    let at = |from: usize, price: i64| {
        i64::try_from(from).ok().and_then(|from| usize::try_from(from + price).ok()).filter(|to| *to < width)
    };
    for prices in own {
        if patience.over() {
            return false;
        }
        let before = reached.clone();
        for from in (0..width).filter(|from| before[*from]) {
            prices.iter().filter_map(|price| at(from, *price)).for_each(|to| reached[to] = true);
        }
    }
    for from in 0..width {
        if from.is_multiple_of(256) && patience.over() {
            return false;
        }
        if reached[from] {
            new.iter().filter_map(|price| at(from, *price)).for_each(|to| reached[to] = true);
        }
    }
    let place = |total: i64| usize::try_from(total - least).ok();
    let (Some(from), Some(to)) = (place(left - gap + 1), place(left)) else { return false };
    reached.get(from..=to).is_some_and(|nearer| !nearer.iter().any(|r| *r))
}
