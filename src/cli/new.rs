//! `muster new`: writes a list to start from, with comments made from the ruleset and the book, or the list of a
//! battle.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};

use crate::army::applicable_costs::body_price;
use crate::army::selector_coverage_of_unit_types::dates_allow;
use crate::format::years::Year;
use crate::json_schema::SchemaKind;
use crate::output::terminal_text::sanitize;
use crate::rules::compiled_conditions::Dates;
use crate::rules::compiled_costs::{Cost, StatedPrice};
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::cost_text::cost_text;
use crate::rules::help_for_words::spelling_suggestion_or;
use crate::rules::id_types::{ContingentId, UnitKindId};
use crate::rules::library::{Library, RulesLookup, catalogue_spellings};
use crate::rules::{Contingent, Rules};
use crate::wording::points_text_of;
use crate::yaml::write_scalar;

use super::cost_and_option_text::optional_cost_text;
use super::{CommandError, CommandResult, battle_lists, write_file_safely};

/// The comment by which editors find the schema of a file, up to the path of the schema.
const SCHEMA_COMMENT: &str = "# yaml-language-server: $schema=";

/// The arguments of `muster new`.
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// File to create
    #[arg(default_value = "army.yaml", value_name = "FILE")]
    file: PathBuf,
    /// Id of the ruleset [default: fra]
    #[arg(long)]
    ruleset: Option<String>,
    /// Id of the book
    #[arg(long)]
    book: Option<String>,
    /// Start from the list of a battle, such as trebia-rome; `muster rules` lists them
    #[arg(long, value_parser = BattleWordParser, hide_possible_values = true)]
    battle: Option<String>,
    /// Name of the army [default: My army, or the name in the battle's list]
    #[arg(long)]
    army: Option<String>,
    /// The army's year, such as "218 BC" [default: the first year of the book]
    #[arg(long, conflicts_with = "battle")]
    date: Option<String>,
}

/// Takes any word for a battle, so that our own message answers a wrong one, and offers completions for all battles.
#[derive(Clone)]
struct BattleWordParser;

impl TypedValueParser for BattleWordParser {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(battle_lists::battle_words().into_iter().map(PossibleValue::new)))
    }
}

pub(super) fn run(options: &NewArgs, library: &Library, out: &mut dyn Write) -> CommandResult {
    let text = match &options.battle {
        Some(battle) => battle_list_text(options, battle)?,
        None => commented_list_text(options, library)?,
    };
    if !options.file.extension().is_some_and(|e| e == "yaml" || e == "yml") {
        return Err(CommandError::Message(format!(
            "{} is not named like a list; name a file that ends in .yaml",
            options.file.display()
        )));
    }
    let folder = options.file.parent().unwrap_or(Path::new(""));
    let schema = folder.join(SchemaKind::List.file_name());
    write_file_safely::create_file(&options.file, text.as_bytes())?;
    let mut written = vec![options.file.display().to_string()];
    if schema.symlink_metadata().is_err() {
        write_file_safely::create_file(&schema, SchemaKind::List.text().as_bytes())?;
        written.push(schema.display().to_string());
    }
    writeln!(out, "wrote {}", sanitize(&written.join(" and ")))?;
    let shown = sanitize(&options.file.display().to_string()).into_owned();
    let plain = shown.chars().all(|c| c.is_alphanumeric() || "-_./".contains(c));
    let shown = if plain { shown } else { format!("\"{shown}\"") };
    writeln!(out, "next: muster check {shown}")?;
    Ok(0)
}

/// Returns the list of a battle, with the schema beside it and the army's name if one was asked for.
fn battle_list_text(options: &NewArgs, battle: &str) -> Result<String, CommandError> {
    let list = battle_lists::find_battle_list(battle, options.ruleset.as_deref(), options.book.as_deref())
        .map_err(CommandError::Message)?;
    let schema_line = format!("{SCHEMA_COMMENT}{}", SchemaKind::List.file_name());
    let army = options.army.as_deref().map(|army| format!("army: {}", sanitize(&write_scalar(army))));
    let line = |line: &str| match &army {
        _ if line.starts_with(SCHEMA_COMMENT) => schema_line.clone(),
        Some(army) if line.starts_with("army:") => army.clone(),
        _ => line.to_owned(),
    };
    Ok(list.text.lines().map(|text| line(text) + "\n").collect())
}

