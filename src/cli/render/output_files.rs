//! Chooses the file for each sheet, and protects existing files.
//!
//! A file that this run reads is never overwritten. Other files are overwritten only if they are sheets, or
//! with `--force`.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::cli::{CommandError, write_file_safely};
use crate::render::{SheetKind, recognise_own_sheets};

/// Where sheets are written, and which files must be kept.
pub(super) struct OutputPlan<'p> {
    pub(super) output: &'p Path,
    /// Whether `output` is a folder for one file per list.
    pub(super) is_folder: bool,
    /// The files and folders named on the command line.
    pub(super) named_paths: &'p [PathBuf],
    pub(super) sheet: SheetKind,
    /// The extension of the files.
    pub(super) extension: &'p str,
    /// Files that this run reads and so must not overwrite.
    pub(super) inputs: &'p [PathBuf],
    /// Whether files that are not sheets may be overwritten.
    pub(super) force: bool,
}

impl OutputPlan<'_> {
    /// Returns the file for each of these lists.
    ///
    /// # Errors
    /// Fails if two lists would get the same file, or if a file must not be overwritten.
    pub(super) fn target_files(&self, lists: &[String]) -> Result<Vec<PathBuf>, CommandError> {
        let targets: Vec<PathBuf> = lists.iter().map(|list| self.target_file(list)).collect();
        let mut taken: HashMap<PathBuf, &String> = HashMap::new();
        for (target, list) in targets.iter().zip(lists) {
            if let Some(other) = taken.insert(canonical_path(target), list) {
                return Err(CommandError::Message(format!(
                    "{other} and {list} would both be written to {}; rename one of them, or name the folder \
                     that both are in",
                    target.display()
                )));
            }
            self.check_writable(target)?;
        }
        Ok(targets)
    }

    /// Returns the file for a list. In an output folder, sheets get the same subfolders as the lists have in
    /// the folder named on the command line.
    fn target_file(&self, list: &str) -> PathBuf {
        if !self.is_folder {
            return self.output.to_path_buf();
        }
        let list = Path::new(list);
        let mut folders = self.named_paths.iter().filter(|named| named.is_dir());
        let below = folders.find_map(|folder| list.strip_prefix(folder).ok()?.parent());
        let stem = list.file_stem().map(|stem| stem.to_string_lossy()).filter(|stem| stem != "-");
        let stem = stem.as_deref().unwrap_or("list");
        let name = format!("{stem}-{}.{}", self.sheet.as_str(), self.extension);
        self.output.join(below.unwrap_or(Path::new(""))).join(name)
    }

    /// Checks that a file may be written.
    ///
    /// # Errors
    /// Refuses a file that this run reads, and without `--force` an existing file that is not a sheet.
    pub(super) fn check_writable(&self, target: &Path) -> Result<(), CommandError> {
        if let Some(input) = self.inputs.iter().find(|input| write_file_safely::same_file(input, target)) {
            let which = if input == target {
                target.display().to_string()
            } else {
                format!("{} is {}, which", target.display(), input.display())
            };
            return Err(CommandError::Message(format!(
                "{which} is an input and was not overwritten; name another file"
            )));
        }
        if self.force || !would_lose_content(target) {
            return Ok(());
        }
        Err(CommandError::Message(format!(
            "{} already exists and is not a sheet made by Muster; name another file, or overwrite it with --force",
            target.display()
        )))
    }
}

/// Returns the canonical path, by which different paths to the same file are recognised.
fn canonical_path(target: &Path) -> PathBuf {
    let whole = fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
    // File names are usually not case-sensitive on these systems
    if cfg!(any(windows, target_os = "macos")) {
        return whole.to_string_lossy().to_lowercase().into();
    }
    whole
}

/// How many bytes at the beginning and end of a file are searched for the mark of a sheet.
const MARK_SEARCH_BYTES: u64 = 4096;

/// Returns `true` if overwriting a path would lose something: a file that is neither empty nor a sheet, or a
/// dangling link. Folders, pipes and devices lose nothing.
fn would_lose_content(target: &Path) -> bool {
    let Ok(about) = fs::metadata(target) else {
        // A link whose target is missing would be replaced
        return target.symlink_metadata().is_ok();
    };
    about.is_file()
        && about.len() > 0
        && !read_both_ends(target).is_ok_and(|(head, tail)| recognise_own_sheets::is_sheet(&head, &tail))
}

/// Reads the beginning and the end of a file.
fn read_both_ends(path: &Path) -> std::io::Result<(Vec<u8>, Vec<u8>)> {
    let mut file = File::open(path)?;
    let (mut head, mut tail) = (Vec::new(), Vec::new());
    (&file).take(MARK_SEARCH_BYTES).read_to_end(&mut head)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(MARK_SEARCH_BYTES)))?;
    file.read_to_end(&mut tail)?;
    Ok((head, tail))
}
