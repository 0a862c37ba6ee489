//! Checks how many models, elements or bases a unit has, and its parts and values.

use crate::army::{Army, MOST, Unit, Written};
use crate::finding::{Code, Scope, Span};
use crate::format::list::Part;
use crate::format::number::Number;
use crate::read::{Located, Map};
use crate::rules::help::near;
use crate::rules::option::{Cost, Kind, Size};

use super::{Found, at, unmet};

pub(super) fn check(army: &Army<'_>, found: &mut Found) {
    for unit in &army.units {
        let Some(kind) = unit.body.kind.map(|k| army.rules.kind_of(k)) else { continue };
        if let Written::Unit(written) = unit.written {
            // Keys that are given twice or could not be read have been reported
            let unread = |key| army.unread.may_have(written.span, key);
            count(found, written.count.as_ref().filter(|_| !unread("count")));
            if !unread("size") {
                size(army, found, unit, kind, written.size.as_ref(), written.count.is_some());
            }
            parts(army, found, unit, kind, &written.parts);
            values(army, found, unit, &written.values);
        }
        if let Written::Character(written) = unit.written {
            values(army, found, unit, &written.values);
        }
    }
}

fn count(found: &mut Found, count: Option<&Located<u32>>) {
    let Some(count) = count else { return };
    if count.value == 0 {
        found.say(
            at(Code::UnitSize, count.span, "`count` is 0")
                .help("leave the unit out, or write how many there are"),
        );
    } else if count.value > MOST {
        found.say(at(
            Code::TooLarge,
            count.span,
            format!("`count` is {}, at most {MOST} are read", count.value),
        ));
    }
}

fn size(
    army: &Army<'_>,
    found: &mut Found,
    unit: &Unit<'_>,
    kind: &Kind,
    size: Option<&Located<u32>>,
    counted: bool,
) {
    let range = kind.size;
    let Some(size) = size else {
        if range.fixed().is_none() {
            let message = format!("\"{}\" does not say how many {} it has", unit.name, range.of.word(false));
            let finding = at(Code::UnitSize, unit.written.word_span(), message).help(format!(
                "write `size:` with {}{}",
                wanted(range),
                if counted { "; `count:` is how many such units there are" } else { "" }
            ));
            found.say(unmet(army, finding));
        }
        return;
    };
    let n = size.value;
    if range.none {
        found.say(
            at(Code::UnitSize, size.span, format!("{} has no size", kind.name)).help("leave out \"size\""),
        );
    } else if n > MOST {
        found.say(at(Code::TooLarge, size.span, format!("`size` is {n}, at most {MOST} are read")));
    } else if n < range.min || range.max.is_some_and(|max| n > max) {
        let message = format!("\"{}\" has {n} {}, {} needed", unit.name, range.of.word(n == 1), are(range));
        let mut finding =
            at(Code::UnitSize, size.span, message).label(kind.span, kind.name.clone()).rule(&kind.rule);
        finding.labels[1].is_in_message = unit.name == kind.name;
        found.say(if n < range.min { unmet(army, finding) } else { finding });
    } else if let Some(Cost::Sizes(prices)) = &kind.cost
        && !prices.iter().any(|(s, _)| *s == n)
    {
        let known: Vec<String> = prices.iter().map(|(s, _)| s.to_string()).collect();
        let message = format!("{} has no price for {n} {}", kind.name, range.of.word(n == 1));
        found.say(
            at(Code::UnitSize, size.span, message)
                .help(format!("there are prices for {}", crate::wording::joined(&known, "and")))
                .rule(&kind.rule),
        );
    }
}

/// Returns `true` if a unit's size is missing or below the least of its type, which is reported here.
pub(super) fn falls_short(army: &Army<'_>, unit: &Unit<'_>) -> bool {
    let Some(range) = unit.body.kind.map(|k| army.rules.kind_of(k).size) else { return false };
    let missing = matches!(unit.written, Written::Unit(written) if written.size.is_none());
    missing && range.fixed().is_none() || !range.none && unit.body.size < range.min
}

fn wanted(size: Size) -> String {
    match (size.min, size.max) {
        (min, Some(max)) if min == max => format!("{min}"),
        (min, Some(max)) => format!("{min} to {max} {}", size.of.word(false)),
        (min, None) => format!("{min} or more {}", size.of.word(false)),
    }
}

