//! The format of lists: one player's army.

use schemars::JsonSchema;

use crate::read::{Located, Map, by_kind, record};

use super::read_exact_numbers::Number;
use super::shared_types::OneOrMore;
use super::words_for_sheets::{CommandColour, Numeral};
use super::years::Year;

/// One player's army, checked against a ruleset. It needs `army`, `ruleset` and `units` (or `commands` with
/// units in each). Example: `army: Hanno at Cissa`, `ruleset: fra`, `units: [{unit: spears}]`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(title = "Muster army list")]
pub struct List {
    /// The name of the army; free text. Example: `army: Hannibal in Italy`.
    pub army: Located<String>,
    /// The game, by the id of its ruleset. `muster rules` lists the known ones. Example: `ruleset: fra`.
    pub ruleset: Located<String>,
    /// The units of an army without commands. Example: `units: [{unit: spears, name: Libyans, count: 2}]`.
    pub units: Option<Located<Vec<Located<Unit>>>>,
    /// The size that both sides agreed on, in points. Example: `points: 1000`.
    pub points: Option<Located<Number>>,
    /// The year the army takes the field. Troops and options may have years of their own. Example: `date:
    /// 218 BC`.
    pub date: Option<Located<Year>>,
    /// The characters of an army without commands. Example: `characters: [{role: general, name: Hanno, with:
    /// Libyans}]`.
    pub characters: Option<Located<Vec<Located<Character>>>>,
    /// The parts of the army, each under one leader. An army without commands has `units` instead; both at
    /// once is an error.
    pub commands: Option<Located<Vec<Located<Command>>>>,
    /// Whether an army without commands has baggage: `baggage: true`, or `baggage: {options: [fortified]}`.
    pub baggage: Option<Located<Baggage>>,
    /// What the army buys that is for no unit; an army without commands also what a command buys. Example: `options:
    /// [ambush]`.
    pub options: Vec<Located<ListedOption>>,
    /// The book that says what this army of history may field, by its id. Without a book, every unit of the
    /// game may be taken. `muster rules` lists the books. Example: `book: carthage-italy`.
    pub book: Option<Located<String>>,
    /// The way the game is played and priced, if it has several. Defaults to the ruleset's default mode.
    /// Example: `mode: points`.
    pub mode: Option<Located<String>>,
    /// The unit that carries the battle standard, by its name in this list. Example: `standard: African
    /// veterans`.
    pub standard: Option<Located<String>>,
    /// Who plays the army; printed on the sheets. Example: `player: A. Player`.
    pub player: Option<Located<String>>,
    /// The player's club; printed on the sheets. Example: `club: The Tuesday club`.
    pub club: Option<Located<String>>,
    /// Free text, printed on the sheets. Example: `notes: Scipio comes from the sea.`
    pub notes: Option<Located<String>>,
    /// Answers to the questions that the army's book asks. One that follows from the date may be left out.
    /// An ally's command answers for the ally's book. Example: `choose: {campaign: italy}`.
    pub choose: Map<Located<String>>,
    /// `true` while the list is unfinished: minimums not met yet are notes, not errors.
    pub draft: Option<Located<bool>>,
    /// What you worked out yourself. It is compared with the true total and changes nothing. Example:
    /// `declares: {points: 985}`.
    pub declares: Option<Declares>,
    /// Units that are brought but not fielded. Written like `units`; they do not count, and their cost is
    /// shown on its own.
    pub reserves: Vec<Located<Unit>>,
}
record! {
    List, "a list with at least army, ruleset and units":
    army, ruleset, units, points, date, characters, commands, baggage, options, book, mode, standard, player, club,
    notes, choose, draft, declares, reserves
}

/// What the player worked out, to be compared with the true total. Example: `{points: 985}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Declares {
    /// The cost of the whole army in points, as you added it up. Example: `points: 985`.
    pub points: Located<Number>,
}
record! { Declares, "what you worked out, such as {points: 985}": points }

