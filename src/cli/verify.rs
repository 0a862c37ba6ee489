//! `muster verify`: whether a digest or a printed sheet is this list under these rules.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::check::report::{Digest, ListReport};
use crate::compare::carried::{self, Carried};
use crate::compare::{Picture, compare, text};
use crate::output::text::clean;
use crate::rules::library::Library;

use super::{Ended, Trouble, diff, event, files};

/// What `verify` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The list; - for standard input
    list: PathBuf,

    /// The digest as printed (eight or more digits of the army's, the rules', or both with a hyphen between), or
    /// a sheet that `render` made as HTML
    #[arg(value_name = "DIGEST|SHEET")]
    against: String,

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
    let wanted = Wanted::parse(&options.against);
    let sheet = Path::new(&options.against);
    if wanted.is_none() && !sheet.exists() {
        return Err(Trouble::Said(format!(
            "\"{}\" is neither a file nor a digest, which has eight or more of the digits 0-9 and a-f",
            options.against
        )));
    }
    let bytes = diff::read(&options.list)?;
    let list = diff::picture(library, &options.list, bytes)?;
    let Some(digest) = list.report.digest.clone() else {
        return Err(Trouble::Said(diff::why_not(&list.report)));
    };
    let judged = Judged { list: &list, digest, event: options.event.is_some() };
    match wanted {
        Some(wanted) => Ok(judged.digest(&wanted, out)?),
        None => judged.sheet(sheet, library, out),
    }
}

/// Digits of one digest or of both.
enum Wanted {
    /// Of the army's or of the rules', whichever they are.
    Either(String),
    /// Of the army's and of the rules'.
    Both(String, String),
}

impl Wanted {
    fn parse(text: &str) -> Option<Self> {
        let digits = |text: &str| {
            let whole = (8..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_hexdigit());
            whole.then(|| text.to_ascii_lowercase())
        };
        match text.trim().split_once('-') {
            None => digits(text.trim()).map(Self::Either),
            Some((army, rules)) => Some(Self::Both(digits(army)?, digits(rules)?)),
        }
    }
}

/// A list with its verdict and its digests.
struct Judged<'p> {
    list: &'p Picture,
    digest: Digest,
    event: bool,
}

impl Judged<'_> {
    fn digest(&self, wanted: &Wanted, out: &mut dyn Write) -> std::io::Result<u8> {
        let Digest { army, rules } = &self.digest;
        let path = clean(&self.list.report.path);
        let (same, words) = match wanted {
            Wanted::Either(digits) if army.starts_with(digits.as_str()) => {
                (true, format!("same: {path} is this army; the digest says nothing of the rules"))
            }
            Wanted::Either(digits) if rules.starts_with(digits.as_str()) => {
                (true, format!("same: {path} is judged by these rules; the digest says nothing of the army"))
            }
            Wanted::Either(digits) => (
                false,
                format!("different: {digits} is neither the army of {path} nor the rules that judge it"),
            ),
            Wanted::Both(a, r) => match (army.starts_with(a.as_str()), rules.starts_with(r.as_str())) {
                (true, true) => (true, format!("same: {path} is this army under these rules")),
                (true, false) => (false, format!("different rules: {path} is this army, under other rules")),
                (false, true) => {
                    (false, format!("different army: {path} is another army, under these rules"))
                }
                (false, false) => (false, format!("different: {path} is another army, under other rules")),
            },
        };
        writeln!(out, "{words}")?;
        let hint = matches!(wanted, Wanted::Both(_, r) if !rules.starts_with(r.as_str()));
        self.judges(hint, out)?;
        Ok(u8::from(!same))
    }

    /// The digests, the verdict and what judged, in the words of the table.
    fn judges(&self, other_rules: bool, out: &mut dyn Write) -> std::io::Result<()> {
        let Digest { army, rules } = &self.digest;
        let eight = |digest: &str| digest.get(..8).unwrap_or_default().to_owned();
        writeln!(
            out,
            "{}: {}-{}, {} ({})",
            clean(&self.list.report.path),
            eight(army),
            eight(rules),
            self.list.report.verdict.as_str(),
            clean(&judges(&self.list.report))
        )?;
        if other_rules && !self.event {
            writeln!(out, "help: what was checked for an event needs the same --event here")?;
        }
        Ok(())
    }

    fn sheet(&self, path: &Path, library: &Library, out: &mut dyn Write) -> Ended {
        let shown = path.to_string_lossy().into_owned();
        let bytes = files::read(path).map_err(|why| Trouble::Said(format!("cannot read {shown}: {why}")))?;
        let all = carried::all(&String::from_utf8_lossy(&bytes));
        if all.is_empty() {
            return Err(Trouble::Said(format!(
                "{shown} carries no list; sheets that `muster render` made as HTML do"
            )));
        }
        let mut lists: Vec<&Carried> = all.iter().filter_map(|c| c.as_ref().ok()).collect();
        if lists.is_empty() {
            let fault = all.iter().find_map(|c| c.as_ref().err()).map(carried::Fault::words);
            return Err(Trouble::Said(format!("{shown}: {}", fault.unwrap_or_default())));
        }
        // Of several the one that is this army, or that has its name
        let pictured = |carried: &Carried| {
            let name = format!("the list in {shown}");
            Picture::of(library, &name, carried.list.clone().into_bytes())
        };
        lists.sort_by_key(|c| c.army != self.digest.army);
        let mut pictures = lists.iter().map(|c| (*c, pictured(c)));
        let first = pictures.next();
        let named = |p: &Picture| p.report.army == self.list.report.army;
        let fits =
            |c: &Carried, p: &Result<Picture, _>| c.army == self.digest.army || p.as_ref().is_ok_and(named);
        let chosen = match first {
            Some((c, p)) if fits(c, &p) => Some((c, p)),
            first => pictures.find(|(c, p)| fits(c, p)).or(first),
        };
        match chosen {
            Some((carried, Ok(picture))) => Ok(self.against(&shown, carried, &picture, out)?),
            Some((_, Err(report))) => Err(Trouble::Said(diff::why_not(&report))),
            None => Err(Trouble::Said(format!("{shown} carries no list"))),
        }
    }

    /// Compares the list with the one that a sheet carries.
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
            writeln!(out, "changed: the list in {sheet} is not the one whose digest it states")?;
        } else if same_list && same_rules {
            writeln!(out, "same: {sheet} was made of the army in {path} under these rules")?;
            status = 0;
        } else if same_list {
            writeln!(out, "different rules: {sheet} was made of the army in {path}, under other rules")?;
        } else if same_rules {
            writeln!(out, "different army: {sheet} was made of another army than {path}, under these rules")?;
        } else {
            writeln!(out, "different: {sheet} was made of another army than {path}, under other rules")?;
        }
        self.judges(!same_rules, out)?;
        if !same_list {
            writeln!(out)?;
            text::write(&compare(picture, self.list), out)?;
        }
        Ok(status)
    }
}

fn judges(list: &ListReport) -> String {
    let judges = [&list.ruleset, &list.book, &list.event];
    let judges = judges.into_iter().flatten();
    let named =
        judges.map(|j| format!("{} {}", j.id, j.version.as_deref().unwrap_or("")).trim_end().to_owned());
    named.collect::<Vec<_>>().join(", ")
}
