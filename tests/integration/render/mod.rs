//! Tests of printed sheets: golden files, sums of costs, hostile lists, users' templates, and what a browser
//! and a PDF reader make of the pages. Tests that need a browser or poppler run only with `--ignored`.

mod browser;
mod cards;
mod content;
mod cost_sums;
mod form;
mod golden;
mod hostile;
mod output_files;
mod pages;
#[cfg(feature = "pdf")]
mod pdf;
mod readings;
mod roster;
mod templates;
mod words_for_sheets;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the program.
fn run_muster(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_muster")).args(arguments).output().expect("the program runs")
}

/// Returns what the program prints. It must succeed and print nothing on standard error.
fn muster_stdout(arguments: &[&str]) -> String {
    let output = run_muster(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("sheets are UTF-8")
}

/// Returns a new, empty folder for a test.
fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the paths of the sample lists.
fn sample_lists() -> Vec<String> {
    let mut all = Vec::new();
    for game in ["fra", "quick", "six-mm", "wab"] {
        for entry in std::fs::read_dir(format!("lists/{game}")).unwrap() {
            let path = entry.unwrap().path();
            // The folder of battles has more of the same kind
            if path.is_file() {
                all.push(path.to_string_lossy().into_owned());
            }
        }
    }
    all.sort();
    all
}

#[cfg(not(feature = "pdf"))]
#[test]
fn a_build_without_pdf_says_how_to_get_it() {
    let file = fresh_folder("without-pdf").join("cards.pdf");
    let output = run_muster(&["render", "cards", "lists/fra/starter.yaml", "-o", &file.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("--features pdf") && said.contains("HTML"), "{said}");
    assert!(!file.exists() && output.stdout.is_empty());
}
