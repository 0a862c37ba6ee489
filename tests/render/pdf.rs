//! The PDF, read back from the file by poppler: true sizes, marks and backs where they belong, every letter on its page
//! and card, and the same bytes everywhere. Where poppler is not installed its tests are reported as ignored.

mod judge;
mod read;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Failed, Trial};

use crate::{folder, hostile, muster, samples, trial};

pub(crate) fn trials() -> Vec<Trial> {
    // Where sheets must be read back a missing tool is a failure
    let needed = std::env::var_os("MUSTER_POPPLER").is_some();
    let there = read::poppler();
    let read_back = |name: String, test: Box<dyn FnOnce() + Send>| {
        let run = move || {
            if !there {
                return Err(Failed::from("there is no poppler here"));
            }
            test();
            Ok(())
        };
        Trial::test(name, run).with_ignored_flag(!there && !needed)
    };
    let mut all = vec![
        trial("pdf: the same bytes twice, also where there are no fonts", steady),
        trial("pdf: a letter that the font has not is named", no_letter),
    ];
    let hostile = ["fra", "wab", "quick", "six-mm"].map(|game| {
        let file = folder(&format!("pdf-hostile-{game}")).join("hostile.yaml");
        std::fs::write(&file, hostile::hostile(game)).unwrap();
        (format!("hostile {game}"), file.to_string_lossy().into_owned())
    });
    for (name, list) in samples().into_iter().map(|l| (l.clone(), l)).chain(hostile) {
        all.push(read_back(format!("pdf: sheets of {name}"), Box::new(move || sheets(&name, &list))));
    }
    for list in samples().into_iter().filter(|l| l.contains("/fra/") || l.contains("/wab/")) {
        let test = format!("pdf: the costs of {list} add up to its total");
        all.push(read_back(test, Box::new(move || judge::sum(&pdf_of(&["roster", &list], "sum", &list)))));
    }
    all
}

fn ended(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A sheet as PDF.
fn pdf_of(arguments: &[&str], into: &str, list: &str) -> PathBuf {
    let stem = list.replace(['/', '\\', '.', ' '], "-");
    let file = folder(&format!("pdf-{into}-{stem}")).join("sheet.pdf");
    let path = file.to_string_lossy().into_owned();
    ended(&muster(&[&["render"], arguments, &["-o", path.as_str()]].concat()));
    file
}

/// Every sheet of a list on one paper, and cards on both, in all ways to make them.
fn sheets(name: &str, list: &str) {
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
        let html = muster(&[&["render"], arguments.as_slice()].concat());
        ended(&html);
        let file = pdf_of(&arguments, "sheets", name);
        judge::same(&String::from_utf8(html.stdout).unwrap(), &read::read(&file), &arguments.join(" "));
    }
}

fn bare(arguments: &[&str]) -> Output {
    // A machine without fonts, a home or anything else to look at
    let mut run = Command::new(env!("CARGO_BIN_EXE_muster"));
    run.args(arguments).env_clear().env("FONTCONFIG_FILE", "/dev/null").output().unwrap()
}

fn steady() {
    let hostile = folder("pdf-steady").join("hostile.yaml");
    std::fs::write(&hostile, hostile::hostile("wab")).unwrap();
    let hostile = hostile.to_string_lossy().into_owned();
    for (sheet, list) in [("roster", "lists/wab/carthage-1000.yaml"), ("cards", hostile.as_str())] {
        let bytes = |into| std::fs::read(pdf_of(&[sheet, list], into, sheet)).unwrap();
        let first = bytes("first");
        assert!(first.starts_with(b"%PDF-") && first == bytes("second"), "two runs differ");
        let bare = bare(&["render", sheet, list, "--format", "pdf"]);
        assert!(bare.stdout == first, "the machine's fonts make a difference");
    }
    // Nor do fonts that are installed, though they have the letters that ours has not
    let text = fonts_of(&pdf_of(&["cards", &hostile], "fonts", "cards"));
    assert!(text.iter().all(|f| f.contains("DejaVuSans")) && text.len() == 2, "{text:?}");
}

/// The names of the fonts inside a file.
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

fn no_letter() {
    let list = folder("pdf-no-letter").join("list.yaml");
    std::fs::write(&list, "army: Elephants 🐘\nruleset: quick\nunits: [{unit: HI}, {unit: HI}]\n").unwrap();
    let into = list.with_extension("pdf");
    let output =
        muster(&["render", "roster", &list.to_string_lossy(), "-o", into.to_string_lossy().as_ref()]);
    ended(&output);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("warning[no-letter]") && said.contains("\"🐘\" (U+1F418)"), "{said}");
    assert!(said.ends_with("1 sheet printed\n"), "{said}");
    // No other font takes its place in a PDF
    assert!(said.contains("a PDF has no other font") && !said.contains("browser"), "{said}");
}
