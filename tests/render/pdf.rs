//! The PDF, read back from the file: pages, their size, and the same bytes twice.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fulgur::inspect::inspect;
use libtest_mimic::Trial;

use crate::{folder, muster, printed, trial};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("pdf: pages are those of the HTML and of the paper's size", pages),
        trial("pdf: the same bytes twice, also where there are no fonts", steady),
    ]
}

/// Writes a sheet as PDF; it must say nothing.
fn pdf(into: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let file = into.join(format!("{name}.pdf"));
    let path = file.to_string_lossy().into_owned();
    let mut all = vec!["render"];
    all.extend(arguments);
    all.extend(["-o", path.as_str()]);
    let output = muster(&all);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
    file
}

/// Every page's size in points, as the file has it.
fn sizes(file: &Path) -> BTreeSet<String> {
    let bytes = std::fs::read(file).unwrap();
    assert!(bytes.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let boxes = text.split("/MediaBox").skip(1);
    boxes.map(|b| b.split(']').next().unwrap().trim_start().trim_start_matches('[').to_owned()).collect()
}

fn pages() {
    let folder = folder("pdf-pages");
    for (list, kind, paper, size) in [
        ("lists/fra/trebia-carthage.yaml", "roster", "a4", (595.276, 841.89)),
        ("lists/wab/metaurus-carthage.yaml", "cards", "letter", (612.0, 792.0)),
        ("lists/quick/zama-carthage.yaml", "reference", "a4", (595.276, 841.89)),
        ("lists/six-mm/trebia-rome.yaml", "packing", "letter", (612.0, 792.0)),
    ] {
        let arguments = [kind, list, "--paper", paper];
        let file = pdf(&folder, kind, &arguments);
        let html = printed(&[["render"].as_slice(), &arguments].concat());
        let laid = html.matches("<section class=\"sheet\">").count();
        let read = inspect(&file).unwrap();
        assert_eq!(read.pages as usize, laid, "{kind}");
        for found in sizes(&file) {
            let numbers: Vec<f64> = found.split_whitespace().map(|n| n.parse().unwrap()).collect();
            let near = (numbers[2] - size.0).abs() < 0.3 && (numbers[3] - size.1).abs() < 0.3;
            assert!(numbers[..2] == [0.0, 0.0] && near, "{kind}: {found}");
        }
    }
}

fn steady() {
    let folder = folder("pdf-steady");
    let arguments = ["roster", "lists/wab/carthage-1000.yaml"];
    let first = std::fs::read(pdf(&folder, "first", &arguments)).unwrap();
    let second = std::fs::read(pdf(&folder, "second", &arguments)).unwrap();
    assert!(first == second, "two runs differ");
    // A machine without fonts, a home or anything else to look at
    let bare = std::process::Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(["render", "roster", "lists/wab/carthage-1000.yaml", "--format", "pdf"])
        .env_clear()
        .env("FONTCONFIG_FILE", "/dev/null")
        .output()
        .unwrap();
    assert!(bare.stdout == first, "the machine's fonts make a difference");
}
