//! `muster suggest`: suggests small changes that spend the points left, or make a list legal.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::check::report::Report;
use crate::line_ends::with_line_feeds;
use crate::mend::diff;
use crate::output::text::clean;
use crate::output::{self, Style, human};
use crate::rules::library::Library;
use crate::suggest::{self, STEP, Ways, Why, Wish};
use crate::wording::{count, of_points};

use super::{Ended, Trouble, fix, write};

/// The default of `--most`.
const MOST: u16 = 3;
/// The default of `--time`, in seconds.
const SECONDS: u16 = 2;

/// The arguments of `muster suggest`.
#[derive(Debug, Args)]
pub(super) struct Options {
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
    only: Option<Only>,

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
enum Only {
    /// Options
    Upgrades,
    /// Rows, counts and sizes
    Units,
}

pub(super) fn run(options: &Options, library: Library, style: Style, out: &mut dyn Write) -> Ended {
    let library = Arc::new(library);
    let shown = options.list.to_string_lossy().into_owned();
    let original = fix::read(&options.list)?;
    let text = with_line_feeds(&original).into_owned();
    let applied = options.apply.as_deref().map(|word| Applied::read(word, options)).transpose()?;
    let wish = Wish {
        most: usize::from(options.most),
        keep: options.keep.clone(),
        only: options.only.map(|only| match only {
            Only::Upgrades => suggest::Only::Upgrades,
            Only::Units => suggest::Only::Units,
        }),
        prefer: options.prefer.clone(),
        time: Duration::from_secs(u64::from(options.time)),
        named: match &applied {
            Some(Applied::Name(name)) => Some(name.clone()),
            _ => None,
        },
    };
    let found = match suggest::suggest_in_time(Arc::clone(&library), shown.clone(), text.clone(), wish) {
        Ok(found) => found,
        Err(trouble) => return refused(&trouble, &shown, text, &library, style, out),
    };
    if let Some(name) = found.strange.first() {
        return Err(Trouble::Said(format!("no unit of {shown} is named \"{name}\", so it cannot be kept")));
    }
    if found.idle {
        return Err(Trouble::Said(format!(
            "nothing that {shown} can have matches `{}`, so it cannot be preferred",
            options.prefer.as_deref().unwrap_or_default()
        )));
    }
    if let Some(applied) = applied {
        let way = applied.way(&found, &shown)?;
        write::write_over(&options.list, original.as_bytes(), way.text.as_bytes())?;
        for line in diff(&shown, &text, &way.text).lines() {
            writeln!(out, "{}", clean(line))?;
        }
        writeln!(out, "{}", clean(&stand(&found, way.total)))?;
        return Ok(0);
    }
    print(&found, &again(options, &library), out)?;
    Ok(u8::from(found.broken))
}

/// Reports why no search was made.
fn refused(
    trouble: &suggest::Trouble,
    shown: &str,
    text: String,
    library: &Library,
    style: Style,
    out: &mut dyn Write,
) -> Ended {
    if let suggest::Trouble::Prefer(report) = trouble {
        let closing = "--prefer is not a selector, so no search was made";
        output::write(report, output::Format::Human, style, Some(closing), out)?;
        return Ok(2);
    }
    let check = crate::check::run::check;
    let list = check(library, shown, text.into_bytes(), &crate::check::run::Options::default());
    let report = Report { sources: list.sources.clone(), lists: vec![list], findings: library.findings() };
    human::write(&report, out, style)?;
    let why = match trouble {
        suggest::Trouble::Anchors => "a list with YAML anchors cannot be changed",
        suggest::Trouble::NoThread => "the system refused to start a thread, so no search was made",
        _ => "the list cannot be checked yet; fix this first",
    };
    writeln!(out, "{why}")?;
    Ok(1)
}

/// Prints the suggestions, what is proven about them, and how to apply one.
fn print(found: &Ways, again: &str, out: &mut dyn Write) -> std::io::Result<()> {
    let total = found.before.points.as_ref().map(|p| p.total);
    let army = found.before.army.as_deref().unwrap_or("");
    let verdict = found.before.verdict.as_str();
    match total {
        Some(_) => writeln!(out, "{}: {verdict}, {}", clean(army), stand(found, total)),
        None => writeln!(out, "{}: {verdict}", clean(army)),
    }?;
    let left = found.before.points.as_ref().and_then(|p| p.limit?.minus(p.total));
    if !found.broken && left.is_none_or(|left| left <= 0) {
        return writeln!(
            out,
            "{}",
            match left {
                Some(_) => "nothing is left to spend",
                None if total.is_none() => "the game has no points, so nothing is left to spend",
                None => "no size is agreed, so nothing is left to spend",
            }
        );
    }
    for (at, way) in found.ways.iter().enumerate() {
        writeln!(out, "\n{}. {} ({})", at + 1, stand(found, way.total), way.name())?;
        for words in &way.words {
            writeln!(out, "   {}", clean(words))?;
        }
    }
    writeln!(out, "\n{}", known(found))?;
    if found.ways.is_empty() {
        return in_the_way(found, out);
    }
    let first = found.ways.first().map(suggest::Way::name).unwrap_or_default();
    writeln!(out, "write one into the list: {} --apply {first}", clean(again))
}

/// Returns the command that finds the same suggestions again.
fn again(options: &Options, library: &Library) -> String {
    let mut words = vec!["muster suggest".to_owned()];
    let mut add = |switch: &str, value: &str| words.push(format!("{switch} {}", quoted(value)));
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
    words.insert(1, quoted(&options.list.to_string_lossy()));
    words.join(" ")
}

/// Quotes an argument for a shell if it needs quotes.
fn quoted(word: &str) -> String {
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
enum Applied {
    /// The suggestion with this name. The name depends on the text of the change only.
    Name(String),
    /// The suggestion with this number, from 1.
    Number(usize),
}

impl Applied {
    /// Parses the argument of `--apply`.
    fn read(word: &str, options: &Options) -> Result<Self, Trouble> {
        if !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase()) {
            return Ok(Self::Name(word.to_owned()));
        }
        match word.parse::<u16>() {
            Ok(number) if (1..=options.most).contains(&number) => Ok(Self::Number(number.into())),
            Ok(number) => Err(Trouble::Said(format!(
                "suggestion {number} is never shown: suggestions are numbered from 1 to {} (--most)",
                options.most
            ))),
            Err(_) => Err(Trouble::Said(format!(
                "\"{word}\" is neither the name of a suggestion, which is shown after its total, nor its number"
            ))),
        }
    }

    /// Finds the suggestion among those found.
    ///
    /// # Errors
    /// Fails if there is no such suggestion, or if its number is not reliable because time ran out.
    fn way<'f>(&self, found: &'f Ways, shown: &str) -> Result<&'f suggest::Way, Trouble> {
        match self {
            Self::Name(name) => found.ways.iter().find(|way| way.name() == *name).ok_or_else(|| {
                Trouble::Said(format!(
                    "no suggestion is called {name}: {shown} or its rules have changed since it was shown, or the \
                     search had less time; {shown} was not touched"
                ))
            }),
            // If time runs out, another run may find other suggestions, or the same in another order
            Self::Number(number) if found.proof.late => Err(Trouble::Said(format!(
                "time ran out, so suggestion {number} may not be the one that was shown; use the name shown after \
                 its total; {shown} was not touched"
            ))),
            Self::Number(number) => found.ways.get(number - 1).ok_or_else(|| {
                let many = found.ways.len();
                let were = if many == 1 { "1 was".to_owned() } else { format!("{many} were") };
                Trouble::Said(format!(
                    "there is no suggestion {number}, since {were} found; {shown} was not touched"
                ))
            }),
        }
    }
}

