//! An army as `diff` compares it: everything that its digest covers, as text, with costs and verdict.

use std::collections::{BTreeMap, HashMap};

use indexmap::IndexMap;

use crate::army::bodies_and_options::{Body, OptionOrigin, TakenOption};
use crate::army::cost_lines::{CostLine, PricedItem, total_cost};
use crate::army::purchases::Purchases;
use crate::army::regions::Region;
use crate::army::{Army, Character, RoleHolder, Unit, UnitOrigin, army_and_rules_digests};
use crate::build::rows::ListRows;
use crate::check::check_files::CheckOptions;
use crate::check::report::ListReport;
use crate::checked_list::Checked;
use crate::finding::Span;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_purchases::Buyer;
use crate::rules::id_types::StatId;
use crate::rules::library::Library;

/// Facts by name, sorted, such as `date` with the value `218 BC`.
pub type Facts = BTreeMap<String, String>;

/// An army as comparable facts, with its verdict.
#[derive(Clone, Debug)]
pub struct ArmySnapshot {
    /// The report of the checks.
    pub report: ListReport,
    /// Whether rows of the same id are the same row, in this army and the one it is compared with.
    pub rows_keep_ids: bool,
    /// Facts of the army as a whole.
    pub facts: Facts,
    /// The commands in the order of the list, the reserves last.
    pub groups: Vec<CommandSnapshot>,
    /// Whether the game has points.
    pub has_points: bool,
    /// The digest of the rules.
    pub rules_digest: String,
}

/// A command, or the reserves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandSnapshot {
    /// The name. `None` if the command has none.
    pub name: Option<String>,
    /// Whether this is the reserves.
    pub is_reserves: bool,
    /// Facts of the command as a whole.
    pub facts: Facts,
    /// The characters, then the units. Identical ones are one row with a count.
    pub rows: Vec<RowSnapshot>,
    /// What the command buys for itself and pays in charges, in points. `None` if it is unknown.
    pub own_cost: Option<Number>,
}

/// A character, or one or more identical units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSnapshot {
    /// Whether this is a character without a body of their own.
    pub character: bool,
    /// The name that players see.
    pub name: String,
    /// The id of the unit type or entry, or the role of a character. The word in the list if it is unknown.
    pub kind: String,
    /// The number of identical units.
    pub count: u64,
    /// The cost of one unit, in points. `None` if it is unknown.
    pub unit_cost: Option<Number>,
    /// Size, values, roles and the unit joined.
    pub facts: Facts,
    /// The options that the list takes: id, and details such as marks and names.
    pub options: Vec<(String, String)>,
    /// The options that come with the type, in the same form.
    pub included_options: Vec<(String, String)>,
    /// The stats, with all changes applied.
    pub stats: Facts,
    /// The ledger of one unit.
    pub lines: Vec<RowCostLine>,
    /// The bytes of the row in the list. Those of the first, if several are identical.
    pub span: Span,
    /// The id of that row. `None` if rows are compared only by what they are.
    pub row_id: Option<String>,
}

/// One line of the ledger of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowCostLine {
    /// What the line prices: `unit`, `option ID` or `role ID`. Lines of two versions of the rules are matched
    /// by it.
    pub priced: String,
    /// What the line prices, as printed.
    pub what: String,
    /// The cost, in points. `None` if it is unknown.
    pub cost: Option<Number>,
    /// The path of the rule that states the cost.
    pub rule: String,
}

impl RowSnapshot {
    /// Returns the cost of all units of the row. `None` if it is unknown.
    pub fn cost(&self) -> Option<Number> {
        self.unit_cost?.checked_mul(i64::try_from(self.count).ok()?.into())
    }

    /// Returns what identifies a row: everything except its count and what depends on the rules.
    pub fn key(&self) -> RowKey<'_> {
        RowKey {
            character: self.character,
            name: &self.name,
            kind: &self.kind,
            facts: &self.facts,
            options: &self.options,
        }
    }
}

/// What two rows share if they differ only in their count and in what depends on the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowKey<'r> {
    character: bool,
    name: &'r str,
    kind: &'r str,
    facts: &'r Facts,
    options: &'r [(String, String)],
}

impl CommandSnapshot {
    /// Returns the cost of the command. `None` if it is unknown.
    pub fn cost(&self) -> Option<Number> {
        self.rows.iter().try_fold(self.own_cost?, |sum, row| sum.checked_add(row.cost()?))
    }
}

