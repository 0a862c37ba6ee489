//! Checks of names and ids that are unknown or ambiguous.

use std::collections::BTreeMap;

use crate::army::body::Body;
use crate::army::{Army, Command, Link, Unit, Written};
use crate::finding::{Code, Finding, SubjectKind};
use crate::format::list::Character;
use crate::read::Located;
use crate::rules::help::{may_take, mended, near, spelled, spelled_or};
use crate::rules::ids::ContingentId;
use crate::wording::quoted;

use super::{Found, at, of_rule, printed};

pub(super) fn check(army: &Army<'_>, found: &mut Found) {
    for unit in &army.units {
        if let Written::Unit(written) = unit.written {
            let nobodys = unit.command.is_some_and(|c| army.commands[c].nobodys);
            if unit.body.kind.is_none() && !nobodys {
                unknown_unit(army, found, unit.body.contingent, &written.unit);
            }
            if let Some(person) = unit.body.kind.map(|k| army.rules.kind_of(k)).filter(|k| k.unit.is_none()) {
                let message = format!("\"{}\" is a person and no unit", person.id);
                let help = "a person stands under `characters`, or is the `commander`";
                let finding = at(Code::UnknownUnit, written.unit.span, message)
                    .help(help)
                    .about(SubjectKind::UnitType, &*person.id);
                let mut finding = of_rule(finding, &person.rule, person.span, Some(&person.name));
                finding.labels[1].is_in_message = person.name == person.id;
                found.say(finding);
            }
            if let Some(role) = &written.role
                && army.rules.role(role).is_none()
            {
                unknown_role(army, found, role);
            }
        }
        for body in unit.bodies() {
            unknown_options(army, found, body);
        }
    }
    for (index, command) in army.commands.iter().enumerate() {
        if let Some(written) = command.written {
            for character in written.commander.iter().chain(&written.characters) {
                character_words(army, found, character, (!command.nobodys).then_some(command.contingent));
            }
            if let Some(word) = &written.ally
                && army.rules.ally(word).is_none()
            {
                unknown_ally(army, found, word);
            }
        }
        if let Some((name, to)) = command.shares_with {
            shared(army, found, index, name, to);
        }
    }
    for character in army.list.characters.iter().flat_map(|c| &c.value) {
        character_words(army, found, character, Some(ContingentId::OWN));
    }
    named(army, found);
}

/// Reports options that the rules do not have, each with what the unit may take instead.
fn unknown_options(army: &Army<'_>, found: &mut Found, body: &Body<'_>) {
    let rules = army.rules;
    for word in printed::whole(&body.unknown) {
        let message = format!("there is no option \"{}\" in {}", word.value, rules.name);
        let finding = at(Code::UnknownOption, word.span, message).about(SubjectKind::Option, &*word.value);
        if !found.compares(rules.options.len()) {
            found.say(finding);
            continue;
        }
        let known = rules.option_spellings(body.contingent);
        if let Some(written) = printed::as_written(rules, &known, &word) {
            found.say(finding.help(format!("write `{written}`")).rewrite(word.span, written));
            continue;
        }
        let help = match body.kind.map(|k| rules.kind_of(k)).filter(|_| known.nearest(&word).is_none()) {
            Some(kind) => may_take(rules, kind),
            None => spelled_or(&word, &known, "option"),
        };
        found.say(mended(finding.help(help), &word, &known));
    }
}

fn character_words(
    army: &Army<'_>,
    found: &mut Found,
    character: &Located<Character>,
    contingent: Option<ContingentId>,
) {
    if let (Some(word), Some(contingent)) = (&character.unit, contingent)
        && army.rules.kind(contingent, word).is_none()
    {
        unknown_unit(army, found, contingent, word);
    }
    if let Some(role) = &character.role
        && army.rules.role(role).is_none()
    {
        unknown_role(army, found, role);
    }
}

fn unknown_role(army: &Army<'_>, found: &mut Found, word: &Located<String>) {
    if word.is_stand_in() {
        return;
    }
    let message = format!("there is no role \"{}\" in {}", word.value, army.rules.name);
    let finding = at(Code::UnknownRole, word.span, message).about(SubjectKind::Role, &*word.value);
    found.say(spelled(finding, word, &army.rules.role_spellings(), "role"));
}

