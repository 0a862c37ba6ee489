//! `muster rooms`: shows how much of each limit is used, and how much it allows.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::army::Army;
use crate::build::rooms::{
    MissingFact, Room, RoomBound, RoomBounds, RoomGroup, RoomState, Rooms, grouped_digits, rooms,
};
use crate::build::rows::ListRows;
use crate::check::check_files::CheckOptions;
use crate::check::report::{Report, Verdict};
use crate::checked_list::Checked;
use crate::finding::FileId;
use crate::format::read_exact_numbers::Number;
use crate::output::rooms_json::RoomsJson;
use crate::output::terminal_text::{display_width, sanitize, wrap_text};
use crate::output::{TerminalStyle, human};
use crate::rules::library::Library;
use crate::wording::count_noun;
use crate::yaml::parse_yaml;

use super::{CommandError, CommandResult, event_argument, input_files};

/// The arguments of `muster rooms`.
#[derive(Debug, Args)]
pub(super) struct RoomsArgs {
    /// Lists to look at; `-` for standard input
    #[arg(required = true, value_name = "LIST")]
    lists: Vec<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: RoomsFormat,

    /// Event whose terms also apply
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,

    /// Treat the lists as drafts
    #[arg(long)]
    draft: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum RoomsFormat {
    /// Text for people
    #[default]
    Text,
    /// One JSON object for each list
    Json,
}

pub(super) fn run(
    options: &RoomsArgs,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let event_library = match &options.event {
        Some(path) => Some(event_argument::library_for_event(path, library.named_folders())?),
        None => None,
    };
    let library = event_library.as_ref().unwrap_or(library);
    let mut any_illegal = false;
    for (at, path) in options.lists.iter().enumerate() {
        let checked = read_list(library, path, options.draft)?;
        let verdict = checked.report().verdict;
        any_illegal |= matches!(verdict, Verdict::Illegal | Verdict::Unreadable);
        match options.format {
            RoomsFormat::Json => print_json(&checked, out)?,
            RoomsFormat::Text => {
                if at > 0 {
                    writeln!(out)?;
                }
                print_text(&checked, library, style, out)?;
            }
        }
    }
    Ok(u8::from(any_illegal))
}

fn read_list(library: &Library, path: &Path, as_draft: bool) -> Result<Checked, CommandError> {
    let name = path.to_string_lossy();
    let bytes = if name == "-" { input_files::read_standard_input() } else { input_files::read_file(path) };
    let bytes = bytes.map_err(|why| {
        let near = input_files::did_you_mean_file(path);
        CommandError::Message(format!("cannot read {name}: {why}{near}"))
    })?;
    Ok(Checked::read(library, &name, bytes, &CheckOptions { as_draft, ..CheckOptions::default() }))
}

/// A list with its rooms, as JSON.
#[derive(Serialize)]
struct ListJson<'r> {
    path: &'r str,
    verdict: &'static str,
    #[serde(flatten)]
    rooms: Option<RoomsJson<'r>>,
}

/// Prints one line with everything about a list. If it cannot be read, the line has no rooms.
fn print_json(checked: &Checked, out: &mut dyn Write) -> Result<(), CommandError> {
    let report = checked.report();
    let source = report.sources.get(FileId::CHECKED);
    let rows = source.map_or_else(ListRows::default, |source| {
        ListRows::number(parse_yaml(FileId::CHECKED, &source.text).root.as_ref())
    });
    let of_army = checked.army().map(|army| (army, rooms(army)));
    let list = ListJson {
        path: &report.path,
        verdict: report.verdict.as_str(),
        rooms: of_army.as_ref().map(|(army, rooms)| RoomsJson::new(army, rooms, &rows)),
    };
    let json = serde_json::to_string(&list).map_err(std::io::Error::other)?;
    writeln!(out, "{}", crate::output::terminal_text::escape_json(&json))?;
    Ok(())
}

