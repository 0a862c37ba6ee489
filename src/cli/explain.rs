//! `muster explain`: what a code or a rule means, with its source.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use crate::check::pages;
use crate::finding::{Code, Source};
use crate::output::text::clean;
use crate::rules::library::Library;
use crate::rules::place::{Places, RuleText};
use crate::wording::count;
use crate::yaml::nearest;

use super::{Ended, Trouble, files};

/// Most lines of a file that are shown; a whole section of a ruleset may have hundreds.
const MOST_LINES: usize = 60;

/// What `explain` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// A code, as unknown-unit, or a rule, as fra/limits/one-general or fra/options/elite
    #[arg(required_unless_present = "all")]
    word: Option<String>,
    /// An event whose own rules are looked for too
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,
    /// Prints the pages of all codes, in Markdown
    #[arg(long, conflicts_with = "word")]
    all: bool,
}

pub(super) fn run(options: &Options, library: &Library, out: &mut dyn Write) -> Ended {
    let Some(word) = &options.word else {
        all(out)?;
        return Ok(0);
    };
    // Someone may paste what a finding begins with
    let word = &word
        .trim_start_matches("error[")
        .trim_start_matches("warning[")
        .trim_start_matches("note[")
        .trim_end_matches([']', ':'])
        .to_owned();
    if let Some(code) = Code::parse(word) {
        out.write_all(pages::page(code).as_bytes())?;
        return Ok(0);
    }
    let event = match &options.event {
        Some(path) => Some(event_text(path)?),
        None => None,
    };
    let places = Places::new(library, event);
    let found = places.find(word);
    if found.is_empty() {
        return Err(Trouble::Said(unknown(&places, word)));
    }
    for (at, rule) in found.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        show(rule, out)?;
    }
    Ok(0)
}

/// The text of an event, which is no part of the library.
fn event_text(path: &Path) -> Result<Arc<Source>, Trouble> {
    let shown = path.to_string_lossy().into_owned();
    let bytes =
        files::read(path).map_err(|why| Trouble::Said(format!("cannot read the event {shown}: {why}")))?;
    Ok(Source::new(shown, String::from_utf8_lossy(&bytes).into_owned()))
}

fn unknown(places: &Places<'_>, word: &str) -> String {
    let rules = places.names();
    let codes = Code::ALL.iter().map(|c| c.as_str());
    let near = nearest(word, codes.chain(rules.iter().map(String::as_str)));
    let help = near.map_or_else(
        || "a code is a word such as unknown-unit, a rule a path such as fra/limits/one-general".to_owned(),
        |near| format!("did you mean {near}?"),
    );
    format!("there is no code and no rule \"{word}\"; {help}")
}

fn all(out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        out,
        "# The checks\n\nEvery code that a finding may carry, as `muster explain CODE` prints it. Made by `just gen`."
    )?;
    for code in Code::ALL {
        let page = pages::page(*code);
        let severity = code.severity().as_str();
        let lower = page.replace("\n## ", "\n### ");
        let (title, rest) = lower.split_once('\n').unwrap_or((&lower, ""));
        let (family, scope) = (code.family().title(), code.scope().as_str());
        write!(out, "\n#{title}\n\n{family}. Usual severity: {severity}. Usual scope: {scope}.\n{rest}")?;
    }
    Ok(())
}

fn show(rule: &RuleText, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}", rule.name)?;
    for line in &rule.says {
        writeln!(out, "  {}", clean(line))?;
    }
    for (field, source) in &rule.sources {
        let field = if field.is_empty() { String::new() } else { format!(" of {field}") };
        writeln!(out, "  source{field}: {}", clean(source))?;
    }
    for note in &rule.notes {
        writeln!(out, "  {}", clean(note))?;
    }
    writeln!(out, "\n  {}:", clean(&place(&rule.source, rule.line)))?;
    for line in rule.excerpt.iter().take(MOST_LINES) {
        writeln!(out, "    {}", clean(line))?;
    }
    if let Some(more) = rule.excerpt.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
        writeln!(out, "    ... and {} more", count(more, "line"))?;
    }
    Ok(())
}

fn place(source: &Source, line: usize) -> String {
    format!("{}, line {line}", source.path)
}
