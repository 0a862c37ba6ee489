//! Resolves a list against its rules into units, commands, costs and numbers.
//!
//! Nothing here reports problems. A word that cannot be resolved is kept as unresolved, and the checks report
//! it.

pub mod agreed_points;
pub mod ally_points;
pub mod amount_allowed_by_limit;
pub mod applicable_costs;
mod apply_effects;
pub mod army_and_rules_digests;
mod army_formula_scope;
pub mod bodies_and_options;
mod body_formula_scope;
pub mod broken_bounds;
mod canonical_syntax;
pub mod canonical_text;
mod canonical_text_of_units;
pub mod charges;
pub mod copy_detection_hashes;
mod cost_and_agreed_size;
pub mod cost_lines;
pub mod costs_of_additions;
pub mod digest_text;
pub mod evaluate_conditions;
pub mod evaluate_ruleset_numbers;
mod inner_options;
pub mod limit_measurement;
pub mod limits_in_force;
mod link_names_to_units;
mod list_prices;
mod possible_matches;
pub mod purchases;
pub mod regions;
pub mod resolve_bodies;
mod resolve_list;
pub mod selector_coverage_of_unit_types;
pub mod stats;
mod stats_and_costs;
pub mod unknown_words_that_limits_may_count;
pub mod unread_parts;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::finding::Span;
use crate::format::list;
use crate::format::read_exact_numbers::Number;
use crate::format::years::Year;
use crate::read::Located;
use crate::rules::compiled_limits::Measure;
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::{CommandKindId, ContingentId, ModeId, RoleId, UnitKindId};
use crate::rules::{Contingent, Rules};

use bodies_and_options::Body;
use cost_lines::{CostLine, known_total, total_cost};
use purchases::Purchases;
use regions::Region;
use unread_parts::UnreadParts;

pub(crate) use resolve_list::answers_given;
pub use resolve_list::resolve_army;

/// The largest `count`. A larger one is reported, as 0 is, and the row is then checked as a single unit.
pub(crate) const MAX_COUNT: u32 = 1_000_000;

/// A list resolved against its rules.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "five facts that have nothing to do with each other")]
pub struct Army<'a> {
    /// The list as written.
    pub list: &'a list::List,
    /// The rules that the list is checked against.
    pub rules: &'a Rules,
    /// The mode it is played and priced in. `None` if it is unknown, or the game has no modes.
    pub mode: Option<ModeId>,
    /// The agreed size, in points. `None` if the list does not state a valid one, or the game has no points.
    pub points: Option<Number>,
    /// The year the army takes the field.
    pub date: Option<Year>,
    /// Whether the list is unfinished, so that minimums not met yet are notes.
    pub is_draft: bool,
    /// Whether something could not be read that might have met a minimum.
    pub part_unread: bool,
    /// Everything that could not be read.
    pub unread: UnreadParts,
    /// Whether some unit or character has something unread, unknown or given twice.
    pub has_unclear_units: bool,
    /// Whether it is unknown of some effect whether it applies.
    pub has_undecided_effects: bool,
    /// Answers to the choices of each contingent's book, either given or the only one possible at the date.
    pub answers: BTreeMap<(ContingentId, String), String>,
    /// The commands. A list without commands has a single one, which is not written in it.
    pub commands: Vec<Command<'a>>,
    /// The units; those in reserve come last.
    pub units: Vec<Unit<'a>>,
    /// The characters without a body of their own.
    pub characters: Vec<Character<'a>>,
    /// What the army and its commands buy that is for no unit.
    pub purchases: Vec<Purchases<'a>>,
    /// The names of the units that carry a standard.
    pub standards: Vec<UnitLink<'a>>,
    /// The known cost of all units and characters except the reserves, in points.
    pub spent: Number,
    /// The charges that the army pays itself, line by line.
    pub charges: Vec<CostLine<'a>>,
    /// Whether every cost is known, so that `spent` is exact.
    pub cost_is_known: bool,
    /// Cache: whether the army has a match for a selector, by the contingent it is checked for.
    ///
    /// Without it, conditions that are checked for every unit would take quadratic time.
    presence_cache: RefCell<HashMap<Option<ContingentId>, SelectorPresence>>,
    /// Cache: what conditions measure, by the region and the contingent. As above, it keeps time linear.
    measurement_cache: RefCell<HashMap<MeasurementKey, KnownAmount>>,
    /// Whether shares and conditions currently take the army's cost as its size, even if a size is agreed.
    judged_by_cost: Cell<bool>,
}

