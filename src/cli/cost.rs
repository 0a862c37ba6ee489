//! `muster cost`: prints the ledger of a list, with the rule that each point comes from.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::army::cost_lines::{CostLine, total_cost};
use crate::army::purchases::Purchases;
use crate::army::{Army, Character, Unit};
use crate::check::check_files::CheckOptions;
use crate::check::report::Report;
use crate::checked_list::Checked;
use crate::format::read_exact_numbers::Number;
use crate::output::terminal_text::{display_width, sanitize};
use crate::output::{TerminalStyle, human};
use crate::rules::compiled_purchases::Buyer;
use crate::rules::library::Library;

use super::{CommandError, CommandResult, input_files};

/// The arguments of `muster cost`.
#[derive(Debug, Args)]
pub(super) struct CostArgs {
    /// List to price; `-` for standard input
    list: PathBuf,
}

pub(super) fn run(
    options: &CostArgs,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let path = options.list.to_string_lossy().into_owned();
    let bytes =
        if path == "-" { input_files::read_standard_input() } else { input_files::read_file(&options.list) };
    let bytes = bytes.map_err(|why| {
        CommandError::Message(format!(
            "cannot read {path}: {why}{}",
            input_files::did_you_mean_file(&options.list)
        ))
    })?;
    let checked = Checked::read(library, &path, bytes, &CheckOptions::default());
    let report = checked.report();
    let Some(army) = checked.army() else {
        let sources = report.sources.clone();
        let report = Report { lists: vec![report.clone()], findings: library.findings(), sources };
        human::print_human(&report, out, style)?;
        return Ok(1);
    };
    let rules = army.rules;
    if !rules.has_points {
        writeln!(out, "{} has no points, so nothing has a cost", sanitize(&rules.name))?;
        return Ok(0);
    }
    print_ledger(army, out)?;
    let faults = report.findings.len();
    if faults > 0 {
        let word = if faults == 1 { "1 finding" } else { &format!("{faults} findings") };
        writeln!(out, "\n{}: {word}; see `muster check {}`", report.verdict.as_str(), sanitize(&path))?;
    }
    Ok(u8::from(matches!(report.verdict, crate::check::report::Verdict::Illegal)))
}

/// One printed row of the ledger.
struct LedgerRow {
    /// The indentation, in steps of two columns.
    depth: usize,
    text: String,
    /// The cost in points. `None` if it is not known.
    points: Option<Number>,
    /// The path of the rule that states the cost. Empty in rows that add up others.
    rule: String,
}

/// Prints the ledger of an army.
pub(super) fn print_ledger(army: &Army<'_>, out: &mut dyn Write) -> std::io::Result<()> {
    let rules = army.rules;
    let mode = army.mode.map_or_else(String::new, |m| format!(", {}", rules.modes[m.0].name));
    writeln!(out, "{}", sanitize(&army.list.army.value))?;
    writeln!(
        out,
        "{} {} ({}){mode}",
        sanitize(&rules.name),
        sanitize(&rules.version),
        sanitize(&rules.found_in)
    )?;
    let books = rules.contingents.first().into_iter().chain(army.called_allies());
    for book in books.filter_map(|c| c.book.as_ref()) {
        writeln!(out, "{} {} ({})", sanitize(&book.name), sanitize(&book.version), sanitize(&book.found_in))?;
    }
    writeln!(out)?;
    let rows = ledger_rows(army);
    let left = rows.iter().map(|r| 2 * r.depth + display_width(&r.text)).max().unwrap_or(0).min(70);
    for row in &rows {
        let words = format!("{}{}", "  ".repeat(row.depth), sanitize(&row.text));
        let gap = " ".repeat((left + 2).saturating_sub(display_width(&words)));
        let points = row.points.map_or_else(|| "unknown".to_owned(), |p| p.to_string());
        let rule = if row.rule.is_empty() { String::new() } else { format!("  {}", row.rule) };
        writeln!(out, "{words}{gap}{points:>7}{rule}")?;
    }
    let at_least = if army.cost_is_known { "" } else { "at least " };
    let left_over = match army.points.and_then(|size| size.checked_sub(army.spent)) {
        // The total is incomplete, so how much is left is not known
        Some(left) if left >= 0 && !army.cost_is_known => String::new(),
        Some(left) if left >= 0 => format!(", {left} left"),
        Some(over) => format!(", {} too many", Number::ZERO.checked_sub(over).unwrap_or_default()),
        None => String::new(),
    };
    let size = army.points.map_or_else(String::new, |p| format!(" of {p}"));
    let word = if army.points.unwrap_or(army.spent) == 1 { "point" } else { "points" };
    writeln!(out, "\ntotal {at_least}{}{size} {word}{left_over}", army.spent)?;
    for notice in &rules.notices {
        writeln!(out, "{}", sanitize(notice))?;
    }
    Ok(())
}

