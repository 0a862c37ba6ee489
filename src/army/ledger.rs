//! What everything costs, line by line; every total is the sum of its lines.

use std::borrow::Cow;

use crate::format::formula::{Scope, Value, evaluate};
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{KindId, ModeId, OptionId, RoleId};
use crate::rules::option::{Cost, Kind, Offer, PartRule};

use super::body::{Body, Origin, Taken};

/// What a line of the ledger is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priced {
    /// The unit, the body inside one or the person itself.
    Body,
    /// An option that it has.
    Option(OptionId),
    /// A role that it holds.
    Role(RoleId),
}

/// One line of what something costs, in points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'r> {
    /// What it is for. Its printed name does not tell, since two options may share one.
    pub of: Priced,
    /// The same as printed.
    pub what: &'r str,
    /// What one costs; nothing where that is unknown.
    pub each: Option<Number>,
    /// How many there are: models, or 1.
    pub times: Number,
    /// Where the cost is stated, as `fra/options/elite`, or `fra/units/spears/options/elite` where the offer of a
    /// unit type states it.
    pub rule: Cow<'r, str>,
}

impl Line<'_> {
    /// What the line comes to; nothing where that is unknown.
    pub fn total(&self) -> Option<Number> {
        self.each?.times(self.times)
    }
}

/// The sum of lines; nothing where one is unknown.
pub fn sum(lines: &[Line<'_>]) -> Option<Number> {
    lines.iter().try_fold(Number::ZERO, |sum, line| sum.plus(line.total()?))
}

/// The sum of those lines that are known: what something costs at least.
pub fn known(lines: &[Line<'_>]) -> Number {
    lines.iter().filter_map(Line::total).fold(Number::ZERO, |sum, n| sum.plus(n).unwrap_or(sum))
}

/// What a cost comes to in a mode, for a size.
fn amount(cost: &Cost, mode: Option<ModeId>, size: u32, scope: &dyn Scope) -> Option<Number> {
    let formula = match cost {
        Cost::Same(formula) => formula,
        Cost::Modes(modes) => &modes.iter().find(|(m, _)| Some(*m) == mode)?.1,
        Cost::Sizes(sizes) => return sizes.iter().find(|(s, _)| *s == size).map(|(_, n)| *n),
    };
    if let Some(number) = formula.constant() {
        return Some(number);
    }
    match evaluate(formula, scope) {
        Ok(outcome) if !outcome.incomplete => match outcome.value {
            Value::Number(n) => Some(n),
            Value::Truth(_) | Value::Absent => None,
        },
        _ => None,
    }
}

/// The lines of a body: its own, then those of its options.
pub(super) fn body<'r>(
    body: &Body<'_>,
    rules: &'r Rules,
    mode: Option<ModeId>,
    part: Option<&'r PartRule>,
    scope: &dyn Scope,
) -> Vec<Line<'r>> {
    let Some(kind_id) = body.kind else {
        let what = "unknown unit type";
        return vec![Line {
            of: Priced::Body,
            what,
            each: None,
            times: Number::ONE,
            rule: Cow::Borrowed(""),
        }];
    };
    let kind = rules.kind_of(kind_id);
    let part = part.and_then(|part| Some((part.cost.as_ref()?, part.rule.as_str())));
    let stated = if kind.own_cost { kind } else { rules.kind_of(rules.base_of(kind_id)) };
    let cost = part.map(|(cost, _)| cost).or(kind.cost.as_ref());
    let by_size = matches!(cost, Some(Cost::Sizes(_)));
    let own = Line {
        of: Priced::Body,
        what: &kind.name,
        each: cost.and_then(|c| amount(c, mode, body.size, scope)),
        times: if (kind.each || part.is_some()) && !by_size {
            i64::from(body.size).into()
        } else {
            Number::ONE
        },
        rule: Cow::Borrowed(part.map_or(&stated.rule, |(_, rule)| rule)),
    };
    let options = body.taken.iter().filter_map(|taken| option(body, rules, kind_id, taken, mode, scope));
    let roles = body.roles.iter().filter_map(|r| role(rules, *r, mode, scope));
    std::iter::once(own).chain(options).chain(roles).collect()
}

