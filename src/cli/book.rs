//! `muster rules BOOK`: prints what an army may field, with its limits as text.

use std::io::Write;

use crate::army::pricing::body_price;
use crate::format::book::Book;
use crate::format::offer::Offer;
use crate::output::Style;
use crate::output::text::clean;
use crate::rules::Rules;
use crate::rules::ids::ContingentId;
use crate::rules::library::{Answer, Library};
use crate::rules::limit_text;
use crate::rules::option::Kind;

use super::page::Page;
use super::rules::{cost_text, offer_text, usual_price};
use super::{Ended, Trouble};

/// Returns the ids of the ruleset and the book that a word such as `numidia` or `fra/numidia` refers to.
/// `None` if no ruleset has such a book.
pub(super) fn owner(library: &Library, word: &str) -> Option<(String, String)> {
    if let Some((ruleset, book)) = word.split_once('/') {
        let known = library.books(ruleset);
        return known.iter().any(|b| b.id == book).then(|| (ruleset.to_owned(), book.to_owned()));
    }
    let rulesets = library.rulesets();
    let owner = rulesets.iter().find(|r| library.books(&r.id).iter().any(|b| b.id == word))?;
    Some((owner.id.clone(), word.to_owned()))
}

/// Prints a book.
pub(super) fn run(library: &Library, ruleset: &str, id: &str, style: Style, out: &mut dyn Write) -> Ended {
    let mut findings = Vec::new();
    let loaded = library.load_ruleset(ruleset, &mut findings);
    let file = loaded.as_ref().and_then(|l| library.load_book(l, id, &mut findings));
    let (Some(book), Answer::Ready(rules)) = (file, library.rules(ruleset, Some(id))) else {
        return Err(Trouble::Said(format!("the book \"{id}\" has errors; check its file")));
    };
    let mut page = Page { out, width: style.width };
    head(&mut page, &book.file, &book.from, &rules)?;
    entries(&mut page, &book.file, &rules)?;
    limits(&mut page, &book.file, &rules)?;
    allies(&mut page, &book.file)?;
    notes(&mut page, &book.file)?;
    Ok(0)
}

fn head(page: &mut Page<'_>, book: &Book, from: &str, rules: &Rules) -> std::io::Result<()> {
    writeln!(
        page.out,
        "{} {} ({}), a book for {}",
        clean(&book.name),
        clean(&book.version),
        clean(from),
        clean(&rules.name)
    )?;
    for notice in &rules.notices {
        writeln!(page.out, "{}", clean(notice))?;
    }
    if let Some(dates) = rules.contingents[0].book.as_ref().and_then(|b| b.dates.as_ref()) {
        page.item("years:", &dates.to_string(), 2)?;
    }
    for (id, source) in &book.sources {
        page.item(&format!("{id}:"), source.title(), 2)?;
    }
    for choice in &rules.contingents[0].choices {
        let answers: Vec<String> = choice
            .answers
            .iter()
            .map(|(id, name, dates)| {
                let years: Vec<String> = dates.iter().map(ToString::to_string).collect();
                let years = if years.is_empty() { String::new() } else { format!(", {}", years.join(", ")) };
                format!("{id} ({name}{years})")
            })
            .collect();
        page.item(&format!("choose {}:", choice.id), &format!("{}. {}", choice.name, answers.join("; ")), 2)?;
    }
    Ok(())
}

