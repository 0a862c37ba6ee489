//! Compiles options, roles and offers.

use std::sync::Arc;

use crate::finding::{Code, Finding, Severity, Span, SubjectKind};
use crate::format::costs::CostPer;
use crate::format::formula::{ExprKind, Formula};
use crate::format::options::{self as f, NamedFrom};
use crate::format::ruleset::Ruleset;
use crate::format::shared_types::TagNoun as WrittenTagNoun;
use crate::format::stat_value::{NewStatValue as WrittenNewStatValue, StatWords, help_for_words};
use crate::read::{Located, Map};
use crate::rules::Role;
use crate::rules::compiled_options::{
    MarkPlaces, MostTimes, Naming, OptionGroup, OptionOffer, OptionOffers, OptionRule, StatChanges,
};
use crate::rules::compiled_stat_values::NewStatValue;
use crate::rules::id_types::{ContingentId, OptionId, RoleId, StatId};
use crate::wording::TagNoun;
use crate::yaml::nearest_name;

use super::Compiler;
use super::contingents::ContingentSource;
use super::order_of_steps::Asker;
use super::own_bounds::BoundedOffer;

/// The words of groups of offers.
const GROUP_WORDS: [&str; 2] = ["one-of", "at-most-one-of"];

impl Compiler {
    /// Assigns an id to everything that other rules can name, so that they may refer to each other in any
    /// order.
    pub(super) fn assign_ids(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        for (id, role) in &ruleset.roles {
            let role_id = RoleId(self.rules.roles.len());
            self.rules.roles.push(Role {
                id: id.value.clone(),
                rule_path: self.rule_path(None, "roles", id),
                name: role.name.value.clone(),
                cost: None,
                changes: StatChanges::default(),
                applies_once: role.once,
                excludes: Vec::new(),
                span: id.span,
            });
            for word in std::iter::once(id).chain(&role.aka) {
                if let Some(other) = self.rules.role_names.insert(word.value.clone(), role_id) {
                    let first = self.rules.roles[other.0].span;
                    self.report_duplicate("roles", word, first);
                }
            }
        }
        self.assign_command_kind_ids(ruleset);
        self.assign_option_ids(&ruleset.options, None);
        self.name_tags(&ruleset.tags, None);
        for (at, army) in armies.iter().enumerate() {
            if let Some(book) = &army.book {
                self.name_tags(&book.tags, Some(ContingentId(at)));
                self.assign_option_ids(&book.options, Some(ContingentId(at)));
            }
        }
        self.assign_number_ids(ruleset, armies);
        self.assign_kind_ids(ruleset, armies);
        self.compile_contingent_terms(armies);
    }

    /// Adds the names of tags for people. The tags themselves come to be where something has them.
    fn name_tags(&mut self, tags: &Map<WrittenTagNoun>, at: Option<ContingentId>) {
        for (tag, noun) in tags {
            let several = noun.name.value.clone();
            let one = noun.one.as_ref().map_or_else(|| several.clone(), |one| one.value.clone());
            let noun = TagNoun { tag: tag.value.clone(), one, several };
            self.rules.tag_nouns.insert((at, tag.value.clone()), (noun, tag.span));
        }
    }

    /// Assigns ids to the options of the ruleset, or of a contingent's book.
    fn assign_option_ids(&mut self, options: &Map<f::OptionRule>, at: Option<ContingentId>) {
        for (id, option) in options {
            let option_id = OptionId(self.rules.options.len());
            self.rules.options.push(OptionRule {
                id: id.value.clone(),
                rule_path: self.rule_path(at, "options", id),
                name: option.name.value.clone(),
                cost: None,
                per_model: false,
                changes: StatChanges::default(),
                most_times: MostTimes::default(),
                inner_offers: OptionOffers::default(),
                mark_places: None,
                naming: None,
                partial: option.some,
                needs: None,
                excludes: None,
                gives_tags: Vec::new(),
                takes_tags: Vec::new(),
                stands_for: Vec::new(),
                dates: Vec::new(),
                span: id.span,
            });
            for word in std::iter::once(id).chain(&option.aka) {
                if let Some(other) = self.rules.option_names.insert(at, word, option_id) {
                    let first = self.rules.options[other.0].span;
                    self.report_duplicate("options", word, first);
                }
            }
        }
    }

