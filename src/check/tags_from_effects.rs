//! Explains tags that units have or lack because of effects, where a limit is broken that asks for these tags.

use crate::army::Army;
use crate::army::evaluate_ruleset_numbers::counted_selectors;
use crate::army::regions::Region;
use crate::finding::{FactKind, Finding, Span};
use crate::rules::Rules;
use crate::rules::compiled_limits::Limit;
use crate::rules::compiled_selectors::{Selectable as _, Selector};
use crate::rules::id_types::{ContingentId, EffectId, TagId, UnitKindId};
use crate::wording::tag_change;

use super::why_rule_applies::Reasons;

/// The most changes that are explained. More would not help anyone.
const MAX_EXPLAINED: usize = 3;

/// Changes of tags that a broken limit asks for.
pub(super) struct TagChanges {
    all: Vec<TagChange>,
}

/// A tag that an effect gave to units, or took from them.
struct TagChange {
    /// The change in words, with its reason.
    words: String,
    /// Why the effect applies.
    reasons: Reasons,
    /// The position of the effect's id in its file.
    effect: Span,
}

/// A change, to group the units for which it is the same.
#[derive(PartialEq, Eq)]
struct ChangeKey {
    effect: EffectId,
    /// Where the effect's condition looks.
    place: Region,
    tag: TagId,
    is_gained: bool,
}

impl TagChanges {
    /// Collects the changes, in the region where a limit is measured, of tags that the limit asks for.
    pub(super) fn that_matter(army: &Army<'_>, limit: &Limit, place: Region) -> Self {
        let rules = army.rules;
        if !rules.effects.iter().any(crate::rules::Effect::changes_tags) {
            return Self { all: Vec::new() };
        }
        let tags = tested_tags(rules, limit);
        let mut changes: Vec<(ChangeKey, Vec<UnitKindId>)> = Vec::new();
        for unit in place.units(army).map(|at| &army.units[at]) {
            for body in unit.bodies().filter(|b| limit.contingent.is_none_or(|own| own == b.contingent)) {
                for id in &body.effects {
                    let effect = &rules.effects[id.0];
                    let Some(place) = effect.region_for(army, unit.command) else { continue };
                    for tag in tags.iter().copied().filter(|tag| effect.changes_tag(*tag)) {
                        let is_gained = effect.gives_tags.contains(&tag);
                        let Some(kind) = body.kind.filter(|_| body.has_tag(tag) == is_gained) else {
                            continue;
                        };
                        let key = ChangeKey { effect: *id, place, tag, is_gained };
                        match changes.iter_mut().find(|(known, _)| *known == key) {
                            Some((_, kinds)) if kinds.contains(&kind) => {}
                            Some((_, kinds)) => kinds.push(kind),
                            None => changes.push((key, vec![kind])),
                        }
                    }
                }
            }
        }
        let all = changes.iter().take(MAX_EXPLAINED);
        Self { all: all.map(|(key, kinds)| explain_change(army, key, kinds, limit.contingent)).collect() }
    }

    /// Returns a statement with the changes that it rests on.
    pub(super) fn sentence(&self, statement: &str) -> String {
        let words = self.all.iter().map(|change| change.words.as_str());
        std::iter::once(statement).chain(words).collect::<Vec<_>>().join("; ")
    }

    /// Adds the changes to a finding: at the effects, at what made these apply, and as facts.
    pub(super) fn add_to(self, mut finding: Finding) -> Finding {
        for TagChange { words, reasons, effect } in self.all {
            finding =
                finding.with_label(effect, "the tag comes from this").with_fact(FactKind::Tag, words, None);
            finding = reasons.add_labels_to(finding);
        }
        finding
    }
}

fn explain_change(
    army: &Army<'_>,
    key: &ChangeKey,
    kinds: &[UnitKindId],
    contingent: Option<ContingentId>,
) -> TagChange {
    let rules = army.rules;
    let effect = &rules.effects[key.effect.0];
    let reasons = Reasons::that_hold(army, &[&effect.when], key.place, effect.contingent)
        .with_label("an effect applies because of this");
    let names: Vec<&str> = kinds.iter().map(|kind| rules.kind(*kind).name.as_str()).collect();
    let tag = &rules.tags[key.tag.0];
    let noun = rules.tag_noun(contingent.unwrap_or(ContingentId::OWN), tag);
    let tag = noun.map_or_else(|| format!("\"{tag}\""), |noun| noun.several.clone());
    let rule = effect.rule_path.rsplit('/').next().unwrap_or_default();
    let words = tag_change(&names, &tag, key.is_gained, reasons.text().as_deref().ok_or(rule));
    TagChange { words, reasons, effect: effect.span }
}

/// Returns the tags that a limit asks for.
fn tested_tags(rules: &Rules, limit: &Limit) -> Vec<TagId> {
    let formula =
        limit.formula.iter().flat_map(|formula| counted_selectors(rules, limit.contingent, &formula.expr));
    let own = limit.measure.selector().into_iter().chain(limit.base_selectors());
    let mut tags: Vec<TagId> = own.chain(formula).flat_map(Selector::tested_tags).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}
