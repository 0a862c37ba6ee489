//! Writes what an army is as one canonical text, from which its digest is made.
//!
//! The text has ids instead of spellings, everything without a meaningful order is sorted, and identical
//! units are added up. It leaves out comments, layout, the club, notes and what the list `declares`, and of
//! each reason keeps only that one is given.
//!
//! The text must include everything that can change a verdict or a price. What the rules know is written by
//! id; what they do not know, or reject, is written as it stands in the list. The functions here destructure
//! the structs of a list field by field, so that the compiler points here when a key is added.

use std::collections::HashSet;

use crate::format::list::{
    Baggage, BaggageTerms, Character as WrittenCharacter, Command as WrittenCommand, DetailTerms, List,
    ListedOption as WrittenTaken, OptionDetail, Part, Unit as WrittenUnit,
};
use crate::format::shared_types::OneOrMore;
use crate::read::{Located, Map};
use crate::rules::id_types::ContingentId;

use super::bodies_and_options::{Body, MatchedDetails, OptionOrigin, TakenOption};
use super::canonical_syntax::{
    append_lines, sorted_texts, write_field, write_field_line, write_field_line_if, write_lines, write_nested,
};
use super::regions::Region;
use super::{Army, Character, Command, MAX_COUNT, RoleHolder, Unit, UnitLink, UnitOrigin};

/// Returns the text that the army's digest is made of.
pub fn canonical_text(army: &Army<'_>) -> String {
    let writer = CanonicalWriter { army, with_names: true, in_order: order_matters(army) };
    let mut out = String::with_capacity(4_096);
    writer.head(&mut out);
    append_lines(&mut out, &writer.commands());
    out.push('\n');
    write_nested(&mut out, "reserves", |out| write_lines(out, &writer.rows(None)));
    out
}

/// Returns what the army fields, without names and regardless of order: the whole as one text, and each
/// different unit or character with how many there are.
pub(super) fn fielded_text(army: &Army<'_>) -> (String, Vec<(String, u64)>) {
    let writer = CanonicalWriter { army, with_names: false, in_order: false };
    let mut out = String::new();
    write_lines(&mut out, &writer.commands());
    let units = army.units.iter().filter(|u| !u.in_reserve());
    let mut all: Vec<(String, u64)> = units.map(|u| (writer.unit(u), u64::from(u.count))).collect();
    all.extend(army.characters.iter().map(|c| (writer.character(c), 1)));
    all.sort_unstable();
    merge_equal(&mut all);
    (out, all)
}

/// Returns `true` if two rows are identical apart from their counts.
pub(super) fn is_same_unit(army: &Army<'_>, one: usize, other: usize) -> bool {
    let writer = CanonicalWriter { army, with_names: true, in_order: false };
    let text = |at: usize| {
        let unit = &army.units[at];
        let attached = match unit.written {
            UnitOrigin::Unit(written) => written.attached_to.as_ref().map_or("", |a| a.name().as_str()),
            UnitOrigin::Character(_) | UnitOrigin::Baggage(_) => "",
        };
        (writer.unit_and_body(unit), attached, writer.parts(unit))
    };
    text(one) == text(other)
}

/// Returns `true` if some name fits several rows or commands that are not identical.
///
/// Such a name means the first of them, so their order changes what the list says.
fn order_matters(army: &Army<'_>) -> bool {
    let with = army.characters.iter().filter_map(|c| c.joins.as_ref());
    let units = army.units.iter().flat_map(|u| u.attached_to.iter().chain(&u.joins));
    let mut names = HashSet::new();
    army.standards.iter().chain(with).chain(units).any(|link| !link.rivals.is_empty())
        || !army.commands.iter().filter_map(|c| c.name).all(|name| names.insert(name.as_str()))
}

/// Merges adjacent entries with equal texts, adding their counts.
fn merge_equal(all: &mut Vec<(String, u64)>) {
    all.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 += later.1;
        }
        same
    });
}

struct CanonicalWriter<'w, 'a> {
    army: &'w Army<'a>,
    /// Whether names are written. If not, a unit that a name refers to is given by its type.
    with_names: bool,
    /// Whether rows and commands keep the order of the list instead of being sorted.
    in_order: bool,
}

