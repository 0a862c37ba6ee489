//! The small changes to a list that a way is made of.

use crate::army::body::Origin;
use crate::army::{Army, Unit, Written};
use crate::finding::Edit;
use crate::format::list::Taken;
use crate::mend::word_as;
use crate::rules::ids::{ContingentId, OptionId};
use crate::rules::option::Kind;
use crate::yaml::Located;

use super::rows::Row;
use super::{Only, STEP, Wish};

/// What a change is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A row of the list.
    Row(usize),
    /// A further row of a command.
    New(usize),
}

/// One change, or two at one row.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// What it is at.
    pub(super) target: Target,
    /// The edits.
    pub(super) edits: Vec<Edit>,
    /// What it does, in people's words.
    pub(super) words: Vec<String>,
    /// How many changes it is.
    pub(super) changes: usize,
    /// How far counts and sizes move.
    pub(super) far: u32,
}

impl Move {
    /// Whether it is at another row than a second one.
    pub(super) fn goes_with(&self, other: &Self) -> bool {
        self.target != other.target || matches!(self.target, Target::New(_))
    }
}

/// What may be done at a row.
enum Change<'a> {
    Count(u32),
    Size(u32),
    Add(String),
    Drop(&'a Located<Taken>, &'a str),
    Out,
}

/// How many changes of two at one row are made at most: more would fill the memory with a huge list's.
const MOST: usize = 60_000;

/// The changes that there are.
#[derive(Default)]
pub(super) struct Moves {
    /// Every single change.
    pub(super) single: Vec<Move>,
    /// Every two at one row.
    pub(super) double: Vec<Move>,
    /// Whether some cannot be written, because of how the list is laid out.
    pub(super) some_lack: bool,
}

/// Every single change, and every two at one row.
pub(super) fn all(army: &Army<'_>, text: &str, wish: &Wish) -> Moves {
    let mut all = Moves::default();
    let mut rows_seen = std::collections::HashSet::new();
    let mut last: Vec<Option<Row<'_>>> = vec![None; army.commands.len()];
    for (at, unit) in army.units.iter().enumerate() {
        let (Written::Unit(written), Some(command)) = (unit.written, unit.command) else { continue };
        let row = Row { text, unit: written };
        // Who joined one of several alike has parted them; the row is still one
        if !rows_seen.insert(written.span) {
            continue;
        }
        last[command] = Some(row);
        if wish.keep.contains(&unit.name) {
            continue;
        }
        let changes = changes(army, unit, wish);
        for (n, first) in changes.iter().enumerate() {
            all.single.extend(made(at, unit, row, &[first]));
            all.some_lack |= made(at, unit, row, &[first]).is_none();
            for second in &changes[n + 1..] {
                if all.double.len() >= MOST {
                    all.some_lack = true;
                } else if together(first, second) {
                    all.double.extend(made(at, unit, row, &[first, second]));
                }
            }
        }
    }
    if wish.only != Some(Only::Upgrades) {
        for (command, row) in last.into_iter().enumerate() {
            let Some(row) = row else { continue };
            all.single.extend(rows(army, command).into_iter().filter_map(|(words, said)| {
                Some(Move {
                    target: Target::New(command),
                    edits: vec![row.below(&words)?],
                    words: vec![said],
                    changes: 1,
                    far: 1,
                })
            }));
        }
    }
    all
}

fn changes<'a>(army: &'a Army<'_>, unit: &'a Unit<'a>, wish: &Wish) -> Vec<Change<'a>> {
    let Written::Unit(written) = unit.written else { return Vec::new() };
    let mut all = Vec::new();
    if wish.only != Some(Only::Upgrades) {
        let near = |n: u32| n.saturating_sub(STEP).max(1)..=n.saturating_add(STEP);
        all.extend(near(count(unit)).filter(|n| *n != count(unit)).map(Change::Count));
        if let Some(size) = &written.size {
            all.extend(near(size.value).filter(|n| *n != size.value).map(Change::Size));
        }
        all.push(Change::Out);
    }
    let rules = army.rules;
    if wish.only != Some(Only::Units) {
        let kind = unit.body.kind.map(|k| rules.kind_of(k));
        for offer in kind.iter().flat_map(|k| &k.offers.all) {
            let has = unit.body.taken.iter().any(|t| t.option == offer.option && t.origin != Origin::Default);
            if !offer.included && !has {
                all.extend(as_written(army, unit, offer.option).map(Change::Add));
            }
        }
        for item in &written.options {
            let word = match &item.value {
                Taken::Word(word) => Some(word),
                Taken::With(map) if map.iter().count() == 1 => map.iter().next().map(|(word, _)| word),
                Taken::With(_) => None,
            };
            all.extend(word.map(|word| Change::Drop(item, word.as_str())));
        }
    }
    all
}

/// How many a row says that there are.
fn count(unit: &Unit<'_>) -> u32 {
    let Written::Unit(written) = unit.written else { return unit.count };
    written.count.as_ref().map_or(1, |count| count.value)
}

fn option<'a>(army: &'a Army<'_>, option: OptionId) -> &'a str {
    &army.rules.option_of(option).id
}

