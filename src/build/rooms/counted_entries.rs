//! Which entries of a book, or unit types of an army without one, a limit would count.

use std::cell::OnceCell;

use crate::army::Army;
use crate::army::selector_coverage_of_unit_types::{BodilessCharacter, Coverage, OptionReach};
use crate::rules::compiled_limits::Limit;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, UnitKindId};

/// What the contingents of an army may take.
pub(super) struct AvailableEntries<'m, 'a> {
    army: &'m Army<'a>,
    /// Each with the contingent that may take it, and the options that it may have once these have been asked for.
    kinds: Vec<(UnitKindId, ContingentId, OnceCell<OptionReach<'a>>)>,
}

impl<'m, 'a> AvailableEntries<'m, 'a> {
    /// Collects what the contingents that are in the army may take.
    pub(super) fn new(army: &'m Army<'a>) -> Self {
        let rules = army.rules;
        let own = ContingentId::OWN;
        let contingent_of = |id: &UnitKindId| match rules.kind(*id).entry_of {
            Some(contingent) => army.has_called(contingent).then_some(contingent),
            None => (!rules.has_book(own)).then_some(own),
        };
        let all = (0..rules.kinds.len()).map(UnitKindId);
        let kinds = all.filter_map(|id| Some((id, contingent_of(&id)?, OnceCell::new()))).collect();
        Self { army, kinds }
    }

    /// Returns the entries of which units or characters would count for a limit.
    pub(super) fn counted_by(&self, limit: &Limit) -> Vec<UnitKindId> {
        match (limit.entry, limit.measure.selector()) {
            (Some(entry), _) if self.army.rules.kind(entry).entry_of.is_some() => vec![entry],
            (_, Some(selector)) => self.matched_by(selector, limit.contingent),
            (_, None) => Vec::new(),
        }
    }

    fn matched_by(&self, selector: &Selector, contingent: Option<ContingentId>) -> Vec<UnitKindId> {
        let rules = self.army.rules;
        let depends_on_options = selector.has_test(&|test| match test {
            SelectorTest::Option(_) => true,
            SelectorTest::Tag(tags) => {
                tags.iter().any(|tag| rules.is_changed_by_options(*tag) || rules.is_changed_by_effects(*tag))
            }
            _ => false,
        });
        let matches = |(id, of, reach): &&(UnitKindId, ContingentId, OnceCell<OptionReach<'a>>)| {
            let kind = rules.kind(*id);
            if contingent.is_some_and(|contingent| contingent != *of) {
                return false;
            }
            let holds_role = || {
                selector.matches_characters
                    && kind.roles.iter().any(|role| {
                        selector.matches(&BodilessCharacter { kind: Some(*id), role: Some(*role) })
                    })
            };
            if kind.unit_type.is_none() || selector.matches_characters {
                return holds_role();
            }
            if kind.uncounted && selector.skips_kind(Some(*id)) {
                return false;
            }
            if depends_on_options {
                let reach = reach.get_or_init(|| OptionReach::new(rules, *id, self.army.date));
                return reach.coverage(selector) != Coverage::Never;
            }
            selector.matches(kind)
        };
        self.kinds.iter().filter(matches).map(|(id, ..)| *id).collect()
    }
}