fn print_text(
    checked: &Checked,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let report = checked.report();
    let Some(army) = checked.army() else {
        let sources = report.sources.clone();
        let report = Report { lists: vec![report.clone()], findings: library.findings(), sources };
        human::print_human(&report, out, style)?;
        return Ok(());
    };
    let rooms = rooms(army);
    writeln!(out, "{}", sanitize(&army.list.army.value))?;
    print_rooms(army, &rooms, style.width, out)?;
    if rooms.left_out > 0 {
        let limits = if rooms.left_out == 1 { "limit is" } else { "limits are" };
        writeln!(out, "\n{} {limits} left out, since something is unread or unknown", rooms.left_out)?;
    }
    if !report.findings.is_empty() {
        let findings = count_noun(report.findings.len(), "finding");
        let path = sanitize(&report.path);
        writeln!(out, "\n{}: {findings}; see `muster check {path}`", report.verdict.as_str())?;
    }
    Ok(())
}

/// The cells of a room's line.
struct RoomLine {
    label: String,
    now: String,
    allowed: String,
    state: String,
    explanation: String,
}

/// The widest label that other columns are aligned with. A longer one has a line of its own.
const MAX_LABEL: usize = 32;

/// Prints the rooms in their groups, the broken ones first in each.
fn print_rooms(army: &Army<'_>, rooms: &Rooms, width: usize, out: &mut dyn Write) -> std::io::Result<()> {
    let mut sorted: Vec<(&Room, RoomLine)> =
        rooms.rooms.iter().map(|room| (room, RoomLine::new(room))).collect();
    sorted.sort_by_key(|(room, _)| {
        let command = room.command.filter(|_| room.group == RoomGroup::Command);
        (room.group, command, room.state != RoomState::Broken)
    });
    let widest = |cell: &dyn Fn(&RoomLine) -> &String, most: usize| {
        let widths = sorted.iter().map(|(_, line)| display_width(cell(line)));
        widths.filter(|width| *width <= most).max().unwrap_or(0)
    };
    let columns = [
        widest(&|line| &line.label, MAX_LABEL),
        widest(&|line| &line.now, usize::MAX),
        widest(&|line| &line.allowed, usize::MAX),
        widest(&|line| &line.state, usize::MAX),
    ];
    let mut heading = None;
    for (room, line) in &sorted {
        let here = heading_of(army, room);
        if heading.as_ref() != Some(&here) {
            writeln!(out, "\n{}", sanitize(&here))?;
            heading = Some(here);
        }
        line.print(columns, width, out)?;
    }
    Ok(())
}

fn heading_of(army: &Army<'_>, room: &Room) -> String {
    match (room.group, room.command) {
        (RoomGroup::Points, _) => "Points".to_owned(),
        (RoomGroup::Troops, _) => "Troops".to_owned(),
        (RoomGroup::Command, Some(at)) => match army.commands[at].name {
            Some(name) => format!("Command: {}", name.value),
            None if army.commands.len() == 1 => "Command".to_owned(),
            None => format!("Command {}", at + 1),
        },
        (RoomGroup::Army | RoomGroup::Command, _) => "Army".to_owned(),
    }
}

impl RoomLine {
    fn new(room: &Room) -> Self {
        let now = room.now.map_or_else(String::new, |now| match room.unit_of_measure.as_str() {
            "units" | "characters" => grouped_digits(now),
            "points" if room.rule_path.is_none() => grouped_digits(now),
            // The measures of sizes, commands and points are plurals
            measure if now == 1 => format!("1 {}", measure.strip_suffix('s').unwrap_or(measure)),
            measure => format!("{} {measure}", grouped_digits(now)),
        });
        Self {
            label: room.label.clone(),
            now,
            allowed: allowed_text(room),
            state: state_text(room),
            explanation: explanation_text(room),
        }
    }

    fn print(&self, columns: [usize; 4], width: usize, out: &mut dyn Write) -> std::io::Result<()> {
        let [label_width, now_width, allowed_width, state_width] = columns;
        let pad = |width: usize, text: &str| " ".repeat(width.saturating_sub(display_width(text)));
        let mut label = sanitize(&self.label).into_owned();
        if display_width(&label) > label_width {
            for line in wrap_text(&label, width.saturating_sub(2).max(20)).lines() {
                writeln!(out, "  {line}")?;
            }
            label.clear();
        }
        let (now, allowed, state) = (sanitize(&self.now), &self.allowed, &self.state);
        let line = format!(
            "  {label}{}  {}{now}  {allowed}{}  {state}{}",
            pad(label_width, &label),
            pad(now_width, &now),
            pad(allowed_width, allowed),
            pad(state_width, state),
        );
        let explanation = sanitize(&self.explanation);
        if display_width(&line) + 2 + display_width(&explanation) <= width {
            return writeln!(out, "{}", format!("{line}  {explanation}").trim_end());
        }
        writeln!(out, "{}", line.trim_end())?;
        for line in wrap_text(&explanation, width.saturating_sub(6).max(20)).lines() {
            writeln!(out, "      {line}")?;
        }
        Ok(())
    }
}