/// A part of the army under one leader. Example: `{name: Left wing, commander: {role: sub-general, with:
/// Numidians}, units: [{unit: LC, name: Numidians}]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Command {
    /// The name of the command, by which others can refer to it. Example: `name: Left wing`.
    pub name: Option<Located<String>>,
    /// The kind of command, by its id, if the game has several. Example: `kind: patrol`.
    pub kind: Option<Located<String>>,
    /// Who leads the command. Example: `commander: {role: general, name: Hanno, with: Libyans}`.
    pub commander: Option<Located<Character>>,
    /// Further characters with this command. Example: `characters: [{role: sub-general, name: Mago}]`.
    pub characters: Vec<Located<Character>>,
    /// The units of the command. Example: `units: [{unit: spears, name: Libyans}]`.
    pub units: Vec<Located<Unit>>,
    /// `true` for baggage of its own, `{shared-with: COMMAND}` if that is placed with another command's,
    /// `{options: […]}` for what it adds.
    pub baggage: Option<Located<Baggage>>,
    /// What the command buys that is for no unit. Example: `options: [good]`.
    pub options: Vec<Located<ListedOption>>,
    /// The unit of this command that carries the battle standard, by its name. Example: `standard:
    /// Triarii`.
    pub standard: Option<Located<String>>,
    /// The ally that this command is, by the word that the book has for it. Example: `ally: numidia`.
    pub ally: Option<Located<String>>,
    /// The agreed size of an ally, in points; a part of the army's own. Example: `points: 200`.
    pub points: Option<Located<Number>>,
    /// Answers to the questions that the ally's book asks. One that follows from the date may be left out.
    /// The army's own answers are at the top of the list. Example: `choose: {campaign: winter}`.
    pub choose: Map<Located<String>>,
    /// Commands within this one, if the game has such kinds. Whatever is in them is in this command too.
    /// Example: `commands: [{name: Scouts, kind: patrol, units: [{unit: LC}]}]`.
    pub commands: Vec<Located<Command>>,
    /// Its colour on sheets, 1 to 6: blue, rust, green, purple, ochre, grey. By default the commands have them in this
    /// order. Example: `colour: 2`.
    pub colour: Option<Located<CommandColour>>,
    /// Its numeral on sheets. By default I, II, III and so on. Example: `numeral: IV`.
    pub numeral: Option<Located<Numeral>>,
    /// Free text about the command, printed on the sheets. Example: `notes: Starts in the wood.`
    pub notes: Option<Located<String>>,
}
record! {
    Command, "a command with a commander and units":
    name, colour, numeral, kind, commander, characters, units, baggage, options, standard, ally, points, choose, commands, notes
}

/// A person of rank: a role and a name, or an entry of the book. Example: `{role: general, name: Hannibal
/// Barca, with: African veterans}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Character {
    /// The entry of the book, or the unit type, of a character who has one. Example: `unit: hannibal`.
    pub unit: Option<Located<String>>,
    /// The role that the character holds. Needed unless an entry allows only one. Example: `role: general`.
    pub role: Option<Located<String>>,
    /// The character's name, as printed. Example: `name: Hannibal Barca`.
    pub name: Option<Located<String>>,
    /// The unit that the character joins, by its name in this list. Example: `with: African veterans`.
    pub with: Option<Located<String>>,
    /// What a character who is bought like a unit adds. Example: `options: [shield]`.
    pub options: Vec<Located<ListedOption>>,
    /// Values that the game asks for, of a character who is bought like a unit, by their ids. Example:
    /// `values: {front: 1}`.
    pub values: Map<Located<Number>>,
    /// Bodies that a character who is bought like a unit has with them, such as a mount, each by its word with its
    /// size, or size and options. Example: `parts: {mount: {size: 1, options: [barding]}}`.
    pub parts: Map<Part>,
    /// Free text about the character, printed on the sheets. Example: `notes: One eye.`
    pub notes: Option<Located<String>>,
}
record! {
    Character, "a character, such as {role: general, name: Hannibal Barca, with: Libyans}":
    unit, role, name, with, options, values, parts, notes
}

