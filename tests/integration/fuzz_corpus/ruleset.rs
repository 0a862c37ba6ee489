//! Reads any text as a ruleset, and after a line `%%%` as a list to check against it.

use std::sync::OnceLock;

use muster::check::check_files::CheckOptions;
use muster::checked_list::check_list;
use muster::finding::SourceFile;
use muster::rules::library::Library;
use muster::rules::read_and_merge_rulesets::RulesFile;

/// Checks one input.
pub(crate) fn look(text: &str) {
    static FOLDER: OnceLock<std::path::PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("muster-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("own")).expect("a folder for the ruleset");
        folder
    });
    let (ruleset, list) = text.split_once("\n%%%\n").unwrap_or((text, ""));
    let found = |text: &str| RulesFile {
        source: SourceFile::new("ruleset.yaml", text),
        found_in: "fuzz".to_owned(),
        read_error: None,
    };
    Library::default().check_ruleset(&found(ruleset));
    Library::default().check_book(&found(ruleset));
    Library::default().check_event(&found(ruleset));
    if !list.is_empty() {
        std::fs::write(folder.join("own/ruleset.yaml"), ruleset).expect("the ruleset is written");
        let library = Library::new(vec![folder.clone()]);
        check_list(&library, "fuzz.yaml", list.as_bytes().to_vec(), &CheckOptions::default());
    }
}