/// Returns what is allowed: `up to 2`, `4 to 12`, `2 or more`, `exactly 0, or 2 to 4`.
fn allowed_text(room: &Room) -> String {
    if room.branches.is_empty() {
        return bounds_text(&room.bounds);
    }
    room.branches.iter().map(bounds_text).collect::<Vec<_>>().join(", or ")
}

fn bounds_text(bounds: &RoomBounds) -> String {
    let amount = |bound: &Option<RoomBound>| {
        let bound = bound.as_ref()?;
        let amount = bound.whole.or(bound.amount);
        Some(amount.map_or_else(|| "?".to_owned(), |n| grouped_digits(n.max(Number::ZERO))))
    };
    match (amount(&bounds.min), amount(&bounds.max), amount(&bounds.multiple_of)) {
        (Some(n), Some(_), _) if bounds.is_exact => format!("exactly {n}"),
        (Some(min), Some(max), _) => format!("{min} to {max}"),
        (Some(min), None, _) => format!("{min} or more"),
        (None, Some(max), _) if max == "0" => "none".to_owned(),
        (None, Some(max), _) => format!("up to {max}"),
        (None, None, Some(n)) => format!("a multiple of {n}"),
        (None, None, None) => String::new(),
    }
}

/// Returns the state, with how much is left or too much.
fn state_text(room: &Room) -> String {
    let amount = |bound: &Option<RoomBound>| bound.as_ref().and_then(|b| b.whole.or(b.amount));
    let beyond = |a: Option<Number>, b: Option<Number>| {
        a.zip(b).and_then(|(a, b)| a.checked_sub(b)).filter(|n| *n > 0).map(grouped_digits)
    };
    match room.state {
        RoomState::Broken => {
            let over = beyond(room.now, amount(&room.bounds.max));
            let under = beyond(amount(&room.bounds.min), room.now);
            match (over, under) {
                (Some(n), _) => format!("BROKEN: {n} too many"),
                (None, Some(n)) if room.is_missing => format!("{n} to come"),
                (None, Some(n)) => format!("BROKEN: {n} too few"),
                (None, None) if room.is_missing => "to come".to_owned(),
                (None, None) => "BROKEN".to_owned(),
            }
        }
        RoomState::Unused => "not used".to_owned(),
        RoomState::Settled => "met".to_owned(),
        RoomState::Full => "full".to_owned(),
        RoomState::Open => beyond(amount(&room.bounds.max), room.now)
            .map_or_else(|| "open".to_owned(), |n| format!("{n} left")),
    }
}

/// Returns where the amounts come from, or the rule itself where there are none.
fn explanation_text(room: &Room) -> String {
    let mut all: Vec<String> = Vec::new();
    all.extend(room.closed.iter().map(|years| format!("only {years}")));
    // If both ends are worked out, it is said which is which
    let explanation = |bound: &Option<RoomBound>| bound.as_ref().and_then(|b| b.explanation.clone());
    let (least, most) = (explanation(&room.bounds.min), explanation(&room.bounds.max));
    let both = least.is_some() && most.is_some() && least != most;
    let led = |lead: &str, text: Option<String>| {
        text.map(|text| if both { format!("{lead} {text}") } else { text })
    };
    all.extend(led("at least", least));
    all.extend(led("at most", most));
    all.extend(explanation(&room.bounds.multiple_of));
    for bound in [&room.bounds.min, &room.bounds.max, &room.bounds.multiple_of].into_iter().flatten() {
        all.extend(bound.missing.map(|missing| {
            match missing {
                MissingFact::Points => "not known without the agreed points",
                MissingFact::Date => "not known without the date",
                MissingFact::Unknown => "not known, since something has no known cost or number",
            }
            .to_owned()
        }));
    }
    let mut seen = Vec::new();
    all.retain(|text| {
        !seen.contains(text) && {
            seen.push(text.clone());
            true
        }
    });
    if all.is_empty() && (room.now.is_none() || room.state == RoomState::Broken) {
        all.extend(room.says.clone());
    }
    all.join("; ")
}
