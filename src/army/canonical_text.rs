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

use crate::format::list::{Baggage, BaggageTerms, Command as WrittenCommand, List, ListedOption};
use crate::read::{Located, Map};
use crate::rules::compiled_purchases::Buyer;
use crate::rules::id_types::ContingentId;

use super::canonical_syntax::{
    append_lines, sorted_texts, write_field, write_field_line, write_field_line_if, write_lines, write_nested,
};
use super::canonical_text_of_units::{CanonicalWriter, unresolved_options};
use super::purchases::Purchases;
use super::regions::Region;
use super::{Army, Command};

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
            options,
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
        append_lines(out, &self.purchases(None, options));
    }

    /// Returns what the army or a command buys. Empty if the list writes nothing of it.
    fn purchases(&self, command: Option<usize>, written: &[Located<ListedOption>]) -> Vec<String> {
        if written.is_empty() {
            return Vec::new();
        }
        let is_its = |bought: &&Purchases<'_>| match command {
            Some(at) => bought.buyer == Buyer::Command && bought.command == Some(at),
            None => bought.buyer != Buyer::Command,
        };
        match self.army.purchases.iter().find(is_its) {
            Some(bought) => {
                let mut out = String::new();
                write_nested(&mut out, "buys", |out| write_lines(out, &self.options(&bought.body)));
                vec![out]
            }
            // In a game where nothing is bought, that is an error
            None => unresolved_options(written),
        }
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
        self.commands_within(None)
    }

    /// Returns the commands in another, or those in the army for `None`.
    fn commands_within(&self, outer: Option<usize>) -> Vec<String> {
        let inner = |at: &usize| self.army.commands[*at].outer == outer;
        let mut all: Vec<String> =
            (0..self.army.commands.len()).filter(inner).map(|at| self.command(at)).collect();
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
        if command.end > at + 1 {
            all.extend(self.commands_within(Some(at)));
        }
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
                kind: _,
                colour: _,
                numeral: _,
                commander: _,
                characters: _,
                units: _,
                baggage,
                options: _,
                standard,
                ally,
                points,
                choose,
                commands: _,
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
        write_field_line_if(out, "kind", self.stated_kind(command));
        if let Some(written) = command.written {
            let at = army.commands.iter().position(|other| std::ptr::eq(other, command));
            append_lines(out, &self.purchases(at, &written.options));
        }
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

    /// Returns the kind of a command, if the list states another than the default.
    ///
    /// A word that the rules do not know is written as it stands.
    fn stated_kind<'c>(&'c self, command: &Command<'c>) -> Option<&'c str> {
        let rules = self.army.rules;
        let word = command.written?.kind.as_ref()?;
        match command.kind {
            Some(kind) if rules.default_command_kind() == Some(kind) => None,
            Some(kind) => Some(&rules.command_kind(kind).id),
            None => Some(word.as_str()),
        }
    }

    /// Returns the units of a command, or of the reserves if `command` is `None`, with identical units added
    /// up.
    fn rows(&self, command: Option<usize>) -> Vec<String> {
        let army = self.army;
        let units: Vec<usize> = match command {
            Some(at) => army.commands[at].units.clone(),
            None => Region::Reserves.units(army).collect(),
        };
        let mut all: Vec<(String, u64)> =
            units.into_iter().map(|at| &army.units[at]).map(|u| (self.unit(u), u64::from(u.count))).collect();
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
}
