//! Compares a list with the one embedded in a printed sheet.

use std::io::Write;
use std::path::Path;

use crate::check::report::Digest;
use crate::cli::{Ended, Trouble, diff, files};
use crate::compare::carried::{self, Carried, Fault};
use crate::compare::{Picture, compare, text};
use crate::output::text::clean;
use crate::rules::library::Library;
use crate::wording::joined;
use crate::yaml;

use super::{judged, no_digest};

/// Prints whether a sheet was made from this list, and if it was not, what differs.
pub(super) fn compared(
    path: &Path,
    sheet: &Path,
    library: &Library,
    for_event: bool,
    out: &mut dyn Write,
) -> Ended {
    let picture = diff::picture(library, path, diff::read(path)?)?;
    let Some(digest) = picture.report.digest.clone() else {
        return Err(Trouble::Said(no_digest(&picture.report)));
    };
    let list = Judged { list: &picture, digest, for_event };
    let shown = sheet.to_string_lossy().into_owned();
    let bytes = files::read(sheet).map_err(|why| Trouble::Said(format!("cannot read {shown}: {why}")))?;
    let all = carried::all(&String::from_utf8_lossy(&bytes));
    if all.is_empty() {
        return Err(Trouble::Said(format!(
            "{shown} has no embedded list; HTML sheets made by `muster render` have one"
        )));
    }
    let mut lists: Vec<&Carried> = all.iter().filter_map(|c| c.as_ref().ok()).collect();
    if lists.is_empty() {
        let fault = all.iter().find_map(|c| c.as_ref().err()).map(Fault::words);
        return Err(Trouble::Said(format!("{shown}: {}", fault.unwrap_or_default())));
    }
    // If there are several, compare with the one with the same digest, else with the one of the same name
    let pictured = |carried: &Carried| {
        let name = format!("the list in {shown}");
        Picture::of(library, &name, carried.list.clone().into_bytes())
    };
    lists.sort_by_key(|c| c.army != list.digest.army);
    let mut pictures = lists.iter().map(|c| (*c, pictured(c)));
    let first = pictures.next();
    let named = |p: &Picture| p.report.army == list.list.report.army;
    let fits =
        |c: &Carried, p: &Result<Picture, _>| c.army == list.digest.army || p.as_ref().is_ok_and(named);
    let chosen = match first {
        Some((c, p)) if fits(c, &p) => Some((c, p)),
        first => pictures.find(|(c, p)| fits(c, p)).or(first),
    };
    if let (Some((compared, _)), true) = (&chosen, all.len() > 1) {
        several(&shown, &all, compared, out)?;
    }
    match chosen {
        Some((carried, Ok(picture))) => Ok(list.against(&shown, carried, &picture, out)?),
        Some((_, Err(report))) => Err(Trouble::Said(diff::why_not(&report))),
        None => Err(Trouble::Said(format!("{shown} has no embedded list"))),
    }
}

/// How many embedded lists are named in a message.
const NAMED: usize = 3;

/// Prints a note that a sheet has several embedded lists, and which of them is compared.
fn several(
    sheet: &str,
    all: &[Result<Carried, Fault>],
    compared: &Carried,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let named = |carried: &Carried| {
        let army = yaml::early(&carried.list, "army")
            .map_or_else(|| "a list without a name".to_owned(), |army| format!("\"{}\"", clean(&army)));
        format!("{army} ({})", carried.army)
    };
    let of_each = |carried: &Result<Carried, Fault>| {
        carried.as_ref().map_or_else(|_| "one that cannot be read".to_owned(), named)
    };
    let mut names: Vec<String> = all.iter().take(NAMED).map(of_each).collect();
    if all.len() > NAMED {
        names.push(format!("{} more", all.len() - NAMED));
    }
    writeln!(
        out,
        "note: {} has {} embedded lists: {}; comparing with {}",
        clean(sheet),
        all.len(),
        joined(&names, "and"),
        named(compared)
    )?;
    writeln!(
        out,
        "help: only a reference sheet for two armies has two embedded lists; rosters and cards have one"
    )
}

/// A list with its verdict and its digests.
struct Judged<'p> {
    list: &'p Picture,
    digest: Digest,
    for_event: bool,
}

impl Judged<'_> {
    /// Compares the list with the one embedded in a sheet, and returns the exit status.
    fn against(
        &self,
        sheet: &str,
        carried: &Carried,
        picture: &Picture,
        out: &mut dyn Write,
    ) -> std::io::Result<u8> {
        let (path, sheet) = (clean(&self.list.report.path), clean(sheet));
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
        judged(&self.list.report, &self.digest, !same_rules && !self.for_event, out)?;
        if !same_list {
            writeln!(out)?;
            text::write(&compare(picture, self.list), out)?;
        }
        Ok(status)
    }
}