/// A unit, or several identical units with `count`. Example: `{unit: spears, name: Libyans, count: 2,
/// options: [shieldwall]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Unit {
    /// What kind of troops it is: an id, a code or another spelling of the game's; with a book, one of its
    /// entries. Example: `unit: spears`.
    pub unit: Located<String>,
    /// Returns the name of the unit. Two units may have the same name as long as nothing refers to it.
    /// Example: `name: Libyans`.
    pub name: Option<Located<String>>,
    /// Options that the unit takes: words, or words with the details that they need. Example: `options:
    /// [shieldwall, elite: [melee, rally], javelin: 8]`.
    pub options: Vec<Located<ListedOption>>,
    /// How many identical units there are, not the number of models. Defaults to 1. Example: `count: 2`.
    pub count: Option<Located<u32>>,
    /// How many models, elements or bases each unit has, if the game does not fix it. Example: `size: 20`.
    pub size: Option<Located<u32>>,
    /// Values that the game asks for, by their ids. Example: `values: {front: 8}`.
    pub values: Map<Located<Number>>,
    /// Bodies inside the unit, each by its word with its size, or size and options. Example: `parts: {crew:
    /// 4}`.
    pub parts: Map<Part>,
    /// The unit that it joins, by its name, or the name with a reason. Example: `attached-to: Balearic
    /// slingers`.
    pub attached_to: Option<AttachedTo>,
    /// The role that the unit itself holds, so that no separate character is needed. Example: `role:
    /// general`.
    pub role: Option<Located<String>>,
    /// Free text about the unit, printed on the sheets. Example: `notes: Old men.`
    pub notes: Option<Located<String>>,
}
record! {
    Unit, "a unit, such as {unit: SP, name: Libyans, options: [javelin]}":
    unit, name, options, count, size, values, parts, attached_to, role, notes
}

/// A body inside a unit: its size, such as `4`, or its size and options, such as `{size: 4, options:
/// [short-bow]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "Part")]
pub enum Part {
    /// How many models, elements or bases it has, such as `4`.
    Size(Located<u32>),
    /// Its size and what it adds, such as `{size: 4, options: [short-bow]}`.
    More(Box<PartTerms>),
}
by_kind! { Part: Scalar => Size, Map => More }

/// The size and the options of a body inside a unit. Example: `{size: 4, options: [short-bow]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct PartTerms {
    /// How many models, elements or bases the body has. Example: `size: 4`.
    pub size: Located<u32>,
    /// What the body adds to its type. Example: `options: [short-bow]`.
    pub options: Vec<Located<ListedOption>>,
}
record! { PartTerms, "a part, such as {size: 4, options: [bow]}": size, options }

/// The unit that is joined: its name, or its name and the reason why.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "AttachedTo")]
pub enum AttachedTo {
    /// The unit's name in this list, such as `Balearic slingers`.
    Name(Located<String>),
    /// The unit's name with a reason, such as `{unit: Libyans, because: "they always did"}`.
    Because(AttachedBecause),
}
by_kind! { AttachedTo: Scalar => Name, Map => Because }

/// The unit that is joined and the reason why, if the game needs one. Example: `{unit: Libyans, because:
/// "they always did"}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct AttachedBecause {
    /// The name in this list of the unit that is joined. Example: `unit: Libyans`.
    pub unit: Located<String>,
    /// The reason, printed with it. Example: `because: "they always did"`.
    pub because: Option<Located<String>>,
}
record! { AttachedBecause, "a unit's name, or {unit: NAME, because: …}": unit, because }

impl List {
    /// Returns every command, those within others too, in the order of the file.
    pub fn all_commands(&self) -> Vec<&Located<Command>> {
        fn collect<'l>(commands: &'l [Located<Command>], all: &mut Vec<&'l Located<Command>>) {
            for command in commands {
                all.push(command);
                collect(&command.value.commands, all);
            }
        }
        let mut all = Vec::new();
        collect(self.commands.as_ref().map_or(&[], |commands| &commands.value), &mut all);
        all
    }

    /// Returns `true` if the list says that it is unfinished.
    pub fn is_draft(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.value)
    }
}

impl AttachedTo {
    /// Returns the name of the unit.
    pub fn name(&self) -> &Located<String> {
        match self {
            Self::Name(name) => name,
            Self::Because(more) => &more.unit,
        }
    }