/// Returns what is proven about the first suggestion, or about there being none.
fn known(found: &Ways) -> String {
    let proof = found.proof;
    let reach = format!("a count or size by up to {STEP}, an option, a row");
    let wanted = if found.broken { "make it legal" } else { "spend more and stay legal" };
    let tried = match proof.looked {
        0 => "not every single change was tried".to_owned(),
        1 => "every single change was tried".to_owned(),
        n => format!("every combination of up to {n} changes was tried"),
    };
    match (found.ways.is_empty(), proof.closest, proof.fewest) {
        (true, ..) if proof.none => format!("proven: no small changes ({reach}) {wanted}"),
        (true, ..) if proof.late => {
            format!(
                "time ran out before small changes were found that {wanted}; {tried}; --time searches longer"
            )
        }
        (true, ..) => format!("no small changes ({reach}) were found that {wanted}; {tried}"),
        (false, true, true) if found.broken => {
            format!("proven best: no fewer small changes ({reach}) make it legal")
        }
        (false, true, true) => {
            let which = if proof.of_preferred { " that bring more of what is preferred" } else { "" };
            format!(
                "proven best: no other small changes ({reach}){which} get closer to the agreed size, and no fewer \
                 get as close"
            )
        }
        _ if proof.late => {
            format!("time ran out, so there may be better ones; {tried}; --time searches longer")
        }
        (false, true, false) if found.broken => {
            format!("fewer changes may be enough; {tried} ({reach})")
        }
        (false, true, false) => {
            format!("proven closest to the agreed size, but fewer changes may get as close; {tried}")
        }
        (false, false, _) => format!("more changes may get closer; {tried} ({reach})"),
    }
}

