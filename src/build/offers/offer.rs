//! What an offer says.

use crate::check::report::Verdict;
use crate::exact_number::Number;

use super::super::edits::ListEdit;
use super::super::trial::TrialResult;

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfferKind {
    /// A unit of an entry is added.
    Add,
    /// A row has one unit more or one fewer.
    Count,
    /// The units of a row have another size.
    Size,
    /// An option is taken or dropped.
    Take,
    /// A row becomes another entry.
    Unit,
    /// A row has another role.
    Role,
    /// A character joins a unit, or a unit another.
    Join,
    /// A body inside a unit has another size.
    Part,
    /// Someone leads the command.
    Commander,
    /// A character is added.
    Character,
    /// The command has baggage or none.
    Baggage,
    /// A unit carries the standard.
    Standard,
    /// A command of an ally is added.
    Ally,
    /// A command is added.
    Command,
    /// A command is of another kind.
    CommandKind,
    /// A question of the book is answered.
    Choose,
}

impl OfferKind {
    /// Every kind, with its word in JSON, in the order in which offers come.
    pub const WORDS: [(Self, &'static str); 16] = [
        (Self::Add, "add"),
        (Self::Count, "count"),
        (Self::Size, "size"),
        (Self::Take, "take"),
        (Self::Unit, "unit"),
        (Self::Role, "role"),
        (Self::Join, "join"),
        (Self::Part, "part"),
        (Self::Commander, "commander"),
        (Self::Character, "character"),
        (Self::Baggage, "baggage"),
        (Self::Standard, "standard"),
        (Self::Ally, "ally"),
        (Self::Command, "command"),
        (Self::CommandKind, "kind"),
        (Self::Choose, "choose"),
    ];

    /// Returns the word of the kind in JSON.
    pub fn as_str(self) -> &'static str {
        Self::WORDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }
}

/// Something that may be done at a place of a list.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The same over edits: the place, the kind and the word.
    pub id: String,
    /// The kind of change.
    pub kind: OfferKind,
    /// The entry, option, role and the like, as a list writes it.
    pub word: Option<String>,
    /// What it is, for people.
    pub name: String,
    /// The heading that it stands under.
    pub group: Option<String>,
    /// Offers of the same choice exclude each other.
    pub choice: Option<String>,
    /// Whether it is so already. The edits then take it back.
    pub taken: bool,
    /// What it costs.
    pub price: OfferPrice,
    /// Why it is not to be had on the list's terms, such as its date.
    pub closed: Option<String>,
    /// What the option asks for, which the edits fill in with the first that has an effect.
    pub asks: Option<OfferAsks>,
    /// The edits as one step, for people.
    pub step: String,
    /// The edits. `None` if what is taken cannot be taken back.
    pub edits: Option<Vec<ListEdit>>,
    /// What the edits lead to. `None` if they were not tried, or are refused.
    pub result: Option<TrialResult>,
    /// Where something stops it, the one further step after which nothing does.
    pub then: Option<NextStep>,
}

/// What an offer costs, in points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferPrice {
    /// The price of one. `None` if it is not known, or the game has no points.
    pub each: Option<Number>,
    /// For how many it is paid.
    pub times: u32,
    /// The parts of `each` that always come along, with their names.
    pub with: Vec<(String, Number)>,
}

impl OfferPrice {
    /// Returns the whole price. `None` if it is not known.
    pub fn sum(&self) -> Option<Number> {
        self.each?.checked_mul(i64::from(self.times).into())
    }
}

/// What an option asks a list for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfferAsks {
    /// The number of marks to place.
    pub marks: Option<u32>,
    /// The stats that may take a mark, of those that the unit has.
    pub among: Vec<String>,
    /// What may be named.
    pub names: Vec<String>,
    /// Whether only some of the unit may take it.
    pub some: bool,
    /// How many times it may be had. `None` if only once.
    pub times: Option<u32>,
}

/// A step that can be taken, and what it leads to.
#[derive(Clone, Debug)]
pub struct NextStep {
    /// The step, for people.
    pub step: String,
    /// The edits, to be made as one batch.
    pub edits: Vec<ListEdit>,
    /// The points of the army after it.
    pub total: Option<Number>,
    /// How far the army then exceeds its size.
    pub over: Number,
    /// The verdict after it.
    pub verdict: Verdict,
}

impl NextStep {
    /// Returns the step that these edits make, with what they were found to lead to.
    pub fn new(step: String, edits: Vec<ListEdit>, result: &TrialResult) -> Self {
        Self { step, edits, total: result.total, over: result.over, verdict: result.verdict }
    }
}