impl CanonicalWriter<'_, '_> {
    fn head(&self, out: &mut String) {
        let army = self.army;
        let rules = army.rules;
        let List {
            army: name,
            ruleset: _,
            units: _,
            points,
            date,
            characters: _,
            commands,
            baggage: _,
            book,
            mode,
            standard: _,
            player,
            club: _,
            notes: _,
            choose,
            draft: _,
            declares: _,
            reserves: _,
        } = army.list;
        let told =
            |word: &Option<Located<String>>| word.as_ref().map(|w| w.value.clone()).unwrap_or_default();
        write_field(out, "army", name);
        write_field_line(out, "ruleset", &rules.id);
        write_field_line(out, "book", &told(book));
        write_field_line(out, "mode", &army.mode.map_or_else(|| told(mode), |m| rules.modes[m.0].id.clone()));
        write_field_line(out, "points", &points.as_ref().map_or_else(String::new, |p| p.value.to_string()));
        write_field_line(out, "date", &date.as_ref().map_or_else(String::new, |d| d.value.to_string()));
        write_field_line(out, "player", &told(player));
        write_field_line(out, "draft", if army.is_draft { "yes" } else { "" });
        // To state a mode in a game without modes is an error, and thus part of the verdict
        write_field_line_if(
            out,
            "no mode",
            mode.as_ref().filter(|_| rules.modes.is_empty()).map(|m| m.as_str()),
        );
        write_field_line_if(out, "no commands", commands.as_ref().filter(|c| c.value.is_empty()).map(|_| ""));
        for ((contingent, choice), answer) in &army.answers {
            write_field_line(out, &format!("choice {} {choice}", contingent.0), answer);
        }
        append_lines(out, &self.refused_answers(choose, Some(ContingentId::OWN)));
    }

    /// Returns the answers that `of` does not accept, as written: to a question that its book does not ask,
    /// or not one of the possible answers.
    fn refused_answers(&self, choose: &Map<Located<String>>, of: Option<ContingentId>) -> Vec<String> {
        let taken = |choice: &str, answer: &str| {
            let known = of.and_then(|of| self.army.answers.get(&(of, choice.to_owned())));
            known.is_some_and(|known| known == answer)
        };
        let refused = choose.iter().filter(|(choice, answer)| !taken(choice, answer));
        sorted_texts(refused, |out, (choice, answer)| {
            write_field(out, &format!("choose {}", choice.value), answer);
        })
    }

    fn commands(&self) -> Vec<String> {
        let mut all: Vec<String> = (0..self.army.commands.len()).map(|at| self.command(at)).collect();
        if !self.in_order {
            all.sort_unstable();
        }
        all
    }

    fn command(&self, at: usize) -> String {
        let army = self.army;
        let command = &army.commands[at];
        let mut all = self.rows(Some(at));
        all.extend(army.characters_of(at).map(|c| self.character(c)));
        if !self.in_order {
            all.sort_unstable();
        }
        let mut out = String::with_capacity(256 + all.iter().map(String::len).sum::<usize>());
        // Units outside commands are not the same as the units of a single command
        let key = if command.written.is_some() { "command" } else { "bare" };
        write_nested(&mut out, key, |out| {
            self.write_command_facts(out, command);
            out.push('\n');
            write_lines(out, &all);
        });
        out
    }

