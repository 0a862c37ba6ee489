//! Writing files: whole or not at all, and never over what somebody else wrote meanwhile.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use same_file::Handle;

use crate::disk::words_of_writing;

use super::Trouble;

/// How long another program may keep a list locked before it is left as it is; ours keep it for milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Writes a file whole. A link stays one, and a file that was there keeps its rights and its other names; into a
/// pipe or a device it is written as it comes.
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

/// Writes a file anew, unless it no longer has the content it was read with. It is compared and replaced under a
/// lock, so that of two runs of this program at once neither loses what the other wrote.
pub(super) fn write_over(path: &Path, before: &[u8], after: &[u8]) -> Result<(), Trouble> {
    let leave = |why: &str| Trouble::Said(format!("{} {why} and is left as it is", path.display()));
    // It could be replaced all the same, but somebody meant it to stay
    if fs::metadata(path).is_ok_and(|about| about.permissions().readonly()) {
        return Err(leave("may only be read"));
    }
    let mut file = match locked(path) {
        Ok(Some(file)) => file,
        Ok(None) => return Err(leave("is kept locked by another program")),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return Err(leave("may only be read"));
        }
        Err(error) => return Err(said(path, &error)),
    };
    // Read by the same handle: where locks are strict, no other may read now
    let mut now = Vec::with_capacity(before.len() + 1);
    let most = before.len() as u64 + 1;
    if (&file).take(most).read_to_end(&mut now).is_err() || now != before {
        return Err(Trouble::Said(format!(
            "{} was changed meanwhile and is left as it is; try again",
            path.display()
        )));
    }
    fs::canonicalize(path)
        .and_then(|target| replace(&target, Some(&mut file), after))
        .map_err(|error| said(path, &error))
}

/// The file at a path, open and locked; `None` if another program keeps it locked.
fn locked(path: &Path) -> io::Result<Option<File>> {
    let begun = Instant::now();
    loop {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            // Some disks of networks know no locks
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if begun.elapsed() > PATIENCE => return Ok(None),
            Err(TryLockError::WouldBlock) => {
                std::thread::sleep(Duration::from_millis(5));
                continue;
            }
        }
        // Whoever had the lock before may have put another file in its place
        if Handle::from_file(file.try_clone()?)? == Handle::from_path(path)? {
            return Ok(Some(file));
        }
    }
}

/// Whether two paths lead to one file, by whatever names.
pub(super) fn same_file(a: &Path, b: &Path) -> bool {
    // To open a pipe is to wait for its other end
    let regular = |path: &Path| fs::metadata(path).is_ok_and(|about| about.is_file());
    regular(a) && regular(b) && same_file::is_same_file(a, b).unwrap_or(false)
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
    if before.is_some() && over {
        return replace(&fs::canonicalize(path)?, None, content);
    }
    if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
            _ => error,
        })?;
    }
    beside(path, content, |part| if over { fs::rename(part, path) } else { rename_new(part, path) })
}

/// Replaces a file that is there, and is open already where `open` is it. A file with one name gives way to a new
/// one, so that it is never half written. One that would lose its other names or its owner by that is written itself,
/// once the whole text is safe on the same disk.
fn replace(target: &Path, open: Option<&mut File>, content: &[u8]) -> io::Result<()> {
    let about = fs::metadata(target)?;
    beside(target, content, |part| {
        fs::set_permissions(part, about.permissions())?;
        if can_give_way(&about, part) {
            return fs::rename(part, target);
        }
        match open {
            Some(file) => overwrite(file, content)?,
            None => overwrite(&mut OpenOptions::new().read(true).write(true).open(target)?, content)?,
        }
        fs::remove_file(part)
    })
}

/// Whether a file may give way to a new one without losing anything but its content.
#[cfg(unix)]
fn can_give_way(about: &fs::Metadata, part: &Path) -> bool {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let same_owner =
        || fs::metadata(part).is_ok_and(|new| new.uid() == about.uid() && new.gid() == about.gid());
    about.nlink() == 1
        && (same_owner()
            || chown(part, Some(about.uid()), Some(about.gid())).is_ok()
                // A change of owner may take rights away
                && fs::set_permissions(part, about.permissions()).is_ok())
}

/// Elsewhere neither other names nor the rights of other people can be asked for, so the file always stays.
#[cfg(not(unix))]
fn can_give_way(_about: &fs::Metadata, _part: &Path) -> bool {
    false
}

/// Writes an open file anew; where that fails, what was in it comes back.
fn overwrite(file: &mut File, content: &[u8]) -> io::Result<()> {
    let mut before = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut before)?;
    let written = fill(file, content);
    if written.is_err() {
        let _ = fill(file, &before);
    }
    written
}

fn fill(file: &mut File, content: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(content)?;
    file.set_len(content.len() as u64)?;
    file.sync_all()
}

/// Writes content into a new file in the same folder and does with that what is to be done; where anything fails,
/// nothing of it stays.
fn beside(target: &Path, content: &[u8], then: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let (mut part, path) = new_part(target)?;
    // A full disk may show only as the file is brought to it
    let written = part.write_all(content).and_then(|()| part.sync_all());
    drop(part);
    let written = written.and_then(|()| then(&path));
    if written.is_err() {
        // The part that was written is worth nothing
        let _ = fs::remove_file(&path);
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
fn new_part(target: &Path) -> io::Result<(File, PathBuf)> {
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
    fn a_file_that_changed_meanwhile_is_not_touched() {
        let folder = folder("meanwhile");
        let path = folder.join("x.yaml");
        fs::write(&path, "saved by somebody").unwrap();
        for before in ["read before", "saved by some", "saved by somebody else"] {
            assert!(write_over(&path, before.as_bytes(), b"mended").is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), "saved by somebody");
        }
        write_over(&path, b"saved by somebody", b"mended").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mended");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    /// Each of eight writers adds its own letter two hundred times, and tries again where another was before it.
    #[test]
    fn of_many_at_once_none_loses_what_another_wrote() {
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
                        left -= i32::from(write_over(path, &before, &after).is_ok());
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