fn entries(page: &mut Page<'_>, book: &Book, rules: &Rules) -> std::io::Result<()> {
    let kinds: Vec<&Kind> = rules.kinds.iter().filter(|k| k.entry_of == Some(ContingentId::OWN)).collect();
    page.head("Entries (options with ? are optional)")?;
    if let Some(price) = usual_price(rules) {
        writeln!(page.out, "  {}.", clean(&price))?;
    }
    for kind in kinds.iter().filter(|k| k.unit.is_some()) {
        let Some(entry) = book.entries.get(&kind.id) else { continue };
        let mut words = vec![kind.name.clone()];
        if let Some(unit) = kind.unit {
            words.push(rules.kind_of(unit).name.to_lowercase());
        }
        if rules.has_points {
            let cost =
                kind.cost.as_ref().map_or_else(|| "unknown".to_owned(), |c| cost_text(c, rules, false));
            words.push(format!(
                "{}{}",
                crate::wording::of_points_printed(&cost),
                if body_price(rules, kind.own, None).per_model { " each" } else { "" }
            ));
        }
        words.extend(how_many(rules, kind));
        words.extend(kind.dates.iter().map(ToString::to_string));
        words.extend(
            kind.when
                .choices
                .iter()
                .map(|(choice, answers)| format!("if {choice} is {}", answers.join(" or "))),
        );
        let own: Vec<Offer> = entry.options.iter().flatten().map(|o| o.value.clone()).collect();
        let options = match &entry.options {
            Some(_) => own.iter().map(offer_text).collect::<Vec<_>>().join(", "),
            None => "the options of its type".to_owned(),
        };
        let options = if options.is_empty() { String::new() } else { format!(": {options}") };
        page.item(&format!("{}:", kind.id), &format!("{}{options}", words.join("; ")), 2)?;
    }
    let characters: Vec<&&Kind> = kinds.iter().filter(|k| k.unit.is_none()).collect();
    if !characters.is_empty() {
        page.head("Characters")?;
        for character in characters {
            let mut words = vec![character.name.clone()];
            words.push(
                character
                    .roles
                    .iter()
                    .map(|r| rules.roles[r.0].name.to_lowercase())
                    .collect::<Vec<_>>()
                    .join(" or "),
            );
            words.extend(character.dates.iter().map(ToString::to_string));
            page.item(&format!("{}:", character.id), &words.join("; "), 2)?;
        }
    }
    Ok(())
}

/// Returns how many units of an entry an army may have, as text. `None` if its book states no limit of its
/// own.
fn how_many(rules: &Rules, kind: &Kind) -> Option<String> {
    let own = rules.limits.iter().find(|l| l.entry.is_some_and(|k| rules.kind_of(k).rule == kind.rule))?;
    Some(limit_text::bounds_of(rules, own))
}

fn limits(page: &mut Page<'_>, book: &Book, rules: &Rules) -> std::io::Result<()> {
    if !book.limits.is_empty() {
        page.head("Limits")?;
    }
    for (id, limit) in &book.limits {
        let full = format!("{}/limits/{}", book.book.value, id.value);
        let made = rules.limits.iter().find(|l| l.rule == full);
        let measured = made.map_or_else(String::new, |l| {
            let bounds = limit_text::bounds_of(rules, l);
            if bounds.is_empty() {
                String::new()
            } else {
                format!(
                    " ({}: {bounds})",
                    limit_text::measured_thing(rules, &l.measure, l.what.as_ref(), false)
                )
            }
        });
        let says = limit.says.as_ref().map_or("", |s| s.as_str());
        page.item(&format!("{id}:"), &format!("{says}{measured}"), 2)?;
    }
    Ok(())
}

fn allies(page: &mut Page<'_>, book: &Book) -> std::io::Result<()> {
    if !book.allies.is_empty() {
        page.head("Allies")?;
    }
    for (id, ally) in &book.allies {
        let mut words = vec![format!("book {}", ally.book.value)];
        for dates in ally.dates.iter().flat_map(crate::format::selector::DatesList::as_slice) {
            let year = |y: &Option<crate::read::Located<crate::format::date::Year>>| {
                y.as_ref().map(|y| y.value.to_string())
            };
            match (year(&dates.from), year(&dates.to)) {
                (Some(from), Some(to)) => words.push(format!("from {from} to {to}")),
                (Some(from), None) => words.push(format!("from {from}")),
                (None, Some(to)) => words.push(format!("to {to}")),
                (None, None) => {}
            }
        }
        if !ally.roles.is_empty() {
            words.push(format!(
                "led by {}",
                ally.roles.iter().map(|r| r.as_str()).collect::<Vec<_>>().join(" or ")
            ));
        }
        if let Some(only) = &ally.only {
            words.push(format!("brings {}", only.keys().map(|k| k.as_str()).collect::<Vec<_>>().join(", ")));
        }
        words.extend(ally.limits.iter().filter_map(|(_, l)| l.says.as_ref().map(|s| s.value.clone())));
        page.item(&format!("{id}:"), &words.join("; "), 2)?;
    }
    Ok(())
}

fn notes(page: &mut Page<'_>, book: &Book) -> std::io::Result<()> {
    if !book.notes.is_empty() {
        page.head("Gaps and interpretations")?;
    }
    for note in &book.notes {
        let Some((kind, text)) = note.what() else { continue };
        let reading = note.reading.as_ref().map_or_else(String::new, |r| format!(" Our reading: {r}."));
        page.item(&format!("{kind}:"), &format!("{text}{reading}"), 2)?;
    }
    Ok(())
}