/// Returns a list to start from, with comments that say what may be taken.
fn commented_list_text(options: &NewArgs, library: &Library) -> Result<String, CommandError> {
    let fail = |message: String| Err(CommandError::Message(message));
    let ruleset = options.ruleset.as_deref().unwrap_or(battle_lists::DEFAULT_RULESET);
    let rules = match library.rules_for(ruleset, options.book.as_deref()) {
        RulesLookup::Ready(rules) => rules,
        RulesLookup::NoRuleset => {
            let known = library.list_rulesets();
            return fail(format!(
                "there is no ruleset \"{ruleset}\"; {}",
                spelling_suggestion_or(ruleset, &catalogue_spellings(&known), "ruleset")
            ));
        }
        RulesLookup::NoBook => {
            let book = options.book.as_deref().unwrap_or("");
            let known = library.books_of_ruleset(ruleset);
            return fail(format!(
                "there is no book \"{book}\" for {ruleset}; {}",
                spelling_suggestion_or(book, &catalogue_spellings(&known), "book")
            ));
        }
        RulesLookup::Faulty(id, _) => return fail(format!("\"{id}\" has errors; check its file")),
    };
    let date = match options.date.as_deref().map(str::parse::<Year>) {
        None => None,
        Some(Ok(year)) => Some(year),
        Some(Err(error)) => return fail(error.message),
    };
    let book = rules.contingents[0].book.as_ref();
    if let (Some(year), Some(book)) = (date, book)
        && let Some(dates) = book.dates.as_ref().filter(|dates| !dates.contains(year))
    {
        return fail(format!("{year} is outside the years of the book \"{}\": {dates}", book.id));
    }
    Ok(list_text(options, &rules, date))
}

/// Returns the text of the new list.
fn list_text(options: &NewArgs, rules: &Rules, date: Option<Year>) -> String {
    let mut lines = Vec::new();
    let mut line = |text: String| lines.push(text);
    line(format!("{SCHEMA_COMMENT}{}", SchemaKind::List.file_name()));
    line(format!("# A list for {}. Anything after a # is a comment.", rules.name));
    line(format!("army: {}", write_scalar(options.army.as_deref().unwrap_or("My army"))));
    line(format!("ruleset: {}", rules.id));
    if let Some(book) = &options.book {
        line(format!("book: {book}"));
    }
    line("draft: true              # remove this line when the list is finished".to_owned());
    if rules.modes.len() > 1 {
        let default = rules.default_mode().map_or("", |m| rules.modes[m.0].id.as_str());
        let modes: Vec<String> = rules.modes.iter().map(|m| format!("{} ({})", m.id, m.name)).collect();
        line(format!("mode: {default:<18} # {}", modes.join(" or ")));
    }
    if rules.has_points {
        line("points: 1000             # the size that both sides agreed on".to_owned());
    }
    let first =
        || rules.contingents[0].book.as_ref().and_then(|b| b.dates.as_ref()).and_then(Dates::first_year);
    let date = date.or_else(first);
    match date {
        Some(year) => line(format!("date: {year}             # the year the army takes the field")),
        None => line("# date: 218 BC           # the year the army takes the field".to_owned()),
    }
    for (choice, first, others) in open_choices(&rules.contingents[0], date) {
        line(format!("choose: {{{choice}: {first}}}   # or {others}"));
    }
    let takeable = available_kinds(rules, date);
    let year = date.filter(|_| rules.has_book(ContingentId::OWN));
    let first = takeable.iter().find(|k| bought_as_unit(rules, rules.kind(**k)));
    push_character(rules, first.map(|k| rules.kind(*k)), date, &mut lines);
    if rules.baggage.is_some() && rules.has_points {
        lines.push("baggage: true".to_owned());
    }
    lines.push("units:".to_owned());
    if let Some(kind) = first {
        lines.push(format!("  - {}", unit_row_text(rules, rules.kind(*kind))));
    }
    push_available_units(rules, &takeable, year, &mut lines);
    push_allies(rules, date, &mut lines);
    let whole = rules.contingents[0].book.as_ref().map_or(&rules.id, |b| &b.id);
    lines.push(format!(
        "# `muster explain ID` explains any of these; `muster rules {whole}` shows everything."
    ));
    // Names from rulesets may contain line breaks or escape sequences, which must not get into the file
    lines.iter().flat_map(|line| [sanitize(line), "\n".into()]).collect()
}

