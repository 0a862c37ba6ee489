//! Resolves a list to an army: rows become units, names become links, words become ids.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::format::list::{self, Baggage, List};
use crate::format::read_exact_numbers::Number;
use crate::read::{Located, Map};
use crate::rules::Rules;
use crate::rules::id_types::{ContingentId, RoleId, UnitKindId};
use crate::yaml::without_odd_spaces;

use super::link_names_to_units::{NameLinks, link_names};
use super::purchases::add_purchases;
use super::resolve_bodies::{resolve_parts, resolve_unit_bodies, resolve_unit_or_part};
use super::stats_and_costs::fill_in_stats_and_costs;
use super::unread_parts::UnreadParts;
use super::{Army, Character, Command, MAX_COUNT, RoleHolder, Unit, UnitOrigin};

/// Resolves a list against its rules. `unread` says which parts of the list could not be read.
pub fn resolve_army<'a>(
    list: &'a List,
    rules: &'a Rules,
    draft: bool,
    unread: impl Into<UnreadParts>,
) -> Army<'a> {
    let unread = unread.into();
    // If a key is given twice, nobody knows which value is meant
    let sure = |key: &str| !unread.has_at_top(key);
    let mode = match &list.mode {
        Some(word) => rules.find_mode(word).filter(|_| sure("mode")),
        None if unread.may_have_at_top("mode") => None,
        None => rules.default_mode(),
    };
    let mut army = Army {
        list,
        rules,
        mode,
        points: list
            .points
            .as_ref()
            .map(|p| p.value)
            .filter(|p| rules.has_points && *p > 0 && sure("points")),
        date: list.date.as_ref().map(|d| d.value).filter(|_| sure("date")),
        // An event rules on finished armies, so only an event that allows drafts has any
        is_draft: (draft || list.is_draft()) && rules.event.as_ref().is_none_or(|event| event.allows_drafts),
        part_unread: unread.part_unread,
        unread,
        has_unclear_units: false,
        has_undecided_effects: false,
        answers: BTreeMap::new(),
        commands: Vec::new(),
        units: Vec::new(),
        characters: Vec::new(),
        purchases: Vec::new(),
        standards: Vec::new(),
        spent: Number::ZERO,
        charges: Vec::new(),
        cost_is_known: true,
        presence_cache: RefCell::default(),
        measurement_cache: RefCell::default(),
        judged_by_cost: std::cell::Cell::default(),
    };
    collect_answers(&mut army);
    let mut pointers = NameLinks::default();
    add_commands(&mut army, &mut pointers);
    add_reserves(&mut army);
    add_purchases(&mut army);
    link_names(&mut army, &pointers);
    fill_in_stats_and_costs(&mut army);
    army
}

/// Collects the answers to the books' choices: those given, or the only one possible at the date.
fn collect_answers(army: &mut Army<'_>) {
    for (at, contingent) in army.rules.contingents.iter().enumerate() {
        let contingent_id = ContingentId(at);
        for choice in &contingent.choices {
            let known = |a: &&Located<String>| choice.answers.iter().any(|(id, _, _)| *id == a.value);
            let given = answers_given(army.list, army.rules, contingent_id);
            let given = given.filter_map(|choose| choose.get(&choice.id)).find(known);
            let open = choice
                .answers
                .iter()
                .filter(|(_, _, dates)| army.date.is_none_or(|year| dates.iter().all(|d| d.contains(year))));
            let mut open = open.map(|(id, _, _)| id.clone());
            let settled = open.next().filter(|_| open.next().is_none());
            if let Some(answer) = given.map(|a| a.value.clone()).or(settled) {
                army.answers.insert((contingent_id, choice.id.clone()), answer);
            }
        }
    }
}

/// Returns every `choose` that answers a contingent's book: the list's own for the army, those in the ally's
/// commands for an ally.
pub(crate) fn answers_given<'l>(
    list: &'l List,
    rules: &Rules,
    contingent: ContingentId,
) -> impl Iterator<Item = &'l Map<Located<String>>> {
    let top = (contingent == ContingentId::OWN).then_some(&list.choose);
    let allied = list
        .all_commands()
        .into_iter()
        .filter(move |c| c.ally.as_ref().and_then(|word| rules.find_ally(word)) == Some(contingent))
        .map(|c| &c.choose);
    top.into_iter().chain(allied)
}

