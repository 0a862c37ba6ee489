//! A list resolved against its rules: units, commands, costs and numbers. Nothing here judges; what a word does
//! not resolve to stays unresolved, and the checks say so.

pub mod allowed;
pub mod body;
mod canonical;
pub mod condition;
pub mod digest;
pub mod fielded;
mod finish;
mod join;
pub mod ledger;
pub mod letters;
pub mod meaning;
pub mod measure;
pub mod number;
pub mod pricing;
mod resolve;
mod scope;
pub mod stats;
pub mod unread;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};

use crate::finding::Span;
use crate::format::date::Year;
use crate::format::list;
use crate::format::number::Number;
use crate::read::Located;
use crate::rules::ids::{ContingentId, KindId, ModeId, RoleId};
use crate::rules::selector::{Selector, Test};
use crate::rules::{Contingent, Rules};

use body::Body;
use ledger::Line;
use measure::Where;
use unread::Unread;

pub use resolve::resolve;
pub(crate) use resolve::{MOST, answers_given};

/// A list resolved against its rules.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "four facts that have nothing to do with each other")]
pub struct Army<'a> {
    /// The list as written.
    pub list: &'a list::List,
    /// The rules that judge it.
    pub rules: &'a Rules,
    /// The mode it is priced in.
    pub mode: Option<ModeId>,
    /// The agreed size in points.
    pub points: Option<Number>,
    /// The year.
    pub date: Option<Year>,
    /// Whether it is not finished yet.
    pub draft: bool,
    /// Whether a part of it that could matter to a minimum was written so badly that it could not be read.
    pub partial: bool,
    /// Everything that could not be read.
    pub unread: Unread,
    /// Whether it has a unit or a character of which something is unread, unknown or there twice.
    pub unsure: bool,
    /// Answers to the choices of each contingent's book, given or settled by the date.
    pub answers: BTreeMap<(ContingentId, String), String>,
    /// Its commands; an army without any has one that nobody wrote.
    pub commands: Vec<Command<'a>>,
    /// Its units, those of the reserves last.
    pub units: Vec<Unit<'a>>,
    /// Its characters without a body of their own.
    pub characters: Vec<Character<'a>>,
    /// The units that carry a standard, as named.
    pub standards: Vec<Link<'a>>,
    /// What the units and characters cost together, as far as it is known; without reserves.
    pub spent: Number,
    /// Whether every cost is known.
    pub complete: bool,
    /// Whether the army has what a condition asks for, by the place of its selector in memory: asked for each
    /// unit anew this would take the square of the time.
    present: RefCell<HashMap<Sought, Option<bool>>>,
    /// Whether the army is judged as worth what it costs, whatever size is agreed.
    judged_by_cost: Cell<bool>,
}

/// The place in memory of a selector, and the contingent in which it is asked for.
type Sought = (usize, Option<ContingentId>);

/// A part of the army.
#[derive(Debug)]
pub struct Command<'a> {
    /// As written; nothing where the list writes no commands.
    pub written: Option<&'a Located<list::Command>>,
    /// Its name.
    pub name: Option<&'a Located<String>>,
    /// Whose troops it has; the army's own where the ally is unknown.
    pub contingent: ContingentId,
    /// Who leads it.
    pub commander: Option<Holder>,
    /// Whether it stands for an ally that nobody knows; its troops are nobody's.
    pub nobodys: bool,
    /// The command whose baggage its own stands with.
    pub shares_with: Option<(&'a Located<String>, Option<usize>)>,
    /// The agreed size of an ally; `None` if it is not stated, or is not above 0.
    pub points: Option<Number>,
    /// Its units, in their order.
    pub units: Vec<usize>,
    /// Its characters without a body of their own, in their order.
    pub characters: Vec<usize>,
}

/// Who holds a role: a character, or a unit's own body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// One of the army's characters.
    Character(usize),
    /// One of its units.
    Unit(usize),
}

