//! What is said if a file is not an army list, or a folder has none.

use crate::common::Folder;

const EVENT: &str = "event: cup\nname: The Cup\nrulesets: [fra]\npoints: 1000\nrequire: [player]\n";

/// Returns the code, message and help of each finding that a command prints, on one line each.
fn concise(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let ran = folder.muster(arguments);
    // The longest help is wrapped
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    (ran.status, words.join(" "))
}

#[test]
fn commands_for_lists_say_that_a_file_is_an_event() {
    let folder = Folder::new();
    folder.write("cup.yaml", EVENT);
    for arguments in [&["fix", "cup.yaml"][..], &["cost", "cup.yaml"], &["suggest", "cup.yaml"]] {
        let (status, out) = concise(&folder, arguments);
        assert_eq!(status, Some(1), "{arguments:?}: {out}");
        assert_eq!(out.matches("error[").count(), 1, "{arguments:?}: {out}");
        assert!(
            out.contains("error[missing-key]: this is an event, not an army list"),
            "{arguments:?}: {out}"
        );
        assert!(
            out.contains("help: `muster check --event cup.yaml army.yaml` checks a list under it"),
            "{out}"
        );
    }
    assert_eq!(folder.read("cup.yaml"), EVENT);
}

#[test]
fn commands_for_lists_say_that_a_file_is_a_ruleset_or_a_book() {
    let folder = Folder::new();
    folder.write("toy.yaml", "ruleset: toy\nname: Toy\nversion: 1.0.0\nunits: {foot: {name: Foot}}\n");
    folder.write("gauls.yaml", "book: gauls\nruleset: toy\nname: Gauls\nversion: 1.0.0\nentries: {}\n");
    for (file, what) in [("toy.yaml", "a ruleset"), ("gauls.yaml", "a book")] {
        let (_, out) = concise(&folder, &["cost", file]);
        assert_eq!(out.matches("error[").count(), 1, "{out}");
        assert!(out.contains(&format!("this is {what}, not an army list")), "{out}");
        assert!(out.contains(&format!("help: `muster lint {file}` checks it")), "{out}");
    }
}

#[test]
fn an_empty_folder_has_nothing_to_check() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("lists")).unwrap();
    let expected = "muster: there is nothing to check in lists: no file in it or in its folders ends in .yaml, .yml \
                    or .json\n";
    for arguments in [&["check", "lists"][..], &["check"]] {
        let ran = folder.muster(arguments);
        assert_eq!((ran.status, ran.trouble.as_str()), (Some(2), expected));
    }
}
