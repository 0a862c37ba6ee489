//! Helpers for all tests: temporary folders with rules, lists as text, findings as one line each.
pub(crate) mod edits_and_searches;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use muster::army::{Army, Unit, resolve_army};
use muster::check::check_files::{CheckOptions, open_list};
use muster::check::report::ListReport;
use muster::checked_list::check_list;
use muster::finding::Finding;
use muster::format::read_exact_numbers::Number;
use muster::rules::library::{Library, RulesLookup};
use proptest::test_runner::{Config as ProptestConfig, RngSeed};

/// Settings of a property: as many cases as `PROPTEST_CASES` says, else `usual`. They are the same in each run, so that
/// a failure can be repeated, unless `PROPTEST_RNG_SEED` names others.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let (asked, seeded) =
        (std::env::var_os("PROPTEST_CASES").is_some(), std::env::var_os("PROPTEST_RNG_SEED").is_some());
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if !asked {
        config.cases = usual;
    }
    if !seeded {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

/// A temporary folder that is deleted when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("muster-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, such as `toy/ruleset.yaml`.
    pub(crate) fn write(&self, at: &str, text: &str) {
        let path = self.0.join(at);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// What is in a file, such as `toy/ruleset.yaml`.
    pub(crate) fn read(&self, at: &str) -> String {
        fs::read_to_string(self.0.join(at)).unwrap()
    }

    pub(crate) fn library(&self) -> Library {
        Library::new(vec![self.0.clone()])
    }

    /// Runs the program in this folder.
    pub(crate) fn muster(&self, arguments: &[&str]) -> Ran {
        muster(&self.0, arguments)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The result of running the program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) trouble: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            trouble: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }
}

/// Runs the program in a folder, without this machine's environment variables.
pub(crate) fn muster(folder: &Path, arguments: &[&str]) -> Ran {
    let mut program = Command::new(env!("CARGO_BIN_EXE_muster"));
    Ran::of(program.args(arguments).current_dir(folder).env_clear().output().unwrap())
}

/// Returns the project's root folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a library of the built-in rules only.
pub(crate) fn built_in() -> Library {
    Library::new(Vec::new())
}

/// Returns a library with one ruleset and its books, given as id and text. None of the files may have
/// findings.
pub(crate) fn rules(id: &str, ruleset: &str, books: &[(&str, &str)]) -> (Folder, Library) {
    let folder = Folder::new();
    folder.write(&format!("{id}/ruleset.yaml"), ruleset);
    for (book, text) in books {
        folder.write(&format!("{id}/books/{book}.yaml"), text);
    }
    let library = folder.library();
    for book in std::iter::once(None).chain(books.iter().map(|(book, _)| Some(*book))) {
        let answer = library.rules_for(id, book);
        let found: Vec<String> = library.findings().iter().map(line).collect();
        assert!(matches!(answer, RulesLookup::Ready(_)) && found.is_empty(), "{id} {book:?}: {found:#?}");
    }
    (folder, library)
}

/// Checks a list.
pub(crate) fn checked(library: &Library, text: &str) -> ListReport {
    check_list(library, "list.yaml", text.as_bytes().to_vec(), &CheckOptions::default())
}

/// Resolves a list and passes the army to a closure.
pub(crate) fn with_army<T>(library: &Library, text: &str, see: impl FnOnce(&Army<'_>) -> T) -> T {
    let opened = open_list(library, "list.yaml", text.as_bytes().to_vec());
    let (Some(list), Some(rules)) = (&opened.list, &opened.rules) else {
        panic!("{:#?}\n{text}", opened.findings)
    };
    see(&resolve_army(list, rules, false, false))
}

/// Formats a finding as one line.
pub(crate) fn line(finding: &Finding) -> String {
    format!("{}[{}]: {}", finding.severity.as_str(), finding.code.as_str(), finding.message)
}

/// Formats the findings of a report in order, one line each.
pub(crate) fn lines(report: &ListReport) -> Vec<String> {
    report.findings.iter().map(line).collect()
}

/// Returns severity, code and rule of each finding, such as `error too-many fra/limits/one-general`, sorted.
pub(crate) fn ruled(report: &ListReport) -> Vec<String> {
    let mut all: Vec<String> = report
        .findings
        .iter()
        .map(|f| {
            let rule = f.rule_path.as_deref().unwrap_or("-");
            format!("{} {} {rule}", f.severity.as_str(), f.code.as_str())
        })
        .collect();
    all.sort();
    all
}

/// Returns the texts that a finding labels, the primary one first.
pub(crate) fn labelled(report: &ListReport, finding: &Finding) -> Vec<String> {
    let words = finding.labels.iter().map(|label| {
        let source = report.sources.get(label.span.file).unwrap();
        source.text_at(label.span).to_owned()
    });
    words.collect()
}

/// Returns the unit of this name.
pub(crate) fn unit<'r, 'a>(army: &'r Army<'a>, name: &str) -> &'r Unit<'a> {
    army.units.iter().find(|u| u.name == name).unwrap_or_else(|| panic!("no unit {name}"))
}

/// Returns the value of a unit's stat.
pub(crate) fn stat(army: &Army<'_>, name: &str, stat: &str) -> Option<Number> {
    unit(army, name).body.stats[army.rules.find_stat(stat).unwrap().0].number()
}

/// Parses an exact number.
pub(crate) fn n(text: &str) -> Number {
    text.parse().unwrap()
}

/// Reads a file of the repository.
pub(crate) fn file(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

/// Returns the paths of all `.yaml` files under a folder of the repository, sorted.
pub(crate) fn yaml_files(under: &str) -> Vec<String> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.join(under)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "yaml") {
                found.push(path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// Replaces a text that must occur exactly once.
pub(crate) fn with(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old}");
    text.replacen(old, new, 1)
}
