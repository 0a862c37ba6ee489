//! Reports limits that say the same as the bounds of what they count.

use crate::finding::{Code, Finding, Severity};
use crate::format::limit::RegionKind;
use crate::rules::compiled_limits::Limit;

use super::CompiledFile;
use super::dead_rules::short_name;

/// Reports limits that say the same as bounds that are written on what they count.
pub(super) fn check_repeated_bounds(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let limits = &made.rules.limits;
    for limit in limits.iter().filter(|limit| is_like_a_bound(limit)) {
        let Some(own) = limits.iter().find(|own| own.is_own && say_the_same(own, limit)) else { continue };
        let message =
            format!("\"{}\" says the same as what stands on \"{}\"", short_name(&limit.rule_path), own.title);
        let mut finding =
            Finding::new(Code::NeverMatches, limit.span, message).with_rule(limit.rule_path.as_str());
        if let Some(bound) = own.all_bounds().next() {
            finding = finding.with_label(bound.span, "the same");
        }
        found.push(finding.with_help("keep one of them"));
    }
}

/// Returns `true` if a limit could be bounds on what it counts: it always applies, and to the whole army.
fn is_like_a_bound(limit: &Limit) -> bool {
    let whole_army = limit.region == RegionKind::Army && !limit.by_entry && !limit.joined_once;
    whole_army && !limit.is_own && limit.when.is_empty() && limit.severity == Severity::Error
}

fn say_the_same(one: &Limit, other: &Limit) -> bool {
    one.measure == other.measure && one.contingent == other.contingent && one.bounds == other.bounds
}
