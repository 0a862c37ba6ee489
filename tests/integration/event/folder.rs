//! Sixty lists in a folder: exactly the faulty ones are found, each for its own first cause, in every format.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::common::{Folder, file};
use crate::event::sample_lists::{HandedIn, OPEN_DAY, sixty};

/// A folder with the lists of the open day, and other files that people hand in.
fn open_day() -> (Folder, Vec<HandedIn>) {
    let folder = Folder::new();
    folder.write("day.yaml", OPEN_DAY);
    let all = sixty();
    for list in &all {
        let path = folder.path().join("in").join(&list.file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &list.text).unwrap();
    }
    (folder, all)
}

fn check(folder: &Folder, how: &[&str]) -> crate::common::Ran {
    folder.muster(&[&["check", "--event", "day.yaml", "in"], how].concat())
}

#[test]
fn a_third_of_the_lists_are_faulty_each_in_its_own_way() {
    let all = sixty();
    let broken: Vec<_> = all.iter().filter_map(|l| l.fault).collect();
    assert_eq!((all.len(), broken.len()), (60, 20));
    assert_eq!(broken.iter().map(|(code, _)| *code).collect::<BTreeSet<_>>().len(), 20);
}

#[test]
fn exactly_the_faulty_lists_are_found_for_the_right_cause() {
    let (folder, all) = open_day();
    let ran = check(&folder, &["--format", "json"]);
    assert_eq!(ran.status, Some(1));
    let report = ran.json();
    let lists = report["lists"].as_array().unwrap();
    let by_path: BTreeMap<&str, &Value> = lists.iter().map(|l| (l["path"].as_str().unwrap(), l)).collect();
    assert_eq!(by_path.len(), 60);
    let mut wrong = Vec::new();
    for list in &all {
        let path = format!("in/{}", list.file);
        let got = by_path[path.as_str()];
        let errors: Vec<&Value> =
            got["findings"].as_array().unwrap().iter().filter(|f| f["severity"] == "error").collect();
        let first = errors.first().map(|f| (f["code"].as_str().unwrap(), f["message"].as_str().unwrap()));
        let right = match (list.fault, first) {
            (None, None) => got["verdict"] == "legal",
            (Some((code, words)), Some((first, message))) => {
                code == first && message.contains(words) && got["verdict"] != "legal"
            }
            _ => false,
        };
        if !right {
            wrong.push(format!("{path}: wanted {:?}, got {first:?}", list.fault));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let sum = &report["summary"];
    let count = |key: &str| sum[key].as_u64().unwrap();
    assert_eq!((count("lists"), count("legal"), count("illegal") + count("unreadable")), (60, 40, 20));
}

#[test]
fn the_table_has_a_line_for_each_list_sorted_by_file() {
    let (folder, all) = open_day();
    let ran = check(&folder, &["--format", "table"]);
    assert_eq!(ran.status, Some(1));
    let rows: Vec<&str> = ran.out.lines().filter(|l| l.starts_with("in/")).collect();
    let files: Vec<&str> = rows.iter().map(|r| r.split("  ").next().unwrap()).collect();
    let mut wanted: Vec<std::path::PathBuf> =
        all.iter().map(|l| std::path::Path::new("in").join(&l.file)).collect();
    wanted.sort();
    assert_eq!(files, wanted.iter().map(|p| p.to_str().unwrap()).collect::<Vec<_>>());
    for list in &all {
        let row = rows.iter().find(|r| r.starts_with(&format!("in/{} ", list.file))).unwrap();
        match list.fault {
            // Three players each field the same army, written differently
            None => {
                let copied = row.contains("  handed-in-twice: ");
                assert!(row.contains("  legal  ") && (copied || !row.contains(": ")), "{row}");
            }
            Some((code, _)) => assert!(row.contains(&format!("  {code}: ")), "{row}"),
        }
    }
    // There are sixty different armies, so no two rows have the same digest
    let digests: BTreeSet<&str> =
        rows.iter().filter_map(|r| r.rsplit("  ").next()).filter(|w| w.len() == 39).collect();
    assert!(digests.len() >= 50, "{digests:?}");
    let again = check(&folder, &["--format", "table"]);
    assert_eq!(again.out, ran.out);
}

#[test]
fn the_csv_agrees_with_the_table() {
    let (folder, all) = open_day();
    let ran = check(&folder, &["--csv"]);
    assert_eq!(ran.status, Some(1));
    let mut rows = ran.out.lines();
    assert_eq!(rows.next(), Some("file,player,army,points,limit,verdict,first cause,digest"));
    let rows: Vec<&str> = rows.collect();
    assert_eq!(rows.len(), 60);
    for list in &all {
        let row = rows.iter().find(|r| r.starts_with(&format!("in/{},", list.file))).unwrap();
        match list.fault {
            None => {
                let copied =
                    row.contains(",legal,handed-in-twice: ") || row.contains(",legal,\"handed-in-twice: ");
                assert!(copied || row.contains(",legal,,"), "{row}");
            }
            Some((code, _)) => {
                assert!(
                    row.contains(&format!(",{code}: ")) || row.contains(&format!(",\"{code}: ")),
                    "{row}"
                );
                assert!(row.contains(",illegal,") || row.contains(",unreadable,"), "{row}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn unreadable_files_and_links_do_not_stop_the_rest() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let folder = Folder::new();
    folder.write("day.yaml", OPEN_DAY);
    let list = format!("player: Cato\n{}", file("lists/quick/zama-rome.yaml"));
    folder.write("in/a.yaml", &list);
    folder.write("in/deep/er/z.YAML", &list.replace("Cato", "Galba"));
    folder.write("in/day-two.yaml", OPEN_DAY);
    folder.write("in/list.pdf", "%PDF");
    folder.write("in/list.txt", "my army");
    folder.write("in/.hidden.yaml", "nothing");
    folder.write("secret/other.yaml", &list.replace("Cato", "Secret"));
    symlink(folder.path().join("secret"), folder.path().join("in/linked")).unwrap();
    symlink(folder.path().join("secret/other.yaml"), folder.path().join("in/m.yaml")).unwrap();
    symlink(folder.path().join("in"), folder.path().join("in/loop")).unwrap();
    // A socket is not a file, whoever runs the test
    let _socket = UnixListener::bind(folder.path().join("in/pipe.yaml")).unwrap();
    let ran = check(&folder, &["--format", "json"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    let report = ran.json();
    let seen: Vec<(&str, &str)> = report["lists"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| (l["path"].as_str().unwrap(), l["verdict"].as_str().unwrap()))
        .collect();
    assert_eq!(
        seen,
        [("in/a.yaml", "legal"), ("in/deep/er/z.YAML", "legal"), ("in/pipe.yaml", "unreadable")]
    );
    assert!(!ran.out.contains("Secret"));
    let notes: BTreeSet<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| {
            assert_eq!(f["severity"], "note");
            f["labels"][0]["path"].as_str().unwrap()
        })
        .collect();
    let wanted = ["in/.hidden.yaml", "in/linked", "in/list.pdf", "in/list.txt", "in/loop", "in/m.yaml"];
    assert_eq!(notes, BTreeSet::from(wanted));
    let table = check(&folder, &["--format", "table"]).out;
    assert!(table.contains("in/pipe.yaml") && table.contains("unreadable-file: "), "{table}");
}

/// More files than one batch holds give the same output on one thread and on two, without a progress bar if
/// standard error is not a terminal.
#[test]
fn many_files_are_reported_in_order_without_a_progress_bar() {
    let folder = Folder::new();
    folder.write("day.yaml", OPEN_DAY);
    for at in 0..5 {
        for list in sixty() {
            let path = folder.path().join(format!("in/{at}")).join(&list.file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &list.text).unwrap();
        }
    }
    let run = |threads: &str| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_muster"));
        program.args(["check", "--event", "day.yaml", "in", "--format", "json"]).current_dir(folder.path());
        crate::common::Ran::of(program.env("RAYON_NUM_THREADS", threads).output().unwrap())
    };
    let (one, two) = (run("1"), run("2"));
    assert_eq!((one.status, one.trouble.as_str()), (Some(1), ""));
    assert!(one.out == two.out && two.trouble.is_empty());
    let report = one.json();
    assert_eq!((&report["summary"]["lists"], &report["summary"]["legal"]), (&300.into(), &200.into()));
    let paths: Vec<&str> =
        report["lists"].as_array().unwrap().iter().map(|l| l["path"].as_str().unwrap()).collect();
    assert!(paths.is_sorted_by_key(std::path::Path::new), "{paths:?}");
}

#[test]
fn csv_is_also_a_format() {
    let (folder, _) = open_day();
    assert_eq!(check(&folder, &["--format", "csv"]).out, check(&folder, &["--csv"]).out);
}

/// A file is one list even if it is named in several ways, so it is not reported as a copy of itself.
#[test]
fn a_list_named_in_two_ways_is_checked_once() {
    let folder = Folder::new();
    folder.write("day.yaml", OPEN_DAY);
    let list = "army: X\nplayer: P\nruleset: quick\nunits: [{unit: HI}, {unit: HI}]\n";
    folder.write("in/a.yaml", list);
    for paths in [&["in/a.yaml", "./in/a.yaml"][..], &["in", "in/../in/a.yaml"], &["in/a.yaml", "in/"]] {
        let ran = folder.muster(&[&["check", "--event", "day.yaml", "--format", "json"], paths].concat());
        let report = ran.json();
        assert_eq!(report["summary"]["lists"], 1, "{paths:?}");
        assert!(!ran.out.contains("handed-in-twice"), "{}", ran.out);
    }
}

/// Files that are skipped but might be lists are mentioned, in `check` and in `render`; others are not.
#[test]
fn hidden_lists_are_noted() {
    let folder = Folder::new();
    let list = "army: X\nruleset: quick\nunits: [{unit: HI}, {unit: HI}]\n";
    for name in ["in/a.yaml", "in/.hid.yaml", "in/.dir/b.yaml", "in/.git/HEAD", "in/.notes.txt"] {
        folder.write(name, list);
    }
    let ran = folder.muster(&["check", "--format", "concise", "in"]);
    assert_eq!(ran.status, Some(0));
    let notes: Vec<&str> = ran.out.lines().filter(|line| line.contains("note[")).collect();
    let note = |path: &str, what: &str| {
        format!(
            "{path}:1:1: note[unreadable-file]: \"{path}\" is {what}, since its name begins with a dot \
             (help: it was not checked)"
        )
    };
    assert_eq!(notes, [note("in/.dir", "a hidden folder"), note("in/.hid.yaml", "hidden")]);
    let ran = folder.muster(&["render", "roster", "in", "-o", "out/"]);
    assert_eq!(ran.status, Some(0));
    for reported in ["\"in/.dir\" is a hidden folder", "\"in/.hid.yaml\" is hidden", "it was not printed"] {
        assert!(ran.trouble.contains(reported), "{}", ran.trouble);
    }
}
