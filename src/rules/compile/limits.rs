//! Compiles the limits of the ruleset, the books, the allies and the entries.

use crate::finding::{Code, Finding, Severity, SubjectKind};
use crate::format::book::Entry;
use crate::format::computed_numbers::NumberSubject;
use crate::format::limit::{self as f, GroupBy, RegionKind};
use crate::format::ruleset::Ruleset;
use crate::read::Located;
use crate::rules::compiled_limits::{Bounds, Limit, Measure};
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::drop_from_base::EVERY_BOOK_ENTRIES;
use crate::rules::id_types::{ContingentId, LimitId, UnitKindId};
use crate::rules::size_limit::SIZE_LIMIT_ID;
use crate::wording::SelectorText;

use super::Compiler;
use super::amounts::written_bounds;
use super::contingents::ContingentSource;
use super::measures::WrittenMeasure;
use super::own_bounds::BoundsOwner;

impl Compiler {
    /// Compiles every limit, the ruleset's first. Limits that are dropped are left out.
    pub(super) fn compile_limits(
        &mut self,
        ruleset: &Ruleset,
        dropped: &[String],
        armies: &[ContingentSource],
    ) {
        self.add_own_limits_of_ruleset(ruleset);
        self.add_own_limits_of_options(ruleset, armies);
        for (id, limit) in &ruleset.limits {
            if !dropped.contains(&format!("limits/{}", id.value)) {
                self.contingent = ContingentId::OWN;
                let rule = format!("{}/limits/{}", ruleset.ruleset.value, id.value);
                self.add_limit(id, limit, None, rule, self.was_faulty(id.span, ruleset.limits.keys()));
            }
        }
        for (id, kind) in ruleset.commands.iter().flat_map(|commands| &commands.kinds) {
            self.add_command_kind_limit(id, kind);
        }
        for (at, army) in armies.iter().enumerate() {
            let Some(book) = &army.book else { continue };
            self.contingent = ContingentId(at);
            for (id, limit) in &army.limits {
                self.add_limit(
                    id,
                    limit,
                    Some(ContingentId(at)),
                    format!("{}/limits/{}", book.book.value, id.value),
                    self.was_faulty(id.span, army.limits.iter().map(|(id, _)| id)),
                );
            }
            if let Some(ally) = &army.ally {
                let owner = armies.first().and_then(|a| a.book.as_ref()).map_or("", |b| b.book.as_str());
                for (id, limit) in &ally.limits {
                    let word = self.rules.contingents[at].ally.clone().unwrap_or_default();
                    self.add_limit(
                        id,
                        limit,
                        Some(ContingentId(at)),
                        format!("{owner}/allies/{word}/limits/{}", id.value),
                        self.was_faulty(id.span, ally.limits.keys()),
                    );
                }
            }
            for (id, entry) in &army.entries {
                self.add_entry_limit(id, entry, ContingentId(at));
            }
        }
        self.contingent = ContingentId::OWN;
        self.subject = None;
    }

    /// Returns the limits and charges of the ruleset that the army's book drops, such as `limits/one-general`.
    pub(super) fn dropped_rules(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) -> Vec<String> {
        let limits = ruleset.limits.keys().map(|id| format!("limits/{}", id.value));
        let known: Vec<String> =
            limits.chain(ruleset.charges.keys().map(|id| format!("charges/{}", id.value))).collect();
        let is_of_every_book = |path: &str| {
            let id = path.strip_prefix(EVERY_BOOK_ENTRIES);
            id.is_some_and(|id| {
                ruleset.every_book.as_ref().is_some_and(|every| every.entries.get(id).is_some())
            })
        };
        let mut dropped = Vec::new();
        for word in armies.first().and_then(|a| a.book.as_ref()).iter().flat_map(|b| &b.drop) {
            let owners = std::iter::once(&ruleset.ruleset.value).chain(&self.rules.extends);
            let mut in_full = owners.filter_map(|owner| word.value.strip_prefix(owner)?.strip_prefix('/'));
            let path = in_full.next().unwrap_or(&word.value);
            if known.iter().any(|known| known == path) {
                dropped.push(path.to_owned());
            } else if !is_of_every_book(path) {
                let known = known.iter().map(String::as_str);
                self.report_unknown(Code::BadValue, &kind_of_rule(word, " of the ruleset"), word, known);
            }
        }
        dropped
    }

