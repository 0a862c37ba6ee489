//! Reports exact shares that cannot be whole numbers, such as a quarter of 19. One finding says what their
//! base must be a multiple of.

use crate::army::Army;
use crate::army::allowed::{Based, base};
use crate::army::measure::Where;
use crate::finding::{Code, FactKind, Severity};
use crate::format::limit::Round;
use crate::format::number::Number;
use crate::rules::limit::{Amount, Base, Limit, Measure};
use crate::wording::joined;

use super::hidden::hides;
use super::limit_words::{LimitVerdict, here, span_of, what};
use super::limits::{is_in_force, judged_places};
use super::{Found, at, unmet};

/// The shares of one base in one region.
struct Shares<'r> {
    place: Where,
    base: Based,
    limits: Vec<(&'r Limit, Number)>,
}

/// A limit and a region in which it has been checked.
pub(super) type Judged = (*const Limit, Where);

/// Reports for each base that its limits cannot divide what it must be a multiple of.
///
/// Returns these limits with their regions. No amount would satisfy them, so they must not be checked
/// further.
pub(super) fn check(army: &Army<'_>, found: &mut Found) -> Vec<Judged> {
    let mut judged = Vec::new();
    for shares in gathered(army) {
        let fits =
            |(_, share): &(&Limit, Number)| share.times(shares.base.amount).is_some_and(Number::is_whole);
        let Some(step) = shares.limits.iter().try_fold(1, |step, (_, share)| multiple(step, share.parts().1))
        else {
            continue;
        };
        if shares.limits.iter().all(fits) {
            continue;
        }
        judged.extend(shares.limits.iter().map(|(limit, _)| (std::ptr::from_ref(*limit), shares.place)));
        if !shares.limits.iter().any(|(limit, _)| hides(army, found, limit)) {
            say(army, found, &shares, step);
        }
    }
    judged
}

/// Collects the exact shares of things that come in whole numbers, grouped by base and region.
fn gathered<'r>(army: &Army<'r>) -> Vec<Shares<'r>> {
    let mut all: Vec<Shares<'r>> = Vec::new();
    for limit in &army.rules.limits {
        let Some((share, of)) = exact_share(limit) else { continue };
        for place in judged_places(army, limit) {
            if is_in_force(army, limit, place) != Some(true) {
                continue;
            }
            let Ok(base) = base(army, of, limit, place) else { continue };
            let same = |s: &&mut Shares<'_>| s.place == place && s.base == base;
            match all.iter_mut().find(same) {
                Some(shares) => shares.limits.push((limit, share)),
                None => all.push(Shares { place, base, limits: vec![(limit, share)] }),
            }
        }
    }
    all
}

/// Returns the share of a limit that needs exactly this share, unrounded, of something counted in whole
/// numbers.
fn exact_share(limit: &Limit) -> Option<(Number, &Base)> {
    let whole = matches!(limit.measure, Measure::Count(_) | Measure::Size(_) | Measure::Commands(_));
    let [bounds] = limit.bounds.as_slice() else { return None };
    match &bounds.exactly.as_ref()?.amount {
        Amount::Share { share, of, round: Round::None } if whole && !limit.by_entry => Some((*share, of)),
        _ => None,
    }
}

/// Returns the least common multiple. `None` if it is too large to be useful.
fn multiple(a: i128, b: i128) -> Option<i128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|m| *m < 1_000_000)
}

fn say(army: &Army<'_>, found: &mut Found, shares: &Shares<'_>, step: i128) {
    let Shares { place, base, limits } = shares;
    let Some((first, _)) = limits.first() else { return };
    let parts: Vec<String> = limits
        .iter()
        .map(|(limit, share)| format!("{} can be {}", share.as_share(), what(army, limit, false, None)))
        .collect();
    let verdict = LimitVerdict::new(army, found, first, *place);
    let statement = format!(
        "{} {}{}, a multiple of {step} needed, so that exactly {}",
        base.amount,
        base.what,
        here(army, *place),
        joined(&parts, "and")
    );
    let worst = limits.iter().map(|(limit, _)| limit.severity).max().unwrap_or(Severity::Error);
    let finding = at(Code::NotAMultiple, span_of(army, *place), verdict.sentence(&statement));
    let mut finding = unmet(army, finding.severity(worst));
    for one in base.found.iter().filter(|f| f.span.end > f.span.start).take(20) {
        finding = finding.label(
            one.span,
            if one.amount == 1 { "counted".to_owned() } else { format!("counts {}", one.amount) },
        );
    }
    finding = finding.fact(FactKind::Found, base.what.as_str(), base.amount);
    finding = finding.fact(FactKind::MultipleOf, base.what.as_str(), Number::fraction(step, 1));
    for (limit, _) in &limits[1..] {
        let words = limit.says.clone().unwrap_or_else(|| limit.title.clone());
        finding = finding.label(limit.span, words);
    }
    found.say(verdict.add_to(finding, None, false));
}
