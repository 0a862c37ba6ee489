//! Builds the document of an army: the army as a whole, its commands and characters.

use base64::Engine as _;

use crate::army::regions::Region;
use crate::army::{self, Army as Resolved, RoleHolder};
use crate::check::report::{ListReport, NO_DIGEST, Verdict};
use crate::finding::{FileId, Severity};
use crate::format::formula::Formula;
use crate::format::read_exact_numbers::Number as ExactNumber;
use crate::output::terminal_text::sanitize;
use crate::rules::BookFacts;
use crate::wording::count_noun;

use super::build_unit_data::{self, BuiltUnit};
use super::number_data::{number_text, region_numbers};
use super::rule_texts_and_sources::{RuleTexts, clean_text, rule_text};
use super::{
    AddedStatData, ArmyData, CharacterData, ChoiceData, CommandData, CostLineData, DigestData, Document,
    FindingData, JsonNumber, NamedData, NumberData, PackingData, PointsData, ReadingData, ReferenceData,
    RulesData, UnitData, VERSION,
};

/// The inputs that a document is built from.
#[derive(Clone, Copy, Debug)]
pub struct DocumentInput<'i> {
    /// The resolved army.
    pub army: &'i Resolved<'i>,
    /// The report on its list.
    pub report: &'i ListReport,
    /// The texts of its rules.
    pub texts: &'i RuleTexts,
    /// Whether identical units share a row or card. If not, each is numbered.
    pub merge: bool,
}

/// Builds the document of a list. With `all`, the reference sheet has the rules of the whole game.
pub fn build_document(input: DocumentInput<'_>, all: bool) -> Document {
    let army = input.army;
    let mut commands: Vec<CommandData> = (0..army.commands.len()).map(|at| command_data(input, at)).collect();
    let mut reserves = unit_data(input, None);
    // What is the same for all units need not be printed with each
    let noticed = || commands.iter().flat_map(|c| &c.units).chain(&reserves).map(|u| &u.body.noticed);
    if noticed().next().is_some_and(|first| noticed().all(|other| other == first)) {
        let units = commands.iter_mut().flat_map(|c| &mut c.units).chain(&mut reserves);
        units.for_each(|u| u.body.noticed = None);
    }
    let packing = PackingData::from_units(&commands, &reserves);
    let brackets = brackets_note(input, commands.iter().flat_map(|c| &c.units).chain(&reserves));
    let whole = ArmyData { brackets, ..army_data(input) };
    Document {
        version: VERSION,
        readings: document_readings(input, &whole, &commands, &reserves),
        army: whole,
        reference: ReferenceData::for_armies(&[input], all),
        packing,
        commands,
        reserves,
    }
}

/// Returns the readings that anything printed of the army, its commands and its units rests on.
fn document_readings(
    input: DocumentInput<'_>,
    whole: &ArmyData,
    commands: &[CommandData],
    reserves: &[UnitData],
) -> Vec<ReadingData> {
    let rules = input.army.rules;
    let numbers = whole.numbers.iter().chain(commands.iter().flat_map(|c| &c.numbers));
    let numbers =
        numbers.filter_map(|n| rules.find_number(&n.id)).map(|id| rules.numbers[id.0].rule_path.as_str());
    let roles = input.army.characters.iter().filter_map(|c| c.role);
    let roles = roles.map(|r| rules.roles[r.0].rule_path.as_str());
    let mut all = input.texts.readings.readings_of(numbers.chain(roles));
    let units = commands.iter().flat_map(|c| &c.units).chain(reserves);
    let bodies = units.flat_map(|u| std::iter::once(&u.body).chain(u.parts.iter().map(|p| &p.body)));
    for reading in bodies.flat_map(|b| &b.readings) {
        if !all.contains(reading) {
            all.push(reading.clone());
        }
    }
    all.sort_by_key(|reading| reading.index);
    all
}

/// Returns the explanation of stats in brackets. `None` if no unit has any.
fn brackets_note<'u>(
    input: DocumentInput<'_>,
    mut units: impl Iterator<Item = &'u UnitData>,
) -> Option<String> {
    let bodies = |u: &'u UnitData| std::iter::once(&u.body).chain(u.parts.iter().map(|p| &p.body));
    let changed = |s: &super::StatData| s.changed && s.base.is_some();
    units.any(|u| bodies(u).any(|b| b.stats.iter().any(changed))).then(|| {
        let book = input.army.rules.contingents.iter().any(|c| c.book.is_some());
        let by =
            if book { "options, characters and what the book changes" } else { "options and characters" };
        format!("In brackets: the unit type's own figure, before {by}.")
    })
}

