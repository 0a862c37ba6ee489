//! `muster new`: a commented list to start from, made from the ruleset and the book themselves.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::check::words::near_or;
use crate::rules::Rules;
use crate::rules::ids::{ContingentId, KindId};
use crate::rules::library::{Answer, Library};
use crate::rules::option::{Cost, Kind};
use crate::schema::SchemaKind;

use super::{Ended, Trouble, files};

/// What `new` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The file to write
    #[arg(default_value = "army.yaml", value_name = "FILE")]
    file: PathBuf,
    /// The game, by the id of its ruleset
    #[arg(long, default_value = "fra")]
    ruleset: String,
    /// The book of the army, by its id
    #[arg(long)]
    book: Option<String>,
    /// The army's name
    #[arg(long, default_value = "My army")]
    army: String,
}

pub(super) fn run(options: &Options, library: &Library, out: &mut dyn Write) -> Ended {
    let said = |words: String| Err(Trouble::Said(words));
    let rules = match library.rules(&options.ruleset, options.book.as_deref()) {
        Answer::Ready(rules) => rules,
        Answer::NoRuleset => {
            let known = library.rulesets();
            let known: Vec<&str> = known.iter().map(|k| k.id.as_str()).collect();
            return said(format!(
                "there is no ruleset \"{}\"; {}",
                options.ruleset,
                near_or(&options.ruleset, &known, "ruleset")
            ));
        }
        Answer::NoBook => {
            let book = options.book.as_deref().unwrap_or("");
            let known = library.books(&options.ruleset);
            let known: Vec<&str> = known.iter().map(|k| k.id.as_str()).collect();
            return said(format!(
                "there is no book \"{book}\" for {}; {}",
                options.ruleset,
                near_or(book, &known, "book")
            ));
        }
        Answer::Faulty(id, _) => return said(format!("\"{id}\" has errors of its own; check its file")),
    };
    if options.file.exists() {
        return said(format!(
            "{} is there already and is left as it is; name another file",
            options.file.display()
        ));
    }
    let folder = options.file.parent().unwrap_or(Path::new(""));
    let schema = folder.join(SchemaKind::List.file_name());
    files::write(&options.file, &text(options, &rules))?;
    let mut written = vec![options.file.display().to_string()];
    if !schema.exists() {
        files::write(&schema, &SchemaKind::List.text())?;
        written.push(schema.display().to_string());
    }
    writeln!(out, "wrote {}", written.join(" and "))?;
    writeln!(out, "next: muster check {}", options.file.display())?;
    Ok(0)
}

/// A word as YAML writes it, in quotes where it needs them.
fn quoted(word: &str) -> String {
    serde_yaml::to_string(word).map_or_else(|_| format!("{word:?}"), |text| text.trim_end().to_owned())
}

fn text(options: &Options, rules: &Rules) -> String {
    let mut lines = Vec::new();
    let mut line = |text: String| lines.push(text);
    line(format!("# yaml-language-server: $schema={}", SchemaKind::List.file_name()));
    line(format!("# A list for {}. What follows a # is a comment.", rules.name));
    line(format!("army: {}", quoted(&options.army)));
    line(format!("ruleset: {}", rules.id));
    if let Some(book) = &options.book {
        line(format!("book: {book}"));
    }
    line("draft: true              # take this line out when the list is finished".to_owned());
    if rules.modes.len() > 1 {
        let default = rules.default_mode().map_or("", |m| rules.modes[m.0].id.as_str());
        let modes: Vec<String> = rules.modes.iter().map(|m| format!("{} ({})", m.id, m.name)).collect();
        line(format!("mode: {default:<18} # {}", modes.join(" or ")));
    }
    if rules.has_points {
        line("points: 1000             # the size that both sides agreed on".to_owned());
    }
    let date =
        rules.contingents[0].book.as_ref().and_then(|b| b.dates.as_ref()).and_then(|d| d.from.or(d.to));
    match date {
        Some(year) => line(format!("date: {year}             # the year the army takes the field")),
        None => line("# date: 218 BC           # the year the army takes the field".to_owned()),
    }
    for choice in &rules.contingents[0].choices {
        let open = choice
            .answers
            .iter()
            .filter(|(_, _, dates)| date.is_none_or(|year| dates.iter().all(|d| d.hold(year))));
        let open: Vec<&str> = open.map(|(id, _, _)| id.as_str()).collect();
        if let Some(first) = open.first() {
            line(format!("choose: {{{}: {first}}}   # {}", choice.id, open.join(", ")));
        }
    }
    let takeable = takeable(rules, date);
    let first = takeable.iter().find(|k| bought_as_unit(rules, rules.kind_of(**k)));
    character(rules, first.map(|k| rules.kind_of(*k)), date, &mut lines);
    if rules.baggage.is_some() && rules.has_points {
        lines.push("baggage: true".to_owned());
    }
    lines.push("units:".to_owned());
    if let Some(kind) = first {
        lines.push(format!("  - {}", row(rules, rules.kind_of(*kind))));
    }
    menu(rules, &takeable, &mut lines);
    lines.join("\n") + "\n"
}