/// What in the list made a unit.
#[derive(Clone, Copy, Debug)]
pub enum Written<'a> {
    /// An item of `units` or `reserves`.
    Unit(&'a Located<list::Unit>),
    /// An item of `characters` or a `commander` that is bought like a unit.
    Character(&'a Located<list::Character>),
    /// The word `baggage`.
    Baggage(&'a Located<list::Baggage>),
}

impl Written<'_> {
    /// The place of the whole item.
    pub fn span(&self) -> Span {
        match self {
            Self::Unit(unit) => unit.span,
            Self::Character(character) => character.span,
            Self::Baggage(baggage) => baggage.span,
        }
    }

    /// The words of its name; the unit type's where it has none.
    pub fn name_span(&self) -> Span {
        match self {
            Self::Unit(unit) => unit.name.as_ref().unwrap_or(&unit.unit).span,
            Self::Character(character) => {
                character.name.as_ref().map_or_else(|| self.word_span(), |n| n.span)
            }
            Self::Baggage(baggage) => baggage.span,
        }
    }

    /// The role that is written with it.
    pub fn role(&self) -> Option<&Located<String>> {
        match self {
            Self::Unit(unit) => unit.role.as_ref(),
            Self::Character(character) => character.role.as_ref(),
            Self::Baggage(_) => None,
        }
    }

    /// The words to change first: the unit type's.
    pub fn word_span(&self) -> Span {
        match self {
            Self::Unit(unit) => unit.unit.span,
            Self::Character(character) => character.unit.as_ref().map_or(character.span, |u| u.span),
            Self::Baggage(baggage) => baggage.span,
        }
    }
}

/// A name that points at a unit of the army.
#[derive(Clone, Debug)]
pub struct Link<'a> {
    /// The name as written.
    pub name: &'a Located<String>,
    /// The first unit of that name, where there is one.
    pub unit: Option<usize>,
    /// The first twenty rows of that name, where there are several that were written apart.
    pub rivals: Vec<Span>,
    /// How many rows have that name.
    pub rows: usize,
}

/// A unit, or several alike.
#[derive(Debug)]
pub struct Unit<'a> {
    /// What made it.
    pub written: Written<'a>,
    /// Its name on the table.
    pub name: String,
    /// How many alike.
    pub count: u32,
    /// Its own body.
    pub body: Body<'a>,
    /// Bodies inside it, each with its word.
    pub parts: Vec<(&'a str, Body<'a>)>,
    /// Its command; nothing for the reserves.
    pub command: Option<usize>,
    /// The unit that it is attached to.
    pub attached_to: Option<Link<'a>>,
    /// The unit that a bought character joins.
    pub joins: Option<Link<'a>>,
    /// The characters who joined it.
    pub joined_by: Vec<Holder>,
    /// Whether something of it is unread, unknown or there twice, so that it may be another unit than it seems.
    pub unsure: bool,
}

impl Unit<'_> {
    /// Whether it is brought but not counted in the army.
    pub fn in_reserve(&self) -> bool {
        self.command.is_none()
    }

    /// Whether the list should say how large it is, and does not.
    pub fn lacks_size(&self, rules: &Rules) -> bool {
        let Written::Unit(written) = self.written else { return false };
        written.size.is_none() && self.body.kind.is_some_and(|k| rules.kind_of(k).size.fixed().is_none())
    }

    /// What one of them costs with its parts; nothing where a cost is unknown.
    pub fn cost(&self) -> Option<Number> {
        self.parts.iter().try_fold(self.body.cost()?, |sum, (_, part)| sum.plus(part.cost()?))
    }

    /// What one such unit costs as far as that is known, the bodies inside it included.
    pub fn known_cost(&self) -> Number {
        self.bodies().fold(Number::ZERO, |sum, body| sum.plus(body.known_cost()).unwrap_or(sum))
    }

    /// Its body and those inside it.
    pub fn bodies(&self) -> impl Iterator<Item = &Body<'_>> {
        std::iter::once(&self.body).chain(self.parts.iter().map(|(_, body)| body))
    }
}

