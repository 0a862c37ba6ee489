//! Sheets: golden files, sums, hostile lists, users' templates, and what a browser makes of the pages. Where there
//! is no browser its tests are reported as ignored.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod browser;
mod cards;
mod golden;
mod hostile;
mod output;
mod pages;
#[cfg(feature = "pdf")]
mod pdf;
mod readings;
mod said;
mod sums;
mod templates;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Arguments, Trial};

/// Runs the program.
fn muster(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_muster")).args(arguments).output().expect("the program runs")
}

/// What the program prints; it must end well and say nothing else.
fn printed(arguments: &[&str]) -> String {
    let output = muster(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("sheets are UTF-8")
}

/// A fresh folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The sample lists.
fn samples() -> Vec<String> {
    let mut all = Vec::new();
    for game in ["fra", "quick", "six-mm", "wab"] {
        for entry in std::fs::read_dir(format!("lists/{game}")).unwrap() {
            all.push(entry.unwrap().path().to_string_lossy().into_owned());
        }
    }
    all.sort();
    all
}

/// A test.
fn trial(name: impl Into<String>, run: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        run();
        Ok(())
    })
}

#[cfg(not(feature = "pdf"))]
fn without_pdf() {
    let file = folder("without-pdf").join("cards.pdf");
    let output = muster(&["render", "cards", "lists/fra/starter.yaml", "-o", &file.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("--features pdf") && said.contains("HTML"), "{said}");
    assert!(!file.exists() && output.stdout.is_empty());
}

fn main() {
    let mut trials = golden::trials();
    trials.extend(sums::trials());
    trials.extend(said::trials());
    trials.extend(readings::trials());
    trials.extend(hostile::trials());
    trials.extend(output::trials());
    trials.extend(templates::trials());
    trials.extend(cards::trials());
    trials.extend(pages::trials());
    trials.extend(browser::trials());
    #[cfg(feature = "pdf")]
    trials.extend(pdf::trials());
    #[cfg(not(feature = "pdf"))]
    trials.push(trial("without PDF the message says how to get it", without_pdf));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
