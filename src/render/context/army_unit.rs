//! Builds the data of a unit: its body, options, stats and numbers.

use crate::army::body::{Body as ResolvedBody, Origin, Taken};
use crate::army::measure::Where;
use crate::army::number::formula;
use crate::army::pricing::Priced;
use crate::army::{Army as Resolved, Holder, Link, Unit as ResolvedUnit, Written};
use crate::format::formula::{Formula, Outcome, Value as FormulaValue};
use crate::format::number::Number as ExactNumber;
use crate::output::text::clean;
use crate::read::{Located, Map};
use crate::rules::Rules;
use crate::rules::ids::{OptionId, StatId};

use super::army::{holder_name, ledger, shown_cost};
use super::number::{of_parts, of_units, text};
use super::texts::{printed, said};
use super::{Body, Exact, Form, Input, Number, Part, Stat, TakenOption, Unit, Value, readings};

/// A unit before merging, with what distinguishes it from others.
#[derive(Clone, Debug)]
pub(super) struct Made {
    unit: Unit,
    cost: Option<ExactNumber>,
    /// The number of identical units.
    pub(super) count: u32,
    /// Everything that is printed of the unit except its count, as JSON. Units with equal content are
    /// identical.
    pub(super) content: String,
}

impl Made {
    /// Returns a single unit.
    pub(super) fn single(self) -> Self {
        Self { count: 1, ..self }
    }

    /// Returns the unit with its count and the cost of all.
    pub(super) fn finish(self, army: &Resolved<'_>) -> Unit {
        let total = self.cost.and_then(|c| c.times(i64::from(self.count).into()));
        Unit {
            count: self.count,
            total: if army.rules.has_points { total.map(Exact) } else { None },
            total_shown: shown_cost(army, total),
            ..self.unit
        }
    }
}

/// Builds a unit of the army.
pub(super) fn unit(input: Input<'_>, at: usize) -> Made {
    let army = input.army;
    let unit = &army.units[at];
    let cost = unit.cost();
    let notes = match unit.written {
        Written::Unit(written) => said(written.notes.as_ref()),
        Written::Character(written) => said(written.notes.as_ref()),
        Written::Baggage(_) => None,
    };
    let points_here = |link: &Option<Link<'_>>| link.as_ref().is_some_and(|l| l.unit == Some(at));
    let attached = army.units.iter().filter(|u| points_here(&u.attached_to));
    let to = unit.attached_to.as_ref().or(unit.joins.as_ref());
    let data = Unit {
        name: clean(&unit.name).into_owned(),
        count: 1,
        number: String::new(),
        cost: if army.rules.has_points { cost.map(Exact) } else { None },
        cost_shown: shown_cost(army, cost),
        total: None,
        total_shown: String::new(),
        body: with_numbers(input, &unit.body, of_units(input, at), body(input, at, &unit.body)),
        parts: unit.parts.iter().map(|(word, b)| part(input, at, word, b)).collect(),
        standard: army.standards.iter().any(|l| l.unit == Some(at)),
        standard_said: army.rules.standard.is_some_and(|s| unit.body.has(s)),
        baggage: matches!(unit.written, Written::Baggage(_)),
        character: matches!(unit.written, Written::Character(_)),
        roles: roles(army, unit),
        joined_by: unit.joined_by.iter().map(|h| joined(army, *h)).collect(),
        attached_to: to.map(|l| clean(l.name).into_owned()),
        attached: attached.map(|u| clean(&u.name).into_owned()).collect(),
        notes,
    };
    let content = serde_json::to_string(&data).unwrap_or_else(|_| at.to_string());
    Made { unit: data, cost, count: unit.count, content }
}

fn roles(army: &Resolved<'_>, unit: &ResolvedUnit<'_>) -> Vec<String> {
    unit.body.roles.iter().map(|r| clean(&army.rules.roles[r.0].name).into_owned()).collect()
}

fn joined(army: &Resolved<'_>, holder: Holder) -> String {
    let role = match holder {
        Holder::Character(at) => army.characters[at].role,
        Holder::Unit(at) => army.units[at].body.roles.first().copied(),
    };
    let name = holder_name(army, holder);
    match role.map(|r| clean(&army.rules.roles[r.0].name)) {
        Some(role) if *role != *name => format!("{name} ({role})"),
        _ => name,
    }
}

fn part<'a>(input: Input<'a>, unit: usize, word: &str, part: &'a ResolvedBody<'a>) -> Part {
    let numbers = of_parts(input, unit, part);
    let body = with_numbers(input, part, numbers, body(input, unit, part));
    Part { id: clean(word).into_owned(), body }
}