/// Returns the choices that the date leaves open: each with its first answer and the other answers.
fn open_choices(contingent: &Contingent, date: Option<Year>) -> Vec<(&str, &str, String)> {
    let open = contingent.choices.iter().filter_map(|choice| {
        let in_time = |dates: &[Dates]| date.is_none_or(|year| dates.iter().all(|d| d.contains(year)));
        let answers = choice.answers.iter().filter(|(_, _, dates)| in_time(dates));
        let answers: Vec<&str> = answers.map(|(id, _, _)| id.as_str()).collect();
        let (first, others) = answers.split_first()?;
        (!others.is_empty()).then(|| (choice.id.as_str(), *first, others.join(", ")))
    });
    open.collect()
}

/// Returns the unit types or entries that a list may have in this year. Any year if `date` is `None`.
fn available_kinds(rules: &Rules, date: Option<Year>) -> Vec<UnitKindId> {
    let own = rules.has_book(ContingentId::OWN).then_some(ContingentId::OWN);
    let all = (0..rules.kinds.len()).map(UnitKindId);
    all.filter(|k| {
        let kind = rules.kind(*k);
        // If the date leaves a single answer to a choice, entries for the other answers are not available
        let settled = |(choice, answers): &(String, Vec<String>)| {
            let asked = rules.contingents[0].choices.iter().find(|c| c.id == *choice);
            let holds = |dates: &[Dates]| dates.iter().all(|d| date.is_none_or(|year| d.contains(year)));
            asked.is_none_or(|c| c.answers.iter().any(|(id, _, dates)| answers.contains(id) && holds(dates)))
        };
        kind.entry_of == own
            && kind.dates.iter().all(|d| date.is_none_or(|year| d.contains(year)))
            && kind.when.choices.iter().all(settled)
    })
    .collect()
}

/// Returns `true` if a list has units of this kind under `units`: it is not a character, the baggage or a
/// part.
fn bought_as_unit(rules: &Rules, kind: &UnitKind) -> bool {
    let baggage = rules.baggage.is_some_and(|b| kind.unit_type == Some(b));
    kind.unit_type.is_some() && kind.roles.is_empty() && !baggage && !kind.uncounted && kind.parts.is_empty()
}

/// Adds a character of the first role, such as a general, who starts with the unit `with`.
fn push_character(rules: &Rules, with: Option<&UnitKind>, date: Option<Year>, lines: &mut Vec<String>) {
    let Some(role) = rules.roles.first() else { return };
    let with = with.map_or_else(String::new, |k| format!(", with: {}", write_scalar(&k.name)));
    let own = rules.has_book(ContingentId::OWN).then_some(ContingentId::OWN);
    let holds = |k: &&UnitKind| {
        k.entry_of == own
            && k.roles.first().is_some_and(|r| rules.roles[r.0].id == role.id)
            && k.dates.iter().all(|d| date.is_none_or(|year| d.contains(year)))
    };
    lines.push("characters:".to_owned());
    match rules.kinds.iter().find(holds) {
        Some(kind) => lines.push(format!("  - {{unit: {}, role: {}{with}}}", kind.id, role.id)),
        None => lines.push(format!("  - {{role: {}, name: {}{with}}}", role.id, write_scalar(&role.name))),
    }
}

/// Returns a unit with all the keys that it must have.
fn unit_row_text(rules: &Rules, kind: &UnitKind) -> String {
    let mut parts = vec![format!("unit: {}", kind.id), format!("name: {}", write_scalar(&kind.name))];
    if kind.size.only_size().is_none() {
        parts.push(format!("size: {}", kind.size.min));
    }
    let must = kind.offers.groups.iter().filter(|g| g.is_required && g.default.is_none());
    let options: Vec<&str> =
        must.filter_map(|g| g.options.first()).map(|o| rules.option(*o).id.as_str()).collect();
    if !options.is_empty() {
        parts.push(format!("options: [{}]", options.join(", ")));
    }
    format!("{{{}}}", parts.join(", "))
}

