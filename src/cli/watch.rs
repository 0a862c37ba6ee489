//! `muster watch`: checks a list again every time it is saved.

use std::io::{IsTerminal as _, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use clap::Args;

use crate::check::report::{ListReport, Report};
use crate::check::run::Options as CheckOptions;
use crate::checked::Checked;
use crate::output::text::clean;
use crate::output::{Style, human};
use crate::rules::library::Library;
use crate::wording::of_points;

use super::{Ended, Trouble, cost, files};

/// The arguments of `muster watch`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// List to watch
    #[arg(value_name = "LIST")]
    list: PathBuf,

    /// Also show what each unit costs
    #[arg(long)]
    cost: bool,
}

/// The time between two looks at the file.
const EVERY: Duration = Duration::from_millis(150);
/// Escape sequence that clears the terminal and its scrollback, and moves the cursor to the top.
const ANEW: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// The state of the watched file.
#[derive(PartialEq, Eq)]
enum Seen {
    /// The bytes of the file.
    Text(Vec<u8>),
    /// Why the file cannot be read.
    Nothing(String),
}

/// Checks the list now and after every save, until standard input ends.
///
/// Calls `fresh` before each check to load the rules again, so that edits to a ruleset take effect.
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
        // Two saves can have the same time if the clock of the disk is coarse, so a file that was written
        // just now is read again
        let now = stamped(path);
        let young = now.is_some_and(|(time, _)| time.elapsed().is_ok_and(|age| age < 4 * EVERY));
        if shown.is_none() || young || now != stamp {
            stamp = now;
            let seen = match files::read(path) {
                Ok(bytes) => Seen::Text(bytes),
                Err(why) => Seen::Nothing(why),
            };
            if shown.as_ref() != Some(&seen) {
                // Editors that save by replacing leave no file for a moment, so wait before reporting it as
                // gone
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

/// Returns the time of the last change and the size of a file.
fn stamped(path: &Path) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Waits, then returns `true` if the file does not exist.
fn still_gone(path: &Path) -> bool {
    std::thread::sleep(EVERY);
    !path.exists()
}

/// Returns a flag that is set once standard input ends, so that a program that starts `muster watch` can stop
/// it. Whoever types in a terminal uses Ctrl-C.
fn ended() -> Arc<AtomicBool> {
    let ended = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ended);
    std::thread::spawn(move || {
        let mut input = std::io::stdin();
        let mut buffer = [0; 256];
        while input.read(&mut buffer).is_ok_and(|n| n > 0) {}
        flag.store(true, Ordering::Relaxed);
    });
    ended
}

/// Prints the verdict on the list.
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
    let checked = Checked::read(library, &path, bytes, &CheckOptions::default());
    if options.cost
        && let Some(army) = checked.army()
        && army.rules.has_points
    {
        cost::ledger(army, out)?;
        writeln!(out)?;
    }
    let list = checked.into_report();
    let total = total(&list);
    let report = Report { sources: list.sources.clone(), lists: vec![list], findings: library.findings() };
    human::write(&report, out, style)?;
    writeln!(out, "{total}")
}

/// Returns the total compared with the agreed size, such as `army: legal, 985 of 1000 points, 15 left`.
fn total(list: &ListReport) -> String {
    // A list that cannot be read has no name, but its file does
    let army = clean(list.army.as_deref().unwrap_or(&list.path)).into_owned();
    let verdict = list.verdict.as_str();
    let Some(points) = &list.points else { return format!("{army}: {verdict}") };
    let at_least = if points.complete { "" } else { "at least " };
    match points.limit.and_then(|limit| Some((limit, limit.minus(points.total)?))) {
        None => format!("{army}: {verdict}, {at_least}{}", of_points(points.total)),
        // The total is incomplete, so how much is left is not known
        Some((limit, left)) if left >= 0 && !points.complete => {
            format!("{army}: {verdict}, at least {} of {}", points.total, of_points(limit))
        }
        Some((limit, left)) if left >= 0 => {
            format!("{army}: {verdict}, {} of {}, {left} left", points.total, of_points(limit))
        }
        Some((limit, _)) => {
            let over = points.total.minus(limit).unwrap_or_default();
            format!("{army}: {verdict}, {at_least}{} of {}, {over} too many", points.total, of_points(limit))
        }
    }
}