/// An option with its marks at the first places that the unit has; nothing where it must name somebody.
fn as_written(army: &Army<'_>, unit: &Unit<'_>, option: OptionId) -> Option<String> {
    let rule = army.rules.option_of(option);
    let named = unit.body.offer(army.rules, option).is_some_and(|o| !o.names.is_empty());
    if rule.names.is_some() && !named {
        return None;
    }
    let Some(places) = &rule.places else { return Some(rule.id.clone()) };
    let has = |s: &&crate::rules::ids::StatId| unit.body.base.get(s.0).copied().flatten().is_some();
    let ids = places.among.iter().filter(has).map(|s| army.rules.stats[s.0].id.as_str());
    let ids: Vec<&str> = ids.take(places.marks as usize).collect();
    (ids.len() == places.marks as usize).then(|| match ids.as_slice() {
        [one] => format!("{}: {one}", rule.id),
        ids => format!("{}: [{}]", rule.id, ids.join(", ")),
    })
}

/// Whether two changes at one row are two.
fn together(first: &Change<'_>, second: &Change<'_>) -> bool {
    !matches!(
        (first, second),
        (Change::Out, _)
            | (_, Change::Out)
            | (Change::Count(_), Change::Count(_))
            | (Change::Size(_), Change::Size(_))
    )
}

fn made(at: usize, unit: &Unit<'_>, row: Row<'_>, changes: &[&Change<'_>]) -> Option<Move> {
    let (mut edits, mut words, mut far) = (Vec::new(), Vec::new(), 0);
    let added: Vec<&str> = changes
        .iter()
        .filter_map(|c| if let Change::Add(written) = c { Some(written.as_str()) } else { None })
        .collect();
    let name = &unit.name;
    for change in changes {
        far += 1;
        match change {
            Change::Count(count) => {
                edits.push(row.count(*count));
                words.push(format!("{name}: {count} instead of {}", self::count(unit)));
                far += count.abs_diff(self::count(unit)).saturating_sub(1);
            }
            Change::Size(size) => {
                edits.push(row.size(*size)?);
                words.push(format!("{name}: size {size} instead of {}", unit.body.size));
                far += size.abs_diff(unit.body.size).saturating_sub(1);
            }
            Change::Add(written) => words.push(format!("{name}: add {written}")),
            Change::Drop(item, word) => {
                edits.push(row.drop(item)?);
                words.push(format!("{name}: leave out {word}"));
            }
            Change::Out => {
                edits.push(row.out()?);
                words.push(format!("leave out {name}"));
                far += count(unit).saturating_sub(1);
            }
        }
    }
    if !added.is_empty() {
        edits.push(row.add(&added)?);
    }
    Some(Move { target: Target::Row(at), edits, words, changes: changes.len(), far })
}

/// Rows of everything that a command may have, each in its plainest form, and what is said of them.
fn rows(army: &Army<'_>, command: usize) -> Vec<(String, String)> {
    let rules = army.rules;
    let Some(contingent) = army.commands.get(command).map(|c| c.contingent) else { return Vec::new() };
    let own: Option<ContingentId> = rules.has_book(contingent).then_some(contingent);
    let whose = match army.commands[command].name {
        Some(name) if army.commands.len() > 1 => format!(" to {}", name.value),
        _ => String::new(),
    };
    let mut all = Vec::new();
    for kind in rules.kinds.iter().filter(|k| k.entry_of == own && bought(army, k)) {
        let name = free_name(army, &kind.name);
        let mut parts = vec![format!("unit: {}", kind.id)];
        if name != kind.name {
            parts.push(format!("name: {}", word_as("", &name)));
        }
        if kind.size.fixed().is_none() {
            parts.push(format!("size: {}", kind.size.min));
        }
        let must: Vec<&crate::rules::option::Group> =
            kind.offers.groups.iter().filter(|g| g.must && g.default.is_none()).collect();
        let firsts: Vec<&str> =
            must.iter().filter_map(|g| g.options.first()).map(|o| option(army, *o)).collect();
        let choices: Vec<&str> = match must.first() {
            Some(group) => group.options.iter().map(|o| option(army, *o)).collect(),
            None => vec![""],
        };
        for choice in choices {
            let mut parts = parts.clone();
            let mut said = String::new();
            if !choice.is_empty() {
                let options: Vec<&str> =
                    std::iter::once(choice).chain(firsts.iter().skip(1).copied()).collect();
                parts.push(format!("options: [{}]", options.join(", ")));
                said = format!(" with {}", options.join(", "));
            }
            all.push((format!("{{{}}}", parts.join(", ")), format!("add {name} ({}){said}{whose}", kind.id)));
        }
    }
    all
}

/// Whether a kind is taken under `units` as it is.
fn bought(army: &Army<'_>, kind: &Kind) -> bool {
    let baggage = army.rules.baggage.is_some_and(|b| kind.unit == Some(b));
    let parts = kind.parts.iter().any(|p| p.min > 0 && p.each.is_none());
    kind.unit.is_some() && kind.roles.is_empty() && !baggage && !kind.passed_over && !parts
}

/// A name that no unit of the army has yet.
fn free_name(army: &Army<'_>, name: &str) -> String {
    let taken = |name: &str| army.units.iter().any(|u| u.name == name);
    if !taken(name) {
        return name.to_owned();
    }
    (2..10_000)
        .map(|n: u32| format!("{name} {n}"))
        .find(|name| !taken(name))
        .unwrap_or_else(|| name.to_owned())
}
