//! `muster lint`: rulesets, books and events themselves.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::check::report::Report;
use crate::check::run::{self, FileKind};
use crate::finding::{FileId, Severity};
use crate::format::number::Number;
use crate::lint::{self, File};
use crate::output::{self, Format, Style};
use crate::rules::library::Library;
use crate::wording::count;
use crate::wording::joined;
use crate::yaml;

use super::files::{self, Item};
use super::{Ended, Trouble};

/// What `lint` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Rulesets, books and events, or folders of them; without any `rulesets/`, or the program's own
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// How the findings are printed
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

    /// A size of which a legal list is looked for, in points; may be given several times
    #[arg(long = "size", value_name = "POINTS", value_parser = clap::value_parser!(u32).range(1..))]
    sizes: Vec<u32>,

    /// The longest time to look for a legal list of one size in one year, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    time: u32,
}

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let usual = [PathBuf::from("rulesets")];
    let files = if options.paths.is_empty() && !usual[0].is_dir() {
        built_in(library)
    } else {
        let paths: &[PathBuf] = if options.paths.is_empty() { &usual } else { &options.paths };
        gather(paths)?
    };
    if files.is_empty() {
        return Err(Trouble::Said("there is no ruleset, book or event here".to_owned()));
    }
    let usual_sizes = lint::Options::default().sizes;
    let how = lint::Options {
        folders: library.named_folders(),
        sizes: if options.sizes.is_empty() {
            usual_sizes
        } else {
            options.sizes.iter().map(|n| i64::from(*n).into()).collect()
        },
        time: std::time::Duration::from_secs(options.time.into()),
    };
    let report = lint::lint(&files, &how);
    output::write(&report, options.format, style, Some(&closing(&report, files.len(), &how.sizes)), out)?;
    Ok(u8::from(report.findings.iter().any(|f| f.severity == Severity::Error)))
}

/// The rulesets and books inside the program.
fn built_in(library: &Library) -> Vec<File> {
    let mut files = Vec::new();
    for ruleset in library.rulesets() {
        let file = |kind| move |found| File { kind, found, folder: None };
        files.extend(library.found_ruleset(&ruleset.id).map(file(FileKind::Ruleset)));
        for book in library.books(&ruleset.id) {
            files.extend(library.found_book(&ruleset.id, &book.id).map(file(FileKind::Book)));
        }
    }
    files
}

/// The files of rules among these paths; a list or what cannot be read is refused where it was named itself.
fn gather(paths: &[PathBuf]) -> Result<Vec<File>, Trouble> {
    let mut all = Vec::new();
    for item in files::gather(paths) {
        let (path, named) = match item {
            Item::Named(path) => (path, true),
            Item::Found(path) => (path, false),
            Item::Standard => {
                return Err(Trouble::Said("rules are read from files, not from standard input".to_owned()));
            }
            Item::Unreadable(path, why) => {
                return Err(Trouble::Said(format!("cannot read {}: {why}", path.display())));
            }
            Item::Other(..) => continue,
        };
        all.extend(read(&path, named)?);
    }
    Ok(all)
}

fn read(path: &Path, named: bool) -> Result<Option<File>, Trouble> {
    let said = |why: String| Trouble::Said(format!("cannot read {}: {why}", path.display()));
    let bytes = files::read(path).map_err(said)?;
    let text = String::from_utf8_lossy(&bytes);
    let root = yaml::parse(FileId::CHECKED, &text).root;
    match root.as_ref().map(run::kind_of) {
        Some(kind @ (FileKind::Ruleset | FileKind::Book | FileKind::Event)) => {
            Ok(Some(File::at(kind, path, &text)))
        }
        _ if named => Err(Trouble::Said(format!(
            "{} is no ruleset, book or event; lists are checked by `muster check`",
            path.display()
        ))),
        _ => Ok(None),
    }
}

/// `ok: 12 files, lists of 500 and 1000 points looked for`, or `2 errors, 1 warning in 3 files` and the same.
fn closing(report: &Report, files: usize, sizes: &[Number]) -> String {
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    let files = format!("{}, lists of {} points looked for", count(files, "file"), joined(&sizes, "and"));
    let of = |severity| report.findings.iter().filter(|f| f.severity == severity).count();
    let kinds = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let said: Vec<String> =
        kinds.iter().filter(|(s, _)| of(*s) > 0).map(|(s, word)| count(of(*s), word)).collect();
    if said.is_empty() { format!("ok: {files}") } else { format!("{} in {files}", said.join(", ")) }
}
