//! `muster rules`: prints a ruleset with its unit chart, options, roles, limits, numbers, tables and notes.

use std::io::Write;

use clap::Args;

use crate::check::report::Report;
use crate::finding::{Finding, Severity};
use crate::format::computed_numbers::NumberRule;
use crate::format::limit::{Bound, Limit};
use crate::format::reference_tables::{Table, TableSource};
use crate::format::ruleset::Ruleset;
use crate::format::shared_types::TagNoun;
use crate::output::terminal_text::sanitize;
use crate::output::{TerminalStyle, human};
use crate::read::Map;
use crate::rules::charge_text::charge_text;
use crate::rules::compile::compile_rules;
use crate::rules::compiled_charges::Charge;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::cost_text::cost_text;
use crate::rules::id_types::{CommandKindId, StatId};
use crate::rules::library::{CatalogueItem, Library, catalogue_spellings};
use crate::rules::{Rules, library, limit_text};
use crate::wording::{join_with_or, with_article};

use super::cost_and_option_text::{changes_text, offer_text, optional_cost_text};
use super::rules_of_book::name_with_aka;
use super::text_page::TextPage;
use super::{CommandError, CommandResult, aligned_columns, battle_lists, books_of_year, rules_of_book};

/// The arguments of `muster rules`.
#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    /// Id of the ruleset or book; fra/numidia if several rulesets have a book of that id
    ruleset: Option<String>,
    /// List the books of this year, such as "216 BC", with their enemies and battles
    #[arg(long, value_name = "YEAR")]
    date: Option<String>,
}

pub(super) fn run(
    options: &RulesArgs,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    if let Some(date) = &options.date {
        return books_of_year::run(date, options.ruleset.as_deref(), library, style, out);
    }
    let Some(id) = &options.ruleset else {
        list_rulesets(library, style, out)?;
        return Ok(0);
    };
    let mut findings = Vec::new();
    let Some(loaded) = library.load_ruleset(id, &mut findings) else {
        if findings.iter().any(|f| f.severity == Severity::Error) {
            return print_findings(findings, library, style, out);
        }
        if let [(ruleset, book), others @ ..] = rules_of_book::find_books(library, id).as_slice() {
            return rules_of_book::show_book(library, (ruleset.as_str(), book.as_str()), others, style, out);
        }
        let known = library.list_rulesets();
        let books: Vec<CatalogueItem> = known.iter().flat_map(|r| library.books_of_ruleset(&r.id)).collect();
        let all = catalogue_spellings(&known).join(catalogue_spellings(&books));
        let help = crate::rules::help_for_words::spelling_suggestion_or(id, &all, "ruleset");
        return Err(CommandError::Message(format!("there is no ruleset or book \"{id}\"; {help}")));
    };
    let (rules, more) = compile_rules(&loaded, None, None, &mut |_| None);
    findings.extend(more);
    if !findings.is_empty() {
        return print_findings(findings, library, style, out);
    }
    let mut page = TextPage { out, width: style.width };
    page.write_ruleset(&loaded.file, &rules, library)?;
    Ok(0)
}

/// Prints the findings of a ruleset instead of the ruleset.
fn print_findings(
    findings: Vec<Finding>,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let report = Report { lists: Vec::new(), findings, sources: library.sources().clone() };
    human::print_human(&report, out, style)?;
    Ok(1)
}

/// Lists all rulesets, with their books.
fn list_rulesets(library: &Library, style: TerminalStyle, out: &mut dyn Write) -> std::io::Result<()> {
    let lists = battle_lists::battle_lists();
    for known in library.list_rulesets() {
        let mut findings = Vec::new();
        let Some(loaded) = library.load_ruleset(&known.id, &mut findings) else {
            writeln!(out, "{:<10} cannot be read ({})", known.id, sanitize(&known.found_in))?;
            continue;
        };
        let file = &loaded.file;
        writeln!(
            out,
            "{:<10} {} {} ({})",
            known.id,
            sanitize(&file.name),
            sanitize(&file.version),
            sanitize(&loaded.found_in)
        )?;
        for book in library.books_of_ruleset(&known.id) {
            if let Some(book) = library.load_book(&loaded, &book.id, &mut findings) {
                let from = if book.found_in == library::BUILT_IN_NAME {
                    String::new()
                } else {
                    format!(" ({})", sanitize(&book.found_in))
                };
                writeln!(
                    out,
                    "  {:<18} {} {}{from}",
                    sanitize(&book.file.book),
                    sanitize(&book.file.name),
                    sanitize(&book.file.version)
                )?;
            }
        }
        let battles = books_of_year::battles_with_years(lists.iter().filter(|l| l.ruleset == known.id));
        if !battles.is_empty() {
            TextPage { out, width: style.width }.write_item("battles:", &battles.join(", "), 2)?;
        }
    }
    writeln!(out, "\n`muster new --battle NAME` starts from the list of a battle.")
}

