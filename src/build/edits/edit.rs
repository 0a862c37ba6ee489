//! What can be asked of a list: one edit each.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::text_edits::TextChange;

/// One edit of a list. `at` is a row, a command, `army`, `reserves`, or a path into the list; values have the keys and
/// forms of the list format, as JSON, and `null` takes a key out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ListEdit {
    /// Adds a row to a command, the army or the reserves.
    Add {
        /// The command, `army` or `reserves`.
        at: String,
        /// The row.
        value: Value,
        /// Whether it goes to `units` or to `characters`.
        #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
        kind: Option<AddedKind>,
        /// The row before which it goes; else it goes last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        /// A name by which later edits of the batch may call it, such as `$one`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// Takes a row out, or a command with all its rows.
    Remove {
        /// The row or command.
        at: String,
        /// What becomes of that which points at it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        links: Option<Links>,
    },
    /// Repeats a row below itself.
    Copy {
        /// The row.
        at: String,
        /// The name of the copy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// A name by which later edits of the batch may call the copy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// Moves a row to another command or the reserves, a command into another, or either to another place in the
    /// order.
    Move {
        /// The row or command.
        at: String,
        /// The command, `army` or `reserves` that a row goes to; the command or `army` that a command goes to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
        /// The row or command before which it goes; else it goes last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
    },
    /// Makes some units of a row a row of their own, below it.
    Split {
        /// The row.
        at: String,
        /// How many of its units.
        count: u32,
        /// A name by which later edits of the batch may call the new row.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// Sets how many units a row has.
    Count {
        /// The row.
        at: String,
        /// The number, at least 1.
        count: u32,
    },
    /// Sets the size of each unit of a row, or of a body inside it.
    Size {
        /// The row.
        at: String,
        /// The size, at least 1.
        size: Option<u32>,
        /// The body inside the unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<String>,
    },
    /// Makes a row another entry of the book, or another unit type.
    Unit {
        /// The row.
        at: String,
        /// The word of the entry.
        unit: String,
    },
    /// Sets the role of a row.
    Role {
        /// The row.
        at: String,
        /// The role.
        role: Option<String>,
    },
    /// Renames a row, a command or the army, with all that points at it.
    Name {
        /// The row, command or `army`.
        at: String,
        /// The new name.
        name: Option<String>,
    },
    /// Adds an option, or replaces its details.
    Take {
        /// The row, a command or `army` for what they buy, or a command for its baggage.
        at: String,
        /// The option.
        option: String,
        /// The body inside the unit, or `baggage`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<String>,
        /// The details that the option needs, in the forms of the list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        detail: Option<Value>,
    },
    /// Takes an option out.
    Drop {
        /// The row, a command or `army` for what they buy, or a command for its baggage.
        at: String,
        /// The option.
        option: String,
        /// The body inside the unit, or `baggage`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<String>,
    },
    /// Sets the size of a body inside a unit.
    Part {
        /// The row.
        at: String,
        /// The word of the body.
        part: String,
        /// Its size.
        size: Option<u32>,
    },
    /// Sets a value that the game asks for.
    Value {
        /// The row.
        at: String,
        /// The id of the value.
        key: String,
        /// The value.
        value: Value,
    },
    /// Lets a character join a unit, or attaches a unit to another.
    Join {
        /// The row.
        at: String,
        /// The row that it joins.
        to: Option<String>,
        /// The reason, for a unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    },
    /// Sets the notes.
    Notes {
        /// The row, command or `army`.
        at: String,
        /// The notes.
        notes: Option<String>,
    },
    /// Sets who leads a command. A former commander is replaced.
    Commander {
        /// The command.
        at: String,
        /// The character.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<Value>,
        /// A row of a character, in place of a value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        row: Option<String>,
    },
    /// Adds a command.
    AddCommand {
        /// `army`, or the command that it is in.
        at: String,
        /// Its name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The kind of command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
        /// The ally that it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ally: Option<String>,
        /// The agreed size of the ally.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<Value>,
        /// Answers to the questions of the ally's book.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choose: Option<Map<String, Value>>,
        /// The command before which it goes; else it goes last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        /// A name by which later edits of the batch may call it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// Sets the kind of a command.
    Kind {
        /// The command.
        at: String,
        /// The kind.
        kind: Option<String>,
    },
    /// Sets the baggage of a command: `true`, `false`, or its details.
    Baggage {
        /// The command.
        at: String,
        /// `true`, `false`, or `{shared-with: COMMAND, options: […]}`.
        value: Value,
    },
    /// Sets who carries the standard of a command.
    Standard {
        /// The command.
        at: String,
        /// The row.
        row: Option<String>,
    },
    /// Makes a command that of an ally.
    Ally {
        /// The command.
        at: String,
        /// The ally.
        ally: Option<String>,
        /// The agreed size of the ally.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<Value>,
        /// Answers to the questions of the ally's book.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choose: Option<Map<String, Value>>,
    },
    /// Sets a key at the top of the list.
    Header {
        /// Always `army`.
        at: String,
        /// The key.
        key: String,
        /// Its value.
        value: Value,
    },
    /// Answers a question of a book.
    Choose {
        /// `army`, or the command of an ally.
        at: String,
        /// The question.
        key: String,
        /// The answer.
        value: Value,
    },
    /// Sets any other key.
    Set {
        /// The path of the key.
        at: String,
        /// Its value.
        value: Value,
    },
    /// Changes the text itself, as typing does. It is alone in its batch.
    Text {
        /// Always `army`.
        at: String,
        /// The changes, in bytes of the text.
        changes: Vec<TextChange>,
    },
}

/// Where an added row goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AddedKind {
    /// To `units`.
    Unit,
    /// To `characters`.
    Character,
}

/// What becomes of that which points at a removed row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Links {
    /// It goes too.
    Remove,
    /// It stays, and points at nothing.
    Keep,
}
