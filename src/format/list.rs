//! A list: one player's army.

use schemars::JsonSchema;

use crate::read::{Located, Map, by_kind, record};

use super::date::Year;
use super::number::Number;
use super::words::Words;

/// One player's army, checked against a ruleset. It needs `army`, `ruleset` and `units` (or `commands` with
/// units in each). Example: `army: Hanno at Cissa`, `ruleset: fra`, `units: [{unit: spears}]`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(title = "Muster army list")]
pub struct List {
    /// The name of the army; free text. Example: `army: Hannibal in Italy`.
    pub army: Located<String>,
    /// The game, by the id of its ruleset. `muster rules` names those known. Example: `ruleset: fra`.
    pub ruleset: Located<String>,
    /// The units of an army without commands. Example: `units: [{unit: spears, name: Libyans, count: 2}]`.
    pub units: Option<Located<Vec<Located<Unit>>>>,
    /// The size that both sides agreed on, in points. Example: `points: 1000`.
    pub points: Option<Located<Number>>,
    /// The year the army takes the field. Troops and options may have years of their own. Example: `date:
    /// 218 BC`.
    pub date: Option<Located<Year>>,
    /// The persons of rank of an army without commands. Example: `characters: [{role: general, name: Hanno,
    /// with: Libyans}]`.
    pub characters: Option<Located<Vec<Located<Character>>>>,
    /// The parts of the army, each under one person. An army without commands has `units` here instead;
    /// both at once is an error.
    pub commands: Option<Located<Vec<Located<Command>>>>,
    /// Whether an army without commands has baggage: `baggage: true`, or `baggage: {options: [fortified]}`.
    pub baggage: Option<Located<Baggage>>,
    /// The book that says what this army of history may field, by its id. Without it every unit of the game
    /// is open. `muster rules` names the books. Example: `book: carthage-italy`.
    pub book: Option<Located<String>>,
    /// The way the game is played and priced, where it has several; without this its default. Example:
    /// `mode: points`.
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
    /// `true` while the list is not finished: what is not reached yet is then a note and no error.
    pub draft: Option<Located<bool>>,
    /// What you worked out yourself. It is compared with the true total and changes nothing. Example:
    /// `declares: {points: 985}`.
    pub declares: Option<Declares>,
    /// Units that are brought but are not part of the army today. Written like `units`; they have a cost of
    /// their own and do not count.
    pub reserves: Vec<Located<Unit>>,
}
record! {
    List, "a list with at least army, ruleset and units":
    army, ruleset, units, points, date, characters, commands, baggage, book, mode, standard, player, club,
    notes, choose, draft, declares, reserves
}

/// What the player worked out, to be compared with what the program finds. Example: `{points: 985}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Declares {
    /// The cost of the whole army in points, as you added it up. Example: `points: 985`.
    pub points: Located<Number>,
}
record! { Declares, "what you worked out, such as {points: 985}": points }

/// A part of the army under one person. Example: `{name: Left wing, commander: {role: sub-general, with:
/// Numidians}, units: [{unit: LC, name: Numidians}]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Command {
    /// What the command is called; others may point at it. Example: `name: Left wing`.
    pub name: Option<Located<String>>,
    /// Who leads the command. Example: `commander: {role: general, name: Hanno, with: Libyans}`.
    pub commander: Option<Located<Character>>,
    /// Further persons of rank with this command. Example: `characters: [{role: sub-general, name: Mago}]`.
    pub characters: Vec<Located<Character>>,
    /// The units of the command. Example: `units: [{unit: spears, name: Libyans}]`.
    pub units: Vec<Located<Unit>>,
    /// `true` for baggage of its own, `{shared-with: COMMAND}` for baggage of its own that stands with
    /// another command's, `{options: […]}` for what it adds.
    pub baggage: Option<Located<Baggage>>,
    /// The unit of this command that carries the battle standard, by its name. Example: `standard:
    /// Triarii`.
    pub standard: Option<Located<String>>,
    /// The ally that this command is, by the word that the book gives it. Example: `ally: numidia`.
    pub ally: Option<Located<String>>,
    /// The agreed size of an ally, in points; a part of the army's own. Example: `points: 200`.
    pub points: Option<Located<Number>>,
    /// Answers to the questions that the ally's book asks. One that follows from the date may be left out.
    /// The army's own answers stand at the top of the list. Example: `choose: {campaign: winter}`.
    pub choose: Map<Located<String>>,
    /// Free text about the command, printed on the sheets. Example: `notes: Starts in the wood.`
    pub notes: Option<Located<String>>,
}
record! {
    Command, "a command with a commander and units":
    name, commander, characters, units, baggage, standard, ally, points, choose, notes
}

