//! What the README shows is what the program prints, and generated files are fresh.

#![allow(clippy::expect_used, reason = "a test may stop where something is amiss")]
use std::path::Path;
use std::process::{Command, Output};

fn muster(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// The blocks of a Markdown text that begin with this line, without their fences.
fn blocks(markdown: &str, fence: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if line == fence {
            let block: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            found.push(block.join("\n") + "\n");
        }
    }
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect(path)
}

/// A folder of its own that is gone afterwards.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("muster-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_broken_list_gets_the_output_that_is_shown() {
    let readme = read("README.md");
    let folder = Folder::new("readme");
    let lists = blocks(&readme, "```yaml broken");
    let outputs = blocks(&readme, "```text");
    assert_eq!((lists.len(), outputs.len()), (1, 2));
    std::fs::write(folder.0.join("saturday.yaml"), &lists[0]).expect("a file can be written");
    let run = muster(&folder.0, &["check", "saturday.yaml"]);
    assert_eq!(text(&run.stdout), outputs[0]);
    assert_eq!(run.status.code(), Some(1));
    std::fs::copy(root().join("lists/fra/trebia-carthage.yaml"), folder.0.join("army.yaml")).expect("a copy");
    let run = muster(&folder.0, &["check", "army.yaml"]);
    assert_eq!(text(&run.stdout), outputs[1]);
    assert_eq!(run.status.code(), Some(0));
}

#[test]
fn the_games_and_books_shown_are_those_that_ship() {
    let readme = read("README.md");
    let folder = Folder::new("games");
    let run = muster(&folder.0, &["rules"]);
    for line in text(&run.stdout).lines().filter(|l| !l.starts_with(' ')) {
        let id = line.split_whitespace().next().expect("an id");
        assert!(readme.contains(&format!("| `{id}` |")), "{id} is not in the README");
    }
}

#[test]
fn schemas_and_the_page_of_checks_are_fresh() {
    let folder = Folder::new("fresh");
    for kind in ["list", "book", "ruleset", "event"] {
        let run = muster(&folder.0, &["schema", kind]);
        assert!(
            text(&run.stdout) == read(&format!("schemas/{kind}.schema.json")),
            "schemas/{kind}.schema.json is stale; run `just gen`"
        );
    }
    let run = muster(&folder.0, &["schema", "--all", "all"]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert_eq!(std::fs::read_dir(folder.0.join("all")).expect("a folder").count(), 4);
    let run = muster(&folder.0, &["explain", "--all"]);
    assert!(text(&run.stdout) == read("docs/checks.md"), "docs/checks.md is stale; run `just gen`");
}

#[test]
fn every_list_of_ours_names_its_schema() {
    let mut lists = Vec::new();
    for game in std::fs::read_dir(root().join("lists")).expect("lists") {
        let game = game.expect("an entry").path();
        for list in std::fs::read_dir(&game).expect("a folder of lists") {
            lists.push(list.expect("an entry").path());
        }
    }
    assert!(lists.len() >= 14, "{lists:?}");
    for list in lists {
        let text = std::fs::read_to_string(&list).expect("a list");
        let first = text.lines().next().expect("a first line");
        let schema = first.strip_prefix("# yaml-language-server: $schema=").expect("a schema line");
        assert!(list.parent().expect("a folder").join(schema).exists(), "{}: {schema}", list.display());
    }
}
