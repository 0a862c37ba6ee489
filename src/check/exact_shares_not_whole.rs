//! Reports exact shares that cannot be whole numbers, such as a quarter of 19. One finding says what their
//! base must be a multiple of.

use crate::army::Army;
use crate::army::amount_allowed_by_limit::{MeasuredBase, measure_base};
use crate::army::limit_measurement::measure_limit;
use crate::army::limits_in_force::{checked_regions, limit_applies};
use crate::army::regions::Region;
use crate::finding::{Code, FactKind, Severity};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_amounts::{Amount, RatioBase};
use crate::rules::compiled_limits::Limit;
use crate::rules::id_types::LimitId;
use crate::wording::{counted_label, shares_not_whole};

use super::limit_verdict::LimitVerdict;
use super::regions_of_limits::{region_span, region_suffix};
use super::report_broken_limits::measured_noun;
use super::{CheckReport, finding_at, severity_if_unmet};

/// The shares of one base in one region.
struct BaseShares<'r> {
    place: Region,
    base: MeasuredBase,
    limits: Vec<(&'r Limit, Number)>,
}

/// A limit and a region in which it has been checked.
pub(super) type CheckedLimit = (LimitId, Region);

/// Reports for each base that its limits cannot divide what it must be a multiple of.
///
/// Returns these limits with their regions. No amount would satisfy them, so they must not be checked
/// further.
pub(super) fn check_whole_shares(army: &Army<'_>, found: &mut CheckReport) -> Vec<CheckedLimit> {
    let mut judged = Vec::new();
    for shares in collect_shares(army) {
        let fits = |(_, share): &(&Limit, Number)| {
            share.checked_mul(shares.base.amount).is_some_and(Number::is_whole)
        };
        let Some(step) = shares
            .limits
            .iter()
            .try_fold(1, |step, (_, share)| least_common_multiple(step, share.numerator_denominator().1))
        else {
            continue;
        };
        if shares.limits.iter().all(fits) {
            continue;
        }
        judged.extend(shares.limits.iter().map(|(limit, _)| (limit.id, shares.place)));
        if !shares.limits.iter().any(|(limit, _)| found.may_hide_matches(army, limit)) {
            report_shares(army, found, &shares, step);
        }
    }
    judged
}

/// Collects the exact shares of things that come in whole numbers, grouped by base and region.
fn collect_shares<'r>(army: &Army<'r>) -> Vec<BaseShares<'r>> {
    let mut all: Vec<BaseShares<'r>> = Vec::new();
    for limit in &army.rules.limits {
        let Some((share, of)) = exact_share(limit) else { continue };
        for place in checked_regions(army, limit) {
            if limit_applies(army, limit, place) != Some(true) {
                continue;
            }
            // Types of which there are none are not measured separately
            if limit.by_entry && counts_nothing(army, limit, place) {
                continue;
            }
            let Ok(base) = measure_base(army, of, limit, place) else { continue };
            let same = |s: &&mut BaseShares<'_>| s.place == place && s.base == base;
            match all.iter_mut().find(same) {
                Some(shares) => shares.limits.push((limit, share)),
                None => all.push(BaseShares { place, base, limits: vec![(limit, share)] }),
            }
        }
    }
    all
}

/// Returns the share of a limit that needs exactly this share, unrounded, of something counted in whole
/// numbers.
fn exact_share(limit: &Limit) -> Option<(Number, &RatioBase)> {
    let whole = limit.measure.is_whole();
    let [bounds] = limit.bounds.as_slice() else { return None };
    match &bounds.exactly.as_ref()?.amount {
        Amount::Computed(share) if whole && share.is_plain_share() => Some((share.factor, &share.of)),
        _ => None,
    }
}

fn counts_nothing(army: &Army<'_>, limit: &Limit, place: Region) -> bool {
    measure_limit(army, &limit.measure, place, limit.contingent, None, limit.joined_once).found.is_empty()
}

/// Returns the least common multiple. `None` if it is too large to be useful.
fn least_common_multiple(a: i128, b: i128) -> Option<i128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|m| *m < 1_000_000)
}

fn report_shares(army: &Army<'_>, found: &mut CheckReport, shares: &BaseShares<'_>, step: i128) {
    let BaseShares { place, base, limits } = shares;
    let Some((first, _)) = limits.first() else { return };
    let noun = |limit: &Limit| {
        if limit.by_entry { "of each type".to_owned() } else { measured_noun(army, limit, false, None) }
    };
    let parts: Vec<(Number, String)> = limits.iter().map(|(limit, share)| (*share, noun(limit))).collect();
    let verdict = LimitVerdict::new(army, found, first, *place);
    let measured = format!("{} {}", base.amount, base.noun);
    let statement = shares_not_whole(&measured, &region_suffix(army, *place), step, &parts);
    let worst = limits.iter().map(|(limit, _)| limit.severity).max().unwrap_or(Severity::Error);
    let finding = finding_at(Code::NotAMultiple, region_span(army, *place), verdict.sentence(&statement));
    let mut finding = severity_if_unmet(army, finding.with_severity(worst));
    for one in base.counted.iter().filter(|f| f.span.end > f.span.start).take(20) {
        finding = finding.with_label(one.span, counted_label(one.amount));
    }
    finding = finding.with_fact(FactKind::Found, base.noun.as_str(), base.amount);
    finding = finding.with_fact(FactKind::MultipleOf, base.noun.as_str(), Number::fraction(step, 1));
    for (limit, _) in &limits[1..] {
        let words = limit.says.clone().unwrap_or_else(|| limit.title.clone());
        finding = finding.with_label(limit.span, words);
    }
    found.push(verdict.add_to(finding, None, false));
}
