//! The README shows what the program prints, and generated files are up to date.

use crate::common::{Folder, file, root, yaml_files};

/// Returns the code blocks of a page whose fence has this line.
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

#[test]
fn the_faulty_list_gets_the_output_that_is_shown() {
    let readme = file("README.md");
    let folder = Folder::new();
    let lists = blocks(&readme, "```yaml broken");
    let outputs = blocks(&readme, "```text");
    assert_eq!((lists.len(), outputs.len()), (1, 2));
    std::fs::write(folder.path().join("saturday.yaml"), &lists[0]).expect("a file can be written");
    let run = folder.muster(&["check", "saturday.yaml"]);
    assert_eq!(run.out, outputs[0]);
    assert_eq!(run.status, Some(1));
    std::fs::copy(root().join("lists/fra/trebia-carthage.yaml"), folder.path().join("army.yaml"))
        .expect("a copy");
    let run = folder.muster(&["check", "army.yaml"]);
    assert_eq!(run.out, outputs[1]);
    assert_eq!(run.status, Some(0));
}

#[test]
fn the_games_and_books_shown_are_those_that_ship() {
    let readme = file("README.md");
    let folder = Folder::new();
    let run = folder.muster(&["rules"]);
    // A hint follows after an empty line
    for line in run.out.lines().take_while(|l| !l.is_empty()).filter(|l| !l.starts_with(' ')) {
        let id = line.split_whitespace().next().expect("an id");
        assert!(readme.contains(&format!("| `{id}` |")), "{id} is not in the README");
    }
}

#[test]
fn schemas_and_the_page_of_checks_are_up_to_date() {
    let folder = Folder::new();
    for kind in ["list", "book", "ruleset", "event", "call"] {
        let run = folder.muster(&["schema", kind]);
        assert!(
            run.out == file(&format!("schemas/{kind}.schema.json")),
            "schemas/{kind}.schema.json is stale; run `just gen`"
        );
    }
    let run = folder.muster(&["schema", "--all", "all"]);
    assert_eq!(run.status, Some(0), "{}", run.trouble);
    assert_eq!(std::fs::read_dir(folder.path().join("all")).expect("a folder").count(), 5);
    let run = folder.muster(&["explain", "--all"]);
    assert!(run.out == file("docs/checks.md"), "docs/checks.md is stale; run `just gen`");
}

#[test]
fn every_shipped_list_names_its_schema() {
    let lists: Vec<_> = yaml_files("lists").into_iter().map(|path| root().join(path)).collect();
    assert!(lists.len() >= 14, "{lists:?}");
    for list in lists {
        let text = std::fs::read_to_string(&list).expect("a list");
        let first = text.lines().next().expect("a first line");
        let schema = first.strip_prefix("# yaml-language-server: $schema=").expect("a schema line");
        assert!(list.parent().expect("a folder").join(schema).exists(), "{}: {schema}", list.display());
    }
}
