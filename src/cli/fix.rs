//! `muster fix`: fixes mistakes in a list that have only one possible correction.

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

/// The arguments of `muster fix`.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// List to fix
    #[arg(value_name = "LIST")]
    list: PathBuf,

    /// Show the changes without writing them
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(options: &Options, library: &Library, style: Style, out: &mut dyn Write) -> Ended {
    let shown = options.list.to_string_lossy().into_owned();
    let original = read(&options.list)?;
    // This already fixes line ends that are lone carriage returns; the finding about them is added below
    let text = with_line_feeds(&original);
    let mut fixed = mend::mend(library, &shown, &text);
    if let Some(finding) = Source::new(&*shown, &*original).old_line_ends(FileId::CHECKED) {
        fixed.done.insert(0, finding);
    }
    if options.dry_run {
        for line in mend::diff(&shown, &original, &fixed.text).lines() {
            writeln!(out, "{}", clean(line))?;
        }
    } else if fixed.text != original {
        write::write_over(&options.list, original.as_bytes(), fixed.text.as_bytes())?;
    }
    if !options.dry_run {
        said(&fixed.done, &shown, out)?;
        // Every remaining edit was tried and rejected, so the report must not offer it
        fixed.report.findings.iter_mut().for_each(|f| f.mends = Box::default());
        let is_fine = matches!(fixed.report.verdict, Verdict::Legal | Verdict::Draft);
        let report = Report {
            sources: fixed.report.sources.clone(),
            lists: vec![fixed.report],
            findings: library.findings(),
        };
        human::write(&report, out, style)?;
        return Ok(u8::from(!is_fine));
    }
    Ok(u8::from(!matches!(fixed.report.verdict, Verdict::Legal | Verdict::Draft)))
}

/// Prints what was fixed, one line for each finding.
fn said(done: &[Finding], path: &str, out: &mut dyn Write) -> std::io::Result<()> {
    for finding in done {
        let (message, code) = (clean(&finding.message), finding.code.as_str());
        writeln!(out, "fixed: {message} [{code}]")?;
    }
    if !done.is_empty() {
        writeln!(out, "{} in {}\n", count(done.len(), "fix"), clean(path))?;
    }
    Ok(())
}

/// Reads the text of a list that will be written back.
///
/// # Errors
/// Refuses standard input, and files that are not UTF-8, since they could not be written back byte for byte.
pub(super) fn read(path: &Path) -> Result<String, Trouble> {
    if path.as_os_str() == "-" {
        return Err(Trouble::Said("standard input cannot be changed; name the list's file".to_owned()));
    }
    let bytes = files::read(path).map_err(|why| {
        Trouble::Said(format!("cannot read {}: {why}{}", path.display(), files::near(path)))
    })?;
    String::from_utf8(bytes)
        .map_err(|_| Trouble::Said(format!("{} is not UTF-8 and was not touched", path.display())))
}
