//! A body of troops: a unit's own or one inside it, with its options, stats and cost.

use std::collections::HashSet;

use crate::finding::Span;
use crate::format::list::{Detail, Taken as WrittenTaken};
use crate::format::number::Number;
use crate::format::words::Words;
use crate::read::Located;
use crate::rules::Rules;
use crate::rules::ids::{ContingentId, KindId, OptionId, RoleId, StatId, TagId};
use crate::rules::option::{Offer, Offers};
use crate::rules::selector::Subject;

use super::ledger::Line;

/// Up to so many options each is compared with each.
const FEW: usize = 16;

/// A body of troops.
#[derive(Debug)]
pub struct Body<'a> {
    /// Its unit type or entry, where the word was known.
    pub kind: Option<KindId>,
    /// Whose troops it is.
    pub contingent: ContingentId,
    /// How many models, elements or bases; 0 for what has no size.
    pub size: u32,
    /// The options that it has.
    pub taken: Vec<Taken<'a>>,
    /// Options as written that nothing is known of.
    pub unknown: Vec<&'a Located<String>>,
    /// Its tags, those given and taken by options done.
    pub tags: Vec<TagId>,
    /// The roles that it holds.
    pub roles: Vec<RoleId>,
    /// What the ruleset asks of it: word and number.
    pub values: Vec<(&'a str, Number)>,
    /// Its figures before options and characters.
    pub base: Vec<Option<Number>>,
    /// Its figures with everything.
    pub stats: Vec<Option<Number>>,
    /// What it costs, line by line.
    pub lines: Vec<Line<'a>>,
    /// Whether limits and numbers pass over it unless they name it.
    pub passed_over: bool,
}

/// How an option came to a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is always there.
    Included,
    /// It is there since nothing else of its group was taken.
    Default,
    /// The list takes it.
    Chosen,
    /// Another option is short for it.
    PartOf(OptionId),
    /// The list gives it by the word `standard`.
    Standard,
}

/// An option that a body has.
#[derive(Clone, Debug)]
pub struct Taken<'a> {
    /// The option.
    pub option: OptionId,
    /// How it came.
    pub origin: Origin,
    /// Where its marks go.
    pub places: Vec<StatId>,
    /// Whom or what it names.
    pub names: Vec<String>,
    /// How many models take it, where not all do.
    pub models: Option<u32>,
    /// The reason given for it.
    pub because: Option<&'a Located<String>>,
    /// What the list says with it.
    pub detail: Option<&'a Detail>,
    /// Its word in the list, or the unit that has it.
    pub span: Span,
}

impl Taken<'_> {
    /// An option without anything said of it.
    pub fn plain(option: OptionId, origin: Origin, span: Span) -> Self {
        Self {
            option,
            origin,
            places: Vec::new(),
            names: Vec::new(),
            models: None,
            because: None,
            detail: None,
            span,
        }
    }
}

impl Body<'_> {
    /// What it costs; nothing where a line is unknown.
    pub fn cost(&self) -> Option<Number> {
        super::ledger::sum(&self.lines)
    }

    /// What it costs as far as that is known.
    pub fn known_cost(&self) -> Number {
        super::ledger::known(&self.lines)
    }

    /// Whether it has an option.
    pub fn has(&self, option: OptionId) -> bool {
        self.taken.iter().any(|t| t.option == option)
    }

    /// Whether the list takes one option twice, so that it is not known which is meant.
    pub fn takes_twice(&self) -> bool {
        let chosen = || self.taken.iter().filter(|t| t.origin == Origin::Chosen).map(|t| t.option);
        if self.taken.len() <= FEW {
            return chosen().enumerate().any(|(at, option)| chosen().take(at).any(|other| other == option));
        }
        let mut seen = HashSet::new();
        chosen().any(|option| !seen.insert(option))
    }

    /// Whether it is not known how many models take an option, or which of two alike is meant.
    pub fn is_unclear(&self, rules: &Rules) -> bool {
        let no_number = |t: &Taken<'_>| {
            let rule = rules.option_of(t.option);
            rule.some && t.models.is_none() && Asked::of(t.detail, rule).some.is_some()
        };
        self.takes_twice() || self.taken.iter().any(no_number)
    }

    /// The offer of an option.
    pub fn offer<'r>(&self, rules: &'r Rules, option: OptionId) -> Option<&'r Offer> {
        rules.kind_of(self.kind?).offers.of(option)
    }

    /// How many models have an option: all of them, or as many as take it; what a default keeps is what the
    /// others of its group leave.
    pub fn models_with(&self, rules: &Rules, option: OptionId) -> u32 {
        let Some(taken) = self.taken.iter().find(|t| t.option == option) else { return 0 };
        if let Some(models) = taken.models {
            return models;
        }
        if taken.origin != Origin::Default {
            return self.size;
        }
        let group = |option| self.offer(rules, option).and_then(|o| o.group);
        let own = group(option);
        let others = self
            .taken
            .iter()
            .filter(|t| t.origin == Origin::Chosen && own.is_some() && group(t.option) == own);
        others.fold(self.size, |left, t| left.saturating_sub(t.models.unwrap_or(self.size)))
    }
}

