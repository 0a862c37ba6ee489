//! Bytes that are no list: other encodings, other programs' files, YAML that nobody writes.

use super::support::Folder;

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
    folder.check([FINE.as_bytes(), b"\0"].concat()).says(1, "the character U+0000 cannot stand in the file");
    folder
        .check(FINE.replace("\nruleset", "\n\u{feff}ruleset"))
        .says(1, "a zero-width space stands in the indentation");
    // What old Macs and Windows write is fine
    folder.check(FINE.replace('\n', "\r")).says(0, "legal");
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
        (b"hello", "the file is text \"hello\", but a list with at least army, ruleset and units is wanted"),
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
        (format!("{FINE}---\n{FINE}"), "a second document begins here, and a file holds one"),
        (
            FINE.replace("army: x", "army: !!python/object:os.system x"),
            "\"!!python/object:os.system\": tags are not used here",
        ),
        (FINE.replace("units: [{unit: SP}]", "units: &u [*u]"), "\"*u\" stands inside what it names"),
        (FINE.replace("{unit: SP}", "{<<: 3}"), "`<<` takes a map or a list of maps"),
        (FINE.replace("units: [", "units:\n\t- ["), "a tab stands in the indentation"),
        (FINE.replace("army: x", "army: \"\\ud800\""), "is no escape"),
    ] {
        folder.check(text).says(1, words);
    }
}