/// A person of rank: a role and a name, or an entry of the book. Example: `{role: general, name: Hannibal
/// Barca, with: African veterans}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Character {
    /// The entry of the book, or the unit type, of a person who has one. Example: `unit: hannibal`.
    pub unit: Option<Located<String>>,
    /// The role that the person holds. Needed unless an entry allows one only. Example: `role: general`.
    pub role: Option<Located<String>>,
    /// What the person is called; printed. Example: `name: Hannibal Barca`.
    pub name: Option<Located<String>>,
    /// The unit that the person joins, by its name in this list. Example: `with: African veterans`.
    pub with: Option<Located<String>>,
    /// What a person adds who is bought like a unit. Example: `options: [shield]`.
    pub options: Vec<Located<Taken>>,
    /// What the game asks of a person who is bought like a unit, by its word. Example: `values: {front:
    /// 1}`.
    pub values: Map<Located<Number>>,
    /// Free text about the person, printed on the sheets. Example: `notes: One eye.`
    pub notes: Option<Located<String>>,
}
record! {
    Character, "a character, such as {role: general, name: Hannibal Barca, with: Libyans}":
    unit, role, name, with, options, values, notes
}

/// A unit, or with `count` several alike. Example: `{unit: spears, name: Libyans, count: 2, options:
/// [shieldwall]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Unit {
    /// What kind of troops it is: the id, the code or another spelling of the game's; with a book, one of
    /// its entries. Example: `unit: spears`.
    pub unit: Located<String>,
    /// What the unit is called. Two of one name are fine until something points at the name. Example:
    /// `name: Libyans`.
    pub name: Option<Located<String>>,
    /// What the unit adds to its type: words, or words with what they ask for. Example: `options:
    /// [shieldwall, elite: [melee, rally], javelin: 8]`.
    pub options: Vec<Located<Taken>>,
    /// How many units alike there are; 1 without this. It is not the number of models. Example: `count: 2`.
    pub count: Option<Located<u32>>,
    /// How many models, elements or bases each unit has, where the game does not fix it. Example: `size:
    /// 20`.
    pub size: Option<Located<u32>>,
    /// What the game asks of the unit, by its word. Example: `values: {front: 8}`.
    pub values: Map<Located<Number>>,
    /// Bodies inside the unit, each by its word with its size, or size and options. Example: `parts: {crew:
    /// 4}`.
    pub parts: Map<Part>,
    /// The unit that it joins, by its name, or the name with a reason. Example: `attached-to: Balearic
    /// slingers`.
    pub attached_to: Option<AttachedTo>,
    /// The role that the unit itself holds, so that no separate person is needed. Example: `role: general`.
    pub role: Option<Located<String>>,
    /// Free text about the unit, printed on the sheets. Example: `notes: Old men.`
    pub notes: Option<Located<String>>,
}
record! {
    Unit, "a unit, such as {unit: SP, name: Libyans, options: [javelin]}":
    unit, name, options, count, size, values, parts, attached_to, role, notes
}

/// A body inside a unit: its size as `4`, or its size and options as `{size: 4, options: [short-bow]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "Part")]
pub enum Part {
    /// How many models, elements or bases it has, as `4`.
    Size(Located<u32>),
    /// Its size and what it adds, as `{size: 4, options: [short-bow]}`.
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
    pub options: Vec<Located<Taken>>,
}
record! { PartTerms, "a part, such as {size: 4, options: [bow]}": size, options }

/// The unit that is joined: its name, or its name and the reason why.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "AttachedTo")]
pub enum AttachedTo {
    /// The unit's name as it stands in this list, as `Balearic slingers`.
    Name(Located<String>),
    /// The unit's name with a reason, as `{unit: Libyans, because: "they always did"}`.
    Because(AttachedBecause),
}
by_kind! { AttachedTo: Scalar => Name, Map => Because }

