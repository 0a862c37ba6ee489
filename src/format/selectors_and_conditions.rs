//! The format of selectors, dates and conditions: which units a rule is about, and when it applies.

use schemars::JsonSchema;

use crate::read::{Located, Map, by_kind, record};

use super::read_exact_numbers::Number;
use super::shared_types::{AlikeCounting, AttachedCounting, OneOrMore, RuleSeverity};
use super::years::Year;

/// Which units a rule is about. All keys must hold; a list under a key means any of its words. `{}` matches
/// every unit. Only `role` matches characters. Example: `{tag: foot, not: {unit: skirmishers}}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Selector {
    /// Ids of unit types of the ruleset. Example: `unit: [spears, warband]`.
    pub unit: Option<OneOrMore>,
    /// Tags, of the unit type, of the entry, or given by an option. Example: `tag: mounted`.
    pub tag: Option<OneOrMore>,
    /// Options that the unit has, included, chosen or by default. Example: `option: shieldwall`.
    pub option: Option<OneOrMore>,
    /// Roles that a character, or the unit itself, holds. Example: `role: general`.
    pub role: Option<OneOrMore>,
    /// Entries of a book, by their ids. Example: `entry: hastati`.
    pub entry: Option<OneOrMore>,
    /// Books that the unit was taken from, by their ids. Example: `book: numidia`.
    pub book: Option<OneOrMore>,
    /// Allies, by the word that the book has for them. A book's limit that names one looks at the whole army.
    /// Example: `ally: numidians`.
    pub ally: Option<OneOrMore>,
    /// Kinds of command that it is written in directly, not in a command within. Example: `command: corps`.
    pub command: Option<OneOrMore>,
    /// At least one of these must hold. Example: `any: [{tag: mounted}, {unit: elephants}]`.
    pub any: Vec<Selector>,
    /// All of these must hold. Example: `all: [{tag: foot}, {option: heavy-armour}]`.
    pub all: Vec<Selector>,
    /// This must not hold. Example: `not: {tag: baggage}`.
    pub not: Option<Box<Selector>>,
}
record! {
    Selector, "a selector, such as {tag: foot} or {unit: elephants}":
    unit, tag, option, role, entry, book, ally, command, any, all, not
}

/// What a unit must be or have, or must not: a selector, with a severity and a text of its own. Example:
/// `{option: shieldwall, severity: warning, says: the tortoise grows out of the shieldwall}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Need {
    /// Ids of unit types of the ruleset. Example: `unit: [spears, warband]`.
    pub unit: Option<OneOrMore>,
    /// Tags, of the unit type, of the entry, or given by an option. Example: `tag: mounted`.
    pub tag: Option<OneOrMore>,
    /// Options that the unit has, included, chosen or by default. Example: `option: shieldwall`.
    pub option: Option<OneOrMore>,
    /// Roles that the unit itself holds. Example: `role: general`.
    pub role: Option<OneOrMore>,
    /// Entries of a book, by their ids. Example: `entry: hastati`.
    pub entry: Option<OneOrMore>,
    /// Books that the unit was taken from, by their ids. Example: `book: numidia`.
    pub book: Option<OneOrMore>,
    /// Allies, by the word that the book has for them. Example: `ally: numidians`.
    pub ally: Option<OneOrMore>,
    /// Kinds of command that it is written in directly, not in a command within. Example: `command: corps`.
    pub command: Option<OneOrMore>,
    /// At least one of these must hold. Example: `any: [{tag: mounted}, {unit: elephants}]`.
    pub any: Vec<Selector>,
    /// All of these must hold. Example: `all: [{tag: foot}, {option: heavy-armour}]`.
    pub all: Vec<Selector>,
    /// This must not hold. Example: `not: {tag: baggage}`.
    pub not: Option<Box<Selector>>,
    /// Severity if it is not met. Defaults to `error`. Example: `severity: warning`.
    pub severity: Option<Located<RuleSeverity>>,
    /// The rule in the author's words, shown if it is not met. Example: `says: towers stand on a deck`.
    pub says: Option<Located<String>>,
}
record! {
    Need, "a selector, such as {option: shieldwall, says: …}":
    unit, tag, option, role, entry, book, ally, command, any, all, not, severity, says
}

impl Need {
    /// Returns the selector, without severity and text.
    pub fn to_selector(&self) -> Selector {
        Selector {
            unit: self.unit.clone(),
            tag: self.tag.clone(),
            option: self.option.clone(),
            role: self.role.clone(),
            entry: self.entry.clone(),
            book: self.book.clone(),
            ally: self.ally.clone(),
            command: self.command.clone(),
            any: self.any.clone(),
            all: self.all.clone(),
            not: self.not.clone(),
        }
    }
}