fn add_commands<'a>(army: &mut Army<'a>, pointers: &mut NameLinks<'a>) {
    let list = army.list;
    let written: &[Located<list::Command>] = list.commands.as_ref().map_or(&[], |c| &c.value);
    for command in written {
        add_command(army, pointers, command, None);
    }
    let bare = list.units.is_some()
        || list.characters.is_some()
        || list.baggage.is_some()
        || list.standard.is_some();
    if bare || written.is_empty() {
        let at = army.commands.len();
        army.commands.push(Command {
            written: None,
            name: None,
            // Units beside commands are an error, and in no kind of command
            kind: army.rules.default_command_kind().filter(|_| list.commands.is_none()),
            outer: None,
            end: at + 1,
            contingent: ContingentId::OWN,
            commander: None,
            ally_unknown: false,
            shares_with: None,
            points: None,
            units: Vec::new(),
            characters: Vec::new(),
            charges: Vec::new(),
        });
        for one in list.characters.iter().flat_map(|c| &c.value) {
            add_character(army, pointers, one, at, false);
        }
        add_units(army, pointers, list.units.as_ref().map_or(&[], |u| &u.value), Some(at));
        add_baggage(army, list.baggage.as_ref(), at);
        pointers.standards.extend(list.standard.as_ref().map(|s| (s, at)));
    }
    for at in 0..army.commands.len() {
        let terms = army.commands[at].written.and_then(|c| c.baggage.as_ref()).map(|b| &b.value);
        if let Some(Baggage::More(list::BaggageTerms { shared_with: Some(name), .. })) = terms {
            let found = army
                .commands
                .iter()
                .position(|c| c.name.is_some_and(|n| without_odd_spaces(n) == without_odd_spaces(name)));
            army.commands[at].shares_with = Some((name, found));
        }
    }
}

/// Adds a command, then those within it.
fn add_command<'a>(
    army: &mut Army<'a>,
    pointers: &mut NameLinks<'a>,
    command: &'a Located<list::Command>,
    outer: Option<usize>,
) {
    let at = army.commands.len();
    let rules = army.rules;
    let ally = command.ally.as_ref().and_then(|word| rules.find_ally(word));
    let around = outer.map(|outer| &army.commands[outer]);
    let kind = match &command.kind {
        Some(word) => rules.find_command_kind(word),
        None if army.unread.may_have(command.span, "kind") => None,
        None => rules.default_command_kind(),
    };
    // Troops within an ally's command are the ally's
    let contingent = ally.or(around.map(|outer| outer.contingent));
    let is_of_unknown_ally = around.is_some_and(|outer| outer.ally_unknown);
    army.commands.push(Command {
        written: Some(command),
        name: command.name.as_ref(),
        kind,
        outer,
        end: at + 1,
        contingent: contingent.unwrap_or(ContingentId::OWN),
        commander: None,
        ally_unknown: ally.is_none()
            && (command.ally.is_some() || army.unread.may_have(command.span, "ally") || is_of_unknown_ally),
        shares_with: None,
        points: command.points.as_ref().map(|p| p.value).filter(|p| *p > 0),
        units: Vec::new(),
        characters: Vec::new(),
        charges: Vec::new(),
    });
    let commander = command.commander.as_ref().map(|c| add_character(army, pointers, c, at, true));
    army.commands[at].commander = commander;
    for other in &command.characters {
        add_character(army, pointers, other, at, false);
    }
    add_units(army, pointers, &command.units, Some(at));
    add_baggage(army, command.baggage.as_ref(), at);
    pointers.standards.extend(command.standard.as_ref().map(|s| (s, at)));
    for inner in &command.commands {
        add_command(army, pointers, inner, Some(at));
    }
    army.commands[at].end = army.commands.len();
}

fn add_reserves(army: &mut Army<'_>) {
    let list = army.list;
    let mut idle = NameLinks::default();
    add_units(army, &mut idle, &list.reserves, None);
}

