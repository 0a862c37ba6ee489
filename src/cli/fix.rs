//! `muster fix`: mends in a list what can be meant in one way only.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::check::report::{Report, Verdict};
use crate::finding::{FileId, Finding, Source};
use crate::line_ends::with_line_feeds;
use crate::mend;
use crate::output::text::clean;
use crate::output::{Style, human};
use crate::rules::library::Library;
use crate::wording::count;

use super::{Ended, Trouble, files, write};

/// What `fix` is asked.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// The list
    #[arg(value_name = "LIST")]
    list: PathBuf,

    /// Shows what would be changed, and changes nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let shown = options.list.to_string_lossy().into_owned();
    let held = read(&options.list)?;
    // The line ends are mended on the way
    let text = with_line_feeds(&held);
    let mut made = mend::mend(library, &shown, &text);
    if let Some(finding) = Source::new(&*shown, &*held).old_line_ends(FileId::CHECKED) {
        made.done.insert(0, finding);
    }
    if options.dry_run {
        for line in mend::diff(&shown, &held, &made.text).lines() {
            writeln!(out, "{}", clean(line))?;
        }
    } else if made.text != held {
        write::write_over(&options.list, held.as_bytes(), made.text.as_bytes())?;
    }
    if !options.dry_run {
        said(&made.done, &shown, out)?;
        // Whatever is left was tried
        made.report.findings.iter_mut().for_each(|f| f.mends = Box::default());
        let fine = matches!(made.report.verdict, Verdict::Legal | Verdict::Draft);
        let report = Report {
            sources: made.report.sources.clone(),
            lists: vec![made.report],
            findings: library.findings(),
        };
        human::write(&report, out, style)?;
        return Ok(u8::from(!fine));
    }
    Ok(u8::from(!matches!(made.report.verdict, Verdict::Legal | Verdict::Draft)))
}

/// What was mended, one line each.
fn said(done: &[Finding], path: &str, out: &mut dyn Write) -> std::io::Result<()> {
    for finding in done {
        let (message, code) = (clean(&finding.message), finding.code.as_str());
        writeln!(out, "mended: {message} [{code}]")?;
    }
    if !done.is_empty() {
        writeln!(out, "{} in {}\n", count(done.len(), "mend"), clean(path))?;
    }
    Ok(())
}

/// Reads a list that is to be changed: its text is its bytes.
pub(super) fn read(path: &Path) -> Result<String, Trouble> {
    if path.as_os_str() == "-" {
        return Err(Trouble::Said("standard input cannot be changed; name the list's file".to_owned()));
    }
    let bytes = files::read(path).map_err(|why| {
        Trouble::Said(format!("cannot read {}: {why}{}", path.display(), files::near(path)))
    })?;
    String::from_utf8(bytes)
        .map_err(|_| Trouble::Said(format!("{} is not UTF-8 and is left as it is", path.display())))
}
