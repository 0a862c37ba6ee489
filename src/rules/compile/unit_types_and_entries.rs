//! Compiles unit types, entries, effects and attachments.

use crate::finding::{Code, Finding, Severity, Span, SubjectKind};
use crate::format::book::Entry;
use crate::format::costs::CostPer;
use crate::format::ruleset::{AttachReach, PartRule as WrittenPart, Ruleset, UnitType};
use crate::format::shared_types::{SizeMeasure, UnitSize as WrittenSize};
use crate::format::stat_value::StatValue as WrittenStatValue;
use crate::read::{Located, Map};
use crate::rules::Attach;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_options::OptionOffers;
use crate::rules::compiled_stat_values::StatValue;
use crate::rules::compiled_unit_types::{PartRule, UnitKind, UnitSize};
use crate::rules::id_types::{ContingentId, OptionId, UnitKindId};

use super::Compiler;
use super::contingents::ContingentSource;

impl Compiler {
    /// Assigns an id to every unit type and entry, so that they can refer to each other.
    pub(super) fn assign_kind_ids(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        for (id, unit) in &ruleset.units {
            let kind = self.add_kind(id, &unit.name, None, None);
            self.rules.kinds[kind.0].code = unit.code.as_ref().map(|c| c.value.clone());
            self.rules.kinds[kind.0].aka = unit.aka.iter().map(|word| word.value.clone()).collect();
            for word in std::iter::once(id).chain(&unit.code).chain(&unit.aka) {
                self.add_kind_name(None, word, kind);
            }
        }
        for (at, army) in armies.iter().enumerate() {
            self.contingent = ContingentId(at);
            for (id, entry) in &army.entries {
                let unit = entry.unit.as_ref().and_then(|word| {
                    let found = self.rules.find_unit_type(word);
                    if found.is_none() {
                        let known: Vec<String> =
                            ruleset.units.iter().map(|(id, _)| id.value.clone()).collect();
                        self.report_unknown(
                            Code::UnknownUnit,
                            "unit type",
                            word,
                            known.iter().map(String::as_str),
                        );
                    }
                    found
                });
                let name = entry.name.as_ref().map_or_else(
                    || unit.map_or_else(|| id.value.clone(), |u| self.rules.kinds[u.0].name.clone()),
                    |n| n.value.clone(),
                );
                let name = Located { value: name, span: id.span };
                let kind = self.add_kind(id, &name, unit, Some(ContingentId(at)));
                self.rules.kinds[kind.0].aka = entry.aka.iter().map(|word| word.value.clone()).collect();
                if let Some(path) = self.path_in_every_book(ruleset, id) {
                    self.rules.kinds[kind.0].rule_path = path;
                }
                self.add_kind_name(Some(ContingentId(at)), id, kind);
            }
            // After the ids, so that a name that is also an id is reported at the name
            for (id, entry) in &army.entries {
                let kind = self.rules.find_kind(self.contingent, id);
                for word in &entry.aka {
                    kind.into_iter().for_each(|kind| self.add_kind_name(Some(ContingentId(at)), word, kind));
                }
            }
        }
        self.contingent = ContingentId::OWN;
    }

    /// Adds an empty unit type or entry, which is compiled later.
    fn add_kind(
        &mut self,
        id: &Located<String>,
        name: &Located<String>,
        unit: Option<UnitKindId>,
        entry_of: Option<ContingentId>,
    ) -> UnitKindId {
        let kind = UnitKindId(self.rules.kinds.len());
        let part = if entry_of.is_some() { "entries" } else { "units" };
        self.rules.kinds.push(UnitKind {
            kind_id: kind,
            id: id.value.clone(),
            rule_path: self.rule_path(entry_of, part, id),
            name: name.value.clone(),
            code: None,
            aka: Vec::new(),
            typical: None,
            unit_type: if entry_of.is_some() { unit } else { Some(kind) },
            entry_of,
            tags: Vec::new(),
            cost: None,
            per_model: false,
            states_cost: false,
            size: UnitSize::default(),
            stats: Vec::new(),
            offers: OptionOffers::default(),
            parts: Vec::new(),
            roles: Vec::new(),
            dates: Vec::new(),
            when: Condition::default(),
            uncounted: false,
            span: id.span,
        });
        kind
    }

