//! Builds the document of an army: the army as a whole, its commands and characters.

use base64::Engine as _;

use crate::army::measure::Where;
use crate::army::{self, Army as Resolved, Holder};
use crate::check::report::{ListReport, NO_DIGEST, Verdict};
use crate::finding::{FileId, Severity};
use crate::format::formula::Formula;
use crate::format::number::Number as ExactNumber;
use crate::output::text::clean;
use crate::rules::BookFacts;
use crate::wording::count;

use super::army_unit::{self, Made};
use super::number::{of_places, text};
use super::texts::{Texts, printed, said};
use super::{
    Added, Army, Character, Choice, Command, Digest, Document, Exact, Finding, Judge, Line, Named, Number,
    Packing, Points, Reading, Reference, Unit, VERSION,
};

/// The inputs that a document is built from.
#[derive(Clone, Copy, Debug)]
pub struct Input<'i> {
    /// The resolved army.
    pub army: &'i Resolved<'i>,
    /// The report on its list.
    pub report: &'i ListReport,
    /// The texts of its rules.
    pub texts: &'i Texts,
    /// Whether identical units share a row or card. If not, each is numbered.
    pub merge: bool,
}

/// Builds the document of a list. With `all`, the reference sheet has the rules of the whole game.
pub fn build(input: Input<'_>, all: bool) -> Document {
    let army = input.army;
    let mut commands: Vec<Command> = (0..army.commands.len()).map(|at| command(input, at)).collect();
    let mut reserves = units(input, None);
    // What is the same for all units need not be printed with each
    let noticed = || commands.iter().flat_map(|c| &c.units).chain(&reserves).map(|u| &u.body.noticed);
    if noticed().next().is_some_and(|first| noticed().all(|other| other == first)) {
        let units = commands.iter_mut().flat_map(|c| &mut c.units).chain(&mut reserves);
        units.for_each(|u| u.body.noticed = None);
    }
    let packing = Packing::of(&commands, &reserves);
    let brackets = brackets(input, commands.iter().flat_map(|c| &c.units).chain(&reserves));
    let whole = Army { brackets, ..whole(input) };
    Document {
        version: VERSION,
        readings: readings(input, &whole, &commands, &reserves),
        army: whole,
        reference: Reference::of(&[input], all),
        packing,
        commands,
        reserves,
    }
}

/// Returns the readings that anything printed of the army, its commands and its units rests on.
fn readings(input: Input<'_>, whole: &Army, commands: &[Command], reserves: &[Unit]) -> Vec<Reading> {
    let rules = input.army.rules;
    let numbers = whole.numbers.iter().chain(commands.iter().flat_map(|c| &c.numbers));
    let numbers = numbers.filter_map(|n| rules.number(&n.id)).map(|id| rules.numbers[id.0].rule.as_str());
    let roles = input.army.characters.iter().filter_map(|c| c.role);
    let roles = roles.map(|r| rules.roles[r.0].rule.as_str());
    let mut all = input.texts.readings.used(numbers.chain(roles));
    let units = commands.iter().flat_map(|c| &c.units).chain(reserves);
    let bodies = units.flat_map(|u| std::iter::once(&u.body).chain(u.parts.iter().map(|p| &p.body)));
    for reading in bodies.flat_map(|b| &b.readings) {
        if !all.contains(reading) {
            all.push(reading.clone());
        }
    }
    all.sort_by_key(|reading| reading.place);
    all
}

/// Returns the explanation of stats in brackets. `None` if no unit has any.
fn brackets<'u>(input: Input<'_>, mut units: impl Iterator<Item = &'u Unit>) -> Option<String> {
    let bodies = |u: &'u Unit| std::iter::once(&u.body).chain(u.parts.iter().map(|p| &p.body));
    let changed = |s: &super::Stat| s.changed && s.base.is_some();
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
        !u.in_reserve() && !u.body.passed_over && !matches!(u.written, army::Written::Character(_))
    };
    army.units.iter().filter(counts).map(|u| i64::from(u.count)).sum()
}

