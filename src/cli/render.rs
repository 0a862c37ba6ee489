//! `muster render`: prints sheets for the table.

mod output_files;
mod render_arguments;

use std::io::Write;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use crate::check::check_files::{self, FileKind};
use crate::check::report::{ListReport, Report};
use crate::checked_list::Checked;
use crate::finding::{FileId, Finding, SourceFile};
use crate::output::terminal_text::sanitize;
use crate::output::{self, TerminalStyle};
use crate::render::context::{ArmyData, Document};
use crate::render::sheet_data_of_lists::{DocumentOptions, documents_of_lists, missing_characters_finding};
use crate::render::{RenderError, SheetKind, SheetOptions, context_json, render_sheet};
use crate::rules::library::Library;
use crate::wording::{count_noun, short_list};
use crate::yaml;

use super::input_files::{self, InputFile};
use super::terminal_style_and_stderr::{eprint_error, eprint_lines};
use super::{CommandError, CommandResult, write_file_safely};

use output_files::OutputPlan;
pub(super) use render_arguments::RenderArgs;

pub(super) fn run(
    options: &RenderArgs,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let event_library = match &options.event {
        Some(path) => Some(super::event_argument::library_for_event(path, library.named_folders())?),
        None => None,
    };
    let library = event_library.as_ref().unwrap_or(library);
    let settings = options.build_settings(library)?;
    let FoundLists { jobs, unreadable: unread, skipped_notes: passed_over } = find_lists(options, library)?;
    let paired = options.sheet == SheetKind::Reference && jobs.len() == 2 && !options.output_is_folder();
    if jobs.len() > 1 && !paired && !options.output_is_folder() {
        let n = jobs.len();
        let message = format!("{n} lists make {n} files; name a folder for them, such as -o sheets/");
        return Err(CommandError::Message(message));
    }
    let inputs: Vec<PathBuf> =
        jobs.iter().map(|job| PathBuf::from(&job.path)).chain(options.protected_inputs()).collect();
    let plan = options.output.as_ref().map(|output| OutputPlan {
        output,
        is_folder: options.output_is_folder(),
        named_paths: &options.lists,
        sheet: options.sheet,
        extension: if options.context { "json" } else { settings.format.extension() },
        inputs: &inputs,
        force: options.force,
    });
    let sheets = if paired { 1 } else { jobs.len() };
    let lists: Vec<String> = jobs.iter().take(sheets).map(|job| job.path.clone()).collect();
    // Check every target before the first sheet is written
    let targets = plan.as_ref().map(|plan| plan.target_files(&lists)).transpose()?;
    let mut session = RenderRun {
        options,
        library,
        settings,
        style,
        out,
        report: Report::default(),
        plan,
        sheets_written: 0,
        written_files: Vec::new(),
        has_failed: !unread.is_empty(),
        write_errors: Vec::new(),
    };
    session.report.sources = library.sources().clone();
    session.report.lists = unread;
    session.report.findings = passed_over;
    if paired {
        session.render_pair(&jobs, targets.iter().flatten().next())?;
    } else {
        let bar = progress_bar(jobs.len());
        for (at, job) in jobs.iter().enumerate() {
            session.render_list(job, targets.as_ref().and_then(|all| all.get(at)))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    session.finish()
}

/// Returns a progress bar for standard error. It is hidden if there are few lists or standard error is not a
/// terminal.
fn progress_bar(lists: usize) -> ProgressBar {
    if lists < 6 {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(lists as u64);
    if let Ok(style) = ProgressStyle::with_template("printing [{bar:40}] {pos} of {len} lists") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// A list to print.
struct RenderJob {
    path: String,
    bytes: Vec<u8>,
}

/// The lists named on the command line.
struct FoundLists {
    jobs: Vec<RenderJob>,
    /// Reports on lists that cannot be read.
    unreadable: Vec<ListReport>,
    /// Notes about skipped paths that might be lists.
    skipped_notes: Vec<Finding>,
}

/// Collects the lists to render.
fn find_lists(options: &RenderArgs, library: &Library) -> Result<FoundLists, CommandError> {
    let (mut jobs, mut unread, mut passed_over) = (Vec::new(), Vec::new(), Vec::new());
    for item in input_files::collect_files(&options.lists) {
        let may_be_missed = item.might_be_list();
        let (path, read, named) = match item {
            InputFile::StandardInput => ("-".to_owned(), input_files::read_standard_input(), true),
            InputFile::Named(path) => {
                (path.to_string_lossy().into_owned(), input_files::read_file(&path), true)
            }
            InputFile::Found(path) => {
                (path.to_string_lossy().into_owned(), input_files::read_file(&path), false)
            }
            InputFile::Skipped(path, why) => {
                if may_be_missed {
                    passed_over.push(input_files::skipped_note(&path, why, "printed", library.sources()));
                }
                continue;
            }
            InputFile::Unreadable(path, why) => (path.to_string_lossy().into_owned(), Err(why), true),
        };
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(why) => {
                unread.push((path, why));
                continue;
            }
        };
        let kind =
            std::str::from_utf8(&bytes).ok().and_then(|text| yaml::parse_yaml(FileId::CHECKED, text).root);
        match kind.as_ref().map(check_files::file_kind) {
            None | Some(FileKind::List) => jobs.push(RenderJob { path, bytes }),
            Some(_) if named => {
                return Err(CommandError::Message(format!(
                    "{path} is not a list, and only lists can be rendered"
                )));
            }
            Some(_) => {}
        }
    }
    match (jobs.is_empty(), unread.first()) {
        (true, Some((path, why))) => Err(CommandError::Message(format!("cannot read {path}: {why}"))),
        (true, None) => Err(CommandError::Message("there is no list to print".to_owned())),
        _ => {
            let reports =
                unread.iter().map(|(path, why)| Checked::unreadable(library, path, why).into_report());
            Ok(FoundLists { jobs, unreadable: reports.collect(), skipped_notes: passed_over })
        }
    }
}

/// A run of `muster render`.
struct RenderRun<'s> {
    options: &'s RenderArgs,
    library: &'s Library,
    settings: SheetOptions,
    style: TerminalStyle,
    out: &'s mut dyn Write,
    /// The report that is printed at the end: lists that cannot be rendered, errors of the template, missing
    /// characters.
    report: Report,
    /// Where sheets are written. `None` for standard output.
    plan: Option<OutputPlan<'s>>,
    /// The number of sheets written.
    sheets_written: usize,
    /// The files of these sheets. Empty for standard output.
    written_files: Vec<String>,
    /// Whether a list or the template cannot be rendered, which sets exit status 1.
    has_failed: bool,
    /// Why sheets could not be rendered or written.
    write_errors: Vec<String>,
}

impl RenderRun<'_> {
    /// Renders the sheet of one list. A list that cannot be rendered is reported at the end, after the other
    /// lists.
    fn render_list(&mut self, job: &RenderJob, target: Option<&PathBuf>) -> Result<(), CommandError> {
        let made = self.build_documents(std::slice::from_ref(job));
        match made.first() {
            Some(document) => self.write_sheet(&job.path, target, document, &[&document.army]),
            None => Ok(()),
        }
    }

    /// Renders one reference sheet for two armies.
    fn render_pair(&mut self, jobs: &[RenderJob], target: Option<&PathBuf>) -> Result<(), CommandError> {
        let made = self.build_documents(jobs);
        if let [first, second] = made.as_slice() {
            if first.army.ruleset.id != second.army.ruleset.id {
                let (a, b) = (&first.army.ruleset.name, &second.army.ruleset.name);
                return Err(CommandError::Message(format!(
                    "the two armies play different games: {a} and {b}"
                )));
            }
            return self.write_sheet(&jobs[0].path, target, first, &[&first.army, &second.army]);
        }
        Ok(())
    }

    /// Builds a document for each list. All of them share one reference sheet.
    fn build_documents(&mut self, jobs: &[RenderJob]) -> Vec<Document> {
        let read = |job: &RenderJob| {
            Checked::read(self.library, &job.path, job.bytes.clone(), &check_files::CheckOptions::default())
        };
        let checked: Vec<Checked> = jobs.iter().map(read).collect();
        let merge =
            if self.options.sheet == SheetKind::Cards { self.options.merge } else { !self.options.no_merge };
        let options = DocumentOptions {
            sheet: self.options.sheet,
            merge,
            all: self.options.all,
            sort: self.options.sort,
        };
        let lists: Vec<&Checked> = checked.iter().collect();
        let (made, failed) = documents_of_lists(self.library, &lists, options);
        self.has_failed |= !failed.is_empty();
        self.report.lists.extend(failed);
        made
    }

    /// Renders and writes a sheet. Errors that concern only this sheet are kept for the end, so that the
    /// other sheets are still written.
    fn write_sheet(
        &mut self,
        path: &str,
        target: Option<&PathBuf>,
        document: &Document,
        armies: &[&ArmyData],
    ) -> Result<(), CommandError> {
        let bytes = if self.options.context {
            let json = context_json(document);
            let json =
                json.map_err(|e| CommandError::Message(format!("the data cannot be written as JSON: {e}")))?;
            (json + "\n").into_bytes()
        } else {
            match render_sheet(document, armies, &self.settings) {
                Ok(printed) => {
                    self.warn_missing_characters(path, &printed.missing_characters);
                    printed.bytes
                }
                Err(RenderError::Message(words)) => {
                    // An error in the settings occurs for every list, so report it once
                    if !self.write_errors.contains(&words) {
                        self.write_errors.push(words);
                    }
                    return Ok(());
                }
                Err(RenderError::Template(finding)) => {
                    self.has_failed = true;
                    if !self.report.findings.contains(&finding) {
                        self.report.findings.push(*finding);
                    }
                    return Ok(());
                }
            }
        };
        let written = match (target, &self.plan) {
            (Some(target), Some(plan)) => {
                plan.check_writable(target).and_then(|()| write_file_safely::write_file(target, &bytes))
            }
            _ => self.out.write_all(&bytes).map_err(CommandError::Output),
        };
        match written {
            Ok(()) => {
                self.sheets_written += 1;
                self.written_files.extend(target.map(|path| path.display().to_string()));
            }
            Err(CommandError::Message(words)) => self.write_errors.push(words),
            Err(trouble) => return Err(trouble),
        }
        Ok(())
    }

    /// Adds a warning for characters that the built-in font does not have.
    fn warn_missing_characters(&mut self, path: &str, missing: &[char]) {
        let file = self.report.sources.add_shared(SourceFile::new(path, ""));
        self.report.findings.extend(missing_characters_finding(missing, self.settings.format, file));
    }

    /// Prints the report to standard error, since standard output may hold a sheet, and returns the exit
    /// status.
    fn finish(mut self) -> CommandResult {
        if self.has_failed {
            self.report.findings.extend(self.library.findings());
        }
        if !self.written_files.is_empty() {
            let files = short_list(&self.written_files, "and");
            eprint_lines(format!("wrote {}\n", sanitize(&files)).as_bytes());
        }
        if !self.report.findings.is_empty() || !self.report.lists.is_empty() {
            let mut text = Vec::new();
            let closing = match self.sheets_written {
                0 => "nothing was printed".to_owned(),
                n => format!("{} printed", count_noun(n, "sheet")),
            };
            output::print_report(
                &self.report,
                output::ReportFormat::Human,
                self.style,
                Some(&closing),
                &mut text,
            )?;
            eprint_lines(&text);
        }
        let Some(last) = self.write_errors.pop() else { return Ok(u8::from(self.has_failed)) };
        for words in &self.write_errors {
            eprint_error(words);
        }
        Err(CommandError::Message(last))
    }
}