    /// Makes a word stand for a unit type or entry, and reports a word that is taken.
    fn add_kind_name(&mut self, at: Option<ContingentId>, word: &Located<String>, kind: UnitKindId) {
        if let Some(other) = self.rules.kind_names.insert(at, word, kind)
            && other != kind
        {
            let first = self.rules.kinds[other.0].span;
            let things = if at.is_some() { "entries" } else { "unit types" };
            self.report_duplicate(things, word, first);
        }
    }

    /// Compiles unit types and entries, then the effects and attachments that refer to them.
    pub(super) fn compile_kinds(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        self.rules.baggage = ruleset.baggage.as_ref().and_then(|b| {
            let found = self.rules.find_unit_type(&b.unit);
            if found.is_none() {
                let known: Vec<String> = ruleset.units.iter().map(|(id, _)| id.value.clone()).collect();
                self.report_unknown(
                    Code::UnknownUnit,
                    "unit type",
                    &b.unit,
                    known.iter().map(String::as_str),
                );
            }
            found
        });
        let size = ruleset
            .size
            .as_ref()
            .map_or_else(UnitSize::default, |s| self.compile_size(s, UnitSize::default()));
        self.rules.default_size_measure = size.measure;
        let mut at = 0;
        for (_, unit) in &ruleset.units {
            self.compile_unit_type(UnitKindId(at), unit, size, ruleset);
            at += 1;
        }
        for (contingent, army) in armies.iter().enumerate() {
            self.contingent = ContingentId(contingent);
            for (id, entry) in &army.entries {
                self.compile_entry(UnitKindId(at), id, entry);
                at += 1;
            }
        }
        self.contingent = ContingentId::OWN;
        self.subject = None;
        self.add_offers_to_every_unit(ruleset);
        self.compile_purchases(ruleset, armies);
        self.collect_inner_offers();
        self.report_purchases_for_units();
        self.compile_effects(ruleset, armies);
        for (id, attach) in &ruleset.attach {
            let rule_path = self.rule_path(None, "attach", id);
            self.set_subject(SubjectKind::Rule, &rule_path);
            let made = Attach {
                rule_path,
                name: attach.name.value.clone(),
                who: self.compile_selector(&attach.who),
                to: self.compile_selector(&attach.to),
                max: attach.max.as_ref().map(|m| m.value),
                within: attach.within.as_ref().map_or(AttachReach::Army, |w| w.value),
                severity: attach.severity.as_ref().map(|w| Severity::from(w.value)),
                says: attach.says.as_ref().map(|s| s.value.clone()),
                span: id.span,
            };
            self.rules.attach.push(made);
        }
        self.subject = None;
    }

    fn compile_unit_type(&mut self, id: UnitKindId, unit: &UnitType, size: UnitSize, ruleset: &Ruleset) {
        self.set_subject(SubjectKind::UnitType, self.rules.kinds[id.0].id.clone());
        let tags = unit.tags.iter().map(|t| self.tag_id(t)).collect();
        let cost = unit.cost.as_ref().and_then(|c| self.compile_cost(c, None));
        let size = unit.size.as_ref().map_or(size, |s| self.compile_size(s, size));
        let mut stats: Vec<_> =
            ruleset.stats.iter().map(|(_, s)| s.default.as_ref().map(|d| d.value).into()).collect();
        self.compile_stats(&unit.stats, &mut stats);
        let rule = self.rules.kinds[id.0].rule_path.clone();
        let offers = self.compile_offers(&unit.options, &rule, false);
        let parts = self.compile_parts(&unit.parts, &rule, None);
        let roles = unit.roles.iter().filter_map(|r| self.resolve_role(r)).collect();
        let kind = &mut self.rules.kinds[id.0];
        kind.tags = tags;
        kind.cost = cost;
        kind.per_model = is_per_model(unit.per.as_ref());
        kind.size = size;
        kind.stats = stats;
        kind.offers = offers;
        kind.parts = parts;
        kind.roles = roles;
        kind.uncounted = unit.counted == Some(false);
    }

    fn compile_stats(&mut self, written: &Map<Located<WrittenStatValue>>, stats: &mut [StatValue]) {
        for (word, value) in written {
            let value = match &value.value {
                WrittenStatValue::Number(number) => StatValue::Number(*number),
                WrittenStatValue::None => StatValue::Absent,
                WrittenStatValue::Words(words) => StatValue::Words(self.compile_stat_words(word, words)),
            };
            if let Some(stat) = self.resolve_stat(word) {
                stats[stat.0] = value;
            }
        }
    }