fn whole(input: Input<'_>) -> Army {
    let Input { army, report, .. } = input;
    let (rules, list) = (army.rules, army.list);
    let book = rules.contingents.first().and_then(|c| c.book.as_ref());
    let source = report.sources.get(FileId::CHECKED);
    let mut data = Army {
        name: clean(&list.army).into_owned(),
        player: said(list.player.as_ref()),
        club: said(list.club.as_ref()),
        date: army.date.map(|d| d.to_string()),
        ruleset: judge(&rules.id, &rules.name, &rules.version, &rules.from),
        book: book.map(judge_of),
        allies: army.called_allies().filter_map(|c| c.book.as_ref()).map(judge_of).collect(),
        event: rules.event.as_ref().map(|e| Named { id: e.id.clone(), name: clean(&e.name).into_owned() }),
        mode: army
            .mode
            .map(|m| &rules.modes[m.0])
            .map(|m| Named { id: m.id.clone(), name: clean(&m.name).into_owned() }),
        points: rules.has_points.then(|| points(army)),
        verdict: report.verdict.as_str(),
        verdict_text: verdict(report),
        digest: report.digest.as_ref().map(|d| Digest {
            army: d.army.clone(),
            rules: d.rules.clone(),
            shown: d.to_string(),
        }),
        digest_text: match &report.digest {
            Some(digest) => format!("digest {digest}"),
            None => NO_DIGEST.to_owned(),
        },
        notices: rules.notices.iter().map(|n| printed(n)).collect(),
        notes: said(list.notes.as_ref()),
        choices: choices(army),
        numbers: of_places(input, Where::Army),
        findings: findings(report),
        units: unit_count(army),
        brackets: None,
        list: source.map_or_else(String::new, |s| {
            base64::engine::general_purpose::STANDARD.encode(s.text.as_bytes())
        }),
        summary: String::new(),
    };
    data.summary = summary(&data);
    data
}

