//! Reports words of limits and numbers that change nothing.

use crate::finding::{Code, Finding};
use crate::format::limit::FractionRounding;
use crate::rules::compiled_amounts::{Amount, Bound, ComputedAmount};
use crate::rules::compiled_steps::LastStep;

use super::CompiledFile;

/// Reports words that change nothing in the limits and numbers of a file.
pub(super) fn check_keys_without_effect(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    for limit in &made.rules.limits {
        for bound in limit.all_bounds() {
            check_bound(bound, &limit.rule_path, found);
        }
    }
    for number in made.rules.numbers.iter().filter(|number| number.is_hidden) {
        let printed = [
            ("show", number.show.is_some()),
            ("boxes", number.boxes.is_some()),
            ("otherwise", number.otherwise.is_some()),
        ];
        for (key, _) in printed.iter().filter(|(_, is_there)| *is_there) {
            let message = format!("`{key}` changes nothing, since \"{}\" is hidden", number.id);
            let finding = Finding::new(Code::NeverMatches, number.span, message);
            found.push(finding.with_rule(number.rule_path.as_str()).with_help("leave it out"));
        }
    }
}

fn check_bound(bound: &Bound, rule: &str, found: &mut Vec<Finding>) {
    match &bound.amount {
        Amount::Computed(computed) if bound.scaled.is_none() && rounds_whole_numbers(computed) => {
            let allow = computed.factor;
            let message = format!("`then-round` changes nothing, since {allow} for each whole step is whole");
            let finding = Finding::new(Code::NeverMatches, bound.span, message).with_rule(rule);
            found.push(finding.with_help("leave it out"));
        }
        Amount::Number(_) | Amount::Computed(_) => {}
        Amount::Severities(all) => all.iter().for_each(|(_, bound)| check_bound(bound, rule, found)),
    }
}

/// Returns `true` if the result of a rate is rounded that is never anything but whole.
fn rounds_whole_numbers(computed: &ComputedAmount) -> bool {
    let ComputedAmount { is_share, steps, factor, round, .. } = computed;
    let is_rounded = *round != FractionRounding::None;
    !is_share && is_rounded && steps.last != LastStep::Rounded(FractionRounding::None) && factor.is_whole()
}