/// Whether something matches a selector, as far as the list says.
type SelectorPresence = HashMap<Selector, Option<bool>>;

/// What a condition measures: the region, the contingent, the measure, and whether attached units count once.
type MeasurementKey = (Region, Option<ContingentId>, Measure, bool);

/// How much is certainly there, how much is there if that is known, and whether it is a value that nobody has.
type KnownAmount = (Option<Number>, Option<Number>, bool);

/// A command, or the units of a list that has no commands.
#[derive(Debug)]
pub struct Command<'a> {
    /// The command in the list. `None` for units outside commands.
    pub written: Option<&'a Located<list::Command>>,
    /// The name, if the command has one.
    pub name: Option<&'a Located<String>>,
    /// The kind of command. `None` if it is unknown, or the game has no kinds.
    pub kind: Option<CommandKindId>,
    /// The index of the command that it is in. `None` if it is in the army.
    pub outer: Option<usize>,
    /// The index after the last of the commands within it. These follow it directly.
    pub end: usize,
    /// The contingent its troops belong to. The army's own if the ally is unknown.
    pub contingent: ContingentId,
    /// Who leads it.
    pub commander: Option<RoleHolder>,
    /// Whether it names an ally that the book does not have. Its units are then looked up in no book.
    pub ally_unknown: bool,
    /// The name of the command that keeps this one's baggage, and that command's index if there is one of
    /// this name.
    pub shares_with: Option<(&'a Located<String>, Option<usize>)>,
    /// The agreed size of an ally, in points. `None` if it is not stated, or is not above 0.
    pub points: Option<Number>,
    /// Indexes of its units, in order, without those of commands within it.
    pub units: Vec<usize>,
    /// Indexes of its characters without a body of their own, in order, without those of commands within it.
    pub characters: Vec<usize>,
    /// The charges that it pays itself, line by line.
    pub charges: Vec<CostLine<'a>>,
}

/// The holder of a role: a character, or a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleHolder {
    /// The index of a character.
    Character(usize),
    /// The index of a unit.
    Unit(usize),
}

/// The part of the list that a unit comes from.
#[derive(Clone, Copy, Debug)]
pub enum UnitOrigin<'a> {
    /// An item of `units` or `reserves`.
    Unit(&'a Located<list::Unit>),
    /// An item of `characters` or a `commander` that is bought like a unit.
    Character(&'a Located<list::Character>),
    /// The word `baggage`.
    Baggage(&'a Located<list::Baggage>),
}

impl UnitOrigin<'_> {
    /// Returns the span of the whole item.
    pub fn span(&self) -> Span {
        match self {
            Self::Unit(unit) => unit.span,
            Self::Character(character) => character.span,
            Self::Baggage(baggage) => baggage.span,
        }
    }

    /// Returns the span of the unit's name, or of its unit type if it has no name.
    pub fn name_span(&self) -> Span {
        match self {
            Self::Unit(unit) => unit.name.as_ref().unwrap_or(&unit.unit).span,
            Self::Character(character) => {
                character.name.as_ref().map_or_else(|| self.type_span(), |n| n.span)
            }
            Self::Baggage(baggage) => baggage.span,
        }
    }

    /// Returns the role that is written in the item.
    pub fn role(&self) -> Option<&Located<String>> {
        match self {
            Self::Unit(unit) => unit.role.as_ref(),
            Self::Character(character) => character.role.as_ref(),
            Self::Baggage(_) => None,
        }
    }

    /// Returns the span that a reader would edit first: the unit type.
    pub fn type_span(&self) -> Span {
        match self {
            Self::Unit(unit) => unit.unit.span,
            Self::Character(character) => character.unit.as_ref().map_or(character.span, |u| u.span),
            Self::Baggage(baggage) => baggage.span,
        }
    }
}

/// A name in the list that refers to a unit of the army.
#[derive(Clone, Debug)]
pub struct UnitLink<'a> {
    /// The name as written.
    pub name: &'a Located<String>,
    /// The first unit of that name. `None` if there is none.
    pub unit: Option<usize>,
    /// The first 20 rows of that name, if there are several that are not identical. Else empty.
    pub rivals: Vec<Span>,
    /// The number of rows with that name.
    pub row_count: usize,
}