    /// Reports a word that two things are called by. `things` is their noun in the plural.
    pub(super) fn report_duplicate(&mut self, things: &str, word: &Located<String>, first: Span) {
        self.report(
            Finding::new(
                Code::DuplicateName,
                word.span,
                format!("two {things} are called \"{}\"", word.value),
            )
            .with_subject(SubjectKind::Word, &word.value)
            .with_label(first, "the other is here"),
        );
    }

    /// Compiles options and roles.
    pub(super) fn compile_options(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        self.rules.optional_cost = ruleset.optional_cost.as_ref().and_then(|c| self.compile_cost(c, None));
        self.rules.led_by =
            ruleset.commands.as_ref().map(|c| c.led_by.iter().filter_map(|r| self.resolve_role(r)).collect());
        self.compile_command_kinds(ruleset);
        self.rules.other_command_severity =
            ruleset.commands.as_ref().and_then(|c| c.own_units.as_ref()).map(|w| w.value.into());
        self.rules.standard = ruleset.standard.as_ref().and_then(|s| self.resolve_option(&s.option));
        for (at, (id, role)) in ruleset.roles.iter().enumerate() {
            self.set_subject(SubjectKind::Role, &id.value);
            let cost = role.cost.as_ref().and_then(|c| self.compile_cost(c, None));
            let change = StatChanges { set: Vec::new(), add: self.compile_stat_changes(&role.add) };
            let excludes = role.excludes.iter().filter_map(|r| self.resolve_role(r)).collect();
            let made = &mut self.rules.roles[at];
            (made.cost, made.changes, made.excludes) = (cost, change, excludes);
        }
        self.for_each_option(ruleset, armies, Self::compile_option);
        // What an offer may say depends on the option, which may be any other
        self.for_each_option(ruleset, armies, Self::compile_inner_offers);
        self.report_options_within_themselves();
    }

    /// Calls a function for every option of the ruleset and the books, in the contingent whose words it uses, and with
    /// that whose book has the option.
    fn for_each_option(
        &mut self,
        ruleset: &Ruleset,
        armies: &[ContingentSource],
        compile: fn(&mut Self, OptionId, &f::OptionRule, Option<ContingentId>),
    ) {
        let mut at = 0;
        for (_, option) in &ruleset.options {
            compile(self, OptionId(at), option, None);
            at += 1;
        }
        for (contingent, army) in armies.iter().enumerate() {
            self.contingent = ContingentId(contingent);
            for (_, option) in army.book.iter().flat_map(|b| &b.options) {
                compile(self, OptionId(at), option, Some(ContingentId(contingent)));
                at += 1;
            }
        }
        self.contingent = ContingentId::OWN;
        self.subject = None;
    }

    /// Compiles what is offered with an option.
    fn compile_inner_offers(&mut self, id: OptionId, option: &f::OptionRule, book_of: Option<ContingentId>) {
        let made = &self.rules.options[id.0];
        let (name, path) = (made.id.clone(), made.rule_path.clone());
        self.set_subject(SubjectKind::Option, name);
        let mut offers = self.compile_offers(&option.options, &path, false);
        // What such an offer costs looks at the troops of the book
        offers
            .all
            .iter_mut()
            .filter_map(|offer| offer.cost.as_mut())
            .for_each(|cost| cost.contingent = book_of);
        self.rules.options[id.0].inner_offers = offers;
    }