impl ArmySnapshot {
    /// Takes a snapshot of the list in a file.
    ///
    /// # Errors
    /// Returns only the report if the list cannot be read or its rules cannot be used.
    pub fn of_list_file(library: &Library, path: &str, bytes: Vec<u8>) -> Result<Self, Box<ListReport>> {
        let checked = Checked::read(library, path, bytes, &CheckOptions::default());
        match checked.army() {
            Some(army) => Ok(Self::of_army(army, checked.report().clone())),
            None => Err(Box::new(checked.into_report())),
        }
    }

    /// Takes a snapshot of an army, with the report on it.
    pub fn of_army(army: &Army<'_>, report: ListReport) -> Self {
        Self {
            report,
            rows_keep_ids: false,
            facts: army_facts(army),
            groups: command_snapshots(army),
            has_points: army.rules.has_points,
            rules_digest: army_and_rules_digests::rules_digest(army.rules),
        }
    }

    /// Gives each row its id. If `rows_keep_ids`, rows of the same id are then the same row, whatever it has become.
    #[must_use]
    pub fn with_row_ids(mut self, rows: &ListRows, rows_keep_ids: bool) -> Self {
        self.rows_keep_ids = rows_keep_ids;
        for row in self.groups.iter_mut().flat_map(|group| &mut group.rows) {
            row.row_id = rows.row_at(row.span).map(|row| row.id.clone());
        }
        self
    }
}

/// Returns the facts of the army as a whole.
fn army_facts(army: &Army<'_>) -> Facts {
    let (list, rules) = (army.list, army.rules);
    let mut facts = Facts::new();
    let mut add = |key: &str, value: Option<String>| {
        facts.extend(value.map(|value| (key.to_owned(), value)));
    };
    add("army", Some(list.army.value.clone()));
    add("ruleset", Some(rules.id.clone()));
    add("book", list.book.as_ref().map(|b| b.value.clone()));
    add("mode", army.mode.map(|m| rules.modes[m.0].id.clone()));
    add("points", army.points.map(|p| p.to_string()));
    add("date", army.date.map(|d| d.to_string()));
    add("player", list.player.as_ref().map(|p| p.value.clone()));
    add("club", list.club.as_ref().map(|c| c.value.clone()));
    add("draft", army.is_draft.then(|| "yes".to_owned()));
    add("buys", purchases_text(army, None));
    for (what, cost) in charge_facts(&army.charges) {
        add(&what, Some(cost));
    }
    for ((contingent, choice), answer) in army.answers.iter().filter(|((c, _), _)| army.has_called(*c)) {
        let ally = rules.contingents[contingent.0].ally.as_ref();
        let whose = ally.map_or_else(String::new, |ally| format!(" of {ally}"));
        add(&format!("{choice}{whose}"), Some(answer.clone()));
    }
    facts
}

/// Returns what a command buys, or the army for `None`: the ids, sorted. `None` if it buys nothing.
fn purchases_text(army: &Army<'_>, command: Option<usize>) -> Option<String> {
    let is_its = |bought: &&Purchases<'_>| match command {
        Some(at) => bought.buyer == Buyer::Command && bought.command == Some(at),
        None => bought.buyer != Buyer::Command,
    };
    let taken = army.purchases.iter().filter(is_its).flat_map(|bought| &bought.body.taken);
    let chosen = taken.filter(|taken| taken.origin == OptionOrigin::Chosen);
    let mut ids: Vec<String> = chosen
        .map(|taken| {
            let id = &army.rules.option(taken.option).id;
            if taken.times > 1 { format!("{id} ({} times)", taken.times) } else { id.clone() }
        })
        .collect();
    ids.sort_unstable();
    (!ids.is_empty()).then(|| ids.join(", "))
}

