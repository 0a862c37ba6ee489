//! Builds the data of the army as a whole: its rules, points, verdict, choices and findings.

use base64::Engine as _;

use crate::army::regions::Region;
use crate::army::{Army as Resolved, Unit, UnitOrigin};
use crate::check::report::{ListReport, NO_DIGEST, Verdict};
use crate::finding::{FileId, Finding, Severity};
use crate::format::read_exact_numbers::Number as ExactNumber;
use crate::output::terminal_text::sanitize;
use crate::rules::BookFacts;
use crate::wording::count_noun;

use super::bought_data::bought_data;
use super::number_data::{number_text, region_numbers};
use super::printed_costs_and_names::cost_line_data;
use super::printed_rule_text::{clean_text, rule_text};
use super::{
    ArmyData, ChoiceData, DigestData, DocumentInput, FindingData, JsonNumber, NamedData, PointsData,
    RulesData,
};

/// Returns the number of units, without characters, reserves and what does not count as a unit.
fn unit_count(army: &Resolved<'_>) -> i64 {
    let counts = |u: &&Unit<'_>| {
        !u.in_reserve() && !u.body.uncounted && !matches!(u.written, UnitOrigin::Character(_))
    };
    army.units.iter().filter(counts).map(|u| i64::from(u.count)).sum()
}

/// Builds the data of the army.
pub(super) fn army_data(input: DocumentInput<'_>) -> ArmyData {
    let DocumentInput { army, report, .. } = input;
    let (rules, list) = (army.rules, army.list);
    let book = rules.contingents.first().and_then(|c| c.book.as_ref());
    let source = report.sources.get(FileId::CHECKED);
    let (bought, bought_shown) = bought_data(input, None);
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
        bought,
        bought_shown,
        choices: choice_data(army),
        numbers: region_numbers(input, Region::Army),
        findings: finding_data(report),
        units: unit_count(army),
        charges: cost_line_data(army, &army.charges),
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
    let mut data = rules_data(&book.id, &book.name, &book.version, &book.found_in);
    for base in &book.bases {
        data.shown += &sanitize(&format!(", extending {}, data {}", base.name, base.version));
    }
    data
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
    let room = army.points.and_then(|limit| limit.checked_sub(army.spent));
    PointsData {
        total: JsonNumber(army.spent),
        limit: army.points.map(JsonNumber),
        complete: army.cost_is_known,
        shown: format!("{least}{}{limit} {points}", number_text(army.spent)),
        left: room.filter(|room| army.cost_is_known && *room >= 0).map(JsonNumber),
        over: room
            .filter(|room| *room < 0)
            .and_then(|room| ExactNumber::ZERO.checked_sub(room))
            .map(JsonNumber),
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
    let line = |f: &Finding| {
        let label = f.labels.iter().find(|l| l.span.file == FileId::CHECKED)?;
        Some(report.sources.get(FileId::CHECKED)?.position(label.span.start).line)
    };
    let to_data = |f: &Finding| FindingData {
        code: f.code.as_str(),
        severity: f.severity.as_str(),
        message: sanitize(&f.message).into_owned(),
        help: f.help.as_ref().map(|h| sanitize(h).into_owned()),
        rule: f.rule_path.as_ref().map(|r| sanitize(r).into_owned()),
        line: line(f),
    };
    report.findings.iter().map(to_data).collect()
}
