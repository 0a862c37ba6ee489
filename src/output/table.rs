//! One line for each list, for organisers: an aligned table for people, or CSV for a spreadsheet.

use std::io::{self, Write};

use super::closing_line::ClosingLine;
use super::terminal_text::{display_width, sanitize, truncate};
use super::{Printer, TerminalStyle, print_whole_report};
use crate::check::report::{ListReport, Report};
use crate::finding::{Code, Finding, Severity, SourceFiles};

const COLUMN_COUNT: usize = 8;
/// The header of each column.
const HEADER: [&str; COLUMN_COUNT] =
    ["file", "player", "army", "points", "limit", "verdict", "first cause", "digest"];
/// The columns with numbers, which are aligned to the right.
const RIGHT_ALIGNED: [usize; 2] = [3, 4];
/// The column that is cut if the terminal is narrow.
const CAUSE_COLUMN: usize = 6;
/// The least width that it is cut to.
const MIN_CAUSE_WIDTH: usize = 24;
/// The most columns of a player's or an army's name. Longer names are cut.
const MAX_NAME_WIDTH: usize = 32;

/// Prints a header, a line for each list in the order of the report, then a line of counts.
///
/// Findings that do not concern a list are only counted. Causes are cut to the width, long names to 32
/// columns.
pub fn print_table(report: &Report, out: &mut dyn Write, style: TerminalStyle) -> io::Result<()> {
    print_whole_report(report, &mut TablePrinter::new(style), out)
}

/// Prints a report as a table. Rows are kept until the end of the report, since each may widen the columns.
#[derive(Debug)]
pub struct TablePrinter {
    style: TerminalStyle,
    rows: Vec<[String; COLUMN_COUNT]>,
    tally: ClosingLine,
}

impl TablePrinter {
    /// Creates a printer for a terminal of this style.
    pub fn new(style: TerminalStyle) -> Self {
        Self { style, rows: Vec::new(), tally: ClosingLine::default() }
    }
}

impl Printer for TablePrinter {
    fn print_general(&mut self, findings: &[Finding], _: &SourceFiles, _: &mut dyn Write) -> io::Result<()> {
        self.tally.add_general(findings);
        Ok(())
    }

    fn print_list(&mut self, list: &ListReport, _among: bool, _: &mut dyn Write) -> io::Result<()> {
        self.tally.add_list(list);
        self.rows.push(list_cells(list));
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        print_aligned(std::mem::take(&mut self.rows), out, self.style)?;
        writeln!(out, "{}", self.tally.counts_line())
    }
}

/// Prints the rows below a header, unless there are none.
fn print_aligned(
    mut rows: Vec<[String; COLUMN_COUNT]>,
    out: &mut dyn Write,
    style: TerminalStyle,
) -> io::Result<()> {
    let more = if style.unicode { "…" } else { "..." };
    for row in &mut rows {
        for cell in [1, 2] {
            row[cell] = truncate(&row[cell], MAX_NAME_WIDTH, more).into_owned();
        }
    }
    let widest = |rows: &[[String; COLUMN_COUNT]], at: usize| {
        rows.iter().map(|row| display_width(&row[at])).chain([HEADER[at].len()]).max().unwrap_or(0)
    };
    let others: usize =
        (0..COLUMN_COUNT).filter(|at| *at != CAUSE_COLUMN).map(|at| widest(&rows, at) + 2).sum();
    let room = style.width.saturating_sub(others).max(MIN_CAUSE_WIDTH);
    for row in &mut rows {
        row[CAUSE_COLUMN] = truncate(&row[CAUSE_COLUMN], room, more).into_owned();
    }
    let widths: [usize; COLUMN_COUNT] = std::array::from_fn(|at| widest(&rows, at));
    if !rows.is_empty() {
        writeln!(out, "{}", table_line(&HEADER.map(str::to_owned), &widths))?;
    }
    for row in &rows {
        writeln!(out, "{}", table_line(row, &widths))?;
    }
    Ok(())
}

/// Prints the same columns as CSV (RFC 4180), with nothing cut.
///
/// A cell that a spreadsheet would take for a formula gets a leading `'`.
pub fn print_csv(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    print_whole_report(report, &mut CsvPrinter::default(), out)
}

