//! Finds the lists in a folder that have a digest.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;

use crate::army::digest_text::TypedDigest;
use crate::check::check_files::{self, FileKind};
use crate::check::report::ListReport;
use crate::checked_list::Checked;
use crate::cli::input_files::{self, InputFile};
use crate::cli::{CommandError, CommandResult};
use crate::output::terminal_text::sanitize;
use crate::rules::library::Library;
use crate::wording::count_noun;

use super::{DigestMatch, print_list_status};

/// Prints the lists in a folder that have the digest. A list of the same army under other rules is printed
/// too.
pub(super) fn find_lists_with_digest(
    folder: &Path,
    wanted: &TypedDigest,
    library: &Library,
    for_event: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let items = input_files::collect_files(&[folder.to_path_buf()]);
    let lists: Vec<ListReport> = items.par_iter().filter_map(|item| check_item(item, library)).collect();
    if lists.is_empty() {
        return Err(CommandError::Message(format!("there is no list in {}", folder.display())));
    }
    let (mut same, mut without) = (false, 0);
    let mut any_shown = false;
    for list in &lists {
        let Some(digest) = &list.digest else {
            without += 1;
            continue;
        };
        let answer = DigestMatch::compare_digests(digest, wanted);
        if answer.is_match() || answer.army == Some(true) {
            same |= answer.is_match();
            any_shown = true;
            writeln!(out, "{}", answer.to_line(&sanitize(&list.path)))?;
            print_list_status(list, digest, answer.other_rules && !for_event, out)?;
        }
    }
    let shown = folder.to_string_lossy();
    if !any_shown {
        let what = if matches!(wanted, TypedDigest::Rules(_)) { "uses these rules" } else { "is this army" };
        let lists = count_noun(lists.len(), "list");
        writeln!(out, "different: none of {lists} in {} {what}", sanitize(&shown))?;
    }
    if without > 0 {
        writeln!(out, "note: {} without a digest; `muster check` shows why", count_noun(without, "list"))?;
    }
    Ok(u8::from(!same))
}

/// Checks an item. `None` if it is not a list.
fn check_item(item: &InputFile, library: &Library) -> Option<ListReport> {
    let (InputFile::Found(path) | InputFile::Named(path)) = item else { return None };
    let shown = path.to_string_lossy();
    match input_files::read_file(path) {
        Ok(bytes) => {
            let kind = std::str::from_utf8(&bytes).ok().and_then(check_files::text_file_kind);
            let is_list = matches!(kind, None | Some(FileKind::List));
            is_list.then(|| {
                crate::checked_list::check_list(library, &shown, bytes, &check_files::CheckOptions::default())
            })
        }
        Err(why) => Some(Checked::unreadable(library, &shown, &why).into_report()),
    }
}
