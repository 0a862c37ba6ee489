//! Reports words for sheets that no sheet can follow, and phases without anything in them.

use crate::finding::{Code, Finding, Span, SubjectKind};
use crate::format::computed_numbers::{NumberRule, NumberSubject};
use crate::format::ruleset::Ruleset;
use crate::read::{Located, Map};

use super::CompiledFile;

/// Reports words for sheets in a ruleset or a book that change nothing.
pub(super) fn check_words_for_sheets(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    if let Some(ruleset) = made.ruleset() {
        for (id, stat) in ruleset.stats.iter().filter(|(_, stat)| stat.hidden) {
            let why = format!("\"{}\" is hidden", id.value);
            let short = stat.short.as_ref().map(|short| ("short", short.span));
            let key = stat.key.as_ref().map(|key| ("key", key.span));
            let rule = format!("{}/stats/{}", ruleset.ruleset.value, id.value);
            found.extend(key.into_iter().chain(short).map(|word| unseen(word, &why, &rule)));
        }
        check_numbers(&ruleset.numbers, &ruleset.ruleset.value, found);
        found.extend(empty_phases(ruleset));
    }
    if let Some(book) = made.book() {
        check_numbers(&book.numbers, &book.book.value, found);
    }
}

fn check_numbers(numbers: &Map<NumberRule>, owner: &str, found: &mut Vec<Finding>) {
    for (id, number) in numbers {
        let rule = format!("{owner}/numbers/{}", id.value);
        let of_units =
            number.subject.contains(NumberSubject::Unit) || number.subject.contains(NumberSubject::Part);
        let why = if number.hidden {
            Some(format!("\"{}\" is hidden", id.value))
        } else {
            (!of_units).then(|| format!("\"{}\" is not a number of units", id.value))
        };
        let key = number.key.as_ref().map(|key| ("key", key.span));
        let at = number.at.as_ref().map(|at| ("at", at.span));
        let column = number.column.then_some(("column", id.span));
        let words = key.into_iter().chain(at).chain(column);
        found.extend(why.iter().flat_map(|why| words.clone().map(|word| unseen(word, why, &rule))));
        let group = number.group.as_ref().map(|group| ("group", group.span));
        let gone_at = number.gone_at.as_ref().map(|left| ("gone-at", left.span));
        let of_boxes = group.into_iter().chain(gone_at).filter(|_| number.boxes.is_none());
        found.extend(of_boxes.map(|word| unseen(word, &format!("\"{}\" has no `boxes`", id.value), &rule)));
    }
}

/// Returns a finding for a word that changes nothing.
fn unseen((word, span): (&str, Span), why: &str, rule: &str) -> Finding {
    let message = format!("`{word}` changes nothing, since {why}");
    Finding::new(Code::NeverMatches, span, message).with_rule(rule).with_help("leave it out")
}

/// Returns a finding for each phase of which the reference sheet would have nothing.
fn empty_phases(ruleset: &Ruleset) -> Vec<Finding> {
    let options = ruleset.options.values().map(|option| &option.phase);
    let used = options.chain(ruleset.units.values().map(|unit| &unit.phase));
    let used = used.chain(ruleset.roles.values().map(|role| &role.phase));
    let used = used.chain(ruleset.attach.values().map(|attach| &attach.phase));
    let used = used.chain(ruleset.tables.values().map(|table| &table.phase));
    let used: Vec<&str> = used.flatten().map(|phase| phase.as_str()).collect();
    let is_empty = |id: &&Located<String>| !used.contains(&id.value.as_str());
    let empty = ruleset.phases.keys().filter(is_empty);
    let finding = |id: &Located<String>| {
        let message = format!("no rule and no table is in the phase \"{}\"", id.value);
        Finding::new(Code::NeverMatches, id.span, message)
            .with_subject(SubjectKind::Word, &id.value)
            .with_help(format!("write `phase: {}` where it belongs", id.value))
    };
    empty.map(finding).collect()
}
