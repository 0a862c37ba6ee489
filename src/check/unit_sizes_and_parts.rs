//! Checks how many models, elements or bases a unit has, and its parts and values.

use crate::army::{Army, MAX_COUNT, Unit, UnitOrigin};
use crate::finding::{Code, Scope, Span, SubjectKind};
use crate::format::list::Part;
use crate::format::read_exact_numbers::Number;
use crate::read::{Located, Map};
use crate::rules::compiled_costs::Cost;
use crate::rules::compiled_unit_types::{UnitKind, UnitSize};
use crate::rules::help_for_words::with_suggestion;

use super::{CheckReport, finding_at, severity_if_unmet};

pub(super) fn check_sizes(army: &Army<'_>, found: &mut CheckReport) {
    for unit in &army.units {
        let Some(kind) = unit.body.kind.map(|k| army.rules.kind(k)) else { continue };
        if let UnitOrigin::Unit(written) = unit.written {
            // Keys that are given twice or could not be read have been reported
            let unread = |key| army.unread.may_have(written.span, key);
            check_count(found, written.count.as_ref().filter(|_| !unread("count")));
            if !unread("size") {
                check_size(army, found, unit, kind, written.size.as_ref(), written.count.is_some());
            }
            check_parts(army, found, unit, kind, &written.parts);
            check_values(army, found, unit, &written.values);
        }
        if let UnitOrigin::Character(written) = unit.written {
            check_parts(army, found, unit, kind, &written.parts);
            check_values(army, found, unit, &written.values);
        }
    }
    for character in &army.characters {
        let Some((word, _)) = character.written.parts.iter().next() else { continue };
        let message = format!("\"{}\" is a person without a body and has no parts", character.name);
        let finding =
            finding_at(Code::UnknownKey, word.span, message).with_subject(SubjectKind::Key, "parts");
        found.push(finding.with_help("leave out \"parts\""));
    }
}

fn check_count(found: &mut CheckReport, count: Option<&Located<u32>>) {
    let Some(count) = count else { return };
    if count.value == 0 {
        found.push(
            finding_at(Code::UnitSize, count.span, "`count` is 0")
                .with_help("leave the unit out, or write how many there are"),
        );
    } else if count.value > MAX_COUNT {
        found.push(finding_at(
            Code::TooLarge,
            count.span,
            format!("`count` is {}, at most {MAX_COUNT} are read", count.value),
        ));
    }
}

fn check_size(
    army: &Army<'_>,
    found: &mut CheckReport,
    unit: &Unit<'_>,
    kind: &UnitKind,
    size: Option<&Located<u32>>,
    counted: bool,
) {
    let range = kind.size;
    let Some(size) = size else {
        if range.only_size().is_none() {
            let message =
                format!("\"{}\" does not say how many {} it has", unit.name, range.measure.noun(false));
            let finding = finding_at(Code::UnitSize, unit.written.type_span(), message).with_help(format!(
                "write `size:` with {}{}",
                size_range_text(range),
                if counted { "; `count:` is how many such units there are" } else { "" }
            ));
            found.push(severity_if_unmet(army, finding));
        }
        return;
    };
    let n = size.value;
    if range.has_no_size {
        found.push(
            finding_at(Code::UnitSize, size.span, format!("{} has no size", kind.name))
                .with_help("leave out \"size\""),
        );
    } else if n > MAX_COUNT {
        found.push(finding_at(
            Code::TooLarge,
            size.span,
            format!("`size` is {n}, at most {MAX_COUNT} are read"),
        ));
    } else if n < range.min || range.max.is_some_and(|max| n > max) {
        let message = format!(
            "\"{}\" has {n} {}, {} needed",
            unit.name,
            range.measure.noun(n == 1),
            size_range_with_verb(range)
        );
        let mut finding = finding_at(Code::UnitSize, size.span, message)
            .with_label(kind.span, kind.name.clone())
            .with_rule(&kind.rule_path);
        finding.labels[1].is_in_message = unit.name == kind.name;
        found.push(if n < range.min { severity_if_unmet(army, finding) } else { finding });
    } else if let Some(prices) = kind.cost.as_ref().and_then(Cost::prices_by_size)
        && !prices.iter().any(|(s, _)| *s == n)
    {
        let known: Vec<String> = prices.iter().map(|(s, _)| s.to_string()).collect();
        let message = format!("{} has no price for {n} {}", kind.name, range.measure.noun(n == 1));
        found.push(
            finding_at(Code::UnitSize, size.span, message)
                .with_help(format!("there are prices for {}", crate::wording::short_list(&known, "and")))
                .with_rule(&kind.rule_path),
        );
    }
}

/// Returns `true` if a unit's size is missing or below the least of its type, which is reported here.
pub(super) fn is_too_small(army: &Army<'_>, unit: &Unit<'_>) -> bool {
    let Some(range) = unit.body.kind.map(|k| army.rules.kind(k).size) else { return false };
    let missing = matches!(unit.written, UnitOrigin::Unit(written) if written.size.is_none());
    missing && range.only_size().is_none() || !range.has_no_size && unit.body.size < range.min
}

