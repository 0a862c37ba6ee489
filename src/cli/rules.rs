//! `muster rules`: prints a ruleset with its unit chart, options, roles, limits, numbers, tables and notes.

use std::io::Write;

use clap::Args;

use crate::check::report::Report;
use crate::finding::{Finding, Severity};
use crate::format::formula::Formula;
use crate::format::limit::{Bound, Limit};
use crate::format::ruleset::Ruleset;
use crate::format::sheet::{MadeOf, Table};
use crate::output::text::clean;
use crate::output::{Style, human};
use crate::rules::compile::compile;
use crate::rules::ids::StatId;
use crate::rules::library::{Known, Library, spellings};
use crate::rules::option::{Change, Cost, Kind};
use crate::rules::{Rules, library};
use crate::wording::with_article;

use super::page::Page;
use super::{Ended, Trouble, book, grid};

/// The arguments of `muster rules`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Id of the ruleset or book; fra/numidia if several rulesets have a book of that id
    ruleset: Option<String>,
}

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let Some(id) = &options.ruleset else {
        all(library, out)?;
        return Ok(0);
    };
    let mut findings = Vec::new();
    let Some(loaded) = library.load_ruleset(id, &mut findings) else {
        if findings.iter().any(|f| f.severity == Severity::Error) {
            return faulty(findings, library, style, out);
        }
        if let Some((ruleset, book)) = book::owner(library, id) {
            return book::run(library, &ruleset, &book, style, out);
        }
        let known = library.rulesets();
        let books: Vec<Known> = known.iter().flat_map(|r| library.books(&r.id)).collect();
        let all = spellings(&known).and(spellings(&books));
        let help = crate::rules::help::spelled_or(id, &all, "ruleset");
        return Err(Trouble::Said(format!("there is no ruleset or book \"{id}\"; {help}")));
    };
    let (rules, more) = compile(&loaded, None, None, &mut |_| None);
    findings.extend(more);
    if !findings.is_empty() {
        return faulty(findings, library, style, out);
    }
    let mut page = Page { out, width: style.width };
    page.ruleset(&loaded.file, &rules, library)?;
    Ok(0)
}

/// Prints the findings of a ruleset instead of the ruleset.
fn faulty(findings: Vec<Finding>, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let report = Report { lists: Vec::new(), findings, sources: library.sources().clone() };
    human::write(&report, out, style)?;
    Ok(1)
}

/// Lists all rulesets, with their books.
fn all(library: &Library, out: &mut dyn Write) -> std::io::Result<()> {
    for known in library.rulesets() {
        let mut findings = Vec::new();
        let Some(loaded) = library.load_ruleset(&known.id, &mut findings) else {
            writeln!(out, "{:<10} cannot be read ({})", known.id, clean(&known.from))?;
            continue;
        };
        let file = &loaded.file;
        writeln!(
            out,
            "{:<10} {} {} ({})",
            known.id,
            clean(&file.name),
            clean(&file.version),
            clean(&loaded.from)
        )?;
        for book in library.books(&known.id) {
            if let Some(book) = library.load_book(&loaded, &book.id, &mut findings) {
                let from = if book.from == library::FROM_PROGRAM {
                    String::new()
                } else {
                    format!(" ({})", clean(&book.from))
                };
                writeln!(
                    out,
                    "  {:<18} {} {}{from}",
                    clean(&book.file.book),
                    clean(&book.file.name),
                    clean(&book.file.version)
                )?;
            }
        }
    }
    Ok(())
}