/// Adds comments that list the available units, options and characters.
fn push_available_units(rules: &Rules, takeable: &[UnitKindId], year: Option<Year>, lines: &mut Vec<String>) {
    lines.push(String::new());
    let in_year = year.map_or_else(String::new, |year| format!(" in {year}"));
    lines.push(format!("# Available units{in_year}, with the options that may be added:"));
    let units: Vec<&UnitKind> =
        takeable.iter().map(|k| rules.kind(*k)).filter(|k| k.unit_type.is_some()).collect();
    let units: Vec<&UnitKind> =
        units.into_iter().filter(|k| rules.baggage.is_none_or(|b| k.unit_type != Some(b))).collect();
    let options: Vec<Vec<String>> = units.iter().map(|kind| options_to_add(rules, kind, year)).collect();
    // Options that every unit may add are listed once, below
    let common: Vec<&String> = match options.as_slice() {
        [first, rest @ ..] if !rest.is_empty() => {
            first.iter().filter(|o| rest.iter().all(|all| all.contains(o))).collect()
        }
        _ => Vec::new(),
    };
    for (kind, options) in units.iter().zip(&options) {
        let cost = match &kind.cost {
            Some(cost) if rules.has_points && is_one_price(cost) => {
                format!(
                    ", {}{}",
                    points_text_of(&cost_text(rules, cost, false)),
                    if body_price(rules, kind.kind_id, None).per_model { " each" } else { "" }
                )
            }
            // A cost that depends on the mode, the size or the army is listed for each case
            Some(cost) if rules.has_points => {
                format!(
                    ", points: {}",
                    cost_text(rules, cost, body_price(rules, kind.kind_id, None).per_model)
                )
            }
            _ => String::new(),
        };
        let own: Vec<&str> = options.iter().filter(|o| !common.contains(o)).map(String::as_str).collect();
        let own = if own.is_empty() { String::new() } else { format!(": {}", own.join(", ")) };
        lines.push(format!("#   {:<24} {}{cost}{own}", kind.id, kind.name));
    }
    lines.extend(optional_cost_text(rules).map(|price| format!("# {price}.")));
    if !common.is_empty() {
        let common: Vec<&str> = common.into_iter().map(String::as_str).collect();
        lines.push(format!("# All of them may add {}.", common.join(", ")));
    }
    let must =
        units.iter().flat_map(|k| k.offers.groups.iter().filter(|g| g.is_required && g.default.is_none()));
    let mut compulsory: Vec<String> = Vec::new();
    for group in must {
        let names: Vec<&str> = group.options.iter().map(|o| rules.option(*o).id.as_str()).collect();
        let comment = format!("# A unit that is offered these must have one of them: {}.", names.join(", "));
        if !compulsory.contains(&comment) {
            compulsory.push(comment);
        }
    }
    lines.append(&mut compulsory);
    let characters: Vec<&UnitKind> =
        takeable.iter().map(|k| rules.kind(*k)).filter(|k| k.unit_type.is_none()).collect();
    if !characters.is_empty() {
        lines.push("# Characters, to go under `characters` or `commander`:".to_owned());
        for character in characters {
            let roles: Vec<&str> = character.roles.iter().map(|r| rules.roles[r.0].id.as_str()).collect();
            lines.push(format!("#   {:<24} {}: {}", character.id, character.name, roles.join(" or ")));
        }
    }
}

/// Returns the options that a unit may add in a year, or in any year if none is given.
fn options_to_add(rules: &Rules, kind: &UnitKind, year: Option<Year>) -> Vec<String> {
    let open = kind.offers.all.iter().filter(|offer| {
        let option = rules.option(offer.option);
        !offer.is_included && dates_allow(&offer.dates, year) && dates_allow(&option.dates, year)
    });
    open.map(|offer| rules.option(offer.option).id.clone()).collect()
}

/// Adds comments that list the allies of a year, and the choices that their books ask for.
fn push_allies(rules: &Rules, date: Option<Year>, lines: &mut Vec<String>) {
    let of_year = || rules.contingents.iter().filter(|ally| dates_allow(&ally.dates, date));
    let allies = || of_year().filter_map(|c| Some((c, c.ally.as_deref()?)));
    let words: Vec<&str> = allies().map(|(_, word)| word).collect();
    if words.is_empty() {
        return;
    }
    lines
        .push(format!("# Allies, each in its own command with `ally:` and `points:`: {}.", words.join(", ")));
    for (contingent, word) in allies() {
        for (choice, first, others) in open_choices(contingent, date) {
            lines.push(format!("#   with {word} also `choose: {{{choice}: {first}}}`, or {others}"));
        }
    }
}

/// Returns `true` for a cost that is a single number or formula.
fn is_one_price(cost: &Cost) -> bool {
    matches!(cost.only_price(), Some(StatedPrice::Same(_)))
}
