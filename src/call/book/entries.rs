//! The entries of a book, or the unit types of a game.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::prices::Price;
use super::{Terms, taken_from};
use crate::army::bodies_and_options::most_times_within;
use crate::army::cost_lines::CostLine;
use crate::army::{Army, UnitOrigin};
use crate::call::stats_in_answers::{StatAnswer, stats_of};
use crate::check::check_files::CheckOptions;
use crate::checked_list::Checked;
use crate::finding::Severity;
use crate::render::context::rule_texts_and_sources::RuleTexts;
use crate::rules::compiled_conditions::Dates;
use crate::rules::compiled_options::{Naming, OptionRule};
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::OptionId;
use crate::rules::library::Library;
use crate::rules::{Rules, limit_text};
use crate::yaml::write_scalar;

/// Something that may be taken.
#[derive(Serialize, JsonSchema)]
pub(super) struct Entry {
    /// The word that lists write.
    unit: String,
    name: String,
    /// Other words for it.
    aka: Vec<String>,
    /// The id of the unit type.
    #[serde(rename = "type")]
    unit_type: Option<String>,
    code: Option<String>,
    group: String,
    /// Whether it is a person without a body.
    character: bool,
    price: Price,
    /// Null if the size is fixed.
    size: Option<SizeRange>,
    /// How many there may be.
    limit: Option<String>,
    /// The usual number in a full army of the book. Null if it does not say.
    typical: Option<u32>,
    /// Why it cannot be taken on the terms of the request.
    closed: Option<String>,
    roles: Vec<String>,
    /// What the game asks for.
    values: Vec<AskedValue>,
    stats: Vec<StatAnswer>,
    options: Vec<OptionInfo>,
    parts: Vec<PartInfo>,
}

/// The sizes of a unit.
#[derive(Serialize, JsonSchema)]
struct SizeRange {
    min: u32,
    /// Null if there is no limit.
    max: Option<u32>,
    /// What is counted, such as `models`.
    of: &'static str,
}

/// A value that a list states for a unit.
#[derive(Serialize, JsonSchema)]
struct AskedValue {
    key: String,
    name: String,
}

/// An option of an entry.
#[derive(Serialize, JsonSchema)]
struct OptionInfo {
    option: String,
    name: String,
    brief: Option<String>,
    price: Price,
    /// Whether it is always there, unless the list takes another of its choice.
    always: bool,
    asks: Option<Asks>,
    /// Options of the same choice exclude each other.
    choice: Option<String>,
    /// The options of which it needs one.
    needs: Vec<String>,
    /// The options that it does not go with.
    excludes: Vec<String>,
    /// The options that come with it.
    includes: Vec<String>,
}

/// What an option asks a list for.
#[derive(Serialize, JsonSchema)]
struct Asks {
    /// The number of marks to place.
    marks: Option<u32>,
    /// The stats that may take a mark.
    among: Vec<String>,
    /// What may be named.
    names: Vec<String>,
    /// Whether only some of the unit may take it.
    some: bool,
    /// How many times it may be taken.
    times: Option<u32>,
}

/// A body inside a unit.
#[derive(Serialize, JsonSchema)]
struct PartInfo {
    part: String,
    name: String,
    min: u32,
    max: Option<u32>,
    options: Vec<OptionInfo>,
}

/// Returns everything that may be taken, in the order of the file.
pub(super) fn entries_of(library: &Library, rules: &Rules, terms: &Terms) -> Vec<Entry> {
    let own = taken_from(rules);
    let taken = |kind: &&UnitKind| {
        kind.entry_of == own && rules.baggage.is_none_or(|baggage| rules.base_kind(kind.kind_id) != baggage)
    };
    let kinds: Vec<&UnitKind> = rules.kinds.iter().filter(taken).collect();
    // The engine itself says what the smallest unit of each kind costs and can do: it reads a list of them
    let options = CheckOptions { as_draft: true, skip_digests: true, ..CheckOptions::default() };
    let probe = Checked::read(library, "", probe_list(rules, terms, &kinds).into_bytes(), &options);
    let probes = probe.army().map(probes_of).unwrap_or_default();
    let texts = RuleTexts::load(library, rules);
    let other_books = library.tags_by_book(&rules.id);
    let build = Builder { rules, terms, texts: texts.as_ref(), probes: &probes, other_books: &other_books };
    kinds.into_iter().map(|kind| build.entry(kind)).collect()
}

