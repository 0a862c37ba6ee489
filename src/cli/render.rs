//! `muster render`: prints sheets for the table.

mod options;
mod targets;

use std::io::Write;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use crate::army::Army as Resolved;
use crate::check::report::{ListReport, Report};
use crate::check::run::{self, FileKind};
use crate::checked::Checked;
use crate::finding::{Code, FileId, Finding, Source, Span};
use crate::output::{self, Style};
use crate::render::context::reference::Reference;
use crate::render::context::texts::Texts;
use crate::render::context::{Army, Document, Input, build};
use crate::render::{Fault, Format, Settings, Sheet, context_json, print};
use crate::rules::library::Library;
use crate::wording::count;
use crate::yaml;

use super::files::{self, Item};
use super::{Ended, Trouble, write};

pub(super) use options::Options;
use targets::Plan;

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let event_library = match &options.event {
        Some(path) => Some(super::event::library(path, library.named_folders())?),
        None => None,
    };
    let library = event_library.as_ref().unwrap_or(library);
    let settings = options.settings(library)?;
    let Found { jobs, unread, passed_over } = find_jobs(options, library)?;
    let paired = options.sheet == Sheet::Reference && jobs.len() == 2 && !options.wants_folder();
    if jobs.len() > 1 && !paired && !options.wants_folder() {
        let n = jobs.len();
        let message = format!("{n} lists make {n} files; name a folder for them, such as -o sheets/");
        return Err(Trouble::Said(message));
    }
    let inputs: Vec<PathBuf> =
        jobs.iter().map(|job| PathBuf::from(&job.path)).chain(options.inputs()).collect();
    let plan = options.output.as_ref().map(|output| Plan {
        output,
        folder: options.wants_folder(),
        named: &options.lists,
        sheet: options.sheet,
        ending: if options.context { "json" } else { settings.format.ending() },
        inputs: &inputs,
        force: options.force,
    });
    let sheets = if paired { 1 } else { jobs.len() };
    let lists: Vec<String> = jobs.iter().take(sheets).map(|job| job.path.clone()).collect();
    // Check every target before the first sheet is written
    let targets = plan.as_ref().map(|plan| plan.targets(&lists)).transpose()?;
    let mut session = Session {
        options,
        library,
        settings,
        style,
        out,
        shown: Report::default(),
        plan,
        written: 0,
        fatal: !unread.is_empty(),
        unwritten: Vec::new(),
    };
    session.shown.sources = library.sources().clone();
    session.shown.lists = unread;
    session.shown.findings = passed_over;
    if paired {
        session.pair(&jobs, targets.iter().flatten().next())?;
    } else {
        let bar = bar(jobs.len());
        for (at, job) in jobs.iter().enumerate() {
            session.one(job, targets.as_ref().and_then(|all| all.get(at)))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    session.finish()
}

/// The most rows or cards of a sheet. Checked before anything is laid out, since a list can ask for millions.
const MOST_ROWS: u64 = 2_000;

/// Returns a finding if an army has too many rows or cards for a sheet.
fn too_long(army: &Resolved<'_>, sheet: Sheet, merge: bool) -> Option<Finding> {
    let count_rows = |unit: &crate::army::Unit<'_>| if merge { 1 } else { u64::from(unit.count) };
    let rows = army.units.iter().map(count_rows).sum::<u64>() + army.characters.len() as u64;
    let what = if sheet == Sheet::Cards { "cards" } else { "rows" };
    let message =
        format!("the sheet would have {rows} {what}, at most {MOST_ROWS} can be printed for a list");
    let help = match (sheet, merge) {
        (Sheet::Cards, false) => "`--merge` prints one card for identical units",
        (_, false) => "without `--no-merge`, identical units share a row",
        (_, true) => "write identical units as one, with a `count`",
    };
    (rows > MOST_ROWS).then(|| Finding::new(Code::TooLarge, army.list.army.span, message).help(help))
}

/// Returns a progress bar for standard error. It is hidden if there are few lists or standard error is not a
/// terminal.
fn bar(lists: usize) -> ProgressBar {
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
struct Job {
    path: String,
    bytes: Vec<u8>,
}

/// The lists named on the command line.
struct Found {
    jobs: Vec<Job>,
    /// Reports on lists that cannot be read.
    unread: Vec<ListReport>,
    /// Notes about skipped paths that might be lists.
    passed_over: Vec<Finding>,
}

/// Collects the lists to render.
fn find_jobs(options: &Options, library: &Library) -> Result<Found, Trouble> {
    let (mut jobs, mut unread, mut passed_over) = (Vec::new(), Vec::new(), Vec::new());
    for item in files::gather(&options.lists) {
        let may_be_missed = item.may_be_missed();
        let (path, read, named) = match item {
            Item::Standard => ("-".to_owned(), files::read_standard(), true),
            Item::Named(path) => (path.to_string_lossy().into_owned(), files::read(&path), true),
            Item::Found(path) => (path.to_string_lossy().into_owned(), files::read(&path), false),
            Item::Other(path, why) => {
                if may_be_missed {
                    passed_over.push(files::passed_over(&path, why, "printed", library.sources()));
                }
                continue;
            }
            Item::Unreadable(path, why) => (path.to_string_lossy().into_owned(), Err(why), true),
        };
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(why) => {
                unread.push((path, why));
                continue;
            }
        };
        let kind = std::str::from_utf8(&bytes).ok().and_then(|text| yaml::parse(FileId::CHECKED, text).root);
        match kind.as_ref().map(run::kind_of) {
            None | Some(FileKind::List) => jobs.push(Job { path, bytes }),
            Some(_) if named => {
                return Err(Trouble::Said(format!("{path} is not a list, and only lists can be rendered")));
            }
            Some(_) => {}
        }
    }
    match (jobs.is_empty(), unread.first()) {
        (true, Some((path, why))) => Err(Trouble::Said(format!("cannot read {path}: {why}"))),
        (true, None) => Err(Trouble::Said("there is no list to print".to_owned())),
        _ => {
            let reports =
                unread.iter().map(|(path, why)| Checked::unreadable(library, path, why).into_report());
            Ok(Found { jobs, unread: reports.collect(), passed_over })
        }
    }
}

/// A run of `muster render`.
struct Session<'s> {
    options: &'s Options,
    library: &'s Library,
    settings: Settings,
    style: Style,
    out: &'s mut dyn Write,
    /// The report that is printed at the end: lists that cannot be rendered, errors of the template, missing
    /// characters.
    shown: Report,
    /// Where sheets are written. `None` for standard output.
    plan: Option<Plan<'s>>,
    /// The number of sheets written.
    written: usize,
    /// Whether a list or the template cannot be rendered, which sets exit status 1.
    fatal: bool,
    /// Why sheets could not be rendered or written.
    unwritten: Vec<String>,
}