impl TextPage<'_> {
    /// Prints a ruleset.
    fn write_ruleset(&mut self, file: &Ruleset, rules: &Rules, library: &Library) -> std::io::Result<()> {
        writeln!(
            self.out,
            "{} {} ({})",
            sanitize(&rules.name),
            sanitize(&rules.version),
            sanitize(&rules.found_in)
        )?;
        for notice in &rules.notices {
            writeln!(self.out, "{}", sanitize(notice))?;
        }
        for (id, source) in &file.sources {
            self.write_item(&format!("{id}:"), source.title(), 2)?;
        }
        if !rules.modes.is_empty() {
            let modes: Vec<String> = rules
                .modes
                .iter()
                .map(|m| format!("{} ({}{})", m.id, m.name, if m.is_default { ", the default" } else { "" }))
                .collect();
            self.write_item("modes:", &modes.join(", "), 2)?;
        }
        let books = library.books_of_ruleset(&rules.id);
        if !books.is_empty() {
            self.write_item(
                "books:",
                &books.iter().map(|b| b.id.as_str()).collect::<Vec<_>>().join(", "),
                2,
            )?;
        }
        let lists = battle_lists::battle_lists();
        let battles = books_of_year::battles_with_years(lists.iter().filter(|l| l.ruleset == rules.id));
        if !battles.is_empty() {
            self.write_item("battles:", &battles.join(", "), 2)?;
        }
        self.write_unit_chart(file, rules)?;
        if !file.options.is_empty() {
            self.write_heading("Options")?;
        }
        for (at, (id, option)) in file.options.iter().enumerate() {
            let rule = &rules.options[at];
            let cost = rule
                .cost
                .as_ref()
                .map(|c| format!(" ({})", cost_text(rules, c, rule.per_model)))
                .unwrap_or_default();
            let changes = changes_text(&rule.changes, rules);
            let changes = if changes.is_empty() { String::new() } else { format!(" {changes}.") };
            let bounds = bounds_sentence(rules, &rule.rule_path);
            let text = option.text.as_ref().map_or_else(String::new, |t| format!(" {t}"));
            let words = format!("{}{cost}.{changes}{bounds}{text}", option.name.value);
            self.write_item(&format!("{id}:"), &words, 2)?;
        }
        if !file.roles.is_empty() {
            self.write_heading("Roles")?;
            for (at, (id, role)) in file.roles.iter().enumerate() {
                let changes = changes_text(&rules.roles[at].changes, rules);
                let changes = if changes.is_empty() { String::new() } else { format!(" {changes}.") };
                let bounds = bounds_sentence(rules, &rules.roles[at].rule_path);
                let text = role.text.as_ref().map_or_else(String::new, |t| format!(" {t}"));
                let cost = rules.roles[at].cost.as_ref().filter(|_| rules.has_points);
                let cost = cost.map_or_else(String::new, |c| format!(" ({})", cost_text(rules, c, false)));
                let words = format!("{}{cost}.{changes}{bounds}{text}", role.name.value);
                self.write_item(&format!("{id}:"), &words, 2)?;
            }
        }
        self.write_names_of_tags(&file.tags)?;
        self.write_command_kinds(file, rules)?;
        if !file.limits.is_empty() || !file.attach.is_empty() {
            self.write_heading("Limits")?;
        }
        for (id, limit) in &file.limits {
            let weight = severity_text(limit);
            let says = limit.says.as_ref().map_or("", |s| s.as_str());
            self.write_item(&format!("{id}:"), &format!("{says}{weight}"), 2)?;
        }
        for (id, attach) in &file.attach {
            self.write_item(
                &format!("{id}:"),
                &format!("{}. {}", attach.name.value, attach.text.as_ref().map_or("", |t| t.as_str())),
                2,
            )?;
        }
        self.write_charges(rules, &rules.id)?;
        self.write_numbers(&file.numbers)?;
        for (_, table) in file.tables.iter().filter(|(_, t)| !is_unit_table(t)) {
            self.write_table(table)?;
        }
        if !file.notes.is_empty() {
            self.write_heading("Gaps and interpretations")?;
            for note in &file.notes {
                let Some((kind, text)) = note.kind_and_text() else { continue };
                let reading =
                    note.reading.as_ref().map_or_else(String::new, |r| format!(" Our reading: {r}."));
                let place = note.at.as_ref().map_or_else(String::new, |at| {
                    let all: Vec<&str> = at.as_slice().iter().map(|w| w.value.as_str()).collect();
                    format!(" [{}]", all.join(", "))
                });
                self.write_item(&format!("{kind}:"), &format!("{text}{reading}{place}"), 2)?;
            }
        }
        Ok(())
    }

    /// Prints the kinds of command: how many there may be, where, and who leads them.
    fn write_command_kinds(&mut self, file: &Ruleset, rules: &Rules) -> std::io::Result<()> {
        if !rules.command_kinds.is_empty() {
            self.write_heading("Kinds of command")?;
        }
        for kind in &rules.command_kinds {
            let limit = rules.limits.iter().find(|limit| limit.rule_path == kind.rule_path);
            let in_kind =
                |outer: &CommandKindId| format!("in {}", with_article(&rules.command_kind(*outer).name));
            let places = kind.may_be_in_army.then(|| "in the army".to_owned()).into_iter();
            let places: Vec<String> = places.chain(kind.within.iter().map(in_kind)).collect();
            let leaders: Vec<String> =
                kind.led_by.iter().map(|role| rules.roles[role.0].name.clone()).collect();
            let mut facts: Vec<String> =
                limit.map(|limit| limit_text::bounds_of(rules, limit)).into_iter().collect();
            facts.push(join_with_or(&places));
            facts.push(if leaders.is_empty() {
                "without a commander".to_owned()
            } else {
                format!("led by {}", join_with_or(&leaders))
            });
            facts.extend(kind.is_default.then(|| "the default".to_owned()));
            let written = file.commands.as_ref().and_then(|commands| commands.kinds.get(&kind.id));
            let text = written.and_then(|kind| kind.text.as_ref());
            let text = text.map_or_else(String::new, |text| format!(". {}", text.value));
            self.write_item(
                &format!("{}:", kind.id),
                &format!("{}: {}{text}", kind.name, facts.join("; ")),
                2,
            )?;
        }
        Ok(())
    }

    /// Prints what is worked out, and how.
    pub(super) fn write_numbers(&mut self, numbers: &Map<NumberRule>) -> std::io::Result<()> {
        if !numbers.is_empty() {
            self.write_heading("Numbers")?;
        }
        for (id, number) in numbers {
            let is = number.is.as_ref().map_or_else(String::new, |f| format!(" = {f}"));
            let hidden = if number.hidden { " (not printed on sheets)" } else { "" };
            self.write_item(&format!("{id}:"), &format!("{}{is}{hidden}", number.name.value), 2)?;
        }
        Ok(())
    }

    /// Prints the charges of the ruleset or book of this id.
    pub(super) fn write_charges(&mut self, rules: &Rules, owner: &str) -> std::io::Result<()> {
        let path = format!("{owner}/charges/");
        let own =
            rules.charges.iter().filter_map(|charge| Some((charge.rule_path.strip_prefix(&path)?, charge)));
        let own: Vec<(&str, &Charge)> = own.filter(|_| rules.has_points).collect();
        if !own.is_empty() {
            self.write_heading("Charges")?;
        }
        for (id, charge) in own {
            let says = charge.says.as_ref().map_or_else(String::new, |says| format!(". {says}"));
            let text = format!("{}: {}{says}", charge.name, charge_text(rules, charge));
            self.write_item(&format!("{id}:"), &text, 2)?;
        }
        Ok(())
    }

    /// Prints what the troops with each tag are called.
    pub(super) fn write_names_of_tags(&mut self, tags: &Map<TagNoun>) -> std::io::Result<()> {
        if !tags.is_empty() {
            self.write_heading("Tags")?;
        }
        for (id, noun) in tags {
            self.write_item(&format!("{id}:"), &noun.name.value, 2)?;
        }
        Ok(())
    }

    /// Prints the unit types with their stats, costs and options.
    fn write_unit_chart(&mut self, file: &Ruleset, rules: &Rules) -> std::io::Result<()> {
        self.write_heading("Units")?;
        let shown: Vec<usize> = (0..rules.stats.len()).filter(|s| !rules.stats[*s].hidden).collect();
        let mut heads: Vec<String> = vec!["id".to_owned(), "code".to_owned()];
        heads.extend(shown.iter().map(|s| rules.stats[*s].abbr.clone()));
        if rules.has_points {
            heads.push("points".to_owned());
        }
        let types: Vec<&UnitKind> = rules.kinds.iter().filter(|k| k.entry_of.is_none()).collect();
        let mut grid = vec![heads];
        for kind in &types {
            let mut row = vec![kind.id.clone(), kind.code.clone().unwrap_or_default()];
            row.extend(
                shown.iter().map(|s| {
                    rules.format_stat(StatId(*s), &kind.stats[*s]).unwrap_or_else(|| "-".to_owned())
                }),
            );
            if rules.has_points {
                row.push(
                    kind.cost
                        .as_ref()
                        .map_or_else(|| "unknown".to_owned(), |c| cost_text(rules, c, kind.per_model)),
                );
            }
            grid.push(row);
        }
        // Leave out columns in which every cell is empty
        let used: Vec<usize> = (0..grid[0].len())
            .filter(|c| *c == 0 || grid[1..].iter().any(|row| !row[*c].is_empty() && row[*c] != "-"))
            .collect();
        let grid: Vec<Vec<String>> =
            grid.into_iter().map(|row| used.iter().map(|c| row[*c].clone()).collect()).collect();
        if !aligned_columns::print_columns(&grid, self.width, self.out)? {
            // The table does not fit even if a column is wrapped, so let the terminal wrap the lines
            aligned_columns::print_columns(&grid, usize::MAX / 2, self.out)?;
        }
        // A table made from the unit types would only repeat the chart, so print just its sentences
        for (_, table) in file.tables.iter().filter(|(_, t)| is_unit_table(t)) {
            self.write_table_sentences(table)?;
        }
        self.write_heading("What each unit has (? is optional)")?;
        if let Some(price) = optional_cost_text(rules) {
            writeln!(self.out, "  {}.", sanitize(&price))?;
        }
        for ((id, unit), kind) in file.units.iter().zip(types) {
            let offers: Vec<String> = unit.options.iter().map(|o| offer_text(&o.value)).collect();
            let offers = if offers.is_empty() { String::new() } else { format!(" {}.", offers.join(", ")) };
            let bounds = bounds_sentence(rules, &kind.rule_path);
            let text = unit.text.as_ref().map_or_else(String::new, |t| format!(" {t}"));
            let words = format!("{}.{offers}{bounds}{text}", name_with_aka(kind));
            self.write_item(&format!("{id}:"), &words, 2)?;
        }
        if let Some(every) = &file.every_unit {
            let names: Vec<String> = every.options.iter().map(|o| offer_text(&o.value)).collect();
            self.write_item("every unit:", &names.join(", "), 2)?;
        }
        for (whose, offers) in [("every army:", &file.every_army), ("every command:", &file.every_command)] {
            if let Some(offers) = offers {
                let names: Vec<String> = offers.options.iter().map(|o| offer_text(&o.value)).collect();
                self.write_item(whose, &names.join(", "), 2)?;
            }
        }
        if let Some(every) = &file.every_book {
            let entries: Vec<&str> = every.entries.keys().map(|id| id.as_str()).collect();
            let except: Vec<&str> = every.except.iter().map(|word| word.as_str()).collect();
            let except =
                if except.is_empty() { String::new() } else { format!("; not {}", except.join(", ")) };
            self.write_item("every book:", &format!("{}{except}", entries.join(", ")), 2)?;
        }
        Ok(())
    }
}