fn unknown_unit(army: &Army<'_>, found: &mut Found, contingent: ContingentId, word: &Located<String>) {
    if word.is_stand_in() {
        return;
    }
    if found.unnamed_book.as_mut().is_some_and(|book| book.explains(word, word.span)) {
        return;
    }
    let rules = army.rules;
    let book = rules.contingents[contingent.0].book.as_ref();
    let owner = book.map_or(&rules.name, |b| &b.name);
    let what = if book.is_some() { "entry" } else { "unit type" };
    let message = format!("there is no {what} \"{}\" in {owner}", word.value);
    let finding = at(Code::UnknownUnit, word.span, message).about(SubjectKind::UnitType, &*word.value);
    if !found.compares(rules.kinds.len()) {
        found.say(finding);
        return;
    }
    let entries = |of: &dyn Fn(&crate::rules::option::Kind) -> bool| -> Vec<String> {
        rules.kinds.iter().filter(|k| k.entry_of == Some(contingent) && of(k)).map(|k| k.id.clone()).collect()
    };
    // A list that names a unit type of the ruleset probably means the book's entries of that type
    let of_type = rules.unit_type(word).or_else(|| rules.type_spellings().exact(word).map(|s| s.means));
    let of_type = of_type.map(|unit| entries(&|k| k.unit == Some(unit))).unwrap_or_default();
    let known = rules.unit_spellings(contingent);
    found.say(if known.exact(word).is_none() && !of_type.is_empty() {
        let all = quoted(of_type.iter().map(String::as_str), "and");
        finding.help(format!("the book has {all} for it"))
    } else {
        spelled(finding, word, &known, what)
    });
}

fn unknown_ally(army: &Army<'_>, found: &mut Found, word: &Located<String>) {
    let owner = army.rules.contingents[0].book.as_ref().map_or("an army without a book", |b| &b.name);
    let message = format!("{owner} has no ally \"{}\"", word.value);
    let finding = at(Code::UnknownAlly, word.span, message).about(SubjectKind::Ally, &*word.value);
    found.say(spelled(finding, word, &army.rules.ally_spellings(), "ally"));
}

/// Checks names that should each identify one unit. A name that no unit has is reported once, with all its
/// uses.
fn named(army: &Army<'_>, found: &mut Found) {
    // The name may be in what could not be read
    let no_rows = !army.units.iter().any(|u| matches!(u.written, Written::Unit(_)));
    let unnamed = no_rows && army.partial || army.unsure && army.units.iter().any(|u| lacks_name(army, u));
    let of_units = army.units.iter().flat_map(|u| u.attached_to.iter().chain(&u.joins));
    let links = of_units.chain(army.characters.iter().flat_map(|c| &c.with)).chain(&army.standards);
    let mut missing: BTreeMap<&str, Vec<&Link<'_>>> = BTreeMap::new();
    for link in links.filter(|link| !link.name.is_stand_in() && !unnamed) {
        match link.unit {
            // The unit may be in what could not be read
            None if army.unread.cut => {}
            None => missing.entry(&link.name.value).or_default().push(link),
            Some(_) if !link.rivals.is_empty() => found.say(of_several(link)),
            Some(_) => {}
        }
    }
    let mut missing: Vec<Vec<&Link<'_>>> = missing.into_values().collect();
    missing.iter_mut().for_each(|links| links.sort_by_key(|link| link.name.span));
    // In list order, since only the first unknown names are compared with the known ones
    missing.sort_by_key(|links| links[0].name.span);
    for links in missing {
        no_such_unit(army, found, &links);
    }
}

/// Returns `true` if a unit may have a name that could not be read.
fn lacks_name(army: &Army<'_>, unit: &Unit<'_>) -> bool {
    let Written::Unit(written) = unit.written else { return false };
    // A unit of a known type has at least a printed name, which others may refer to
    unit.unsure
        && written.name.is_none()
        && (unit.body.kind.is_none() || army.unread.may_have(written.span, "name"))
}

