//! Compiled rules: everything that a ruleset, its books and an event say, with names resolved to ids.

pub mod accepted_spellings;
mod built_in_and_folder_files;
pub mod charge_text;
mod check_note_references;
mod citations_of_merged_rulesets;
pub mod compile;
pub mod compiled_amounts;
pub mod compiled_charges;
pub mod compiled_commands;
pub mod compiled_conditions;
mod compiled_contingents;
pub mod compiled_costs;
mod compiled_event;
pub mod compiled_limits;
pub mod compiled_measures;
pub mod compiled_numbers;
pub mod compiled_options;
pub mod compiled_purchases;
pub mod compiled_selectors;
pub mod compiled_stat_values;
pub mod compiled_steps;
pub mod compiled_unit_types;
pub mod condition_text;
pub mod cost_text;
mod drop_from_base;
mod folders_on_disk_or_in_memory;
pub mod help_for_words;
pub mod id_types;
pub mod library;
pub mod limit_text;
mod merge_with_bases;
pub mod read_and_merge_rulesets;
pub mod rule_lookup;
mod rules_file;
pub mod size_limit;
pub mod wars_of_books;
mod word_to_id_table;

use std::collections::HashMap;

use indexmap::IndexMap;

use crate::finding::{Severity, Span};
use crate::format::formula;
use crate::format::limit::RegionKind;
use crate::format::read_exact_numbers::Number;
use crate::format::ruleset::AttachReach;
use crate::format::shared_types::SizeMeasure;
use crate::format::words_for_sheets::Symbol;
use crate::wording::TagNoun;

pub use compiled_contingents::{AllyPoints, BookFacts, Choice, Contingent, Enemy};
pub use compiled_event::{AllowedByEvent, Event, RefusedReasons};

use compiled_charges::Charge;
use compiled_commands::CommandKind;
use compiled_conditions::Condition;
use compiled_costs::Cost;
use compiled_limits::Limit;
use compiled_numbers::{NumberRule, TableRule, ValueRule};
use compiled_options::{OptionRule, StatChanges};
use compiled_purchases::PurchaseRule;
use compiled_selectors::Selector;
use compiled_stat_values::StatValue;
use compiled_unit_types::UnitKind;
use id_types::{CommandKindId, ContingentId, ModeId, NumberId, OptionId, RoleId, StatId, TagId, UnitKindId};
use size_limit::SizeLimit;
use word_to_id_table::NameTable;

/// A ruleset, the book of one army and the books of its allies, compiled to check lists.
#[derive(Debug, Default)]
pub struct Rules {
    /// The ruleset's id, as lists write it.
    pub id: String,
    /// The ruleset's printed name.
    pub name: String,
    /// The ruleset's version.
    pub version: String,
    /// Where the ruleset was found: `built in`, or a path.
    pub found_in: String,
    /// The ids of the rulesets that this one extends, nearest first.
    pub extends: Vec<String>,
    /// Notices that must be printed wherever the ruleset's values are.
    pub notices: Vec<String>,
    /// Whether the game has points.
    pub has_points: bool,
    /// The modes in which the game can be played.
    pub modes: Vec<Mode>,
    /// The cost of options that state none.
    pub optional_cost: Option<Cost>,
    /// The severity of taking an option that the unit is not offered. `None` if the ruleset does not say.
    pub unlisted_option_severity: Option<Severity>,
    /// The roles that lead a command. `None` in a game without commands.
    pub led_by: Option<Vec<RoleId>>,
    /// The kinds of command. Empty in a game that has none.
    pub command_kinds: Vec<CommandKind>,
    /// The severity of a character starting with a unit of another command. `None` if that is allowed.
    pub other_command_severity: Option<Severity>,
    /// What sizes count, unless a unit type says otherwise.
    pub default_size_measure: SizeMeasure,
    /// The unit type of the baggage.
    pub baggage: Option<UnitKindId>,
    /// The option that marks the standard.
    pub standard: Option<OptionId>,
    /// The stats that describe a unit.
    pub stats: Vec<Stat>,
    /// The tags by which selectors match units.
    pub tags: Vec<String>,
    /// The options of the ruleset and the books.
    pub options: Vec<OptionRule>,
    /// The unit types, followed by the entries of the books.
    pub kinds: Vec<UnitKind>,
    /// What the army and its commands are offered that is for no unit. Empty in a game without such offers.
    pub purchases: Vec<PurchaseRule>,
    /// The roles of characters.
    pub roles: Vec<Role>,
    /// The army's own contingent and those of its allies.
    pub contingents: Vec<Contingent>,
    /// Changes of stats and tags for every unit that a selector matches.
    pub effects: Vec<Effect>,
    /// The rules about which units may be attached to which.
    pub attach: Vec<Attach>,
    /// The limits of the ruleset, the books and the event.
    pub limits: Vec<Limit>,
    /// The charges of the ruleset, the books and the event.
    pub charges: Vec<Charge>,
    /// How much an army may cost.
    pub size_limit: SizeLimit,
    /// Constants, and values that a list is asked for.
    pub values: Vec<ValueRule>,
    /// The numbers that are computed and printed.
    pub numbers: Vec<NumberRule>,
    /// The tables that formulas read and sheets print.
    pub tables: Vec<TableRule>,
    /// The signs of units that a selector matches; the first counts.
    pub symbols: Vec<(Selector, Symbol)>,
    /// The conditions under which the ruleset's notes concern an army, in the order of the notes.
    pub notes_when: Vec<Condition>,
    /// The event whose terms also apply.
    pub event: Option<Event>,
    /// A SHA-256 hash of the contents of the ruleset, the books and the event.
    pub content_hash: [u8; 32],
    formula_selectors: Vec<(formula::SelectorAst, Selector)>,
    kind_names: NameTable<UnitKindId>,
    option_names: NameTable<OptionId>,
    role_names: HashMap<String, RoleId>,
    tag_names: HashMap<String, TagId>,
    /// The names of tags for people, with their positions: those of the ruleset, and those that the book of a
    /// contingent gives.
    tag_nouns: IndexMap<(Option<ContingentId>, String), (TagNoun, Span)>,
    stat_names: HashMap<String, StatId>,
    number_names: HashMap<String, NumberId>,
    numbers_of_books: NameTable<NumberId>,
}