/// Everything that a list may take under these rules in this year.
fn takeable(rules: &Rules, date: Option<crate::format::date::Year>) -> Vec<KindId> {
    let own = rules.has_book(ContingentId::OWN).then_some(ContingentId::OWN);
    let all = (0..rules.kinds.len()).map(KindId);
    all.filter(|k| {
        let kind = rules.kind_of(*k);
        kind.entry_of == own && kind.dates.iter().all(|d| date.is_none_or(|year| d.hold(year)))
    })
    .collect()
}

/// Whether a kind is taken under `units`: neither a character nor the baggage, and no body that is only a part.
fn bought_as_unit(rules: &Rules, kind: &Kind) -> bool {
    let baggage = rules.baggage.is_some_and(|b| kind.unit == Some(b));
    kind.unit.is_some() && kind.roles.is_empty() && !baggage && !kind.passed_over && kind.parts.is_empty()
}

fn character(
    rules: &Rules,
    with: Option<&Kind>,
    date: Option<crate::format::date::Year>,
    lines: &mut Vec<String>,
) {
    let Some(role) = rules.roles.first() else { return };
    let with = with.map_or_else(String::new, |k| format!(", with: {}", quoted(&k.name)));
    let own = rules.has_book(ContingentId::OWN).then_some(ContingentId::OWN);
    let holds = |k: &&Kind| {
        k.entry_of == own
            && k.roles.first().is_some_and(|r| rules.roles[r.0].id == role.id)
            && k.dates.iter().all(|d| date.is_none_or(|year| d.hold(year)))
    };
    lines.push("characters:".to_owned());
    match rules.kinds.iter().find(holds) {
        Some(kind) => lines.push(format!("  - {{unit: {}, role: {}{with}}}", kind.id, role.id)),
        None => lines.push(format!("  - {{role: {}, name: {}{with}}}", role.id, quoted(&role.name))),
    }
}

/// A unit with whatever it must say.
fn row(rules: &Rules, kind: &Kind) -> String {
    let mut parts = vec![format!("unit: {}", kind.id), format!("name: {}", quoted(&kind.name))];
    if kind.size.fixed().is_none() {
        parts.push(format!("size: {}", kind.size.min));
    }
    let must = kind.offers.groups.iter().filter(|g| g.must && g.default.is_none());
    let options: Vec<&str> =
        must.filter_map(|g| g.options.first()).map(|o| rules.option_of(*o).id.as_str()).collect();
    if !options.is_empty() {
        parts.push(format!("options: [{}]", options.join(", ")));
    }
    format!("{{{}}}", parts.join(", "))
}

/// What may be taken, as comments.
fn menu(rules: &Rules, takeable: &[KindId], lines: &mut Vec<String>) {
    lines.push(String::new());
    lines.push("# What may be taken, with the options that may be added:".to_owned());
    for kind in takeable.iter().map(|k| rules.kind_of(*k)).filter(|k| k.unit.is_some()) {
        let cost = match &kind.cost {
            Some(Cost::Same(formula)) if rules.has_points => {
                format!(", {formula} points{}", if kind.each { " each" } else { "" })
            }
            _ => String::new(),
        };
        let options = crate::check::words::offered(rules, kind);
        let options = if options.is_empty() { String::new() } else { format!(": {}", options.join(", ")) };
        lines.push(format!("#   {:<24} {}{cost}{options}", kind.id, kind.name));
    }
    let persons: Vec<&Kind> =
        takeable.iter().map(|k| rules.kind_of(*k)).filter(|k| k.unit.is_none()).collect();
    if !persons.is_empty() {
        lines.push("# Persons, under characters or as commander:".to_owned());
        for person in persons {
            let roles: Vec<&str> = person.roles.iter().map(|r| rules.roles[r.0].id.as_str()).collect();
            lines.push(format!("#   {:<24} {}: {}", person.id, person.name, roles.join(" or ")));
        }
    }
    lines.push(format!(
        "# Each of these is explained by `muster explain`, the whole game by `muster rules {}`.",
        rules.id
    ));
}