    fn compile_option(&mut self, id: OptionId, option: &f::OptionRule, book_of: Option<ContingentId>) {
        let span = self.rules.options[id.0].span;
        self.set_subject(SubjectKind::Option, self.rules.options[id.0].id.clone());
        let cost = option.cost.as_ref().and_then(|c| self.compile_cost(c, book_of));
        let change = StatChanges {
            set: self.compile_new_stat_values(&option.set),
            add: self.compile_stat_changes(&option.add),
        };
        let places = option.places.as_ref().map(|p| MarkPlaces {
            marks: p.marks.value,
            among: p.among.iter().filter_map(|s| self.resolve_stat(s)).collect(),
            add: p.add.value,
            same_stat_severity: p.same.as_ref().map_or(Severity::Error, |w| w.value.into()),
            absent_stat_severity: p.absent.as_ref().map_or(Severity::Error, |w| w.value.into()),
        });
        if let Some(places) = places.as_ref().filter(|p| p.same_stat_severity == Severity::Error) {
            let marks = places.marks;
            let stats = match places.among.len() {
                1 => "1 stat".to_owned(),
                n => format!("{n} stats"),
            };
            if let Some(written) = option.places.as_ref().filter(|p| marks as usize > p.among.len()) {
                let message = format!("{marks} marks are placed on {stats}, and no stat takes two");
                self.report(
                    Finding::new(Code::BadValue, written.marks.span, message)
                        .with_help("name more stats in `among`, or let one take several with `same: note`"),
                );
            }
        }
        let names = option.names.as_ref().map(|n| Naming {
            noun: n.what.value.clone(),
            allows_unit_types: n.from.iter().any(|f| f.value == NamedFrom::Units),
            allows_tags: n.from.iter().any(|f| f.value == NamedFrom::Tags),
            except: n.except.as_ref().map(|e| self.compile_need(e, span)),
        });
        let needs = option.needs.as_ref().map(|n| self.compile_need(n, span));
        let excludes = option.excludes.as_ref().map(|n| self.compile_need(n, span));
        let gives = option.gives_tags.iter().map(|t| self.tag_id(t)).collect();
        let takes = option.takes_tags.iter().map(|t| self.tag_id(t)).collect();
        let stands_for = option.stands_for.iter().filter_map(|o| self.resolve_option(o)).collect();
        let asks = [
            ("places", option.places.is_some()),
            ("names", option.names.is_some()),
            ("stands-for", !option.stands_for.is_empty()),
        ];
        let most_times = self.compile_times(option.times.as_ref(), &asks).unwrap_or_default();
        let dates = self.compile_dates_list(option.dates.as_ref());
        for (_, form) in &option.forms {
            self.compile_new_stat_values(&form.set);
            self.compile_stat_changes(&form.add);
        }
        let made = &mut self.rules.options[id.0];
        *made = OptionRule {
            id: std::mem::take(&mut made.id),
            rule_path: std::mem::take(&mut made.rule_path),
            name: std::mem::take(&mut made.name),
            cost,
            per_model: option.per.as_ref().is_some_and(|p| p.value != CostPer::Unit),
            changes: change,
            most_times,
            inner_offers: OptionOffers::default(),
            mark_places: places,
            naming: names,
            partial: option.some,
            needs,
            excludes,
            gives_tags: gives,
            takes_tags: takes,
            stands_for,
            dates,
            span,
        };
    }

    /// Compiles what an option, a form or an effect sets stats to.
    pub(super) fn compile_new_stat_values(
        &mut self,
        changes: &Map<WrittenNewStatValue>,
    ) -> Vec<(StatId, NewStatValue)> {
        let mut made = Vec::new();
        for (stat, value) in changes {
            let value = match value {
                WrittenNewStatValue::Formula(formula) => {
                    self.report_late_names(formula, Asker::Stat);
                    // A lone word is more likely to be printed than to be computed
                    let is_word = matches!(formula.expr.kind, ExprKind::Name(_));
                    let help = is_word.then(|| help_for_words(&formula.text));
                    NewStatValue::Formula(self.compile_formula_or_help(formula, None, help.as_deref()))
                }
                WrittenNewStatValue::Words(words) => {
                    NewStatValue::Words(self.compile_stat_words(stat, words))
                }
            };
            if let Some(stat) = self.resolve_stat(stat) {
                made.push((stat, value));
            }
        }
        made
    }

    /// Returns the words of a stat, and reports it if there are none.
    pub(super) fn compile_stat_words(&mut self, stat: &Located<String>, words: &StatWords) -> Arc<str> {
        let words = &words.words;
        if words.trim().is_empty() && !words.is_placeholder() {
            let message = format!("the words of \"{}\" are empty", stat.value);
            let help = "write what is printed, or `none` if there is no value";
            self.report(Finding::new(Code::BadValue, words.span, message).with_help(help));
        }
        Arc::from(words.trim())
    }

