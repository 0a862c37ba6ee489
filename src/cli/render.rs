//! `muster render`: sheets for the table.

mod options;

use std::io::Write;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};

use crate::army::resolve;
use crate::check::report::{ListReport, Report};
use crate::check::run::{self, FileKind};
use crate::finding::{Code, FileId, Finding, Source, Span};
use crate::output::text::count;
use crate::output::{self, Style};
use crate::render::context::reference::Reference;
use crate::render::context::texts::Texts;
use crate::render::context::{Army, Document, Input, build};
use crate::render::{Fault, Format, Settings, Sheet, context_json, print};
use crate::rules::library::Library;
use crate::yaml;

use super::files::{self, Item};
use super::{Ended, Trouble, write};

pub(super) use options::Options;

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let of_event = match &options.event {
        Some(path) => Some(super::event::library(path, library.named_folders())?),
        None => None,
    };
    let library = of_event.as_ref().unwrap_or(library);
    let settings = options.settings(library)?;
    let jobs = jobs(options)?;
    let paired = options.sheet == Sheet::Reference && jobs.len() == 2 && !options.wants_folder();
    if jobs.len() > 1 && !paired && !options.wants_folder() {
        let n = jobs.len();
        let words = format!("{n} lists make {n} files; name a folder for them, as -o sheets/");
        return Err(Trouble::Said(words));
    }
    let mut session = Session {
        options,
        library,
        settings,
        style,
        out,
        shown: Report::default(),
        written: 0,
        fatal: false,
    };
    session.shown.sources = library.sources().clone();
    if paired {
        session.pair(&jobs)?;
    } else {
        let bar = bar(jobs.len());
        for job in jobs {
            session.one(&job)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
    }
    session.finish()
}

/// A bar on standard error where that is a terminal and there are several lists.
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

fn jobs(options: &Options) -> Result<Vec<Job>, Trouble> {
    let mut jobs = Vec::new();
    for item in files::gather(&options.lists) {
        let (path, read, named) = match item {
            Item::Standard => ("-".to_owned(), files::read_standard(), true),
            Item::Named(path) => (path.to_string_lossy().into_owned(), files::read(&path), true),
            Item::Found(path) => (path.to_string_lossy().into_owned(), files::read(&path), false),
            Item::Other(..) => continue,
            Item::Unreadable(path, why) => (path.to_string_lossy().into_owned(), Err(why), true),
        };
        let bytes = read.map_err(|why| Trouble::Said(format!("cannot read {path}: {why}")))?;
        let kind = std::str::from_utf8(&bytes).ok().and_then(|text| yaml::parse(FileId::CHECKED, text).root);
        match kind.as_ref().map(run::kind_of) {
            None | Some(FileKind::List) => jobs.push(Job { path, bytes }),
            Some(_) if named => {
                return Err(Trouble::Said(format!("{path} is no list, and sheets are of lists")));
            }
            Some(_) => {}
        }
    }
    if jobs.is_empty() { Err(Trouble::Said("there is no list to print".to_owned())) } else { Ok(jobs) }
}

struct Session<'s> {
    options: &'s Options,
    library: &'s Library,
    settings: Settings,
    style: Style,
    out: &'s mut dyn Write,
    /// What is shown when all is done: lists that cannot be printed, faults of the template, letters.
    shown: Report,
    /// How many sheets are made.
    written: usize,
    fatal: bool,
}