/// Returns the number of units, without characters, reserves and what does not count as a unit.
fn unit_count(army: &Resolved<'_>) -> i64 {
    let counts = |u: &&army::Unit<'_>| {
        !u.in_reserve() && !u.body.uncounted && !matches!(u.written, army::UnitOrigin::Character(_))
    };
    army.units.iter().filter(counts).map(|u| i64::from(u.count)).sum()
}

fn army_data(input: DocumentInput<'_>) -> ArmyData {
    let DocumentInput { army, report, .. } = input;
    let (rules, list) = (army.rules, army.list);
    let book = rules.contingents.first().and_then(|c| c.book.as_ref());
    let source = report.sources.get(FileId::CHECKED);
    let mut data = ArmyData {
        name: sanitize(&list.army).into_owned(),
        player: clean_text(list.player.as_ref()),
        club: clean_text(list.club.as_ref()),
        date: army.date.map(|d| d.to_string()),
        ruleset: rules_data(&rules.id, &rules.name, &rules.version, &rules.found_in),
        book: book.map(book_data),
        allies: army.called_allies().filter_map(|c| c.book.as_ref()).map(book_data).collect(),
        event: rules
            .event
            .as_ref()
            .map(|e| NamedData { id: e.id.clone(), name: sanitize(&e.name).into_owned() }),
        mode: army
            .mode
            .map(|m| &rules.modes[m.0])
            .map(|m| NamedData { id: m.id.clone(), name: sanitize(&m.name).into_owned() }),
        points: rules.has_points.then(|| points_data(army)),
        verdict: report.verdict.as_str(),
        verdict_text: verdict_text(report),
        digest: report.digest.as_ref().map(|d| DigestData {
            army: d.army.clone(),
            rules: d.rules.clone(),
            shown: d.to_string(),
        }),
        digest_text: match &report.digest {
            Some(digest) => format!("digest {digest}"),
            None => NO_DIGEST.to_owned(),
        },
        notices: rules.notices.iter().map(|n| rule_text(n)).collect(),
        notes: clean_text(list.notes.as_ref()),
        choices: choice_data(army),
        numbers: region_numbers(input, Region::Army),
        findings: finding_data(report),
        units: unit_count(army),
        brackets: None,
        list: source.map_or_else(String::new, |s| {
            base64::engine::general_purpose::STANDARD.encode(s.text.as_bytes())
        }),
        summary: String::new(),
    };
    data.summary = summary_line(&data);
    data
}

/// Returns the line that every sheet prints about the army, in addition to its name.
fn summary_line(army: &ArmyData) -> String {
    let judges = std::iter::once(&army.ruleset).chain(&army.book).chain(&army.allies);
    let mut words: Vec<String> = judges.map(|j| j.shown.clone()).collect();
    words.extend(army.choices.iter().map(|c| format!("{}: {}", c.name, c.answer)));
    words.extend(army.event.as_ref().map(|e| e.name.clone()));
    words.extend(army.points.as_ref().map(|p| p.shown.clone()));
    words.extend(army.date.clone());
    words.push(army.verdict_text.clone());
    words.push(army.digest_text.clone());
    words.join(", ")
}

fn book_data(book: &BookFacts) -> RulesData {
    rules_data(&book.id, &book.name, &book.version, &book.found_in)
}

fn rules_data(id: &str, name: &str, version: &str, from: &str) -> RulesData {
    RulesData {
        id: id.to_owned(),
        name: sanitize(name).into_owned(),
        version: sanitize(version).into_owned(),
        shown: sanitize(&format!("{name}, data {version}")).into_owned(),
        from: sanitize(from).into_owned(),
    }
}

fn points_data(army: &Resolved<'_>) -> PointsData {
    let least = if army.cost_is_known { "" } else { "at least " };
    let limit = army.points.map_or_else(String::new, |p| format!(" of {}", number_text(p)));
    let points = if army.points.unwrap_or(army.spent) == 1 { "point" } else { "points" };
    PointsData {
        total: JsonNumber(army.spent),
        limit: army.points.map(JsonNumber),
        complete: army.cost_is_known,
        shown: format!("{least}{}{limit} {points}", number_text(army.spent)),
    }
}

/// Returns the verdict as printed for the opponent.
fn verdict_text(report: &ListReport) -> String {
    let number_of = |severity| report.findings.iter().filter(|f| f.severity == severity).count();
    let warnings = match number_of(Severity::Warning) {
        0 => String::new(),
        n => format!(", {}", count_noun(n, "warning")),
    };
    match report.verdict {
        Verdict::Legal => format!("legal{warnings}"),
        Verdict::Draft => format!("draft, not finished{warnings}"),
        Verdict::Illegal => {
            format!("NOT LEGAL: {}{warnings}", count_noun(number_of(Severity::Error), "error"))
        }
        Verdict::Unreadable => "could not be read".to_owned(),
    }
}