/// Returns what the charges of the army or a command come to, those of one name added up.
fn charge_facts(lines: &[CostLine<'_>]) -> Vec<(String, String)> {
    let mut sums: IndexMap<&str, Option<Number>> = IndexMap::new();
    for line in lines {
        let sum = sums.entry(line.name).or_insert(Some(Number::ZERO));
        *sum = sum.zip(line.total()).and_then(|(a, b)| a.checked_add(b));
    }
    let text = |sum: Option<Number>| sum.map_or_else(|| "unknown".to_owned(), |sum| sum.to_string());
    sums.into_iter().map(|(name, sum)| (format!("charge {name}"), text(sum))).collect()
}

/// Returns what a command buys for itself and pays in charges. `None` if it is unknown.
fn own_cost(army: &Army<'_>, at: usize) -> Option<Number> {
    let bought = army.purchases.iter().filter(|bought| bought.command == Some(at));
    bought
        .map(|bought| bought.body.cost())
        .try_fold(total_cost(&army.commands[at].charges)?, |sum, cost| sum.checked_add(cost?))
}

/// Returns the commands, and the reserves if there are any.
fn command_snapshots(army: &Army<'_>) -> Vec<CommandSnapshot> {
    let mut groups: Vec<CommandSnapshot> = Vec::new();
    for (at, command) in army.commands.iter().enumerate() {
        let ally = army.rules.contingents[command.contingent.0].ally.clone();
        let label = |at: usize| {
            let name = army.commands[at].name;
            name.map_or_else(|| format!("command {}", at + 1), |name| name.value.clone())
        };
        let kind = command.kind.filter(|_| command.written.is_some());
        let facts = [
            ("kind", kind.map(|kind| army.rules.command_kind(kind).id.clone())),
            ("in", command.outer.map(label)),
            ("ally", ally),
            ("buys", purchases_text(army, Some(at))),
            ("agreed points", command.points.map(|p| p.to_string())),
            ("baggage shared with", command.shares_with.map(|(name, _)| name.value.clone())),
        ];
        let facts = facts.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        let facts = facts.chain(charge_facts(&command.charges));
        let mut rows: Vec<RowSnapshot> =
            army.characters_of(at).map(|one| character_row(army.rules, one)).collect();
        rows.extend(unit_rows(army, command.units.clone()));
        let name = command.name.map(|n| n.value.clone());
        groups.push(CommandSnapshot {
            name,
            is_reserves: false,
            facts: facts.collect(),
            rows: combine_identical_rows(rows),
            own_cost: own_cost(army, at),
        });
    }
    let rows = combine_identical_rows(unit_rows(army, Region::Reserves.units(army).collect()));
    if !rows.is_empty() {
        groups.push(CommandSnapshot {
            name: Some("reserves".to_owned()),
            is_reserves: true,
            facts: Facts::new(),
            rows,
            own_cost: Some(Number::ZERO),
        });
    }
    groups
}

/// Returns units of a command or of the reserves in the order of the list.
fn unit_rows(army: &Army<'_>, mut units: Vec<usize>) -> Vec<RowSnapshot> {
    units.sort_by_key(|at| army.units[*at].written.span());
    units.into_iter().map(|at| unit_row(army, at)).collect()
}

/// Combines identical rows into the first of them, and adds up their counts.
fn combine_identical_rows(rows: Vec<RowSnapshot>) -> Vec<RowSnapshot> {
    let mut first: HashMap<RowKey<'_>, usize> = HashMap::new();
    let mut counts: Vec<u64> = vec![0; rows.len()];
    for (at, row) in rows.iter().enumerate() {
        let first = *first.entry(row.key()).or_insert(at);
        counts[first] = counts[first].saturating_add(row.count);
    }
    drop(first);
    let counted = rows.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    counted.map(|(row, count)| RowSnapshot { count, ..row }).collect()
}

fn character_row(rules: &Rules, character: &Character<'_>) -> RowSnapshot {
    let role = character.role.map(|r| rules.roles[r.0].id.clone());
    let entry = character.kind.map(|k| rules.kind(k).id.clone());
    let mut facts = Facts::new();
    facts.extend(character.joins.as_ref().map(|l| ("with".to_owned(), l.name.value.clone())));
    facts.extend(character.is_commander.then(|| ("commander".to_owned(), "yes".to_owned())));
    facts.extend(entry.map(|e| ("entry".to_owned(), e)));
    RowSnapshot {
        character: true,
        name: character.name.clone(),
        kind: role.unwrap_or_else(|| "character".to_owned()),
        count: 1,
        unit_cost: character.cost(),
        facts,
        options: Vec::new(),
        included_options: Vec::new(),
        stats: Facts::new(),
        lines: character.cost_lines.iter().map(|l| row_cost_line(rules, "", l)).collect(),
        span: character.written.span,
        row_id: None,
    }
}

fn unit_row(army: &Army<'_>, at: usize) -> RowSnapshot {
    let (rules, unit) = (army.rules, &army.units[at]);
    let mut row = RowSnapshot {
        character: false,
        name: unit.name.clone(),
        kind: unit.body.kind.map_or_else(|| written_kind(unit), |k| rules.kind(k).id.clone()),
        count: u64::from(unit.count),
        unit_cost: unit.cost(),
        facts: Facts::new(),
        options: Vec::new(),
        included_options: Vec::new(),
        stats: Facts::new(),
        lines: Vec::new(),
        span: unit.written.span(),
        row_id: None,
    };
    add_body(&mut row, rules, &unit.body, "");
    for (word, part) in &unit.parts {
        let own = part.kind.map_or("", |k| rules.kind(k).id.as_str());
        let word = if word.is_empty() { own } else { word };
        add_body(&mut row, rules, part, &format!("{word}: "));
    }
    row.facts.extend(unit.attached_to.as_ref().map(|l| ("attached to".to_owned(), l.name.value.clone())));
    row.facts.extend(unit.joins.as_ref().map(|l| ("with".to_owned(), l.name.value.clone())));
    let leads = unit.command.is_some_and(|c| army.commands[c].commander == Some(RoleHolder::Unit(at)));
    row.facts.extend(leads.then(|| ("commander".to_owned(), "yes".to_owned())));
    if let UnitOrigin::Unit(written) = unit.written {
        let because = written.attached_to.as_ref().and_then(|a| a.because()).filter(|b| !b.trim().is_empty());
        row.facts.extend(because.map(|_| ("attached for a reason".to_owned(), "yes".to_owned())));
    }
    row.options.sort_unstable();
    row.included_options.sort_unstable();
    row
}

/// Returns what the list says for the type of a unit, if that type is unknown.
fn written_kind(unit: &Unit<'_>) -> String {
    match unit.written {
        UnitOrigin::Unit(written) => written.unit.value.clone(),
        UnitOrigin::Character(_) | UnitOrigin::Baggage(_) => "unknown".to_owned(),
    }
}

/// Adds the facts of a body to a row. `part` is the prefix of a part's facts, empty for the unit itself.
fn add_body(row: &mut RowSnapshot, rules: &Rules, body: &Body<'_>, part: &str) {
    if body.size > 0 {
        row.facts.insert(format!("{part}size"), body.size.to_string());
    }
    if !part.is_empty() {
        let kind = body.kind.map_or("unknown", |k| rules.kind(k).id.as_str());
        row.facts.insert(format!("{part}unit"), kind.to_owned());
    }
    row.facts.extend(body.values.iter().map(|(word, n)| (format!("{part}{word}"), n.to_string())));
    let mut roles: Vec<&str> = body.roles.iter().map(|r| rules.roles[r.0].id.as_str()).collect();
    roles.sort_unstable();
    if !roles.is_empty() {
        row.facts.insert(format!("{part}role"), roles.join(", "));
    }
    for taken in &body.taken {
        let option = (format!("{part}{}", rules.option(taken.option).id), option_detail(rules, taken));
        match taken.origin {
            OptionOrigin::Chosen | OptionOrigin::Standard => row.options.push(option),
            OptionOrigin::Included | OptionOrigin::Default | OptionOrigin::ImpliedBy(_) => {
                row.included_options.push(option);
            }
        }
    }
    row.options
        .extend(body.unknown_options.iter().map(|w| (format!("{part}{}", w.value), "unknown".to_owned())));
    for (at, value) in body.stats.iter().enumerate().filter(|(at, _)| !rules.stats[*at].hidden) {
        let shown = rules.format_stat(StatId(at), value);
        row.stats.extend(shown.map(|shown| (format!("{part}{}", rules.stats[at].id), shown)));
    }
    row.lines.extend(body.cost_lines.iter().map(|l| row_cost_line(rules, part, l)));
}

/// Returns a ledger line for comparison, with the prefix of its part.
fn row_cost_line(rules: &Rules, part: &str, line: &CostLine<'_>) -> RowCostLine {
    let of = match line.paid_for {
        PricedItem::Body => "unit".to_owned(),
        PricedItem::Option(id) => {
            let path = line.within.iter().chain([&id]).map(|id| rules.option(*id).id.as_str());
            format!("option {}", path.collect::<Vec<_>>().join("/"))
        }
        PricedItem::Role(id) => format!("role {}", rules.roles[id.0].id),
        PricedItem::Charge(_) => format!("charge {}", line.rule_path),
    };
    RowCostLine {
        priced: format!("{part}{of}"),
        what: format!("{part}{}", line.name),
        cost: line.total(),
        rule: line.rule_path.to_string(),
    }
}

/// Returns the details of a taken option: marks, names, number of models, and whether a reason is given.
fn option_detail(rules: &Rules, taken: &TakenOption<'_>) -> String {
    let mut places: Vec<&str> = taken.places.iter().map(|s| rules.stats[s.0].id.as_str()).collect();
    places.sort_unstable();
    let mut names: Vec<&str> = taken.names.iter().map(String::as_str).collect();
    names.sort_unstable();
    let mut words: Vec<String> = places.into_iter().chain(names).map(str::to_owned).collect();
    words.extend(taken.models.map(|n| format!("{n} of them")));
    words.extend((taken.times != 1).then(|| format!("{} times", taken.times)));
    words.extend(taken.within.last().map(|outer| format!("with {}", rules.option(*outer).id)));
    words.extend(taken.because.map(|_| "for a reason".to_owned()));
    words.join(", ")
}
