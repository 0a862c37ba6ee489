//! Points out sums of sizes that take in models without the option that they ask for.

use crate::finding::{Code, Finding, Severity, Span};
use crate::rules::Rules;
use crate::rules::compiled_amounts::RatioBase;
use crate::rules::compiled_measures::Measure;
use crate::rules::compiled_selectors::SelectorTest;
use crate::rules::id_types::OptionId;

use super::CompiledFile;
use super::dead_rules::short_name;

/// Reports limits and shares that add up the sizes of units with an option that some of the models may have: they count
/// whole units, and not the models that have it.
pub(super) fn check_sizes(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let rules = &made.rules;
    for limit in &rules.limits {
        let own = std::iter::once((&limit.measure, limit.span));
        let of_bounds = limit.all_bounds().flat_map(|bound| {
            let measures = bound.amount.bases().into_iter().filter_map(|base| match base {
                RatioBase::Measured(measure, _) => Some(&**measure),
                _ => None,
            });
            measures.map(|measure| (measure, bound.span))
        });
        for (measure, span) in own.chain(of_bounds) {
            if let Some(option) = option_of_some_models(rules, measure) {
                found.push(finding_about(rules, option, span, &limit.rule_path));
            }
        }
    }
}

/// Returns an option that only some of the models of a unit may have, and for which whole units are added up.
fn option_of_some_models(rules: &Rules, measure: &Measure) -> Option<OptionId> {
    let Measure::Size(selector) = measure else { return None };
    let all = match &selector.test {
        SelectorTest::All(all) => all.as_slice(),
        test => std::slice::from_ref(test),
    };
    let options = all.iter().find_map(|test| match test {
        SelectorTest::Option(options) => Some(options),
        _ => None,
    });
    options?.iter().find(|option| rules.option(**option).partial).copied()
}

fn finding_about(rules: &Rules, option: OptionId, span: Span, rule_path: &str) -> Finding {
    let option = rules.option(option);
    let message = format!(
        "\"{}\" adds up all models of each unit in which any have \"{}\"",
        short_name(rule_path),
        option.name
    );
    Finding::new(Code::BadValue, span, message)
        .with_severity(Severity::Note)
        .with_rule(rule_path)
        .with_help(format!("for the models that have it write `options: {}`", option.id))
}
