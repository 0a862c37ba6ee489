//! Paths that are not files, or no longer exist.

use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::process::Command;

use super::support::{Folder, HEAD};

fn pipe(folder: &Folder, name: &str) {
    std::fs::create_dir_all(folder.path(name).parent().unwrap()).unwrap();
    assert!(Command::new("mkfifo").arg(folder.path(name)).status().unwrap().success());
}

/// Returns a folder with a legal list, to which a test adds its own files.
fn fine() -> Folder {
    Folder::with("ok.yaml", format!("{HEAD}units: [{{unit: SP}}]\n"))
}

#[test]
fn a_pipe() {
    let folder = fine();
    let words = "it is neither a file nor a folder";
    pipe(&folder, "p.yaml");
    folder.muster(&["check", "p.yaml"]).says(1, words);
    folder.muster(&["check", "."]).says(1, words);
    for arguments in [
        &["check", "--event", "p.yaml", "ok.yaml"][..],
        &["cost", "p.yaml"],
        &["fix", "p.yaml"],
        &["suggest", "p.yaml"],
        &["diff", "ok.yaml", "p.yaml"],
        &["verify", "ok.yaml", "p.yaml"],
        &["lint", "p.yaml"],
        &["render", "roster", "p.yaml"],
        &["render", "roster", "ok.yaml", "--template", "p.yaml"],
    ] {
        folder.muster(arguments).says(2, words);
    }
    folder.muster(&["watch", "p.yaml"]).says(0, "waiting for it");
    assert!(folder.path("p.yaml").metadata().unwrap().file_type().is_fifo());
}

#[test]
fn a_pipe_where_rules_are_looked_for() {
    let folder = fine();
    pipe(&folder, "z/ruleset.yaml");
    pipe(&folder, "fra/books/q.yaml");
    let words = "it is neither a file nor a folder";
    folder.check("army: x\nruleset: z\nunits: [{unit: a}]\n").says(1, words);
    folder.check("army: x\nruleset: fra\nbook: q\nunits: [{unit: a}]\n").says(1, words);
    folder.muster(&["rules", "--rulesets", ".", "z"]).says(1, words);
    folder.muster(&["render", "roster", "--rulesets", ".", "l.yaml"]).says(1, words);
}

#[test]
fn a_socket_a_device_a_folder() {
    let folder = fine();
    let _listener = UnixListener::bind(folder.path("s.yaml")).unwrap();
    folder.muster(&["check", "s.yaml"]).says(1, "it is neither a file nor a folder");
    folder.muster(&["check", "/dev/zero"]).says(1, "it is neither a file nor a folder");
    std::fs::create_dir_all(folder.path("z/ruleset.yaml")).unwrap();
    folder.check("army: x\nruleset: z\nunits: [{unit: a}]\n").says(1, "ruleset.yaml: it is a folder");
    folder.muster(&["cost", "z"]).says(2, "it is a folder");
}

#[test]
fn links_in_circles_and_to_nowhere() {
    let folder = fine();
    symlink("loop.yaml", folder.path("loop.yaml")).unwrap();
    symlink("nowhere", folder.path("gone.yaml")).unwrap();
    std::fs::create_dir(folder.path("in")).unwrap();
    symlink(".", folder.path("in/again")).unwrap();
    folder
        .muster(&["check", "loop.yaml"])
        .says(1, "cannot read loop.yaml: too many levels of symbolic links\n");
    folder
        .muster(&["check", "gone.yaml"])
        .says(1, "cannot read gone.yaml: it is a link to what is not there\n");
    folder.muster(&["check", "in"]).says(2, "\"in/again\" is a link, and links are not followed");
    folder.muster(&["check", "ok.yaml", "gone.yaml"]).says(1, "1 error in 1 list of 2");
}

