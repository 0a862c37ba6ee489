//! Checks of names and ids that are unknown or ambiguous.

use std::collections::BTreeMap;

use crate::army::bodies_and_options::Body;
use crate::army::{Army, Command, Unit, UnitLink, UnitOrigin};
use crate::finding::{Code, Finding, SubjectKind};
use crate::format::list::Character;
use crate::read::Located;
use crate::rules::help_for_words::{
    may_take_help, spelling_suggestion_or, with_edit_if_clear, with_spelling_suggestion, with_suggestion,
};
use crate::rules::id_types::ContingentId;
use crate::wording::quoted_list;

use super::{CheckReport, finding_at, options_copied_from_sheets, with_rule_label};

pub(super) fn check_names(army: &Army<'_>, found: &mut CheckReport) {
    for unit in &army.units {
        if let UnitOrigin::Unit(written) = unit.written {
            let nobodys = unit.command.is_some_and(|c| army.commands[c].ally_unknown);
            if unit.body.kind.is_none() && !nobodys {
                report_unknown_unit(army, found, unit.body.contingent, &written.unit);
            }
            if let Some(person) = unit.body.kind.map(|k| army.rules.kind(k)).filter(|k| k.unit_type.is_none())
            {
                let message = format!("\"{}\" is a person and no unit", person.id);
                let help = "a person stands under `characters`, or is the `commander`";
                let finding = finding_at(Code::UnknownUnit, written.unit.span, message)
                    .with_help(help)
                    .with_subject(SubjectKind::UnitType, &*person.id);
                let mut finding =
                    with_rule_label(finding, &person.rule_path, person.span, Some(&person.name));
                finding.labels[1].is_in_message = person.name == person.id;
                found.push(finding);
            }
            if let Some(role) = &written.role
                && army.rules.find_role(role).is_none()
            {
                report_unknown_role(army, found, role);
            }
        }
        for body in unit.bodies() {
            report_unknown_options(army, found, body);
        }
    }
    for bought in &army.purchases {
        report_unknown_options(army, found, &bought.body);
    }
    for (index, command) in army.commands.iter().enumerate() {
        if let Some(written) = command.written {
            for character in written.commander.iter().chain(&written.characters) {
                check_character_words(
                    army,
                    found,
                    character,
                    (!command.ally_unknown).then_some(command.contingent),
                );
            }
            if let Some(word) = &written.ally
                && army.rules.find_ally(word).is_none()
                && command.outer.is_none()
            {
                report_unknown_ally(army, found, word);
            }
        }
        if let Some((name, to)) = command.shares_with {
            check_shared_baggage(army, found, index, name, to);
        }
    }
    for character in army.list.characters.iter().flat_map(|c| &c.value) {
        check_character_words(army, found, character, Some(ContingentId::OWN));
    }
    check_unit_names(army, found);
}

/// Reports options that the rules do not have, each with what the unit may take instead.
fn report_unknown_options(army: &Army<'_>, found: &mut CheckReport, body: &Body<'_>) {
    let rules = army.rules;
    for word in options_copied_from_sheets::join_split_words(&body.unknown_options) {
        let message = format!("there is no option \"{}\" in {}", word.value, rules.name);
        let finding = finding_at(Code::UnknownOption, word.span, message)
            .with_subject(SubjectKind::Option, &*word.value);
        if !found.can_compare(rules.options.len()) {
            found.push(finding);
            continue;
        }
        let known = rules.option_spellings(body.contingent);
        if let Some(written) = options_copied_from_sheets::printed_to_written(rules, &known, &word) {
            found
                .push(finding.with_help(format!("write `{written}`")).with_verbatim_edit(word.span, written));
            continue;
        }
        let help = match body.kind.map(|k| rules.kind(k)).filter(|_| known.find_nearest(&word).is_none()) {
            Some(kind) => may_take_help(rules, kind),
            None => spelling_suggestion_or(&word, &known, "option"),
        };
        found.push(with_edit_if_clear(finding.with_help(help), &word, &known));
    }
}

fn check_character_words(
    army: &Army<'_>,
    found: &mut CheckReport,
    character: &Located<Character>,
    contingent: Option<ContingentId>,
) {
    if let (Some(word), Some(contingent)) = (&character.unit, contingent)
        && army.rules.find_kind(contingent, word).is_none()
    {
        report_unknown_unit(army, found, contingent, word);
    }
    if let Some(role) = &character.role
        && army.rules.find_role(role).is_none()
    {
        report_unknown_role(army, found, role);
    }
}