fn ledger_rows(army: &Army<'_>) -> Vec<LedgerRow> {
    let mut rows = Vec::new();
    for bought in army.purchases.iter().filter(|bought| bought.buyer != Buyer::Command) {
        push_cost_lines(&mut rows, 0, &bought.body.cost_lines, 1);
    }
    for (at, command) in army.commands.iter().enumerate() {
        let outer = army.commands_around(at).count() - 1;
        let depth = if army.list.commands.is_some() { outer + 1 } else { 0 };
        let units = units_in_list_order(army, Some(at));
        let characters: Vec<&Character<'_>> = army.characters_of(at).collect();
        if depth > 0 {
            let name = command.name.map_or_else(|| format!("command {}", at + 1), |n| n.value.clone());
            rows.push(LedgerRow {
                depth: outer,
                text: name,
                points: army.cost_of_command(at),
                rule: String::new(),
            });
        }
        let is_its = |bought: &&Purchases<'_>| bought.buyer == Buyer::Command && bought.command == Some(at);
        for bought in army.purchases.iter().filter(is_its) {
            push_cost_lines(&mut rows, depth, &bought.body.cost_lines, 1);
        }
        for character in characters {
            rows.push(LedgerRow {
                depth,
                text: character.name.clone(),
                points: character.cost(),
                rule: String::new(),
            });
            push_cost_lines(&mut rows, depth + 1, &character.cost_lines, 1);
        }
        units.iter().for_each(|unit| push_unit_rows(&mut rows, depth, unit));
        push_charges(&mut rows, depth, "paid by the command", &command.charges);
    }
    push_charges(&mut rows, 0, "paid by the army", &army.charges);
    let reserves = units_in_list_order(army, None);
    if !reserves.is_empty() {
        let costs = reserves.iter().map(|u| u.cost()?.checked_mul(i64::from(u.count).into()));
        let points = costs.into_iter().try_fold(Number::ZERO, |sum, cost| sum.checked_add(cost?));
        rows.push(LedgerRow {
            depth: 0,
            text: "reserves (not in the total)".to_owned(),
            points,
            rule: String::new(),
        });
        reserves.iter().for_each(|unit| push_unit_rows(&mut rows, 1, unit));
    }
    rows
}

/// Returns the units of a command, or of the reserves if `command` is `None`, in the order of the list.
fn units_in_list_order<'r, 'a>(army: &'r Army<'a>, command: Option<usize>) -> Vec<&'r Unit<'a>> {
    let mut units: Vec<&Unit<'_>> = army.units.iter().filter(|u| u.command == command).collect();
    units.sort_by_key(|u| u.written.span());
    units
}

/// Adds the charges that the army or a command pays itself, under a row that says who pays.
fn push_charges(rows: &mut Vec<LedgerRow>, depth: usize, payer: &str, lines: &[CostLine<'_>]) {
    if !lines.is_empty() {
        let points = total_cost(lines);
        rows.push(LedgerRow { depth, text: payer.to_owned(), points, rule: String::new() });
        push_cost_lines(rows, depth + 1, lines, 1);
    }
}

fn push_unit_rows(rows: &mut Vec<LedgerRow>, depth: usize, unit: &Unit<'_>) {
    let count = if unit.count == 1 { String::new() } else { format!("{} x ", unit.count) };
    let points = unit.cost().and_then(|c| c.checked_mul(i64::from(unit.count).into()));
    rows.push(LedgerRow { depth, text: format!("{count}{}", unit.name), points, rule: String::new() });
    for body in unit.bodies() {
        push_cost_lines(rows, depth + 1, &body.cost_lines, unit.count);
    }
}

fn push_cost_lines(rows: &mut Vec<LedgerRow>, depth: usize, lines: &[CostLine], count: u32) {
    for line in lines {
        let points = line.total().and_then(|t| t.checked_mul(i64::from(count).into()));
        let each = line.cost_of_one.map_or_else(|_| String::new(), |n| n.to_string());
        let mut times: Vec<String> = Vec::new();
        if count > 1 {
            times.push(count.to_string());
        }
        if line.times != 1 {
            times.push(line.times.to_string());
        }
        let factors = if times.is_empty() || line.cost_of_one.is_err() {
            String::new()
        } else {
            format!(", {} x {each}", times.join(" x "))
        };
        let why = line.explanation.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        rows.push(LedgerRow {
            depth,
            text: format!("{}{why}{factors}", line.name),
            points,
            rule: line.rule_path.to_string(),
        });
    }
}