/// Prints a report as CSV, one list at a time.
#[derive(Debug, Default)]
pub struct CsvPrinter {
    header_printed: bool,
}

impl CsvPrinter {
    fn print_header(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.header_printed, true) {
            Ok(())
        } else {
            print_csv_row(&HEADER.map(str::to_owned), out)
        }
    }
}

impl Printer for CsvPrinter {
    fn print_general(&mut self, _: &[Finding], _: &SourceFiles, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn print_list(&mut self, list: &ListReport, _among: bool, out: &mut dyn Write) -> io::Result<()> {
        self.print_header(out)?;
        print_csv_row(&list_cells(list), out)
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.print_header(out)
    }
}

/// Prints one row of CSV.
fn print_csv_row(cells: &[String; COLUMN_COUNT], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}\r\n", cells.each_ref().map(|cell| quote_cell(cell)).join(","))
}

/// Returns the cells of a list. The cause is its first error, else its first warning, else what a reason
/// settled. Returns the cells of a list. The cause is its first error, else its first warning, else what a
/// reason settled.
fn list_cells(list: &ListReport) -> [String; COLUMN_COUNT] {
    let named = |name: &Option<String>| name.as_deref().map(sanitize).unwrap_or_default().into_owned();
    let (points, limit) = match &list.points {
        Some(points) => (
            format!("{}{}", if points.complete { "" } else { "at least " }, points.total),
            points.limit.map(|limit| limit.to_string()).unwrap_or_default(),
        ),
        None => (String::new(), String::new()),
    };
    let first = |severity| list.findings.iter().find(|f| f.severity == severity);
    let cause = first(Severity::Error).or_else(|| first(Severity::Warning));
    let settled: Vec<&Finding> = list.findings.iter().filter(|f| f.code == Code::Settled).collect();
    let others = settled.len() - usize::from(cause.is_none() && !settled.is_empty());
    let cause = cause.or(settled.first().copied());
    let cause = cause.map(|f| format!("{}: {}", f.code.as_str(), sanitize(&f.message))).unwrap_or_default();
    let cause = if others > 0 { format!("{cause} ({others} more settled by reasons)") } else { cause };
    [
        sanitize(&list.path).into_owned(),
        named(&list.player),
        named(&list.army),
        points,
        limit,
        list.verdict.as_str().to_owned(),
        cause,
        list.digest.as_ref().map(ToString::to_string).unwrap_or_default(),
    ]
}

/// Returns one line of the aligned table.
fn table_line(cells: &[String; COLUMN_COUNT], widths: &[usize; COLUMN_COUNT]) -> String {
    let mut line = String::new();
    for (at, (cell, room)) in cells.iter().zip(widths).enumerate() {
        let blanks = " ".repeat(room.saturating_sub(display_width(cell)));
        let between = if at > 0 { "  " } else { "" };
        line.extend(if RIGHT_ALIGNED.contains(&at) {
            [between, &blanks, cell]
        } else {
            [between, cell, &blanks]
        });
    }
    line.truncate(line.trim_end().len());
    line
}

/// Quotes a cell of CSV if it needs quotes.
fn quote_cell(cell: &str) -> String {
    let cell = escape_formulas(cell);
    let plain = !cell.contains(['"', ',', ';', '\r', '\n']) && cell.trim() == cell;
    if plain { cell } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
}

