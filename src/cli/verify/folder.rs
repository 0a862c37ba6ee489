//! Finds the lists in a folder that have a digest.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;

use crate::army::letters::Typed;
use crate::check::report::ListReport;
use crate::check::run::{self, FileKind};
use crate::checked::Checked;
use crate::cli::files::{self, Item};
use crate::cli::{Ended, Trouble};
use crate::output::text::clean;
use crate::rules::library::Library;
use crate::wording::count;

use super::{Answer, judged};

/// Prints the lists in a folder that have the digest. A list of the same army under other rules is printed
/// too.
pub(super) fn search(
    folder: &Path,
    wanted: &Typed,
    library: &Library,
    for_event: bool,
    out: &mut dyn Write,
) -> Ended {
    let items = files::gather(&[folder.to_path_buf()]);
    let lists: Vec<ListReport> = items.par_iter().filter_map(|item| list(item, library)).collect();
    if lists.is_empty() {
        return Err(Trouble::Said(format!("there is no list in {}", folder.display())));
    }
    let (mut same, mut without) = (false, 0);
    let mut any_shown = false;
    for list in &lists {
        let Some(digest) = &list.digest else {
            without += 1;
            continue;
        };
        let answer = Answer::of(digest, wanted);
        if answer.same() || answer.army == Some(true) {
            same |= answer.same();
            any_shown = true;
            writeln!(out, "{}", answer.words(&clean(&list.path)))?;
            judged(list, digest, answer.other_rules && !for_event, out)?;
        }
    }
    let shown = folder.to_string_lossy();
    if !any_shown {
        let what = if matches!(wanted, Typed::Rules(_)) { "uses these rules" } else { "is this army" };
        let lists = count(lists.len(), "list");
        writeln!(out, "different: none of {lists} in {} {what}", clean(&shown))?;
    }
    if without > 0 {
        writeln!(out, "note: {} without a digest; `muster check` shows why", count(without, "list"))?;
    }
    Ok(u8::from(!same))
}

/// Checks an item. `None` if it is not a list.
fn list(item: &Item, library: &Library) -> Option<ListReport> {
    let (Item::Found(path) | Item::Named(path)) = item else { return None };
    let shown = path.to_string_lossy();
    match files::read(path) {
        Ok(bytes) => {
            let kind = std::str::from_utf8(&bytes).ok().and_then(run::kind_of_text);
            let is_list = matches!(kind, None | Some(FileKind::List));
            is_list.then(|| run::check(library, &shown, bytes, &run::Options::default()))
        }
        Err(why) => Some(Checked::unreadable(library, &shown, &why).into_report()),
    }
}
