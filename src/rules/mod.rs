//! A ruleset ready for use: catalogue, selectors, limits, formulas.

pub mod compile;
mod contingent;
mod event;
mod files;
pub mod help;
pub mod ids;
mod known_words;
pub mod library;
pub mod limit;
pub mod limit_text;
pub mod load;
mod notes;
pub mod number;
pub mod option;
pub mod place;
pub mod selector;
mod sources;
pub mod spelling;
pub mod when;

use std::collections::HashMap;

use crate::finding::{Severity, Span};
use crate::format::formula;
use crate::format::number::Number;
use crate::format::ruleset::Within;
use crate::format::words::Thing;

pub use contingent::{BookFacts, Choice, Contingent};
pub use event::{Admitted, Event, RefusedReasons};

use ids::{ContingentId, KindId, ModeId, NumberId, OptionId, RoleId, StatId, TagId};
use known_words::KnownWords;
use limit::Limit;
use number::{NumberRule, TableRule, ValueRule};
use option::{Change, Cost, Kind, OptionRule};
use selector::Selector;
use when::When;

/// A ruleset, the book of one army and the books of its allies, ready to judge a list.
#[derive(Debug, Default)]
pub struct Rules {
    /// The ruleset's id, as lists name it.
    pub id: String,
    /// Its name, as printed.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where it was found: `built in`, or a path.
    pub from: String,
    /// The ids of the rulesets that it extends, nearest first.
    pub extends: Vec<String>,
    /// What is to be printed wherever its values are.
    pub notices: Vec<String>,
    /// Whether the game has points.
    pub has_points: bool,
    /// The ways in which it may be played.
    pub modes: Vec<Mode>,
    /// What an option costs that states no cost.
    pub optional_cost: Option<Cost>,
    /// How much an option weighs that is taken though not offered.
    pub unlisted: Option<Severity>,
    /// The roles that lead a command; nothing in a game without commands.
    pub led_by: Option<Vec<RoleId>>,
    /// How much it weighs when a character starts with a unit of another command.
    pub own_units: Option<Severity>,
    /// What sizes count where a unit type says nothing else.
    pub size_of: Thing,
    /// The unit type that is the baggage.
    pub baggage: Option<KindId>,
    /// The option that is the standard.
    pub standard: Option<OptionId>,
    /// The figures that describe a unit.
    pub stats: Vec<Stat>,
    /// The words by which rules find units.
    pub tags: Vec<String>,
    /// Everything that a unit may add.
    pub options: Vec<OptionRule>,
    /// Unit types and entries.
    pub kinds: Vec<Kind>,
    /// The roles of characters.
    pub roles: Vec<Role>,
    /// The army's own contingent and those of its allies.
    pub contingents: Vec<Contingent>,
    /// What holds for every unit that a selector finds.
    pub effects: Vec<Effect>,
    /// Which units may be attached to which.
    pub attach: Vec<Attach>,
    /// How many, how much or what share there may be.
    pub limits: Vec<Limit>,
    /// Constants, and what a list is asked for.
    pub values: Vec<ValueRule>,
    /// What is worked out and printed.
    pub numbers: Vec<NumberRule>,
    /// The tables.
    pub tables: Vec<TableRule>,
    /// When each note of the ruleset concerns an army, in the order of its notes.
    pub notes_when: Vec<When>,
    /// The event whose terms hold besides.
    pub event: Option<Event>,
    /// SHA-256 over the content of the ruleset and the books.
    pub content: [u8; 32],
    formula_selectors: Vec<(formula::SelectorAst, Selector)>,
    kind_words: KnownWords<KindId>,
    option_words: KnownWords<OptionId>,
    role_words: HashMap<String, RoleId>,
    tag_words: HashMap<String, TagId>,
    stat_words: HashMap<String, StatId>,
    number_words: HashMap<String, NumberId>,
}

/// A way in which the game may be played.
#[derive(Clone, Debug)]
pub struct Mode {
    /// Its id.
    pub id: String,
    /// Its name, as printed.
    pub name: String,
    /// Whether it is meant where a list names none.
    pub default: bool,
}

/// A figure that describes a unit.
#[derive(Clone, Debug)]
pub struct Stat {
    /// Its id.
    pub id: String,
    /// Its name, as printed.
    pub name: String,
    /// Its short form.
    pub abbr: String,
    /// How it is printed, with `{}` for the number.
    pub show: Option<String>,
    /// Whether it is never printed.
    pub hidden: bool,
}

/// A role that a character holds.
#[derive(Clone, Debug)]
pub struct Role {
    /// Its id.
    pub id: String,
    /// Its name in full.
    pub rule: String,
    /// Its name, as printed.
    pub name: String,
    /// What it costs.
    pub cost: Option<Cost>,
    /// What it does to the stats of the unit joined.
    pub change: Change,
    /// Whether a unit gains that once, however many of the role are with it.
    pub once: bool,
    /// Roles that do not go with it.
    pub excludes: Vec<RoleId>,
    /// Where it is written.
    pub span: Span,
}

/// What holds for every unit that a selector finds.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Its name in full.
    pub rule: String,
    /// The units.
    pub selector: Selector,
    /// The contingent it holds for; all without this.
    pub sees: Option<ContingentId>,
    /// What it does.
    pub change: Change,
    /// Where it is written.
    pub span: Span,
}