    /// Compiles a limit. If `faulty` is set, missing keys are not reported, since they may just be
    /// unreadable.
    pub(super) fn add_limit(
        &mut self,
        id: &Located<String>,
        limit: &f::Limit,
        sees: Option<ContingentId>,
        rule: String,
        faulty: bool,
    ) {
        self.set_subject(SubjectKind::Rule, &rule);
        let written = WrittenMeasure {
            of_what: "limit",
            count: limit.count.as_ref(),
            sum: limit.sum.as_ref(),
            options: limit.options.as_ref(),
            highest: limit.highest.as_ref(),
            lowest: limit.lowest.as_ref(),
            number: limit.number.as_ref(),
            of: limit.of.as_ref(),
            alike: limit.alike.as_ref(),
        };
        if written.has_one_measure() == limit.holds.is_some() {
            if !faulty {
                let message = format!("the limit \"{}\" must say what it measures", id.value);
                let finding = Finding::new(Code::MissingKey, id.span, message);
                self.report(finding.with_help(
                    "give it exactly one of count, sum, options, highest, lowest, number and holds",
                ));
            }
            return;
        }
        let (measure, what) = if limit.holds.is_some() {
            (Measure::Formula, None)
        } else {
            let Some(measured) = self.compile_measure(&written) else { return };
            (measured.measure, measured.description)
        };
        let (region, command_kind) = self.compile_region(limit.region.as_ref());
        self.check_number_region(limit.number.as_ref(), &measure, region);
        if let Some(by) =
            limit.by.as_ref().filter(|by| by.value == GroupBy::Option && measure.options().is_empty())
        {
            let finding = Finding::new(Code::UnknownKey, by.span, "`by: option` belongs to `options`");
            self.report(finding.with_help("write `options: [...]` in place of what is measured"));
            return;
        }
        let bounds = written_bounds!(limit);
        if !faulty && limit.holds.is_none() && !bounds.has_own() && bounds.either.is_empty() {
            let message = format!("the limit \"{}\" must say how much is allowed", id.value);
            let finding = Finding::new(Code::MissingKey, id.span, message);
            self.report(finding.with_help("give it min, max, exactly, multiple-of or either"));
            return;
        }
        let mut bounds = self.compile_bounds(&bounds, &measure);
        if bounds.is_empty() {
            bounds.push(Bounds::default());
        }
        let sees_all = measure.selector().is_some_and(|s| s.names_ally);
        if sees_all && sees.is_some_and(|contingent| contingent != ContingentId::OWN) {
            // What a book says of its allies is about its own army: a contingent has none
            return;
        }
        self.conditions_look_in = region;
        let when = self.compile_condition(limit.when.as_ref()).skipping_uncounted();
        self.conditions_look_in = RegionKind::Army;
        let made = Limit {
            id: self.next_limit_id(),
            rule_path: rule,
            title: id.value.replace('-', " "),
            description: what,
            region,
            command_kind,
            by_entry: limit.by.as_ref().is_some_and(|by| by.value == GroupBy::Entry),
            of_one_option: None,
            joined_once: limit.joined.is_some(),
            contingent: if sees_all { None } else { sees },
            bounds,
            formula: limit.holds.as_ref().map(|h| self.compile_formula(h, None)),
            when,
            severity: limit.severity.as_ref().map_or(Severity::Error, |w| w.value.into()),
            says: limit.says.as_ref().map(|s| s.value.clone()),
            span: id.span,
            entry: None,
            is_own: false,
            dates: Vec::new(),
            measure,
        };
        if id.value == SIZE_LIMIT_ID {
            self.replace_size_limit(id, made, sees.is_some());
        } else if limit.by.as_ref().is_some_and(|by| by.value == GroupBy::Option) {
            self.add_limit_for_each_option(&made);
        } else {
            self.rules.limits.push(made);
        }
    }

    /// Adds a limit for each of the options that it counts, which are measured separately.
    fn add_limit_for_each_option(&mut self, limit: &Limit) {
        for (option, measure) in limit.measure.options().iter().zip(limit.measure.for_each_option()) {
            let id = self.next_limit_id();
            self.rules.limits.push(Limit { id, measure, of_one_option: Some(*option), ..limit.clone() });
        }
    }

    /// Reports a number of each command that is measured where there is no command.
    pub(super) fn check_number_region(
        &mut self,
        word: Option<&Located<String>>,
        measure: &Measure,
        region: RegionKind,
    ) {
        let (Some(word), Measure::RegionNumber(id)) = (word, measure) else { return };
        let rule = &self.rules.numbers[id.0];
        let in_command = matches!(region, RegionKind::Command | RegionKind::Unit);
        if !rule.is_for(NumberSubject::Army) && !in_command {
            let message = format!("\"{}\" is a number of each command", word.value);
            let finding = Finding::new(Code::BadValue, word.span, message);
            self.report(finding.with_help("write `in: command` in the rule"));
        }
    }

    pub(super) fn next_limit_id(&mut self) -> LimitId {
        let id = self.next_limit_id;
        self.next_limit_id.0 += 1;
        id
    }

    /// Adds the limit on the number of units of one entry.
    fn add_entry_limit(&mut self, id: &Located<String>, entry: &Entry, at: ContingentId) {
        let Some(kind) = self.rules.kind_names.get(Some(at), id) else { return };
        self.set_subject(SubjectKind::UnitType, &id.value);
        self.check_typical(entry, at);
        let measure = Measure::Count(entry_selector(kind, entry));
        let bounds = self.compile_bounds(&written_bounds!(entry), &measure);
        if bounds.is_empty() {
            return;
        }
        let name = self.rules.kinds[kind.0].name.clone();
        let rule_path = self.rules.kinds[kind.0].rule_path.clone();
        let description = Some(SelectorText::named(&name));
        let owner = BoundsOwner { rule_path, name, span: id.span, dates: Vec::new(), contingent: Some(at) };
        let made = self.own_limit(owner, measure, description, bounds);
        let made = Limit { entry: Some(kind), ..made };
        self.rules.limits.push(made);
    }
}

/// Creates a selector for one entry. An entry without a unit type is matched as a character.
fn entry_selector(kind: UnitKindId, entry: &Entry) -> Selector {
    Selector {
        test: SelectorTest::Kind(vec![kind]),
        matches_characters: entry.unit.is_none(),
        names_ally: false,
        named_kinds: vec![kind],
        skips_uncounted: true,
    }
}

/// Returns what the path of a rule that is dropped names: `limit of the ruleset`, or `charge of the ruleset`.
pub(super) fn kind_of_rule(path: &str, whose: &str) -> String {
    let section = if path.split('/').any(|part| part == "charges") { "charge" } else { "limit" };
    format!("{section}{whose}")
}
