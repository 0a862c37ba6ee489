//! Writes units and characters for the canonical text of an army.
//!
//! As in the rest of that text, what the rules do not know, or reject, is written as it stands in the list.

use crate::format::list::{
    Character as WrittenCharacter, DetailTerms, ListedOption as WrittenTaken, OptionDetail, Part,
    Unit as WrittenUnit,
};
use crate::format::shared_types::OneOrMore;
use crate::read::Located;
use crate::rules::Rules;

use super::bodies_and_options::{Body, MatchedDetails, OptionOrigin, TakenOption, default_origin};
use super::canonical_syntax::{
    append_lines, sorted_texts, write_field, write_field_line, write_field_line_if, write_lines, write_nested,
};
use super::{Army, Character, MAX_COUNT, RoleHolder, Unit, UnitLink, UnitOrigin};

/// Writes the parts of an army's canonical text.
pub(super) struct CanonicalWriter<'w, 'a> {
    pub(super) army: &'w Army<'a>,
    /// Whether names are written. If not, a unit that a name refers to is given by its type.
    pub(super) with_names: bool,
    /// Whether rows and commands keep the order of the list instead of being sorted.
    pub(super) in_order: bool,
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

impl CanonicalWriter<'_, '_> {
    /// Returns a unit with its parts and its links to other units.
    pub(super) fn unit(&self, unit: &Unit<'_>) -> String {
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
                let WrittenCharacter {
                    unit: _,
                    role,
                    name: _,
                    with: _,
                    options: _,
                    values: _,
                    parts,
                    notes: _,
                } = &written.value;
                let unknown =
                    parts.iter().filter(|(w, _)| unit.parts.iter().all(|(known, _)| known != &w.as_str()));
                refused.extend(unknown.map(|(word, part)| ("part", unknown_part(word, part))));
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

    /// Returns the options that a list takes, with those that the rules do not know.
    pub(super) fn options(&self, body: &Body<'_>) -> Vec<String> {
        let mut all = self.known_options(body);
        let unknown = body.unknown_options.iter().map(|w| ("unknown", w.as_str()));
        all.extend(sorted_texts(unknown, |out, (key, value)| write_field(out, key, value)));
        all
    }

    /// Returns the options that a list takes.
    fn known_options(&self, body: &Body<'_>) -> Vec<String> {
        let rules = self.army.rules;
        let chosen = body.taken.iter().filter(|t| {
            matches!(t.origin, OptionOrigin::Chosen | OptionOrigin::Standard)
                && !holds_only_others(rules, body, t)
        });
        let mut all: Vec<(&str, String)> =
            chosen.map(|taken| (rules.option(taken.option).id.as_str(), self.option(taken))).collect();
        // If an option is taken twice, the first one may count, so equal ids keep their order
        all.sort_by_key(|(id, _)| *id);
        all.into_iter().map(|(_, text)| text).collect()
    }

    fn body(&self, out: &mut String, body: &Body<'_>, size: &str) {
        let rules = self.army.rules;
        let mut all = self.known_options(body);
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
                times: _,
                inner_options: _,
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
        // Options inside others are written with these, whichever way the list writes them
        for outer in &taken.within {
            say("within", &rules.option(*outer).id);
        }
        if taken.times != 1 {
            say("times", &taken.times.to_string());
        }
        let only_inner = |detail: &OptionDetail| matches!(detail, OptionDetail::More(terms) if terms.says_no_more_than_once());
        let nothing = taken.detail.is_some_and(|detail| !only_inner(detail)) && said.is_empty();
        let mut out = String::new();
        write_nested(
            &mut out,
            &rule.id,
            |out| if nothing { out.push_str("{}") } else { write_lines(out, &said) },
        );
        out
    }

    /// Returns a character without a body.
    pub(super) fn character(&self, character: &Character<'_>) -> String {
        let rules = self.army.rules;
        let WrittenCharacter { unit, role, name: _, with: _, options, values, parts, notes: _ } =
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
            // Options, values and parts without a body are errors, and thus written as they are
            append_lines(out, &unresolved_options(options));
            append_lines(
                out,
                &sorted_texts(parts, |out, (word, part)| write_field(out, "part", &unknown_part(word, part))),
            );
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

/// Returns `true` if a list writes an option that is there anyway, and only says what is inside it.
fn holds_only_others(rules: &Rules, body: &Body<'_>, taken: &TakenOption<'_>) -> bool {
    let says_nothing_else = matches!(taken.detail, Some(OptionDetail::More(terms))
        if !terms.options.is_empty() && terms.says_no_more_than_once());
    let level = body.offers(rules).and_then(|offers| offers.offers_within(&taken.within));
    let comes_along = || {
        let level = level?;
        default_origin(level, level.offer_for(taken.option)?)
    };
    says_nothing_else && comes_along().is_some()
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
pub(super) fn unresolved_options(options: &[Located<WrittenTaken>]) -> Vec<String> {
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
            let DetailTerms { places, names, some, times, options, because } = &**terms;
            let words =
                |words: &Option<OneOrMore>| words.as_ref().map_or(&[][..], OneOrMore::as_slice).to_vec();
            let mut all = fields("place", &words(places));
            all.extend(fields("name", &words(names)));
            all.extend(some.as_ref().map(|n| format!("models {}", n.value)));
            all.extend(times.as_ref().map(|n| format!("times {}", n.value)));
            all.extend(unresolved_options(options));
            all.extend(because.as_ref().map(|_| "because".to_owned()));
            all
        }
    }
}