/// A mode in which the game can be played.
#[derive(Clone, Debug)]
pub struct Mode {
    /// The mode's id.
    pub id: String,
    /// The mode's printed name.
    pub name: String,
    /// Whether lists that name no mode use this one.
    pub is_default: bool,
}

/// A stat that describes a unit.
#[derive(Clone, Debug)]
pub struct Stat {
    /// The stat's id.
    pub id: String,
    /// The stat's printed name.
    pub name: String,
    /// The short form, for narrow columns.
    pub abbr: String,
    /// The pattern in which values are printed, with `{}` for the number.
    pub show: Option<String>,
    /// Whether the stat is never printed.
    pub hidden: bool,
}

/// A role that a character may hold.
#[derive(Clone, Debug)]
pub struct Role {
    /// The role's id.
    pub id: String,
    /// The rule path, such as `fra/roles/general`.
    pub rule_path: String,
    /// The role's printed name.
    pub name: String,
    /// The cost of the role. `None` if it is free.
    pub cost: Option<Cost>,
    /// Changes to the stats of the unit that the character joins.
    pub changes: StatChanges,
    /// Whether a unit gains the changes only once, however many holders of the role are with it.
    pub applies_once: bool,
    /// Roles that the same character may not hold as well.
    pub excludes: Vec<RoleId>,
    /// The position of the role's id in its file.
    pub span: Span,
}

/// A change of stats or tags for every unit that a selector matches.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The rule path, such as `fra/effects/shaken`.
    pub rule_path: String,
    /// The units that are changed.
    pub selector: Selector,
    /// The contingent whose units are changed. `None` for all.
    pub contingent: Option<ContingentId>,
    /// The condition under which they are changed.
    pub when: Condition,
    /// Where the condition is evaluated: in the army, or in the command that each unit is in.
    pub region: RegionKind,
    /// The kind of command in which the condition is evaluated, if it is one. The effect then applies only to units in such
    /// a command.
    pub command_kind: Option<CommandKindId>,
    /// The changes to their stats.
    pub changes: StatChanges,
    /// The tags that they gain.
    pub gives_tags: Vec<TagId>,
    /// The tags that they lose, unless something gives them.
    pub takes_tags: Vec<TagId>,
    /// The position of the effect's id in its file.
    pub span: Span,
}

impl Effect {
    /// Returns `true` if the effect gives or takes tags.
    pub fn changes_tags(&self) -> bool {
        !self.gives_tags.is_empty() || !self.takes_tags.is_empty()
    }

    /// Returns `true` if the effect gives or takes this tag.
    pub fn changes_tag(&self, tag: TagId) -> bool {
        self.gives_tags.contains(&tag) || self.takes_tags.contains(&tag)
    }
}

