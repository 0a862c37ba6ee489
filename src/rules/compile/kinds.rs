//! Compiles unit types, entries, effects and attachments.

use crate::finding::{Code, Finding, Severity, Span};
use crate::format::book::Entry;
use crate::format::figure::Figure;
use crate::format::ruleset::{PartRule as WrittenPart, Ruleset, UnitType, Within};
use crate::format::words::{Per, Size as WrittenSize, Thing};
use crate::read::{Located, Map};
use crate::rules::ids::{ContingentId, KindId, OptionId};
use crate::rules::option::{Change, Kind, Offers, PartRule, Size};
use crate::rules::when::When;
use crate::rules::{Attach, Effect};

use super::Compiler;
use super::contingents::Army;

impl Compiler {
    /// Assigns an id to every unit type and entry, so that they can refer to each other.
    pub(super) fn register_kinds(&mut self, ruleset: &Ruleset, armies: &[Army]) {
        for (id, unit) in &ruleset.units {
            let kind = self.new_kind(id, &unit.name, None, None);
            self.rules.kinds[kind.0].code = unit.code.as_ref().map(|c| c.value.clone());
            for word in std::iter::once(id).chain(&unit.code).chain(&unit.aka) {
                self.kind_word(None, word, kind);
            }
        }
        for (at, army) in armies.iter().enumerate() {
            self.contingent = ContingentId(at);
            for (id, entry) in &army.entries {
                let unit = entry.unit.as_ref().and_then(|word| {
                    let found = self.rules.unit_type(word);
                    if found.is_none() {
                        let known: Vec<String> =
                            ruleset.units.iter().map(|(id, _)| id.value.clone()).collect();
                        self.unknown(Code::UnknownUnit, "unit type", word, known.iter().map(String::as_str));
                    }
                    found
                });
                let name = entry.name.as_ref().map_or_else(
                    || unit.map_or_else(|| id.value.clone(), |u| self.rules.kinds[u.0].name.clone()),
                    |n| n.value.clone(),
                );
                let name = Located { value: name, span: id.span };
                let kind = self.new_kind(id, &name, unit, Some(ContingentId(at)));
                self.kind_word(Some(ContingentId(at)), id, kind);
            }
        }
        self.contingent = ContingentId::OWN;
    }

    /// Adds an empty unit type or entry, which is compiled later.
    fn new_kind(
        &mut self,
        id: &Located<String>,
        name: &Located<String>,
        unit: Option<KindId>,
        entry_of: Option<ContingentId>,
    ) -> KindId {
        let kind = KindId(self.rules.kinds.len());
        let part = if entry_of.is_some() { "entries" } else { "units" };
        self.rules.kinds.push(Kind {
            own: kind,
            id: id.value.clone(),
            rule: self.full_name(entry_of, part, id),
            name: name.value.clone(),
            code: None,
            unit: if entry_of.is_some() { unit } else { Some(kind) },
            entry_of,
            tags: Vec::new(),
            cost: None,
            each: false,
            own_cost: false,
            size: Size::default(),
            stats: Vec::new(),
            offers: Offers::default(),
            parts: Vec::new(),
            roles: Vec::new(),
            dates: Vec::new(),
            when: When::default(),
            passed_over: false,
            span: id.span,
        });
        kind
    }

    /// Makes a word stand for a unit type or entry, and reports a word that is taken.
    fn kind_word(&mut self, at: Option<ContingentId>, word: &Located<String>, kind: KindId) {
        if let Some(other) = self.rules.kind_words.insert(at, word, kind)
            && other != kind
        {
            let first = self.rules.kinds[other.0].span;
            self.twice("unit type", word, first);
        }
    }

    /// Compiles unit types and entries, then the effects and attachments that refer to them.
    pub(super) fn kinds(&mut self, ruleset: &Ruleset, armies: &[Army]) {
        self.rules.baggage = ruleset.baggage.as_ref().and_then(|b| {
            let found = self.rules.unit_type(&b.unit);
            if found.is_none() {
                let known: Vec<String> = ruleset.units.iter().map(|(id, _)| id.value.clone()).collect();
                self.unknown(Code::UnknownUnit, "unit type", &b.unit, known.iter().map(String::as_str));
            }
            found
        });
        let size = ruleset.size.as_ref().map_or_else(Size::default, |s| self.size(s, Size::default()));
        self.rules.size_of = size.of;
        let mut at = 0;
        for (_, unit) in &ruleset.units {
            self.unit_type(KindId(at), unit, size, ruleset);
            at += 1;
        }
        for (contingent, army) in armies.iter().enumerate() {
            self.contingent = ContingentId(contingent);
            for (id, entry) in &army.entries {
                self.entry(KindId(at), id, entry);
                at += 1;
            }
        }
        self.contingent = ContingentId::OWN;
        self.every_unit(ruleset);
        self.effects(ruleset, armies);
        for (id, attach) in &ruleset.attach {
            let made = Attach {
                rule: self.full_name(None, "attach", id),
                name: attach.name.value.clone(),
                who: self.selector(&attach.who),
                to: self.selector(&attach.to),
                max: attach.max.as_ref().map(|m| m.value),
                within: attach.within.as_ref().map_or(Within::Army, |w| w.value),
                severity: attach.severity.as_ref().map(|w| Severity::from(w.value)),
                says: attach.says.as_ref().map(|s| s.value.clone()),
                span: id.span,
            };
            self.rules.attach.push(made);
        }
    }