fn choice_data(army: &Resolved<'_>) -> Vec<ChoiceData> {
    let called = army.answers.iter().filter(|((contingent, _), _)| army.has_called(*contingent));
    let named = called.filter_map(|((at, id), answer)| {
        let contingent = army.rules.contingents.get(at.0)?;
        let choice = contingent.choices.iter().find(|c| c.id == *id)?;
        let answer = choice.answers.iter().find(|(a, _, _)| a == answer).map_or(answer, |(_, name, _)| name);
        let name = match contingent.book.as_ref().filter(|_| contingent.ally.is_some()) {
            Some(book) => format!("{} ({})", choice.name, book.name),
            None => choice.name.clone(),
        };
        Some(ChoiceData { name: sanitize(&name).into_owned(), answer: sanitize(answer).into_owned() })
    });
    named.collect()
}

fn finding_data(report: &ListReport) -> Vec<FindingData> {
    let line = |f: &crate::finding::Finding| {
        let label = f.labels.iter().find(|l| l.span.file == FileId::CHECKED)?;
        Some(report.sources.get(FileId::CHECKED)?.position(label.span.start).line)
    };
    let to_data = |f: &crate::finding::Finding| FindingData {
        code: f.code.as_str(),
        severity: f.severity.as_str(),
        message: sanitize(&f.message).into_owned(),
        help: f.help.as_ref().map(|h| sanitize(h).into_owned()),
        rule: f.rule_path.as_ref().map(|r| sanitize(r).into_owned()),
        line: line(f),
    };
    report.findings.iter().map(to_data).collect()
}

fn command_data(input: DocumentInput<'_>, at: usize) -> CommandData {
    let army = input.army;
    let command = &army.commands[at];
    let contingent = &army.rules.contingents[command.contingent.0];
    let written = command.written.map(|w| &w.value);
    let units = unit_data(input, Some(at));
    let characters: Vec<CharacterData> = army.characters_of(at).map(|c| character_data(input, c)).collect();
    let cost = army.rules.has_points.then(|| command_cost(army, at)).flatten();
    let several = army.list.commands.is_some();
    CommandData {
        name: match command.name {
            Some(name) => Some(sanitize(name).into_owned()),
            None if several => Some(format!("Command {}", at + 1)),
            None => None,
        },
        ally: contingent.ally.as_ref().map(|a| sanitize(a).into_owned()),
        ally_name: contingent
            .ally
            .as_ref()
            .and(contingent.book.as_ref())
            .map(|b| sanitize(&b.name).into_owned()),
        commander: command.commander.map(|holder| holder_name(army, holder)),
        baggage_with: command.shares_with.map(|(name, _)| sanitize(name).into_owned()),
        notes: written.and_then(|w| clean_text(w.notes.as_ref())),
        cost: cost.map(JsonNumber),
        cost_shown: cost_text(army, cost),
        // In an army without commands, the implied command still has its tracks
        numbers: command_numbers(input, at, several),
        characters,
        units,
    }
}

/// Returns the numbers of a command. A command that the list does not write omits those that the army has
/// too.
fn command_numbers(input: DocumentInput<'_>, at: usize, written: bool) -> Vec<NumberData> {
    let mut numbers = region_numbers(input, Region::Command(at));
    if !written {
        let whole = region_numbers(input, Region::Army);
        numbers.retain(|n| whole.iter().all(|w| w.id != n.id));
    }
    numbers
}

/// Returns the name of the character or unit that holds a role.
pub(super) fn holder_name(army: &Resolved<'_>, holder: RoleHolder) -> String {
    let name = match holder {
        RoleHolder::Character(at) => &army.characters[at].name,
        RoleHolder::Unit(at) => &army.units[at].name,
    };
    sanitize(name).into_owned()
}

fn command_cost(army: &Resolved<'_>, at: usize) -> Option<ExactNumber> {
    let units = army.units.iter().filter(|u| u.command == Some(at));
    let units = units.map(|u| u.cost()?.checked_mul(i64::from(u.count).into()));
    let characters = army.characters_of(at).map(army::Character::cost);
    units.chain(characters).try_fold(ExactNumber::ZERO, |sum, cost| sum.checked_add(cost?))
}

/// Returns a cost as printed: `?` if unknown, empty if the game has no points.
pub(super) fn cost_text(army: &Resolved<'_>, cost: Option<ExactNumber>) -> String {
    if army.rules.has_points { cost.map_or_else(|| "?".to_owned(), number_text) } else { String::new() }
}

