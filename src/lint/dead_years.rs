//! Reports years in which something may be had but never is: outside the book's own years, or given twice.

use crate::finding::{Code, Finding, Span};
use crate::rules::Rules;
use crate::rules::compiled_conditions::{Dates, YearSpan};
use crate::rules::id_types::ContingentId;

use super::CompiledFile;
use super::dead_rules::short_name;

/// Something that has dates of its own.
struct DatedRule<'r> {
    /// What it is, as the subject of a sentence.
    what: String,
    rule_path: &'r str,
    dates: Vec<&'r Dates>,
}

/// Reports dates in a file that are outside the book's own years, and years that other years of the same dates
/// have already.
pub(super) fn check_dead_years(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let rules = &made.rules;
    let own = rules.contingents.first().and_then(|contingent| contingent.book.as_ref()?.dates.as_ref());
    for DatedRule { what, rule_path, dates } in dated_rules(rules) {
        for dates in dates {
            if let Some(own) = own.filter(|_| dates.when.is_none()) {
                report_years_outside(dates, own, &what, rule_path, found);
            }
            report_repeated_years(dates, &what, rule_path, found);
        }
    }
    if let Some(own) = own {
        report_repeated_years(own, "the army", "", found);
        check_offers(rules, own, found);
        check_allied_books(rules, own, found);
    }
}

/// Returns everything of a book and its ruleset that has dates, except offers.
fn dated_rules(rules: &Rules) -> Vec<DatedRule<'_>> {
    let mut all = Vec::new();
    let mut add = |what: String, rule_path, dates| all.push(DatedRule { what, rule_path, dates });
    for kind in rules.kinds.iter().filter(|k| k.entry_of == Some(ContingentId::OWN)) {
        add(format!("\"{}\"", kind.name), &kind.rule_path, kind.dates.iter().collect());
    }
    for limit in rules.limits.iter().filter(|l| l.contingent == Some(ContingentId::OWN)) {
        let what = format!("the limit \"{}\"", short_name(&limit.rule_path));
        add(what, &limit.rule_path, limit.when.date.iter().collect());
    }
    for choice in rules.contingents.first().map_or(&[][..], |contingent| &contingent.choices) {
        for answer in &choice.answers {
            let what = format!("the answer \"{}\" to \"{}\"", answer.0, choice.id);
            add(what, &choice.id, answer.2.iter().collect());
        }
    }
    for ally in rules.contingents.iter().skip(1) {
        let word = ally.ally.as_deref().unwrap_or("");
        add(format!("the ally \"{word}\""), word, ally.dates.iter().collect());
    }
    all
}

/// Reports the dates of an entry's options that are outside those of the book or of the entry.
fn check_offers(rules: &Rules, own: &Dates, found: &mut Vec<Finding>) {
    for kind in rules.kinds.iter().filter(|k| k.entry_of == Some(ContingentId::OWN)) {
        for offer in kind.offers.all.iter().filter(|o| o.is_from_entry) {
            let option = &rules.option(offer.option).id;
            let what = format!("\"{option}\" of \"{}\"", kind.name);
            for dates in &offer.dates {
                report_repeated_years(dates, &what, &kind.rule_path, found);
            }
            for dates in offer.dates.iter().filter(|d| d.when.is_none()) {
                report_years_outside(dates, own, &what, &kind.rule_path, found);
                for of_entry in kind.dates.iter().filter(|d| d.when.is_none() && d.overlaps(own)) {
                    if dates.overlaps(own) {
                        report_years_outside(dates, of_entry, &what, &kind.rule_path, found);
                    }
                }
            }
        }
    }
}

/// Reports allies whose books have no year in common with the army.
fn check_allied_books(rules: &Rules, own: &Dates, found: &mut Vec<Finding>) {
    for ally in rules.contingents.iter().skip(1) {
        let word = ally.ally.as_deref().unwrap_or("");
        if let Some(theirs) = ally.book.as_ref().and_then(|b| b.dates.as_ref()).filter(|d| !d.overlaps(own)) {
            let message =
                format!("the ally \"{word}\" never joins: its book is {theirs}, this army is {own}");
            found.push(
                Finding::new(Code::NeverMatches, ally.span, message).with_label(theirs.span, "its years"),
            );
        }
    }
}

/// Reports the years of some dates that have none in common with `of`.
fn report_years_outside(dates: &Dates, of: &Dates, what: &str, rule_path: &str, found: &mut Vec<Finding>) {
    let is_outside = |years: &&YearSpan| !of.spans.iter().any(|own| own.overlaps(years));
    // Dates of which no year is the army's are one fault
    let faults: Vec<(String, Span)> = if dates.overlaps(of) {
        dates.spans.iter().filter(is_outside).map(|years| (years.to_string(), years.span)).collect()
    } else {
        vec![(dates.to_string(), dates.span)]
    };
    for (years, span) in faults {
        let message = format!("{what} is {years}, but the army is {of}");
        let finding = Finding::new(Code::NeverMatches, span, message)
            .with_label(of.span, "the army's years")
            .with_rule(rule_path);
        found.push(finding);
    }
}

/// Reports years that another span of the same dates has already.
fn report_repeated_years(dates: &Dates, what: &str, rule_path: &str, found: &mut Vec<Finding>) {
    for (at, years) in dates.spans.iter().enumerate() {
        let covers = |(other, span): &(usize, &YearSpan)| {
            *other != at && span.covers(years) && (*other < at || !years.covers(span))
        };
        let Some((_, other)) = dates.spans.iter().enumerate().find(covers) else { continue };
        let message = format!("{what} is {other} already, so {years} adds nothing");
        let finding = Finding::new(Code::NeverMatches, years.span, message)
            .with_label(other.span, "the same years")
            .with_help("leave it out");
        found.push(if rule_path.is_empty() { finding } else { finding.with_rule(rule_path) });
    }
}