/// A rule about which units may be attached to which.
#[derive(Clone, Debug)]
pub struct Attach {
    /// The rule path, such as `fra/attach/commanders`.
    pub rule_path: String,
    /// The printed name of the attachment.
    pub name: String,
    /// The units that are attached.
    pub who: Selector,
    /// The units that they are attached to.
    pub to: Selector,
    /// How many may be attached to one unit. `None` if there is no limit.
    pub max: Option<u32>,
    /// How far apart the two may be: in one command, or anywhere in the army.
    pub within: AttachReach,
    /// The severity of an attachment without a reason. `None` if no reason is needed.
    pub severity: Option<Severity>,
    /// The rule in the author's words, for messages.
    pub says: Option<String>,
    /// The position of the attachment's id in its file.
    pub span: Span,
}

impl Rules {
    /// Returns the unit type or entry that a list means by a word in this contingent.
    ///
    /// With a book, only its entries are known.
    pub fn find_kind(&self, contingent: ContingentId, word: &str) -> Option<UnitKindId> {
        let own = self.has_book(contingent).then_some(contingent);
        self.kind_names.get(own, word)
    }

    /// Returns the unit type of the ruleset under this id, code or other spelling.
    pub fn find_unit_type(&self, word: &str) -> Option<UnitKindId> {
        self.kind_names.get(None, word)
    }

    /// Returns `true` if the contingent has a book.
    pub fn has_book(&self, contingent: ContingentId) -> bool {
        self.contingents.get(contingent.0).is_some_and(|c| c.book.is_some())
    }

    /// Returns every word that a list may write for a unit in this contingent.
    pub fn kind_names(&self, contingent: ContingentId) -> impl Iterator<Item = (&str, UnitKindId)> {
        let own = self.has_book(contingent).then_some(contingent);
        self.kind_names.iter().filter(move |(at, _, _)| *at == own).map(|(_, word, kind)| (word, kind))
    }

    /// Returns the option that a list means by a word in this contingent.
    pub fn find_option(&self, contingent: ContingentId, word: &str) -> Option<OptionId> {
        self.option_names.get(Some(contingent), word).or_else(|| self.option_names.get(None, word))
    }

    /// Returns the contingent if its book defines this option, or `None` for an option of the ruleset.
    pub fn defining_contingent(&self, contingent: ContingentId, option: OptionId) -> Option<ContingentId> {
        let own = self.option_names.get(Some(contingent), &self.option(option).id);
        (own == Some(option)).then_some(contingent)
    }

    /// Returns every word that a list may write for an option in this contingent.
    pub fn option_names(&self, contingent: ContingentId) -> impl Iterator<Item = &str> {
        self.option_names
            .iter()
            .filter(move |(at, _, _)| at.is_none_or(|c| c == contingent))
            .map(|(_, word, _)| word)
    }

    /// Returns the role with this id or other spelling.
    pub fn find_role(&self, word: &str) -> Option<RoleId> {
        self.role_names.get(word).copied()
    }

    /// Returns every word that a list may write for a role.
    pub fn role_names(&self) -> impl Iterator<Item = &str> {
        self.role_names.keys().map(String::as_str)
    }

    /// Returns the tag of this name.
    pub fn find_tag(&self, word: &str) -> Option<TagId> {
        self.tag_names.get(word).copied()
    }

    /// Returns the name of a tag for people: the one that the contingent's book gives it, else the ruleset's.
    /// `None` if neither names it.
    pub fn tag_noun(&self, contingent: ContingentId, tag: &str) -> Option<&TagNoun> {
        let noun = |at| self.tag_nouns.get(&(at, tag.to_owned())).map(|(noun, _)| noun);
        noun(Some(contingent)).or_else(|| noun(None))
    }

    /// Returns the tags that have names but that nothing has and no rule asks for, with the contingent whose
    /// book names each and the position.
    pub fn unknown_named_tags(&self) -> impl Iterator<Item = (Option<ContingentId>, &str, Span)> {
        let unknown = |tag: &str| !self.tag_names.contains_key(tag);
        let named = self.tag_nouns.iter().map(|((at, tag), (_, span))| (*at, tag.as_str(), *span));
        named.filter(move |(_, tag, _)| unknown(tag))
    }

    /// Returns the stat with this id.
    pub fn find_stat(&self, word: &str) -> Option<StatId> {
        self.stat_names.get(word).copied()
    }