    /// Compiles what a role, an option or an effect adds to stats.
    pub(super) fn compile_stat_changes(&mut self, changes: &Map<Located<Formula>>) -> Vec<(StatId, Formula)> {
        let mut made = Vec::new();
        for (stat, formula) in changes {
            self.report_late_names(formula, Asker::Stat);
            let formula = self.compile_formula(formula, None);
            if let Some(stat) = self.resolve_stat(stat) {
                made.push((stat, formula));
            }
        }
        made
    }

    /// Compiles the offers of a unit type, of an entry or of every unit. `owner` is the rule path of that.
    pub(super) fn compile_offers(
        &mut self,
        written: &[Located<f::OptionOffer>],
        owner: &str,
        of_entry: bool,
    ) -> OptionOffers {
        let mut offers = OptionOffers::default();
        for offer in written {
            self.compile_offer(offer, None, (owner, of_entry), &mut offers);
        }
        offers
    }

    /// Compiles one offer, or a group of offers.
    fn compile_offer(
        &mut self,
        offer: &Located<f::OptionOffer>,
        group: Option<usize>,
        (owner, of_entry): (&str, bool),
        offers: &mut OptionOffers,
    ) {
        let (word, detail) = match &offer.value {
            f::OptionOffer::Word(word) => (word, None),
            f::OptionOffer::More(map) => {
                let mut items = map.iter();
                let Some((word, detail)) = items.next() else {
                    self.report(Finding::new(
                        Code::WrongType,
                        offer.span,
                        "an offer is one option, such as bow or bow?",
                    ));
                    return;
                };
                for (more, _) in items {
                    self.report(
                        Finding::new(
                            Code::WrongType,
                            more.span,
                            format!("\"{}\" needs its own item", more.value),
                        )
                        .with_help("begin a new line with a hyphen"),
                    );
                }
                (word, Some(detail))
            }
        };
        let must = match word.as_str() {
            "one-of" => Some(true),
            "at-most-one-of" => Some(false),
            _ => None,
        };
        let (members, severity) = match detail {
            Some(f::OfferDetail::Group(members)) => (Some(members), None),
            Some(f::OfferDetail::More(terms)) if must.is_some() || self.is_misspelt_group(word, terms) => {
                if let Some(must) = must {
                    self.check_group_terms(word, terms, must);
                }
                (Some(&terms.options), terms.severity.as_ref())
            }
            Some(f::OfferDetail::More(terms)) => {
                if let Some(severity) = &terms.severity {
                    let message = "`severity` is for a group of offers, which lists its `options`";
                    self.report(
                        Finding::new(Code::UnknownKey, severity.span, message).with_help("leave it out"),
                    );
                }
                (None, None)
            }
            _ => (None, None),
        };
        if let Some(members) = members {
            let Some(must) = must else {
                if let Some(option) = word
                    .strip_suffix('?')
                    .filter(|option| self.rules.find_option(self.contingent, option).is_some())
                {
                    let message = format!("\"{option}?\" has a list, and only a group of offers has one");
                    let help = format!("write the lines of a cost as `{option}?: {{cost: [...]}}`");
                    self.report(Finding::new(Code::WrongType, word.span, message).with_help(help));
                    return;
                }
                self.report_unknown(Code::UnknownKey, "group of offers", word, GROUP_WORDS);
                return;
            };
            let at = offers.groups.len();
            offers.groups.push(OptionGroup {
                is_required: must,
                default: None,
                options: Vec::new(),
                severity: severity.map_or(Severity::Error, |w| w.value.into()),
                span: word.span,
            });
            for member in members {
                self.compile_offer(member, Some(at), (owner, of_entry), offers);
            }
            return;
        }
        let bare = word.value.strip_suffix('?');
        let name = Located { value: bare.unwrap_or(&word.value).to_owned(), span: word.span };
        let Some(option) = self.resolve_option(&name) else { return };
        if let Some(first) = offers.offer_for(option) {
            let message = format!("\"{}\" is offered twice, and only one offer can apply", name.value);
            let finding = Finding::new(Code::DuplicateName, word.span, message);
            let finding = finding.with_label(first.span, "the other is here");
            self.report(finding.with_help("keep one of them, and write its dates in its terms"));
            return;
        }
        let book_of = of_entry.then_some(self.contingent);
        let mut made = OptionOffer {
            rule_path: format!("{owner}/options/{}", name.value),
            option,
            is_included: bare.is_none() && group.is_none(),
            cost: None,
            per_model: None,
            dates: Vec::new(),
            replaces: None,
            names: Vec::new(),
            most_times: None,
            inner_offers: None,
            group,
            is_from_entry: of_entry,
            span: word.span,
        };
        match detail {
            Some(f::OfferDetail::Cost(cost)) => made.cost = Some(self.compile_single_cost(cost, book_of)),
            Some(f::OfferDetail::More(terms)) => {
                made.cost = terms.cost.as_ref().and_then(|c| self.compile_cost(c, book_of));
                made.per_model = terms.per.as_ref().map(|p| p.value != CostPer::Unit);
                made.dates = self.compile_dates_list(terms.dates.as_ref());
                made.replaces = terms.replaces.as_ref().and_then(|o| self.resolve_option(o));
                made.most_times = self.compile_times_of_offer(terms, option, bare.is_none());
                made.inner_offers = (!terms.options.is_empty())
                    .then(|| self.compile_offers(&terms.options, &made.rule_path, of_entry));
                made.names = terms
                    .names
                    .iter()
                    .flat_map(crate::format::shared_types::OneOrMore::as_slice)
                    .map(|n| n.value.clone())
                    .collect();
            }
            Some(f::OfferDetail::Group(_)) | None => {}
        }
        if let Some(group) = group {
            offers.groups[group].options.push(option);
            if bare.is_none() {
                if offers.groups[group].default.is_some() {
                    self.report(Finding::new(
                        Code::BadValue,
                        word.span,
                        "a group has one default at most; the other options end in ?",
                    ));
                }
                offers.groups[group].default = Some(option);
            }
        }
        if let Some(f::OfferDetail::More(terms)) = detail
            && BoundedOffer::has_bounds(terms)
        {
            self.bounded_offers.push(BoundedOffer {
                rule_path: made.rule_path.clone(),
                offered_by: owner.to_owned(),
                option,
                span: word.span,
                dates: made.dates.clone(),
                contingent: of_entry.then_some(self.contingent),
                terms: (**terms).clone(),
            });
        }
        offers.all.push(made);
    }

