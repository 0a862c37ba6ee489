//! `docs/building.md` shows what the program does, from the first command to the last.

use std::process::Stdio;

use crate::suggest::support::Folder;

/// Returns the lines of a block that begin with a prefix, without the prefix.
fn signed(block: &str, sign: char) -> String {
    block
        .lines()
        .filter_map(|line| line.strip_prefix(sign))
        .fold(String::new(), |all, line| all + line + "\n")
}

#[test]
fn the_way_to_a_thousand_points_is_as_the_page_shows() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/building.md")).unwrap();
    let folder = Folder::new();
    let (mut ran, mut edited) = (0, 0);
    let mut blocks = page.split("\n```").skip(1);
    while let Some(block) = blocks.next() {
        blocks.next();
        if let Some(changes) = block.strip_prefix("diff\n") {
            let (old, new) = (signed(changes, '-'), signed(changes, '+'));
            let list = folder.read("army.yaml");
            assert_eq!(list.matches(&old).count(), 1, "{old}");
            folder.write("army.yaml", &list.replacen(&old, &new, 1));
            edited += 1;
            continue;
        }
        let Some(session) = block.strip_prefix("console\n") else { panic!("what is this? {block}") };
        for step in session.split("$ muster ").skip(1) {
            let (command, shown) = step.split_once('\n').unwrap_or((step, ""));
            let mut words: Vec<String> = Vec::new();
            for (at, part) in command.split('"').enumerate() {
                if at % 2 == 1 {
                    words.push(part.to_owned());
                } else {
                    words.extend(part.split_whitespace().map(str::to_owned));
                }
            }
            // The result must not depend on how fast this machine is
            if words[0] == "suggest" {
                words.extend(["--time".to_owned(), "120".to_owned()]);
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = folder.program(&words).stdin(Stdio::null()).output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            // Watching ends at once here, since the input has ended, and says so
            let complaint = String::from_utf8(output.stderr).unwrap();
            assert_eq!(complaint.is_empty(), words[0] != "watch", "{command}: {complaint}");
            // The command that is shown has the same time limit
            let printed = printed.replace(" --time 120", "");
            assert_eq!(printed.trim_end(), shown.trim_end(), "{command}");
            ran += 1;
        }
    }
    assert!(ran >= 8 && edited >= 2, "{ran} commands, {edited} edits");
    let (status, _, _) = folder.muster(&["check", "--deny", "warnings", "army.yaml"]);
    assert_eq!(status, Some(0));
    assert!(folder.muster(&["cost", "army.yaml"]).1.contains("total 1000 of 1000 points, 0 left"));
}
