//! The small tables of the units, each once at the foot of a roster: units alike share a row, and equal columns are one.

use serde::Serialize;

use super::RosterBuilder;
use crate::render::context::{NumberData, UnitData};
use crate::render::layout::line_breaking::{TextLine, bold_text, break_lines, line_width, plain_text};
use crate::render::layout::page_blocks::Block;
use crate::render::length::Length;

/// A small table.
#[derive(Clone, Debug, Serialize)]
pub struct SmallTable {
    /// The left edge in millimetres.
    pub x: Length,
    /// The upper edge in millimetres.
    pub y: Length,
    /// The width in millimetres.
    pub w: Length,
    /// The heading.
    pub title: String,
    /// The width of the first column in millimetres.
    pub first: Length,
    /// The widths of the other columns in millimetres.
    pub steps: Vec<Length>,
    /// The headings of the columns after the first.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<SmallRow>,
}

/// A row of a small table.
#[derive(Clone, Debug, Serialize)]
pub struct SmallRow {
    /// The height in millimetres.
    pub h: Length,
    /// The units, broken into lines.
    pub units: Vec<TextLine>,
    /// The figures.
    pub cells: Vec<String>,
}

const TEXT: Length = Length(2_650);
const LINE: Length = Length(3_200);
const FIGURE: Length = Length(2_900);
const GAP: Length = Length(2_500);
const HEADING: Length = Length(8_400);

/// A small table before it is laid out: its name, its keys, and the units with the same values.
struct Gathered {
    title: String,
    id: String,
    keys: Vec<String>,
    rows: Vec<(Vec<String>, Vec<String>)>,
}

impl RosterBuilder<'_> {
    fn gather(&self) -> Vec<Gathered> {
        let mut tables: Vec<Gathered> = Vec::new();
        let units = self.document.commands.iter().flat_map(|c| &c.units).chain(&self.document.reserves);
        for unit in units {
            let own = unit.body.numbers.iter().map(|n| (unit.name.clone(), n));
            let parts = unit.parts.iter().flat_map(|p| {
                let name = format!("{} of {}", p.body.type_name, unit.name);
                p.body.numbers.iter().map(move |n| (name.clone(), n))
            });
            for (name, number) in own.chain(parts).filter(|(_, n)| is_small_table(n)) {
                add(&mut tables, name, number, unit);
            }
        }
        tables
    }

    /// Returns the small tables side by side, as many blocks as lines of them are needed. A table for which a line has no
    /// more room stands below a shorter one, if that makes the line hardly higher.
    pub(super) fn foot_tables(&self) -> Vec<Block> {
        let mut lines: Vec<Vec<SmallTable>> = Vec::new();
        for gathered in self.gather() {
            let table = self.small_table(&gathered);
            let Some(line) = lines.last_mut() else {
                lines.push(vec![table]);
                continue;
            };
            let used = line.iter().map(|t| t.x + t.w).max().unwrap_or_default();
            if used + GAP + table.w <= self.width {
                line.push(SmallTable { x: used + GAP, ..table });
            } else if let Some((x, y)) = place_below(line, &table, self.width) {
                line.push(SmallTable { x, y, ..table });
            } else {
                lines.push(vec![table]);
            }
        }
        let blocks = lines.into_iter().map(|tables| {
            let h = tables.iter().map(SmallTable::bottom).max().unwrap_or_default() + Length(2_500);
            Block { kind: "tables", h, tables, ..Block::default() }
        });
        blocks.collect()
    }

    fn small_table(&self, gathered: &Gathered) -> SmallTable {
        let mut rows: Vec<(Vec<String>, Vec<String>)> = gathered.rows.clone();
        // The largest group stands last, without its names
        let largest = (0..rows.len()).max_by_key(|at| rows[*at].0.len()).unwrap_or(0);
        let mut others = rows.remove(largest.min(rows.len().saturating_sub(1)));
        if !rows.is_empty() && others.0.len() > 1 {
            others.0 = vec!["All others".to_owned()];
        } else if rows.is_empty() && others.0.len() > 1 {
            others.0 = vec!["All".to_owned()];
        }
        rows.push(others);
        let (heads, columns) = joined_columns(&gathered.keys, &rows);
        let wide = |text: &str, size: Length| line_width(self.fonts, &bold_text(text), size);
        let steps = heads.iter().zip(&columns).map(|(head, at)| {
            let widest = rows.iter().map(|(_, cells)| wide(&cells[*at], FIGURE)).max();
            let head = line_width(self.fonts, &plain_text(head), TEXT);
            // A range may break at its dash if there is no more room than it needs
            (widest.unwrap_or_default() + Length(800)).max(head + Length(1_500))
        });
        let steps: Vec<Length> = steps.collect();
        let figures: Length = steps.iter().copied().sum();
        let title = wide(&gathered.title, TEXT) + Length(300);
        let names: Vec<String> = rows.iter().map(|(units, _)| units.join(", ")).collect();
        let longest = names.iter().map(|name| line_width(self.fonts, &plain_text(name), TEXT)).max();
        let first = longest.unwrap_or_default().min(Length(24_000)) + Length(1_200);
        let first = first.max(title - figures);
        let first = first.min(self.width - figures).max(Length(12_000));
        let rows = names.iter().zip(&rows).map(|(name, (_, cells))| {
            let units = break_lines(self.fonts, &plain_text(name), TEXT, first - Length(1_000));
            let h = LINE * i64::try_from(units.len()).unwrap_or(1) + Length(1_300);
            SmallRow { h, units, cells: columns.iter().map(|at| cells[*at].clone()).collect() }
        });
        let rows = rows.collect();
        SmallTable {
            x: Length(0),
            y: Length(0),
            w: first + figures,
            title: gathered.title.clone(),
            first,
            steps,
            heads,
            rows,
        }
    }
}