    /// Returns `true` if the word of an offer with `options` resembles that of a group and is no option.
    fn is_misspelt_group(&self, word: &str, terms: &f::OfferTerms) -> bool {
        let bare = word.strip_suffix('?').unwrap_or(word);
        let is_group = || nearest_name(word, GROUP_WORDS).is_some();
        !terms.options.is_empty() && self.rules.find_option(self.contingent, bare).is_none() && is_group()
    }

    /// Reports terms that are only for a single option but were given to a group of offers.
    fn check_group_terms(&mut self, word: &Located<String>, terms: &f::OfferTerms, must: bool) {
        let single = [
            ("cost", terms.cost.is_some()),
            ("per", terms.per.is_some()),
            ("dates", terms.dates.is_some()),
            ("replaces", terms.replaces.is_some()),
            ("names", terms.names.is_some()),
            ("times", terms.times.is_some()),
            ("min", terms.min.is_some()),
            ("max", terms.max.is_some()),
            ("exactly", terms.exactly.is_some()),
            ("multiple-of", terms.multiple_of.is_some()),
            ("either", !terms.either.is_empty()),
        ];
        for (key, _) in single.iter().filter(|(_, given)| *given) {
            let message = format!("`{key}` is for a single option, and \"{}\" is a group", word.value);
            let help = format!("write `{key}` with the options of the group");
            self.report(Finding::new(Code::UnknownKey, word.span, message).with_help(help));
        }
        if terms.options.is_empty() {
            let message = format!("\"{}\" needs `options`", word.value);
            let help = format!(
                "write the options of the group, such as `{}: {{options: [bow?, sling?]}}`",
                word.value
            );
            self.report(Finding::new(Code::MissingKey, word.span, message).with_help(help));
        }
        if must && let Some(severity) = &terms.severity {
            let message = "`severity` is for `at-most-one-of`; with `one-of`, one option is always taken";
            self.report(Finding::new(Code::UnknownKey, severity.span, message).with_help("leave it out"));
        }
    }
}