/// The line of an option; nothing for what costs nothing since it is always there.
fn option<'r>(
    body: &Body<'_>,
    rules: &'r Rules,
    kind_id: KindId,
    taken: &Taken<'_>,
    mode: Option<ModeId>,
    scope: &dyn Scope,
) -> Option<Line<'r>> {
    let rule = rules.option_of(taken.option);
    let kind = rules.kind_of(kind_id);
    let offer = kind.offers.of(taken.option);
    let base = rules.kind_of(rules.base_of(kind_id));
    let type_offer = base.offers.of(taken.option);
    let states_cost = |id: OptionId| {
        kind.offers.of(id).is_some_and(|o| o.cost.is_some()) || rules.option_of(id).cost.is_some()
    };
    let always_there = offer.is_some_and(|o| o.included || default_of(kind, o));
    let free = match taken.origin {
        Origin::Default => true,
        Origin::PartOf(whole) => states_cost(whole),
        Origin::Chosen if !rule.stands_for.is_empty() => !states_cost(taken.option),
        // What an entry always has is paid as the type marks it, unless the entry has a cost of its own
        _ if always_there && offer.is_some_and(|o| o.of_entry) => {
            kind.own_cost || type_offer.is_some_and(|o| o.included || default_of(base, o))
        }
        _ => always_there,
    };
    if free {
        return None;
    }
    let (cost, each_model, rule_name) = price(rules, taken.option, offer, type_offer);
    let by_size = matches!(cost, Some(Cost::Sizes(_)));
    let models = taken.models.unwrap_or(body.size);
    Some(Line {
        of: Priced::Option(taken.option),
        what: &rule.name,
        each: cost.and_then(|c| amount(c, mode, body.size, scope)),
        times: if each_model && !by_size { i64::from(models).into() } else { Number::ONE },
        rule: rule_name,
    })
}

fn default_of(kind: &Kind, offer: &Offer) -> bool {
    offer.group.is_some_and(|g| kind.offers.groups[g].default == Some(offer.option))
}

/// The cost of an option, whether it is for each model, and where it is stated: the entry's offer, the unit
/// type's, the option's own, what the ruleset has for those without a cost.
fn price<'r>(
    rules: &'r Rules,
    option: OptionId,
    offer: Option<&'r Offer>,
    type_offer: Option<&'r Offer>,
) -> (Option<&'r Cost>, bool, Cow<'r, str>) {
    let rule = rules.option_of(option);
    let offers = [offer, type_offer];
    let each = rule.is_for_each(offers);
    let priced =
        offers.into_iter().flatten().find_map(|offered| Some((offered.cost.as_ref()?, &offered.rule)));
    if let Some((cost, stated)) = priced {
        return (Some(cost), each, Cow::Borrowed(stated));
    }
    match (&rule.cost, &rules.optional_cost) {
        (Some(cost), _) => (Some(cost), each, Cow::Borrowed(&rule.rule)),
        (None, Some(usual)) => (Some(usual), each, Cow::Owned(format!("{}/optional-cost", rules.id))),
        (None, None) => (None, each, Cow::Borrowed(&rule.rule)),
    }
}

/// The lines of a character without a body: the person's own cost, and the role's.
pub(super) fn character<'r>(
    rules: &'r Rules,
    kind: Option<KindId>,
    role: Option<RoleId>,
    mode: Option<ModeId>,
    scope: &dyn Scope,
) -> Vec<Line<'r>> {
    let kind = kind.map(|k| rules.kind_of(k));
    let own = kind.and_then(|k| Some(single(Priced::Body, &k.name, k.cost.as_ref()?, &k.rule, mode, scope)));
    own.into_iter().chain(role.and_then(|r| self::role(rules, r, mode, scope))).collect()
}

/// What holding a role costs; nothing where the game asks nothing for it.
fn role<'r>(rules: &'r Rules, role: RoleId, mode: Option<ModeId>, scope: &dyn Scope) -> Option<Line<'r>> {
    let made = &rules.roles[role.0];
    Some(single(Priced::Role(role), &made.name, made.cost.as_ref()?, &made.rule, mode, scope))
}

/// The line of something that is there once.
fn single<'r>(
    of: Priced,
    what: &'r str,
    cost: &Cost,
    rule: &'r str,
    mode: Option<ModeId>,
    scope: &dyn Scope,
) -> Line<'r> {
    Line { of, what, each: amount(cost, mode, 1, scope), times: Number::ONE, rule: Cow::Borrowed(rule) }
}