/// A unit, or several identical ones.
#[derive(Debug)]
pub struct Unit<'a> {
    /// The part of the list that it comes from.
    pub written: UnitOrigin<'a>,
    /// The name on the table.
    pub name: String,
    /// How many identical units there are.
    pub count: u32,
    /// Its own body.
    pub body: Body<'a>,
    /// The bodies inside it, each under its id in the ruleset.
    pub parts: Vec<(&'a str, Body<'a>)>,
    /// The index of its command. `None` for the reserves.
    pub command: Option<usize>,
    /// The unit that this one is attached to.
    pub attached_to: Option<UnitLink<'a>>,
    /// The unit that this one joins, if it is a character with a body of their own.
    pub joins: Option<UnitLink<'a>>,
    /// The characters who joined it.
    pub joined_by: Vec<RoleHolder>,
    /// Whether something about it is unread, unknown or given twice, so that it may be another unit than it
    /// seems.
    pub is_unclear: bool,
}

impl<'a> Unit<'a> {
    /// Creates a single unit without parts or links to other units.
    fn new(written: UnitOrigin<'a>, name: String, body: Body<'a>, command: Option<usize>) -> Self {
        Self {
            written,
            name,
            count: 1,
            body,
            parts: Vec::new(),
            command,
            attached_to: None,
            joins: None,
            joined_by: Vec::new(),
            is_unclear: false,
        }
    }

    /// Returns `true` if the unit is in reserve: brought, but not counted as part of the army.
    pub fn in_reserve(&self) -> bool {
        self.command.is_none()
    }

    /// Returns `true` if the list must state a size for the unit and does not.
    pub fn lacks_size(&self, rules: &Rules) -> bool {
        let UnitOrigin::Unit(written) = self.written else { return false };
        written.size.is_none() && self.body.kind.is_some_and(|k| rules.kind(k).size.only_size().is_none())
    }

    /// Returns the cost of one such unit with its parts, in points. `None` if some cost is unknown.
    pub fn cost(&self) -> Option<Number> {
        self.parts.iter().try_fold(self.body.cost()?, |sum, (_, part)| sum.checked_add(part.cost()?))
    }

    /// Returns the known part of the cost of one such unit with its parts, in points.
    pub fn known_cost(&self) -> Number {
        self.bodies().fold(Number::ZERO, |sum, body| sum.checked_add(body.known_cost()).unwrap_or(sum))
    }

    /// Returns its own body and those inside it, to change them.
    fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Body<'a>> {
        std::iter::once(&mut self.body).chain(self.parts.iter_mut().map(|(_, body)| body))
    }

    /// Returns its own body and those inside it.
    pub fn bodies(&self) -> impl Iterator<Item = &Body<'a>> {
        std::iter::once(&self.body).chain(self.parts.iter().map(|(_, body)| body))
    }
}