impl Session<'_> {
    /// Renders the sheet of one list. A list that cannot be rendered is reported at the end, after the other
    /// lists.
    fn one(&mut self, job: &Job, target: Option<&PathBuf>) -> Result<(), Trouble> {
        let made = self.documents(std::slice::from_ref(job));
        match made.first() {
            Some(document) => self.put(&job.path, target, document, &[&document.army]),
            None => Ok(()),
        }
    }

    /// Renders one reference sheet for two armies.
    fn pair(&mut self, jobs: &[Job], target: Option<&PathBuf>) -> Result<(), Trouble> {
        let made = self.documents(jobs);
        if let [first, second] = made.as_slice() {
            if first.army.ruleset.id != second.army.ruleset.id {
                let (a, b) = (&first.army.ruleset.name, &second.army.ruleset.name);
                return Err(Trouble::Said(format!("the two armies play different games: {a} and {b}")));
            }
            return self.put(&jobs[0].path, target, first, &[&first.army, &second.army]);
        }
        Ok(())
    }

    /// Builds a document for each list. All of them share one reference sheet.
    fn documents(&mut self, jobs: &[Job]) -> Vec<Document> {
        let read =
            |job: &Job| Checked::read(self.library, &job.path, job.bytes.clone(), &run::Options::default());
        let checked: Vec<Checked> = jobs.iter().map(read).collect();
        let merge =
            if self.options.sheet == Sheet::Cards { self.options.merge } else { !self.options.no_merge };
        let mut armies = Vec::new();
        let mut failed: Vec<ListReport> = Vec::new();
        for one in &checked {
            let report = one.report();
            let texts = one.rules().and_then(|rules| Texts::read(self.library, rules));
            let (Some(army), Some(mut texts)) = (one.army(), texts) else {
                failed.push(report.clone());
                continue;
            };
            // The sheet of the whole game is for any army
            if !self.options.all {
                texts.readings.keep_for(army);
            }
            match too_long(army, self.options.sheet, merge) {
                Some(finding) => failed.push(ListReport { findings: vec![finding], ..report.clone() }),
                None => armies.push((army, report, texts)),
            }
        }
        let inputs: Vec<Input<'_>> =
            armies.iter().map(|(army, report, texts)| Input { army, report, texts, merge }).collect();
        let mut made: Vec<Document> = inputs.iter().map(|input| build(*input, self.options.all)).collect();
        let one_game = inputs.windows(2).all(|w| w[0].army.rules.id == w[1].army.rules.id);
        if inputs.len() > 1 && one_game {
            let both = Reference::of(&inputs, self.options.all);
            made.iter_mut().for_each(|d| d.reference = both.clone());
        }
        made.iter_mut().for_each(|d| d.sort(self.options.sort));
        self.fatal |= !failed.is_empty();
        self.shown.lists.extend(failed);
        made
    }

    /// Renders and writes a sheet. Errors that concern only this sheet are kept for the end, so that the
    /// other sheets are still written.
    fn put(
        &mut self,
        path: &str,
        target: Option<&PathBuf>,
        document: &Document,
        armies: &[&Army],
    ) -> Result<(), Trouble> {
        let bytes = if self.options.context {
            let json = context_json(document);
            let json = json.map_err(|e| Trouble::Said(format!("the data cannot be written as JSON: {e}")))?;
            (json + "\n").into_bytes()
        } else {
            match print(document, armies, &self.settings) {
                Ok(printed) => {
                    self.letters(path, &printed.missing);
                    printed.bytes
                }
                Err(Fault::Said(words)) => {
                    // An error in the settings occurs for every list, so report it once
                    if !self.unwritten.contains(&words) {
                        self.unwritten.push(words);
                    }
                    return Ok(());
                }
                Err(Fault::Template(finding)) => {
                    self.fatal = true;
                    if !self.shown.findings.contains(&finding) {
                        self.shown.findings.push(*finding);
                    }
                    return Ok(());
                }
            }
        };
        let written = match (target, &self.plan) {
            (Some(target), Some(plan)) => {
                plan.may_be_written(target).and_then(|()| write::write(target, &bytes))
            }
            _ => self.out.write_all(&bytes).map_err(Trouble::Output),
        };
        match written {
            Ok(()) => self.written += 1,
            Err(Trouble::Said(words)) => self.unwritten.push(words),
            Err(trouble) => return Err(trouble),
        }
        Ok(())
    }

    /// Adds a warning for characters that the built-in font does not have.
    fn letters(&mut self, path: &str, missing: &[char]) {
        if missing.is_empty() {
            return;
        }
        let named: Vec<String> =
            missing.iter().take(8).map(|c| format!("\"{c}\" (U+{:04X})", u32::from(*c))).collect();
        let more = missing.len().saturating_sub(8);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let message = format!("the built-in font has no character {}{more}", named.join(", "));
        let file = self.shown.sources.add(Source::new(path, ""));
        let finding = Finding::new(Code::NoLetter, Span::new(file, 0, 0), message);
        self.shown.findings.push(finding.help(if self.settings.format == Format::Pdf {
            "a PDF has no other font, so \u{fffd} is printed instead; replace it in the list"
        } else {
            "a browser uses another font for it; look at the sheet before you print it"
        }));
    }

    /// Prints the report to standard error, since standard output may hold a sheet, and returns the exit
    /// status.
    fn finish(mut self) -> Ended {
        if self.fatal {
            self.shown.findings.extend(self.library.findings());
        }
        if !self.shown.findings.is_empty() || !self.shown.lists.is_empty() {
            let mut text = Vec::new();
            let closing = match self.written {
                0 => "nothing was printed".to_owned(),
                n => format!("{} printed", count(n, "sheet")),
            };
            output::write(&self.shown, output::Format::Human, self.style, Some(&closing), &mut text)?;
            std::io::stderr().write_all(&text)?;
        }
        let Some(last) = self.unwritten.pop() else { return Ok(u8::from(self.fatal)) };
        for words in &self.unwritten {
            super::print::trouble(words);
        }
        Err(Trouble::Said(last))
    }
}
