//! What an operation works with: the library, under the terms of an event if the request names one, and lists.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::error::{CallError, ErrorCode};
use super::shared_types::{FileIn, ListIn, Span};
use crate::army::Army;
use crate::build::rooms::{Rooms, rooms};
use crate::build::rows::{ListRows, Row};
use crate::build::trial::TrialList;
use crate::check::check_files::CheckOptions;
use crate::check::report::{ListReport, MAX_KEPT, Verdict};
use crate::checked_list::Checked;
use crate::finding::{FileId, Finding, Severity};
use crate::output::line_positions::FileLines;
use crate::rules::library::Library;
use crate::rules::read_and_merge_rulesets::RulesFile;
use crate::yaml::{nearest_name, parse_yaml};

/// The library of one call.
pub(crate) struct Context<'l> {
    library: &'l Library,
    under_event: OnceCell<Arc<Library>>,
}

impl<'l> Context<'l> {
    pub(crate) fn new(library: &'l Library) -> Self {
        Self { library, under_event: OnceCell::new() }
    }

    /// Returns the library without the terms of an event.
    pub(crate) fn plain_library(&self) -> &'l Library {
        self.library
    }

    /// Returns the library, under the terms of the event of the request if it has one.
    pub(crate) fn library(&self, event: Option<&FileIn>) -> Result<&Library, CallError> {
        let Some(event) = event else { return Ok(self.library) };
        if let Some(library) = self.under_event.get() {
            return Ok(library);
        }
        let file = self.file(event, "/event")?;
        let library = self.library.under_kept_event(&file).map_err(|library| {
            let mut findings = library.findings();
            findings.retain(|finding| finding.severity == Severity::Error);
            let at = if event.text.is_some() { "/event/text" } else { "/event/path" };
            let error =
                CallError::new(ErrorCode::BadRequest, format!("the event {:?} has errors", event.path));
            error.at(at).with_findings(&findings, library.sources())
        })?;
        Ok(self.under_event.get_or_init(|| library))
    }

    /// Returns a file of the request, by its text or else from the library.
    pub(crate) fn file(&self, file: &FileIn, at: &str) -> Result<RulesFile, CallError> {
        if let Some(text) = &file.text {
            return Ok(RulesFile::new(file.path.clone(), text.clone()));
        }
        self.library.held_file(&file.path).ok_or_else(|| {
            let paths = self.library.held_files().map(|source| source.path.as_str());
            let help = nearest_name(&file.path, paths).map_or_else(
                || "give its text, or name a file of the library".to_owned(),
                |near| format!("did you mean \"{near}\"?"),
            );
            let message = format!("the library has no file {:?}", file.path);
            CallError::new(ErrorCode::UnknownFile, message).at(format!("{at}/path")).with_help(help)
        })
    }

    /// Reads and checks a list, which is at this place of the request.
    pub(crate) fn open<'c>(
        &'c self,
        list: ListIn,
        event: Option<&FileIn>,
        at: &str,
    ) -> Result<OpenedList<'c>, CallError> {
        let rows = number_rows(&list, at)?;
        let path = list.path().to_owned();
        Ok(OpenedList::new(self.library(event)?, &path, list.text, rows, list.draft, at.to_owned()))
    }
}

/// Numbers the rows and commands of a list: as `ids` say, as those of the text before, or from 1.
fn number_rows(list: &ListIn, at: &str) -> Result<ListRows, CallError> {
    let stale = |key: &str| {
        let error = CallError::new(ErrorCode::Stale, "the ids belong to another text");
        error.at(format!("{at}/{key}")).with_help("send the ids that were returned with this text, or none")
    };
    let root = parse_yaml(FileId::CHECKED, &list.text).root;
    match (&list.ids, &list.was) {
        (None, None) => Ok(ListRows::number(root.as_ref())),
        (Some(ids), None) => ListRows::with_ids(root.as_ref(), &list.text, ids).map_err(|_| stale("ids")),
        (None, Some(was)) => {
            let old = parse_yaml(FileId::CHECKED, &was.text).root;
            let before = (old.as_ref(), was.text.as_str(), was.ids.as_str());
            ListRows::recognise(root.as_ref(), &list.text, before).map_err(|_| stale("was/ids"))
        }
        (Some(_), Some(_)) => {
            let error = CallError::new(ErrorCode::BadRequest, "a list has either `ids` or `was`");
            Err(error.at(format!("{at}/was")))
        }
    }
}

