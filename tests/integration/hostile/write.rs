//! Writing files: all or nothing, in no other place, and without leftovers.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

use super::support::{Folder, HEAD};

/// A list with a misspelt option, which `fix` corrects.
fn misspelt() -> String {
    format!("{HEAD}units:\n- {{unit: SP, options: [elite: [melee, rally], heavy-amour]}}\n")
}

#[test]
fn a_folder_that_cannot_be() {
    let folder = Folder::with("l.yaml", misspelt());
    folder.write("file", "mine");
    for arguments in [
        &["render", "roster", "l.yaml", "-o", "file/x.html"][..],
        &["render", "roster", "l.yaml", "-o", "file/"],
        &["schema", "--all", "file"],
        &["new", "file/x.yaml"],
        &["render", "roster", "l.yaml", "-o", "/proc/nowhere/x.html"],
    ] {
        folder.muster(arguments).says(2, "muster: cannot write ");
    }
    assert_eq!(folder.names(), ["file", "l.yaml"]);
    assert_eq!(fs::read_to_string(folder.path("file")).unwrap(), "mine");
}

/// A device accepts what is written to it, and is not replaced by a file.
#[test]
fn a_device() {
    let folder = Folder::with("l.yaml", misspelt());
    folder
        .muster(&["render", "roster", "l.yaml", "-o", "/dev/full"])
        .says(2, "cannot write /dev/full: the disk is full");
    let null = folder.muster(&["render", "roster", "l.yaml", "-o", "/dev/null"]);
    assert_eq!((null.status, null.out.as_str()), (Some(0), ""));
    assert!(!fs::metadata("/dev/null").unwrap().is_file() && !fs::metadata("/dev/full").unwrap().is_file());
}

/// Uses a disk of 16 kilobytes that this test creates; if it may not, it tests nothing.
#[test]
fn a_full_disk() {
    let folder = Folder::with("l.yaml", misspelt());
    // Each command in turn, on a disk that is full but for 4 kilobytes
    let script = r#"mkdir d && mount -t tmpfs -o size=16k muster d || exit 77
        cp l.yaml d/ && head -c 8192 /dev/zero > d/fill || exit 76
        before=$(ls -A d) && sum=$(cksum d/l.yaml)
        head -c 4096 /dev/zero > d/last
        for try in "fix d/l.yaml" "new d/n.yaml" "schema --all d" "render roster l.yaml -o d/x.html"; do
            "$0" $try; echo "status $?"
        done
        rm d/last; test "$before" = "$(ls -A d)" && test "$sum" = "$(cksum d/l.yaml)" && echo whole"#;
    let ran = Command::new("unshare")
        .args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_muster")])
        .current_dir(&folder.0)
        .output();
    let Ok(ran) = ran else { return eprintln!("there is no unshare here") };
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    if out.is_empty() {
        return eprintln!("no disk may be made here: {err}");
    }
    assert_eq!(out.matches("status 2").count(), 4, "{out}{err}");
    assert_eq!(err.matches("the disk is full").count(), 4, "{out}{err}");
    assert!(out.ends_with("whole\n"), "{out}{err}");
}

