//! How findings name the regions of the army in which limits are checked.

use crate::army::Army;
use crate::army::regions::Region;
use crate::finding::{Scope, Span};

use super::army_span;
use super::command_leaders_and_roles::{command_label, command_span};

/// Returns where a limit is broken, to follow what was measured. Empty for the whole army.
pub(super) fn region_suffix(army: &Army<'_>, place: Region) -> String {
    match place {
        Region::Army => String::new(),
        Region::Reserves => " in the reserves".to_owned(),
        Region::Command(_) if army.commands.len() == 1 && army.list.commands.is_none() => String::new(),
        Region::Command(at) => {
            let within = match army.commands_in(at).len() - 1 {
                0 => String::new(),
                1 => " with the command in it".to_owned(),
                n => format!(" with the {n} commands in it"),
            };
            format!(" in {}{within}", command_label(army, at))
        }
        Region::Unit(at) => format!(" in \"{}\"", army.units[at].name),
    }
}

/// Returns the span that stands for a region as a whole.
pub(super) fn region_span(army: &Army<'_>, place: Region) -> Span {
    match place {
        Region::Army | Region::Reserves => army_span(army),
        Region::Command(at) => command_span(&army.commands[at]).unwrap_or_else(|| army_span(army)),
        Region::Unit(at) => army.units[at].written.type_span(),
    }
}

/// Returns how far one must look to meet a limit in a region.
pub(super) fn scope_of(place: Region) -> Scope {
    match place {
        Region::Unit(_) => Scope::Row,
        Region::Command(_) => Scope::Command,
        Region::Army | Region::Reserves => Scope::Army,
    }
}