    fn compile_entry(&mut self, id: UnitKindId, word: &Located<String>, entry: &Entry) {
        self.set_subject(SubjectKind::UnitType, &word.value);
        let unit = self.rules.kinds[id.0].unit_type;
        let base = unit.map(|u| self.rules.kinds[u.0].clone());
        if base.is_none() && entry.unit.is_none() && entry.roles.is_empty() {
            self.report(
                Finding::new(
                    Code::MissingKey,
                    word.span,
                    format!("the entry \"{}\" has no unit", word.value),
                )
                .with_help("give it a unit type, or roles if it is a character"),
            );
        }
        let mut tags: Vec<_> = base.as_ref().map_or_else(Vec::new, |b| b.tags.clone());
        tags.extend(entry.tags.iter().map(|t| self.tag_id(t)));
        let own_cost = entry.cost.is_some();
        let cost = entry
            .cost
            .as_ref()
            .and_then(|c| self.compile_cost(c, Some(self.contingent)))
            .or_else(|| base.as_ref().and_then(|b| b.cost.clone()));
        let size = base.as_ref().map_or_else(UnitSize::default, |b| b.size);
        let size = entry.size.as_ref().map_or(size, |s| self.compile_size(s, size));
        let mut stats = base
            .as_ref()
            .map_or_else(|| vec![StatValue::Absent; self.rules.stats.len()], |b| b.stats.clone());
        self.compile_stats(&entry.stats, &mut stats);
        let rule = self.rules.kinds[id.0].rule_path.clone();
        let offers = self.compile_entry_offers(entry, &rule, base.as_ref());
        let mut parts = base.as_ref().map_or_else(Vec::new, |b| b.parts.clone());
        let own_parts = self.compile_parts(&entry.parts, &rule, Some(self.contingent));
        parts.retain(|p| own_parts.iter().all(|own| own.id != p.id));
        parts.extend(own_parts);
        let mut roles: Vec<_> = entry.roles.iter().filter_map(|r| self.resolve_role(r)).collect();
        if roles.is_empty() {
            roles = base.as_ref().map_or_else(Vec::new, |b| b.roles.clone());
        }
        let dates = self.compile_dates_list(entry.dates.as_ref());
        let when = self.compile_condition(entry.when.as_ref());
        let kind = &mut self.rules.kinds[id.0];
        kind.code = base.as_ref().and_then(|b| b.code.clone());
        kind.typical = entry.typical.as_ref().map(|typical| typical.value);
        kind.tags = tags;
        kind.cost = cost;
        kind.states_cost = own_cost;
        kind.per_model =
            entry.per.as_ref().map_or(base.as_ref().is_some_and(|b| b.per_model), |p| is_per_model(Some(p)));
        kind.size = size;
        kind.stats = stats;
        kind.offers = offers;
        kind.parts = parts;
        kind.roles = roles;
        kind.dates = dates;
        kind.when = when;
        kind.uncounted = base.as_ref().is_some_and(|b| b.uncounted);
    }

    /// Returns an entry's offers: its own, and those of the unit type that are always there.
    ///
    /// Optional offers of the unit type are replaced if the entry has offers of its own.
    fn compile_entry_offers(&mut self, entry: &Entry, rule: &str, base: Option<&UnitKind>) -> OptionOffers {
        let base = base.map_or_else(OptionOffers::default, |b| b.offers.clone());
        let Some(written) = &entry.options else { return base };
        let mut offers = self.compile_offers(written, rule, true);
        for offer in &mut offers.all {
            // What the entry leaves unsaid is as the unit type offers it, costs included
            if let Some(usual) = base.offer_for(offer.option) {
                offer.most_times = offer.most_times.or(usual.most_times);
                offer.inner_offers = offer.inner_offers.take().or_else(|| usual.inner_offers.clone());
            }
        }
        let own: Vec<OptionId> = offers.all.iter().map(|o| o.option).collect();
        for mut offer in base.all {
            let default_of = offer.group.map(|g| &base.groups[g]).filter(|g| g.default == Some(offer.option));
            let stays =
                offer.is_included || default_of.is_some_and(|g| g.options.iter().all(|o| !own.contains(o)));
            if stays && !own.contains(&offer.option) {
                offer.is_included = true;
                offer.group = None;
                offers.all.push(offer);
            }
        }
        offers
    }