/// Converts the lines of a cost. Empty if the game has no points.
pub(super) fn cost_line_data(army: &Resolved<'_>, lines: &[army::cost_lines::CostLine]) -> Vec<CostLineData> {
    if !army.rules.has_points {
        return Vec::new();
    }
    let line = |l: &army::cost_lines::CostLine| CostLineData {
        what: sanitize(l.name).into_owned(),
        each: l.cost_of_one.map(JsonNumber),
        times: JsonNumber(l.times),
        total: l.total().map(JsonNumber),
        shown: l.total().map_or_else(|| "?".to_owned(), number_text),
        rule: l.rule_path.to_string(),
    };
    lines.iter().map(line).collect()
}

fn character_data(input: DocumentInput<'_>, character: &army::Character<'_>) -> CharacterData {
    let DocumentInput { army, texts, .. } = input;
    let role = character.role.map(|r| &army.rules.roles[r.0]);
    let added = role.iter().flat_map(|r| &r.changes.add).map(|(stat, formula)| {
        let stat = &army.rules.stats[stat.0];
        AddedStatData {
            name: sanitize(&stat.name).into_owned(),
            abbr: sanitize(&stat.abbr).into_owned(),
            shown: signed_text(formula),
        }
    });
    let added: Vec<AddedStatData> = added.collect();
    let own_text = character.kind.and_then(|k| texts.unit_text(&army.rules.kind(k).id));
    CharacterData {
        name: sanitize(&character.name).into_owned(),
        role: role.map(|r| sanitize(&r.name).into_owned()),
        with: character.joins.as_ref().map(|l| sanitize(l.name).into_owned()),
        commander: character.is_commander,
        cost: if army.rules.has_points { character.cost().map(JsonNumber) } else { None },
        cost_shown: cost_text(army, character.cost()),
        adds_shown: additions_text(&added, character.joins.is_some()),
        adds: added,
        text: own_text.or_else(|| Some(rule_text(texts.role(character.role?.0)?.text.as_ref()?))),
        sign: texts.readings.signs_of(role.map(|r| r.rule_path.as_str())),
        readings: texts.readings.readings_of(role.map(|r| r.rule_path.as_str())),
        notes: clean_text(character.written.notes.as_ref()),
        ledger: cost_line_data(army, &character.cost_lines),
    }
}

/// Returns what a role adds, as printed. Only the stats of a unit that was joined already include it.
fn additions_text(added: &[AddedStatData], joined: bool) -> String {
    let words: Vec<String> = added.iter().map(|a| format!("{} {}", a.name, a.shown)).collect();
    match words.join(", ") {
        words if words.is_empty() => words,
        words if joined => format!("adds to it {words} (counted there)"),
        words => format!("adds {words} to a unit that they join"),
    }
}

fn signed_text(formula: &Formula) -> String {
    match formula.as_constant() {
        Some(n) if n >= 0 => format!("+{}", number_text(n)),
        Some(n) => number_text(n),
        None => sanitize(&formula.text).into_owned(),
    }
}

/// Returns the units of a command, or the reserves if `command` is `None`, in the order of the list. With
/// `merge`, identical units become one.
fn unit_data(input: DocumentInput<'_>, command: Option<usize>) -> Vec<UnitData> {
    let army = input.army;
    let mut all: Vec<usize> = (0..army.units.len()).filter(|at| army.units[*at].command == command).collect();
    // Baggage comes last, wherever the key `baggage` is in the list
    let baggage = |at: usize| matches!(army.units[at].written, army::UnitOrigin::Baggage(_));
    all.sort_by_key(|at| (baggage(*at), army.units[*at].written.span()));
    let mut rows: Vec<BuiltUnit> = Vec::new();
    for at in all {
        let built = build_unit_data::build_unit(input, at);
        if input.merge {
            match rows.iter_mut().find(|row| row.content == built.content) {
                Some(row) => row.count += built.count,
                None => rows.push(built),
            }
        } else {
            let copies = built.count as usize;
            rows.extend(std::iter::repeat_n(built.single(), copies));
        }
    }
    let mut units: Vec<UnitData> = rows.into_iter().map(|built| built.with_totals(army)).collect();
    number_identical_units(&mut units);
    units
}

/// Numbers identical units (`2 of 5`). Units of the same name share one sequence, even if some are in rows of
/// their own.
fn number_identical_units(units: &mut [UnitData]) {
    let alike = |a: &UnitData, b: &UnitData| a.name == b.name && a.body.id == b.body.id;
    let numbers: Vec<String> = units
        .iter()
        .enumerate()
        .map(|(at, unit)| {
            let counted = |units: &[UnitData]| -> u32 {
                units.iter().filter(|u| alike(u, unit)).map(|u| u.count).sum()
            };
            let (before, of) = (counted(&units[..at]), counted(units));
            match unit.count {
                count if count == of => String::new(),
                1 => format!("{} of {of}", before + 1),
                count => format!("{}–{} of {of}", before + 1, before + count),
            }
        })
        .collect();
    units.iter_mut().zip(numbers).for_each(|(unit, number)| unit.number = number);
}