/// Returns the bounds that stand on something and on what it offers, as a sentence after a space. Empty if there are
/// none.
fn bounds_sentence(rules: &Rules, rule_path: &str) -> String {
    let own = limit_text::bounds_standing_on(rules, rule_path);
    let all: Vec<String> = own.into_iter().chain(limit_text::bounds_of_offers(rules, rule_path)).collect();
    if all.is_empty() { String::new() } else { format!(" In an army {}.", all.join("; ")) }
}

/// Returns the severity of a broken limit, as text in parentheses. Empty if it is always an error.
fn severity_text(limit: &Limit) -> String {
    let mut all = Vec::new();
    for (bound, what) in
        [(&limit.max, "more than"), (&limit.min, "fewer than"), (&limit.exactly, "other than")]
    {
        let Some(Bound::Computed(made)) = bound.as_ref().map(|b| &b.value) else { continue };
        for (bound, severity) in
            [(&made.note, Severity::Note), (&made.warning, Severity::Warning), (&made.error, Severity::Error)]
        {
            if let Some(Bound::Number(n)) = bound.as_ref().map(|b| &b.value) {
                all.push(format!("{what} {n} {}", with_article(severity.as_str())));
            }
        }
    }
    if all.is_empty() {
        all.extend(limit.severity.as_ref().map(|w| Severity::from(w.value).as_str().to_owned()));
    }
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

fn is_unit_table(table: &Table) -> bool {
    table.of.as_ref().is_some_and(|of| of.value == TableSource::Units)
}
