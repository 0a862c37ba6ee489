//! `muster rules BOOK`: prints what an army may field, with its limits as text.

use std::io::Write;

use crate::army::applicable_costs::body_price;
use crate::format::book::Book;
use crate::format::options::OptionOffer;
use crate::format::shared_types::{Citation, CitedWork};
use crate::output::TerminalStyle;
use crate::output::terminal_text::sanitize;
use crate::read::Located;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::condition_text::condition_clause;
use crate::rules::cost_text::cost_text;
use crate::rules::id_types::ContingentId;
use crate::rules::library::{Library, RulesLookup};
use crate::rules::wars_of_books::books_with_enemies;
use crate::rules::{AllyPoints, Rules, limit_text};

use super::cost_and_option_text::{offer_text, optional_cost_text};
use super::text_page::TextPage;
use super::{CommandError, CommandResult, battle_lists, books_of_year};

/// The ids of a ruleset and of one of its books.
type BookIds = (String, String);

/// Returns the books that a word such as `numidia` or `fra/numidia` may refer to, in the order of the rulesets.
pub(super) fn find_books(library: &Library, word: &str) -> Vec<BookIds> {
    let has_book = |ruleset: &str, book: &str| library.books_of_ruleset(ruleset).iter().any(|b| b.id == book);
    if let Some((ruleset, book)) = word.split_once('/') {
        let found = has_book(ruleset, book).then(|| (ruleset.to_owned(), book.to_owned()));
        return found.into_iter().collect();
    }
    let rulesets = library.list_rulesets();
    let owners = rulesets.iter().filter(|ruleset| has_book(&ruleset.id, word));
    owners.map(|ruleset| (ruleset.id.clone(), word.to_owned())).collect()
}

/// Prints a book, and which others have the same id.
pub(super) fn show_book(
    library: &Library,
    (ruleset, id): (&str, &str),
    others: &[BookIds],
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let mut findings = Vec::new();
    let loaded = library.load_ruleset(ruleset, &mut findings);
    let file = loaded.as_ref().and_then(|l| library.load_book(l, id, &mut findings));
    let (Some(book), RulesLookup::Ready(rules)) = (file, library.rules_for(ruleset, Some(id))) else {
        return Err(CommandError::Message(format!("the book \"{id}\" has errors; check its file")));
    };
    let mut page = TextPage { out, width: style.width };
    write_book_heading(&mut page, &book.file, &book.found_in, &rules)?;
    write_enemies_and_battles(&mut page, library, (ruleset, id))?;
    if !others.is_empty() {
        let others: Vec<String> =
            others.iter().map(|(ruleset, book)| format!("muster rules {ruleset}/{book}")).collect();
        page.write_item("other books of this id:", &others.join(", "), 2)?;
    }
    write_entries(&mut page, &book.file, &rules)?;
    for (whose, offers) in
        [("every army:", &book.file.every_army), ("every command:", &book.file.every_command)]
    {
        if let Some(offers) = offers {
            let names: Vec<String> = offers.options.iter().map(|o| offer_text(&o.value)).collect();
            page.write_item(whose, &names.join(", "), 2)?;
        }
    }
    page.write_names_of_tags(&book.file.tags)?;
    write_limits(&mut page, &book.file, &rules)?;
    page.write_charges(&rules, &book.file.book)?;
    page.write_numbers(&book.file.numbers)?;
    write_allies(&mut page, &book.file, &rules)?;
    write_notes(&mut page, &book.file)?;
    Ok(0)
}

