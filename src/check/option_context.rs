//! The body whose options are checked, with what the checks of options ask of it.

use std::collections::HashSet;

use crate::army::bodies_and_options::{Body, OptionOrigin, TakenOption};
use crate::army::{Army, Unit};
use crate::rules::compiled_options::OptionRule;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::OptionId;

/// The body whose options are checked.
pub(super) struct OptionContext<'h, 'a> {
    pub(super) army: &'h Army<'a>,
    pub(super) unit: &'h Unit<'a>,
    pub(super) body: &'h Body<'a>,
    pub(super) kind: &'h UnitKind,
    /// Whether something of the unit is unread or unknown, and might be what an option needs.
    pub(super) has_unknown_parts: bool,
    /// Its options, each once for each origin, since a list may repeat one many times.
    pub(super) distinct: Vec<&'h TakenOption<'a>>,
}

impl<'h, 'a> OptionContext<'h, 'a> {
    /// Creates the context of a body. `None` if its unit type is unknown.
    pub(super) fn new(army: &'h Army<'a>, unit: &'h Unit<'a>, body: &'h Body<'a>) -> Option<Self> {
        let unknown_role = unit.written.role().is_some_and(|role| army.rules.find_role(role).is_none());
        let mut seen = HashSet::new();
        Some(Self {
            army,
            unit,
            body,
            kind: army.rules.kind(body.kind?),
            has_unknown_parts: unknown_role
                || !body.unknown_options.is_empty()
                || army.unread.has_unread_in(unit.written.span()),
            distinct: body
                .taken
                .iter()
                .filter(|t| seen.insert((t.option, &t.within, is_chosen(t))))
                .collect(),
        })
    }

    /// Returns `true` if the number of models is known, and how many of them take each option.
    pub(super) fn knows_models(&self) -> bool {
        let unread = self.army.unread.has_unread_in(self.unit.written.span());
        !unread && !self.body.takes_twice() && !self.unit.lacks_size(self.army.rules)
    }

    pub(super) fn option_rule(&self, option: OptionId) -> &OptionRule {
        self.army.rules.option(option)
    }
}

/// Returns `true` if the list takes the option, by itself or by its key `standard`.
pub(super) fn is_chosen(taken: &TakenOption<'_>) -> bool {
    matches!(taken.origin, OptionOrigin::Chosen | OptionOrigin::Standard)
}
