//! Prints a comparison for people: `+`, `-` or `~` before each difference, with the points before and after
//! in columns.

use std::io::{self, Write};

use super::army_changes::command_title;
use super::changes::{ChangeKind, ChangedFinding, CommandChange, Comparison, FactChange, RowChange};
use super::snapshot::{CommandSnapshot, RowSnapshot};
use crate::check::report::{ListReport, NO_DIGEST, Verdict};
use crate::format::read_exact_numbers::Number;
use crate::output::terminal_text::{display_width, sanitize};

/// Prints a comparison, without colours.
pub fn print_text(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "before  {}", list_line(&comparison.before))?;
    writeln!(out, "after   {}", list_line(&comparison.after))?;
    if comparison.is_empty() {
        return writeln!(out, "\nno difference: the same army with the same verdict");
    }
    if !comparison.facts.is_empty() {
        writeln!(out, "\narmy")?;
        for change in &comparison.facts {
            writeln!(out, "{}", change_text(change, 2))?;
        }
    }
    let rows = table_lines(comparison);
    if !rows.is_empty() {
        writeln!(out)?;
        print_table(&rows, comparison.has_points, out)?;
    }
    print_verdict(comparison, out)
}

/// Returns a line about a list: its path, army, rules and digest.
fn list_line(list: &ListReport) -> String {
    let judges: Vec<String> = list.rules_sources().into_iter().map(|(name, _)| name).collect();
    let digest = list.digest.as_ref().map_or_else(|| NO_DIGEST.to_owned(), ToString::to_string);
    let army = list.army.as_deref().unwrap_or("an army without a name");
    let line = format!("{}: {army} ({}, {digest})", list.path, judges.join(", "));
    sanitize(&line).into_owned()
}

fn change_text(change: &FactChange, indent: usize) -> String {
    let lead = format!("{}{}", " ".repeat(indent), change.kind().symbol());
    let line = match (&change.before, &change.after) {
        (Some(before), Some(after)) => format!("{lead} {}: {before} -> {after}", change.what),
        (Some(only), None) | (None, Some(only)) => format!("{lead} {}: {only}", change.what),
        (None, None) => format!("{lead} {}", change.what),
    };
    sanitize(&line).into_owned()
}

/// A line of the table. `points` are those before and after, or `None` for a line without points.
struct TableLine {
    text: String,
    points: Option<(CostCell, CostCell)>,
}

/// A cost in the table.
#[derive(Clone, Copy)]
enum CostCell {
    /// The item is not in this army.
    Absent,
    /// The cost is unknown.
    Unknown,
    /// The cost in points.
    Known(Number),
}

impl CostCell {
    fn from_side<T>(there: Option<&T>, cost: impl Fn(&T) -> Option<Number>) -> Self {
        there.map_or(Self::Absent, |one| cost(one).map_or(Self::Unknown, Self::Known))
    }
}

fn table_lines(comparison: &Comparison) -> Vec<TableLine> {
    let mut lines = Vec::new();
    for group in &comparison.groups {
        let shown = group.after.as_ref().or(group.before.as_ref());
        let named = shown.is_some_and(|g| g.name.is_some());
        let alone = !named && group.before.is_some() && group.after.is_some();
        let cost = |g: &Option<CommandSnapshot>| CostCell::from_side(g.as_ref(), CommandSnapshot::cost);
        if !alone {
            let sign = match (&group.before, &group.after) {
                (None, _) => "+ ",
                (_, None) => "- ",
                _ => "",
            };
            let name = shown.map_or_else(String::new, |g| command_title(g, 0));
            lines.push(TableLine {
                text: sanitize(&format!("{sign}{name}")).into_owned(),
                points: Some((cost(&group.before), cost(&group.after))),
            });
        }
        push_command_lines(&mut lines, group, if alone { 0 } else { 2 });
    }
    let total =
        |list: &ListReport| CostCell::from_side(list.points.as_ref(), |p| p.complete.then_some(p.total));
    if !lines.is_empty() && comparison.has_points {
        let points = (total(&comparison.before), total(&comparison.after));
        lines.push(TableLine { text: "total".to_owned(), points: Some(points) });
    }
    lines
}

