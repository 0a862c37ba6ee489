//! The last words of a report.

use crate::check::report::{Judge, ListReport, Points, Summary, Verdict};
use crate::finding::Finding;
use crate::rules::library::FROM_PROGRAM;
use crate::wording::{count, points_word};

use super::text::clean;

/// `2 errors, 1 warning`; empty where there is nothing.
fn words(sum: &Summary) -> String {
    let kinds = [(sum.errors, "error"), (sum.warnings, "warning"), (sum.notes, "note")];
    let counted: Vec<_> = kinds.iter().filter(|(n, _)| *n > 0).map(|(n, word)| count(*n, word)).collect();
    counted.join(", ")
}

/// A list's path for people.
pub(super) fn name(list: &ListReport) -> String {
    if list.path == "-" { "standard input".to_owned() } else { clean(&list.path).into_owned() }
}

/// `985 of 1000 points`.
fn points(points: &Points) -> String {
    let least = if points.complete { "" } else { "at least " };
    match points.limit {
        Some(limit) => format!("{least}{} of {limit} {}", points.total, points_word(limit == 1)),
        None => format!("{least}{} {}", points.total, points_word(points.total == 1)),
    }
}

/// `lists/x.yaml: illegal: 2 errors, 1 warning`.
pub(super) fn list_line(list: &ListReport) -> String {
    let mut sum = Summary::default();
    sum.of_list(list);
    let words = words(&sum);
    let colon = if words.is_empty() { "" } else { ": " };
    format!("{}: {}{colon}{words}{}", name(list), list.verdict.as_str(), by(&judges(list, true)))
}

/// What is said of findings beyond those that are printed.
pub(super) fn not_shown(n: usize) -> String {
    format!("and {} that {} not shown", count(n, "more finding"), if n == 1 { "is" } else { "are" })
}

/// Whether a list may be played as it is, a draft for now.
pub(super) fn is_fine(list: &ListReport) -> bool {
    matches!(list.verdict, Verdict::Legal | Verdict::Draft)
}

/// Who judged a list: `fra 1.0.0`, `carthage-italy 1.0.0 from rulesets/…`. What is the program's own needs no place.
fn judges(list: &ListReport, books: bool) -> Vec<String> {
    let is_book = |judge: &Judge| {
        list.book.iter().chain(list.allies.iter().map(|a| &a.book)).any(|book| std::ptr::eq(book, judge))
    };
    let all = list.judges().into_iter().filter(|(_, judge)| books || !is_book(judge));
    all.map(|(name, judge)| {
        let from = if judge.from == FROM_PROGRAM { String::new() } else { format!(" from {}", judge.from) };
        clean(&format!("{name}{from}")).into_owned()
    })
    .collect()
}

/// Words in a row, at most five, then how many more.
fn joined(all: &[String], between: &str) -> String {
    match all.len().checked_sub(5) {
        None | Some(0) => all.join(between),
        Some(more) => format!("{}{between}{more} more", all[..5].join(between)),
    }
}

/// ` (fra 1.0.0, carthage-italy 1.0.0)`; empty where nobody judged.
fn by(judges: &[String]) -> String {
    if judges.is_empty() { String::new() } else { format!(" ({})", judges.join(", ")) }
}

/// What the last line of a report says, gathered as its parts go by.
#[derive(Debug, Default)]
pub(super) struct Tally {
    sum: Summary,
    /// Those of the lists alone.
    in_lists: Summary,
    /// Lists with findings, or that may not be played.
    concerned: usize,
    /// Rulesets and events, each once.
    judges: Vec<String>,
    /// The line of the first list, and whether it may begin with `ok: `.
    first: Option<(String, bool)>,
    /// Rulesets, books and events that were looked at for themselves, in words.
    rules: Vec<String>,
    /// Other last words than the report's own.
    instead: Option<String>,
}

impl Tally {
    /// With these last words where there are some.
    pub(super) fn closing_with(instead: Option<&str>) -> Self {
        Self { instead: instead.map(str::to_owned), ..Self::default() }
    }

    /// Takes up a ruleset, a book or an event that was looked at for itself.
    pub(super) fn rules(&mut self, words: &str) {
        self.rules.push(clean(words).into_owned());
    }

    /// The last line of a report that is about rules alone.
    fn of_rules(&self, of: &str) -> String {
        let found = words(&self.sum);
        if found.is_empty() { format!("ok: {of}") } else { format!("{found} in {of}") }
    }

    /// Takes up what concerns no list.
    pub(super) fn general(&mut self, findings: &[Finding]) {
        self.sum.findings(findings);
    }

    /// Takes up a list.
    pub(super) fn list(&mut self, list: &ListReport) {
        self.sum.list(list);
        self.in_lists.list(list);
        let good = list.findings.is_empty() && is_fine(list);
        self.concerned += usize::from(!good);
        for judge in judges(list, false) {
            if !self.judges.contains(&judge) {
                self.judges.push(judge);
            }
        }
        if self.first.is_none() {
            self.first = Some(if good { (good_line(list), true) } else { (list_line(list), false) });
        }
    }

    /// Findings in all.
    pub(super) fn findings(&self) -> usize {
        self.sum.errors + self.sum.warnings + self.sum.notes
    }