/// If tests run as root, no file is protected from them.
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = fine();
    folder.write("shut.yaml", "army: x\n");
    std::fs::set_permissions(folder.path("shut.yaml"), std::fs::Permissions::from_mode(0o0)).unwrap();
    let ran = folder.muster(&["check", "shut.yaml", "ok.yaml"]);
    if std::fs::read(folder.path("shut.yaml")).is_ok() {
        eprintln!("this user may read everything");
        return ran.says(1, "missing key `ruleset`");
    }
    ran.says(1, "cannot read shut.yaml: permission denied");
}

/// Rules that exist but cannot be read are an error; no others of the same id replace them.
#[test]
fn rules_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let list = "army: x\nruleset: fra\nbook: numidia\ndate: 210 BC\nunits: [{unit: light-cavalry}]\n";
    let check = |lay: &dyn Fn(&Folder), words: &str| {
        let folder = Folder::with("l.yaml", list);
        lay(&folder);
        let ran = folder.muster(&["check", "--format", "concise", "l.yaml"]);
        ran.says(1, words);
        ran.says(1, "cannot be used");
    };
    let lost = "it is a link to what is not there";
    check(&|f| symlink("nowhere", f.path("rulesets")).unwrap(), &format!("cannot read rulesets: {lost}"));
    check(&|f| f.write("rulesets", ""), "cannot read rulesets: it is a file, but a folder of rules");
    let fra = |f: &Folder| std::fs::create_dir_all(f.path("rulesets/fra")).unwrap();
    check(&|f| f.write("rulesets/fra", ""), "cannot read rulesets/fra: it is a file, but a folder of rules");
    check(
        &|f| {
            std::fs::create_dir_all(f.path("rulesets")).unwrap();
            symlink("nowhere", f.path("rulesets/fra")).unwrap();
        },
        &format!("cannot read rulesets/fra: {lost}"),
    );
    check(
        &|f| {
            fra(f);
            symlink("nowhere", f.path("rulesets/fra/ruleset.yaml")).unwrap();
        },
        &format!("cannot read rulesets/fra/ruleset.yaml: {lost}"),
    );
    check(
        &|f| f.write("rulesets/fra/books", ""),
        "cannot read rulesets/fra/books: it is a file, but a folder of rules",
    );
    check(
        &|f| {
            fra(f);
            symlink("nowhere", f.path("rulesets/fra/books")).unwrap();
        },
        &format!("cannot read rulesets/fra/books: {lost}"),
    );
    // A book under another file name might be the one that is needed
    check(
        &|f| {
            std::fs::create_dir_all(f.path("rulesets/fra/books")).unwrap();
            symlink("nowhere", f.path("rulesets/fra/books/other.yaml")).unwrap();
        },
        &format!("cannot read rulesets/fra/books/other.yaml: {lost}"),
    );
    // If there is nothing at all, the built-in rules are used
    let folder = Folder::with("l.yaml", list);
    fra(&folder);
    let ran = folder.muster(&["check", "--format", "concise", "l.yaml"]);
    assert!(!ran.out.contains("cannot be used"), "{}", ran.out);
    // Files without read permission, unless this user may read everything
    for shut in ["rulesets", "rulesets/fra", "rulesets/fra/books"] {
        let folder = Folder::with("l.yaml", list);
        std::fs::create_dir_all(folder.path("rulesets/fra/books")).unwrap();
        std::fs::set_permissions(folder.path(shut), std::fs::Permissions::from_mode(0o0)).unwrap();
        let closed = std::fs::read_dir(folder.path(shut)).is_err();
        let ran = folder.muster(&["check", "--format", "concise", "l.yaml"]);
        let named = folder.muster(&["check", "--rulesets", "rulesets", "l.yaml"]);
        std::fs::set_permissions(folder.path(shut), std::fs::Permissions::from_mode(0o755)).unwrap();
        if closed {
            ran.says(1, "permission denied");
            named.says(if shut == "rulesets" { 2 } else { 1 }, "permission denied");
        }
    }
}