fn are(size: Size) -> String {
    match (size.min, size.max) {
        (min, Some(max)) if min == max && min == 1 => "1 is".to_owned(),
        (min, Some(max)) if min == max => format!("{min} are"),
        (min, Some(max)) => format!("{min} to {max} are"),
        (min, None) => format!("{min} or more are"),
    }
}

fn parts(army: &Army<'_>, found: &mut Found, unit: &Unit<'_>, kind: &Kind, written: &Map<Part>) {
    let mut unknown = army.unread.within(unit.written.span());
    for (word, part) in written {
        let known: Vec<&str> = kind.parts.iter().map(|p| p.id.as_str()).collect();
        let Some(rule) = kind.parts.iter().find(|p| p.id == word.value) else {
            let message = format!("{} has no part \"{}\"", kind.name, word.value);
            found.say(near(at(Code::UnknownUnit, word.span, message), word, &known, "part"));
            unknown = true;
            continue;
        };
        if army.unread.within(unit.written.span()) {
            continue;
        }
        let size = match part {
            Part::Size(size) => size,
            Part::More(terms) => &terms.size,
        };
        let max = rule.each.map_or(rule.max, |each| Some(each.saturating_mul(unit.body.size)));
        let min = rule.each.map_or(rule.min, |each| each.saturating_mul(unit.body.size));
        if size.value < min || max.is_some_and(|max| size.value > max) {
            let range = Size { of: crate::format::words::Thing::Models, min, max, none: false };
            let message =
                format!("\"{}\" has {} {}, {} needed", unit.name, size.value, word.value, are(range));
            found.say(at(Code::UnitSize, size.span, message).label(rule.span, "the part").rule(&kind.rule));
        }
    }
    // An unknown part may be the one that is missing
    let missing = kind.parts.iter().filter(|p| p.min > 0 && p.each.is_none() && written.get(&p.id).is_none());
    for rule in missing.filter(|_| !unknown) {
        let message = format!("\"{}\" has no {}, {} or more are needed", unit.name, rule.id, rule.min);
        let finding = unmet(army, at(Code::UnitSize, unit.written.word_span(), message))
            .help(format!("write `parts: {{{}: {}}}`", rule.id, rule.min))
            .label(rule.span, "the part")
            .rule(&kind.rule);
        found.say(finding);
    }
}

fn values(army: &Army<'_>, found: &mut Found, unit: &Unit<'_>, written: &Map<Located<Number>>) {
    let asked: Vec<_> = army.rules.values.iter().filter(|v| v.asked).collect();
    let mut unknown = army.unread.within(unit.written.span());
    for (word, value) in written {
        let Some(rule) = asked.iter().find(|v| v.id == word.value) else {
            let known: Vec<&str> = asked.iter().map(|v| v.id.as_str()).collect();
            let message = format!("{} asks for no value \"{}\"", army.rules.name, word.value);
            found.say(near(at(Code::BadValue, word.span, message), word, &known, "value"));
            unknown = true;
            continue;
        };
        if army.unread.is_twice(word.span) {
            continue;
        }
        if !rule.of.finds(&unit.body) {
            let message = format!("\"{}\" has no {}", unit.name, rule.name.to_lowercase());
            found.say(at(Code::BadValue, word.span, message).help(format!("leave out \"{}\"", rule.id)));
        } else if rule.min.is_some_and(|min| value.value < min)
            || rule.max.is_some_and(|max| value.value > max)
        {
            out_of_range(found, value.span, &rule.name, value.value, rule.min, rule.max);
        }
    }
    let missing =
        asked.iter().filter(|v| v.required && v.of.finds(&unit.body) && written.get(&v.id).is_none());
    for rule in missing.filter(|_| !unknown) {
        let message = format!("\"{}\" does not say its {}", unit.name, rule.name.to_lowercase());
        let finding = unmet(army, at(Code::ChoiceMissing, unit.written.word_span(), message))
            .scope(Scope::Row)
            .help(format!("write `values: {{{}: …}}`", rule.id))
            .label(rule.span, rule.name.clone());
        found.say(finding);
    }
}

fn out_of_range(
    found: &mut Found,
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
    found.say(at(Code::BadValue, span, format!("{} is {value}, {range} is needed", name.to_lowercase())));
}