#[test]
fn links_and_leftovers() {
    let folder = Folder::with("in/l.yaml", misspelt());
    symlink("in/l.yaml", folder.path("link.yaml")).unwrap();
    // Files that a stranger put where temporary files might be written
    folder.write("victim", "mine");
    symlink("../victim", folder.path("in/l.yaml.part")).unwrap();
    fs::set_permissions(folder.path("in/l.yaml"), fs::Permissions::from_mode(0o640)).unwrap();
    folder.muster(&["fix", "link.yaml"]).says(0, "fixed: ");
    assert!(folder.path("link.yaml").is_symlink());
    let mended = fs::read_to_string(folder.path("in/l.yaml")).unwrap();
    assert!(mended.contains("heavy-armour") && mended.starts_with(HEAD));
    assert_eq!(fs::metadata(folder.path("in/l.yaml")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_to_string(folder.path("victim")).unwrap(), "mine");
    let inside = Folder::names(&Folder(folder.path("in")));
    assert_eq!(inside, ["l.yaml", "l.yaml.part"]);
}

/// `new` never overwrites anything, not even a link to nowhere.
#[test]
fn what_is_there_already() {
    let folder = Folder::with("a.yaml", "mine");
    symlink("nowhere", folder.path("b.yaml")).unwrap();
    for name in ["a.yaml", "b.yaml"] {
        folder.muster(&["new", name]).says(2, "already exists and was not touched; name another file");
    }
    assert_eq!(folder.names(), ["a.yaml", "b.yaml"]);
    assert_eq!(fs::read_to_string(folder.path("a.yaml")).unwrap(), "mine");
}

/// A list with two hard links is changed under both names, and keeps its links and permissions.
#[test]
fn two_names_of_a_list() {
    use std::os::unix::fs::MetadataExt as _;
    let folder = Folder::with("a.yaml", misspelt());
    fs::hard_link(folder.path("a.yaml"), folder.path("b.yaml")).unwrap();
    fs::set_permissions(folder.path("a.yaml"), fs::Permissions::from_mode(0o640)).unwrap();
    folder.muster(&["fix", "b.yaml"]).says(0, "fixed: ");
    let about = fs::metadata(folder.path("a.yaml")).unwrap();
    assert_eq!((about.nlink(), about.permissions().mode() & 0o777), (2, 0o640));
    assert!(fs::read_to_string(folder.path("a.yaml")).unwrap().contains("heavy-armour"));
    assert_eq!(folder.names(), ["a.yaml", "b.yaml"]);
}

/// If several runs change one list at the same time, each change is made, or its run reports that it was not.
#[test]
fn runs_at_the_same_time() {
    let folder = Folder::new();
    for round in 0..6 {
        let list = "army: x\nruleset: quick\nunits: [{unit: HI, name: A}, {unit: HI, name: B}]\n";
        folder.write(
            "l.yaml",
            list.replace("HI, name: A", "hi, name: A").replace("HI, name: B", "hi, name: B"),
        );
        let runs: Vec<_> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..4).map(|_| scope.spawn(|| folder.muster(&["fix", "l.yaml"]))).collect();
            all.into_iter().map(|run| run.join().unwrap()).collect()
        });
        let told = |run: &&super::support::Ran| {
            run.out.contains("fixed: ")
                || run.err.contains("has changed since it was read and was not touched")
        };
        assert!(runs.iter().all(|run| told(&run) || run.status == Some(0)), "round {round}: {runs:?}");
        assert!(!fs::read_to_string(folder.path("l.yaml")).unwrap().contains("hi"), "round {round}");
        assert_eq!(folder.names(), ["l.yaml"]);
    }
}

/// If another program keeps the list locked, it is unchanged, and the run does not wait forever.
#[test]
fn a_list_that_is_kept_locked() {
    let folder = Folder::with("l.yaml", misspelt());
    let file = fs::File::options().write(true).open(folder.path("l.yaml")).unwrap();
    file.lock().unwrap();
    folder.muster(&["fix", "l.yaml"]).says(2, "l.yaml is locked by another program and was not touched");
    assert_eq!(fs::read_to_string(folder.path("l.yaml")).unwrap(), misspelt());
}

/// A sheet never overwrites a file that the run reads, by whatever name, nor a file that is not a sheet.
#[test]
fn sheets_over_what_is_there() {
    let folder = Folder::with("l.yaml", misspelt());
    folder.write("mine.html", "mine");
    symlink("l.yaml", folder.path("link.html")).unwrap();
    symlink("nowhere", folder.path("gone.html")).unwrap();
    fs::hard_link(folder.path("l.yaml"), folder.path("hard.html")).unwrap();
    for (target, words) in [
        ("link.html", "link.html is l.yaml, which is an input and was not overwritten"),
        ("hard.html", "hard.html is l.yaml, which is an input and was not overwritten"),
        ("mine.html", "mine.html already exists and is not a sheet made by Muster"),
        ("gone.html", "gone.html already exists and is not a sheet made by Muster"),
    ] {
        folder.muster(&["render", "roster", "l.yaml", "-o", target]).says(2, words);
    }
    assert_eq!(fs::read_to_string(folder.path("l.yaml")).unwrap(), misspelt());
    assert_eq!(fs::read_to_string(folder.path("mine.html")).unwrap(), "mine");
    assert!(folder.path("gone.html").is_symlink());
}
