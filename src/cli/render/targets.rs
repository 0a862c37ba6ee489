//! Where sheets are written: each to a file of its own, never over what is read, and over nothing but other sheets
//! unless that is asked for.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::cli::{Trouble, write};
use crate::render::{Sheet, mark};

/// What settles where sheets go.
pub(super) struct Plan<'p> {
    pub(super) output: &'p Path,
    /// Whether that is a folder for a file each.
    pub(super) folder: bool,
    /// What was named on the command line, files and folders.
    pub(super) named: &'p [PathBuf],
    pub(super) sheet: Sheet,
    /// The ending of the files.
    pub(super) ending: &'p str,
    /// Files that are read and never written.
    pub(super) inputs: &'p [PathBuf],
    /// Whether what is there may be written over, sheet or not.
    pub(super) force: bool,
}

impl Plan<'_> {
    /// The file for each of these lists.
    ///
    /// # Errors
    /// Two lists with one file; a file that is read here, or that no sheet is.
    pub(super) fn targets(&self, lists: &[String]) -> Result<Vec<PathBuf>, Trouble> {
        let targets: Vec<PathBuf> = lists.iter().map(|list| self.target(list)).collect();
        let mut taken: HashMap<PathBuf, &String> = HashMap::new();
        for (target, list) in targets.iter().zip(lists) {
            if let Some(other) = taken.insert(identity(target), list) {
                return Err(Trouble::Said(format!(
                    "{other} and {list} would both be written to {}; rename one of them, or name the folder \
                     that both are in",
                    target.display()
                )));
            }
            self.may_be_written(target)?;
        }
        Ok(targets)
    }

    /// The file for a list: in a folder it stands as the list does below the folder that was named.
    fn target(&self, list: &str) -> PathBuf {
        if !self.folder {
            return self.output.to_path_buf();
        }
        let list = Path::new(list);
        let mut folders = self.named.iter().filter(|named| named.is_dir());
        let below = folders.find_map(|folder| list.strip_prefix(folder).ok()?.parent());
        let stem = list.file_stem().map(|stem| stem.to_string_lossy()).filter(|stem| stem != "-");
        let stem = stem.as_deref().unwrap_or("list");
        let name = format!("{stem}-{}.{}", self.sheet.as_str(), self.ending);
        self.output.join(below.unwrap_or(Path::new(""))).join(name)
    }

    /// Refuses a file that is read here, and one that is there and no sheet.
    ///
    /// # Errors
    /// Why it may not be written.
    pub(super) fn may_be_written(&self, target: &Path) -> Result<(), Trouble> {
        if let Some(input) = self.inputs.iter().find(|input| write::same_file(input, target)) {
            let which = if input == target {
                target.display().to_string()
            } else {
                format!("{} is {}, which", target.display(), input.display())
            };
            return Err(Trouble::Said(format!(
                "{which} is read here and is not written over; name another file"
            )));
        }
        if self.force || !is_foreign(target) {
            return Ok(());
        }
        Err(Trouble::Said(format!(
            "{} is there already and is no sheet of Muster's; name another file, or write over it with --force",
            target.display()
        )))
    }
}

/// What two paths share that lead to one file.
fn identity(target: &Path) -> PathBuf {
    let whole = fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
    // Names that differ in their capitals alone are one file there
    if cfg!(any(windows, target_os = "macos")) {
        return whole.to_string_lossy().to_lowercase().into();
    }
    whole
}

/// How many bytes at the beginning and at the end of a file are looked at for the mark of a sheet.
const LOOKED_AT: u64 = 4096;

/// Whether something is there that would be lost: neither a sheet nor empty. Folders, pipes and devices lose nothing.
fn is_foreign(target: &Path) -> bool {
    let Ok(about) = fs::metadata(target) else {
        // A link to what is not there would be lost
        return target.symlink_metadata().is_ok();
    };
    about.is_file()
        && about.len() > 0
        && !ends_of(target).is_ok_and(|(head, tail)| mark::is_sheet(&head, &tail))
}

/// The beginning and the end of a file.
fn ends_of(path: &Path) -> std::io::Result<(Vec<u8>, Vec<u8>)> {
    let mut file = File::open(path)?;
    let (mut head, mut tail) = (Vec::new(), Vec::new());
    (&file).take(LOOKED_AT).read_to_end(&mut head)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LOOKED_AT)))?;
    file.read_to_end(&mut tail)?;
    Ok((head, tail))
}
