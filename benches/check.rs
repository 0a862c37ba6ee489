//! How long reading, resolving, checking and rendering take, beside plain `serde_yaml` reading of the same text.
//! Compare within one run: `cargo bench --bench check`.

mod made;

use std::sync::Arc;

use divan::{Bencher, black_box};
use muster::army::resolve_army;
use muster::check::check_files;
use muster::check::report::Verdict;
use muster::checked_list::Checked;
use muster::finding::FileId;
use muster::format::list::List;
use muster::read::read_text;
use muster::render::context::rule_texts_and_sources::RuleTexts;
use muster::render::context::{DocumentInput, build_document};
use muster::render::length::Length;
use muster::render::paper_and_card_sizes::{Dimensions, Paper};
use muster::render::{SheetFormat, SheetKind, SheetOptions, render_sheet};
use muster::rules::Rules;
use muster::rules::library::{Library, RulesLookup};

const ROWS: [usize; 5] = [1, 30, 300, 3_000, 30_000];
/// Sheets of more units than these are nobody's.
const ON_PAPER: [usize; 4] = [1, 30, 300, 3_000];

fn main() {
    // What breaks rules takes other ways through the checks
    for rows in ROWS {
        let report = muster::checked_list::check_list(
            &Library::default(),
            "made.yaml",
            made::list(rows).into(),
            &check_files::CheckOptions::default(),
        );
        let said: Vec<_> = report.findings.iter().map(|f| &f.message).collect();
        assert!(report.verdict == Verdict::Legal && said.is_empty(), "{rows} rows: {said:?}");
    }
    divan::main();
}

fn read(text: &str) -> Option<List> {
    read_text::<List>(FileId::CHECKED, text).value
}

/// The list and the rules for it; nothing where one of them is broken, which `main` does not let pass.
fn ready(rows: usize) -> Option<(List, Arc<Rules>)> {
    match Library::default().rules_for("fra", None) {
        RulesLookup::Ready(rules) => Some((read(&made::list(rows))?, rules)),
        _ => None,
    }
}

/// The floor: the same text into values without places.
#[divan::bench(args = ROWS)]
fn a_serde_yaml(bencher: Bencher<'_, '_>, rows: usize) {
    let text = made::list(rows);
    bencher.bench_local(|| serde_yaml::from_str::<serde_yaml::Value>(black_box(&text)).is_ok());
}

/// From text to a list with all its places.
#[divan::bench(args = ROWS)]
fn b_reading(bencher: Bencher<'_, '_>, rows: usize) {
    let text = made::list(rows);
    bencher.bench_local(|| read(black_box(&text)));
}

/// From a list to an army with its figures and costs.
#[divan::bench(args = ROWS)]
fn c_resolving(bencher: Bencher<'_, '_>, rows: usize) {
    let Some((list, rules)) = ready(rows) else { return };
    bencher.bench_local(|| resolve_army(black_box(&list), &rules, false, false).units.len());
}

/// Every check of an army.
#[divan::bench(args = ROWS)]
fn d_checking(bencher: Bencher<'_, '_>, rows: usize) {
    let Some((list, rules)) = ready(rows) else { return };
    let army = resolve_army(&list, &rules, false, false);
    bencher.bench_local(|| muster::check::check_army(black_box(&army)).len());
}

/// From bytes to a report with its digests, the rules being there already.
#[divan::bench(args = ROWS)]
fn e_whole(bencher: Bencher<'_, '_>, rows: usize) {
    let library = Library::default();
    let text = made::list(rows);
    bencher.with_inputs(|| text.clone().into_bytes()).bench_local_values(|bytes| {
        muster::checked_list::check_list(&library, "made.yaml", bytes, &check_files::CheckOptions::default())
    });
}

/// From an army to a sheet.
fn sheet(bencher: Bencher<'_, '_>, rows: usize, sheet: SheetKind, format: SheetFormat) {
    let library = Library::default();
    let checked =
        Checked::read(&library, "made.yaml", made::list(rows).into(), &check_files::CheckOptions::default());
    let (Some(army), Some(rules)) = (checked.army(), checked.rules()) else { return };
    let Some(texts) = RuleTexts::load(&library, rules) else { return };
    let Ok(card) = Dimensions::parse_card("poker") else { return };
    let settings = SheetOptions {
        kind: sheet,
        format,
        paper: Paper::A4,
        card,
        gutter: Length(0),
        compact: false,
        fold: false,
        summary: false,
        back_offset: (Length(0), Length(0)),
        mono: false,
        template: None,
    };
    bencher.bench_local(|| {
        let document = build_document(
            DocumentInput { army, report: checked.report(), texts: &texts, merge: true },
            false,
        );
        render_sheet(&document, &[&document.army], &settings).map(|made| made.bytes.len()).ok()
    });
}

/// A roster in text.
#[divan::bench(args = ON_PAPER)]
fn g_roster_text(bencher: Bencher<'_, '_>, rows: usize) {
    sheet(bencher, rows, SheetKind::Roster, SheetFormat::Text);
}

/// A roster in HTML, every line measured.
#[divan::bench(args = ON_PAPER)]
fn h_roster_html(bencher: Bencher<'_, '_>, rows: usize) {
    sheet(bencher, rows, SheetKind::Roster, SheetFormat::Html);
}

/// Cards in HTML, one for each unit.
#[divan::bench(args = ON_PAPER)]
fn i_cards_html(bencher: Bencher<'_, '_>, rows: usize) {
    sheet(bencher, rows, SheetKind::Cards, SheetFormat::Html);
}

/// A ruleset from the program's own text to rules that judge: what the first list of a run pays.
#[divan::bench]
fn f_ruleset() -> bool {
    matches!(Library::default().rules_for(black_box("fra"), None), RulesLookup::Ready(_))
}
