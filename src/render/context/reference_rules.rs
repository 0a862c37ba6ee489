//! The rule texts on a reference sheet: of options, unit types, roles and attachments.

use std::collections::BTreeMap;

use crate::army::Unit;
use crate::output::terminal_text::sanitize;
use crate::read::Located;
use crate::rules::id_types::{OptionId, RoleId, UnitKindId};

use super::DocumentInput;
use super::facts_of_rules::facts_text;
use super::printed_rule_text::rule_text;
use super::readings_of_unclear_rules::merge_signs;
use super::reference_sheet_data::RuleData;
use super::reference_sources::source_of_book;
use super::rule_texts_and_sources::{CitedSource, citation_text};

/// Adds the rules that an army uses, by their rule paths. With `all`, adds those of the whole game.
pub(super) fn add_rules(
    input: DocumentInput<'_>,
    all: bool,
    cited: &[CitedSource],
    rules: &mut BTreeMap<String, RuleData>,
) {
    add_options(input, all, cited, rules);
    add_unit_types(input, all, rules);
    add_roles_and_attachments(input, all, rules);
}

fn add_options(
    input: DocumentInput<'_>,
    all: bool,
    cited: &[CitedSource],
    rules: &mut BTreeMap<String, RuleData>,
) {
    let army = input.army;
    let used = |at: usize| {
        let id = OptionId(at);
        army.units.iter().flat_map(Unit::bodies).any(|b| b.has(id))
    };
    for (at, option) in army.rules.options.iter().enumerate() {
        let Some(words) = input.texts.option_texts(&option.rule_path).filter(|_| all || used(at)) else {
            continue;
        };
        let facts = || Some(facts_text(&words.facts)).filter(|facts| !facts.is_empty());
        let Some(text) = words.text.clone().or_else(|| words.brief.clone()).or_else(facts) else { continue };
        let book = option.rule_path.split('/').next().unwrap_or("");
        let entry = RuleData {
            name: sanitize(&option.name).into_owned(),
            mark: words.mark.clone(),
            text,
            source: words.source.as_ref().map(|s| source_of_book(s, book, cited)),
            sign: input.texts.readings.signs_of([option.rule_path.as_str()]),
            phase: words.phase.clone(),
        };
        add_rule(rules, &option.rule_path, entry);
    }
}

fn add_unit_types(input: DocumentInput<'_>, all: bool, rules: &mut BTreeMap<String, RuleData>) {
    for kind in used_kinds(input, all) {
        let kind = input.army.rules.kind(kind);
        let base = &input.army.rules.kind(input.army.rules.base_kind(kind.kind_id)).id;
        let facts = facts_text(&input.texts.unit_facts(&kind.id, base));
        let text = input.texts.unit_text(&kind.id).into_iter().chain(Some(facts).filter(|f| !f.is_empty()));
        let text = text.collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            let of_ruleset = |id: &str| input.texts.ruleset.units.get(id);
            let source = of_ruleset(&kind.id).and_then(|u| u.source.as_ref()).and_then(citation_text);
            let phase = of_ruleset(base).and_then(|u| u.phase.as_ref()).map(|phase| phase.value.clone());
            let name = sanitize(&kind.name).into_owned();
            let sign = input.texts.readings.signs_of([kind.rule_path.as_str()]);
            add_rule(rules, &kind.rule_path, RuleData { name, mark: None, text, source, sign, phase });
        }
    }
}

/// The text of a rule and the id of its phase.
type TextAndPhase<'w> = (&'w Option<Located<String>>, &'w Option<Located<String>>);

fn add_roles_and_attachments(input: DocumentInput<'_>, all: bool, rules: &mut BTreeMap<String, RuleData>) {
    let DocumentInput { army, texts, .. } = input;
    let held = |at: usize| {
        let id = RoleId(at);
        army.characters.iter().any(|c| c.role == Some(id))
            || army.units.iter().any(|u| u.body.roles.contains(&id))
    };
    let mut add =
        |rule: &str, name: &Located<String>, (text, phase): TextAndPhase<'_>, source: &Option<_>| {
            if let Some(text) = text.as_ref().map(|t| rule_text(t)) {
                let source = source.as_ref().and_then(citation_text);
                let name = sanitize(name).into_owned();
                let sign = texts.readings.signs_of([rule]);
                let phase = phase.as_ref().map(|phase| phase.value.clone());
                add_rule(rules, rule, RuleData { name, mark: None, text, source, sign, phase });
            }
        };
    for (at, (_, role)) in texts.ruleset.roles.iter().enumerate() {
        if all || held(at) {
            add(&army.rules.roles[at].rule_path, &role.name, (&role.text, &role.phase), &role.source);
        }
    }
    for (rule, (_, attach)) in army.rules.attach.iter().zip(&texts.ruleset.attach) {
        let used = army.units.iter().any(|unit| {
            let to = unit.attached_to.as_ref().and_then(|l| l.unit).map(|at| &army.units[at].body);
            to.is_some_and(|to| rule.who.matches(&unit.body) && rule.to.matches(to))
        });
        if all || used {
            add(&rule.rule_path, &attach.name, (&attach.text, &attach.phase), &attach.source);
        }
    }
}

/// Returns the unit types and entries of an army, and the types that the entries are based on, in the order
/// of the ruleset.
pub(super) fn used_kinds(input: DocumentInput<'_>, all: bool) -> Vec<UnitKindId> {
    let army = input.army;
    let mut used: Vec<UnitKindId> = if all {
        let types = army.rules.kinds.iter().enumerate().filter(|(_, k)| k.entry_of.is_none());
        types.map(|(at, _)| UnitKindId(at)).collect()
    } else {
        let bodies = army.units.iter().flat_map(Unit::bodies).filter_map(|b| b.kind);
        bodies.flat_map(|k| [k, army.rules.base_kind(k)]).collect()
    };
    used.sort_unstable();
    used.dedup();
    used
}

/// Adds a rule. If another army has it too, it keeps the signs of both.
fn add_rule(rules: &mut BTreeMap<String, RuleData>, rule: &str, entry: RuleData) {
    match rules.get_mut(rule) {
        Some(known) => merge_signs(&mut known.sign, &entry.sign),
        None => {
            rules.insert(rule.to_owned(), entry);
        }
    }
}
