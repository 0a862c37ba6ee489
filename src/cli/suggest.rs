//! `muster suggest`: legal ways forward from a list.

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

/// How many ways are shown where nothing else is asked.
const MOST: u16 = 3;
/// How long is looked where nothing else is asked.
const SECONDS: u16 = 2;

/// What `suggest` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The list
    #[arg(value_name = "LIST")]
    list: PathBuf,

    /// How many ways are shown at most
    #[arg(long, default_value_t = MOST, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    most: u16,

    /// The name of a unit that stays as it is; may be repeated
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,

    /// What alone may be changed
    #[arg(long, value_enum, value_name = "WHAT")]
    only: Option<Only>,

    /// What there should be more of, as rulesets select units, such as "tag: cavalry"
    #[arg(long, value_name = "SELECTOR")]
    prefer: Option<String>,

    /// Writes the way of this name, as it was shown, or of this number into the list
    #[arg(long, value_name = "WAY")]
    apply: Option<String>,

    /// How long to look, in seconds
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
    let held = fix::read(&options.list)?;
    let text = with_line_feeds(&held).into_owned();
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
            "nothing that {shown} may have is `{}`, so it cannot be preferred",
            options.prefer.as_deref().unwrap_or_default()
        )));
    }
    if let Some(applied) = applied {
        let way = applied.way(&found, &shown)?;
        write::write_over(&options.list, held.as_bytes(), way.text.as_bytes())?;
        for line in diff(&shown, &text, &way.text).lines() {
            writeln!(out, "{}", clean(line))?;
        }
        writeln!(out, "{}", clean(&stand(&found, way.total)))?;
        return Ok(0);
    }
    print(&found, &again(options, &library), out)?;
    Ok(u8::from(found.broken))
}

/// Why no search began.
fn refused(
    trouble: &suggest::Trouble,
    shown: &str,
    text: String,
    library: &Library,
    style: Style,
    out: &mut dyn Write,
) -> Ended {
    if let suggest::Trouble::Prefer(report) = trouble {
        let words = "what is to be preferred is no selector, so nothing was looked for";
        output::write(report, output::Format::Human, style, Some(words), out)?;
        return Ok(2);
    }
    let check = crate::check::run::check;
    let list = check(library, shown, text.into_bytes(), &crate::check::run::Options::default());
    let report = Report { sources: list.sources.clone(), lists: vec![list], findings: library.findings() };
    human::write(&report, out, style)?;
    let why = match trouble {
        suggest::Trouble::Anchors => "a list with YAML anchors is not changed",
        suggest::Trouble::NoThread => "the system gives no thread to look in, so nothing was looked for",
        _ => "first things first: the list cannot be judged yet",
    };
    writeln!(out, "{why}")?;
    Ok(1)
}

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

/// The command with which the same ways are found again.
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

/// A word as shells take it: in quotes where it needs them.
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

/// Which way is to be written.
enum Applied {
    /// The one that was shown under this name.
    Name(String),
    /// The one that is shown under this number.
    Number(usize),
}

impl Applied {
    fn read(word: &str, options: &Options) -> Result<Self, Trouble> {
        if !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase()) {
            return Ok(Self::Name(word.to_owned()));
        }
        match word.parse::<u16>() {
            Ok(number) if (1..=options.most).contains(&number) => Ok(Self::Number(number.into())),
            Ok(number) => Err(Trouble::Said(format!(
                "way {number} is never shown: ways are numbered from 1 to {}, as --most says",
                options.most
            ))),
            Err(_) => Err(Trouble::Said(format!(
                "\"{word}\" is neither the name of a way, which is shown behind it, nor its number"
            ))),
        }
    }

    /// The way itself.
    fn way<'f>(&self, found: &'f Ways, shown: &str) -> Result<&'f suggest::Way, Trouble> {
        match self {
            Self::Name(name) => found.ways.iter().find(|way| way.name() == *name).ok_or_else(|| {
                Trouble::Said(format!(
                    "no way is called {name}: {shown} or its rules were changed since it was shown, or there was \
                     less time; {shown} is left as it is"
                ))
            }),
            // What comes first when time runs out may be another each time
            Self::Number(number) if found.proof.late => Err(Trouble::Said(format!(
                "time ran out, so way {number} may not be the one that was shown; name it as it was shown behind \
                 it; {shown} is left as it is"
            ))),
            Self::Number(number) => found.ways.get(number - 1).ok_or_else(|| {
                let many = found.ways.len();
                let were = if many == 1 { "1 was".to_owned() } else { format!("{many} were") };
                Trouble::Said(format!("there is no way {number}, since {were} found; {shown} is left as it is"))
            }),
        }
    }
}

/// What is known of the first way, or of there being none.
fn known(found: &Ways) -> String {
    let proof = found.proof;
    let reach = format!("a count or size by up to {STEP}, an option, a row");
    let wanted = if found.broken { "makes it legal" } else { "spends more and is legal" };
    let looked = match proof.looked {
        0 => "not even every single change was looked at".to_owned(),
        1 => "looked at: every single change".to_owned(),
        n => format!("looked at: every combination of up to {n} changes"),
    };
    match (found.ways.is_empty(), proof.closest, proof.fewest) {
        (true, ..) if proof.none => format!("proven: nothing {wanted} among small changes ({reach})"),
        (true, ..) if proof.late => {
            format!("time ran out before anything was found that {wanted}; {looked}; --time looks longer")
        }
        (true, ..) => format!("nothing was found that {wanted} among small changes ({reach}); {looked}"),
        (false, true, true) if found.broken => {
            format!("proven best: no fewer small changes ({reach}) make it legal")
        }
        (false, true, true) => {
            let which = if proof.of_preferred { " that bring more of what is preferred" } else { "" };
            format!(
                "proven best: no small changes ({reach}){which} come closer to the size, and no fewer come as close"
            )
        }
        _ if proof.late => {
            format!("time ran out, so there may be better ones; {looked}; --time looks longer")
        }
        (false, true, false) if found.broken => {
            format!("it may take fewer changes; {looked} ({reach})")
        }
        (false, true, false) => {
            format!("proven closest to the size, perhaps not by the fewest changes; {looked}")
        }
        (false, false, _) => format!("more changes than that may come closer; {looked} ({reach})"),
    }
}

/// What stands in the way where nothing helps.
fn in_the_way(found: &Ways, out: &mut dyn Write) -> std::io::Result<()> {
    match &found.why {
        Some(Why::Kept) => {
            return writeln!(out, "what is kept stands in the way: without --keep there is a way");
        }
        Some(Why::Only) => return writeln!(out, "--only stands in the way: without it there is a way"),
        Some(Why::Forbidden { limits, size, every_list }) => {
            let agreed = found.before.points.as_ref().and_then(|p| p.limit);
            let which = match agreed {
                Some(agreed) if *every_list => format!("no list of {agreed} points is legal at all: "),
                None if *every_list => "no list is legal at all: ".to_owned(),
                _ => String::new(),
            };
            let together = match (limits.len(), size) {
                (0, true) => "the size alone forbids it",
                (0, false) => "nothing there can change that",
                (1, true) => "this limit and the size forbid it together",
                (1, false) => "this limit forbids it",
                (_, true) => "these limits and the size forbid it together",
                (_, false) => "these limits forbid it together",
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
        let first = if mends { "; `muster fix` mends some of it" } else { "" };
        writeln!(out, "in the way: {}{first}", count(all, "error"))?;
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