    /// Writes everything about a command except its units and characters.
    fn write_command_facts(&self, out: &mut String, command: &Command<'_>) {
        let army = self.army;
        let (ally, points, choose, baggage, standard) = match command.written.map(|c| &c.value) {
            Some(WrittenCommand {
                name: _,
                commander: _,
                characters: _,
                units: _,
                baggage,
                standard,
                ally,
                points,
                choose,
                notes: _,
            }) => (ally.as_ref(), points.as_ref(), Some(choose), baggage.as_ref(), standard.as_ref()),
            None => (None, None, None, army.list.baggage.as_ref(), army.list.standard.as_ref()),
        };
        let known = army.rules.contingents[command.contingent.0].ally.as_deref();
        write_field(out, "name", command.name.filter(|_| self.with_names).map_or("", |n| n.as_str()));
        write_field_line(out, "ally", known.or(ally.map(|a| a.as_str())).unwrap_or_default());
        let points = points.filter(|_| self.with_names).map_or_else(String::new, |p| p.value.to_string());
        write_field_line(out, "points", &points);
        let shared = command.shares_with.map(|(name, _)| if self.with_names { name.as_str() } else { "yes" });
        write_field_line(out, "shared-with", shared.unwrap_or_default());
        if let Some(choose) = choose.filter(|_| self.with_names) {
            // The army's own answers are at the top of the list, so a command only answers for an ally's book
            let ally = Some(command.contingent).filter(|of| *of != ContingentId::OWN);
            append_lines(out, &self.refused_answers(choose, ally));
        }
        if command.written.is_none() {
            let list = army.list;
            write_field_line_if(out, "no units", list.units.is_none().then_some(""));
            // Next to `commands`, each of these keys is an error
            if list.commands.is_some() {
                write_field_line_if(out, "characters", list.characters.as_ref().map(|_| ""));
                write_field_line_if(out, "baggage", list.baggage.as_ref().map(|_| ""));
            }
        }
        if self.with_names {
            write_field_line_if(out, "standard", standard.map(|s| s.as_str()));
        }
        // To mention baggage in a game without baggage is an error
        if let Some(baggage) = baggage.filter(|_| army.rules.baggage.is_none()) {
            let (word, options): (_, &[_]) = match &baggage.value {
                Baggage::None => ("none", &[]),
                Baggage::Own => ("own", &[]),
                Baggage::More(BaggageTerms { shared_with: _, options }) => ("more", options),
            };
            write_field_line(out, "baggage", word);
            append_lines(out, &unresolved_options(options));
        }
    }

    /// Returns the units of a command, or of the reserves if `command` is `None`, with identical units added
    /// up.
    fn rows(&self, command: Option<usize>) -> Vec<String> {
        let army = self.army;
        let units = command.map_or(Region::Reserves, Region::Command).units(army);
        let mut all: Vec<(String, u64)> =
            units.map(|at| &army.units[at]).map(|u| (self.unit(u), u64::from(u.count))).collect();
        if !self.in_order {
            all.sort_unstable();
        }
        merge_equal(&mut all);
        let written = all.into_iter().map(|(text, count)| {
            let mut out = String::with_capacity(text.len() + 24);
            write_nested(&mut out, "unit", |out| {
                out.push_str(&count.to_string());
                out.push(' ');
                out.push_str(&text);
            });
            out
        });
        written.collect()
    }

    fn unit(&self, unit: &Unit<'_>) -> String {
        let mut out = self.unit_and_body(unit);
        write_field_line_if(&mut out, "attached", self.linked_unit(unit.attached_to.as_ref()));
        write_field_line_if(&mut out, "joins", self.linked_unit(unit.joins.as_ref()));
        append_lines(&mut out, &self.parts(unit));
        if unit.joined_by.iter().any(|h| matches!(h, RoleHolder::Character(_))) {
            write_field_line(&mut out, "joined", "yes");
        }
        let leads = |command: usize| {
            let commander = self.army.commands[command].commander;
            matches!(commander, Some(RoleHolder::Unit(at)) if std::ptr::eq(&raw const self.army.units[at], unit))
        };
        if unit.command.is_some_and(leads) {
            write_field_line(&mut out, "commander", "yes");
        }
        out
    }

