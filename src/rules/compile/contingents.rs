//! Prepares the contingents: the main army and its allies, each with the entries that it may bring.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::finding::{Code, Finding, SubjectKind};
use crate::format::book::{self as f, Ally, Book, Entry};
use crate::format::charges::Charge;
use crate::format::limit::{Alternative, Limit};
use crate::format::ruleset::Ruleset;
use crate::read::{Located, Map};
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_measures::Measure;
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::ContingentId;
use crate::rules::{AllyPoints, BookFacts, Choice, Contingent, Enemy};
use crate::yaml::nearest_name;

use super::limits::kind_of_rule;
use super::{Compiler, LoadedBook};

type Entries = IndexMap<Located<String>, Entry>;
type Limits = Vec<(Located<String>, Limit)>;
type Charges = Vec<(Located<String>, Charge)>;

/// The files that a contingent comes from, with the changes for an ally already applied.
pub(super) struct ContingentSource {
    /// The contingent's book. `None` for an army without one.
    pub(super) book: Option<Arc<Book>>,
    /// What the army's book says about this ally. `None` for the main army.
    pub(super) ally: Option<Ally>,
    /// The entries that the contingent may bring.
    pub(super) entries: Entries,
    /// The limits of its book that apply to it.
    pub(super) limits: Limits,
    /// The charges of its book that apply to it.
    pub(super) charges: Charges,
    /// The content hash of its book.
    pub(super) content_hash: [u8; 32],
}

impl Compiler {
    /// Finds the books of all contingents and adds the contingents to the rules.
    pub(super) fn find_contingents(
        &mut self,
        ruleset: &Ruleset,
        book: Option<&LoadedBook>,
        find_book: &mut dyn FnMut(&str) -> Option<LoadedBook>,
    ) -> Vec<ContingentSource> {
        let mut armies = Vec::new();
        let Some(loaded) = book else {
            self.rules.contingents.push(Contingent::default());
            armies.push(ContingentSource {
                book: None,
                ally: None,
                entries: IndexMap::new(),
                limits: Vec::new(),
                charges: Vec::new(),
                content_hash: [0; 32],
            });
            return armies;
        };
        let own = Arc::clone(&loaded.file);
        self.rules.contingents.push(Self::contingent_facts(loaded, None));
        self.leave_out_entries(loaded.dropped_entries.iter().cloned());
        armies.push(ContingentSource {
            entries: own.entries.0.clone(),
            limits: own.limits.iter().map(|(id, l)| (id.clone(), l.clone())).collect(),
            charges: own.charges.iter().map(|(id, c)| (id.clone(), c.clone())).collect(),
            book: Some(Arc::clone(&own)),
            ally: None,
            content_hash: loaded.content_hash,
        });
        // Its `as-ally` changes do not apply here, but check that what they name exists
        let _ = self.with_ally_changes(&own);
        for (word, ally) in &own.allies {
            let Some(theirs) = find_book(&ally.book) else {
                let message = format!("there is no book \"{}\" for {}", ally.book.value, ruleset.name.value);
                self.report(
                    Finding::new(Code::UnknownBook, ally.book.span, message)
                        .with_subject(SubjectKind::Book, &ally.book.value),
                );
                continue;
            };
            let facts = Self::contingent_facts(&theirs, Some(word));
            self.rules.contingents.push(facts);
            armies.push(self.prepare_ally(&theirs, ally));
        }
        armies
    }

    fn contingent_facts(loaded: &LoadedBook, ally: Option<&Located<String>>) -> Contingent {
        let book = &loaded.file;
        Contingent {
            ally: ally.map(|a| a.value.clone()),
            book: Some(BookFacts {
                id: book.book.value.clone(),
                name: book.name.value.clone(),
                version: book.version.value.clone(),
                found_in: loaded.found_in.clone(),
                bases: loaded.bases.clone(),
                dates: None,
                enemies: Vec::new(),
            }),
            span: ally.map_or(book.book.span, |a| a.span),
            ..Contingent::default()
        }
    }

