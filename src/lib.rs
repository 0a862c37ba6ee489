//! Muster checks army lists for ancients wargames. It reads a list, resolves it against the rules of its game, prices
//! every unit, checks limits and options, and says which words of the list to change. Games are data: rulesets and books
//! in YAML, some of them built in, and no code knows any of them.
//!
//! The package is called `muster-roll`, since another package has the name `muster`; the library and the program are
//! both called `muster`.
//!
//! # Check a list
//!
//! A [`Library`] finds rulesets and books. [`Checked`] is one list with everything that is known of it.
//!
//! ```
//! use muster::{CheckOptions, Checked, Library, Severity, Verdict};
//!
//! let list = "\
//! army: Hannibal in Italy
//! ruleset: fra
//! mode: points
//! points: 100
//! baggage: true
//! units:
//!   - {unit: speers, count: 2}
//! ";
//! let library = Library::default();
//! let checked = Checked::read(&library, "hannibal.yaml", list.into(), &CheckOptions::default());
//! assert_eq!(checked.verdict(), Verdict::Illegal);
//! let misspelt = checked.findings().iter().find(|finding| finding.code.as_str() == "unknown-unit").unwrap();
//! assert_eq!(misspelt.severity, Severity::Error);
//! assert!(misspelt.message.contains("\"speers\""));
//! // The place of the word, from which an editor underlines it
//! let span = misspelt.primary_label().unwrap().span;
//! assert_eq!(&list[span.start as usize..span.end as usize], "speers");
//! ```
//!
//! # Fix what has only one correction
//!
//! ```
//! # let library = muster::Library::default();
//! # let list = "army: A\nruleset: fra\nunits: [{unit: speers}]\n";
//! let fixed = muster::fix_list(&library, "hannibal.yaml", list);
//! assert!(fixed.edited.text.contains("{unit: spears}"));
//! assert_eq!(fixed.fixed.len(), 1);
//! ```
//!
//! # Suggest how to spend the points that are left
//!
//! ```
//! use muster::{Library, SuggestOptions, suggest_changes};
//!
//! let list = std::fs::read_to_string("lists/fra/trebia-rome.yaml").unwrap();
//! let found = suggest_changes(&Library::default(), "rome.yaml", &list, &SuggestOptions::default()).unwrap();
//! for suggestion in &found.suggestions {
//!     // Each has been checked, and costs no more than the agreed size
//!     assert!(suggestion.total.unwrap() <= 1000);
//! }
//! ```
//!
//! # Change a list
//!
//! [`rooms`] says what each limit still allows, [`offers`] what may be done at a place of the list, and [`edit_list`]
//! makes changes that keep its comments and layout.
//!
//! ```
//! use muster::{CheckOptions, Checked, Library, ListRows, OfferDepth, OfferPlace, TrialList, edit_list, offers, rooms};
//!
//! let (library, path) = (Library::default(), "lists/fra/trebia-carthage.yaml");
//! let text = std::fs::read_to_string(path).unwrap();
//! let checked = Checked::read(&library, path, text.clone().into(), &CheckOptions::default());
//! let (army, rows) = (checked.army().unwrap(), ListRows::of_text(&text));
//! let elephants = rooms(army).rooms.into_iter().find(|room| room.label == "Elephants").unwrap();
//! assert_eq!(elephants.now, Some(1_i64.into()));
//!
//! let trials = TrialList::new(&library, &text, &rows, &checked, false);
//! let place = OfferPlace { at: "r9".to_owned(), ..OfferPlace::default() };
//! let offered = offers(&trials, army, &place, OfferDepth::Results).unwrap();
//! let second = offered.iter().find(|offer| offer.id == "r9 count 2").unwrap();
//! assert_eq!(second.result.as_ref().unwrap().total, Some(1060_i64.into()));
//!
//! let edits = second.edits.as_ref().unwrap();
//! let edited = edit_list(&text, &rows, checked.rules().cloned(), edits).unwrap();
//! assert!(edited.text.contains("{unit: elephants, name: Elephants, count: 2, options: [elephant-escorts]}"));
//! ```
//!
//! The same in JSON, for pages and editors, is [`call()`].
//!
//! # Print a sheet
//!
//! ```
//! use muster::{CheckOptions, Checked, Library, SheetFormat, SheetKind, SheetOptions, render_list};
//!
//! let (library, path) = (Library::default(), "lists/fra/starter.yaml");
//! let checked = Checked::read(&library, path, std::fs::read(path).unwrap(), &CheckOptions::default());
//! let roster = render_list(&library, &checked, &SheetOptions::new(SheetKind::Roster, SheetFormat::Text)).unwrap();
//! assert!(String::from_utf8(roster.bytes).unwrap().starts_with("Varro at Cannae\n"));
//! ```
//!
//! # Check rules
//!
//! ```
//! use std::path::Path;
//! use muster::{FileKind, check_rules_file};
//!
//! let ruleset = "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nunits: {foot: {name: Foot, tgas: [slow]}}\n";
//! let report = check_rules_file(FileKind::Ruleset, Path::new("toy/ruleset.yaml"), ruleset);
//! assert_eq!(report.findings[0].message, "unknown key \"tgas\" in `foot`");
//! ```
//!
//! # JSON Schemas for editors
//!
//! ```
//! let schema = muster::SchemaKind::List.text();
//! assert!(schema.contains("json-schema.org"));
//! ```

mod adjust_json_schemas;
#[doc(hidden)]
pub mod army;
#[doc(hidden)]
pub mod build;
#[doc(hidden)]
pub mod call;
#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod checked_list;
#[doc(hidden)]
#[cfg(feature = "cli")]
pub mod cli;
#[doc(hidden)]
pub mod clock;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod exact_number;
#[doc(hidden)]
pub mod finding;
#[doc(hidden)]
pub mod fix;
#[doc(hidden)]
pub mod format;
#[doc(hidden)]
pub mod json_schema;
#[doc(hidden)]
pub mod lint;
#[doc(hidden)]
pub mod lone_carriage_returns;
#[doc(hidden)]
pub mod output;
#[doc(hidden)]
pub mod parallel;
#[doc(hidden)]
pub mod read;
#[doc(hidden)]
pub mod read_file;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod solve;
#[doc(hidden)]
pub mod suggest;
mod text_edits;
#[doc(hidden)]
pub mod wording;
#[doc(hidden)]
pub mod yaml;

pub use build::edits::{EditedList, ListEdit, Refusal, edit_list};
pub use build::offers::{Offer, OfferDepth, OfferPlace, offers};
pub use build::rooms::{Room, Rooms, rooms};
pub use build::rows::ListRows;
pub use build::trial::TrialList;
pub use call::call;
pub use check::check_files::{CheckOptions, FileKind, check_rules_file};
pub use check::report::{ListReport, Report, Verdict};
pub use checked_list::{Checked, check_list};
pub use exact_number::Number;
pub use finding::{
    Code, Edit, Fact, FileId, Finding, Label, Position, Scope, Severity, SourceFiles, Span, Subject,
    SubjectKind,
};
pub use fix::{FixedList, fix_list};
pub use json_schema::SchemaKind;
pub use lint::{LintFile, LintOptions, lint_files};
pub use render::{RenderedSheet, SheetFormat, SheetKind, SheetOptions, render_list};
pub use rules::library::Library;
pub use suggest::{SuggestOptions, Suggestion, Suggestions, suggest_changes};
pub use text_edits::{TextChange, apply_changes};
