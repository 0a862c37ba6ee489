//! Temporary folders, and the program run in them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A temporary folder that is deleted when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("muster-building-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_muster"));
        program.args(arguments).current_dir(&self.0);
        program
    }

    /// Runs the program in this folder. Returns its exit status, standard output and standard error.
    pub(crate) fn muster(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let ran = self.program(arguments).output().unwrap();
        (ran.status.code(), String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns every list that the project ships, with its text.
pub(crate) fn lists() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lists");
    let mut found = Vec::new();
    for game in std::fs::read_dir(root).unwrap().map(|e| e.unwrap().path()) {
        if game.ends_with("events") {
            continue;
        }
        for path in std::fs::read_dir(game).unwrap().map(|e| e.unwrap().path()) {
            if path.extension().is_some_and(|e| e == "yaml") {
                found.push((path.to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}
