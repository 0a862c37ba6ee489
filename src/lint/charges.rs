//! Finds charges that are never paid, and those that count points of units which pay charges.

use crate::army::selector_coverage_of_unit_types::{Coverage, OptionReach};
use crate::finding::{Code, Finding, Severity};
use crate::rules::Rules;
use crate::rules::compiled_charges::Charge;
use crate::rules::compiled_measures::Measure;
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::UnitKindId;
use crate::wording::SelectorText;

use super::CompiledFile;
use super::dead_rules::{DeadRule, explain_no_match};
use super::selector_matches::{available_kinds, can_match};

/// Adds the charges that are never paid: nothing is measured, nobody pays, or the condition is never met.
pub(super) fn find_dead_charges(rules: &Rules, dead: &mut Vec<DeadRule>) {
    for charge in &rules.charges {
        let id = charge.rule_path.rsplit('/').next().unwrap_or(&charge.rule_path);
        let mut say = |part: &str, selector: &Selector, why: String| {
            let message = format!("the charge \"{id}\" is never paid, since {why}");
            let mut finding =
                Finding::new(Code::NeverMatches, charge.span, message).with_rule(charge.rule_path.as_str());
            finding.help = explain_no_match(rules, selector, charge.contingent);
            dead.push(DeadRule { key: format!("{} {part}", charge.rule_path), finding });
        };
        let missing = |selector: &&Selector| !can_match(rules, selector, charge.contingent);
        let not_even_bought = |selector: &&Selector| missing(selector) && !rules.may_be_bought(selector);
        if let Some(measured) = &charge.measured
            && let Some(selector) = measured.measure.selector().filter(missing)
            && (measured.measure.options().is_empty() || not_even_bought(&selector))
        {
            let what =
                measured.description.as_ref().map_or_else(|| "units".to_owned(), SelectorText::plural_text);
            say("what", selector, format!("it is for {what}, and there are none"));
        } else if let Some(payers) = charge.payers.as_ref().filter(|payers| missing(&&payers.selector)) {
            let who = payers.description.plural_text();
            say("payers", &payers.selector, format!("{who} pay it, and there are none"));
        } else if let Some(selector) = charge.when.required_selector().filter(not_even_bought) {
            say("when", selector, "no unit matches its condition".to_owned());
        }
    }
}

/// Warns of charges on points of units that pay charges themselves, which are not counted.
pub(super) fn check_points_before_charges(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let rules = &made.rules;
    let kinds: Vec<OptionReach<'_>> = available_kinds(rules, None)
        .filter(|id: &UnitKindId| rules.kind(*id).unit_type.is_some())
        .map(|id| OptionReach::new(rules, id, None))
        .collect();
    for charge in &rules.charges {
        let Some(measured) = &charge.measured else { continue };
        let Measure::Points(selector) = &measured.measure else { continue };
        let counts_payers = |other: &&Charge| {
            other.payers.as_ref().is_some_and(|payers| {
                let both = |reach: &OptionReach<'_>| {
                    reach.coverage(selector) != Coverage::Never
                        && reach.coverage(&payers.selector) != Coverage::Never
                };
                kinds.iter().any(both)
            })
        };
        if let Some(other) = rules.charges.iter().find(counts_payers) {
            let message = format!(
                "\"{}\" counts points before charges, and some of the units that it counts pay \"{}\"",
                charge.name, other.name
            );
            let finding = Finding::new(Code::BadValue, charge.span, message)
                .with_severity(Severity::Warning)
                .with_rule(charge.rule_path.as_str())
                .with_help(
                    "count units that pay no charge, or leave it if the prices before charges are meant",
                );
            let is_other = other.span != charge.span;
            found.push(if is_other { finding.with_label(other.span, "they pay this") } else { finding });
        }
    }
}
