//! What may be done with a row: one more or one fewer, other sizes, options, another entry, another role, whom to join.

use serde_json::{Value, json};

use crate::army::bodies_and_options::most_times_within;
use crate::army::bodies_and_options::{Body, OptionOrigin};
use crate::army::costs_of_additions::{cost_of_option, costs_of_smallest_unit};
use crate::army::{Army, Character, Unit, UnitOrigin};
use crate::exact_number::Number;
use crate::format::list::ListedOption;
use crate::rules::compiled_costs::Cost;
use crate::rules::compiled_options::OptionOffer;
use crate::rules::compiled_unit_types::UnitKind;

use super::super::edits::ListEdit;
use super::super::rows::{Row, RowKind};
use super::offer::{OfferAsks, OfferKind, OfferPrice};
use super::place::{RowInArmy, count_of, in_army, is_unit_row, kinds_of, row_with_count};
use super::{OfferDraft, OfferList, price_of_lines};

/// What has the options of a row: the unit itself, or a body inside it.
struct OptionHolder<'h> {
    /// Its name, as steps begin.
    name: String,
    body: &'h Body<'h>,
    /// The word of the body inside the unit. `None` for the unit itself.
    part: Option<&'h str>,
}

impl OfferList<'_> {
    /// Lists the offers at a row.
    pub(super) fn offer_at_row(&mut self, row: &Row) {
        let army = self.army;
        match in_army(army, row) {
            Some(RowInArmy::Units(units)) => self.offer_at_units(row, &units),
            Some(RowInArmy::Character(character)) => self.offer_at_character(row, character),
            None => {}
        }
    }

    fn offer_at_units(&mut self, row: &Row, units: &[&Unit<'_>]) {
        let army = self.army;
        let unit = units[0];
        if matches!(unit.written, UnitOrigin::Unit(_)) {
            self.offer_counts(row, units);
            self.offer_sizes(row, unit);
        }
        self.offer_options(row, unit, count_of(units));
        self.offer_options_of_parts(row, unit, count_of(units));
        let Some(kind) = unit.body.kind.map(|kind| army.rules.kind(kind)) else { return };
        if matches!(unit.written, UnitOrigin::Unit(_)) {
            self.offer_other_kinds(row, unit, kind);
        }
        if matches!(unit.written, UnitOrigin::Unit(_) | UnitOrigin::Character(_)) {
            self.offer_parts(row, unit, kind);
        }
        self.offer_roles(row, kind, unit.body.roles.first().map(|role| army.rules.roles[role.0].id.as_str()));
        if row.kind != RowKind::Reserve {
            self.offer_joins(row, Some(unit));
        }
    }

    fn offer_at_character(&mut self, row: &Row, character: &Character<'_>) {
        let army = self.army;
        if let Some(kind) = character.kind.map(|kind| army.rules.kind(kind)) {
            self.offer_roles(row, kind, character.role.map(|role| army.rules.roles[role.0].id.as_str()));
        }
        self.offer_joins(row, None);
    }

    fn offer_counts(&mut self, row: &Row, units: &[&Unit<'_>]) {
        let (count, unit) = (count_of(units), units[0]);
        let lines = || unit.bodies().flat_map(|body| &body.cost_lines);
        let price = price_of_lines(self.army, lines(), 1);
        let more = ListEdit::Count { at: row.id.clone(), count: count.saturating_add(1) };
        let step = format!("{}: {}", unit.name, count.saturating_add(1));
        self.push(
            OfferKind::Count,
            OfferDraft {
                id: Some(count.saturating_add(1).to_string()),
                name: "one more".to_owned(),
                price: price.clone(),
                step,
                edits: Some(vec![more]),
                ..OfferDraft::default()
            },
        );
        let left = count.max(1) - 1;
        let fewer = row_with_count(row, left);
        let step =
            if left > 0 { format!("{}: {left}", unit.name) } else { format!("leave out {}", unit.name) };
        self.push(
            OfferKind::Count,
            OfferDraft {
                id: Some(left.to_string()),
                name: "one fewer".to_owned(),
                price: OfferPrice {
                    each: price.each.and_then(|each| Number::ZERO.checked_sub(each)),
                    ..price
                },
                step,
                edits: Some(vec![fewer]),
                ..OfferDraft::default()
            },
        );
    }

    fn offer_sizes(&mut self, row: &Row, unit: &Unit<'_>) {
        let Some(kind) = unit.body.kind.map(|kind| self.army.rules.kind(kind)) else { return };
        if kind.size.only_size().is_some() {
            return;
        }
        let size = unit.body.size;
        let sizes: Vec<u32> = match kind.cost.as_ref().and_then(Cost::prices_by_size) {
            Some(prices) => prices.iter().map(|(size, _)| *size).collect(),
            None => vec![size.saturating_sub(1), size.saturating_add(1)],
        };
        let max = kind.size.max.unwrap_or(u32::MAX);
        for new in sizes.into_iter().filter(|new| *new != size && (kind.size.min.max(1)..=max).contains(new))
        {
            self.push(
                OfferKind::Size,
                OfferDraft {
                    word: Some(new.to_string()),
                    name: format!("{new} {}", kind.size.measure.noun(new == 1)),
                    step: format!("{}: size {new}", unit.name),
                    edits: Some(vec![ListEdit::Size { at: row.id.clone(), size: Some(new), part: None }]),
                    ..OfferDraft::default()
                },
            );
        }
    }

    fn offer_options(&mut self, row: &Row, unit: &Unit<'_>, count: u32) {
        let holder = OptionHolder { name: unit.name.clone(), body: &unit.body, part: None };
        self.offer_options_of(row, count, &holder);
    }

    fn offer_options_of_parts(&mut self, row: &Row, unit: &Unit<'_>, count: u32) {
        for (word, body) in unit.parts.iter().filter(|(_, body)| body.size > 0) {
            let name = format!("{}, {word}:", unit.name);
            self.offer_options_of(row, count, &OptionHolder { name, body, part: Some(word) });
        }
    }

    fn offer_options_of(&mut self, row: &Row, count: u32, holder: &OptionHolder<'_>) {
        let army = self.army;
        let Some(kind) = holder.body.kind.map(|kind| army.rules.kind(kind)) else { return };
        for offer in kind.offers.all.iter().filter(|offer| !offer.is_included) {
            self.offer_option(row, count, holder, kind, offer);
        }
    }

    fn offer_option(
        &mut self,
        row: &Row,
        count: u32,
        holder: &OptionHolder<'_>,
        kind: &UnitKind,
        offer: &OptionOffer,
    ) {
        let OptionHolder { name, body, part } = holder;
        let part_of_edit = part.map(str::to_owned);
        let origin = body.taken.iter().find(|taken| taken.option == offer.option).map(|taken| taken.origin);
        let army = self.army;
        let rule = army.rules.option(offer.option);
        let taken = origin.is_some();
        let group = offer.group.map(|group| &kind.offers.groups[group]);
        // What must be chosen can only be changed for another of its choice
        let stays = group.is_some_and(|group| group.is_required && group.default.is_none())
            || !matches!(origin, None | Some(OptionOrigin::Chosen));
        let (asks, detail, detail_words) = asked_details(army, body, offer);
        let word = rule.name.to_lowercase();
        let (step, edits) = if taken {
            let drop = ListEdit::Drop { at: row.id.clone(), option: rule.id.clone(), part: part_of_edit };
            (format!("{name} lose {word}"), (!stays).then(|| vec![drop]))
        } else {
            let siblings = group.map_or(&[][..], |group| &group.options).iter().filter(|option| {
                let chosen = |taken: &&crate::army::bodies_and_options::TakenOption<'_>| {
                    taken.option == **option && taken.origin == OptionOrigin::Chosen
                };
                **option != offer.option && body.taken.iter().any(|taken| chosen(&taken))
            });
            let mut edits: Vec<ListEdit> = siblings
                .map(|option| ListEdit::Drop {
                    at: row.id.clone(),
                    option: army.rules.option(*option).id.clone(),
                    part: part_of_edit.clone(),
                })
                .collect();
            let step = if edits.is_empty() {
                format!("{name} gain {word}{detail_words}")
            } else {
                format!("{name}: {word}{detail_words}")
            };
            edits.push(ListEdit::Take {
                at: row.id.clone(),
                option: rule.id.clone(),
                part: part_of_edit,
                detail,
            });
            (step, Some(edits))
        };
        let line = cost_of_option(army, body, offer.option, &[]);
        let each = if army.rules.has_points {
            Some(line.map_or(Some(Number::ZERO), |line| line.total())).flatten()
        } else {
            None
        };
        let dates = offer.dates.iter().chain(&rule.dates);
        let closed = self.closed_by(dates.cloned().collect::<Vec<_>>().as_slice());
        let choice = offer.group.map(|group| format!("{} {}", kind.id, group + 1));
        self.push(
            OfferKind::Take,
            OfferDraft {
                // A unit and a body inside it may have the same option
                id: part.map(|part| format!("{part} {}", rule.id)),
                word: Some(rule.id.clone()),
                name: rule.name.clone(),
                group: part.map(|_| kind.name.clone()),
                choice: choice.map(|choice| part.map_or(choice.clone(), |part| format!("{part} {choice}"))),
                taken,
                price: OfferPrice { each, times: count, with: Vec::new() },
                closed,
                asks,
                step,
                edits,
            },
        );
    }

    fn offer_other_kinds(&mut self, row: &Row, unit: &Unit<'_>, own: &UnitKind) {
        let army = self.army;
        let UnitOrigin::Unit(written) = unit.written else { return };
        for kind in kinds_of(army.rules, unit.body.contingent) {
            if kind.kind_id == own.kind_id || !is_unit_row(army.rules, kind) {
                continue;
            }
            let mut edits = vec![ListEdit::Unit { at: row.id.clone(), unit: kind.id.clone() }];
            edits.extend(dropped_options(
                army,
                written.options.iter().map(|item| &item.value),
                unit,
                kind,
                &row.id,
            ));
            let price = price_of_lines(army, costs_of_smallest_unit(army, kind.kind_id).iter(), unit.count);
            let closed = self.closed_kind(kind, unit.body.contingent);
            self.push(
                OfferKind::Unit,
                OfferDraft {
                    word: Some(kind.id.clone()),
                    name: kind.name.clone(),
                    group: self.group_of(kind),
                    price,
                    closed,
                    step: format!("{}: {}", unit.name, kind.name),
                    edits: Some(edits),
                    ..OfferDraft::default()
                },
            );
        }
    }

    fn offer_parts(&mut self, row: &Row, unit: &Unit<'_>, kind: &UnitKind) {
        for part in kind.parts.iter().filter(|part| part.count_per_model.is_none()) {
            let has = unit.parts.iter().find(|(word, _)| *word == part.id).map_or(0, |(_, body)| body.size);
            let name = &self.army.rules.kind(part.kind).name;
            // From outside the bounds the step leads to the nearest of them
            let max = part.max.unwrap_or(u32::MAX);
            let (more, fewer) = (has.saturating_add(1).max(part.min), has.saturating_sub(1).min(max));
            for new in [more, fewer] {
                if new == has || new > max || new < part.min {
                    continue;
                }
                let words = match (new > has, new.abs_diff(has)) {
                    (true, 1) => "one more".to_owned(),
                    (true, by) => format!("{by} more"),
                    (false, 1) => "one fewer".to_owned(),
                    (false, by) => format!("{by} fewer"),
                };
                let size = (new > 0).then_some(new);
                let of_part = if new > 0 { format!("{} {new}", part.id) } else { format!("no {}", part.id) };
                self.push(
                    OfferKind::Part,
                    OfferDraft {
                        word: Some(part.id.clone()),
                        id: Some(format!("{} {new}", part.id)),
                        name: format!("{words}: {name}"),
                        step: format!("{}: {of_part}", unit.name),
                        edits: Some(vec![ListEdit::Part { at: row.id.clone(), part: part.id.clone(), size }]),
                        ..OfferDraft::default()
                    },
                );
            }
        }
    }

    fn offer_roles(&mut self, row: &Row, kind: &UnitKind, own: Option<&str>) {
        let rules = self.army.rules;
        if kind.roles.len() < 2 && own.is_some() {
            return;
        }
        for role in kind.roles.iter().map(|role| &rules.roles[role.0]) {
            let taken = own == Some(role.id.as_str());
            self.push(
                OfferKind::Role,
                OfferDraft {
                    word: Some(role.id.clone()),
                    name: role.name.clone(),
                    choice: Some("role".to_owned()),
                    taken,
                    step: format!("{}: {}", kind.name, role.name.to_lowercase()),
                    edits: (!taken)
                        .then(|| vec![ListEdit::Role { at: row.id.clone(), role: Some(role.id.clone()) }]),
                    ..OfferDraft::default()
                },
            );
        }
    }

    /// Lists whom a character or a unit may join: for a character the units of the command, for a unit those that the
    /// game lets it be attached to. `unit` is the row's own, if it is one.
    fn offer_joins(&mut self, row: &Row, unit: Option<&Unit<'_>>) {
        let army = self.army;
        let is_character = matches!(row.kind, RowKind::Character | RowKind::Commander);
        let mut seen = Vec::new();
        for other in &army.units {
            let UnitOrigin::Unit(_) = other.written else { continue };
            let span = other.written.span();
            let Some(target) = self.trials.rows().row_at(span) else { continue };
            if target.id == row.id || other.in_reserve() || seen.contains(&span) {
                continue;
            }
            let fits = if is_character {
                target.command == row.command
            } else {
                unit.is_some_and(|unit| {
                    army.rules
                        .attach
                        .iter()
                        .any(|rule| rule.who.matches(&unit.body) && rule.to.matches(&other.body))
                })
            };
            if !fits {
                continue;
            }
            seen.push(span);
            let joined = if is_character {
                let of = |link: &Option<crate::army::UnitLink<'_>>| link.as_ref().and_then(|link| link.unit);
                let character = army.characters.iter().find(|c| c.written.span == row.span);
                character.and_then(|c| of(&c.joins)).or_else(|| unit.and_then(|unit| of(&unit.joins)))
            } else {
                unit.and_then(|unit| unit.attached_to.as_ref()?.unit)
            };
            let taken = joined.is_some_and(|joined| army.units[joined].written.span() == span);
            let to = (!taken).then(|| target.id.clone());
            self.push(
                OfferKind::Join,
                OfferDraft {
                    word: Some(target.id.clone()),
                    name: other.name.clone(),
                    choice: Some("join".to_owned()),
                    taken,
                    step: if taken {
                        format!("no longer with {}", other.name)
                    } else {
                        format!("with {}", other.name)
                    },
                    edits: Some(vec![ListEdit::Join { at: row.id.clone(), to, because: None }]),
                    ..OfferDraft::default()
                },
            );
        }
    }
}

