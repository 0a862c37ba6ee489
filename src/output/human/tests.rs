use super::*;
use crate::finding::{Code, SourceFile, SourceFiles, Span};
use crate::output::sample_reports::{
    capture_output, illegal_report, legal_report, report_of, report_pointing_at, span_of_nth,
};

fn printed(report: &Report) -> String {
    capture_output(|out| print_human(report, out, TerminalStyle::default()))
}

const BROKEN: &str = r#"error[unknown-unit]: no unit is called "phalnax"
   ╭─[lists/x.yaml:8:16]
 7 │       - {unit: SP, name: African veterans}
 8 │       - {unit: phalnax, name: Hired pikes}
   ·                ───────
 9 │   - commander: {role: general, name: Mago}
   ╰────
  help: write `phalanx`

error[too-many]: 2 generals, at most 1 allowed
   ╭─[lists/x.yaml:5:23]
 4 │ commands:
 5 │   - commander: {role: general, name: Hannibal}
   ·                       ───┬───
   ·                          ╰── the first
 6 │     units:
   ╰────
   ╭─[lists/x.yaml:9:23]
 8 │       - {unit: phalnax, name: Hired pikes}
 9 │   - commander: {role: general, name: Mago}
   ·                       ───┬───
   ·                          ╰── the second
   ╰────
  help: make one of them a sub-general
  ╰─▶   see fra/limits/one-general
         ╭─[built in: rulesets/fra/ruleset.yaml:3:41]
       2 │ limits:
       3 │   one-general: {count: {role: general}, max: 1, says: an army…
         ·                                         ───┬──
         ·                                            ╰─┤ an army has a single
         ·                                              │ general
         ╰────

lists/x.yaml: illegal: 2 errors (fra 1.0.0)
"#;

#[test]
fn every_finding_shows_its_lines_and_the_rule() {
    assert_eq!(printed(&report_of(vec![illegal_report()])), BROKEN);
}

#[test]
fn several_lists_get_a_line_each_where_something_was_found() {
    let mut other = illegal_report();
    other.findings.truncate(1);
    other.findings[0].severity = Severity::Warning;
    let text = printed(&report_of(vec![illegal_report(), legal_report("lists/y.yaml"), other]));
    let (first, rest) = text.split_at(BROKEN.len());
    assert_eq!(first, BROKEN);
    let warning = &BROKEN[..BROKEN.find("\n\n").unwrap()].replace("error[", "warning[");
    let last =
        "lists/x.yaml: illegal: 1 warning (fra 1.0.0)\n\n2 errors, 1 warning in 2 lists of 3 (fra 1.0.0)\n";
    assert_eq!(rest, format!("\n{warning}\n\n{last}"));
}

#[test]
fn legal_lists_get_the_summary_and_nothing_else() {
    assert_eq!(
        printed(&report_of(vec![legal_report("a"), legal_report("b")])),
        "ok: 2 lists, all legal (fra 1.0.0)\n"
    );
    assert_eq!(
        printed(&report_of(vec![legal_report("a")])),
        "ok: Hannibal at the Trebia, 985 of 1000 points, legal (fra 1.0.0)\n"
    );
}

/// Asserts that the line below `shown_line` has `─` under exactly the columns of `word`.
fn assert_points_at(text: &str, word: &str, shown_line: &str, place: &str) {
    let shown = printed(&report_of(vec![report_pointing_at(text, word)]));
    let lines: Vec<_> = shown.lines().collect();
    assert!(lines[1].ends_with(&format!("[lists/x.yaml:{place}]")), "{shown}");
    let at = lines.iter().position(|line| line.ends_with(shown_line)).expect("the line is shown whole");
    let before = display_width(&lines[at][..lines[at].find(word).unwrap()]);
    let under: Vec<char> = lines[at + 1].chars().collect();
    let drawn: Vec<usize> = (0..under.len()).filter(|n| under[*n] == '─').collect();
    assert_eq!(drawn, (before..before + display_width(word)).collect::<Vec<_>>(), "{shown}");
}

#[test]
fn the_right_columns_are_underlined_after_any_characters() {
    assert_points_at("units:\n  - {unit: phalnax}\n", "phalnax", " 2 │   - {unit: phalnax}", "2:12");
    // A tab reaches to the next multiple of four columns
    assert_points_at("units:\n\t- {unit: phalnax}\n", "phalnax", " 2 │     - {unit: phalnax}", "2:11");
    assert_points_at("a:\r\n  - phalnax\r\nb\r\n", "phalnax", " 2 │   - phalnax", "2:5");
    assert_points_at("\u{feff}phalnax: b\n", "phalnax", " 1 │ phalnax: b", "1:1");
    assert_points_at("\u{feff}a: phalnax\r\n", "phalnax", " 1 │ a: phalnax", "1:4");
    assert_points_at("[漢字, phalnax, é]\n", "phalnax", " 1 │ [漢字, phalnax, é]", "1:6");
    assert_points_at("[é, e\u{301}, phalnax]", "phalnax", " 1 │ [é, e\u{301}, phalnax]", "1:9");
    assert_points_at("a: 漢字\n", "漢字", " 1 │ a: 漢字", "1:4");
    assert_points_at("a\u{1b}[0m\u{202e}: phalnax", "phalnax", " 1 │ a?[0m\u{fffd}: phalnax", "1:9");
}

#[test]
fn a_span_of_several_lines_is_bracketed() {
    let text = "a: b\nunits:\n  - unit: one\n    name: two\nb: c\n";
    let shown = printed(&report_of(vec![report_pointing_at(text, "unit: one\n    name: two\n")]));
    assert_eq!(
        shown,
        "error[unknown-unit]: a message
   ╭─[lists/x.yaml:3:5]
 2 │     units:
 3 │ ╭─▶   - unit: one
 4 │ ╰─▶     name: two
 5 │     b: c
   ╰────

lists/x.yaml: illegal: 1 error (fra 1.0.0)
"
    );
}

#[test]
fn long_files_and_long_lines_are_cut_to_the_width() {
    let long = format!("{}# {}\n", "# x\n".repeat(10_000), "y".repeat(10_000));
    let text = format!("{long}units: [{}phalnax{}]\n{long}", "SP, ".repeat(900), ", SP".repeat(900));
    let shown = printed(&report_of(vec![report_pointing_at(&text, "phalnax")]));
    assert_eq!(shown.lines().count(), 9, "{shown}");
    assert!(shown.contains("─[lists/x.yaml:10002:3609]"), "{shown}");
    for line in shown.lines() {
        assert!(display_width(line) <= 80, "{line}");
    }
}

#[test]
fn an_empty_span_is_shown_as_an_arrow() {
    let text = "army: x\n";
    let mut list = report_pointing_at(text, "army");
    let end = Span::new(FileId::CHECKED, text.len(), text.len());
    list.findings = vec![Finding::new(Code::MissingKey, end, "no units").with_primary_text("here")];
    assert_eq!(
        printed(&report_of(vec![list])),
        "error[missing-key]: no units
   ╭─[lists/x.yaml:2:1]
 1 │ army: x
 2 │
   · ▲
   · ╰── here
   ╰────

lists/x.yaml: illegal: 1 error (fra 1.0.0)
"
    );
}

#[test]
fn a_file_without_text_is_named() {
    let mut list = report_pointing_at("x", "x");
    list.sources = SourceFiles::default().with_checked_file(SourceFile::new("lists/x.yaml", ""));
    list.findings[0].rule_path = Some("fra/limits/some".to_owned());
    assert_eq!(
        printed(&report_of(vec![list])),
        "error[unknown-unit]: a message
  in lists/x.yaml
  rule: fra/limits/some

lists/x.yaml: illegal: 1 error (fra 1.0.0)
"
    );
}

#[test]
fn no_span_makes_the_output_panic_or_lose_the_message() {
    let texts =
        ["", "\n", "a", "ab\n", "ü\r\nß", "\u{feff}", "\u{feff}\na\n\n\nb", "a\rb\tc\n", "漢\u{202e}\n字"];
    let styles = [
        TerminalStyle { width: 0, ..TerminalStyle::default() },
        TerminalStyle { colour: true, unicode: false, width: 1 },
        TerminalStyle::default(),
    ];
    for text in texts {
        let size = text.len() + 3;
        for (start, end) in (0..size).flat_map(|start| (0..size).map(move |end| (start, end))) {
            let span = Span::new(FileId::CHECKED, start, end);
            let mut list = report_pointing_at("x", "x");
            list.sources = SourceFiles::default();
            let rules = list.sources.add_shared(SourceFile::new("r.yaml", text));
            list.sources = list.sources.with_checked_file(SourceFile::new("x", text));
            list.findings = vec![
                Finding::new(Code::TooMany, span, "first message")
                    .with_label(Span::new(FileId::CHECKED, end, size), "a")
                    .with_label(Span::new(FileId::CHECKED, 0, start), "b")
                    .with_label(Span::new(rules, start, end), "c")
                    .with_label(Span::new(FileId(77), start, end), "in no file"),
                Finding::new(Code::TooMany, Span::new(FileId(77), start, end), "second message"),
            ];
            for style in styles {
                let shown = capture_output(|out| print_human(&report_of(vec![list.clone()]), out, style));
                assert!(shown.contains("first message\n") && shown.contains("second message\n"), "{shown}");
                assert!(!shown.contains("Failed"), "{text:?} {start}..{end}: {shown}");
            }
        }
    }
}

#[test]
fn what_is_said_outside_the_lists_comes_first() {
    let mut all = report_of(vec![illegal_report()]);
    let mut note = Finding::new(Code::NotChecked, Span::default(), "\"x.pdf\" is no list, not checked");
    note.labels.clear();
    all.findings.push(note.with_severity(Severity::Note));
    assert_eq!(printed(&all), format!("note[not-checked]: \"x.pdf\" is no list, not checked\n\n{BROKEN}"));
}

#[test]
fn a_thousand_are_shown_and_the_rest_counted() {
    let mut list = report_pointing_at("army: x", "x");
    list.findings = vec![list.findings[0].clone(); 1_001];
    let shown = printed(&report_of(vec![list]));
    assert_eq!(shown.matches("error[unknown-unit]").count(), 1_000);
    let end = "and 1 more finding that is not shown\nlists/x.yaml: illegal: 1001 errors (fra 1.0.0)\n";
    assert!(shown.ends_with(end), "{}", &shown[shown.len() - 200..]);
}

#[test]
fn more_places_than_can_be_shown_are_counted() {
    let text = "x\n".repeat(100);
    let mut list = report_pointing_at(&text, "x");
    for n in 1..20 {
        list.findings[0] =
            list.findings[0].clone().with_label(span_of_nth(FileId::CHECKED, &text, "x", n), "");
    }
    let shown = printed(&report_of(vec![list]));
    assert_eq!(shown.matches(" ·").count(), 8, "{shown}");
    assert!(shown.contains("\n  and 12 more places in lists/x.yaml\n"), "{shown}");
}

#[test]
fn ascii_output_has_ascii_characters_only() {
    let style = TerminalStyle { unicode: false, ..TerminalStyle::default() };
    let shown = capture_output(|out| print_human(&report_of(vec![illegal_report()]), out, style));
    assert!(shown.is_ascii(), "{shown}");
    assert!(shown.contains(
        "
 8 |       - {unit: phalnax, name: Hired pikes}
   :                ^^^^^^^
"
    ));
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let bad = "\u{1b}]0;x\u{7}\u{202e}\n\u{9b}2J";
    let mut list = report_pointing_at(&format!("army: {bad}\n"), "army");
    let sources = SourceFiles::default();
    let rules = sources.add_shared(SourceFile::new(format!("{bad}.yaml"), format!("rule: {bad}")));
    list.sources =
        sources.with_checked_file(SourceFile::new(format!("{bad}.yaml"), format!("army: {bad}\n")));
    (list.path, list.army) = (bad.to_owned(), Some(bad.to_owned()));
    let finding = Finding::new(Code::TooMany, Span::new(FileId::CHECKED, 0, 4), bad);
    list.findings = vec![
        finding
            .with_primary_text(bad)
            .with_label(Span::new(rules, 0, 4), bad)
            .with_help(bad)
            .with_rule(format!("a/{bad}")),
    ];
    let mut fine = legal_report(bad);
    fine.army = Some(bad.to_owned());
    for all in [report_of(vec![list.clone()]), report_of(vec![list, fine.clone()]), report_of(vec![fine])] {
        let shown = printed(&all);
        assert!(
            !shown.contains(|c: char| c != '\n' && super::super::terminal_text::is_unsafe(c)),
            "{shown:?}"
        );
    }
}

#[test]
fn colour_adds_escapes_and_changes_no_word() {
    let shown = capture_output(|out| {
        print_human(
            &report_of(vec![illegal_report()]),
            out,
            TerminalStyle { colour: true, ..TerminalStyle::default() },
        )
    });
    assert!(shown.starts_with("\u{1b}[31merror[unknown-unit]:\u{1b}[0m no unit"), "{shown}");
    let mut plain = String::new();
    let mut rest = shown.as_str();
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    plain.push_str(rest);
    assert_eq!(plain, BROKEN);
}

#[test]
fn help_is_wrapped_to_the_width() {
    let mut list = report_pointing_at("army: x", "x");
    list.findings[0].help = Some("word ".repeat(20).trim_end().to_owned());
    let shown = printed(&report_of(vec![list]));
    // 8 columns of indent and 14 words of 5, less the last space, are 77
    let (first, second) = ("word ".repeat(14), "word ".repeat(6));
    assert!(
        shown.contains(&format!("\n  help: {}\n        {}\n", first.trim_end(), second.trim_end())),
        "{shown}"
    );
}
