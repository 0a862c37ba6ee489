//! `muster watch`, run as a program, with a time limit.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::suggest::support::Folder;

const LONG: Duration = Duration::from_secs(30);

struct Watched {
    program: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Watched {
    fn new(folder: &Folder, arguments: &[&str]) -> Self {
        let mut program = folder.program(arguments);
        let program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut program = program.spawn().unwrap();
        let out = BufReader::new(program.stdout.take().unwrap());
        let (reported, lines) = channel();
        std::thread::spawn(move || {
            out.lines().map_while(Result::ok).try_for_each(|line| reported.send(line)).ok();
        });
        Self { input: program.stdin.take(), program, lines }
    }

    /// Waits for a line that contains this text.
    fn says(&self, words: &str) -> Vec<String> {
        let until = Instant::now() + LONG;
        let mut seen = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            let found = line.contains(words);
            seen.push(line);
            if found {
                return seen;
            }
        }
        panic!("no \"{words}\" in {seen:?}");
    }
}

impl Watched {
    /// Waits for the program to end, and returns its exit status.
    fn end(&mut self) -> std::process::ExitStatus {
        let until = Instant::now() + LONG;
        loop {
            if let Some(status) = self.program.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < until, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn list(count: u32) -> String {
    format!(
        "army: Few\nruleset: fra\nmode: points\npoints: 1000\ndraft: true\nunits:\n  - {{unit: SP, name: Spears, count: {count}}}\n"
    )
}

#[test]
fn each_save_is_checked_even_if_the_file_is_replaced_or_missing_for_a_while() {
    let folder = Folder::new();
    folder.write("x.yaml", &list(1));
    let (_, cost, _) = folder.muster(&["cost", "x.yaml"]);
    let price: u32 = {
        let line = cost.lines().find(|l| l.starts_with("total ")).unwrap();
        line.split(' ').nth(1).unwrap().parse().unwrap()
    };
    let total =
        |count: u32| format!("draft, {} of 1000 points, {} left", price * count, 1000 - price * count);
    let mut watched = Watched::new(&folder, &["watch", "x.yaml"]);
    watched.says(&total(1));
    folder.write("x.yaml", &list(2));
    watched.says(&total(2));
    // Editors write another file and rename it
    folder.write("x.new", &list(3));
    std::fs::rename(folder.0.join("x.new"), folder.0.join("x.yaml")).unwrap();
    watched.says(&total(3));
    std::fs::remove_file(folder.0.join("x.yaml")).unwrap();
    watched.says("x.yaml: there is no such file; waiting for it");
    folder.write("x.yaml", &list(4).replace("SP", "SPP"));
    watched.says("unknown-unit");
    folder.write("x.yaml", &list(4));
    watched.says(&total(4));
    // The end of its standard input ends it
    drop(watched.input.take());
    assert_eq!(watched.end().code(), Some(0));
}

#[test]
fn an_empty_standard_input_ends_it_with_the_reason() {
    let folder = Folder::new();
    folder.write("x.yaml", &list(1));
    let output = folder.program(&["watch", "x.yaml"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("draft, "));
    let reason = "muster: standard input has ended, and so does watching x.yaml; give it an input that stays open, \
                  such as a terminal\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), reason);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it() {
    let folder = Folder::new();
    folder.write("x.yaml", &list(1));
    let mut watched = Watched::new(&folder, &["watch", "x.yaml"]);
    watched.says("draft, ");
    let sent = std::process::Command::new("kill").args(["-INT", &watched.program.id().to_string()]).status();
    assert!(sent.unwrap().success());
    assert!(!watched.end().success());
    assert_eq!(folder.read("x.yaml"), list(1));
}

#[test]
fn the_ledger_is_shown_on_request() {
    let folder = Folder::new();
    folder.write("x.yaml", &list(2));
    let watched = Watched::new(&folder, &["watch", "--cost", "x.yaml"]);
    let seen = watched.says("draft, ");
    assert!(seen.iter().any(|line| line.starts_with("2 x Spears")), "{seen:?}");
}

#[test]
fn a_list_without_a_name_is_called_by_its_file() {
    let folder = Folder::new();
    folder.write("x.yaml", &list(1).replace("army: Few\n", ""));
    let watched = Watched::new(&folder, &["watch", "x.yaml"]);
    let seen = watched.says(" points, ");
    assert!(seen.last().unwrap().starts_with("x.yaml: "), "{seen:?}");
}

#[test]
fn a_folder_is_refused() {
    let folder = Folder::new();
    let (status, _, trouble) = folder.muster(&["watch", "."]);
    assert_eq!((status, trouble.as_str()), (Some(2), "muster: name the file of one list to watch\n"));
}

/// Three elephants at 1,000 points, where there may be two: what may be taken instead is said with the finding.
#[test]
fn where_a_limit_is_broken_it_is_said_what_is_open() {
    let folder = Folder::new();
    let carthage = std::fs::read_to_string("lists/fra/trebia-carthage.yaml").unwrap();
    folder.write("x.yaml", &carthage.replace("name: Elephants,", "name: Elephants, count: 3,"));
    let watched = Watched::new(&folder, &["watch", "x.yaml"]);
    let seen = watched.says("1135 of 1000 points, 135 too many");
    let open: Vec<&String> = seen.iter().filter(|line| line.contains("still open: ")).collect();
    // 4 Gauls of at most 12, and 5 Libyans of at most 8
    assert_eq!(open, ["  still open: 8 more Gallic foot (4 of 12), 3 more Libyan spearmen (5 of 8), 5"]);
}