fn push_command_lines(lines: &mut Vec<TableLine>, group: &CommandChange, indent: usize) {
    let more = indent + 4;
    lines.extend(group.changes.iter().map(|c| TableLine { text: change_text(c, indent), points: None }));
    for row in &group.rows {
        let cost = |r: &Option<RowSnapshot>| CostCell::from_side(r.as_ref(), RowSnapshot::cost);
        let lead = format!("{}{} ", " ".repeat(indent), row.kind().symbol());
        lines.push(TableLine {
            text: format!("{lead}{}", sanitize(&row_title(row))),
            points: Some((cost(&row.before), cost(&row.after))),
        });
        if let Some(from) = &row.moved_from {
            let gap = " ".repeat(more);
            lines.push(TableLine { text: format!("{gap}~ command: from {}", sanitize(from)), points: None });
        }
        lines.extend(row.changes.iter().map(|c| TableLine { text: change_text(c, more), points: None }));
        if row.kind() == ChangeKind::Added {
            // A new row has nothing to be compared with, but its options should still be listed
            let options = row.after.iter().flat_map(|r| &r.options);
            let added = options.map(|(word, detail)| FactChange {
                what: "option".to_owned(),
                before: None,
                after: Some(if detail.is_empty() { word.clone() } else { format!("{word} ({detail})") }),
            });
            lines.extend(added.map(|c| TableLine { text: change_text(&c, more), points: None }));
        }
    }
}

/// Returns the name of a row, with count and type if it was added or removed. Other rows list such changes
/// below.
fn row_title(row: &RowChange) -> String {
    let Some(shown) = row.after.as_ref().or(row.before.as_ref()) else { return String::new() };
    if row.kind() == ChangeKind::Changed {
        return shown.name.clone();
    }
    let count = if shown.count == 1 { String::new() } else { format!("{} x ", shown.count) };
    format!("{count}{} ({})", shown.name, shown.kind)
}

fn print_table(rows: &[TableLine], has_points: bool, out: &mut dyn Write) -> io::Result<()> {
    if !has_points {
        return rows.iter().try_for_each(|row| writeln!(out, "{}", row.text));
    }
    let shown = |cost: &CostCell| match cost {
        CostCell::Absent => String::new(),
        CostCell::Unknown => "unknown".to_owned(),
        CostCell::Known(n) => n.to_string(),
    };
    let mut grid: Vec<[String; 4]> =
        vec![[String::new(), "before".to_owned(), "after".to_owned(), "change".to_owned()]];
    for row in rows {
        let cells = row.points.as_ref().map_or_else(Default::default, |(before, after)| {
            [shown(before), shown(after), cost_difference(*before, *after)]
        });
        let [before, after, change] = cells;
        grid.push([row.text.clone(), before, after, change]);
    }
    // A line without points may run into the other columns, so ignore it
    let wide = |at: usize| {
        let cells = grid.iter().filter(|row| at > 0 || !row[1].is_empty() || !row[2].is_empty());
        cells.map(|row| display_width(&row[at])).max().unwrap_or(0)
    };
    let widths: [usize; 4] = std::array::from_fn(wide);
    for row in &grid {
        let gap = |at: usize| " ".repeat(widths[at].saturating_sub(display_width(&row[at])));
        let line =
            format!("{}{}  {}{}  {}{}  {}{}", row[0], gap(0), gap(1), row[1], gap(2), row[2], gap(3), row[3]);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn cost_difference(before: CostCell, after: CostCell) -> String {
    let value = |cost: CostCell| match cost {
        CostCell::Absent => Some(Number::ZERO),
        CostCell::Unknown => None,
        CostCell::Known(n) => Some(n),
    };
    match value(before).zip(value(after)).and_then(|(b, a)| a.checked_sub(b)) {
        None => String::new(),
        Some(n) if n > 0 => format!("+{n}"),
        Some(n) if n < 0 => n.to_string(),
        Some(_) => "0".to_owned(),
    }
}

fn print_verdict(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let (before, after) = (comparison.before.verdict, comparison.after.verdict);
    let words = if before == after {
        format!("{}, as before", after.as_str())
    } else {
        format!("{} -> {}", before.as_str(), after.as_str())
    };
    writeln!(out, "\nverdict: {words}")?;
    for (sign, seen) in
        comparison.new.iter().map(|s| ('+', s)).chain(comparison.gone.iter().map(|s| ('-', s)))
    {
        writeln!(out, "  {sign} {}", finding_text(seen))?;
    }
    let left = comparison.after.findings.len() - comparison.new.len();
    if after == Verdict::Illegal && left > 0 {
        let word =
            if left == 1 { "1 finding that was".to_owned() } else { format!("{left} findings that were") };
        writeln!(out, "  and {word} there before")?;
    }
    Ok(())
}

fn finding_text(seen: &ChangedFinding) -> String {
    let ChangedFinding { finding, location: place } = seen;
    let place =
        place.as_ref().map_or_else(String::new, |(path, line, column)| format!(" ({path}:{line}:{column})"));
    let words =
        format!("{}[{}]: {}{place}", finding.severity.as_str(), finding.code.as_str(), finding.message);
    sanitize(&words).into_owned()
}
