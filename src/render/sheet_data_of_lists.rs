//! Makes documents of checked lists: what the templates of sheets see.

use crate::army::Army;
use crate::check::report::ListReport;
use crate::checked_list::Checked;
use crate::finding::{Code, FileId, Finding, Span};
use crate::format::event;
use crate::rules::library::Library;

use super::context::rule_texts_and_sources::RuleTexts;
use super::context::{Document, DocumentInput, UnitOrder, build_document, build_reference_sheet};
use super::paper_and_card_sizes::Paper;
use super::{SheetFormat, SheetKind};

/// What a document has, besides the army.
#[derive(Clone, Copy, Debug)]
pub struct DocumentOptions {
    /// The kind of sheet that it is for.
    pub sheet: SheetKind,
    /// Whether identical units share a row or a card.
    pub merge: bool,
    /// Whether the rules of the whole game are in it.
    pub all: bool,
    /// The order of the units in each command.
    pub sort: UnitOrder,
}

/// Makes a document of each list. All of them share one reference sheet. Lists of which no sheet can be printed are
/// returned as reports.
pub fn documents_of_lists(
    library: &Library,
    lists: &[&Checked],
    options: DocumentOptions,
) -> (Vec<Document>, Vec<ListReport>) {
    let DocumentOptions { merge, all, .. } = options;
    let mut armies: Vec<(&Army<'_>, &ListReport, RuleTexts)> = Vec::new();
    let mut failed: Vec<ListReport> = Vec::new();
    for one in lists {
        let report = one.report();
        let texts = one.rules().and_then(|rules| RuleTexts::load(library, rules));
        let (Some(army), Some(mut texts)) = (one.army(), texts) else {
            failed.push(report.clone());
            continue;
        };
        // The armies may share a reference sheet, on which a sign must stand for one reading
        let others: Vec<_> = armies.iter().map(|(_, _, other)| &other.readings).collect();
        texts.readings.number_after(&others);
        // The sheet of the whole game is for any army
        if !all {
            texts.readings.keep_for_army(army);
        }
        match too_long_finding(army, options.sheet, merge) {
            Some(finding) => failed.push(ListReport { findings: vec![finding], ..report.clone() }),
            None => armies.push((army, report, texts)),
        }
    }
    let inputs: Vec<DocumentInput<'_>> =
        armies.iter().map(|(army, report, texts)| DocumentInput { army, report, texts, merge }).collect();
    let mut made: Vec<Document> = inputs.iter().map(|input| build_document(*input, all)).collect();
    let one_game = inputs.windows(2).all(|w| w[0].army.rules.id == w[1].army.rules.id);
    if inputs.len() > 1 && one_game {
        let both = build_reference_sheet(&inputs, all);
        made.iter_mut().for_each(|d| d.reference = both.clone());
    }
    made.iter_mut().for_each(|d| d.sort_units(options.sort));
    (made, failed)
}

/// The most rows or cards of a sheet. Checked before anything is laid out, since a list can ask for millions.
const MOST_ROWS: u64 = 2_000;

/// Returns a finding if an army has too many rows or cards for a sheet.
fn too_long_finding(army: &Army<'_>, sheet: SheetKind, merge: bool) -> Option<Finding> {
    let count_rows = |unit: &crate::army::Unit<'_>| if merge { 1 } else { u64::from(unit.count) };
    let rows = army.units.iter().map(count_rows).sum::<u64>() + army.characters.len() as u64;
    let what = if sheet == SheetKind::Cards { "cards" } else { "rows" };
    let message =
        format!("the sheet would have {rows} {what}, at most {MOST_ROWS} can be printed for a list");
    let help = match (sheet, merge) {
        (SheetKind::Cards, false) => "`--merge` prints one card for identical units",
        (_, false) => "without `--no-merge`, identical units share a row",
        (_, true) => "write identical units as one, with a `count`",
    };
    (rows > MOST_ROWS).then(|| Finding::new(Code::TooLarge, army.list.army.span, message).with_help(help))
}

/// Returns a warning for characters that the built-in font does not have. `file` is the list.
pub fn missing_characters_finding(missing: &[char], format: SheetFormat, file: FileId) -> Option<Finding> {
    if missing.is_empty() {
        return None;
    }
    let named: Vec<String> =
        missing.iter().take(8).map(|c| format!("\"{c}\" (U+{:04X})", u32::from(*c))).collect();
    let more = missing.len().saturating_sub(8);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let message = format!("the built-in font has no character {}{more}", named.join(", "));
    let finding = Finding::new(Code::NoLetter, Span::new(file, 0, 0), message);
    Some(finding.with_help(if format == SheetFormat::Pdf {
        "a PDF has no other font, so \u{fffd} is printed instead; replace it in the list"
    } else {
        "a browser uses another font for it; look at the sheet before you print it"
    }))
}

/// Returns the paper size that the event of a library asks for.
pub fn event_paper(library: &Library) -> Option<Paper> {
    Some(match library.event()?.file.paper.as_ref()?.value {
        event::Paper::A4 => Paper::A4,
        event::Paper::Letter => Paper::Letter,
    })
}
