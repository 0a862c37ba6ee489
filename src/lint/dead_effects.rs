//! Finds parts of effects that can never apply, or that change nothing.

use crate::finding::{Code, Finding};
use crate::rules::compiled_selectors::Selector;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::TagId;
use crate::rules::{Effect, Rules};

use super::selector_matches::can_match;

/// Returns a finding for each part of an effect that can never apply or changes nothing, with a key that is the
/// same whatever book is in use.
pub(super) fn dead_parts_of_effect(rules: &Rules, effect: &Effect) -> Vec<(String, Finding)> {
    let name = effect.rule_path.rsplit('/').next().unwrap_or_default();
    let mut dead = Vec::new();
    let mut add = |part: &str, message: String, help: &str| {
        let finding = Finding::new(Code::NeverMatches, effect.span, message);
        let finding = finding.with_rule(effect.rule_path.as_str()).with_help(help);
        dead.push((format!("{} {part}", effect.rule_path), finding));
    };
    let Effect { changes, gives_tags, takes_tags, .. } = effect;
    if changes.set.is_empty() && changes.add.is_empty() && !effect.changes_tags() {
        add("nothing", format!("\"{name}\" changes nothing"), "give it add, set, gives-tags or takes-tags");
    }
    for tag in takes_tags.iter().filter(|tag| gives_tags.contains(tag)) {
        let tag = &rules.tags[tag.0];
        let message = format!("\"{name}\" gives and takes the tag \"{tag}\", and giving wins");
        add(&format!("both {tag}"), message, "leave it out under takes-tags");
    }
    if effect.when.required_selector().is_some_and(|selector| !can_match(rules, selector, effect.contingent))
    {
        let message = format!("\"{name}\" never applies, since no unit matches its condition");
        add("when", message, "correct the condition, or remove the effect");
    }
    if effect.changes_tags() {
        let asked = effect.when.selectors();
        let mut tags: Vec<TagId> =
            asked.into_iter().chain([&effect.selector]).flat_map(Selector::tested_tags).collect();
        tags.sort_unstable();
        tags.dedup();
        for tag in tags.into_iter().filter(|tag| is_given_by_effects_alone(rules, *tag)) {
            let tag = &rules.tags[tag.0];
            let message = format!(
                "\"{tag}\" is given by effects, which are judged all at once: \"{name}\" never sees it"
            );
            add(&format!("tag {tag}"), message, "ask for what the other effect asks for");
        }
    }
    dead
}

/// Returns `true` if effects give a tag, and nothing else does.
fn is_given_by_effects_alone(rules: &Rules, tag: TagId) -> bool {
    let kind = |kind: &UnitKind| kind.tags.contains(&tag);
    rules.effects.iter().any(|effect| effect.gives_tags.contains(&tag))
        && !rules.kinds.iter().any(kind)
        && !rules.options.iter().any(|option| option.gives_tags.contains(&tag))
}