/// A span of years, of which one end may be open, or several years and spans under `any`. Example: `{from:
/// 218 BC, to: 203 BC}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Dates {
    /// The first year of the span. Example: `from: 218 BC`.
    pub from: Option<Located<Year>>,
    /// The last year of the span. Example: `to: 203 BC`.
    pub to: Option<Located<Year>>,
    /// The year before the first, itself excluded. Example: `after: 200 BC`.
    pub after: Option<Located<Year>>,
    /// The year after the last, itself excluded. Example: `before: 107 BC`.
    pub before: Option<Located<Year>>,
    /// Several years or spans, of which one is enough, in place of one span. Example: `any: [225 BC, {from: 222
    /// BC, to: 220 BC}]`.
    pub any: Option<Located<Vec<YearOrSpan>>>,
    /// Severity of a date outside. Defaults to `error`. Example: `severity: warning`.
    pub severity: Option<Located<RuleSeverity>>,
    /// When the dates apply. Defaults to always. Example: `when: {mode: historical}`.
    pub when: Option<Box<Condition>>,
    /// The rule in the author's words, shown if a date is outside. Example: `says: the testudo is of the late
    /// Republic`.
    pub says: Option<Located<String>>,
}
record! {
    Dates, "dates, such as {from: 218 BC, to: 203 BC}":
    from, to, after, before, any, severity, when, says
}

/// A single year, such as `225 BC`, or a span of years, such as `{from: 222 BC, to: 220 BC}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum YearOrSpan {
    /// A single year, such as `225 BC`.
    Year(Located<Year>),
    /// A span of years, such as `{from: 222 BC, to: 220 BC}`.
    Span(YearSpan),
}
by_kind! { YearOrSpan: Scalar => Year, Map => Span }

/// A span of years; one end may be open. Example: `{from: 222 BC, to: 220 BC}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct YearSpan {
    /// The first year of the span. Example: `from: 218 BC`.
    pub from: Option<Located<Year>>,
    /// The last year of the span. Example: `to: 203 BC`.
    pub to: Option<Located<Year>>,
    /// The year before the first, itself excluded. Example: `after: 200 BC`.
    pub after: Option<Located<Year>>,
    /// The year after the last, itself excluded. Example: `before: 107 BC`.
    pub before: Option<Located<Year>>,
}
record! { YearSpan, "a span of years, such as {from: 222 BC, to: 220 BC}": from, to, after, before }

/// A span of years, or several that must all hold, such as an error outside the one and a warning outside
/// the other.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "DatesOrSeveral")]
pub enum DatesList {
    /// A single span, such as `{from: 218 BC, to: 203 BC}`.
    One(Box<Dates>),
    /// Several spans that must all hold, each with its own severity.
    Many(Vec<Dates>),
}
by_kind! { DatesList: Map => One, Seq => Many }

impl DatesList {
    /// Returns the spans, in the order of the file.
    pub fn as_slice(&self) -> &[Dates] {
        match self {
            Self::One(dates) => std::slice::from_ref(&**dates),
            Self::Many(dates) => dates,
        }
    }
}

/// When a rule applies; all keys must hold together. Example: `{points: {max: 1000}, present: {tag:
/// engine}}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "When")]
pub struct Condition {
    /// The game is played in this mode, or in one of these. Example: `mode: campaign`.
    pub mode: Option<OneOrMore>,
    /// A comparison with the agreed size, in points. Example: `points: {max: 1000}`.
    pub points: Option<NumberTest>,
    /// A comparison with what the army is worth, in points: the agreed size, or its cost if none is agreed. A
    /// limit that an army meets only because its agreed size is more than a tenth above its cost is a
    /// warning. Example: `worth: {max: 1000}`.
    pub worth: Option<NumberTest>,
    /// A comparison with what the army costs, in points. Example: `spent: {above: 500}`.
    pub spent: Option<NumberTest>,
    /// The army's date lies in these years. Example: `date: {from: 107 BC}`.
    pub date: Option<Dates>,
    /// A comparison with the number of commands; an army without commands has one. Example: `commands: {min:
    /// 2}`.
    pub commands: Option<NumberTest>,
    /// Something that this matches is there: where the limit is measured, or in the army for options and
    /// tables. Example: `present: {tag: engine}`.
    pub present: Option<Selector>,
    /// A comparison with what is counted or added up: where the limit is measured, or in the army for options
    /// and tables. Example: `measured: {count: {tag: horse}, above: 2}`.
    pub measured: Option<Located<MeasuredAmount>>,
    /// The list gives this answer to one of the book's `choices`. Example: `choice: {campaign: italy}`.
    pub choice: Map<OneOrMore>,
    /// At least one of these conditions must hold. Example: `any: [{mode: raid}, {points: {max: 500}}]`.
    pub any: Vec<Condition>,
    /// All of these conditions must hold. Example: `all: [{present: {tag: horse}}, {present: {tag:
    /// foot}}]`.
    pub all: Vec<Condition>,
    /// This condition must not hold. Example: `not: {date: {from: 107 BC}}`.
    pub not: Option<Box<Condition>>,
}
record! {
    Condition, "a condition, such as {points: {max: 1000}} or {present: {tag: engine}}":
    mode, points, worth, spent, date, commands, present, measured, choice, any, all, not
}

