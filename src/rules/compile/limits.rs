//! Compiles the limits of the ruleset, the books, the allies and the entries.

use crate::finding::{Code, Finding, Severity, SubjectKind};
use crate::format::book::Entry;
use crate::format::limit::{self as f, RegionKind};
use crate::format::ruleset::Ruleset;
use crate::read::Located;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_limits::{Bounds, Limit, Measure};
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, LimitId, UnitKindId};
use crate::wording::SelectorText;

use super::Compiler;
use super::amounts::raise_counts_to_zero;
use super::contingents::ContingentSource;
use super::measures::WrittenMeasure;

impl Compiler {
    /// Compiles every limit, the ruleset's first. Limits that the army's book lists under `drop` are left
    /// out.
    pub(super) fn compile_limits(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        let dropped = self.dropped_limits(ruleset, armies);
        for (id, limit) in &ruleset.limits {
            if !dropped.contains(&id.value) {
                self.contingent = ContingentId::OWN;
                let rule = format!("{}/limits/{}", ruleset.ruleset.value, id.value);
                self.add_limit(id, limit, None, rule, self.was_faulty(id.span, ruleset.limits.keys()));
            }
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

    /// Returns the ids of the ruleset's limits that the army's book drops.
    fn dropped_limits(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) -> Vec<String> {
        let known: Vec<String> =
            ruleset.limits.iter().map(|(id, _)| format!("limits/{}", id.value)).collect();
        let mut dropped = Vec::new();
        for word in armies.first().and_then(|a| a.book.as_ref()).iter().flat_map(|b| &b.drop) {
            let path = word.value.strip_prefix(&format!("{}/", ruleset.ruleset.value)).unwrap_or(&word.value);
            match path.strip_prefix("limits/") {
                Some(id) if known.iter().any(|k| k == path) => dropped.push(id.to_owned()),
                _ => self.report_unknown(
                    Code::BadValue,
                    "limit of the ruleset",
                    word,
                    known.iter().map(String::as_str),
                ),
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
        let measured = [limit.count.is_some(), limit.sum.is_some(), limit.holds.is_some()];
        if measured.iter().filter(|m| **m).count() != 1 {
            if faulty {
                return;
            }
            self.report(
                Finding::new(
                    Code::MissingKey,
                    id.span,
                    format!("the limit \"{}\" must say what it measures", id.value),
                )
                .with_help("give it exactly one of count, sum and holds"),
            );
            return;
        }
        let written = WrittenMeasure {
            of_what: "limit",
            count: limit.count.as_ref(),
            sum: limit.sum.as_ref(),
            of: limit.of.as_ref(),
        };
        let (measure, what) = if limit.holds.is_some() {
            (Measure::Formula, None)
        } else {
            let Some(measured) = self.compile_measure(&written) else { return };
            (measured.measure, measured.description)
        };
        let bounds = [&limit.min, &limit.max, &limit.exactly, &limit.multiple_of];
        let own = bounds.iter().any(|bound| bound.is_some());
        if !faulty && limit.holds.is_none() && !own && limit.either.is_empty() {
            let message = format!("the limit \"{}\" must say how much is allowed", id.value);
            let finding = Finding::new(Code::MissingKey, id.span, message);
            self.report(finding.with_help("give it min, max, exactly, multiple-of or either"));
            return;
        }
        self.report_bounds_beside_either(own, &limit.either);
        let own = Bounds {
            min: self.compile_bound(limit.min.as_ref()),
            max: self.compile_bound(limit.max.as_ref()),
            exactly: self.compile_bound(limit.exactly.as_ref()),
            multiple_of: self.compile_bound(limit.multiple_of.as_ref()),
        };
        let mut bounds = if limit.either.is_empty() {
            vec![own]
        } else {
            limit.either.iter().map(|a| self.compile_alternative(a)).collect()
        };
        raise_counts_to_zero(&measure, &mut bounds);
        self.check_bounds(&measure, &bounds);
        let sees_all = measure.selector().is_some_and(|s| s.names_ally);
        let made = Limit {
            id: self.next_limit_id(),
            rule_path: rule,
            title: id.value.replace('-', " "),
            description: what,
            region: limit.region.as_ref().map_or(RegionKind::Army, |p| p.value),
            by_entry: limit.by.is_some(),
            joined_once: limit.joined.is_some(),
            contingent: if sees_all { None } else { sees },
            bounds,
            formula: limit.holds.as_ref().map(|h| self.compile_formula(h, None)),
            when: self.compile_condition(limit.when.as_ref()).skipping_uncounted(),
            severity: limit.severity.as_ref().map_or(Severity::Error, |w| w.value.into()),
            says: limit.says.as_ref().map(|s| s.value.clone()),
            span: id.span,
            entry: None,
            measure,
        };
        self.rules.limits.push(made);
    }

    fn next_limit_id(&mut self) -> LimitId {
        let id = self.next_limit_id;
        self.next_limit_id.0 += 1;
        id
    }

    /// Adds the limit on the number of units of one entry.
    fn add_entry_limit(&mut self, id: &Located<String>, entry: &Entry, at: ContingentId) {
        let Some(kind) = self.rules.kind_names.get(Some(at), id) else { return };
        self.set_subject(SubjectKind::UnitType, &id.value);
        self.check_typical(entry, at);
        let own = Bounds {
            min: self.compile_bound(entry.min.as_ref()),
            max: self.compile_bound(entry.max.as_ref()),
            exactly: self.compile_bound(entry.exactly.as_ref()),
            multiple_of: self.compile_bound(entry.multiple_of.as_ref()),
        };
        let mut bounds = Vec::new();
        let given = [&entry.min, &entry.max, &entry.exactly, &entry.multiple_of];
        self.report_bounds_beside_either(given.iter().any(|bound| bound.is_some()), &entry.either);
        if own.min.is_some() || own.max.is_some() || own.exactly.is_some() || own.multiple_of.is_some() {
            bounds.push(own);
        } else if !entry.either.is_empty() {
            bounds = entry.either.iter().map(|a| self.compile_alternative(a)).collect();
        }
        if bounds.is_empty() {
            return;
        }
        let measure = Measure::Count(entry_selector(kind, entry));
        raise_counts_to_zero(&measure, &mut bounds);
        self.check_bounds(&measure, &bounds);
        let name = self.rules.kinds[kind.0].name.clone();
        let made = Limit {
            id: self.next_limit_id(),
            rule_path: self.rules.kinds[kind.0].rule_path.clone(),
            title: name.clone(),
            measure,
            description: Some(SelectorText::named(name)),
            region: RegionKind::Army,
            by_entry: false,
            joined_once: false,
            contingent: Some(at),
            bounds,
            formula: None,
            when: Condition::default(),
            severity: Severity::Error,
            says: None,
            span: id.span,
            entry: Some(kind),
        };
        self.rules.limits.push(made);
    }

    /// Reports bounds next to an `either`, since they would be ignored.
    fn report_bounds_beside_either(&mut self, own: bool, either: &[Located<f::Alternative>]) {
        if let Some(first) = either.first().filter(|_| own) {
            let message = "other bounds are not allowed next to `either`";
            let help = "write them into each of the alternatives, such as {min: 2, max: 4}";
            self.report(Finding::new(Code::BadValue, first.span, message).with_help(help));
        }
    }

    pub(super) fn compile_alternative(&mut self, a: &Located<f::Alternative>) -> Bounds {
        Bounds {
            min: self.compile_bound(a.min.as_ref()),
            max: self.compile_bound(a.max.as_ref()),
            exactly: self.compile_bound(a.exactly.as_ref()),
            multiple_of: self.compile_bound(a.multiple_of.as_ref()),
        }
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