    /// Returns the unit that a name refers to: the name itself, or without names the id of the unit's type.
    fn linked_unit<'l>(&'l self, link: Option<&'l UnitLink<'_>>) -> Option<&'l str> {
        let link = link?;
        if self.with_names {
            return Some(link.name.as_str());
        }
        let kind = link.unit.and_then(|at| self.army.units[at].body.kind);
        Some(kind.map_or("", |k| self.army.rules.kind(k).id.as_str()))
    }

    /// Writes a unit's name and its own body, without its links to other units and without its parts.
    fn unit_and_body(&self, unit: &Unit<'_>) -> String {
        let rules = self.army.rules;
        let mut out = String::with_capacity(256);
        write_field(&mut out, "name", if self.with_names { &unit.name } else { "" });
        let mut size = unit.body.size.to_string();
        let mut refused: Vec<(&str, String)> = Vec::new();
        match unit.written {
            UnitOrigin::Unit(written) => {
                let WrittenUnit {
                    unit: word,
                    name: _,
                    options: _,
                    count,
                    size: told,
                    values: _,
                    parts,
                    attached_to,
                    role,
                    notes: _,
                } = &written.value;
                let fixed = unit.body.kind.and_then(|k| rules.kind(k).size.only_size());
                match told.as_ref().map(|s| s.value) {
                    None if fixed.is_none() => "?".clone_into(&mut size),
                    Some(told) if told > MAX_COUNT => size = told.to_string(),
                    _ => {}
                }
                if unit.body.kind.is_none() {
                    refused.push(("unit", word.value.clone()));
                }
                let count = count.as_ref().map(|c| c.value).filter(|c| !(1..=MAX_COUNT).contains(c));
                refused.extend(count.map(|c| ("count", c.to_string())));
                let role = role.as_ref().filter(|r| rules.find_role(r).is_none());
                refused.extend(role.map(|r| ("role", r.value.clone())));
                let reason = attached_to.as_ref().and_then(|a| a.because()).filter(|b| !b.trim().is_empty());
                refused.extend(reason.map(|_| ("because", String::new())));
                let unknown =
                    parts.iter().filter(|(w, _)| unit.parts.iter().all(|(known, _)| known != &w.as_str()));
                refused.extend(unknown.map(|(word, part)| ("part", unknown_part(word, part))));
            }
            UnitOrigin::Character(written) => {
                let WrittenCharacter { unit: _, role, name: _, with: _, options: _, values: _, notes: _ } =
                    &written.value;
                let kept = |r: &&Located<String>| {
                    rules.find_role(r).is_some_and(|role| unit.body.roles.contains(&role))
                };
                let role = role.as_ref().filter(|r| !kept(r));
                refused.extend(role.map(|r| ("role", r.value.clone())));
            }
            UnitOrigin::Baggage(_) => {}
        }
        out.push('\n');
        write_nested(&mut out, "body", |out| self.body(out, &unit.body, &size));
        for (key, value) in refused {
            write_field_line(&mut out, key, &value);
        }
        out
    }

    fn parts(&self, unit: &Unit<'_>) -> Vec<String> {
        sorted_texts(&unit.parts, |out, (word, part)| {
            write_nested(out, word, |out| self.body(out, part, &part.size.to_string()));
        })
    }

    fn body(&self, out: &mut String, body: &Body<'_>, size: &str) {
        let rules = self.army.rules;
        let chosen =
            body.taken.iter().filter(|t| matches!(t.origin, OptionOrigin::Chosen | OptionOrigin::Standard));
        let mut all: Vec<(&str, String)> =
            chosen.map(|taken| (rules.option(taken.option).id.as_str(), self.option(taken))).collect();
        // If an option is taken twice, the first one may count, so equal ids keep their order
        all.sort_by_key(|(id, _)| *id);
        let mut all: Vec<String> = all.into_iter().map(|(_, text)| text).collect();
        all.extend(sorted_texts(&body.values, |out, (word, n)| write_field(out, word, &n.to_string())));
        let roles = body.roles.iter().map(|r| ("role", rules.roles[r.0].id.as_str()));
        let unknown = body.unknown_options.iter().map(|w| ("unknown", w.as_str()));
        all.extend(sorted_texts(roles.chain(unknown), |out, (key, value)| write_field(out, key, value)));
        let kind = body.kind.map_or("?", |k| rules.kind(k).id.as_str());
        out.push_str(kind);
        out.push(' ');
        out.push_str(size);
        out.push('\n');
        write_lines(out, &all);
    }

    /// Writes an option with its details.
    fn option(&self, taken: &TakenOption<'_>) -> String {
        let rules = self.army.rules;
        let rule = rules.option(taken.option);
        let mut said: Vec<String> = Vec::new();
        let mut say = |key: &str, value: &str| {
            let mut text = String::new();
            write_field(&mut text, key, value);
            said.push(text);
        };
        if taken.origin == OptionOrigin::Standard {
            say("standard", "");
        }
        if taken.detail.is_some() {
            let MatchedDetails {
                places,
                names,
                models_text: some,
                some_number,
                unexpected: idle,
                because: _,
            } = MatchedDetails::from_detail(taken.detail, rule);
            let stat = |word: &Located<String>| {
                rules.find_stat(word).map_or_else(|| word.value.clone(), |s| rules.stats[s.0].id.clone())
            };
            let mut places: Vec<String> = places.iter().map(stat).collect();
            // If more places are given than the option has marks, the first ones count, so their order
            // matters
            if rule.mark_places.as_ref().is_none_or(|p| places.len() <= p.marks as usize) {
                places.sort_unstable();
            }
            places.iter().for_each(|place| say("place", place));
            let mut names: Vec<&str> = names.iter().map(|w| w.as_str()).collect();
            names.sort_unstable();
            names.iter().for_each(|name| say("name", name));
            let models = some.map(|w| w.value.clone()).or(some_number.map(|n| n.to_string()));
            let models = taken.models.map(|n| n.to_string()).or(models);
            models.iter().for_each(|n| say("models", n));
            idle.iter().for_each(|word| say("idle", word));
            if taken.because.is_some() {
                say("because", "");
            }
        }
        let nothing = taken.detail.is_some() && said.is_empty();
        let mut out = String::new();
        write_nested(
            &mut out,
            &rule.id,
            |out| if nothing { out.push_str("{}") } else { write_lines(out, &said) },
        );
        out
    }

    fn character(&self, character: &Character<'_>) -> String {
        let rules = self.army.rules;
        let WrittenCharacter { unit, role, name: _, with: _, options, values, notes: _ } =
            &character.written.value;
        let told =
            |word: &Option<Located<String>>| word.as_ref().map(|w| w.value.clone()).unwrap_or_default();
        let mut out = String::new();
        write_nested(&mut out, "character", |out| {
            write_field(out, "name", if self.with_names { &character.name } else { "" });
            let entry = character.kind.map_or_else(|| told(unit), |k| rules.kind(k).id.clone());
            write_field_line(out, "entry", &entry);
            write_field_line(
                out,
                "role",
                &character.role.map_or_else(|| told(role), |r| rules.roles[r.0].id.clone()),
            );
            write_field_line(out, "with", self.linked_unit(character.joins.as_ref()).unwrap_or_default());
            write_field_line(out, "commander", if character.is_commander { "yes" } else { "" });
            // Options and values without a body are errors, and thus written as they are
            append_lines(out, &unresolved_options(options));
            append_lines(
                out,
                &sorted_texts(values, |out, (word, n)| {
                    write_field(out, &format!("value {}", word.value), &n.to_string());
                }),
            );
        });
        out
    }
}

