//! Tests whether a selector can match anything in some list.

use crate::rules::Rules;
use crate::rules::ids::{ContingentId, KindId, RoleId, TagId};
use crate::rules::option::Kind;
use crate::rules::selector::{Selector, Test};
use crate::solve::reach::{Person, Reach, Sure};
use crate::yaml::nearest;

/// Returns the unit types and entries that a list may have: a book's, or the ruleset's if there is no book.
pub(super) fn kinds(rules: &Rules, contingent: Option<ContingentId>) -> impl Iterator<Item = KindId> {
    let own = rules.has_book(ContingentId::OWN);
    (0..rules.kinds.len()).map(KindId).filter(move |id| match rules.kind_of(*id).entry_of {
        Some(entry_of) => contingent.is_none_or(|c| c == entry_of),
        None => !own,
    })
}

/// Returns `true` if a selector can match something: a unit, a body inside one, or a character.
pub(super) fn anything(rules: &Rules, selector: &Selector, contingent: Option<ContingentId>) -> bool {
    let contingent = if selector.names_ally { None } else { contingent };
    a_body(rules, selector, contingent).is_some()
        || persons(rules, contingent).any(|person| selector.characters && selector.finds(&person))
        || only_a_contingent(&selector.test)
}

/// Returns the first unit type or entry of which a selector can match a unit or a body inside one.
fn a_body(rules: &Rules, selector: &Selector, contingent: Option<ContingentId>) -> Option<KindId> {
    let bodies = kinds(rules, contingent).flat_map(|id| {
        let parts = rules.kind_of(id).parts.iter().map(|p| p.kind);
        std::iter::once(id).chain(parts)
    });
    let mut bodies = bodies.filter(|id| rules.kind_of(*id).unit.is_some());
    bodies.find(|id| Reach::new(rules, *id, None).finds(selector) != Sure::No)
}

/// Returns the first unit type or entry that a selector would match if it did not leave out uncounted units.
pub(super) fn uncounted(
    rules: &Rules,
    selector: &Selector,
    contingent: Option<ContingentId>,
) -> Option<KindId> {
    let everyone = Selector { counted_only: false, ..selector.clone() };
    let contingent = if selector.names_ally { None } else { contingent };
    a_body(rules, &everyone, contingent)
}

/// Returns the characters without bodies that a list may have: of any role, and those of a book's entries.
fn persons(rules: &Rules, contingent: Option<ContingentId>) -> impl Iterator<Item = Person> {
    let anyone = (0..rules.roles.len()).map(|r| Person { kind: None, role: RoleId(r) });
    let known = kinds(rules, contingent).filter(|id| rules.kind_of(*id).unit.is_none());
    anyone.chain(known.flat_map(|id| {
        rules.kind_of(id).roles.iter().map(move |role| Person { kind: Some(id), role: *role })
    }))
}

/// Returns `true` if a selector asks for a contingent as a whole, which exists as soon as a list names the
/// ally.
fn only_a_contingent(test: &Test) -> bool {
    match test {
        Test::Contingent(all) => !all.is_empty(),
        Test::All(all) | Test::Any(all) => all.iter().any(only_a_contingent),
        _ => false,
    }
}

/// Returns a tag of a selector that no unit has or gains, with the nearest tag that some unit has.
pub(super) fn idle_tag<'r>(rules: &'r Rules, selector: &Selector) -> Option<(&'r str, Option<&'r str>)> {
    let mut tests = vec![&selector.test];
    let borne = |tag: &TagId| {
        let kind = |k: &Kind| k.tags.contains(tag);
        rules.kinds.iter().any(kind) || rules.options.iter().any(|o| o.gives.contains(tag))
    };
    while let Some(test) = tests.pop() {
        match test {
            Test::Tag(tags) => {
                if let Some(idle) = tags.iter().find(|t| !borne(t)) {
                    let word = rules.tags[idle.0].as_str();
                    let known = (0..rules.tags.len()).map(TagId).filter(borne);
                    return Some((word, nearest(word, known.map(|t| rules.tags[t.0].as_str()))));
                }
            }
            Test::All(more) | Test::Any(more) => tests.extend(more),
            Test::Not(one) => tests.push(one),
            _ => {}
        }
    }
    None
}
