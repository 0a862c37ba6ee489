//! The columns of a roster: the stats of the units, and the numbers that the ruleset gives a column.

use super::{Density, RosterBuilder};
use crate::render::context::{BodyData, NumberData, UnitData};
use crate::render::font::Fonts;
use crate::render::layout::line_breaking::{bold_text, line_width, plain_text, widest_word};
use crate::render::layout::unit_descriptions::{stat_text, used_stats};
use crate::render::length::Length;

/// What a column shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ColumnSource {
    Stat(String),
    Number(String),
}

/// A column of figures.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) source: ColumnSource,
    pub(super) head: String,
    pub(super) width: Length,
    /// Whether it is a key figure, grey and larger.
    pub(super) is_key: bool,
}

/// The key figures up to this rank have grey columns.
const GREY_RANKS: u8 = 2;
/// The least that is left for names.
const LEAST_FOR_NAMES: Length = Length(44_000);
/// The space around a figure.
const AIR: Length = Length(1_600);

/// Returns `true` if a roster may show a number in a column.
fn is_for_columns(number: &NumberData) -> bool {
    let is_key = number.key.is_some_and(|key| key <= GREY_RANKS);
    (number.column || is_key) && number.boxes.is_empty() && number.each.is_empty()
}

/// Returns the columns that fit beside the names into `room`. Columns of numbers that do not fit are left out, the last
/// ones first.
pub(super) fn columns_of_units(
    fonts: &Fonts,
    bodies: &[&BodyData],
    density: &Density,
    room: Length,
) -> Vec<Column> {
    let mut columns: Vec<Column> = used_stats(bodies.iter().copied())
        .into_iter()
        .map(|(id, abbr)| {
            let stats: Vec<_> = bodies.iter().filter_map(|b| b.stats.iter().find(|s| s.id == id)).collect();
            let is_key = stats.iter().any(|s| s.key.is_some_and(|key| key <= GREY_RANKS));
            let head = stats.first().map_or(abbr, |s| s.short.clone());
            let size = if is_key { density.key } else { density.figure };
            let widest =
                stats.iter().map(|s| width_of_stat(fonts, s, size, density)).max().unwrap_or_default();
            new_column(fonts, ColumnSource::Stat(id), head, is_key, widest, density)
        })
        .collect();
    let mut numbers: Vec<&NumberData> = Vec::new();
    for number in bodies.iter().flat_map(|b| &b.numbers).filter(|n| is_for_columns(n)) {
        if !numbers.iter().any(|known| known.id == number.id) {
            numbers.push(number);
        }
    }
    let is_key = |number: &NumberData| number.key.is_some_and(|key| key <= GREY_RANKS);
    numbers.sort_by_key(|number| !is_key(number));
    for number in numbers {
        let size = if is_key(number) { density.key } else { density.figure };
        let shown = bodies.iter().flat_map(|b| &b.numbers).filter(|n| n.id == number.id);
        let widest = shown.map(|n| line_width(fonts, &bold_text(&n.shown), size)).max().unwrap_or_default();
        let head = format!("{}{}", number.short, number.sign);
        let source = ColumnSource::Number(number.id.clone());
        columns.push(new_column(fonts, source, head, is_key(number), widest, density));
    }
    let total = |columns: &[Column]| -> Length { columns.iter().map(|c| c.width).sum() };
    while total(&columns) + LEAST_FOR_NAMES > room {
        let spare = columns.iter().rposition(|c| !c.is_key && matches!(c.source, ColumnSource::Number(_)));
        let Some(spare) = spare else { break };
        columns.remove(spare);
    }
    // Not even the stats fit, so all become narrower and their words are broken
    let most = room - Length(room.0 / 5);
    let wide = total(&columns);
    if wide > most {
        columns.iter_mut().for_each(|c| c.width = Length(c.width.0 * most.0 / wide.0));
    }
    columns
}

fn width_of_stat(
    fonts: &Fonts,
    stat: &crate::render::context::StatData,
    size: Length,
    density: &Density,
) -> Length {
    let runs = stat_text(Some(stat));
    let widths = runs.iter().enumerate().map(|(at, run)| {
        let size = if at == 0 { size } else { density.detail.0 };
        line_width(fonts, std::slice::from_ref(run), size)
    });
    widths.max().unwrap_or_default()
}

fn new_column(
    fonts: &Fonts,
    source: ColumnSource,
    head: String,
    is_key: bool,
    widest: Length,
    density: &Density,
) -> Column {
    let word = widest_word(fonts, &plain_text(&head), density.label.0) * 51 / 50 + Length(200);
    Column { source, head, width: widest.max(word) + AIR, is_key }
}

impl RosterBuilder<'_> {
    /// Returns the number of a unit that is printed in a column, so that the text need not repeat it.
    pub(super) fn is_in_column(&self, number: &NumberData) -> bool {
        self.columns.iter().any(|c| c.source == ColumnSource::Number(number.id.clone()))
    }

    /// Returns the boxes that stand in the column of boxes: few ones, each with its word.
    pub(super) fn short_track<'u>(unit: &'u UnitData) -> Option<&'u NumberData> {
        let tracked = |body: &'u BodyData| {
            body.numbers.iter().filter(|n| !n.boxes.is_empty() || n.each.iter().any(|e| !e.boxes.is_empty()))
        };
        let mut all = tracked(&unit.body).chain(unit.parts.iter().flat_map(|p| tracked(&p.body)));
        let only = all.next().filter(|_| all.next().is_none())?;
        let few = (1..=3).contains(&only.boxes.len()) && only.boxes.iter().all(|b| b.mark.is_some());
        few.then_some(only)
    }
}
