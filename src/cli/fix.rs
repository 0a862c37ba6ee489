//! `muster fix`: fixes mistakes in a list that have only one possible correction.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::check::report::{Report, Verdict};
use crate::finding::Finding;
use crate::fix::fix_list;
use crate::output::line_diff::line_diff;
use crate::output::terminal_text::sanitize;
use crate::output::{TerminalStyle, human};
use crate::rules::library::Library;
use crate::wording::count_noun;

use super::{CommandError, CommandResult, input_files, write_file_safely};

/// The arguments of `muster fix`.
#[derive(Debug, Args)]
pub(super) struct FixArgs {
    /// List to fix
    #[arg(value_name = "LIST")]
    list: PathBuf,

    /// Show the changes without writing them
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(
    options: &FixArgs,
    library: &Library,
    style: TerminalStyle,
    out: &mut dyn Write,
) -> CommandResult {
    let shown = options.list.to_string_lossy().into_owned();
    let original = read_list_to_overwrite(&options.list)?;
    let mut fixed = fix_list(library, &shown, &original);
    let text = &fixed.edited.text;
    if options.dry_run {
        for line in line_diff(&shown, &original, &fixed.edited.changes).lines() {
            writeln!(out, "{}", sanitize(line))?;
        }
    } else if *text != original {
        write_file_safely::overwrite_list(&options.list, original.as_bytes(), text.as_bytes())?;
    }
    if !options.dry_run {
        print_fixes(&fixed.fixed, &shown, out)?;
        // Every remaining edit was tried and rejected, so the report must not offer it
        fixed.report.findings.iter_mut().for_each(|f| f.edits = Box::default());
        let is_fine = matches!(fixed.report.verdict, Verdict::Legal | Verdict::Draft);
        let report = Report {
            sources: fixed.report.sources.clone(),
            lists: vec![fixed.report],
            findings: library.findings(),
        };
        human::print_human(&report, out, style)?;
        return Ok(u8::from(!is_fine));
    }
    Ok(u8::from(!matches!(fixed.report.verdict, Verdict::Legal | Verdict::Draft)))
}

/// Prints what was fixed, one line for each finding.
fn print_fixes(done: &[Finding], path: &str, out: &mut dyn Write) -> std::io::Result<()> {
    for finding in done {
        let (message, code) = (sanitize(&finding.message), finding.code.as_str());
        writeln!(out, "fixed: {message} [{code}]")?;
    }
    if !done.is_empty() {
        writeln!(out, "{} in {}\n", count_noun(done.len(), "fix"), sanitize(path))?;
    }
    Ok(())
}

/// Reads the text of a list that will be written back.
///
/// # Errors
/// Refuses standard input, and files that are not UTF-8, since they could not be written back byte for byte.
pub(super) fn read_list_to_overwrite(path: &Path) -> Result<String, CommandError> {
    if path.as_os_str() == "-" {
        return Err(CommandError::Message(
            "standard input cannot be changed; name the list's file".to_owned(),
        ));
    }
    let bytes = input_files::read_file(path).map_err(|why| {
        CommandError::Message(format!(
            "cannot read {}: {why}{}",
            path.display(),
            input_files::did_you_mean_file(path)
        ))
    })?;
    String::from_utf8(bytes)
        .map_err(|_| CommandError::Message(format!("{} is not UTF-8 and was not touched", path.display())))
}