fn write_book_heading(
    page: &mut TextPage<'_>,
    book: &Book,
    from: &str,
    rules: &Rules,
) -> std::io::Result<()> {
    writeln!(
        page.out,
        "{} {} ({}), a book for {}",
        sanitize(&book.name),
        sanitize(&book.version),
        sanitize(from),
        sanitize(&rules.name)
    )?;
    for notice in &rules.notices {
        writeln!(page.out, "{}", sanitize(notice))?;
    }
    for base in rules.contingents[0].book.iter().flat_map(|book| &book.bases) {
        page.write_item("extends:", &format!("{} {} ({})", base.id, base.version, base.name), 2)?;
    }
    if let Some(dates) = rules.contingents[0].book.as_ref().and_then(|b| b.dates.as_ref()) {
        let cited = cited_works(book, book.source.as_ref(), "dates");
        page.write_item("years:", &format!("{dates}{cited}"), 2)?;
    }
    for (id, source) in &book.sources {
        page.write_item(&format!("{id}:"), source.title(), 2)?;
    }
    for choice in &rules.contingents[0].choices {
        let answers: Vec<String> = choice
            .answers
            .iter()
            .map(|(id, name, dates)| {
                let years: Vec<String> = dates.iter().map(ToString::to_string).collect();
                let years = if years.is_empty() { String::new() } else { format!(", {}", years.join(", ")) };
                let written = book.choices.get(&choice.id).and_then(|choice| choice.one_of.get(id));
                let cited = cited_works(book, written.and_then(|answer| answer.source.as_ref()), "name");
                format!("{id} ({name}{years}){cited}")
            })
            .collect();
        page.write_item(
            &format!("choose {}:", choice.id),
            &format!("{}. {}", choice.name, answers.join("; ")),
            2,
        )?;
    }
    Ok(())
}

/// Prints the books that a book fought, and the lists of its battles.
fn write_enemies_and_battles(
    page: &mut TextPage<'_>,
    library: &Library,
    (ruleset, id): (&str, &str),
) -> std::io::Result<()> {
    let books = books_with_enemies(library, ruleset);
    let wars = books.iter().filter(|book| book.book.id == id).flat_map(|book| &book.enemies);
    let wars: Vec<String> = wars.map(|war| format!("{} ({})", war.enemy, war.years)).collect();
    if !wars.is_empty() {
        page.write_item("enemies:", &wars.join(", "), 2)?;
    }
    let lists = battle_lists::battle_lists().into_iter();
    let own = lists.filter(|list| list.ruleset == ruleset && list.book.as_deref() == Some(id));
    let own: Vec<String> = own.map(|list| books_of_year::list_with_year(&list)).collect();
    if !own.is_empty() {
        page.write_item("lists of battles:", &own.join(", "), 2)?;
    }
    Ok(())
}

/// Returns the works that are cited for a field, in parentheses after a space. Empty if there are none.
fn cited_works(book: &Book, source: Option<&Citation>, field: &str) -> String {
    let words = match source {
        None => &[],
        Some(Citation::Whole(word)) => std::slice::from_ref(word),
        Some(Citation::Several(words)) => words.as_slice(),
        Some(Citation::Fields(fields)) => fields.get(field).map_or(&[][..], |words| words.as_slice()),
    };
    let title = |word: &Located<String>| {
        let (id, place) =
            word.split_once(": ").map_or((word.as_str(), None), |(id, place)| (id, Some(place)));
        let title = book.sources.get(id).map_or(id, CitedWork::title);
        place.map_or_else(|| title.to_owned(), |place| format!("{title}, {place}"))
    };
    let titles: Vec<String> = words.iter().map(title).collect();
    if titles.is_empty() { String::new() } else { format!(" ({})", titles.join("; ")) }
}

fn write_entries(page: &mut TextPage<'_>, book: &Book, rules: &Rules) -> std::io::Result<()> {
    let kinds: Vec<&UnitKind> =
        rules.kinds.iter().filter(|k| k.entry_of == Some(ContingentId::OWN)).collect();
    page.write_heading("Entries (options with ? are optional)")?;
    if let Some(price) = optional_cost_text(rules) {
        writeln!(page.out, "  {}.", sanitize(&price))?;
    }
    for kind in kinds.iter().filter(|k| k.unit_type.is_some()) {
        let Some(entry) = book.entries.get(&kind.id) else { continue };
        let mut words = vec![name_with_aka(kind)];
        if let Some(unit) = kind.unit_type {
            words.push(rules.kind(unit).name.to_lowercase());
        }
        if rules.has_points {
            let cost =
                kind.cost.as_ref().map_or_else(|| "unknown".to_owned(), |c| cost_text(rules, c, false));
            words.push(format!(
                "{}{}",
                crate::wording::points_text_of(&cost),
                if body_price(rules, kind.kind_id, None).per_model { " each" } else { "" }
            ));
        }
        words.extend(limit_text::own_limit_text(rules, kind));
        words.extend(limit_text::bounds_of_offers(rules, &kind.rule_path));
        words.extend(kind.typical.map(|typical| format!("usually {typical}")));
        words.extend(kind.dates.iter().map(ToString::to_string));
        words.extend(condition_clause(rules, &kind.when));
        let own: Vec<OptionOffer> = entry.options.iter().flatten().map(|o| o.value.clone()).collect();
        let options = match &entry.options {
            Some(_) => own.iter().map(offer_text).collect::<Vec<_>>().join(", "),
            None => "the options of its type".to_owned(),
        };
        let options = if options.is_empty() { String::new() } else { format!(": {options}") };
        page.write_item(&format!("{}:", kind.id), &format!("{}{options}", words.join("; ")), 2)?;
    }
    let characters: Vec<&&UnitKind> = kinds.iter().filter(|k| k.unit_type.is_none()).collect();
    if !characters.is_empty() {
        page.write_heading("Characters")?;
        for character in characters {
            let mut words = vec![name_with_aka(character)];
            words.push(
                character
                    .roles
                    .iter()
                    .map(|r| rules.roles[r.0].name.to_lowercase())
                    .collect::<Vec<_>>()
                    .join(" or "),
            );
            words.extend(character.dates.iter().map(ToString::to_string));
            page.write_item(&format!("{}:", character.id), &words.join("; "), 2)?;
        }
    }
    Ok(())
}