/// The unit that is joined and the reason why, where the game wants one. Example: `{unit: Libyans, because:
/// "they always did"}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct AttachedBecause {
    /// The name of the unit that is joined, as it stands in this list. Example: `unit: Libyans`.
    pub unit: Located<String>,
    /// The reason, printed with it. Example: `because: "they always did"`.
    pub because: Option<Located<String>>,
}
record! { AttachedBecause, "a unit's name, or {unit: NAME, because: …}": unit, because }

impl List {
    /// Whether the list says that it is not finished.
    pub fn is_draft(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.value)
    }
}

impl AttachedTo {
    /// The unit's name.
    pub fn name(&self) -> &Located<String> {
        match self {
            Self::Name(name) => name,
            Self::Because(more) => &more.unit,
        }
    }

    /// The reason given.
    pub fn because(&self) -> Option<&Located<String>> {
        match self {
            Self::Name(_) => None,
            Self::Because(more) => more.because.as_ref(),
        }
    }
}

/// Whether there is baggage: `true`, `false`, or what is to be said of it.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(with = "BaggageSchema", rename = "Baggage")]
pub enum Baggage {
    /// There is baggage, nothing more to say.
    Own,
    /// There is none, the same as leaving the key out.
    None,
    /// Baggage with options, or that stands with another command's.
    More(BaggageTerms),
}
by_kind! { Baggage: True => Own, False => None, FilledMap => More }

/// Whether there is baggage: `true`, `false`, or what is to be said of it.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Baggage")]
#[expect(dead_code, reason = "only its schema is used")]
enum BaggageSchema {
    /// `true`: there is baggage. `false`: there is none, the same as leaving the key out.
    Word(bool),
    /// Baggage with options, or that stands with another command's, as `{shared-with: Left wing}`.
    More(BaggageTerms),
}

/// What is to be said of baggage. Example: `{options: [fortified]}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct BaggageTerms {
    /// The command, by its name, whose baggage this stands with. Example: `shared-with: African foot`.
    pub shared_with: Option<Located<String>>,
    /// What the baggage adds. Example: `options: [fortified]`.
    pub options: Vec<Located<Taken>>,
}
record! { BaggageTerms, "true, or {shared-with: COMMAND}": shared_with, options }

/// An option: its word, as `shieldwall`, or its word with what it asks for, as `elite: [melee, rally]`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "OptionTaken")]
pub enum Taken {
    /// The word of the option alone, as `shieldwall`.
    Word(Located<String>),
    /// The word with what the option asks for, as `elite: [melee, rally]` or `javelin: 8`.
    With(Map<Detail>),
}
by_kind! { Taken: Scalar => Word, FilledMap => With }

/// What an option asks for: where its marks go, whom it names, how many models take it, or several of
/// these.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "OptionDetail")]
pub enum Detail {
    /// One place, one name or one number, as in `veteran: melee`, `unsteady: elephants` or `javelin: 8`.
    Word(Located<String>),
    /// Several places or names, as in `elite: [melee, rally]`.
    Words(Vec<Located<String>>),
    /// Several things, each by its name, as in `fear: {names: cavalry, because: "Herodotus 1.80"}`.
    More(Box<DetailTerms>),
}
by_kind! { Detail: Scalar => Word, FilledSeq => Words, FilledMap => More }

/// What an option asks for, each by its name. Example: `{names: cavalry, because: "Herodotus 1.80"}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "OptionDetails")]
pub struct DetailTerms {
    /// The stats that the marks go to, one for each mark. Example: `places: [melee, rally]`.
    pub places: Option<Words>,
    /// Whom or what the option names. Example: `names: cavalry`.
    pub names: Option<Words>,
    /// How many models take the option, where a part of them may. Example: `some: 8`.
    pub some: Option<Located<u32>>,
    /// Why an unusual option is there; printed, and it settles a warning. Example: `because: "Spanish horse
    /// at Ilipa"`.
    pub because: Option<Located<String>>,
}
record! {
    DetailTerms, "what the option asks for, such as {names: cavalry, because: …}":
    places, names, some, because
}
