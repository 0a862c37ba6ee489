//! `muster render`: sheets for the table.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::army::resolve;
use crate::check::report::{ListReport, Report};
use crate::check::run::{self, FileKind};
use crate::finding::{Code, FileId, Finding, Source, Span};
use crate::output::{Style, human};
use crate::render::context::reference::Reference;
use crate::render::context::texts::Texts;
use crate::render::context::{Army, Document, Input, build};
use crate::render::paper::{Paper, Size};
use crate::render::pdf;
use crate::render::template::Own;
use crate::render::unit::Um;
use crate::render::{Fault, Format, Settings, Sheet, context_json, print};
use crate::rules::library::Library;
use crate::yaml;

use super::files::{self, Item};
use super::{Ended, Trouble, write};

/// What `render` is asked.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Options {
    /// What is printed
    #[arg(value_enum, value_name = "SHEET")]
    sheet: Sheet,

    /// Lists or folders of lists; - for standard input. A reference sheet takes two opposing lists
    #[arg(required = true, value_name = "LIST")]
    lists: Vec<PathBuf>,

    /// The file to write, or a folder for a file each; standard output without it
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,

    /// The format; by the ending of the file where not given, else HTML
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// The paper; what the event says where not given, else A4
    #[arg(long, value_enum, value_name = "PAPER")]
    paper: Option<Paper>,

    /// An event whose terms hold besides, as for `check`
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,

    /// The size of a card: poker, bridge, tarot, a7 or its width and height in millimetres, as 63x88
    #[arg(long, default_value = "poker", value_name = "SIZE", value_parser = Size::card)]
    card: Size,

    /// Millimetres between cards
    #[arg(long, default_value = "0", value_name = "MM", value_parser = gutter)]
    gutter: Um,

    /// One card for several units alike
    #[arg(long, conflicts_with = "no_merge")]
    merge: bool,

    /// A row for every unit, also where several are alike
    #[arg(long)]
    no_merge: bool,

    /// Front and back of a card side by side, to be folded
    #[arg(long)]
    fold: bool,

    /// Saves ink: no colours and no tints
    #[arg(long)]
    mono: bool,

    /// Takes the whole game onto the reference sheet
    #[arg(long)]
    all: bool,

    /// Your own template
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,

    /// The longest time that your own template may take for a sheet, in seconds
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(1..=3600))]
    time: u16,

    /// Prints the data that templates see, as JSON
    #[arg(long)]
    context: bool,
}

fn gutter(text: &str) -> Result<Um, String> {
    Um::parse(text)
        .filter(|um| *um <= Um::mm(50))
        .ok_or_else(|| "a gutter is 0 to 50 millimetres, such as 3".to_owned())
}

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let of_event = match &options.event {
        Some(path) => Some(super::event::library(path, library.named_folders())?),
        None => None,
    };
    let library = of_event.as_ref().unwrap_or(library);
    let settings = settings(options, library)?;
    let jobs = jobs(options)?;
    let paired = options.sheet == Sheet::Reference && jobs.len() == 2 && !into_folder(options);
    if jobs.len() > 1 && !paired && !into_folder(options) {
        let n = jobs.len();
        let words = format!("{n} lists make {n} files; name a folder for them, as -o sheets/");
        return Err(Trouble::Said(words));
    }
    let mut session =
        Session { options, library, settings, style, out, shown: Report::default(), fatal: false };
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

/// Whether what is named for output is a folder.
fn into_folder(options: &Options) -> bool {
    options.output.as_ref().is_some_and(|path| {
        path.is_dir() || path.to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
    })
}

fn settings(options: &Options, library: &Library) -> Result<Settings, Trouble> {
    let ending = |path: &PathBuf| Format::of_ending(path.extension()?.to_str()?);
    let of_file = options.output.as_ref().filter(|_| !into_folder(options)).and_then(ending);
    let of_template = options.template.as_ref().and_then(ending);
    let format = options.format.or(of_file).or(of_template).unwrap_or(Format::Html);
    if let Some(words) = pdf::without().filter(|_| format == Format::Pdf && !options.context) {
        return Err(Trouble::Said(words.to_owned()));
    }
    let template = match &options.template {
        None => None,
        Some(path) => {
            let shown = path.to_string_lossy().into_owned();
            let bytes =
                files::read(path).map_err(|why| Trouble::Said(format!("cannot read {shown}: {why}")))?;
            let text = String::from_utf8(bytes)
                .map_err(|_| Trouble::Said(format!("{shown} is not UTF-8, as a template must be")))?;
            let file = library.sources().add(Source::new(shown.clone(), text.clone()));
            let name = path.file_name().map_or(shown, |n| n.to_string_lossy().into_owned());
            Some(Own { name, text, file, time: Duration::from_secs(options.time.into()) })
        }
    };
    Ok(Settings {
        sheet: options.sheet,
        format,
        paper: options.paper.or_else(|| event_paper(library)).unwrap_or_default(),
        card: options.card,
        gutter: options.gutter,
        merge: options.merge,
        fold: options.fold,
        mono: options.mono,
        template,
    })
}

/// The paper that an event asks for.
fn event_paper(library: &Library) -> Option<Paper> {
    Some(match library.event()?.file.paper.as_ref()?.value {
        crate::format::event::Paper::A4 => Paper::A4,
        crate::format::event::Paper::Letter => Paper::Letter,
    })
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
        let merge = !self.options.no_merge;
        let inputs: Vec<Input<'_>> =
            armies.iter().map(|(army, report, texts)| Input { army, report, texts, merge }).collect();
        let mut made: Vec<Document> = inputs.iter().map(|input| build(*input, self.options.all)).collect();
        let one_game = inputs.windows(2).all(|w| w[0].army.rules.id == w[1].army.rules.id);
        if inputs.len() > 1 && one_game {
            let both = Reference::of(&inputs, self.options.all);
            made.iter_mut().for_each(|d| d.reference = both.clone());
        }
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
        match &self.options.output {
            None => self.out.write_all(&bytes)?,
            Some(target) if into_folder(self.options) => {
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
        self.shown.findings.push(
            finding.help("a browser takes another font for it; look at the sheet before it is printed"),
        );
    }

    /// Says what went wrong on standard error, so that a sheet on standard output stays whole.
    fn finish(mut self) -> Ended {
        if self.fatal {
            self.shown.findings.extend(self.library.findings());
        }
        if !self.shown.findings.is_empty() || !self.shown.lists.is_empty() {
            let mut words = Vec::new();
            human::write(&self.shown, &mut words, self.style)?;
            std::io::stderr().write_all(&words)?;
        }
        Ok(u8::from(self.fatal))
    }
}