/// Marks text that a spreadsheet would run as a formula with a leading `'`.
///
/// In countries with a decimal comma, spreadsheets start a new cell after every `;`, even between quotes, so
/// text after a `;` is treated like the start of a cell.
fn escape_formulas(cell: &str) -> String {
    let mut safe = String::with_capacity(cell.len() + 1);
    let mut begins = true;
    for c in cell.chars() {
        if begins && matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            safe.push('\'');
        }
        begins = matches!(c, ';' | '；' | '\t') || begins && c.is_whitespace();
        safe.push(c);
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample_reports::{capture_output, illegal_report, legal_report, report_of};

    fn two() -> Report {
        let mut other = legal_report("lists/y.yaml");
        other.player = Some("漢字".to_owned());
        other.points.as_mut().unwrap().complete = false;
        report_of(vec![illegal_report(), other])
    }

    #[test]
    fn columns_are_aligned_by_what_is_seen() {
        let text = capture_output(|out| {
            print_table(&two(), out, TerminalStyle { width: 160, ..TerminalStyle::default() })
        });
        assert_eq!(
            text,
            "file          player  army                          points  limit  verdict  \
             first cause                                digest\n\
             lists/x.yaml          Hannibal at the Trebia           985   1000  illegal  \
             unknown-unit: no unit is called \"phalnax\"  0123-4567-89AB-CDEF-GHJK MNPQ-RSTV-WXYZ\n\
             lists/y.yaml  漢字    Hannibal at the Trebia  at least 985   1000  legal    \
             \x20                                          0123-4567-89AB-CDEF-GHJK MNPQ-RSTV-WXYZ\n\
             2 errors in 1 list of 2 (fra 1.0.0)\n"
        );
    }

    #[test]
    fn a_narrow_terminal_cuts_the_cause_and_nothing_else() {
        let text = capture_output(|out| print_table(&two(), out, TerminalStyle::default()));
        let row = text.lines().nth(1).unwrap();
        assert!(row.contains("  unknown-unit: no unit i…  0123-4567-89AB-CDEF-GHJK MNPQ-RSTV-WXYZ"), "{row}");
        let plain = TerminalStyle { unicode: false, ..TerminalStyle::default() };
        let text = capture_output(|out| print_table(&two(), out, plain));
        assert!(text.lines().nth(1).unwrap().contains("  unknown-unit: no unit...  0"), "{text}");
    }

    #[test]
    fn a_cell_that_another_separator_would_make_is_not_a_formula() {
        for (cell, written) in [
            ("Cato;=1", "\"Cato;'=1\""),
            ("; @x", "\"; '@x\""),
            (" =1", "\" '=1\""),
            ("a\";-1", "\"a\"\";'-1\""),
            ("a\t+1", "a\t'+1"),
            ("1-2; a=b", "\"1-2; a=b\""),
        ] {
            assert_eq!(quote_cell(cell), written);
        }
    }

    #[test]
    fn what_a_reason_settles_is_told_in_the_line_of_its_list() {
        use crate::finding::{FileId, Span};
        let settled = |message: &str| Finding::new(Code::Settled, Span::new(FileId::CHECKED, 0, 4), message);
        let cause = |findings: Vec<Finding>| {
            let mut list = legal_report("x");
            list.findings = findings;
            list_cells(&list)[CAUSE_COLUMN].clone()
        };
        let one = settled("\"sling\" is not offered to Spears; settled by \"Livy\"");
        assert_eq!(
            cause(vec![one.clone()]),
            "settled: \"sling\" is not offered to Spears; settled by \"Livy\""
        );
        assert_eq!(
            cause(vec![settled("a"), one.clone(), settled("b")]),
            "settled: a (2 more settled by reasons)"
        );
        let broken = Finding::new(Code::TooMany, Span::new(FileId::CHECKED, 0, 4), "2 generals");
        assert_eq!(cause(vec![one, broken]), "too-many: 2 generals (1 more settled by reasons)");
    }

    #[test]
    fn csv_is_quoted_and_no_cell_is_a_formula() {
        let mut list = illegal_report();
        list.path = "-".to_owned();
        list.player = Some("=HYPERLINK(\"x\"), \u{202e}\nof Capua".to_owned());
        list.army = Some("@home".to_owned());
        list.points.as_mut().unwrap().total = "19/3".parse().unwrap();
        let mut bare = legal_report("lists/z, old.yaml");
        (bare.points, bare.digest, bare.army) = (None, None, None);
        let text = capture_output(|out| print_csv(&report_of(vec![list, bare]), out));
        assert_eq!(
            text,
            "file,player,army,points,limit,verdict,first cause,digest\r\n\
             '-,\"'=HYPERLINK(\"\"x\"\"), \u{fffd} of Capua\",'@home,19/3,1000,illegal,\
             \"unknown-unit: no unit is called \"\"phalnax\"\"\",0123-4567-89AB-CDEF-GHJK MNPQ-RSTV-WXYZ\r\n\
             \"lists/z, old.yaml\",,,,,legal,,\r\n"
        );
    }
}
