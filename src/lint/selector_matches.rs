//! Tests whether a selector can match anything in some list.

use crate::army::selector_coverage_of_unit_types::{BodilessCharacter, Coverage, OptionReach};
use crate::rules::Rules;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::{ContingentId, RoleId, TagId, UnitKindId};
use crate::yaml::nearest_name;

/// Returns the unit types and entries that a list may have: a book's, or the ruleset's if there is no book.
pub(super) fn available_kinds(
    rules: &Rules,
    contingent: Option<ContingentId>,
) -> impl Iterator<Item = UnitKindId> {
    let own = rules.has_book(ContingentId::OWN);
    (0..rules.kinds.len()).map(UnitKindId).filter(move |id| match rules.kind(*id).entry_of {
        Some(entry_of) => contingent.is_none_or(|c| c == entry_of),
        None => !own,
    })
}

/// Returns `true` if a selector can match something: a unit, a body inside one, or a character.
pub(super) fn can_match(rules: &Rules, selector: &Selector, contingent: Option<ContingentId>) -> bool {
    let contingent = if selector.names_ally { None } else { contingent };
    let anywhere = selector.in_any_command();
    first_matching_body(rules, selector, contingent).is_some()
        || bodiless_characters(rules, contingent)
            .any(|person| selector.matches_characters && anywhere.matches(&person))
        || tests_contingent(&selector.test)
}

/// Returns the first unit type or entry of which a selector can match a unit or a body inside one.
fn first_matching_body(
    rules: &Rules,
    selector: &Selector,
    contingent: Option<ContingentId>,
) -> Option<UnitKindId> {
    let bodies = available_kinds(rules, contingent).flat_map(|id| {
        let parts = rules.kind(id).parts.iter().map(|p| p.kind);
        std::iter::once(id).chain(parts)
    });
    let mut bodies = bodies.filter(|id| rules.kind(*id).unit_type.is_some());
    bodies.find(|id| OptionReach::new(rules, *id, None).coverage(selector) != Coverage::Never)
}

/// Returns the first unit type or entry that a selector would match if it did not leave out uncounted units.
pub(super) fn first_uncounted_match(
    rules: &Rules,
    selector: &Selector,
    contingent: Option<ContingentId>,
) -> Option<UnitKindId> {
    let everyone = Selector { skips_uncounted: false, ..selector.clone() };
    let contingent = if selector.names_ally { None } else { contingent };
    first_matching_body(rules, &everyone, contingent)
}

/// Returns the characters without bodies that a list may have: of any role, and those of a book's entries.
fn bodiless_characters(
    rules: &Rules,
    contingent: Option<ContingentId>,
) -> impl Iterator<Item = BodilessCharacter> {
    let anyone = (0..rules.roles.len()).map(|r| BodilessCharacter { kind: None, role: Some(RoleId(r)) });
    let known = available_kinds(rules, contingent).filter(|id| rules.kind(*id).unit_type.is_none());
    anyone.chain(known.flat_map(|id| {
        rules.kind(id).roles.iter().map(move |role| BodilessCharacter { kind: Some(id), role: Some(*role) })
    }))
}

/// Returns `true` if a selector asks for a contingent as a whole, which exists as soon as a list names the
/// ally.
fn tests_contingent(test: &SelectorTest) -> bool {
    match test {
        SelectorTest::Contingent(all) => !all.is_empty(),
        SelectorTest::All(all) | SelectorTest::Any(all) => all.iter().any(tests_contingent),
        _ => false,
    }
}

/// Returns a tag of a selector that no unit has or gains, with the nearest tag that some unit has.
pub(super) fn unused_tag<'r>(rules: &'r Rules, selector: &Selector) -> Option<(&'r str, Option<&'r str>)> {
    let mut tests = vec![&selector.test];
    let borne = |tag: &TagId| {
        let kind = |k: &UnitKind| k.tags.contains(tag);
        rules.kinds.iter().any(kind)
            || rules.options.iter().any(|o| o.gives_tags.contains(tag))
            || rules.effects.iter().any(|e| e.gives_tags.contains(tag))
    };
    while let Some(test) = tests.pop() {
        match test {
            SelectorTest::Tag(tags) => {
                if let Some(idle) = tags.iter().find(|t| !borne(t)) {
                    let word = rules.tags[idle.0].as_str();
                    let known = (0..rules.tags.len()).map(TagId).filter(borne);
                    return Some((word, nearest_name(word, known.map(|t| rules.tags[t.0].as_str()))));
                }
            }
            SelectorTest::All(more) | SelectorTest::Any(more) => tests.extend(more),
            SelectorTest::Not(one) => tests.push(one),
            _ => {}
        }
    }
    None
}