    /// `ok: `, unless something is wrong outside the lists.
    fn ok(&self) -> &'static str {
        if self.sum.errors > self.in_lists.errors { "" } else { "ok: " }
    }

    /// What is wrong outside the lists, as the end of a line; notes are worth no line.
    fn elsewhere(&self) -> String {
        let errors = self.sum.errors - self.in_lists.errors;
        let warnings = self.sum.warnings - self.in_lists.warnings;
        let grave = words(&Summary { errors, warnings, ..Summary::default() });
        if grave.is_empty() { grave } else { format!("; {grave} outside the lists") }
    }

    /// The last line of a report, for people.
    pub(super) fn closing(&self) -> String {
        match &self.first {
            _ if self.instead.is_some() => self.counts(),
            None if !self.rules.is_empty() => self.of_rules(&joined(&self.rules, "; ")),
            Some((line, good)) if self.sum.lists == 1 => {
                format!("{}{line}{}", if *good { self.ok() } else { "" }, self.elsewhere())
            }
            _ => self.counts(),
        }
    }

    /// The last line of a report without any name from a file.
    pub(super) fn counts(&self) -> String {
        if let Some(words) = &self.instead {
            return words.clone();
        }
        let (sum, elsewhere) = (&self.sum, self.elsewhere());
        if sum.lists == 0 && !self.rules.is_empty() {
            return self.of_rules(&count(self.rules.len(), "file"));
        }
        if sum.lists == 0 {
            return format!("no list was checked{elsewhere}");
        }
        let by = by(&self.judges);
        if self.concerned == 0 {
            let verdict = match (sum.lists, sum.draft) {
                (1, 0) => "legal".to_owned(),
                (1, _) => "a draft without errors".to_owned(),
                (_, 0) => "all legal".to_owned(),
                (all, drafts) if all == drafts => "all drafts without errors".to_owned(),
                (_, drafts) => format!("{} legal, {} without errors", sum.legal, count(drafts, "draft")),
            };
            return format!("{}{}, {verdict}{by}{elsewhere}", self.ok(), count(sum.lists, "list"));
        }
        let found = words(&self.in_lists);
        let found = if found.is_empty() { "something wrong" } else { &found };
        let of = if self.concerned < sum.lists { format!(" of {}", sum.lists) } else { String::new() };
        let fine = if sum.legal == sum.lists { "; legal" } else { "" };
        format!("{found} in {}{of}{fine}{by}{elsewhere}", count(self.concerned, "list"))
    }
}

/// The line of a list without findings that may be played: its army, its points, who judged it.
fn good_line(list: &ListReport) -> String {
    let mut line = list.army.as_deref().map_or_else(|| name(list), |army| clean(army).into_owned());
    let draft = list.verdict == Verdict::Draft;
    if let Some(known) = &list.points {
        line.extend([", ", &points(known), if draft { " so far" } else { "" }]);
    }
    line.push_str(if draft { ", a draft without errors" } else { ", legal" });
    line + &by(&judges(list, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::report::{AllyBook, Report};
    use crate::finding::{Code, Span};
    use crate::output::samples::{legal, report};

    fn closing(report: &Report) -> String {
        let mut tally = Tally::default();
        tally.general(&report.findings);
        report.lists.iter().for_each(|list| tally.list(list));
        tally.closing()
    }

    fn finding(code: Code) -> Finding {
        Finding::new(code, Span::default(), "something")
    }

    fn one(change: impl FnOnce(&mut ListReport)) -> String {
        let mut list = legal("lists/x.yaml");
        change(&mut list);
        closing(&report(vec![list]))
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
            let judge = |id: &str, from: &str| Judge {
                id: id.to_owned(),
                version: Some("1.2.0".to_owned()),
                from: from.to_owned(),
            };
            l.book = Some(judge("republican-rome", FROM_PROGRAM));
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
            let mut list = legal(path);
            ally(&mut list);
            list
        });
        assert_eq!(closing(&report(two.into())), "ok: 2 lists, all legal (fra 1.0.0)");
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
        let mut lists: Vec<_> = ["a", "b", "c"].map(legal).into();
        assert_eq!(closing(&report(lists.clone())), "ok: 3 lists, all legal (fra 1.0.0)");
        lists[1].verdict = Verdict::Draft;
        assert_eq!(
            closing(&report(lists.clone())),
            "ok: 3 lists, 2 legal, 1 draft without errors (fra 1.0.0)"
        );
        lists[0].verdict = Verdict::Illegal;
        lists[0].findings =
            vec![finding(Code::TooMany), finding(Code::TooMany), finding(Code::DeclaredTotal)];
        assert_eq!(closing(&report(lists.clone())), "2 errors, 1 warning in 1 list of 3 (fra 1.0.0)");
        let warned = |path| {
            let mut list = legal(path);
            list.findings.push(finding(Code::DeclaredTotal));
            list
        };
        assert_eq!(
            closing(&report(vec![warned("a"), warned("b")])),
            "2 warnings in 2 lists; legal (fra 1.0.0)"
        );
        assert_eq!(closing(&report(Vec::new())), "no list was checked");
    }

    #[test]
    fn faults_outside_the_lists_are_not_called_ok() {
        let mut all = report(vec![legal("a"), legal("b")]);
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
