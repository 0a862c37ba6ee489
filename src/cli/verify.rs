//! `muster verify`: compares a list with a digest or a printed sheet, or finds the list in a folder that has
//! a digest.

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

/// The arguments of `muster verify`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// List, or a folder of lists to search for a digest; `-` for standard input
    list: PathBuf,

    /// Digest as printed, or an HTML sheet made by `muster render`
    ///
    /// The digest may be the 20 characters of the army, the 12 of the rules, or both. Hyphens, spaces and
    /// capitals do not matter.
    #[arg(value_name = "DIGEST|SHEET", required = true, num_args = 1..)]
    against: Vec<String>,

    /// Event that the list was checked for; its terms are part of the rules
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,
}

pub(super) fn run(options: &Options, library: &Library, out: &mut dyn Write) -> Ended {
    let event_library = match &options.event {
        Some(path) => Some(event::library(path, library.named_folders())?),
        None => None,
    };
    let library = event_library.as_ref().unwrap_or(library);
    // A digest may be typed with spaces between its groups, which makes it several arguments
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
            "{} is a folder, which can only be searched for a digest; name the list to compare with {against}",
            options.list.display()
        ))),
        Err(_) if sheet.exists() => sheet::compared(&options.list, sheet, library, for_event, out),
        Err(fault @ Fault::Former(_)) => Err(Trouble::Said(format!("\"{against}\" {}", fault.words()))),
        Err(fault) => {
            Err(Trouble::Said(format!("\"{against}\" is not a file, and as a digest it {}", fault.words())))
        }
    }
}

/// Whether a digest that was typed matches that of a list.
struct Answer {
    /// Whether the army's digest matches. `None` if it was not typed.
    army: Option<bool>,
    /// Whether the digest of the rules matches. `None` if it was not typed.
    rules: Option<bool>,
    /// Whether the digest of the rules was typed and does not match.
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

    /// Returns `true` if everything that was typed matches.
    fn same(&self) -> bool {
        self.army != Some(false) && self.rules != Some(false)
    }

    /// Returns the answer as a line of text.
    fn words(&self, path: &str) -> String {
        match (self.army, self.rules) {
            (Some(true), None) => {
                format!("same: {path} is this army; the digest does not cover the rules")
            }
            (None, Some(true)) => {
                format!("same: {path} uses these rules; the digest does not cover the army")
            }
            (Some(false), None) => format!("different: {path} is another army"),
            (None, _) => format!("different: {path} uses other rules"),
            (Some(true), Some(true)) => format!("same: {path} is this army under these rules"),
            (Some(true), Some(false)) => format!("different rules: {path} is this army, under other rules"),
            (Some(false), Some(true)) => {
                format!("different army: {path} is another army, under these rules")
            }
            (Some(false), Some(false)) => format!("different: {path} is another army, under other rules"),
        }
    }
}

/// Prints the digests of a list, its verdict and the rules that it rests on.
///
/// If `other_rules`, adds a hint that `--event` may be missing.
fn judged(list: &ListReport, digest: &Digest, other_rules: bool, out: &mut dyn Write) -> std::io::Result<()> {
    let judges = list.judges().into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
    writeln!(out, "{}: {digest}, {} ({})", clean(&list.path), list.verdict.as_str(), clean(&judges))?;
    if other_rules {
        writeln!(out, "help: if the list was checked for an event, give the same --event here")?;
    }
    Ok(())
}

/// Returns why a list has no digest.
fn no_digest(list: &ListReport) -> String {
    if list.misread { format!("{}: {NO_DIGEST}", list.path) } else { diff::why_not(list) }
}
