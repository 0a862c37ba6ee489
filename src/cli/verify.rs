//! `muster verify`: whether a digest or a printed sheet is this list under these rules, and which list of a folder
//! a digest is.

mod folder;
mod sheet;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::army::letters::{self, Fault, Typed};
use crate::check::report::{Digest, ListReport, NO_DIGEST};
use crate::check::run;
use crate::output::text::clean;
use crate::rules::library::Library;

use super::{Ended, Trouble, diff, event};

/// What `verify` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The list, or a folder of lists of which one is looked for; - for standard input
    list: PathBuf,

    /// The digest as printed (the army's 20 letters, the rules' 12, or both; hyphens and capitals do not matter),
    /// or a sheet that `render` made as HTML
    #[arg(value_name = "DIGEST|SHEET", required = true, num_args = 1..)]
    against: Vec<String>,

    /// The event that the list was checked for; its terms are part of the rules
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,
}

pub(super) fn run(options: &Options, library: &Library, out: &mut dyn Write) -> Ended {
    let of_event = match &options.event {
        Some(path) => Some(event::library(path, library.named_folders())?),
        None => None,
    };
    let library = of_event.as_ref().unwrap_or(library);
    // Groups of a digest may come as several words
    let against = options.against.join(" ");
    let wanted = letters::read(&against);
    let sheet = Path::new(&against);
    let for_event = options.event.is_some();
    match wanted {
        Ok(wanted) if options.list.is_dir() => {
            folder::search(&options.list, &wanted, library, for_event, out)
        }
        Ok(wanted) => {
            let bytes = diff::read(&options.list)?;
            let path = options.list.to_string_lossy();
            let report = run::check(library, &path, bytes, &run::Options::default());
            let Some(digest) = &report.digest else { return Err(Trouble::Said(no_digest(&report))) };
            let answer = Answer::of(digest, &wanted);
            writeln!(out, "{}", answer.words(&clean(&report.path)))?;
            judged(&report, digest, answer.other_rules && !for_event, out)?;
            Ok(u8::from(!answer.same()))
        }
        Err(_) if sheet.exists() && options.list.is_dir() => Err(Trouble::Said(format!(
            "{} is a folder, which can be asked for a digest; name the list that is compared with {against}",
            options.list.display()
        ))),
        Err(_) if sheet.exists() => sheet::compared(&options.list, sheet, library, for_event, out),
        Err(fault @ Fault::Former(_)) => Err(Trouble::Said(format!("\"{against}\" {}", fault.words()))),
        Err(fault) => {
            Err(Trouble::Said(format!("\"{against}\" is no file, and as a digest it {}", fault.words())))
        }
    }
}

/// How a digest that was typed is that of a list; nothing of what was not typed.
struct Answer {
    army: Option<bool>,
    rules: Option<bool>,
    /// Whether the rules were typed and are others.
    other_rules: bool,
}

impl Answer {
    fn of(digest: &Digest, wanted: &Typed) -> Self {
        let (army, rules) = match wanted {
            Typed::Army(army) => (Some(army), None),
            Typed::Rules(rules) => (None, Some(rules)),
            Typed::Both(army, rules) => (Some(army), Some(rules)),
        };
        let army = army.map(|army| *army == digest.army);
        let rules = rules.map(|rules| *rules == digest.rules);
        Self { army, rules, other_rules: rules == Some(false) }
    }

    /// Whether everything that was typed is this list's.
    fn same(&self) -> bool {
        self.army != Some(false) && self.rules != Some(false)
    }

    fn words(&self, path: &str) -> String {
        match (self.army, self.rules) {
            (Some(true), None) => {
                format!("same: {path} is this army; the digest says nothing of the rules")
            }
            (None, Some(true)) => {
                format!("same: {path} is judged by these rules; the digest says nothing of the army")
            }
            (Some(false), None) => format!("different: {path} is another army"),
            (None, _) => format!("different: {path} is judged by other rules"),
            (Some(true), Some(true)) => format!("same: {path} is this army under these rules"),
            (Some(true), Some(false)) => format!("different rules: {path} is this army, under other rules"),
            (Some(false), Some(true)) => {
                format!("different army: {path} is another army, under these rules")
            }
            (Some(false), Some(false)) => format!("different: {path} is another army, under other rules"),
        }
    }
}

/// The digests of a list, its verdict and what judged it, in the words of the table; with the event that may be
/// missing.
fn judged(list: &ListReport, digest: &Digest, other_rules: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let judges = list.judges().into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
    writeln!(out, "{}: {digest}, {} ({})", clean(&list.path), list.verdict.as_str(), clean(&judges))?;
    if other_rules {
        writeln!(out, "help: what was checked for an event needs the same --event here")?;
    }
    Ok(())
}

/// Why a list has no digest.
fn no_digest(list: &ListReport) -> String {
    if list.misread { format!("{}: {NO_DIGEST}", list.path) } else { diff::why_not(list) }
}