impl SmallTable {
    fn bottom(&self) -> Length {
        self.y + HEADING + self.rows.iter().map(|row| row.h).sum::<Length>()
    }
}

/// The space above a table that stands below another.
const BETWEEN: Length = Length(1_500);
/// How much higher a line may become so that a table stands below another.
const MOST_HIGHER: Length = Length(6_000);

/// Returns a place below a table of the line where another one fits.
fn place_below(line: &[SmallTable], table: &SmallTable, width: Length) -> Option<(Length, Length)> {
    let highest = line.iter().map(SmallTable::bottom).max().unwrap_or_default();
    let room = |above: &SmallTable| {
        let right = line.iter().map(|t| t.x).filter(|x| *x > above.x).min();
        right.map_or(width, |x| x - GAP) - above.x
    };
    let lowest = line.iter().filter(|t| line.iter().all(|other| other.x != t.x || other.y <= t.y));
    let mut places = lowest
        .filter(|t| room(t) >= table.w && t.bottom() + BETWEEN + table.bottom() <= highest + MOST_HIGHER);
    places.next().map(|above| (above.x, above.bottom() + BETWEEN))
}

/// Returns `true` if a number is a small table without boxes.
pub(super) fn is_small_table(number: &NumberData) -> bool {
    !number.each.is_empty() && number.each.iter().all(|e| e.boxes.is_empty())
}

fn add(tables: &mut Vec<Gathered>, name: String, number: &NumberData, unit: &UnitData) {
    let cells: Vec<String> = number.each.iter().map(|e| e.shown.clone()).collect();
    let keys: Vec<String> = number.each.iter().map(|e| e.at.0.to_string()).collect();
    let name = if unit.number.is_empty() { name } else { format!("{name} {}", unit.number) };
    let index = tables.iter().position(|t| t.id == number.id && t.keys == keys).unwrap_or_else(|| {
        let title = format!("{}{}", number.name, number.sign);
        tables.push(Gathered { title, id: number.id.clone(), keys, rows: Vec::new() });
        tables.len() - 1
    });
    let rows = &mut tables[index].rows;
    match rows.iter_mut().find(|(_, known)| *known == cells) {
        Some((units, _)) if units.contains(&name) => {}
        Some((units, _)) => units.push(name),
        None => rows.push((vec![name], cells)),
    }
}

/// Returns the headings of the columns that differ, such as `6–10`, and the first of each.
fn joined_columns(keys: &[String], rows: &[(Vec<String>, Vec<String>)]) -> (Vec<String>, Vec<usize>) {
    let mut starts: Vec<usize> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    for at in 0..keys.len() {
        let same = |start: usize| rows.iter().all(|(_, cells)| cells.get(start) == cells.get(at));
        match (starts.last(), ends.last_mut()) {
            (Some(start), Some(end)) if same(*start) => *end = at,
            _ => {
                starts.push(at);
                ends.push(at);
            }
        }
    }
    let heads = starts.iter().zip(&ends).map(|(start, end)| {
        if start == end { keys[*start].clone() } else { format!("{}–{}", keys[*start], keys[*end]) }
    });
    (heads.collect(), starts)
}
