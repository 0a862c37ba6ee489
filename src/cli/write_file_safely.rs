//! Writes files completely or not at all, and never over changes made since the file was read.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use same_file::Handle;

use crate::read_file::write_error_text;

use super::CommandError;

/// How long to wait for another program to unlock a list. Other runs of Muster hold the lock for
/// milliseconds.
const MAX_LOCK_WAIT: Duration = Duration::from_secs(10);

/// Writes a file completely or not at all.
///
/// Symbolic links stay links, and an existing file keeps its permissions and other names (hard links). Pipes
/// and devices are written to directly.
pub(super) fn write_file(path: &Path, content: &[u8]) -> Result<(), CommandError> {
    write_or_create(path, content, true).map_err(|error| write_error(path, &error))
}

/// Creates a file that does not exist yet, even if another program creates it at the same time: then this one
/// fails.
pub(super) fn create_file(path: &Path, content: &[u8]) -> Result<(), CommandError> {
    if path.symlink_metadata().is_ok() {
        return Err(already_exists_error(path));
    }
    write_or_create(path, content, false).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => already_exists_error(path),
        _ => write_error(path, &error),
    })
}

/// Replaces the content of a file, unless that is no longer `before`.
///
/// The file is compared and replaced under a lock, so that two runs of Muster at once do not undo each
/// other's changes.
pub(super) fn overwrite_list(path: &Path, before: &[u8], after: &[u8]) -> Result<(), CommandError> {
    let untouched =
        |why: &str| CommandError::Message(format!("{} {why} and was not touched", path.display()));
    // A rename could replace it all the same, but whoever made it read-only wants to keep it
    if fs::metadata(path).is_ok_and(|about| about.permissions().readonly()) {
        return Err(untouched("is read-only"));
    }
    let mut file = match open_locked(path) {
        Ok(Some(file)) => file,
        Ok(None) => return Err(untouched("is locked by another program")),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return Err(untouched("is read-only"));
        }
        Err(error) => return Err(write_error(path, &error)),
    };
    // Read through the handle that has the lock: on Windows no other handle can read a locked file
    let mut now = Vec::with_capacity(before.len() + 1);
    let most = before.len() as u64 + 1;
    if (&file).take(most).read_to_end(&mut now).is_err() || now != before {
        return Err(CommandError::Message(format!(
            "{} has changed since it was read and was not touched; try again",
            path.display()
        )));
    }
    fs::canonicalize(path)
        .and_then(|target| replace_file(&target, Some(&mut file), after))
        .map_err(|error| write_error(path, &error))
}

/// Opens and locks a file. `None` if another program keeps it locked for too long.
fn open_locked(path: &Path) -> io::Result<Option<File>> {
    let begun = Instant::now();
    loop {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            // Some network file systems do not support locks
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if begun.elapsed() > MAX_LOCK_WAIT => return Ok(None),
            Err(TryLockError::WouldBlock) => {
                std::thread::sleep(Duration::from_millis(5));
                continue;
            }
        }
        // Whoever held the lock may have replaced the file, and the path then leads to another one
        if Handle::from_file(file.try_clone()?)? == Handle::from_path(path)? {
            return Ok(Some(file));
        }
    }
}

/// Returns `true` if two paths lead to the same regular file.
pub(super) fn same_file(a: &Path, b: &Path) -> bool {
    // Opening a pipe blocks until its other end is open
    let regular = |path: &Path| fs::metadata(path).is_ok_and(|about| about.is_file());
    regular(a) && regular(b) && same_file::is_same_file(a, b).unwrap_or(false)
}

fn already_exists_error(path: &Path) -> CommandError {
    CommandError::Message(format!("{} already exists and was not touched; name another file", path.display()))
}

fn write_error(path: &Path, error: &io::Error) -> CommandError {
    CommandError::Message(format!("cannot write {}: {}", path.display(), write_error_text(error)))
}

/// Writes a file, replacing an existing one only if `over`.
fn write_or_create(path: &Path, content: &[u8], over: bool) -> io::Result<()> {
    let before = fs::metadata(path).ok();
    if before.as_ref().is_some_and(fs::Metadata::is_dir) || path.file_name().is_none() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if before.as_ref().is_some_and(|about| !about.is_file()) {
        return OpenOptions::new().write(true).open(path)?.write_all(content);
    }
    if before.is_some() && over {
        return replace_file(&fs::canonicalize(path)?, None, content);
    }
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
            _ => error,
        })?;
    }
    with_temporary_file(
        path,
        content,
        |part| if over { fs::rename(part, path) } else { rename_if_free(part, path) },
    )
}

