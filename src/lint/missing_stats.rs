//! Reports stats that a unit type seems to lack, since every other unit type has a value for them.

use crate::finding::{Code, Finding, Severity};
use crate::format::ruleset::UnitType;
use crate::read::Located;
use crate::wording::quoted_list;

use super::CompiledFile;

/// How many other unit types must have a value before one without stands out.
const ENOUGH_OTHERS: usize = 2;

/// Reports unit types of a ruleset that lack a stat which all others have.
pub(super) fn check_missing_stats(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let Some(file) = made.ruleset() else { return };
    // Crews and machines may have no stats at all
    let with_figures: Vec<(&Located<String>, &UnitType)> =
        file.units.iter().filter(|(_, unit)| !unit.stats.is_empty()).collect();
    if with_figures.len() <= ENOUGH_OTHERS {
        return;
    }
    let expected = file.stats.iter().filter(|(_, stat)| stat.default.is_none() && !stat.hidden);
    // A stat that two unit types lack is one that not every unit needs
    let lone = expected.filter_map(|(stat, _)| {
        let mut without = with_figures.iter().filter(|(_, unit)| unit.stats.get(stat).is_none());
        let first = without.next()?;
        without.next().is_none().then_some((first.0, stat))
    });
    let lone: Vec<(&Located<String>, &Located<String>)> = lone.collect();
    for (id, _) in &with_figures {
        let missing: Vec<&str> =
            lone.iter().filter(|(unit, _)| unit == id).map(|(_, stat)| stat.as_str()).collect();
        let Some(first) = missing.first() else { continue };
        let message = format!(
            "the unit type \"{}\" has no value for {}, but all {} others with stats do",
            id.value,
            quoted_list(missing.iter().copied(), "and"),
            with_figures.len() - 1
        );
        let help = format!("write the value under `stats`, or `{first}: none` if it has none on purpose");
        let rule = format!("{}/units/{}", file.ruleset.value, id.value);
        found.push(
            Finding::new(Code::MissingKey, id.span, message)
                .with_severity(Severity::Warning)
                .with_rule(rule)
                .with_help(help),
        );
    }
}