/// A character without a body of their own.
#[derive(Debug)]
pub struct Character<'a> {
    /// As written.
    pub written: &'a Located<list::Character>,
    /// The name as printed.
    pub name: String,
    /// The entry of a person.
    pub kind: Option<KindId>,
    /// The role held.
    pub role: Option<RoleId>,
    /// The unit joined.
    pub with: Option<Link<'a>>,
    /// The command.
    pub command: usize,
    /// Whose troops it leads.
    pub contingent: ContingentId,
    /// Whether it is written as the commander.
    pub commander: bool,
    /// What it costs.
    pub lines: Vec<Line<'a>>,
    /// Whether something of it is unread, unknown or there twice.
    pub unsure: bool,
}

impl Character<'_> {
    /// What it costs; nothing where that is unknown.
    pub fn cost(&self) -> Option<Number> {
        ledger::sum(&self.lines)
    }

    /// What it costs as far as that is known.
    pub fn known_cost(&self) -> Number {
        ledger::known(&self.lines)
    }
}

impl<'a> Army<'a> {
    /// The characters of a command that have no body of their own.
    pub fn characters_of(&self, command: usize) -> impl Iterator<Item = &Character<'a>> {
        self.commands[command].characters.iter().map(|at| &self.characters[*at])
    }
}

impl<'a> Army<'a> {
    /// Whether the list has called an ally; the army's own contingent is always there.
    pub fn has_called(&self, contingent: ContingentId) -> bool {
        contingent == ContingentId::OWN || self.commands.iter().any(|c| c.contingent == contingent)
    }

    /// The contingents of the allies that the list has called.
    pub fn called_allies(&self) -> impl Iterator<Item = &'a Contingent> {
        let all = self.rules.contingents.iter().enumerate().skip(1);
        all.filter(|(at, _)| self.has_called(ContingentId(*at))).map(|(_, contingent)| contingent)
    }
}