    /// Returns the ruleset's number with this id.
    pub fn find_number(&self, word: &str) -> Option<NumberId> {
        self.number_names.get(word).copied()
    }

    /// Returns the number with this id: one of a contingent's book, or of the ruleset.
    pub fn find_number_in(&self, contingent: Option<ContingentId>, word: &str) -> Option<NumberId> {
        let of_book = contingent.and_then(|own| self.numbers_of_books.get(Some(own), word));
        of_book.or_else(|| self.find_number(word))
    }

    /// Returns the mode with this id.
    pub fn find_mode(&self, word: &str) -> Option<ModeId> {
        self.modes.iter().position(|m| m.id == word).map(ModeId)
    }

    /// Returns the mode of lists that name none: the one marked as the default, else the first.
    pub fn default_mode(&self) -> Option<ModeId> {
        let at = self.modes.iter().position(|m| m.is_default).or((!self.modes.is_empty()).then_some(0));
        at.map(ModeId)
    }

    /// Returns the unit type or entry with this id.
    ///
    /// # Panics
    /// Panics if the id comes from other rules.
    pub fn kind(&self, id: UnitKindId) -> &UnitKind {
        &self.kinds[id.0]
    }

    /// Returns the option with this id.
    ///
    /// # Panics
    /// Panics if the id comes from other rules.
    pub fn option(&self, id: OptionId) -> &OptionRule {
        &self.options[id.0]
    }

    /// Returns `true` if some option adds or removes this tag.
    pub fn is_changed_by_options(&self, tag: TagId) -> bool {
        self.options.iter().any(|option| option.gives_tags.contains(&tag) || option.takes_tags.contains(&tag))
    }

    /// Returns `true` if some effect adds or removes this tag.
    pub fn is_changed_by_effects(&self, tag: TagId) -> bool {
        self.effects.iter().any(|effect| effect.changes_tag(tag))
    }

    /// Returns `true` if whether a unit has this tag may depend on the rest of the army.
    pub fn depends_on_army(&self, tag: TagId) -> bool {
        self.effects.iter().any(|effect| effect.changes_tag(tag) && !effect.when.is_empty())
    }

    /// Returns the unit type that an entry is based on, or the id itself for a unit type.
    pub fn base_kind(&self, id: UnitKindId) -> UnitKindId {
        self.kinds[id.0].unit_type.unwrap_or(id)
    }

    /// Returns the contingent of the ally that the army's book calls by this word.
    pub fn find_ally(&self, word: &str) -> Option<ContingentId> {
        self.contingents.iter().position(|c| c.ally.as_deref() == Some(word)).map(ContingentId)
    }

    /// Formats a stat's value: a number with the pattern in the ruleset's `show`, words as they are. `None` if
    /// there is no value.
    pub fn format_stat(&self, stat: StatId, value: &StatValue) -> Option<String> {
        match value {
            StatValue::Absent => None,
            StatValue::Number(number) => Some(self.format_number_of_stat(stat, *number)),
            StatValue::Words(words) => Some(words.to_string()),
        }
    }

    /// Formats a number of a stat, using the pattern in the ruleset's `show`.
    pub fn format_number_of_stat(&self, stat: StatId, number: Number) -> String {
        let show = self.stats[stat.0].show.as_ref();
        show.map_or_else(|| number.to_string(), |pattern| pattern.replace("{}", &number.to_string()))
    }

    /// Returns every cost of the rules but those of charges. One that is inherited comes again.
    pub fn list_costs(&self) -> impl Iterator<Item = &Cost> {
        let kinds = self
            .kinds
            .iter()
            .flat_map(|kind| kind.cost.iter().chain(kind.parts.iter().filter_map(|part| part.cost.as_ref())));
        let offers =
            self.kinds.iter().map(|kind| &kind.offers).chain(self.purchases.iter().map(|rule| &rule.offers));
        let offers =
            offers.flat_map(compiled_options::OptionOffers::levels).flat_map(|(_, level)| &level.all);
        let offers = offers.filter_map(|offer| offer.cost.as_ref());
        let options = self.options.iter().filter_map(|option| option.cost.as_ref());
        let roles = self.roles.iter().filter_map(|role| role.cost.as_ref());
        kinds.chain(offers).chain(options).chain(roles).chain(&self.optional_cost)
    }

    /// Returns the compiled form of a selector in a formula.
    pub fn formula_selector(&self, ast: &formula::SelectorAst) -> Option<&Selector> {
        self.formula_selectors.iter().find(|(known, _)| known == ast).map(|(_, made)| made)
    }
}