fn report_unknown_role(army: &Army<'_>, found: &mut CheckReport, word: &Located<String>) {
    if word.is_placeholder() {
        return;
    }
    let message = format!("there is no role \"{}\" in {}", word.value, army.rules.name);
    let finding =
        finding_at(Code::UnknownRole, word.span, message).with_subject(SubjectKind::Role, &*word.value);
    found.push(with_spelling_suggestion(finding, word, &army.rules.role_spellings(), "role"));
}

fn report_unknown_unit(
    army: &Army<'_>,
    found: &mut CheckReport,
    contingent: ContingentId,
    word: &Located<String>,
) {
    if word.is_placeholder() {
        return;
    }
    if found.unnamed_book.as_mut().is_some_and(|book| book.note_word(word, word.span)) {
        return;
    }
    let rules = army.rules;
    let book = rules.contingents[contingent.0].book.as_ref();
    let owner = book.map_or(&rules.name, |b| &b.name);
    let what = if book.is_some() { "entry" } else { "unit type" };
    let message = format!("there is no {what} \"{}\" in {owner}", word.value);
    let finding =
        finding_at(Code::UnknownUnit, word.span, message).with_subject(SubjectKind::UnitType, &*word.value);
    if !found.can_compare(rules.kinds.len()) {
        found.push(finding);
        return;
    }
    let entries = |of: &dyn Fn(&crate::rules::compiled_unit_types::UnitKind) -> bool| -> Vec<String> {
        rules.kinds.iter().filter(|k| k.entry_of == Some(contingent) && of(k)).map(|k| k.id.clone()).collect()
    };
    // A list that names a unit type of the ruleset probably means the book's entries of that type
    let of_type =
        rules.find_unit_type(word).or_else(|| rules.type_spellings().find_exact(word).map(|s| s.meaning));
    let of_type = of_type.map(|unit| entries(&|k| k.unit_type == Some(unit))).unwrap_or_default();
    let known = rules.unit_spellings(contingent);
    found.push(if known.find_exact(word).is_none() && !of_type.is_empty() {
        let all = quoted_list(of_type.iter().map(String::as_str), "and");
        finding.with_help(format!("the book has {all} for it"))
    } else {
        with_spelling_suggestion(finding, word, &known, what)
    });
}

fn report_unknown_ally(army: &Army<'_>, found: &mut CheckReport, word: &Located<String>) {
    let owner = army.rules.contingents[0].book.as_ref().map_or("an army without a book", |b| &b.name);
    let message = format!("{owner} has no ally \"{}\"", word.value);
    let finding =
        finding_at(Code::UnknownAlly, word.span, message).with_subject(SubjectKind::Ally, &*word.value);
    found.push(with_spelling_suggestion(finding, word, &army.rules.ally_spellings(), "ally"));
}

/// Checks names that should each identify one unit. A name that no unit has is reported once, with all its
/// uses.
fn check_unit_names(army: &Army<'_>, found: &mut CheckReport) {
    // The name may be in what could not be read
    let no_rows = !army.units.iter().any(|u| matches!(u.written, UnitOrigin::Unit(_)));
    let unnamed = no_rows && army.part_unread
        || army.has_unclear_units && army.units.iter().any(|u| may_have_unread_name(army, u));
    let of_units = army.units.iter().flat_map(|u| u.attached_to.iter().chain(&u.joins));
    let links = of_units.chain(army.characters.iter().flat_map(|c| &c.joins)).chain(&army.standards);
    let mut missing: BTreeMap<&str, Vec<&UnitLink<'_>>> = BTreeMap::new();
    for link in links.filter(|link| !link.name.is_placeholder() && !unnamed) {
        match link.unit {
            // The unit may be in what could not be read
            None if army.unread.rows_may_be_missing => {}
            None => missing.entry(&link.name.value).or_default().push(link),
            Some(_) if !link.rivals.is_empty() => found.push(report_ambiguous_name(link)),
            Some(_) => {}
        }
    }
    let mut missing: Vec<Vec<&UnitLink<'_>>> = missing.into_values().collect();
    missing.iter_mut().for_each(|links| links.sort_by_key(|link| link.name.span));
    // In list order, since only the first unknown names are compared with the known ones
    missing.sort_by_key(|links| links[0].name.span);
    for links in missing {
        report_unknown_name(army, found, &links);
    }
}

