//! Stats of a body and of its extra lines, as sheets print them.

use crate::army::bodies_and_options::Body as ResolvedBody;
use crate::army::evaluate_ruleset_numbers::evaluate_in_region;
use crate::army::regions::Region;
use crate::format::formula::{Evaluation, Formula, FormulaValue};
use crate::format::options::ExtraStatLine;
use crate::format::stat_value::NewStatValue;
use crate::output::terminal_text::sanitize;
use crate::rules::Stat;
use crate::rules::compiled_stat_values::StatValue;
use crate::rules::id_types::StatId;

use super::number_data::number_text;
use super::printed_rule_text::rule_text;
use super::{DocumentInput, JsonNumber, StatData};

/// Returns a value of a stat as printed: a number with the stat's pattern, words as they are, or a dash.
pub(super) fn stat_value_text(stat: &Stat, value: &StatValue) -> String {
    match value {
        StatValue::Absent => "–".to_owned(),
        StatValue::Words(words) => printed_words(words),
        StatValue::Number(number) => {
            let number = number_text(*number);
            stat.show.as_ref().map_or_else(|| number.clone(), |show| rule_text(&show.replace("{}", &number)))
        }
    }
}

fn printed_words(words: &str) -> String {
    sanitize(words).trim().to_owned()
}

/// Returns the stats that are printed, each before and after options and characters.
pub(super) fn stat_data(input: DocumentInput<'_>, base: &[StatValue], now: &[StatValue]) -> Vec<StatData> {
    let army = input.army;
    let shown = army.rules.stats.iter().enumerate().filter(|(_, stat)| !stat.hidden);
    shown
        .map(|(at, stat)| {
            let value = |values: &[StatValue]| values.get(at).cloned().unwrap_or_default();
            let (base, effective) = (value(base), value(now));
            let written = input.texts.ruleset.stats.get(&stat.id);
            let short = written.and_then(|s| s.short.as_ref()).map(|short| &short.value.0);
            StatData {
                id: stat.id.clone(),
                name: sanitize(&stat.name).into_owned(),
                abbr: sanitize(&stat.abbr).into_owned(),
                base: base.number().map(JsonNumber),
                effective: effective.number().map(JsonNumber),
                base_words: base.words().map(printed_words),
                words: effective.words().map(printed_words),
                shown: stat_value_text(stat, &effective),
                base_shown: stat_value_text(stat, &base),
                changed: base != effective,
                key: written.and_then(|s| s.key.as_ref()).map(|key| key.value.0),
                short: sanitize(short.unwrap_or(&stat.abbr)).into_owned(),
            }
        })
        .collect()
}

/// Returns the stats of an extra line: those of the unit with the changes of the line.
pub(super) fn extra_line_stats(
    input: DocumentInput<'_>,
    unit: usize,
    body: &ResolvedBody<'_>,
    line: &ExtraStatLine,
) -> Vec<StatData> {
    let army = input.army;
    let mut now = body.stats.clone();
    let number_of = |formula: &Formula| {
        formula.as_constant().or_else(|| match evaluate_in_region(army, formula, Region::Unit(unit), None) {
            Ok(Evaluation { value: FormulaValue::Number(n), .. }) => Some(n),
            _ => None,
        })
    };
    for (word, value) in &line.set {
        if let Some(StatId(at)) = army.rules.find_stat(word) {
            now[at] = match value {
                NewStatValue::Formula(formula) => number_of(formula).into(),
                NewStatValue::Words(words) => StatValue::Words(words.words.as_str().into()),
            };
        }
    }
    for (word, formula) in &line.add {
        if let Some(StatId(at)) = army.rules.find_stat(word) {
            now[at].add(number_of(formula));
        }
    }
    stat_data(input, &body.stats, &now)
}
