//! The JSON Schemas (draft-07) of the files, made from the types that read them.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use crate::format::{book::Book, event::Event, list::List, ruleset::Ruleset};

/// A kind of file that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SchemaKind {
    /// One player's army
    List,
    /// What one historical army may field
    Book,
    /// One game
    Ruleset,
    /// An organiser's further terms
    Event,
}

impl SchemaKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::List, Self::Book, Self::Ruleset, Self::Event];

    /// The name of its file, as the first line of a list names it.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::List => "list.schema.json",
            Self::Book => "book.schema.json",
            Self::Ruleset => "ruleset.schema.json",
            Self::Event => "event.schema.json",
        }
    }

    /// The schema as printed, with a line end.
    pub fn text(self) -> String {
        let schema = match self {
            Self::List => made::<List>(),
            Self::Book => made::<Book>(),
            Self::Ruleset => made::<Ruleset>(),
            Self::Event => made::<Event>(),
        };
        // A schema is plain JSON, which always prints
        serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
    }
}

fn made<T: JsonSchema>() -> schemars::Schema {
    SchemaSettings::draft07().into_generator().into_root_schema_for::<T>()
}
