//! Writing files: beside their place first, then into it, so that nothing is ever half written.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::disk::words_of_writing;

use super::Trouble;

/// Writes a file whole. A link stays one, and a file that was there keeps its rights; into a pipe or a device it
/// is written as it comes.
pub(super) fn write(path: &Path, content: &[u8]) -> Result<(), Trouble> {
    put(path, content, true).map_err(|error| said(path, &error))
}

/// Writes a file that is not there yet, whatever comes between.
pub(super) fn write_new(path: &Path, content: &[u8]) -> Result<(), Trouble> {
    if path.symlink_metadata().is_ok() {
        return Err(taken(path));
    }
    put(path, content, false).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => taken(path),
        _ => said(path, &error),
    })
}

fn taken(path: &Path) -> Trouble {
    Trouble::Said(format!("{} is there already and is left as it is; name another file", path.display()))
}

fn said(path: &Path, error: &io::Error) -> Trouble {
    Trouble::Said(format!("cannot write {}: {}", path.display(), words_of_writing(error)))
}

fn put(path: &Path, content: &[u8], over: bool) -> io::Result<()> {
    let before = fs::metadata(path).ok();
    if before.as_ref().is_some_and(fs::Metadata::is_dir) || path.file_name().is_none() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if before.as_ref().is_some_and(|about| !about.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(content);
    }
    let target = if before.is_some() { fs::canonicalize(path)? } else { path.to_path_buf() };
    if let Some(folder) = target.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
            _ => error,
        })?;
    }
    let (mut part, beside) = beside(&target)?;
    let written = part
        .write_all(content)
        .and_then(|()| before.map_or(Ok(()), |about| part.set_permissions(about.permissions())))
        // A full disk may show only here
        .and_then(|()| part.sync_all())
        .and_then(|()| if over { fs::rename(&beside, &target) } else { rename_new(&beside, &target) });
    if written.is_err() {
        // The part that was written is worth nothing
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Renames a file, unless there is one of the new name.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => {
            let _ = fs::remove_file(from);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Not every disk has second names
        Err(_) if to.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// A new file in the same folder, under a short name that nothing has, hidden from a run over the folder.
fn beside(target: &Path) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = target.with_file_name(format!(".muster-{}-{number}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1_000 => {}
            opened => return opened.map(|file| (file, path)),
        }
    }
}
