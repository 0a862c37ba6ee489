//! Where sheets are written: each to a file of its own, and over nothing that would be lost.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::{folder, muster, trial};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("every list of a folder has its sheet, in folders as the lists are", folders),
        trial("two lists with one sheet are refused before anything is written", collisions),
        trial("what is read is never written over, by whatever name", inputs),
        trial("a file that is no sheet is written over with --force alone", foreign),
        trial("a sheet is printed anew over itself in every format", anew),
        trial("an ending that says no format, or another than asked for, is refused", endings),
        trial("a sheet that cannot be written takes no other with it", one_fails),
        trial("a list that cannot be read takes no other with it", one_unread),
    ]
}

fn list(army: &str) -> String {
    format!("army: {army}\nruleset: quick\nunits: [{{unit: HI}}, {{unit: HI}}]\n")
}

fn write(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn word(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The files below a folder, sorted, by their paths in it.
fn files(folder: &Path) -> Vec<String> {
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
        all.iter().map(|path| word(path.strip_prefix(folder).unwrap()).replace('\\', "/")).collect();
    all.sort();
    all
}

/// It ends with this status and says these words.
#[track_caller]
fn says(arguments: &[&str], status: i32, words: &str) {
    let output = muster(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(said.contains(words), "no {words:?} in {said}");
}

fn folders() {
    let folder = folder("output-folders");
    let lists = folder.join("lists");
    for who in ["cato", "galba", "sulla"] {
        write(&lists.join(who).join("army.yaml"), &list(who));
    }
    write(&lists.join("alone.yaml"), &list("alone"));
    let out = folder.join("out");
    says(&["render", "roster", word(&lists), "-o", word(&out.join(""))], 0, "");
    assert_eq!(
        files(&out),
        ["alone-roster.html", "cato/army-roster.html", "galba/army-roster.html", "sulla/army-roster.html"]
    );
    let galba = fs::read_to_string(out.join("galba/army-roster.html")).unwrap();
    assert!(galba.contains("galba") && !galba.contains("sulla"));
}

fn collisions() {
    let folder = folder("output-collisions");
    let lists = folder.join("lists");
    let out = folder.join("out");
    write(&lists.join("a.yaml"), &list("a"));
    write(&lists.join("a.json"), r#"{"army": "b", "ruleset": "quick", "units": [{"unit": "HI"}]}"#);
    write(&lists.join("in/b.yaml"), &list("c"));
    says(&["render", "roster", word(&lists), "-o", word(&out.join(""))], 2, "would both be written to ");
    let (one, other) = (lists.join("a.yaml"), folder.join("a.yaml"));
    write(&other, &list("d"));
    says(
        &["render", "roster", word(&one), word(&other), "-o", word(&out.join(""))],
        2,
        "would both be written to ",
    );
    assert!(!out.exists());
}

fn inputs() {
    let folder = folder("output-inputs");
    let own = folder.join("self.yaml");
    write(&own, &list("self"));
    let hard = folder.join("hard.txt");
    fs::hard_link(&own, &hard).unwrap();
    let template = folder.join("mine.txt");
    write(&template, "{{ army.name }}");
    let around = folder.join(".").join("self.yaml");
    let mut ways = vec![own.clone(), hard, around];
    #[cfg(unix)]
    {
        let link = folder.join("link.html");
        std::os::unix::fs::symlink("self.yaml", &link).unwrap();
        ways.push(link);
    }
    for target in ways {
        let target = word(&target);
        // The ending .yaml says no format, so one is given
        let format: &[&str] = if Path::new(target).extension().is_some_and(|end| end == "yaml") {
            &["--format", "text"]
        } else {
            &[]
        };
        for force in [&[][..], &["--force"]] {
            let said = [&["render", "roster", word(&own), "-o", target], format, force].concat();
            says(&said, 2, "is read here and is not written over; name another file");
        }
    }
    says(
        &["render", "roster", word(&own), "--template", word(&template), "-o", word(&template), "--force"],
        2,
        "is read here and is not written over",
    );
    assert_eq!(fs::read_to_string(&own).unwrap(), list("self"));
    assert_eq!(fs::read_to_string(&template).unwrap(), "{{ army.name }}");
}

fn foreign() {
    let folder = folder("output-foreign");
    let own = folder.join("l.yaml");
    write(&own, &list("x"));
    for name in ["notes.txt", "page.html", "readme.md", "data.json"] {
        let target = folder.join(name);
        write(&target, "my own work\n");
        let context: &[&str] = if name == "data.json" { &["--context"] } else { &[] };
        let said = [&["render", "roster", word(&own), "-o", word(&target)], context].concat();
        says(&said, 2, "is there already and is no sheet of Muster's");
        assert_eq!(fs::read_to_string(&target).unwrap(), "my own work\n");
        says(&[&said[..], &["--force"]].concat(), 0, "");
        assert_ne!(fs::read_to_string(&target).unwrap(), "my own work\n");
    }
    // In a folder likewise, and then nothing at all is written
    let out = folder.join("out");
    write(&folder.join("lists/a.yaml"), &list("a"));
    write(&folder.join("lists/b.yaml"), &list("b"));
    write(&out.join("b-roster.html"), "my own work\n");
    says(&["render", "roster", word(&folder.join("lists")), "-o", word(&out)], 2, "is no sheet of Muster's");
    assert_eq!(files(&out), ["b-roster.html"]);
    // Of what is empty nothing is lost
    let empty = folder.join("empty.txt");
    write(&empty, "");
    says(&["render", "roster", word(&own), "-o", word(&empty)], 0, "");
}

fn anew() {
    let folder = folder("output-anew");
    let own = folder.join("l.yaml");
    write(&own, &list("x"));
    for sheet in ["roster", "cards", "reference", "packing"] {
        for name in ["s.html", "s.txt", "s.md", "s.json"] {
            let target = folder.join(name);
            let _ = fs::remove_file(&target);
            let context: &[&str] = if name == "s.json" { &["--context"] } else { &[] };
            let said = [&["render", sheet, word(&own), "-o", word(&target)], context].concat();
            says(&said, 0, "");
            says(&said, 0, "");
        }
    }
}

fn endings() {
    let folder = folder("output-endings");
    let own = folder.join("l.yaml");
    write(&own, &list("x"));
    let known = "says no format; name a file that ends in .html, .pdf, .txt or .md";
    for (name, more, words) in [
        ("x.docx", &[][..], known),
        ("x.HTMLS", &[], known),
        (
            "x",
            &[],
            "x has no ending, which says the format; name a file that ends in .html, .pdf, .txt or .md",
        ),
        ("x.html", &["--format", "text"], "x.html ends in .html; name a file that ends in .txt"),
        ("x.html", &["--context"], "x.html is no name for JSON; name a file that ends in .json"),
    ] {
        let target = folder.join(name);
        says(&[&["render", "roster", word(&own), "-o", word(&target)], more].concat(), 2, words);
        assert!(!target.exists());
    }
    for (name, more) in [("x.HTM", &[][..]), ("x.docx", &["--format", "html"]), ("x", &["--format", "md"])] {
        let target = folder.join(name);
        says(&[&["render", "roster", word(&own), "-o", word(&target)], more].concat(), 0, "");
        assert!(target.exists());
    }
}

fn one_fails() {
    let folder = folder("output-one-fails");
    let (lists, out) = (folder.join("lists"), folder.join("out"));
    for name in ["a", "b", "c"] {
        write(&lists.join(name).join("l.yaml"), &list(name));
    }
    // Where a folder is to be there is a file
    write(&out.join("b"), "mine");
    says(&["render", "roster", word(&lists), "-o", word(&out)], 2, "what should be its folder is a file");
    assert_eq!(files(&out), ["a/l-roster.html", "b", "c/l-roster.html"]);
}

fn one_unread() {
    let folder = folder("output-one-unread");
    let (lists, out) = (folder.join("lists"), folder.join("out"));
    write(&lists.join("a.yaml"), &list("a"));
    fs::File::create(lists.join("b.yaml")).unwrap().set_len(1 << 40).unwrap();
    write(&lists.join("c.yaml"), &list("c"));
    says(&["render", "roster", word(&lists), "-o", word(&out.join(""))], 1, "at most 67108864 are read");
    assert_eq!(files(&out), ["a-roster.html", "c-roster.html"]);
}