    fn unit_type(&mut self, id: KindId, unit: &UnitType, size: Size, ruleset: &Ruleset) {
        let tags = unit.tags.iter().map(|t| self.tag(t)).collect();
        let cost = unit.cost.as_ref().map(|c| self.cost(c));
        let size = unit.size.as_ref().map_or(size, |s| self.size(s, size));
        let mut stats: Vec<_> =
            ruleset.stats.iter().map(|(_, s)| s.default.as_ref().map(|d| d.value)).collect();
        self.stat_values(&unit.stats, &mut stats);
        let rule = self.rules.kinds[id.0].rule.clone();
        let offers = self.offers(&unit.options, &rule, false);
        let parts = self.parts(&unit.parts, &rule);
        let roles = unit.roles.iter().filter_map(|r| self.role(r)).collect();
        let kind = &mut self.rules.kinds[id.0];
        kind.tags = tags;
        kind.cost = cost;
        kind.each = each(unit.per.as_ref());
        kind.size = size;
        kind.stats = stats;
        kind.offers = offers;
        kind.parts = parts;
        kind.roles = roles;
        kind.passed_over = unit.counted == Some(false);
    }

    fn stat_values(
        &mut self,
        written: &Map<Located<Figure>>,
        stats: &mut [Option<crate::format::number::Number>],
    ) {
        for (word, value) in written {
            if let Some(stat) = self.stat(word) {
                stats[stat.0] = value.value.0;
            }
        }
    }

    fn entry(&mut self, id: KindId, word: &Located<String>, entry: &Entry) {
        let unit = self.rules.kinds[id.0].unit;
        let base = unit.map(|u| self.rules.kinds[u.0].clone());
        if base.is_none() && entry.unit.is_none() && entry.roles.is_empty() {
            self.say(
                Finding::new(
                    Code::MissingKey,
                    word.span,
                    format!("the entry \"{}\" has no unit", word.value),
                )
                .help("give it a unit type, or roles if it is a character"),
            );
        }
        let mut tags: Vec<_> = base.as_ref().map_or_else(Vec::new, |b| b.tags.clone());
        tags.extend(entry.tags.iter().map(|t| self.tag(t)));
        let own_cost = entry.cost.is_some();
        let cost =
            entry.cost.as_ref().map(|c| self.cost(c)).or_else(|| base.as_ref().and_then(|b| b.cost.clone()));
        let size = base.as_ref().map_or_else(Size::default, |b| b.size);
        let size = entry.size.as_ref().map_or(size, |s| self.size(s, size));
        let mut stats = base.as_ref().map_or_else(|| vec![None; self.rules.stats.len()], |b| b.stats.clone());
        self.stat_values(&entry.stats, &mut stats);
        let rule = self.rules.kinds[id.0].rule.clone();
        let offers = self.entry_offers(entry, &rule, base.as_ref());
        let mut parts = base.as_ref().map_or_else(Vec::new, |b| b.parts.clone());
        let own_parts = self.parts(&entry.parts, &rule);
        parts.retain(|p| own_parts.iter().all(|own| own.id != p.id));
        parts.extend(own_parts);
        let mut roles: Vec<_> = entry.roles.iter().filter_map(|r| self.role(r)).collect();
        if roles.is_empty() {
            roles = base.as_ref().map_or_else(Vec::new, |b| b.roles.clone());
        }
        let dates = self.dates_list(entry.dates.as_ref());
        let when = self.when(entry.when.as_ref());
        let kind = &mut self.rules.kinds[id.0];
        kind.code = base.as_ref().and_then(|b| b.code.clone());
        kind.tags = tags;
        kind.cost = cost;
        kind.own_cost = own_cost;
        kind.each = entry.per.as_ref().map_or(base.as_ref().is_some_and(|b| b.each), |p| each(Some(p)));
        kind.size = size;
        kind.stats = stats;
        kind.offers = offers;
        kind.parts = parts;
        kind.roles = roles;
        kind.dates = dates;
        kind.when = when;
        kind.passed_over = base.as_ref().is_some_and(|b| b.passed_over);
    }

    /// Returns an entry's offers: its own, and those of the unit type that are always there.
    ///
    /// Optional offers of the unit type are replaced if the entry has offers of its own.
    fn entry_offers(&mut self, entry: &Entry, rule: &str, base: Option<&Kind>) -> Offers {
        let base = base.map_or_else(Offers::default, |b| b.offers.clone());
        let Some(written) = &entry.options else { return base };
        let mut offers = self.offers(written, rule, true);
        let own: Vec<OptionId> = offers.all.iter().map(|o| o.option).collect();
        for mut offer in base.all {
            let default_of = offer.group.map(|g| &base.groups[g]).filter(|g| g.default == Some(offer.option));
            let stays =
                offer.included || default_of.is_some_and(|g| g.options.iter().all(|o| !own.contains(o)));
            if stays && !own.contains(&offer.option) {
                offer.included = true;
                offer.group = None;
                offers.all.push(offer);
            }
        }
        offers
    }

