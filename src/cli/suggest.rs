//! `muster suggest`: suggests small changes that spend the points left, or make a list legal.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::check::report::Report;
use crate::lone_carriage_returns::with_line_feeds;
use crate::output::line_diff::line_diff;
use crate::output::terminal_text::sanitize;
use crate::output::{self, TerminalStyle, human};
use crate::rules::library::Library;
use crate::suggest::{self, MAX_STEP, Obstacle, SuggestOptions, Suggestions};
use crate::wording::{count_noun, points_text};

use super::{CommandError, CommandResult, fix, write_file_safely};

/// The default of `--most`.
const MOST: u16 = 3;
/// The default of `--time`, in seconds.
const SECONDS: u16 = 2;

/// The arguments of `muster suggest`.
#[derive(Debug, Args)]
pub(super) struct SuggestArgs {
    /// List to improve
    #[arg(value_name = "LIST")]
    list: PathBuf,

    /// Show at most this many suggestions
    #[arg(long, default_value_t = MOST, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    most: u16,

    /// Leave the unit of this name unchanged [repeatable]
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,

    /// Change only options, or only units
    #[arg(long, value_enum, value_name = "WHAT")]
    only: Option<AllowedChanges>,

    /// Prefer more of what this selector matches, such as "tag: cavalry"
    #[arg(long, value_name = "SELECTOR")]
    prefer: Option<String>,

    /// Write a suggestion into the list, by its name or number
    #[arg(long, value_name = "NAME|NUMBER")]
    apply: Option<String>,

