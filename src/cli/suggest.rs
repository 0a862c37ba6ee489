//! `muster suggest`: legal ways forward from a list.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::check::report::Report;
use crate::mend::diff;
use crate::output::text::{clean, count};
use crate::output::{Style, human};
use crate::rules::library::Library;
use crate::suggest::{self, STEP, Ways, Wish};

use super::{Ended, Trouble, fix};

/// What `suggest` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The list
    #[arg(value_name = "LIST")]
    list: PathBuf,

    /// How many ways are shown at most
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    most: u16,

    /// The name of a unit that stays as it is; may be repeated
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,

    /// What alone may be changed
    #[arg(long, value_enum, value_name = "WHAT")]
    only: Option<Only>,

    /// Writes the way of this number into the list
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=100))]
    apply: Option<u16>,

    /// How long to look, in seconds
    #[arg(long, default_value_t = 2, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(1..=600))]
    time: u16,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Only {
    /// Options
    Upgrades,
    /// Rows, counts and sizes
    Units,
}

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let shown = options.list.to_string_lossy().into_owned();
    let text = fix::read(&options.list)?;
    let wish = Wish {
        most: usize::from(options.most.max(options.apply.unwrap_or(0))),
        keep: options.keep.clone(),
        only: options.only.map(|only| match only {
            Only::Upgrades => suggest::Only::Upgrades,
            Only::Units => suggest::Only::Units,
        }),
        time: Duration::from_secs(u64::from(options.time)),
    };
    let Some(found) = suggest::suggest(library, &shown, &text, &wish) else {
        let list = crate::check::run::check(
            library,
            &shown,
            text.into_bytes(),
            &crate::check::run::Options::default(),
        );
        let readable = list.ruleset.is_some();
        let report =
            Report { sources: list.sources.clone(), lists: vec![list], findings: library.findings() };
        human::write(&report, out, style)?;
        let why = if readable {
            "a list with YAML anchors is not changed"
        } else {
            "first things first: the list cannot be judged yet"
        };
        writeln!(out, "{why}")?;
        return Ok(1);
    };
    if let Some(name) = found.strange.first() {
        return Err(Trouble::Said(format!("no unit of {shown} is named \"{name}\", so it cannot be kept")));
    }
    if let Some(number) = options.apply {
        let Some(way) = found.ways.get(usize::from(number) - 1) else {
            return Err(Trouble::Said(format!(
                "there is no way {number}, since {} found; {shown} is left as it is",
                if found.ways.len() == 1 { "1 was".to_owned() } else { format!("{} were", found.ways.len()) }
            )));
        };
        fix::write_over(&options.list, &text, &way.text)?;
        for line in diff(&shown, &text, &way.text).lines() {
            writeln!(out, "{}", clean(line))?;
        }
        writeln!(out, "{}", clean(&stand(&found, way.total)))?;
        return Ok(0);
    }
    print(&found, options, out)?;
    Ok(u8::from(found.broken))
}

fn print(found: &Ways, options: &Options, out: &mut dyn Write) -> std::io::Result<()> {
    let total = found.before.points.as_ref().map(|p| p.total);
    let army = found.before.army.as_deref().unwrap_or("");
    writeln!(out, "{}: {}, {}", clean(army), found.before.verdict.as_str(), stand(found, total))?;
    let left = found.before.points.as_ref().and_then(|p| p.limit?.minus(p.total));
    if !found.broken && left.is_none_or(|left| left <= 0) {
        return writeln!(
            out,
            "{}",
            match left {
                Some(_) => "nothing is left to spend",
                None => "no size is agreed, so nothing is left to spend",
            }
        );
    }
    for (at, way) in found.ways.iter().enumerate() {
        writeln!(out, "\n{}. {}", at + 1, stand(found, way.total))?;
        for words in &way.words {
            writeln!(out, "   {}", clean(words))?;
        }
    }
    let reach = format!("one or two changes: a count or size by up to {STEP}, an option, a row");
    let wanted = if found.broken { "makes it legal" } else { "is legal and spends more" };
    match (found.ways.len(), found.exhaustive) {
        (0, true) => writeln!(out, "\nnothing {wanted} among {reach}"),
        (_, true) => writeln!(out, "\nbest among {reach}"),
        (0, false) if found.late => {
            writeln!(out, "\ntime ran out before anything was found; --time looks longer")
        }
        (_, false) if found.late => {
            writeln!(out, "\ntime ran out, so there may be better ones; --time looks longer")
        }
        (0, false) => writeln!(out, "\nnothing was found that {wanted}; not every change could be looked at"),
        (_, false) => writeln!(out, "\nnot every change could be looked at, so there may be better ones"),
    }?;
    if !found.ways.is_empty() {
        let path = options.list.display().to_string();
        writeln!(out, "write one into the list: muster suggest {} --apply 1", clean(&path))?;
    }
    if found.broken && found.ways.is_empty() {
        let errors = found.before.findings.iter().filter(|f| f.severity == crate::finding::Severity::Error);
        let all = errors.clone().count();
        writeln!(out, "in the way: {}", count(all, "error"))?;
        for error in errors.take(10) {
            writeln!(out, "   {}", clean(&error.message))?;
        }
    }
    Ok(())
}

/// A total against the size.
fn stand(found: &Ways, total: Option<crate::format::number::Number>) -> String {
    let limit = found.before.points.as_ref().and_then(|p| p.limit);
    match (total, limit) {
        (Some(total), Some(limit)) => match limit.minus(total) {
            Some(left) if left >= 0 => format!("{total} of {limit} points, {left} left"),
            _ => format!("{total} of {limit} points, {} too many", total.minus(limit).unwrap_or_default()),
        },
        (Some(total), None) => format!("{total} points"),
        (None, _) => "no points".to_owned(),
    }
}
