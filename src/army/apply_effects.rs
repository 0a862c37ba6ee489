//! Decides which effects apply to which bodies, and changes the tags of these.
//!
//! Effects that change tags all see the tags as they stood before any of them, so that their order never
//! matters. The others see the tags that result.

use std::collections::HashMap;

use crate::format::limit::RegionKind;
use crate::rules::compiled_selectors::Selectable as _;
use crate::rules::id_types::{EffectId, TagId};
use crate::rules::{Effect, Rules};

use super::Army;
use super::bodies_and_options::Body;
use super::evaluate_conditions::condition_holds;
use super::regions::Region;

/// Decides which effects apply to which bodies, and changes their tags.
pub(super) fn apply_effects(army: &mut Army<'_>) {
    if army.rules.effects.is_empty() {
        return;
    }
    apply(army, Effect::changes_tags);
    army.forget_matches();
    apply(army, |effect| !effect.changes_tags());
    for body in army.units.iter_mut().flat_map(|unit| bodies(&mut unit.body, &mut unit.parts)) {
        // Changes of stats are made in the order of the effects
        body.effects.sort_unstable();
    }
}

/// Applies some of the effects, which are all judged before any of them changes a tag.
fn apply(army: &mut Army<'_>, which: fn(&Effect) -> bool) {
    let rules = army.rules;
    let mut found = Vec::new();
    let mut outcomes = HashMap::new();
    for (at, effect) in rules.effects.iter().enumerate().filter(|(_, effect)| which(effect)) {
        for (unit_index, unit) in army.units.iter().enumerate() {
            for (body_index, body) in unit.bodies().enumerate() {
                if !effect.may_apply_to(body) {
                    continue;
                }
                let Some(place) = effect.region_for(army, unit.command) else { continue };
                let outcome = *outcomes
                    .entry((at, place))
                    .or_insert_with(|| condition_holds(army, &effect.when, place, effect.contingent));
                found.push((EffectId(at), unit_index, body_index, outcome));
            }
        }
    }
    for (effect, unit, body, outcome) in found {
        let unit = &mut army.units[unit];
        let Some(body) = bodies(&mut unit.body, &mut unit.parts).nth(body) else { continue };
        match outcome {
            Some(true) => body.effects.push(effect),
            Some(false) => {}
            None => {
                body.undecided_effects.push(effect);
                army.has_undecided_effects = true;
            }
        }
    }
    for body in army.units.iter_mut().flat_map(|unit| bodies(&mut unit.body, &mut unit.parts)) {
        change_tags(rules, body);
    }
}

/// Takes and gives the tags of the effects that apply to a body. What one effect takes and another gives, the body
/// has.
fn change_tags(rules: &Rules, body: &mut Body<'_>) {
    let effects = || body.effects.iter().map(|id| &rules.effects[id.0]);
    let gained: Vec<TagId> = effects().flat_map(|effect| &effect.gives_tags).copied().collect();
    let lost: Vec<TagId> = effects().flat_map(|effect| &effect.takes_tags).copied().collect();
    body.tags.retain(|tag| !lost.contains(tag));
    for tag in gained {
        if !body.has_tag(tag) {
            body.tags.push(tag);
        }
    }
}

/// Returns a unit's own body and those inside it.
fn bodies<'b, 'a>(
    own: &'b mut Body<'a>,
    parts: &'b mut [(&'a str, Body<'a>)],
) -> impl Iterator<Item = &'b mut Body<'a>> {
    std::iter::once(own).chain(parts.iter_mut().map(|(_, part)| part))
}

impl Effect {
    /// Returns `true` if the effect applies to a body whenever its condition holds.
    fn may_apply_to(&self, body: &Body<'_>) -> bool {
        self.contingent.is_none_or(|own| own == body.contingent) && self.selector.matches(body)
    }

    /// Returns the region in which the condition is evaluated for a unit of this command. `None` for a unit in
    /// reserve, or one that is in no command of the kind that the effect looks in.
    pub fn region_for(&self, army: &Army<'_>, command: Option<usize>) -> Option<Region> {
        if self.region != RegionKind::Command {
            return Some(Region::Army);
        }
        let is_of_kind =
            |at: &usize| self.command_kind.is_none_or(|kind| army.commands[*at].kind == Some(kind));
        army.commands_around(command?).find(is_of_kind).map(Region::Command)
    }
}