/// Prints why there is no suggestion.
fn in_the_way(found: &Ways, out: &mut dyn Write) -> std::io::Result<()> {
    match &found.why {
        Some(Why::Kept) => {
            return writeln!(out, "--keep rules out every solution; without it there is one");
        }
        Some(Why::Only) => return writeln!(out, "--only rules out every solution; without it there is one"),
        Some(Why::Forbidden { limits, size, every_list }) => {
            let agreed = found.before.points.as_ref().and_then(|p| p.limit);
            let which = match agreed {
                Some(agreed) if *every_list => format!("no list of {agreed} points is legal: "),
                None if *every_list => "no list is legal: ".to_owned(),
                _ => String::new(),
            };
            let together = match (limits.len(), size) {
                (0, true) => "the size alone rules it out",
                (0, false) => "no small change can help",
                (1, true) => "this limit and the size together rule it out",
                (1, false) => "this limit rules it out",
                (_, true) => "these limits and the size together rule it out",
                (_, false) => "these limits together rule it out",
            };
            writeln!(out, "{which}{together}")?;
            for limit in limits {
                writeln!(out, "   {} ({})", clean(&limit.words), clean(&limit.rule))?;
            }
        }
        None => {}
    }
    if found.broken {
        let errors = found.before.findings.iter().filter(|f| f.severity == crate::finding::Severity::Error);
        let all = errors.clone().count();
        let mends = errors.clone().any(crate::finding::Finding::has_mend);
        let hint = if mends { "; `muster fix` can fix some of it" } else { "" };
        writeln!(out, "still to fix: {}{hint}", count(all, "error"))?;
        for error in errors.take(10) {
            writeln!(out, "   {}", clean(&error.message))?;
        }
    }
    Ok(())
}

/// Returns a total compared with the agreed size, such as `985 of 1000 points, 15 left`.
fn stand(found: &Ways, total: Option<crate::format::number::Number>) -> String {
    let limit = found.before.points.as_ref().and_then(|p| p.limit);
    match (total, limit) {
        (Some(total), Some(limit)) => match limit.minus(total) {
            Some(left) if left >= 0 => format!("{total} of {}, {left} left", of_points(limit)),
            _ => {
                let over = total.minus(limit).unwrap_or_default();
                format!("{total} of {}, {over} too many", of_points(limit))
            }
        },
        (Some(total), None) => of_points(total),
        (None, _) => "legal".to_owned(),
    }
}
