//! The closing line of a report, and the lines about its lists.

use crate::check::report::{ListReport, PointsTotal, ReportCounts, RulesSource, Verdict};
use crate::finding::Finding;
use crate::rules::library::BUILT_IN_NAME;
use crate::wording::{count_noun, points_noun};

use super::terminal_text::sanitize;

/// Returns the counts as text, such as `2 errors, 1 warning`. Empty if there are no findings.
fn counts_text(sum: &ReportCounts) -> String {
    let kinds = [(sum.errors, "error"), (sum.warnings, "warning"), (sum.notes, "note")];
    let counted: Vec<_> =
        kinds.iter().filter(|(n, _)| *n > 0).map(|(n, word)| count_noun(*n, word)).collect();
    counted.join(", ")
}

/// Returns the path of a list, safe to print.
pub(super) fn path_text(list: &ListReport) -> String {
    if list.path == "-" { "standard input".to_owned() } else { sanitize(&list.path).into_owned() }
}

/// Returns the total as text, such as `985 of 1000 points`.
fn points_text(points: &PointsTotal) -> String {
    let least = if points.complete { "" } else { "at least " };
    match points.limit {
        Some(limit) => format!("{least}{} of {limit} {}", points.total, points_noun(limit == 1)),
        None => format!("{least}{} {}", points.total, points_noun(points.total == 1)),
    }
}

/// Returns the line about one list, such as `lists/x.yaml: illegal: 2 errors, 1 warning`.
pub(super) fn list_line(list: &ListReport) -> String {
    let mut sum = ReportCounts::default();
    sum.add_list_findings(list);
    let words = counts_text(&sum);
    let colon = if words.is_empty() { "" } else { ": " };
    format!(
        "{}: {}{colon}{words}{}",
        path_text(list),
        list.verdict.as_str(),
        in_brackets(&rules_texts(list, true))
    )
}

/// Returns the line about findings that were not printed.
pub(super) fn not_shown_line(n: usize) -> String {
    format!("and {} that {} not shown", count_noun(n, "more finding"), if n == 1 { "is" } else { "are" })
}

/// Returns `true` if a list is legal, or a draft without errors.
pub(super) fn is_legal_or_draft(list: &ListReport) -> bool {
    matches!(list.verdict, Verdict::Legal | Verdict::Draft)
}

/// Returns the rules that a list was checked against, such as `fra 1.0.0` and `carthage-italy 1.0.0 from
/// rulesets/…`.
///
/// Built-in rules have no `from`. Without `books`, the books of the army and its allies are left out.
fn rules_texts(list: &ListReport, books: bool) -> Vec<String> {
    let is_book = |judge: &RulesSource| {
        let books = list.book.iter().chain(list.allies.iter().map(|a| &a.book));
        books.flat_map(|book| std::iter::once(book).chain(&book.bases)).any(|book| std::ptr::eq(book, judge))
    };
    let all = list.rules_sources().into_iter().filter(|(_, judge)| books || !is_book(judge));
    all.map(|(name, judge)| {
        let from =
            if judge.found_in == BUILT_IN_NAME { String::new() } else { format!(" from {}", judge.found_in) };
        sanitize(&format!("{name}{from}")).into_owned()
    })
    .collect()
}

/// Joins at most five texts, then adds how many more there are.
fn join_some(all: &[String], between: &str) -> String {
    match all.len().checked_sub(5) {
        None | Some(0) => all.join(between),
        Some(more) => format!("{}{between}{more} more", all[..5].join(between)),
    }
}

/// Returns the rules in brackets, such as ` (fra 1.0.0, carthage-italy 1.0.0)`. Empty if there are none.
fn in_brackets(judges: &[String]) -> String {
    if judges.is_empty() { String::new() } else { format!(" ({})", judges.join(", ")) }
}

/// Gathers what the closing line says while a report is printed part by part.
#[derive(Debug, Default)]
pub(super) struct ClosingLine {
    counts: ReportCounts,
    /// The counts of the lists, without findings that do not concern a list.
    list_counts: ReportCounts,
    /// The number of lists that have findings or are not legal.
    lists_with_findings: usize,
    /// The rulesets and events that lists were checked against, each once.
    rules_used: Vec<String>,
    /// The line about the first list, and whether the list is legal without findings.
    first_list: Option<(String, bool)>,
    /// The rulesets, books and events that were themselves checked, described as text.
    checked_rules: Vec<String>,
    /// Text that replaces the closing line.
    closing: Option<String>,
}

impl ClosingLine {
    /// Creates an empty tally. `instead` replaces the closing line.
    pub(super) fn with_closing(instead: Option<&str>) -> Self {
        Self { closing: instead.map(str::to_owned), ..Self::default() }
    }

    /// Adds a ruleset, book or event that was itself checked, described as text.
    pub(super) fn add_rules(&mut self, words: &str) {
        self.checked_rules.push(sanitize(words).into_owned());
    }

    /// Returns the closing line of a report that has no lists, only rules.
    fn rules_line(&self, of: &str) -> String {
        let found = counts_text(&self.counts);
        if found.is_empty() { format!("ok: {of}") } else { format!("{found} in {of}") }
    }