/// Replaces an existing file. `open` is a handle to it, if there is one already.
///
/// The new content goes into a temporary file, which is then renamed over the old one, so that the file is
/// never half written. If that would lose other names of the file or its owner, the file is overwritten in
/// place, once the whole content is safe on the same disk.
fn replace_file(target: &Path, open: Option<&mut File>, content: &[u8]) -> io::Result<()> {
    let about = fs::metadata(target)?;
    with_temporary_file(target, content, |part| {
        fs::set_permissions(part, about.permissions())?;
        if can_give_way(&about, part) {
            return fs::rename(part, target);
        }
        match open {
            Some(file) => overwrite_in_place(file, content)?,
            None => {
                overwrite_in_place(&mut OpenOptions::new().read(true).write(true).open(target)?, content)?;
            }
        }
        fs::remove_file(part)
    })
}

/// Returns `true` if a file can be replaced by a new one without losing its other names, owner or
/// permissions.
#[cfg(unix)]
fn can_give_way(about: &fs::Metadata, part: &Path) -> bool {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let same_owner =
        || fs::metadata(part).is_ok_and(|new| new.uid() == about.uid() && new.gid() == about.gid());
    about.nlink() == 1
        && (same_owner()
            || chown(part, Some(about.uid()), Some(about.gid())).is_ok()
                // Changing the owner may clear permission bits, so set them again
                && fs::set_permissions(part, about.permissions()).is_ok())
}

/// On other systems the standard library does not report other names and owners, so files are overwritten in
/// place.
#[cfg(not(unix))]
fn can_give_way(_about: &fs::Metadata, _part: &Path) -> bool {
    false
}

/// Overwrites an open file. If that fails, restores its content.
fn overwrite_in_place(file: &mut File, content: &[u8]) -> io::Result<()> {
    let mut before = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut before)?;
    let written = write_content(file, content);
    if written.is_err() {
        let _ = write_content(file, &before);
    }
    written
}

/// Writes `content` as the whole content of an open file, and flushes it to the disk.
fn write_content(file: &mut File, content: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(content)?;
    file.set_len(content.len() as u64)?;
    file.sync_all()
}

/// Writes `content` to a temporary file in the folder of `target`, then calls `then` with its path. If
/// anything fails, the temporary file is removed.
fn with_temporary_file(
    target: &Path,
    content: &[u8],
    then: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let (mut part, path) = create_temporary_file(target)?;
    // A full disk may be reported only when the file is flushed
    let written = part.write_all(content).and_then(|()| part.sync_all());
    drop(part);
    let written = written.and_then(|()| then(&path));
    if written.is_err() {
        let _ = fs::remove_file(&path);
    }
    written
}

/// Renames a file, unless the new name is taken. `fs::rename` would replace a file there.
fn rename_if_free(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => {
            let _ = fs::remove_file(from);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Not every file system supports hard links
        Err(_) if to.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// Creates a temporary file in the folder of `target`. Its name begins with a dot, so that `muster check`
/// skips it.
fn create_temporary_file(target: &Path) -> io::Result<(File, PathBuf)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("muster-write-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_that_has_changed_is_not_touched() {
        let folder = folder("meanwhile");
        let path = folder.join("x.yaml");
        fs::write(&path, "saved by somebody").unwrap();
        for before in ["read before", "saved by some", "saved by somebody else"] {
            assert!(overwrite_list(&path, before.as_bytes(), b"mended").is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), "saved by somebody");
        }
        overwrite_list(&path, b"saved by somebody", b"mended").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mended");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    /// Eight writers each append their own letter two hundred times, and try again if another writer was
    /// faster.
    #[test]
    fn writers_at_the_same_time_do_not_undo_each_other() {
        let folder = folder("at-once");
        let path = folder.join("x.yaml");
        fs::write(&path, "").unwrap();
        std::thread::scope(|scope| {
            for letter in b'a'..=b'h' {
                let path = &path;
                scope.spawn(move || {
                    let mut left = 200;
                    while left > 0 {
                        let before = fs::read(path).unwrap();
                        let after = [&before[..], &[letter]].concat();
                        left -= i32::from(overwrite_list(path, &before, &after).is_ok());
                    }
                });
            }
        });
        let text = fs::read_to_string(&path).unwrap();
        for letter in 'a'..='h' {
            assert_eq!(text.matches(letter).count(), 200, "{letter}");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