/// Adds the numbers to a body, and the readings that they and everything else of the body rest on.
fn with_numbers(input: Input<'_>, body: &ResolvedBody<'_>, numbers: Vec<Number>, data: Body) -> Body {
    let rules = input.army.rules;
    let of_numbers = numbers.iter().filter_map(|n| rules.number(&n.id));
    let of_numbers = of_numbers.map(|id| rules.numbers[id.0].rule.as_str());
    // Options implied by another one are not printed
    let printed = body.taken.iter().zip(&data.options).filter(|(_, option)| option.part_of.is_none());
    let of_options = printed.map(|(t, _)| rules.option_of(t.option).rule.as_str());
    let all = of_numbers.chain(of_options).chain(kinds(rules, body));
    Body { readings: input.texts.readings.used(all), numbers, ..data }
}

/// Returns the rule paths of a body's unit type and entry.
fn kinds<'r>(rules: &'r Rules, body: &ResolvedBody<'_>) -> impl Iterator<Item = &'r str> {
    let kind = body.kind.into_iter().flat_map(|k| [k, rules.base_of(k)]);
    kind.map(|k| rules.kind_of(k).rule.as_str())
}

/// Builds what units and parts have in common. The numbers are added later.
fn body(input: Input<'_>, unit: usize, body: &ResolvedBody<'_>) -> Body {
    let Input { army, texts, .. } = input;
    let rules = army.rules;
    let kind = body.kind.map(|k| rules.kind_of(k));
    let base = body.kind.map(|k| rules.kind_of(rules.base_of(k)));
    let options: Vec<TakenOption> = body.taken.iter().map(|t| option(input, body, t)).collect();
    let options: Vec<TakenOption> =
        options.into_iter().chain(body.unknown.iter().map(|word| unknown(word))).collect();
    let mut sign = texts.readings.sign(kinds(rules, body));
    // An included option with the name of the type is not printed, so the type gets its signs
    let same_name =
        options.iter().filter(|o| o.included && base.or(kind).is_some_and(|k| clean(&k.name) == o.name));
    same_name.for_each(|option| readings::join(&mut sign, &option.sign));
    let thing = kind.map_or(rules.size_of, |k| k.size.of);
    let single = kind.is_none_or(|k| k.size.none)
        || (body.size == 1 && kind.is_some_and(|k| k.size.fixed() == Some(1)));
    let size_of = (!single).then_some(thing);
    Body {
        code: base.and_then(|k| k.code.as_ref()).map_or_else(String::new, |c| clean(c).into_owned()),
        id: kind.map_or_else(String::new, |k| k.id.clone()),
        type_name: base
            .or(kind)
            .map_or_else(|| "unknown unit type".to_owned(), |k| clean(&k.name).into_owned()),
        entry: kind.filter(|k| k.entry_of.is_some()).map(|k| clean(&k.name).into_owned()),
        size: body.size,
        size_shown: size_of
            .map_or_else(String::new, |of| format!("{} {}", body.size, of.word(body.size == 1))),
        size_of,
        stats: stats(army, &body.base, &body.stats),
        options,
        forms: body
            .taken
            .iter()
            .flat_map(|t| texts.option(&rules.option_of(t.option).rule).map_or(&[][..], |w| &w.forms))
            .map(|form| Form {
                name: clean(&form.name).into_owned(),
                stats: form_stats(army, unit, body, &form.set, &form.add),
            })
            .collect(),
        values: values(army, body),
        numbers: Vec::new(),
        noticed: kind.zip(base).and_then(|(kind, base)| {
            let on_it = rules.effects.iter().filter(|e| e.selector.finds(body));
            texts.noticed_of(&kind.id, &base.id, on_it.map(|e| e.rule.as_str()))
        }),
        sign,
        readings: Vec::new(),
        text: kind.and_then(|k| texts.unit(&k.id)).or_else(|| base.and_then(|k| texts.unit(&k.id))),
        ledger: ledger(army, &body.lines),
    }
}

fn stats(army: &Resolved<'_>, base: &[Option<ExactNumber>], now: &[Option<ExactNumber>]) -> Vec<Stat> {
    let shown = army.rules.stats.iter().enumerate().filter(|(_, stat)| !stat.hidden);
    shown
        .map(|(at, stat)| {
            let (base, effective) = (base.get(at).copied().flatten(), now.get(at).copied().flatten());
            let print = |n: Option<ExactNumber>| {
                n.map_or_else(
                    || "–".to_owned(),
                    |n| stat.show.as_ref().map_or_else(|| text(n), |s| printed(&s.replace("{}", &text(n)))),
                )
            };
            Stat {
                id: stat.id.clone(),
                name: clean(&stat.name).into_owned(),
                abbr: clean(&stat.abbr).into_owned(),
                base: base.map(Exact),
                effective: effective.map(Exact),
                shown: print(effective),
                base_shown: print(base),
                changed: base != effective,
            }
        })
        .collect()
}