    /// Adds findings that do not concern a list.
    pub(super) fn add_general(&mut self, findings: &[Finding]) {
        self.counts.add_findings(findings);
    }

    /// Adds a list.
    pub(super) fn add_list(&mut self, list: &ListReport) {
        self.counts.add_list(list);
        self.list_counts.add_list(list);
        let good = list.findings.is_empty() && is_legal_or_draft(list);
        self.lists_with_findings += usize::from(!good);
        for judge in rules_texts(list, false) {
            if !self.rules_used.contains(&judge) {
                self.rules_used.push(judge);
            }
        }
        if self.first_list.is_none() {
            self.first_list = Some(if good { (ok_line(list), true) } else { (list_line(list), false) });
        }
    }

    /// Returns the number of all findings.
    pub(super) fn finding_count(&self) -> usize {
        self.counts.errors + self.counts.warnings + self.counts.notes
    }

    /// Returns `ok: `, or nothing if there are errors outside the lists.
    fn ok_prefix(&self) -> &'static str {
        if self.counts.errors > self.list_counts.errors { "" } else { "ok: " }
    }

    /// Returns the counts of errors and warnings outside the lists, as the end of a line.
    fn outside_lists(&self) -> String {
        let errors = self.counts.errors - self.list_counts.errors;
        let warnings = self.counts.warnings - self.list_counts.warnings;
        let grave = counts_text(&ReportCounts { errors, warnings, ..ReportCounts::default() });
        if grave.is_empty() { grave } else { format!("; {grave} outside the lists") }
    }

    /// Returns the closing line for people.
    pub(super) fn closing_line(&self) -> String {
        match &self.first_list {
            _ if self.closing.is_some() => self.counts_line(),
            None if !self.checked_rules.is_empty() => self.rules_line(&join_some(&self.checked_rules, "; ")),
            Some((line, good)) if self.counts.lists == 1 => {
                format!("{}{line}{}", if *good { self.ok_prefix() } else { "" }, self.outside_lists())
            }
            _ => self.counts_line(),
        }
    }

    /// Returns the closing line with counts only, without any text from a file.
    pub(super) fn counts_line(&self) -> String {
        if let Some(words) = &self.closing {
            return words.clone();
        }
        let (sum, elsewhere) = (&self.counts, self.outside_lists());
        if sum.lists == 0 && !self.checked_rules.is_empty() {
            return self.rules_line(&count_noun(self.checked_rules.len(), "file"));
        }
        if sum.lists == 0 {
            return format!("no list was checked{elsewhere}");
        }
        let by = in_brackets(&self.rules_used);
        if self.lists_with_findings == 0 {
            let verdict = match (sum.lists, sum.draft) {
                (1, 0) => "legal".to_owned(),
                (1, _) => "a draft without errors".to_owned(),
                (_, 0) => "all legal".to_owned(),
                (all, drafts) if all == drafts => "all drafts without errors".to_owned(),
                (_, drafts) => format!("{} legal, {} without errors", sum.legal, count_noun(drafts, "draft")),
            };
            return format!(
                "{}{}, {verdict}{by}{elsewhere}",
                self.ok_prefix(),
                count_noun(sum.lists, "list")
            );
        }
        let found = counts_text(&self.list_counts);
        let found = if found.is_empty() { "something wrong" } else { &found };
        let of =
            if self.lists_with_findings < sum.lists { format!(" of {}", sum.lists) } else { String::new() };
        let fine = if sum.legal == sum.lists { "; legal" } else { "" };
        format!("{found} in {}{of}{fine}{by}{elsewhere}", count_noun(self.lists_with_findings, "list"))
    }
}