impl Subject for Body<'_> {
    fn kind(&self) -> Option<KindId> {
        self.kind
    }

    fn has_tag(&self, tag: TagId) -> bool {
        self.tags.contains(&tag)
    }

    fn has_option(&self, option: OptionId) -> bool {
        self.has(option)
    }

    fn has_role(&self, role: RoleId) -> bool {
        self.roles.contains(&role)
    }

    fn contingent(&self) -> ContingentId {
        self.contingent
    }

    fn is_character(&self) -> bool {
        false
    }

    fn passed_over(&self) -> bool {
        self.passed_over
    }
}

impl Subject for super::Character<'_> {
    fn kind(&self) -> Option<KindId> {
        self.kind
    }

    fn has_tag(&self, _: TagId) -> bool {
        false
    }

    fn has_option(&self, _: OptionId) -> bool {
        false
    }

    fn has_role(&self, role: RoleId) -> bool {
        self.role == Some(role)
    }

    fn contingent(&self) -> ContingentId {
        self.contingent
    }

    fn is_character(&self) -> bool {
        true
    }

    fn passed_over(&self) -> bool {
        false
    }
}

/// Fills in the options of a body: what the list takes, what is always there, and what a group leaves.
pub(super) fn options<'a>(
    body: &mut Body<'a>,
    rules: &Rules,
    written: &'a [Located<WrittenTaken>],
    place: Span,
) {
    for item in written {
        match &item.value {
            WrittenTaken::Word(word) => take(body, rules, word, None),
            WrittenTaken::With(map) => {
                map.iter().for_each(|(word, detail)| take(body, rules, word, Some(detail)));
            }
        }
    }
    included(body, rules, place);
    stand_for(body, rules);
    let of_all = |which: fn(&crate::rules::option::OptionRule) -> &Vec<TagId>| -> Vec<TagId> {
        body.taken.iter().flat_map(|t| which(rules.option_of(t.option)).iter().copied()).collect()
    };
    let (gained, lost) = (of_all(|o| &o.gives), of_all(|o| &o.takes));
    body.tags.retain(|t| !lost.contains(t));
    body.tags.extend(gained);
}

fn included(body: &mut Body<'_>, rules: &Rules, place: Span) {
    let Some(kind) = body.kind else { return };
    let offers = &rules.kind_of(kind).offers;
    let replaced: Vec<OptionId> = body.taken.iter().filter_map(|t| offers.of(t.option)?.replaces).collect();
    for offer in &offers.all {
        let Some(origin) = origin_if_untaken(offers, offer) else { continue };
        // Some models may keep what the others give up
        if let Some(group) = offer.group {
            let group = &offers.groups[group].options;
            let chosen =
                body.taken.iter().filter(|t| t.origin == Origin::Chosen && group.contains(&t.option));
            let taken =
                chosen.fold(0, |sum: u32, t| sum.saturating_add(t.models.unwrap_or(body.size.max(1))));
            if taken > 0 && taken >= body.size {
                continue;
            }
        }
        if !replaced.contains(&offer.option) && !body.has(offer.option) {
            body.taken
                .push(Taken { names: offer.names.clone(), ..Taken::plain(offer.option, origin, place) });
        }
    }
}

