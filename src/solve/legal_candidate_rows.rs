//! Keeps the candidate rows that are legal on their own.

use crate::army::{Army, resolve_army};
use crate::check::check_army;
use crate::finding::{FileId, Finding, Severity};
use crate::format::list::List;
use crate::read::read_text;
use crate::rules::Rules;

use super::candidate_rows::CandidateRow;
use super::command_layout::CommandLayout;
use super::scenario::Scenario;
use super::write_list::{PlacedRow, list_text};

/// Places each row once, in an army without commands.
pub(super) fn one_of_each(builds: &[CandidateRow]) -> Vec<PlacedRow<'_>> {
    builds.iter().map(|build| PlacedRow { build, command: 0, count: 1 }).collect()
}

/// Parses the text of a list. `None` if reading it reports anything.
pub(super) fn parse_list(text: &str) -> Option<List> {
    let read = read_text::<List>(FileId::CHECKED, text);
    read.value.filter(|_| read.findings.is_empty())
}

/// Returns the candidate rows that are legal on their own and whose cost is known.
///
/// Everything that options and values need is filled in before. `None` if the rows cannot be written as a
/// list.
pub(super) fn keep_valid_rows(
    rules: &Rules,
    scene: &Scenario,
    mut builds: Vec<CandidateRow>,
) -> Option<Vec<CandidateRow>> {
    let bare = CommandLayout::default();
    let write = |builds: &[CandidateRow]| {
        parse_list(&list_text(rules, scene, "rows", &bare, &one_of_each(builds), None))
    };
    {
        let written = write(&builds)?;
        let army = resolve_army(&written, rules, false, false);
        let rows = RowIndex::new(&army, &builds)?;
        let units: Vec<Option<usize>> = rows.units;
        for (build, unit) in builds.iter_mut().zip(units) {
            if let Some(unit) = unit {
                build.add_required_values(rules, &army.units[unit].body);
            }
        }
    }
    let written = write(&builds)?;
    let army = resolve_army(&written, rules, false, false).without_charges();
    let rows = RowIndex::new(&army, &builds)?;
    let wrong: Vec<Finding> =
        check_army(&army).into_iter().filter(|f| f.severity == Severity::Error && f.is_local()).collect();
    let kept = builds.iter().enumerate().filter(|(at, _)| {
        let span = match (rows.units[*at], rows.characters[*at]) {
            (Some(unit), _) => army.units[unit].written.span(),
            (None, Some(character)) => army.characters[character].written.span,
            (None, None) => return false,
        };
        let inside = |f: &&Finding| {
            f.primary_label().is_some_and(|l| l.span.start >= span.start && l.span.end <= span.end)
        };
        let known = match (rows.units[*at], rows.characters[*at]) {
            (Some(unit), _) => army.units[unit].cost().is_some(),
            (None, Some(character)) => army.characters[character].cost().is_some(),
            (None, None) => false,
        };
        !wrong.iter().any(|f| inside(&f)) && (known || !rules.has_points)
    });
    Some(kept.map(|(_, b)| b.clone()).collect())
}

/// The index of each candidate row in a resolved list that has each row once.
///
/// Each row is either a unit or a character without a body; the other index is `None`.
pub(super) struct RowIndex {
    pub(super) units: Vec<Option<usize>>,
    pub(super) characters: Vec<Option<usize>>,
}

impl RowIndex {
    /// Works out the indexes. `None` if the list does not have exactly these rows.
    pub(super) fn new(army: &Army<'_>, builds: &[CandidateRow]) -> Option<Self> {
        let (mut unit, mut character) = (0, 0);
        let mut units = vec![None; builds.len()];
        let mut characters = vec![None; builds.len()];
        // The list has characters first. Those that are bought like units have been resolved as units
        let order = (0..builds.len()).filter(|b| builds[*b].role.is_some());
        for at in order.chain((0..builds.len()).filter(|b| builds[*b].role.is_none())) {
            let bought = builds[at].kind.is_some_and(|k| army.rules.kind(k).unit_type.is_some());
            if builds[at].role.is_some() && !bought {
                characters[at] = Some(character);
                character += 1;
            } else {
                units[at] = Some(unit);
                unit += 1;
            }
        }
        (unit == army.units.len() && character == army.characters.len()).then_some(Self { units, characters })
    }
}