impl Session<'_> {
    /// A list's sheet; one that cannot be read is reported and the others go on.
    fn one(&mut self, job: &Job) -> Result<(), Trouble> {
        let made = self.documents(std::slice::from_ref(job));
        match made.first() {
            Some(document) => self.put(&job.path, document, &[&document.army]),
            None => Ok(()),
        }
    }

    /// The reference sheet of two armies.
    fn pair(&mut self, jobs: &[Job]) -> Result<(), Trouble> {
        let made = self.documents(jobs);
        if let [first, second] = made.as_slice() {
            if first.army.ruleset.id != second.army.ruleset.id {
                let (a, b) = (&first.army.ruleset.name, &second.army.ruleset.name);
                return Err(Trouble::Said(format!("the two armies play different games: {a} and {b}")));
            }
            return self.put(&jobs[0].path, first, &[&first.army, &second.army]);
        }
        Ok(())
    }

    /// The documents of lists, each with the reference sheet of all of them.
    fn documents(&mut self, jobs: &[Job]) -> Vec<Document> {
        let mut opened = Vec::new();
        for job in jobs {
            let one = run::open(self.library, &job.path, job.bytes.clone());
            let again = run::open(self.library, &job.path, job.bytes.clone());
            let report = run::report(self.library, again, &run::Options::default());
            opened.push((one, report));
        }
        let mut armies = Vec::new();
        let mut failed: Vec<ListReport> = Vec::new();
        for (one, report) in &opened {
            let texts = one.rules.as_ref().and_then(|rules| Texts::read(self.library, rules));
            match (&one.list, &one.rules, texts) {
                (Some(list), Some(rules), Some(texts)) => {
                    armies.push((resolve(list, rules, false, one.partial), report, texts));
                }
                _ => failed.push(report.clone()),
            }
        }
        let merge =
            if self.options.sheet == Sheet::Cards { self.options.merge } else { !self.options.no_merge };
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

    /// Writes a sheet to where it belongs.
    fn put(&mut self, path: &str, document: &Document, armies: &[&Army]) -> Result<(), Trouble> {
        let bytes = if self.options.context {
            let json = context_json(document);
            let json = json.map_err(|e| Trouble::Said(format!("the data cannot be written: {e}")))?;
            (json + "\n").into_bytes()
        } else {
            match print(document, armies, &self.settings) {
                Ok(printed) => {
                    self.letters(path, &printed.missing);
                    printed.bytes
                }
                Err(Fault::Said(words)) => return Err(Trouble::Said(words)),
                Err(Fault::Template(finding)) => {
                    self.fatal = true;
                    if !self.shown.findings.contains(&finding) {
                        self.shown.findings.push(*finding);
                    }
                    return Ok(());
                }
            }
        };
        self.written += 1;
        match &self.options.output {
            None => self.out.write_all(&bytes)?,
            Some(target) if self.options.wants_folder() => {
                write::write(&target.join(self.file_name(path)), &bytes)?;
            }
            Some(target) => write::write(target, &bytes)?,
        }
        Ok(())
    }

    fn file_name(&self, path: &str) -> String {
        let stem =
            Path::new(path).file_stem().and_then(|s| s.to_str()).filter(|s| *s != "-").unwrap_or("list");
        let ending = if self.options.context { "json" } else { self.settings.format.ending() };
        format!("{stem}-{}.{ending}", self.options.sheet.as_str())
    }

    /// A warning for letters that the carried font has not.
    fn letters(&mut self, path: &str, missing: &[char]) {
        if missing.is_empty() {
            return;
        }
        let named: Vec<String> =
            missing.iter().take(8).map(|c| format!("\"{c}\" (U+{:04X})", u32::from(*c))).collect();
        let more = missing.len().saturating_sub(8);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let message = format!("the sheet's font has no letter {}{more}", named.join(", "));
        let file = self.shown.sources.add(Source::new(path, ""));
        let finding = Finding::new(Code::NoLetter, Span::new(file, 0, 0), message);
        self.shown.findings.push(finding.help(if self.settings.format == Format::Pdf {
            "a PDF has no other font, so that \u{fffd} stands in its place; replace it in the list"
        } else {
            "a browser takes another font for it; look at the sheet before it is printed"
        }));
    }

    /// Says what went wrong on standard error, so that a sheet on standard output stays whole.
    fn finish(mut self) -> Ended {
        if self.fatal {
            self.shown.findings.extend(self.library.findings());
        }
        if !self.shown.findings.is_empty() || !self.shown.lists.is_empty() {
            let mut words = Vec::new();
            let closing = match self.written {
                0 => "nothing was printed".to_owned(),
                n => format!("{} printed", count(n, "sheet")),
            };
            output::write(&self.shown, output::Format::Human, self.style, Some(&closing), &mut words)?;
            std::io::stderr().write_all(&words)?;
        }
        Ok(u8::from(self.fatal))
    }
}