/// Returns a list with the smallest unit of each kind.
fn probe_list(rules: &Rules, terms: &Terms, kinds: &[&UnitKind]) -> String {
    let mut text = format!("army: x\nruleset: {}\n", write_scalar(&rules.id));
    if let Some(book) = &rules.contingents[0].book {
        let _ = writeln!(text, "book: {}", write_scalar(&book.id));
    }
    if let Some(mode) = terms.mode {
        let _ = writeln!(text, "mode: {}", write_scalar(&rules.modes[mode.0].id));
    }
    let (characters, units): (Vec<&&UnitKind>, Vec<&&UnitKind>) =
        kinds.iter().partition(|kind| kind.unit_type.is_none());
    for (key, kinds) in [("characters", characters), ("units", units)] {
        if !kinds.is_empty() {
            let _ = writeln!(text, "{key}:");
        }
        for kind in kinds {
            let _ = writeln!(text, "  - {}", probe_row(rules, kind));
        }
    }
    text
}

fn probe_row(rules: &Rules, kind: &UnitKind) -> String {
    let mut row = format!("{{unit: {}", write_scalar(&kind.id));
    if let Some(role) = kind.roles.first() {
        let _ = write!(row, ", role: {}", write_scalar(&rules.roles[role.0].id));
    }
    if kind.size.only_size().is_none() {
        let _ = write!(row, ", size: {}", kind.size.min.max(1));
    }
    let parts = kind.parts.iter().filter(|part| part.count_per_model.is_none() && part.min > 0);
    let parts: Vec<String> = parts.map(|part| format!("{}: {}", write_scalar(&part.id), part.min)).collect();
    if !parts.is_empty() {
        let _ = write!(row, ", parts: {{{}}}", parts.join(", "));
    }
    row + "}"
}

/// The smallest unit of a kind.
struct Probe<'p> {
    lines: Vec<&'p CostLine<'p>>,
    stats: Vec<StatAnswer>,
}

fn probes_of<'p>(army: &'p Army<'p>) -> HashMap<&'p str, Probe<'p>> {
    let mut probes = HashMap::new();
    for unit in &army.units {
        let UnitOrigin::Unit(written) = unit.written else { continue };
        let lines = unit.bodies().flat_map(|body| list_prices(&body.cost_lines)).collect();
        probes.insert(written.unit.as_str(), Probe { lines, stats: stats_of(army.rules, &unit.body) });
    }
    for character in &army.characters {
        let Some(word) = &character.written.unit else { continue };
        probes.insert(word.as_str(), Probe { lines: list_prices(&character.cost_lines), stats: Vec::new() });
    }
    probes
}

/// Returns the lines without charges, which depend on what else the army has.
fn list_prices<'p>(lines: &'p [CostLine<'p>]) -> Vec<&'p CostLine<'p>> {
    lines.iter().filter(|line| line.is_list_price()).collect()
}

/// Builds the entries of an answer.
struct Builder<'b> {
    rules: &'b Rules,
    terms: &'b Terms,
    texts: Option<&'b RuleTexts>,
    probes: &'b HashMap<&'b str, Probe<'b>>,
    /// The tags of the game's books, which options may name.
    other_books: &'b [(String, BTreeSet<String>)],
}

