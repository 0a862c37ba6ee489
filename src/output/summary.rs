//! The last words of a report.

use super::text::{clean, count};
use crate::check::report::{ListReport, Points, Report, Verdict};
use crate::finding::{Finding, Severity};
use crate::rules::library::FROM_PROGRAM;

/// `2 errors, 1 warning`; empty where there is nothing.
pub(super) fn tally(findings: &[&Finding]) -> String {
    let of = |severity| findings.iter().filter(|f| f.severity == severity).count();
    let kinds =
        [(of(Severity::Error), "error"), (of(Severity::Warning), "warning"), (of(Severity::Note), "note")];
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
        Some(limit) => format!("{least}{} of {limit} {}", points.total, plural(limit == 1)),
        None => format!("{least}{} {}", points.total, plural(points.total == 1)),
    }
}

fn plural(one: bool) -> &'static str {
    if one { "point" } else { "points" }
}

/// `lists/x.yaml: illegal: 2 errors, 1 warning`.
pub(super) fn list_line(list: &ListReport) -> String {
    let tally = tally(&list.findings.iter().collect::<Vec<_>>());
    let colon = if tally.is_empty() { "" } else { ": " };
    format!("{}: {}{colon}{tally}{}", name(list), list.verdict.as_str(), judges(std::iter::once(list), true))
}

/// What is said of findings beyond those that are printed.
pub(super) fn not_shown(n: usize) -> String {
    format!("and {} that {} not shown", count(n, "more finding"), if n == 1 { "is" } else { "are" })
}

/// Whether a list may be played as it is, a draft for now.
pub(super) fn is_fine(list: &ListReport) -> bool {
    matches!(list.verdict, Verdict::Legal | Verdict::Draft)
}

/// What is wrong outside the lists, as the end of a line; notes are worth no line.
fn elsewhere(report: &Report) -> String {
    let grave: Vec<_> = report.findings.iter().filter(|f| f.severity > Severity::Note).collect();
    if grave.is_empty() { String::new() } else { format!("; {} outside the lists", tally(&grave)) }
}

/// Who judged these lists, each once: ` (fra 1.0.0, carthage-italy 1.0.0 from rulesets/…)`. What is the program's
/// own needs no place.
fn judges<'l>(lists: impl Iterator<Item = &'l ListReport>, books: bool) -> String {
    let mut all: Vec<String> = Vec::new();
    for list in lists {
        let book = list.book.as_ref().filter(|_| books);
        for judge in list.ruleset.iter().chain(book).chain(&list.event) {
            let version = judge.version.as_ref().map_or_else(String::new, |v| format!(" {v}"));
            let from =
                if judge.from == FROM_PROGRAM { String::new() } else { format!(" from {}", judge.from) };
            let words = clean(&format!("{}{version}{from}", judge.id)).into_owned();
            if !all.contains(&words) {
                all.push(words);
            }
        }
    }
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

fn ok(report: &Report) -> &'static str {
    if report.findings.iter().any(|f| f.severity == Severity::Error) { "" } else { "ok: " }
}

/// The last line of a report, for people.
pub(super) fn closing(report: &Report) -> String {
    let [list] = report.lists.as_slice() else { return counts(report) };
    let elsewhere = elsewhere(report);
    if !list.findings.is_empty() || !is_fine(list) {
        return format!("{}{elsewhere}", list_line(list));
    }
    let army = list.army.as_deref().map_or_else(|| name(list), |army| clean(army).into_owned());
    let mut line = format!("{}{army}", ok(report));
    let draft = list.verdict == Verdict::Draft;
    if let Some(known) = &list.points {
        line.extend([", ", &points(known), if draft { " so far" } else { "" }]);
    }
    line.push_str(if draft { ", a draft without errors" } else { ", legal" });
    line.push_str(&judges(std::iter::once(list), true));
    line + &elsewhere
}

/// The last line of a report without any name from a file.
pub(super) fn counts(report: &Report) -> String {
    let sum = report.summary();
    let elsewhere = elsewhere(report);
    let concerned = report.lists.iter().filter(|l| !l.findings.is_empty() || !is_fine(l)).count();
    if sum.lists == 0 {
        return format!("no list was checked{elsewhere}");
    }
    if concerned == 0 {
        let verdict = match (sum.lists, sum.draft) {
            (1, 0) => "legal".to_owned(),
            (1, _) => "a draft without errors".to_owned(),
            (_, 0) => "all legal".to_owned(),
            (all, drafts) if all == drafts => "all drafts without errors".to_owned(),
            (_, drafts) => format!("{} legal, {} without errors", sum.legal, count(drafts, "draft")),
        };
        let by = judges(report.lists.iter(), false);
        return format!("{}{}, {verdict}{by}{elsewhere}", ok(report), count(sum.lists, "list"));
    }
    let found: Vec<_> = report.lists.iter().flat_map(|l| &l.findings).collect();
    let found = if found.is_empty() { "something wrong".to_owned() } else { tally(&found) };
    let of = if concerned < sum.lists { format!(" of {}", sum.lists) } else { String::new() };
    let fine = if sum.legal == sum.lists { "; legal" } else { "" };
    let by = judges(report.lists.iter(), false);
    format!("{found} in {}{of}{fine}{by}{elsewhere}", count(concerned, "list"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Code, Span};
    use crate::output::samples::{legal, report};

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