/// Returns the printed name of a unit type or entry, and the other names that a list may write.
pub(super) fn name_with_aka(kind: &UnitKind) -> String {
    if kind.aka.is_empty() {
        kind.name.clone()
    } else {
        format!("{} (or {})", kind.name, kind.aka.join(", "))
    }
}

fn write_limits(page: &mut TextPage<'_>, book: &Book, rules: &Rules) -> std::io::Result<()> {
    if !book.limits.is_empty() {
        page.write_heading("Limits")?;
    }
    for (id, limit) in &book.limits {
        let full = format!("{}/limits/{}", book.book.value, id.value);
        let made = rules.limits.iter().find(|l| l.rule_path == full);
        let measured = made.map_or_else(String::new, |l| {
            let bounds = limit_text::bounds_of(rules, l);
            let measured = (!bounds.is_empty()).then(|| {
                let thing = limit_text::measured_thing(rules, &l.measure, l.description.as_ref(), false);
                format!("{thing}: {bounds}")
            });
            let when = condition_clause(rules, &l.when);
            let parts: Vec<String> = measured.into_iter().chain(when).collect();
            if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
        });
        let says = limit.says.as_ref().map_or("", |s| s.as_str());
        page.write_item(&format!("{id}:"), &format!("{says}{measured}"), 2)?;
    }
    Ok(())
}

fn write_allies(page: &mut TextPage<'_>, book: &Book, rules: &Rules) -> std::io::Result<()> {
    if !book.allies.is_empty() {
        page.write_heading("Allies")?;
    }
    for (id, ally) in &book.allies {
        let mut words = vec![format!("book {}", ally.book.value)];
        if let Some(contingent) = rules.find_ally(id) {
            let contingent = &rules.contingents[contingent.0];
            words.extend(contingent.dates.iter().map(ToString::to_string));
            words.extend(condition_clause(rules, &contingent.when));
            words.extend(contingent.points.iter().filter_map(|case| ally_points_text(rules, case)));
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
        page.write_item(&format!("{id}:"), &words.join("; "), 2)?;
    }
    Ok(())
}

/// Returns how many points an ally may have in a case.
fn ally_points_text(rules: &Rules, case: &AllyPoints) -> Option<String> {
    let bounds = Some(limit_text::bounds_text(rules, &case.bounds)).filter(|text| !text.is_empty())?;
    let when = condition_clause(rules, &case.when).map_or_else(String::new, |clause| format!(" {clause}"));
    Some(format!("points: {bounds}{when}"))
}

fn write_notes(page: &mut TextPage<'_>, book: &Book) -> std::io::Result<()> {
    if !book.notes.is_empty() {
        page.write_heading("Gaps and interpretations")?;
    }
    for note in &book.notes {
        let Some((kind, text)) = note.kind_and_text() else { continue };
        let reading = note.reading.as_ref().map_or_else(String::new, |r| format!(" Our reading: {r}."));
        page.write_item(&format!("{kind}:"), &format!("{text}{reading}"), 2)?;
    }
    Ok(())
}
