//! Reports costs that are not known: those that no rule states, and those of which no line fits.

use crate::army::agreed_points::lacks_mode;
use crate::army::applicable_costs::{purchase_cost, stated_cost};
use crate::army::cost_lines::{CostLine, PricedItem, UnknownCost};
use crate::army::{Army, Character, Unit, UnitLink};
use crate::finding::{Code, Span};
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_costs::Cost;
use crate::rules::id_types::UnitKindId;

use super::{CheckReport, army_span, entry_dates_and_conditions, finding_at};

/// A line of the ledger whose cost is not known.
struct UnknownLine<'l> {
    line: &'l CostLine<'l>,
    why: UnknownCost,
    /// The position in the list.
    span: Span,
    /// The unit type or entry of who pays.
    kind: Option<UnitKindId>,
    /// Who pays, in words. `None` if the name of the unit that a character joins is unknown.
    payer: Option<String>,
    /// The cost that is not known. `None` if no rule states one.
    cost: Option<&'l Cost>,
}

impl<'l> UnknownLine<'l> {
    /// The line of a unit or a character of a kind, or a charge of the army for `None`.
    fn new(army: &'l Army<'_>, line: &'l CostLine<'l>, kind: Option<UnitKindId>) -> Option<Self> {
        let cost = match (line.paid_for, kind) {
            (PricedItem::Charge(charge), _) => Some(&army.rules.charges[charge.0].cost),
            (PricedItem::Role(role), _) => army.rules.roles[role.0].cost.as_ref(),
            (_, Some(kind)) => stated_cost(army.rules, kind, line),
            (_, None) => None,
        };
        let why = line.cost_of_one.err()?;
        Some(Self { line, why, span: army_span(army), kind, payer: Some("the army".to_owned()), cost })
    }
}

/// Reports units, characters, purchases and charges whose cost is not known.
pub(super) fn report_unknown_costs(army: &Army<'_>, found: &mut CheckReport) {
    for unknown in unknown_lines(army) {
        let UnknownLine { line, why, span, kind, payer, cost } = &unknown;
        let message = match why {
            UnknownCost::NotStated => {
                format!("what \"{}\" costs is not known, so the total is incomplete", line.name)
            }
            UnknownCost::NoLineFits => match payer {
                Some(payer) => format!("no line of the cost of \"{}\" fits {payer}", line.name),
                // The unknown name has a finding of its own
                None => continue,
            },
            UnknownCost::NobodyJoined => match payer {
                Some(payer) => {
                    format!(
                        "the cost of \"{}\" goes by the unit that is joined, and there is none for {payer}",
                        line.name
                    )
                }
                None => continue,
            },
            // What is missing to decide it has been reported
            UnknownCost::Undecided | UnknownCost::DependsOnUnknown => continue,
        };
        let mut finding = finding_at(Code::PointsUnknown, *span, message);
        let of_unit = matches!(line.paid_for, PricedItem::Body | PricedItem::Option(_));
        finding = match (why, kind, cost) {
            (UnknownCost::NotStated, Some(kind), _) if of_unit => {
                finding.with_label(army.rules.kind(*kind).span, "it has no cost here")
            }
            (_, _, Some(cost)) => finding.with_label(cost.span, "its cost"),
            (_, _, None) => finding,
        };
        if *why == UnknownCost::NobodyJoined {
            finding = finding.with_help("name the unit with `with`");
        }
        found.push(finding.with_rule(line.rule_path.as_ref()));
    }
}

/// Notes what is missing to decide which line of a cost fits, or whether a charge is paid.
pub(super) fn note_facts_that_prices_need(army: &Army<'_>, found: &mut CheckReport) {
    for unknown in unknown_lines(army).iter().filter(|unknown| unknown.why == UnknownCost::Undecided) {
        let rule = unknown.line.rule_path.as_ref();
        let charge = match unknown.line.paid_for {
            PricedItem::Charge(charge) => Some(&army.rules.charges[charge.0].when),
            _ => None,
        };
        let Some(cost) = unknown.cost else { continue };
        let conditions: Vec<&Condition> = cost.lines.iter().map(|line| &line.when).chain(charge).collect();
        let asks = |what: &dyn Fn(&Condition) -> bool| conditions.iter().any(|when| when.asks(what));
        if army.points_of(cost.contingent).is_none()
            && asks(&|when| when.points.is_some())
            && !found.rules_needing_points.iter().any(|known| known == rule)
        {
            found.rules_needing_points.push(rule.to_owned());
        }
        if army.date.is_none() && asks(&|when| when.date.is_some()) {
            entry_dates_and_conditions::note_missing_date(found, rule.to_owned());
        }
    }
}

/// Returns every line of the ledger whose cost is not known, but those that follow from something reported.
fn unknown_lines<'l>(army: &'l Army<'_>) -> Vec<UnknownLine<'l>> {
    // An unknown mode has been reported; each cost that depends on it would only report the same again
    if !army.rules.has_points || lacks_mode(army) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for unit in &army.units {
        let Some(kind) = unit.body.kind.map(|k| army.rules.kind(k)) else { continue };
        // An entry for a character has been reported as not being a unit
        if kind.unit_type.is_none() {
            continue;
        }
        let priced_by_size = kind.cost.as_ref().and_then(Cost::prices_by_size).is_some();
        for (body, line) in unit.bodies().flat_map(|b| b.cost_lines.iter().map(move |line| (b, line))) {
            // A size without a price is reported by the check of sizes
            if priced_by_size && line.rule_path == kind.rule_path {
                continue;
            }
            let payer = match (line.paid_for, &unit.joins) {
                (PricedItem::Role(_), Some(link)) => joined_name(army, link),
                _ => Some(format!("\"{}\"", unit.name)),
            };
            let span = unit.written.type_span();
            all.extend(UnknownLine::new(army, line, body.kind).map(|own| UnknownLine { span, payer, ..own }));
        }
    }
    for character in &army.characters {
        for line in &character.cost_lines {
            let span = character.written.role.as_ref().map_or(character.written.span, |role| role.span);
            let payer = character_in_words(army, character);
            let made = UnknownLine::new(army, line, character.kind);
            all.extend(made.map(|own| UnknownLine { span, payer, ..own }));
        }
    }
    for bought in &army.purchases {
        for line in &bought.body.cost_lines {
            let taken = bought.body.taken_for(line);
            let span = taken.map_or(bought.span, |taken| taken.span);
            let payer = Some(bought.buyer.noun().to_owned());
            let cost = taken.and_then(|taken| purchase_cost(army.rules, &bought.body, taken));
            let made = UnknownLine::new(army, line, None);
            all.extend(made.map(|own| UnknownLine { span, payer, cost, ..own }));
        }
    }
    all.extend(army.own_charges(None).filter_map(|line| UnknownLine::new(army, line, None)));
    all
}

/// Returns a character with whom they join. `None` if the name of the unit is unknown.
fn character_in_words(army: &Army<'_>, character: &Character<'_>) -> Option<String> {
    let name = if character.name.is_empty() { "a character" } else { &character.name };
    match &character.joins {
        None => Some(format!("{name}, who joins nobody")),
        Some(link) => joined_name(army, link).map(|unit| format!("{name}, who joins {unit}")),
    }
}

fn joined_name(army: &Army<'_>, link: &UnitLink<'_>) -> Option<String> {
    let unit: Option<&Unit<'_>> = link.unit.map(|at| &army.units[at]);
    unit.map(|unit| format!("\"{}\"", unit.name))
}
