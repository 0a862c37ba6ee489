//! Where sheets are written: each to its own file, never over a file that would be lost.

use std::fs;
use std::path::{Path, PathBuf};

use super::{fresh_folder, run_muster};

fn list_text(army: &str) -> String {
    format!("army: {army}\nruleset: quick\nunits: [{{unit: HI}}, {{unit: HI}}]\n")
}

fn write_with_folders(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn path_text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns the files below a folder, sorted, as paths relative to it.
fn files_below(folder: &Path) -> Vec<String> {
    fn walk(at: &Path, into: &mut Vec<PathBuf>) {
        for path in fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { walk(&path, into) } else { into.push(path) }
        }
    }
    let mut all = Vec::new();
    if folder.is_dir() {
        walk(folder, &mut all);
    }
    let mut all: Vec<String> =
        all.iter().map(|path| path_text(path.strip_prefix(folder).unwrap()).replace('\\', "/")).collect();
    all.sort();
    all
}

/// Asserts the exit status, and that standard error contains `words`.
#[track_caller]
fn assert_outcome(arguments: &[&str], status: i32, words: &str) {
    let output = run_muster(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(said.contains(words), "no {words:?} in {said}");
}

#[test]
fn the_written_files_are_named() {
    let folder = fresh_folder("output-names");
    let (a, b, out) = (folder.join("a.yaml"), folder.join("b.yaml"), folder.join("out"));
    write_with_folders(&a, &list_text("a"));
    write_with_folders(&b, &list_text("b"));
    let said = |arguments: &[&str]| String::from_utf8(run_muster(arguments).stderr).unwrap();
    let sheet = folder.join("a.html");
    assert_eq!(
        said(&["render", "roster", path_text(&a), "-o", path_text(&sheet)]),
        format!("wrote {}\n", sheet.display())
    );
    assert_eq!(
        said(&["render", "roster", path_text(&a), path_text(&b), "-o", path_text(&out.join(""))]),
        format!(
            "wrote {} and {}\n",
            out.join("a-roster.html").display(),
            out.join("b-roster.html").display()
        )
    );
    // A sheet on standard output has no name
    assert_eq!(said(&["render", "roster", path_text(&a)]), "");
}

#[test]
fn sheets_are_written_to_the_same_folders_as_their_lists() {
    let folder = fresh_folder("output-folders");
    let lists = folder.join("lists");
    for who in ["cato", "galba", "sulla"] {
        write_with_folders(&lists.join(who).join("army.yaml"), &list_text(who));
    }
    write_with_folders(&lists.join("alone.yaml"), &list_text("alone"));
    let out = folder.join("out");
    assert_outcome(&["render", "roster", path_text(&lists), "-o", path_text(&out.join(""))], 0, "");
    assert_eq!(
        files_below(&out),
        ["alone-roster.html", "cato/army-roster.html", "galba/army-roster.html", "sulla/army-roster.html"]
    );
    let galba = fs::read_to_string(out.join("galba/army-roster.html")).unwrap();
    assert!(galba.contains("galba") && !galba.contains("sulla"));
}

#[test]
fn two_lists_with_the_same_output_file_are_refused_before_anything_is_written() {
    let folder = fresh_folder("output-collisions");
    let lists = folder.join("lists");
    let out = folder.join("out");
    write_with_folders(&lists.join("a.yaml"), &list_text("a"));
    write_with_folders(
        &lists.join("a.json"),
        r#"{"army": "b", "ruleset": "quick", "units": [{"unit": "HI"}]}"#,
    );
    write_with_folders(&lists.join("in/b.yaml"), &list_text("c"));
    assert_outcome(
        &["render", "roster", path_text(&lists), "-o", path_text(&out.join(""))],
        2,
        "would both be written to ",
    );
    let (one, other) = (lists.join("a.yaml"), folder.join("a.yaml"));
    write_with_folders(&other, &list_text("d"));
    assert_outcome(
        &["render", "roster", path_text(&one), path_text(&other), "-o", path_text(&out.join(""))],
        2,
        "would both be written to ",
    );
    assert!(!out.exists());
}

#[test]
fn input_files_are_never_overwritten_under_any_name() {
    let folder = fresh_folder("output-inputs");
    let own = folder.join("self.yaml");
    write_with_folders(&own, &list_text("self"));
    let hard = folder.join("hard.txt");
    fs::hard_link(&own, &hard).unwrap();
    let template = folder.join("mine.txt");
    write_with_folders(&template, "{{ army.name }}");
    let around = folder.join(".").join("self.yaml");
    let mut ways = vec![own.clone(), hard, around];
    #[cfg(unix)]
    {
        let link = folder.join("link.html");
        std::os::unix::fs::symlink("self.yaml", &link).unwrap();
        ways.push(link);
    }
    for target in ways {
        let target = path_text(&target);
        // The extension .yaml stands for no format, so one is given
        let format: &[&str] = if Path::new(target).extension().is_some_and(|end| end == "yaml") {
            &["--format", "text"]
        } else {
            &[]
        };
        for force in [&[][..], &["--force"]] {
            let said = [&["render", "roster", path_text(&own), "-o", target], format, force].concat();
            assert_outcome(&said, 2, "is an input and was not overwritten; name another file");
        }
    }
    assert_outcome(
        &[
            "render",
            "roster",
            path_text(&own),
            "--template",
            path_text(&template),
            "-o",
            path_text(&template),
            "--force",
        ],
        2,
        "is an input and was not overwritten",
    );
    assert_eq!(fs::read_to_string(&own).unwrap(), list_text("self"));
    assert_eq!(fs::read_to_string(&template).unwrap(), "{{ army.name }}");
}

#[test]
fn a_file_that_is_not_a_sheet_is_overwritten_only_with_force() {
    let folder = fresh_folder("output-foreign");
    let own = folder.join("l.yaml");
    write_with_folders(&own, &list_text("x"));
    for name in ["notes.txt", "page.html", "readme.md", "data.json"] {
        let target = folder.join(name);
        write_with_folders(&target, "my own work\n");
        let context: &[&str] = if name == "data.json" { &["--context"] } else { &[] };
        let said = [&["render", "roster", path_text(&own), "-o", path_text(&target)], context].concat();
        assert_outcome(&said, 2, "already exists and is not a sheet made by Muster");
        assert_eq!(fs::read_to_string(&target).unwrap(), "my own work\n");
        assert_outcome(&[&said[..], &["--force"]].concat(), 0, "");
        assert_ne!(fs::read_to_string(&target).unwrap(), "my own work\n");
    }
    // The same in a folder; then nothing at all is written
    let out = folder.join("out");
    write_with_folders(&folder.join("lists/a.yaml"), &list_text("a"));
    write_with_folders(&folder.join("lists/b.yaml"), &list_text("b"));
    write_with_folders(&out.join("b-roster.html"), "my own work\n");
    assert_outcome(
        &["render", "roster", path_text(&folder.join("lists")), "-o", path_text(&out)],
        2,
        "is not a sheet made by Muster",
    );
    assert_eq!(files_below(&out), ["b-roster.html"]);
    // An empty file may be overwritten, since nothing is lost
    let empty = folder.join("empty.txt");
    write_with_folders(&empty, "");
    assert_outcome(&["render", "roster", path_text(&own), "-o", path_text(&empty)], 0, "");
}

#[test]
fn a_sheet_may_be_overwritten_in_every_format() {
    let folder = fresh_folder("output-anew");
    let own = folder.join("l.yaml");
    write_with_folders(&own, &list_text("x"));
    for sheet in ["roster", "cards", "reference", "packing"] {
        for name in ["s.html", "s.txt", "s.md", "s.json"] {
            let target = folder.join(name);
            let _ = fs::remove_file(&target);
            let context: &[&str] = if name == "s.json" { &["--context"] } else { &[] };
            let said = [&["render", sheet, path_text(&own), "-o", path_text(&target)], context].concat();
            assert_outcome(&said, 0, "");
            assert_outcome(&said, 0, "");
        }
    }
}

#[test]
fn an_extension_that_is_unknown_or_of_another_format_is_refused() {
    let folder = fresh_folder("output-endings");
    let own = folder.join("l.yaml");
    write_with_folders(&own, &list_text("x"));
    let known = "; name a file that ends in .html, .pdf, .txt or .md";
    for (name, more, words) in [
        ("x.docx", &[][..], known),
        ("x.HTMLS", &[], known),
        (
            "x",
            &[],
            "x has no extension, from which the format would follow; name a file that ends in .html, .pdf, .txt or .md",
        ),
        ("x.html", &["--format", "text"], "x.html ends in .html; name a file that ends in .txt"),
        ("x.html", &["--context"], "x.html is not named like JSON; name a file that ends in .json"),
    ] {
        let target = folder.join(name);
        assert_outcome(
            &[&["render", "roster", path_text(&own), "-o", path_text(&target)], more].concat(),
            2,
            words,
        );
        assert!(!target.exists());
    }
    for (name, more) in [("x.HTM", &[][..]), ("x.docx", &["--format", "html"]), ("x", &["--format", "md"])] {
        let target = folder.join(name);
        assert_outcome(
            &[&["render", "roster", path_text(&own), "-o", path_text(&target)], more].concat(),
            0,
            "",
        );
        assert!(target.exists());
    }
}

#[test]
fn other_sheets_are_written_if_one_cannot_be() {
    let folder = fresh_folder("output-one-fails");
    let (lists, out) = (folder.join("lists"), folder.join("out"));
    for name in ["a", "b", "c"] {
        write_with_folders(&lists.join(name).join("l.yaml"), &list_text(name));
    }
    // A file is in the place of a folder
    write_with_folders(&out.join("b"), "mine");
    assert_outcome(
        &["render", "roster", path_text(&lists), "-o", path_text(&out)],
        2,
        "the path to its folder leads through a file",
    );
    assert_eq!(files_below(&out), ["a/l-roster.html", "b", "c/l-roster.html"]);
}

#[test]
fn other_sheets_are_written_if_a_list_cannot_be_read() {
    let folder = fresh_folder("output-one-unread");
    let (lists, out) = (folder.join("lists"), folder.join("out"));
    write_with_folders(&lists.join("a.yaml"), &list_text("a"));
    fs::File::create(lists.join("b.yaml")).unwrap().set_len(1 << 40).unwrap();
    write_with_folders(&lists.join("c.yaml"), &list_text("c"));
    assert_outcome(
        &["render", "roster", path_text(&lists), "-o", path_text(&out.join(""))],
        1,
        "the limit is 67108864",
    );
    assert_eq!(files_below(&out), ["a-roster.html", "c-roster.html"]);
}
