//! Reports stats that look like words but are numbers, and additions to stats that are in words.

use crate::finding::{Code, Finding, Severity, Span};
use crate::format::formula::Formula;
use crate::format::options::OptionRule;
use crate::format::read_exact_numbers::Number;
use crate::format::stat_value::{NewStatValue, StatValue, help_for_words};
use crate::read::{Located, Map};
use crate::rules::compiled_options::StatChanges;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::OptionId;

use super::CompiledFile;
use super::selector_matches::available_kinds;

/// Reports both in a ruleset or a book.
pub(super) fn check_numbers_and_words(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    if let Some(file) = made.ruleset() {
        let defaults = file.stats.values().filter_map(|stat| stat.default.as_ref());
        defaults.for_each(|n| report_whole_fraction(made, n.span, n.value, found));
        file.units.values().for_each(|unit| check_stats(made, &unit.stats, found));
        let gained = file.every_book.iter().flat_map(|every| every.entries.values());
        gained.for_each(|entry| check_stats(made, &entry.stats, found));
        file.effects.values().for_each(|effect| check_new_values(&effect.set, found));
        check_options(&file.options, found);
    }
    if let Some(file) = made.book() {
        file.entries.values().for_each(|entry| check_stats(made, &entry.stats, found));
        file.effects.values().for_each(|effect| check_new_values(&effect.set, found));
        check_options(&file.options, found);
    }
    check_additions_to_words(made, found);
}

fn check_stats(made: &CompiledFile<'_>, stats: &Map<Located<StatValue>>, found: &mut Vec<Finding>) {
    for value in stats.values() {
        if let StatValue::Number(number) = value.value {
            report_whole_fraction(made, value.span, number, found);
        }
    }
}

fn check_options(options: &Map<OptionRule>, found: &mut Vec<Finding>) {
    for option in options.values() {
        check_new_values(&option.set, found);
        option.forms.values().for_each(|form| check_new_values(&form.set, found));
    }
}

fn check_new_values(set: &Map<NewStatValue>, found: &mut Vec<Finding>) {
    for value in set.values() {
        if let NewStatValue::Formula(Located { value: Formula { text, .. }, span }) = value
            && let Ok(number) = text.parse()
        {
            report_if_whole(*span, text, number, found);
        }
    }
}

/// Reports a number that is written as a fraction although it is whole, by its text in the file.
fn report_whole_fraction(made: &CompiledFile<'_>, span: Span, number: Number, found: &mut Vec<Finding>) {
    let Some(source) = made.library.sources().get(span.file) else { return };
    if let Some(text) = source.text.get(span.start as usize..span.end as usize) {
        report_if_whole(span, text.trim_matches(['"', '\'']), number, found);
    }
}

/// Reports `3/1`, which nobody writes who means 3. A real fraction such as `1/4` is a number like any other.
fn report_if_whole(span: Span, text: &str, number: Number, found: &mut Vec<Finding>) {
    if text.contains('/') && number.is_whole() {
        let message = format!("\"{text}\" is the number {number}");
        found.push(
            Finding::new(Code::BadValue, span, message)
                .with_severity(Severity::Warning)
                .with_help(help_for_words(text)),
        );
    }
}

/// Reports options and effects that add to a stat which is in words, since nothing is added to words.
fn check_additions_to_words(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let rules = &made.rules;
    let kinds = || available_kinds(rules, None).map(|id| rules.kind(id));
    for (at, option) in rules.options.iter().enumerate() {
        let changed = kinds().filter(|kind| kind.offers.offers_anywhere(OptionId(at))).collect();
        let adds = Addition { name: &option.name, rule_path: &option.rule_path, span: option.span, changed };
        adds.report(made, &option.changes, found);
    }
    for effect in &rules.effects {
        let changed = kinds().filter(|kind| effect.selector.matches(*kind)).collect();
        let name = effect.rule_path.rsplit('/').next().unwrap_or(&effect.rule_path);
        let adds = Addition { name, rule_path: &effect.rule_path, span: effect.span, changed };
        adds.report(made, &effect.changes, found);
    }
}

/// A rule that adds to stats, and the unit types and entries that it changes.
struct Addition<'r> {
    name: &'r str,
    rule_path: &'r str,
    span: Span,
    changed: Vec<&'r UnitKind>,
}

impl Addition<'_> {
    fn report(&self, made: &CompiledFile<'_>, changes: &StatChanges, found: &mut Vec<Finding>) {
        for (stat, _) in &changes.add {
            let words = self.changed.iter().find_map(|kind| Some((kind, kind.stats[stat.0].words()?)));
            let Some((kind, words)) = words else { continue };
            let never_adds = self.changed.iter().all(|kind| kind.stats[stat.0].number().is_none());
            let stat = &made.rules.stats[stat.0].name;
            let message = format!(
                "\"{}\" adds to {stat}, which is \"{words}\" for {} and stays so",
                self.name, kind.name
            );
            // A book is told of its own entries, whichever file has the option
            let in_file = self.span.file == made.file_id;
            let (place, other) = if in_file { (self.span, kind.span) } else { (kind.span, self.span) };
            let finding = Finding::new(Code::NeverMatches, place, message)
                .with_severity(if never_adds { Severity::Warning } else { Severity::Note })
                .with_rule(self.rule_path)
                .label_in_message(other, if in_file { &*kind.name } else { self.name });
            found.push(
                finding.with_help("write the other words with `set`, or give a number in place of the words"),
            );
        }
    }
}