/// Writes a part that the unit cannot have.
fn unknown_part(word: &str, part: &Part) -> String {
    let (size, options): (_, &[_]) = match part {
        Part::Size(size) => (size.value, &[]),
        Part::More(terms) => (terms.size.value, &terms.options),
    };
    let mut out = String::new();
    write_field(&mut out, word, &size.to_string());
    append_lines(&mut out, &unresolved_options(options));
    out
}

/// Writes options that belong to no body, as they stand in the list.
fn unresolved_options(options: &[Located<WrittenTaken>]) -> Vec<String> {
    let all = options.iter().flat_map(|option| match &option.value {
        WrittenTaken::Word(word) => vec![(word.as_str(), None)],
        WrittenTaken::With(map) => map.iter().map(|(word, detail)| (word.as_str(), Some(detail))).collect(),
    });
    sorted_texts(all, |out, (word, detail)| {
        write_nested(out, &format!("option {word}"), |out| {
            let texts: Vec<String> = detail.map_or_else(Vec::new, option_details);
            write_lines(out, &texts);
        });
    })
}

/// Returns the details of an option, as they stand in the list.
fn option_details(detail: &OptionDetail) -> Vec<String> {
    let fields = |key: &'static str, words: &[Located<String>]| -> Vec<String> {
        let text = |word: &Located<String>| {
            let mut out = String::new();
            write_field(&mut out, key, word);
            out
        };
        words.iter().map(text).collect()
    };
    match detail {
        OptionDetail::Word(word) => fields("word", std::slice::from_ref(word)),
        OptionDetail::Words(words) => fields("word", words),
        OptionDetail::More(terms) => {
            let DetailTerms { places, names, some, because } = &**terms;
            let words =
                |words: &Option<OneOrMore>| words.as_ref().map_or(&[][..], OneOrMore::as_slice).to_vec();
            let mut all = fields("place", &words(places));
            all.extend(fields("name", &words(names)));
            all.extend(some.as_ref().map(|n| format!("models {}", n.value)));
            all.extend(because.as_ref().map(|_| "because".to_owned()));
            all
        }
    }
}
