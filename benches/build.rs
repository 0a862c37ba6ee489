//! How long rows, edits and offers take beside one check of the list: `cargo bench --bench build`.

mod made;

use divan::{Bencher, black_box};
use muster::build::edits::{ListEdit, edit_list};
use muster::build::offers::{OfferDepth, OfferPlace, offers};
use muster::build::rows::ListRows;
use muster::build::trial::TrialList;
use muster::check::check_files::CheckOptions;
use muster::checked_list::Checked;
use muster::finding::FileId;
use muster::rules::library::Library;
use muster::yaml::parse_yaml;

const ROWS: [usize; 3] = [30, 300, 3_000];
/// Offers at every row of longer lists are nobody's: a page asks for those in view.
const OFFERED_ROWS: [usize; 2] = [30, 300];

fn main() {
    divan::main();
}

fn check(library: &Library, text: &str) -> Checked {
    let options = CheckOptions { skip_digests: true, ..CheckOptions::default() };
    Checked::read(library, "made.yaml", text.as_bytes().to_vec(), &options)
}

fn rows_of(text: &str) -> ListRows {
    ListRows::number(parse_yaml(FileId::CHECKED, text).root.as_ref())
}

/// Offers at every row and every command of a list.
fn all_offers(library: &Library, text: &str, rows: &ListRows, checked: &Checked, depth: OfferDepth) -> usize {
    let Some(army) = checked.army() else { return 0 };
    let trials = TrialList::new(library, text, rows, checked, false);
    let places = rows.rows.iter().map(|row| &row.id).chain(rows.commands.iter().map(|command| &command.id));
    let place = |at: &String| OfferPlace { at: at.clone(), ..OfferPlace::default() };
    places.filter_map(|at| Some(offers(&trials, army, &place(at), depth)?.len())).sum()
}

#[divan::bench(args = ROWS)]
fn a_check(bencher: Bencher<'_, '_>, rows: usize) {
    let (library, text) = (Library::default(), made::list(rows));
    bencher.bench_local(|| check(&library, black_box(&text)).findings().len());
}

#[divan::bench(args = ROWS)]
fn b_rows(bencher: Bencher<'_, '_>, rows: usize) {
    let text = made::list(rows);
    bencher.bench_local(|| rows_of(black_box(&text)).rows.len());
}

#[divan::bench(args = ROWS)]
fn c_edit(bencher: Bencher<'_, '_>, rows: usize) {
    let (library, text) = (Library::default(), made::list(rows));
    let (all, checked) = (rows_of(&text), check(&library, &text));
    let edits = [ListEdit::Count { at: "r3".to_owned(), count: 9 }];
    bencher.bench_local(|| edit_list(&text, &all, checked.rules().cloned(), black_box(&edits)).is_ok());
}

#[divan::bench(args = OFFERED_ROWS)]
fn d_prices_of_all_offers(bencher: Bencher<'_, '_>, rows: usize) {
    let (library, text) = (Library::default(), made::list(rows));
    let (all, checked) = (rows_of(&text), check(&library, &text));
    bencher.bench_local(|| all_offers(&library, &text, &all, &checked, OfferDepth::Prices));
}

/// The army of the Trebia, with a book: what each of all offers leads to.
#[divan::bench(args = [OfferDepth::Prices, OfferDepth::Results, OfferDepth::FurtherSteps], sample_count = 20)]
fn e_offers_of_carthage(bencher: Bencher<'_, '_>, depth: OfferDepth) {
    let library = Library::default();
    let Ok(text) = std::fs::read_to_string("lists/fra/trebia-carthage.yaml") else { return };
    let (all, checked) = (rows_of(&text), check(&library, &text));
    bencher.bench_local(|| all_offers(&library, &text, &all, &checked, depth));
}