    /// Returns the reason. `None` if none is given.
    pub fn because(&self) -> Option<&Located<String>> {
        match self {
            Self::Name(_) => None,
            Self::Because(more) => more.because.as_ref(),
        }
    }
}

/// Whether there is baggage: `true`, `false`, or its details.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(with = "BaggageSchema", rename = "Baggage")]
pub enum Baggage {
    /// There is baggage, without further details.
    Own,
    /// There is none, which is also the default.
    None,
    /// Baggage with options, or placed with another command's.
    More(BaggageTerms),
}
by_kind! { Baggage: True => Own, False => None, FilledMap => More }

/// Whether there is baggage: `true`, `false`, or its details.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Baggage")]
#[expect(dead_code, reason = "only its schema is used")]
enum BaggageSchema {
    /// `true`: there is baggage. `false`: there is none, which is also the default.
    Word(bool),
    /// Baggage with options, or placed with another command's, such as `{shared-with: Left wing}`.
    More(BaggageTerms),
}

/// Details of baggage. Example: `{options: [fortified]}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct BaggageTerms {
    /// The command, by its name, whose baggage this is placed with. Example: `shared-with: African foot`.
    pub shared_with: Option<Located<String>>,
    /// What the baggage adds. Example: `options: [fortified]`.
    pub options: Vec<Located<ListedOption>>,
}
record! { BaggageTerms, "true, or {shared-with: COMMAND}": shared_with, options }

/// An option: its word, such as `shieldwall`, or its word with the details that it needs, such as `elite:
/// [melee, rally]`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "OptionTaken")]
pub enum ListedOption {
    /// The word of the option alone, such as `shieldwall`.
    Word(Located<String>),
    /// The word with the details that the option needs, such as `elite: [melee, rally]` or `javelin: 8`.
    With(Map<OptionDetail>),
}
by_kind! { ListedOption: Scalar => Word, FilledMap => With }

/// The details that an option needs: where its marks go, whom it names, how many models take it, how many times, what
/// is added to it, or several of these.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "OptionDetail")]
pub enum OptionDetail {
    /// One place, one name or one number, such as `veteran: melee`, `unsteady: elephants` or `javelin: 8`.
    Word(Located<String>),
    /// Several places or names, such as `elite: [melee, rally]`.
    Words(Vec<Located<String>>),
    /// Several details, each under its key, such as `fear: {names: cavalry, because: "Herodotus 1.80"}`.
    More(Box<DetailTerms>),
}
by_kind! { OptionDetail: Scalar => Word, FilledSeq => Words, FilledMap => More }

impl DetailTerms {
    /// Returns `true` if nothing is said of the option itself but that it is had once.
    pub fn says_no_more_than_once(&self) -> bool {
        let Self { places, names, some, times, options: _, because } = self;
        let is_once = times.as_ref().is_none_or(|times| times.value == 1);
        is_once && places.is_none() && names.is_none() && some.is_none() && because.is_none()
    }
}

/// The details that an option needs, each under its key. Example: `{names: cavalry, because: "Herodotus
/// 1.80"}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "OptionDetails")]
pub struct DetailTerms {
    /// The stats that the marks go to, one for each mark. Example: `places: [melee, rally]`.
    pub places: Option<OneOrMore>,
    /// Whom or what the option names. Example: `names: cavalry`.
    pub names: Option<OneOrMore>,
    /// How many models take the option, if only some of them do. Example: `some: 8`.
    pub some: Option<Located<u32>>,
    /// How many times the unit has the option, or with an option that is bought for each model, each of them.
    /// Example: `times: 2`.
    pub times: Option<Located<u32>>,
    /// What is added to the option itself. Example: `options: [barding]`.
    pub options: Vec<Located<ListedOption>>,
    /// The reason for an unusual option; it is printed, and settles a warning. Example: `because: "Spanish
    /// horse at Ilipa"`.
    pub because: Option<Located<String>>,
}
record! {
    DetailTerms, "what the option asks for, such as {names: cavalry, because: …}":
    places, names, some, times, options, because
}
