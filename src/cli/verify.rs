//! `muster verify`: compares a list with a digest or a printed sheet, or finds the list in a folder that has
//! a digest.

mod compare_printed_sheet;
mod find_lists_in_folder;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::army::digest_text::{self, DigestError, TypedDigest};
use crate::check::check_files;
use crate::check::report::{Digest, ListReport, NO_DIGEST};
use crate::output::terminal_text::sanitize;
use crate::rules::library::Library;

use super::{CommandError, CommandResult, diff, event_argument};

/// The arguments of `muster verify`.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
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

pub(super) fn run(options: &VerifyArgs, library: &Library, out: &mut dyn Write) -> CommandResult {
    let event_library = match &options.event {
        Some(path) => Some(event_argument::library_for_event(path, library.named_folders())?),
        None => None,
    };
    let library = event_library.as_ref().unwrap_or(library);
    // A digest may be typed with spaces between its groups, which makes it several arguments
    let against = options.against.join(" ");
    let wanted = digest_text::parse_digest(&against);
    let sheet = Path::new(&against);
    let for_event = options.event.is_some();
    match wanted {
        Ok(wanted) if options.list.is_dir() => {
            find_lists_in_folder::find_lists_with_digest(&options.list, &wanted, library, for_event, out)
        }
        Ok(wanted) => {
            let bytes = diff::read_list_bytes(&options.list)?;
            let path = options.list.to_string_lossy();
            let report =
                crate::checked_list::check_list(library, &path, bytes, &check_files::CheckOptions::default());
            let Some(digest) = &report.digest else {
                return Err(CommandError::Message(why_no_digest(&report)));
            };
            let answer = DigestMatch::compare_digests(digest, &wanted);
            writeln!(out, "{}", answer.to_line(&sanitize(&report.path)))?;
            print_list_status(&report, digest, answer.other_rules && !for_event, out)?;
            Ok(u8::from(!answer.is_match()))
        }
        Err(_) if sheet.exists() && options.list.is_dir() => Err(CommandError::Message(format!(
            "{} is a folder, which can only be searched for a digest; name the list to compare with {against}",
            options.list.display()
        ))),
        Err(_) if sheet.exists() => {
            compare_printed_sheet::compare_with_sheet(&options.list, sheet, library, for_event, out)
        }
        Err(fault @ DigestError::FormerKind(_)) => {
            Err(CommandError::Message(format!("\"{against}\" {}", fault.message())))
        }
        Err(fault) => Err(CommandError::Message(format!(
            "\"{against}\" is not a file, and as a digest it {}",
            fault.message()
        ))),
    }
}

/// Whether a digest that was typed matches that of a list.
struct DigestMatch {
    /// Whether the army's digest matches. `None` if it was not typed.
    army: Option<bool>,
    /// Whether the digest of the rules matches. `None` if it was not typed.
    rules: Option<bool>,
    /// Whether the digest of the rules was typed and does not match.
    other_rules: bool,
}

impl DigestMatch {
    fn compare_digests(digest: &Digest, wanted: &TypedDigest) -> Self {
        let (army, rules) = match wanted {
            TypedDigest::Army(army) => (Some(army), None),
            TypedDigest::Rules(rules) => (None, Some(rules)),
            TypedDigest::Both(army, rules) => (Some(army), Some(rules)),
        };
        let army = army.map(|army| *army == digest.army);
        let rules = rules.map(|rules| *rules == digest.rules);
        Self { army, rules, other_rules: rules == Some(false) }
    }

    /// Returns `true` if everything that was typed matches.
    fn is_match(&self) -> bool {
        self.army != Some(false) && self.rules != Some(false)
    }

    /// Returns the answer as a line of text.
    fn to_line(&self, path: &str) -> String {
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
fn print_list_status(
    list: &ListReport,
    digest: &Digest,
    other_rules: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let judges = list.rules_sources().into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
    writeln!(out, "{}: {digest}, {} ({})", sanitize(&list.path), list.verdict.as_str(), sanitize(&judges))?;
    if other_rules {
        writeln!(out, "help: if the list was checked for an event, give the same --event here")?;
    }
    Ok(())
}

/// Returns why a list has no digest.
fn why_no_digest(list: &ListReport) -> String {
    if list.read_with_errors { format!("{}: {NO_DIGEST}", list.path) } else { diff::why_not_comparable(list) }
}
