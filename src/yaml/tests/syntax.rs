//! Syntax errors: their messages and positions.

use super::parsed;
use crate::finding::FileId;
use crate::yaml::parse_yaml;

#[test]
fn common_syntax_errors_are_explained_at_their_place() {
    for (text, wanted) in [
        (
            "army: é\nname: Hannibal: in Italy  # c\nb: 1\n",
            "[Hannibal: in Italy] a value with \": \" inside needs quotes (write \"Hannibal: in Italy\")",
        ),
        (
            "a: {name: Mago: x, b: 1}\n",
            "[Mago: x] a value with \": \" inside needs quotes (write \"Mago: x\")",
        ),
        ("é: \"x\nb: 2\n", "[\"] this quote is never closed (close it at the end of the value)"),
        ("a: it's 'x y\nb: 'x\n", "['] this quote is never closed (close it at the end of the value)"),
        ("a: [1, 2\nb: 3\n", "[[] \"[\" is not closed by the end of its line (write `]` where it ends)"),
        ("a: {x: 1\nb: 3\n", "[{] \"{\" is not closed by the end of its line (write `}` where it ends)"),
        ("a: [1, 2", "[[] \"[\" is never closed (write `]` where it ends)"),
        ("a: [x}\n", "[[] \"[\" is closed by \"}\" (use brackets of one kind)"),
        ("a: [x]]\n", "[]] this bracket closes nothing (take it out)"),
        ("a: [x, , y]\n", "[,] there is nothing before this comma (take it out)"),
        ("a:\n\tb: 1\n", "[\t] a tab is used in the indentation (indent with spaces)"),
        ("a:\n  - b\n \t- c\n", "[\t] a tab is used in the indentation (indent with spaces)"),
        (
            "a:\n  b: 1\n c: 2\n",
            "[c:] the indentation of this line does not match any line above it (indent it like the lines it belongs to)",
        ),
        (
            "é: 1\n b: 2\n",
            "[b] \"b\" is indented by 1 space, and the key above it by 0 (take out the spaces before it)",
        ),
        ("key\nb: 2\n", "[key] \"key\" has no colon after it (write `key:`)"),
        ("a: 1\nkey\n", "[key] \"key\" has no colon after it (write a colon and its value)"),
        (
            "- a\nb: 1\n",
            "[b:] this line is between the items of a list but is not one (write `- ` before it, or indent it like \
             the key it belongs to)",
        ),
        ("a:\n- x\n-y\n", "[-y] a space is missing after the hyphen (write `- y`)"),
        (
            "a: @x\n",
            "[@x] a value cannot begin with \"@\" unless it is in quotes (put quotes around the value)",
        ),
        ("a: b\u{1}c\n", "[\u{1}] the character U+0001 is not allowed in the file (take it out)"),
        (
            "a: - b\n",
            "[-] a list cannot begin on the line of its key (begin the list on the next line, or write it in \
             brackets)",
        ),
        (
            "a: \"c:\\q\"\n",
            "[\\q] \"\\q\" is not an escape (write `\\\\` for a backslash, or use single quotes)",
        ),
        (
            "a: 'x' y\n",
            "[y] there is text after the closing quote (put it inside the quotes, or take the quotes away)",
        ),
        (
            "a: 1\n---\nb: 2\n",
            "[---] a second document begins here, but a file can hold only one (take out this line, or put the \
             rest into its own file; it is not checked)",
        ),
        (
            "a: *b\n",
            "[*b] \"*b\" refers to an anchor that no line above sets (write `&b` before the value that is \
             meant, or the value itself in quotes)",
        ),
        ("a: &x [*x]\n", "[*x] \"*x\" is used inside the value that it names"),
    ] {
        let unchecked = "the rest is not checked until this is fixed";
        let found: Vec<_> = parsed(text)
            .iter()
            .map(|f| f.replace(&format!("; {unchecked})"), ")").replace(&format!(" ({unchecked})"), ""))
            .collect();
        assert_eq!(found, [format!("yaml-syntax {wanted}")], "{text:?}");
    }
}

#[test]
fn an_error_after_which_nothing_was_read_says_so() {
    let unchecked = "the rest is not checked until this is fixed";
    for text in ["a: x: y\nb: 1\n", "a: [1, 2\nb: 3\n", "a:\n\tb: 1\nc: 2\n", "a: \"x\nb: 2\n"] {
        let findings = parsed(text);
        assert!(findings.len() == 1 && findings[0].contains(unchecked), "{findings:?}");
    }
    for text in ["a: x: y\n", "a: [1, 2", "a: 1\nkey\n", "a: [x\n\n"] {
        let findings = parsed(text);
        assert!(findings.len() == 1 && !findings[0].contains(unchecked), "{findings:?}");
    }
}

#[test]
fn tags_are_refused_unless_they_change_nothing() {
    let help = "take it out, or put quotes around the value if it is meant as text";
    assert_eq!(
        parsed("a: !!str 3\nb: !x 4\nc: !!map {}\n"),
        [format!("bad-value [!x] \"!x\": tags are not used here ({help})")]
    );
}

#[test]
fn an_empty_file_has_one_finding() {
    for text in ["", "\n\n", "# only\n# comments\n", "\u{feff}"] {
        assert_eq!(
            parsed(text),
            ["missing-key [] the file is empty (`muster new army.yaml` writes a list to start from)"],
            "{text:?}"
        );
    }
}

#[test]
fn a_single_document_may_have_its_start_and_end_markers() {
    assert_eq!(parsed("---\na: 1\n...\n"), [""; 0]);
    assert_eq!(parsed("%YAML 1.2\n---\na: 1\n"), [""; 0]);
}

#[test]
fn complete_values_before_a_syntax_error_are_kept_and_half_ones_are_not() {
    let parsed = parse_yaml(FileId::CHECKED, "a: 1\nb:\n  - c: 2\n    d: x: y\ne: 3\n");
    assert!(parsed.is_partial);
    let root = parsed.root.unwrap();
    assert_eq!(root.get("a").unwrap().as_str(), Some("1"));
    let crate::yaml::NodeContent::Seq(items) = &root.get("b").unwrap().content else { panic!() };
    assert!(items[0].get("c").is_some() && items[0].get("d").is_none());
    assert!(root.get("e").is_none());
    assert_eq!(parsed.findings.len(), 1);
}

#[test]
fn several_unknown_aliases_are_all_reported() {
    let parsed = parse_yaml(FileId::CHECKED, "a: *x\nb: [*y, 2]\n*z : 3\nc: 4\n");
    assert_eq!(parsed.findings.len(), 3);
    let root = parsed.root.unwrap();
    assert!(root.get("a").is_none() && root.get("c").is_some());
}

#[test]
fn a_file_that_ends_inside_an_escape_does_not_panic() {
    let text = "army: \"Han\\U0001F418é\\x41\\";
    for end in ("army: \"".len()..=text.len()).filter(|end| text.is_char_boundary(*end)) {
        let found = parsed(&text[..end]);
        assert!(matches!(found.as_slice(), [one] if one.starts_with("yaml-syntax ")), "{end}: {found:?}");
    }
}
