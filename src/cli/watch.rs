//! `muster watch`: checks a list again every time it is saved.

use std::io::{IsTerminal as _, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use clap::Args;

use crate::build::open_rooms::report_with_open_rooms;
use crate::check::check_files::CheckOptions;
use crate::check::report::{ListReport, Report};
use crate::checked_list::Checked;
use crate::output::terminal_text::sanitize;
use crate::output::{TerminalStyle, human};
use crate::rules::library::Library;
use crate::wording::points_text;

use super::terminal_style_and_stderr::eprint_error;
use super::{CommandError, CommandResult, cost, input_files};

/// The arguments of `muster watch`.
#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    /// List to watch
    #[arg(value_name = "LIST")]
    list: PathBuf,

    /// Also show what each unit costs
    #[arg(long)]
    cost: bool,
}

/// The time between two looks at the file.
const POLL_INTERVAL: Duration = Duration::from_millis(150);
/// Escape sequence that clears the terminal and its scrollback, and moves the cursor to the top.
const ANEW: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// The state of the watched file.
#[derive(PartialEq, Eq)]
enum FileState {
    /// The bytes of the file.
    Content(Vec<u8>),
    /// Why the file cannot be read.
    Unreadable(String),
}

/// Checks the list now and after every save, until standard input ends.
///
/// Calls `fresh` before each check to load the rules again, so that edits to a ruleset take effect.
pub(super) fn run(
    options: &WatchArgs,
    fresh: &dyn Fn() -> Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let path = &options.list;
    if path.as_os_str() == "-" || path.is_dir() {
        return Err(CommandError::Message("name the file of one list to watch".to_owned()));
    }
    let terminal = std::io::stdout().is_terminal();
    let ended = flag_when_input_ends();
    let mut stamp = None;
    let mut shown: Option<FileState> = None;
    loop {
        // Two saves can have the same time if the clock of the disk is coarse, so a file that was written
        // just now is read again
        let now = file_stamp(path);
        let young = now.is_some_and(|(time, _)| time.elapsed().is_ok_and(|age| age < 4 * POLL_INTERVAL));
        if shown.is_none() || young || now != stamp {
            stamp = now;
            let seen = match input_files::read_file(path) {
                Ok(bytes) => FileState::Content(bytes),
                Err(why) => FileState::Unreadable(why),
            };
            if shown.as_ref() != Some(&seen) {
                // Editors that save by replacing leave no file for a moment, so wait before reporting it as
                // gone
                let lost =
                    matches!(seen, FileState::Unreadable(_)) && matches!(shown, Some(FileState::Content(_)));
                if !lost || still_gone(path) {
                    if terminal {
                        write!(out, "{ANEW}")?;
                    }
                    print_verdict(options, &seen, &fresh(), style, out)?;
                    out.flush()?;
                    shown = Some(seen);
                }
            }
        }
        if ended.load(Ordering::Relaxed) {
            let path = path.display();
            eprint_error(&format!(
                "standard input has ended, and so does watching {path}; give it an input that stays open, such as a \
                 terminal"
            ));
            return Ok(0);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Returns the time of the last change and the size of a file.
fn file_stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// Waits, then returns `true` if the file does not exist.
fn still_gone(path: &Path) -> bool {
    std::thread::sleep(POLL_INTERVAL);
    !path.exists()
}

/// Returns a flag that is set once standard input ends, so that a program that starts `muster watch` can stop
/// it. Whoever types in a terminal uses Ctrl-C.
fn flag_when_input_ends() -> Arc<AtomicBool> {
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
fn print_verdict(
    options: &WatchArgs,
    seen: &FileState,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let path = options.list.to_string_lossy();
    let bytes = match seen {
        FileState::Content(bytes) => bytes.clone(),
        FileState::Unreadable(why) => {
            return writeln!(out, "{}: {}; waiting for it", sanitize(&path), sanitize(why));
        }
    };
    let checked = Checked::read(library, &path, bytes, &CheckOptions::default());
    if options.cost
        && let Some(army) = checked.army()
        && army.rules.has_points
    {
        cost::print_ledger(army, out)?;
        writeln!(out)?;
    }
    let list = report_with_open_rooms(checked);
    let total = total_text(&list);
    let report = Report { sources: list.sources.clone(), lists: vec![list], findings: library.findings() };
    human::print_human(&report, out, style)?;
    writeln!(out, "{total}")
}

/// Returns the total compared with the agreed size, such as `army: legal, 985 of 1000 points, 15 left`.
fn total_text(list: &ListReport) -> String {
    // A list that cannot be read has no name, but its file does
    let army = sanitize(list.army.as_deref().unwrap_or(&list.path)).into_owned();
    let verdict = list.verdict.as_str();
    let Some(points) = &list.points else { return format!("{army}: {verdict}") };
    let at_least = if points.complete { "" } else { "at least " };
    match points.limit.and_then(|limit| Some((limit, limit.checked_sub(points.total)?))) {
        None => format!("{army}: {verdict}, {at_least}{}", points_text(points.total)),
        // The total is incomplete, so how much is left is not known
        Some((limit, left)) if left >= 0 && !points.complete => {
            format!("{army}: {verdict}, at least {} of {}", points.total, points_text(limit))
        }
        Some((limit, left)) if left >= 0 => {
            format!("{army}: {verdict}, {} of {}, {left} left", points.total, points_text(limit))
        }
        Some((limit, _)) => {
            let over = points.total.checked_sub(limit).unwrap_or_default();
            format!(
                "{army}: {verdict}, {at_least}{} of {}, {over} too many",
                points.total,
                points_text(limit)
            )
        }
    }
}