/// A list that has been read and checked.
pub(crate) struct OpenedList<'c> {
    /// The library that it was checked with.
    pub(crate) library: &'c Library,
    /// The list, its army and the report on it.
    pub(crate) checked: Checked,
    /// Its rows and commands.
    pub(crate) rows: ListRows,
    /// Its text.
    pub(crate) text: String,
    /// What is wrong with the files of its rules.
    pub(crate) findings_of_rules: Arc<[Finding]>,
    /// The index of each row, by its bytes.
    row_indexes: OnceCell<HashMap<crate::Span, usize>>,
    /// What every limit allows.
    rooms: OnceCell<Rooms>,
    /// The lines of the text.
    lines: OnceCell<FileLines>,
    /// The report with fewer findings, if there are more than an answer has.
    shortened: Option<ListReport>,
    /// Whether it is judged as a draft, whatever it says itself.
    draft: bool,
    /// Where it is in the request, as a JSON Pointer.
    at: String,
}

impl<'c> OpenedList<'c> {
    /// Reads and checks a list whose rows are numbered.
    fn new(library: &'c Library, path: &str, text: String, rows: ListRows, draft: bool, at: String) -> Self {
        let options = CheckOptions { as_draft: draft, ..CheckOptions::default() };
        let checked = Checked::read(library, path, text.clone().into_bytes(), &options);
        let findings_of_rules = checked.list().map_or_else(
            || Arc::from([]),
            |list| library.findings_about(&list.ruleset, list.book.as_ref().map(|book| book.as_str())),
        );
        let shortened = (checked.findings().len() > MAX_KEPT).then(|| {
            let mut report = checked.report().clone();
            report.keep_most_severe();
            report
        });
        Self {
            library,
            checked,
            rows,
            text,
            findings_of_rules,
            row_indexes: OnceCell::new(),
            rooms: OnceCell::new(),
            lines: OnceCell::new(),
            shortened,
            draft,
            at,
        }
    }

    /// Returns the list with another text, whose rows and commands have these ids.
    pub(crate) fn with_rows(&self, text: String, rows: ListRows) -> Self {
        Self::new(self.library, &self.report().path, text, rows, self.draft, self.at.clone())
    }

    /// Returns the list, so that edits can be tried on it.
    pub(crate) fn trials(&self) -> TrialList<'_> {
        TrialList::new(self.library, &self.text, &self.rows, &self.checked, self.draft)
    }

    /// Returns the report, with as many findings as an answer has.
    pub(crate) fn report(&self) -> &ListReport {
        self.shortened.as_ref().unwrap_or(self.checked.report())
    }

    /// Returns the ids of its rows and commands, to be handed back with its text.
    pub(crate) fn ids(&self) -> String {
        self.rows.ids_text(&self.text)
    }

    /// Returns the army.
    ///
    /// # Errors
    /// Returns that the text is unreadable, if no army can be made of it.
    pub(crate) fn army(&self) -> Result<&Army<'_>, CallError> {
        self.checked.army().ok_or_else(|| {
            let report = self.report();
            let what = if report.verdict == Verdict::Unreadable {
                "it is not a list"
            } else {
                "its rules are missing"
            };
            let mut errors: Vec<Finding> = report.findings.clone();
            errors.retain(|finding| finding.severity == Severity::Error);
            let message = format!("no army can be made of the text: {what}");
            let error = CallError::new(ErrorCode::Unreadable, message).at(format!("{}/text", self.at));
            error.with_findings(&errors, &report.sources)
        })
    }

    /// Returns the row that is written here.
    pub(crate) fn row_at(&self, span: crate::Span) -> Option<&Row> {
        let index = || self.rows.rows.iter().enumerate().map(|(at, row)| (row.span, at)).collect();
        self.row_indexes.get_or_init(index).get(&span).and_then(|at| self.rows.rows.get(*at))
    }

    /// Returns what every limit allows. `None` if no army can be made of the text.
    pub(crate) fn rooms(&self) -> Option<&Rooms> {
        let army = self.checked.army()?;
        Some(self.rooms.get_or_init(|| rooms(army)))
    }

    /// Returns a place in the list with its lines and columns. `None` if it is in another file.
    pub(crate) fn span(&self, span: crate::Span) -> Option<Span> {
        let source = self.report().sources.get(FileId::CHECKED).filter(|_| span.file == FileId::CHECKED)?;
        Some(Span::in_lines(span, self.lines.get_or_init(|| FileLines::new(source))))
    }
}
