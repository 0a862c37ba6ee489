//! PDFs, read back by poppler: exact sizes, marks and backs in their places, every character on its page and
//! card, and the same bytes on every machine.
//!
//! Tests that need poppler are ignored by default.

mod html_comparison;
mod poppler;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rayon::prelude::*;

use super::{fresh_folder, hostile, run_muster, sample_lists};

#[test]
#[ignore = "needs poppler"]
fn a_pdf_has_the_same_content_as_the_html() {
    let mut lists: Vec<(String, String)> =
        sample_lists().into_iter().map(|list| (list.clone(), list)).collect();
    for game in ["fra", "wab", "quick", "six-mm"] {
        let file = fresh_folder(&format!("pdf-hostile-{game}")).join("hostile.yaml");
        std::fs::write(&file, hostile::hostile_list(game)).unwrap();
        lists.push((format!("hostile {game}"), file.to_string_lossy().into_owned()));
    }
    // The longest are last, and one after another they take minutes
    lists.par_iter().rev().for_each(|(name, list)| compare_sheets(name, list));
}

#[test]
#[ignore = "needs poppler"]
fn the_costs_in_a_pdf_add_up_to_its_total() {
    for list in sample_lists().iter().filter(|l| l.contains("/fra/") || l.contains("/wab/")) {
        html_comparison::assert_costs_add_up(&write_pdf(&["roster", list], "sum", list));
    }
}

fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Writes a sheet as PDF and returns its path.
fn write_pdf(arguments: &[&str], into: &str, list: &str) -> PathBuf {
    let stem = list.replace(['/', '\\', '.', ' '], "-");
    let file = fresh_folder(&format!("pdf-{into}-{stem}")).join("sheet.pdf");
    let path = file.to_string_lossy().into_owned();
    assert_success(&run_muster(&[&["render"], arguments, &["-o", path.as_str()]].concat()));
    file
}

/// Compares every sheet of a list on one paper, and cards on both, with all options.
fn compare_sheets(name: &str, list: &str) {
    let mut all: Vec<Vec<&str>> = vec![
        vec!["roster", list, "--paper", "a4"],
        vec!["reference", list, "--paper", "letter"],
        vec!["packing", list, "--paper", "letter"],
        vec!["cards", list, "--paper", "a4"],
        vec!["cards", list, "--paper", "letter", "--summary"],
    ];
    if name.contains("hostile") || name.contains("trebia-carthage") {
        all.push(vec!["roster", list, "--paper", "letter", "--mono"]);
        for card in ["bridge", "tarot", "a7", "57.3x91.1"] {
            all.push(vec!["cards", list, "--paper", "a4", "--merge", "--card", card]);
            all.push(vec!["cards", list, "--paper", "letter", "--merge", "--gutter", "3.3", "--card", card]);
        }
        all.push(vec!["cards", list, "--paper", "a4", "--fold", "--card", "44x63"]);
        all.push(vec!["cards", list, "--paper", "letter", "--compact", "--gutter", "2"]);
        all.push(vec!["cards", list, "--paper", "a4", "--back-offset", "1.5,-2"]);
    }
    for arguments in all {
        let html = run_muster(&[&["render"], arguments.as_slice()].concat());
        assert_success(&html);
        let file = write_pdf(&arguments, "sheets", name);
        html_comparison::assert_same_as_html(
            &String::from_utf8(html.stdout).unwrap(),
            &poppler::read_pages(&file),
            &arguments.join(" "),
        );
    }
}

fn run_without_environment(arguments: &[&str]) -> Output {
    // As on a machine without fonts, a home folder or environment variables
    let mut run = Command::new(env!("CARGO_BIN_EXE_muster"));
    run.args(arguments).env_clear().env("FONTCONFIG_FILE", "/dev/null").output().unwrap()
}

#[test]
fn a_pdf_is_reproducible_even_without_installed_fonts() {
    let hostile = fresh_folder("pdf-steady").join("hostile.yaml");
    std::fs::write(&hostile, hostile::hostile_list("wab")).unwrap();
    let hostile = hostile.to_string_lossy().into_owned();
    for (sheet, list) in [("roster", "lists/wab/carthage-1000.yaml"), ("cards", hostile.as_str())] {
        let bytes = |into| std::fs::read(write_pdf(&[sheet, list], into, sheet)).unwrap();
        let first = bytes("first");
        assert!(first.starts_with(b"%PDF-") && first == bytes("second"), "two runs differ");
        let bare = run_without_environment(&["render", sheet, list, "--format", "pdf"]);
        assert!(bare.stdout == first, "the machine's fonts make a difference");
    }
    // Installed fonts are not used either, though they may have the missing characters
    let text = fonts_of(&write_pdf(&["cards", &hostile], "fonts", "cards"));
    assert!(text.iter().all(|f| f.contains("DejaVuSans")) && text.len() == 2, "{text:?}");
}

/// Returns the names of the fonts inside a file.
fn fonts_of(file: &Path) -> Vec<String> {
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let mut names: Vec<String> = text
        .split("/FontName")
        .skip(1)
        .map(|t| {
            t.trim_start().trim_start_matches('/').split([' ', '/', '\n', '\r']).next().unwrap().to_owned()
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn a_character_missing_from_the_font_is_reported() {
    let list = fresh_folder("pdf-no-letter").join("list.yaml");
    std::fs::write(&list, "army: Elephants 🐘\nruleset: quick\nunits: [{unit: HI}, {unit: HI}]\n").unwrap();
    let into = list.with_extension("pdf");
    let output =
        run_muster(&["render", "roster", &list.to_string_lossy(), "-o", into.to_string_lossy().as_ref()]);
    assert_success(&output);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("warning[no-letter]") && said.contains("\"🐘\" (U+1F418)"), "{said}");
    assert!(said.ends_with("1 sheet printed\n"), "{said}");
    // A PDF has no other font to replace it
    assert!(said.contains("a PDF has no other font") && !said.contains("browser"), "{said}");
}
