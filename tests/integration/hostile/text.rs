//! Bytes that are not a list: other encodings, files of other programs, YAML that nobody would write.

use super::support::{Folder, Ran};

const FINE: &str = "army: x\nruleset: fra\npoints: 100\nbaggage: true\nunits: [{unit: SP}]\n";

#[test]
fn other_encodings() {
    let folder = Folder::new();
    let utf16 = |big: bool| -> Vec<u8> {
        let units = std::iter::once(0xFEFF).chain(FINE.encode_utf16());
        units.flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
    };
    folder.check(utf16(false)).says(1, "the file is UTF-16, not UTF-8 (help: save it as UTF-8)");
    folder.check(utf16(true)).says(1, "the file is UTF-16, not UTF-8 (help: save it as UTF-8)");
    folder
        .check([b"army: H\xE9\n", FINE.as_bytes()].concat())
        .says(1, "byte 0xE9 at offset 7 in line 1 is not UTF-8");
    folder.check(b"army: \xC0\xAF\n").says(1, "not-utf8");
    folder
        .check([FINE.as_bytes(), b"\0"].concat())
        .says(1, "the character U+0000 is not allowed in the file");
    folder
        .check(FINE.replace("\nruleset", "\n\u{feff}ruleset"))
        .says(1, "there is a zero-width space in the indentation");
    // What Windows writes is fine
    folder.check(format!("\u{feff}{}", FINE.replace('\n', "\r\n"))).says(0, "legal");
}

#[test]
fn what_is_no_list() {
    let folder = Folder::new();
    let every: Vec<u8> = (0..=255).collect();
    for (bytes, words) in [
        (&b""[..], "the file is empty"),
        (b"# a\n# b\n", "the file is empty"),
        (b"...\n", "the file is empty"),
        (b"hello", "the file is text \"hello\"; expected a list with at least army, ruleset and units"),
        (b"- a\n", "wrong-type"),
        (b"PK\x03\x04", "a word processor's or an archive"),
        (b"%PDF-1.7", "the file is a PDF"),
        (&every, "l.yaml"),
        (b"%YAML 9.9\n---\narmy: x\n", "a line that begins with \"%\" means nothing here"),
    ] {
        folder.check(bytes).says(1, words);
    }
    let executable = std::fs::read(env!("CARGO_BIN_EXE_muster")).unwrap();
    folder.check(&executable[..100_000]).says(1, "l.yaml");
    for (one, times) in
        [("#", 1 << 20), ("#\n", 1 << 20), ("\n", 1 << 20), ("!", 1 << 20), ("&a ", 1 << 18), (": ", 1 << 20)]
    {
        folder.check(one.repeat(times)).says(1, "l.yaml");
    }
}

#[test]
fn yaml_that_nobody_writes() {
    let folder = Folder::new();
    for (text, words) in [
        (format!("{FINE}---\n{FINE}"), "a second document begins here, but a file can hold only one"),
        (
            FINE.replace("army: x", "army: !!python/object:os.system x"),
            "\"!!python/object:os.system\": tags are not used here",
        ),
        (
            FINE.replace("units: [{unit: SP}]", "units: &u [*u]"),
            "\"*u\" is used inside the value that it names",
        ),
        (FINE.replace("{unit: SP}", "{<<: 3}"), "`<<` takes a map or a list of maps"),
        (FINE.replace("units: [", "units:\n\t- ["), "a tab is used in the indentation"),
        (FINE.replace("army: x", "army: \"\\ud800\""), "is not an escape"),
    ] {
        folder.check(text).says(1, words);
    }
}

/// For each format, a bare carriage return is reported once, and spans use the file's own lines.
#[test]
fn lines_that_end_with_a_carriage_return_alone() {
    const TOLD: &str = "note[yaml-syntax]: lines end with a carriage return alone, as old Macs wrote them (help: save \
                        the file with the line ends of Unix (LF) or Windows (CR LF))";
    let old = |text: &str| text.replace('\n', "\r");
    let assert_reported = |ran: &Ran, places: &[&str]| {
        let lines: Vec<&str> = ran.out.lines().filter(|line| line.contains("carriage return")).collect();
        let wanted: Vec<String> = places.iter().map(|place| format!("{place}: {TOLD}")).collect();
        assert_eq!(lines, wanted, "{ran:?}");
    };
    let folder = Folder::new();
    let ran = folder.check(old(FINE));
    // The first line, "army: x", has 7 characters
    assert_reported(&ran, &["l.yaml:1:8"]);
    ran.says(0, "legal");
    assert_reported(&folder.check(FINE.replace('\n', "\r\n")), &[]);
    let ran = folder.check(old(&FINE.replace("SP", "SPP")));
    assert_reported(&ran, &["l.yaml:1:8"]);
    ran.says(1, "l.yaml:5:16: error[unknown-unit]: there is no unit type \"SPP\"");
    folder.muster(&["fix", "l.yaml"]).says(0, "fixed: lines end with a carriage return alone");
    assert_eq!(std::fs::read_to_string(folder.path("l.yaml")).unwrap(), FINE);

    // Rules
    let ruleset = "ruleset: r\nname: R\nversion: 1.0.0\nunits: {a: {name: A, cost: 1}}\n";
    let book = "book: b\nruleset: r\nname: B\nversion: 1.0.0\nentries: {a: {unit: a}}\n";
    let event = "event: e\nname: E\nrulesets: [r]\n";
    folder.write("r/ruleset.yaml", old(ruleset));
    folder.write("r/books/b.yaml", old(book));
    folder.write("e.yaml", old(event));
    folder.write("l.yaml", "army: x\nruleset: r\nbook: b\npoints: 1\nunits: [{unit: a}]\n");
    let check = ["check", "--format", "concise", "--rulesets", ".", "l.yaml"];
    let rules = ["./r/ruleset.yaml:1:11", "./r/books/b.yaml:1:8"];
    let sorted = |ran: &Ran| {
        let mut lines: Vec<String> =
            ran.out.lines().filter(|line| line.contains("carriage return")).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let wanted = |places: &[&str]| {
        let mut lines: Vec<String> = places.iter().map(|place| format!("{place}: {TOLD}")).collect();
        lines.sort();
        lines
    };
    let ran = folder.muster(&check);
    ran.says(0, "legal");
    assert_eq!(sorted(&ran), wanted(&rules), "{ran:?}");
    let ran = folder.muster(&[&check[..], &["--event", "e.yaml"]].concat());
    ran.says(0, "legal");
    assert_eq!(sorted(&ran), wanted(&[rules[0], rules[1], "e.yaml:1:9"]), "{ran:?}");
    // An error in the last line of each
    for (name, text, fault, words) in [
        (
            "r/ruleset.yaml",
            ruleset,
            "{nam: A,",
            "r/ruleset.yaml:4:13: error[unknown-key]: unknown key \"nam\"",
        ),
        ("r/books/b.yaml", book, "{unt: a", "r/books/b.yaml:5:15: error[unknown-key]: unknown key \"unt\""),
    ] {
        let faulty = text.replace("{name: A,", fault).replace("{unit: a", fault);
        folder.write(name, old(&faulty));
        folder.muster(&["check", "--format", "concise", "--rulesets", ".", name]).says(1, words);
        folder.write(name, old(text));
    }
}