    /// Prepares a book for use as an ally: applies its own `as-ally` changes, then the restrictions in the
    /// army's book.
    fn prepare_ally(&mut self, loaded: &LoadedBook, ally: &Ally) -> ContingentSource {
        let book = &loaded.file;
        self.leave_out_entries(loaded.dropped_entries.iter().cloned());
        let (mut entries, limits, charges) = self.with_ally_changes(book);
        if let Some(only) = &ally.only {
            self.change_entries(&mut entries, only, true);
        }
        ContingentSource {
            book: Some(Arc::clone(book)),
            ally: Some(ally.clone()),
            entries,
            limits,
            charges,
            content_hash: loaded.content_hash,
        }
    }

    /// Returns the entries, limits and charges of a book after its `as-ally` changes.
    fn with_ally_changes(&mut self, book: &Book) -> (Entries, Limits, Charges) {
        let mut entries = book.entries.0.clone();
        let mut limits: Limits = book.limits.iter().map(|(id, l)| (id.clone(), l.clone())).collect();
        let mut charges: Charges = book.charges.iter().map(|(id, c)| (id.clone(), c.clone())).collect();
        if let Some(changes) = &book.as_ally {
            self.change_entries(&mut entries, &changes.entries, false);
            let paths = |section: &str, ids: Vec<&Located<String>>| -> Vec<String> {
                ids.into_iter().map(|id| format!("{section}/{}", id.value)).collect()
            };
            for drop in &changes.drop {
                let of_limits = paths("limits", limits.iter().map(|(id, _)| id).collect());
                let of_charges = paths("charges", charges.iter().map(|(id, _)| id).collect());
                let place = |known: &[String]| known.iter().position(|path| *path == drop.value);
                if let Some(at) = place(&of_limits) {
                    limits.remove(at);
                } else if let Some(at) = place(&of_charges) {
                    charges.remove(at);
                } else {
                    let known = of_limits.iter().chain(&of_charges).map(String::as_str);
                    self.report_unknown(Code::BadValue, &kind_of_rule(drop, " of this book"), drop, known);
                }
            }
        }
        (entries, limits, charges)
    }

    /// Applies changes to entries. With `only`, removes the entries that are not named.
    fn change_entries(
        &mut self,
        entries: &mut IndexMap<Located<String>, Entry>,
        changes: &Map<Entry>,
        only: bool,
    ) {
        for (id, change) in changes {
            match entries.get_mut(id.as_str()) {
                Some(entry) => entry.merge_from(change),
                None => {
                    let known: Vec<String> = entries.keys().map(|k| k.value.clone()).collect();
                    let near = nearest_name(id, known.iter().map(String::as_str));
                    self.findings.push(super::unknown_name_finding(Code::UnknownUnit, "entry", id, near));
                }
            }
        }
        if only {
            let gone = entries.keys().filter(|id| changes.get(id).is_none());
            self.leave_out_entries(gone.map(|id| id.value.clone()));
            entries.retain(|id, _| changes.get(id).is_some());
        }
    }

    /// Notes entries that the contingent which was added last does not have.
    fn leave_out_entries(&mut self, ids: impl Iterator<Item = String>) {
        let at = ContingentId(self.rules.contingents.len().saturating_sub(1));
        self.left_out_entries.extend(ids.map(|id| (at, id)));
    }

    /// Compiles the dates, roles and choices of each contingent. Roles and modes must be known by then.
    pub(super) fn compile_contingent_terms(&mut self, armies: &[ContingentSource]) {
        for (at, army) in armies.iter().enumerate() {
            self.contingent = ContingentId(at);
            let Some(book) = &army.book else { continue };
            let choices: Vec<Choice> = book
                .choices
                .iter()
                .map(|(id, choice)| {
                    self.set_subject(SubjectKind::Choice, &id.value);
                    let answers = choice.one_of.iter().map(|(id, a)| {
                        (id.value.clone(), a.name.value.clone(), self.compile_dates_list(a.dates.as_ref()))
                    });
                    Choice {
                        id: id.value.clone(),
                        name: choice.name.value.clone(),
                        answers: answers.collect(),
                        span: id.span,
                    }
                })
                .collect();
            self.subject = None;
            self.rules.contingents[at].choices = choices;
            let dates = book.dates.as_ref().map(|d| self.compile_dates(d));
            let enemies = if at == 0 { self.compile_enemies(book) } else { Vec::new() };
            if let Some(facts) = &mut self.rules.contingents[at].book {
                facts.dates = dates;
                facts.enemies = enemies;
            }
            if let Some(ally) = &army.ally {
                // These words are in the army's book, so look them up there
                self.contingent = ContingentId::OWN;
                if let Some(word) = self.rules.contingents[at].ally.clone() {
                    self.set_subject(SubjectKind::Ally, word);
                }
                let dates = self.compile_dates_list(ally.dates.as_ref());
                let roles = ally.roles.iter().filter_map(|r| self.resolve_role(r)).collect();
                let when = self.compile_condition(ally.when.as_ref());
                let points = self.compile_ally_points(ally.points.as_ref());
                let contingent = &mut self.rules.contingents[at];
                contingent.dates = dates;
                contingent.when = when;
                contingent.roles = roles;
                contingent.points = points;
                self.subject = None;
            }
        }
        self.contingent = ContingentId::OWN;
    }