fn add_units<'a>(
    army: &mut Army<'a>,
    pointers: &mut NameLinks<'a>,
    written: &'a [Located<list::Unit>],
    command: Option<usize>,
) {
    let contingent = command.map_or(ContingentId::OWN, |c| army.commands[c].contingent);
    for unit in written {
        let rules = army.rules;
        let nobodys = command.is_some_and(|c| army.commands[c].ally_unknown);
        let kind = if nobodys { None } else { rules.find_kind(contingent, &unit.unit) };
        let (own, parts) = resolve_unit_bodies(rules, kind, contingent, unit);
        let name =
            unit.name.as_ref().map_or_else(|| printed_name(rules, kind, &unit.unit), |n| n.value.clone());
        let at = army.units.len();
        army.units.push(Unit {
            count: unit
                .count
                .as_ref()
                .map_or(1, |c| if (1..=MAX_COUNT).contains(&c.value) { c.value } else { 1 }),
            parts,
            ..Unit::new(UnitOrigin::Unit(unit), name, own, command)
        });
        pointers.attached.extend(unit.attached_to.as_ref().map(|a| (at, a.name())));
    }
}

fn printed_name(rules: &Rules, kind: Option<UnitKindId>, word: &str) -> String {
    kind.map_or_else(|| word.to_owned(), |k| rules.kind(k).name.clone())
}

fn add_baggage<'a>(army: &mut Army<'a>, written: Option<&'a Located<Baggage>>, command: usize) {
    let Some(written) = written else { return };
    let taken: &[Located<list::ListedOption>] = match &written.value {
        Baggage::None => return,
        Baggage::Own => &[],
        Baggage::More(terms) => &terms.options,
    };
    let Some(base) = army.rules.baggage else { return };
    let contingent = army.commands[command].contingent;
    let entry = (0..army.rules.kinds.len())
        .map(UnitKindId)
        .find(|k| army.rules.kind(*k).entry_of == Some(contingent) && army.rules.base_kind(*k) == base);
    let kind = entry.unwrap_or(base);
    let name = army.rules.kind(kind).name.clone();
    let body = resolve_unit_or_part(army.rules, Some(kind), contingent, None, taken, written.span);
    army.units.push(Unit::new(UnitOrigin::Baggage(written), name, body, Some(command)));
}

/// Adds a character: a role with a name, a person of the book, or one who is bought like a unit.
fn add_character<'a>(
    army: &mut Army<'a>,
    pointers: &mut NameLinks<'a>,
    written: &'a Located<list::Character>,
    command: usize,
    commander: bool,
) -> RoleHolder {
    let rules = army.rules;
    let contingent = army.commands[command].contingent;
    let nobodys = army.commands[command].ally_unknown;
    let kind = written.unit.as_ref().filter(|_| !nobodys).and_then(|word| rules.find_kind(contingent, word));
    let only_role = kind.map(|k| &rules.kind(k).roles).filter(|roles| roles.len() == 1).map(|roles| roles[0]);
    let role: Option<RoleId> = match &written.role {
        // A role that the entry may not hold is reported, and held by nobody
        Some(word) => {
            rules.find_role(word).filter(|role| kind.is_none_or(|k| rules.kind(k).roles.contains(role)))
        }
        None => only_role,
    };
    let name = written.name.as_ref().or(written.unit.as_ref()).map_or("", |n| n.as_str());
    let name = if written.name.is_some() { name.to_owned() } else { printed_name(rules, kind, name) };
    let bought = kind.is_some_and(|k| rules.kind(k).unit_type.is_some());
    if bought {
        let place = written.unit.as_ref().map_or(written.span, |u| u.span);
        let mut own = resolve_unit_or_part(rules, kind, contingent, None, &written.options, place);
        own.values = written.values.iter().map(|(word, n)| (word.as_str(), n.value)).collect();
        own.roles = role.into_iter().collect();
        let parts = resolve_parts(rules, &own, &written.parts, place);
        let at = army.units.len();
        let unit = Unit::new(UnitOrigin::Character(written), name, own, Some(command));
        army.units.push(Unit { parts, ..unit });
        pointers.bought.extend(written.with.as_ref().map(|w| (at, w)));
        return RoleHolder::Unit(at);
    }
    let at = army.characters.len();
    army.commands[command].characters.push(at);
    army.characters.push(Character {
        written,
        name,
        kind,
        role,
        joins: None,
        command,
        command_kind: army.commands[command].kind,
        contingent,
        is_commander: commander,
        cost_lines: Vec::new(),
        is_unclear: false,
    });
    pointers.characters.extend(written.with.as_ref().map(|w| (at, w)));
    RoleHolder::Character(at)
}