impl Army<'_> {
    /// Whether a command was not written as one, though others are: what stands beside `commands` by mistake.
    pub fn is_stray(&self, command: usize) -> bool {
        self.list.commands.is_some() && self.commands.get(command).is_some_and(|c| c.written.is_none())
    }

    /// How many units, alike ones counted, without reserves.
    pub fn unit_count(&self) -> i64 {
        self.units.iter().filter(|u| !u.in_reserve()).map(|u| i64::from(u.count)).sum()
    }

    /// What a contingent or the whole army costs, what is not counted included; nothing where a cost is unknown.
    pub fn spent_of(&self, contingent: Option<ContingentId>) -> Option<Number> {
        let seen = |c: ContingentId| contingent.is_none_or(|own| own == c);
        let units = self.units.iter().filter(|u| !u.in_reserve() && seen(u.body.contingent));
        let units = units.map(|u| u.cost()?.times(i64::from(u.count).into()));
        let characters = self.characters.iter().filter(|c| seen(c.contingent)).map(Character::cost);
        units.chain(characters).try_fold(Number::ZERO, |sum, cost| sum.plus(cost?))
    }

    /// The agreed size that holds for a contingent: an ally's is its own, and the rest is the army's own. `None` if
    /// it is not stated, or if the allies leave less than nothing.
    pub fn points_of(&self, contingent: Option<ContingentId>) -> Option<Number> {
        let allied = |c: &&Command<'_>| c.contingent != ContingentId::OWN;
        let of = |command: &&Command<'_>| Some(command.contingent) == contingent;
        match contingent {
            None => self.points,
            Some(ContingentId::OWN) => {
                let mut allies = self.commands.iter().filter(allied);
                let left = allies.try_fold(self.points?, |left, c| left.minus(c.points.unwrap_or_default()));
                left.filter(|left| *left >= 0)
            }
            Some(_) => self.commands.iter().filter(of).try_fold(Number::ZERO, |sum, c| sum.plus(c.points?)),
        }
    }

    /// What a contingent or the whole army is worth: the agreed size, or what it costs where none is agreed.
    /// `None` if the cost is not known, or may still grow in a draft.
    pub fn worth(&self, contingent: Option<ContingentId>) -> Option<Number> {
        let agreed = self.points_of(contingent).filter(|_| !self.judged_by_cost.get());
        agreed.or_else(|| self.final_cost(contingent))
    }

    /// What a contingent or the whole army costs in the end. `None` in a draft, or if a cost is not known.
    fn final_cost(&self, contingent: Option<ContingentId>) -> Option<Number> {
        if self.draft || !self.complete { None } else { self.spent_of(contingent) }
    }

    /// The agreed size and the cost, if the size is more than a tenth above the cost.
    pub fn unfilled_size(&self, contingent: Option<ContingentId>) -> Option<(Number, Number)> {
        let (size, cost) = (self.points_of(contingent)?, self.final_cost(contingent)?);
        let most = cost.times(Number::fraction(11, 10)?)?;
        (size > most).then_some((size, cost))
    }

    /// Does something while the army is judged as worth what it costs, whatever size is agreed.
    pub fn judge_by_cost<T>(&self, does: impl FnOnce() -> T) -> T {
        let before = self.judged_by_cost.replace(true);
        let done = does();
        self.judged_by_cost.set(before);
        done
    }

    /// Whether a selector of the rules finds anything in the army; `None` where something may be just what it asks
    /// for, but is unread or unknown.
    fn has(&self, selector: &Selector, sees: Option<ContingentId>) -> Option<bool> {
        let key = (std::ptr::from_ref(selector).addr(), sees);
        let known = self.present.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let has = self.has_in(Where::Army, selector, sees);
            self.present.borrow_mut().insert(key, has);
            has
        })
    }

    /// The same in another place.
    fn has_in(&self, place: Where, selector: &Selector, sees: Option<ContingentId>) -> Option<bool> {
        if place.has(self, selector, sees) {
            return Some(true);
        }
        let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
        let unit =
            |at: usize| seen(self.units[at].body.contingent) && self.may_be_found(&self.units[at], selector);
        let character =
            |at: usize| seen(self.characters[at].contingent) && self.may_be(&self.characters[at], selector);
        let unsure = self.unsure && (place.units(self).any(unit) || place.characters(self).any(character));
        if self.partial || unsure { None } else { Some(false) }
    }

    /// Whether a selector may find a unit once everything that is unread or unknown of it is known. A word that is
    /// near a known one is taken for that.
    pub fn may_be_found(&self, unit: &Unit<'_>, selector: &Selector) -> bool {
        if !unit.unsure {
            return false;
        }
        if unit.body.kind.is_none() {
            return self.meant(unit).is_none_or(|kind| selector.finds_kind(self.rules.kind_of(kind)));
        }
        if self.unread.within(unit.written.span()) {
            return true;
        }
        let options = unit.bodies().any(|body| !body.unknown.is_empty() || body.takes_twice());
        let role = unit.written.role().is_some_and(|role| self.rules.role(role).is_none());
        selector.asks(&|test| match test {
            Test::Option(_) => options,
            Test::Tag(tags) => options && tags.iter().any(|tag| self.rules.is_changed_by_options(*tag)),
            Test::Role(_) => role,
            _ => false,
        })
    }

    /// The same of a character.
    pub fn may_be(&self, character: &Character<'_>, selector: &Selector) -> bool {
        character.unsure
            && (selector.characters || character.kind.is_none() && character.written.unit.is_some())
    }

    /// The unit type or entry that an unknown word is near to.
    pub fn meant(&self, unit: &Unit<'_>) -> Option<KindId> {
        let Written::Unit(written) = unit.written else { return None };
        let nobodys = unit.command.is_some_and(|c| self.commands[c].nobodys);
        let near = self.rules.unit_spellings(unit.body.contingent).nearest(&written.unit);
        near.filter(|_| !nobodys).map(|near| near.means)
    }
}
