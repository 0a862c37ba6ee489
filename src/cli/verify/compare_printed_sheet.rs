//! Compares a list with the one embedded in a printed sheet.

use std::io::Write;
use std::path::Path;

use crate::check::report::Digest;
use crate::cli::{CommandError, CommandResult, diff, input_files};
use crate::compare::embedded_list::{self, EmbeddedList, EmbeddedListError};
use crate::compare::{ArmySnapshot, compare_snapshots, text};
use crate::output::terminal_text::sanitize;
use crate::rules::library::Library;
use crate::wording::short_list;
use crate::yaml;

use super::{print_list_status, why_no_digest};

/// Prints whether a sheet was made from this list, and if it was not, what differs.
pub(super) fn compare_with_sheet(
    path: &Path,
    sheet: &Path,
    library: &Library,
    for_event: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let picture = diff::take_snapshot(library, path, diff::read_list_bytes(path)?)?;
    let Some(digest) = picture.report.digest.clone() else {
        return Err(CommandError::Message(why_no_digest(&picture.report)));
    };
    let list = CheckedList { list: &picture, digest, for_event };
    let shown = sheet.to_string_lossy().into_owned();
    let bytes = input_files::read_file(sheet)
        .map_err(|why| CommandError::Message(format!("cannot read {shown}: {why}")))?;
    let all = embedded_list::embedded_lists(&String::from_utf8_lossy(&bytes));
    if all.is_empty() {
        return Err(CommandError::Message(format!(
            "{shown} has no embedded list; HTML sheets made by `muster render` have one"
        )));
    }
    let mut lists: Vec<&EmbeddedList> = all.iter().filter_map(|c| c.as_ref().ok()).collect();
    if lists.is_empty() {
        let fault = all.iter().find_map(|c| c.as_ref().err()).map(EmbeddedListError::message);
        return Err(CommandError::Message(format!("{shown}: {}", fault.unwrap_or_default())));
    }
    // If there are several, compare with the one with the same digest, else with the one of the same name
    let pictured = |carried: &EmbeddedList| {
        let name = format!("the list in {shown}");
        ArmySnapshot::of_list_file(library, &name, carried.list.clone().into_bytes())
    };
    lists.sort_by_key(|c| c.army != list.digest.army);
    let mut pictures = lists.iter().map(|c| (*c, pictured(c)));
    let first = pictures.next();
    let named = |p: &ArmySnapshot| p.report.army == list.list.report.army;
    let fits = |c: &EmbeddedList, p: &Result<ArmySnapshot, _>| {
        c.army == list.digest.army || p.as_ref().is_ok_and(named)
    };
    let chosen = match first {
        Some((c, p)) if fits(c, &p) => Some((c, p)),
        first => pictures.find(|(c, p)| fits(c, p)).or(first),
    };
    if let (Some((compared, _)), true) = (&chosen, all.len() > 1) {
        note_several_lists(&shown, &all, compared, out)?;
    }
    match chosen {
        Some((carried, Ok(picture))) => Ok(list.compare_with(&shown, carried, &picture, out)?),
        Some((_, Err(report))) => Err(CommandError::Message(diff::why_not_comparable(&report))),
        None => Err(CommandError::Message(format!("{shown} has no embedded list"))),
    }
}

/// How many embedded lists are named in a message.
const MAX_NAMED_LISTS: usize = 3;

/// Prints a note that a sheet has several embedded lists, and which of them is compared.
fn note_several_lists(
    sheet: &str,
    all: &[Result<EmbeddedList, EmbeddedListError>],
    compared: &EmbeddedList,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let named = |carried: &EmbeddedList| {
        let army = yaml::read_top_key(&carried.list, "army")
            .map_or_else(|| "a list without a name".to_owned(), |army| format!("\"{}\"", sanitize(&army)));
        format!("{army} ({})", carried.army)
    };
    let of_each = |carried: &Result<EmbeddedList, EmbeddedListError>| {
        carried.as_ref().map_or_else(|_| "one that cannot be read".to_owned(), named)
    };
    let mut names: Vec<String> = all.iter().take(MAX_NAMED_LISTS).map(of_each).collect();
    if all.len() > MAX_NAMED_LISTS {
        names.push(format!("{} more", all.len() - MAX_NAMED_LISTS));
    }
    writeln!(
        out,
        "note: {} has {} embedded lists: {}; comparing with {}",
        sanitize(sheet),
        all.len(),
        short_list(&names, "and"),
        named(compared)
    )?;
    writeln!(
        out,
        "help: only a reference sheet for two armies has two embedded lists; rosters and cards have one"
    )
}

/// A list with its verdict and its digests.
struct CheckedList<'p> {
    list: &'p ArmySnapshot,
    digest: Digest,
    for_event: bool,
}

impl CheckedList<'_> {
    /// Compares the list with the one embedded in a sheet, and returns the exit status.
    fn compare_with(
        &self,
        sheet: &str,
        carried: &EmbeddedList,
        picture: &ArmySnapshot,
        out: &mut dyn Write,
    ) -> std::io::Result<u8> {
        let (path, sheet) = (sanitize(&self.list.report.path), sanitize(sheet));
        let now = picture.report.digest.as_ref().map_or("", |d| d.army.as_str());
        let same_rules = carried.rules == self.digest.rules;
        let same_list = now == self.digest.army;
        let mut status = 1;
        if same_rules && now != carried.army {
            writeln!(out, "changed: the list in {sheet} does not match the digest stated there")?;
        } else if same_list && same_rules {
            writeln!(out, "same: {sheet} was made from the army in {path} under these rules")?;
            status = 0;
        } else if same_list {
            writeln!(out, "different rules: {sheet} was made from the army in {path}, under other rules")?;
        } else if same_rules {
            writeln!(
                out,
                "different army: {sheet} was made from another army than {path}, under these rules"
            )?;
        } else {
            writeln!(out, "different: {sheet} was made from another army than {path}, under other rules")?;
        }
        print_list_status(&self.list.report, &self.digest, !same_rules && !self.for_event, out)?;
        if !same_list {
            writeln!(out)?;
            text::print_text(&compare_snapshots(picture, self.list), out)?;
        }
        Ok(status)
    }
}