/// Returns the line about a legal list or draft without findings: its army, its points and its rules.
fn ok_line(list: &ListReport) -> String {
    let mut line = list.army.as_deref().map_or_else(|| path_text(list), |army| sanitize(army).into_owned());
    let draft = list.verdict == Verdict::Draft;
    if let Some(known) = &list.points {
        line.extend([", ", &points_text(known), if draft { " so far" } else { "" }]);
    }
    line.push_str(if draft { ", a draft without errors" } else { ", legal" });
    line + &in_brackets(&rules_texts(list, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::report::{AllyBook, Report};
    use crate::finding::{Code, Span};
    use crate::output::sample_reports::{legal_report, report_of};

    fn closing(report: &Report) -> String {
        let mut tally = ClosingLine::default();
        tally.add_general(&report.findings);
        report.lists.iter().for_each(|list| tally.add_list(list));
        tally.closing_line()
    }

    fn finding(code: Code) -> Finding {
        Finding::new(code, Span::default(), "something")
    }

    fn one(change: impl FnOnce(&mut ListReport)) -> String {
        let mut list = legal_report("lists/x.yaml");
        change(&mut list);
        closing(&report_of(vec![list]))
    }

    #[test]
    fn one_legal_list_is_named_with_its_points() {
        assert_eq!(one(|_| ()), "ok: Hannibal at the Trebia, 985 of 1000 points, legal (fra 1.0.0)");
        assert_eq!(one(|l| l.points = None), "ok: Hannibal at the Trebia, legal (fra 1.0.0)");
        assert_eq!(one(|l| l.army = None), "ok: lists/x.yaml, 985 of 1000 points, legal (fra 1.0.0)");
        assert_eq!(
            one(|l| l.points.as_mut().unwrap().complete = false),
            "ok: Hannibal at the Trebia, at least 985 of 1000 points, legal (fra 1.0.0)"
        );
        assert_eq!(
            one(|l| l.points.as_mut().unwrap().limit = None),
            "ok: Hannibal at the Trebia, 985 points, legal (fra 1.0.0)"
        );
        assert_eq!(
            one(|l| l.verdict = Verdict::Draft),
            "ok: Hannibal at the Trebia, 985 of 1000 points so far, a draft without errors (fra 1.0.0)"
        );
        assert_eq!(
            one(|l| l.army = Some("x\nok: y".to_owned())),
            "ok: x ok: y, 985 of 1000 points, legal (fra 1.0.0)"
        );
    }

    #[test]
    fn the_books_of_allies_are_named_as_they_are_printed() {
        let ally = |l: &mut ListReport| {
            let judge = |id: &str, from: &str| RulesSource {
                id: id.to_owned(),
                version: Some("1.2.0".to_owned()),
                found_in: from.to_owned(),
                bases: Vec::new(),
            };
            l.book = Some(judge("republican-rome", BUILT_IN_NAME));
            let numidia = judge("numidia-202", "mine/fra/books/numidia.yaml");
            l.allies =
                vec![AllyBook { ally: "numidia".to_owned(), name: "Numidia".to_owned(), book: numidia }];
        };
        assert_eq!(
            one(ally),
            "ok: Hannibal at the Trebia, 985 of 1000 points, legal (fra 1.0.0, republican-rome 1.2.0, ally Numidia \
             1.2.0 from mine/fra/books/numidia.yaml)"
        );
        // Of several lists only the rulesets are named
        let two = ["a", "b"].map(|path| {
            let mut list = legal_report(path);
            ally(&mut list);
            list
        });
        assert_eq!(closing(&report_of(two.into())), "ok: 2 lists, all legal (fra 1.0.0)");
    }

    #[test]
    fn one_list_with_findings_is_named_by_its_path() {
        let broken = |l: &mut ListReport| {
            l.findings = vec![finding(Code::TooMany), finding(Code::PointsUnknown), finding(Code::TooFew)];
            l.verdict = Verdict::Illegal;
        };
        assert_eq!(one(broken), "lists/x.yaml: illegal: 2 errors, 1 warning (fra 1.0.0)");
        assert_eq!(
            one(|l| {
                broken(l);
                l.path = "-".to_owned();
            }),
            "standard input: illegal: 2 errors, 1 warning (fra 1.0.0)"
        );
        assert_eq!(
            one(|l| l.findings.push(finding(Code::OptionIncluded))),
            "lists/x.yaml: legal: 1 note (fra 1.0.0)"
        );
        assert_eq!(one(|l| l.verdict = Verdict::Unreadable), "lists/x.yaml: unreadable (fra 1.0.0)");
    }

    #[test]
    fn several_lists_are_counted() {
        let mut lists: Vec<_> = ["a", "b", "c"].map(legal_report).into();
        assert_eq!(closing(&report_of(lists.clone())), "ok: 3 lists, all legal (fra 1.0.0)");
        lists[1].verdict = Verdict::Draft;
        assert_eq!(
            closing(&report_of(lists.clone())),
            "ok: 3 lists, 2 legal, 1 draft without errors (fra 1.0.0)"
        );
        lists[0].verdict = Verdict::Illegal;
        lists[0].findings =
            vec![finding(Code::TooMany), finding(Code::TooMany), finding(Code::DeclaredTotal)];
        assert_eq!(closing(&report_of(lists.clone())), "2 errors, 1 warning in 1 list of 3 (fra 1.0.0)");
        let warned = |path| {
            let mut list = legal_report(path);
            list.findings.push(finding(Code::DeclaredTotal));
            list
        };
        assert_eq!(
            closing(&report_of(vec![warned("a"), warned("b")])),
            "2 warnings in 2 lists; legal (fra 1.0.0)"
        );
        assert_eq!(closing(&report_of(Vec::new())), "no list was checked");
    }

    #[test]
    fn faults_outside_the_lists_are_not_called_ok() {
        let mut all = report_of(vec![legal_report("a"), legal_report("b")]);
        all.findings.push(finding(Code::OptionIncluded));
        assert_eq!(closing(&all), "ok: 2 lists, all legal (fra 1.0.0)");
        all.findings.push(finding(Code::BadFormula));
        assert_eq!(closing(&all), "2 lists, all legal (fra 1.0.0); 1 error outside the lists");
        all.lists.pop();
        assert_eq!(
            closing(&all),
            "Hannibal at the Trebia, 985 of 1000 points, legal (fra 1.0.0); 1 error outside the lists"
        );
    }
}