/// Reports a name that no unit has, at all the places where it is used.
fn no_such_unit(army: &Army<'_>, found: &mut Found, links: &[&Link<'_>]) {
    let Some((first, others)) = links.split_first() else { return };
    let message = format!("no unit is named \"{}\"", first.name.value);
    let mut finding =
        at(Code::UnknownUnitName, first.name.span, message).about(SubjectKind::Unit, &*first.name.value);
    for other in others {
        finding = finding.label(other.name.span, "named here too");
    }
    if found.compares(army.units.len()) {
        let named = army.units.iter().filter(|u| matches!(u.written, Written::Unit(_)) && !u.in_reserve());
        let mut known: Vec<&str> = named.map(|u| u.name.as_str()).collect();
        known.sort_unstable();
        known.dedup();
        finding = near(finding, first.name, &known, "unit");
        // The fix of one place fixes all of them
        if let Some(text) = finding.mends.first().map(|mend| mend.text.clone()) {
            finding = others.iter().fold(finding, |f, other| f.mend(other.name.span, text.as_str()));
        }
    }
    found.say(finding);
}

fn of_several(link: &Link<'_>) -> Finding {
    let message = format!("\"{}\" is the name of {} rows of units", link.name.value, link.rows);
    let finding = at(Code::DuplicateName, link.name.span, message)
        .about(SubjectKind::Unit, &*link.name.value)
        .help("give the one that is meant a name of its own");
    link.rivals.iter().fold(finding, |finding, row| finding.label(*row, "one of this name"))
}

fn shared(army: &Army<'_>, found: &mut Found, index: usize, name: &Located<String>, to: Option<usize>) {
    let unnamed =
        |c: &Command<'_>| c.name.is_none() && c.written.is_some_and(|w| army.unread.may_have(w.span, "name"));
    if army.commands.iter().any(unnamed) {
        return;
    }
    let names = || army.commands.iter().filter_map(|c| c.name);
    let same: Vec<_> = names().filter(|n| n.value == name.value).collect();
    if to.is_none() {
        let message = format!("no command is named \"{}\"", name.value);
        let mut finding =
            at(Code::UnknownUnitName, name.span, message).about(SubjectKind::Command, &*name.value);
        if found.compares(army.commands.len()) {
            let known: Vec<&str> = names().map(|n| n.as_str()).collect();
            finding = near(finding, name, &known, "command");
        }
        found.say(finding);
    } else if to.is_some_and(|to| {
        to > index && army.commands[to].shares_with.is_some_and(|(_, back)| back == Some(index))
    }) {
        let message =
            format!("\"{}\" shares the baggage of this command, which shares that one's", name.value);
        found.say(
            at(Code::UnknownUnitName, name.span, message)
                .about(SubjectKind::Command, &*name.value)
                .help("write `baggage: true` in one of them"),
        );
    } else if to == Some(index) {
        let message = format!("\"{}\" cannot share the baggage with itself", name.value);
        found.say(
            at(Code::UnknownUnitName, name.span, message)
                .about(SubjectKind::Command, &*name.value)
                .help("name another command, or write `baggage: true`"),
        );
    } else if same.len() > 1 {
        let message = format!("\"{}\" is the name of {} commands", name.value, same.len());
        let mut finding = at(Code::DuplicateName, name.span, message)
            .about(SubjectKind::Command, &*name.value)
            .help("give each command a name of its own");
        for one in same {
            finding = finding.label(one.span, "one of this name");
        }
        found.say(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::check::run;
    use crate::finding::{Code, Finding};
    use crate::rules::library::Library;

    fn of(code: Code, text: &str) -> Vec<Finding> {
        let report = run::check(&Library::default(), "x", text.as_bytes().to_vec(), &run::Options::default());
        report.findings.into_iter().filter(|f| f.code == code).collect()
    }

    const HEAD: &str = "army: A\nruleset: fra\npoints: 1000\nunits:\n";

    #[test]
    fn twenty_rows_of_a_name_are_labelled_and_all_counted() {
        let rows = "- {unit: HW, name: Hastati}\n- {unit: SP, name: Hastati}\n".repeat(25);
        let found = of(Code::DuplicateName, &format!("{HEAD}{rows}standard: Hastati\n"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "\"Hastati\" is the name of 50 rows of units");
        assert_eq!(found[0].labels.len(), 1 + 20);
    }

    #[test]
    fn hundreds_of_wrong_names_are_all_found_and_the_first_helped() {
        let row = |n: u32| format!("- {{unit: SK, name: Velites {n}, attached-to: Velites{n}x}}\n");
        let rows: Vec<String> = (0..600).map(row).collect();
        let found = of(Code::UnknownUnitName, &format!("{HEAD}{}", rows.concat()));
        assert_eq!(found.len(), 600);
        assert_eq!(found[0].help.as_deref(), Some("did you mean \"Velites 0\"?"));
        assert_eq!(found[599].help, None);
    }
}
