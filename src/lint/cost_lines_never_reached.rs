//! Finds lines of costs that nobody ever pays by.

use indexmap::IndexMap;

use crate::army::selector_coverage_of_unit_types::{Coverage, OptionReach};
use crate::finding::{Code, Finding};
use crate::rules::Rules;
use crate::rules::compiled_costs::{Cost, PriceLine};
use crate::rules::id_types::{ContingentId, UnitKindId};

use super::dead_rules::DeadRule;
use super::selector_matches::{available_kinds, can_match};

/// A cost and who may pay it.
struct PaidCost<'r> {
    rule_path: &'r str,
    cost: &'r Cost,
    payers: Vec<UnitKindId>,
    /// Whether a character who joins nobody may pay it too.
    may_be_for_nobody: bool,
    /// Whether the army or a command may buy it.
    may_be_bought: bool,
}

/// Adds the lines of costs that nobody ever pays by.
pub(super) fn find_unreached_lines(rules: &Rules, dead: &mut Vec<DeadRule>) {
    for paid in &paid_costs(rules) {
        let reaches: Vec<OptionReach<'_>> =
            paid.payers.iter().map(|kind| OptionReach::new(rules, *kind, None)).collect();
        for (at, line) in paid.cost.lines.iter().enumerate() {
            check_line(rules, paid, &reaches, at, line, dead);
        }
    }
}

fn check_line(
    rules: &Rules,
    paid: &PaidCost<'_>,
    reaches: &[OptionReach<'_>],
    at: usize,
    line: &PriceLine,
    dead: &mut Vec<DeadRule>,
) {
    let fits = |line: &PriceLine, reach: Option<&OptionReach<'_>>| match (&line.selector, reach) {
        (None, _) => Coverage::Always,
        // Beside what else is bought
        (Some(selector), None) if paid.may_be_bought && selector.finds_purchases() => Coverage::Sometimes,
        (Some(_), None) => Coverage::Never,
        (Some(selector), Some(reach)) => reach.coverage(selector),
    };
    // The payers, and none that is a unit where that is possible
    let is_without_unit = paid.may_be_for_nobody || paid.may_be_bought;
    let payers = || reaches.iter().map(Some).chain(is_without_unit.then_some(None));
    let before = &paid.cost.lines[..at];
    let pays_before = |reach: Option<&OptionReach<'_>>| {
        before.iter().find(|earlier| earlier.when.is_empty() && fits(earlier, reach) == Coverage::Always)
    };
    let mut fitting = payers().filter(|reach| fits(line, *reach) != Coverage::Never).peekable();
    let id = paid.rule_path.rsplit('/').next().unwrap_or(paid.rule_path);
    let finding = |why: &str| {
        let message = format!("this line of the cost of \"{id}\" is never reached: {why}");
        Finding::new(Code::NeverMatches, line.span, message).with_rule(paid.rule_path)
    };
    let finding = if paid.payers.is_empty() && !paid.may_be_bought {
        // With a book of other troops this says nothing of the line; alone, that nobody pays has a finding of its own
        if !rules.has_book(ContingentId::OWN) {
            return;
        }
        finding("nobody pays it")
    } else if fitting.peek().is_none() {
        finding("none of those who pay it are such units")
    } else if line
        .when
        .required_selector()
        .is_some_and(|s| !can_match(rules, s, paid.cost.contingent) && !rules.may_be_bought(s))
    {
        finding("no unit matches its condition")
    } else {
        let earlier: Option<Vec<&PriceLine>> = fitting.map(pays_before).collect();
        let Some(first) = earlier.as_ref().and_then(|lines| lines.first()) else { return };
        finding("everyone whom it fits pays by a line before")
            .with_label(first.span, "they pay by this line")
            .with_help("the first line that fits is paid, so put the narrower line first")
    };
    dead.push(DeadRule { key: format!("{} line {at}", paid.rule_path), finding });
}

/// Returns the costs of a game, each with the units that may pay it.
fn paid_costs(rules: &Rules) -> Vec<PaidCost<'_>> {
    let available: Vec<UnitKindId> = available_kinds(rules, None).collect();
    let bodies: Vec<UnitKindId> = available
        .iter()
        .flat_map(|id| std::iter::once(*id).chain(rules.kind(*id).parts.iter().map(|part| part.kind)))
        .collect();
    let mut all = PaidCosts::default();
    for kind in &rules.kinds {
        let payer = bodies.contains(&kind.kind_id).then_some(kind.kind_id);
        let stated = if kind.states_cost { kind } else { rules.kind(rules.base_kind(kind.kind_id)) };
        all.add(&stated.rule_path, kind.cost.as_ref(), payer);
        for offer in &kind.offers.all {
            all.add(&offer.rule_path, offer.cost.as_ref(), payer);
        }
        for part in &kind.parts {
            all.add(&part.rule_path, part.cost.as_ref(), payer.and(Some(part.kind)));
        }
        for option in OptionReach::new(rules, kind.kind_id, None).possible {
            let option = rules.option(option);
            all.add(&option.rule_path, option.cost.as_ref(), payer);
        }
        for role in &rules.roles {
            all.add(&role.rule_path, role.cost.as_ref(), payer);
        }
    }
    for option in &rules.options {
        all.add(&option.rule_path, option.cost.as_ref(), None);
    }
    let offers =
        || rules.purchases.iter().flat_map(|rule| rule.offers.levels()).flat_map(|(_, level)| &level.all);
    for offer in offers() {
        all.add(&offer.rule_path, offer.cost.as_ref(), None);
    }
    let is_bought = |path: &str| {
        offers().any(|offer| offer.rule_path == path || rules.option(offer.option).rule_path == path)
    };
    let mut all: Vec<PaidCost<'_>> = all.0.into_values().collect();
    for paid in &mut all {
        paid.may_be_for_nobody = rules.roles.iter().any(|role| role.rule_path == paid.rule_path);
        paid.may_be_bought = is_bought(paid.rule_path);
    }
    all
}

/// Costs by the paths of their rules, since entries share those of their unit type.
#[derive(Default)]
struct PaidCosts<'r>(IndexMap<&'r str, PaidCost<'r>>);

impl<'r> PaidCosts<'r> {
    /// Adds a cost that units of a kind may pay, if it has several lines. `None` if a list cannot have the kind.
    fn add(&mut self, rule_path: &'r str, cost: Option<&'r Cost>, payer: Option<UnitKindId>) {
        let Some(cost) = cost.filter(|cost| cost.lines.len() > 1) else { return };
        let paid = self.0.entry(rule_path).or_insert_with(|| PaidCost {
            rule_path,
            cost,
            payers: Vec::new(),
            may_be_for_nobody: false,
            may_be_bought: false,
        });
        if let Some(payer) = payer.filter(|payer| !paid.payers.contains(payer)) {
            paid.payers.push(payer);
        }
    }
}