    /// Time limit for the search, in seconds
    #[arg(long, default_value_t = SECONDS, value_name = "SECONDS", value_parser = clap::value_parser!(u16).range(1..=600))]
    time: u16,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AllowedChanges {
    /// Options
    Upgrades,
    /// Rows, counts and sizes
    Units,
}

pub(super) fn run(
    options: &SuggestArgs,
    library: Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let library = Arc::new(library);
    let shown = options.list.to_string_lossy().into_owned();
    let original = fix::read_list_to_overwrite(&options.list)?;
    let text = with_line_feeds(&original).into_owned();
    let applied =
        options.apply.as_deref().map(|word| AppliedSuggestion::parse_argument(word, options)).transpose()?;
    let wish = SuggestOptions {
        max_suggestions: usize::from(options.most),
        unchanged_names: options.keep.clone(),
        unchanged_rows: Vec::new(),
        only: options.only.map(|only| match only {
            AllowedChanges::Upgrades => suggest::AllowedChanges::Upgrades,
            AllowedChanges::Units => suggest::AllowedChanges::Units,
        }),
        prefer: options.prefer.clone(),
        time: Some(Duration::from_secs(u64::from(options.time))),
        effort: None,
        only_named: match &applied {
            Some(AppliedSuggestion::Name(name)) => Some(name.clone()),
            _ => None,
        },
    };
    let found = match suggest::suggest_in_time(Arc::clone(&library), shown.clone(), text.clone(), wish) {
        Ok(found) => found,
        Err(trouble) => return report_no_search(&trouble, &shown, text, &library, style, out),
    };
    if let Some(name) = found.unknown_names.first() {
        return Err(CommandError::Message(format!(
            "no unit of {shown} is named \"{name}\", so it cannot be kept"
        )));
    }
    if found.prefer_matches_nothing {
        return Err(CommandError::Message(format!(
            "nothing that {shown} can have matches `{}`, so it cannot be preferred",
            options.prefer.as_deref().unwrap_or_default()
        )));
    }
    if let Some(applied) = applied {
        let way = applied.find_among(&found, &shown)?;
        write_file_safely::overwrite_list(&options.list, original.as_bytes(), way.text.as_bytes())?;
        for line in line_diff(&shown, &text, &way.changes).lines() {
            writeln!(out, "{}", sanitize(line))?;
        }
        writeln!(out, "{}", sanitize(&total_text(&found, way.total)))?;
        return Ok(0);
    }
    print_suggestions(&found, &repeat_command(options, &library), out)?;
    Ok(u8::from(found.was_illegal))
}

/// Reports why no search was made.
fn report_no_search(
    trouble: &suggest::SuggestError,
    shown: &str,
    text: String,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    if let suggest::SuggestError::Prefer(report) = trouble {
        let closing = "--prefer is not a selector, so no search was made";
        output::print_report(report, output::ReportFormat::Human, style, Some(closing), out)?;
        return Ok(2);
    }
    let check = crate::checked_list::check_list;
    let list = check(library, shown, text.into_bytes(), &crate::check::check_files::CheckOptions::default());
    let report = Report { sources: list.sources.clone(), lists: vec![list], findings: library.findings() };
    human::print_human(&report, out, style)?;
    let why = match trouble {
        suggest::SuggestError::NoThread => "the system refused to start a thread, so no search was made",
        _ => "the list cannot be checked yet; fix this first",
    };
    writeln!(out, "{why}")?;
    Ok(1)
}

/// Prints the suggestions, what is proven about them, and how to apply one.
fn print_suggestions(found: &Suggestions, again: &str, out: &mut dyn Write) -> std::io::Result<()> {
    let total = found.before.points.as_ref().map(|p| p.total);
    let army = found.before.army.as_deref().unwrap_or("");
    let verdict = found.before.verdict.as_str();
    match total {
        Some(_) => writeln!(out, "{}: {verdict}, {}", sanitize(army), total_text(found, total)),
        None => writeln!(out, "{}: {verdict}", sanitize(army)),
    }?;
    if let Some(words) = found.nothing_to_spend() {
        return writeln!(out, "{words}");
    }
    for (at, way) in found.suggestions.iter().enumerate() {
        writeln!(out, "\n{}. {} ({})", at + 1, total_text(found, way.total), way.name())?;
        for words in &way.descriptions {
            writeln!(out, "   {}", sanitize(words))?;
        }
    }
    writeln!(out, "\n{}", proof_text(found))?;
    if found.suggestions.is_empty() {
        return print_obstacles(found, out);
    }
    let first = found.suggestions.first().map(suggest::Suggestion::name).unwrap_or_default();
    writeln!(out, "write one into the list: {} --apply {first}", sanitize(again))
}

/// Returns the command that finds the same suggestions again.
fn repeat_command(options: &SuggestArgs, library: &Library) -> String {
    let mut words = vec!["muster suggest".to_owned()];
    let mut add = |switch: &str, value: &str| words.push(format!("{switch} {}", quote_for_shell(value)));
    library.named_folders().iter().for_each(|folder| add("--rulesets", &folder.to_string_lossy()));
    options.keep.iter().for_each(|name| add("--keep", name));
    if let Some(only) = options.only.and_then(|only| only.to_possible_value()) {
        add("--only", only.get_name());
    }
    if let Some(selector) = &options.prefer {
        add("--prefer", selector);
    }
    if options.most != MOST {
        add("--most", &options.most.to_string());
    }
    if options.time != SECONDS {
        add("--time", &options.time.to_string());
    }
    words.insert(1, quote_for_shell(&options.list.to_string_lossy()));
    words.join(" ")
}

/// Quotes an argument for a shell if it needs quotes.
fn quote_for_shell(word: &str) -> String {
    let plain = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./,=+@%".contains(c));
    if plain {
        return word.to_owned();
    }
    let mut safe = String::from("\"");
    for c in word.chars() {
        if matches!(c, '"' | '$' | '`') || c == '\\' && cfg!(not(windows)) {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe.push('"');
    safe
}

/// The suggestion to write into the list.
enum AppliedSuggestion {
    /// The suggestion with this name. The name depends on the text of the change only.
    Name(String),
    /// The suggestion with this number, from 1.
    Number(usize),
}

impl AppliedSuggestion {
    /// Parses the argument of `--apply`.
    fn parse_argument(word: &str, options: &SuggestArgs) -> Result<Self, CommandError> {
        if !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase()) {
            return Ok(Self::Name(word.to_owned()));
        }
        match word.parse::<u16>() {
            Ok(number) if (1..=options.most).contains(&number) => Ok(Self::Number(number.into())),
            Ok(number) => Err(CommandError::Message(format!(
                "suggestion {number} is never shown: suggestions are numbered from 1 to {} (--most)",
                options.most
            ))),
            Err(_) => Err(CommandError::Message(format!(
                "\"{word}\" is neither the name of a suggestion, which is shown after its total, nor its number"
            ))),
        }
    }

    /// Finds the suggestion among those found.
    ///
    /// # Errors
    /// Fails if there is no such suggestion, or if its number is not reliable because time ran out.
    fn find_among<'f>(
        &self,
        found: &'f Suggestions,
        shown: &str,
    ) -> Result<&'f suggest::Suggestion, CommandError> {
        match self {
            Self::Name(name) => found.suggestions.iter().find(|way| way.name() == *name).ok_or_else(|| {
                CommandError::Message(format!(
                    "no suggestion is called {name}: {shown} or its rules have changed since it was shown, or the \
                     search had less time; {shown} was not touched"
                ))
            }),
            // If time runs out, another run may find other suggestions, or the same in another order
            Self::Number(number) if found.proof.time_ran_out => Err(CommandError::Message(format!(
                "time ran out, so suggestion {number} may not be the one that was shown; use the name shown after \
                 its total; {shown} was not touched"
            ))),
            Self::Number(number) => found.suggestions.get(number - 1).ok_or_else(|| {
                let many = found.suggestions.len();
                let were = if many == 1 { "1 was".to_owned() } else { format!("{many} were") };
                CommandError::Message(format!(
                    "there is no suggestion {number}, since {were} found; {shown} was not touched"
                ))
            }),
        }
    }
}