/// A comparison with what is measured. It says what that is (`count`, `sum`, `options`, `highest`, `lowest` or
/// `number`), as a limit does, and what it is compared with. Example: `{count: {tag: horse}, above: 2}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "Measured")]
pub struct MeasuredAmount {
    /// Counts the units, or with `role` the characters, that this matches. Example: `count: {tag: horse}`.
    pub count: Option<Located<Selector>>,
    /// Adds up `points`, `size`, `commands` or one of the ruleset's numbers over what `of` matches. Example:
    /// `sum: size`.
    pub sum: Option<Located<String>>,
    /// Counts how often these options are taken, once for each unit, or for each of the models that are counted. With
    /// `sum: points` what they cost. Example: `options: [crown, horn]`.
    pub options: Option<Located<OneOrMore>>,
    /// The highest that a single unit has: a stat, a number, `size` or `points`. What nobody has passes no test.
    /// Example: `highest: ld`.
    pub highest: Option<Located<String>>,
    /// The lowest that a single unit has: a stat, a number, `size` or `points`. What nobody has passes no test.
    /// Example: `lowest: size`.
    pub lowest: Option<Located<String>>,
    /// One of the numbers of the army or of the command, as it is. Example: `number: break-point`.
    pub number: Option<Located<String>>,
    /// Whose `sum`, `options`, `highest` or `lowest` it is. Defaults to everything. Example: `of: {tag: mounted}`.
    pub of: Option<Selector>,
    /// `one`: each entry, or each of several options, counts once however often it is there. Example: `alike: one`.
    pub alike: Option<Located<AlikeCounting>>,
    /// `one`: units that are attached to each other count once. Example: `joined: one`.
    pub joined: Option<Located<AttachedCounting>>,
    /// This much or more. Example: `min: 2`.
    pub min: Option<Located<Number>>,
    /// This much or less. Example: `max: 3`.
    pub max: Option<Located<Number>>,
    /// More than this, the number itself excluded. Example: `above: 2`.
    pub above: Option<Located<Number>>,
    /// Less than this, the number itself excluded. Example: `below: 3`.
    pub below: Option<Located<Number>>,
    /// Exactly this much. Example: `exactly: 1`.
    pub exactly: Option<Located<Number>>,
}
record! {
    MeasuredAmount, "a measure and a comparison, such as {count: {tag: horse}, above: 2}":
    count, sum, options, highest, lowest, number, of, alike, joined, min, max, above, below, exactly
}

impl MeasuredAmount {
    /// Returns the comparison, without what is measured.
    pub fn comparison(&self) -> NumberTest {
        let Self { min, max, above, below, exactly, .. } = self.clone();
        NumberTest { min, max, above, below, exactly }
    }
}

/// A comparison with one number, or with several that must all hold. Example: `{above: 500, max: 1000}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "Comparison")]
pub struct NumberTest {
    /// This much or more. Example: `min: 500`.
    pub min: Option<Located<Number>>,
    /// This much or less. Example: `max: 1000`.
    pub max: Option<Located<Number>>,
    /// More than this, the number itself excluded. Example: `above: 1000`.
    pub above: Option<Located<Number>>,
    /// Less than this, the number itself excluded. Example: `below: 500`.
    pub below: Option<Located<Number>>,
    /// Exactly this much. Example: `exactly: 1000`.
    pub exactly: Option<Located<Number>>,
}
record! { NumberTest, "a comparison, such as {max: 1000}": min, max, above, below, exactly }