    /// Adds the offers of `every-unit` to every unit that does not have them already.
    fn add_offers_to_every_unit(&mut self, ruleset: &Ruleset) {
        let Some(every) = &ruleset.every_unit else { return };
        let owner = format!("{}/every-unit", self.rules.id);
        let offers = self.compile_offers(&every.options, &owner, false);
        let except = every.except.as_ref().map(|s| self.compile_selector(s));
        for kind in &mut self.rules.kinds {
            if kind.unit_type.is_none() || except.as_ref().is_some_and(|e| e.matches(kind)) {
                continue;
            }
            let first_group = kind.offers.groups.len();
            kind.offers.groups.extend(offers.groups.iter().cloned());
            for offer in &offers.all {
                if kind.offers.offer_for(offer.option).is_none() {
                    let mut offer = offer.clone();
                    offer.group = offer.group.map(|g| g + first_group);
                    kind.offers.all.push(offer);
                }
            }
        }
    }

    /// Compiles the bodies inside a unit. `book_of` is the contingent whose book has them, `None` for the ruleset.
    fn compile_parts(
        &mut self,
        parts: &Map<WrittenPart>,
        owner: &str,
        book_of: Option<ContingentId>,
    ) -> Vec<PartRule> {
        let mut made = Vec::new();
        for (id, part) in parts {
            let found = self.rules.kind_names.get(Some(self.contingent), &part.unit);
            let Some(kind) = found.or_else(|| self.rules.find_unit_type(&part.unit)) else {
                let known: Vec<String> = self.rules.kinds.iter().map(|k| k.id.clone()).collect();
                self.report_unknown(
                    Code::UnknownUnit,
                    "unit type",
                    &part.unit,
                    known.iter().map(String::as_str),
                );
                continue;
            };
            if let (Some(min), Some(max)) = (&part.min, &part.max)
                && max.value < min.value
            {
                let message = format!("at least {} and at most {} is impossible", min.value, max.value);
                self.report(
                    Finding::new(Code::BadValue, max.span, message).with_label(min.span, "the other is here"),
                );
            }
            made.push(PartRule {
                id: id.value.clone(),
                rule_path: format!("{owner}/parts/{}", id.value),
                kind,
                count_per_model: part.each.as_ref().map(|n| n.value),
                min: part.min.as_ref().map_or(0, |n| n.value),
                max: part.max.as_ref().map(|n| n.value),
                cost: part.cost.as_ref().and_then(|c| self.compile_cost(c, book_of)),
                span: id.span,
                kind_span: part.unit.span,
            });
        }
        made
    }

    /// Compiles a size. `usual` supplies what the size does not state.
    pub(super) fn compile_size(&mut self, size: &WrittenSize, usual: UnitSize) -> UnitSize {
        match size {
            WrittenSize::Exactly(word) if word.value == "none" => {
                UnitSize { has_no_size: true, min: 0, max: Some(0), ..usual }
            }
            WrittenSize::Exactly(word) => match word.value.parse::<u32>() {
                Ok(n) => UnitSize { has_no_size: false, min: n, max: Some(n), measure: usual.measure },
                Err(_) => {
                    self.report_bad_size(word.span, &word.value);
                    usual
                }
            },
            WrittenSize::Range(range) => {
                let of = range.of.as_ref().map_or(SizeMeasure::default(), |t| t.value);
                let (min, max) = match &range.exactly {
                    Some(n) => (n.value, Some(n.value)),
                    None => (range.min.as_ref().map_or(1, |n| n.value), range.max.as_ref().map(|n| n.value)),
                };
                if let (Some(max), Some(written)) = (max, &range.max)
                    && max < min
                {
                    self.report(Finding::new(
                        Code::BadValue,
                        written.span,
                        format!("the maximum, {max}, is less than the minimum, {min}"),
                    ));
                }
                UnitSize { measure: of, min, max, has_no_size: false }
            }
        }
    }

    fn report_bad_size(&mut self, span: Span, word: &str) {
        self.report(Finding::new(
            Code::WrongType,
            span,
            format!(
                "\"{word}\" is not a size; write a whole number, none, or a range such as {{of: models, min: 5}}"
            ),
        ));
    }
}

fn is_per_model(per: Option<&Located<CostPer>>) -> bool {
    per.is_some_and(|p| p.value != CostPer::Unit)
}