/// Returns the stats of an extra line: those of the unit with the changes of the form.
fn form_stats(
    army: &Resolved<'_>,
    unit: usize,
    body: &ResolvedBody<'_>,
    set: &Map<Located<Formula>>,
    add: &Map<Located<Formula>>,
) -> Vec<Stat> {
    let mut now = body.stats.clone();
    let worked = |f: &Formula| {
        f.constant().or_else(|| match formula(army, f, Where::Unit(unit), None) {
            Ok(Outcome { value: FormulaValue::Number(n), .. }) => Some(n),
            _ => None,
        })
    };
    for (word, f) in set {
        if let Some(StatId(at)) = army.rules.stat(word) {
            now[at] = worked(f);
        }
    }
    for (word, f) in add {
        if let Some(StatId(at)) = army.rules.stat(word) {
            now[at] = now[at].zip(worked(f)).and_then(|(a, b)| a.plus(b));
        }
    }
    stats(army, &body.stats, &now)
}

fn values(army: &Resolved<'_>, body: &ResolvedBody<'_>) -> Vec<Value> {
    let asked = army.rules.values.iter().filter(|v| v.asked && v.of.finds(body));
    asked
        .filter_map(|rule| {
            let given = body.values.iter().find(|(word, _)| *word == rule.id).map(|(_, n)| *n);
            let value = given.or(rule.default)?;
            Some(Value {
                id: rule.id.clone(),
                name: clean(&rule.name).into_owned(),
                value: Exact(value),
                shown: text(value),
            })
        })
        .collect()
}

fn option(input: Input<'_>, body: &ResolvedBody<'_>, taken: &Taken<'_>) -> TakenOption {
    let Input { army, texts, .. } = input;
    let rules = army.rules;
    let rule = rules.option_of(taken.option);
    let words = texts.option(&rule.rule);
    let places: Vec<String> =
        taken.places.iter().map(|s| clean(&rules.stats[s.0].name).into_owned()).collect();
    let names: Vec<String> = taken.names.iter().map(|n| named(army, n)).collect();
    let models = taken.models.or_else(|| {
        let models = body.models_with(rules, taken.option);
        (taken.origin == Origin::Default && models != body.size).then_some(models)
    });
    let cost_of = |id: OptionId| {
        let line = body.lines.iter().find(|l| l.of == Priced::Option(id));
        line.and_then(crate::army::ledger::Line::total).filter(|_| rules.has_points)
    };
    let short_for = |t: &&Taken<'_>| t.origin == Origin::PartOf(taken.option);
    // An option that implies others costs what they cost together
    let cost = cost_of(taken.option).or_else(|| {
        let parts: Vec<_> = body.taken.iter().filter(short_for).filter_map(|t| cost_of(t.option)).collect();
        let (first, more) = parts.split_first()?;
        more.iter().try_fold(*first, |sum, n| sum.plus(*n))
    });
    let name = clean(&rule.name).into_owned();
    let details: Vec<String> =
        places.iter().chain(&names).cloned().chain(models.map(|m| m.to_string())).collect();
    let detail = if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) };
    TakenOption {
        id: rule.id.clone(),
        mark: words.and_then(|w| w.mark.clone()),
        shown: format!("{name}{detail}"),
        sign: texts.readings.sign([rule.rule.as_str()]),
        name,
        brief: words.and_then(|w| w.brief.clone()),
        text: words.and_then(|w| w.text.clone()),
        cost: cost.map(Exact),
        cost_shown: cost.filter(|c| *c != 0).map_or_else(String::new, |c| {
            let sign = if c > 0 { "+" } else { "" };
            format!("{sign}{}", text(c))
        }),
        places,
        names,
        models,
        included: matches!(taken.origin, Origin::Included | Origin::Default),
        part_of: match taken.origin {
            Origin::PartOf(whole) => Some(rules.option_of(whole).id.clone()),
            _ => None,
        },
        because: taken.because.map(|b| clean(b).into_owned()),
        source: words.and_then(|w| w.source.clone()),
    }
}

/// Returns the name of a unit type or tag as printed.
fn named(army: &Resolved<'_>, word: &str) -> String {
    let kind = army.rules.unit_type(word).map(|k| army.rules.kind_of(k).name.clone());
    let tag = || army.rules.tag(word).map(|_| word.replace('-', " "));
    clean(&kind.or_else(tag).unwrap_or_else(|| word.to_owned())).into_owned()
}

/// Returns an unknown option, printed as the list writes it.
fn unknown(word: &str) -> TakenOption {
    let name = clean(word).into_owned();
    TakenOption {
        id: name.clone(),
        mark: None,
        shown: format!("{name} (unknown)"),
        sign: String::new(),
        name,
        brief: None,
        text: None,
        cost: None,
        cost_shown: String::new(),
        places: Vec::new(),
        names: Vec::new(),
        models: None,
        included: false,
        part_of: None,
        because: None,
        source: None,
    }
}