/// Returns the line that every sheet prints about the army, in addition to its name.
fn summary(army: &Army) -> String {
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

fn judge_of(book: &BookFacts) -> Judge {
    judge(&book.id, &book.name, &book.version, &book.from)
}

fn judge(id: &str, name: &str, version: &str, from: &str) -> Judge {
    Judge {
        id: id.to_owned(),
        name: clean(name).into_owned(),
        version: clean(version).into_owned(),
        shown: clean(&format!("{name}, data {version}")).into_owned(),
        from: clean(from).into_owned(),
    }
}

fn points(army: &Resolved<'_>) -> Points {
    let least = if army.complete { "" } else { "at least " };
    let limit = army.points.map_or_else(String::new, |p| format!(" of {}", text(p)));
    let points = if army.points.unwrap_or(army.spent) == 1 { "point" } else { "points" };
    Points {
        total: Exact(army.spent),
        limit: army.points.map(Exact),
        complete: army.complete,
        shown: format!("{least}{}{limit} {points}", text(army.spent)),
    }
}

/// Returns the verdict as printed for the opponent.
fn verdict(report: &ListReport) -> String {
    let number_of = |severity| report.findings.iter().filter(|f| f.severity == severity).count();
    let warnings = match number_of(Severity::Warning) {
        0 => String::new(),
        n => format!(", {}", count(n, "warning")),
    };
    match report.verdict {
        Verdict::Legal => format!("legal{warnings}"),
        Verdict::Draft => format!("draft, not finished{warnings}"),
        Verdict::Illegal => format!("NOT LEGAL: {}{warnings}", count(number_of(Severity::Error), "error")),
        Verdict::Unreadable => "could not be read".to_owned(),
    }
}

fn choices(army: &Resolved<'_>) -> Vec<Choice> {
    let called = army.answers.iter().filter(|((contingent, _), _)| army.has_called(*contingent));
    let named = called.filter_map(|((at, id), answer)| {
        let contingent = army.rules.contingents.get(at.0)?;
        let choice = contingent.choices.iter().find(|c| c.id == *id)?;
        let answer = choice.answers.iter().find(|(a, _, _)| a == answer).map_or(answer, |(_, name, _)| name);
        let name = match contingent.book.as_ref().filter(|_| contingent.ally.is_some()) {
            Some(book) => format!("{} ({})", choice.name, book.name),
            None => choice.name.clone(),
        };
        Some(Choice { name: clean(&name).into_owned(), answer: clean(answer).into_owned() })
    });
    named.collect()
}

fn findings(report: &ListReport) -> Vec<Finding> {
    let line = |f: &crate::finding::Finding| {
        let label = f.labels.iter().find(|l| l.span.file == FileId::CHECKED)?;
        Some(report.sources.get(FileId::CHECKED)?.position(label.span.start).line)
    };
    let to_data = |f: &crate::finding::Finding| Finding {
        code: f.code.as_str(),
        severity: f.severity.as_str(),
        message: clean(&f.message).into_owned(),
        help: f.help.as_ref().map(|h| clean(h).into_owned()),
        rule: f.rule.as_ref().map(|r| clean(r).into_owned()),
        line: line(f),
    };
    report.findings.iter().map(to_data).collect()
}

fn command(input: Input<'_>, at: usize) -> Command {
    let army = input.army;
    let command = &army.commands[at];
    let contingent = &army.rules.contingents[command.contingent.0];
    let written = command.written.map(|w| &w.value);
    let units = units(input, Some(at));
    let characters: Vec<Character> = army.characters_of(at).map(|c| character(input, c)).collect();
    let cost = army.rules.has_points.then(|| cost_of(army, at)).flatten();
    let several = army.list.commands.is_some();
    Command {
        name: match command.name {
            Some(name) => Some(clean(name).into_owned()),
            None if several => Some(format!("Command {}", at + 1)),
            None => None,
        },
        ally: contingent.ally.as_ref().map(|a| clean(a).into_owned()),
        ally_name: contingent
            .ally
            .as_ref()
            .and(contingent.book.as_ref())
            .map(|b| clean(&b.name).into_owned()),
        commander: command.commander.map(|holder| holder_name(army, holder)),
        baggage_with: command.shares_with.map(|(name, _)| clean(name).into_owned()),
        notes: written.and_then(|w| said(w.notes.as_ref())),
        cost: cost.map(Exact),
        cost_shown: shown_cost(army, cost),
        // In an army without commands, the implied command still has its tracks
        numbers: numbers_of(input, at, several),
        characters,
        units,
    }
}

/// Returns the numbers of a command. A command that the list does not write omits those that the army has
/// too.
fn numbers_of(input: Input<'_>, at: usize, written: bool) -> Vec<Number> {
    let mut numbers = of_places(input, Where::Command(at));
    if !written {
        let whole = of_places(input, Where::Army);
        numbers.retain(|n| whole.iter().all(|w| w.id != n.id));
    }
    numbers
}

/// Returns the name of the character or unit that holds a role.
pub(super) fn holder_name(army: &Resolved<'_>, holder: Holder) -> String {
    let name = match holder {
        Holder::Character(at) => &army.characters[at].name,
        Holder::Unit(at) => &army.units[at].name,
    };
    clean(name).into_owned()
}

fn cost_of(army: &Resolved<'_>, at: usize) -> Option<ExactNumber> {
    let units = army.units.iter().filter(|u| u.command == Some(at));
    let units = units.map(|u| u.cost()?.times(i64::from(u.count).into()));
    let characters = army.characters_of(at).map(army::Character::cost);
    units.chain(characters).try_fold(ExactNumber::ZERO, |sum, cost| sum.plus(cost?))
}

/// Returns a cost as printed: `?` if unknown, empty if the game has no points.
pub(super) fn shown_cost(army: &Resolved<'_>, cost: Option<ExactNumber>) -> String {
    if army.rules.has_points { cost.map_or_else(|| "?".to_owned(), text) } else { String::new() }
}

/// Converts the lines of a cost. Empty if the game has no points.
pub(super) fn ledger(army: &Resolved<'_>, lines: &[army::ledger::Line]) -> Vec<Line> {
    if !army.rules.has_points {
        return Vec::new();
    }
    let line = |l: &army::ledger::Line| Line {
        what: clean(l.what).into_owned(),
        each: l.each.map(Exact),
        times: Exact(l.times),
        total: l.total().map(Exact),
        shown: l.total().map_or_else(|| "?".to_owned(), text),
        rule: l.rule.to_string(),
    };
    lines.iter().map(line).collect()
}

fn character(input: Input<'_>, character: &army::Character<'_>) -> Character {
    let Input { army, texts, .. } = input;
    let role = character.role.map(|r| &army.rules.roles[r.0]);
    let added = role.iter().flat_map(|r| &r.change.add).map(|(stat, formula)| {
        let stat = &army.rules.stats[stat.0];
        Added {
            name: clean(&stat.name).into_owned(),
            abbr: clean(&stat.abbr).into_owned(),
            shown: signed(formula),
        }
    });
    let added: Vec<Added> = added.collect();
    let own_text = character.kind.and_then(|k| texts.unit(&army.rules.kind_of(k).id));
    Character {
        name: clean(&character.name).into_owned(),
        role: role.map(|r| clean(&r.name).into_owned()),
        with: character.with.as_ref().map(|l| clean(l.name).into_owned()),
        commander: character.commander,
        cost: if army.rules.has_points { character.cost().map(Exact) } else { None },
        cost_shown: shown_cost(army, character.cost()),
        adds_shown: adds_shown(&added, character.with.is_some()),
        adds: added,
        text: own_text.or_else(|| Some(printed(texts.role(character.role?.0)?.text.as_ref()?))),
        sign: texts.readings.sign(role.map(|r| r.rule.as_str())),
        readings: texts.readings.used(role.map(|r| r.rule.as_str())),
        notes: said(character.written.notes.as_ref()),
        ledger: ledger(army, &character.lines),
    }
}

/// Returns what a role adds, as printed. Only the stats of a unit that was joined already include it.
fn adds_shown(added: &[Added], joined: bool) -> String {
    let words: Vec<String> = added.iter().map(|a| format!("{} {}", a.name, a.shown)).collect();
    match words.join(", ") {
        words if words.is_empty() => words,
        words if joined => format!("adds to it {words} (counted there)"),
        words => format!("adds {words} to a unit that they join"),
    }
}

fn signed(formula: &Formula) -> String {
    match formula.constant() {
        Some(n) if n >= 0 => format!("+{}", text(n)),
        Some(n) => text(n),
        None => clean(&formula.text).into_owned(),
    }
}

/// Returns the units of a command, or the reserves if `command` is `None`, in the order of the list. With
/// `merge`, identical units become one.
fn units(input: Input<'_>, command: Option<usize>) -> Vec<Unit> {
    let army = input.army;
    let mut all: Vec<usize> = (0..army.units.len()).filter(|at| army.units[*at].command == command).collect();
    // Baggage comes last, wherever the key `baggage` is in the list
    let baggage = |at: usize| matches!(army.units[at].written, army::Written::Baggage(_));
    all.sort_by_key(|at| (baggage(*at), army.units[*at].written.span()));
    let mut rows: Vec<Made> = Vec::new();
    for at in all {
        let built = army_unit::unit(input, at);
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
    let mut units: Vec<Unit> = rows.into_iter().map(|built| built.finish(army)).collect();
    number_through(&mut units);
    units
}

/// Numbers identical units (`2 of 5`). Units of the same name share one sequence, even if some are in rows of
/// their own.
fn number_through(units: &mut [Unit]) {
    let alike = |a: &Unit, b: &Unit| a.name == b.name && a.body.id == b.body.id;
    let numbers: Vec<String> = units
        .iter()
        .enumerate()
        .map(|(at, unit)| {
            let counted =
                |units: &[Unit]| -> u32 { units.iter().filter(|u| alike(u, unit)).map(|u| u.count).sum() };
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
