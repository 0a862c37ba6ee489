//! Finds out whether a selector matches anything in the army, or might once everything unread, unknown or
//! misspelt is known.

use crate::rules::compiled_conditions::MeasuredTest;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, UnitKindId};

use super::bodies_and_options::Body;
use super::limit_measurement::measure_limit;
use super::regions::Region;
use super::unknown_words_that_limits_may_count::certain_part_if_open;
use super::{Army, Character, KnownAmount, Unit, UnitOrigin};

impl Army<'_> {
    /// Returns whether a selector of the rules matches anything in the army. `None` if only something unread
    /// or unknown might match.
    pub(super) fn has_match_if_known(&self, selector: &Selector, sees: Option<ContingentId>) -> Option<bool> {
        let known = self.presence_cache.borrow().get(&sees).and_then(|all| all.get(selector)).copied();
        known.unwrap_or_else(|| {
            let has = self.has_match_in_if_known(Region::Army, selector, sees);
            self.presence_cache.borrow_mut().entry(sees).or_default().insert(selector.clone(), has);
            has
        })
    }

    /// Returns whether a selector matches anything in one region of the army. `None` if only something unread
    /// or unknown might match.
    pub(super) fn has_match_in_if_known(
        &self,
        place: Region,
        selector: &Selector,
        sees: Option<ContingentId>,
    ) -> Option<bool> {
        if place.has_match(self, selector, sees) {
            return Some(true);
        }
        let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
        let unit = |at: usize| {
            seen(self.units[at].body.contingent) && self.may_match_unit(&self.units[at], selector)
        };
        let character = |at: usize| {
            seen(self.characters[at].contingent) && self.may_match_character(&self.characters[at], selector)
        };
        let unsure = (self.has_unclear_units || self.has_undecided_effects)
            && (place.units(self).any(unit) || place.characters(self).any(character));
        let may_be_bought = selector.finds_purchases()
            && self.purchases_in(place, sees).any(|bought| !bought.body.unknown_options.is_empty());
        if self.part_unread || unsure || may_be_bought { None } else { Some(false) }
    }

    /// Returns whether what is measured in a region of the army passes its test. `None` if something unread or
    /// unknown might decide it.
    pub(super) fn passes_if_known(
        &self,
        asked: &MeasuredTest,
        place: Region,
        sees: Option<ContingentId>,
    ) -> Option<bool> {
        let (certain, known, is_absent) = self.measured_if_known(asked, place, sees);
        let test = &asked.test;
        match (known, certain) {
            // What nobody has passes no test
            (Some(amount), _) => Some(!is_absent && test.is_met_by(amount)),
            // What is certainly there can only become more
            (None, Some(certain)) if test.max_is_exceeded_by(certain) => Some(false),
            (None, Some(certain)) if test.has_no_maximum() && test.is_met_by(certain) => Some(true),
            (None, _) => None,
        }
    }

    /// Measures in a region of the army. Returns how much is certainly there, how much is there if nothing unread or
    /// unknown might change that, and whether it is a value that nobody has.
    ///
    /// Points and numbers may be negative, so that nothing is certain of them while something is unknown.
    fn measured_if_known(
        &self,
        asked: &MeasuredTest,
        place: Region,
        sees: Option<ContingentId>,
    ) -> KnownAmount {
        let key = (place, sees, asked.measure.clone(), asked.joined_once);
        if let Some(known) = self.measurement_cache.borrow().get(&key) {
            return *known;
        }
        let measured = measure_limit(self, &asked.measure, place, sees, None, asked.joined_once);
        let result = match certain_part_if_open(self, &asked.measure, asked.joined_once, sees, &measured) {
            Some(certain) => (Some(certain).filter(|_| asked.measure.is_whole()), None, false),
            None => (Some(measured.amount), Some(measured.amount), measured.is_absent),
        };
        self.measurement_cache.borrow_mut().insert(key, result);
        result
    }

    /// Returns `true` if a selector might match the unit once everything unread or unknown about it is known.
    ///
    /// A misspelt name is treated as the name it resembles.
    pub fn may_match_unit(&self, unit: &Unit<'_>, selector: &Selector) -> bool {
        let has_open_kind = || {
            unit.command.is_some_and(|c| self.commands[c].kind.is_none()) && selector.tests_command_kinds()
        };
        if self.has_open_tag(unit, selector) || !self.rules.command_kinds.is_empty() && has_open_kind() {
            return true;
        }
        if !unit.is_unclear {
            return false;
        }
        if unit.body.kind.is_none() {
            return self.likely_kind(unit).is_none_or(|kind| selector.matches(self.rules.kind(kind)));
        }
        if self.unread.has_unread_in(unit.written.span()) {
            return true;
        }
        let options = unit.bodies().any(|body| !body.unknown_options.is_empty() || body.takes_twice());
        let role = unit.written.role().is_some_and(|role| self.rules.find_role(role).is_none());
        selector.has_test(&|test| match test {
            SelectorTest::Option(_) => options,
            SelectorTest::Tag(tags) => {
                options && tags.iter().any(|tag| self.rules.is_changed_by_options(*tag))
            }
            SelectorTest::Role(_) => role,
            _ => false,
        })
    }

    /// Returns `true` if a selector tests a tag that the unit may have or not, since it is unknown whether an effect
    /// applies.
    fn has_open_tag(&self, unit: &Unit<'_>, selector: &Selector) -> bool {
        unit.bodies().any(|body| self.is_tag_open(body, selector))
    }

    /// Returns `true` if a selector tests a tag that the body may have or not, since it is unknown whether an effect
    /// applies.
    pub(super) fn is_tag_open(&self, body: &Body<'_>, selector: &Selector) -> bool {
        let mut effects = body.undecided_effects.iter().map(|id| &self.rules.effects[id.0]);
        effects.any(|effect| {
            selector.has_test(
                &|test| matches!(test, SelectorTest::Tag(tags) if tags.iter().any(|tag| effect.changes_tag(*tag))),
            )
        })
    }

    /// Returns `true` if a selector might match the character once everything about them is known.
    pub fn may_match_character(&self, character: &Character<'_>, selector: &Selector) -> bool {
        character.is_unclear
            && (selector.matches_characters || character.kind.is_none() && character.written.unit.is_some())
    }

    /// Returns the unit type or entry that a misspelt name was probably meant to be.
    pub fn likely_kind(&self, unit: &Unit<'_>) -> Option<UnitKindId> {
        let UnitOrigin::Unit(written) = unit.written else { return None };
        let nobodys = unit.command.is_some_and(|c| self.commands[c].ally_unknown);
        let near = self.rules.unit_spellings(unit.body.contingent).find_nearest(&written.unit);
        near.filter(|_| !nobodys).map(|near| near.meaning)
    }
}
