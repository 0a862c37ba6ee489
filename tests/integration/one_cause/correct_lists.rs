//! The lists to put mistakes into: every list of the repository without findings.

use std::path::PathBuf;
use std::sync::OnceLock;

use muster::check::check_files::{CheckOptions, FileKind, text_file_kind};
use muster::check::report::ListReport;
use muster::checked_list::check_list;
use muster::rules::library::Library;

use crate::common::{root, yaml_files};

/// A list without findings.
pub(crate) struct List {
    pub(crate) path: String,
    pub(crate) text: String,
    library: &'static Library,
}

impl List {
    /// Checks the list with another text.
    pub(crate) fn check(&self, text: &str) -> ListReport {
        let options = CheckOptions { skip_digests: true, ..CheckOptions::default() };
        check_list(self.library, &self.path, text.as_bytes().to_vec(), &options)
    }
}

/// Returns all of them, those that ship and those of the tests.
pub(crate) fn lists() -> &'static [List] {
    static ALL: OnceLock<Vec<List>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = of_folder("lists", "rulesets");
        all.extend(of_folder("tests/data/ok", "tests/data/rulesets"));
        all.extend(of_folder("tests/data/example-game/lists", "tests/data/example-game/rulesets"));
        all.extend(of_folder("tests/data/one-cause/lists", "tests/data/one-cause/rulesets"));
        all
    })
}

fn of_folder(folder: &str, rulesets: &str) -> Vec<List> {
    let library: &'static Library = Box::leak(Box::new(Library::new(vec![root().join(rulesets)])));
    let lists = yaml_files(folder).into_iter().filter_map(|path| {
        let bytes = std::fs::read(root().join(PathBuf::from(&path))).unwrap();
        let text = String::from_utf8(bytes).ok()?;
        // Other line ends, several documents and references have their own tests
        let plain = !text.contains(['\r', '\t', '\u{feff}', '&']) && !text.contains("\n---");
        (plain && text_file_kind(&text) == Some(FileKind::List)).then_some(List { path, text, library })
    });
    lists.filter(|list| list.check(&list.text).findings.is_empty()).collect()
}