/// Which units may be attached to which.
#[derive(Clone, Debug)]
pub struct Attach {
    /// Its name in full.
    pub rule: String,
    /// Its name, as printed.
    pub name: String,
    /// Those attached.
    pub who: Selector,
    /// Those they are attached to.
    pub to: Selector,
    /// How many to one unit.
    pub max: Option<u32>,
    /// How far it may reach.
    pub within: Within,
    /// How much it weighs without a reason.
    pub severity: Option<Severity>,
    /// The rule in the author's words.
    pub says: Option<String>,
    /// Where it is written.
    pub span: Span,
}

impl Rules {
    /// The unit type or entry of a word that a list writes in this contingent: with a book only entries.
    pub fn kind(&self, contingent: ContingentId, word: &str) -> Option<KindId> {
        let own = self.has_book(contingent).then_some(contingent);
        self.kind_words.get(own, word)
    }

    /// The unit type of a word of the ruleset.
    pub fn unit_type(&self, word: &str) -> Option<KindId> {
        self.kind_words.get(None, word)
    }

    /// Whether a contingent has a book.
    pub fn has_book(&self, contingent: ContingentId) -> bool {
        self.contingents.get(contingent.0).is_some_and(|c| c.book.is_some())
    }

    /// Every word that a list may write for a unit in this contingent.
    pub fn kind_words(&self, contingent: ContingentId) -> impl Iterator<Item = (&str, KindId)> {
        let own = self.has_book(contingent).then_some(contingent);
        self.kind_words.iter().filter(move |(at, _, _)| *at == own).map(|(_, word, kind)| (word, kind))
    }

    /// The option of a word that a list writes in this contingent.
    pub fn option(&self, contingent: ContingentId, word: &str) -> Option<OptionId> {
        self.option_words.get(Some(contingent), word).or_else(|| self.option_words.get(None, word))
    }

    /// The contingent itself if its book has made this option; `None` for an option of the ruleset.
    pub fn maker_of(&self, contingent: ContingentId, option: OptionId) -> Option<ContingentId> {
        let own = self.option_words.get(Some(contingent), &self.option_of(option).id);
        (own == Some(option)).then_some(contingent)
    }

    /// Every word that a list may write for an option in this contingent.
    pub fn option_words(&self, contingent: ContingentId) -> impl Iterator<Item = &str> {
        self.option_words
            .iter()
            .filter(move |(at, _, _)| at.is_none_or(|c| c == contingent))
            .map(|(_, word, _)| word)
    }

    /// The role of a word.
    pub fn role(&self, word: &str) -> Option<RoleId> {
        self.role_words.get(word).copied()
    }

    /// Every word for a role.
    pub fn role_words(&self) -> impl Iterator<Item = &str> {
        self.role_words.keys().map(String::as_str)
    }

    /// The tag of a word.
    pub fn tag(&self, word: &str) -> Option<TagId> {
        self.tag_words.get(word).copied()
    }

    /// The stat of a word.
    pub fn stat(&self, word: &str) -> Option<StatId> {
        self.stat_words.get(word).copied()
    }

    /// The number of a word.
    pub fn number(&self, word: &str) -> Option<NumberId> {
        self.number_words.get(word).copied()
    }

    /// The mode of a word.
    pub fn mode(&self, word: &str) -> Option<ModeId> {
        self.modes.iter().position(|m| m.id == word).map(ModeId)
    }

    /// The mode meant where a list names none.
    pub fn default_mode(&self) -> Option<ModeId> {
        let at = self.modes.iter().position(|m| m.default).or((!self.modes.is_empty()).then_some(0));
        at.map(ModeId)
    }

    /// A unit type or entry.
    ///
    /// # Panics
    /// Never for an id that these rules gave.
    pub fn kind_of(&self, id: KindId) -> &Kind {
        &self.kinds[id.0]
    }

    /// An option.
    ///
    /// # Panics
    /// Never for an id that these rules gave.
    pub fn option_of(&self, id: OptionId) -> &OptionRule {
        &self.options[id.0]
    }

    /// Whether an option gives or takes a tag.
    pub fn is_changed_by_options(&self, tag: TagId) -> bool {
        self.options.iter().any(|option| option.gives.contains(&tag) || option.takes.contains(&tag))
    }

    /// The unit type of the ruleset under a kind; itself for a unit type.
    pub fn base_of(&self, id: KindId) -> KindId {
        self.kinds[id.0].unit.unwrap_or(id)
    }

    /// The contingent of an ally's word.
    pub fn ally(&self, word: &str) -> Option<ContingentId> {
        self.contingents.iter().position(|c| c.ally.as_deref() == Some(word)).map(ContingentId)
    }

    /// The stat's value where a unit type says nothing is held in [`Kind::stats`] already; this is how a
    /// number of it is printed.
    pub fn show_stat(&self, stat: StatId, value: Number) -> String {
        self.stats[stat.0]
            .show
            .as_ref()
            .map_or_else(|| value.to_string(), |s| s.replace("{}", &value.to_string()))
    }

    /// The selector that was made of one in a formula.
    pub fn formula_selector(&self, ast: &formula::SelectorAst) -> Option<&Selector> {
        self.formula_selectors.iter().find(|(known, _)| known == ast).map(|(_, made)| made)
    }
}