    /// Adds the offers of `every-unit` to every unit that does not have them already.
    fn every_unit(&mut self, ruleset: &Ruleset) {
        let Some(every) = &ruleset.every_unit else { return };
        let owner = format!("{}/every-unit", self.rules.id);
        let offers = self.offers(&every.options, &owner, false);
        let except = every.except.as_ref().map(|s| self.selector(s));
        for kind in &mut self.rules.kinds {
            if kind.unit.is_none() || except.as_ref().is_some_and(|e| e.finds_kind(kind)) {
                continue;
            }
            let first_group = kind.offers.groups.len();
            kind.offers.groups.extend(offers.groups.iter().cloned());
            for offer in &offers.all {
                if kind.offers.of(offer.option).is_none() {
                    let mut offer = offer.clone();
                    offer.group = offer.group.map(|g| g + first_group);
                    kind.offers.all.push(offer);
                }
            }
        }
    }

    fn effects(&mut self, ruleset: &Ruleset, armies: &[Army]) {
        let books = armies
            .iter()
            .enumerate()
            .filter_map(|(at, a)| a.book.as_ref().map(|b| (Some(ContingentId(at)), &b.effects)));
        let all: Vec<_> = std::iter::once((None, &ruleset.effects)).chain(books).collect();
        for (sees, effects) in all {
            self.contingent = sees.unwrap_or(ContingentId::OWN);
            for (id, effect) in effects {
                let made = Effect {
                    rule: self.full_name(sees, "effects", id),
                    selector: self.selector(&effect.place),
                    sees,
                    change: Change { set: self.changes(&effect.set), add: self.changes(&effect.add) },
                    span: id.span,
                };
                self.rules.effects.push(made);
            }
        }
        self.contingent = ContingentId::OWN;
    }

    /// Compiles the bodies inside a unit.
    fn parts(&mut self, parts: &Map<WrittenPart>, owner: &str) -> Vec<PartRule> {
        let mut made = Vec::new();
        for (id, part) in parts {
            let found = self.rules.kind_words.get(Some(self.contingent), &part.unit);
            let Some(kind) = found.or_else(|| self.rules.unit_type(&part.unit)) else {
                let known: Vec<String> = self.rules.kinds.iter().map(|k| k.id.clone()).collect();
                self.unknown(Code::UnknownUnit, "unit type", &part.unit, known.iter().map(String::as_str));
                continue;
            };
            if let (Some(min), Some(max)) = (&part.min, &part.max)
                && max.value < min.value
            {
                let message = format!("at least {} and at most {} is impossible", min.value, max.value);
                self.say(
                    Finding::new(Code::BadValue, max.span, message).label(min.span, "the other is here"),
                );
            }
            made.push(PartRule {
                id: id.value.clone(),
                rule: format!("{owner}/parts/{}", id.value),
                kind,
                each: part.each.as_ref().map(|n| n.value),
                min: part.min.as_ref().map_or(0, |n| n.value),
                max: part.max.as_ref().map(|n| n.value),
                cost: part.cost.as_ref().map(|c| self.cost(c)),
                span: id.span,
                kind_span: part.unit.span,
            });
        }
        made
    }

    /// Compiles a size. `usual` supplies what the size does not state.
    pub(super) fn size(&mut self, size: &WrittenSize, usual: Size) -> Size {
        match size {
            WrittenSize::Exactly(word) if word.value == "none" => {
                Size { none: true, min: 0, max: Some(0), ..usual }
            }
            WrittenSize::Exactly(word) => match word.value.parse::<u32>() {
                Ok(n) => Size { none: false, min: n, max: Some(n), of: usual.of },
                Err(_) => {
                    self.bad_size(word.span, &word.value);
                    usual
                }
            },
            WrittenSize::Range(range) => {
                let of = range.of.as_ref().map_or(Thing::default(), |t| t.value);
                let (min, max) = match &range.exactly {
                    Some(n) => (n.value, Some(n.value)),
                    None => (range.min.as_ref().map_or(1, |n| n.value), range.max.as_ref().map(|n| n.value)),
                };
                if let (Some(max), Some(written)) = (max, &range.max)
                    && max < min
                {
                    self.say(Finding::new(
                        Code::BadValue,
                        written.span,
                        format!("the maximum, {max}, is less than the minimum, {min}"),
                    ));
                }
                Size { of, min, max, none: false }
            }
        }
    }

    fn bad_size(&mut self, span: Span, word: &str) {
        self.say(Finding::new(
            Code::WrongType,
            span,
            format!(
                "\"{word}\" is not a size; write a whole number, none, or a range such as {{of: models, min: 5}}"
            ),
        ));
    }
}

fn each(per: Option<&Located<Per>>) -> bool {
    per.is_some_and(|p| p.value != Per::Unit)
}