/// A character without a body of their own.
#[derive(Debug)]
pub struct Character<'a> {
    /// The character in the list.
    pub written: &'a Located<list::Character>,
    /// The name as printed.
    pub name: String,
    /// The entry, for a person whom the book lists.
    pub kind: Option<UnitKindId>,
    /// The role that the character holds.
    pub role: Option<RoleId>,
    /// The unit that the character joins.
    pub joins: Option<UnitLink<'a>>,
    /// The index of the command.
    pub command: usize,
    /// The kind of the command.
    pub command_kind: Option<CommandKindId>,
    /// The contingent of the troops that the character leads.
    pub contingent: ContingentId,
    /// Whether the list writes the character as the commander.
    pub is_commander: bool,
    /// The cost, line by line.
    pub cost_lines: Vec<CostLine<'a>>,
    /// Whether something about the character is unread, unknown or given twice.
    pub is_unclear: bool,
}

impl Character<'_> {
    /// Returns the cost in points. `None` if it is unknown.
    pub fn cost(&self) -> Option<Number> {
        total_cost(&self.cost_lines)
    }

    /// Returns the known part of the cost, in points.
    pub fn known_cost(&self) -> Number {
        known_total(&self.cost_lines)
    }
}

impl<'a> Army<'a> {
    /// Returns the role that a holder has. `None` if it is unknown, or a unit's body has none.
    pub fn role_of(&self, holder: RoleHolder) -> Option<RoleId> {
        match holder {
            RoleHolder::Character(index) => self.characters[index].role,
            RoleHolder::Unit(index) => self.units[index].body.roles.first().copied(),
        }
    }

    /// Forgets what selectors matched and conditions measured, since tags have changed.
    fn forget_matches(&self) {
        self.presence_cache.borrow_mut().clear();
        self.measurement_cache.borrow_mut().clear();
    }

    /// Returns the indexes of a command and of those within it.
    pub fn commands_in(&self, command: usize) -> Range<usize> {
        command..self.commands[command].end
    }

    /// Returns the indexes of the units in a command, those of commands within it too.
    pub fn units_in(&self, command: usize) -> impl Iterator<Item = usize> {
        self.commands[self.commands_in(command)].iter().flat_map(|command| command.units.iter().copied())
    }

    /// Returns the indexes of the characters in a command, those of commands within it too.
    pub fn characters_in(&self, command: usize) -> impl Iterator<Item = usize> {
        self.commands[self.commands_in(command)].iter().flat_map(|command| command.characters.iter().copied())
    }

    /// Returns a command and those that it is in, the innermost first.
    pub fn commands_around(&self, command: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(command), |at| self.commands[*at].outer)
    }

    /// Returns the command in the army that a command is in, which is itself unless it is in another.
    pub fn outermost_command(&self, command: usize) -> usize {
        self.commands_around(command).last().unwrap_or(command)
    }

    /// Returns the characters of a command that have no body of their own, without those of commands within it.
    pub fn characters_of(&self, command: usize) -> impl Iterator<Item = &Character<'a>> {
        self.commands[command].characters.iter().map(|at| &self.characters[*at])
    }

    /// Returns `true` if the list has a command of this contingent. The army's own contingent is always
    /// there.
    pub fn has_called(&self, contingent: ContingentId) -> bool {
        contingent == ContingentId::OWN || self.commands.iter().any(|c| c.contingent == contingent)
    }

    /// Returns the contingents of the allies that the list has called.
    pub fn called_allies(&self) -> impl Iterator<Item = &'a Contingent> {
        let all = self.rules.contingents.iter().enumerate().skip(1);
        all.filter(|(at, _)| self.has_called(ContingentId(*at))).map(|(_, contingent)| contingent)
    }

    /// Returns `true` if these are units outside `commands`, in a list that has commands.
    pub fn is_outside_commands(&self, command: usize) -> bool {
        self.list.commands.is_some() && self.commands.get(command).is_some_and(|c| c.written.is_none())
    }

    /// Returns the number of units, counting identical ones and leaving out reserves.
    pub fn unit_count(&self) -> i64 {
        self.units.iter().filter(|u| !u.in_reserve()).map(|u| i64::from(u.count)).sum()
    }
}