impl Page<'_> {
    /// Prints a ruleset.
    fn ruleset(&mut self, file: &Ruleset, rules: &Rules, library: &Library) -> std::io::Result<()> {
        writeln!(self.out, "{} {} ({})", clean(&rules.name), clean(&rules.version), clean(&rules.from))?;
        for notice in &rules.notices {
            writeln!(self.out, "{}", clean(notice))?;
        }
        for (id, source) in &file.sources {
            self.item(&format!("{id}:"), source.title(), 2)?;
        }
        if !rules.modes.is_empty() {
            let modes: Vec<String> = rules
                .modes
                .iter()
                .map(|m| format!("{} ({}{})", m.id, m.name, if m.default { ", the default" } else { "" }))
                .collect();
            self.item("modes:", &modes.join(", "), 2)?;
        }
        let books = library.books(&rules.id);
        if !books.is_empty() {
            self.item("books:", &books.iter().map(|b| b.id.as_str()).collect::<Vec<_>>().join(", "), 2)?;
        }
        self.chart(file, rules)?;
        if !file.options.is_empty() {
            self.head("Options")?;
        }
        for (at, (id, option)) in file.options.iter().enumerate() {
            let rule = &rules.options[at];
            let cost = rule
                .cost
                .as_ref()
                .map(|c| format!(" ({})", cost_text(c, rules, rule.each)))
                .unwrap_or_default();
            let changes = changes(&rule.change, rules);
            let changes = if changes.is_empty() { String::new() } else { format!(" {changes}.") };
            let text = option.text.as_ref().map_or_else(String::new, |t| format!(" {t}"));
            self.item(&format!("{id}:"), &format!("{}{cost}.{changes}{text}", option.name.value), 2)?;
        }
        if !file.roles.is_empty() {
            self.head("Roles")?;
            for (at, (id, role)) in file.roles.iter().enumerate() {
                let changes = changes(&rules.roles[at].change, rules);
                let changes = if changes.is_empty() { String::new() } else { format!(" {changes}.") };
                let text = role.text.as_ref().map_or_else(String::new, |t| format!(" {t}"));
                self.item(&format!("{id}:"), &format!("{}.{changes}{text}", role.name.value), 2)?;
            }
        }
        if !file.limits.is_empty() || !file.attach.is_empty() {
            self.head("Limits")?;
        }
        for (id, limit) in &file.limits {
            let weight = weight(limit);
            let says = limit.says.as_ref().map_or("", |s| s.as_str());
            self.item(&format!("{id}:"), &format!("{says}{weight}"), 2)?;
        }
        for (id, attach) in &file.attach {
            self.item(
                &format!("{id}:"),
                &format!("{}. {}", attach.name.value, attach.text.as_ref().map_or("", |t| t.as_str())),
                2,
            )?;
        }
        if !file.numbers.is_empty() {
            self.head("Numbers")?;
            for (id, number) in &file.numbers {
                let is = number.is.as_ref().map_or_else(String::new, |f| format!(" = {f}"));
                self.item(&format!("{id}:"), &format!("{}{is}", number.name.value), 2)?;
            }
        }
        for (_, table) in file.tables.iter().filter(|(_, t)| !of_units(t)) {
            self.table(table)?;
        }
        if !file.notes.is_empty() {
            self.head("Gaps and interpretations")?;
            for note in &file.notes {
                let Some((kind, text)) = note.what() else { continue };
                let reading =
                    note.reading.as_ref().map_or_else(String::new, |r| format!(" Our reading: {r}."));
                let place = note.at.as_ref().map_or_else(String::new, |at| {
                    let all: Vec<&str> = at.as_slice().iter().map(|w| w.value.as_str()).collect();
                    format!(" [{}]", all.join(", "))
                });
                self.item(&format!("{kind}:"), &format!("{text}{reading}{place}"), 2)?;
            }
        }
        Ok(())
    }

    /// Prints the unit types with their stats, costs and options.
    fn chart(&mut self, file: &Ruleset, rules: &Rules) -> std::io::Result<()> {
        self.head("Units")?;
        let shown: Vec<usize> = (0..rules.stats.len()).filter(|s| !rules.stats[*s].hidden).collect();
        let mut heads: Vec<String> = vec!["id".to_owned(), "code".to_owned()];
        heads.extend(shown.iter().map(|s| rules.stats[*s].abbr.clone()));
        if rules.has_points {
            heads.push("points".to_owned());
        }
        let types: Vec<&Kind> = rules.kinds.iter().filter(|k| k.entry_of.is_none()).collect();
        let mut grid = vec![heads];
        for kind in &types {
            let mut row = vec![kind.id.clone(), kind.code.clone().unwrap_or_default()];
            row.extend(
                shown.iter().map(|s| {
                    kind.stats[*s].map_or_else(|| "-".to_owned(), |n| rules.show_stat(StatId(*s), n))
                }),
            );
            if rules.has_points {
                row.push(
                    kind.cost
                        .as_ref()
                        .map_or_else(|| "unknown".to_owned(), |c| cost_text(c, rules, kind.each)),
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
        if !grid::write(&grid, self.width, self.out)? {
            // The table does not fit even if a column is wrapped, so let the terminal wrap the lines
            grid::write(&grid, usize::MAX / 2, self.out)?;
        }
        // A table made from the unit types would only repeat the chart, so print just its sentences
        for (_, table) in file.tables.iter().filter(|(_, t)| of_units(t)) {
            self.lines(table)?;
        }
        self.head("What each unit has (? is optional)")?;
        if let Some(price) = usual_price(rules) {
            writeln!(self.out, "  {}.", clean(&price))?;
        }
        for (id, unit) in &file.units {
            let offers: Vec<String> = unit.options.iter().map(|o| offer_text(&o.value)).collect();
            let offers = if offers.is_empty() { String::new() } else { format!(" {}.", offers.join(", ")) };
            let text = unit.text.as_ref().map_or_else(String::new, |t| format!(" {t}"));
            self.item(&format!("{id}:"), &format!("{}.{offers}{text}", unit.name.value), 2)?;
        }
        if let Some(every) = &file.every_unit {
            let names: Vec<String> = every.options.iter().map(|o| offer_text(&o.value)).collect();
            self.item("every unit:", &names.join(", "), 2)?;
        }
        Ok(())
    }
}

/// Returns the severity of a broken limit, as text in parentheses. Empty if it is always an error.
fn weight(limit: &Limit) -> String {
    let mut all = Vec::new();
    for (bound, what) in
        [(&limit.max, "more than"), (&limit.min, "fewer than"), (&limit.exactly, "other than")]
    {
        let Some(Bound::Made(made)) = bound.as_ref().map(|b| &b.value) else { continue };
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

/// Returns the changes of an option or role to stats, such as `CF +1, Move 2"`. Hidden stats are left out.
fn changes(change: &Change, rules: &Rules) -> String {
    let printed = |(stat, _): &&(StatId, Formula)| !rules.stats[stat.0].hidden;
    let name = |stat: &StatId| clean(&rules.stats[stat.0].name).into_owned();
    let set = change.set.iter().filter(printed).map(|(stat, formula)| match formula.constant() {
        Some(n) => format!("{} {}", name(stat), rules.show_stat(*stat, n)),
        None if formula.to_string() == "none" => format!("no \"{}\"", name(stat)),
        None => format!("{} {formula}", name(stat)),
    });
    let add = change.add.iter().filter(printed).map(|(stat, formula)| match formula.constant() {
        Some(n) if n >= 0 => format!("{} +{n}", name(stat)),
        Some(n) => format!("{} {n}", name(stat)),
        None => format!("{} +({formula})", name(stat)),
    });
    set.chain(add).collect::<Vec<_>>().join(", ")
}

fn of_units(table: &Table) -> bool {
    table.of.as_ref().is_some_and(|of| of.value == MadeOf::Units)
}

/// Returns a cost as text, with a value for each mode or size if it depends on one.
pub(super) fn cost_text(cost: &Cost, rules: &Rules, each: bool) -> String {
    let each = if each { " each" } else { "" };
    match cost {
        Cost::Same(formula) => format!("{formula}{each}"),
        Cost::Modes(modes) => {
            let all: Vec<String> =
                modes.iter().map(|(m, f)| format!("{} {f}", rules.modes[m.0].id)).collect();
            format!("{}{each}", all.join(", "))
        }
        Cost::Sizes(sizes) => sizes.iter().map(|(s, n)| format!("{s}: {n}")).collect::<Vec<_>>().join(", "),
    }
}

/// Returns a sentence about the cost of optional options that state no cost (`optional-cost`), for each mode.
///
/// `None` if the game has no points, or such options are free.
pub(super) fn usual_price(rules: &Rules) -> Option<String> {
    let cost = rules.optional_cost.as_ref().filter(|_| rules.has_points)?;
    Some(format!("An added option without a stated cost costs {}", cost_text(cost, rules, false)))
}

/// Returns an offer as text, such as `bow?` or `one of sling / bow?`.
pub(super) fn offer_text(offer: &crate::format::offer::Offer) -> String {
    use crate::format::offer::{Offer, OfferDetail};
    match offer {
        Offer::Word(word) => word.value.clone(),
        Offer::More(map) => {
            let group = |word: &str, all: &[crate::read::Located<Offer>]| {
                let all: Vec<String> = all.iter().map(|o| offer_text(&o.value)).collect();
                format!("{} {}", word.replace('-', " "), all.join(" / "))
            };
            let one = |(word, detail): (&crate::read::Located<String>, &OfferDetail)| match detail {
                OfferDetail::Cost(cost) => format!("{word} {cost}"),
                OfferDetail::Group(all) => group(word, all),
                OfferDetail::More(terms) if !terms.options.is_empty() => group(word, &terms.options),
                OfferDetail::More(terms) => {
                    let names = terms.names.as_ref().map_or_else(String::new, |n| {
                        format!(
                            " of {}",
                            n.as_slice().iter().map(|w| w.value.as_str()).collect::<Vec<_>>().join(", ")
                        )
                    });
                    format!("{word}{names}")
                }
            };
            map.iter().map(one).collect::<Vec<_>>().join(", ")
        }
    }
}
