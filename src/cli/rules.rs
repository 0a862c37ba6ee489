//! `muster rules`: a ruleset as players know it: the chart, options, roles, limits, numbers, tables, notes.

use std::io::Write;

use clap::Args;

use crate::format::ruleset::Ruleset;
use crate::format::sheet::{MadeOf, Table};
use crate::output::Style;
use crate::output::text::{clean, width};
use crate::rules::compile::compile;
use crate::rules::ids::StatId;
use crate::rules::library::Library;
use crate::rules::option::{Cost, Kind};
use crate::rules::{Rules, library};

use super::page::Page;
use super::{Ended, Trouble, book};

/// What `rules` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The ruleset or the book, by its id; fra/numidia where several rulesets have a book of that id
    ruleset: Option<String>,
}

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let Some(id) = &options.ruleset else {
        all(library, out)?;
        return Ok(0);
    };
    let mut findings = Vec::new();
    let Some(loaded) = library.load_ruleset(id, &mut findings) else {
        if let Some((ruleset, book)) = book::owner(library, id) {
            return book::run(library, &ruleset, &book, style, out);
        }
        let known = library.rulesets();
        let known: Vec<&str> = known.iter().map(|k| k.id.as_str()).collect();
        let books: Vec<String> = known.iter().flat_map(|r| library.books(r)).map(|b| b.id).collect();
        let all: Vec<&str> = known.iter().copied().chain(books.iter().map(String::as_str)).collect();
        let help = crate::check::words::near_or(id, &all, "ruleset");
        return Err(Trouble::Said(format!("there is no ruleset and no book \"{id}\"; {help}")));
    };
    let (rules, more) = compile(&loaded, None, None, &mut |_| None);
    findings.extend(more);
    if !findings.is_empty() {
        let report =
            crate::check::report::Report { lists: Vec::new(), findings, sources: library.sources().clone() };
        crate::output::human::write(&report, out, style)?;
        return Ok(1);
    }
    let mut page = Page { out, width: style.width };
    page.ruleset(&loaded.file, &rules, library)?;
    Ok(0)
}

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
        self.head("Options")?;
        for (at, (id, option)) in file.options.iter().enumerate() {
            let rule = &rules.options[at];
            let cost = rule
                .cost
                .as_ref()
                .map(|c| format!(" ({})", cost_text(c, rules, rule.each)))
                .unwrap_or_default();
            let text = option.text.as_ref().map_or("", |t| t.as_str());
            self.item(&format!("{id}:"), &format!("{}{cost}. {text}", option.name.value), 2)?;
        }
        if let Some(every) = &file.every_unit {
            let names: Vec<String> = every.options.iter().map(|o| offer_text(&o.value)).collect();
            self.item("every unit:", &names.join(", "), 2)?;
        }
        if !file.roles.is_empty() {
            self.head("Roles")?;
            for (id, role) in &file.roles {
                let adds: Vec<String> = role.add.iter().map(|(s, f)| format!("+{f} {s}")).collect();
                let text = role.text.as_ref().map_or_else(String::new, |t| format!(". {t}"));
                let adds = if adds.is_empty() { String::new() } else { format!(": {}", adds.join(", ")) };
                self.item(&format!("{id}:"), &format!("{}{adds}{text}", role.name.value), 2)?;
            }
        }
        self.head("Limits")?;
        for (id, limit) in &file.limits {
            let weight = limit.severity.as_ref().map_or_else(String::new, |w| {
                format!(" ({})", crate::finding::Severity::from(w.value).as_str())
            });
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
                self.item(&format!("{id}:"), &number.name.value, 2)?;
            }
        }
        for (_, table) in
            file.tables.iter().filter(|(_, t)| t.of.as_ref().is_none_or(|o| o.value != MadeOf::Units))
        {
            self.table(table)?;
        }
        if !file.notes.is_empty() {
            self.head("Gaps and readings")?;
            for note in &file.notes {
                let Some((kind, text)) = note.what() else { continue };
                let reading =
                    note.reading.as_ref().map_or_else(String::new, |r| format!(" Read here as: {r}."));
                let place = note.at.as_ref().map_or_else(String::new, |at| format!(" [{at}]"));
                self.item(&format!("{kind}:"), &format!("{text}{reading}{place}"), 2)?;
            }
        }
        Ok(())
    }

    /// The units with their figures, costs and options.
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
        // A column that says nothing for anyone is left out
        let used: Vec<usize> = (0..grid[0].len())
            .filter(|c| *c == 0 || grid[1..].iter().any(|row| !row[*c].is_empty() && row[*c] != "-"))
            .collect();
        let grid: Vec<Vec<String>> =
            grid.into_iter().map(|row| used.iter().map(|c| row[*c].clone()).collect()).collect();
        self.grid(&grid)?;
        self.head("What they have; ? may be taken")?;
        for (id, unit) in &file.units {
            let offers: Vec<String> = unit.options.iter().map(|o| offer_text(&o.value)).collect();
            let text = unit.text.as_ref().map_or_else(String::new, |t| format!(" {t}"));
            let offers =
                if offers.is_empty() { "no options of its own".to_owned() } else { offers.join(", ") };
            self.item(&format!("{id}:"), &format!("{}. {offers}.{text}", unit.name.value), 2)?;
        }
        Ok(())
    }

    fn table(&mut self, table: &Table) -> std::io::Result<()> {
        let roll = table.roll.as_ref().map_or_else(String::new, |r| format!(" ({r})"));
        self.head(&format!("{}{roll}", clean(&table.name)))?;
        let mut grid: Vec<Vec<String>> = Vec::new();
        if !table.columns.is_empty() {
            grid.push(table.columns.iter().map(|c| c.value.clone()).collect());
        }
        grid.extend(table.rows.iter().map(|row| row.iter().map(|c| c.value.clone()).collect()));
        let wide: usize = (0..grid.iter().map(Vec::len).max().unwrap_or(0))
            .map(|c| 2 + grid.iter().filter_map(|r| r.get(c)).map(|cell| width(cell)).max().unwrap_or(0))
            .sum();
        if wide <= self.width {
            self.grid(&grid)?;
        } else {
            for row in &grid {
                let (first, rest) = row.split_first().map_or(("", &[][..]), |(f, r)| (f.as_str(), r));
                self.item(&format!("{first}:"), &rest.join(" | "), 2)?;
            }
        }
        for line in &table.lines {
            self.item("-", line, 2)?;
        }
        if let Some(note) = &table.note {
            self.item("", note, 1)?;
        }
        Ok(())
    }
}

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

pub(super) fn offer_text(offer: &crate::format::offer::Offer) -> String {
    use crate::format::offer::{Offer, OfferDetail};
    match offer {
        Offer::Word(word) => word.value.clone(),
        Offer::More(map) => {
            let one = |(word, detail): (&crate::yaml::Located<String>, &OfferDetail)| match detail {
                OfferDetail::Cost(cost) => format!("{word} {cost}"),
                OfferDetail::Group(all) => {
                    let all: Vec<String> = all.iter().map(|o| offer_text(&o.value)).collect();
                    format!("{} {}", word.value.replace('-', " "), all.join(" / "))
                }
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