/// Returns `true` if a unit may have a name that could not be read.
fn may_have_unread_name(army: &Army<'_>, unit: &Unit<'_>) -> bool {
    let UnitOrigin::Unit(written) = unit.written else { return false };
    // A unit of a known type has at least a printed name, which others may refer to
    unit.is_unclear
        && written.name.is_none()
        && (unit.body.kind.is_none() || army.unread.may_have(written.span, "name"))
}

/// Reports a name that no unit has, at all the places where it is used.
fn report_unknown_name(army: &Army<'_>, found: &mut CheckReport, links: &[&UnitLink<'_>]) {
    let Some((first, others)) = links.split_first() else { return };
    let message = format!("no unit is named \"{}\"", first.name.value);
    let mut finding = finding_at(Code::UnknownUnitName, first.name.span, message)
        .with_subject(SubjectKind::Unit, &*first.name.value);
    for other in others {
        finding = finding.with_label(other.name.span, "named here too");
    }
    if found.can_compare(army.units.len()) {
        let named = army.units.iter().filter(|u| matches!(u.written, UnitOrigin::Unit(_)) && !u.in_reserve());
        let mut known: Vec<&str> = named.map(|u| u.name.as_str()).collect();
        known.sort_unstable();
        known.dedup();
        finding = with_suggestion(finding, first.name, &known, "unit");
        // The fix of one place fixes all of them
        if let Some(text) = finding.edits.first().map(|mend| mend.text.clone()) {
            finding = others.iter().fold(finding, |f, other| f.with_edit(other.name.span, text.as_str()));
        }
    }
    found.push(finding);
}

fn report_ambiguous_name(link: &UnitLink<'_>) -> Finding {
    let message = format!("\"{}\" is the name of {} rows of units", link.name.value, link.row_count);
    let finding = finding_at(Code::DuplicateName, link.name.span, message)
        .with_subject(SubjectKind::Unit, &*link.name.value)
        .with_help("give the one that is meant a name of its own");
    link.rivals.iter().fold(finding, |finding, row| finding.with_label(*row, "one of this name"))
}

fn check_shared_baggage(
    army: &Army<'_>,
    found: &mut CheckReport,
    index: usize,
    name: &Located<String>,
    to: Option<usize>,
) {
    let unnamed =
        |c: &Command<'_>| c.name.is_none() && c.written.is_some_and(|w| army.unread.may_have(w.span, "name"));
    if army.commands.iter().any(unnamed) {
        return;
    }
    let names = || army.commands.iter().filter_map(|c| c.name);
    let same: Vec<_> = names().filter(|n| n.value == name.value).collect();
    if to.is_none() {
        let message = format!("no command is named \"{}\"", name.value);
        let mut finding = finding_at(Code::UnknownUnitName, name.span, message)
            .with_subject(SubjectKind::Command, &*name.value);
        if found.can_compare(army.commands.len()) {
            let known: Vec<&str> = names().map(|n| n.as_str()).collect();
            finding = with_suggestion(finding, name, &known, "command");
        }
        found.push(finding);
    } else if to.is_some_and(|to| {
        to > index && army.commands[to].shares_with.is_some_and(|(_, back)| back == Some(index))
    }) {
        let message =
            format!("\"{}\" shares the baggage of this command, which shares that one's", name.value);
        found.push(
            finding_at(Code::UnknownUnitName, name.span, message)
                .with_subject(SubjectKind::Command, &*name.value)
                .with_help("write `baggage: true` in one of them"),
        );
    } else if to == Some(index) {
        let message = format!("\"{}\" cannot share the baggage with itself", name.value);
        found.push(
            finding_at(Code::UnknownUnitName, name.span, message)
                .with_subject(SubjectKind::Command, &*name.value)
                .with_help("name another command, or write `baggage: true`"),
        );
    } else if same.len() > 1 {
        let message = format!("\"{}\" is the name of {} commands", name.value, same.len());
        let mut finding = finding_at(Code::DuplicateName, name.span, message)
            .with_subject(SubjectKind::Command, &*name.value)
            .with_help("give each command a name of its own");
        for one in same {
            finding = finding.with_label(one.span, "one of this name");
        }
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::check::check_files;
    use crate::finding::{Code, Finding};
    use crate::rules::library::Library;

    fn of(code: Code, text: &str) -> Vec<Finding> {
        let report = crate::checked_list::check_list(
            &Library::default(),
            "x",
            text.as_bytes().to_vec(),
            &check_files::CheckOptions::default(),
        );
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