/// Returns the edits that drop the written options that another kind does not have.
fn dropped_options<'l>(
    army: &Army<'_>,
    written: impl Iterator<Item = &'l ListedOption>,
    unit: &Unit<'_>,
    kind: &UnitKind,
    row: &str,
) -> Vec<ListEdit> {
    let words = written.flat_map(|item| match item {
        ListedOption::Word(word) => vec![word.value.clone()],
        ListedOption::With(map) => map.iter().map(|(word, _)| word.value.clone()).collect(),
    });
    let offered = |word: &String| {
        let option = army.rules.find_option(unit.body.contingent, word);
        option.is_some_and(|option| kind.offers.offer_for(option).is_some())
    };
    let drop = |option: String| ListEdit::Drop { at: row.to_owned(), option, part: None };
    words.filter(|word| !offered(word)).map(drop).collect()
}

/// Returns what an option asks for, with the details that fill it in first, as JSON and in words.
fn asked_details(
    army: &Army<'_>,
    body: &Body<'_>,
    offer: &OptionOffer,
) -> (Option<OfferAsks>, Option<Value>, String) {
    let rule = army.rules.option(offer.option);
    let times = body.kind.map_or(1, |kind| {
        most_times_within(army.rules, &army.rules.kind(kind).offers, offer.option, &[]).number
    });
    let times = Some(times).filter(|times| *times > 1);
    let mut asks = OfferAsks { some: rule.partial, times, ..OfferAsks::default() };
    let mut detail = None;
    if let Some(places) = &rule.mark_places {
        let has = |stat: &&crate::rules::id_types::StatId| {
            body.base_stats.get(stat.0).is_some_and(|value| value.number().is_some())
        };
        asks.marks = Some(places.marks);
        asks.among =
            places.among.iter().filter(has).map(|stat| army.rules.stats[stat.0].id.clone()).collect();
        let first: Vec<&String> = asks.among.iter().take(places.marks as usize).collect();
        detail = match first.as_slice() {
            [] => None,
            [one] => Some(json!(one)),
            several => Some(json!(several)),
        };
    }
    if let Some(naming) = rule.naming.as_ref().filter(|_| offer.names.is_empty()) {
        let except = |kind: &UnitKind| naming.except.as_ref().is_some_and(|need| need.selector.matches(kind));
        if naming.allows_tags {
            asks.names.extend(army.rules.tags.iter().cloned());
        }
        if naming.allows_unit_types {
            let types = army.rules.kinds.iter().filter(|kind| kind.entry_of.is_none() && !except(kind));
            asks.names.extend(types.map(|kind| kind.id.clone()));
        }
        detail = asks.names.first().map(|name| json!(name));
    }
    let words = match &detail {
        Some(Value::String(word)) => format!(" ({word})"),
        Some(Value::Array(all)) => {
            let words: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
            format!(" ({})", words.join(", "))
        }
        _ => String::new(),
    };
    let asked = (asks != OfferAsks::default()).then_some(asks);
    (asked, detail, words)
}
