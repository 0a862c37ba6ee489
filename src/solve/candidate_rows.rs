//! Lists the rows that a list could have: unit types at some sizes with some of their options, and
//! characters.

use crate::army::bodies_and_options::Body;
use crate::finding::Severity;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_costs::Cost;
use crate::rules::compiled_selectors::SelectorTest;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::{OptionId, RoleId, UnitKindId};

use super::scenario::Scenario;

/// A row that a list could have: a unit, or a character.
#[derive(Clone, Debug)]
pub(super) struct CandidateRow {
    /// The unit type or entry. `None` for a character who is only a role.
    pub(super) kind: Option<UnitKindId>,
    /// The role of a character. `None` for a row under `units`.
    pub(super) role: Option<RoleId>,
    /// The size. `None` if the unit type allows only one, which a list need not state.
    pub(super) size: Option<u32>,
    /// The options that are taken.
    pub(super) options: Vec<OptionId>,
    /// The values that the ruleset asks for.
    pub(super) values: Vec<(String, Number)>,
}

/// How many variants of each unit type are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VariantBreadth {
    /// Only options that limits test for.
    Few,
    /// Every option, in more combinations and sizes.
    Many,
}

/// Returns every row that a list of this scenario could have.
pub(super) fn list_candidate_rows(
    rules: &Rules,
    scene: &Scenario,
    breadth: VariantBreadth,
) -> Vec<CandidateRow> {
    let asked = tested_options(rules);
    let mut builds = Vec::new();
    for id in (0..rules.kinds.len()).map(UnitKindId).filter(|id| scene.may_be_taken(rules, *id)) {
        let kind = rules.kind(id);
        let plain =
            |role, size, options| CandidateRow { kind: Some(id), role, size, options, values: Vec::new() };
        if kind.unit_type.is_none() {
            builds.extend(kind.roles.iter().map(|role| plain(Some(*role), None, Vec::new())));
            continue;
        }
        let roles: Vec<Option<RoleId>> =
            if kind.roles.is_empty() { vec![None] } else { kind.roles.iter().copied().map(Some).collect() };
        for role in roles {
            for size in sizes_to_try(kind, breadth).into_iter().filter(|s| role.is_none() || s.is_none()) {
                for options in option_sets_to_try(kind, &asked, breadth) {
                    builds.push(plain(role, size, options));
                }
            }
        }
    }
    // If the role can be held by a unit's body, try a character without one only in the wider search
    let bought = |role: &RoleId| {
        let holds = |b: &CandidateRow| {
            b.role == Some(*role) && b.kind.is_some_and(|k| rules.kind(k).unit_type.is_some())
        };
        breadth == VariantBreadth::Few && builds.iter().any(holds)
    };
    let roles: Vec<RoleId> = (0..rules.roles.len()).map(RoleId).filter(|r| !bought(r)).collect();
    builds.extend(roles.into_iter().map(|role| CandidateRow {
        kind: None,
        role: Some(role),
        size: None,
        options: Vec::new(),
        values: Vec::new(),
    }));
    builds
}

/// Returns the sizes to try: all if there are few, else a sample.
fn sizes_to_try(kind: &UnitKind, breadth: VariantBreadth) -> Vec<Option<u32>> {
    if kind.size.only_size().is_some() {
        return vec![None];
    }
    if let Some(prices) = kind.cost.as_ref().and_then(Cost::prices_by_size) {
        return prices.iter().map(|(size, _)| Some(*size)).collect();
    }
    let (min, max) = (kind.size.min, kind.size.max.unwrap_or(u32::MAX));
    // Every size multiplies the number of candidate rows, so a wide range is only sampled, densest near its
    // minimum
    let all: Vec<u32> = if max - min < 8 {
        (min..=max).collect()
    } else {
        let more: &[u32] = match breadth {
            VariantBreadth::Few => &[0, 1, 5, 15],
            VariantBreadth::Many => &[0, 1, 2, 3, 5, 9, 15, 20],
        };
        more.iter().filter_map(|n| min.checked_add(*n)).filter(|n| *n <= max).collect()
    };
    all.into_iter().map(Some).collect()
}

/// Returns the sets of options to try, the smallest first.
fn option_sets_to_try(kind: &UnitKind, asked: &[OptionId], breadth: VariantBreadth) -> Vec<Vec<OptionId>> {
    let offers = &kind.offers;
    // Start with one set for each choice in every group that has no default
    let mut must: Vec<Vec<OptionId>> = vec![Vec::new()];
    for group in offers.groups.iter().filter(|g| g.is_required && g.default.is_none()) {
        must = must
            .iter()
            .flat_map(|set| {
                group.options.iter().map(move |o| set.iter().copied().chain(std::iter::once(*o)).collect())
            })
            .take(16)
            .collect();
    }
    // The limits of 16 starting sets, 14 options and `most` subsets keep the number of candidate rows small
    let open: Vec<OptionId> = offers
        .all
        .iter()
        .filter(|o| !o.is_included)
        .map(|o| o.option)
        .filter(|o| breadth == VariantBreadth::Many || asked.contains(o))
        .take(14)
        .collect();
    let most = if breadth == VariantBreadth::Many { 32 } else { 8 };
    let mut more: Vec<u32> = (0..1_u32 << open.len()).collect();
    more.sort_by_key(|set| set.count_ones());
    let mut sets = Vec::new();
    for base in must {
        let chosen = more.iter().take(most).map(|set| {
            let picked = open.iter().enumerate().filter(|(at, _)| set & (1 << at) != 0).map(|(_, o)| *o);
            let mut all: Vec<OptionId> = base.iter().copied().chain(picked).collect();
            all.sort_unstable();
            all.dedup();
            all
        });
        sets.extend(chosen);
    }
    sets.sort_by_key(Vec::len);
    sets.dedup();
    sets
}

/// Returns the options that limits test for, directly or through the tags that options add and remove.
fn tested_options(rules: &Rules) -> Vec<OptionId> {
    let mut tests: Vec<&SelectorTest> = Vec::new();
    for limit in &rules.limits {
        let own = limit.measure.selector().into_iter().chain(limit.when.selectors());
        tests.extend(own.chain(limit.base_selectors()).map(|s| &s.test));
    }
    let mut found = Vec::new();
    while let Some(test) = tests.pop() {
        match test {
            SelectorTest::Option(options) => found.extend(options),
            SelectorTest::Tag(tags) => {
                let moves = |o: &OptionId| {
                    let option = rules.option(*o);
                    option.gives_tags.iter().chain(&option.takes_tags).any(|t| tags.contains(t))
                };
                found.extend((0..rules.options.len()).map(OptionId).filter(moves));
            }
            SelectorTest::All(more) | SelectorTest::Any(more) => tests.extend(more),
            SelectorTest::Not(one) => tests.push(one),
            SelectorTest::Always
            | SelectorTest::Kind(_)
            | SelectorTest::Role(_)
            | SelectorTest::Contingent(_)
            | SelectorTest::CommandKind(_) => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

impl CandidateRow {
    /// Adds the values that the ruleset requires of a unit with this body.
    pub(super) fn add_required_values(&mut self, rules: &Rules, body: &Body<'_>) {
        for value in rules.values.iter().filter(|v| v.is_required && v.selector.matches(body)) {
            let least = value.min.or(value.max).unwrap_or(Number::ONE);
            self.values.push((value.id.clone(), least));
        }
    }
}

/// The severities from which limits must be kept: first try to avoid warnings too, then only errors.
pub(super) const SEVERITIES_TO_AVOID: [Severity; 2] = [Severity::Warning, Severity::Error];