    /// Compiles the enemies that a book names. Whether there are such books is not asked here: no list depends on them,
    /// and a book must stay usable without those of its enemies.
    fn compile_enemies(&mut self, book: &Book) -> Vec<Enemy> {
        let mut enemies = Vec::new();
        for enemy in &book.enemies {
            let id = enemy.book();
            self.set_subject(SubjectKind::Book, &id.value);
            let dates = self.compile_dates_list(enemy.dates());
            enemies.push(Enemy { book: id.value.clone(), dates, span: id.span });
        }
        self.subject = None;
        enemies
    }

    /// Compiles how many points an ally may have, by case.
    fn compile_ally_points(&mut self, points: Option<&f::AllyPoints>) -> Vec<AllyPoints> {
        let measure = Measure::Points(Selector::default());
        match points {
            None => Vec::new(),
            Some(f::AllyPoints::Same(bounds)) => {
                let span = bounds.span;
                vec![AllyPoints {
                    when: Condition::default(),
                    bounds: self.compile_alternative(bounds, &measure),
                    span,
                }]
            }
            Some(f::AllyPoints::ByCase(cases)) => {
                let compiled = cases.iter().map(|case| {
                    let f::AllyPointsCase { when, min, max, exactly, multiple_of } = case.value.clone();
                    let bounds =
                        Located { value: Alternative { min, max, exactly, multiple_of }, span: case.span };
                    AllyPoints {
                        when: self.compile_condition(when.as_ref()),
                        bounds: self.compile_alternative(&bounds, &measure),
                        span: case.span,
                    }
                });
                compiled.collect()
            }
        }
    }
}

impl Entry {
    /// Replaces each field that `other` states.
    fn merge_from(&mut self, other: &Self) {
        fn take<T: Clone>(mine: &mut Option<T>, theirs: Option<&T>) {
            if let Some(theirs) = theirs {
                *mine = Some(theirs.clone());
            }
        }
        take(&mut self.unit, other.unit.as_ref());
        take(&mut self.name, other.name.as_ref());
        take(&mut self.text, other.text.as_ref());
        take(&mut self.options, other.options.as_ref());
        take(&mut self.min, other.min.as_ref());
        take(&mut self.max, other.max.as_ref());
        take(&mut self.exactly, other.exactly.as_ref());
        take(&mut self.multiple_of, other.multiple_of.as_ref());
        take(&mut self.typical, other.typical.as_ref());
        take(&mut self.dates, other.dates.as_ref());
        take(&mut self.when, other.when.as_ref());
        take(&mut self.size, other.size.as_ref());
        take(&mut self.cost, other.cost.as_ref());
        take(&mut self.per, other.per.as_ref());
        take(&mut self.source, other.source.as_ref());
        for (id, value) in &other.stats {
            self.stats.0.insert(id.clone(), value.clone());
        }
        for (heading, fact) in &other.facts {
            self.facts.0.insert(heading.clone(), fact.clone());
        }
        for (id, part) in &other.parts {
            self.parts.0.insert(id.clone(), part.clone());
        }
        for (mine, theirs) in
            [(&mut self.aka, &other.aka), (&mut self.tags, &other.tags), (&mut self.roles, &other.roles)]
        {
            if !theirs.is_empty() {
                mine.clone_from(theirs);
            }
        }
        if !other.either.is_empty() {
            self.either.clone_from(&other.either);
        }
    }
}