fn size_range_text(size: UnitSize) -> String {
    match (size.min, size.max) {
        (min, Some(max)) if min == max => format!("{min}"),
        (min, Some(max)) => format!("{min} to {max} {}", size.measure.noun(false)),
        (min, None) => format!("{min} or more {}", size.measure.noun(false)),
    }
}

fn size_range_with_verb(size: UnitSize) -> String {
    match (size.min, size.max) {
        (min, Some(max)) if min == max && min == 1 => "1 is".to_owned(),
        (min, Some(max)) if min == max => format!("{min} are"),
        (min, Some(max)) => format!("{min} to {max} are"),
        (min, None) => format!("{min} or more are"),
    }
}

fn check_parts(
    army: &Army<'_>,
    found: &mut CheckReport,
    unit: &Unit<'_>,
    kind: &UnitKind,
    written: &Map<Part>,
) {
    let mut unknown = army.unread.has_unread_in(unit.written.span());
    for (word, part) in written {
        let known: Vec<&str> = kind.parts.iter().map(|p| p.id.as_str()).collect();
        let Some(rule) = kind.parts.iter().find(|p| p.id == word.value) else {
            let message = format!("{} has no part \"{}\"", kind.name, word.value);
            found.push(with_suggestion(
                finding_at(Code::UnknownUnit, word.span, message),
                word,
                &known,
                "part",
            ));
            unknown = true;
            continue;
        };
        if army.unread.has_unread_in(unit.written.span()) {
            continue;
        }
        let size = match part {
            Part::Size(size) => size,
            Part::More(terms) => &terms.size,
        };
        let max = rule.count_per_model.map_or(rule.max, |each| Some(each.saturating_mul(unit.body.size)));
        let min = rule.count_per_model.map_or(rule.min, |each| each.saturating_mul(unit.body.size));
        if size.value < min || max.is_some_and(|max| size.value > max) {
            let range = UnitSize {
                measure: crate::format::shared_types::SizeMeasure::Models,
                min,
                max,
                has_no_size: false,
            };
            let message = format!(
                "\"{}\" has {} {}, {} needed",
                unit.name,
                size.value,
                word.value,
                size_range_with_verb(range)
            );
            found.push(
                finding_at(Code::UnitSize, size.span, message)
                    .with_label(rule.span, "the part")
                    .with_rule(&kind.rule_path),
            );
        }
    }
    // An unknown part may be the one that is missing
    let missing = kind
        .parts
        .iter()
        .filter(|p| p.min > 0 && p.count_per_model.is_none() && written.get(&p.id).is_none());
    for rule in missing.filter(|_| !unknown) {
        let message = format!("\"{}\" has no {}, {} or more are needed", unit.name, rule.id, rule.min);
        let finding = severity_if_unmet(army, finding_at(Code::UnitSize, unit.written.type_span(), message))
            .with_help(format!("write `parts: {{{}: {}}}`", rule.id, rule.min))
            .with_label(rule.span, "the part")
            .with_rule(&kind.rule_path);
        found.push(finding);
    }
}

fn check_values(army: &Army<'_>, found: &mut CheckReport, unit: &Unit<'_>, written: &Map<Located<Number>>) {
    let asked: Vec<_> = army.rules.values.iter().filter(|v| v.is_asked).collect();
    let mut unknown = army.unread.has_unread_in(unit.written.span());
    for (word, value) in written {
        let Some(rule) = asked.iter().find(|v| v.id == word.value) else {
            let known: Vec<&str> = asked.iter().map(|v| v.id.as_str()).collect();
            let message = format!("{} asks for no value \"{}\"", army.rules.name, word.value);
            found.push(with_suggestion(
                finding_at(Code::BadValue, word.span, message),
                word,
                &known,
                "value",
            ));
            unknown = true;
            continue;
        };
        if army.unread.is_given_twice(word.span) {
            continue;
        }
        if !rule.selector.matches(&unit.body) {
            let message = format!("\"{}\" has no {}", unit.name, rule.name.to_lowercase());
            found.push(
                finding_at(Code::BadValue, word.span, message)
                    .with_help(format!("leave out \"{}\"", rule.id)),
            );
        } else if rule.min.is_some_and(|min| value.value < min)
            || rule.max.is_some_and(|max| value.value > max)
        {
            report_out_of_range(found, value.span, &rule.name, value.value, rule.min, rule.max);
        }
    }
    let missing = asked
        .iter()
        .filter(|v| v.is_required && v.selector.matches(&unit.body) && written.get(&v.id).is_none());
    for rule in missing.filter(|_| !unknown) {
        let message = format!("\"{}\" does not say its {}", unit.name, rule.name.to_lowercase());
        let finding =
            severity_if_unmet(army, finding_at(Code::ChoiceMissing, unit.written.type_span(), message))
                .with_scope(Scope::Row)
                .with_help(format!("write `values: {{{}: …}}`", rule.id))
                .with_label(rule.span, rule.name.clone());
        found.push(finding);
    }
}

fn report_out_of_range(
    found: &mut CheckReport,
    span: Span,
    name: &str,
    value: Number,
    min: Option<Number>,
    max: Option<Number>,
) {
    let range = match (min, max) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => "another".to_owned(),
    };
    found.push(finding_at(
        Code::BadValue,
        span,
        format!("{} is {value}, {range} is needed", name.to_lowercase()),
    ));
}
