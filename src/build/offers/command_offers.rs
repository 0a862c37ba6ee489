//! What may be done with a command, the army or the reserves: troops, characters, a leader, baggage, a standard, allies.

use serde_json::{Map, Value, json};

use crate::army::UnitOrigin;
use crate::army::costs_of_additions::{cost_of_option, costs_of_character, costs_of_smallest_unit};
use crate::army::evaluate_conditions::condition_holds;
use crate::army::regions::Region;
use crate::rules::compiled_purchases::Buyer;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::condition_text::condition_text;
use crate::rules::id_types::{CommandKindId, ContingentId, RoleId};

use super::super::edits::{AddedKind, ListEdit};
use super::super::row_names::name_for_new_row;
use super::offer::OfferKind;
use super::place::{count_in_army, is_plain, is_unit_row, kinds_of};
use super::{OfferDraft, OfferList, price_of_lines};

impl OfferList<'_> {
    /// Lists the offers at a command.
    pub(super) fn offer_at_command(&mut self, command: usize, id: &str) {
        let Some(known) = self.army.commands.get(command) else { return };
        let (contingent, kind) = (known.contingent, known.kind);
        if known.written.is_some() {
            self.offer_kinds_of(command, id);
            // In a game without kinds, no command is in another
            if let Some(kind) = kind {
                self.offer_command_kinds(id, Some(kind));
            }
        }
        self.offer_units(id, Some(command), contingent);
        self.offer_people(id, command, contingent);
        if known.written.is_some() {
            self.offer_purchases(id, Buyer::Command, Some(command), contingent);
        }
        self.offer_baggage(id, command);
        self.offer_standard(id, command);
        if contingent != ContingentId::OWN {
            self.offer_answers(id, contingent);
        }
    }

    /// Lists the offers at the army.
    pub(super) fn offer_at_army(&mut self) {
        self.offer_answers("army", ContingentId::OWN);
        self.offer_commands();
        let (buyer, command) = match &self.army.list.commands {
            Some(_) => (Buyer::Army, None),
            None => (Buyer::ArmyAsCommand, Some(0)),
        };
        self.offer_purchases("army", buyer, command, ContingentId::OWN);
    }

    /// Lists the options that the army or a command may buy, and those that it has bought.
    fn offer_purchases(&mut self, at: &str, buyer: Buyer, command: Option<usize>, contingent: ContingentId) {
        let army = self.army;
        let Some(rule) = army.rules.find_purchases(contingent, buyer) else { return };
        let own = army.purchases.iter().find(|bought| bought.buyer == buyer && bought.command == command);
        let Some(own) = own else { return };
        for offer in rule.offers.all.iter().filter(|offer| !offer.is_included) {
            let option = army.rules.option(offer.option);
            let taken = own.body.has(offer.option);
            let is_default =
                offer.group.is_some_and(|group| rule.offers.groups[group].default == Some(offer.option));
            // The default of a group is there as long as no other is taken
            if is_default {
                continue;
            }
            let id = option.id.clone();
            let edit = if taken {
                ListEdit::Drop { at: at.to_owned(), option: id, part: None }
            } else {
                ListEdit::Take { at: at.to_owned(), option: id, part: None, detail: None }
            };
            let line = cost_of_option(army, &own.body, offer.option, &[]);
            let step = if taken { "no longer buy" } else { "buy" };
            self.push(
                OfferKind::Take,
                OfferDraft {
                    word: Some(option.id.clone()),
                    name: option.name.clone(),
                    choice: offer.group.map(|group| format!("group {}", group + 1)),
                    taken,
                    price: price_of_lines(army, line.iter(), 1),
                    closed: self.closed_by(&offer.dates).or_else(|| self.closed_by(&option.dates)),
                    step: format!("{step} {}", option.name.to_lowercase()),
                    edits: Some(vec![edit]),
                    ..OfferDraft::default()
                },
            );
        }
    }

    /// Lists the units that may be added to a command or the reserves.
    pub(super) fn offer_units(&mut self, at: &str, command: Option<usize>, contingent: ContingentId) {
        let army = self.army;
        for kind in kinds_of(army.rules, contingent).filter(|kind| is_unit_row(army.rules, kind)) {
            let price = price_of_lines(army, costs_of_smallest_unit(army, kind.kind_id).iter(), 1);
            let closed = self.closed_kind(kind, contingent);
            // A row alike is raised; one that something points at is not, since one unit of it is meant
            let mut alike = army.units.iter().filter(|unit| {
                unit.command == command && unit.body.kind == Some(kind.kind_id) && is_plain(unit)
            });
            let alike = alike.find_map(|unit| self.trials.rows().row_at(unit.written.span()));
            let edit = match alike {
                Some(row) => {
                    let count = count_in_army(army, row.span).saturating_add(1);
                    ListEdit::Count { at: row.id.clone(), count }
                }
                None => ListEdit::Add {
                    at: at.to_owned(),
                    value: self.new_row(kind),
                    kind: None,
                    before: None,
                    label: None,
                },
            };
            self.push(
                OfferKind::Add,
                OfferDraft {
                    word: Some(kind.id.clone()),
                    name: kind.name.clone(),
                    group: self.group_of(kind),
                    price,
                    closed,
                    step: format!("add {}", kind.name),
                    edits: Some(vec![edit]),
                    ..OfferDraft::default()
                },
            );
        }
    }

    /// Returns a row of one unit of a kind in its simplest form.
    fn new_row(&self, kind: &UnitKind) -> Value {
        let army = self.army;
        let mut row = Map::new();
        row.insert("unit".to_owned(), json!(kind.id));
        let name = name_for_new_row(army, &kind.name);
        if name != kind.name {
            row.insert("name".to_owned(), json!(name));
        }
        if kind.size.only_size().is_none() {
            row.insert("size".to_owned(), json!(kind.size.min.max(1)));
        }
        let parts = kind.parts.iter().filter(|part| part.count_per_model.is_none() && part.min > 0);
        let parts: Map<String, Value> = parts.map(|part| (part.id.clone(), json!(part.min))).collect();
        if !parts.is_empty() {
            row.insert("parts".to_owned(), Value::Object(parts));
        }
        let must = kind.offers.groups.iter().filter(|group| group.is_required && group.default.is_none());
        let first: Vec<&str> = must
            .filter_map(|group| group.options.first())
            .map(|o| army.rules.option(*o).id.as_str())
            .collect();
        if !first.is_empty() {
            row.insert("options".to_owned(), json!(first));
        }
        Value::Object(row)
    }

    /// Lists who may lead a command, and which characters may be added to it.
    fn offer_people(&mut self, at: &str, command: usize, contingent: ContingentId) {
        let army = self.army;
        let rules = army.rules;
        let leaders = rules.leading_roles(army.commands[command].kind);
        let leads = |role: RoleId| leaders.is_some_and(|roles| roles.contains(&role));
        let is_written = army.commands[command].written.is_some();
        for kind in
            kinds_of(rules, contingent).filter(|kind| !kind.roles.is_empty() || kind.unit_type.is_none())
        {
            let there = army.characters.iter().any(|character| character.kind == Some(kind.kind_id))
                || army.units.iter().any(|unit| unit.body.kind == Some(kind.kind_id));
            let leading = kind.roles.iter().copied().find(|role| leads(*role));
            for (offer, role) in
                [(OfferKind::Commander, leading), (OfferKind::Character, kind.roles.first().copied())]
            {
                if offer == OfferKind::Commander && (role.is_none() || !is_written) {
                    continue;
                }
                let mut value = json!({"unit": kind.id});
                if let Some(role) = role.filter(|_| kind.roles.len() > 1) {
                    value["role"] = json!(rules.roles[role.0].id);
                }
                let lines = if kind.unit_type.is_some() {
                    costs_of_smallest_unit(army, kind.kind_id)
                } else {
                    costs_of_character(army, Some(kind.kind_id), role)
                };
                let price = price_of_lines(army, lines.iter(), 1);
                let closed = self
                    .closed_kind(kind, contingent)
                    .or_else(|| there.then(|| "in the army already".to_owned()));
                self.offer_person(at, offer, &kind.id, &kind.name, value, price, closed);
            }
        }
        // Without a book, and in games whose books name nobody, a role is enough
        let named = kinds_of(rules, contingent).any(|kind| kind.unit_type.is_none());
        if named {
            return;
        }
        let allowed = &rules.contingents.get(contingent.0).map_or(&[][..], |c| c.roles.as_slice());
        for (index, role) in rules.roles.iter().enumerate() {
            let id = RoleId(index);
            let bought = rules.kinds.iter().any(|kind| kind.roles.contains(&id));
            if bought || !allowed.is_empty() && !allowed.contains(&id) {
                continue;
            }
            let value = json!({"role": role.id});
            let price = price_of_lines(army, costs_of_character(army, None, Some(id)).iter(), 1);
            if leads(id) && is_written {
                self.offer_person(
                    at,
                    OfferKind::Commander,
                    &role.id,
                    &role.name,
                    value.clone(),
                    price.clone(),
                    None,
                );
            }
            self.offer_person(at, OfferKind::Character, &role.id, &role.name, value, price, None);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "each is a field of the offer")]
    fn offer_person(
        &mut self,
        at: &str,
        kind: OfferKind,
        word: &str,
        name: &str,
        value: Value,
        price: super::offer::OfferPrice,
        closed: Option<String>,
    ) {
        let (step, edit) = if kind == OfferKind::Commander {
            (
                format!("{name} leads"),
                ListEdit::Commander { at: at.to_owned(), value: Some(value), row: None },
            )
        } else {
            let (at, kind) = (at.to_owned(), Some(AddedKind::Character));
            (format!("add {name}"), ListEdit::Add { at, value, kind, before: None, label: None })
        };
        self.push(
            kind,
            OfferDraft {
                word: Some(word.to_owned()),
                name: name.to_owned(),
                price,
                closed,
                step,
                edits: Some(vec![edit]),
                ..OfferDraft::default()
            },
        );
    }

    fn offer_baggage(&mut self, at: &str, command: usize) {
        let army = self.army;
        let Some(baggage) = army.rules.baggage else { return };
        let own = army
            .units
            .iter()
            .find(|unit| unit.command == Some(command) && matches!(unit.written, UnitOrigin::Baggage(_)));
        let kind = kinds_of(army.rules, army.commands[command].contingent)
            .find(|kind| army.rules.base_kind(kind.kind_id) == baggage)
            .unwrap_or(army.rules.kind(baggage));
        let price = price_of_lines(army, costs_of_smallest_unit(army, kind.kind_id).iter(), 1);
        let value = own.map_or(Value::Bool(true), |_| Value::Null);
        self.push(
            OfferKind::Baggage,
            OfferDraft {
                word: Some("true".to_owned()),
                name: kind.name.clone(),
                taken: own.is_some(),
                price: price.clone(),
                step: if own.is_some() { "no baggage".to_owned() } else { "add baggage".to_owned() },
                edits: Some(vec![ListEdit::Baggage { at: at.to_owned(), value }]),
                ..OfferDraft::default()
            },
        );
        for (index, other) in army.commands.iter().enumerate() {
            let (Some(row), Some(name)) = (self.trials.rows().commands.get(index), other.name) else {
                continue;
            };
            if index == command {
                continue;
            }
            let taken =
                army.commands[command].shares_with.as_ref().is_some_and(|(_, found)| *found == Some(index));
            let value = if taken { json!(true) } else { json!({"shared-with": row.id}) };
            self.push(
                OfferKind::Baggage,
                OfferDraft {
                    word: Some(row.id.clone()),
                    name: format!("with that of {}", name.value),
                    choice: Some("shared".to_owned()),
                    taken,
                    step: format!("baggage with that of {}", name.value),
                    edits: Some(vec![ListEdit::Baggage { at: at.to_owned(), value }]),
                    ..OfferDraft::default()
                },
            );
        }
        let Some(own) = own else { return };
        for offer in kind.offers.all.iter().filter(|offer| !offer.is_included) {
            let rule = army.rules.option(offer.option);
            let taken = own.body.has(offer.option);
            let (option, part) = (rule.id.clone(), Some("baggage".to_owned()));
            let edit = if taken {
                ListEdit::Drop { at: at.to_owned(), option, part }
            } else {
                ListEdit::Take { at: at.to_owned(), option, part, detail: None }
            };
            let line = crate::army::costs_of_additions::cost_of_option(army, &own.body, offer.option, &[]);
            self.push(
                OfferKind::Take,
                OfferDraft {
                    word: Some(rule.id.clone()),
                    id: Some(format!("baggage {}", rule.id)),
                    name: rule.name.clone(),
                    group: Some(kind.name.clone()),
                    taken,
                    price: price_of_lines(army, line.iter(), 1),
                    step: format!(
                        "{} {} {}",
                        kind.name,
                        if taken { "lose" } else { "gain" },
                        rule.name.to_lowercase()
                    ),
                    edits: Some(vec![edit]),
                    ..OfferDraft::default()
                },
            );
        }
    }

    fn offer_standard(&mut self, at: &str, command: usize) {
        let army = self.army;
        if army.rules.standard.is_none() {
            return;
        }
        let mut seen = Vec::new();
        for unit in army.units.iter().filter(|unit| unit.command == Some(command)) {
            let span = unit.written.span();
            let Some(row) = self.trials.rows().row_at(span).filter(|_| !seen.contains(&span)) else {
                continue;
            };
            if !matches!(unit.written, UnitOrigin::Unit(_)) {
                continue;
            }
            seen.push(span);
            let taken = army.standards.iter().any(|link| {
                link.unit.is_some_and(|at| {
                    army.units[at].written.span() == span && army.units[at].command == Some(command)
                })
            });
            self.push(
                OfferKind::Standard,
                OfferDraft {
                    word: Some(row.id.clone()),
                    name: unit.name.clone(),
                    choice: Some("standard".to_owned()),
                    taken,
                    step: if taken {
                        "no standard".to_owned()
                    } else {
                        format!("{} carry the standard", unit.name)
                    },
                    edits: Some(vec![ListEdit::Standard {
                        at: at.to_owned(),
                        row: (!taken).then(|| row.id.clone()),
                    }]),
                    ..OfferDraft::default()
                },
            );
        }
    }

    /// Lists the answers to the questions of a book.
    fn offer_answers(&mut self, at: &str, contingent: ContingentId) {
        let army = self.army;
        let Some(known) = army.rules.contingents.get(contingent.0) else { return };
        for choice in &known.choices {
            for (id, name, dates) in &choice.answers {
                let taken = army.answers.get(&(contingent, choice.id.clone())) == Some(id);
                let value = if taken { Value::Null } else { json!(id) };
                let closed = self.closed_by(dates);
                self.push(
                    OfferKind::Choose,
                    OfferDraft {
                        word: Some(id.clone()),
                        id: Some(format!("{} {id}", choice.id)),
                        name: name.clone(),
                        group: Some(choice.name.clone()),
                        choice: Some(choice.id.clone()),
                        taken,
                        closed,
                        step: format!("{}: {}", choice.name, name),
                        edits: Some(vec![ListEdit::Choose {
                            at: at.to_owned(),
                            key: choice.id.clone(),
                            value,
                        }]),
                        ..OfferDraft::default()
                    },
                );
            }
        }
    }

    /// Lists the commands that may be added: one of the army's own, and one of each ally.
    fn offer_commands(&mut self) {
        let army = self.army;
        if army.rules.led_by.is_none() {
            return;
        }
        self.offer_command_kinds("army", None);
        let add_ally = |ally: &str| ListEdit::AddCommand {
            at: "army".to_owned(),
            name: None,
            kind: None,
            ally: Some(ally.to_owned()),
            points: None,
            choose: None,
            before: None,
            label: None,
        };
        for contingent in army.rules.contingents.iter().skip(1) {
            let Some(ally) = &contingent.ally else { continue };
            let name = contingent.book.as_ref().map_or_else(|| ally.clone(), |book| book.name.clone());
            let holds = condition_holds(army, &contingent.when, Region::Army, None);
            let closed = self.closed_by(&contingent.dates).or_else(|| {
                let text = condition_text(army.rules, &contingent.when).filter(|_| holds == Some(false));
                text.map(|text| format!("if {text}"))
            });
            self.push(
                OfferKind::Ally,
                OfferDraft {
                    word: Some(ally.clone()),
                    name: name.clone(),
                    closed,
                    step: format!("add {name}"),
                    edits: Some(vec![add_ally(ally)]),
                    ..OfferDraft::default()
                },
            );
        }
    }

    /// Lists the commands that may be added to the army or, with `outer`, to a command of this kind.
    fn offer_command_kinds(&mut self, at: &str, outer: Option<CommandKindId>) {
        let rules = self.army.rules;
        let add = |kind: Option<String>| ListEdit::AddCommand {
            at: at.to_owned(),
            name: None,
            kind,
            ally: None,
            points: None,
            choose: None,
            before: None,
            label: None,
        };
        if rules.command_kinds.is_empty() {
            self.push(
                OfferKind::Command,
                OfferDraft {
                    name: "a command".to_owned(),
                    step: "add a command".to_owned(),
                    edits: Some(vec![add(None)]),
                    ..OfferDraft::default()
                },
            );
        }
        for id in rules.command_kinds_within(outer) {
            let kind = rules.command_kind(id);
            let written = (rules.default_command_kind() != Some(id)).then(|| kind.id.clone());
            self.push(
                OfferKind::Command,
                OfferDraft {
                    word: Some(kind.id.clone()),
                    name: kind.name.clone(),
                    step: format!("add a {}", kind.name),
                    edits: Some(vec![add(written)]),
                    ..OfferDraft::default()
                },
            );
        }
    }

    /// Lists the kinds that a command may be of where it is.
    fn offer_kinds_of(&mut self, command: usize, at: &str) {
        let army = self.army;
        let Some(outer) =
            army.commands[command].outer.map_or(Some(None), |at| army.commands[at].kind.map(Some))
        else {
            return;
        };
        for id in army.rules.command_kinds_within(outer) {
            let kind = army.rules.command_kind(id);
            let taken = army.commands[command].kind == Some(id);
            self.push(
                OfferKind::CommandKind,
                OfferDraft {
                    word: Some(kind.id.clone()),
                    name: kind.name.clone(),
                    choice: Some("kind".to_owned()),
                    taken,
                    step: format!("make it a {}", kind.name),
                    edits: (!taken)
                        .then(|| vec![ListEdit::Kind { at: at.to_owned(), kind: Some(kind.id.clone()) }]),
                    ..OfferDraft::default()
                },
            );
        }
    }
}