/// How an offered option comes to a body whose list takes nothing; `None` if only a list adds it.
pub fn origin_if_untaken(offers: &Offers, offer: &Offer) -> Option<Origin> {
    match offer.group {
        Some(group) => (offers.groups[group].default == Some(offer.option)).then_some(Origin::Default),
        None => offer.included.then_some(Origin::Included),
    }
}

/// Adds what options are short for.
fn stand_for(body: &mut Body<'_>, rules: &Rules) {
    for (part, whole) in parts_of(rules, body.taken.iter().map(|t| t.option).collect()) {
        let whole = &body.taken[whole];
        let part = Taken::plain(part, Origin::PartOf(whole.option), whole.span);
        body.taken.push(part);
    }
}

/// The options that come along since one of these is short for them, each with the place of that one: among these,
/// then among those that come along.
pub fn parts_of(rules: &Rules, mut options: Vec<OptionId>) -> Vec<(OptionId, usize)> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < options.len() {
        for part in &rules.option_of(options[at]).stands_for {
            if !options.contains(part) {
                options.push(*part);
                parts.push((*part, at));
            }
        }
        at += 1;
    }
    parts
}

fn take<'a>(body: &mut Body<'a>, rules: &Rules, word: &'a Located<String>, detail: Option<&'a Detail>) {
    let Some(option) = rules.option(body.contingent, word) else {
        body.unknown.push(word);
        return;
    };
    let rule = rules.option_of(option);
    let mut taken = Taken { detail, ..Taken::plain(option, Origin::Chosen, word.span) };
    let asked = Asked::of(detail, rule);
    taken.places = asked.places.iter().filter_map(|w| rules.stat(w)).collect();
    taken.names = if asked.names.is_empty() {
        body.offer(rules, option).map_or_else(Vec::new, |o| o.names.clone())
    } else {
        asked.names.iter().map(|w| w.value.clone()).collect()
    };
    taken.models = asked.some.and_then(|w| w.value.parse().ok()).or(asked.some_number).filter(|_| rule.some);
    // Blanks are no reason
    taken.because = asked.because.filter(|b| !b.trim().is_empty());
    body.taken.push(taken);
}

/// What a list says with an option, sorted by what the option asks for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// Stats for its marks.
    pub places: &'a [Located<String>],
    /// Names.
    pub names: &'a [Located<String>],
    /// A number of models, as written in short.
    pub some: Option<&'a Located<String>>,
    /// A number of models, as written in full.
    pub some_number: Option<u32>,
    /// Words that the option does not ask for.
    pub idle: &'a [Located<String>],
    /// A reason.
    pub because: Option<&'a Located<String>>,
}

impl<'a> Asked<'a> {
    /// Sorts what is said with an option: a single word or list goes to the first thing that the option asks for.
    pub fn of(detail: Option<&'a Detail>, rule: &crate::rules::option::OptionRule) -> Self {
        let words = match detail {
            None => return Self::default(),
            Some(Detail::Word(one)) => std::slice::from_ref(one),
            Some(Detail::Words(words)) => words,
            Some(Detail::More(terms)) => {
                return Self {
                    places: terms.places.as_ref().map_or(&[], Words::as_slice),
                    names: terms.names.as_ref().map_or(&[], Words::as_slice),
                    some_number: terms.some.as_ref().map(|n| n.value),
                    because: terms.because.as_ref(),
                    ..Self::default()
                };
            }
        };
        match (rule.places.is_some(), rule.names.is_some(), rule.some, words) {
            (true, ..) => Self { places: words, ..Self::default() },
            (_, true, ..) => Self { names: words, ..Self::default() },
            (_, _, true, [one]) => Self { some: Some(one), ..Self::default() },
            _ => Self { idle: words, ..Self::default() },
        }
    }
}