impl Builder<'_> {
    fn entry(&self, kind: &UnitKind) -> Entry {
        let rules = self.rules;
        let base = kind.unit_type.map(|base| rules.kind(base));
        let probe = self.probes.get(kind.id.as_str());
        let values = rules.values.iter().filter(|value| value.is_asked && value.selector.matches(kind));
        Entry {
            unit: kind.id.clone(),
            name: kind.name.clone(),
            aka: kind.aka.clone(),
            unit_type: base.map(|base| base.id.clone()),
            code: kind.code.clone().or_else(|| base?.code.clone()),
            group: match base {
                None => "Characters".to_owned(),
                Some(base) if base.kind_id != kind.kind_id => base.name.clone(),
                Some(_) => "Units".to_owned(),
            },
            character: base.is_none(),
            price: Price::of_kind(rules, kind, probe.map_or(&[], |probe| &probe.lines)),
            size: kind.size.only_size().is_none().then(|| SizeRange {
                min: kind.size.min,
                max: kind.size.max,
                of: kind.size.measure.noun(false),
            }),
            limit: limit_text::own_limit_text(rules, kind).filter(|text| !text.is_empty()),
            typical: kind.typical,
            closed: self.why_closed(kind),
            roles: kind.roles.iter().map(|role| rules.roles[role.0].id.clone()).collect(),
            values: values.map(|v| AskedValue { key: v.id.clone(), name: v.name.clone() }).collect(),
            stats: probe.map(|probe| probe.stats.clone()).unwrap_or_default(),
            options: self.options_of(kind),
            parts: (kind.parts.iter())
                .map(|part| PartInfo {
                    part: part.id.clone(),
                    name: rules.kind(part.kind).name.clone(),
                    min: part.min,
                    max: part.max,
                    options: self.options_of(rules.kind(part.kind)),
                })
                .collect(),
        }
    }

    /// Says why a kind cannot be taken in the year, in the mode and with the answers of the request.
    fn why_closed(&self, kind: &UnitKind) -> Option<String> {
        let is_error = |dates: &&Dates| dates.severity.is_none_or(|severity| severity == Severity::Error);
        let out = self.terms.date.and_then(|year| {
            kind.dates.iter().filter(is_error).find(|dates| dates.when.is_none() && !dates.contains(year))
        });
        out.map(ToString::to_string).or_else(|| self.refused_by_answers(kind))
    }

    fn refused_by_answers(&self, kind: &UnitKind) -> Option<String> {
        kind.when.choices.iter().find_map(|(choice, answers)| {
            let given = self.terms.choose.get(choice)?;
            let question = self.rules.contingents[0].choices.iter().find(|asked| asked.id == *choice)?;
            let name = |id: &String| {
                let answer = question.answers.iter().find(|(known, _, _)| known == id);
                answer.map_or_else(|| id.clone(), |(_, name, _)| name.clone())
            };
            let names: Vec<String> = answers.iter().map(name).collect();
            (!answers.contains(given))
                .then(|| format!("{}: {}", question.name, crate::wording::join_with_or(&names)))
        })
    }

    fn options_of(&self, kind: &UnitKind) -> Vec<OptionInfo> {
        let rules = self.rules;
        let info = |offer: &crate::rules::compiled_options::OptionOffer| {
            let rule = rules.option(offer.option);
            let most = most_times_within(rules, &kind.offers, offer.option, &[]).number;
            let text = self.texts.and_then(|texts| texts.option_texts(&rule.rule_path));
            let group = offer.group.map(|group| &kind.offers.groups[group]);
            OptionInfo {
                option: rule.id.clone(),
                name: rule.name.clone(),
                brief: text.and_then(|text| text.brief.clone()),
                price: Price::of_option(rules, kind, offer, self.terms.mode),
                always: crate::army::bodies_and_options::default_origin(&kind.offers, offer).is_some(),
                asks: self.asks_of(rule, &offer.names, most),
                choice: group.map(|group| self.ids(&group.options).join("/")),
                needs: rule.needs.as_ref().map(|need| self.options_in(&need.selector)).unwrap_or_default(),
                excludes: rule
                    .excludes
                    .as_ref()
                    .map(|need| self.options_in(&need.selector))
                    .unwrap_or_default(),
                includes: self.ids(&rule.stands_for),
            }
        };
        kind.offers.all.iter().map(info).collect()
    }

    fn ids(&self, options: &[OptionId]) -> Vec<String> {
        options.iter().map(|option| self.rules.option(*option).id.clone()).collect()
    }

    /// Returns the options that a selector names.
    fn options_in(&self, selector: &Selector) -> Vec<String> {
        let named = std::cell::RefCell::new(Vec::new());
        selector.has_test(&|test| {
            if let SelectorTest::Option(options) = test {
                named.borrow_mut().extend(self.ids(options));
            }
            false
        });
        named.into_inner()
    }
}

impl Builder<'_> {
    /// Returns what an option asks a list for. `None` if it asks for nothing.
    fn asks_of(&self, rule: &OptionRule, named: &[String], most_times: u32) -> Option<Asks> {
        let rules = self.rules;
        let places = rule.mark_places.as_ref();
        let naming = rule.naming.as_ref().filter(|_| named.is_empty());
        let names = naming.map(|naming| self.names_for(naming)).unwrap_or_default();
        let asks_for_times = most_times > 1;
        (places.is_some() || naming.is_some() || rule.partial || asks_for_times).then(|| Asks {
            marks: places.map(|places| places.marks),
            among: places.map_or_else(Vec::new, |places| {
                places.among.iter().map(|stat| rules.stats[stat.0].id.clone()).collect()
            }),
            names,
            some: rule.partial,
            times: asks_for_times.then_some(most_times),
        })
    }

    /// Returns what an option may name: unit types, tags of the rules, then those of other books.
    fn names_for(&self, naming: &Naming) -> Vec<String> {
        let rules = self.rules;
        let allowed =
            |kind: &&UnitKind| naming.except.as_ref().is_none_or(|except| !except.selector.matches(*kind));
        let types = rules.kinds.iter().filter(|kind| kind.entry_of.is_none() && naming.allows_unit_types);
        let types = types.filter(allowed).map(|kind| kind.id.clone());
        let elsewhere: BTreeSet<&String> = self.other_books.iter().flat_map(|(_, tags)| tags).collect();
        let elsewhere = elsewhere.into_iter().filter(|tag| !rules.tags.contains(tag));
        let tags = rules.tags.iter().chain(elsewhere).filter(|_| naming.allows_tags).cloned();
        types.chain(tags).collect()
    }
}
