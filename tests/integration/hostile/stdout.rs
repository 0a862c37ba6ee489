//! Output to a closed pipe or a full disk.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::support::{Folder, HEAD};

const COMMANDS: [&[&str]; 11] = [
    &["check", "l.yaml"],
    &["check", "--format", "json", "l.yaml"],
    &["check", "--format", "sarif", "l.yaml"],
    &["check", "--csv", "l.yaml"],
    &["cost", "l.yaml"],
    &["rules", "fra"],
    &["explain", "too-many"],
    &["render", "roster", "l.yaml"],
    &["schema", "list"],
    &["completions", "bash"],
    &["man"],
];

fn folder() -> Folder {
    Folder::with("l.yaml", format!("{HEAD}units:\n{}", "- {unit: nope}\n".repeat(1_500)))
}

#[test]
fn a_pipe_that_is_closed() {
    let folder = folder();
    for arguments in COMMANDS {
        let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
            .args(arguments)
            .current_dir(&folder.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut words = String::new();
        child.stderr.take().unwrap().read_to_string(&mut words).unwrap();
        let status = child.wait().unwrap();
        assert!(status.code().is_some(), "{arguments:?}: {status}");
        assert_eq!(words, "", "{arguments:?}");
    }
}

#[test]
fn a_full_disk_under_standard_output() {
    let (folder, seen) = (folder(), Folder::new());
    let help: [&[&str]; 2] = [&["--help"], &["--version"]];
    for arguments in COMMANDS.into_iter().chain(help) {
        let err = seen.path("err");
        let status = folder.redirected(arguments, Path::new("/dev/null"), Path::new("/dev/full"), &err);
        let words = std::fs::read_to_string(&err).unwrap();
        assert_eq!(
            (status, words.as_str()),
            (Some(2), "muster: cannot write: the disk is full\n"),
            "{arguments:?}"
        );
    }
}
