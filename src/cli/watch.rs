//! `muster watch`: the verdict on a list, anew on every save.

use std::io::{IsTerminal as _, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use clap::Args;

use crate::army::resolve;
use crate::check::report::{ListReport, Report};
use crate::check::run;
use crate::output::text::clean;
use crate::output::{Style, human};
use crate::rules::library::Library;
use crate::wording::of_points;

use super::{Ended, Trouble, cost, files};

/// What `watch` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The list
    #[arg(value_name = "LIST")]
    list: PathBuf,

    /// Shows what every unit costs besides
    #[arg(long)]
    cost: bool,
}

/// How often the file is looked at.
const EVERY: Duration = Duration::from_millis(150);
/// Clears a terminal and begins at its top.
const ANEW: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// What shows that a file was written: when, how long it is, and what is in it.
#[derive(PartialEq, Eq)]
enum Seen {
    /// It is there.
    Text(Vec<u8>),
    /// It cannot be read, and why.
    Nothing(String),
}

/// `fresh` makes the rules anew, so that a changed ruleset counts as well.
pub(super) fn run(
    options: &Options,
    fresh: &dyn Fn() -> Library,
    style: Style,
    out: &mut dyn Write,
) -> Ended {
    let path = &options.list;
    if path.as_os_str() == "-" || path.is_dir() {
        return Err(Trouble::Said("name the file of one list to watch".to_owned()));
    }
    let terminal = std::io::stdout().is_terminal();
    let ended = ended();
    let mut stamp = None;
    let mut shown: Option<Seen> = None;
    loop {
        // Where the clock is coarse two saves have one time; a file just written is read again
        let now = stamped(path);
        let young = now.is_some_and(|(time, _)| time.elapsed().is_ok_and(|age| age < 4 * EVERY));
        if shown.is_none() || young || now != stamp {
            stamp = now;
            let seen = match files::read(path) {
                Ok(bytes) => Seen::Text(bytes),
                Err(why) => Seen::Nothing(why),
            };
            if shown.as_ref() != Some(&seen) {
                // An editor that replaces a file leaves none for a moment
                let lost = matches!(seen, Seen::Nothing(_)) && matches!(shown, Some(Seen::Text(_)));
                if !lost || still_gone(path) {
                    if terminal {
                        write!(out, "{ANEW}")?;
                    }
                    show(options, &seen, &fresh(), style, out)?;
                    out.flush()?;
                    shown = Some(seen);
                }
            }
        }
        if ended.load(Ordering::Relaxed) {
            return Ok(0);
        }
        std::thread::sleep(EVERY);
    }
}

fn stamped(path: &Path) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

fn still_gone(path: &Path) -> bool {
    std::thread::sleep(EVERY);
    !path.exists()
}

/// Set once standard input has come to its end; a terminal's own end is Ctrl-C, which ends the program.
fn ended() -> Arc<AtomicBool> {
    let ended = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&ended);
    std::thread::spawn(move || {
        let mut input = std::io::stdin();
        let mut some = [0; 256];
        while input.read(&mut some).is_ok_and(|n| n > 0) {}
        told.store(true, Ordering::Relaxed);
    });
    ended
}

fn show(
    options: &Options,
    seen: &Seen,
    library: &Library,
    style: Style,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let path = options.list.to_string_lossy();
    let bytes = match seen {
        Seen::Text(bytes) => bytes.clone(),
        Seen::Nothing(why) => return writeln!(out, "{}: {}; waiting for it", clean(&path), clean(why)),
    };
    let opened = run::open(library, &path, bytes);
    if options.cost
        && let (Some(list), Some(rules)) = (&opened.list, &opened.rules)
        && rules.has_points
    {
        cost::ledger(&resolve(list, rules, false, &opened.unread), out)?;
        writeln!(out)?;
    }
    let list = run::report(library, opened, &run::Options::default());
    let total = total(&list);
    let report = Report { sources: list.sources.clone(), lists: vec![list], findings: library.findings() };
    human::write(&report, out, style)?;
    writeln!(out, "{total}")
}

/// The total against the size, and what is left.
fn total(list: &ListReport) -> String {
    // A list without a name has one as a file
    let army = clean(list.army.as_deref().unwrap_or(&list.path)).into_owned();
    let verdict = list.verdict.as_str();
    let Some(points) = &list.points else { return format!("{army}: {verdict}") };
    let least = if points.complete { "" } else { "at least " };
    match points.limit.and_then(|limit| Some((limit, limit.minus(points.total)?))) {
        None => format!("{army}: {verdict}, {least}{}", of_points(points.total)),
        // Of what is not known nobody knows what it leaves
        Some((limit, left)) if left >= 0 && !points.complete => {
            format!("{army}: {verdict}, at least {} of {}", points.total, of_points(limit))
        }
        Some((limit, left)) if left >= 0 => {
            format!("{army}: {verdict}, {} of {}, {left} left", points.total, of_points(limit))
        }
        Some((limit, _)) => {
            let over = points.total.minus(limit).unwrap_or_default();
            format!("{army}: {verdict}, {least}{} of {}, {over} too many", points.total, of_points(limit))
        }
    }
}
