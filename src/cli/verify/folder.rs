//! Which list of a folder a digest is.

use std::io::Write;
use std::path::Path;

use rayon::prelude::*;

use crate::army::letters::Typed;
use crate::check::report::ListReport;
use crate::check::run::{self, FileKind};
use crate::cli::files::{self, Item};
use crate::cli::{Ended, Trouble};
use crate::output::text::clean;
use crate::rules::library::Library;
use crate::wording::count;

use super::{Answer, judged};

/// Says which lists of a folder have the digest. A list that is the army under other rules is told too.
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
    let mut told = false;
    for list in &lists {
        let Some(digest) = &list.digest else {
            without += 1;
            continue;
        };
        let answer = Answer::of(digest, wanted);
        if answer.same() || answer.army == Some(true) {
            same |= answer.same();
            told = true;
            writeln!(out, "{}", answer.words(&clean(&list.path)))?;
            judged(list, digest, answer.other_rules && !for_event, out)?;
        }
    }
    let shown = folder.to_string_lossy();
    if !told {
        let what =
            if matches!(wanted, Typed::Rules(_)) { "is judged by these rules" } else { "is this army" };
        let lists = count(lists.len(), "list");
        writeln!(out, "different: of {lists} in {} none {what}", clean(&shown))?;
    }
    if without > 0 {
        writeln!(out, "note: {} without a digest; `muster check` shows why", count(without, "list"))?;
    }
    Ok(u8::from(!same))
}

/// The report of an item that is a list.
fn list(item: &Item, library: &Library) -> Option<ListReport> {
    let (Item::Found(path) | Item::Named(path)) = item else { return None };
    let shown = path.to_string_lossy();
    match files::read(path) {
        Ok(bytes) => {
            let kind = std::str::from_utf8(&bytes).ok().and_then(run::kind_of_text);
            let is_list = matches!(kind, None | Some(FileKind::List));
            is_list.then(|| run::check(library, &shown, bytes, &run::Options::default()))
        }
        Err(why) => Some(run::unreadable(library, &shown, &why)),
    }
}