/// Returns what is proven about the first suggestion, or about there being none.
fn proof_text(found: &Suggestions) -> String {
    let proof = found.proof;
    let reach = format!("a count or size by up to {MAX_STEP}, an option, a row");
    let wanted = if found.was_illegal { "make it legal" } else { "spend more and stay legal" };
    let tried = match proof.changes_searched {
        0 => "not every single change was tried".to_owned(),
        1 => "every single change was tried".to_owned(),
        n => format!("every combination of up to {n} changes was tried"),
    };
    match (found.suggestions.is_empty(), proof.none_is_closer, proof.has_fewest_changes) {
        (true, ..) if proof.nothing_is_possible => format!("proven: no small changes ({reach}) {wanted}"),
        (true, ..) if proof.time_ran_out => {
            format!(
                "time ran out before small changes were found that {wanted}; {tried}; --time searches longer"
            )
        }
        (true, ..) => format!("no small changes ({reach}) were found that {wanted}; {tried}"),
        (false, true, true) if found.was_illegal => {
            format!("proven best: no fewer small changes ({reach}) make it legal")
        }
        (false, true, true) => {
            let which = if proof.only_of_preferred { " that bring more of what is preferred" } else { "" };
            format!(
                "proven best: no other small changes ({reach}){which} get closer to the agreed size, and no fewer \
                 get as close"
            )
        }
        _ if proof.time_ran_out => {
            format!("time ran out, so there may be better ones; {tried}; --time searches longer")
        }
        (false, true, false) if found.was_illegal => {
            format!("fewer changes may be enough; {tried} ({reach})")
        }
        (false, true, false) => {
            format!("proven closest to the agreed size, but fewer changes may get as close; {tried}")
        }
        (false, false, _) => format!("more changes may get closer; {tried} ({reach})"),
    }
}

/// Prints why there is no suggestion.
fn print_obstacles(found: &Suggestions, out: &mut dyn Write) -> std::io::Result<()> {
    if let Some(obstacle) = &found.obstacle {
        let agreed = found.before.points.as_ref().and_then(|p| p.limit);
        writeln!(out, "{}", obstacle.summary("--keep", "--only", agreed))?;
        for limit in obstacle.limits() {
            writeln!(out, "   {} ({})", sanitize(&limit.text), sanitize(&limit.rule_path))?;
        }
        if !matches!(obstacle, Obstacle::Limits { .. }) {
            return Ok(());
        }
    }
    if found.was_illegal {
        let errors = found.before.findings.iter().filter(|f| f.severity == crate::finding::Severity::Error);
        let all = errors.clone().count();
        let mends = errors.clone().any(crate::finding::Finding::has_edits);
        let hint = if mends { "; `muster fix` can fix some of it" } else { "" };
        writeln!(out, "still to fix: {}{hint}", count_noun(all, "error"))?;
        for error in errors.take(10) {
            writeln!(out, "   {}", sanitize(&error.message))?;
        }
    }
    Ok(())
}

/// Returns a total compared with the agreed size, such as `985 of 1000 points, 15 left`.
fn total_text(found: &Suggestions, total: Option<crate::format::read_exact_numbers::Number>) -> String {
    let limit = found.before.points.as_ref().and_then(|p| p.limit);
    match (total, limit) {
        (Some(total), Some(limit)) => match limit.checked_sub(total) {
            Some(left) if left >= 0 => format!("{total} of {}, {left} left", points_text(limit)),
            _ => {
                let over = total.checked_sub(limit).unwrap_or_default();
                format!("{total} of {}, {over} too many", points_text(limit))
            }
        },
        (Some(total), None) => points_text(total),
        (None, _) => "legal".to_owned(),
    }
}
